//! Typed ATA commands: each knows its registers, its protocol, its data and how its answer reads.
//!
//! To send one over a SCSI transport, wrap it in [`PassThrough16`](crate::sat::PassThrough16) or
//! [`PassThrough12`](crate::sat::PassThrough12). To add one, write `command/<name>.rs` with a type
//! that implements [`AtaCommand`], and a test that states the CDB which carries it.

mod check_power_mode;
mod identify_device;
mod read_log;
mod smart;
mod trusted_receive;

use std::time::Duration;

pub use check_power_mode::{CheckPowerMode, PowerMode};
pub use identify_device::IdentifyDevice;
pub use read_log::{ReadLogDmaExt, ReadLogExt};
pub use smart::{SmartReadLog, SmartReturnStatus, SmartStatus};
pub use trusted_receive::{TrustedReceive, TrustedReceiveDma};

use sg::command::{ORDINARY, Payload, Truncated};

use crate::taskfile::{Registers, Taskfile};

/// The data block of every command here; ATA counts data in these, whatever the sector size.
pub const BLOCK: usize = 512;

/// How a command's data moves between the drive and the host adapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// No data.
    NonData,
    /// From the drive, by register reads.
    PioIn,
    /// To the drive, by register writes.
    PioOut,
    /// From the drive, by direct memory access.
    DmaIn,
    /// To the drive, by direct memory access.
    DmaOut,
}

/// What a drive answered to an ATA command.
#[derive(Debug, Clone, Copy)]
pub struct AtaReply<'a> {
    /// The data that came.
    pub data: &'a [u8],
    /// The registers, if they came back: a host adapter may keep them to itself.
    pub registers: Option<Registers>,
}

/// An ATA command.
pub trait AtaCommand {
    /// What its answer says.
    type Response;
    /// Its name in the standard.
    const NAME: &'static str;
    /// What it puts into the registers. With data, COUNT is the number of 512-byte blocks.
    fn taskfile(&self) -> Taskfile;
    /// How its data moves.
    fn protocol(&self) -> Protocol;
    /// True if it is a 48-bit command.
    fn extend(&self) -> bool {
        false
    }
    /// True if its answer is in the registers.
    fn needs_registers(&self) -> bool {
        false
    }
    /// The data that it moves.
    fn payload(&self) -> Payload<'_> {
        Payload::None
    }
    /// How long it may take.
    fn timeout(&self) -> Duration {
        ORDINARY
    }
    /// Reads the answer.
    ///
    /// # Errors
    ///
    /// [`Truncated`] if too little came to mean anything.
    fn decode(&self, reply: AtaReply<'_>) -> Result<Self::Response, Truncated>;
}

/// Scripts that answer with registers, for the tests of the commands.
#[cfg(test)]
pub(crate) mod test {
    use sg::command::send;
    use sg::transport::Script;

    use super::AtaCommand;
    use crate::sat::{PassThrough12, PassThrough16};

    /// Sense data with a descriptor that returns these registers: error, count, LBA, device, status.
    pub(crate) fn returns(extend: bool, error: u8, count: u16, lba: u64, device: u8, status: u8) -> Vec<u8> {
        let [count_low, count_high] = count.to_le_bytes();
        let [a, b, c, d, e, f, ..] = lba.to_le_bytes();
        vec![
            0x72,
            1,
            0,
            0x1d,
            0,
            0,
            0,
            14, // recovered error, ATA pass through information available
            9,
            12,
            u8::from(extend),
            error,
            count_high,
            count_low,
            d,
            a,
            e,
            b,
            f,
            c,
            device,
            status,
        ]
    }

    /// Sends a command both ways, each with its CDB, and gives both answers.
    pub(crate) fn both<C: AtaCommand>(
        command: &C,
        cdb12: &[u8],
        cdb16: &[u8],
        answer: impl Fn(Script, &[u8]) -> Script,
    ) -> [C::Response; 2] {
        let mut short = answer(Script::new(), cdb12);
        let first = send(&mut short, &PassThrough12::new(command).unwrap()).unwrap();
        short.end();
        let mut long = answer(Script::new(), cdb16);
        let second = send(&mut long, &PassThrough16::new(command)).unwrap();
        long.end();
        [first, second]
    }
}
