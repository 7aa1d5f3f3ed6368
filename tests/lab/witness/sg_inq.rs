//! `sg_inq -d`: standard INQUIRY data and version descriptors.

use super::{Fact, Pages, Remarks, Rule, Rules, labelled, unknown};
use Rule::{Check, Code, Number, Text};

/// Names of device types, as sg3_utils has them.
pub(crate) const DEVICE_TYPES: &[(&str, u64)] = &[
    ("disk", 0x00),
    ("tape", 0x01),
    ("processor", 0x03),
    ("cd/dvd", 0x05),
    ("medium changer", 0x08),
    ("storage array controller", 0x0c),
    ("enclosure services device", 0x0d),
];

pub(crate) const REMARKS: Remarks = &[];

pub(crate) const RULES: Rules = &[
    ("PQual", Number("inquiry/peripheral_qualifier")),
    ("PDT", Number("inquiry/peripheral_device_type")),
    ("RMB", Number("inquiry/rmb")),
    ("LU_CONG", Number("inquiry/lu_cong")),
    ("hot_pluggable", Number("inquiry/hot_pluggable")),
    ("version", Number("inquiry/version")),
    (
        "version name",
        Code(
            "inquiry/version",
            &[("SCSI-2", 2), ("SPC", 3), ("SPC-2", 4), ("SPC-3", 5), ("SPC-4", 6), ("SPC-5", 7)],
        ),
    ),
    ("AERC", Number("inquiry/aerc")),
    ("TrmTsk", Number("inquiry/trmtsk")),
    ("NormACA", Number("inquiry/normaca")),
    ("HiSUP", Number("inquiry/hisup")),
    ("Resp_data_format", Number("inquiry/response_data_format")),
    ("SCCS", Number("inquiry/sccs")),
    ("ACC", Number("inquiry/acc")),
    ("TPGS", Number("inquiry/tpgs")),
    ("3PC", Number("inquiry/third_party_copy")),
    ("Protect", Number("inquiry/protect")),
    ("BQue", Number("inquiry/bque")),
    ("EncServ", Number("inquiry/encserv")),
    ("MultiP", Number("inquiry/multip")),
    ("VS", Number("inquiry/vs6")),
    ("MChngr", Number("inquiry/mchngr")),
    ("ACKREQQ", Number("inquiry/ackreqq")),
    ("Addr16", Number("inquiry/addr16")),
    ("RelAdr", Number("inquiry/reladr")),
    ("WBus16", Number("inquiry/wbus16")),
    ("Sync", Number("inquiry/sync")),
    ("Linked", Number("inquiry/linked")),
    ("TranDis", Number("inquiry/trandis")),
    ("CmdQue", Number("inquiry/cmdque")),
    ("Clocking", Number("inquiry/clocking")),
    ("QAS", Number("inquiry/qas")),
    ("IUS", Number("inquiry/ius")),
    ("length", Check(length)),
    ("Peripheral device type", Code("inquiry/peripheral_device_type", DEVICE_TYPES)),
    ("Vendor identification", Text("inquiry/t10_vendor_identification")),
    ("Product identification", Text("inquiry/product_identification")),
    ("Product revision level", Text("inquiry/product_revision_level")),
    ("Unit serial number", Text("vpd:80/product_serial_number")),
    ("Version descriptors", Check(versions)),
];

/// The whole length counts the five bytes up to ADDITIONAL LENGTH.
fn length(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let ours = pages.number("inquiry/additional_length")? + 5;
    let expected = format!("{ours} ({ours:#x})");
    if value == expected { Ok(()) } else { Err(format!("ours comes to {expected}")) }
}

/// The names of the standards, which both take from T10's list.
fn versions(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let ours: Vec<&str> = pages
        .list("inquiry/version_descriptors")?
        .iter()
        .map(|one| one["fields"]["version_descriptor"]["meaning"].as_str().unwrap_or("unknown"))
        .collect();
    let ours = ours.join("; ");
    if value.eq_ignore_ascii_case(&ours) { Ok(()) } else { Err(format!("ours are {ours:?}")) }
}

/// Reads what `sg_inq -d` prints.
pub(crate) fn parse(text: &str) -> Result<Vec<Fact>, String> {
    let mut facts = Vec::new();
    let mut lines = text.lines();
    if lines.next() != Some("standard INQUIRY:") {
        return Err(unknown(text.lines().next().unwrap_or_default()));
    }
    while let Some(line) = lines.next() {
        match line.trim() {
            "" => {}
            "No version descriptors available" => facts.push(Fact::new("Version descriptors", "")),
            "Version descriptors:" => {
                let names: Vec<&str> =
                    lines.by_ref().map(str::trim).take_while(|line| !line.is_empty()).collect();
                facts.push(Fact::new("Version descriptors", names.join("; ")));
            }
            other => match labelled(
                other,
                &[
                    "Vendor identification",
                    "Product identification",
                    "Product revision level",
                    "Unit serial number",
                ],
            ) {
                Some(fact) => facts.push(fact),
                None => flags(other, &mut facts)?,
            },
        }
    }
    Ok(facts)
}

/// `NAME=value` many times, with brackets around what is obsolete.
fn flags(line: &str, facts: &mut Vec<Fact>) -> Result<(), String> {
    if let Some(rest) = line.strip_prefix("length=") {
        let (length, kind) = rest.split_once("Peripheral device type:").ok_or_else(|| unknown(line))?;
        facts.push(Fact::new("length", length));
        facts.push(Fact::new("Peripheral device type", kind));
        return Ok(());
    }
    for word in line.split_whitespace() {
        let word = word.trim_matches(['[', ']', '(', ')']);
        match word.split_once('=') {
            Some((name, value)) => facts.push(Fact::new(name, value)),
            None if word == "SPI:" => {}
            None if word.starts_with('S') && line.contains("version=") => {
                facts.push(Fact::new("version name", word))
            }
            None => return Err(unknown(line)),
        }
    }
    Ok(())
}
