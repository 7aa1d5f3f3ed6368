//! `docs/coverage.md`: every field of every page that is decoded, and what is not, with its reason.
//!
//! It is made from the tables that the decoders themselves are made from. What has no fixed place
//! (texts that take the rest of a page, values that are computed from others, lists) is read off
//! the vectors. `CALIPERS_BLESS=1` writes it anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use calipers::report::json::TABLES;
use sg::page::PageKind;
use sg::section::{Item, Section};
use sg::wire::{Layout, Record, Shape};

use super::vectors::vectors;

#[test]
fn docs_coverage_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/coverage.md");
    let text = document();
    if std::env::var_os("CALIPERS_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let first = found.lines().zip(text.lines()).find(|(found, wanted)| found != wanted);
    assert!(
        found == text,
        "docs/coverage.md is not what the tables say (first: {first:?}): run CALIPERS_BLESS=1 cargo test --test it coverage"
    );
}

#[test]
fn what_is_not_decoded_has_a_reason() {
    let mut wrong = Vec::new();
    for (page, layout) in kinds().flat_map(|kind| kind.layouts.iter().map(move |layout| (kind.key, layout))) {
        let name = format!("{page}, {}", layout.name);
        if !layout.gaps().is_empty() {
            wrong.push(format!("{name}: neither a field nor a reason for (byte, bit) {:?}", layout.gaps()));
        }
        for reserved in layout.reserved.iter().filter(|reserved| reserved.why.trim().is_empty()) {
            wrong.push(format!("{name}: {} is left out without a reason", reserved.at));
        }
        let mut keys = BTreeSet::new();
        for field in layout.fields {
            if field.name.trim().is_empty() || !keys.insert(field.key) {
                wrong.push(format!("{name}: the field {} has no name, or its key stands twice", field.key));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn kinds() -> impl Iterator<Item = &'static PageKind> {
    TABLES.iter().flat_map(|table| table.iter())
}

/// What stands before the pages of a kind, and what answers hold beside pages.
const FRAMES: &[(&str, &[Layout])] = &[
    ("VPD pages", &[sg::vpd::Header::LAYOUT]),
    (
        "mode pages",
        &[
            sg::mode::Header6::LAYOUT,
            sg::mode::Header10::LAYOUT,
            sg::mode::ShortBlockDescriptor::LAYOUT,
            sg::mode::LongBlockDescriptor::LAYOUT,
            sg::mode::PageHeader::LAYOUT,
            sg::mode::SubpageHeader::LAYOUT,
        ],
    ),
    ("log pages", &[sg::log::Header::LAYOUT, sg::log::ParameterHeader::LAYOUT]),
];

fn document() -> String {
    let mut text = String::from(
        "# What is decoded\n\n\
         Made from the tables that the decoders are made from; do not edit it: \
         `CALIPERS_BLESS=1 cargo test --test it coverage` writes it.\n\n\
         A place is a byte of its page or record (`byte 4 7:5`: bits 7 to 5) or an ATA word; in a list, \
         it counts from the element's first byte. The key is the field's name in JSON. What no field \
         takes stands below each table with the reason. A page that is not here is shown as its bytes.\n",
    );
    let seen = further();
    let shared: BTreeSet<&str> = FRAMES
        .iter()
        .flat_map(|(_, layouts)| layouts.iter())
        .flat_map(|layout| layout.fields.iter().map(|field| field.key))
        .collect();
    writeln!(text, "\n| page | name | fields |\n|---|---|---|").unwrap();
    for kind in kinds() {
        let fields: usize = kind.layouts.iter().map(|layout| layout.fields.len()).sum();
        let more = seen.get(kind.key).map_or(0, |lines| {
            lines.keys().filter(|key| !is_in_tables(kind, key) && !shared.contains(key.as_str())).count()
        });
        writeln!(text, "| [{}](#{}) | {} | {} |", kind.key, anchor(kind), kind.title, fields + more).unwrap();
    }
    for (title, layouts) in FRAMES {
        writeln!(text, "\n## Around {title}").unwrap();
        layouts.iter().for_each(|one| layout(one, &mut text));
    }
    for kind in kinds() {
        writeln!(text, "\n## {}: {}", kind.key, kind.title).unwrap();
        for one in kind.layouts {
            match FRAMES.iter().find(|(_, frames)| frames.iter().any(|frame| same(frame, one))) {
                Some((title, _)) => writeln!(text, "\n**{}**: see Around {title}.", one.name).unwrap(),
                None => layout(one, &mut text),
            }
        }
        let Some(lines) = seen.get(kind.key) else { continue };
        let more: Vec<_> = lines
            .iter()
            .filter(|(key, _)| !is_in_tables(kind, key) && !shared.contains(key.as_str()))
            .collect();
        if !more.is_empty() {
            writeln!(text, "\nWithout a fixed place of its own:\n\n| name | what | key |\n|---|---|---|")
                .unwrap();
            for (key, (name, what)) in more {
                writeln!(text, "| {} | {what} | {key} |", cell(name)).unwrap();
            }
        }
    }
    text
}

/// True if two tables are one.
fn same(one: &Layout, other: &Layout) -> bool {
    let names = |layout: &Layout| layout.fields.iter().map(|f| (f.key, f.name, f.at)).collect::<Vec<_>>();
    one.name == other.name && names(one) == names(other)
}

/// The heading's anchor, as Markdown renderers make it.
fn anchor(kind: &PageKind) -> String {
    format!("{}: {}", kind.key, kind.title)
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

fn is_in_tables(kind: &PageKind, key: &str) -> bool {
    kind.layouts.iter().flat_map(|layout| layout.fields).any(|field| field.key == key)
}

fn layout(layout: &Layout, text: &mut String) {
    let bytes = match layout.end - layout.start {
        1 => format!("byte {}", layout.start),
        _ => format!("bytes {}-{}", layout.start, layout.end - 1),
    };
    writeln!(text, "\n**{}**, {bytes}\n\n| name | place | unit | key |\n|---|---|---|---|", layout.name)
        .unwrap();
    for field in layout.fields {
        let unit = match (field.unit, field.shape) {
            (Some(unit), _) => unit,
            (None, Shape::Bit) => "bit",
            (None, Shape::Text) => "text",
            (None, Shape::Bytes) => "bytes as they are",
            (None, Shape::Number) => "",
        };
        writeln!(text, "| {} | {} | {unit} | {} |", cell(field.name), field.at, field.key).unwrap();
    }
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for reserved in layout.reserved {
        reasons.entry(reserved.why).or_default().push(reserved.at.to_string());
    }
    if !reasons.is_empty() {
        writeln!(text, "\nNot decoded:\n").unwrap();
    }
    for (why, places) in reasons {
        writeln!(text, "- {}: {why}", places.join(", ")).unwrap();
    }
}

fn cell(text: &str) -> String {
    text.trim().replace('|', "\\|")
}

/// What is shown of a key in a page: its name, and what it is.
type Lines = BTreeMap<String, (String, String)>;

/// What the vectors show of each page: every line and list by its key.
fn further() -> BTreeMap<String, Lines> {
    let mut all = BTreeMap::new();
    for (describe, _, bytes) in vectors() {
        collect(&describe(&bytes), None, &mut all);
    }
    all
}

/// Another page that has this field in its tables, as VPD page 83h has all of a designator.
fn elsewhere(page: &str, key: &str, name: &str) -> Option<&'static str> {
    let kind = page.split(':').next();
    kinds()
        .filter(|other| other.key != page && other.key.split(':').next() == kind)
        .find(|other| other.layouts.iter().flat_map(|l| l.fields).any(|f| f.key == key && f.name == name))
        .map(|other| other.key)
}

fn collect(section: &Section, page: Option<&str>, all: &mut BTreeMap<String, Lines>) {
    let key = section.key.as_ref();
    let page = if kinds().any(|kind| kind.key == key) { Some(key) } else { page };
    for item in &section.items {
        match item {
            Item::Section(inner) => collect(inner, page, all),
            Item::Entry(entry) => {
                let Some(page) = page else { continue };
                let unit = entry.unit.as_deref().map(|unit| format!(", {unit}")).unwrap_or_default();
                let what = match (elsewhere(page, &entry.key, &entry.name), &entry.at) {
                    (Some(other), _) => format!("as in {other}"),
                    (None, Some(at)) => format!("such as {at}{unit}"),
                    (None, None) => format!("computed{unit}"),
                };
                let lines = all.entry(page.to_owned()).or_default();
                lines.entry(entry.key.to_string()).or_insert((entry.name.to_string(), what));
            }
            Item::List { key, title, elements } => {
                if let Some(page) = page {
                    let lines = all.entry(page.to_owned()).or_default();
                    lines.entry(key.to_string()).or_insert((title.to_string(), "list".to_owned()));
                }
                for element in elements {
                    collect(element, page, all);
                }
            }
        }
    }
}
