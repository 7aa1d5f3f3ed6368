//! Serial ATA: queue depth, speeds, capabilities, features (words 75 to 79).

use std::borrow::Cow;

use sg::wire::{At, Meaning, names, word};

/// A place in a word that means something only on a SATA drive: one that reports word 76.
const fn on_sata(at: At) -> At {
    at.when_word_reported(76)
}

sg::record! {
    /// Serial ATA.
    pub struct Sata[150..160] {
        /// The queue depth, less one; of NCQ, and of TCQ before it.
        maximum_queue_depth_minus_1: u8 = word(75).bits(4, 0), "Maximum queue depth - 1", Meaning::Rule(depth);
        /// READ LOG DMA EXT does all that READ LOG EXT does.
        read_log_dma_ext_equivalent: bool = on_sata(word(76).bit(15)),
            "READ LOG DMA EXT as equivalent to READ LOG EXT supported";
        /// The device goes from partial to slumber by itself.
        device_automatic_partial_to_slumber: bool = on_sata(word(76).bit(14)),
            "Device automatic partial to slumber transitions supported";
        /// The device bears a host that goes from partial to slumber by itself.
        host_automatic_partial_to_slumber: bool = on_sata(word(76).bit(13)),
            "Host automatic partial to slumber transitions supported";
        /// NCQ commands carry a priority.
        ncq_priority: bool = on_sata(word(76).bit(12)), "NCQ priority information supported";
        /// The heads can be unloaded while NCQ commands are outstanding.
        unload_while_ncq: bool = on_sata(word(76).bit(11)),
            "Unload while NCQ commands are outstanding supported";
        /// The link counts its errors.
        phy_event_counters: bool = on_sata(word(76).bit(10)), "SATA phy event counters supported";
        /// The host may put the link to sleep.
        host_initiated_power_management: bool = on_sata(word(76).bit(9)),
            "Receipt of host initiated power management requests supported";
        /// Native command queuing.
        ncq: bool = on_sata(word(76).bit(8)), "NCQ feature set supported";
        /// 6.0 Gb/s.
        gen3_speed: bool = on_sata(word(76).bit(3)), "SATA Gen3 signaling speed (6.0 Gb/s) supported";
        /// 3.0 Gb/s.
        gen2_speed: bool = on_sata(word(76).bit(2)), "SATA Gen2 signaling speed (3.0 Gb/s) supported";
        /// 1.5 Gb/s.
        gen1_speed: bool = on_sata(word(76).bit(1)), "SATA Gen1 signaling speed (1.5 Gb/s) supported";
        /// Managed out of band.
        out_of_band_management: bool = on_sata(word(77).bit(9)), "Out of band management supported";
        /// The power disable pin cannot be switched off.
        power_disable_always_enabled: bool = on_sata(word(77).bit(8)), "Power disable feature always enabled";
        /// Device sleep leads to a state of less power.
        devsleep_to_reduced_power_state: bool = on_sata(word(77).bit(7)),
            "DevSleep to ReducedPwrState transition supported";
        /// RECEIVE FPDMA QUEUED and SEND FPDMA QUEUED.
        send_receive_fpdma_queued: bool = on_sata(word(77).bit(6)),
            "RECEIVE FPDMA QUEUED and SEND FPDMA QUEUED supported";
        /// NCQ QUEUE MANAGEMENT.
        ncq_queue_management: bool = on_sata(word(77).bit(5)), "NCQ QUEUE MANAGEMENT supported";
        /// NCQ streaming.
        ncq_streaming: bool = on_sata(word(77).bit(4)), "NCQ streaming supported";
        /// The speed of the link now.
        current_signaling_speed: u8 = on_sata(word(77).bits(3, 1)), "Current negotiated SATA signal speed", names(&[
            (0, "not reported"),
            (1, "Gen1 (1.5 Gb/s)"),
            (2, "Gen2 (3.0 Gb/s)"),
            (3, "Gen3 (6.0 Gb/s)"),
        ]);
        /// The power disable pin can cut the drive's power.
        power_disable_supported: bool = on_sata(word(78).bit(12)), "Power disable feature supported";
        /// Rebuild assist.
        rebuild_assist_supported: bool = on_sata(word(78).bit(11)), "Rebuild Assist feature set supported";
        /// Hybrid information.
        hybrid_information_supported: bool = on_sata(word(78).bit(9)), "Hybrid Information feature supported";
        /// Device sleep.
        device_sleep_supported: bool = on_sata(word(78).bit(8)), "Device Sleep feature supported";
        /// Sense data come with a failed NCQ command.
        ncq_autosense_supported: bool = on_sata(word(78).bit(7)), "NCQ autosense supported";
        /// Settings survive a COMRESET.
        software_settings_preservation_supported: bool = on_sata(word(78).bit(6)),
            "Software Settings Preservation supported";
        /// Hardware feature control; on ATAPI devices, and in SATA II, asynchronous notification.
        hardware_feature_control_supported: bool = on_sata(word(78).bit(5)),
            "Hardware Feature Control supported (ATAPI, SATA II: asynchronous notification)";
        /// Data come in order.
        in_order_data_delivery_supported: bool = on_sata(word(78).bit(4)), "In-order data delivery supported";
        /// The device may put the link to sleep.
        device_initiated_power_management_supported: bool = on_sata(word(78).bit(3)),
            "Device initiated power management supported";
        /// DMA setup auto-activation.
        dma_setup_auto_activation_supported: bool = on_sata(word(78).bit(2)),
            "DMA Setup auto-activation supported";
        /// Non-zero buffer offsets.
        non_zero_buffer_offsets_supported: bool = on_sata(word(78).bit(1)),
            "Non-zero buffer offsets supported";
        /// Rebuild assist is on.
        rebuild_assist_enabled: bool = on_sata(word(79).bit(11)), "Rebuild Assist feature set enabled";
        /// The power disable pin can cut the drive's power now.
        power_disable_enabled: bool = on_sata(word(79).bit(10)), "Power disable feature enabled";
        /// Hybrid information is on.
        hybrid_information_enabled: bool = on_sata(word(79).bit(9)), "Hybrid Information feature enabled";
        /// Device sleep is on.
        device_sleep_enabled: bool = on_sata(word(79).bit(8)), "Device Sleep feature enabled";
        /// The device goes from partial to slumber by itself, now.
        automatic_partial_to_slumber_enabled: bool = on_sata(word(79).bit(7)),
            "Device automatic partial to slumber transitions enabled";
        /// Settings survive a COMRESET, now.
        software_settings_preservation_enabled: bool = on_sata(word(79).bit(6)),
            "Software Settings Preservation enabled";
        /// Hardware feature control (or asynchronous notification) is on.
        hardware_feature_control_enabled: bool = on_sata(word(79).bit(5)),
            "Hardware Feature Control enabled (ATAPI, SATA II: asynchronous notification)";
        /// Data come in order, now.
        in_order_data_delivery_enabled: bool = on_sata(word(79).bit(4)), "In-order data delivery enabled";
        /// The device may put the link to sleep, now.
        device_initiated_power_management_enabled: bool = on_sata(word(79).bit(3)),
            "Device initiated power management enabled";
        /// DMA setup auto-activation is on.
        dma_setup_auto_activation_enabled: bool = on_sata(word(79).bit(2)), "DMA Setup auto-activation enabled";
        /// Non-zero buffer offsets are on.
        non_zero_buffer_offsets_enabled: bool = on_sata(word(79).bit(1)), "Non-zero buffer offsets enabled";
    }
    reserved {
        word(75).bits(15, 5), "reserved";
        word(76).bits(7, 4), "reserved for Serial ATA";
        word(76).bit(0), "0: the word is valid";
        word(77).bits(15, 10), "reserved for Serial ATA";
        word(77).bit(0), "0";
        word(78).bits(15, 13), "reserved for Serial ATA";
        word(78).bit(10), "reserved for Serial ATA";
        word(78).bit(0), "0";
        word(79).bits(15, 12), "reserved for Serial ATA";
        word(79).bit(0), "0";
    }
}

fn depth(minus_1: u64) -> Option<Cow<'static, str>> {
    Some(format!("{} commands, if commands are queued at all", minus_1.saturating_add(1)).into())
}
