//! Capacity (log 30h, page 02h), ACS-5.

use std::borrow::Cow;

use sg::wire::{ByteCount, Meaning, Sectors, WordCount, be, names};

use super::{field, flag_at, gate, page};

sg::record! {
    /// How many sectors, and how they lie on the physical ones.
    pub struct CapacityFields[8..512] {
        /// The number of user addressable logical sectors.
        device_capacity: Sectors = field(8, 47, 0), "DEVICE CAPACITY";
        /// LOGICAL TO PHYSICAL SECTOR RELATIONSHIP is valid.
        logical_to_physical_sector_relationship_supported: bool = flag_at(16, 62),
            "LOGICAL TO PHYSICAL SECTOR RELATIONSHIP SUPPORTED";
        /// LOGICAL SECTOR SIZE is valid: it is more than 256 words.
        logical_sector_size_supported: bool = flag_at(16, 61), "LOGICAL SECTOR SIZE SUPPORTED";
        /// What becomes of a write that does not begin or end with a physical sector.
        alignment_error_reporting: u8 = field(16, 21, 20), "ALIGNMENT ERROR REPORTING", names(&[
            (0, "not reported"),
            (1, "the write is done, and the alignment error is reported"),
            (2, "the write is not done, and the alignment error is reported"),
        ]);
        /// Logical sectors in a physical one, as a power of two.
        logical_to_physical_sector_relationship: u8 = field(16, 19, 16),
            "LOGICAL TO PHYSICAL SECTOR RELATIONSHIP", Meaning::Rule(sectors);
        /// Where LBA 0 lies in its physical sector.
        logical_sector_offset: Sectors = field(16, 15, 0), "LOGICAL SECTOR OFFSET";
        /// The size of a logical sector.
        logical_sector_size: WordCount = field(24, 31, 0), "LOGICAL SECTOR SIZE", Meaning::Rule(bytes);
        /// The size of the buffer.
        nominal_buffer_size: ByteCount = field(32, 62, 0), "NOMINAL BUFFER SIZE";
    }
    reserved {
        field(8, 62, 48), "reserved";
        gate(8), "a gate";
        field(16, 60, 22), "reserved";
        gate(16), "a gate";
        field(24, 62, 32), "reserved";
        gate(24), "a gate";
        gate(32), "a gate";
        be(40, 472), "reserved";
    }
}

page! {
    /// Capacity, sector sizes and buffer.
    Capacity, CapacityFields, 0x02, "ata:30/02", "Capacity"
}

fn sectors(exponent: u64) -> Option<Cow<'static, str>> {
    Some(format!("{} logical sectors in a physical sector", 1u64 << exponent.min(63)).into())
}

fn bytes(words: u64) -> Option<Cow<'static, str>> {
    (words > 0).then(|| format!("{} bytes", words.saturating_mul(2)).into())
}
