//! Test vectors: each `testdata/pages/KIND/*.hex` and its expected decode, the `.json` beside it.
//!
//! `CALIPERS_BLESS=1` writes the expected decodes anew: look at the difference before you commit it.

use std::path::{Path, PathBuf};

use sg::page::PageKind;
use sg::section::Section;

/// How the bytes of one kind of page are shown.
type Describe = fn(&[u8]) -> Section;

/// The kinds of page: folder under `testdata/pages`, how such bytes are shown, and the table.
const KINDS: &[(&str, Describe, &[PageKind])] = &[
    ("identify", ata::identify::describe, ata::identify::PAGES),
    ("vpd", sg::vpd::describe, sg::vpd::PAGES),
];

/// Every vector: its kind's decoder, path and bytes.
fn vectors() -> Vec<(Describe, PathBuf, Vec<u8>)> {
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

#[test]
fn every_page_has_a_vector() {
    let keys: Vec<String> =
        vectors().iter().map(|(describe, _, bytes)| describe(bytes).key.into_owned()).collect();
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

#[test]
fn cut_and_damaged_vectors_never_panic() {
    std::thread::scope(|scope| {
        for (describe, _, bytes) in vectors() {
            // A thread each: large pages make this the slowest test. A panic in one is the test's.
            scope.spawn(move || {
                for length in 0..bytes.len() {
                    let _ = serde_json::to_string(&describe(&bytes[..length])).unwrap();
                }
                for bit in 0..bytes.len() * 8 {
                    let mut damaged = bytes.clone();
                    damaged[bit / 8] ^= 1 << (bit % 8);
                    let _ = serde_json::to_string(&describe(&damaged)).unwrap();
                }
            });
        }
    });
}
