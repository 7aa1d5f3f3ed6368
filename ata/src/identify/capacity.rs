//! How much the drive holds and in which pieces: CHS, LBA counts, sector sizes, alignment.

use std::borrow::Cow;

use sg::wire::{Meaning, Sectors, WordCount, word, words};

use super::MARK;

sg::record! {
    /// How much the drive holds, and in which pieces.
    pub struct Capacity[0..512] {
        /// Cylinders of the default translation.
        logical_cylinders: u16 = word(1), "Number of logical cylinders [obsolete]";
        /// Heads of the default translation.
        logical_heads: u16 = word(3), "Number of logical heads [obsolete]";
        /// ATA-1: bytes of a track before formatting.
        unformatted_bytes_per_track: u16 = word(4), "Number of unformatted bytes per track [retired]";
        /// ATA-1: bytes of a sector before formatting.
        unformatted_bytes_per_sector: u16 = word(5), "Number of unformatted bytes per sector [retired]";
        /// Sectors a track of the default translation.
        logical_sectors_per_track: u16 = word(6), "Number of logical sectors per track [obsolete]";
        /// 80h on drives since ATA-4.
        multiple_mark: u8 = word(47).bits(15, 8), "80h";
        /// The most sectors a DRQ block of READ and WRITE MULTIPLE.
        maximum_sectors_per_drq: u8 = word(47).bits(7, 0),
            "Maximum number of logical sectors per DRQ data block of READ/WRITE MULTIPLE",
            Meaning::Rule(multiple);
        /// Words 54-58 mean something.
        words_54_to_58_valid: bool = word(53).bit(0), "Words 54-58 are valid [obsolete]";
        /// Cylinders of the translation in use.
        current_cylinders: u16 = word(54).when(106, 0x01, 0x01), "Number of current logical cylinders [obsolete]";
        /// Heads of the translation in use.
        current_heads: u16 = word(55).when(106, 0x01, 0x01), "Number of current logical heads [obsolete]";
        /// Sectors a track of the translation in use.
        current_sectors_per_track: u16 = word(56).when(106, 0x01, 0x01),
            "Number of current logical sectors per track [obsolete]";
        /// Sectors of the translation in use. ATA-1 did not say which word comes first.
        current_capacity: Sectors = words(57, 2).when(106, 0x01, 0x01), "Current capacity in sectors [obsolete]";
        /// The current number of sectors a DRQ block is valid.
        multiple_setting_valid: bool = word(59).bit(8), "Bits 7:0 of word 59 are valid";
        /// The sectors a DRQ block that SET MULTIPLE MODE set; 0: READ and WRITE MULTIPLE are off.
        current_sectors_per_drq: u8 = word(59).bits(7, 0).when(119, 0x01, 0x01),
            "Current setting for number of logical sectors per DRQ data block", Meaning::Rule(multiple);
        /// Sectors for 28-bit commands; 0FFFFFFFh when there are more than these can address.
        user_addressable_sectors_28: Sectors = words(60, 2).when(99, 0x02, 0x02),
            "Total number of user addressable logical sectors for 28-bit commands", Meaning::Rule(saturated);
        /// Words 230-233 are the capacity.
        extended_sectors_supported: bool = word(69).bit(3),
            "Extended number of user addressable sectors is supported";
        /// Sectors for 48-bit commands.
        user_addressable_sectors_48: Sectors = words(100, 4).when(167, 0xc4, 0x44),
            "Number of user addressable logical sectors for 48-bit commands";
        /// 01b: word 106 is valid.
        word_106_mark: u8 = word(106).bits(15, 14), "Word 106 validity", MARK;
        /// There are several logical sectors in a physical one.
        multiple_logical_sectors: bool = word(106).bit(13).when_word_marked(106),
            "Device has multiple logical sectors per physical sector";
        /// The logical sector is not 512 bytes: words 117-118 say how long it is.
        long_logical_sector: bool = word(106).bit(12).when_word_marked(106),
            "Device logical sector longer than 256 words";
        /// Two to the power of it are the logical sectors in a physical one.
        logical_sectors_exponent: u8 = word(106).bits(3, 0).when_word_marked(106),
            "2^X logical sectors per physical sector", Meaning::Rule(exponent);
        /// Pause between seeks when noise is measured after ISO 7779.
        inter_seek_delay: u16 = word(107), "Inter-seek delay for ISO 7779 standard acoustic testing",
            Meaning::Rule(not_reported);
        /// The logical sector's length.
        logical_sector_size: WordCount = words(117, 2).when(213, 0xd0, 0x50), "Logical sector size";
        /// 01b: word 209 is valid.
        word_209_mark: u8 = word(209).bits(15, 14), "Word 209 validity", MARK;
        /// Where LBA 0 begins in the first physical sector, in logical sectors.
        logical_sector_offset: Sectors = word(209).bits(13, 0).when_word_marked(209),
            "Logical sector offset within the first physical sector where the first logical sector is placed";
        /// Sectors, on drives with more than 48-bit commands once could say.
        extended_user_addressable_sectors: Sectors = words(230, 4).when(138, 0x08, 0x08),
            "Extended number of user addressable sectors";
    }
    reserved {
        word(106).bits(11, 4), "reserved";
        word(59).bit(9), "reserved";
    }
}

fn multiple(count: u64) -> Option<Cow<'static, str>> {
    (count == 0).then_some(Cow::Borrowed("READ/WRITE MULTIPLE is not supported, or off"))
}

fn saturated(count: u64) -> Option<Cow<'static, str>> {
    (count == 0x0fff_ffff).then_some(Cow::Borrowed("all that 28-bit commands can address; there may be more"))
}

fn exponent(power: u64) -> Option<Cow<'static, str>> {
    let count = 1u32.checked_shl(u32::try_from(power).ok()?)?;
    Some(format!("{count} logical sectors in a physical one, if bit 13 is set").into())
}

fn not_reported(count: u64) -> Option<Cow<'static, str>> {
    (count == 0).then_some(Cow::Borrowed("not reported"))
}
