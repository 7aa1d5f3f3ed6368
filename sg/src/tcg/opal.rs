//! Opal SSC V2.00 feature (0203h), TCG Storage SSC Opal 2.30, and Ruby SSC V1.00 feature (0304h),
//! TCG Storage SSC Ruby 1.00: the same fields.

use super::FeatureHeader;
use super::enterprise::CROSSING;
use crate::section::{Entry, Value};
use crate::wire::{Meaning, be16, bit, bits, byte, names, text};

/// The PIN of SID, the drive's owner, as it leaves the factory.
pub(super) const INITIAL_PIN: Meaning = names(&[
    (0x00, "the PIN of SID is at first that of MSID, which anybody can read"),
    (0xff, "the PIN of SID is at first not that of MSID, but the vendor's choice"),
]);
/// The PIN of SID after a revert.
pub(super) const REVERTED_PIN: Meaning = names(&[
    (0x00, "a revert sets the PIN of SID to that of MSID"),
    (0xff, "a revert sets the PIN of SID to the vendor's choice, not to that of MSID"),
]);

crate::record! {
    /// An SSC with users and ranges.
    pub struct Opal[4..20] {
        /// The first ComID to speak to it.
        base_com_id: u16 = be16(4), "BASE COMID";
        /// How many ComIDs there are from that on.
        number_of_com_ids: u16 = be16(6), "NUMBER OF COMIDS";
        /// What becomes of a command that touches more than one range.
        range_crossing_behavior: bool = bit(8, 0), "RANGE CROSSING BEHAVIOR", CROSSING;
        /// How many administrators the locking SP can have.
        admin_authorities: u16 = be16(9), "NUMBER OF LOCKING SP ADMIN AUTHORITIES SUPPORTED";
        /// How many users the locking SP can have.
        user_authorities: u16 = be16(11), "NUMBER OF LOCKING SP USER AUTHORITIES SUPPORTED";
        /// The owner's PIN at first.
        initial_pin_indicator: u8 = byte(13), "INITIAL C_PIN_SID PIN INDICATOR", INITIAL_PIN;
        /// The owner's PIN after a revert.
        behavior_upon_revert: u8 = byte(14), "BEHAVIOR OF C_PIN_SID PIN UPON TPER REVERT", REVERTED_PIN;
    }
    reserved {
        bits(8, 7, 1), "reserved for future common SSC parameters";
        text(15, 5), "reserved for future common SSC parameters";
    }
}

/// Which edition of the Opal SSC the minor version in the descriptor's header stands for.
pub(super) fn specification(header: &FeatureHeader) -> Option<Entry> {
    let edition = match header.minor_version? {
        0 => "TCG Opal SSC 2.00",
        1 => "TCG Opal SSC 2.01",
        2 => "TCG Opal SSC 2.02",
        3 => "TCG Opal SSC 2.30",
        _ => return None,
    };
    Some(Entry::derived("specification", "specification", Value::Text(edition.into())))
}
