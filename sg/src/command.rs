//! Typed commands: each knows its CDB, its data, its timeout and how its answer reads.
//!
//! To add one, write `command/<name>.rs` with a type that implements [`Command`], and a test with
//! [`Script`](crate::transport::Script) that states the expected CDB.

pub mod inquiry;
mod log_sense;
mod mode_sense;
pub mod names;
mod read_capacity;
pub mod report_luns;
pub mod report_supported_operation_codes;
mod request_sense;
pub mod security_protocol_in;
mod test_unit_ready;

use std::fmt;
use std::time::Duration;

pub use inquiry::{Inquiry, VpdInquiry, VpdRaw};
pub use log_sense::{LogSense, LogSensePage};
pub use mode_sense::{ALL_PAGES, ALL_SUBPAGES, ModeSense6, ModeSense10, four_values};
pub use read_capacity::{ReadCapacity10, ReadCapacity16};
pub use report_luns::ReportLuns;
pub use report_supported_operation_codes::{ReportAllOperationCodes, ReportOperationCode};
pub use request_sense::RequestSense;
pub use security_protocol_in::{LevelZeroDiscovery, ReportSecurityProtocols, SecurityProtocolIn};
pub use test_unit_ready::TestUnitReady;

use crate::sense::Sense;
use crate::transport::{Completion, Data, Request, Transport, TransportError, status};
use crate::wire::spaced_hex;

/// The data that a command moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payload<'a> {
    /// None.
    None,
    /// At most so many bytes from the drive.
    In(usize),
    /// These bytes to the drive.
    Out(&'a [u8]),
}

/// What a drive answered.
#[derive(Debug, Clone, Copy)]
pub struct Reply<'a> {
    /// The data that came.
    pub data: &'a [u8],
    /// The sense data, if any.
    pub sense: &'a [u8],
}

/// The answer is shorter than the least that means anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{got} bytes came, at least {wanted} are needed")]
pub struct Truncated {
    /// The least that means anything.
    pub wanted: usize,
    /// What came.
    pub got: usize,
}

impl Truncated {
    /// `Ok` if `data` has at least `wanted` bytes.
    ///
    /// # Errors
    ///
    /// [`Truncated`] if it has fewer.
    pub const fn check(data: &[u8], wanted: usize) -> Result<(), Self> {
        if data.len() < wanted { Err(Self { wanted, got: data.len() }) } else { Ok(()) }
    }
}

/// How long an ordinary command may take; a drive that spins up first needs most of it.
pub const ORDINARY: Duration = Duration::from_secs(30);

/// A SCSI command.
pub trait Command {
    /// What its answer says.
    type Response;
    /// Its name in the standard.
    const NAME: &'static str;
    /// Its command descriptor block.
    fn cdb(&self) -> Vec<u8>;
    /// The data that it moves.
    fn payload(&self) -> Payload<'_> {
        Payload::None
    }
    /// How long it may take.
    fn timeout(&self) -> Duration {
        ORDINARY
    }
    /// True if a CHECK CONDITION with this sense data is this command's ordinary answer.
    fn answers(&self, sense: &[u8]) -> bool {
        let _ = sense;
        false
    }
    /// True if sense data shows a failure in spite of its key RECOVERED ERROR: as when the status
    /// of a command inside another one says so.
    fn rejects(&self, sense: &[u8]) -> bool {
        let _ = sense;
        false
    }
    /// Reads the answer.
    ///
    /// # Errors
    ///
    /// [`Truncated`] if too little came to mean anything.
    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated>;
}

/// A command that failed: which, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandError {
    /// The command's name in the standard.
    pub command: &'static str,
    /// Its command descriptor block.
    pub cdb: Vec<u8>,
    /// Why it failed.
    pub failure: Failure,
}

/// Why a command failed.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// It did not get to the drive, or its completion did not get back.
    Transport(TransportError),
    /// The drive answered CHECK CONDITION.
    Check(Box<Sense>),
    /// The drive answered another status.
    Status(u8),
    /// The drive answered too little.
    Truncated(Truncated),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (CDB {}): ", self.command, spaced_hex(&self.cdb))?;
        match &self.failure {
            Failure::Transport(error) => write!(f, "{error}"),
            Failure::Check(sense) => write!(f, "{sense}"),
            Failure::Status(code) => {
                write!(f, "the drive answers status {} ({code:#04x})", status::name(*code))
            }
            Failure::Truncated(error) => write!(f, "the drive answers too little: {error}"),
        }
    }
}

impl std::error::Error for CommandError {}

impl CommandError {
    /// The sense data, if the drive answered CHECK CONDITION.
    #[must_use]
    pub fn sense(&self) -> Option<&Sense> {
        if let Failure::Check(sense) = &self.failure { Some(sense) } else { None }
    }

    /// True if nothing more can be asked of the drive: it is gone, hung, or was never there.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        matches!(
            self.failure,
            Failure::Transport(
                TransportError::Gone
                    | TransportError::Offline
                    | TransportError::NoSuchDevice
                    | TransportError::NoPermission
                    | TransportError::NotScsi
                    | TransportError::OutOfTime
                    | TransportError::TimedOut(_)
            )
        )
    }
}

/// The name of the command in a CDB, for people: never empty.
#[must_use]
pub fn name(cdb: &[u8]) -> String {
    match (names::cdb_name(cdb), cdb.first()) {
        (Some(name), _) => name.to_owned(),
        (None, Some(code)) => format!("operation code {code:02x}h"),
        (None, None) => "no command".to_owned(),
    }
}

/// Sends a command and reads its answer.
///
/// # Errors
///
/// [`CommandError`] if it did not get there, the drive refused it, or answered too little.
pub fn send<C: Command>(to: &mut dyn Transport, command: &C) -> Result<C::Response, CommandError> {
    let cdb = command.cdb();
    let failed = |cdb: Vec<u8>, failure| CommandError { command: C::NAME, cdb, failure };
    let mut buffer = Vec::new();
    let data = match command.payload() {
        Payload::None => Data::None,
        Payload::In(length) => {
            buffer.resize(length, 0);
            Data::In(&mut buffer)
        }
        Payload::Out(bytes) => Data::Out(bytes),
    };
    let request = Request { cdb: &cdb, data, timeout: command.timeout() };
    let completion = match to.execute(request) {
        Ok(completion) => completion,
        Err(error) => return Err(failed(cdb, Failure::Transport(error))),
    };
    let Completion { status: code, sense, transferred } = completion;
    let data = buffer.get(..transferred.min(buffer.len())).unwrap_or_default();
    let usable = match code {
        status::GOOD | status::CONDITION_MET => true,
        // A recovered error comes with the data, and an answer may be a CHECK CONDITION.
        status::CHECK_CONDITION => {
            command.answers(&sense)
                || (Sense::parse(&sense).is_some_and(|sense| sense.key == 1) && !command.rejects(&sense))
        }
        _ => false,
    };
    if !usable {
        let failure = match Sense::parse(&sense) {
            Some(sense) if code == status::CHECK_CONDITION => Failure::Check(Box::new(sense)),
            _ => Failure::Status(code),
        };
        return Err(failed(cdb, failure));
    }
    command.decode(Reply { data, sense: &sense }).map_err(|error| failed(cdb, Failure::Truncated(error)))
}
