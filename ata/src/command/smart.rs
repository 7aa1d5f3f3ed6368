//! SMART (B0h): RETURN STATUS (DAh) and READ LOG (D5h).
//!
//! Every SMART command carries C24Fh in LBA 23:8, the key that distinguishes it.

use std::fmt;

use serde::Serialize;
use sg::command::{Payload, Truncated};

use super::{AtaCommand, AtaReply, BLOCK, Protocol};
use crate::taskfile::{Registers, Taskfile};

/// LBA 23:8 of every SMART command.
const KEY: u64 = 0xc2_4f00;

/// Asks whether a threshold was exceeded: the drive's own forecast of its failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmartReturnStatus;

/// What the drive forecasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SmartStatus {
    /// LBA 23:8 is C24Fh: no threshold is exceeded.
    Passed,
    /// LBA 23:8 is 2CF4h: a threshold is exceeded.
    Failing,
    /// Neither, or the registers did not come back: nothing is known.
    Unknown {
        /// What came back instead.
        registers: Option<Registers>,
    },
}

impl fmt::Display for SmartStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("passed: no threshold is exceeded"),
            Self::Failing => f.write_str("failing: a threshold is exceeded"),
            Self::Unknown { registers: None } => {
                f.write_str("unknown: the host adapter returned no registers")
            }
            Self::Unknown { registers: Some(registers) } => {
                write!(f, "unknown: LBA 23:8 is neither C24Fh nor 2CF4h ({registers})")
            }
        }
    }
}

impl AtaCommand for SmartReturnStatus {
    type Response = SmartStatus;
    const NAME: &'static str = "SMART RETURN STATUS";

    fn taskfile(&self) -> Taskfile {
        Taskfile { command: 0xb0, feature: 0xda, lba: KEY, ..Taskfile::default() }
    }

    fn protocol(&self) -> Protocol {
        Protocol::NonData
    }

    fn needs_registers(&self) -> bool {
        true
    }

    fn decode(&self, reply: AtaReply<'_>) -> Result<Self::Response, Truncated> {
        Ok(match reply.registers.map(|registers| registers.lba_24() >> 8) {
            Some(0xc24f) => SmartStatus::Passed,
            Some(0x2cf4) => SmartStatus::Failing,
            _ => SmartStatus::Unknown { registers: reply.registers },
        })
    }
}

/// Reads a SMART log: for drives without general purpose logs, and for logs that only SMART reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmartReadLog {
    /// LOG ADDRESS.
    pub log: u8,
    /// How many pages of 512 bytes, from the first one on.
    pub count: u8,
}

impl AtaCommand for SmartReadLog {
    /// The pages, or as much of them as came.
    type Response = Vec<u8>;
    const NAME: &'static str = "SMART READ LOG";

    fn taskfile(&self) -> Taskfile {
        Taskfile {
            command: 0xb0,
            feature: 0xd5,
            count: self.count.into(),
            lba: KEY | u64::from(self.log),
            ..Taskfile::default()
        }
    }

    fn protocol(&self) -> Protocol {
        Protocol::PioIn
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(usize::from(self.count) * BLOCK)
    }

    fn decode(&self, reply: AtaReply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 1)?;
        Ok(reply.data.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::test::{both, returns};

    const STATUS12: [u8; 12] = [0xa1, 0x06, 0x20, 0xda, 0, 0, 0x4f, 0xc2, 0, 0xb0, 0, 0];
    const STATUS16: [u8; 16] = [0x85, 0x06, 0x20, 0, 0xda, 0, 0, 0, 0, 0, 0x4f, 0, 0xc2, 0, 0xb0, 0];

    fn status(sense: &[u8]) -> SmartStatus {
        let [short, long] =
            both(&SmartReturnStatus, &STATUS12, &STATUS16, |script, cdb| script.check(cdb, sense));
        assert_eq!(short, long);
        short
    }

    #[test]
    fn status_is_passed_failing_or_unknown() {
        assert_eq!(status(&returns(false, 0, 0, 0xc2_4f00, 0, 0x50)), SmartStatus::Passed);
        assert_eq!(status(&returns(false, 0, 0, 0x2c_f400, 0, 0x50)), SmartStatus::Failing);
        // Half of the key changed: neither.
        let odd = status(&returns(false, 0, 0, 0x2c_4f00, 0, 0x50));
        assert!(matches!(odd, SmartStatus::Unknown { registers: Some(_) }), "{odd}");
    }

    #[test]
    fn status_in_the_fixed_format() {
        let fixed = |mid, high| [0xf0, 0, 1, 0, 0x50, 0, 0, 10, 0, 0, mid, high, 0, 0x1d, 0, 0, 0, 0];
        assert_eq!(status(&fixed(0x4f, 0xc2)), SmartStatus::Passed);
        assert_eq!(status(&fixed(0xf4, 0x2c)), SmartStatus::Failing);
    }

    #[test]
    fn status_without_registers_is_never_passed() {
        let unknown = SmartStatus::Unknown { registers: None };
        let answers = both(&SmartReturnStatus, &STATUS12, &STATUS16, |script, cdb| script.good(cdb, &[]));
        assert_eq!(answers, [unknown; 2]);
        assert_eq!(status(&returns(false, 0, 0, 0, 0, 0)), unknown, "a descriptor of zeros");
        assert_eq!(status(&[0x72, 1, 0, 0x1d, 0, 0, 0, 0]), unknown, "no descriptor");
    }

    #[test]
    fn read_log_cdb() {
        let data: Vec<u8> = (0..=255).cycle().take(1024).collect();
        let answers = both(
            &SmartReadLog { log: 0x04, count: 2 },
            &[0xa1, 0x08, 0x0e, 0xd5, 2, 0x04, 0x4f, 0xc2, 0, 0xb0, 0, 0],
            &[0x85, 0x08, 0x0e, 0, 0xd5, 0, 2, 0, 0x04, 0, 0x4f, 0, 0xc2, 0, 0xb0, 0],
            |script, cdb| script.good(cdb, &data),
        );
        assert_eq!(answers, [data.clone(), data]);
    }
}
