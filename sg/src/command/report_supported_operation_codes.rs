//! REPORT SUPPORTED OPERATION CODES (A3h/0Ch), SPC-5 6.35.

use binrw::BinWrite;

use super::{Command, Payload, Reply, Truncated};
use crate::rsoc::{AllCommands, OneCommand, decode_all, decode_one};
use crate::wire::{Decoded, to_bytes};

#[derive(Debug, BinWrite)]
#[bw(big)]
struct Cdb {
    operation_code: u8,
    service_action: u8,
    /// RCTD in bit 7, REPORTING OPTIONS in bits 2:0.
    options: u8,
    requested_operation_code: u8,
    requested_service_action: u16,
    allocation_length: u32,
    reserved: u8,
    control: u8,
}

fn cdb(rctd: bool, options: u8, code: u8, action: u16, allocation_length: u32) -> Vec<u8> {
    to_bytes(&Cdb {
        operation_code: 0xa3,
        service_action: 0x0c,
        options: u8::from(rctd) << 7 | options,
        requested_operation_code: code,
        requested_service_action: action,
        allocation_length,
        reserved: 0,
        control: 0,
    })
}

fn length(allocation: u32) -> usize {
    usize::try_from(allocation).unwrap_or(usize::MAX)
}

/// Asks for all commands that the drive takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportAllOperationCodes {
    /// Ask for the timeouts as well (RCTD).
    pub timeouts: bool,
    /// How many bytes the drive may send: 4, and 8 (with timeouts 20) a command.
    pub allocation: u32,
}

impl Command for ReportAllOperationCodes {
    type Response = Decoded<AllCommands>;
    const NAME: &'static str = "REPORT SUPPORTED OPERATION CODES";

    fn cdb(&self) -> Vec<u8> {
        cdb(self.timeouts, 0, 0, 0, self.allocation)
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(length(self.allocation))
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 4)?;
        Ok(decode_all(reply.data))
    }
}

/// Asks for one command.
///
/// A drive refuses (INVALID FIELD IN CDB) a question with service action about an operation code
/// that has none, and the other way round; SPC-4 gave [`Ask::Either`] for that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportOperationCode {
    /// Which one.
    pub ask: Ask,
    /// Ask for the timeouts as well (RCTD).
    pub timeouts: bool,
    /// How many bytes the drive may send: 4, the CDB's length, and with timeouts 12.
    pub allocation: u32,
}

/// Which command is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// An operation code that has no service actions (reporting option 1).
    OperationCode(u8),
    /// An operation code and service action (reporting option 2).
    ServiceAction(u8, u16),
    /// An operation code; the service action counts if it has any (reporting option 3).
    Either(u8, u16),
}

impl Command for ReportOperationCode {
    type Response = Decoded<OneCommand>;
    const NAME: &'static str = "REPORT SUPPORTED OPERATION CODES";

    fn cdb(&self) -> Vec<u8> {
        let (option, code, action) = match self.ask {
            Ask::OperationCode(code) => (1, code, 0),
            Ask::ServiceAction(code, action) => (2, code, action),
            Ask::Either(code, action) => (3, code, action),
        };
        cdb(self.timeouts, option, code, action, self.allocation)
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(length(self.allocation))
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 4)?;
        Ok(decode_one(reply.data))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::command::send;
    use crate::rsoc::Support;
    use crate::transport::Script;

    #[test]
    fn all_commands_with_their_timeouts() {
        let mut drive = Script::new().good(
            &[0xa3, 0x0c, 0x80, 0, 0, 0, 0, 0, 0x10, 0, 0, 0],
            &[
                0, 0, 0, 28, // two commands
                0x12, 0, 0, 0, 0, 0, 0, 6, // INQUIRY
                0x48, 0, 0, 3, 0, 0x03, 0, 10, 0, 10, 0, 0, 0, 0, 0, 5, 0, 0, 0x1c,
                0x20, // crypto erase
            ],
        );
        let all = send(&mut drive, &ReportAllOperationCodes { timeouts: true, allocation: 4096 }).unwrap();
        assert_eq!(all.notes, []);
        assert_eq!(all.value.recommended_timeout(0x48, Some(3)), Some(Duration::from_secs(7200)));
        assert_eq!(all.value.recommended_timeout(0x48, Some(1)), None);
        assert_eq!(all.value.recommended_timeout(0x12, None), None);
        assert!(all.value.find(0x12, Some(1)).is_some(), "listed without service action");
        drive.end();
    }

    #[test]
    fn one_command_is_asked_for_in_three_ways() {
        let answer = [0, 0x03, 0, 6, 0x12, 1, 0xff, 0xff, 0xff, 0];
        let mut drive = Script::new()
            .good(&[0xa3, 0x0c, 1, 0x12, 0, 0, 0, 0, 0, 64, 0, 0], &answer)
            .good(&[0xa3, 0x0c, 0x82, 0x9e, 0, 0x10, 0, 0, 0, 64, 0, 0], &[0, 1, 0, 0])
            .good(&[0xa3, 0x0c, 3, 0x7f, 0x1f, 0xf0, 0, 0, 0, 64, 0, 0], &[0, 0, 0, 0]);
        let mut ask = |ask, timeouts| {
            send(&mut drive, &ReportOperationCode { ask, timeouts, allocation: 64 }).unwrap().value
        };
        let one = ask(Ask::OperationCode(0x12), false);
        assert_eq!(one.support(), Some(Support::Standard));
        assert!(one.uses(1, 0x01) && !one.uses(1, 0x02) && !one.uses(6, 1));
        assert_eq!(ask(Ask::ServiceAction(0x9e, 0x10), true).support(), Some(Support::No));
        assert_eq!(ask(Ask::Either(0x7f, 0x1ff0), false).support(), Some(Support::Unknown));
        drive.end();
    }
}
