//! Locking LBA ranges control feature (0401h), TCG Enterprise SSC Feature Set Locking LBA Ranges
//! Control. That it is there says all: its bytes are reserved.

use crate::wire::{byte, text};

crate::record! {
    /// Ranges of an Enterprise drive can be set with fewer restrictions.
    pub struct LockingLbaRanges[4..16] {
    }
    reserved {
        byte(4), "reserved";
        text(5, 11), "reserved for range control";
    }
}
