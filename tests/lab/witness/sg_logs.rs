//! `sg_logs -p PAGE`: log pages.

use super::{Fact, Pages, Remarks, Rule, Rules, number, same_number, unknown};
use Rule::Check;

/// A log page: as we name it, as sg_logs' option has it, its heading and its rules.
pub(crate) struct LogPage {
    pub(crate) key: &'static str,
    pub(crate) option: &'static str,
    heading: &'static str,
    pub(crate) rules: Rules,
}

pub(crate) const REMARKS: Remarks = &[];

pub(crate) const PAGES: &[LogPage] = &[
    LogPage {
        key: "log:00",
        option: "0",
        heading: "Supported log pages  [0x0]:",
        rules: &[("pages", Check(|value, pages| listed(value, "log:00", pages)))],
    },
    LogPage {
        key: "log:00/ff",
        option: "0,0xff",
        heading: "Supported log pages and subpages  [0x0, 0xff]:",
        rules: &[("pages", Check(|value, pages| listed(value, "log:00/ff", pages)))],
    },
    LogPage {
        key: "log:0d",
        option: "0xd",
        heading: "Temperature page  [0xd]",
        rules: &[
            ("Current temperature", Check(|value, pages| degrees(value, "log:0d", 0, "temperature", pages))),
            (
                "Reference temperature",
                Check(|value, pages| degrees(value, "log:0d", 1, "reference_temperature", pages)),
            ),
        ],
    },
    LogPage {
        key: "log:2f",
        option: "0x2f",
        heading: "Informational Exceptions page  [0x2f]",
        rules: &[
            ("IE asc", Check(|value, pages| parameter(value, "log:2f", 0, "additional_sense_code", pages))),
            (
                "ascq",
                Check(|value, pages| parameter(value, "log:2f", 0, "additional_sense_code_qualifier", pages)),
            ),
            ("Current temperature", Check(|value, pages| degrees(value, "log:2f", 0, "temperature", pages))),
            (
                "Threshold temperature",
                Check(|value, pages| degrees(value, "log:2f", 0, "threshold_temperature", pages)),
            ),
            (
                "Maximum temperature",
                Check(|value, pages| degrees(value, "log:2f", 0, "maximum_temperature", pages)),
            ),
        ],
    },
];

/// Reads what `sg_logs` prints of a page.
pub(crate) fn parse(page: &LogPage, text: &str, identity: [&str; 3]) -> Result<Vec<Fact>, String> {
    let mut lines = text.lines();
    let who = lines.next().unwrap_or_default();
    if who.split_whitespace().collect::<String>() != identity.concat().split_whitespace().collect::<String>()
    {
        return Err(format!("sg_logs asked {who:?}, we asked {identity:?}"));
    }
    let heading = lines.next().unwrap_or_default();
    if heading != page.heading {
        return Err(unknown(heading));
    }
    if page.key.starts_with("log:00") {
        let listed: Vec<&str> = lines.map(str::trim).collect();
        return Ok(vec![Fact::new("pages", listed.join("|"))]);
    }
    let mut facts = Vec::new();
    for line in lines {
        for pair in line.split(", ") {
            let (name, value) = pair.split_once(" = ").ok_or_else(|| unknown(line))?;
            facts.push(Fact::new(name.trim(), value));
        }
    }
    Ok(facts)
}

/// `0x0d,0x01   Environmental reporting [enr]`, joined by `|`: the same pages, and the same names.
fn listed(value: &str, key: &str, pages: Pages<'_>) -> Result<(), String> {
    let lines: Vec<&str> = value.split('|').collect();
    let ours = pages.list(&format!("{key}/pages"))?.len();
    if lines.len() != ours {
        return Err(format!("sg_logs lists {} pages, we list {ours}", lines.len()));
    }
    for (at, line) in lines.into_iter().enumerate() {
        let (codes, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (page, subpage) = codes.split_once(',').unwrap_or((codes, ""));
        let path = format!("{key}/pages/{at}");
        same_number(number(page).ok_or_else(|| unknown(line))?.0, &format!("{path}/page_code"), pages)?;
        let entry = if key == "log:00" {
            pages.at(&format!("{path}/page_code"))?["meaning"].as_str()
        } else {
            // A page without a subpage is its subpage 0.
            let subpage = if subpage.is_empty() { Some((0, "")) } else { number(subpage) };
            same_number(subpage.ok_or_else(|| unknown(line))?.0, &format!("{path}/subpage_code"), pages)?;
            pages.at(&format!("{path}/name"))?["value"].as_str()
        };
        let name = name.split(" [").next().unwrap_or_default().trim();
        if !name.is_empty() && !entry.is_some_and(|ours| ours.eq_ignore_ascii_case(name)) {
            return Err(format!("{codes} is {name:?} to sg_logs and {entry:?} to us"));
        }
    }
    Ok(())
}

/// The path of the parameter of that code.
fn place(key: &str, code: u64, pages: Pages<'_>) -> Result<String, String> {
    (0..pages.list(&format!("{key}/parameters"))?.len())
        .map(|at| format!("{key}/parameters/{at}"))
        .find(|path| pages.number(&format!("{path}/header/parameter_code")) == Ok(code))
        .ok_or_else(|| format!("ours has no parameter {code}"))
}

fn parameter(value: &str, key: &str, code: u64, field: &str, pages: Pages<'_>) -> Result<(), String> {
    let (theirs, rest) = number(value).ok_or("this is no number")?;
    if !rest.is_empty() {
        return Err(unknown(rest));
    }
    same_number(theirs, &format!("{}/{field}", place(key, code, pages)?), pages)
}

/// Degrees Celsius.
fn degrees(value: &str, key: &str, code: u64, field: &str, pages: Pages<'_>) -> Result<(), String> {
    let value = value.strip_suffix(" C").ok_or("these are no degrees Celsius")?;
    parameter(value, key, code, field, pages)
}
