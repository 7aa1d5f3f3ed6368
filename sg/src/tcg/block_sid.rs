//! Block SID authentication feature (0402h), TCG Storage Feature Set Block SID Authentication;
//! freeze lock since its version 1.01.

use crate::wire::{bit, bits, flag, text};

crate::record! {
    /// Whether the drive's owner, SID, is known and can log in.
    pub struct BlockSid[4..16] {
        /// The locking SP is frozen.
        freeze_lock_state: bool = bit(4, 3), "LOCKING SP FREEZE LOCK STATE",
            flag("the locking SP is frozen", "the locking SP is not frozen");
        /// The locking SP can be frozen.
        freeze_lock_supported: bool = bit(4, 2), "LOCKING SP FREEZE LOCK SUPPORTED";
        /// Nobody can log in as owner until a reset or power cycle.
        sid_blocked: bool = bit(4, 1), "SID AUTHENTICATION BLOCKED STATE",
            flag("logging in as SID is blocked until a reset", "logging in as SID is not blocked");
        /// Somebody has taken ownership.
        sid_value_changed: bool = bit(4, 0), "SID VALUE STATE", flag(
            "the PIN of SID is not that of MSID: somebody owns the drive, or the vendor chose it",
            "the PIN of SID is that of MSID: nobody has taken ownership",
        );
        /// What ends the block.
        hardware_reset: bool = bit(5, 0), "HARDWARE RESET", flag(
            "a hardware reset ends the block of SID",
            "a hardware reset does not end the block of SID",
        );
    }
    reserved {
        bits(4, 7, 4), "reserved";
        bits(5, 7, 1), "reserved";
        text(6, 10), "reserved";
    }
}
