//! One command in, one completion out.
//!
//! [`SgIo`] is the real one. [`Script`] expects commands in order (tests), [`Recorder`] writes down
//! what passes, [`Replay`] answers from what was written down. [`Timed`] raises timeouts to what
//! the drive recommends.

mod record;
mod replay;
mod script;
mod sg_io;
mod timed;

use std::time::Duration;

pub use record::{Answer, Exchange, Recorder};
pub use replay::Replay;
pub use script::Script;
pub use sg_io::SgIo;
pub use timed::Timed;

/// The sense bytes that every transport asks for: the most that SPC allows (SPC-5 4.5.1).
pub const SENSE_LENGTH: usize = 252;

/// The data of a command.
#[derive(Debug)]
pub enum Data<'a> {
    /// None.
    None,
    /// From the drive, into this buffer; its length is the transfer length.
    In(&'a mut [u8]),
    /// To the drive.
    Out(&'a [u8]),
}

impl Data<'_> {
    /// The same data, lent for a shorter time: for a transport that hands a command on and looks at
    /// the data afterwards.
    #[must_use]
    pub fn lend(&mut self) -> Data<'_> {
        match self {
            Self::None => Data::None,
            Self::In(buffer) => Data::In(buffer),
            Self::Out(bytes) => Data::Out(bytes),
        }
    }

    /// The transfer length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::In(buffer) => buffer.len(),
            Self::Out(bytes) => bytes.len(),
        }
    }

    /// True if no byte is transferred.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A command to be carried.
#[derive(Debug)]
pub struct Request<'a> {
    /// The command descriptor block.
    pub cdb: &'a [u8],
    /// Its data.
    pub data: Data<'a>,
    /// How long the drive may take.
    pub timeout: Duration,
}

/// What came back from the drive. A CHECK CONDITION is a completion, not an error.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Completion {
    /// The SCSI status byte.
    pub status: u8,
    /// The sense data, as many bytes as came.
    pub sense: Vec<u8>,
    /// How many bytes of data moved: the transfer length less the residual.
    pub transferred: usize,
}

/// SCSI status codes (SAM-6 5.3).
pub mod status {
    /// The command was carried out.
    pub const GOOD: u8 = 0x00;
    /// Sense data says what happened.
    pub const CHECK_CONDITION: u8 = 0x02;
    /// A compare or a prefetch met its condition: no error.
    pub const CONDITION_MET: u8 = 0x04;
    /// Try again later.
    pub const BUSY: u8 = 0x08;
    /// Another initiator holds a reservation.
    pub const RESERVATION_CONFLICT: u8 = 0x18;
    /// The queue is full.
    pub const TASK_SET_FULL: u8 = 0x28;
    /// An auto contingent allegiance is in effect.
    pub const ACA_ACTIVE: u8 = 0x30;
    /// The command was aborted by another initiator.
    pub const TASK_ABORTED: u8 = 0x40;

    /// The name of a status.
    #[must_use]
    pub const fn name(status: u8) -> &'static str {
        match status {
            GOOD => "GOOD",
            CHECK_CONDITION => "CHECK CONDITION",
            CONDITION_MET => "CONDITION MET",
            BUSY => "BUSY",
            RESERVATION_CONFLICT => "RESERVATION CONFLICT",
            TASK_SET_FULL => "TASK SET FULL",
            ACA_ACTIVE => "ACA ACTIVE",
            TASK_ABORTED => "TASK ABORTED",
            _ => "unknown status",
        }
    }
}

/// Why a command did not reach the drive, or its completion did not come back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum TransportError {
    /// EACCES or EPERM.
    #[error(
        "no permission: run as root, or as a user who may open the device for passthrough (group disk, CAP_SYS_RAWIO)"
    )]
    NoPermission,
    /// EPERM or EACCES for one command on a device that is open: the kernel has a list of commands
    /// that it lets everybody send who may read the device.
    #[error("the kernel lets only root (CAP_SYS_RAWIO) send this command")]
    Forbidden,
    /// ENOENT, ENXIO or ENODEV on opening.
    #[error("there is no such device")]
    NoSuchDevice,
    /// The node does not take SG_IO.
    #[error("this is not a SCSI or ATA device: it does not take SCSI commands (SG_IO)")]
    NotScsi,
    /// ENODEV, ENXIO or DID_NO_CONNECT on a device that was there before.
    #[error("the device is gone: it was removed, or its link is down")]
    Gone,
    /// The kernel has stopped sending commands to the device.
    #[error(
        "the kernel has taken the device offline, since it stopped answering (`echo running` to its `state` in sysfs lets the kernel try again)"
    )]
    Offline,
    /// The host gave up waiting (DID_TIME_OUT).
    #[error("no answer within {} s (the host aborted the command and recovered the link)", .0.as_secs_f32())]
    TimedOut(Duration),
    /// The run as a whole may take no longer; the command was not sent.
    #[error("not sent: the time allowed for the whole run is over")]
    OutOfTime,
    /// Another host adapter status (`DID_…`).
    #[error("the host adapter reports {} ({code:#04x})", host_name(*.code))]
    Host {
        /// The status, as the kernel numbers them.
        code: u16,
    },
    /// The kernel's driver status.
    #[error("the kernel's driver reports status {code:#04x}")]
    Driver {
        /// The status, as the kernel numbers them.
        code: u16,
    },
    /// Any other error of the operating system.
    #[error("{}", std::io::Error::from_raw_os_error(*.errno))]
    Os {
        /// The error number.
        errno: i32,
    },
    /// A capture or a script has no answer to this command.
    #[error("the capture holds no answer to this command")]
    NotCaptured,
    /// A test sent something else than its script expects.
    #[error("script: {what}")]
    Unexpected {
        /// The difference.
        what: String,
    },
}

/// The kernel's names of host adapter statuses (`include/scsi/scsi_status.h`).
#[must_use]
pub const fn host_name(code: u16) -> &'static str {
    match code {
        0x00 => "DID_OK",
        0x01 => "DID_NO_CONNECT",
        0x02 => "DID_BUS_BUSY",
        0x03 => "DID_TIME_OUT",
        0x04 => "DID_BAD_TARGET",
        0x05 => "DID_ABORT",
        0x06 => "DID_PARITY",
        0x07 => "DID_ERROR",
        0x08 => "DID_RESET",
        0x09 => "DID_BAD_INTR",
        0x0a => "DID_PASSTHROUGH",
        0x0b => "DID_SOFT_ERROR",
        0x0c => "DID_IMM_RETRY",
        0x0d => "DID_REQUEUE",
        0x0e => "DID_TRANSPORT_DISRUPTED",
        0x0f => "DID_TRANSPORT_FAILFAST",
        0x10 => "DID_TARGET_FAILURE",
        0x11 => "DID_NEXUS_FAILURE",
        0x12 => "DID_ALLOC_FAILURE",
        0x13 => "DID_MEDIUM_ERROR",
        0x14 => "DID_TRANSPORT_MARGINAL",
        _ => "an unknown status",
    }
}

/// Carries commands to one drive.
pub trait Transport: Send {
    /// Carries one command.
    ///
    /// # Errors
    ///
    /// [`TransportError`] if there is no completion; a completion with CHECK CONDITION is `Ok`.
    fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError>;
}

impl<T: Transport + ?Sized> Transport for &mut T {
    fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError> {
        (**self).execute(request)
    }
}

impl<T: Transport + ?Sized> Transport for Box<T> {
    fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError> {
        (**self).execute(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A command to send: CDB, data to the drive, bytes expected from it.
    type Step = (&'static [u8], &'static [u8], usize);

    const STEPS: &[Step] = &[
        (&[0x00, 0, 0, 0, 0, 0], &[], 0),
        (&[0x12, 0, 0, 0, 5, 0], &[], 5),
        (&[0x15, 0x10, 0, 0, 2, 0], &[0xaa, 0xbb], 0),
        (&[0x03, 0, 0, 0, 4, 0], &[], 4),
        (&[0x03, 0, 0, 0, 4, 0], &[], 4),
        (&[0x25, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[], 8),
    ];

    fn script() -> Script {
        let busy = Answer::Completed { status: status::BUSY, sense: Vec::new(), data: Vec::new() };
        Script::new()
            .check(&[0x00, 0, 0, 0, 0, 0], &[0x72, 0x02, 0x04, 0x01])
            .good(&[0x12, 0, 0, 0, 5, 0], &[0, 0, 6])
            .then(&[0x15, 0x10, 0, 0, 2, 0], busy)
            .with_out(&[0xaa, 0xbb])
            .good(&[0x03, 0, 0, 0, 4, 0], &[1, 2, 3, 4])
            .good(&[0x03, 0, 0, 0, 4, 0], &[5, 6, 7, 8])
            .fail(&[0x25, 0, 0, 0, 0, 0, 0, 0, 0, 0], TransportError::TimedOut(Duration::from_millis(1500)))
    }

    /// Sends all steps: what came back, and the data.
    fn run(to: &mut dyn Transport) -> Vec<(Result<Completion, TransportError>, Vec<u8>)> {
        STEPS
            .iter()
            .map(|(cdb, out, length)| {
                let mut buffer = vec![0; *length];
                let data = match (out, length) {
                    ([], 0) => Data::None,
                    ([], _) => Data::In(&mut buffer),
                    (out, _) => Data::Out(out),
                };
                let result = to.execute(Request { cdb, data, timeout: Duration::from_secs(1) });
                (result, buffer)
            })
            .collect()
    }

    #[test]
    fn what_is_recorded_replays_as_it_was_also_from_its_file() {
        let mut recorder = Recorder::new(script());
        let seen = run(&mut recorder);
        let exchanges = recorder.into_exchanges();
        assert_eq!(exchanges.iter().map(|one| one.allocation).collect::<Vec<_>>(), [0, 5, 0, 4, 4, 8]);
        assert_eq!(run(&mut Replay::new(&exchanges)), seen, "replayed");
        let file = serde_json::to_string(&exchanges).unwrap();
        let read: Vec<Exchange> = serde_json::from_str(&file).unwrap();
        assert_eq!(read, exchanges, "written and read: {file}");
        assert_eq!(run(&mut Replay::new(&read)), seen, "replayed from a file");
    }

    #[test]
    fn answers_come_in_their_order_and_the_last_one_stays() {
        let mut recorder = Recorder::new(script());
        run(&mut recorder);
        let mut replay = Replay::new(recorder.exchanges());
        let mut poll = || {
            let mut buffer = [0; 4];
            let data = Data::In(&mut buffer);
            let done = replay.execute(Request { cdb: &[3, 0, 0, 0, 4, 0], data, timeout: Duration::ZERO });
            (done.unwrap().transferred, buffer)
        };
        assert_eq!([poll(), poll(), poll()], [(4, [1, 2, 3, 4]), (4, [5, 6, 7, 8]), (4, [5, 6, 7, 8])]);
        let data = Data::None;
        let other = replay.execute(Request { cdb: &[0x1b, 0, 0, 0, 0, 0], data, timeout: Duration::ZERO });
        assert_eq!(other, Err(TransportError::NotCaptured));
    }

    #[test]
    fn a_script_refuses_what_it_does_not_expect() {
        let send = |script: &mut Script, cdb: &[u8], out: &[u8]| {
            let data = if out.is_empty() { Data::None } else { Data::Out(out) };
            match script.execute(Request { cdb, data, timeout: Duration::ZERO }) {
                Err(TransportError::Unexpected { what }) => what,
                other => format!("{other:?}"),
            }
        };
        let mut script = Script::new().good(&[0x00; 6], &[]).good(&[0x15, 0], &[]).with_out(&[1]);
        assert!(send(&mut script, &[0x12; 6], &[]).contains("was expected"), "another command");
        assert!(
            send(&mut script, &[0x15, 0], &[2]).contains("data 01 was expected, 02 was sent"),
            "other data"
        );
        assert!(send(&mut script, &[0x00; 6], &[]).contains("after the end"), "one too many");
        let mut script = Script::new().good(&[0x15, 0], &[]).with_out(&[1]);
        assert!(send(&mut script, &[0x15, 0], &[]).contains("data 01 was expected"), "no data at all");
        let ended = std::panic::catch_unwind(|| Script::new().good(&[0x00; 6], &[]).end());
        assert!(ended.is_err(), "a command that was never sent must fail the test");
    }
}
