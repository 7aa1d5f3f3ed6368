//! Enterprise SSC feature (0100h), TCG Storage SSC Enterprise, and Opal SSC V1.00 feature (0200h),
//! TCG Storage SSC Opal 1.00: the same fields.

use crate::wire::{Meaning, be16, bit, bits, flag, text};

/// What becomes of a read or write that touches more than one range.
pub(super) const CROSSING: Meaning = flag(
    "a command that touches more than one range is refused",
    "a command may touch more than one range if all are unlocked",
);

crate::record! {
    /// An SSC that says how to speak to it, and nothing more.
    pub struct Enterprise[4..20] {
        /// The first ComID to speak to it.
        base_com_id: u16 = be16(4), "BASE COMID";
        /// How many ComIDs there are from that on.
        number_of_com_ids: u16 = be16(6), "NUMBER OF COMIDS";
        /// What becomes of a command that touches more than one range.
        range_crossing_behavior: bool = bit(8, 0), "RANGE CROSSING BEHAVIOR", CROSSING;
    }
    reserved {
        bits(8, 7, 1), "reserved for future common SSC parameters";
        text(9, 11), "reserved for future common SSC parameters";
    }
}
