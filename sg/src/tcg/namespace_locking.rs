//! Configurable namespace locking feature (0403h), TCG Opal SSC Feature Set Configurable Namespace
//! Locking.

use crate::wire::{be32, bit, bits, flag, text};

crate::record! {
    /// Locking by namespaces.
    pub struct NamespaceLocking[4..20] {
        /// Whether namespaces can have ranges of their own.
        range_c: bool = bit(4, 7), "RANGE_C", flag(
            "ranges of a namespace can be set up",
            "a namespace has its global range alone",
        );
        /// Whether there are such ranges.
        range_p: bool = bit(4, 6), "RANGE_P", flag(
            "a namespace has ranges of its own",
            "no namespace has ranges of its own",
        );
        /// Whether single user mode goes with it.
        sum_c: bool = bit(4, 5), "SUM_C";
        /// How many media encryption keys there can be.
        maximum_key_count: u32 = be32(8), "MAXIMUM KEY COUNT";
        /// How many of them are free.
        unused_key_count: u32 = be32(12), "UNUSED KEY COUNT";
        /// How many ranges a namespace can have.
        maximum_ranges_per_namespace: u32 = be32(16), "MAXIMUM RANGES PER NAMESPACE";
    }
    reserved {
        bits(4, 4, 0), "reserved";
        text(5, 3), "reserved";
    }
}
