//! Block limits (B0h), SBC-4 6.6.4, with what SBC-6 appends.

use std::borrow::Cow;

use crate::page::Page;
use crate::section::Item;
use crate::wire::{Blocks, Layout, Meaning, Notes, Record, be16, be32, be64, bit, bits, byte, flag};

/// Most limits say "not reported" with a zero.
const ZERO: Meaning = Meaning::Rule(|number| (number == 0).then_some(Cow::Borrowed("not reported")));

/// The limits of a command that is not supported are zero.
const UNSUPPORTED: Meaning =
    Meaning::Rule(|number| (number == 0).then_some(Cow::Borrowed("COMPARE AND WRITE is not supported")));

/// A zero that lifts a rule.
const UNALIGNED: Meaning =
    Meaning::Rule(|number| (number == 0).then_some(Cow::Borrowed("atomic writes need no alignment")));
const ANY_LENGTH: Meaning =
    Meaning::Rule(|number| (number == 0).then_some(Cow::Borrowed("atomic writes may have any length")));
const ONE_BLOCK: Meaning = Meaning::Rule(|number| {
    (number == 0).then_some(Cow::Borrowed("only single blocks are written atomically"))
});

/// A limit that all ones lift.
const ALL_ONES: Meaning =
    Meaning::Rule(|number| (number == 0xffff).then_some(Cow::Borrowed("no limit is reported")));

crate::record! {
    /// How much of what a drive takes in one command, and in which steps it likes it.
    pub struct BlockLimits[4..66] {
        /// A WRITE SAME of zero blocks is refused.
        wsnz: bool = bit(4, 0), "WSNZ",
            flag("WRITE SAME of zero blocks is refused", "WRITE SAME of zero blocks goes to the last block");
        /// The most blocks of a COMPARE AND WRITE.
        maximum_compare_and_write_length: Blocks = byte(5), "MAXIMUM COMPARE AND WRITE LENGTH", UNSUPPORTED;
        /// Transfers should be a multiple of it.
        optimal_transfer_length_granularity: Blocks = be16(6), "OPTIMAL TRANSFER LENGTH GRANULARITY", ZERO;
        /// The most blocks of a read or a write.
        maximum_transfer_length: Blocks = be32(8), "MAXIMUM TRANSFER LENGTH", ZERO;
        /// Beyond it a transfer gets slower.
        optimal_transfer_length: Blocks = be32(12), "OPTIMAL TRANSFER LENGTH", ZERO;
        /// The most blocks of a PRE-FETCH.
        maximum_prefetch_length: Blocks = be32(16), "MAXIMUM PREFETCH LENGTH", ZERO;
        /// The most blocks of an UNMAP, over all of its descriptors.
        maximum_unmap_lba_count: Blocks = be32(20), "MAXIMUM UNMAP LBA COUNT", Meaning::Rule(unmap);
        /// The most descriptors of an UNMAP.
        maximum_unmap_block_descriptor_count: u32 = be32(24), "MAXIMUM UNMAP BLOCK DESCRIPTOR COUNT",
            Meaning::Rule(unmap);
        /// UNMAPs should be a multiple of it.
        optimal_unmap_granularity: Blocks = be32(28), "OPTIMAL UNMAP GRANULARITY", ZERO;
        /// Whether the alignment is valid.
        ugavalid: bool = bit(32, 7), "UGAVALID";
        /// The LBA where the first unmap granule begins.
        unmap_granularity_alignment: Blocks = be32(32).bits(30, 0).when(32, 0x80, 0x80), "UNMAP GRANULARITY ALIGNMENT";
        /// The most blocks of a WRITE SAME.
        maximum_write_same_length: Blocks = be64(36), "MAXIMUM WRITE SAME LENGTH", ZERO;
        /// The most blocks of an atomic write.
        maximum_atomic_transfer_length: Blocks = be32(44), "MAXIMUM ATOMIC TRANSFER LENGTH", ZERO;
        /// Atomic writes begin at a multiple of it.
        atomic_alignment: Blocks = be32(48), "ATOMIC ALIGNMENT", UNALIGNED;
        /// Atomic writes are a multiple of it.
        atomic_transfer_length_granularity: Blocks = be32(52), "ATOMIC TRANSFER LENGTH GRANULARITY", ANY_LENGTH;
        /// The most blocks of an atomic write that has boundaries.
        maximum_atomic_transfer_length_with_atomic_boundary: Blocks = be32(56),
            "MAXIMUM ATOMIC TRANSFER LENGTH WITH ATOMIC BOUNDARY", ZERO;
        /// The most blocks between two boundaries.
        maximum_atomic_boundary_size: Blocks = be32(60), "MAXIMUM ATOMIC BOUNDARY SIZE", ONE_BLOCK;
        /// The most descriptors of a COALESCING COPY (since SBC-6).
        maximum_coalescing_copy_lba_range_descriptors: u16 = be16(64),
            "MAXIMUM COALESCING COPY LBA RANGE DESCRIPTORS", ALL_ONES;
    }
    reserved {
        bits(4, 7, 1), "reserved";
    }
}

fn unmap(number: u64) -> Option<Cow<'static, str>> {
    match number {
        0 => Some("UNMAP is not supported".into()),
        0xffff_ffff => Some("no limit".into()),
        _ => None,
    }
}

impl Page for BlockLimits {
    const KEY: &'static str = "vpd:b0";
    const CODE: u8 = 0xb0;
    const TITLE: &'static str = "Block limits";
    const LAYOUTS: &'static [Layout] = &[Self::LAYOUT];

    fn decode(page: &[u8], _: &mut Notes) -> Self {
        Self::read(page)
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        self.entries(page, 0)
    }
}
