//! Supported capabilities (log 30h, page 03h), ACS-5 and ACS-6.

use std::borrow::Cow;

use sg::wire::{Meaning, Octets, Rpm, Sectors, be, le, names, text};

use super::{field, flag_at, gate, page};

sg::record! {
    /// What the drive can do.
    pub struct CapabilityFields[8..512] {
        /// The Capacity/Model Number Mapping log (61h).
        capacity_model_number_mapping_supported: bool = flag_at(8, 58), "CAPACITY/MODEL NUMBER MAPPING SUPPORTED";
        /// MUTATE EXT.
        mutate_supported: bool = flag_at(8, 55), "MUTATE SUPPORTED";
        /// Advanced background operations.
        advanced_background_operations_supported: bool = flag_at(8, 54),
            "ADVANCED BACKGROUND OPERATIONS SUPPORTED";
        /// Sense data reporting stays on over resets.
        persistent_sense_data_reporting_supported: bool = flag_at(8, 53),
            "PERSISTENT SENSE DATA REPORTING SUPPORTED";
        /// The form factor is given as SFF-8447 has it.
        sff_8447_reporting: bool = flag_at(8, 52), "SFF-8447 REPORTING";
        /// OVERWRITE EXT can end with a pattern that is known.
        definitive_ending_pattern_supported: bool = flag_at(8, 51), "DEFINITIVE ENDING PATTERN SUPPORTED";
        /// DATA SET MANAGEMENT XL.
        data_set_management_xl_supported: bool = flag_at(8, 50), "DATA SET MANAGEMENT XL SUPPORTED";
        /// SET SECTOR CONFIGURATION EXT.
        set_sector_configuration_supported: bool = flag_at(8, 49), "SET SECTOR CONFIGURATION SUPPORTED";
        /// ZERO EXT.
        zero_ext_supported: bool = flag_at(8, 48), "ZERO EXT SUPPORTED";
        /// Sense data for NCQ commands that succeed.
        successful_ncq_command_sense_data_supported: bool = flag_at(8, 47),
            "SUCCESSFUL NCQ COMMAND SENSE DATA SUPPORTED";
        /// Device Life Control.
        dlc_supported: bool = flag_at(8, 46), "DLC SUPPORTED";
        /// REQUEST SENSE DATA EXT after a device fault.
        request_sense_device_fault_supported: bool = flag_at(8, 45), "REQUEST SENSE DEVICE FAULT SUPPORTED";
        /// Device Statistics Notification.
        dsn_supported: bool = flag_at(8, 44), "DSN SUPPORTED";
        /// The condition `standby_y`.
        low_power_standby_supported: bool = flag_at(8, 43), "LOW POWER STANDBY SUPPORTED";
        /// The power source can be set.
        set_epc_power_source_supported: bool = flag_at(8, 42), "SET EPC POWER SOURCE SUPPORTED";
        /// Accessible Max Address Configuration.
        amax_addr_supported: bool = flag_at(8, 41), "AMAX ADDR SUPPORTED";
        /// Trimmed sectors read the same each time.
        drat_supported: bool = flag_at(8, 39), "DRAT SUPPORTED";
        /// The LPS Mis-alignment log (0Dh).
        lps_misalignment_reporting_supported: bool = flag_at(8, 38), "LPS MISALIGNMENT REPORTING SUPPORTED";
        /// READ BUFFER DMA.
        read_buffer_dma_supported: bool = flag_at(8, 36), "READ BUFFER DMA SUPPORTED";
        /// WRITE BUFFER DMA.
        write_buffer_dma_supported: bool = flag_at(8, 35), "WRITE BUFFER DMA SUPPORTED";
        /// DOWNLOAD MICROCODE DMA.
        download_microcode_dma_supported: bool = flag_at(8, 33), "DOWNLOAD MICROCODE DMA SUPPORTED";
        /// The commands with 28-bit addresses, which newer drives may leave out.
        optional_28_bit_commands_supported: bool = flag_at(8, 32), "28-BIT SUPPORTED";
        /// Trimmed sectors read as zeros.
        rzat_supported: bool = flag_at(8, 31), "RZAT SUPPORTED";
        /// NOP.
        nop_supported: bool = flag_at(8, 29), "NOP SUPPORTED";
        /// READ BUFFER.
        read_buffer_supported: bool = flag_at(8, 28), "READ BUFFER SUPPORTED";
        /// WRITE BUFFER.
        write_buffer_supported: bool = flag_at(8, 27), "WRITE BUFFER SUPPORTED";
        /// Read look-ahead.
        read_look_ahead_supported: bool = flag_at(8, 25), "READ LOOK-AHEAD SUPPORTED";
        /// A volatile write cache.
        volatile_write_cache_supported: bool = flag_at(8, 24), "VOLATILE WRITE CACHE SUPPORTED";
        /// SMART.
        smart_supported: bool = flag_at(8, 23), "SMART SUPPORTED";
        /// FLUSH CACHE EXT.
        flush_cache_ext_supported: bool = flag_at(8, 22), "FLUSH CACHE EXT SUPPORTED";
        /// 48-bit addresses.
        supports_48_bit: bool = flag_at(8, 20), "48-BIT SUPPORTED";
        /// A drive that powers up in standby needs a SET FEATURES to spin up.
        spin_up_supported: bool = flag_at(8, 18), "SPIN-UP SUPPORTED";
        /// Power-Up In Standby.
        puis_supported: bool = flag_at(8, 17), "PUIS SUPPORTED";
        /// Advanced Power Management.
        apm_supported: bool = flag_at(8, 16), "APM SUPPORTED";
        /// DOWNLOAD MICROCODE.
        download_microcode_supported: bool = flag_at(8, 14), "DOWNLOAD MICROCODE SUPPORTED";
        /// IDLE IMMEDIATE can unload the heads.
        unload_supported: bool = flag_at(8, 13), "UNLOAD SUPPORTED";
        /// WRITE DMA FUA EXT.
        write_fua_ext_supported: bool = flag_at(8, 12), "WRITE FUA EXT SUPPORTED";
        /// General purpose logs.
        gpl_supported: bool = flag_at(8, 11), "GPL SUPPORTED";
        /// Streaming.
        streaming_supported: bool = flag_at(8, 10), "STREAMING SUPPORTED";
        /// SMART self-tests.
        smart_self_test_supported: bool = flag_at(8, 8), "SMART SELF-TEST SUPPORTED";
        /// SMART error logs.
        smart_error_logging_supported: bool = flag_at(8, 7), "SMART ERROR LOGGING SUPPORTED";
        /// Extended Power Conditions.
        epc_supported: bool = flag_at(8, 6), "EPC SUPPORTED";
        /// Sense data reporting.
        sense_data_supported: bool = flag_at(8, 5), "SENSE DATA SUPPORTED";
        /// Free-fall control.
        free_fall_supported: bool = flag_at(8, 4), "FREE-FALL SUPPORTED";
        /// DOWNLOAD MICROCODE in segments.
        dm_mode_3_supported: bool = flag_at(8, 3), "DM MODE 3 SUPPORTED";
        /// READ LOG DMA EXT and WRITE LOG DMA EXT.
        gpl_dma_supported: bool = flag_at(8, 2), "GPL DMA SUPPORTED";
        /// WRITE UNCORRECTABLE EXT.
        write_uncorrectable_supported: bool = flag_at(8, 1), "WRITE UNCORRECTABLE SUPPORTED";
        /// Write-Read-Verify.
        wrv_supported: bool = flag_at(8, 0), "WRV SUPPORTED";

        /// Firmware that waits for activation is lost when other firmware is downloaded.
        dm_clears_nonactivated_deferred_data: bool = flag_at(16, 35), "DM CLEARS NONACTIVATED DEFERRED DATA";
        /// Download in segments, activate later.
        dm_offsets_deferred_supported: bool = flag_at(16, 34), "DM OFFSETS DEFERRED SUPPORTED";
        /// Download at once, activate at once.
        dm_immediate_supported: bool = flag_at(16, 33), "DM IMMEDIATE SUPPORTED";
        /// Download in segments, activate at once.
        dm_offsets_immediate_supported: bool = flag_at(16, 32), "DM OFFSETS IMMEDIATE SUPPORTED";
        /// The largest segment, in blocks of 512 bytes.
        dm_maximum_transfer_size: u16 = field(16, 31, 16), "DM MAXIMUM TRANSFER SIZE", NO_LIMIT;
        /// The smallest segment, in blocks of 512 bytes.
        dm_minimum_transfer_size: u16 = field(16, 15, 0), "DM MINIMUM TRANSFER SIZE", NO_LIMIT;

        /// How fast the medium turns.
        nominal_media_rotation_rate: Rpm = field(24, 15, 0), "NOMINAL MEDIA ROTATION RATE",
            names(&[(0, "not reported"), (1, "does not rotate (solid state)")]);
        /// The size of the drive.
        nominal_form_factor: u8 = field(32, 3, 0), "NOMINAL FORM FACTOR", names(&[
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
        ]);
        /// How many sectors write-read-verify mode 3 verifies.
        wrv_mode_3_count: Sectors = field(40, 31, 0), "WRV MODE 3 COUNT";
        /// How many sectors write-read-verify mode 2 verifies.
        wrv_mode_2_count: Sectors = field(48, 31, 0), "WRV MODE 2 COUNT";
        /// The world wide name, the same as in words 108 to 111 of IDENTIFY DEVICE.
        world_wide_name: u64 = le(56, 8).when(71, 0x80, 0x80), "WORLD WIDE NAME", Meaning::Rule(wwn);

        /// The longest list of a DATA SET MANAGEMENT, in blocks of 512 bytes.
        max_pages_per_dsm_command: u16 = field(72, 31, 16), "MAX PAGES PER DSM COMMAND",
            names(&[(0, "not reported")]);
        /// Which markups of logical blocks DATA SET MANAGEMENT takes.
        logical_block_markup: u8 = field(72, 15, 8), "LOGICAL BLOCK MARKUP";
        /// TRIM.
        trim_supported: bool = flag_at(72, 0), "TRIM SUPPORTED";

        /// What UTILIZATION A and B count.
        utilization_type: u8 = le(88, 8).bits(55, 48).when(95, 0x80, 0x80), "UTILIZATION TYPE", names(&[
            (1, "reads and writes together in A"),
            (2, "writes in A"),
            (3, "writes in A, reads in B"),
        ]);
        /// Their unit.
        utilization_units: u8 = le(88, 8).bits(47, 40).when(95, 0x80, 0x80), "UTILIZATION UNITS", names(&[
            (2, "MB"),
            (3, "GB"),
            (4, "TB"),
            (5, "PB"),
            (6, "EB"),
        ]);
        /// Over which time.
        utilization_interval: u8 = le(88, 8).bits(39, 32).when(95, 0x80, 0x80), "UTILIZATION INTERVAL",
            names(&[(0x0a, "per day"), (0x0e, "per year")]);
        /// What the drive is rated for.
        utilization_b: u32 = le(80, 8).bits(63, 32).when(95, 0x80, 0x80), "UTILIZATION B";
        /// What the drive is rated for.
        utilization_a: u32 = le(80, 8).bits(31, 0).when(95, 0x80, 0x80), "UTILIZATION A";
        /// The host may choose the basis of the usage rate.
        setting_rate_basis_supported: bool = flag_at(96, 23), "SETTING RATE BASIS SUPPORTED";
        /// The basis may be the time since the last power-on reset.
        since_power_on_rate_basis_supported: bool = flag_at(96, 8), "SINCE POWER ON RATE BASIS SUPPORTED";
        /// The basis may be the power-on hours.
        power_on_hours_rate_basis_supported: bool = flag_at(96, 4), "POWER ON HOURS RATE BASIS SUPPORTED";
        /// The basis may be the date and time that a host set.
        date_and_time_rate_basis_supported: bool = flag_at(96, 0), "DATE AND TIME RATE BASIS SUPPORTED";

        /// Whether a drive that is not host managed has zones.
        zoned: u8 = field(104, 1, 0), "ZONED", names(&[
            (0, "not reported"),
            (1, "host aware"),
            (2, "device managed"),
        ]);
        /// RESET WRITE POINTERS EXT.
        reset_write_pointers_ext_supported: bool = flag_at(112, 4), "RESET WRITE POINTERS EXT SUPPORTED";
        /// FINISH ZONE EXT.
        finish_zone_ext_supported: bool = flag_at(112, 3), "FINISH ZONE EXT SUPPORTED";
        /// CLOSE ZONE EXT.
        close_zone_ext_supported: bool = flag_at(112, 2), "CLOSE ZONE EXT SUPPORTED";
        /// OPEN ZONE EXT.
        open_zone_ext_supported: bool = flag_at(112, 1), "OPEN ZONE EXT SUPPORTED";
        /// REPORT ZONES EXT.
        report_zones_ext_supported: bool = flag_at(112, 0), "REPORT ZONES EXT SUPPORTED";

        /// Advanced background operations while other commands run.
        abo_foreground_supported: bool = flag_at(120, 62), "ABO FOREGROUND SUPPORTED";
        /// They end by themselves when another command comes.
        abo_ir_supported: bool = flag_at(120, 61), "ABO IR SUPPORTED";
        /// The least of its resources that the drive makes free.
        abo_minimum_fraction: u32 = field(120, 47, 16), "ABO MINIMUM FRACTION";
        /// The shortest time that the host may allow.
        abo_minimum_supported_timelimit: u16 = field(120, 15, 0), "ABO MINIMUM SUPPORTED TIMELIMIT";
        /// How often the host should look whether maintenance is due.
        device_maintenance_polling_time: u16 = field(128, 31, 16), "DEVICE MAINTENANCE POLLING TIME";
        /// How long the host should wait before it starts them.
        recommended_abo_start_interval: u16 = field(128, 15, 0), "RECOMMENDED ABO START INTERVAL";
        /// How many NCQ commands, less one.
        queue_depth: u8 = field(136, 4, 0), "QUEUE DEPTH", Meaning::Rule(depth);

        /// SCT WRITE SAME, function 0103h.
        sct_write_same_function_103_supported: bool = flag_at(144, 26), "SCT WRITE SAME FUNCTION 103 SUPPORTED";
        /// SCT WRITE SAME, function 0102h.
        sct_write_same_function_102_supported: bool = flag_at(144, 25), "SCT WRITE SAME FUNCTION 102 SUPPORTED";
        /// SCT WRITE SAME, function 0101h.
        sct_write_same_function_101_supported: bool = flag_at(144, 24), "SCT WRITE SAME FUNCTION 101 SUPPORTED";
        /// SCT WRITE SAME, function 0003h.
        sct_write_same_function_3_supported: bool = flag_at(144, 18), "SCT WRITE SAME FUNCTION 3 SUPPORTED";
        /// SCT WRITE SAME, function 0002h.
        sct_write_same_function_2_supported: bool = flag_at(144, 17), "SCT WRITE SAME FUNCTION 2 SUPPORTED";
        /// SCT WRITE SAME, function 0001h.
        sct_write_same_function_1_supported: bool = flag_at(144, 16), "SCT WRITE SAME FUNCTION 1 SUPPORTED";
        /// SCT Data Tables: the temperature history.
        sct_data_tables_supported: bool = flag_at(144, 5), "SCT DATA TABLES SUPPORTED";
        /// SCT Feature Control.
        sct_feature_control_supported: bool = flag_at(144, 4), "SCT FEATURE CONTROL SUPPORTED";
        /// SCT Error Recovery Control.
        sct_error_recovery_control_supported: bool = flag_at(144, 3), "SCT ERROR RECOVERY CONTROL SUPPORTED";
        /// SCT WRITE SAME.
        sct_write_same_supported: bool = flag_at(144, 2), "SCT WRITE SAME SUPPORTED";
        /// SCT.
        sct_supported: bool = flag_at(144, 0), "SCT SUPPORTED";

        /// RESTORE ELEMENTS AND REBUILD.
        restore_elements_and_rebuild_supported: bool = flag_at(152, 2),
            "RESTORE ELEMENTS AND REBUILD SUPPORTED";
        /// GET PHYSICAL ELEMENT STATUS.
        get_physical_element_status_supported: bool = flag_at(152, 1), "GET PHYSICAL ELEMENT STATUS SUPPORTED";
        /// REMOVE ELEMENT AND TRUNCATE.
        remove_element_and_truncate_supported: bool = flag_at(152, 0), "REMOVE ELEMENT AND TRUNCATE SUPPORTED";
        /// How long removing an element may take.
        depopulation_time: u64 = field(160, 62, 0), "DEPOPULATION TIME", names(&[(0, "not reported")]);

        /// Durations as a guideline.
        command_duration_guideline_supported: bool = flag_at(168, 1), "COMMAND DURATION GUIDELINE SUPPORTED";
        /// Command duration limits.
        command_duration_limits_supported: bool = flag_at(168, 0), "COMMAND DURATION LIMITS SUPPORTED";
        /// The shortest limit, in microseconds.
        command_duration_limit_minimum: u32 = field(176, 31, 0), "COMMAND DURATION LIMIT MINIMUM";
        /// The longest limit, in microseconds.
        command_duration_limit_maximum: u32 = field(184, 31, 0), "COMMAND DURATION LIMIT MAXIMUM";
        /// Which policies the inactive time takes: one bit each.
        inactive_time_policy_supported: u16 = field(208, 47, 32), "INACTIVE TIME POLICY SUPPORTED DESCRIPTOR";
        /// Which policies the active time takes.
        active_time_policy_supported: u16 = field(208, 31, 16), "ACTIVE TIME POLICY SUPPORTED DESCRIPTOR";
        /// Which policies the total time takes.
        total_time_policy_supported: u16 = field(208, 15, 0), "TOTAL TIME POLICY SUPPORTED DESCRIPTOR";

        /// What only the vendor can read.
        vendor_specific_supported_capabilities: Octets = text(504, 8), "VENDOR SPECIFIC SUPPORTED CAPABILITIES";
    }
    reserved {
        field(8, 62, 59), "reserved, or not known";
        field(8, 57, 56), "reserved, or not known";
        flag_at(8, 40), "reserved for CFA";
        flag_at(8, 37), "reserved";
        flag_at(8, 34), "reserved";
        flag_at(8, 30), "reserved";
        flag_at(8, 26), "reserved";
        flag_at(8, 21), "reserved";
        flag_at(8, 19), "reserved";
        flag_at(8, 15), "reserved for CFA";
        flag_at(8, 9), "reserved";
        gate(8), "a gate";
        field(16, 62, 36), "reserved";
        gate(16), "a gate";
        field(24, 62, 16), "reserved";
        gate(24), "a gate";
        field(32, 62, 4), "reserved";
        gate(32), "a gate";
        field(40, 62, 32), "reserved";
        gate(40), "a gate";
        field(48, 62, 32), "reserved";
        gate(48), "a gate";
        le(64, 8).bits(62, 0), "reserved for a longer name";
        gate(64), "the gate of the world wide name";
        field(72, 62, 32), "reserved";
        field(72, 7, 1), "reserved";
        gate(72), "a gate";
        le(88, 8).bits(62, 56), "reserved";
        le(88, 8).bits(31, 0), "reserved";
        gate(88), "the gate of the utilization";
        field(96, 62, 24), "reserved";
        field(96, 22, 9), "reserved";
        field(96, 7, 5), "reserved";
        field(96, 3, 1), "reserved";
        gate(96), "a gate";
        field(104, 62, 2), "reserved";
        gate(104), "a gate";
        field(112, 62, 5), "reserved";
        gate(112), "a gate";
        field(120, 60, 48), "reserved";
        gate(120), "a gate";
        field(128, 62, 32), "reserved";
        gate(128), "a gate";
        field(136, 62, 5), "reserved";
        gate(136), "a gate";
        field(144, 62, 27), "reserved";
        field(144, 23, 19), "reserved";
        field(144, 15, 6), "reserved";
        flag_at(144, 1), "reserved";
        gate(144), "a gate";
        field(152, 62, 3), "reserved";
        gate(152), "a gate";
        gate(160), "a gate";
        field(168, 62, 2), "reserved";
        gate(168), "a gate";
        field(176, 62, 32), "reserved";
        gate(176), "a gate";
        field(184, 62, 32), "reserved";
        gate(184), "a gate";
        be(192, 16), "reserved, or not known";
        field(208, 62, 48), "reserved";
        gate(208), "a gate";
        be(216, 288), "reserved";
    }
}

/// Two numbers say that there is no limit.
const NO_LIMIT: Meaning = names(&[(0, "not reported"), (0xffff, "not reported")]);

/// Either the words of IDENTIFY DEVICE, the most significant first, or one number: a name that an
/// ATA drive has begins with 5 (NAA, IEEE registered), which tells them apart.
fn wwn(number: u64) -> Option<Cow<'static, str>> {
    let word = |shift: u32| number >> shift & 0xffff;
    let words = word(0) << 48 | word(16) << 32 | word(32) << 16 | word(48);
    [words, number].into_iter().find(|name| name >> 60 == 5).map(|name| format!("{name:016x}").into())
}

fn depth(less_one: u64) -> Option<Cow<'static, str>> {
    Some(format!("{} commands", less_one + 1).into())
}

page! {
    /// Capabilities.
    SupportedCapabilities, CapabilityFields, 0x03, "ata:30/03", "Supported capabilities"
}
