//! The documents say what is: the code in `docs/adding.md` is in the tree, `docs/safety.md` names
//! each command that goes to a drive, and `docs/man` has every verb and option.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use calipers::drive::capture::Capture;

use super::made;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_code_in_adding_is_in_the_tree() {
    let document = read("docs/adding.md");
    let mut blocks = 0;
    // Every other part stands between fences.
    for block in document.split("\n```").skip(1).step_by(2) {
        let (head, body) = block.split_once('\n').unwrap_or((block, ""));
        // The first word is the language, the second the file.
        let Some((_, file)) = head.split_once(' ') else { continue };
        let source = read(file);
        let mut lines = source.lines().map(str::trim);
        for wanted in body.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "…") {
            assert!(lines.any(|line| line == wanted), "{file} has no line (or not in this order): {wanted}");
        }
        blocks += 1;
    }
    assert!(blocks > 8, "only {blocks} blocks of code name their file");
    for name in document.split('`').filter(|word| word.contains('/') && word.ends_with(".rs")) {
        let there = [name.to_owned(), format!("sg/src/vpd/{name}")];
        assert!(there.iter().any(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name).exists()), "{name}");
    }
}

#[test]
fn the_manual_pages_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/man");
    let mut main = calipers::cli::command().disable_help_subcommand(true);
    main.build();
    let mut pages = vec![("calipers.1".to_owned(), main.clone())];
    for verb in main.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        pages.push((format!("calipers-{}.1", verb.get_name()), verb.clone()));
    }
    let mut old = Vec::new();
    for (name, command) in pages {
        let mut text = Vec::new();
        clap_mangen::Man::new(command).render(&mut text).unwrap();
        let path = folder.join(&name);
        if std::env::var_os("CALIPERS_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        if std::fs::read(&path).unwrap_or_default() != text {
            old.push(name);
        }
    }
    assert!(old.is_empty(), "docs/man/{old:?} are old: run CALIPERS_BLESS=1 cargo test --test it docs");
}

/// A command by its operation code and, where one code is several commands, the byte and the value
/// that tell; and how `docs/safety.md` names it.
type Named = (u8, Option<(usize, u8)>, &'static str);

/// Every command that calipers may send. All of them read; none changes anything.
const COMMANDS: &[Named] = &[
    (0x00, None, "TEST UNIT READY"),
    (0x03, None, "REQUEST SENSE"),
    (0x12, None, "INQUIRY"),
    (0x1a, None, "MODE SENSE (6)"),
    (0x1c, None, "RECEIVE DIAGNOSTIC RESULTS"),
    (0x25, None, "READ CAPACITY (10)"),
    (0x37, None, "READ DEFECT DATA"),
    (0x3c, Some((1, 0x03)), "READ BUFFER (descriptors, no data)"),
    (0x3c, Some((1, 0x0b)), "READ BUFFER (descriptors, no data)"),
    (0x4d, None, "LOG SENSE"),
    (0x5a, None, "MODE SENSE (10)"),
    (0x5e, None, "PERSISTENT RESERVE IN"),
    (0x95, Some((1, 0x00)), "REPORT ZONES"),
    (0x9e, Some((1, 0x10)), "READ CAPACITY (10) and (16)"),
    (0x9e, Some((1, 0x12)), "GET LBA STATUS"),
    (0x9e, Some((1, 0x17)), "GET PHYSICAL ELEMENT STATUS"),
    (0xa0, None, "REPORT LUNS"),
    (0xa2, None, "SECURITY PROTOCOL IN"),
    (0xa3, Some((1, 0x05)), "REPORT IDENTIFYING INFORMATION"),
    (0xa3, Some((1, 0x0a)), "REPORT TARGET PORT GROUPS"),
    (0xa3, Some((1, 0x0c)), "REPORT SUPPORTED OPERATION CODES"),
    (0xa3, Some((1, 0x0d)), "REPORT SUPPORTED TASK MANAGEMENT FUNCTIONS"),
    (0xa3, Some((1, 0x0f)), "REPORT TIMESTAMP"),
    (0xab, Some((1, 0x01)), "READ MEDIA SERIAL NUMBER"),
    (0xb7, None, "READ DEFECT DATA"),
];

/// The same by ATA command code, and FEATURES where that tells.
const ATA_COMMANDS: &[(u8, Option<u8>, &str)] = &[
    (0x2f, None, "ATA READ LOG EXT"),
    (0x47, None, "READ LOG DMA EXT"),
    (0x5c, None, "TRUSTED RECEIVE"),
    (0xb0, Some(0xd0), "SMART READ DATA"),
    (0xb0, Some(0xd1), "thresholds"),
    (0xb0, Some(0xd5), "the directory, error, self-test and SCT status logs"),
    (0xb0, Some(0xda), "ATA SMART RETURN STATUS"),
    (0xb4, Some(0x00), "SANITIZE STATUS EXT"),
    (0xe5, None, "ATA CHECK POWER MODE"),
    (0xec, None, "ATA IDENTIFY DEVICE"),
];

fn named(cdb: &[u8]) -> Option<&'static str> {
    if cdb[0] == 0x85 {
        let row = ATA_COMMANDS
            .iter()
            .find(|(code, feature, _)| *code == cdb[14] && feature.is_none_or(|feature| feature == cdb[4]));
        return row.map(|(_, _, name)| *name);
    }
    let row = COMMANDS
        .iter()
        .find(|(code, tell, _)| *code == cdb[0] && tell.is_none_or(|(byte, value)| cdb[byte] == value));
    row.map(|(_, _, name)| *name)
}

#[test]
fn each_command_that_is_sent_is_named_in_safety_and_only_reads() {
    let text = read("docs/safety.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let folder = tempfile::tempdir().unwrap();
    let mut sent = BTreeSet::new();
    for capture in [made::sas(), made::sata()] {
        let path = folder.path().join("drive.json");
        std::fs::write(&path, capture.to_json().unwrap()).unwrap();
        // A capture asks for everything that is ever asked.
        let output = Command::new(env!("CARGO_BIN_EXE_calipers"))
            .args(["capture", path.to_str().unwrap(), "-o", "-"])
            .output()
            .unwrap();
        let capture = Capture::parse("the capture", &output.stdout).unwrap();
        for exchange in capture.exchanges {
            let cdb = sg::wire::spaced_hex(&exchange.cdb);
            assert!(exchange.out.is_empty(), "{cdb} carries data to the drive");
            let name =
                named(&exchange.cdb).unwrap_or_else(|| panic!("{cdb}: docs/safety.md does not name it"));
            assert!(text.contains(name), "docs/safety.md does not name {name} ({cdb})");
            sent.insert(name);
        }
    }
    for name in
        ["READ BUFFER (descriptors, no data)", "ATA READ LOG EXT", "SANITIZE STATUS EXT", "REPORT ZONES"]
    {
        assert!(sent.contains(name), "{name} was not sent: this test sees too little");
    }
}
