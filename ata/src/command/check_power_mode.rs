//! CHECK POWER MODE (E5h).

use std::fmt;

use serde::Serialize;
use sg::command::Truncated;

use super::{AtaCommand, AtaReply, Protocol};
use crate::taskfile::Taskfile;

/// Asks for the power mode. It wakes no drive, but a drive in sleep answers nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckPowerMode;

/// A power mode, as COUNT names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PowerMode {
    /// 00h: standby; with the extended power conditions, `standby_z`.
    Standby,
    /// 01h: `standby_y`.
    StandbyY,
    /// 40h: active, the non-volatile cache works and the spindle is down or spinning down (obsolete).
    NvCacheSpunDown,
    /// 41h: active, the non-volatile cache works and the spindle is up or spinning up (obsolete).
    NvCacheSpunUp,
    /// 80h: idle; which idle condition is not said.
    Idle,
    /// 81h: `idle_a`.
    IdleA,
    /// 82h: `idle_b`.
    IdleB,
    /// 83h: `idle_c`.
    IdleC,
    /// FFh: active or idle.
    ActiveOrIdle,
    /// A value that the standard does not name.
    Other(u8),
    /// The registers did not come back.
    Unknown,
}

impl PowerMode {
    /// The mode that COUNT names.
    #[must_use]
    pub const fn from_count(count: u8) -> Self {
        match count {
            0x00 => Self::Standby,
            0x01 => Self::StandbyY,
            0x40 => Self::NvCacheSpunDown,
            0x41 => Self::NvCacheSpunUp,
            0x80 => Self::Idle,
            0x81 => Self::IdleA,
            0x82 => Self::IdleB,
            0x83 => Self::IdleC,
            0xff => Self::ActiveOrIdle,
            other => Self::Other(other),
        }
    }

    /// True if a command that needs the medium would have to wait for the spindle; `None` if that
    /// is not known.
    #[must_use]
    pub const fn is_standby(&self) -> Option<bool> {
        match self {
            Self::Standby | Self::StandbyY | Self::NvCacheSpunDown => Some(true),
            Self::NvCacheSpunUp
            | Self::Idle
            | Self::IdleA
            | Self::IdleB
            | Self::IdleC
            | Self::ActiveOrIdle => Some(false),
            Self::Other(_) | Self::Unknown => None,
        }
    }
}

impl fmt::Display for PowerMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Standby => "standby (standby_z)",
            Self::StandbyY => "standby_y",
            Self::NvCacheSpunDown => "active on the non-volatile cache, spindle down",
            Self::NvCacheSpunUp => "active on the non-volatile cache, spindle up",
            Self::Idle => "idle",
            Self::IdleA => "idle_a",
            Self::IdleB => "idle_b",
            Self::IdleC => "idle_c",
            Self::ActiveOrIdle => "active or idle",
            Self::Other(count) => return write!(f, "not a mode that the standard names ({count:02x}h)"),
            Self::Unknown => "unknown: the host adapter returned no registers",
        })
    }
}

impl AtaCommand for CheckPowerMode {
    type Response = PowerMode;
    const NAME: &'static str = "CHECK POWER MODE";

    fn taskfile(&self) -> Taskfile {
        Taskfile { command: 0xe5, ..Taskfile::default() }
    }

    fn protocol(&self) -> Protocol {
        Protocol::NonData
    }

    fn needs_registers(&self) -> bool {
        true
    }

    fn decode(&self, reply: AtaReply<'_>) -> Result<Self::Response, Truncated> {
        Ok(reply.registers.map_or(PowerMode::Unknown, |r| PowerMode::from_count(r.count_low)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::test::{both, returns};

    const CDB12: [u8; 12] = [0xa1, 0x06, 0x20, 0, 0, 0, 0, 0, 0, 0xe5, 0, 0];
    const CDB16: [u8; 16] = [0x85, 0x06, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe5, 0];

    #[test]
    fn each_count_is_its_mode() {
        use PowerMode::*;
        for (count, mode, standby) in [
            (0x00, Standby, Some(true)),
            (0x01, StandbyY, Some(true)),
            (0x40, NvCacheSpunDown, Some(true)),
            (0x41, NvCacheSpunUp, Some(false)),
            (0x80, Idle, Some(false)),
            (0x81, IdleA, Some(false)),
            (0x82, IdleB, Some(false)),
            (0x83, IdleC, Some(false)),
            (0xff, ActiveOrIdle, Some(false)),
            (0x42, Other(0x42), None),
        ] {
            let sense = returns(false, 0, count, 0, 0, 0x50);
            let answers = both(&CheckPowerMode, &CDB12, &CDB16, |script, cdb| script.check(cdb, &sense));
            assert_eq!(answers, [mode, mode]);
            assert_eq!(mode.is_standby(), standby, "{mode}");
        }
    }

    #[test]
    fn without_registers_nothing_is_known() {
        // COUNT is 0 in a response without registers, and 0 would be standby.
        let answers = both(&CheckPowerMode, &CDB12, &CDB16, |script, cdb| script.good(cdb, &[]));
        assert_eq!(answers, [PowerMode::Unknown; 2]);
    }
}
