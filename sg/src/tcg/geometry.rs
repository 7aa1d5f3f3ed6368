//! Geometry reporting feature (0003h), TCG Opal SSC, and namespace geometry reporting feature
//! (0405h), TCG Opal SSC Feature Set Configurable Namespace Locking: the same fields.

use crate::wire::{Blocks, ByteCount, be32, be64, bit, bits, flag, text};

crate::record! {
    /// How locking ranges should be aligned.
    pub struct Geometry[4..32] {
        /// Ranges must be aligned.
        align: bool = bit(4, 0), "ALIGN",
            flag("ranges must be aligned", "ranges may begin and end anywhere");
        /// A logical block.
        logical_block_size: ByteCount = be32(12), "LogicalBlockSize";
        /// Ranges begin at, and have a length of, a multiple of it.
        alignment_granularity: Blocks = be64(16), "AlignmentGranularity";
        /// The first LBA that is aligned.
        lowest_aligned_lba: u64 = be64(24), "LowestAlignedLBA";
    }
    reserved {
        bits(4, 7, 1), "reserved";
        text(5, 7), "reserved";
    }
}
