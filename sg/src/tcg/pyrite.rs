//! Opalite SSC feature (0301h) and Pyrite SSC features (0302h: 1.00, 0303h: 2.00), of the TCG
//! Storage SSC of these names: the same fields, at the same places as Opal's.

use super::opal::{INITIAL_PIN, REVERTED_PIN};
use crate::wire::{be16, byte, text};

crate::record! {
    /// An SSC with the global range alone.
    pub struct Pyrite[4..20] {
        /// The first ComID to speak to it.
        base_com_id: u16 = be16(4), "BASE COMID";
        /// How many ComIDs there are from that on.
        number_of_com_ids: u16 = be16(6), "NUMBER OF COMIDS";
        /// The owner's PIN at first.
        initial_pin_indicator: u8 = byte(13), "INITIAL C_PIN_SID PIN INDICATOR", INITIAL_PIN;
        /// The owner's PIN after a revert.
        behavior_upon_revert: u8 = byte(14), "BEHAVIOR OF C_PIN_SID PIN UPON TPER REVERT", REVERTED_PIN;
    }
    reserved {
        text(8, 5), "reserved: Opal has its ranges' and authorities' fields here";
        text(15, 5), "reserved for future common SSC parameters";
    }
}
