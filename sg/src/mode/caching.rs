//! Caching (08h), SBC-4.

use std::borrow::Cow;

use super::PageHeader;
use crate::page::Page;
use crate::section::Item;
use crate::wire::{
    Blocks, ByteCount, Layout, Meaning, Notes, Record, be16, be24, bit, bits, byte, flag, names,
};

/// How data that a command brought into the cache fares against data that came there otherwise.
const RETENTION: Meaning = names(&[
    (0x0, "as any other data"),
    (0x1, "replaced sooner than other data"),
    (0xf, "kept as long as other data can be replaced"),
]);

/// No pre-fetch at all is a special number of the length above which there is none.
const NO_PREFETCH: Meaning =
    Meaning::Rule(|number| (number == 0).then_some(Cow::Borrowed("pre-fetch is disabled")));

crate::record! {
    /// What the drive does with its cache.
    pub struct Caching[2..20] {
        /// Who decides how the cache is cut into segments.
        initiator_control: bool = bit(2, 7), "IC",
            flag("the segments below rule the cache", "the drive's own algorithm rules the cache");
        /// What a new command does to a pre-fetch.
        abort_prefetch: bool = bit(2, 6), "ABPF",
            flag("a new command ends a pre-fetch", "a pre-fetch is the drive's to end");
        /// Whether the drive may study its cache to tune it.
        caching_analysis_permitted: bool = bit(2, 5), "CAP",
            flag("the drive may analyse its caching", "no caching analysis");
        /// Whether a pre-fetch goes on where it costs time, as across cylinders.
        discontinuity: bool = bit(2, 4), "DISC",
            flag("a pre-fetch goes on across discontinuities", "a pre-fetch ends at a discontinuity");
        /// Which of the two fields on segments counts.
        size_enable: bool = bit(2, 3), "SIZE",
            flag("CACHE SEGMENT SIZE counts", "NUMBER OF CACHE SEGMENTS counts");
        /// Whether a write may complete before its data is on the medium.
        write_cache_enable: bool = bit(2, 2), "WCE",
            flag("write-back: a write may complete from the cache",
                 "write-through: a write completes when it is on the medium");
        /// What the two pre-fetch fields count.
        multiplication_factor: bool = bit(2, 1), "MF",
            flag("pre-fetch is in multiples of the transfer length", "pre-fetch is in blocks");
        /// Whether reads may be answered from the cache.
        read_cache_disable: bool = bit(2, 0), "RCD",
            flag("reads come from the medium", "reads may come from the cache");
        /// How long data stays that a READ brought.
        demand_read_retention_priority: u8 = bits(3, 7, 4), "DEMAND READ RETENTION PRIORITY", RETENTION;
        /// How long data stays that a WRITE brought.
        write_retention_priority: u8 = bits(3, 3, 0), "WRITE RETENTION PRIORITY", RETENTION;
        /// Commands longer than this cause no pre-fetch.
        disable_prefetch_transfer_length: Blocks = be16(4), "DISABLE PRE-FETCH TRANSFER LENGTH", NO_PREFETCH;
        /// The least that is pre-fetched; unit: see MF.
        minimum_prefetch: u16 = be16(6), "MINIMUM PRE-FETCH";
        /// The most that is pre-fetched; unit: see MF.
        maximum_prefetch: u16 = be16(8), "MAXIMUM PRE-FETCH";
        /// The most blocks that are pre-fetched, whatever the multiplication gives.
        maximum_prefetch_ceiling: Blocks = be16(10), "MAXIMUM PRE-FETCH CEILING";
        /// Whether the blocks of one command are written in ascending order.
        force_sequential_write: bool = bit(12, 7), "FSW",
            flag("blocks are written in ascending order", "blocks may be written in any order");
        /// What CACHE SEGMENT SIZE counts.
        logical_block_cache_segment_size: bool = bit(12, 6), "LBCSS",
            flag("CACHE SEGMENT SIZE is in blocks", "CACHE SEGMENT SIZE is in bytes");
        /// Whether the drive reads ahead of what was asked for.
        disable_read_ahead: bool = bit(12, 5), "DRA",
            flag("no read-ahead", "the drive may read ahead");
        /// Bits that are the vendor's.
        vendor_specific: u8 = bits(12, 4, 3), "vendor specific (byte 12 4:3)";
        /// Whether SYNCHRONIZE CACHE tells its progress, and what is served meanwhile.
        synchronize_cache_progress: u8 = bits(12, 2, 1), "SYNC_PROG", names(&[
            (0, "SYNCHRONIZE CACHE tells no progress"),
            (1, "progress can be polled; other commands are served meanwhile"),
            (2, "progress can be polled; commands for the medium are refused meanwhile"),
            (3, "reserved"),
        ]);
        /// Whether a non-volatile cache may be used.
        non_volatile_cache_disable: bool = bit(12, 0), "NV_DIS",
            flag("the non-volatile cache is disabled", "a non-volatile cache may be used");
        /// How many segments the cache has.
        number_of_cache_segments: u8 = byte(13), "NUMBER OF CACHE SEGMENTS";
        /// How large a segment is; unit: see LBCSS.
        cache_segment_size: u16 = be16(14), "CACHE SEGMENT SIZE";
        /// Buffer that is kept from the cache (obsolete since SBC-2).
        non_cache_segment_size: ByteCount = be24(17), "NON-CACHE SEGMENT SIZE";
    }
    reserved {
        byte(16), "reserved";
    }
}

impl Caching {
    /// The unit of MINIMUM PRE-FETCH and MAXIMUM PRE-FETCH, if MF was returned.
    #[must_use]
    pub fn prefetch_unit(&self) -> Option<&'static str> {
        Some(if self.multiplication_factor? { "× transfer length" } else { "blocks" })
    }

    /// The unit of CACHE SEGMENT SIZE, if LBCSS was returned.
    #[must_use]
    pub fn segment_unit(&self) -> Option<&'static str> {
        Some(if self.logical_block_cache_segment_size? { "blocks" } else { "bytes" })
    }
}

impl Page for Caching {
    const KEY: &'static str = "mode:08";
    const CODE: u8 = 0x08;
    const TITLE: &'static str = "Caching";
    const LAYOUTS: &'static [Layout] = &[PageHeader::LAYOUT, Self::LAYOUT];

    fn decode(page: &[u8], _: &mut Notes) -> Self {
        Self::read(page)
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.entries(page, 0);
        for item in &mut items {
            let Item::Entry(entry) = item else { continue };
            let unit = match entry.key.as_ref() {
                "minimum_prefetch" if self.minimum_prefetch.is_some() => self.prefetch_unit(),
                "maximum_prefetch" if self.maximum_prefetch.is_some() => self.prefetch_unit(),
                "cache_segment_size" if self.cache_segment_size.is_some() => self.segment_unit(),
                _ => continue,
            };
            entry.unit = unit.map(Cow::Borrowed);
        }
        items
    }
}
