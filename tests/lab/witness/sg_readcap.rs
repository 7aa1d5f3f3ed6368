//! `sg_readcap`, `sg_readcap --16`: how many blocks, and how long they are.

use super::{Fact, Pages, Remarks, Rule, Rules, labelled, number, same_number, unknown};
use Rule::{Check, Number};

pub(crate) const REMARKS: Remarks = &[("bytes", None)];

/// What the ten-byte command tells.
pub(crate) const RULES_10: Rules = &[
    ("last LBA", Number("readcap:10/returned_logical_block_address")),
    ("number of blocks", Check(|value, pages| blocks(value, "readcap:10", pages))),
    ("block length", Number("readcap:10/logical_block_length")),
    ("device size", Number("readcap:10/capacity")),
];

/// What the sixteen-byte command tells.
pub(crate) const RULES_16: Rules = &[
    ("prot_en", Number("readcap:16/prot_en")),
    ("p_type", Check(protection_type)),
    ("p_i_exponent", Number("readcap:16/p_i_exponent")),
    ("lbpme", Number("readcap:16/lbpme")),
    ("lbprz", Number("readcap:16/lbprz")),
    ("last LBA", Number("readcap:16/returned_logical_block_address")),
    ("number of blocks", Check(|value, pages| blocks(value, "readcap:16", pages))),
    ("block length", Number("readcap:16/logical_block_length")),
    ("physical exponent", Number("readcap:16/logical_blocks_per_physical_block_exponent")),
    ("physical block length", Number("readcap:16/physical_block_length")),
    ("lowest aligned", Number("readcap:16/lowest_aligned_logical_block_address")),
    ("device size", Number("readcap:16/capacity")),
];

fn blocks(value: &str, page: &str, pages: Pages<'_>) -> Result<(), String> {
    let ours = pages.number(&format!("{page}/returned_logical_block_address"))? + 1;
    if value == ours.to_string() { Ok(()) } else { Err(format!("ours comes to {ours}")) }
}

/// The type means something only with PROT_EN; ours then has no value.
fn protection_type(value: &str, pages: Pages<'_>) -> Result<(), String> {
    if pages.number("readcap:16/prot_en")? == 0 && value == "0" {
        return Ok(());
    }
    let (theirs, _) = number(value).ok_or("this is no number")?;
    same_number(theirs, "readcap:16/p_type", pages)
}

/// What it says first if the ten-byte command cannot tell the capacity, and it asks the other.
const TOO_LARGE: [&str; 2] =
    ["READ CAPACITY (10) indicates device capacity too large", "  now trying 16 byte cdb variant"];

/// True if the ten-byte command could not tell the capacity.
pub(crate) fn too_large(text: &str) -> bool {
    text.lines().eq(TOO_LARGE.iter().copied().chain(text.lines().skip(2)))
}

/// Reads what `sg_readcap` prints.
pub(crate) fn parse(text: &str) -> Result<Vec<Fact>, String> {
    let skip = if too_large(text) { 2 } else { 0 };
    let mut facts = Vec::new();
    let mut size = String::new();
    for line in text.lines().skip(skip) {
        let trimmed = line.trim();
        match trimmed {
            "Read Capacity results:" | "Hence:" | "" => continue,
            _ => {}
        }
        if let Some(rest) = trimmed.strip_prefix("Last LBA=") {
            let (last, count) =
                rest.split_once(", Number of logical blocks=").ok_or_else(|| unknown(line))?;
            let (decimal, hex) = last.split_once(" (").ok_or_else(|| unknown(line))?;
            if number(decimal).map(|n| n.0) != number(hex.trim_end_matches(')')).map(|n| n.0) {
                return Err(unknown(line));
            }
            facts.push(Fact::new("last LBA", decimal));
            facts.push(Fact::new("number of blocks", count));
        } else if let Some(length) = trimmed.strip_prefix("Logical block length=") {
            facts.push(Fact::new("block length", length));
        } else if let Some(rest) = trimmed.strip_prefix("Logical blocks per physical block exponent=") {
            let (exponent, length) = rest.split_once(" [so physical block length=").unwrap_or((rest, ""));
            facts.push(Fact::new("physical exponent", exponent));
            if let Some(length) = length.strip_suffix(" bytes]") {
                facts.push(Fact::new("physical block length", length));
            }
        } else if let Some(lowest) = trimmed.strip_prefix("Lowest aligned LBA=") {
            facts.push(Fact::new("lowest aligned", lowest));
        } else if let Some(fact) = labelled(trimmed, &["Protection", "Logical block provisioning"]) {
            for pair in fact.value.split(", ") {
                // A protection type is told a second time in words.
                let pair = pair.split(" [").next().unwrap_or_default();
                let (name, value) = pair.split_once('=').ok_or_else(|| unknown(line))?;
                facts.push(Fact::new(name, value));
            }
        } else if let Some(fact) = labelled(trimmed, &["Device size"]) {
            size = fact.value.clone();
            facts.push(Fact::new("device size", fact.value.split(',').next().unwrap_or_default()));
        } else {
            return Err(unknown(line));
        }
    }
    rounded(&size)?;
    Ok(facts)
}

/// The size is told in several units: they must be the same size.
fn rounded(size: &str) -> Result<(), String> {
    let (bytes, rest) = number(size).ok_or_else(|| unknown(size))?;
    let mut parts = rest.split(", ");
    if parts.next() != Some("bytes") {
        return Err(unknown(size));
    }
    for part in parts {
        let (figure, unit) = part.split_once(' ').ok_or_else(|| unknown(part))?;
        let unit: f64 = match unit {
            "MiB" => 1_048_576.0,
            "GB" => 1e9,
            "TB" => 1e12,
            _ => return Err(unknown(part)),
        };
        let decimals = figure.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let exact: f64 = bytes.to_string().parse().map_err(|_| unknown(size))?;
        if format!("{:.decimals$}", exact / unit) != figure {
            return Err(format!("{part} is not {bytes} bytes"));
        }
    }
    Ok(())
}
