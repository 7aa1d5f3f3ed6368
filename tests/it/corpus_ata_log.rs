//! ATA logs against the words of others: smartmontools' names, places and sizes; a real drive's
//! statistics against its own SMART attributes; a log directory as smartctl printed it.

use std::path::{Path, PathBuf};

use sg::section::Value;

/// The corpus of real drives, which is not part of this project.
fn corpus(file: &str) -> Option<PathBuf> {
    let root = std::env::var_os("CALIPERS_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    let path = root.join(file);
    if path.exists() {
        Some(path)
    } else {
        eprintln!("skipped: {} is not there (set CALIPERS_CORPUS)", path.display());
        None
    }
}

/// Device Statistics as smartmontools has them: page, byte, size in bytes (-1: signed), name.
const SMARTCTL: &[(u8, usize, i8, &str)] = &[
    (1, 8, 4, "Lifetime Power-On Resets"),
    (1, 16, 4, "Power-on Hours"),
    (1, 24, 6, "Logical Sectors Written"),
    (1, 32, 6, "Number of Write Commands"),
    (1, 40, 6, "Logical Sectors Read"),
    (1, 48, 6, "Number of Read Commands"),
    (1, 56, 6, "Date and Time TimeStamp"),
    (1, 64, 4, "Pending Error Count"),
    (1, 72, 2, "Workload Utilization"),
    (1, 80, 6, "Utilization Usage Rate"),
    (1, 88, 7, "Resource Availability"),
    (1, 96, 1, "Random Write Resources Used"),
    (2, 8, 4, "Number of Free-Fall Events Detected"),
    (2, 16, 4, "Overlimit Shock Events"),
    (3, 8, 4, "Spindle Motor Power-on Hours"),
    (3, 16, 4, "Head Flying Hours"),
    (3, 24, 4, "Head Load Events"),
    (3, 32, 4, "Number of Reallocated Logical Sectors"),
    (3, 40, 4, "Read Recovery Attempts"),
    (3, 48, 4, "Number of Mechanical Start Failures"),
    (3, 56, 4, "Number of Realloc. Candidate Logical Sectors"),
    (3, 64, 4, "Number of High Priority Unload Events"),
    (4, 8, 4, "Number of Reported Uncorrectable Errors"),
    (4, 16, 4, "Resets Between Cmd Acceptance and Completion"),
    (4, 24, 4, "Physical Element Status Changed"),
    (5, 8, -1, "Current Temperature"),
    (5, 16, -1, "Average Short Term Temperature"),
    (5, 24, -1, "Average Long Term Temperature"),
    (5, 32, -1, "Highest Temperature"),
    (5, 40, -1, "Lowest Temperature"),
    (5, 48, -1, "Highest Average Short Term Temperature"),
    (5, 56, -1, "Lowest Average Short Term Temperature"),
    (5, 64, -1, "Highest Average Long Term Temperature"),
    (5, 72, -1, "Lowest Average Long Term Temperature"),
    (5, 80, 4, "Time in Over-Temperature"),
    (5, 88, -1, "Specified Maximum Operating Temperature"),
    (5, 96, 4, "Time in Under-Temperature"),
    (5, 104, -1, "Specified Minimum Operating Temperature"),
    (6, 8, 4, "Number of Hardware Resets"),
    (6, 16, 4, "Number of ASR Events"),
    (6, 24, 4, "Number of Interface CRC Errors"),
    (7, 8, 1, "Percentage Used Endurance Indicator"),
];

/// Where smartctl's names differ, and why: theirs, ours.
const OTHER_NAMES: &[(&str, &str)] = &[
    // They shorten names to their column.
    ("Number of Realloc. Candidate Logical Sectors", "Number of Reallocation Candidate Logical Sectors"),
    (
        "Resets Between Cmd Acceptance and Completion",
        "Number of Resets Between Command Acceptance and Command Completion",
    ),
];

/// Where their sizes differ: page, byte, bits of our first field. These two statistics have parts,
/// which they do not take apart (their own comments say what the parts are).
const OTHER_SIZES: &[(u8, usize, usize)] = &[(1, 80, 8), (1, 88, 16)];

#[test]
fn statistics_have_the_names_places_and_sizes_that_smartctl_knows() {
    let mut wrong = Vec::new();
    for &(page, offset, size, name) in SMARTCTL {
        let kind = ata::log::find(4, page).unwrap();
        let layout = kind.layouts.last().unwrap();
        // The first field of a qword is the value; its flags and parts follow.
        let Some(field) = layout.fields.iter().find(|f| f.at.start == offset && f.at.len == 8) else {
            wrong.push(format!("page {page} byte {offset}: {name}: not decoded"));
            continue;
        };
        let expected = OTHER_NAMES.iter().find(|(theirs, _)| *theirs == name).map_or(name, |(_, ours)| *ours);
        if field.name != expected {
            wrong.push(format!("page {page} byte {offset}: {expected}, here {}", field.name));
        }
        let bits = OTHER_SIZES
            .iter()
            .find(|(p, o, _)| (*p, *o) == (page, offset))
            .map_or(usize::from(size.unsigned_abs()) * 8, |(_, _, bits)| *bits);
        if (field.at.low, field.at.width()) != (0, bits) {
            wrong.push(format!("page {page} byte {offset}: {name}: {bits} bits, here {}", field.at));
        }
        if (field.unit == Some("°C")) != (size < 0) {
            wrong.push(format!("page {page} byte {offset}: {name}: signed or not"));
        }
    }
    // And nothing beyond them in these pages.
    for page in 1..=7 {
        let ours = ata::log::find(4, page).unwrap().layouts.last().unwrap().fields;
        let ours = ours.iter().filter(|f| f.at.len == 8 && f.at.low == 0).count();
        let theirs = SMARTCTL.iter().filter(|(p, ..)| *p == page).count();
        if ours != theirs {
            wrong.push(format!("page {page}: {theirs} statistics, here {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The raw value of an attribute of a page of SMART data.
fn attribute(data: &[u8], id: u8) -> Option<u64> {
    data[2..362].chunks(12).find(|a| a[0] == id).map(|a| {
        let mut raw = [0; 8];
        raw[..6].copy_from_slice(&a[5..11]);
        u64::from_le_bytes(raw)
    })
}

#[test]
fn a_real_drive_counts_the_same_in_its_statistics_and_its_attributes() {
    let (Some(log), Some(smart)) = (
        corpus("ata-logs/micron-5200-mtfddak7t6tdc-devstat-log04-page01--moxspec.bin"),
        corpus("ata-smart/micron-5200-mtfddak7t6tdc-d1mu820-moxspec.smart-data.bin"),
    ) else {
        return;
    };
    let (log, smart) = (std::fs::read(log).unwrap(), std::fs::read(smart).unwrap());
    let section = ata::log::describe(4, 1, &log);
    assert_eq!(section.notes, []);
    // This vendor's attributes: 9 power-on hours, 12 power cycles, 246 sectors that hosts wrote.
    for (key, id) in
        [("power_on_hours", 9), ("lifetime_power_on_resets", 12), ("logical_sectors_written", 246)]
    {
        let expected = attribute(&smart, id).unwrap();
        assert!(expected > 0);
        assert_eq!(section.find(key).unwrap().value, Value::Unsigned(expected), "{key}, attribute {id}");
    }
    // What has no attribute is read from the bytes by hand.
    for (key, value) in [
        ("number_of_write_commands", Value::Unsigned(30064)),
        ("logical_sectors_read", Value::Unsigned(372_521)),
        ("number_of_read_commands", Value::Unsigned(7818)),
        ("date_and_time_timestamp", Value::Unsigned(29_015_580_000)),
        ("pending_error_count", Value::Absent("not supported")),
        ("workload_utilization", Value::Absent("not supported")),
        ("utilization_usage_rate", Value::Absent("not supported")),
        ("resource_availability", Value::Absent("not supported")),
        ("random_write_resources_used", Value::Absent("not supported")),
    ] {
        assert_eq!(section.find(key).unwrap().value, value, "{key}");
    }
    // The time stamp of this drive runs with its power-on hours: 8059 h and 53 min.
    let timestamp = section.find("date_and_time_timestamp").unwrap();
    assert_eq!(timestamp.meaning.as_deref(), Some("8059:53:00.000"));
    for key in ["power_on_hours_flags", "date_and_time_timestamp_flags"] {
        assert_eq!(section.find(key).unwrap().meaning.as_deref(), Some("supported, valid"));
    }
}

/// Where smartctl's names of logs differ by more than upper case: theirs, ours, why.
const OTHER_LOGS: &[(&str, &str)] = &[
    // They shorten it.
    ("Ext. Comprehensive SMART error log", "Extended comprehensive SMART error log"),
    // The standard's name has SMART in it.
    ("Extended self-test log", "Extended SMART self-test log"),
    // ACS: host specific.
    ("Host vendor specific log", "Host specific log"),
];

#[test]
fn logs_have_the_names_and_access_that_smartctl_prints() {
    let Some(file) = corpus("decoded/smart-ata-failed-scrutiny--scrutiny.json") else { return };
    let printed: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let table = printed["ata_log_directory"]["table"].as_array().unwrap();
    // The same directory in bytes goes through the decoder.
    let mut bytes = [0; 512];
    bytes[0] = u8::try_from(printed["ata_log_directory"]["gp_dir_version"].as_u64().unwrap()).unwrap();
    for row in table {
        let address = usize::try_from(row["address"].as_u64().unwrap()).unwrap();
        let pages = row["gp_sectors"].as_u64().or(row["smart_sectors"].as_u64()).unwrap();
        if address > 0 {
            bytes[2 * address..2 * address + 2].copy_from_slice(&u16::try_from(pages).unwrap().to_le_bytes());
        }
    }
    let directory = ata::log::decode::<ata::log::LogDirectory>(&bytes).value;
    assert_eq!(directory.logs.len(), table.len() - 1, "all but the directory itself");
    for row in table {
        let address = u8::try_from(row["address"].as_u64().unwrap()).unwrap();
        let theirs = row["name"].as_str().unwrap();
        let expected = OTHER_LOGS.iter().find(|(name, _)| *name == theirs).map_or(theirs, |(_, ours)| *ours);
        assert!(ata::log::name(address).eq_ignore_ascii_case(expected), "{address:02x}h: {theirs}");
        let access = match (row["read"].as_bool(), row["write"].as_bool()) {
            (Some(true), Some(false)) => ata::log::LogAccess::ReadOnly,
            (Some(true), Some(true)) => ata::log::LogAccess::ReadWrite,
            (None, None) => ata::log::LogAccess::VendorSpecific,
            other => panic!("{address:02x}h: {other:?}"),
        };
        assert_eq!(ata::log::info(address).unwrap().access, access, "{address:02x}h");
        for key in row.as_object().unwrap().keys() {
            assert!(
                ["address", "name", "read", "write", "gp_sectors", "smart_sectors"].contains(&key.as_str()),
                "smartctl prints {key}, which nothing here compares"
            );
        }
    }
}
