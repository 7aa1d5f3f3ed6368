//! One drive's facts, merged from SCSI pages, ATA data and the kernel's view.
//!
//! Every fact keeps every source's word ([`Fact`]): the report shows the closest one, and where two
//! contradict each other, that is a finding ([`findings`]).

mod describe;
mod fact;
mod findings;
mod read;

use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use describe::short_size;
pub use fact::{Claim, Fact, Source};
pub use findings::findings;
pub use read::facts;

/// All that is known of a drive.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Facts {
    /// Who it is.
    pub identity: Identity,
    /// How much it holds, and in what form.
    pub capacity: Capacity,
    /// How it is attached.
    pub transport: Transport,
    /// Its caches.
    pub caches: Caches,
    /// Whether it sleeps, and when it does.
    pub power: Power,
    /// Locks, encryption, and ways to erase it.
    pub security: Security,
    /// How it is.
    pub health: Health,
}

/// Who a drive is.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Identity {
    /// The peripheral device type, in words.
    pub device_type: Fact<String>,
    /// The vendor.
    pub vendor: Fact<String>,
    /// The model.
    pub model: Fact<String>,
    /// The serial number.
    pub serial: Fact<String>,
    /// The firmware's revision.
    pub firmware: Fact<String>,
    /// The world wide name of the logical unit, in hex digits.
    pub wwn: Fact<String>,
    /// The SCSI standard that it claims to follow.
    pub scsi_version: Fact<String>,
    /// The ATA standard that it claims to follow.
    pub ata_version: Fact<String>,
}

/// How much a drive holds, and in what form.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Capacity {
    /// All of its logical blocks, in bytes.
    pub bytes: Fact<u64>,
    /// How many logical blocks.
    pub blocks: Fact<u64>,
    /// A logical block.
    pub logical_block: Fact<u64>,
    /// A physical block.
    pub physical_block: Fact<u64>,
    /// The first logical block that begins a physical one.
    pub alignment: Fact<u64>,
    /// `512n`, `512e`, `4Kn`, …
    pub format: Fact<String>,
    /// Revolutions a minute; 1 stands for a medium that does not rotate, 0 for not reported.
    pub rotation: Fact<u64>,
    /// `HDD` or `SSD`.
    pub medium: Fact<String>,
    /// The form factor.
    pub form_factor: Fact<String>,
    /// Whether the medium can be removed.
    pub removable: Fact<bool>,
    /// Zones.
    pub zoned: Fact<String>,
    /// How blocks are provisioned.
    pub provisioning: Fact<String>,
    /// UNMAP, or TRIM.
    pub trim: Fact<bool>,
    /// Protection information.
    pub protection: Fact<String>,
}

impl Default for Capacity {
    fn default() -> Self {
        Self {
            bytes: Fact::counting("bytes"),
            blocks: Fact::counting("blocks"),
            logical_block: Fact::counting("bytes"),
            physical_block: Fact::counting("bytes"),
            alignment: Fact::counting("blocks"),
            format: Fact::default(),
            rotation: Fact::counting("rpm"),
            medium: Fact::default(),
            form_factor: Fact::default(),
            removable: Fact::default(),
            zoned: Fact::default(),
            provisioning: Fact::default(),
            trim: Fact::default(),
            protection: Fact::default(),
        }
    }
}

/// How a drive is attached.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Transport {
    /// `sata`, `sas`, `usb (UAS)`, …
    pub kind: Fact<String>,
    /// The speed of the link now.
    pub link_speed: Fact<String>,
    /// The highest speed that the drive knows.
    pub fastest_link: Fact<String>,
    /// The interface standard that it claims to follow.
    pub standard: Fact<String>,
    /// How many commands it takes at once.
    pub queue_depth: Fact<u64>,
    /// Whether it has more than one port.
    pub several_ports: Fact<bool>,
}

/// A drive's caches.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Caches {
    /// Whether writes are cached.
    pub write_cache: Fact<bool>,
    /// Whether writes would be cached by default.
    pub write_cache_default: Fact<bool>,
    /// Whether writes will be cached after a power cycle.
    pub write_cache_saved: Fact<bool>,
    /// Whether that can be changed.
    pub write_cache_changeable: Fact<bool>,
    /// Whether the write cache survives the loss of power.
    pub write_cache_non_volatile: Fact<bool>,
    /// Whether the drive reads ahead.
    pub read_look_ahead: Fact<bool>,
    /// Whether reads are cached.
    pub read_cache: Fact<bool>,
    /// Whether FUA and DPO are taken.
    pub fua: Fact<bool>,
}

/// A drive's power conditions.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Power {
    /// What it was in when it was asked.
    pub state: Fact<String>,
    /// Whether it would have to spin up.
    pub asleep: Fact<bool>,
    /// Advanced power management: its level (1 saves most, 254 least), or off.
    pub apm: Fact<String>,
    /// Extended power conditions.
    pub epc: Fact<String>,
    /// Power-up in standby.
    pub puis: Fact<String>,
}

/// Locks, encryption, and ways to erase a drive.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Security {
    /// Whether writes are refused.
    pub write_protected: Fact<bool>,
    /// ATA security, in words.
    pub ata_security: Fact<String>,
    /// ATA security: a password is set.
    pub password_set: Fact<bool>,
    /// ATA security: the data are locked.
    pub locked: Fact<bool>,
    /// ATA security: no security command is taken until power is cycled.
    pub frozen: Fact<bool>,
    /// How long a security erase takes, as the drive says.
    pub erase_time: Fact<String>,
    /// How long an enhanced security erase takes, as the drive says.
    pub enhanced_erase_time: Fact<String>,
    /// The sanitize operations that it knows.
    pub sanitize: Fact<Vec<String>>,
    /// Whether it takes TCG commands (TRUSTED SEND, SECURITY PROTOCOL).
    pub trusted_computing: Fact<bool>,
    /// TCG's security subsystem classes that it has: `Opal 2`, `Enterprise`, `Pyrite 1`, ….
    pub tcg_ssc: Fact<Vec<String>>,
    /// TCG locking: `not supported`, `supported, not enabled`, `enabled, locked`, or `enabled,
    /// unlocked`.
    pub tcg_locking: Fact<String>,
    /// Whether it encrypts its medium, as TCG level 0 discovery says.
    pub media_encryption: Fact<bool>,
    /// Whether it encrypts all user data.
    pub encrypts_all: Fact<bool>,
    /// FORMAT UNIT.
    pub format_unit: Fact<bool>,
}

/// How a drive is.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Health {
    /// What it predicts of itself: `passed`, `failing`, or why nothing is known.
    pub prediction: Fact<String>,
    /// Whether it predicts its own failure.
    pub failing: Fact<bool>,
    /// How warm it is.
    pub temperature: Fact<i64>,
    /// How warm it may be.
    pub temperature_limit: Fact<i64>,
    /// How long it has had power.
    pub power_on_hours: Fact<u64>,
    /// How often it got power.
    pub power_cycles: Fact<u64>,
    /// What was written over its life.
    pub written: Fact<u64>,
    /// What was read over its life.
    pub read: Fact<u64>,
    /// The share of its rated endurance that is used; it may be more than all.
    pub endurance_used: Fact<u64>,
    /// The workload in proportion to what the drive is rated for.
    pub workload_utilization: Fact<f64>,
    /// Sectors that were replaced.
    pub reallocated: Fact<u64>,
    /// Errors that could not be corrected, as reported to the host.
    pub uncorrectable: Fact<u64>,
    /// CRC errors on the interface: a bad cable, most often.
    pub interface_crc_errors: Fact<u64>,
}

impl Default for Health {
    fn default() -> Self {
        Self {
            prediction: Fact::default(),
            failing: Fact::default(),
            temperature: Fact::counting("°C"),
            temperature_limit: Fact::counting("°C"),
            power_on_hours: Fact::counting("h"),
            power_cycles: Fact::default(),
            written: Fact::counting("bytes"),
            read: Fact::counting("bytes"),
            endurance_used: Fact::counting("%"),
            workload_utilization: Fact::counting("%"),
            reallocated: Fact::counting("sectors"),
            uncorrectable: Fact::default(),
            interface_crc_errors: Fact::default(),
        }
    }
}
