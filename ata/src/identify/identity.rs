//! Who the drive is: general configuration, names, versions, world wide name, form, rotation.

use std::borrow::Cow;

use sg::wire::{Meaning, Octets, ata_text, flag, names, word, words_high_first};

use super::{ata, atapi};

sg::record! {
    /// Who the drive is.
    pub struct Identity[0..512] {
        /// The whole word 0: CompactFlash cards have a code of their own in it.
        general_configuration: u16 = word(0), "General configuration", Meaning::Rule(configuration);
        /// A packet device (or, with 848Ah in the whole word, a CompactFlash card).
        not_ata: bool = word(0).bit(15), "Device is not an ATA device",
            flag("ATAPI or CompactFlash", "ATA device");
        /// ATA-1: the format speed tolerance gap is required.
        format_speed_tolerance_gap_required: bool = ata(word(0).bit(14)), "Format speed tolerance gap required [retired]";
        /// ATA-1: a track offset option is available.
        track_offset_option: bool = ata(word(0).bit(13)), "Track offset option available [retired]";
        /// ATA-1: a data strobe offset option is available.
        data_strobe_offset_option: bool = ata(word(0).bit(12)), "Data strobe offset option available [retired]";
        /// ATA-1: the rotational speed varies by more than 0.5 %.
        rotational_speed_tolerance: bool = ata(word(0).bit(11)), "Rotational speed tolerance is > 0.5 % [retired]";
        /// ATA-1: more than 10 Mbit/s from the disk.
        disk_transfer_rate_above_10: bool = ata(word(0).bit(10)), "Disk transfer rate > 10 Mbit/s [retired]";
        /// ATA-1: between 5 and 10 Mbit/s from the disk.
        disk_transfer_rate_5_to_10: bool = ata(word(0).bit(9)), "Disk transfer rate > 5 and <= 10 Mbit/s [retired]";
        /// ATA-1: at most 5 Mbit/s from the disk.
        disk_transfer_rate_up_to_5: bool = ata(word(0).bit(8)), "Disk transfer rate <= 5 Mbit/s [retired]";
        /// The medium can be removed.
        removable_medium: bool = word(0).bit(7), "Removable media device";
        /// The drive or its controller cannot be removed.
        not_removable: bool = ata(word(0).bit(6)), "Not removable controller and/or device [obsolete]";
        /// ATA-1: the spindle motor can be controlled.
        spindle_motor_control: bool = ata(word(0).bit(5)), "Spindle motor control option implemented [retired]";
        /// ATA-1: a head switch takes more than 15 µs.
        head_switch_above_15_us: bool = ata(word(0).bit(4)), "Head switch time > 15 us [retired]";
        /// ATA-1: not MFM encoded.
        not_mfm_encoded: bool = ata(word(0).bit(3)), "Not MFM encoded [retired]";
        /// Some of these words are missing: the drive must spin up first. ATA-1: soft sectored.
        response_incomplete: bool = word(0).bit(2), "Response incomplete (ATA-1: soft sectored)",
            flag("incomplete, if word 2 says that IDENTIFY needs spin-up", "complete");
        /// ATA-1: hard sectored.
        hard_sectored: bool = ata(word(0).bit(1)), "Hard sectored [retired]";
        /// The packet command set: a SCSI peripheral device type.
        command_packet_set: u8 = atapi(word(0).bits(12, 8)), "Command packet set used by device", names(PACKET_SET);
        /// When the device asks for the packet.
        drq_response: u8 = atapi(word(0).bits(6, 5)), "DRQ response to PACKET",
            names(&[(0, "within 3 ms"), (1, "interrupt, within 10 ms [obsolete]"), (2, "within 50 us")]);
        /// How long a packet is.
        packet_size: u8 = atapi(word(0).bits(1, 0)), "Command packet size", names(&[(0, "12 bytes"), (1, "16 bytes")]);
        /// Whether the drive spins up by itself, and whether IDENTIFY is complete before it does.
        specific_configuration: u16 = word(2), "Specific configuration", names(&[
            (0x37c8, "SET FEATURES spins up; IDENTIFY DEVICE data are incomplete before"),
            (0x738c, "SET FEATURES spins up; IDENTIFY DEVICE data are complete"),
            (0x8c73, "spins up by itself; IDENTIFY DEVICE data are incomplete before"),
            (0xc837, "spins up by itself; IDENTIFY DEVICE data are complete"),
        ]);
        /// CompactFlash: sectors on the card, the high word first. Reserved on other drives.
        cfa_sectors_per_card: u32 = words_high_first(7, 2), "Sectors per card (reserved for CFA)";
        /// Vendor specific.
        vendor_word_9: u16 = word(9), "Vendor specific [retired]";
        /// The serial number.
        serial_number: String = ata_text(10, 10), "Serial number";
        /// The firmware revision.
        firmware_revision: String = ata_text(23, 4), "Firmware revision";
        /// The model number.
        model_number: String = ata_text(27, 20), "Model number";
        /// ACS-6 is claimed.
        acs_6: bool = word(80).bit(13).when_word_reported(80), "ACS-6";
        /// ACS-5 is claimed.
        acs_5: bool = word(80).bit(12).when_word_reported(80), "ACS-5";
        /// ACS-4 is claimed.
        acs_4: bool = word(80).bit(11).when_word_reported(80), "ACS-4";
        /// ACS-3 is claimed.
        acs_3: bool = word(80).bit(10).when_word_reported(80), "ACS-3";
        /// ACS-2 is claimed.
        acs_2: bool = word(80).bit(9).when_word_reported(80), "ACS-2";
        /// ATA8-ACS is claimed.
        ata8_acs: bool = word(80).bit(8).when_word_reported(80), "ATA8-ACS";
        /// ATA/ATAPI-7 is claimed.
        ata_atapi_7: bool = word(80).bit(7).when_word_reported(80), "ATA/ATAPI-7 [obsolete]";
        /// ATA/ATAPI-6 is claimed.
        ata_atapi_6: bool = word(80).bit(6).when_word_reported(80), "ATA/ATAPI-6 [obsolete]";
        /// ATA/ATAPI-5 is claimed.
        ata_atapi_5: bool = word(80).bit(5).when_word_reported(80), "ATA/ATAPI-5 [obsolete]";
        /// ATA/ATAPI-4 is claimed.
        ata_atapi_4: bool = word(80).bit(4).when_word_reported(80), "ATA/ATAPI-4 [obsolete]";
        /// ATA-3 is claimed.
        ata_3: bool = word(80).bit(3).when_word_reported(80), "ATA-3 [obsolete]";
        /// ATA-2 is claimed.
        ata_2: bool = word(80).bit(2).when_word_reported(80), "ATA-2 [obsolete]";
        /// ATA-1 is claimed.
        ata_1: bool = word(80).bit(1).when_word_reported(80), "ATA-1 [obsolete]";
        /// Which draft or publication the drive was made after.
        minor_version_number: u16 = word(81), "Minor version number", names(MINOR_VERSIONS);
        /// Network address authority: 5 for an IEEE registered name.
        wwn_naa: u8 = words_high_first(108, 4).bits(63, 60).when(169, 0xc1, 0x41), "World wide name: NAA",
            names(&[(5, "IEEE registered")]);
        /// Whose number the IEEE gave.
        wwn_ieee_oui: u32 = words_high_first(108, 4).bits(59, 36).when(169, 0xc1, 0x41), "World wide name: IEEE OUI";
        /// The vendor's number for this drive.
        wwn_unique_id: u64 = words_high_first(108, 4).bits(35, 0).when(169, 0xc1, 0x41), "World wide name: UNIQUE ID";
        /// Height and width class.
        nominal_form_factor: u8 = word(168).bits(3, 0), "NOMINAL FORM FACTOR", names(FORM_FACTORS);
        /// A further name, such as the system maker's.
        additional_product_identifier: String = ata_text(170, 4), "Additional product identifier";
        /// The serial number of the medium that is in.
        current_media_serial_number: String = ata_text(176, 20), "Current media serial number";
        /// The maker of the medium that is in.
        current_media_manufacturer: String = ata_text(196, 10), "Current media manufacturer";
        /// Whether and how fast the medium turns.
        nominal_media_rotation_rate: u16 = word(217), "NOMINAL MEDIA ROTATION RATE", Meaning::Rule(rotation);
        /// The kind of transport.
        transport_type: u8 = word(222).bits(15, 12).when_word_reported(222), "Transport type",
            names(&[(0, "parallel"), (1, "serial"), (0xe, "PCIe")]);
        /// A version of SATA after 3.5.
        sata_after_3_5: bool = serial(11), "reserved for a SATA revision after 3.5";
        /// SATA 3.5 is claimed.
        sata_3_5: bool = serial(10), "SATA 3.5";
        /// SATA 3.4 is claimed.
        sata_3_4: bool = serial(9), "SATA 3.4";
        /// SATA 3.3 is claimed.
        sata_3_3: bool = serial(8), "SATA 3.3";
        /// SATA 3.2 is claimed.
        sata_3_2: bool = serial(7), "SATA 3.2";
        /// SATA 3.1 is claimed.
        sata_3_1: bool = serial(6), "SATA 3.1";
        /// SATA 3.0 is claimed.
        sata_3_0: bool = serial(5), "SATA 3.0";
        /// SATA 2.6 is claimed.
        sata_2_6: bool = serial(4), "SATA 2.6";
        /// SATA 2.5 is claimed.
        sata_2_5: bool = serial(3), "SATA 2.5";
        /// SATA II: Extensions is claimed.
        sata_ii_extensions: bool = serial(2), "SATA II: Extensions";
        /// SATA 1.0a is claimed.
        sata_1_0a: bool = serial(1), "SATA 1.0a";
        /// ATA8-AST is claimed.
        ata8_ast: bool = serial(0), "ATA8-AST";
        /// The parallel transport of ATA/ATAPI-7 is claimed.
        parallel_ata_atapi_7: bool = parallel(1), "Parallel: ATA/ATAPI-7 [obsolete]";
        /// ATA8-APT is claimed.
        ata8_apt: bool = parallel(0), "Parallel: ATA8-APT [obsolete]";
        /// Which draft of the transport's standard the drive was made after.
        transport_minor_version_number: u16 = word(223), "Transport minor version number", names(&[
            (0, "not reported"),
            (0x0021, "ATA8-AST T13 Project D1697 revision 0b"),
            (0x0051, "ATA8-AST T13 Project D1697 revision 1"),
            (0xffff, "not reported"),
        ]);
        /// A5h if the other byte is a checksum.
        signature: u8 = word(255).bits(7, 0), "SIGNATURE", flag_signature();
        /// Makes the sum of all 512 bytes zero.
        checksum: u8 = word(255).bits(15, 8).when(510, 0xff, 0xa5), "CHECKSUM";
        /// Once reserved for a world wide name of 128 bits.
        wwn_extension: Octets = sg::wire::words(112, 4), "reserved for a 128-bit world wide name [obsolete]";
    }
    reserved {
        word(0).bits(4, 3), "ATAPI: reserved (ATA: decoded)";
        word(0).bit(0), "ATA: reserved (ATAPI: decoded)";
        word(80).bits(15, 14), "reserved";
        word(80).bit(0), "reserved";
        word(168).bits(15, 4), "reserved";
        sg::wire::words(174, 2), "reserved";
        word(218), "reserved";
        word(221), "reserved";
    }
}

/// A bit of the transport version on a serial transport.
const fn serial(bit: usize) -> sg::wire::At {
    word(222).bit(bit).when_word_reported(222).when(445, 0xf0, 0x10)
}

/// A bit of the transport version on a parallel transport.
const fn parallel(bit: usize) -> sg::wire::At {
    word(222).bit(bit).when_word_reported(222).when(445, 0xf0, 0x00)
}

const fn flag_signature() -> Meaning {
    names(&[(0xa5, "the other byte is a checksum")])
}

fn configuration(word: u64) -> Option<Cow<'static, str>> {
    Some(Cow::Borrowed(match word {
        0x848a => "CompactFlash card",
        0x844a => "CompactFlash card, as a fixed disk",
        _ if word & 0xc008 == 0x8000 => "ATAPI device",
        _ if word & 0x8000 == 0 => "ATA device",
        _ => "not a code of any standard",
    }))
}

fn rotation(rate: u64) -> Option<Cow<'static, str>> {
    match rate {
        0 | 0xffff => Some("not reported".into()),
        1 => Some("does not rotate (solid state)".into()),
        0x0401..=0xfffe => Some(format!("{rate} rpm").into()),
        _ => Some("reserved".into()),
    }
}

/// SCSI peripheral device types, as ATAPI uses them.
const PACKET_SET: &[(u64, &str)] = &[
    (0x00, "direct access"),
    (0x01, "sequential access"),
    (0x02, "printer"),
    (0x03, "processor"),
    (0x04, "write once"),
    (0x05, "CD/DVD"),
    (0x06, "scanner"),
    (0x07, "optical memory"),
    (0x08, "medium changer"),
    (0x09, "communications"),
    (0x0c, "array controller"),
    (0x0d, "enclosure services"),
    (0x0e, "reduced block commands"),
    (0x0f, "optical card reader/writer"),
    (0x1f, "unknown"),
];

/// Form factors (ACS-4 and later; up to 5 also ACS-2).
pub(super) const FORM_FACTORS: &[(u64, &str)] = &[
    (0, "not reported"),
    (1, "5.25 inch"),
    (2, "3.5 inch"),
    (3, "2.5 inch"),
    (4, "1.8 inch"),
    (5, "less than 1.8 inch"),
    (6, "mSATA"),
    (7, "M.2"),
    (8, "MicroSSD"),
    (9, "CFast"),
];

/// What word 81 says, from the lists of ATA-3 to ACS-6. Codes are not in the order of time.
pub(super) const MINOR_VERSIONS: &[(u64, &str)] = &[
    (0x0000, "not reported"),
    (0x0001, "ATA-1 X3T9.2 781D prior to revision 4"),
    (0x0002, "ATA-1 published, ANSI X3.221-1994"),
    (0x0003, "ATA-1 X3T9.2 781D revision 4"),
    (0x0004, "ATA-2 published, ANSI X3.279-1996"),
    (0x0005, "ATA-2 X3T10 948D prior to revision 2k"),
    (0x0006, "ATA-3 X3T10 2008D revision 1"),
    (0x0007, "ATA-2 X3T10 948D revision 2k"),
    (0x0008, "ATA-3 X3T10 2008D revision 0"),
    (0x0009, "ATA-2 X3T10 948D revision 3"),
    (0x000a, "ATA-3 published, ANSI X3.298-1997"),
    (0x000b, "ATA-3 X3T10 2008D revision 6"),
    (0x000c, "ATA-3 X3T13 2008D revision 7 and 7a"),
    (0x000d, "ATA/ATAPI-4 X3T13 1153D revision 6"),
    (0x000e, "ATA/ATAPI-4 T13 1153D revision 13"),
    (0x000f, "ATA/ATAPI-4 X3T13 1153D revision 7"),
    (0x0010, "ATA/ATAPI-4 T13 1153D revision 18"),
    (0x0011, "ATA/ATAPI-4 T13 1153D revision 15"),
    (0x0012, "ATA/ATAPI-4 published, ANSI INCITS 317-1998"),
    (0x0013, "ATA/ATAPI-5 T13 1321D revision 3"),
    (0x0014, "ATA/ATAPI-4 T13 1153D revision 14"),
    (0x0015, "ATA/ATAPI-5 T13 1321D revision 1"),
    (0x0016, "ATA/ATAPI-5 published, ANSI INCITS 340-2000"),
    (0x0017, "ATA/ATAPI-4 T13 1153D revision 17"),
    (0x0018, "ATA/ATAPI-6 T13 1410D revision 0"),
    (0x0019, "ATA/ATAPI-6 T13 1410D revision 3a"),
    (0x001a, "ATA/ATAPI-7 T13 1532D revision 1"),
    (0x001b, "ATA/ATAPI-6 T13 1410D revision 2"),
    (0x001c, "ATA/ATAPI-6 T13 1410D revision 1"),
    (0x001d, "ATA/ATAPI-7 published, ANSI INCITS 397-2005"),
    (0x001e, "ATA/ATAPI-7 T13 1532D revision 0"),
    (0x001f, "ACS-3 T13 2161D revision 3b"),
    (0x0021, "ATA/ATAPI-7 T13 1532D revision 4a"),
    (0x0022, "ATA/ATAPI-6 published, ANSI INCITS 361-2002"),
    (0x0025, "ACS-6 INCITS 574 revision 7"),
    (0x0027, "ATA8-ACS T13 1699D revision 3c"),
    (0x0028, "ATA8-ACS T13 1699D revision 6"),
    (0x0029, "ATA8-ACS T13 1699D revision 4"),
    // One vendor's header calls it revision 8; the published lists since ACS-5 revision 10 say 10.
    (0x0030, "ACS-5 INCITS 558 revision 10"),
    (0x0031, "ACS-2 T13 2015D revision 2"),
    (0x0033, "ATA8-ACS T13 1699D revision 3e"),
    (0x0039, "ATA8-ACS T13 1699D revision 4c"),
    (0x0042, "ATA8-ACS T13 1699D revision 3f"),
    (0x0052, "ATA8-ACS T13 1699D revision 3b"),
    (0x005e, "ACS-4 INCITS 529 revision 5"),
    (0x006d, "ACS-3 T13 2161D revision 5"),
    (0x0070, "ACS-6 INCITS 574 revision 11"),
    (0x0073, "ACS-6 INCITS 574 revision 2"),
    (0x0082, "ACS-2 published, ANSI INCITS 482-2012"),
    (0x009c, "ACS-4 published, ANSI INCITS 529-2018"),
    (0x0107, "ATA8-ACS T13 1699D revision 2d"),
    (0x010a, "ACS-3 published, ANSI INCITS 522-2014"),
    (0x0110, "ACS-2 T13 2015D revision 3"),
    (0x011b, "ACS-3 T13 2161D revision 4"),
    (0xffff, "not reported"),
];
