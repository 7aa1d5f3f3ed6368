//! Current settings (log 30h, page 04h), ACS-5 and ACS-6.

use sg::wire::{be, names};

use super::{field, flag_at, gate, page};

sg::record! {
    /// What of it is on.
    pub struct SettingFields[8..512] {
        /// Command duration limits are on.
        command_duration_limits_enabled: bool = flag_at(8, 21), "COMMAND DURATION LIMITS ENABLED";
        /// Downloaded firmware waits for its activation.
        dm_activation_pending: bool = flag_at(8, 19), "DM ACTIVATION PENDING";
        /// Sense data for NCQ commands that succeed.
        successful_ncq_command_sense_data_enabled: bool = flag_at(8, 18),
            "SUCCESSFUL NCQ COMMAND SENSE DATA ENABLED";
        /// Device Life Control is on.
        dlc_enabled: bool = flag_at(8, 17), "DLC ENABLED";
        /// Device Statistics Notification is on.
        dsn_enabled: bool = flag_at(8, 16), "DSN ENABLED";
        /// Extended Power Conditions are on.
        epc_enabled: bool = flag_at(8, 15), "EPC ENABLED";
        /// The volatile write cache is on.
        volatile_write_cache_enabled: bool = flag_at(8, 13), "VOLATILE WRITE CACHE ENABLED";
        /// A software reset reverts settings to their defaults.
        reverting_to_defaults_enabled: bool = flag_at(8, 11), "REVERTING TO DEFAULTS ENABLED";
        /// Sense data reporting is on.
        sense_data_enabled: bool = flag_at(8, 10), "SENSE DATA ENABLED";
        /// All write cache is non-volatile.
        non_volatile_write_cache: bool = flag_at(8, 8), "NON-VOLATILE WRITE CACHE";
        /// Read look-ahead is on.
        read_look_ahead_enabled: bool = flag_at(8, 7), "READ LOOK-AHEAD ENABLED";
        /// SMART is on.
        smart_enabled: bool = flag_at(8, 6), "SMART ENABLED";
        /// Power-Up In Standby is on.
        puis_enabled: bool = flag_at(8, 3), "PUIS ENABLED";
        /// Advanced Power Management is on.
        apm_enabled: bool = flag_at(8, 2), "APM ENABLED";
        /// Free-fall control is on.
        free_fall_enabled: bool = flag_at(8, 1), "FREE-FALL ENABLED";
        /// Write-Read-Verify is on.
        wrv_enabled: bool = flag_at(8, 0), "WRV ENABLED";

        /// What powers the host.
        power_source: u8 = field(16, 17, 16), "POWER SOURCE", names(&[
            (0, "unknown, or not set"),
            (1, "battery"),
            (2, "not a battery"),
        ]);
        /// The level of advanced power management.
        apm_level: u8 = field(16, 15, 8), "APM LEVEL", names(&[
            (0x01, "least power, standby allowed"),
            (0x80, "least power without standby"),
            (0xfe, "most performance"),
        ]);
        /// The mode of write-read-verify.
        wrv_mode: u8 = field(16, 7, 0), "WRV MODE";
        /// As IDENTIFY DEVICE word 96.
        dma_sector_time: u16 = field(24, 15, 0), "DMA SECTOR TIME";
        /// As IDENTIFY DEVICE word 104.
        pio_sector_time: u16 = field(32, 15, 0), "PIO SECTOR TIME";
        /// As IDENTIFY DEVICE word 95.
        stream_minimum_request_size: u16 = field(40, 15, 0), "STREAM MINIMUM REQUEST SIZE";
        /// As IDENTIFY DEVICE word 97.
        stream_access_latency: u16 = field(48, 15, 0), "STREAM ACCESS LATENCY";
        /// As IDENTIFY DEVICE words 98 and 99.
        stream_granularity: u32 = field(56, 31, 0), "STREAM GRANULARITY";
        /// How soon a fall is detected.
        free_fall_sensitivity: u8 = field(64, 7, 0), "FREE-FALL SENSITIVITY", names(&[
            (0x00, "as the vendor recommends"),
        ]);
        /// How long the drive must be left alone for maintenance; in milliseconds, where it is given.
        minimum_inactive_time_in_milliseconds: u16 = field(72, 57, 48), "MINIMUM INACTIVE TIME IN MILLISECONDS";
        /// How long the maintenance takes.
        time_scheduled_for_device_maintenance: u16 = field(72, 47, 32), "TIME SCHEDULED FOR DEVICE MAINTENANCE";
        /// How long until the drive gets slower without it.
        time_to_performance_degradation: u16 = field(72, 31, 16), "TIME TO PERFORMANCE DEGRADATION";
        /// How long the drive must be left alone for maintenance.
        minimum_inactive_time: u16 = field(72, 15, 0), "MINIMUM INACTIVE TIME";
        /// What an advanced background operation is doing.
        abo_status: u8 = field(80, 7, 0), "ABO STATUS";
    }
    reserved {
        field(8, 62, 22), "reserved, or not known";
        flag_at(8, 20), "reserved, or not known";
        flag_at(8, 14), "reserved";
        flag_at(8, 12), "reserved";
        flag_at(8, 9), "reserved";
        field(8, 5, 4), "reserved";
        gate(8), "a gate";
        field(16, 62, 18), "reserved";
        gate(16), "a gate";
        field(24, 62, 16), "reserved";
        gate(24), "a gate";
        field(32, 62, 16), "reserved";
        gate(32), "a gate";
        field(40, 62, 16), "reserved";
        gate(40), "a gate";
        field(48, 62, 16), "reserved";
        gate(48), "a gate";
        field(56, 62, 32), "reserved";
        gate(56), "a gate";
        field(64, 62, 8), "reserved";
        gate(64), "a gate";
        field(72, 62, 58), "reserved";
        gate(72), "a gate";
        field(80, 62, 8), "reserved";
        gate(80), "a gate";
        be(88, 424), "reserved";
    }
}

page! {
    /// Settings.
    CurrentSettings, SettingFields, 0x04, "ata:30/04", "Current settings"
}
