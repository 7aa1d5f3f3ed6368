//! Single user mode feature (0201h), TCG Opal SSC Feature Set Single User Mode.

use crate::wire::{be32, bit, bits, flag, text};

crate::record! {
    /// Ranges that belong to one user each.
    pub struct SingleUser[4..16] {
        /// How many locking objects can be in this mode.
        number_of_locking_objects: u32 = be32(4), "NUMBER OF LOCKING OBJECTS SUPPORTED";
        /// Who sets where a range begins and ends.
        policy: bool = bit(8, 2), "POLICY", flag(
            "the administrators set where a range begins and ends",
            "the user of a range sets where it begins and ends",
        );
        /// All locking objects are in this mode.
        all: bool = bit(8, 1), "ALL",
            flag("all locking objects are in single user mode", "not all locking objects are in single user mode");
        /// A locking object is in this mode.
        any: bool = bit(8, 0), "ANY",
            flag("a locking object is in single user mode", "no locking object is in single user mode");
    }
    reserved {
        bits(8, 7, 3), "reserved";
        text(9, 7), "reserved";
    }
}
