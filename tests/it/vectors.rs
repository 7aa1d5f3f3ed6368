//! Test vectors: each `testdata/pages/KIND/*.hex` and its expected decode, the `.json` beside it.
//!
//! `CALIPERS_BLESS=1` writes the expected decodes anew: look at the difference before you commit it.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use calipers::report::Render;
use calipers::report::terminal::Terminal;
use sg::page::PageKind;
use sg::section::{Item, Section};

/// How the bytes of one kind of page are shown.
pub(super) type Describe = fn(&[u8]) -> Section;

/// The kinds of page: folder under `testdata/pages`, how such bytes are shown, and the table.
const KINDS: &[(&str, Describe, &[PageKind])] = &[
    ("mode", |answer| sg::mode::describe(answer, sg::mode::Form::Ten), sg::mode::PAGES),
    ("mode6", |answer| sg::mode::describe(answer, sg::mode::Form::Six), sg::mode::PAGES),
    ("log", sg::log::describe, sg::log::PAGES),
    ("sense", sg::sense::describe, sg::sense::PAGES),
    ("inquiry", sg::inquiry::describe, sg::inquiry::PAGES),
    ("vpd", sg::vpd::describe, sg::vpd::PAGES),
    ("readcap", sg::read_capacity::describe, sg::read_capacity::PAGES),
    ("luns", sg::luns::describe, sg::luns::PAGES),
    ("security", sg::security::describe, sg::security::PAGES),
    ("tcg", sg::tcg::describe, sg::tcg::PAGES),
    ("rsoc", sg::rsoc::describe_all, sg::rsoc::ALL),
    ("rsoc-one", sg::rsoc::describe_one, sg::rsoc::ONE),
    ("identify", ata::identify::describe, ata::identify::PAGES),
    // An ATA log does not say which one it is; the pages of logs 04h and 30h say their number.
    ("ata-log-00", |page| ata::log::describe(0x00, 0, page), ata::log::PAGES),
    ("ata-log-04", |page| ata::log::describe(0x04, ata_page(page), page), &[]),
    ("ata-log-30", |page| ata::log::describe(0x30, ata_page(page), page), &[]),
];

/// The number of a page of an ATA log. The copy of IDENTIFY DEVICE data has no header: its vector
/// has 1 in word 1.
fn ata_page(page: &[u8]) -> u16 {
    page.get(2).copied().unwrap_or(0).into()
}

/// Every vector: its kind's decoder, path and bytes.
pub(super) fn vectors() -> Vec<(Describe, PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages");
    let mut all = Vec::new();
    for (kind, describe, _) in KINDS {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(root.join(kind))
            .unwrap_or_else(|error| panic!("testdata/pages/{kind}: {error}"))
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "hex"))
            .collect();
        paths.sort();
        assert!(!paths.is_empty(), "no vector of kind {kind}");
        for path in paths {
            let bytes = sg::hex::parse(&std::fs::read_to_string(&path).unwrap())
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            all.push((*describe, path, bytes));
        }
    }
    all
}

#[test]
fn vectors_decode_as_written_beside_them() {
    let mut wrong = Vec::new();
    for (describe, path, bytes) in vectors() {
        let found = serde_json::to_string_pretty(&describe(&bytes)).unwrap() + "\n";
        let expected = path.with_extension("json");
        if std::env::var_os("CALIPERS_BLESS").is_some() {
            std::fs::write(&expected, &found).unwrap();
        }
        if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "these decode otherwise than written:\n{}", wrong.join("\n"));
}

/// The keys of a section and of all sections in it: a MODE SENSE answer holds several pages.
fn keys(section: &Section) -> Vec<String> {
    let inside = section.items.iter().flat_map(|item| match item {
        Item::Entry(_) => Vec::new(),
        Item::Section(section) => keys(section),
        Item::List { elements, .. } => elements.iter().flat_map(keys).collect(),
    });
    std::iter::once(section.key.to_string()).chain(inside).collect()
}

#[test]
fn every_page_has_a_vector() {
    let keys: Vec<String> =
        vectors().iter().flat_map(|(describe, _, bytes)| keys(&describe(bytes))).collect();
    for (kind, _, pages) in KINDS {
        for page in *pages {
            assert!(
                keys.iter().any(|key| key == page.key),
                "no vector in testdata/pages/{kind} for {}",
                page.key
            );
        }
    }
}

#[test]
fn every_bit_is_decoded_or_has_a_reason() {
    for page in KINDS.iter().flat_map(|(_, _, pages)| *pages) {
        for layout in page.layouts {
            assert!(
                layout.gaps().is_empty(),
                "{} {}: undecoded (byte, bit): {:?}",
                page.key,
                layout.name,
                layout.gaps()
            );
        }
    }
}

/// A section through every renderer.
fn render(section: &Section) {
    serde_json::to_string(section).unwrap();
    for evidence in [false, true] {
        Terminal { evidence, ..Terminal::default() }.render(section, &mut std::io::sink()).unwrap();
    }
}

#[test]
fn cut_and_damaged_vectors_never_panic() {
    let all = vectors();
    let next = AtomicUsize::new(0);
    // The slowest test, on all processors. A panic in a thread is the test's.
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some((describe, _, bytes)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for length in 0..bytes.len() {
                        render(&describe(&bytes[..length]));
                    }
                    for bit in 0..bytes.len() * 8 {
                        let mut damaged = bytes.clone();
                        damaged[bit / 8] ^= 1 << (bit % 8);
                        render(&describe(&damaged));
                    }
                }
            });
        }
    });
}
