//! `hdparm -I`: IDENTIFY DEVICE data.

use super::{Fact, Pages, Remarks, Rule, Rules, number, same_number, unknown};
use Rule::{Check, Code, Number, Text};

const REMARKS: Remarks = &[];

const RULES: Rules = &[
    ("kind", Check(kind)),
    ("Model Number", Text("ata:identify/identity/model_number")),
    ("Serial Number", Text("ata:identify/identity/serial_number")),
    ("Firmware Revision", Text("ata:identify/identity/firmware_revision")),
    (
        "Used",
        Code(
            "ata:identify/identity/minor_version_number",
            &[("ATA/ATAPI-5 published, ANSI INCITS 340-2000", 0x16)],
        ),
    ),
    ("Supported", Check(supported)),
    ("cylinders max", Number("ata:identify/capacity/logical_cylinders")),
    ("heads max", Number("ata:identify/capacity/logical_heads")),
    ("sectors/track max", Number("ata:identify/capacity/logical_sectors_per_track")),
    ("cylinders current", Number("ata:identify/capacity/current_cylinders")),
    ("heads current", Number("ata:identify/capacity/current_heads")),
    ("sectors/track current", Number("ata:identify/capacity/current_sectors_per_track")),
    ("CHS current addressable sectors", Number("ata:identify/capacity/current_capacity")),
    ("LBA    user addressable sectors", Number("ata:identify/capacity/user_addressable_sectors_28")),
    ("LBA48  user addressable sectors", Number("ata:identify/capacity/user_addressable_sectors_48")),
    ("Logical  Sector size", Check(|value, pages| bytes(value, logical(pages)?))),
    ("Physical Sector size", Check(|value, pages| bytes(value, physical(pages)?))),
    ("device size with M = 1024*1024", Check(|value, pages| megabytes(value, 1 << 20, pages))),
    ("device size with M = 1000*1000", Check(|value, pages| megabytes(value, 1_000_000, pages))),
    ("cache/buffer size", Check(buffer)),
    ("Nominal Media Rotation Rate", Number("ata:identify/identity/nominal_media_rotation_rate")),
    ("LBA, IORDY", Check(iordy)),
    (
        "Queue depth",
        Check(|value, pages| one_more(value, "ata:identify/sata/maximum_queue_depth_minus_1", pages)),
    ),
    (
        "Standby timer values",
        Code(
            "ata:identify/transfer/standard_standby_timer",
            &[("spec'd by Vendor", 0), ("spec'd by Standard", 1)],
        ),
    ),
    ("R/W multiple Max", Number("ata:identify/capacity/maximum_sectors_per_drq")),
    ("R/W multiple Current", Number("ata:identify/capacity/current_sectors_per_drq")),
    ("DMA", Check(dma)),
    ("min", Check(|value, pages| nanoseconds(value, "minimum_multiword_dma_cycle_time", pages))),
    ("recommended", Check(|value, pages| nanoseconds(value, "recommended_multiword_dma_cycle_time", pages))),
    ("PIO", Check(pio)),
    ("no flow control", Check(|value, pages| nanoseconds(value, "minimum_pio_cycle_time", pages))),
    (
        "IORDY flow control",
        Check(|value, pages| nanoseconds(value, "minimum_pio_cycle_time_with_iordy", pages)),
    ),
    ("SMART feature set", Check(|value, pages| feature(value, "smart_supported", "smart_enabled", pages))),
    (
        "Write cache",
        Check(|value, pages| {
            feature(value, "volatile_write_cache_supported", "volatile_write_cache_enabled", pages)
        }),
    ),
    ("NOP cmd", Check(|value, pages| feature(value, "nop_supported", "nop_available", pages))),
    (
        "48-bit Address feature set",
        Check(|value, pages| feature(value, "address_48_bit_supported", "address_48_bit_available", pages)),
    ),
    (
        "Mandatory FLUSH_CACHE",
        Check(|value, pages| feature(value, "flush_cache_supported", "flush_cache_available", pages)),
    ),
    (
        "FLUSH_CACHE_EXT",
        Check(|value, pages| feature(value, "flush_cache_ext_supported", "flush_cache_ext_available", pages)),
    ),
    (
        "64-bit World wide name",
        Check(|value, pages| feature(value, "world_wide_name_supported", "world_wide_name_available", pages)),
    ),
    // What has no bit that turns it on is always marked as enabled.
    ("Native Command Queueing (NCQ)", Check(|value, pages| same_bit(value, "ata:identify/sata/ncq", pages))),
    ("Logical Unit WWN Device Identifier", Check(wwn)),
    ("NAA", Number("ata:identify/identity/wwn_naa")),
    ("IEEE OUI", Check(|value, pages| hex(value, "ata:identify/identity/wwn_ieee_oui", pages))),
    ("Unique ID", Check(|value, pages| hex(value, "ata:identify/identity/wwn_unique_id", pages))),
    ("CBLID-", Code("ata:identify/transfer/cblid_above_vihb", &[("above Vih", 1), ("below Vih", 0)])),
    // Only device 0 has these results.
    ("Device num", Code("ata:identify/transfer/device_0_results", &[("0", 1)])),
    ("Integrity word", Check(integrity)),
];

/// Holds the facts against ours.
pub(crate) fn compare(facts: &[Fact], pages: Pages<'_>) -> Result<(), String> {
    super::compare(facts, RULES, REMARKS, pages)
}

/// A device without IDENTIFY data is, to hdparm 9.65, an ATA device whose words are all zero: it
/// does not look at the sense data that refuses the command. Ours says that there are none.
pub(crate) fn is_empty(text: &str) -> Result<(), String> {
    let invents = text.contains("device size with M = 1024*1024:           0 MBytes");
    let tells = ["Model Number", "Serial Number", "Firmware Revision"].iter().any(|name| text.contains(name));
    if tells || !(invents || text.trim().ends_with(':')) {
        return Err(format!("we have no IDENTIFY data of this device, hdparm has:\n{text}"));
    }
    Ok(())
}

/// Reads what `hdparm -I` prints.
pub(crate) fn parse(text: &str) -> Result<Vec<Fact>, String> {
    let mut facts = Vec::new();
    let mut features = false;
    for line in text.lines() {
        let trimmed = line.trim();
        if features && let Some(mark) = line.get(..6) {
            match mark {
                "\t   *\t" => facts.push(Fact::new(line[6..].trim(), "1")),
                "\t    \t" => facts.push(Fact::new(line[6..].trim(), "0")),
                _ if trimmed == "Enabled\tSupported:" => {}
                _ => features = false,
            }
            if features {
                continue;
            }
        }
        match trimmed {
            ""
            | "--"
            | "Standards:"
            | "Configuration:"
            | "Capabilities:"
            | "HW reset results:"
            | "Logical\t\tmax\tcurrent" => continue,
            "Commands/features:" => {
                features = true;
                continue;
            }
            _ => {}
        }
        if trimmed.starts_with("/dev/") && trimmed.ends_with(':') {
            continue;
        }
        let columns: Vec<&str> = trimmed.split('\t').filter(|column| !column.is_empty()).collect();
        if let [name @ ("cylinders" | "heads" | "sectors/track"), max, current] = columns.as_slice() {
            facts.push(Fact::new(format!("{name} max"), *max));
            facts.push(Fact::new(format!("{name} current"), *current));
        } else if let Some(rest) = trimmed.strip_prefix("ATA device, with ") {
            facts.push(Fact::new("kind", rest));
        } else if let Some(rest) = trimmed.strip_prefix("R/W multiple sector transfer: Max = ") {
            let (max, current) = rest.split_once("\tCurrent = ").ok_or_else(|| unknown(line))?;
            facts.push(Fact::new("R/W multiple Max", max));
            facts.push(Fact::new("R/W multiple Current", current));
        } else if let Some(rest) = trimmed.strip_prefix("Cycle time: ") {
            for pair in rest.split("ns").map(str::trim).filter(|pair| !pair.is_empty()) {
                let (name, value) = pair.split_once('=').ok_or_else(|| unknown(line))?;
                facts.push(Fact::new(name, value));
            }
        } else if let Some(rest) = trimmed.strip_prefix("LBA, IORDY") {
            facts.push(Fact::new("LBA, IORDY", rest));
        } else if let Some(rest) =
            trimmed.strip_prefix("Integrity word ").or(trimmed.strip_prefix("Checksum"))
        {
            facts.push(Fact::new("Integrity word", rest));
        } else if let Some(rest) = trimmed.strip_prefix("CBLID- ") {
            facts.push(Fact::new("CBLID-", rest));
        } else if let Some((name, value)) = trimmed.rsplit_once(": ").or_else(|| trimmed.split_once(" = ")) {
            facts.push(Fact::new(name.trim(), value));
        } else if let Some(name) = trimmed.strip_suffix(':') {
            facts.push(Fact::new(name, ""));
        } else {
            return Err(unknown(line));
        }
    }
    Ok(facts)
}

fn check(ours: impl PartialEq + std::fmt::Debug, holds: bool) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("ours is {ours:?}")) }
}

fn kind(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let removable = match value {
        "non-removable media" => 0,
        "removable media" => 1,
        _ => return Err(unknown(value)),
    };
    same_number(0, "ata:identify/identity/not_ata", pages)?;
    same_number(removable, "ata:identify/identity/removable_medium", pages)
}

/// `7 6 5 4 & some of 6`: hdparm guesses what stands behind the ampersand from the commands.
fn supported(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let theirs = value.split(" &").next().unwrap_or_default().trim();
    let versions = [
        ("12", "acs_5"),
        ("11", "acs_4"),
        ("10", "acs_3"),
        ("9", "acs_2"),
        ("8", "ata8_acs"),
        ("7", "ata_atapi_7"),
        ("6", "ata_atapi_6"),
        ("5", "ata_atapi_5"),
        ("4", "ata_atapi_4"),
        ("3", "ata_3"),
        ("2", "ata_2"),
        ("1", "ata_1"),
    ];
    let ours: Vec<&str> = versions
        .iter()
        .filter(|(_, field)| pages.number(&format!("ata:identify/identity/{field}")) == Ok(1))
        .map(|(version, _)| *version)
        .collect();
    let ours = ours.join(" ");
    check(&ours, ours == theirs)
}

fn logical(pages: Pages<'_>) -> Result<u64, String> {
    match pages.number("ata:identify/capacity/long_logical_sector") {
        Ok(1) => Ok(pages.number("ata:identify/capacity/logical_sector_size")? * 2),
        _ => Ok(512),
    }
}

fn physical(pages: Pages<'_>) -> Result<u64, String> {
    match pages.number("ata:identify/capacity/multiple_logical_sectors") {
        Ok(1) => Ok(logical(pages)? << pages.number("ata:identify/capacity/logical_sectors_exponent")?),
        _ => logical(pages),
    }
}

fn bytes(value: &str, ours: u64) -> Result<(), String> {
    check(ours, value == format!("{ours} bytes"))
}

fn megabytes(value: &str, unit: u64, pages: Pages<'_>) -> Result<(), String> {
    let ours = pages.number("ata:identify/capacity/user_addressable_sectors_48")? * logical(pages)? / unit;
    let theirs = value.split(" (").next().unwrap_or_default().trim();
    check(ours, theirs == format!("{ours} MBytes"))
}

/// In units of 512 bytes, and printed in KiB.
fn buffer(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let ours = pages.number("ata:identify/transfer/buffer_size")? / 2;
    let types = ["", "SinglePort", "DualPort", "DualPortCache"];
    let kind = pages.number("ata:identify/transfer/buffer_type")?;
    let kind = usize::try_from(kind).ok().and_then(|kind| types.get(kind)).copied().unwrap_or("?");
    let ours = format!("{ours} KBytes (type={kind})");
    check(&ours, value == ours)
}

fn iordy(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let may = match value {
        "(cannot be disabled)" => 0,
        "(may be)(cannot be disabled)" | "(can be disabled)" => 1,
        _ => return Err(unknown(value)),
    };
    same_number(1, "ata:identify/transfer/lba_supported", pages)?;
    same_number(1, "ata:identify/transfer/iordy_supported", pages)?;
    same_number(may, "ata:identify/transfer/iordy_may_be_disabled", pages)
}

fn one_more(value: &str, path: &str, pages: Pages<'_>) -> Result<(), String> {
    let (theirs, _) = number(value).ok_or("this is no number")?;
    same_number(theirs - 1, path, pages)
}

fn nanoseconds(value: &str, field: &str, pages: Pages<'_>) -> Result<(), String> {
    let (theirs, _) = number(value).ok_or("this is no number")?;
    same_number(theirs, &format!("ata:identify/transfer/{field}"), pages)
}

/// `sdma0 mdma1 *udma5`: the modes that are supported, and a star before the one selected.
fn dma(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let mut ours = Vec::new();
    for (short, long, count) in
        [("sdma", "single_word_dma", 3), ("mdma", "multiword_dma", 3), ("udma", "ultra_dma", 7)]
    {
        for mode in 0..count {
            let path = format!("ata:identify/transfer/{long}_{mode}");
            let selected = pages.number(&format!("{path}_selected")) == Ok(1);
            if pages.number(&path) == Ok(1) {
                ours.push(format!("{}{short}{mode}", if selected { "*" } else { "" }));
            }
        }
    }
    let ours = ours.join(" ");
    check(&ours, value == ours)
}

/// hdparm counts the modes below a mode 3 or 4 that is supported as supported too.
fn pio(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let mut ours = vec!["pio0", "pio1", "pio2"];
    ours.extend((pages.number("ata:identify/transfer/pio_3")? == 1).then_some("pio3"));
    ours.extend((pages.number("ata:identify/transfer/pio_4")? == 1).then_some("pio4"));
    let ours = ours.join(" ");
    check(&ours, value == ours)
}

/// A feature that is printed is supported, and has a star if it is enabled.
fn feature(value: &str, supported: &str, enabled: &str, pages: Pages<'_>) -> Result<(), String> {
    same_number(1, &format!("ata:identify/features/{supported}"), pages)?;
    same_bit(value, &format!("ata:identify/features/{enabled}"), pages)
}

fn same_bit(value: &str, path: &str, pages: Pages<'_>) -> Result<(), String> {
    let (theirs, _) = number(value).ok_or("this is no bit")?;
    same_number(theirs, path, pages)
}

fn hex(value: &str, path: &str, pages: Pages<'_>) -> Result<(), String> {
    let theirs = i128::from_str_radix(value, 16).map_err(|_| unknown(value))?;
    same_number(theirs, path, pages)
}

fn wwn(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let part = |field: &str| pages.number(&format!("ata:identify/identity/{field}"));
    let ours = part("wwn_naa")? << 60 | part("wwn_ieee_oui")? << 36 | part("wwn_unique_id")?;
    let ours = format!("{ours:016x}");
    check(&ours, value == ours)
}

/// Word 255: not set, or right.
fn integrity(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let signature = pages.number("ata:identify/identity/signature")?;
    let holds = match value {
        ": correct" => signature == 0xa5,
        _ => value.starts_with("not set (found 0x") && signature != 0xa5,
    };
    check(signature, holds)
}
