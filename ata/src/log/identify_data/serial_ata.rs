//! Serial ATA (log 30h, page 08h), Serial ATA 3.x.

use sg::wire::{Milliseconds, be, le, names};

use super::{field, flag_at, gate, page};

sg::record! {
    /// What the drive can do on its link, and what of it is on.
    pub struct SerialAtaFields[8..512] {
        /// The power disable pin always works.
        power_disable_feature_always_enabled: bool = flag_at(8, 31), "POWER DISABLE FEATURE ALWAYS ENABLED";
        /// The power disable pin can be made to work.
        power_disable_feature_supported: bool = flag_at(8, 30), "POWER DISABLE FEATURE SUPPORTED";
        /// Rebuild Assist.
        rebuild_assist_supported: bool = flag_at(8, 29), "REBUILD ASSIST SUPPORTED";
        /// Software settings preservation keeps device initiated power management.
        dipm_ssp_preservation_supported: bool = flag_at(8, 28), "DIPM SSP PRESERVATION SUPPORTED";
        /// Hybrid Information.
        hybrid_information_supported: bool = flag_at(8, 27), "HYBRID INFORMATION SUPPORTED";
        /// The drive can go from device sleep to a reduced power state.
        devsleep_to_reducedpwrstate_capability_supported: bool = flag_at(8, 26),
            "DEVSLEEP_TO_REDUCEDPWRSTATE CAPABILITY SUPPORTED";
        /// Device sleep.
        device_sleep_supported: bool = flag_at(8, 25), "DEVICE SLEEP SUPPORTED";
        /// The drive adds sense data to NCQ errors by itself.
        ncq_autosense_supported: bool = flag_at(8, 24), "NCQ AUTOSENSE SUPPORTED";
        /// Settings survive COMRESET.
        software_settings_preservation_supported: bool = flag_at(8, 23), "SOFTWARE SETTINGS PRESERVATION SUPPORTED";
        /// Hardware feature control.
        hardware_feature_control_supported: bool = flag_at(8, 22), "HARDWARE FEATURE CONTROL SUPPORTED";
        /// Data can be asked for in order.
        in_order_data_delivery_supported: bool = flag_at(8, 21), "IN-ORDER DATA DELIVERY SUPPORTED";
        /// The drive can start link power management.
        device_initiated_power_management_supported: bool = flag_at(8, 20),
            "DEVICE INITIATED POWER MANAGEMENT SUPPORTED";
        /// DMA Setup FIS auto-activate.
        dma_setup_auto_activation_supported: bool = flag_at(8, 19), "DMA SETUP AUTO-ACTIVATION SUPPORTED";
        /// Non-zero buffer offsets.
        non_zero_buffer_offsets_supported: bool = flag_at(8, 18), "NON-ZERO BUFFER OFFSETS SUPPORTED";
        /// SEND FPDMA QUEUED and RECEIVE FPDMA QUEUED.
        send_and_receive_queued_commands_supported: bool = flag_at(8, 17),
            "SEND AND RECEIVE QUEUED COMMANDS SUPPORTED";
        /// NCQ QUEUE MANAGEMENT, later NCQ NON-DATA.
        ncq_queue_management_command_supported: bool = flag_at(8, 16), "NCQ QUEUE MANAGEMENT COMMAND SUPPORTED";
        /// NCQ streaming.
        ncq_streaming_supported: bool = flag_at(8, 15), "NCQ STREAMING SUPPORTED";
        /// READ LOG DMA EXT brings the same as READ LOG EXT.
        read_log_dma_ext_as_equivalent_to_read_log_ext_supported: bool = flag_at(8, 14),
            "READ LOG DMA EXT AS EQUIVALENT TO READ LOG EXT SUPPORTED";
        /// The drive can go from partial to slumber.
        device_automatic_partial_to_slumber_transitions_supported: bool = flag_at(8, 13),
            "DEVICE AUTOMATIC PARTIAL TO SLUMBER TRANSITIONS SUPPORTED";
        /// The host may go from partial to slumber.
        host_automatic_partial_to_slumber_transitions_supported: bool = flag_at(8, 12),
            "HOST AUTOMATIC PARTIAL TO SLUMBER TRANSITIONS SUPPORTED";
        /// NCQ commands may have a priority.
        ncq_priority_information_supported: bool = flag_at(8, 11), "NCQ PRIORITY INFORMATION SUPPORTED";
        /// The heads can be unloaded while NCQ commands are outstanding.
        unload_while_ncq_commands_are_outstanding_supported: bool = flag_at(8, 10),
            "UNLOAD WHILE NCQ COMMANDS ARE OUTSTANDING SUPPORTED";
        /// The drive counts the errors of its link (log 11h).
        sata_phy_event_counters_log_supported: bool = flag_at(8, 9), "SATA PHY EVENT COUNTERS LOG SUPPORTED";
        /// The host may start link power management.
        receipt_of_host_initiated_power_management_requests_supported: bool = flag_at(8, 8),
            "RECEIPT OF HOST INITIATED POWER MANAGEMENT REQUESTS SUPPORTED";
        /// Native command queuing.
        ncq_feature_set_supported: bool = flag_at(8, 7), "NCQ FEATURE SET SUPPORTED";
        /// 6.0 Gb/s.
        sata_gen3_signaling_speed_supported: bool = flag_at(8, 2), "SATA GEN3 SIGNALING SPEED SUPPORTED";
        /// 3.0 Gb/s.
        sata_gen2_signaling_speed_supported: bool = flag_at(8, 1), "SATA GEN2 SIGNALING SPEED SUPPORTED";
        /// 1.5 Gb/s.
        sata_gen1_signaling_speed_supported: bool = flag_at(8, 0), "SATA GEN1 SIGNALING SPEED SUPPORTED";
        /// Hybrid Information is on.
        hybrid_enabled: bool = flag_at(16, 13), "HYBRID ENABLED";
        /// Rebuild Assist is on.
        rebuild_assist_enabled: bool = flag_at(16, 12), "REBUILD ASSIST ENABLED";
        /// The power disable pin works.
        power_disable_feature_enabled: bool = flag_at(16, 11), "POWER DISABLE FEATURE ENABLED";
        /// Device sleep is on.
        device_sleep_enabled: bool = flag_at(16, 10), "DEVICE SLEEP ENABLED";
        /// The drive goes from partial to slumber.
        automatic_partial_to_slumber_transitions_enabled: bool = flag_at(16, 9),
            "AUTOMATIC PARTIAL TO SLUMBER TRANSITIONS ENABLED";
        /// Settings survive COMRESET now.
        software_settings_preservation_enabled: bool = flag_at(16, 8), "SOFTWARE SETTINGS PRESERVATION ENABLED";
        /// Hardware feature control is on.
        hardware_feature_control_is_enabled: bool = flag_at(16, 7), "HARDWARE FEATURE CONTROL IS ENABLED";
        /// Data comes in order.
        in_order_data_delivery_enabled: bool = flag_at(16, 6), "IN-ORDER DATA DELIVERY ENABLED";
        /// The drive starts link power management.
        device_initiated_power_management_enabled: bool = flag_at(16, 5),
            "DEVICE INITIATED POWER MANAGEMENT ENABLED";
        /// DMA Setup FIS auto-activate is on.
        dma_setup_auto_activation_enabled: bool = flag_at(16, 4), "DMA SETUP AUTO-ACTIVATION ENABLED";
        /// Non-zero buffer offsets are on.
        non_zero_buffer_offsets_enabled: bool = flag_at(16, 3), "NON-ZERO BUFFER OFFSETS ENABLED";
        /// The speed of the link now.
        current_negotiated_serial_ata_signal_speed: u8 = field(16, 2, 0),
            "CURRENT NEGOTIATED SERIAL ATA SIGNAL SPEED", names(&[
                (0, "not reported"),
                (1, "Gen1, 1.5 Gb/s"),
                (2, "Gen2, 3.0 Gb/s"),
                (3, "Gen3, 6.0 Gb/s"),
            ]);
        /// Which feature the hardware control pin controls now.
        current_hardware_feature_control_identifier: u16 = le(40, 2),
            "CURRENT HARDWARE FEATURE CONTROL IDENTIFIER", HARDWARE_FEATURE;
        /// Which feature it can control.
        supported_hardware_feature_control_identifier: u16 = le(42, 2),
            "SUPPORTED HARDWARE FEATURE CONTROL IDENTIFIER", HARDWARE_FEATURE;
        /// How soon the drive is ready after device sleep.
        devsleep_exit_timeout: Milliseconds = field(48, 15, 8), "DEVSLEEP EXIT TIMEOUT (DETO)",
            names(&[(0, "not reported: 20 ms")]);
        /// How long the host has to assert device sleep.
        minimum_devslp_assertion_time: Milliseconds = field(48, 4, 0), "MINIMUM DEVSLP ASSERTION TIME (MDAT)",
            names(&[(0, "not reported: 10 ms")]);
    }
    reserved {
        field(8, 62, 32), "reserved, or not known";
        field(8, 6, 3), "reserved for faster generations";
        gate(8), "a gate";
        field(16, 62, 14), "reserved, or not known";
        gate(16), "a gate";
        be(24, 16), "reserved";
        be(44, 4), "reserved";
        field(48, 62, 16), "reserved";
        field(48, 7, 5), "reserved";
        gate(48), "a gate";
        be(56, 456), "reserved";
    }
}

const HARDWARE_FEATURE: sg::wire::Meaning = names(&[(0, "none"), (1, "direct head unload")]);

page! {
    /// Serial ATA.
    SerialAta, SerialAtaFields, 0x08, "ata:30/08", "Serial ATA"
}
