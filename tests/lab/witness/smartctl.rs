//! `smartctl -i -j`: identity, as JSON.

use serde_json::Value;

use super::{Fact, Pages, Remarks, Rule, Rules, number, same_number};
use Rule::{Check, Code, NotHeld, Number, Text};

pub(crate) const REMARKS: Remarks = &[];

/// What it says of itself and of the run.
const ITSELF: Rule = NotHeld("about smartctl, not about the drive");

/// Of a drive that it reads by SCSI commands.
pub(crate) const SCSI_RULES: Rules = &[
    ("json_format_version", ITSELF),
    ("smartctl", ITSELF),
    ("local_time", ITSELF),
    ("device", ITSELF),
    ("scsi_vendor", Text("inquiry/t10_vendor_identification")),
    ("scsi_product", Text("inquiry/product_identification")),
    ("scsi_model_name", Check(model)),
    ("scsi_revision", Text("inquiry/product_revision_level")),
    ("scsi_version", Code("inquiry/version", &[("SPC-2", 4), ("SPC-3", 5), ("SPC-4", 6), ("SPC-5", 7)])),
    ("user_capacity.blocks", Check(blocks)),
    ("user_capacity.bytes", Number("readcap:16/capacity")),
    ("logical_block_size", Number("readcap:16/logical_block_length")),
    ("physical_block_size", Number("readcap:16/physical_block_length")),
    ("scsi_protection_type", Check(|value, pages| one_more(value, "readcap:16/p_type", pages))),
    (
        "scsi_protection_interval_bytes_per_lb",
        NotHeld("eight bytes for each block, as all protection types have"),
    ),
    (
        "scsi_lb_provisioning.name",
        NotHeld(
            "a name of smartctl's own for PROVISIONING TYPE and LBPME together, which are held against ours one by one",
        ),
    ),
    ("scsi_lb_provisioning.value", Check(provisioning)),
    ("scsi_lb_provisioning.management_enabled.name", NotHeld("always LBPME")),
    (
        "scsi_lb_provisioning.management_enabled.value",
        // smartctl 7.3 prints -1 if it sent no READ CAPACITY (16): then it does not know.
        Check(|value, pages| if value == "-1" { Ok(()) } else { is(value, "readcap:16/lbpme", pages) }),
    ),
    ("scsi_lb_provisioning.read_zeros.name", NotHeld("always LBPRZ")),
    ("scsi_lb_provisioning.read_zeros.value", Check(read_zeros)),
    ("rotation_rate", Check(rotation)),
    ("form_factor.scsi_value", Number("vpd:b1/nominal_form_factor")),
    (
        "form_factor.name",
        Code(
            "vpd:b1/nominal_form_factor",
            &[("3.5 inches", 2), ("2.5 inches", 3), ("1.8 inches", 4), ("< 1.8 inches", 5)],
        ),
    ),
    ("logical_unit_id", Check(logical_unit)),
    ("serial_number", Text("vpd:80/product_serial_number")),
    ("device_type.scsi_terminology", NotHeld("always the same words")),
    ("device_type.scsi_value", Number("inquiry/peripheral_device_type")),
    (
        "device_type.name",
        Code("inquiry/peripheral_device_type", &[("disk", 0), ("tape", 1), ("enclosure", 13)]),
    ),
    ("scsi_transport_protocol.name", NotHeld("the name of the value beside it, which is held against ours")),
    ("scsi_transport_protocol.value", Check(transport)),
    ("smart_support.available", NotHeld("whether mode page 1Ch and log page 2Fh can be read: not a field")),
    ("smart_support.enabled", NotHeld("DEXCPT of mode page 1Ch, which is not decoded yet")),
    ("temperature_warning.enabled", NotHeld("EWASC of mode page 1Ch, which is not decoded yet")),
];

/// Flattens the JSON: the leaves, with the keys on the way to them; what is about smartctl itself
/// stays whole.
pub(crate) fn parse(text: &str) -> Result<Vec<Fact>, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
    if let Some(messages) = json["smartctl"].get("messages") {
        return Err(format!("smartctl complains: {messages}"));
    }
    let mut facts = Vec::new();
    flatten("", &json, &mut facts);
    Ok(facts)
}

fn flatten(name: &str, value: &Value, facts: &mut Vec<Fact>) {
    let whole = ["json_format_version", "smartctl", "local_time", "device"].contains(&name);
    match value {
        Value::Object(object) if !whole => {
            for (key, value) in object {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                flatten(&name, value, facts);
            }
        }
        Value::String(text) => facts.push(Fact::new(name, text)),
        other => facts.push(Fact::new(name, other.to_string())),
    }
}

fn is(value: &str, path: &str, pages: Pages<'_>) -> Result<(), String> {
    let (theirs, _) = number(value).ok_or("this is no number")?;
    same_number(theirs, path, pages)
}

fn one_more(value: &str, path: &str, pages: Pages<'_>) -> Result<(), String> {
    let (theirs, _) = number(value).ok_or("this is no number")?;
    same_number(theirs - 1, path, pages)
}

fn model(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let ours = format!(
        "{} {}",
        pages.text("inquiry/t10_vendor_identification")?,
        pages.text("inquiry/product_identification")?
    );
    if ours == value { Ok(()) } else { Err(format!("ours comes to {ours:?}")) }
}

fn blocks(value: &str, pages: Pages<'_>) -> Result<(), String> {
    one_more(value, "readcap:16/returned_logical_block_address", pages)
}

/// smartctl prints no value of its own if B2h is not there.
fn provisioning(value: &str, pages: Pages<'_>) -> Result<(), String> {
    is(value, "vpd:b2/provisioning_type", pages)
}

/// smartctl takes LBPRZ from page B2h, or from READ CAPACITY (16) if it asked that.
fn read_zeros(value: &str, pages: Pages<'_>) -> Result<(), String> {
    is(value, "vpd:b2/lbprz", pages).or_else(|_| is(value, "readcap:16/lbprz", pages))
}

/// smartctl says 0 of a solid state drive and of one that does not tell: the page has 1 and 0.
fn rotation(value: &str, pages: Pages<'_>) -> Result<(), String> {
    match value {
        "0" => {
            let ours = pages.number("vpd:b1/medium_rotation_rate")?;
            if ours <= 1 { Ok(()) } else { Err(format!("ours is {ours}")) }
        }
        _ => is(value, "vpd:b1/medium_rotation_rate", pages),
    }
}

/// One of the names of the logical unit.
fn logical_unit(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let names: Vec<&str> = (0..pages.list("vpd:83/designators")?.len())
        .map(|at| format!("vpd:83/designators/{at}"))
        .filter(|path| pages.number(&format!("{path}/association")) == Ok(0))
        .filter_map(|path| pages.text(&format!("{path}/wwn")).ok())
        .collect();
    match value.strip_prefix("0x") {
        Some(theirs) if names.contains(&theirs) => Ok(()),
        _ => Err(format!("ours are {names:?}")),
    }
}

/// The protocol of the target port's names.
fn transport(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let (theirs, _) = number(value).ok_or("this is no number")?;
    (0..pages.list("vpd:83/designators")?.len())
        .map(|at| format!("vpd:83/designators/{at}"))
        .filter(|path| pages.number(&format!("{path}/piv")) == Ok(1))
        .try_for_each(|path| same_number(theirs, &format!("{path}/protocol_identifier"), pages))
}

/// Of a drive that it reads by ATA commands.
pub(crate) const ATA_RULES: Rules = &[
    ("json_format_version", ITSELF),
    ("smartctl", ITSELF),
    ("local_time", ITSELF),
    ("device", ITSELF),
    ("in_smartctl_database", ITSELF),
    ("model_name", Text("ata:identify/identity/model_number")),
    ("serial_number", Text("ata:identify/identity/serial_number")),
    ("firmware_version", Text("ata:identify/identity/firmware_revision")),
    ("wwn.naa", Number("ata:identify/identity/wwn_naa")),
    ("wwn.oui", Number("ata:identify/identity/wwn_ieee_oui")),
    ("wwn.id", Number("ata:identify/identity/wwn_unique_id")),
    ("user_capacity.blocks", Number("ata:identify/capacity/user_addressable_sectors_48")),
    ("user_capacity.bytes", Number("readcap:16/capacity")),
    ("logical_block_size", Number("readcap:16/logical_block_length")),
    ("physical_block_size", Number("readcap:16/physical_block_length")),
    ("rotation_rate", Number("ata:identify/identity/nominal_media_rotation_rate")),
    ("trim.supported", Check(|value, pages| truth(value, "ata:identify/features/trim", pages))),
    (
        "trim.deterministic",
        Check(|value, pages| truth(value, "ata:identify/features/deterministic_data_after_trim", pages)),
    ),
    ("trim.zeroed", Check(|value, pages| truth(value, "ata:identify/features/zeros_after_trim", pages))),
    ("ata_version.string", NotHeld("a name that smartctl makes of the two values beside it")),
    ("ata_version.major_value", Check(major)),
    ("ata_version.minor_value", Number("ata:identify/identity/minor_version_number")),
    (
        "smart_support.available",
        Check(|value, pages| truth(value, "ata:identify/features/smart_supported", pages)),
    ),
    (
        "smart_support.enabled",
        Check(|value, pages| truth(value, "ata:identify/features/smart_enabled", pages)),
    ),
];

fn truth(value: &str, path: &str, pages: Pages<'_>) -> Result<(), String> {
    let theirs = value.parse::<bool>().map_err(|_| "this is neither true nor false")?;
    same_number(theirs.into(), path, pages)
}

/// Word 80, of which we show each bit.
fn major(value: &str, pages: Pages<'_>) -> Result<(), String> {
    let bits = [
        "ata_1",
        "ata_2",
        "ata_3",
        "ata_atapi_4",
        "ata_atapi_5",
        "ata_atapi_6",
        "ata_atapi_7",
        "ata8_acs",
        "acs_2",
        "acs_3",
        "acs_4",
        "acs_5",
    ];
    let (word, _) = number(value).ok_or("this is no number")?;
    bits.iter().zip(1..).try_for_each(|(field, bit)| {
        same_number(word >> bit & 1, &format!("ata:identify/identity/{field}"), pages)
    })
}
