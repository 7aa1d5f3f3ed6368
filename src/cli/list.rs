//! `calipers list`.

use std::io::Write;

use clap::Args;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};

use crate::drive::facts::Fact;
use crate::drive::kernel::Machine;
use crate::drive::listing::{Listed, list};
use crate::report::json::{ListedReport, Listing, VERSION, program};
use crate::report::short_size;
use crate::report::terminal::visible;
use crate::verdict::Outcome;

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Every SCSI device, not only disks
    #[arg(long)]
    all: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ListArgs) -> anyhow::Result<Outcome> {
    let drives = list(&Machine::default(), args.all);
    if args.json {
        let listing = Listing {
            schema_version: VERSION,
            program: program(),
            drives: drives
                .into_iter()
                .map(|drive| ListedReport { facts: drive.facts, kernel: drive.kernel })
                .collect(),
        };
        let mut out = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &listing)?;
        writeln!(out)?;
        return Ok(Outcome::Passed);
    }
    let mut out = anstream::stdout().lock();
    if drives.is_empty() {
        writeln!(out, "This machine has no SCSI or ATA drives that the kernel knows of.")?;
        return Ok(Outcome::Passed);
    }
    writeln!(out, "{}", table(&drives))?;
    Ok(Outcome::Passed)
}

const COLUMNS: [&str; 13] = [
    "NODE",
    "SG",
    "BY-ID",
    "MODEL",
    "SERIAL",
    "FIRMWARE",
    "CAPACITY",
    "SECTORS",
    "MEDIUM",
    "TRANSPORT",
    "LINK",
    "CACHE",
    "IN USE BY",
];

/// A row a drive; a column that no drive fills is left out.
fn table(drives: &[Listed]) -> Table {
    let rows: Vec<Vec<String>> = drives.iter().map(row).collect();
    let filled: Vec<usize> = (0..COLUMNS.len())
        .filter(|&column| rows.iter().any(|row| row.get(column).is_some_and(|text| text != "-")))
        .collect();
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(filled.iter().filter_map(|&column| COLUMNS.get(column)));
    for row in &rows {
        table.add_row(
            filled.iter().filter_map(|&column| row.get(column).map(|text| Cell::new(visible(text)))),
        );
    }
    for (position, column) in filled.iter().enumerate() {
        if COLUMNS.get(*column) == Some(&"CAPACITY")
            && let Some(column) = table.column_mut(position)
        {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table
}

fn row(drive: &Listed) -> Vec<String> {
    let Listed { kernel, facts } = drive;
    let text = |fact: &Fact<String>| fact.value.clone().unwrap_or_else(|| "-".into());
    let model = match (&facts.identity.vendor.value, &facts.identity.model.value) {
        // The SAT layer's "ATA" is no vendor.
        (Some(vendor), Some(model)) if vendor != "ATA" => format!("{vendor} {model}"),
        (_, Some(model)) => model.clone(),
        (Some(vendor), None) => vendor.clone(),
        (None, None) => "-".into(),
    };
    let medium = match facts.capacity.rotation.value {
        Some(rate @ 0x401..) => format!("HDD {rate} rpm"),
        _ => text(&facts.capacity.medium),
    };
    let cache = match facts.caches.write_cache.value {
        Some(true) => "on",
        Some(false) => "off",
        None => "-",
    };
    let optional = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
    let by_id = kernel.links.iter().find_map(|link| link.strip_prefix("by-id/"));
    let used = if kernel.used_by.is_empty() { "-".to_owned() } else { kernel.used_by.join(", ") };
    vec![
        optional(&kernel.block),
        optional(&kernel.generic),
        by_id.unwrap_or("-").to_owned(),
        model,
        text(&facts.identity.serial),
        text(&facts.identity.firmware),
        facts.capacity.bytes.value.map_or_else(|| "-".into(), short_size),
        text(&facts.capacity.format),
        medium,
        text(&facts.transport.kind),
        text(&facts.transport.link_speed),
        cache.to_owned(),
        used,
    ]
}
