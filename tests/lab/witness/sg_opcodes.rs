//! `sg_opcodes -u` and `-u -R`: the commands that a drive takes, and how long they may take.

use super::{Pages, unknown};

/// A line of the list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    opcode: u64,
    service_action: Option<u64>,
    cdb_size: u64,
    /// What else stands in the line before the name: `MLU`; or `RWCDLP,CDLP`; or both timeouts.
    middle: Vec<String>,
    name: String,
}

/// Which columns were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Columns {
    /// `-u`: RWCDLP and CDLP.
    Cdlp,
    /// `-u -M`: MLU.
    Mlu,
    /// `-u -R`: the timeouts.
    Timeouts,
}

impl Columns {
    pub(crate) const ALL: [(Self, &'static [&'static str]); 3] =
        [(Self::Cdlp, &["-u"]), (Self::Mlu, &["-u", "-M"]), (Self::Timeouts, &["-u", "-R"])];
}

/// Names that sg_opcodes 1.46 has from older standards than ours.
const NEWER: &[(&str, &str)] = &[
    // SPC-5 has a sixteen-byte form beside it.
    ("Write buffer", "WRITE BUFFER (10)"),
];

/// The list of a drive that reports no command at all (libata).
pub(crate) const NONE: &str = "sg_opcodes: no commands to display";

/// Reads the list; `identity` is vendor, product and revision.
pub(crate) fn parse(columns: Columns, text: &str, identity: [&str; 3]) -> Result<Vec<Row>, String> {
    let mut lines = text.lines();
    let who = lines.next().unwrap_or_default();
    if who.split_whitespace().collect::<String>() != identity.concat().split_whitespace().collect::<String>()
    {
        return Err(format!("sg_opcodes asked {who:?}, we asked {identity:?}"));
    }
    let mut rows = Vec::new();
    let mut in_table = false;
    for line in lines {
        if line == NONE {
            return Ok(Vec::new());
        }
        if !in_table {
            let heading = line.is_empty()
                || line.starts_with("  Peripheral device type: ")
                || line.starts_with("Opcode  Service")
                || line.starts_with("(hex)   action(h)");
            in_table = line.starts_with("-----");
            if !heading && !in_table {
                return Err(unknown(line));
            }
            continue;
        }
        rows.push(row(columns, line).ok_or_else(|| unknown(line))?);
    }
    Ok(rows)
}

/// The service action's column may be empty, so it is told by its place.
fn row(columns: Columns, line: &str) -> Option<Row> {
    let opcode = u64::from_str_radix(line.get(1..3)?, 16).ok()?;
    let action = line.get(3..16)?.trim();
    let service_action = if action.is_empty() { None } else { Some(u64::from_str_radix(action, 16).ok()?) };
    let mut words = line.get(16..)?.split_whitespace();
    let cdb_size = words.next()?.parse().ok()?;
    let count = if columns == Columns::Timeouts { 2 } else { 1 };
    let middle: Vec<String> = words.by_ref().take(count).map(str::to_owned).collect();
    let name = words.collect::<Vec<_>>().join(" ");
    (middle.len() == count && !name.is_empty()).then_some(Row {
        opcode,
        service_action,
        cdb_size,
        middle,
        name,
    })
}

/// Holds the list against ours; the names only if `names`: for ours take a device to be a disk, and
/// one opcode has other names on a tape.
pub(crate) fn compare(columns: Columns, rows: &[Row], names: bool, pages: Pages<'_>) -> Result<(), String> {
    let ours = pages.list("rsoc/commands")?.len();
    let mut wrong = Vec::new();
    if ours != rows.len() {
        wrong.push(format!("sg_opcodes lists {} commands, we list {ours}", rows.len()));
    }
    // sg_opcodes reorders nothing with -u, so the places are the same.
    for (at, row) in rows.iter().enumerate() {
        if let Err(why) = same(columns, row, &format!("rsoc/commands/{at}"), names, pages) {
            wrong.push(format!("{row:x?}: {why}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn same(columns: Columns, row: &Row, path: &str, names: bool, pages: Pages<'_>) -> Result<(), String> {
    let is = |field: &str, theirs: u64| super::same_number(theirs.into(), &format!("{path}/{field}"), pages);
    is("operation_code", row.opcode)?;
    is("servactv", u64::from(row.service_action.is_some()))?;
    if let Some(action) = row.service_action {
        is("service_action", action)?;
    }
    is("cdb_length", row.cdb_size)?;
    let figure = |text: &str| text.parse::<u64>().map_err(|_| unknown(text));
    match (columns, row.middle.as_slice()) {
        (Columns::Cdlp, [pair]) => {
            let (rwcdlp, cdlp) = pair.split_once(',').ok_or_else(|| unknown(pair))?;
            is("rwcdlp", figure(rwcdlp)?)?;
            is("cdlp", figure(cdlp)?)?;
        }
        (Columns::Mlu, [mlu]) => is("mlu", figure(mlu)?)?,
        (Columns::Timeouts, [nominal, recommended]) => {
            for (field, theirs) in [
                ("nominal_command_processing_timeout", nominal),
                ("recommended_command_timeout", recommended),
            ] {
                // A dash stands for 0, and for no descriptor.
                match theirs.as_str() {
                    "-" if pages.at(&format!("{path}/{field}")).is_err() => {}
                    "-" => is(field, 0)?,
                    text => is(field, figure(text)?)?,
                }
            }
        }
        _ => return Err("the columns are not understood".into()),
    }
    if !names {
        return Ok(());
    }
    let ours = pages.text(&format!("{path}/command"))?;
    let plain = |name: &str| name.to_ascii_lowercase().replace([' ', '-'], "");
    let theirs = NEWER.iter().find(|(old, _)| *old == row.name).map_or(row.name.as_str(), |(_, new)| new);
    if plain(ours) == plain(theirs) { Ok(()) } else { Err(format!("we call it {ours:?}")) }
}
