//! Locking feature (0002h), TCG Storage Architecture Core Specification; bits 6 and 7 since the
//! Pyrite SSC and Opal SSC 2.02.

use std::fmt;

use crate::wire::{bit, flag, text};

crate::record! {
    /// Whether the data are encrypted, and locked.
    pub struct Locking[4..16] {
        /// Locks and the state of the shadow MBR can follow a hardware reset.
        hardware_reset: bool = bit(4, 7), "HW RESET FOR LOR/DOR SUPPORTED", flag(
            "LockOnReset and DoneOnReset may name hardware resets",
            "LockOnReset and DoneOnReset do not take hardware resets, or the drive does not tell",
        );
        /// There is no shadow MBR.
        mbr_shadowing_absent: bool = bit(4, 6), "MBR SHADOWING NOT SUPPORTED",
            flag("there is no shadow MBR", "there is a shadow MBR");
        /// The host has done with the shadow MBR: reads bring the medium.
        mbr_done: bool = bit(4, 5), "MBR DONE";
        /// After power on, reads of the first blocks bring the shadow MBR.
        mbr_enabled: bool = bit(4, 4), "MBR ENABLED";
        /// The medium is encrypted.
        media_encryption: bool = bit(4, 3), "MEDIA ENCRYPTION",
            flag("the drive encrypts what it stores", "the drive does not encrypt what it stores");
        /// A range is locked, for reads or for writes.
        locked: bool = bit(4, 2), "LOCKED", flag("at least one range is locked", "no range is locked");
        /// Locking is activated.
        locking_enabled: bool = bit(4, 1), "LOCKING ENABLED",
            flag("the locking SP is active", "the locking SP is not active");
        /// Locking is there.
        locking_supported: bool = bit(4, 0), "LOCKING SUPPORTED";
    }
    reserved {
        text(5, 11), "reserved";
    }
}

/// Whether data can be locked, and whether they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockingState {
    /// They cannot.
    NotSupported,
    /// They could, but nobody has activated it.
    NotEnabled,
    /// It is activated, and at least one range is locked.
    Locked,
    /// It is activated, and no range is locked.
    Unlocked,
}

impl fmt::Display for LockingState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotSupported => "not supported",
            Self::NotEnabled => "supported, not enabled",
            Self::Locked => "enabled, locked",
            Self::Unlocked => "enabled, unlocked",
        })
    }
}

impl Locking {
    /// The three bits as one state. `None` if the descriptor ended before them.
    #[must_use]
    pub fn state(&self) -> Option<LockingState> {
        Some(match (self.locking_supported?, self.locking_enabled?, self.locked?) {
            (false, _, _) => LockingState::NotSupported,
            (true, false, _) => LockingState::NotEnabled,
            (true, true, true) => LockingState::Locked,
            (true, true, false) => LockingState::Unlocked,
        })
    }
}
