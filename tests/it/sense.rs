//! Sense data against its second witness: what sg3_utils' `sg_decode_sense` prints of the same bytes.
//!
//! Our decode is written down the way that tool prints, from our typed values alone, and compared
//! line by line: a line of theirs that we do not have fails, and so does one of ours that they do
//! not print. Where the two differ and we know who is right, a table says so.

use std::path::{Path, PathBuf};
use std::process::Command;

use sg::sense::descriptor::{DeviceDesignation, ReferredSegment, UserDataSegmentReferral};
use sg::sense::{AtaReturn, Content, Descriptor, Format, Progress, Sense, SenseKey, SenseKeySpecific, codes};

/// Codes that T10 assigned after sg3_utils 1.46 was made: the tool has no text for them.
const NEWER_THAN_SG3_UTILS_1_46: &[(u8, u8)] = &[(0x00, 0x23), (0x38, 0x09), (0x67, 0x0e)];

/// Codes whose texts differ: ours, theirs, and why the meaning agrees.
const TEXTS_THAT_DIFFER: &[(u8, u8, &str, &str)] = &[
    // T10's list says no more than "Obsolete"; both of us keep what the code once meant, and they
    // abbreviate "obsolete" and leave out "address" in "block address model".
    (
        0x20,
        0x05,
        "Obsolete (write type operation while in read capable state)",
        "Write type operation while in read capable state (obs)",
    ),
    (
        0x24,
        0x02,
        "Obsolete (invalid CDB field while in explicit block address model)",
        "Invalid cdb field while in explicit block model (obs)",
    ),
    (
        0x24,
        0x03,
        "Obsolete (invalid CDB field while in implicit block address model)",
        "Invalid cdb field while in implicit block model (obs)",
    ),
];

/// Codes that have a text there and none here: ASC, lowest and highest ASCQ, and why.
const THEIRS_ONLY: &[(u8, u8, u8, &str)] = &[
    (0x30, 0x0b, 0x0b, "\"Cleaning tape expired\" is not in T10's list, which has 30h/13h for it"),
    (0x40, 0x01, 0x7f, "T10 has component numbers from 80h on; 40h/00h alone is a RAM failure"),
    (0x41, 0x01, 0xff, "T10 has 41h/00h alone; other qualifiers are unassigned or the vendor's"),
    (0x42, 0x01, 0xff, "T10 has 42h/00h alone; other qualifiers are unassigned or the vendor's"),
];

/// What the installed tool prints of these bytes; `None` if it is not installed.
fn tool(bytes: &[u8]) -> Option<String> {
    let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
    match Command::new("sg_decode_sense").args(digits).output() {
        Ok(output) => Some(String::from_utf8(output.stdout).unwrap()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            static SAID: std::sync::Once = std::sync::Once::new();
            SAID.call_once(|| eprintln!("skipped: sg_decode_sense is not installed"));
            None
        }
        Err(error) => panic!("sg_decode_sense: {error}"),
    }
}

/// Fixed format sense data with this code.
fn fixed(asc: u8, ascq: u8) -> [u8; 18] {
    [0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, asc, ascq, 0, 0, 0, 0]
}

/// A text without what spelling differs in: letters and digits, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The line in which the tool names a code, from our table.
fn code_line(asc: u8, ascq: u8) -> String {
    if let Some((.., text)) = TEXTS_THAT_DIFFER.iter().find(|row| (row.0, row.1) == (asc, ascq)) {
        return format!("Additional sense: {text}");
    }
    let range = codes::RANGES.iter().find(|row| row.0 == asc && (row.1..=row.2).contains(&ascq));
    match (codes::assigned(asc, ascq), range) {
        // The number is written otherwise: 2Ch, and [0x2c]; T10 says task tag where it once said queue tag.
        (Some(_), Some((0x4d, ..))) => format!("Additional sense: Tagged overlapped commands [{ascq:#x}]"),
        (Some(_), Some((0x70, _, _, text))) => format!("Additional sense: {text} {ascq:#x}"),
        (Some(_), Some((_, _, _, text))) => format!("Additional sense: {text} [{ascq:#x}]"),
        (Some(text), None) => format!("Additional sense: {text}"),
        (None, _) if asc >= 0x80 => format!("vendor specific ASC={asc:02x}, ASCQ={ascq:02x} (hex)"),
        (None, _) if ascq >= 0x80 => {
            format!("ASC={asc:02x}, vendor specific qualification ASCQ={ascq:02x} (hex)")
        }
        (None, _) => format!("ASC={asc:02x}, ASCQ={ascq:02x} (hex)"),
    }
}

fn key_name(key: SenseKey) -> String {
    let words = key.name().split(' ').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_owned() + &rest.to_lowercase()
    });
    words.collect::<Vec<_>>().join(" ")
}

fn percent(progress: Progress) -> String {
    progress.to_string().replace(' ', "")
}

fn bit(bpv: Option<bool>, pointer: Option<u8>) -> String {
    if bpv == Some(true) { format!(" bit {}", pointer.unwrap()) } else { String::new() }
}

/// Sense-key specific information as the tool has it in both formats: what, and its value.
fn specific(specific: &SenseKeySpecific, key: SenseKey) -> (&'static str, String) {
    match specific {
        SenseKeySpecific::FieldPointer(p) => (
            "Field pointer:",
            format!(
                "Error in {}: byte {}{}",
                if p.c_d.unwrap() { "Command" } else { "Data parameters" },
                p.field_pointer.unwrap(),
                bit(p.bpv, p.bit_pointer)
            ),
        ),
        SenseKeySpecific::ActualRetryCount(p) => {
            ("Actual retry count:", p.actual_retry_count.unwrap().to_string())
        }
        SenseKeySpecific::ProgressIndication(p) => {
            ("Progress indication:", percent(Progress(p.progress_indication.unwrap())))
        }
        SenseKeySpecific::SegmentPointer(p) => (
            "Segment pointer:",
            format!(
                "Relative to start of {}, byte {}{}",
                if p.sd.unwrap() { "segment descriptor" } else { "parameter list" },
                p.field_pointer.unwrap(),
                bit(p.bpv, p.bit_pointer)
            ),
        ),
        SenseKeySpecific::UnitAttentionQueue(p) => {
            ("Unit attention condition queue:", format!("overflow flag is {}", u8::from(p.overflow.unwrap())))
        }
        SenseKeySpecific::Unspecified(_) => ("", format!("Sense_key: {:#x} unexpected", key as u8)),
    }
}

/// Bytes as the tool prints them, 24 a line.
fn dump(bytes: &[u8], lines: &mut Vec<String>) {
    lines.extend(bytes.chunks(24).map(sg::wire::spaced_hex));
}

/// Our decode in the tool's words.
fn lines(sense: &Sense) -> Vec<String> {
    let (format, data) = match sense.format {
        Format::Fixed { .. } => ("Fixed", sense.data()),
        Format::Descriptor { .. } => ("Descriptor", sense.data()),
    };
    let when = if sense.is_deferred() { "<<<deferred>>>" } else { "current" };
    let mut lines = vec![format!("{format} format, {when}; Sense key: {}", key_name(sense.sense_key()))];
    if sense.is_overflow() {
        lines.push("<<<Sense data overflow (SDAT_OVFL)>>>".to_owned());
    }
    lines.push(code_line(sense.asc, sense.ascq));
    match &sense.format {
        Format::Fixed { .. } if sense.ata_return().is_some() => {
            let Some(AtaReturn::Fixed(r)) = sense.ata_return() else { panic!("not fixed") };
            let plus = |flag: Option<bool>| if flag.unwrap() { "+" } else { "" };
            lines.push(format!(
                "error={:#x}, status={:#x}, device={:#x}, count(7:0)={:#x}{}",
                r.error.unwrap(),
                r.status.unwrap(),
                r.device.unwrap(),
                r.count_7_0.unwrap(),
                plus(r.count_upper_nonzero)
            ));
            lines.push(format!(
                "extend={}, log_index={:#x}, lba_high,mid,low(7:0)={:#x},{:#x},{:#x}{}",
                u8::from(r.extend.unwrap()),
                r.log_index.unwrap(),
                r.lba_23_16.unwrap(),
                r.lba_15_8.unwrap(),
                r.lba_7_0.unwrap(),
                plus(r.lba_upper_nonzero)
            ));
        }
        Format::Fixed { fields, specific: sks, .. } => {
            let mut line = String::new();
            // They also print the number where VALID says that it is none; we have its bytes alone.
            let raw = data.get(3..7).map_or(0, |raw| u32::from_be_bytes(raw.try_into().unwrap()));
            if let Some(information) = fields.information {
                assert_eq!(sense.information(), Some(u64::from(raw)));
                line += &format!("Info fld={information:#x} [{information}]");
            } else if raw != 0 {
                assert_eq!(sense.information(), None);
                line += &format!("Valid=0, Info fld={raw:#x} [{raw}]");
            }
            for (flag, name) in [
                (sense.is_filemark(), " FMK"),
                (sense.is_end_of_medium(), " EOM"),
                (sense.is_incorrect_length(), " ILI"),
            ] {
                line += if flag { name } else { "" };
            }
            lines.extend((!line.is_empty()).then_some(line));
            if let Some(unit) = sense.field_replaceable_unit() {
                lines.push(format!("Field replaceable unit code: {unit}"));
            }
            if data.get(15).is_some_and(|byte| byte & 0x80 != 0) {
                let (what, value) = specific(sks, sense.sense_key());
                lines.push(match sks {
                    SenseKeySpecific::FieldPointer(_) => format!("Sense Key Specific: {value}"),
                    SenseKeySpecific::ActualRetryCount(_) => {
                        format!("{what} 0x{:04x}", sense.retry_count().unwrap())
                    }
                    _ => format!("{what} {value}").trim().to_owned(),
                });
            }
        }
        Format::Descriptor { descriptors, .. } => {
            for descriptor in descriptors {
                descriptor_lines(descriptor, sense.sense_key(), &mut lines);
            }
        }
    }
    lines
}

fn descriptor_lines(descriptor: &Descriptor, key: SenseKey, lines: &mut Vec<String>) {
    let start = |what: &str| format!("Descriptor type: {what}");
    let rest = descriptor.bytes.get(2..).unwrap_or_default();
    let yes_no = |flag: Option<bool>| if flag.unwrap() { "set" } else { "clear" };
    // They print no field of a descriptor that is too short, and its bytes instead.
    let mut short = |what: &str| {
        lines.push(start(&format!("{what} >> descriptor too short")));
        dump(rest, lines);
    };
    match &descriptor.content {
        Content::Information(d) => {
            let Some(raw) = descriptor.bytes.get(4..12) else { return short("Information:") };
            let raw: String = sg::wire::hex(raw);
            let valid = if d.valid.unwrap() { "" } else { "Valid=0 (-> vendor specific) " };
            assert_eq!(d.information.is_some(), d.valid.unwrap());
            if let Some(information) = d.information {
                assert_eq!(format!("{information:016x}"), raw);
            }
            lines.push(start(&format!("Information: {valid}0x{raw}")));
        }
        Content::CommandSpecificInformation(d) => match d.command_specific_information {
            Some(number) => lines.push(start(&format!("Command specific: {number:#018x}"))),
            None => short("Command specific:"),
        },
        Content::SenseKeySpecificDescriptor(d) => {
            if descriptor.bytes.len() < 8 {
                // Only an error of the medium is among the vectors; another would need its own word.
                assert_eq!(key, SenseKey::MediumError);
                return short("Sense key specific: Actual retry count:");
            }
            let (what, value) = specific(&d.specific, key);
            match d.specific {
                SenseKeySpecific::ActualRetryCount(_) | SenseKeySpecific::ProgressIndication(_) => {
                    lines.push(start(&format!("Sense key specific: {what} {value}")));
                }
                SenseKeySpecific::Unspecified(_) => {
                    lines.push(start(&format!("Sense key specific: {value}")));
                    dump(rest, lines);
                }
                _ => {
                    lines.push(start(&format!("Sense key specific: {what}")));
                    lines.push(value);
                }
            }
        }
        Content::FieldReplaceableUnit(d) => match d.field_replaceable_unit_code {
            Some(unit) => lines.push(start(&format!("Field replaceable unit code: {unit:#x}"))),
            None => short("Field replaceable unit code:"),
        },
        Content::StreamCommands(d) => {
            let flags = [
                (d.filemark, "FILEMARK"),
                (d.eom, "End Of Medium (EOM)"),
                (d.ili, "Incorrect Length Indicator (ILI)"),
            ];
            let flags: String = flags.iter().filter(|f| f.0.unwrap()).map(|f| f.1).collect();
            lines.push(start(&format!("Stream commands: {flags}")));
        }
        Content::BlockCommands(d) => {
            let ili = yes_no(d.ili);
            lines.push(start(&format!("Block commands: Incorrect Length Indicator (ILI) {ili}")));
        }
        Content::AtaStatusReturn(d) => {
            let Some(status) = d.status else { return short("ATA Status Return:") };
            let whole = d.extend.unwrap();
            lines.push(start(&format!(
                "ATA Status Return: extend={} error={:#x}",
                u8::from(whole),
                d.error.unwrap()
            )));
            let count = u16::from(d.count_15_8.unwrap_or(0)) << 8 | u16::from(d.count_7_0.unwrap());
            let mut lba =
                format!("{:02x}{:02x}{:02x}", d.lba_23_16.unwrap(), d.lba_15_8.unwrap(), d.lba_7_0.unwrap());
            if let (Some(a), Some(b), Some(c)) = (d.lba_47_40, d.lba_39_32, d.lba_31_24) {
                lba = format!("{a:02x}{b:02x}{c:02x}{lba}");
            }
            assert_eq!(lba.len(), if whole { 12 } else { 6 });
            lines.push(format!(
                "count={count:#x} lba=0x{lba} device={:#x} status={status:#x}",
                d.device.unwrap()
            ));
        }
        Content::AnotherProgressIndication(d) => {
            let progress = percent(Progress(d.another_progress_indication.unwrap()));
            lines.push(start(&format!("Another progress indication: {progress}")));
            lines.push(format!(
                "[sense_key={:#x} asc,ascq={:#x},{:#x}]",
                d.another_sense_key.unwrap(),
                d.another_additional_sense_code.unwrap(),
                d.another_additional_sense_code_qualifier.unwrap()
            ));
        }
        Content::UserDataSegmentReferral(d) => {
            lines.push(start("User data segment referral:"));
            referral_lines(d, lines);
        }
        Content::ForwardedSense(d) => {
            lines.push(start("Forwarded sense data"));
            lines.push(format!("FSDT: {}", yes_no(d.header.fsdt)));
            let source = match d.header.sense_data_source.unwrap() {
                1 => "source device".to_owned(),
                number @ 2..=9 => format!("destination device {}", number - 2),
                other => panic!("no word for source {other}"),
            };
            lines.push(format!("Sense data source: Extended copy command {source}"));
            let status = sg::transport::status::name(d.header.forwarded_status.unwrap());
            lines.push(format!("Forwarded status: {status}"));
            lines.push("vvvvvvvvvvvvvvvv".to_owned());
            lines.extend(self::lines(d.sense.as_ref().unwrap()));
            lines.push("^^^^^^^^^^^^^^^^".to_owned());
        }
        Content::DirectAccessBlockDevice(d) => {
            lines.push(start("Direct-access block device"));
            if d.frame.ili.unwrap() {
                lines.push("ILI (incorrect length indication) set".to_owned());
            }
            let (what, value) = specific(&d.specific, key);
            lines.push(format!("Sense key specific: {what}"));
            lines.push(value);
            lines.push(format!(
                "Field replaceable unit code: {:#x}",
                d.frame.field_replaceable_unit_code.unwrap()
            ));
            if let Some(information) = d.frame.information {
                lines.push(format!("Information: {information:#018x}"));
            }
            let specific = d.frame.command_specific_information.unwrap();
            lines.push(format!("Command specific: {specific:#018x}"));
        }
        Content::DeviceDesignation(d) => {
            lines.push(start("Device designation"));
            designation_lines(d, lines);
        }
        Content::MicrocodeActivation(d) => {
            let time = match d.microcode_activation_time.unwrap().0 {
                0 => "unknown".to_owned(),
                seconds => format!("{seconds} seconds"),
            };
            lines.push(start(&format!("Microcode activation time: {time}")));
        }
        Content::Other => {
            let kind = descriptor.kind();
            lines.push(start(&match kind {
                0x06 => "OSD object identification".to_owned(),
                0x07 => "OSD response integrity check value".to_owned(),
                0x08 => "OSD attribute identification".to_owned(),
                0x80.. => format!("Vendor specific [{kind:#x}]"),
                _ => format!("Unknown [{kind:#x}]"),
            }));
            dump(rest, lines);
        }
    }
}

fn referral_lines(referral: &UserDataSegmentReferral, lines: &mut Vec<String>) {
    lines.push(format!("Not all referrals: {}", u8::from(referral.header.not_all_r.unwrap())));
    for (number, ReferredSegment { segment, groups, .. }) in referral.segments.iter().enumerate() {
        lines.push(format!("Descriptor {}", number + 1));
        lines.push(format!("first uds LBA: {:#x}", segment.first_user_data_segment_lba.unwrap()));
        lines.push(format!("last uds LBA: {:#x}", segment.last_user_data_segment_lba.unwrap()));
        assert_eq!(usize::from(segment.number_of_target_port_group_descriptors.unwrap()), groups.len());
        for (_, group) in groups {
            let state = match group.asymmetric_access_state.unwrap() {
                0x0 => "active/optimized",
                0x2 => "standby",
                0xf => "transitioning between states",
                other => panic!("no word for state {other}"),
            };
            lines.push(format!("tpg: {} state: {state}", group.target_port_group.unwrap()));
        }
    }
}

fn designation_lines(d: &DeviceDesignation, lines: &mut Vec<String>) {
    let usage = match d.header.usage_reason.unwrap() {
        1 => "resend this and further commands to:",
        4 => "administrative lu associated with a preferred binding:",
        other => panic!("no word for usage reason {other}"),
    };
    lines.push(format!("Usage reason: {usage}"));
    assert_eq!(d.designation.association, Some(0));
    lines.push("Addressed logical unit:".to_owned());
    let name = match (d.designation.designator_type.unwrap(), d.designation.code_set.unwrap()) {
        (3, 1) => {
            lines.push("designator type: NAA, code set: Binary".to_owned());
            format!("0x{}", sg::wire::hex(&d.designator))
        }
        (8, 3) => {
            lines.push("designator type: SCSI name string, code set: UTF-8".to_owned());
            lines.push("SCSI name string:".to_owned());
            String::from_utf8(d.designator.clone()).unwrap()
        }
        other => panic!("no words for designator {other:?}"),
    };
    lines.push(name);
}

/// The tool's lines, without indentation, double spaces and empty lines.
fn their_lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect()
}

/// Why a line of theirs is another than ours, where we know who is right.
fn known_difference(ours: &str, theirs: &str) -> Option<&'static str> {
    let after = |line: &str, prefix: &str| line.strip_prefix(prefix).map(str::to_owned);
    let number = |text: String| text.trim_end_matches('%').parse::<f64>().ok();

    let another = "Descriptor type: Another progress indication: ";
    if let (Some(ours), Some(theirs)) = (after(ours, another), after(theirs, another)) {
        // `%d.02%d%%` where `%d.%02d%%` was meant: 75 % is printed as 75.020%.
        let (whole, rest) = theirs.trim_end_matches('%').split_once(".02")?;
        let repaired = format!("{whole}.{rest:0>2}%");
        return close(number(ours)?, number(repaired)?).then_some("they misplace the 02 of the format");
    }
    for prefix in ["Progress indication: ", "Descriptor type: Sense key specific: Progress indication: "] {
        if let (Some(ours), Some(theirs)) = (after(ours, prefix), after(theirs, prefix)) {
            // They divide the remainder by 656 where it is 655.36, so 62.50 % is printed as 62.49 %.
            return close(number(ours)?, number(theirs)?).then_some("they round the divisor");
        }
    }
    let source = "Sense data source: Extended copy command ";
    if let (Some(ours), Some(theirs)) = (after(ours, source), after(theirs, source)) {
        // SENSE DATA SOURCE is 0 unknown, 1 copy source, 2 the first copy destination; the tool
        // counts from 0 (1.46 to 1.49), its own JSON output and FreeBSD count as we do.
        return matches!(
            (ours.as_str(), theirs.as_str()),
            ("source device", "destination device 0") | ("destination device 0", "destination device 1")
        )
        .then_some("they count one too few");
    }
    let registers = "lba_high,mid,low(7:0)=";
    if let (Some((ours, high)), Some((theirs, low))) =
        (ours.split_once(registers), theirs.split_once(registers))
    {
        // Byte 9 is LBA (7:0); 1.46 calls it the high one, later versions do not.
        let plus = if low.ends_with('+') { "+" } else { "" };
        let mut turned: Vec<&str> = low.trim_end_matches('+').split(',').collect();
        turned.reverse();
        return (ours == theirs && high == turned.join(",") + plus).then_some("they turn the LBA around");
    }
    None
}

/// Not more than one hundredth of a percent apart.
fn close(ours: f64, theirs: f64) -> bool {
    (ours - theirs).abs() < 0.011
}

/// What differs between our decode of these bytes and a text of the tool.
fn compare(name: &str, bytes: &[u8], text: &str) -> Vec<String> {
    let Some(sense) = Sense::parse(bytes) else { return vec![format!("{name}: not decoded")] };
    let (ours, theirs) = (lines(&sense), their_lines(text));
    let mut wrong = Vec::new();
    for row in 0..ours.len().max(theirs.len()) {
        let (ours, theirs) = (ours.get(row).map_or("", |l| l), theirs.get(row).map_or("", |l| l));
        let same = ours.eq_ignore_ascii_case(theirs)
            || (ours.starts_with("Additional sense: ") && letters(ours) == letters(theirs));
        if !same && known_difference(ours, theirs).is_none() {
            wrong.push(format!("{name}: line {}\n  ours   {ours}\n  theirs {theirs}", row + 1));
        }
    }
    wrong
}

/// Real drives' sense data, with the text of the tool beside it.
fn corpus() -> Option<PathBuf> {
    let root = std::env::var_os("CALIPERS_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    let sense = root.join("sense");
    if sense.is_dir() {
        return Some(sense);
    }
    eprintln!("skipped: {} is not there", sense.display());
    None
}

#[test]
fn sense_data_of_real_drives_reads_as_another_tool_reads_it() {
    let Some(folder) = corpus() else { return };
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "bin") {
            continue;
        }
        let text = std::fs::read_to_string(path.with_extension("sg_decode_sense.txt")).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        wrong.extend(compare(&name, &std::fs::read(&path).unwrap(), &text));
        count += 1;
    }
    assert!(count > 0, "the corpus has no sense data");
    assert!(wrong.is_empty(), "of {count} files:\n{}", wrong.join("\n"));
}

#[test]
fn vectors_read_as_another_tool_reads_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages/sense");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "hex") {
            continue;
        }
        let bytes = sg::hex::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let Some(text) = tool(&bytes) else { return };
        wrong.extend(compare(&path.file_name().unwrap().to_string_lossy(), &bytes, &text));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compares the texts of one code; what differs, if something does that no table explains.
fn compare_code(asc: u8, ascq: u8, theirs: &str) -> Option<String> {
    let (ours, theirs) = (code_line(asc, ascq), their_lines(theirs).get(1).cloned().unwrap_or_default());
    let newer = NEWER_THAN_SG3_UTILS_1_46.contains(&(asc, ascq)) && theirs.starts_with("ASC=");
    let only = THEIRS_ONLY.iter().any(|row| row.0 == asc && (row.1..=row.2).contains(&ascq))
        && codes::assigned(asc, ascq).is_none();
    (letters(&ours) != letters(&theirs) && !newer && !only)
        .then(|| format!("{asc:02x}h/{ascq:02x}h\n  ours   {ours}\n  theirs {theirs}"))
}

#[test]
fn every_additional_sense_code_has_the_text_that_another_tool_has() {
    let mut wrong = Vec::new();
    let listed = codes::CODES.iter().map(|row| (row.0, row.1));
    let ranges = codes::RANGES.iter().flat_map(|row| (row.1..=row.2).map(|ascq| (row.0, ascq)));
    for (asc, ascq) in listed.chain(ranges) {
        let Some(text) = tool(&fixed(asc, ascq)) else { return };
        wrong.extend(compare_code(asc, ascq, &text));
    }
    for (asc, ascq, ours, _) in TEXTS_THAT_DIFFER {
        assert_eq!(codes::text(*asc, *ascq), *ours, "the table of differences is out of date");
    }
    assert!(wrong.is_empty(), "{} codes:\n{}", wrong.len(), wrong.join("\n"));
}

/// The other direction: no code that the tool knows is missing here. All codes that T10 can assign,
/// and the edges of the vendors' (80h and above, of either number).
#[test]
fn no_additional_sense_code_of_another_tool_is_missing() {
    const VENDOR: [u8; 2] = [0x80, 0xff];
    let codes: Vec<(u8, u8)> = (0..0x80u8)
        .flat_map(|asc| (0..0x80).chain(VENDOR).map(move |ascq| (asc, ascq)))
        .chain(VENDOR.into_iter().flat_map(|asc| [(asc, 0), (asc, 0xff)]))
        .collect();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> = codes
            .chunks(codes.len().div_ceil(threads))
            .map(|part| {
                scope.spawn(move || {
                    let compare = |&(asc, ascq): &(u8, u8)| {
                        tool(&fixed(asc, ascq)).and_then(|text| compare_code(asc, ascq, &text))
                    };
                    part.iter().filter_map(compare).collect::<Vec<String>>()
                })
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} codes:\n{}", wrong.len(), wrong.join("\n"));
}
