//! What several words say together: the claims that `Facts` takes, each with its rule.

use sg::section::{Entry, Item, Value};
use sg::wire::{At, ByteCount, FieldValue as _, Minutes, Sectors, TwoMinutes};

use super::{Capacity, Features, Identify, Identity, Protection, Sata};

/// What kind of device word 0 says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceKind {
    /// An ATA device: these are IDENTIFY DEVICE data.
    Ata,
    /// A packet device: these are IDENTIFY PACKET DEVICE data.
    Atapi,
    /// A CompactFlash card.
    CompactFlash,
    /// None of them.
    Unknown(u16),
}

/// What word 217 says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// The drive does not say.
    NotReported,
    /// Solid state.
    NonRotating,
    /// Revolutions a minute.
    Rpm(u16),
    /// A code that means nothing.
    Reserved(u16),
}

/// How long the drive says that a security erase takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EraseTime {
    /// So long.
    Exactly(Minutes),
    /// Longer: the field cannot say more.
    MoreThan(Minutes),
}

/// A feature that may be there and may be on. `None`: the words do not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Switch {
    /// The drive has it.
    pub supported: Option<bool>,
    /// It is on.
    pub enabled: Option<bool>,
}

/// ATA security (words 82, 85, 89, 90, 92, 128).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Security {
    /// The drive has it.
    pub supported: bool,
    /// A user password is set.
    pub enabled: bool,
    /// The data are locked.
    pub locked: bool,
    /// No security command is taken until power is cycled.
    pub frozen: bool,
    /// Too many wrong passwords.
    pub count_expired: bool,
    /// SECURITY ERASE UNIT has an enhanced mode.
    pub enhanced_erase: bool,
    /// The master password can only erase.
    pub master_maximum: bool,
    /// The master password's identifier, if the drive keeps one.
    pub master_password_identifier: Option<u16>,
    /// Time of a normal erase.
    pub normal_erase_time: Option<EraseTime>,
    /// Time of an enhanced erase.
    pub enhanced_erase_time: Option<EraseTime>,
}

/// The sanitize feature set (word 59).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sanitize {
    /// The drive has it.
    pub supported: bool,
    /// CRYPTO SCRAMBLE EXT.
    pub crypto_scramble: bool,
    /// BLOCK ERASE EXT.
    pub block_erase: bool,
    /// OVERWRITE EXT.
    pub overwrite: bool,
    /// SANITIZE ANTIFREEZE LOCK EXT.
    pub antifreeze_lock: bool,
    /// While it runs, the commands that ACS-3 lists are taken.
    pub commands_as_acs_3: bool,
}

/// SMART command transport (word 206).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sct {
    /// The drive has it.
    pub supported: bool,
    /// Write same.
    pub write_same: bool,
    /// Error recovery control.
    pub error_recovery_control: bool,
    /// Feature control.
    pub feature_control: bool,
    /// Data tables (temperature history).
    pub data_tables: bool,
}

/// TRIM (words 69, 105, 169).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trim {
    /// The drive has it.
    pub supported: bool,
    /// A trimmed sector reads the same every time.
    pub deterministic: bool,
    /// A trimmed sector reads as zeros. Only a promise if `deterministic` is one too.
    pub zeros: bool,
    /// The most 512-byte blocks of ranges a command, if the drive says.
    pub maximum_blocks: Option<u16>,
}

/// What word 69 says of zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zoned {
    /// No zones, or no word of them: host managed drives have a signature of their own.
    NotReported,
    /// The host may write as it likes, and should not.
    HostAware,
    /// The zones are the drive's own business.
    DeviceManaged,
    /// A code that means nothing.
    Reserved,
}

/// The kind of cable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// Parallel ATA.
    Parallel,
    /// Serial ATA.
    Serial,
    /// PCI Express.
    Pcie,
    /// A code that means nothing yet.
    Other(u8),
}

/// A family of DMA modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DmaKind {
    /// Single word DMA.
    SingleWord,
    /// Multiword DMA.
    Multiword,
    /// Ultra DMA.
    Ultra,
}

/// What a parallel device found at hardware reset (word 93).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HardwareReset {
    /// CBLID- was above ViHB: an 80-conductor cable, as far as the device can tell.
    pub cblid_above_vihb: bool,
    /// Which device it is on its cable.
    pub device: u8,
    /// How it found that: 1 by jumper, 2 by cable select, 0 and 3 otherwise.
    pub determined_by: u8,
}

/// A command or feature set of the drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// Its key in JSON and in our structs: that of its `supported` field.
    pub key: &'static str,
    /// Its name in the standard.
    pub name: &'static str,
    /// The drive has it.
    pub supported: Option<bool>,
    /// It is on. `None`: the words do not say, as for what cannot be switched.
    pub enabled: Option<bool>,
    /// Where `supported` was read.
    pub at: At,
}

/// One row for each command or feature set: its name, the field that says whether it is
/// supported, and the field that says whether it is enabled (or says the same again).
macro_rules! feature_table {
    ($( $name:literal, $record:ident.$part:ident.$supported:ident $(, $enabled:ident)?; )*) => {
        impl Identify {
            /// Every command and feature set that the words can name, in the words' order.
            #[must_use]
            pub fn features(&self) -> Vec<Feature> {
                vec![$( Feature {
                    key: $record::$supported.key,
                    name: $name,
                    supported: self.$part.$supported,
                    enabled: feature_table!(@enabled self $part $($enabled)?),
                    at: $record::$supported.at,
                } ),*]
            }
        }
    };
    (@enabled $self:ident $part:ident) => { None };
    (@enabled $self:ident $part:ident $enabled:ident) => { $self.$part.$enabled };
}

feature_table! {
    "SMART feature set", Features.features.smart_supported, smart_enabled;
    "Security feature set", Features.features.security_set_supported, security_set_enabled;
    "Removable Media feature set", Features.features.removable_medium_set_supported, removable_medium_set_available;
    "Power Management feature set", Features.features.power_management_supported, power_management_available;
    "PACKET feature set", Features.features.packet_supported, packet_available;
    "Volatile write cache", Features.features.volatile_write_cache_supported, volatile_write_cache_enabled;
    "Read look-ahead", Features.features.read_look_ahead_supported, read_look_ahead_enabled;
    "Release interrupt", Features.features.release_interrupt_supported, release_interrupt_enabled;
    "SERVICE interrupt", Features.features.service_interrupt_supported, service_interrupt_enabled;
    "DEVICE RESET command", Features.features.device_reset_supported, device_reset_available;
    "Host Protected Area feature set",
        Features.features.host_protected_area_supported, host_protected_area_available;
    "WRITE VERIFY command", Features.features.write_verify_supported, write_verify_available;
    "WRITE BUFFER command", Features.features.write_buffer_supported, write_buffer_available;
    "READ BUFFER command", Features.features.read_buffer_supported, read_buffer_available;
    "NOP command", Features.features.nop_supported, nop_available;
    "IDENTIFY DEVICE DMA command", Features.features.identify_device_dma_supported, identify_device_dma_available;
    "DOWNLOAD MICROCODE command", Features.features.download_microcode_supported, download_microcode_available;
    "Tagged command queuing",
        Features.features.tagged_command_queuing_supported, tagged_command_queuing_available;
    "CFA feature set", Features.features.cfa_supported, cfa_available;
    "Advanced Power Management feature set",
        Features.features.advanced_power_management_supported, advanced_power_management_enabled;
    "Removable Media Status Notification feature set",
        Features.features.removable_medium_notification_supported, removable_medium_notification_enabled;
    "Power-Up In Standby feature set",
        Features.features.power_up_in_standby_supported, power_up_in_standby_enabled;
    "SET FEATURES subcommand required to spin up",
        Features.features.set_features_spin_up_supported, set_features_spin_up_available;
    "Address Offset Reserved Area Boot",
        Features.features.address_offset_boot_supported, address_offset_boot_enabled;
    "SET MAX security extension", Features.features.set_max_security_supported, set_max_security_enabled;
    "Automatic Acoustic Management feature set",
        Features.features.automatic_acoustic_management_supported, automatic_acoustic_management_enabled;
    "48-bit Address feature set", Features.features.address_48_bit_supported, address_48_bit_available;
    "Device Configuration Overlay feature set",
        Features.features.device_configuration_overlay_supported, device_configuration_overlay_available;
    "FLUSH CACHE command", Features.features.flush_cache_supported, flush_cache_available;
    "FLUSH CACHE EXT command", Features.features.flush_cache_ext_supported, flush_cache_ext_available;
    "SMART error logging", Features.features.smart_error_logging_supported, smart_error_logging_available;
    "SMART self-test", Features.features.smart_self_test_supported, smart_self_test_available;
    "Media serial number", Features.features.media_serial_number_supported, media_serial_number_valid;
    "Media Card Pass Through Command feature set",
        Features.features.media_card_pass_through_supported, media_card_pass_through_enabled;
    "Streaming feature set", Features.features.streaming_supported, streaming_enabled;
    "General Purpose Logging feature set",
        Features.features.general_purpose_logging_supported, general_purpose_logging_available;
    "WRITE DMA FUA EXT and WRITE MULTIPLE FUA EXT commands",
        Features.features.write_fua_ext_supported, write_fua_ext_available;
    "WRITE DMA QUEUED FUA EXT command",
        Features.features.write_dma_queued_fua_ext_supported, write_dma_queued_fua_ext_available;
    "64-bit World wide name", Features.features.world_wide_name_supported, world_wide_name_available;
    "URG bit of READ STREAM", Features.features.urgent_read_stream_supported, urgent_read_stream_available;
    "URG bit of WRITE STREAM", Features.features.urgent_write_stream_supported, urgent_write_stream_available;
    "Time Limited Commands feature set",
        Features.features.time_limited_commands_supported, time_limited_commands_enabled;
    "Command completion time limit",
        Features.features.command_completion_time_limit_supported, command_completion_time_limit_enabled;
    "IDLE IMMEDIATE command with UNLOAD feature",
        Features.features.idle_immediate_with_unload_supported, idle_immediate_with_unload_available;
    "Disable Data Transfer After Error Detection feature set",
        Features.features.disable_data_transfer_after_error_supported, disable_data_transfer_after_error_enabled;
    "Write-Read-Verify feature set", Features.features.write_read_verify_supported, write_read_verify_enabled;
    "WRITE UNCORRECTABLE EXT command",
        Features.features.write_uncorrectable_ext_supported, write_uncorrectable_ext_available;
    "READ LOG DMA EXT and WRITE LOG DMA EXT commands",
        Features.features.read_write_log_dma_ext_supported, read_write_log_dma_ext_available;
    "DOWNLOAD MICROCODE command with mode 3",
        Features.features.download_microcode_mode_3_supported, download_microcode_mode_3_available;
    "Free-fall Control feature set", Features.features.free_fall_control_supported, free_fall_control_enabled;
    "Sense Data Reporting feature set",
        Features.features.sense_data_reporting_supported, sense_data_reporting_enabled;
    "Extended Power Conditions feature set",
        Features.features.extended_power_conditions_supported, extended_power_conditions_enabled;
    "Accessible Max Address Configuration feature set", Features.features.accessible_max_address_supported;
    "Device Statistics Notification feature set",
        Features.features.device_statistics_notification_supported, device_statistics_notification_enabled;
    "SATA Gen1 (1.5 Gb/s)", Sata.sata.gen1_speed;
    "SATA Gen2 (3.0 Gb/s)", Sata.sata.gen2_speed;
    "SATA Gen3 (6.0 Gb/s)", Sata.sata.gen3_speed;
    "Native command queuing", Sata.sata.ncq;
    "Host-initiated interface power management", Sata.sata.host_initiated_power_management;
    "Phy event counters", Sata.sata.phy_event_counters;
    "Unload while NCQ commands are outstanding", Sata.sata.unload_while_ncq;
    "NCQ priority information", Sata.sata.ncq_priority;
    "Host automatic partial to slumber transitions", Sata.sata.host_automatic_partial_to_slumber;
    "Device automatic partial to slumber transitions",
        Sata.sata.device_automatic_partial_to_slumber, automatic_partial_to_slumber_enabled;
    "READ LOG DMA EXT as equivalent to READ LOG EXT", Sata.sata.read_log_dma_ext_equivalent;
    "NCQ streaming", Sata.sata.ncq_streaming;
    "NCQ queue management", Sata.sata.ncq_queue_management;
    "RECEIVE and SEND FPDMA QUEUED commands", Sata.sata.send_receive_fpdma_queued;
    "DevSleep to reduced power state", Sata.sata.devsleep_to_reduced_power_state;
    "Power disable always enabled", Sata.sata.power_disable_always_enabled;
    "Out of band management", Sata.sata.out_of_band_management;
    "Non-zero buffer offsets", Sata.sata.non_zero_buffer_offsets_supported, non_zero_buffer_offsets_enabled;
    "DMA Setup auto-activation", Sata.sata.dma_setup_auto_activation_supported, dma_setup_auto_activation_enabled;
    "Device-initiated interface power management",
        Sata.sata.device_initiated_power_management_supported, device_initiated_power_management_enabled;
    "In-order data delivery", Sata.sata.in_order_data_delivery_supported, in_order_data_delivery_enabled;
    "Hardware Feature Control",
        Sata.sata.hardware_feature_control_supported, hardware_feature_control_enabled;
    "Software Settings Preservation",
        Sata.sata.software_settings_preservation_supported, software_settings_preservation_enabled;
    "NCQ autosense", Sata.sata.ncq_autosense_supported;
    "Device Sleep", Sata.sata.device_sleep_supported, device_sleep_enabled;
    "Hybrid Information", Sata.sata.hybrid_information_supported, hybrid_information_enabled;
    "Rebuild Assist", Sata.sata.rebuild_assist_supported, rebuild_assist_enabled;
    "Power disable", Sata.sata.power_disable_supported, power_disable_enabled;
    "SCT Command Transport", Features.features.sct;
    "SCT Read/Write Long", Features.features.sct_read_write_long;
    "SCT Write Same", Features.features.sct_write_same;
    "SCT Error Recovery Control", Features.features.sct_error_recovery_control;
    "SCT Feature Control", Features.features.sct_feature_control;
    "SCT Data Tables", Features.features.sct_data_tables;
    "SANITIZE ANTIFREEZE LOCK EXT command", Protection.protection.sanitize_antifreeze_lock_ext;
    "Sanitize feature set", Protection.protection.sanitize;
    "CRYPTO SCRAMBLE EXT command", Protection.protection.crypto_scramble_ext;
    "OVERWRITE EXT command", Protection.protection.overwrite_ext;
    "BLOCK ERASE EXT command", Protection.protection.block_erase_ext;
    "Trusted Computing feature set", Protection.protection.trusted_computing;
    "Encryption of all user data", Protection.protection.encrypts_all_user_data;
    "IEEE 1667", Protection.protection.ieee_1667;
    "Non-volatile write cache", Features.features.all_write_cache_non_volatile;
    "Extended number of user addressable sectors", Capacity.capacity.extended_sectors_supported;
    "Trimmed ranges return zeros", Features.features.zeros_after_trim;
    "Optional 28-bit commands", Features.features.optional_28_bit_commands;
    "DOWNLOAD MICROCODE DMA command", Features.features.download_microcode_dma;
    "SET MAX SET PASSWORD DMA and SET MAX UNLOCK DMA commands", Features.features.set_max_dma;
    "WRITE BUFFER DMA command", Features.features.write_buffer_dma;
    "READ BUFFER DMA command", Features.features.read_buffer_dma;
    "DEVICE CONFIGURATION IDENTIFY DMA and SET DMA commands", Features.features.dco_dma;
    "Long physical sector alignment error reporting control",
        Features.features.lps_alignment_error_reporting_control;
    "Deterministic data after TRIM", Features.features.deterministic_data_after_trim;
    "CFast", Features.features.cfast;
    "TRIM", Features.features.trim;
}

impl Identify {
    /// What kind of device it is.
    #[must_use]
    pub fn kind(&self) -> Option<DeviceKind> {
        self.identity.general_configuration.map(|word| match word {
            0x848a | 0x844a => DeviceKind::CompactFlash,
            _ if word >> 15 == 0 => DeviceKind::Ata,
            _ if word & 0xc008 == 0x8000 => DeviceKind::Atapi,
            _ => DeviceKind::Unknown(word),
        })
    }

    /// Serial number, without padding.
    #[must_use]
    pub fn serial(&self) -> Option<&str> {
        text(self.identity.serial_number.as_ref())
    }

    /// Firmware revision, without padding.
    #[must_use]
    pub fn firmware(&self) -> Option<&str> {
        text(self.identity.firmware_revision.as_ref())
    }

    /// Model number, without padding.
    #[must_use]
    pub fn model(&self) -> Option<&str> {
        text(self.identity.model_number.as_ref())
    }

    /// Additional product identifier, such as the system maker's name.
    #[must_use]
    pub fn additional_product(&self) -> Option<&str> {
        text(self.identity.additional_product_identifier.as_ref())
    }

    /// World wide name, if word 84 says that there is one and it is not zero.
    #[must_use]
    pub fn wwn(&self) -> Option<u64> {
        let identity = &self.identity;
        let wwn = u64::from(identity.wwn_naa?) << 60
            | u64::from(identity.wwn_ieee_oui?) << 36
            | identity.wwn_unique_id?;
        (wwn != 0).then_some(wwn)
    }

    /// Logical sectors that commands can reach: words 230-233 if word 69 says that these count,
    /// else words 100-103 if there are 48-bit commands, else words 60-61. A count of zero counts
    /// as none.
    ///
    /// `None` if the words that decide were not received: words 60-61 that say 0FFFFFFFh may stand
    /// for more.
    #[must_use]
    pub fn user_sectors(&self) -> Option<u64> {
        self.sectors().map(|(sectors, _)| sectors.0)
    }

    /// The count of [`user_sectors`](Self::user_sectors), with its place.
    #[must_use]
    pub fn sectors(&self) -> Option<(Sectors, At)> {
        if self.kind() == Some(DeviceKind::Atapi) {
            return None;
        }
        let Capacity {
            extended_user_addressable_sectors: extended,
            user_addressable_sectors_48: long,
            user_addressable_sectors_28: short,
            ..
        } = self.capacity;
        let real = |count: &Sectors| count.0 != 0 && count.0 != u64::MAX;
        if self.capacity.extended_sectors_supported == Some(true)
            && let Some(count) = extended.filter(real)
        {
            return Some((count, Capacity::extended_user_addressable_sectors.at));
        }
        if let Some(count) = long.filter(real) {
            return Some((count, Capacity::user_addressable_sectors_48.at));
        }
        let count = short.filter(|count| real(count) && count.0 != 0xffff_ffff)?;
        let unknown = count.0 >= 0x0fff_ffff && self.capacity.extended_sectors_supported.is_none();
        (!unknown).then_some((count, Capacity::user_addressable_sectors_28.at))
    }

    /// Bytes of a logical sector.
    #[must_use]
    pub fn logical_sector_bytes(&self) -> Option<u64> {
        if self.kind() == Some(DeviceKind::Atapi) {
            return None;
        }
        self.capacity.word_106_mark?;
        match self.capacity.long_logical_sector {
            Some(true) => {
                self.capacity.logical_sector_size.map(|words| words.0 * 2).filter(|bytes| *bytes != 0)
            }
            Some(false) | None => Some(512),
        }
    }

    /// Bytes of a physical sector.
    #[must_use]
    pub fn physical_sector_bytes(&self) -> Option<u64> {
        let exponent = match self.capacity.multiple_logical_sectors {
            Some(true) => self.capacity.logical_sectors_exponent?,
            Some(false) | None => 0,
        };
        Some(self.logical_sector_bytes()? << exponent)
    }

    /// Where LBA 0 begins in its physical sector, in logical sectors; `None` if not reported.
    #[must_use]
    pub fn alignment_offset(&self) -> Option<u64> {
        self.capacity.logical_sector_offset.map(|sectors| sectors.0)
    }

    /// The whole capacity in bytes.
    #[must_use]
    pub fn capacity_bytes(&self) -> Option<u64> {
        self.user_sectors()?.checked_mul(self.logical_sector_bytes()?)
    }

    /// Whether and how fast the medium turns.
    #[must_use]
    pub fn rotation(&self) -> Option<Rotation> {
        self.identity.nominal_media_rotation_rate.map(|rate| match rate {
            0 | 0xffff => Rotation::NotReported,
            1 => Rotation::NonRotating,
            0x0401..=0xfffe => Rotation::Rpm(rate),
            _ => Rotation::Reserved(rate),
        })
    }

    /// The form factor's name; `None` if the drive does not report one that has a name.
    #[must_use]
    pub fn form_factor(&self) -> Option<&'static str> {
        let code = self.identity.nominal_form_factor.filter(|code| *code != 0)?;
        super::identity::FORM_FACTORS
            .iter()
            .find(|(known, _)| *known == u64::from(code))
            .map(|(_, name)| *name)
    }

    /// The kind of cable: word 222, or on older drives the words that only one kind fills.
    #[must_use]
    pub fn transport(&self) -> Option<Transport> {
        if let Some(code) = self.identity.transport_type {
            return Some(match code {
                0 => Transport::Parallel,
                1 => Transport::Serial,
                0xe => Transport::Pcie,
                other => Transport::Other(other),
            });
        }
        if self.sata.ncq.is_some() {
            Some(Transport::Serial)
        } else if self.transfer.cblid_above_vihb.is_some() {
            Some(Transport::Parallel)
        } else {
            None
        }
    }

    /// The versions of the transport's standard that word 222 claims, the oldest first.
    #[must_use]
    pub fn transport_versions(&self) -> Vec<&'static str> {
        let identity = &self.identity;
        named(&[
            (identity.ata8_apt, "ATA8-APT"),
            (identity.parallel_ata_atapi_7, "ATA/ATAPI-7"),
            (identity.ata8_ast, "ATA8-AST"),
            (identity.sata_1_0a, "SATA 1.0a"),
            (identity.sata_ii_extensions, "SATA II: Extensions"),
            (identity.sata_2_5, "SATA 2.5"),
            (identity.sata_2_6, "SATA 2.6"),
            (identity.sata_3_0, "SATA 3.0"),
            (identity.sata_3_1, "SATA 3.1"),
            (identity.sata_3_2, "SATA 3.2"),
            (identity.sata_3_3, "SATA 3.3"),
            (identity.sata_3_4, "SATA 3.4"),
            (identity.sata_3_5, "SATA 3.5"),
            (identity.sata_after_3_5, "a SATA revision after 3.5"),
        ])
    }

    /// The generations of SATA speed that are supported: 1 (1.5), 2 (3.0), 3 (6.0 Gb/s).
    #[must_use]
    pub fn sata_generations(&self) -> Vec<u8> {
        let Sata { gen1_speed, gen2_speed, gen3_speed, .. } = self.sata;
        named(&[(gen1_speed, 1), (gen2_speed, 2), (gen3_speed, 3)])
    }

    /// The generation of SATA speed that was negotiated; `None` if not reported.
    #[must_use]
    pub fn current_sata_generation(&self) -> Option<u8> {
        self.sata.current_signaling_speed.filter(|generation| *generation != 0)
    }

    /// The versions of ATA that word 80 claims, by number (8 is ATA8-ACS, 9 is ACS-2 …), the
    /// newest first.
    #[must_use]
    pub fn ata_versions(&self) -> Vec<u8> {
        let identity = &self.identity;
        named(&[
            (identity.acs_6, 13),
            (identity.acs_5, 12),
            (identity.acs_4, 11),
            (identity.acs_3, 10),
            (identity.acs_2, 9),
            (identity.ata8_acs, 8),
            (identity.ata_atapi_7, 7),
            (identity.ata_atapi_6, 6),
            (identity.ata_atapi_5, 5),
            (identity.ata_atapi_4, 4),
            (identity.ata_3, 3),
            (identity.ata_2, 2),
            (identity.ata_1, 1),
        ])
    }

    /// The name of the newest version of ATA that word 80 claims.
    #[must_use]
    pub fn ata_version(&self) -> Option<&'static str> {
        Some(match self.ata_versions().first()? {
            13 => "ACS-6",
            12 => "ACS-5",
            11 => "ACS-4",
            10 => "ACS-3",
            9 => "ACS-2",
            8 => "ATA8-ACS",
            7 => "ATA/ATAPI-7",
            6 => "ATA/ATAPI-6",
            5 => "ATA/ATAPI-5",
            4 => "ATA/ATAPI-4",
            3 => "ATA-3",
            2 => "ATA-2",
            _ => "ATA-1",
        })
    }

    /// The draft or publication that word 81 names; `None` if it is not reported or not known.
    #[must_use]
    pub fn ata_minor_version(&self) -> Option<&'static str> {
        let code = self.identity.minor_version_number.filter(|code| !matches!(code, 0 | 0xffff))?;
        super::identity::MINOR_VERSIONS
            .iter()
            .find(|(known, _)| *known == u64::from(code))
            .map(|(_, name)| *name)
    }

    /// How many commands can be queued; `None` if none can (neither NCQ nor TCQ).
    #[must_use]
    pub fn queue_depth(&self) -> Option<u8> {
        let queues =
            self.sata.ncq == Some(true) || self.features.tagged_command_queuing_supported == Some(true);
        let depth = self.sata.maximum_queue_depth_minus_1.and_then(|depth| depth.checked_add(1));
        depth.filter(|_| queues)
    }

    /// The volatile write cache.
    #[must_use]
    pub fn write_cache(&self) -> Switch {
        switch(self.features.volatile_write_cache_supported, self.features.volatile_write_cache_enabled)
    }

    /// All of the write cache keeps its data without power.
    #[must_use]
    pub fn write_cache_is_non_volatile(&self) -> Option<bool> {
        self.features.all_write_cache_non_volatile
    }

    /// Read look-ahead.
    #[must_use]
    pub fn read_look_ahead(&self) -> Switch {
        switch(self.features.read_look_ahead_supported, self.features.read_look_ahead_enabled)
    }

    /// SMART.
    #[must_use]
    pub fn smart(&self) -> Switch {
        switch(self.features.smart_supported, self.features.smart_enabled)
    }

    /// Advanced power management; its level is [`Identify::apm_level`].
    #[must_use]
    pub fn advanced_power_management(&self) -> Switch {
        switch(
            self.features.advanced_power_management_supported,
            self.features.advanced_power_management_enabled,
        )
    }

    /// The level of advanced power management, while that is enabled.
    #[must_use]
    pub fn apm_level(&self) -> Option<u8> {
        self.features.apm_level.filter(|_| self.advanced_power_management().enabled == Some(true))
    }

    /// Automatic acoustic management: recommended and current level, while that is supported.
    #[must_use]
    pub fn acoustic_levels(&self) -> Option<(u8, u8)> {
        let Features { recommended_aam_level, current_aam_level, .. } = self.features;
        (self.features.automatic_acoustic_management_supported == Some(true))
            .then(|| Some((recommended_aam_level?, current_aam_level?)))?
    }

    /// Automatic acoustic management.
    #[must_use]
    pub fn automatic_acoustic_management(&self) -> Switch {
        switch(
            self.features.automatic_acoustic_management_supported,
            self.features.automatic_acoustic_management_enabled,
        )
    }

    /// Extended power conditions.
    #[must_use]
    pub fn extended_power_conditions(&self) -> Switch {
        switch(
            self.features.extended_power_conditions_supported,
            self.features.extended_power_conditions_enabled,
        )
    }

    /// Power-up in standby.
    #[must_use]
    pub fn power_up_in_standby(&self) -> Switch {
        switch(self.features.power_up_in_standby_supported, self.features.power_up_in_standby_enabled)
    }

    /// The power disable pin (pin 3) of SATA 3.3.
    #[must_use]
    pub fn power_disable(&self) -> Switch {
        let always = self.sata.power_disable_always_enabled == Some(true);
        Switch {
            supported: self.sata.power_disable_supported.map(|supported| supported || always),
            enabled: self.sata.power_disable_enabled.map(|enabled| enabled || always),
        }
    }

    /// Device sleep.
    #[must_use]
    pub fn device_sleep(&self) -> Switch {
        switch(self.sata.device_sleep_supported, self.sata.device_sleep_enabled)
    }

    /// Write-read-verify.
    #[must_use]
    pub fn write_read_verify(&self) -> Switch {
        switch(self.features.write_read_verify_supported, self.features.write_read_verify_enabled)
    }

    /// Sense data reporting.
    #[must_use]
    pub fn sense_data_reporting(&self) -> Switch {
        switch(self.features.sense_data_reporting_supported, self.features.sense_data_reporting_enabled)
    }

    /// Free-fall control.
    #[must_use]
    pub fn free_fall_control(&self) -> Switch {
        switch(self.features.free_fall_control_supported, self.features.free_fall_control_enabled)
    }

    /// Device statistics notification.
    #[must_use]
    pub fn device_statistics_notification(&self) -> Switch {
        switch(
            self.features.device_statistics_notification_supported,
            self.features.device_statistics_notification_enabled,
        )
    }

    /// ATA security; `None` if word 128 was not received. Drives before ATA-3 say zero.
    #[must_use]
    pub fn security(&self) -> Option<Security> {
        let word = &self.protection;
        Some(Security {
            supported: word.security_supported?,
            enabled: word.security_enabled?,
            locked: word.security_locked?,
            frozen: word.security_frozen?,
            count_expired: word.security_count_expired?,
            enhanced_erase: word.enhanced_security_erase_supported?,
            master_maximum: word.master_password_capability?,
            master_password_identifier: word
                .master_password_identifier
                .filter(|id| !matches!(id, 0 | 0xffff)),
            normal_erase_time: erase_time(word.normal_erase_time_15_bits, word.normal_erase_time_8_bits),
            enhanced_erase_time: erase_time(
                word.enhanced_erase_time_15_bits,
                word.enhanced_erase_time_8_bits,
            ),
        })
    }

    /// The sanitize feature set. Without `supported`, the other bits mean nothing and are false.
    #[must_use]
    pub fn sanitize(&self) -> Option<Sanitize> {
        let word = &self.protection;
        let supported = word.sanitize?;
        let with = |bit: Option<bool>| supported && bit == Some(true);
        Some(Sanitize {
            supported,
            crypto_scramble: with(word.crypto_scramble_ext),
            block_erase: with(word.block_erase_ext),
            overwrite: with(word.overwrite_ext),
            antifreeze_lock: with(word.sanitize_antifreeze_lock_ext),
            commands_as_acs_3: with(word.commands_during_sanitize_acs_3),
        })
    }

    /// SMART command transport. Without `supported`, the other bits mean nothing and are false.
    #[must_use]
    pub fn sct(&self) -> Option<Sct> {
        let word = &self.features;
        let supported = word.sct?;
        let with = |bit: Option<bool>| supported && bit == Some(true);
        Some(Sct {
            supported,
            write_same: with(word.sct_write_same),
            error_recovery_control: with(word.sct_error_recovery_control),
            feature_control: with(word.sct_feature_control),
            data_tables: with(word.sct_data_tables),
        })
    }

    /// TRIM.
    #[must_use]
    pub fn trim(&self) -> Option<Trim> {
        let supported = self.features.trim?;
        Some(Trim {
            supported,
            deterministic: supported && self.features.deterministic_data_after_trim == Some(true),
            zeros: supported && self.features.zeros_after_trim == Some(true),
            maximum_blocks: self
                .features
                .maximum_trim_blocks
                .and_then(|blocks| u16::try_from(blocks.0).ok())
                .filter(|max| supported && !matches!(max, 0 | 0xffff)),
        })
    }

    /// Zones.
    #[must_use]
    pub fn zoned(&self) -> Option<Zoned> {
        self.features.zoned_capabilities.map(|code| match code {
            0 => Zoned::NotReported,
            1 => Zoned::HostAware,
            2 => Zoned::DeviceManaged,
            _ => Zoned::Reserved,
        })
    }

    /// TRUSTED SEND and TRUSTED RECEIVE (TCG). `Some(false)` if word 48 is not marked as valid.
    #[must_use]
    pub fn trusted_computing(&self) -> Option<bool> {
        self.protection.word_48_mark.map(|_| self.protection.trusted_computing == Some(true))
    }

    /// The drive encrypts all user data.
    #[must_use]
    pub fn encrypts_all(&self) -> Option<bool> {
        self.protection.encrypts_all_user_data
    }

    /// The DMA modes that are supported, and whether each is in use, the slowest first.
    ///
    /// Word 62 counts as a list of single word DMA modes only if its reserved bits are zero and it
    /// selects one mode at most; a packet device that needs DMADIR lists there all that it supports.
    #[must_use]
    pub fn dma_modes(&self) -> Vec<(DmaKind, u8, bool)> {
        let word = &self.transfer;
        let mut modes = Vec::new();
        let mut add = |kind, list: Option<u8>, pairs: &[(Option<bool>, Option<bool>)]| {
            for (number, (supported, selected)) in (0u8..).zip(pairs) {
                let supported = list.map(|list| list >> number & 1 == 1).or(*supported) == Some(true);
                let selected = *selected == Some(true);
                if supported || selected {
                    modes.push((kind, number, selected));
                }
            }
        };
        let single = [
            (word.single_word_dma_0, word.single_word_dma_0_selected),
            (word.single_word_dma_1, word.single_word_dma_1_selected),
            (word.single_word_dma_2, word.single_word_dma_2_selected),
        ];
        let selected = single.iter().filter(|(_, selected)| *selected == Some(true)).count();
        if word.single_word_dma_reserved == Some(0) && selected <= 1 {
            add(DmaKind::SingleWord, None, &single);
        }
        let dmadir = word.dmadir_required == Some(true);
        add(
            DmaKind::Multiword,
            word.dmadir_multiword_dma.filter(|_| dmadir),
            &[
                (word.multiword_dma_0, word.multiword_dma_0_selected),
                (word.multiword_dma_1, word.multiword_dma_1_selected),
                (word.multiword_dma_2, word.multiword_dma_2_selected),
            ],
        );
        add(
            DmaKind::Ultra,
            word.dmadir_ultra_dma.filter(|_| dmadir),
            &[
                (word.ultra_dma_0, word.ultra_dma_0_selected),
                (word.ultra_dma_1, word.ultra_dma_1_selected),
                (word.ultra_dma_2, word.ultra_dma_2_selected),
                (word.ultra_dma_3, word.ultra_dma_3_selected),
                (word.ultra_dma_4, word.ultra_dma_4_selected),
                (word.ultra_dma_5, word.ultra_dma_5_selected),
                (word.ultra_dma_6, word.ultra_dma_6_selected),
            ],
        );
        modes
    }

    /// The fastest PIO mode: word 64, or word 51 on drives that do not fill it.
    #[must_use]
    pub fn pio_mode(&self) -> Option<u8> {
        match (self.transfer.pio_3, self.transfer.pio_4) {
            (_, Some(true)) => Some(4),
            (Some(true), _) => Some(3),
            _ => self.transfer.pio_mode.filter(|mode| *mode <= 2),
        }
    }

    /// What a parallel device found at hardware reset.
    #[must_use]
    pub fn hardware_reset(&self) -> Option<HardwareReset> {
        let word = &self.transfer;
        let first = word.device_0_results?;
        Some(HardwareReset {
            cblid_above_vihb: word.cblid_above_vihb?,
            device: u8::from(!first),
            determined_by: if first {
                word.device_0_number_determined_by?
            } else {
                word.device_1_number_determined_by?
            },
        })
    }

    /// The claims as report lines, each with the words that it rests on.
    pub(super) fn summary(&self, page: &[u8]) -> Vec<Item> {
        let mut items = Vec::new();
        let mut add = |key, name, value: Option<Value>, unit: Option<&'static str>, at: At| {
            if let Some(value) = value {
                let mut entry = Entry::derived(key, name, value).evidence(at, page);
                if let Some(unit) = unit {
                    entry = entry.unit(unit);
                }
                items.push(entry.into());
            }
        };
        let words = |text: &str| Some(Value::Text(text.to_owned()));
        let list = |all: Vec<&str>| (!all.is_empty()).then(|| Value::Text(all.join(", ")));
        add(
            "device_kind",
            "Kind of device",
            self.kind().and_then(|kind| {
                words(match kind {
                    DeviceKind::Ata => "ATA device",
                    DeviceKind::Atapi => "packet device",
                    DeviceKind::CompactFlash => "CompactFlash card",
                    DeviceKind::Unknown(_) => "unknown",
                })
            }),
            None,
            Identity::general_configuration.at,
        );
        if let Some((sectors, at)) = self.sectors() {
            add("user_sectors", "Logical sectors", Some(sectors.value()), Sectors::UNIT, at);
            let bytes = self.capacity_bytes().map(Value::Unsigned);
            add("capacity_bytes", "Capacity", bytes, ByteCount::UNIT, at);
        }
        let sector = sg::wire::word(106);
        add(
            "logical_sector_bytes",
            "Logical sector",
            self.logical_sector_bytes().map(Value::Unsigned),
            ByteCount::UNIT,
            sector,
        );
        add(
            "physical_sector_bytes",
            "Physical sector",
            self.physical_sector_bytes().map(Value::Unsigned),
            ByteCount::UNIT,
            sector,
        );
        add(
            "world_wide_name",
            "World wide name",
            self.wwn().map(|wwn| Value::Text(format!("{wwn:016x}"))),
            None,
            sg::wire::words_high_first(108, 4),
        );
        add(
            "ata_version",
            "Newest ATA version claimed",
            self.ata_version().and_then(words),
            None,
            sg::wire::word(80),
        );
        add(
            "transport",
            "Transport",
            self.transport().and_then(|transport| {
                words(match transport {
                    Transport::Parallel => "parallel",
                    Transport::Serial => "serial",
                    Transport::Pcie => "PCIe",
                    Transport::Other(_) => "unknown",
                })
            }),
            None,
            sg::wire::word(match (self.identity.transport_type, self.sata.ncq) {
                (Some(_), _) => 222,
                (None, Some(_)) => 76,
                (None, None) => 93,
            }),
        );
        add(
            "transport_versions",
            "Transport versions claimed",
            list(self.transport_versions()),
            None,
            sg::wire::word(222),
        );
        add(
            "queue_depth",
            "Queue depth",
            self.queue_depth().map(|depth| Value::Unsigned(depth.into())),
            None,
            Sata::maximum_queue_depth_minus_1.at,
        );
        for (key, name, time, at) in [
            (
                "normal_erase_time",
                "Security erase takes",
                self.security().and_then(|s| s.normal_erase_time),
                89,
            ),
            (
                "enhanced_erase_time",
                "Enhanced security erase takes",
                self.security().and_then(|s| s.enhanced_erase_time),
                90,
            ),
        ] {
            let (value, unit) = match time {
                None => (None, None),
                Some(EraseTime::Exactly(minutes)) => (Some(minutes.value()), Minutes::UNIT),
                Some(EraseTime::MoreThan(minutes)) => (words(&format!("more than {} min", minutes.0)), None),
            };
            add(key, name, value, unit, sg::wire::word(at));
        }
        items
    }
}

const fn switch(supported: Option<bool>, enabled: Option<bool>) -> Switch {
    Switch { supported, enabled }
}

/// A text that says something.
fn text(value: Option<&String>) -> Option<&str> {
    value.map(String::as_str).filter(|text| !text.is_empty())
}

/// The names whose bit is set.
fn named<T: Copy>(all: &[(Option<bool>, T)]) -> Vec<T> {
    all.iter().filter(|(bit, _)| *bit == Some(true)).map(|(_, name)| *name).collect()
}

/// The time from whichever form of the word is valid.
fn erase_time(wide: Option<TwoMinutes>, narrow: Option<TwoMinutes>) -> Option<EraseTime> {
    let (count, most) = match (wide, narrow) {
        (Some(count), _) => (count.0, 0x7fff),
        (None, Some(count)) => (count.0, 0xff),
        (None, None) => return None,
    };
    Some(match count {
        0 => return None,
        _ if count == most => EraseTime::MoreThan(Minutes((most - 1) * 2)),
        _ => EraseTime::Exactly(Minutes(count * 2)),
    })
}
