//! How data come over the cable: buffer, capabilities, PIO, DMA and Ultra DMA modes, cycle times,
//! and what a parallel drive found at hardware reset.

use std::borrow::Cow;

use sg::wire::{At, Meaning, Nanoseconds, flag, names, word};

use super::{MARK, atapi};

/// A place that means something only if word 53 says that words 64-70 do.
const fn advanced(at: At) -> At {
    at.when(106, 0x02, 0x02)
}

/// A place in word 88, which word 53 validates.
const fn ultra(bit: usize) -> At {
    word(88).bit(bit).when(106, 0x04, 0x04)
}

/// A place in word 93, on a parallel drive.
const fn reset(high: usize, low: usize) -> At {
    word(93).bits(high, low).when_word_marked(93)
}

/// A place in word 62 as a SATA packet device uses it that needs DMADIR.
const fn dmadir(high: usize, low: usize) -> At {
    word(62).bits(high, low).when(1, 0xc0, 0x80).and_when(125, 0x80, 0x80)
}

/// A bit of word 62 as it was: single word DMA.
const fn single_word(bit: usize) -> At {
    word(62).bit(bit).when(125, 0x80, 0x00)
}

/// How a parallel device found its number.
const NUMBER: Meaning =
    names(&[(0, "reserved"), (1, "jumper"), (2, "CSEL signal"), (3, "another way, or unknown")]);

sg::record! {
    /// Buffer, transfer modes, cycle times, hardware reset.
    pub struct Transfer[0..512] {
        /// ATA-1: what the buffer can do. Retired, but still set by many drives.
        buffer_type: u16 = word(20), "Buffer type [retired]", names(&[
            (0, "not specified"),
            (1, "single ported, one sector"),
            (2, "dual ported, several sectors"),
            (3, "dual ported, several sectors, read cache"),
        ]);
        /// ATA-1: the buffer's size in 512 bytes. Retired, but still set by many drives.
        buffer_size: u16 = word(21), "Buffer size in 512-byte increments [retired]", Meaning::Rule(buffer);
        /// Vendor specific bytes of READ LONG and WRITE LONG.
        long_bytes: u16 = word(22), "Number of vendor specific bytes on READ/WRITE LONG [obsolete]";
        /// ATA-1: 32-bit transfers. Later marked and used for trusted computing.
        double_word_io: u16 = word(48).when(97, 0xc0, 0x00), "Can perform doubleword I/O (ATA-1 only)";
        /// ATAPI: interleaved DMA.
        interleaved_dma: bool = atapi(word(49).bit(15)), "ATAPI: interleaved DMA supported [obsolete]";
        /// ATAPI: commands can be queued.
        command_queuing: bool = atapi(word(49).bit(14)), "ATAPI: command queuing supported [obsolete]";
        /// The standby timer counts as the standard says. ATAPI: commands can overlap.
        standard_standby_timer: bool = word(49).bit(13),
            "Standby timer values as specified in the standard (ATAPI: overlap operation supported)";
        /// ATAPI: a software reset is needed.
        software_reset_required: bool = atapi(word(49).bit(12)), "ATAPI: ATA software reset required [obsolete]";
        /// IORDY.
        iordy_supported: bool = word(49).bit(11), "IORDY supported", flag("supported", "may be supported");
        /// IORDY can be switched off.
        iordy_may_be_disabled: bool = word(49).bit(10), "IORDY may be disabled";
        /// LBA.
        lba_supported: bool = word(49).bit(9), "LBA supported";
        /// DMA.
        dma_supported: bool = word(49).bit(8), "DMA supported";
        /// Whether a write that is not aligned to a physical sector is reported.
        long_physical_sector_alignment_error_reporting: u8 = word(49).bits(1, 0),
            "Long physical sector alignment error reporting", names(&[
                (0, "off"), (1, "on: the command is done and the error reported"), (2, "on: the command is aborted"), (3, "reserved"),
            ]);
        /// 01b: word 50 is valid.
        word_50_mark: u8 = word(50).bits(15, 14), "Word 50 validity", MARK;
        /// Once reserved.
        word_50_bit_1: bool = word(50).bit(1).when_word_marked(50), "Word 50 bit 1 [obsolete]";
        /// The standby timer has a minimum of this drive's own.
        minimum_standby_timer: bool = word(50).bit(0).when_word_marked(50),
            "There is a minimum standby timer value that is vendor specific",
            flag("with a device specific minimum", "no device specific minimum");
        /// The PIO mode, before word 64.
        pio_mode: u8 = word(51).bits(15, 8), "PIO data transfer mode number [obsolete]";
        /// Vendor specific.
        pio_mode_vendor: u8 = word(51).bits(7, 0), "Word 51 low byte, vendor specific [retired]";
        /// The single word DMA mode, before word 62.
        single_word_dma_mode: u8 = word(52).bits(15, 8), "Single word DMA data transfer mode [retired]";
        /// Vendor specific.
        single_word_dma_mode_vendor: u8 = word(52).bits(7, 0), "Word 52 low byte, vendor specific [retired]";
        /// Word 88 means something.
        word_88_valid: bool = word(53).bit(2), "Word 88 is valid";
        /// Words 64-70 mean something.
        words_64_to_70_valid: bool = word(53).bit(1), "Words 64-70 are valid";
        /// ATAPI: DMADIR is needed in PACKET; the rest of word 62 then lists DMA modes.
        dmadir_required: bool = atapi(word(62).bit(15)), "ATAPI: DMADIR bit in the PACKET command is required";
        /// ATAPI with DMADIR: DMA.
        dmadir_dma_supported: bool = dmadir(10, 10), "ATAPI with DMADIR: DMA supported";
        /// ATAPI with DMADIR: multiword DMA modes 2 to 0, a bit each.
        dmadir_multiword_dma: u8 = dmadir(9, 7), "ATAPI with DMADIR: Multiword DMA modes 2:0 supported";
        /// ATAPI with DMADIR: Ultra DMA modes 6 to 0, a bit each.
        dmadir_ultra_dma: u8 = dmadir(6, 0), "ATAPI with DMADIR: Ultra DMA modes 6:0 supported";
        /// Single word DMA mode 2 is in use.
        single_word_dma_2_selected: bool = single_word(10), "Single word DMA mode 2 selected [obsolete]";
        /// Single word DMA mode 1 is in use.
        single_word_dma_1_selected: bool = single_word(9), "Single word DMA mode 1 selected [obsolete]";
        /// Single word DMA mode 0 is in use.
        single_word_dma_0_selected: bool = single_word(8), "Single word DMA mode 0 selected [obsolete]";
        /// Reserved, and zero if the word is a list of single word DMA modes.
        single_word_dma_reserved: u8 = word(62).bits(7, 3).when(125, 0x80, 0x00), "Word 62 7:3 (reserved)";
        /// Single word DMA mode 2.
        single_word_dma_2: bool = single_word(2), "Single word DMA mode 2 supported [obsolete]";
        /// Single word DMA mode 1.
        single_word_dma_1: bool = single_word(1), "Single word DMA mode 1 supported [obsolete]";
        /// Single word DMA mode 0.
        single_word_dma_0: bool = single_word(0), "Single word DMA mode 0 supported [obsolete]";
        /// Multiword DMA mode 2 is in use.
        multiword_dma_2_selected: bool = word(63).bit(10), "Multiword DMA mode 2 is selected";
        /// Multiword DMA mode 1 is in use.
        multiword_dma_1_selected: bool = word(63).bit(9), "Multiword DMA mode 1 is selected";
        /// Multiword DMA mode 0 is in use.
        multiword_dma_0_selected: bool = word(63).bit(8), "Multiword DMA mode 0 is selected";
        /// Multiword DMA mode 2 and below.
        multiword_dma_2: bool = word(63).bit(2), "Multiword DMA mode 2 and below are supported";
        /// Multiword DMA mode 1 and below.
        multiword_dma_1: bool = word(63).bit(1), "Multiword DMA mode 1 and below are supported";
        /// Multiword DMA mode 0.
        multiword_dma_0: bool = word(63).bit(0), "Multiword DMA mode 0 is supported";
        /// PIO mode 4.
        pio_4: bool = advanced(word(64).bit(1)), "PIO mode 4 is supported";
        /// PIO mode 3.
        pio_3: bool = advanced(word(64).bit(0)), "PIO mode 3 is supported";
        /// The shortest multiword DMA cycle.
        minimum_multiword_dma_cycle_time: Nanoseconds = advanced(word(65)),
            "Minimum Multiword DMA transfer cycle time per word";
        /// The multiword DMA cycle that the maker recommends.
        recommended_multiword_dma_cycle_time: Nanoseconds = advanced(word(66)),
            "Manufacturer's recommended Multiword DMA transfer cycle time";
        /// The shortest PIO cycle without flow control.
        minimum_pio_cycle_time: Nanoseconds = advanced(word(67)),
            "Minimum PIO transfer cycle time without flow control";
        /// The shortest PIO cycle with IORDY.
        minimum_pio_cycle_time_with_iordy: Nanoseconds = advanced(word(68)),
            "Minimum PIO transfer cycle time with IORDY flow control";
        /// ATAPI: from PACKET to bus release. Sources name nanoseconds and microseconds.
        packet_to_bus_release: u16 = atapi(word(71)), "ATAPI: typical time from PACKET command to bus release [obsolete]";
        /// ATAPI: from SERVICE to BSY cleared. Sources name nanoseconds and microseconds.
        service_to_bsy_cleared: u16 = atapi(word(72)), "ATAPI: typical time from SERVICE command to BSY cleared [obsolete]";
        /// ATAPI before ATA-4 (SFF-8020i): major versions, a bit each.
        sff_8020_major_version: u16 = atapi(word(73)), "ATAPI: major version of SFF-8020i [obsolete]";
        /// ATAPI before ATA-4 (SFF-8020i): minor version.
        sff_8020_minor_version: u16 = atapi(word(74)), "ATAPI: minor version of SFF-8020i [obsolete]";
        /// Ultra DMA mode 6 is in use.
        ultra_dma_6_selected: bool = ultra(14), "Ultra DMA mode 6 is selected";
        /// Ultra DMA mode 5 is in use.
        ultra_dma_5_selected: bool = ultra(13), "Ultra DMA mode 5 is selected";
        /// Ultra DMA mode 4 is in use.
        ultra_dma_4_selected: bool = ultra(12), "Ultra DMA mode 4 is selected";
        /// Ultra DMA mode 3 is in use.
        ultra_dma_3_selected: bool = ultra(11), "Ultra DMA mode 3 is selected";
        /// Ultra DMA mode 2 is in use.
        ultra_dma_2_selected: bool = ultra(10), "Ultra DMA mode 2 is selected";
        /// Ultra DMA mode 1 is in use.
        ultra_dma_1_selected: bool = ultra(9), "Ultra DMA mode 1 is selected";
        /// Ultra DMA mode 0 is in use.
        ultra_dma_0_selected: bool = ultra(8), "Ultra DMA mode 0 is selected";
        /// Ultra DMA mode 6 and below.
        ultra_dma_6: bool = ultra(6), "Ultra DMA mode 6 and below are supported";
        /// Ultra DMA mode 5 and below.
        ultra_dma_5: bool = ultra(5), "Ultra DMA mode 5 and below are supported";
        /// Ultra DMA mode 4 and below.
        ultra_dma_4: bool = ultra(4), "Ultra DMA mode 4 and below are supported";
        /// Ultra DMA mode 3 and below.
        ultra_dma_3: bool = ultra(3), "Ultra DMA mode 3 and below are supported";
        /// Ultra DMA mode 2 and below.
        ultra_dma_2: bool = ultra(2), "Ultra DMA mode 2 and below are supported";
        /// Ultra DMA mode 1 and below.
        ultra_dma_1: bool = ultra(1), "Ultra DMA mode 1 and below are supported";
        /// Ultra DMA mode 0.
        ultra_dma_0: bool = ultra(0), "Ultra DMA mode 0 is supported";
        /// 01b: word 93 is valid.
        word_93_mark: u8 = word(93).bits(15, 14), "Word 93 validity", MARK;
        /// An 80-conductor cable, as far as the device can tell.
        cblid_above_vihb: bool = reset(13, 13), "Device detected CBLID- above ViHB",
            flag("above ViHB: an 80-conductor cable, as far as the device can tell", "below ViHB: a 40-conductor cable");
        /// Device 1 asserted PDIAG-.
        device_1_asserted_pdiag: bool = reset(11, 11), "Device 1 asserted PDIAG-";
        /// How device 1 found its number.
        device_1_number_determined_by: u8 = reset(10, 9), "How device 1 determined the device number", NUMBER;
        /// Set if these are device 1's results.
        device_1_results: bool = reset(8, 8), "Bit 8: shall be set by device 1";
        /// Device 0 answers for an absent device 1.
        device_0_responds_for_device_1: bool = reset(6, 6), "Device 0 responds when device 1 is selected";
        /// Device 0 saw DASP-.
        device_0_detected_dasp: bool = reset(5, 5), "Device 0 detected the assertion of DASP-";
        /// Device 0 saw PDIAG-.
        device_0_detected_pdiag: bool = reset(4, 4), "Device 0 detected the assertion of PDIAG-";
        /// Device 0 passed its diagnostics.
        device_0_passed_diagnostics: bool = reset(3, 3), "Device 0 passed diagnostics";
        /// How device 0 found its number.
        device_0_number_determined_by: u8 = reset(2, 1), "How device 0 determined the device number", NUMBER;
        /// Set if these are device 0's results.
        device_0_results: bool = reset(0, 0), "Bit 0: shall be set by device 0";
        /// ATAPI: what a byte count of zero does.
        byte_count_zero_behavior: u16 = atapi(word(125)), "ATAPI: behavior of byte count zero";
        /// ATAPI: what a byte count of zero did, before ATA-6.
        byte_count_zero_behavior_obsolete: u16 = atapi(word(126)), "ATAPI: behavior of byte count zero [obsolete]";
    }
    reserved {
        word(49).bit(12), "ATA: reserved (ATAPI: decoded)";
        word(49).bits(7, 2), "reserved";
        word(50).bits(13, 2), "reserved";
        word(53).bits(7, 3), "reserved";
        word(62).bits(14, 11), "reserved";
        word(63).bits(15, 11), "reserved";
        word(63).bits(7, 3), "reserved";
        word(64).bits(15, 2), "reserved";
        word(88).bit(15), "reserved";
        word(88).bit(7), "reserved";
        word(93).bit(12), "reserved";
        word(93).bit(7), "reserved";
    }
}

fn buffer(increments: u64) -> Option<Cow<'static, str>> {
    match increments {
        0 | 0xffff => Some("not reported".into()),
        _ => Some(format!("{} KiB", increments / 2).into()),
    }
}
