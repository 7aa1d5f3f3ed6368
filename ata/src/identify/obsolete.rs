//! What the standards have dropped or lent out: streaming, NV cache, CompactFlash, vendor words.

use std::borrow::Cow;

use sg::wire::{
    Meaning, Microseconds, Milliamperes, Octets, Seconds, Sectors, StreamingUnits, names, word, words,
};

sg::record! {
    /// Streaming, NV cache, CompactFlash, vendor specific words.
    pub struct Obsolete[0..512] {
        /// Streaming: the fewest sectors of a request.
        stream_minimum_request_size: Sectors = word(95), "Stream Minimum Request Size [obsolete]";
        /// Streaming: time of a request by DMA, in units of the granularity.
        streaming_transfer_time_dma: StreamingUnits = word(96), "Streaming Transfer Time - DMA [obsolete]";
        /// Streaming: latency, in units of the granularity.
        streaming_access_latency: StreamingUnits = word(97), "Streaming Access Latency - DMA and PIO [obsolete]";
        /// Streaming: the unit, in microseconds.
        streaming_performance_granularity: Microseconds = words(98, 2), "Streaming Performance Granularity in us [obsolete]";
        /// Streaming: time of a request by PIO, in units of the granularity.
        streaming_transfer_time_pio: StreamingUnits = word(104), "Streaming Transfer Time - PIO [obsolete]";
        /// Vendor specific.
        vendor_words: Octets = words(129, 31), "Vendor specific";
        /// CompactFlash: the power word means something.
        cfa_power_word_supported: bool = word(160).bit(15), "CFA: word 160 supported";
        /// CompactFlash: power level 1 is needed for some commands.
        cfa_power_level_1_required: bool = word(160).bit(13), "CFA: power mode 1 is required for one or more commands";
        /// CompactFlash: power level 1 is off.
        cfa_power_level_1_disabled: bool = word(160).bit(12), "CFA: power mode 1 disabled";
        /// CompactFlash: the most current, in mA.
        cfa_maximum_current: Milliamperes = word(160).bits(11, 0), "CFA: maximum current in mA";
        /// CompactFlash.
        cfa_word_161: u16 = word(161), "Reserved for CFA";
        /// CompactFlash: content protection.
        cfa_key_management_schemes: u16 = word(162), "CFA: key management schemes supported",
            names(&[(1, "CPRM")]);
        /// CompactFlash: the fastest PIO mode beyond 4.
        cfa_maximum_pio_mode: u8 = word(163).bits(2, 0), "CFA: maximum advanced true IDE PIO mode", PIO;
        /// CompactFlash: the fastest multiword DMA mode beyond 2.
        cfa_maximum_multiword_dma_mode: u8 = word(163).bits(5, 3),
            "CFA: maximum advanced true IDE Multiword DMA mode", MULTIWORD;
        /// CompactFlash: the PIO mode in use.
        cfa_selected_pio_mode: u8 = word(163).bits(8, 6), "CFA: selected advanced true IDE PIO mode", PIO;
        /// CompactFlash: the multiword DMA mode in use.
        cfa_selected_multiword_dma_mode: u8 = word(163).bits(11, 9),
            "CFA: selected advanced true IDE Multiword DMA mode", MULTIWORD;
        /// CompactFlash: reserved bits of word 163.
        cfa_word_163_reserved: u8 = word(163).bits(15, 12), "CFA: word 163 15:12 (reserved)";
        /// CompactFlash: the shortest I/O cycle.
        cfa_maximum_io_cycle: u8 = word(164).bits(2, 0).when(329, 0x80, 0x80), "CFA: maximum PCMCIA I/O timing mode",
            names(&[(0, "255 ns"), (1, "120 ns"), (2, "100 ns"), (3, "80 ns")]);
        /// CompactFlash: the shortest memory cycle.
        cfa_maximum_memory_cycle: u8 = word(164).bits(5, 3).when(329, 0x80, 0x80), "CFA: maximum memory timing mode",
            names(&[(0, "250 ns"), (1, "120 ns"), (2, "100 ns"), (3, "80 ns")]);
        /// CompactFlash: the fastest Ultra DMA mode in PCMCIA I/O mode.
        cfa_maximum_io_ultra_dma: u8 = word(164).bits(8, 6).when(329, 0x80, 0x80), "CFA: maximum PCMCIA I/O UDMA mode";
        /// CompactFlash: the fastest Ultra DMA mode in memory mode.
        cfa_maximum_memory_ultra_dma: u8 = word(164).bits(11, 9).when(329, 0x80, 0x80),
            "CFA: maximum PCMCIA memory UDMA mode";
        /// CompactFlash: the Ultra DMA mode in use.
        cfa_selected_ultra_dma: u8 = word(164).bits(14, 12).when(329, 0x80, 0x80), "CFA: selected PCMCIA UDMA mode";
        /// CompactFlash: word 164 means something.
        cfa_word_164_supported: bool = word(164).bit(15), "CFA: word 164 supported";
        /// CompactFlash.
        cfa_words_165_to_167: Octets = words(165, 3), "Reserved for CFA";
        /// Once reserved for CE-ATA.
        ce_ata: Octets = words(207, 2), "Reserved for CE-ATA [obsolete]";
        /// NV cache: the version of the feature set.
        nv_cache_version: u8 = word(214).bits(15, 12), "NV Cache feature set version [obsolete]";
        /// NV cache: the version of its power mode.
        nv_cache_power_mode_version: u8 = word(214).bits(11, 8), "NV Cache Power Mode feature set version [obsolete]";
        /// NV cache is on.
        nv_cache_enabled: bool = word(214).bit(4), "NV Cache feature set enabled [obsolete]";
        /// NV cache power mode is on.
        nv_cache_power_mode_enabled: bool = word(214).bit(1), "NV Cache Power Mode feature set enabled [obsolete]";
        /// NV cache power mode.
        nv_cache_power_mode_supported: bool = word(214).bit(0), "NV Cache Power Mode feature set supported [obsolete]";
        /// NV cache: its size in logical blocks.
        nv_cache_size: Sectors = words(215, 2), "NV Cache size in logical blocks [obsolete]";
        /// NV cache: how long spinning up takes.
        nv_cache_spin_up_time: Seconds = word(219).bits(7, 0), "Device estimated time to spin up [obsolete]",
            Meaning::Rule(not_reported);
        /// NV cache: the other half of its options.
        nv_cache_options_high: u8 = word(219).bits(15, 8), "NV Cache options 15:8 (reserved) [obsolete]";
        /// Words that ATA reserves, and that some drives fill all the same.
        reserved_words_121_to_126: Octets = words(121, 6), "Reserved (ATAPI: words 125-126 are decoded)";
        /// Words that ATA reserves, and that some drives fill all the same.
        reserved_words_224_to_229: Octets = words(224, 6), "Reserved";
        /// Words that ATA reserves, and that some drives fill all the same.
        reserved_words_236_to_254: Octets = words(236, 19), "Reserved";
    }
    reserved {
        word(160).bit(14), "CFA: reserved";
        word(214).bits(7, 5), "reserved";
        word(214).bits(3, 2), "reserved";
    }
}

/// Modes of word 163; 0 is what a drive that is no CompactFlash card says.
const PIO: Meaning = names(&[(1, "PIO mode 5"), (2, "PIO mode 6")]);
const MULTIWORD: Meaning = names(&[(1, "Multiword DMA mode 3"), (2, "Multiword DMA mode 4")]);

fn not_reported(count: u64) -> Option<Cow<'static, str>> {
    (count == 0).then_some(Cow::Borrowed("not reported"))
}
