//! Commands and feature sets: what is supported (words 82 to 84, 119, 69), what of it is enabled
//! (words 85 to 87, 120), and their parameters.

use std::borrow::Cow;

use sg::wire::{At, Centiseconds, DataBlocks, Meaning, Sectors, names, word, words};

use super::MARK;

const fn w82(bit: usize) -> At {
    word(82).bit(bit).when_word_marked(83)
}
const fn w83(bit: usize) -> At {
    word(83).bit(bit).when_word_marked(83)
}
const fn w84(bit: usize) -> At {
    word(84).bit(bit).when_word_marked(84)
}
const fn w85(bit: usize) -> At {
    word(85).bit(bit).when_word_marked(87)
}
const fn w86(bit: usize) -> At {
    word(86).bit(bit).when_word_marked(87)
}
const fn w87(bit: usize) -> At {
    word(87).bit(bit).when_word_marked(87)
}
/// Words 119 and 120 need their own mark and bit 15 of word 86.
const fn w119(bit: usize) -> At {
    word(119).bit(bit).when_word_marked(119).and_when(173, 0x80, 0x80)
}
const fn w120(bit: usize) -> At {
    word(120).bit(bit).when_word_marked(120).and_when(173, 0x80, 0x80)
}

sg::record! {
    /// Commands and feature sets, supported and enabled.
    ///
    /// A feature that cannot be switched has its bit twice: `…_supported` and `…_available`.
    pub struct Features[0..512] {
        /// Word 82 bit 15: IDENTIFY DEVICE DMA.
        identify_device_dma_supported: bool = w82(15), "IDENTIFY DEVICE DMA supported [obsolete]";
        /// Word 82 bit 14: NOP command.
        nop_supported: bool = w82(14), "NOP command supported";
        /// Word 82 bit 13: READ BUFFER command.
        read_buffer_supported: bool = w82(13), "READ BUFFER command supported";
        /// Word 82 bit 12: WRITE BUFFER command.
        write_buffer_supported: bool = w82(12), "WRITE BUFFER command supported";
        /// Word 82 bit 11: WRITE VERIFY command.
        write_verify_supported: bool = w82(11), "WRITE VERIFY command supported [obsolete]";
        /// Word 82 bit 10: Host Protected Area feature set.
        host_protected_area_supported: bool = w82(10), "Host Protected Area feature set supported [obsolete]";
        /// Word 82 bit 9: DEVICE RESET command.
        device_reset_supported: bool = w82(9), "DEVICE RESET command supported";
        /// Word 82 bit 8: SERVICE interrupt.
        service_interrupt_supported: bool = w82(8), "SERVICE interrupt supported [obsolete]";
        /// Word 82 bit 7: Release interrupt.
        release_interrupt_supported: bool = w82(7), "Release interrupt supported [obsolete]";
        /// Word 82 bit 6: Read look-ahead.
        read_look_ahead_supported: bool = w82(6), "Read look-ahead supported";
        /// Word 82 bit 5: Volatile write cache.
        volatile_write_cache_supported: bool = w82(5), "Volatile write cache supported";
        /// Word 82 bit 4: PACKET feature set.
        packet_supported: bool = w82(4), "PACKET feature set supported";
        /// Word 82 bit 3: Power Management feature set.
        power_management_supported: bool = w82(3), "Power Management feature set supported";
        /// Word 82 bit 2: Removable Media feature set.
        removable_medium_set_supported: bool = w82(2), "Removable Media feature set supported [obsolete]";
        /// Word 82 bit 1: Security feature set.
        security_set_supported: bool = w82(1), "Security feature set supported";
        /// Word 82 bit 0: SMART feature set.
        smart_supported: bool = w82(0), "SMART feature set supported";
        /// Word 85 bit 15: IDENTIFY DEVICE DMA, said again.
        identify_device_dma_available: bool = w85(15), "IDENTIFY DEVICE DMA supported (second copy) [obsolete]";
        /// Word 85 bit 14: NOP command, said again.
        nop_available: bool = w85(14), "NOP command supported (second copy)";
        /// Word 85 bit 13: READ BUFFER command, said again.
        read_buffer_available: bool = w85(13), "READ BUFFER command supported (second copy)";
        /// Word 85 bit 12: WRITE BUFFER command, said again.
        write_buffer_available: bool = w85(12), "WRITE BUFFER command supported (second copy)";
        /// Word 85 bit 11: WRITE VERIFY command, said again.
        write_verify_available: bool = w85(11), "WRITE VERIFY command supported (second copy) [obsolete]";
        /// Word 85 bit 10: Host Protected Area feature set, said again.
        host_protected_area_available: bool = w85(10), "Host Protected Area feature set supported (second copy) [obsolete]";
        /// Word 85 bit 9: DEVICE RESET command, said again.
        device_reset_available: bool = w85(9), "DEVICE RESET command supported (second copy)";
        /// Word 85 bit 8: SERVICE interrupt is on.
        service_interrupt_enabled: bool = w85(8), "SERVICE interrupt enabled [obsolete]";
        /// Word 85 bit 7: Release interrupt is on.
        release_interrupt_enabled: bool = w85(7), "Release interrupt enabled [obsolete]";
        /// Word 85 bit 6: Read look-ahead is on.
        read_look_ahead_enabled: bool = w85(6), "Read look-ahead enabled";
        /// Word 85 bit 5: Volatile write cache is on.
        volatile_write_cache_enabled: bool = w85(5), "Volatile write cache enabled";
        /// Word 85 bit 4: PACKET feature set, said again.
        packet_available: bool = w85(4), "PACKET feature set supported (second copy)";
        /// Word 85 bit 3: Power Management feature set, said again.
        power_management_available: bool = w85(3), "Power Management feature set supported (second copy)";
        /// Word 85 bit 2: Removable Media feature set, said again.
        removable_medium_set_available: bool = w85(2), "Removable Media feature set supported (second copy) [obsolete]";
        /// Word 85 bit 1: Security feature set is on.
        security_set_enabled: bool = w85(1), "Security feature set enabled";
        /// Word 85 bit 0: SMART feature set is on.
        smart_enabled: bool = w85(0), "SMART feature set enabled";
        /// 01b: words 82 and 83 are valid.
        word_83_mark: u8 = word(83).bits(15, 14), "Words 82-83 validity", MARK;
        /// Word 83 bit 13: FLUSH CACHE EXT command.
        flush_cache_ext_supported: bool = w83(13), "FLUSH CACHE EXT command supported";
        /// Word 83 bit 12: FLUSH CACHE command.
        flush_cache_supported: bool = w83(12), "FLUSH CACHE command supported";
        /// Word 83 bit 11: Device Configuration Overlay feature set.
        device_configuration_overlay_supported: bool = w83(11), "Device Configuration Overlay feature set supported [obsolete]";
        /// Word 83 bit 10: 48-bit Address feature set.
        address_48_bit_supported: bool = w83(10), "48-bit Address feature set supported";
        /// Word 83 bit 9: Automatic Acoustic Management feature set.
        automatic_acoustic_management_supported: bool = w83(9), "Automatic Acoustic Management feature set supported [obsolete]";
        /// Word 83 bit 8: SET MAX security extension.
        set_max_security_supported: bool = w83(8), "SET MAX security extension supported [obsolete]";
        /// Word 83 bit 7: Address Offset Reserved Area Boot.
        address_offset_boot_supported: bool = w83(7), "Address Offset Reserved Area Boot supported [obsolete]";
        /// Word 83 bit 6: SET FEATURES subcommand required to spin up after power-up.
        set_features_spin_up_supported: bool = w83(6), "SET FEATURES subcommand required to spin up after power-up supported";
        /// Word 83 bit 5: Power-Up In Standby feature set.
        power_up_in_standby_supported: bool = w83(5), "Power-Up In Standby feature set supported";
        /// Word 83 bit 4: Removable Media Status Notification feature set.
        removable_medium_notification_supported: bool = w83(4), "Removable Media Status Notification feature set supported [obsolete]";
        /// Word 83 bit 3: Advanced Power Management feature set.
        advanced_power_management_supported: bool = w83(3), "Advanced Power Management feature set supported";
        /// Word 83 bit 2: CFA feature set.
        cfa_supported: bool = w83(2), "CFA feature set supported";
        /// Word 83 bit 1: READ DMA QUEUED and WRITE DMA QUEUED commands.
        tagged_command_queuing_supported: bool = w83(1), "READ DMA QUEUED and WRITE DMA QUEUED commands supported [obsolete]";
        /// Word 83 bit 0: DOWNLOAD MICROCODE command.
        download_microcode_supported: bool = w83(0), "DOWNLOAD MICROCODE command supported";
        /// Word 86 bit 13: FLUSH CACHE EXT command, said again.
        flush_cache_ext_available: bool = w86(13), "FLUSH CACHE EXT command supported (second copy)";
        /// Word 86 bit 12: FLUSH CACHE command, said again.
        flush_cache_available: bool = w86(12), "FLUSH CACHE command supported (second copy)";
        /// Word 86 bit 11: Device Configuration Overlay feature set, said again.
        device_configuration_overlay_available: bool = w86(11), "Device Configuration Overlay feature set supported (second copy) [obsolete]";
        /// Word 86 bit 10: 48-bit Address feature set, said again.
        address_48_bit_available: bool = w86(10), "48-bit Address feature set supported (second copy)";
        /// Word 86 bit 9: Automatic Acoustic Management feature set is on.
        automatic_acoustic_management_enabled: bool = w86(9), "Automatic Acoustic Management feature set enabled [obsolete]";
        /// Word 86 bit 8: SET MAX security extension is on.
        set_max_security_enabled: bool = w86(8), "SET MAX security extension enabled [obsolete]";
        /// Word 86 bit 7: Address Offset Reserved Area Boot is on.
        address_offset_boot_enabled: bool = w86(7), "Address Offset Reserved Area Boot enabled [obsolete]";
        /// Word 86 bit 6: SET FEATURES subcommand required to spin up after power-up, said again.
        set_features_spin_up_available: bool = w86(6), "SET FEATURES subcommand required to spin up after power-up supported (second copy)";
        /// Word 86 bit 5: Power-Up In Standby feature set is on.
        power_up_in_standby_enabled: bool = w86(5), "Power-Up In Standby feature set enabled";
        /// Word 86 bit 4: Removable Media Status Notification feature set is on.
        removable_medium_notification_enabled: bool = w86(4), "Removable Media Status Notification feature set enabled [obsolete]";
        /// Word 86 bit 3: Advanced Power Management feature set is on.
        advanced_power_management_enabled: bool = w86(3), "Advanced Power Management feature set enabled";
        /// Word 86 bit 2: CFA feature set, said again.
        cfa_available: bool = w86(2), "CFA feature set supported (second copy)";
        /// Word 86 bit 1: READ DMA QUEUED and WRITE DMA QUEUED commands, said again.
        tagged_command_queuing_available: bool = w86(1), "READ DMA QUEUED and WRITE DMA QUEUED commands supported (second copy) [obsolete]";
        /// Word 86 bit 0: DOWNLOAD MICROCODE command, said again.
        download_microcode_available: bool = w86(0), "DOWNLOAD MICROCODE command supported (second copy)";
        /// Words 119 and 120 mean something.
        words_119_to_120_valid: bool = w86(15), "Words 119-120 are valid";
        /// Reserved.
        word_86_bit_14: bool = w86(14), "Word 86 bit 14 (reserved)";
        /// 01b: word 84 is valid.
        word_84_mark: u8 = word(84).bits(15, 14), "Word 84 validity", MARK;
        /// 01b: words 85 to 87 are valid.
        word_87_mark: u8 = word(87).bits(15, 14), "Words 85-87 validity", MARK;
        /// Word 84 bit 13: IDLE IMMEDIATE command with UNLOAD feature.
        idle_immediate_with_unload_supported: bool = w84(13), "IDLE IMMEDIATE command with UNLOAD feature supported";
        /// Word 84 bit 12: Command completion time limit.
        command_completion_time_limit_supported: bool = w84(12), "Command completion time limit supported [obsolete]";
        /// Word 84 bit 11: Time Limited Commands feature set.
        time_limited_commands_supported: bool = w84(11), "Time Limited Commands feature set supported [obsolete]";
        /// Word 84 bit 10: URG bit of WRITE STREAM DMA EXT and WRITE STREAM EXT.
        urgent_write_stream_supported: bool = w84(10), "URG bit of WRITE STREAM DMA EXT and WRITE STREAM EXT supported [obsolete]";
        /// Word 84 bit 9: URG bit of READ STREAM DMA EXT and READ STREAM EXT.
        urgent_read_stream_supported: bool = w84(9), "URG bit of READ STREAM DMA EXT and READ STREAM EXT supported [obsolete]";
        /// Word 84 bit 8: 64-bit World wide name.
        world_wide_name_supported: bool = w84(8), "64-bit World wide name supported";
        /// Word 84 bit 7: WRITE DMA QUEUED FUA EXT command.
        write_dma_queued_fua_ext_supported: bool = w84(7), "WRITE DMA QUEUED FUA EXT command supported [obsolete]";
        /// Word 84 bit 6: WRITE DMA FUA EXT and WRITE MULTIPLE FUA EXT commands.
        write_fua_ext_supported: bool = w84(6), "WRITE DMA FUA EXT and WRITE MULTIPLE FUA EXT commands supported";
        /// Word 84 bit 5: General Purpose Logging feature set.
        general_purpose_logging_supported: bool = w84(5), "General Purpose Logging feature set supported";
        /// Word 84 bit 4: Streaming feature set.
        streaming_supported: bool = w84(4), "Streaming feature set supported";
        /// Word 84 bit 3: Media Card Pass Through Command feature set.
        media_card_pass_through_supported: bool = w84(3), "Media Card Pass Through Command feature set supported [obsolete]";
        /// Word 84 bit 2: Media serial number.
        media_serial_number_supported: bool = w84(2), "Media serial number supported";
        /// Word 84 bit 1: SMART self-test.
        smart_self_test_supported: bool = w84(1), "SMART self-test supported";
        /// Word 84 bit 0: SMART error logging.
        smart_error_logging_supported: bool = w84(0), "SMART error logging supported";
        /// Word 87 bit 13: IDLE IMMEDIATE command with UNLOAD feature, said again.
        idle_immediate_with_unload_available: bool = w87(13), "IDLE IMMEDIATE command with UNLOAD feature supported (second copy)";
        /// Word 87 bit 12: Command completion time limit is on.
        command_completion_time_limit_enabled: bool = w87(12), "Command completion time limit enabled [obsolete]";
        /// Word 87 bit 11: Time Limited Commands feature set is on.
        time_limited_commands_enabled: bool = w87(11), "Time Limited Commands feature set enabled [obsolete]";
        /// Word 87 bit 10: URG bit of WRITE STREAM DMA EXT and WRITE STREAM EXT, said again.
        urgent_write_stream_available: bool = w87(10), "URG bit of WRITE STREAM DMA EXT and WRITE STREAM EXT supported (second copy) [obsolete]";
        /// Word 87 bit 9: URG bit of READ STREAM DMA EXT and READ STREAM EXT, said again.
        urgent_read_stream_available: bool = w87(9), "URG bit of READ STREAM DMA EXT and READ STREAM EXT supported (second copy) [obsolete]";
        /// Word 87 bit 8: 64-bit World wide name, said again.
        world_wide_name_available: bool = w87(8), "64-bit World wide name supported (second copy)";
        /// Word 87 bit 7: WRITE DMA QUEUED FUA EXT command, said again.
        write_dma_queued_fua_ext_available: bool = w87(7), "WRITE DMA QUEUED FUA EXT command supported (second copy) [obsolete]";
        /// Word 87 bit 6: WRITE DMA FUA EXT and WRITE MULTIPLE FUA EXT commands, said again.
        write_fua_ext_available: bool = w87(6), "WRITE DMA FUA EXT and WRITE MULTIPLE FUA EXT commands supported (second copy)";
        /// Word 87 bit 5: General Purpose Logging feature set, said again.
        general_purpose_logging_available: bool = w87(5), "General Purpose Logging feature set supported (second copy)";
        /// Word 87 bit 4: a stream has been configured.
        streaming_enabled: bool = w87(4), "Valid CONFIGURE STREAM command has been executed [obsolete]";
        /// Word 87 bit 3: Media Card Pass Through Command feature set is on.
        media_card_pass_through_enabled: bool = w87(3), "Media Card Pass Through Command feature set enabled [obsolete]";
        /// Word 87 bit 2: the media serial number means something.
        media_serial_number_valid: bool = w87(2), "Media serial number is valid";
        /// Word 87 bit 1: SMART self-test, said again.
        smart_self_test_available: bool = w87(1), "SMART self-test supported (second copy)";
        /// Word 87 bit 0: SMART error logging, said again.
        smart_error_logging_available: bool = w87(0), "SMART error logging supported (second copy)";
        /// 01b: word 119 is valid.
        word_119_mark: u8 = word(119).bits(15, 14), "Word 119 validity", MARK;
        /// 01b: word 120 is valid.
        word_120_mark: u8 = word(120).bits(15, 14), "Word 120 validity", MARK;
        /// Word 119 bit 9: DSN feature set.
        device_statistics_notification_supported: bool = w119(9), "DSN feature set supported";
        /// Word 119 bit 8: Accessible Max Address Configuration feature set.
        accessible_max_address_supported: bool = w119(8), "Accessible Max Address Configuration feature set supported";
        /// Word 119 bit 7: Extended Power Conditions feature set.
        extended_power_conditions_supported: bool = w119(7), "Extended Power Conditions feature set supported";
        /// Word 119 bit 6: Sense Data Reporting feature set.
        sense_data_reporting_supported: bool = w119(6), "Sense Data Reporting feature set supported";
        /// Word 119 bit 5: Free-fall Control feature set.
        free_fall_control_supported: bool = w119(5), "Free-fall Control feature set supported";
        /// Word 119 bit 4: DOWNLOAD MICROCODE command with mode 3.
        download_microcode_mode_3_supported: bool = w119(4), "DOWNLOAD MICROCODE command with mode 3 supported";
        /// Word 119 bit 3: READ LOG DMA EXT and WRITE LOG DMA EXT commands.
        read_write_log_dma_ext_supported: bool = w119(3), "READ LOG DMA EXT and WRITE LOG DMA EXT commands supported";
        /// Word 119 bit 2: WRITE UNCORRECTABLE EXT command.
        write_uncorrectable_ext_supported: bool = w119(2), "WRITE UNCORRECTABLE EXT command supported";
        /// Word 119 bit 1: Write-Read-Verify feature set.
        write_read_verify_supported: bool = w119(1), "Write-Read-Verify feature set supported";
        /// Word 119 bit 0: Disable Data Transfer After Error Detection feature set.
        disable_data_transfer_after_error_supported: bool = w119(0), "Disable Data Transfer After Error Detection feature set supported [obsolete]";
        /// Word 120 bit 9: DSN feature set is on.
        device_statistics_notification_enabled: bool = w120(9), "DSN feature set enabled";
        /// Word 120 bit 7: Extended Power Conditions feature set is on.
        extended_power_conditions_enabled: bool = w120(7), "Extended Power Conditions feature set enabled";
        /// Word 120 bit 6: Sense Data Reporting feature set is on.
        sense_data_reporting_enabled: bool = w120(6), "Sense Data Reporting feature set enabled";
        /// Word 120 bit 5: Free-fall Control feature set is on.
        free_fall_control_enabled: bool = w120(5), "Free-fall Control feature set enabled";
        /// Word 120 bit 4: DOWNLOAD MICROCODE command with mode 3, said again.
        download_microcode_mode_3_available: bool = w120(4), "DOWNLOAD MICROCODE command with mode 3 supported (second copy)";
        /// Word 120 bit 3: READ LOG DMA EXT and WRITE LOG DMA EXT commands, said again.
        read_write_log_dma_ext_available: bool = w120(3), "READ LOG DMA EXT and WRITE LOG DMA EXT commands supported (second copy)";
        /// Word 120 bit 2: WRITE UNCORRECTABLE EXT command, said again.
        write_uncorrectable_ext_available: bool = w120(2), "WRITE UNCORRECTABLE EXT command supported (second copy)";
        /// Word 120 bit 1: Write-Read-Verify feature set is on.
        write_read_verify_enabled: bool = w120(1), "Write-Read-Verify feature set enabled";
        /// Word 120 bit 0: Disable Data Transfer After Error Detection feature set is on.
        disable_data_transfer_after_error_enabled: bool = w120(0), "Disable Data Transfer After Error Detection feature set enabled [obsolete]";
        /// CFast.
        cfast: bool = word(69).bit(15), "CFast specification supported";
        /// A trimmed sector reads the same every time.
        deterministic_data_after_trim: bool = word(69).bit(14), "Deterministic data in trimmed LBA ranges supported";
        /// Errors of alignment to a long physical sector can be controlled.
        lps_alignment_error_reporting_control: bool = word(69).bit(13),
            "Long physical sector alignment error reporting control supported";
        /// DCO over DMA.
        dco_dma: bool = word(69).bit(12),
            "DEVICE CONFIGURATION IDENTIFY DMA and DEVICE CONFIGURATION SET DMA supported [obsolete]";
        /// READ BUFFER DMA.
        read_buffer_dma: bool = word(69).bit(11), "READ BUFFER DMA command supported";
        /// WRITE BUFFER DMA.
        write_buffer_dma: bool = word(69).bit(10), "WRITE BUFFER DMA command supported";
        /// SET MAX over DMA.
        set_max_dma: bool = word(69).bit(9), "SET MAX SET PASSWORD DMA and SET MAX UNLOCK DMA supported [obsolete]";
        /// DOWNLOAD MICROCODE DMA.
        download_microcode_dma: bool = word(69).bit(8), "DOWNLOAD MICROCODE DMA command supported";
        /// 28-bit commands that are optional are supported.
        optional_28_bit_commands: bool = word(69).bit(6), "Optional ATA device 28-bit commands supported";
        /// A trimmed sector reads as zeros.
        zeros_after_trim: bool = word(69).bit(5), "Trimmed LBA range(s) returning zeroed data is supported";
        /// No write is lost with the power: all of the write cache is non-volatile.
        all_write_cache_non_volatile: bool = word(69).bit(2), "All write cache is non-volatile";
        /// What of zones the drive shows.
        zoned_capabilities: u8 = word(69).bits(1, 0), "ZONED field [obsolete since ACS-5]", names(&[
            (0, "not reported"),
            (1, "host aware zones"),
            (2, "zones managed by the device"),
            (3, "reserved"),
        ]);
        /// The level of advanced power management.
        apm_level: u8 = word(91).bits(7, 0), "APM level", Meaning::Rule(apm);
        /// 40h on drives before ACS-3.
        apm_level_high: u8 = word(91).bits(15, 8), "Word 91 high byte (reserved; 40h before ACS-3)";
        /// The acoustic level that the maker recommends.
        recommended_aam_level: u8 = word(94).bits(15, 8), "Vendor's recommended acoustic management value [obsolete]";
        /// The acoustic level.
        current_aam_level: u8 = word(94).bits(7, 0), "Current automatic acoustic management value [obsolete]";
        /// How soon the drive takes a movement for a fall.
        free_fall_sensitivity: u8 = word(53).bits(15, 8), "Free-fall Control sensitivity", names(&[
            (0, "the vendor's recommended setting"),
        ]);
        /// The most 512-byte blocks of TRIM ranges a command.
        maximum_trim_blocks: DataBlocks = word(105),
            "Maximum number of 512-byte blocks per DATA SET MANAGEMENT command", Meaning::Rule(not_reported);
        /// Time limited commands: the limit, in 10 ms.
        command_completion_time_limit_value: Centiseconds = word(116), "Command completion time limit in 10 ms [obsolete]",
            Meaning::Rule(ten_milliseconds);
        /// Removable media status notification.
        removable_medium_notification_word_127: u8 = word(127).bits(1, 0),
            "Removable Media Status Notification feature set [obsolete]",
            names(&[(0, "not supported"), (1, "supported"), (2, "reserved"), (3, "reserved")]);
        /// TRIM.
        trim: bool = word(169).bit(0), "TRIM bit in the DATA SET MANAGEMENT command is supported";
        /// SCT: vendor specific bits.
        sct_vendor: u8 = word(206).bits(15, 12), "SCT: vendor specific";
        /// SCT: the bit that SATA has reserved.
        sct_reserved_for_sata: bool = word(206).bit(7), "SCT: reserved for Serial ATA";
        /// SCT data tables.
        sct_data_tables: bool = word(206).bit(5), "SCT Data Tables supported";
        /// SCT feature control.
        sct_feature_control: bool = word(206).bit(4), "SCT Feature Control supported";
        /// SCT error recovery control.
        sct_error_recovery_control: bool = word(206).bit(3), "SCT Error Recovery Control supported";
        /// SCT WRITE SAME.
        sct_write_same: bool = word(206).bit(2), "SCT Write Same supported";
        /// SCT long sector access.
        sct_read_write_long: bool = word(206).bit(1), "SCT Long Sector Access supported [obsolete]";
        /// SCT.
        sct: bool = word(206).bit(0), "SCT Command Transport supported";
        /// Write-read-verify in mode 3: the sectors that the host chose.
        write_read_verify_sectors_mode_3: Sectors = words(210, 2), "Write-Read-Verify sector mode 3 count";
        /// Write-read-verify in mode 2: the sectors that the vendor chose.
        write_read_verify_sectors_mode_2: Sectors = words(212, 2), "Write-Read-Verify sector mode 2 count";
        /// Write-read-verify: the mode.
        write_read_verify_mode: u8 = word(220).bits(7, 0), "Write-Read-Verify feature set current mode";
        /// The fewest 512-byte blocks that DOWNLOAD MICROCODE with offsets takes.
        download_minimum_blocks: DataBlocks = word(234),
            "Minimum number of 512-byte data blocks per DOWNLOAD MICROCODE mode 3 operation", Meaning::Rule(not_reported);
        /// The most 512-byte blocks that DOWNLOAD MICROCODE with offsets takes.
        download_maximum_blocks: DataBlocks = word(235),
            "Maximum number of 512-byte data blocks per DOWNLOAD MICROCODE mode 3 operation", Meaning::Rule(not_reported);
    }
    reserved {
        word(70), "reserved";
        word(119).bits(13, 10), "reserved";
        word(120).bits(13, 10), "reserved";
        word(120).bit(8), "reserved: AMAC is never enabled, only used";
        word(127).bits(15, 2), "reserved";
        word(169).bits(15, 1), "reserved";
        word(206).bits(11, 8), "reserved";
        word(206).bit(6), "reserved";
        word(220).bits(15, 8), "reserved";
    }
}

fn apm(level: u64) -> Option<Cow<'static, str>> {
    Some(Cow::Borrowed(match level {
        0x00 | 0xff => "reserved",
        0x01 => "least power, with standby",
        0x02..=0x7f => "less power, with standby",
        0x80 => "least power without standby",
        0x81..=0xfd => "less power without standby",
        _ => "most performance",
    }))
}

fn not_reported(count: u64) -> Option<Cow<'static, str>> {
    matches!(count, 0 | 0xffff).then_some(Cow::Borrowed("not reported"))
}

fn ten_milliseconds(count: u64) -> Option<Cow<'static, str>> {
    Some(format!("{} ms", count.saturating_mul(10)).into())
}
