//! The program as its users meet it: what it says, and with which exit code.

use std::path::{Path, PathBuf};
use std::process::Output;

use calipers::drive::capture::FORMAT;
use calipers::drive::kernel::KernelView;
use sg::transport::{Answer, Exchange, TransportError};

/// Runs the program and gives its exit code, standard output and standard error.
fn calipers(args: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } =
        assert_cmd::Command::cargo_bin("calipers").unwrap().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code().expect("ended by itself"), text(stdout), text(stderr))
}

/// A drive's answers, written down by hand.
struct Shelf {
    folder: tempfile::TempDir,
}

/// `05h/20h/00h`: INVALID COMMAND OPERATION CODE.
const REFUSED: &[u8] = &[0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0];
/// Standard INQUIRY data of a disk: SPC-3, vendor, product, revision.
const INQUIRY: &[u8; 36] = b"\x00\x00\x05\x02\x1f\x00\x00\x02ACME    TESTDISK        0001";

fn good(cdb: &[u8], data: &[u8]) -> Exchange {
    answered(cdb, Answer::Completed { status: 0, sense: Vec::new(), data: data.to_vec() })
}

fn check(cdb: &[u8], sense: &[u8]) -> Exchange {
    answered(cdb, Answer::Completed { status: 2, sense: sense.to_vec(), data: Vec::new() })
}

fn answered(cdb: &[u8], answer: Answer) -> Exchange {
    Exchange { cdb: cdb.to_vec(), out: Vec::new(), allocation: 0, answer }
}

const INQUIRY_36: &[u8] = &[0x12, 0, 0, 0, 36, 0];
const READ_CAPACITY_10: &[u8] = &[0x25, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const READ_CAPACITY_16: &[u8] = &[0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0];

impl Shelf {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn drive(&self, name: &str, exchanges: Vec<Exchange>) -> String {
        let capture = super::made::capture("/dev/sdx", KernelView::default(), exchanges);
        self.file(name, capture.to_json().unwrap().as_bytes())
    }

    fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn capacity_10(blocks: u32) -> Vec<u8> {
    [(blocks - 1).to_be_bytes(), 512u32.to_be_bytes()].concat()
}

fn capacity_16(blocks: u64) -> Vec<u8> {
    let mut data = vec![0; 32];
    data[..8].copy_from_slice(&(blocks - 1).to_be_bytes());
    data[8..12].copy_from_slice(&512u32.to_be_bytes());
    data
}

#[test]
fn a_drive_that_answers_nothing_but_inquiry_is_inconclusive() {
    let shelf = Shelf::new();
    // What is not in a capture was not asked, or not answered: the same to who reads it.
    let file = shelf.drive("only-inquiry", vec![good(INQUIRY_36, INQUIRY), check(READ_CAPACITY_10, REFUSED)]);
    let (code, out, err) = calipers(&["inspect", &file]);
    assert_eq!((code, err.as_str()), (3, ""), "{out}");
    assert!(out.contains("TESTDISK"), "{out}");
    assert!(
        out.contains("Capacity  unknown") || out.contains("Capacity") && out.contains("unknown"),
        "{out}"
    );
}

#[test]
fn a_drive_that_times_out_or_goes_away_keeps_what_it_said_before() {
    let shelf = Shelf::new();
    let cases = [
        ("hangs", TransportError::TimedOut(std::time::Duration::from_secs(30)), "no answer within 30 s"),
        ("gone", TransportError::Gone, "the device is gone"),
    ];
    for (name, error, said) in cases {
        let file = shelf.drive(
            name,
            vec![
                good(INQUIRY_36, INQUIRY),
                good(READ_CAPACITY_10, &capacity_10(1000)),
                answered(READ_CAPACITY_16, Answer::Failed(error)),
            ],
        );
        let (code, out, err) = calipers(&["inspect", &file]);
        assert_eq!(code, 2, "{out}{err}");
        assert!(out.contains("TESTDISK") && out.contains("512000 bytes"), "what is known is shown: {out}");
        assert!(err.contains(said) && err.contains("READ CAPACITY"), "{err}");
    }
}

#[test]
fn capacities_that_contradict_each_other_are_found() {
    let shelf = Shelf::new();
    let file = shelf.drive(
        "two-sizes",
        vec![
            good(INQUIRY_36, INQUIRY),
            good(READ_CAPACITY_10, &capacity_10(1000)),
            good(READ_CAPACITY_16, &capacity_16(2000)),
        ],
    );
    let (code, out, _) = calipers(&["inspect", &file]);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("CONTRADICTION") && out.contains("1024000 bytes") && out.contains("512000 bytes"),
        "{out}"
    );
    let (code, out, _) = calipers(&["inspect", "--json", &file]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["outcome"]), (1, &"failed".into()));
    let drive = &json["drives"][0];
    assert_eq!(drive["facts"]["capacity"]["bytes"]["value"], 1_024_000);
    assert_eq!(drive["facts"]["capacity"]["bytes"]["unit"], "bytes");
    assert_eq!(drive["facts"]["capacity"]["bytes"]["from"]["page"], "readcap:16");
    assert_eq!(drive["facts"]["capacity"]["bytes"]["also"][0]["value"], 512_000);
}

#[test]
fn a_unit_attention_is_absorbed_and_told() {
    let attention = [0x70, 0, 6, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x29, 0, 0, 0, 0, 0];
    let shelf = Shelf::new();
    let file = shelf.drive(
        "attention",
        vec![
            good(INQUIRY_36, INQUIRY),
            check(READ_CAPACITY_10, &attention),
            good(READ_CAPACITY_10, &capacity_10(1000)),
            good(READ_CAPACITY_16, &capacity_16(1000)),
        ],
    );
    let (code, out, err) = calipers(&["inspect", &file]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("absorbed") && out.contains("READ CAPACITY") && out.contains("29h"), "{out}");
}

#[test]
fn a_drive_that_sleeps_is_left_asleep_on_request() {
    // REQUEST SENSE: 5Eh/02h, STANDBY CONDITION ACTIVATED BY TIMER.
    let standby = [0x70, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x5e, 2, 0, 0, 0, 0];
    let shelf = Shelf::new();
    let file = shelf.drive(
        "asleep",
        vec![
            good(INQUIRY_36, INQUIRY),
            good(&[0x03, 0, 0, 0, 252, 0], &standby),
            good(&[0; 6], &[]),
            good(READ_CAPACITY_10, &capacity_10(1000)),
            good(READ_CAPACITY_16, &capacity_16(1000)),
        ],
    );
    let (code, out, _) = calipers(&["inspect", &file]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("512000 bytes") && out.contains("Standby condition"), "{out}");
    let (code, out, _) = calipers(&["inspect", "--no-wake", "--json", &file]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 3, "what was not asked is unknown: {out}");
    let drive = &json["drives"][0];
    assert_eq!(drive["facts"]["power"]["asleep"]["value"], true);
    assert!(drive["facts"]["capacity"]["bytes"]["value"].is_null());
    for key in ["readcap:10", "mode:08", "log:00"] {
        let why = drive["missing"][key]["not_asked"].as_str().unwrap_or_default();
        assert!(why.contains("--no-wake"), "{key}: {out}");
    }
}

#[test]
fn a_refusal_is_an_object_in_json() {
    let shelf = Shelf::new();
    let pointed = [0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x24, 0, 0, 0xca, 0, 2];
    let vpd = [0x12, 1, 0xb0, 0, 252, 0];
    let file = shelf.drive("refused", vec![good(INQUIRY_36, INQUIRY), check(&vpd, &pointed)]);
    let (code, out, _) = calipers(&["inspect", "--json", "--page", "vpd:b0", &file]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 3, "what was asked for is unknown");
    let error = &json["drives"][0]["missing"]["vpd:b0"]["refused"];
    assert_eq!(error["command"], "INQUIRY");
    assert_eq!(error["cdb"], "1201b000fc00");
    assert_eq!(error["status"]["name"], "CHECK CONDITION");
    assert_eq!((&error["sense"]["asc"], &error["sense"]["ascq"]), (&0x24.into(), &0.into()), "{error}");
    assert!(error["sense"]["field_pointer"].is_object(), "{error}");
}

#[test]
fn what_is_no_drive_is_told_in_one_line_with_code_2() {
    let shelf = Shelf::new();
    let text = shelf.file("notes.txt", b"hello\n");
    let json = shelf.file("other.json", b"{}\n");
    let newer = shelf.file("newer.json", br#"{"format": "calipers-capture", "schema_version": 99}"#);
    let cut = shelf.drive("whole", vec![good(INQUIRY_36, INQUIRY)]);
    let whole = std::fs::read(&cut).unwrap();
    let cut = shelf.file("cut.json", &whole[..whole.len() / 2]);
    let folder = shelf.folder.path().to_str().unwrap().to_owned();
    for (name, said) in [
        ("/dev/null", "not a SCSI or ATA device"),
        (folder.as_str(), "a folder"),
        ("/dev/no-such-drive", "there is no drive"),
        ("NO-SUCH-SERIAL", "no drive here has this serial number"),
        (text.as_str(), "neither a drive nor a capture"),
        (json.as_str(), "neither a drive nor a capture"),
        (newer.as_str(), "use a newer calipers"),
        (cut.as_str(), "it is not JSON"),
    ] {
        for verb in ["inspect", "capture"] {
            let out = shelf.path("out.json");
            let mut args = vec![verb, name];
            if verb == "capture" {
                args.extend(["-o", out.to_str().unwrap()]);
            }
            let (code, stdout, err) = calipers(&args);
            assert_eq!(code, 2, "{verb} {name}: {err}");
            assert!(err.contains(said), "{verb} {name}: {err}");
            assert_eq!(err.lines().count(), 1, "{verb} {name}: {err}");
            assert!(stdout.is_empty() && !out.exists());
        }
    }
}

#[test]
fn wrong_usage_is_code_2_and_help_tells_the_codes() {
    assert_eq!(calipers(&["inspect"]).0, 2);
    assert_eq!(calipers(&["inspect", "--page", "vpd:zz", "/dev/null"]).0, 2);
    assert_eq!(calipers(&["inspect", "--timeout", "0", "/dev/null"]).0, 2);
    for args in [&["--help"][..], &["inspect", "--help"], &["capture", "--help"], &["decode", "--help"]] {
        let (code, out, _) = calipers(args);
        assert_eq!(code, 0);
        assert!(out.contains("Exit codes:") && out.contains("inconclusive"), "{args:?}: {out}");
    }
}

#[test]
fn pages_are_named_as_people_write_them() {
    let shelf = Shelf::new();
    let file = shelf.drive("plain", vec![good(INQUIRY_36, INQUIRY)]);
    for name in ["inquiry", "INQUIRY"] {
        let (code, out, err) = calipers(&["inspect", "--page", name, &file]);
        assert_eq!(code, 0, "{err}");
        assert!(out.contains("PRODUCT IDENTIFICATION") && out.contains("[bytes 16-31: 54 45 53 54"), "{out}");
        assert!(out.contains("0010  54 45 53 54"), "with its bytes: {out}");
    }
}

#[test]
fn loose_bytes_are_decoded_from_binary_and_hex() {
    let shelf = Shelf::new();
    let vector = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages/vpd/b0-block-limits.hex");
    let bytes = sg::hex::parse(&std::fs::read_to_string(&vector).unwrap()).unwrap();
    let binary = shelf.file("b0.bin", &bytes);
    let (code, hex, _) = calipers(&["decode", "vpd", vector.to_str().unwrap()]);
    let (_, bin, _) = calipers(&["decode", "vpd", &binary]);
    assert_eq!(code, 0);
    assert!(hex.contains("MAXIMUM UNMAP LBA COUNT"), "{hex}");
    assert_eq!(hex, bin);

    let cut = shelf.file("cut.bin", &bytes[..20]);
    let (code, out, _) = calipers(&["decode", "vpd", &cut]);
    assert_eq!(code, 3, "a part of the page is unknown");
    assert!(out.contains("note:") && out.contains("not returned"), "{out}");

    let words = shelf.file("words.txt", b"these are no bytes\n");
    let (code, _, err) = calipers(&["decode", "sense", &words]);
    assert_eq!(code, 2);
    assert!(err.contains("line 1") && err.contains("these"), "{err}");
    assert_eq!(calipers(&["decode", "sense", &shelf.file("empty", b"")]).0, 2);
    let (code, out, _) = calipers(&[
        "decode",
        "sense",
        "--json",
        &shelf.file("sense.hex", b"70 00 05 00 00 00 00 0a 00 00 00 00 24 00 00 cf 00 02"),
    ]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 0);
    assert_eq!(json["page"]["fields"]["sense_key"]["value"], 5, "{out}");
}

#[test]
fn a_pipe_gets_no_colours() {
    let shelf = Shelf::new();
    let file = shelf.drive("plain", vec![good(INQUIRY_36, INQUIRY)]);
    let (_, out, _) = calipers(&["inspect", &file]);
    assert!(!out.contains('\u{1b}'), "{out}");
}

#[test]
fn a_list_is_empty_or_not_but_never_an_error() {
    let (code, out, err) = calipers(&["list"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, out, _) = calipers(&["list", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 0);
    assert!(json["drives"].is_array());
}

#[test]
fn a_masked_copy_of_a_capture_gives_the_same_report_without_the_serial_number() {
    let shelf = Shelf::new();
    let serial = b"\x00\x80\x00\x10WX1234567890ABCD";
    let file = shelf.drive(
        "named",
        vec![
            good(INQUIRY_36, INQUIRY),
            good(&[0x12, 1, 0, 0, 252, 0], &[0, 0, 0, 2, 0, 0x80]),
            good(&[0x12, 1, 0x80, 0, 252, 0], serial),
            good(READ_CAPACITY_10, &capacity_10(1000)),
            good(READ_CAPACITY_16, &capacity_16(1000)),
        ],
    );
    let copy = shelf.path("copy.json");
    let (code, _, err) = calipers(&["capture", &file, "-o", copy.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    let text = std::fs::read_to_string(&copy).unwrap();
    assert!(!text.contains(&sg::wire::hex(b"WX1234567890ABCD")) && !text.contains("WX1234567890ABCD"));
    let (_, before, _) = calipers(&["inspect", &file]);
    let (_, after, _) = calipers(&["inspect", copy.to_str().unwrap()]);
    let lines = |text: &str| {
        text.lines().skip(1).filter(|l| !l.contains("Serial number")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&before), lines(&after));
}

#[test]
fn a_capture_takes_no_nodes_place() {
    let shelf = Shelf::new();
    let file = shelf.drive("drive", vec![good(INQUIRY_36, INQUIRY)]);
    // A pipe stands for every node: it has to be one afterwards, and to get the bytes.
    let pipe = shelf.path("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap())
    };
    let (code, _, err) = calipers(&["capture", &file, "-o", pipe.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    assert!(!std::fs::symlink_metadata(&pipe).unwrap().is_file(), "the pipe was replaced by a file");
    assert!(reader.join().unwrap().contains(FORMAT));
    let (code, _, err) = calipers(&["capture", &file, "-o", shelf.folder.path().to_str().unwrap()]);
    assert_eq!(code, 2, "{err}");
}
