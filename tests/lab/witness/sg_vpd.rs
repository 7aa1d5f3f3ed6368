//! `sg_vpd -l -p PAGE`: the vital product data pages.

use super::{Fact, Pages, Remarks, Rule, Rules, number, sg_inq, unknown};
use Rule::{Check, Code, Number, Text};

/// A page: as we name it, as sg_vpd names it, its heading there, its parser and its rules.
pub(crate) struct VpdPage {
    pub(crate) key: &'static str,
    pub(crate) option: &'static str,
    heading: &'static str,
    parse: fn(&[&str]) -> Result<Vec<Fact>, String>,
    pub(crate) rules: Rules,
}

pub(crate) const PAGES: &[VpdPage] = &[
    VpdPage {
        key: "vpd:00",
        option: "sv",
        heading: "Supported VPD pages VPD page:",
        parse: supported,
        rules: &[("pages", Check(same_pages)), HEADER[0], HEADER[1]],
    },
    VpdPage {
        key: "vpd:80",
        option: "sn",
        heading: "Unit serial number VPD page:",
        parse: lines,
        rules: &[("Unit serial number", Text("vpd:80/product_serial_number")), HEADER[0], HEADER[1]],
    },
    VpdPage {
        key: "vpd:83",
        option: "di_asis",
        heading: "Device Identification VPD page:",
        parse: designators,
        rules: &[
            ("designator", Check(same_designator)),
            ("designators", Check(as_many)),
            HEADER[0],
            HEADER[1],
        ],
    },
    VpdPage {
        key: "vpd:89",
        option: "ai",
        heading: "ATA information VPD page:",
        parse: ata,
        rules: &[
            HEADER[0],
            HEADER[1],
            ("SAT Vendor identification", Text("vpd:89/sat_vendor_identification")),
            ("SAT Product identification", Text("vpd:89/sat_product_identification")),
            ("SAT Product revision level", Text("vpd:89/sat_product_revision_level")),
            ("Device signature", Code("vpd:89/transport_identifier", &[("SATA", 0x34), ("PATA", 0)])),
            ("signature bytes", Check(signature)),
            ("Command code", Number("vpd:89/command_code")),
            ("model", Check(|value, pages| identify_text(value, 27, 47, pages))),
            ("serial number", Check(|value, pages| identify_text(value, 10, 20, pages))),
            ("firmware revision", Check(|value, pages| identify_text(value, 23, 27, pages))),
            ("identify words", Check(identify)),
        ],
    },
    VpdPage {
        key: "vpd:b0",
        option: "bl",
        heading: "Block limits VPD page (SBC):",
        parse: lines,
        rules: &[
            HEADER[0],
            HEADER[1],
            ("Write same non-zero (WSNZ)", Number("vpd:b0/wsnz")),
            ("Maximum compare and write length", Number("vpd:b0/maximum_compare_and_write_length")),
            ("Optimal transfer length granularity", Number("vpd:b0/optimal_transfer_length_granularity")),
            ("Maximum transfer length", Number("vpd:b0/maximum_transfer_length")),
            ("Optimal transfer length", Number("vpd:b0/optimal_transfer_length")),
            ("Maximum prefetch transfer length", Number("vpd:b0/maximum_prefetch_length")),
            ("Maximum unmap LBA count", Number("vpd:b0/maximum_unmap_lba_count")),
            ("Maximum unmap block descriptor count", Number("vpd:b0/maximum_unmap_block_descriptor_count")),
            ("Optimal unmap granularity", Number("vpd:b0/optimal_unmap_granularity")),
            ("Unmap granularity alignment valid", Code("vpd:b0/ugavalid", &[("true", 1), ("false", 0)])),
            ("Unmap granularity alignment", Check(alignment)),
            ("Maximum write same length", Number("vpd:b0/maximum_write_same_length")),
            ("Maximum atomic transfer length", Number("vpd:b0/maximum_atomic_transfer_length")),
            ("Atomic alignment", Number("vpd:b0/atomic_alignment")),
            ("Atomic transfer length granularity", Number("vpd:b0/atomic_transfer_length_granularity")),
            (
                "Maximum atomic transfer length with atomic boundary",
                Number("vpd:b0/maximum_atomic_transfer_length_with_atomic_boundary"),
            ),
            ("Maximum atomic boundary size", Number("vpd:b0/maximum_atomic_boundary_size")),
        ],
    },
    VpdPage {
        key: "vpd:b1",
        option: "bdc",
        heading: "Block device characteristics VPD page (SBC):",
        parse: characteristics,
        rules: &[
            HEADER[0],
            HEADER[1],
            (
                "rotation",
                Code(
                    "vpd:b1/medium_rotation_rate",
                    &[
                        ("Medium rotation rate is not reported", 0),
                        ("Non-rotating medium (e.g. solid state)", 1),
                        ("7200 rpm", 7200),
                        ("10000 rpm", 10000),
                    ],
                ),
            ),
            ("Product type", Code("vpd:b1/product_type", &[("Not specified", 0)])),
            ("WABEREQ", Number("vpd:b1/wabereq")),
            ("WACEREQ", Number("vpd:b1/wacereq")),
            (
                "form factor",
                Code(
                    "vpd:b1/nominal_form_factor",
                    &[
                        ("not reported", 0),
                        ("5.25 inch", 1),
                        ("3.5 inch", 2),
                        ("2.5 inch", 3),
                        ("1.8 inch", 4),
                        ("less then 1.8 inch", 5),
                    ],
                ),
            ),
            ("ZONED", Number("vpd:b1/zoned")),
            ("RBWZ", Number("vpd:b1/rbwz")),
            ("BOCS", Number("vpd:b1/bocs")),
            ("FUAB", Number("vpd:b1/fuab")),
            ("VBULS", Number("vpd:b1/vbuls")),
            ("DEPOPULATION_TIME", Number("vpd:b1/depopulation_time")),
        ],
    },
    VpdPage {
        key: "vpd:b2",
        option: "lbpv",
        heading: "Logical block provisioning VPD page (SBC):",
        parse: lines,
        rules: &[
            HEADER[0],
            HEADER[1],
            ("Unmap command supported (LBPU)", Number("vpd:b2/lbpu")),
            ("Write same (16) with unmap bit supported (LBPWS)", Number("vpd:b2/lbpws")),
            ("Write same (10) with unmap bit supported (LBPWS10)", Number("vpd:b2/lbpws10")),
            ("Logical block provisioning read zeros (LBPRZ)", Number("vpd:b2/lbprz")),
            ("Anchored LBAs supported (ANC_SUP)", Number("vpd:b2/anc_sup")),
            ("Threshold exponent", Number("vpd:b2/threshold_exponent")),
            ("Descriptor present (DP)", Number("vpd:b2/dp")),
            ("Minimum percentage", Number("vpd:b2/minimum_percentage")),
            ("Provisioning type", Number("vpd:b2/provisioning_type")),
            ("Threshold percentage", Number("vpd:b2/threshold_percentage")),
        ],
    },
];

/// What each page's first lines say of the header; the qualifier and type are the same in each.
const HEADER: [(&str, Rule); 2] = [
    ("PQual", Number("inquiry/peripheral_qualifier")),
    ("Peripheral device type", Code("inquiry/peripheral_device_type", sg_inq::DEVICE_TYPES)),
];

/// What stands behind numbers.
pub(crate) const REMARKS: Remarks = &[
    ("blocks", None),
    ("blocks [Command not implemented]", Some(0)),
    ("blocks [not reported]", Some(0)),
    ("blocks [ignored]", Some(0)),
    ("blocks [can only write atomic 1 block]", Some(0)),
    ("[Unmap command not implemented]", Some(0)),
    ("[unbounded]", Some(-1)),
    ("[unaligned atomic writes permitted]", Some(0)),
    // The bracket is not closed in 1.46.
    ("[no granularity requirement", Some(0)),
    ("[no granularity requirement]", Some(0)),
    ("[threshold sets not supported]", Some(0)),
    ("[not reported]", Some(0)),
    ("[percentages not supported]", Some(0)),
    ("(not known or fully provisioned)", Some(0)),
    ("(resource provisioned)", Some(1)),
    ("(thin provisioned)", Some(2)),
    ("(seconds)", None),
];

/// Reads what `sg_vpd -l` prints of a page.
pub(crate) fn parse(page: &VpdPage, text: &str) -> Result<Vec<Fact>, String> {
    let mut all = text.lines();
    let heading = all.next().unwrap_or_default();
    if heading != page.heading {
        return Err(unknown(heading));
    }
    let line = all.next().unwrap_or_default();
    let header = || {
        let (qualifier, kind) =
            line.trim().strip_prefix("[PQual=")?.strip_suffix(']')?.split_once("Peripheral device type: ")?;
        Some([Fact::new("PQual", qualifier), Fact::new("Peripheral device type", kind)])
    };
    let mut facts = header().ok_or_else(|| unknown(line))?.to_vec();
    facts.extend((page.parse)(&all.collect::<Vec<_>>())?);
    Ok(facts)
}

/// Lines `name: value`.
fn lines(lines: &[&str]) -> Result<Vec<Fact>, String> {
    lines
        .iter()
        .map(|line| {
            line.rsplit_once(": ")
                .map(|(name, value)| Fact::new(name.trim(), value))
                .ok_or_else(|| unknown(line))
        })
        .collect()
}

/// Lines `  0x00  Supported VPD pages [sv]`.
fn supported(lines: &[&str]) -> Result<Vec<Fact>, String> {
    let codes: Result<Vec<String>, String> = lines
        .iter()
        .map(|line| {
            let (code, _) = number(line.trim()).ok_or_else(|| unknown(line))?;
            Ok(format!("{code:02x}"))
        })
        .collect();
    Ok(vec![Fact::new("pages", codes?.join(" "))])
}

fn same_pages(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let ours: Result<Vec<String>, String> = (0..pages.list("vpd:00/supported_pages")?.len())
        .map(|at| Ok(format!("{:02x}", pages.number(&format!("vpd:00/supported_pages/{at}/page_code"))?)))
        .collect();
    let ours = ours?.join(" ");
    if ours == value { Ok(()) } else { Err(format!("ours are {ours}")) }
}

/// Lines of B1h: some have no name, and some an equals sign.
fn characteristics(lines: &[&str]) -> Result<Vec<Fact>, String> {
    lines
        .iter()
        .map(|line| {
            let line = line.trim();
            if line.starts_with("Non-rotating") || line.starts_with("Medium rotation rate is") {
                Ok(Fact::new("rotation", line))
            } else if let Some(rate) = line.strip_prefix("Nominal rotation rate: ") {
                Ok(Fact::new("rotation", rate))
            } else if let Some(form) = line.strip_prefix("Nominal form factor") {
                Ok(Fact::new("form factor", form.trim_start_matches(':')))
            } else if let Some((name, value)) = line.split_once(": ").or_else(|| line.split_once('=')) {
                Ok(Fact::new(name, value))
            } else {
                Err(unknown(line))
            }
        })
        .collect()
}

/// The alignment means something only if UGAVALID says so; ours then has no value.
fn alignment(value: &str, pages: Pages<'_>) -> Result<(), String> {
    if value == "0 [invalid]" && pages.number("vpd:b0/ugavalid")? == 0 {
        return Ok(());
    }
    match number(value) {
        Some((number, "")) => super::same_number(number, "vpd:b0/unmap_granularity_alignment", pages),
        _ => Err("this is no number".into()),
    }
}

/// Designators: each becomes one fact, its lines joined.
fn designators(lines: &[&str]) -> Result<Vec<Fact>, String> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut association = "";
    for line in lines {
        match line.bytes().take_while(|byte| *byte == b' ').count() {
            2 => {
                association = match line.trim() {
                    "Addressed logical unit:" => "0",
                    "Target port:" => "1",
                    "Target device that contains addressed lu:" => "2",
                    _ => return Err(unknown(line)),
                }
            }
            4 if line.trim().starts_with("designator type: ") => {
                let number = facts.len();
                facts.push(Fact::new("designator", format!("{number}|{association}|{}", line.trim())));
            }
            5 | 6 => {
                let fact = facts.last_mut().ok_or_else(|| unknown(line))?;
                fact.value.push('|');
                fact.value.push_str(line.trim());
            }
            _ => return Err(unknown(line)),
        }
    }
    let count = facts.len().to_string();
    facts.push(Fact::new("designators", count));
    Ok(facts)
}

fn as_many(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let ours = pages.list("vpd:83/designators")?.len().to_string();
    if ours == value { Ok(()) } else { Err(format!("ours are {ours}")) }
}

/// Holds one designator, its lines joined by `|`, against ours of the same place.
fn same_designator(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let mut parts = value.split('|');
    let place = parts.next().unwrap_or_default();
    let path = |field: &str| format!("vpd:83/designators/{place}/{field}");
    let is = |field: &str, theirs: u64| super::same_number(theirs.into(), &path(field), pages);
    let hex = |field: &str, text: &str| {
        let (theirs, rest) = number(text).ok_or_else(|| unknown(text))?;
        if !rest.is_empty() {
            return Err(unknown(text));
        }
        super::same_number(theirs, &path(field), pages)
    };
    let text = |field: &str, theirs: &str| {
        let ours = pages.text(&path(field))?;
        if ours == theirs.trim() { Ok(()) } else { Err(format!("ours, {field}, is {ours:?}")) }
    };
    let association = parts.next().unwrap_or_default();
    is("association", association.parse().map_err(|_| unknown(association))?)?;
    let head = parts.next().unwrap_or_default();
    let (kind, code_set) = head
        .strip_prefix("designator type: ")
        .and_then(|head| head.split_once(",  code set: "))
        .ok_or_else(|| unknown(head))?;
    let kinds = [
        ("vendor specific [0x0]", 0),
        ("T10 vendor identification", 1),
        ("EUI-64 based", 2),
        ("NAA", 3),
        ("Relative target port", 4),
        ("Target port group", 5),
        ("Logical unit group", 6),
        ("MD5 logical unit identifier", 7),
        ("SCSI name string", 8),
    ];
    let code = |table: &[(&str, u64)], name: &str| {
        table.iter().find(|(known, _)| *known == name).map(|(_, code)| *code).ok_or_else(|| unknown(name))
    };
    is("designator_type", code(&kinds, kind)?)?;
    is("code_set", code(&[("Binary", 1), ("ASCII", 2), ("UTF-8", 3)], code_set)?)?;
    let mut valid_protocol = 0;
    while let Some(line) = parts.next() {
        if let Some(transport) = line.strip_prefix("transport: ") {
            valid_protocol = 1;
            is("protocol_identifier", code(&[("Serial Attached SCSI Protocol (SPL-4)", 6)], transport)?)?;
        } else if let Some(vendor) = line.strip_prefix("vendor id: ") {
            text("t10_vendor_identification", vendor)?;
        } else if let Some(theirs) = line.strip_prefix("vendor specific: ") {
            text("vendor_specific_identifier", theirs)?;
        } else if line == "NAA 3, Locally assigned:" {
            is("naa", 3)?;
        } else if let Some(company) = line.strip_prefix("NAA 5, IEEE Company_id: ") {
            is("naa", 5)?;
            hex("ieee_company_id", company)?;
        } else if let Some(vendor) = line.strip_prefix("Vendor Specific Identifier: ") {
            hex("vendor_specific_identifier", vendor)?;
        } else if let Some(port) = line.strip_prefix("Relative target port: ") {
            hex("relative_target_port_identifier", port)?;
        } else if let Some(group) = line.strip_prefix("Target port group: ") {
            hex("target_port_group", group)?;
        } else if line == "SCSI name string:" {
            text("scsi_name_string", parts.next().unwrap_or_default())?;
        } else if let Some(digits) = line.trim_matches(['[', ']']).strip_prefix("0x") {
            text("wwn", digits)?;
        } else {
            return Err(unknown(line));
        }
    }
    is("piv", valid_protocol)
}

/// Lines of 89h, with two hex dumps.
fn ata(lines: &[&str]) -> Result<Vec<Fact>, String> {
    let mut facts = Vec::new();
    let mut dump = "";
    for line in lines {
        let trimmed = line.trim();
        if let Some(rest) = trimmed.strip_prefix("Device signature [") {
            let transport = rest.strip_suffix("] (in hex):").ok_or_else(|| unknown(line))?;
            facts.push(Fact::new("Device signature", transport));
            facts.push(Fact::new("signature bytes", ""));
            dump = "signature bytes";
        } else if trimmed == "ATA command IDENTIFY DEVICE response in hex:" {
            facts.push(Fact::new("identify words", ""));
            dump = "identify words";
        } else if trimmed == "ATA command IDENTIFY DEVICE response summary:" {
        } else if let Some((name, value)) = trimmed.split_once(": ") {
            facts.push(Fact::new(name, value));
        } else if !dump.is_empty() && line.starts_with(' ') {
            // Offset, the digits, and after several blanks what they are as text.
            let digits = line.get(8..).unwrap_or_default();
            let digits = digits.get(..49.min(digits.len())).unwrap_or_default();
            let fact = facts.iter_mut().find(|fact| fact.name == dump).ok_or_else(|| unknown(line))?;
            let width = if dump == "signature bytes" { 48 } else { 39 };
            fact.value.extend(digits.chars().take(width).filter(|c| !c.is_whitespace()));
        } else {
            return Err(unknown(line));
        }
    }
    Ok(facts)
}

fn identify_bytes(pages: Pages<'_>) -> Result<Vec<u8>, String> {
    sg::hex::parse(pages.text("vpd:89/identify_device_data")?).map_err(|error| error.to_string())
}

/// The 256 words, each most significant byte first.
fn identify(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let ours = sg::wire::hex(&sg::wire::swapped(&identify_bytes(pages)?));
    if ours == value { Ok(()) } else { Err(format!("ours is {ours}")) }
}

/// A text in words `from` to `to` of the IDENTIFY data.
fn identify_text(value: &str, from: usize, to: usize, pages: Pages<'_>) -> Result<(), String> {
    let bytes = identify_bytes(pages)?;
    let ours = sg::wire::ascii(&sg::wire::swapped(bytes.get(from * 2..to * 2).unwrap_or_default()));
    if ours == value { Ok(()) } else { Err(format!("ours is {ours:?}")) }
}

/// The 20 bytes of the signature, which we show as registers.
fn signature(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let theirs = sg::hex::parse(value).map_err(|error| error.to_string())?;
    let registers = [
        ("transport_identifier", 0),
        ("status", 2),
        ("error", 3),
        ("lba_7_0", 4),
        ("lba_15_8", 5),
        ("lba_23_16", 6),
        ("device", 7),
        ("lba_31_24", 8),
        ("lba_39_32", 9),
        ("lba_47_40", 10),
        ("count_7_0", 12),
        ("count_15_8", 13),
    ];
    if theirs.len() != 20 {
        return Err(format!("{} bytes were read of 20", theirs.len()));
    }
    for (register, place) in registers {
        super::same_number(theirs[place].into(), &format!("vpd:89/{register}"), pages)?;
    }
    Ok(())
}
