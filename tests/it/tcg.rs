//! TCG level 0 discovery on its way from a drive into a report: who is asked, by which command, and
//! what becomes of the answer.

use std::path::Path;

use calipers::drive::Drive;
use calipers::drive::facts::{Facts, facts};
use calipers::drive::kernel::KernelView;
use calipers::drive::layers::Status;
use calipers::drive::survey::{Answers, Depth, Missing, parse_key, survey};
use sg::tcg::{Feature, LockingState, RemovalTime};
use sg::transport::{Answer, Exchange};

const PROTOCOLS: &[u8] = &[0xa2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0];
const LEVEL_0: &[u8] = &[0xa2, 1, 0, 1, 0, 0, 0, 0, 8, 0, 0, 0];
const ATA_PROTOCOLS: &[u8] = &[0x85, 8, 0x0e, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x5c, 0];
const ATA_LEVEL_0: &[u8] = &[0x85, 8, 0x0e, 0, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0x5c, 0];
const IDENTIFY: &[u8] = &[0x85, 8, 0x0e, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xec, 0];
const RSOC: &[u8] = &[0xa3, 0x0c, 0x80, 0, 0, 0, 0, 0, 0x40, 0, 0, 0];
/// 05h/20h/00h: INVALID COMMAND OPERATION CODE.
const REFUSED: &[u8] = &[0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0];
const LIST: &[u8] = &[0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 2];

fn vector(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages/tcg").join(name);
    sg::hex::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A vector as a drive sends it: 2048 bytes were asked for, and zeros fill them up.
fn answer(name: &str) -> Vec<u8> {
    let mut bytes = vector(name);
    bytes.resize(2048, 0);
    bytes
}

fn good(cdb: &[u8], data: &[u8]) -> Exchange {
    let answer = Answer::Completed { status: 0, sense: Vec::new(), data: data.to_vec() };
    Exchange { cdb: cdb.to_vec(), out: Vec::new(), allocation: 0, answer }
}

fn refused(cdb: &[u8]) -> Exchange {
    let answer = Answer::Completed { status: 2, sense: REFUSED.to_vec(), data: Vec::new() };
    Exchange { cdb: cdb.to_vec(), out: Vec::new(), allocation: 0, answer }
}

/// REPORT SUPPORTED OPERATION CODES, all: INQUIRY and these.
fn commands(codes: &[u8]) -> Vec<u8> {
    let mut data = u32::try_from(8 * (codes.len() + 1)).unwrap().to_be_bytes().to_vec();
    for code in [&[0x12], codes].concat() {
        data.extend([code, 0, 0, 0, 0, 0, 0, 12]);
    }
    data
}

/// Standard INQUIRY data of a disk of this vendor, SPC-4.
fn inquiry(vendor: &[u8; 8]) -> Exchange {
    let data = [b"\x00\x00\x06\x02\x1f\x00\x00\x02", &vendor[..], b"TESTDISK        0001"].concat();
    good(&[0x12, 0, 0, 0, 36, 0], &data)
}

/// IDENTIFY DEVICE data with this word 48.
fn identify(word_48: u16) -> Exchange {
    let mut data = vec![0; 512];
    data[0] = 0x40;
    data[96..98].copy_from_slice(&word_48.to_le_bytes());
    good(IDENTIFY, &data)
}

fn asked(exchanges: Vec<Exchange>) -> (Answers, Facts, Vec<Vec<u8>>) {
    let capture = super::made::capture("/dev/sdx", KernelView::default(), exchanges);
    let mut drive = Drive::replay("test", "test".into(), capture, Status::default());
    let answers = survey(&mut drive, Depth { all: false, wake: true });
    let facts = facts(&answers, &drive.kernel, drive.quirks());
    let sent = drive.exchanges().iter().map(|exchange| exchange.cdb.clone()).collect();
    (answers, facts, sent)
}

fn times(sent: &[Vec<u8>], cdb: &[u8]) -> usize {
    sent.iter().filter(|one| *one == cdb).count()
}

#[test]
fn a_scsi_drive_that_lists_the_command_is_asked() {
    let (answers, facts, sent) = asked(vec![
        inquiry(b"ACME    "),
        good(RSOC, &commands(&[0xa2, 0xb5])),
        good(PROTOCOLS, LIST),
        good(LEVEL_0, &answer("crucial-mx500.hex")),
    ]);
    assert_eq!((times(&sent, PROTOCOLS), times(&sent, LEVEL_0)), (1, 1));
    assert_eq!((times(&sent, ATA_PROTOCOLS), times(&sent, ATA_LEVEL_0)), (0, 0));
    assert_eq!(answers.raw("tcg").len(), 180, "without what fills the answer up");
    assert_eq!(answers.raw("security:00"), LIST);

    let security = facts.security;
    assert_eq!(security.tcg_ssc.value, Some(vec!["Opal 2".to_owned()]));
    assert_eq!(security.tcg_locking.value.as_deref(), Some("enabled, unlocked"));
    assert_eq!(security.media_encryption.value, Some(true));
    let from = security.tcg_locking.from.unwrap();
    assert_eq!((from.to_string().as_str(), from.raw.as_deref()), ("tcg byte 68", Some("0b")));
    assert_eq!(security.media_encryption.from.unwrap().to_string(), "tcg byte 68.3");
    assert_eq!(security.trusted_computing.value, Some(true));
}

#[test]
fn a_drive_that_claims_neither_is_not_asked() {
    for exchanges in [
        vec![inquiry(b"ACME    "), good(RSOC, &commands(&[0xb5]))],
        vec![inquiry(b"ATA     "), refused(RSOC), identify(0x4000)],
        // ATA-1 said something else by this bit: the word is not marked.
        vec![inquiry(b"ATA     "), refused(RSOC), identify(0x0001)],
    ] {
        let (answers, facts, sent) = asked(exchanges);
        for cdb in [PROTOCOLS, LEVEL_0, ATA_PROTOCOLS, ATA_LEVEL_0] {
            assert_eq!(times(&sent, cdb), 0, "{cdb:02x?}");
        }
        assert!(!answers.missing.contains_key("tcg") && !answers.missing.contains_key("security:00"));
        assert_eq!((facts.security.tcg_ssc.value, facts.security.tcg_locking.value), (None, None));
    }
}

#[test]
fn an_ata_drive_is_asked_by_trusted_receive() {
    let (answers, facts, sent) = asked(vec![
        inquiry(b"ATA     "),
        refused(RSOC),
        identify(0x4001),
        good(ATA_PROTOCOLS, LIST),
        good(ATA_LEVEL_0, &answer("crucial-m550.hex")),
    ]);
    assert_eq!((times(&sent, PROTOCOLS), times(&sent, LEVEL_0)), (0, 0));
    assert!(!answers.missing.contains_key("tcg"));
    assert_eq!(facts.security.tcg_locking.value.as_deref(), Some("enabled, locked"));
}

#[test]
fn what_libata_refuses_is_unknown_and_not_denied() {
    let (answers, facts, _) = asked(vec![
        inquiry(b"ATA     "),
        refused(RSOC),
        identify(0x4001),
        refused(ATA_PROTOCOLS),
        refused(ATA_LEVEL_0),
    ]);
    assert!(matches!(answers.missing.get("tcg"), Some(Missing::Refused(_))));
    let security = facts.security;
    assert_eq!(security.trusted_computing.value, Some(true));
    assert_eq!((security.tcg_ssc.value, security.tcg_locking.value), (None, None));
    assert_eq!(security.media_encryption.value, None);
}

#[test]
fn a_sat_layer_that_lists_the_scsi_command_and_refuses_it_is_gone_around() {
    let (answers, facts, sent) = asked(vec![
        inquiry(b"ATA     "),
        good(RSOC, &commands(&[0xa2, 0xb5])),
        identify(0x4001),
        refused(PROTOCOLS),
        refused(LEVEL_0),
        good(ATA_PROTOCOLS, LIST),
        good(ATA_LEVEL_0, &answer("padded.hex")),
    ]);
    assert_eq!((times(&sent, LEVEL_0), times(&sent, ATA_LEVEL_0)), (1, 1));
    assert!(!answers.missing.contains_key("tcg") && !answers.missing.contains_key("security:00"));
    assert_eq!(facts.security.tcg_locking.value.as_deref(), Some("supported, not enabled"));
    assert_eq!(facts.security.tcg_ssc.value, Some(Vec::new()), "the answer is whole and names none");
}

#[test]
fn a_cut_answer_does_not_deny_what_it_may_have_lost() {
    let cut = &vector("crucial-mx500.hex")[..80];
    let (_, facts, _) = asked(vec![inquiry(b"ACME    "), good(RSOC, &commands(&[0xa2])), good(LEVEL_0, cut)]);
    assert_eq!(facts.security.tcg_ssc.value, None);
    assert_eq!(facts.security.tcg_locking.value.as_deref(), Some("enabled, unlocked"));
}

#[test]
fn questions_are_answered_from_the_descriptors() {
    let all = sg::tcg::decode(&vector("all-features.hex")).value;
    assert_eq!(all.locking(), Some(LockingState::Locked));
    assert_eq!(all.com_id(), Some(0x07fe), "the first SSC's");
    assert_eq!(
        all.ssc(),
        ["Enterprise", "Opal 1", "Opal 2", "Opalite", "Pyrite 1", "Pyrite 2", "Ruby", "Key per I/O"]
    );
    let Feature::DataRemoval(removal) = &all.find(0x0404).unwrap().feature else { panic!("decoded") };
    let found: Vec<_> = removal.mechanisms().iter().map(|one| (one.name, one.time)).collect();
    let seconds = std::time::Duration::from_secs;
    assert_eq!(
        found,
        [
            ("overwrite data erase", RemovalTime::NotReported),
            ("block erase", RemovalTime::About(seconds(600))),
            ("cryptographic erase", RemovalTime::About(seconds(360))),
            ("unmap", RemovalTime::AtLeast(seconds(131_068))),
            ("vendor specific erase", RemovalTime::AtLeast(seconds(131_068 * 60))),
        ]
    );
    // Pyrite's PIN fields stand where Opal's do: after five reserved bytes.
    let Feature::Pyrite(pyrite) = &all.find(0x0302).unwrap().feature else { panic!("decoded") };
    assert_eq!((pyrite.initial_pin_indicator, pyrite.behavior_upon_revert), (Some(0), Some(0xff)));

    for (name, state, com_id) in [
        ("crucial-mx500.hex", LockingState::Unlocked, Some(0x0888)),
        ("crucial-m550.hex", LockingState::Locked, Some(0x1000)),
        ("padded.hex", LockingState::NotEnabled, None),
    ] {
        let found = sg::tcg::decode(&vector(name)).value;
        assert_eq!((found.locking(), found.com_id()), (Some(state), com_id), "{name}");
    }
    assert_eq!(sg::tcg::decode(&[]).value.locking(), None);
}

#[test]
fn every_published_feature_has_one_name_and_the_codes_rise() {
    let codes: Vec<u16> = sg::tcg::NAMES.iter().map(|(code, _)| *code).collect();
    assert!(codes.is_sorted_by(|one, other| one < other), "{codes:04x?}");
    // The vector holds each of them.
    let all = sg::tcg::decode(&vector("all-features.hex")).value;
    for code in codes {
        assert!(all.find(code).is_some(), "no {code:04x}h in the vector of all features");
    }
}

#[test]
fn pages_are_named() {
    assert_eq!(parse_key("TCG").as_deref(), Ok("tcg"));
    assert_eq!(parse_key("security:0").as_deref(), Ok("security:00"));
    assert!(parse_key("security:ef").is_err() && parse_key("tcg:01").is_err());
}

#[test]
fn loose_bytes_are_decoded() {
    for (kind, file, code, said) in [
        ("tcg", "tcg/all-features.hex", 0, "Opal SSC V2.00 feature (0203h)"),
        ("tcg", "tcg/lying-lengths.hex", 3, "note:"),
        ("security", "security/protocols.hex", 0, "TCG: ComID management"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages").join(file);
        let output = assert_cmd::Command::cargo_bin("calipers")
            .unwrap()
            .args(["decode", kind, path.to_str().unwrap()])
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{file}: {text}");
        assert!(text.contains(said), "{file}: {text}");
    }
}
