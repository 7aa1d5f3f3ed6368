//! SCSI / ATA Translation (SAT): ATA commands inside ATA PASS-THROUGH (12) and (16), and the
//! registers that come back in the sense data.
//!
//! A command whose answer is in the registers sets CK_COND; its *success* then is a CHECK
//! CONDITION with the additional sense code 00h/1Dh, ATA PASS THROUGH INFORMATION AVAILABLE. The
//! registers come in one of two forms:
//!
//! - a descriptor of type 09h, which has room for all of them;
//! - the fixed format, whose INFORMATION and COMMAND-SPECIFIC INFORMATION fields have no room for
//!   the upper bytes of COUNT and LBA. Two flags say whether those are zero.
//!
//! What does not come back is unknown, and never taken for a success: host adapters are known that
//! return no descriptor, or one of zeros.
//!
//! In the fixed format only 00h/1Dh says that the fields hold registers. Linux before 6.11 or so
//! put the registers of a *failed* command at wrong places of the fixed format, and nothing tells
//! such sense data from the right kind: with any other additional sense code they are not read.

use std::fmt;
use std::time::Duration;

use binrw::BinWrite;
use serde::Serialize;
use sg::command::{Command, CommandError, Payload, Reply, Truncated};
use sg::wire::{At, Notes, be, bit, bits, byte, to_bytes, walk};

use crate::command::{AtaCommand, AtaReply, Protocol};
use crate::taskfile::{Registers, Taskfile};

/// Byte 2 of the CDB: CK_COND, which asks for the registers also of a command that succeeds.
const CK_COND: u8 = 0x20;
/// T_DIR: the data comes from the drive.
const T_DIR: u8 = 0x08;
/// BYT_BLOK, with T_TYPE 0: the transfer length counts blocks of 512 bytes.
const BYT_BLOK: u8 = 0x04;
/// T_LENGTH 2: the transfer length is in COUNT.
const T_LENGTH_IN_COUNT: u8 = 0x02;

impl Protocol {
    /// PROTOCOL of the CDB.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::NonData => 3,
            Self::PioIn => 4,
            Self::PioOut => 5,
            // The direction of DMA is in T_DIR.
            Self::DmaIn | Self::DmaOut => 6,
        }
    }

    const fn transfer_flags(self) -> u8 {
        match self {
            Self::NonData => 0,
            Self::PioIn | Self::DmaIn => T_DIR | BYT_BLOK | T_LENGTH_IN_COUNT,
            Self::PioOut | Self::DmaOut => BYT_BLOK | T_LENGTH_IN_COUNT,
        }
    }
}

/// Byte 1 of the CDB (without EXTEND) and byte 2.
fn head<C: AtaCommand>(command: &C) -> (u8, u8) {
    let protocol = command.protocol();
    let check = if command.needs_registers() { CK_COND } else { 0 };
    (protocol.code() << 1, protocol.transfer_flags() | check)
}

#[derive(BinWrite)]
#[bw(big)]
struct Cdb12 {
    operation_code: u8,
    protocol: u8,
    flags: u8,
    feature: u8,
    count: u8,
    lba_7_0: u8,
    lba_15_8: u8,
    lba_23_16: u8,
    device: u8,
    command: u8,
    reserved: u8,
    control: u8,
}

#[derive(BinWrite)]
#[bw(big)]
struct Cdb16 {
    operation_code: u8,
    protocol_extend: u8,
    flags: u8,
    feature: u16,
    count: u16,
    lba_31_24: u8,
    lba_7_0: u8,
    lba_39_32: u8,
    lba_15_8: u8,
    lba_47_40: u8,
    lba_23_16: u8,
    device: u8,
    command: u8,
    control: u8,
}

/// A command does not fit into ATA PASS-THROUGH (12): it is a 48-bit command, or uses upper bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is a 48-bit command: ATA PASS-THROUGH (12) cannot carry it, ATA PASS-THROUGH (16) can")]
pub struct NeedsPassThrough16;

/// An ATA command inside ATA PASS-THROUGH (12).
///
/// Only for drives that refuse the 16-byte form, as some USB bridges do, and only where the
/// peripheral device type is a disk (00h or 14h): for an optical drive the operation code A1h is
/// BLANK, which erases the medium.
#[derive(Debug)]
pub struct PassThrough12<'a, C>(&'a C);

impl<'a, C: AtaCommand> PassThrough12<'a, C> {
    /// Wraps a command. Before sending it, make sure that the device is a disk.
    ///
    /// # Errors
    ///
    /// [`NeedsPassThrough16`] if the command is a 48-bit command.
    pub fn new(command: &'a C) -> Result<Self, NeedsPassThrough16> {
        if command.extend() || !command.taskfile().fits_28_bits() {
            Err(NeedsPassThrough16)
        } else {
            Ok(Self(command))
        }
    }
}

/// An ATA command inside ATA PASS-THROUGH (16): the form for every drive that takes it.
#[derive(Debug)]
pub struct PassThrough16<'a, C>(&'a C);

impl<'a, C: AtaCommand> PassThrough16<'a, C> {
    /// Wraps a command.
    #[must_use]
    pub const fn new(command: &'a C) -> Self {
        Self(command)
    }
}

impl<C: AtaCommand> Command for PassThrough12<'_, C> {
    type Response = C::Response;
    const NAME: &'static str = C::NAME;

    fn cdb(&self) -> Vec<u8> {
        let taskfile: Taskfile = self.0.taskfile();
        let (protocol, flags) = head(self.0);
        let [feature, _] = taskfile.feature.to_le_bytes();
        let [count, _] = taskfile.count.to_le_bytes();
        to_bytes(&Cdb12 {
            operation_code: 0xa1,
            protocol,
            flags,
            feature,
            count,
            lba_7_0: taskfile.lba_byte(0),
            lba_15_8: taskfile.lba_byte(1),
            lba_23_16: taskfile.lba_byte(2),
            device: taskfile.device,
            command: taskfile.command,
            reserved: 0,
            control: 0,
        })
    }

    fn payload(&self) -> Payload<'_> {
        self.0.payload()
    }

    fn timeout(&self) -> Duration {
        self.0.timeout()
    }

    fn answers(&self, sense: &[u8]) -> bool {
        answers(sense)
    }

    fn rejects(&self, sense: &[u8]) -> bool {
        rejects(sense)
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        decode(self.0, reply)
    }
}

impl<C: AtaCommand> Command for PassThrough16<'_, C> {
    type Response = C::Response;
    const NAME: &'static str = C::NAME;

    fn cdb(&self) -> Vec<u8> {
        let taskfile: Taskfile = self.0.taskfile();
        let (protocol, flags) = head(self.0);
        let extend = self.0.extend();
        // A 28-bit command has no upper bytes; the host adapter would ignore them.
        let lower = |value: u16| if extend { value } else { value & 0xff };
        let upper = |number| if extend { taskfile.lba_byte(number) } else { 0 };
        to_bytes(&Cdb16 {
            operation_code: 0x85,
            protocol_extend: protocol | u8::from(extend),
            flags,
            feature: lower(taskfile.feature),
            count: lower(taskfile.count),
            lba_31_24: upper(3),
            lba_7_0: taskfile.lba_byte(0),
            lba_39_32: upper(4),
            lba_15_8: taskfile.lba_byte(1),
            lba_47_40: upper(5),
            lba_23_16: taskfile.lba_byte(2),
            device: taskfile.device,
            command: taskfile.command,
            control: 0,
        })
    }

    fn payload(&self) -> Payload<'_> {
        self.0.payload()
    }

    fn timeout(&self) -> Duration {
        self.0.timeout()
    }

    fn answers(&self, sense: &[u8]) -> bool {
        answers(sense)
    }

    fn rejects(&self, sense: &[u8]) -> bool {
        rejects(sense)
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        decode(self.0, reply)
    }
}

/// How registers came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// In the descriptor of type 09h.
    Descriptor {
        /// EXTEND: the upper bytes are those of a 48-bit command.
        extend: bool,
    },
    /// In the fixed format.
    Fixed {
        /// EXTEND: it was a 48-bit command.
        extend: bool,
        /// COUNT UPPER NONZERO: the upper byte of COUNT is lost, and was not zero.
        count_upper_nonzero: bool,
        /// LBA UPPER NONZERO: the upper bytes of LBA are lost, and were not all zero.
        lba_upper_nonzero: bool,
        /// LOG INDEX: which parameter of log page 16h, ATA PASS-THROUGH Results, has all of the
        /// registers; 0 if none has.
        log_index: u8,
    },
}

/// The registers of a command that completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AtaReturn {
    /// The registers.
    pub registers: Registers,
    /// How they came back.
    pub form: Form,
}

const INFORMATION_AVAILABLE: (u8, u8) = (0x00, 0x1d);
const DESCRIPTOR: u8 = 0x09;
const DESCRIPTOR_LENGTH: usize = 14;

fn number(at: At, bytes: &[u8]) -> Option<u8> {
    at.number(bytes).and_then(|number| u8::try_from(number).ok())
}

fn flag(at: At, bytes: &[u8]) -> Option<bool> {
    at.number(bytes).map(|number| number != 0)
}

/// Sense key and additional sense code of *current* sense data; a deferred error tells of another
/// command.
fn codes(sense: &[u8]) -> Option<(u8, (u8, u8))> {
    match number(bits(0, 6, 0), sense)? {
        0x70 => Some((number(bits(2, 3, 0), sense)?, (number(byte(12), sense)?, number(byte(13), sense)?))),
        0x72 => Some((number(bits(1, 3, 0), sense)?, (number(byte(2), sense)?, number(byte(3), sense)?))),
        _ => None,
    }
}

impl AtaReturn {
    /// Finds the registers in sense data of either format; `None` if they did not come back.
    ///
    /// A STATUS of 00h is none that a command can end with: such a return is empty.
    #[must_use]
    pub fn from_sense(sense: &[u8]) -> Option<Self> {
        let (_, additional) = codes(sense)?;
        let found = match number(bits(0, 6, 0), sense)? {
            0x72 => Self::from_descriptors(sense),
            _ if additional == INFORMATION_AVAILABLE => Self::from_fixed(sense),
            _ => None,
        };
        found.filter(|found| found.registers.status != 0)
    }

    fn from_descriptors(sense: &[u8]) -> Option<Self> {
        let additional = usize::from(number(byte(7), sense)?);
        let sense = sense.get(..(8 + additional).min(sense.len()))?;
        let mut notes = Notes::default();
        let size = |descriptor: &[u8]| 2 + usize::from(number(byte(1), descriptor).unwrap_or(0));
        let (_, found) = walk(sense, 8, 2, &mut notes, size)
            .into_iter()
            .find(|(_, d)| number(byte(0), d) == Some(DESCRIPTOR) && d.len() >= DESCRIPTOR_LENGTH)?;
        let at = |index| number(byte(index), found);
        let extend = flag(bit(2, 0), found)?;
        let registers = Registers {
            error: at(3)?,
            status: at(13)?,
            device: at(12)?,
            count_low: at(5)?,
            count_high: if extend { at(4) } else { None },
            lba_low: [at(7)?, at(9)?, at(11)?],
            lba_high: if extend { Some([at(6)?, at(8)?, at(10)?]) } else { None },
        };
        Some(Self { registers, form: Form::Descriptor { extend } })
    }

    fn from_fixed(sense: &[u8]) -> Option<Self> {
        let at = |index| number(byte(index), sense);
        // Both fields must be there whole.
        be(3, 9).slice(sense)?;
        let (extend, count_upper_nonzero, lba_upper_nonzero) =
            (flag(bit(8, 7), sense)?, flag(bit(8, 6), sense)?, flag(bit(8, 5), sense)?);
        let registers = Registers {
            error: at(3)?,
            status: at(4)?,
            device: at(5)?,
            count_low: at(6)?,
            count_high: (extend && !count_upper_nonzero).then_some(0),
            lba_low: [at(9)?, at(10)?, at(11)?],
            lba_high: (extend && !lba_upper_nonzero).then_some([0; 3]),
        };
        let log_index = number(bits(8, 3, 0), sense)?;
        Some(Self {
            registers,
            form: Form::Fixed { extend, count_upper_nonzero, lba_upper_nonzero, log_index },
        })
    }
}

/// True if this CHECK CONDITION is the success of a command that asked for its registers.
fn answers(sense: &[u8]) -> bool {
    let Some((key, INFORMATION_AVAILABLE)) = codes(sense) else { return false };
    match AtaReturn::from_sense(sense) {
        // Some host adapters set a wrong sense key beside registers that show a success.
        Some(found) => is_success(&found.registers),
        None => key <= 1,
    }
}

/// True if the registers show a failure, whatever the sense key is.
fn rejects(sense: &[u8]) -> bool {
    AtaReturn::from_sense(sense).is_some_and(|found| !is_success(&found.registers))
}

const fn is_success(registers: &Registers) -> bool {
    !registers.is_error() && registers.status & Registers::BSY == 0
}

fn decode<C: AtaCommand>(command: &C, reply: Reply<'_>) -> Result<C::Response, Truncated> {
    let registers = AtaReturn::from_sense(reply.sense).map(|found| found.registers);
    command.decode(AtaReply { data: reply.data, registers })
}

/// How an ATA command failed, where its registers came back: more than the sense key says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AtaFailure {
    /// The registers.
    pub registers: Registers,
    /// How they came back.
    pub form: Form,
}

impl AtaFailure {
    /// Finds it in sense data; `None` if no registers came back, or they show no failure.
    #[must_use]
    pub fn from_sense(sense: &[u8]) -> Option<Self> {
        let AtaReturn { registers, form } = AtaReturn::from_sense(sense)?;
        (!is_success(&registers)).then_some(Self { registers, form })
    }

    /// Finds it in the failure of a pass-through command.
    #[must_use]
    pub fn of(error: &CommandError) -> Option<Self> {
        Self::from_sense(&error.sense()?.bytes)
    }

    /// True if the drive does not carry out this command (ABRT and no other reason).
    #[must_use]
    pub const fn is_abort(&self) -> bool {
        self.registers.status & Registers::ERR != 0 && self.registers.error == Registers::ABRT
    }
}

impl fmt::Display for AtaFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let registers = &self.registers;
        if registers.status & Registers::BSY != 0 {
            f.write_str("the drive is still busy")?;
        } else if registers.status & Registers::ERR == 0 {
            f.write_str("the drive reports a device fault")?;
        } else {
            let reasons: Vec<&str> = registers
                .error_names()
                .into_iter()
                .map(|name| match name {
                    "ICRC" => "data was damaged on the interface (ICRC)",
                    "UNC" => "data cannot be read (UNC)",
                    "IDNF" => "the address is not found or not accessible (IDNF)",
                    "ABRT" => "the drive does not carry out this command (ABRT)",
                    "MC" => "the medium was changed (MC)",
                    "MCR" => "a change of the medium is requested (MCR)",
                    "EOM/NM" => "end of medium or no medium (EOM/NM)",
                    _ => "the command did not end in time, or had an illegal length (CCTO/ILI/AMNF)",
                })
                .collect();
            match reasons.as_slice() {
                [] => f.write_str("the command failed without a reason")?,
                reasons => f.write_str(&reasons.join("; "))?,
            }
        }
        write!(f, " [{registers}]")
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use sg::command::{Failure, send};
    use sg::transport::Script;

    use super::*;
    use crate::command::test::returns;
    use crate::command::{CheckPowerMode, IdentifyDevice, PowerMode};

    const FIXED: [u8; 18] =
        [0xf0, 0, 1, 0x12, 0x50, 0xa0, 0x34, 10, 0x80, 0x56, 0x78, 0x9a, 0, 0x1d, 0, 0, 0, 0];

    #[test]
    fn descriptor_with_all_registers() {
        let sense = returns(true, 0x12, 0x3456, 0x789a_bcde_f011, 0x40, 0x50);
        assert_eq!(
            AtaReturn::from_sense(&sense),
            Some(AtaReturn {
                registers: Registers {
                    error: 0x12,
                    status: 0x50,
                    device: 0x40,
                    count_low: 0x56,
                    count_high: Some(0x34),
                    lba_low: [0x11, 0xf0, 0xde],
                    lba_high: Some([0xbc, 0x9a, 0x78]),
                },
                form: Form::Descriptor { extend: true },
            })
        );
        assert_eq!(AtaReturn::from_sense(&sense).unwrap().registers.lba(), Some(0x789a_bcde_f011));
        let registers =
            AtaReturn::from_sense(&returns(false, 0, 0x56, 0xc2_4f00, 0, 0x50)).unwrap().registers;
        assert_eq!((registers.count(), registers.lba()), (None, None), "a 28-bit command has no upper bytes");
    }

    #[test]
    fn descriptor_behind_another_one() {
        let mut sense = vec![0x72, 1, 0, 0x1d, 0, 0, 0, 26];
        sense.extend([0, 10, 0x80, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let first_return = returns(true, 0, 0x0102, 0x0304_0506_0708, 0x40, 0x50);
        sense.extend(&first_return[8..]);
        let registers = AtaReturn::from_sense(&sense).unwrap().registers;
        assert_eq!((registers.count(), registers.lba()), (Some(0x0102), Some(0x0304_0506_0708)));
    }

    #[test]
    fn fixed_format_loses_the_upper_bytes() {
        let found = AtaReturn::from_sense(&FIXED).unwrap();
        assert_eq!(
            found.registers,
            Registers {
                error: 0x12,
                status: 0x50,
                device: 0xa0,
                count_low: 0x34,
                count_high: Some(0),
                lba_low: [0x56, 0x78, 0x9a],
                lba_high: Some([0; 3]),
            }
        );
        for (flags, count_high, lba_high) in [
            (0xc3, None, Some([0; 3])),
            (0xa3, Some(0), None),
            (0xe3, None, None),
            (0x03, None, None), // a 28-bit command
        ] {
            let mut sense = FIXED;
            sense[8] = flags;
            let found = AtaReturn::from_sense(&sense).unwrap();
            assert_eq!(
                (found.registers.count_high, found.registers.lba_high),
                (count_high, lba_high),
                "{flags:x}"
            );
            assert_eq!(
                found.form,
                Form::Fixed {
                    extend: flags & 0x80 != 0,
                    count_upper_nonzero: flags & 0x40 != 0,
                    lba_upper_nonzero: flags & 0x20 != 0,
                    log_index: 3,
                }
            );
        }
    }

    #[test]
    fn what_did_not_come_back_is_unknown() {
        let whole = returns(true, 0x12, 0x3456, 0x789a_bcde_f011, 0x40, 0x50);
        for length in 0..whole.len() {
            assert_eq!(AtaReturn::from_sense(&whole[..length]), None, "descriptor cut at {length}");
        }
        for length in 0..14 {
            assert_eq!(AtaReturn::from_sense(&FIXED[..length]), None, "fixed format cut at {length}");
        }
        let mut short = whole.clone();
        short[7] = 13;
        assert_eq!(AtaReturn::from_sense(&short), None, "the sense data says that the descriptor ends early");
        let mut small = whole.clone();
        small[9] = 11;
        assert_eq!(AtaReturn::from_sense(&small), None, "the descriptor says that it is smaller");
        for (first, what) in [(0x73, "deferred"), (0x7f, "vendor specific"), (0x00, "none")] {
            let mut other = whole.clone();
            other[0] = first;
            assert_eq!(AtaReturn::from_sense(&other), None, "{what}");
        }
        assert_eq!(AtaReturn::from_sense(&returns(true, 0, 0, 0, 0, 0)), None, "zeros");
        let mut zeros = FIXED;
        zeros[3..12].fill(0);
        assert_eq!(AtaReturn::from_sense(&zeros), None, "zeros in the fixed format");
    }

    #[test]
    fn misplaced_registers_of_a_failure_are_not_read() {
        // Linux 6.9, READ SECTOR with UNC: ERROR at byte 8 and STATUS at byte 9 of the fixed format.
        let sense = [0x70, 0, 3, 0, 0, 0, 0, 10, 0x40, 0x51, 0xe0, 1, 0x11, 4, 0, 0, 0x80, 1, 2, 3];
        assert_eq!(AtaReturn::from_sense(&sense), None);
        assert_eq!(AtaFailure::from_sense(&sense), None);
    }

    #[test]
    fn success_needs_the_code_and_registers_that_agree() {
        let good = returns(false, 0, 0xff, 0, 0, 0x50);
        let with = |index: usize, value: u8| {
            let mut sense = good.clone();
            sense[index] = value;
            sense
        };
        for (sense, yes, what) in [
            (good.clone(), true, "recovered error"),
            (with(1, 0), true, "no sense"),
            (with(1, 0xb), true, "a wrong key beside registers that show a success"),
            ([&[0x72, 5, 0x20, 0], &good[4..]].concat(), false, "another code"),
            (with(21, 0x51), false, "ERR"),
            (with(21, 0x70), false, "DF"),
            (with(21, 0xd0), false, "BSY"),
            (with(7, 0), true, "no descriptor"),
            (vec![0x72, 0xb, 0, 0x1d, 0, 0, 0, 0], false, "aborted, no descriptor"),
            (Vec::new(), false, "no sense data"),
        ] {
            assert_eq!(answers(&sense), yes, "{what}");
            let command = CheckPowerMode;
            let mut script = Script::new().check(&PassThrough16::new(&command).cdb(), &sense);
            assert_eq!(send(&mut script, &PassThrough16::new(&command)).is_ok(), yes, "{what}");
        }
    }

    #[test]
    fn data_beside_a_failure_is_not_taken() {
        let mut sense = returns(false, 0x04, 1, 0, 0, 0x51);
        sense[3] = 0;
        let command = IdentifyDevice;
        let command = PassThrough16::new(&command);
        let mut script = Script::new().check(&command.cdb(), &sense);
        let error = send(&mut script, &command).unwrap_err();
        assert!(matches!(error.failure, Failure::Check(_)), "{error}");
        assert!(AtaFailure::of(&error).unwrap().is_abort());
    }

    #[test]
    fn a_failure_says_why() {
        let text = |error, status| {
            AtaFailure::from_sense(&returns(true, error, 0x0102, 0x0304_0506_0708, 0x40, status))
                .unwrap()
                .to_string()
        };
        assert_eq!(
            text(0x04, 0x51),
            "the drive does not carry out this command (ABRT) [STATUS 51h (DRDY DWE/SERV/DSC ERR), ERROR 04h \
             (ABRT), COUNT 0102h, LBA 030405060708h, DEVICE 40h]"
        );
        for (error, status, start) in [
            (0x40, 0x41, "data cannot be read (UNC) ["),
            (0x10, 0x41, "the address is not found or not accessible (IDNF) ["),
            (
                0x84,
                0x41,
                "data was damaged on the interface (ICRC); the drive does not carry out this command (ABRT) [",
            ),
            (0x00, 0x41, "the command failed without a reason ["),
            (0x04, 0x60, "the drive reports a device fault ["),
            (0x04, 0xd1, "the drive is still busy ["),
        ] {
            assert!(text(error, status).starts_with(start), "{}", text(error, status));
        }
        assert_eq!(AtaFailure::from_sense(&returns(true, 0, 0, 0, 0, 0x50)), None);
    }

    #[test]
    fn a_sas_drive_refuses_the_pass_through() {
        // From public threads: invalid operation code, with a vendor specific descriptor.
        let sense = [
            0x72, 0x05, 0x20, 0, 0, 0, 0, 0x1c, 0x02, 0x06, 0, 0, 0xcf, 0, 0, 0, 0x03, 0x02, 0, 0x01, 0x80,
            0x0e, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ];
        let command = CheckPowerMode;
        let command = PassThrough16::new(&command);
        let error = send(&mut Script::new().check(&command.cdb(), &sense), &command).unwrap_err();
        assert!(error.sense().is_some(), "{error}");
        assert_eq!(AtaFailure::of(&error), None);
    }

    #[test]
    fn power_mode_through_the_fixed_format() {
        let command = CheckPowerMode;
        let command = PassThrough12::new(&command).unwrap();
        let mut sense = FIXED;
        (sense[3], sense[6]) = (0, 0x82);
        let mut script = Script::new().check(&command.cdb(), &sense);
        assert_eq!(send(&mut script, &command), Ok(PowerMode::IdleB));
        script.end();
    }

    /// A command that uses every byte, to see where each goes.
    #[derive(Debug)]
    struct Everywhere(bool, Protocol);

    impl AtaCommand for Everywhere {
        type Response = ();
        const NAME: &'static str = "TEST";
        fn taskfile(&self) -> Taskfile {
            let (feature, count, lba) =
                if self.0 { (0x0102, 0x0304, 0x0506_0708_090a) } else { (0x02, 0x04, 0x08_090a) };
            Taskfile { feature, count, lba, device: 0x0b, command: 0x0c }
        }
        fn protocol(&self) -> Protocol {
            self.1
        }
        fn extend(&self) -> bool {
            self.0
        }
        fn needs_registers(&self) -> bool {
            self.1 == Protocol::DmaOut
        }
        fn decode(&self, _: AtaReply<'_>) -> Result<(), Truncated> {
            Ok(())
        }
    }

    #[test]
    fn each_register_has_its_byte() {
        assert_eq!(
            PassThrough16::new(&Everywhere(true, Protocol::PioOut)).cdb(),
            [0x85, 0x0b, 0x06, 1, 2, 3, 4, 7, 0x0a, 6, 9, 5, 8, 0x0b, 0x0c, 0]
        );
        assert_eq!(
            PassThrough16::new(&Everywhere(false, Protocol::DmaOut)).cdb(),
            [0x85, 0x0c, 0x26, 0, 2, 0, 4, 0, 0x0a, 0, 9, 0, 8, 0x0b, 0x0c, 0]
        );
        assert_eq!(
            PassThrough12::new(&Everywhere(false, Protocol::DmaIn)).unwrap().cdb(),
            [0xa1, 0x0c, 0x0e, 2, 4, 0x0a, 9, 8, 0x0b, 0x0c, 0, 0]
        );
    }
}
