//! IDENTIFY data of real drives against `hdparm -I`, every line of it.
//!
//! [`parse`] reads hdparm's text into keys and values and refuses a line that it does not know;
//! [`expected`] makes the same keys from our decode; both sets must be equal, but for what
//! [`EXCUSES`] explains. So a line that we lack, one that hdparm lacks, and a value that differs
//! all fail. Where hdparm is installed, it also decodes (`--Istdin`) our own vectors, the IDENTIFY
//! data inside VPD page 89h, and two drives with each of their 4096 bits flipped.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ata::identify::{DeviceKind, DmaKind, Identify, Integrity, Rotation, decode};
use sg::page::Page;
use sg::wire::word;

/// hdparm's lines: each key with its value.
type Lines = BTreeMap<String, String>;

/// The corpus, or why it cannot be read.
fn corpus() -> Option<PathBuf> {
    let root = std::env::var_os("CALIPERS_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    if !root.is_dir() {
        eprintln!("skipped: no corpus at {}", root.display());
        return None;
    }
    Some(root)
}

/// The corpus files of a folder whose names end so.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(end))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "no *{end} in {}", folder.display());
    found
}

/// What hdparm's text says.
fn parse(text: &str) -> Result<Lines, String> {
    let mut lines = Lines::new();
    let mut section = "";
    let mut cycle = "";
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let unknown = || format!("a line that the comparator does not know: {line:?}");
        let mut put = |key: &str, value: &str| match lines.insert(key.to_owned(), value.trim().to_owned()) {
            None => Ok(()),
            Some(_) => Err(format!("hdparm says {key} twice")),
        };
        let content = line.trim();
        if !line.starts_with(['\t', ' ']) {
            if let Some((key, value)) = line.split_once(':') {
                match key {
                    "Standards" | "Configuration" | "Capabilities" | "Commands/features" | "Security"
                    | "HW reset results"
                        if value.trim().is_empty() =>
                    {
                        section = match key {
                            "Standards" => "standards",
                            "Configuration" => "configuration",
                            "Capabilities" => "capabilities",
                            "Commands/features" => "features",
                            "Security" => "security",
                            _ => "reset",
                        };
                        put(key, "")?;
                    }
                    "Logical Unit WWN Device Identifier" => {
                        section = "wwn";
                        put(key, value)?;
                    }
                    "Checksum" => put(key, value)?,
                    _ => return Err(unknown()),
                }
            } else if line.starts_with("ATA device")
                || line.starts_with("ATAPI ")
                || line.starts_with("CompactFlash")
            {
                section = "identity";
                put("device", line)?;
            } else if line.starts_with("powers-up in standby") {
                put("powers up in standby", "")?;
            } else if line.starts_with("Integrity word not set") {
                put("Checksum", "not set")?;
            } else {
                return Err(unknown());
            }
            continue;
        }
        if let Some(modes) = line.strip_prefix("\t   *\tCFA advanced modes:") {
            put("CFA advanced modes", modes)?;
            continue;
        }
        if let Some((mark, rest)) = line.split_once("\tCFA Power Level 1 ") {
            let mark = if mark.contains('*') { "supported" } else { "" };
            put("CFA Power Level 1", &format!("{mark}{rest}"))?;
            continue;
        }
        if let Some((name, time)) =
            line.strip_prefix("\t\tCFA max advanced ").and_then(|line| line.split_once(':'))
        {
            put(name, time)?;
            continue;
        }
        if content.starts_with("Key Management")
            || content.starts_with("Removable Media Status") && line.starts_with("\t\t")
        {
            put(&format!("note {content}"), "")?;
            continue;
        }
        // Word 69's features come even where there is no heading before them.
        if let Some(name) = line.strip_prefix("\t   *\t") {
            put(&format!("feature {}", name.trim()), "enabled")?;
            continue;
        }
        match section {
            "identity" => {
                if let Some(warning) = content.strip_prefix("WARNING: ") {
                    if warning.starts_with("ID response incomplete") {
                        put("incomplete", "")?;
                    }
                    continue;
                }
                let (key, value) = content.split_once(':').ok_or_else(unknown)?;
                put(key, value)?;
            }
            "standards" => {
                let (content, some) = match content.split_once("& some of") {
                    Some((content, some)) => (content, Some(some)),
                    None => (content, None),
                };
                if let Some(some) = some {
                    put("& some of", some)?;
                }
                if content.trim() == "Likely used CD-ROM ATAPI-1" {
                    put("Likely used", "CD-ROM ATAPI-1")?;
                } else {
                    let (key, value) = content.split_once(':').ok_or_else(unknown)?;
                    put(key, value)?;
                }
            }
            "configuration" => {
                let table = ["cylinders", "heads", "sectors/track"];
                if content == "--" || content.starts_with("Logical\t\tmax") {
                } else if let Some(key) = table.iter().find(|key| content.starts_with(**key)) {
                    let numbers: Vec<&str> = content[key.len()..].split_whitespace().collect();
                    put(key, &numbers.join(" "))?;
                } else if let Some((key, value)) = content.split_once('=').filter(|_| !content.contains(':'))
                {
                    put(key.trim(), value)?;
                } else if content == "CHS addressing not supported" {
                    put("CHS addressing", "not supported")?;
                } else {
                    for part in content.split('\t') {
                        let (key, value) = part.split_once(':').ok_or_else(unknown)?;
                        let key: Vec<&str> = key.split_whitespace().collect();
                        put(&key.join(" "), value)?;
                    }
                }
            }
            "capabilities" => {
                if content.contains("IORDY") && !content.contains("Cycle") {
                    put("capabilities", content)?;
                } else if let Some(value) = content.strip_prefix("Cycle time:") {
                    put(cycle, value)?;
                } else if content == "DMADIR bit required in PACKET commands" {
                    put("DMADIR", "required")?;
                } else if content == "ATA sw reset required" || content == "Interleaved DMA support" {
                    put(content, "")?;
                } else if let Some(value) = content.strip_prefix("R/W multiple sector transfer:") {
                    put("R/W multiple sector transfer", &value.replace('\t', " "))?;
                } else {
                    for part in content.split('\t') {
                        let (key, value) = part.split_once(':').ok_or_else(unknown)?;
                        cycle = if key == "DMA" { "DMA cycle time" } else { "PIO cycle time" };
                        put(key, value)?;
                    }
                }
            }
            "features" => {
                if content.starts_with("Enabled") {
                } else if let Some(name) = line.strip_prefix("\t    \t") {
                    put(&format!("feature {}", name.trim()), "supported")?;
                } else if let Some(value) = content.strip_suffix(" msec for TLC completion timer)") {
                    put("TLC completion timer", value.trim_start_matches('('))?;
                } else {
                    return Err(unknown());
                }
            }
            "security" => {
                if let Some(value) = content.strip_prefix("Master password revision code =") {
                    put("Master password revision code", value)?;
                } else if let Some(value) = content.strip_prefix("Security level ") {
                    put("Security level", value)?;
                } else if content.ends_with("SECURITY ERASE UNIT.") {
                    for part in content.split_terminator('.') {
                        let (time, mode) = part.split_once("min for ").ok_or_else(unknown)?;
                        put(mode, time)?;
                    }
                } else {
                    let (value, name) = match line.strip_prefix("\tnot\t").or(line.strip_prefix("\t(?)\t")) {
                        Some(name) => ("no", name),
                        None => ("yes", content),
                    };
                    put(&format!("security {}", name.trim()), value)?;
                }
            }
            "wwn" => {
                let (key, value) = content.split_once(':').ok_or_else(unknown)?;
                put(key.trim(), value)?;
            }
            "reset" => {
                let key = if content.starts_with("CBLID-") { "CBLID-" } else { "Device num" };
                let value = content.strip_prefix(key).ok_or_else(unknown)?;
                put(key, value.trim_start_matches(" ="))?;
            }
            _ => return Err(unknown()),
        }
    }
    Ok(lines)
}

/// hdparm's names of features by the keys of our fields. A feature without one here has none in
/// hdparm either, which then says "unknown" or nothing: see [`hdparm_name`].
const NAMES: &[(&str, &str)] = &[
    ("smart_supported", "SMART feature set"),
    ("security_set_supported", "Security Mode feature set"),
    ("removable_medium_set_supported", "Removable Media feature set"),
    ("power_management_supported", "Power Management feature set"),
    ("packet_supported", "PACKET command feature set"),
    ("volatile_write_cache_supported", "Write cache"),
    ("read_look_ahead_supported", "Look-ahead"),
    ("release_interrupt_supported", "Release interrupt"),
    ("service_interrupt_supported", "SERVICE interrupt"),
    ("device_reset_supported", "DEVICE_RESET command"),
    ("host_protected_area_supported", "Host Protected Area feature set"),
    ("write_verify_supported", "WRITE_VERIFY command"),
    ("write_buffer_supported", "WRITE_BUFFER command"),
    ("read_buffer_supported", "READ_BUFFER command"),
    ("nop_supported", "NOP cmd"),
    ("download_microcode_supported", "DOWNLOAD_MICROCODE"),
    ("tagged_command_queuing_supported", "READ/WRITE_DMA_QUEUED"),
    ("cfa_supported", "CFA feature set"),
    ("advanced_power_management_supported", "Advanced Power Management feature set"),
    ("removable_medium_notification_supported", "Removable Media Status Notification feature set"),
    ("power_up_in_standby_supported", "Power-Up In Standby feature set"),
    ("set_features_spin_up_supported", "SET_FEATURES required to spinup after power up"),
    ("address_offset_boot_supported", "Address Offset Reserved Area Boot"),
    ("set_max_security_supported", "SET_MAX security extension"),
    ("automatic_acoustic_management_supported", "Automatic Acoustic Management feature set"),
    ("address_48_bit_supported", "48-bit Address feature set"),
    ("device_configuration_overlay_supported", "Device Configuration Overlay feature set"),
    ("flush_cache_supported", "Mandatory FLUSH_CACHE"),
    ("flush_cache_ext_supported", "FLUSH_CACHE_EXT"),
    ("smart_error_logging_supported", "SMART error logging"),
    ("smart_self_test_supported", "SMART self-test"),
    ("media_serial_number_supported", "Media serial number"),
    ("media_card_pass_through_supported", "Media Card Pass Through Command feature set"),
    // Bit 4 of word 84 is the streaming feature set since ATA/ATAPI-7; hdparm has two names of
    // the media card's bit 3 instead.
    ("streaming_supported", "Media Card Pass-Through"),
    ("general_purpose_logging_supported", "General Purpose Logging feature set"),
    ("write_fua_ext_supported", "WRITE_{DMA|MULTIPLE}_FUA_EXT"),
    ("write_dma_queued_fua_ext_supported", "WRITE_DMA_QUEUED_FUA_EXT"),
    ("world_wide_name_supported", "64-bit World wide name"),
    ("urgent_read_stream_supported", "URG for READ_STREAM[_DMA]_EXT"),
    ("urgent_write_stream_supported", "URG for WRITE_STREAM[_DMA]_EXT"),
    ("time_limited_commands_supported", "Time Limited Commands (TLC) feature set"),
    ("command_completion_time_limit_supported", "Command Completion Time Limit (CCTL)"),
    ("idle_immediate_with_unload_supported", "IDLE_IMMEDIATE with UNLOAD"),
    ("disable_data_transfer_after_error_supported", "Disable Data Transfer After Error Detection"),
    ("write_read_verify_supported", "Write-Read-Verify feature set"),
    ("write_uncorrectable_ext_supported", "WRITE_UNCORRECTABLE_EXT command"),
    ("read_write_log_dma_ext_supported", "{READ,WRITE}_DMA_EXT_GPL commands"),
    ("download_microcode_mode_3_supported", "Segmented DOWNLOAD_MICROCODE"),
    ("free_fall_control_supported", "Free-fall Control feature set"),
    ("gen1_speed", "Gen1 signaling speed (1.5Gb/s)"),
    ("gen2_speed", "Gen2 signaling speed (3.0Gb/s)"),
    ("gen3_speed", "Gen3 signaling speed (6.0Gb/s)"),
    ("ncq", "Native Command Queueing (NCQ)"),
    ("host_initiated_power_management", "Host-initiated interface power management"),
    ("phy_event_counters", "Phy event counters"),
    ("unload_while_ncq", "Idle-Unload when NCQ is active"),
    ("ncq_priority", "NCQ priority information"),
    ("host_automatic_partial_to_slumber", "Host automatic Partial to Slumber transitions"),
    ("device_automatic_partial_to_slumber", "Device automatic Partial to Slumber transitions"),
    ("read_log_dma_ext_equivalent", "READ_LOG_DMA_EXT equivalent to READ_LOG_EXT"),
    ("non_zero_buffer_offsets_supported", "Non-Zero buffer offsets in DMA Setup FIS"),
    ("dma_setup_auto_activation_supported", "DMA Setup Auto-Activate optimization"),
    ("device_initiated_power_management_supported", "Device-initiated interface power management"),
    ("in_order_data_delivery_supported", "In-order data delivery"),
    // SATA II had asynchronous notification (of packet devices) in this bit; on disks it is
    // hardware feature control since SATA 3.
    ("hardware_feature_control_supported", "Asynchronous notification (eg. media change)"),
    ("software_settings_preservation_supported", "Software settings preservation"),
    ("device_sleep_supported", "Device Sleep (DEVSLP)"),
    ("sct", "SMART Command Transport (SCT) feature set"),
    ("sct_read_write_long", "SCT Read/Write Long (AC1), obsolete"),
    ("sct_write_same", "SCT Write Same (AC2)"),
    ("sct_error_recovery_control", "SCT Error Recovery Control (AC3)"),
    ("sct_feature_control", "SCT Features Control (AC4)"),
    ("sct_data_tables", "SCT Data Tables (AC5)"),
    ("sanitize_antifreeze_lock_ext", "SANITIZE_ANTIFREEZE_LOCK_EXT command"),
    ("sanitize", "SANITIZE feature set"),
    ("crypto_scramble_ext", "CRYPTO_SCRAMBLE_EXT command"),
    ("overwrite_ext", "OVERWRITE_EXT command"),
    ("block_erase_ext", "BLOCK_ERASE_EXT command"),
    ("all_write_cache_non_volatile", "All write cache is non-volatile"),
    ("extended_sectors_supported", "Extended number of user addressable sectors"),
    ("encrypts_all_user_data", "Device encrypts all user data"),
    ("optional_28_bit_commands", "Optional ATA device 28-bit commands"),
    ("ieee_1667", "IEEE 1667 authentication of transient storage devices"),
    ("download_microcode_dma", "DOWNLOAD MICROCODE DMA command"),
    ("set_max_dma", "SET MAX SETPASSWORD/UNLOCK DMA commands"),
    ("write_buffer_dma", "WRITE BUFFER DMA command"),
    ("read_buffer_dma", "READ BUFFER DMA command"),
    ("dco_dma", "DEVICE CONFIGURATION SET/IDENTIFY DMA commands"),
    ("lps_alignment_error_reporting_control", "Long physical sector diagnostics"),
    ("cfast", "CFast specification support"),
];

/// hdparm's line for a feature: its name, or for the bits of some words that it does not know,
/// their place. Nothing for what it does not look at.
fn hdparm_name(key: &str, number: usize, bit: usize) -> Option<String> {
    if let Some((_, name)) = NAMES.iter().find(|(known, _)| *known == key) {
        return Some((*name).to_owned());
    }
    matches!(number, 76 | 78 | 119).then(|| format!("unknown {number}[{bit}]"))
}

/// hdparm's guess of the standard that a drive follows, on which many of its lines hang.
struct Guess {
    /// The version whose words it uses.
    likely: u8,
    /// The oldest version that it takes the drive to support.
    oldest: u8,
    /// The version that word 81 names, if hdparm's table has it.
    named: Option<u8>,
    /// The versions that it prints: the newest, without those that the newest made obsolete.
    printed: Vec<u8>,
}

/// The word 81 codes above 22h that hdparm knows, all of ATA8-ACS.
const LATE_CODES: [u16; 5] = [0x0027, 0x0033, 0x0042, 0x0052, 0x0107];

fn guess(id: &Identify, bytes: &[u8], cd: bool) -> Guess {
    let at = |number: usize| word(number).number(bytes).unwrap();
    let bit = |number: usize, bit: usize| at(number) >> bit & 1 == 1;
    let marked = |number: usize| at(number) >> 14 == 1;
    let mut likely = match id.kind().unwrap() {
        _ if compact_flash(id) => 4,
        DeviceKind::Atapi => 3,
        _ => 1,
    };
    if [0x37c8, 0x738c, 0x8c73, 0xc837].contains(&at(2)) {
        likely = 5;
    }
    if cd {
        return Guess { likely: 2, oldest: 1, named: None, printed: Vec::new() };
    }
    let minor = id.identity.minor_version_number.unwrap();
    let mut named = None;
    if (1..=0x22).contains(&minor) {
        likely = likely.max(3);
        if !matches!(minor, 0x1f | 0x20) {
            let name =
                id.ata_minor_version().unwrap().trim_start_matches("ATA/ATAPI-").trim_start_matches("ATA-");
            named = name.get(..1).unwrap().parse().ok();
        }
    } else if LATE_CODES.contains(&minor) {
        named = Some(8);
    }
    let obsoleted_by = |version: u8| match version {
        ..=4 => 1,
        5 => 2,
        6 | 7 => 3,
        _ => 4,
    };
    let mut printed = Vec::new();
    let mut below = obsoleted_by(likely);
    for version in id.ata_versions() {
        if version > below {
            printed.push(version);
            likely = likely.max(version);
            below = obsoleted_by(likely);
        }
    }
    if !matches!(at(80), 0 | 0xffff) {
        likely = likely.max(3);
    }
    likely = likely.max(named.unwrap_or(0));
    // The version named, or if none is, whether the guess so far is lower.
    let step = |version: u8, below: u8| named == Some(version) || named.is_none() && likely < below;
    let sum_is_right = id.integrity == Integrity::Valid;
    if step(7, 8) && bit(206, 0) {
        likely = 8;
    } else if step(5, 6) && (marked(83) && at(83) & 0x3fff > 0xff || marked(84) && at(84) & 0x27ff != 0) {
        likely = 6;
    } else if step(4, 5) && (sum_is_right || marked(93) || marked(83) && at(83) & 0x3fff > 0x1f) {
        likely = 5;
    } else if step(3, 4)
        && (marked(83) && (at(83) & 0x3fff > 0 || at(82) & 0x77ff > 0xf)
            || marked(50)
            || bit(53, 2) && at(88) != 0
            || at(127) & 3 == 1)
    {
        likely = 4;
    } else if step(2, 3) && marked(83) {
        likely = 3;
    } else if step(1, 2) && (at(49) & 0xc00 != 0 || bit(53, 1)) {
        likely = 2;
    }
    let oldest = printed.last().copied().unwrap_or(if likely > 4 { likely - 3 } else { 1 });
    Guess { likely, oldest, named, printed }
}

/// hdparm takes a drive for a CompactFlash card also if it has the CFA feature set.
fn compact_flash(id: &Identify) -> bool {
    id.kind() == Some(DeviceKind::CompactFlash) || id.features.cfa_supported == Some(true)
}

/// hdparm's lines as our decode has them.
fn expected(id: &Identify, bytes: &[u8]) -> Lines {
    let mut lines = Lines::new();
    let mut put = |key: &str, value: String| {
        lines.insert(key.to_owned(), value);
    };
    let yes = |bit: Option<bool>| bit == Some(true);
    let number = |value: Option<u64>| value.unwrap_or(0);
    let (identity, capacity, transfer, features) = (&id.identity, &id.capacity, &id.transfer, &id.features);
    let flash = compact_flash(id);
    let atapi = id.kind() == Some(DeviceKind::Atapi) && !flash;
    let cd = atapi && identity.command_packet_set == Some(5);
    let guess = guess(id, bytes, cd);

    // The device and its names.
    let removable = if yes(identity.removable_medium) { "" } else { "non-" };
    put(
        "device",
        if flash {
            "CompactFlash ATA device".to_owned()
        } else if atapi {
            let set = [
                "Direct-access device",
                "Sequential-access device",
                "Printer",
                "Processor",
                "Write-once device",
                "CD-ROM",
                "Scanner",
                "Optical memory",
                "Medium changer",
                "Communications device",
                "ACS-IT8 device",
                "ACS-IT8 device",
                "Array controller",
                "Enclosure services",
                "Reduced block command device",
                "Optical card reader/writer",
            ];
            let code = usize::from(identity.command_packet_set.unwrap_or(0));
            let name = if code == 0x1f { "Unknown" } else { set.get(code).copied().unwrap_or("") };
            format!("ATAPI {name}, with {removable}removable media")
        } else {
            format!("ATA device, with {removable}removable media")
        },
    );
    let configuration = identity.specific_configuration.unwrap();
    if matches!(configuration, 0x37c8 | 0x738c) {
        put("powers up in standby", String::new());
    }
    if matches!(configuration, 0x37c8 | 0x8c73) && yes(identity.response_incomplete) {
        put("incomplete", String::new());
    }
    for (key, value, first) in [
        ("Model Number", &identity.model_number, 27),
        ("Serial Number", &identity.serial_number, 10),
        ("Firmware Revision", &identity.firmware_revision, 23),
        ("Media Serial Num", &identity.current_media_serial_number, 176),
        ("Media Manufacturer", &identity.current_media_manufacturer, 196),
    ] {
        if word(first).number(bytes) != Some(0) {
            put(key, value.clone().unwrap());
        }
    }
    if let Some(kind) = identity.transport_type {
        // hdparm's names end with SATA 3.0.
        let names: Vec<String> = id
            .transport_versions()
            .into_iter()
            .map(|name| {
                name.replace("SATA II: ", "SATA II ")
                    .replace("SATA 2", "SATA Rev 2")
                    .replace("SATA 3", "SATA Rev 3")
            })
            .collect();
        let mut value = match kind {
            0 => "Parallel".to_owned(),
            1 => "Serial".to_owned(),
            _ => format!("0x{:04x}", word(222).number(bytes).unwrap()),
        };
        for name in names {
            value = format!("{value}, {name}");
        }
        match identity.transport_minor_version_number.unwrap() {
            0 | 0xffff => {}
            0x21 => value += "; Revision: ATA8-AST T13 Project D1697 Revision 0b",
            minor => value += &format!("; Revision: 0x{minor:04x}"),
        }
        put("Transport", value);
    }

    // Standards.
    put("Standards", String::new());
    if cd {
        let major = transfer.sff_8020_major_version.unwrap();
        if transfer.sff_8020_minor_version == Some(9) {
            put("Used", "ATAPI for CD-ROMs, SFF-8020i, r2.5".to_owned());
        }
        if !matches!(major, 0 | 0xffff) {
            let versions: Vec<String> = (1..15)
                .filter(|version| major >> version & 1 == 1)
                .map(|version| format!("-{version}"))
                .collect();
            put("Supported", format!("CD-ROM ATAPI{}", versions.join(" ")));
        } else if transfer.sff_8020_minor_version != Some(9) {
            put("Likely used", "CD-ROM ATAPI-1".to_owned());
        }
    } else {
        let minor = identity.minor_version_number.unwrap();
        match id.ata_minor_version() {
            Some(name) => put("Used", name.to_owned()),
            None if minor >= 0x1f => put("Used", format!("unknown (minor revision code 0x{minor:04x})")),
            None => {}
        }
        if identity.acs_2.is_some() {
            let versions: Vec<String> = guess.printed.iter().map(u8::to_string).collect();
            put("Supported", versions.join(" "));
        }
        match guess.named {
            None => put("Likely used", guess.likely.to_string()),
            Some(named) if guess.likely > named => put("& some of", guess.likely.to_string()),
            Some(_) => {}
        }
    }

    // Configuration.
    put("Configuration", String::new());
    if atapi {
        let drq = ["3ms.", "<=10ms with INTRQ", "50us.", "unknown."];
        put("DRQ response", drq[usize::from(identity.drq_response.unwrap())].to_owned());
        let size = ["12 bytes", "16 bytes", "Unknown", "Unknown"];
        put("Packet size", size[usize::from(identity.packet_size.unwrap())].to_owned());
    } else {
        if guess.likely == 1 {
            // hdparm prints these only for drives before ATA-2, of which no corpus has one.
            put("ATA-1 configuration", String::new());
        }
        let lba = yes(transfer.lba_supported);
        let lba28 = number(capacity.user_addressable_sectors_28.map(|count| count.0));
        let mut chs = u64::from(capacity.logical_cylinders.unwrap())
            * u64::from(capacity.logical_heads.unwrap())
            * u64::from(capacity.logical_sectors_per_track.unwrap());
        let mut addressable = 0;
        if lba28 > 0x00fb_fc10 && capacity.logical_cylinders == Some(0) {
            put("CHS addressing", "not supported".to_owned());
        } else {
            for (key, most, now) in [
                ("cylinders", capacity.logical_cylinders, capacity.current_cylinders),
                ("heads", capacity.logical_heads, capacity.current_heads),
                ("sectors/track", capacity.logical_sectors_per_track, capacity.current_sectors_per_track),
            ] {
                put(key, format!("{} {}", most.unwrap(), now.unwrap_or(0)));
            }
            if guess.oldest == 1
                && (capacity.unformatted_bytes_per_track, capacity.unformatted_bytes_per_sector)
                    != (Some(0), Some(0))
            {
                put("bytes/track", capacity.unformatted_bytes_per_track.unwrap().to_string());
                put("bytes/sector", capacity.unformatted_bytes_per_sector.unwrap().to_string());
            }
            if let Some(count) = capacity.current_capacity {
                addressable = count.0;
                put("CHS current addressable sectors", addressable.to_string());
                chs =
                    [capacity.current_cylinders, capacity.current_heads, capacity.current_sectors_per_track]
                        .iter()
                        .map(|count| u64::from(count.unwrap()))
                        .product();
            }
        }
        if lba {
            put("LBA user addressable sectors", lba28.to_string());
            if let Some(count) = capacity.user_addressable_sectors_48 {
                put("LBA48 user addressable sectors", count.0.to_string());
            }
        }
        let logical = id.logical_sector_bytes();
        if capacity.long_logical_sector.is_none() {
            put("Logical/Physical Sector size", format!("{} bytes", logical.unwrap()));
        } else {
            put("Logical Sector size", format!("{} bytes", number(logical)));
            put("Physical Sector size", format!("{} bytes", number(id.physical_sector_bytes())));
            if let Some(offset) = id.alignment_offset() {
                put("Logical Sector-0 offset", format!("{} bytes", offset * number(logical)));
            }
        }
        let sectors = id.user_sectors().unwrap_or(if addressable > 0 { addressable } else { chs });
        let bytes = sectors.wrapping_mul(number(logical));
        put("device size with M = 1024*1024", format!("{} MBytes", bytes / (1024 * 1024)));
        let thousands = bytes / 1000;
        let giga = if thousands > 1000 { format!(" ({} GB)", thousands / 1_000_000) } else { String::new() };
        put("device size with M = 1000*1000", format!("{} MBytes{giga}", thousands / 1000));
    }
    put(
        "cache/buffer size",
        match (transfer.buffer_type.unwrap(), transfer.buffer_size.unwrap()) {
            (0..=3, 0 | 0xffff) | (4.., _) => "unknown".to_owned(),
            (0, size) => format!("{} KBytes", size / 2),
            (kind, size) => {
                let kind = ["", "1Sect", "DualPort", "DualPortCache"][usize::from(kind)];
                format!("{} KBytes (type={kind})", size / 2)
            }
        },
    );
    if let Some(name) = id.form_factor() {
        put("Form Factor", name.to_owned());
    }
    match id.rotation().unwrap() {
        Rotation::NonRotating => put("Nominal Media Rotation Rate", "Solid State Device".to_owned()),
        Rotation::Rpm(rate) => put("Nominal Media Rotation Rate", rate.to_string()),
        Rotation::NotReported | Rotation::Reserved(_) => {}
    }

    // Capabilities.
    put("Capabilities", String::new());
    let mut text = String::new();
    if atapi && !cd && yes(transfer.command_queuing) {
        text += "Cmd queuing, ";
    }
    if atapi && yes(transfer.standard_standby_timer) {
        text += "Cmd overlap, ";
    }
    if yes(transfer.lba_supported) {
        text += "LBA, ";
    }
    text += "IORDY";
    if !yes(transfer.iordy_supported) {
        text += "(may be)";
    }
    text += if yes(transfer.iordy_may_be_disabled) { "(can" } else { "(cannot" };
    text += " be disabled)";
    put(
        "capabilities",
        if guess.likely == 1 {
            text.replace(&text[text.find("IORDY").unwrap()..], "IORDY not likely")
        } else {
            text
        },
    );
    if guess.oldest == 1 && !matches!(transfer.buffer_size.unwrap(), 0 | 0xffff) {
        put("Buffer size", format!("{:.1}kB", f64::from(transfer.buffer_size.unwrap()) / 2.0));
    }
    if guess.oldest < 4 && transfer.long_bytes != Some(0) {
        put("bytes avail on r/w long", transfer.long_bytes.unwrap().to_string());
    }
    if !cd
        && guess.likely > 3
        && let Some(depth) = id.queue_depth()
    {
        put("Queue depth", depth.to_string());
    }
    if !atapi {
        let by = if yes(transfer.standard_standby_timer) { "Standard" } else { "Vendor" };
        let minimum = match transfer.minimum_standby_timer.filter(|_| guess.likely > 3) {
            Some(true) => ", with device specific minimum",
            Some(false) => ", no device specific minimum",
            None => "",
        };
        put("Standby timer values", format!("spec'd by {by}{minimum}"));
        let most = capacity.maximum_sectors_per_drq.unwrap();
        let current = capacity.current_sectors_per_drq.map_or("?".to_owned(), |count| count.to_string());
        put(
            "R/W multiple sector transfer",
            if guess.likely < 3 && most == 0 {
                "not supported".to_owned()
            } else {
                format!("Max = {most} Current = {current}")
            },
        );
        if guess.likely > 3 && id.advanced_power_management().supported == Some(true) {
            put(
                "Advanced power management level",
                id.apm_level().map_or("disabled".to_owned(), |level| level.to_string()),
            );
        }
        let levels = (features.recommended_aam_level.unwrap(), features.current_aam_level.unwrap());
        if guess.likely > 5 && levels != (0, 0) {
            put(
                "Recommended acoustic management value",
                format!("{}, current value: {}", levels.0, levels.1),
            );
        }
    } else {
        if !cd && yes(transfer.software_reset_required) {
            put("ATA sw reset required", String::new());
        }
        let (release, service) =
            (transfer.packet_to_bus_release.unwrap(), transfer.service_to_bsy_cleared.unwrap());
        if (release, service) != (0, 0) {
            let release = if release > 0 { format!(" {release}us to release bus.") } else { String::new() };
            let service = if service > 0 {
                format!(" {service}us to clear BSY after SERVICE cmd.")
            } else {
                String::new()
            };
            put("Overlap support", format!("{release}{service}").trim().to_owned());
        }
    }
    let dmadir = yes(transfer.dmadir_required);
    if dmadir {
        put("DMADIR", "required".to_owned());
    }
    if !dmadir && !yes(transfer.dma_supported) {
        put("DMA", "not supported".to_owned());
    } else {
        let modes = id.dma_modes();
        let mut names: Vec<String> = modes
            .iter()
            .map(|(kind, mode, selected)| {
                let kind = match kind {
                    DmaKind::SingleWord => 's',
                    DmaKind::Multiword => 'm',
                    DmaKind::Ultra => 'u',
                };
                format!("{}{kind}dma{mode}", if *selected { "*" } else { "" })
            })
            .collect();
        if modes.iter().filter(|(_, _, selected)| *selected).count() != 1 {
            names.push("(?)".to_owned());
        }
        put("DMA", names.join(" "));
        if atapi && !cd && yes(transfer.interleaved_dma) {
            put("Interleaved DMA support", String::new());
        }
    }
    let times = |first: Option<u64>, second: Option<u64>, names: [&str; 2]| {
        let parts: Vec<String> = [first, second]
            .iter()
            .zip(names)
            .filter(|(time, _)| time.unwrap_or(0) > 0)
            .map(|(time, name)| format!("{name}={}ns", time.unwrap()))
            .collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    };
    let dma = times(
        transfer.minimum_multiword_dma_cycle_time.map(|time| time.0),
        transfer.recommended_multiword_dma_cycle_time.map(|time| time.0),
        ["min", "recommended"],
    );
    if let Some(value) = dma.filter(|_| dmadir || yes(transfer.dma_supported)) {
        put("DMA cycle time", value);
    }
    match id.pio_mode() {
        Some(mode) => {
            let modes: Vec<String> = (0..=mode).map(|mode| format!("pio{mode}")).collect();
            put("PIO", modes.join(" "));
        }
        None => put("PIO", "unknown".to_owned()),
    }
    let pio = times(
        transfer.minimum_pio_cycle_time.map(|time| time.0),
        transfer.minimum_pio_cycle_time_with_iordy.map(|time| time.0),
        ["no flow control", " IORDY flow control"],
    );
    if let Some(value) = pio {
        put("PIO cycle time", value.trim().to_owned());
    }

    // Features.
    let marked = features.word_83_mark == Some(1);
    if marked {
        put("Commands/features", String::new());
    }
    for feature in id.features() {
        let number = feature.at.start / 2;
        let shown = match number {
            69 => guess.likely > 6,
            84 => marked && features.word_84_mark == Some(1) && features.word_87_mark == Some(1),
            119 => marked && features.word_119_mark == Some(1) && features.word_120_mark == Some(1),
            206 => marked && yes(features.sct),
            59 => marked && yes(id.protection.sanitize),
            _ => marked,
        };
        if feature.supported != Some(true) || !shown {
            continue;
        }
        if let Some(name) = hdparm_name(feature.key, number, feature.at.low) {
            let on = match number {
                // hdparm knows no bit that switches these.
                76 => true,
                // For a bit that it does not know, it takes that bit of the next word.
                78 | 119 if name.starts_with("unknown") => {
                    word(number + 1).bit(feature.at.low).number(bytes) == Some(1)
                }
                _ => feature.enabled.unwrap_or(true),
            };
            put(&format!("feature {name}"), if on { "enabled" } else { "supported" }.to_owned());
        }
    }
    let trim = id.trim().unwrap();
    if guess.likely > 6 && trim.supported {
        let limit = match trim.maximum_blocks {
            Some(1) => "1 block".to_owned(),
            Some(count) => format!("{count} blocks"),
            None => "unknown".to_owned(),
        };
        put(&format!("feature Data Set Management TRIM supported (limit {limit})"), "enabled".to_owned());
        match (trim.deterministic, trim.zeros) {
            (true, true) => put("feature Deterministic read ZEROs after TRIM", "enabled".to_owned()),
            (true, false) => put("feature Deterministic read data after TRIM", "enabled".to_owned()),
            (false, _) => {}
        }
    }
    if guess.likely > 6 {
        match features.zoned_capabilities {
            Some(1) => put("feature reserved 69[0]", "enabled".to_owned()),
            Some(2) => put("feature reserved 69[1]", "enabled".to_owned()),
            _ => {}
        }
    }

    // CompactFlash.
    let obsolete = &id.obsolete;
    if flash {
        let mut modes: Vec<String> = Vec::new();
        let mut list = |name: &str, first: u8, range: std::ops::RangeInclusive<u8>, selected: u8| {
            for mode in range {
                modes.push(format!("{}{name}{}", if mode == selected { "*" } else { "" }, mode + first));
            }
        };
        for (name, first, most, selected) in [
            ("pio", 4, obsolete.cfa_maximum_pio_mode, obsolete.cfa_selected_pio_mode),
            ("mdma", 2, obsolete.cfa_maximum_multiword_dma_mode, obsolete.cfa_selected_multiword_dma_mode),
        ] {
            if let Some(most @ (1 | 2)) = most {
                list(name, first, 1..=most, selected.unwrap());
            }
        }
        for (name, most) in [
            ("io_udma", obsolete.cfa_maximum_io_ultra_dma),
            ("mem_udma", obsolete.cfa_maximum_memory_ultra_dma),
        ] {
            if let Some(most @ 0..=6) = most {
                list(name, 0, 0..=most, obsolete.cfa_selected_ultra_dma.unwrap());
            }
        }
        if !modes.is_empty() {
            put("CFA advanced modes", modes.join(" "));
        }
        for (name, code, times) in [
            ("io_udma", obsolete.cfa_maximum_io_cycle, [255, 120, 100, 80]),
            ("mem_udma", obsolete.cfa_maximum_memory_cycle, [250, 120, 100, 80]),
        ] {
            if let Some(time) = code.and_then(|code| times.get(usize::from(code))) {
                put(&format!("{name} cycle time"), format!("{time}ns"));
            }
        }
        if yes(obsolete.cfa_power_word_supported) {
            let need = if yes(obsolete.cfa_power_level_1_required) { "required" } else { "supported" };
            let current = match obsolete.cfa_maximum_current.unwrap().0 {
                0 => String::new(),
                current => format!(" (max {current}mA)"),
            };
            put("CFA Power Level 1", format!("{need}{current}"));
        }
        let schemes = obsolete.cfa_key_management_schemes.unwrap();
        if schemes & 1 == 1 && schemes != 0xffff {
            put("note Key Management (CPRM) feature set", String::new());
        }
    }
    if features.removable_medium_notification_word_127 == Some(1) {
        put("note Removable Media Status Notification feature set supported", String::new());
    }

    // Security.
    let security = id.security().unwrap();
    let any = |number: usize| word(number).number(bytes) != Some(0);
    // Whether word 82 is valid is another question than what word 128 says.
    let listed = word(82).bit(1).number(bytes) == Some(1);
    if listed && !cd && guess.likely > 3 && (any(128) || any(89) || any(90)) {
        put("Security", String::new());
        if let Some(code) = security.master_password_identifier {
            put("Master password revision code", code.to_string());
        }
        if any(128) {
            for (name, bit) in [
                ("supported", security.supported),
                ("enabled", security.enabled),
                ("locked", security.locked),
                ("frozen", security.frozen),
                ("expired: security count", security.count_expired),
                ("supported: enhanced erase", security.enhanced_erase),
            ] {
                put(&format!("security {name}"), if bit { "yes" } else { "no" }.to_owned());
            }
            if security.enabled {
                put("Security level", if security.master_maximum { "maximum" } else { "high" }.to_owned());
            }
        }
        for (key, time) in [
            ("SECURITY ERASE UNIT", security.normal_erase_time),
            ("ENHANCED SECURITY ERASE UNIT", security.enhanced_erase_time),
        ] {
            use ata::identify::EraseTime::{Exactly, MoreThan};
            match time {
                Some(Exactly(minutes)) => put(key, minutes.0.to_string()),
                Some(MoreThan(minutes)) => put(key, format!("more than {}", minutes.0)),
                None => {}
            }
        }
    }

    // World wide name, hardware reset, checksum.
    if !cd && guess.likely > 3 && yes(features.world_wide_name_supported) {
        let wwn = id.wwn().unwrap_or(0);
        put("Logical Unit WWN Device Identifier", format!("{wwn:016x}"));
        put("NAA", format!("{:x}", identity.wwn_naa.unwrap()));
        put("IEEE OUI", format!("{:06x}", identity.wwn_ieee_oui.unwrap()));
        put("Unique ID", format!("{:09x}", identity.wwn_unique_id.unwrap()));
    }
    if let Some(reset) = id.hardware_reset() {
        put("HW reset results", String::new());
        put("CBLID-", if reset.cblid_above_vihb { "above Vih" } else { "below Vih" }.to_owned());
        let by = match reset.determined_by {
            1 => " determined by the jumper",
            2 => " determined by CSEL",
            _ => "",
        };
        put("Device num", format!("{}{by}", reset.device));
    }
    if guess.likely > 4 && !cd {
        put(
            "Checksum",
            match id.integrity {
                Integrity::Valid => "correct".to_owned(),
                Integrity::Wrong { found, expected } => {
                    let sum = found.wrapping_sub(expected);
                    format!("incorrect (0x{sum:02x}), expected 0x{:02x}", 0x100 - u16::from(sum))
                }
                Integrity::None | Integrity::Unknown => "not set".to_owned(),
            },
        );
    }
    lines
}

/// A difference: the key, what we say and what hdparm says, if they do.
struct Difference<'a> {
    key: &'a str,
    ours: Option<&'a str>,
    theirs: Option<&'a str>,
}

/// A kind of difference that is hdparm's fault, and why.
struct Excuse {
    why: &'static str,
    holds: fn(&Difference<'_>, &Identify, &[u8]) -> bool,
}

/// The differences that are hdparm's fault. Each checks the bytes, so that it excuses no other.
const EXCUSES: &[Excuse] = &[
    Excuse {
        why: "hdparm's table of word 81 ends with ATA/ATAPI-7 and five drafts of ATA8-ACS; ours has all codes up \
              to ACS-6",
        holds: |difference, id, _| {
            let code = id.identity.minor_version_number.unwrap();
            difference.key == "Used"
                && id.ata_minor_version() == difference.ours
                && difference.theirs == Some(&format!("unknown (minor revision code 0x{code:04x})"))
        },
    },
    Excuse {
        why: "hdparm spells ATA8-ACS as ATA-8-ACS and leaves out the project number",
        holds: |difference, id, _| {
            let code = id.identity.minor_version_number.unwrap();
            difference.key == "Used"
                && LATE_CODES.contains(&code)
                && difference.ours.map(|ours| ours.replace("ATA8-ACS T13 1699D", "ATA-8-ACS")).as_deref()
                    == difference.theirs
        },
    },
    Excuse {
        why: "ATA-3 was published in 1997: hdparm's table still has the year open",
        holds: |difference, id, _| {
            id.identity.minor_version_number == Some(0x0a)
                && difference.theirs == Some("ATA-3 published, ANSI X3.298-199x")
        },
    },
    Excuse {
        why: "hdparm prints reserved bits of these words as unknown features; a reserved bit is none",
        holds: |difference, _, bytes| {
            let place = || {
                let place =
                    difference.key.strip_prefix("feature unknown ")?.trim_end_matches(" (vendor specific)");
                let (number, bit) = place.trim_end_matches(']').split_once('[')?;
                Some((number.parse::<usize>().ok()?, bit.parse::<usize>().ok()?))
            };
            let Some((number, bit)) = place() else { return false };
            let reserved = Identify::LAYOUTS.iter().flat_map(|layout| layout.reserved).any(|reserved| {
                reserved.at.start == number * 2 && (reserved.at.low..=reserved.at.high).contains(&bit)
            });
            // Vendor specific bits of word 206, and the one lent to SATA, are fields without a name.
            let lent = number == 206 && (bit >= 12 || bit == 7);
            difference.ours.is_none() && (reserved || lent) && word(number).bit(bit).number(bytes) == Some(1)
        },
    },
    Excuse {
        why: "hdparm's list of transport versions ends with SATA 3.0, and it lists none if only newer ones are \
              claimed; in parallel transport it has no ATA/ATAPI-7",
        holds: |difference, _, _| {
            let cut = |text: &str| {
                let known = |name: &&str| {
                    ![
                        "SATA Rev 3.1",
                        "SATA Rev 3.2",
                        "SATA Rev 3.3",
                        "SATA Rev 3.4",
                        "SATA Rev 3.5",
                        "ATA/ATAPI-7",
                    ]
                    .contains(name)
                        && *name != "a SATA revision after 3.5"
                };
                let (versions, revision) = text.split_once(';').unwrap_or((text, ""));
                (versions.split(", ").filter(known).collect::<Vec<_>>().join(", "), revision.to_owned())
            };
            difference.key == "Transport" && difference.ours.map(cut) == difference.theirs.map(cut)
        },
    },
    Excuse {
        why: "hdparm's form factors end with 5 (6 to 9 came with ACS-4), and it takes reserved bits for part of \
              the code",
        holds: |difference, id, bytes| {
            let code = id.identity.nominal_form_factor.unwrap();
            let theirs = difference.theirs.is_none_or(|theirs| theirs == format!("unknown (0x{code:04x}]"));
            difference.key == "Form Factor" && (code > 5 || word(168).number(bytes) > Some(0xf)) && theirs
        },
    },
    Excuse {
        why: "0401h is the slowest rotation rate that ACS allows, not one less than it",
        holds: |difference, id, _| {
            difference.key == "Nominal Media Rotation Rate"
                && difference.theirs.is_none()
                && id.identity.nominal_media_rotation_rate == Some(0x0401)
        },
    },
    Excuse {
        why: "the offset in word 209 has 14 bits; hdparm looks at 13",
        holds: |difference, id, _| {
            let size = id.logical_sector_bytes().unwrap_or(0);
            let theirs = id.alignment_offset().map(|offset| format!("{} bytes", (offset & 0x1fff) * size));
            difference.key == "Logical Sector-0 offset" && difference.theirs == theirs.as_deref()
        },
    },
    Excuse {
        why: "hdparm prints reserved bits of words 62, 63, 64 and 88 as modes, and leaves out PIO mode 3 below 4",
        holds: |difference, _, _| {
            let known = |text: &str| {
                let modes: Vec<&str> = text
                    .split(' ')
                    .filter(|mode| {
                        let mode = mode.trim_start_matches('*');
                        let most = match mode.get(..3) {
                            Some("sdm" | "mdm") => '2',
                            Some("pio") => '4',
                            _ => '6',
                        };
                        mode == "(?)" || mode.ends_with(|number: char| number <= most)
                    })
                    .filter(|mode| !matches!(*mode, "pio3" | "(?)"))
                    .collect();
                modes.join(" ")
            };
            matches!(difference.key, "DMA" | "PIO")
                && difference.ours.map(known) == difference.theirs.map(known)
        },
    },
    Excuse {
        why: "a packet device that needs DMADIR lists its modes in word 62; hdparm shows them only if word 88 is \
              filled too",
        holds: |difference, id, _| {
            difference.key == "DMA"
                && id.transfer.dmadir_required == Some(true)
                && id.transfer.word_88_valid == Some(false)
        },
    },
    Excuse {
        why: "Ultra DMA modes of PCMCIA count from 0; hdparm adds 4 to them as to PIO modes",
        holds: |difference, _, _| {
            let from_4 = |text: &str| {
                let modes: Vec<String> = text
                    .split(' ')
                    .map(|mode| match mode.split_once("_udma") {
                        Some((name, number)) => {
                            format!("{name}_udma{}", number.parse::<u8>().unwrap_or(0) + 4)
                        }
                        None => mode.to_owned(),
                    })
                    .collect();
                modes.join(" ")
            };
            difference.key == "CFA advanced modes"
                && difference.ours.map(from_4).as_deref() == difference.theirs
        },
    },
    Excuse {
        why: "bit 13 of word 160 says that power level 1 is required for some commands, not that it is missing",
        holds: |difference, id, _| {
            difference.key == "CFA Power Level 1"
                && id.obsolete.cfa_power_level_1_required == Some(true)
                && difference.ours.map(|ours| ours.replace("required", "not supported"))
                    == difference.theirs.map(|theirs| theirs.trim().to_owned())
        },
    },
    Excuse {
        why: "without words 64 to 70, word 51 still says the PIO mode; hdparm gives up on newer drives",
        holds: |difference, id, _| {
            difference.key == "PIO"
                && difference.theirs == Some("unknown")
                && id.transfer.words_64_to_70_valid == Some(false)
                && id.transfer.pio_mode.is_some_and(|mode| mode <= 2)
        },
    },
    Excuse {
        why: "bit 14 of word 80 is reserved: no version 14 of ATA exists, and a guess built on it is none",
        holds: |difference, _, bytes| {
            let keys = ["Supported", "Likely used", "& some of"];
            keys.contains(&difference.key)
                && difference.theirs.is_some_and(|theirs| theirs.starts_with("14"))
                && word(80).bit(14).number(bytes) == Some(1)
        },
    },
    Excuse {
        why: "hdparm takes the world wide name without looking at the mark of word 84",
        holds: |difference, id, _| {
            let keys = ["Logical Unit WWN Device Identifier", "NAA", "IEEE OUI", "Unique ID"];
            keys.contains(&difference.key) && difference.ours.is_none() && id.features.word_84_mark != Some(1)
        },
    },
    Excuse {
        why: "hdparm takes words 85 and 86 without looking at the mark of word 87, which validates them",
        holds: |difference, id, _| {
            let of_85_or_86 = |name: &str| {
                id.features().iter().any(|feature| {
                    let number = feature.at.start / 2;
                    matches!(number, 82 | 83)
                        && feature.enabled.is_none()
                        && hdparm_name(feature.key, number, feature.at.low).as_deref() == Some(name)
                })
            };
            let feature = difference.key.strip_prefix("feature ").is_some_and(of_85_or_86);
            (feature || difference.key == "Advanced power management level")
                && id.features.word_87_mark != Some(1)
        },
    },
    Excuse {
        why: "words 77 to 79 mean nothing on a drive whose word 76 says that it is not SATA",
        holds: |difference, id, _| {
            let of_78 = |name: &str| {
                id.features().iter().any(|feature| {
                    feature.at.start / 2 == 78
                        && hdparm_name(feature.key, 78, feature.at.low).as_deref() == Some(name)
                })
            };
            difference.key.strip_prefix("feature ").is_some_and(of_78)
                && difference.ours.is_none()
                && id.sata.ncq.is_none()
        },
    },
    Excuse {
        why: "the capacity is what LBA commands reach: hdparm prefers a larger CHS count, and falls back to CHS \
              when the LBA bit of word 49 is clear though there are 48-bit commands",
        holds: |difference, id, _| {
            let chs = id.capacity.current_capacity.map_or(0, |count| count.0);
            difference.key.starts_with("device size with M")
                && (Some(chs) > id.user_sectors()
                    || id.transfer.lba_supported == Some(false)
                        && id.user_sectors() == id.capacity.user_addressable_sectors_48.map(|count| count.0))
        },
    },
];

/// What differs without an excuse, as sentences.
fn differences(text: &str, bytes: &[u8], used: &mut [bool]) -> Vec<String> {
    let id = decode(bytes).value;
    let theirs = match parse(text) {
        Ok(theirs) => theirs,
        Err(error) => return vec![error],
    };
    let ours = expected(&id, bytes);
    let keys: std::collections::BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    keys.into_iter()
        .filter_map(|key| {
            let (ours, theirs) = (ours.get(key).map(String::as_str), theirs.get(key).map(String::as_str));
            let difference = Difference { key, ours, theirs };
            if ours == theirs {
                return None;
            }
            if let Some(excuse) = EXCUSES.iter().position(|excuse| (excuse.holds)(&difference, &id, bytes)) {
                if let Some(used) = used.get_mut(excuse) {
                    *used = true;
                }
                return None;
            }
            Some(format!("{key}: we say {ours:?}, hdparm says {theirs:?}"))
        })
        .collect()
}

#[test]
fn every_line_of_hdparm_agrees_on_every_drive_of_the_corpus() {
    let Some(root) = corpus() else { return };
    let mut wrong = Vec::new();
    let mut used = [false; EXCUSES.len()];
    let texts = files(&root.join("ata-identify"), ".hdparm.txt");
    for path in &texts {
        let bytes = std::fs::read(path.to_string_lossy().replace(".hdparm.txt", ".bin")).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        wrong.extend(differences(&text, &bytes, &mut used).into_iter().map(|line| format!("{name}: {line}")));
    }
    assert!(wrong.is_empty(), "{} of {} drives' lines:\n{}", wrong.len(), texts.len(), wrong.join("\n"));
}

/// What the installed hdparm says of these bytes; nothing if there is none.
fn hdparm(bytes: &[u8]) -> Option<String> {
    let mut child = Command::new("hdparm")
        .arg("--Istdin")
        .env("PATH", "/usr/sbin:/sbin:/usr/bin:/bin")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let words: Vec<String> =
        (0..256).map(|number| format!("{:04x}", word(number).number(bytes).unwrap())).collect();
    child.stdin.take().unwrap().write_all(words.join(" ").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Compares with the installed hdparm, unless there is none.
fn live(name: &str, bytes: &[u8], used: &mut [bool]) -> Option<Vec<String>> {
    let text = hdparm(bytes)?;
    let id = decode(bytes).value;
    if !matches!(id.kind(), Some(DeviceKind::Ata | DeviceKind::CompactFlash)) && compact_flash(&id) {
        // Word 0 says something else, word 83 says CompactFlash: no witness can be right.
        return Some(Vec::new());
    }
    if let Some(DeviceKind::Unknown(code)) = id.kind() {
        // hdparm looks at bits 15:14 only, we also at a reserved bit of packet devices.
        assert!(text.contains("Unknown device type") || code >> 14 == 2, "{name}: {text}");
        return Some(Vec::new());
    }
    Some(differences(&text, bytes, used).into_iter().map(|line| format!("{name}: {line}")).collect())
}

#[test]
fn hdparm_agrees_on_our_own_vectors_and_on_vpd_page_89h() {
    let mut wrong = Vec::new();
    let mut used = [false; EXCUSES.len()];
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages/identify");
    let mut all = Vec::new();
    for path in files(&vectors, ".hex") {
        let bytes = sg::hex::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        if bytes.len() == 512 && decode(&bytes).value.kind().is_some() {
            all.push((path, bytes));
        }
    }
    if let Some(root) = corpus() {
        for path in files(&root.join("scsi-vpd"), ".bin") {
            if path.to_string_lossy().contains("vpd89") {
                let page = std::fs::read(&path).unwrap();
                all.push((path, page[60..572].to_vec()));
            }
        }
    }
    for (path, bytes) in all {
        let Some(lines) = live(&path.file_name().unwrap().to_string_lossy(), &bytes, &mut used) else {
            eprintln!("skipped: no hdparm on this machine");
            return;
        };
        wrong.extend(lines);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Text bytes: hdparm prints them as they are, control characters and all.
fn is_text(byte: usize) -> bool {
    [20..40, 46..94, 340..348, 352..412].iter().any(|range| range.contains(&byte))
}

/// A drive of the corpus, what is put into its words before its bits are flipped, and whether those
/// are flipped of which no other base says the same.
type Base = (&'static str, &'static [(usize, u16)], bool);

const BASES: &[Base] = &[
    ("micron-5200-mtfddak7t6tdc-d1mu820-moxspec.bin", &[], true),
    ("maxtor-96147h8-bac51kj0-libatasmart.bin", &[], true),
    ("hitachi-hde721010sla330-st6oa3aa-infi.asi.bin", &[], false),
    // A CD drive, another packet device, a CompactFlash card.
    ("toshiba-thnsnh128gbst-htran101-libblockdev.bin", &[(0, 0x85c0), (73, 0x0006), (74, 9)], false),
    (
        "wdc-wd2500jb-00rea0-20.00k20-libatasmart.bin",
        &[(0, 0x8041), (49, 0xfb00), (62, 0x87ff), (71, 30), (72, 400)],
        false,
    ),
    (
        "maxtor-6y120p0-yar41bw0-libblockdev.bin",
        &[(0, 0x848a), (83, 0x7c0d), (160, 0x8064), (162, 1), (163, 0x0292), (164, 0xa8d1)],
        false,
    ),
];

/// A base with each of its bits flipped (or those that a kind of device can change), and the first
/// with every version code.
fn variants(honest: &[u8; 512], name: &str, whole: bool) -> Vec<(String, [u8; 512])> {
    let mut all = Vec::new();
    for bit in 0..512 * 8 {
        let mut bytes = *honest;
        bytes[bit / 8] ^= 1 << (bit % 8);
        if is_text(bit / 8) && !(b' '..=b'~').contains(&bytes[bit / 8]) {
            continue;
        }
        if !whole && !matches!(bit / 16, 0..3 | 47..60 | 62..64 | 71..95 | 127..129 | 160..165 | 222) {
            continue;
        }
        if bit / 8 < 510 {
            ata::identify::seal(&mut bytes);
        }
        all.push((format!("{name} with bit {} of word {} flipped", bit % 16, bit / 16), bytes));
    }
    if name == BASES[0].0 {
        for code in (0..=0x120).chain([0xffff]) {
            let mut bytes = *honest;
            word(81).put(&mut bytes, code);
            ata::identify::seal(&mut bytes);
            all.push((format!("{name} with {code:04x}h in word 81"), bytes));
        }
    }
    all
}

#[test]
fn hdparm_agrees_when_any_bit_is_flipped() {
    let Some(root) = corpus() else { return };
    if hdparm(&[0; 512]).is_none() {
        eprintln!("skipped: no hdparm on this machine");
        return;
    }
    let root = &root;
    let compare = move |(base, changes, whole): &Base| {
        let mut used = [false; EXCUSES.len()];
        let mut honest: [u8; 512] =
            std::fs::read(root.join("ata-identify").join(base)).unwrap().try_into().unwrap();
        for (number, value) in *changes {
            word(*number).put(&mut honest, u64::from(*value));
        }
        ata::identify::seal(&mut honest);
        let wrong: Vec<String> = variants(&honest, base, *whole)
            .iter()
            .flat_map(|(name, bytes)| live(name, bytes, &mut used).unwrap())
            .collect();
        (wrong, used)
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = BASES.iter().map(|base| scope.spawn(move || compare(base))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let wrong: Vec<&String> = results.iter().flat_map(|(wrong, _)| wrong).collect();
    let shown: Vec<&str> = wrong.iter().take(100).map(|line| line.as_str()).collect();
    assert!(wrong.is_empty(), "{} lines, of which the first are:\n{}", wrong.len(), shown.join("\n"));
    for (number, excuse) in EXCUSES.iter().enumerate() {
        assert!(
            results.iter().any(|(_, used)| used[number]),
            "no flipped bit needs this excuse: {}",
            excuse.why
        );
    }
}

/// Every whole IDENTIFY dump of the corpus.
fn drives(root: &Path) -> Vec<(String, Vec<u8>)> {
    files(&root.join("ata-identify"), ".bin")
        .into_iter()
        .filter(|path| !path.to_string_lossy().ends_with(".partial.bin"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()))
        .collect()
}

#[test]
fn real_drives_that_are_shifted_or_exchanged_make_no_claims() {
    let Some(root) = corpus() else { return };
    let mut wrong = Vec::new();
    for (name, bytes) in drives(&root) {
        assert!(decode(&bytes).value != Identify::default(), "{name}: {:?}", decode(&bytes).notes);
        let mut unsigned = bytes.clone();
        unsigned[510..].fill(0);
        assert_eq!(decode(&unsigned).notes, [], "{name} without its checksum is a drive like any other");
        let mut damaged = vec![("exchanged".to_owned(), sg::wire::swapped(&bytes))];
        for by in [1, 2, 4, 8, 60] {
            damaged.push((format!("shifted up by {by}"), [&vec![0; by][..], &bytes[..512 - by]].concat()));
            damaged.push((format!("shifted down by {by}"), [&bytes[by..], &vec![0; by][..]].concat()));
        }
        for (how, bytes) in damaged {
            if decode(&bytes).value != Identify::default() {
                wrong.push(format!("{name} {how}: {:?}", decode(&bytes).notes));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn partial_dumps_give_what_the_controller_said_too() {
    let Some(root) = corpus() else { return };
    let index = std::fs::read_to_string(root.join("INDEX.tsv")).unwrap();
    let mut compared = 0;
    for line in index.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [path, "ata-identify", drive, _, _, length, note] = columns[..] else { continue };
        let decoded = decode(&std::fs::read(root.join(path)).unwrap());
        let id = &decoded.value;
        let (model, firmware) = drive.split_once(" fw ").unwrap();
        assert_eq!((id.model(), id.firmware()), (Some(model), Some(firmware)), "{path}");
        let masked = |serial: &str| serial.chars().all(|c| matches!(c, 'X' | '-'));
        assert!(id.serial().is_some_and(masked), "{path}: {:?}", id.serial());
        let valid = if note.contains("checksum valid") {
            Some(true)
        } else {
            note.contains("checksum INVALID").then_some(false)
        };
        let ours = match id.integrity {
            Integrity::Valid => Some(true),
            Integrity::Wrong { .. } => Some(false),
            Integrity::None | Integrity::Unknown => None,
        };
        assert_eq!(ours, valid, "{path}: {note}");
        let notes = decoded.notes.len();
        if length == "512" {
            assert_eq!(notes, usize::from(valid == Some(false)), "{path}: {:?}", decoded.notes);
            continue;
        }
        compared += 1;
        assert_eq!(notes, 1, "{path}: cut, and nothing else: {:?}", decoded.notes);
        assert_eq!(decoded.notes[0].bytes, Some(128..512), "{path}");
        assert!(id.capacity.user_addressable_sectors_28.is_some(), "{path}: words 60-61 are there");
        // What the controller says of the same drive.
        let says = |key: &str| {
            note.split([';', ',', ':']).find_map(|part| part.trim().strip_prefix(key)?.strip_prefix('='))
        };
        assert_eq!(says("Firmware Revision"), id.firmware(), "{path}");
        if says("SED Capable") == Some("No") {
            assert_eq!(id.trusted_computing(), Some(false), "{path}");
        }
        // It knows the sector size from words that the dump lacks; we say that we do not.
        assert_eq!((says("Sector Size"), id.logical_sector_bytes()), (Some("512B"), None), "{path}");
    }
    assert_eq!(compared, files(&root.join("ata-identify"), ".partial.bin").len());
}

#[test]
fn what_is_written_is_what_was_read() {
    let mut all = Vec::new();
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages/identify");
    for path in files(&vectors, ".hex") {
        let bytes = sg::hex::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        all.push((path.display().to_string(), bytes));
    }
    if let Some(root) = corpus() {
        all.extend(drives(&root));
    }
    for (name, bytes) in all {
        let id = decode(&bytes).value;
        if id == Identify::default() {
            continue;
        }
        // Every bit that a valid field takes is made wrong first; writing must mend them all. Bits
        // that no field takes, or none that is valid, stay as they are.
        let mut written = bytes.clone();
        let mut bits = std::collections::BTreeSet::new();
        for field in Identify::LAYOUTS.iter().flat_map(|layout| layout.fields) {
            if field.at.is_valid(&bytes) && field.at.slice(&bytes).is_some() {
                bits.extend((field.at.low..=field.at.high).filter_map(|bit| field.at.locate(bit)));
            }
        }
        for (byte, bit) in bits {
            written[byte] ^= 1 << bit;
        }
        id.write(&mut written);
        for (number, (found, expected)) in written.chunks(2).zip(bytes.chunks(2)).enumerate() {
            // Padding of texts is normalized: to the left, with spaces.
            if !is_text(number * 2) {
                assert_eq!(found, expected, "{name}: word {number}");
            }
        }
        assert_eq!(decode(&written).value.identity, id.identity, "{name}: the texts are the same");
    }
}
