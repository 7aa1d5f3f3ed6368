//! Facts as report sections.

use sg::section::{Entry, Item, Section, Value};

use super::{Fact, Facts};

impl Facts {
    /// The sections of a report, in its order. A fact without any source is left out, except for
    /// those that every report should have: there it says "unknown".
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let Self { identity, capacity, transport, caches, power, security, health } = self;
        let mut sections = Vec::new();
        let mut add = |key: &'static str, title: &'static str, lines: Vec<Option<Item>>| {
            let items: Vec<Item> = lines.into_iter().flatten().collect();
            if !items.is_empty() {
                sections.push(Section::new(key, title, items));
            }
        };
        add(
            "identity",
            "Identity",
            vec![
                line("device_type", "Device type", &identity.device_type, plain),
                line("vendor", "Vendor", &identity.vendor, plain),
                always("model", "Model", &identity.model, plain),
                always("serial", "Serial number", &identity.serial, plain),
                always("firmware", "Firmware", &identity.firmware, plain),
                always("wwn", "World wide name", &identity.wwn, plain),
                line("scsi_version", "SCSI version", &identity.scsi_version, plain),
                line("ata_version", "ATA version", &identity.ata_version, plain),
            ],
        );
        add(
            "capacity",
            "Capacity and format",
            vec![
                always("bytes", "Capacity", &capacity.bytes, |bytes| size(*bytes)),
                line("blocks", "Logical blocks", &capacity.blocks, plain),
                line("logical_block", "Logical block", &capacity.logical_block, |bytes| {
                    format!("{bytes} bytes")
                }),
                line("physical_block", "Physical block", &capacity.physical_block, |bytes| {
                    format!("{bytes} bytes")
                }),
                line("format", "Sector format", &capacity.format, plain),
                line("alignment", "First aligned block", &capacity.alignment, |block| format!("LBA {block}")),
                always("medium", "Medium", &capacity.medium, plain),
                line("rotation", "Rotation rate", &capacity.rotation, |rate| match rate {
                    0 => "not reported".into(),
                    1 => "does not rotate".into(),
                    rate => format!("{rate} rpm"),
                }),
                line("form_factor", "Form factor", &capacity.form_factor, plain),
                line("removable", "Removable medium", &capacity.removable, yes),
                line("zoned", "Zones", &capacity.zoned, plain),
                line("provisioning", "Provisioning", &capacity.provisioning, plain),
                line("trim", "UNMAP or TRIM", &capacity.trim, |on| supported(*on)),
                line("protection", "Protection information", &capacity.protection, plain),
            ],
        );
        add(
            "transport",
            "Transport",
            vec![
                always("kind", "Attached by", &transport.kind, plain),
                line("link_speed", "Link speed", &transport.link_speed, plain),
                line("fastest_link", "Fastest link", &transport.fastest_link, plain),
                line("standard", "Interface standard", &transport.standard, plain),
                line("queue_depth", "Queue depth", &transport.queue_depth, plain),
                line("several_ports", "Several ports", &transport.several_ports, yes),
            ],
        );
        add(
            "caches",
            "Caches",
            vec![
                always("write_cache", "Write cache", &caches.write_cache, |on| switch(*on)),
                line("write_cache_default", "  by default", &caches.write_cache_default, |on| switch(*on)),
                line("write_cache_saved", "  saved", &caches.write_cache_saved, |on| switch(*on)),
                line("write_cache_changeable", "  changeable", &caches.write_cache_changeable, yes),
                line("write_cache_non_volatile", "  non-volatile", &caches.write_cache_non_volatile, yes),
                line("read_look_ahead", "Read look-ahead", &caches.read_look_ahead, |on| switch(*on)),
                line("read_cache", "Read cache", &caches.read_cache, |on| switch(*on)),
                line("fua", "FUA and DPO", &caches.fua, |on| supported(*on)),
            ],
        );
        add(
            "power",
            "Power",
            vec![
                always("state", "State", &power.state, plain),
                line("apm", "Advanced power management", &power.apm, plain),
                line("epc", "Extended power conditions", &power.epc, plain),
                line("puis", "Power-up in standby", &power.puis, plain),
            ],
        );
        add(
            "security",
            "Security and erase",
            vec![
                line("write_protected", "Write protected", &security.write_protected, yes),
                line("ata_security", "ATA security", &security.ata_security, plain),
                line("erase_time", "  erase time", &security.erase_time, plain),
                line("enhanced_erase_time", "  enhanced erase time", &security.enhanced_erase_time, plain),
                line("sanitize", "Sanitize", &security.sanitize, |operations| {
                    if operations.is_empty() { "not supported".into() } else { operations.join(", ") }
                }),
                line("trusted_computing", "Trusted computing (TCG)", &security.trusted_computing, |on| {
                    supported(*on)
                }),
                line("tcg_ssc", "  subsystem classes", &security.tcg_ssc, |classes| {
                    if classes.is_empty() { "none".into() } else { classes.join(", ") }
                }),
                line("tcg_locking", "  locking", &security.tcg_locking, plain),
                line("media_encryption", "  media encryption", &security.media_encryption, yes),
                line("encrypts_all", "Encrypts all user data", &security.encrypts_all, yes),
                line("format_unit", "FORMAT UNIT", &security.format_unit, |on| supported(*on)),
            ],
        );
        add(
            "health",
            "Health",
            vec![
                always("prediction", "Prediction", &health.prediction, plain),
                line("temperature", "Temperature", &health.temperature, |degrees| format!("{degrees} °C")),
                line("temperature_limit", "  limit", &health.temperature_limit, |degrees| {
                    format!("{degrees} °C")
                }),
                line("power_on_hours", "Power-on hours", &health.power_on_hours, |hours| {
                    format!("{hours} h")
                }),
                line("power_cycles", "Power cycles", &health.power_cycles, plain),
                line("written", "Written", &health.written, |bytes| size(*bytes)),
                line("read", "Read", &health.read, |bytes| size(*bytes)),
                line(
                    "workload_utilization",
                    "Workload utilization",
                    &health.workload_utilization,
                    |percent| format!("{percent:.2} % of rated"),
                ),
                line("endurance_used", "Endurance used", &health.endurance_used, |percent| {
                    format!("{percent} %")
                }),
                line("reallocated", "Reallocated sectors", &health.reallocated, plain),
                line("uncorrectable", "Uncorrectable errors", &health.uncorrectable, plain),
                line("interface_crc_errors", "Interface CRC errors", &health.interface_crc_errors, plain),
            ],
        );
        sections
    }
}

/// A line, if anything states the fact.
fn line<T: Clone + PartialEq>(
    key: &'static str,
    name: &'static str,
    fact: &Fact<T>,
    text: impl Fn(&T) -> String,
) -> Option<Item> {
    fact.value.as_ref().map(|value| {
        let mut from = fact.from.as_ref().map(ToString::to_string).unwrap_or_default();
        let same = fact.also.iter().filter(|claim| claim.value == *value).count();
        if same > 0 {
            from += &format!(" (+{same} the same)");
        }
        for claim in fact.also.iter().filter(|claim| claim.value != *value) {
            from += &format!("; {} says {}", claim.from, text(&claim.value));
        }
        Entry::derived(key, name, Value::Text(text(value))).from(from).into()
    })
}

/// A line in any case.
fn always<T: Clone + PartialEq>(
    key: &'static str,
    name: &'static str,
    fact: &Fact<T>,
    text: impl Fn(&T) -> String,
) -> Option<Item> {
    line(key, name, fact, text)
        .or_else(|| Some(Entry::derived(key, name, Value::Text("unknown".into())).into()))
}

fn plain<T: ToString>(value: &T) -> String {
    value.to_string()
}

fn yes(on: &bool) -> String {
    if *on { "yes" } else { "no" }.into()
}

fn switch(on: bool) -> String {
    if on { "on" } else { "off" }.into()
}

fn supported(on: bool) -> String {
    if on { "supported" } else { "not supported" }.into()
}

/// Bytes in decimal units, as drives are sold, with the exact number.
#[must_use]
pub(crate) fn size(bytes: u64) -> String {
    format!("{} ({bytes} bytes)", short_size(bytes))
}

/// Bytes in decimal units: three digits are enough to know a drive by.
#[must_use]
pub(crate) fn short_size(bytes: u64) -> String {
    const UNITS: [(&str, u64); 6] = [
        ("EB", 1_000_000_000_000_000_000),
        ("PB", 1_000_000_000_000_000),
        ("TB", 1_000_000_000_000),
        ("GB", 1_000_000_000),
        ("MB", 1_000_000),
        ("kB", 1_000),
    ];
    for (name, unit) in UNITS {
        if bytes >= unit {
            // In hundredths, so that no floating point rounds what is exact.
            let hundredths = u128::from(bytes) * 100 / u128::from(unit);
            let (whole, rest) = (hundredths / 100, hundredths % 100);
            return match whole {
                0..10 => format!("{whole}.{rest:02} {name}"),
                10..100 => format!("{whole}.{} {name}", rest / 10),
                _ => format!("{whole} {name}"),
            };
        }
    }
    format!("{bytes} B")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_decimal() {
        for (bytes, text) in [
            (0, "0 B"),
            (999, "999 B"),
            (8_001_563_222_016, "8.00 TB"),
            (1_000_204_886_016, "1.00 TB"),
            (73_400_320_000, "73.4 GB"),
            (480_103_981_056, "480 GB"),
            (67_108_864, "67.1 MB"),
        ] {
            assert_eq!(short_size(bytes), text);
        }
    }
}
