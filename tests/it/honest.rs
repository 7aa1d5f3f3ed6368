//! Honest drives of odd kinds: nothing may be said against them that is not so.
//!
//! Each is written down as a capture, so that the whole way from the answers to the findings is
//! walked.

use std::path::PathBuf;

use ata::command::{CheckPowerMode, IdentifyDevice};
use ata::sat::PassThrough16;
use calipers::drive::Drive;
use calipers::drive::capture::{Capture, Identifiers, mask};
use calipers::drive::facts::{Facts, facts, findings};
use calipers::drive::kernel::KernelView;
use calipers::drive::layers::Status;
use calipers::drive::read_only::read_everything;
use calipers::drive::survey::{Answers, Depth, survey};
use calipers::verdict::{Finding, Severity};
use sg::command::{
    Command, Inquiry, LogSense, ModeSense10, ReadCapacity10, ReadCapacity16, RequestSense, TestUnitReady,
    VpdRaw,
};
use sg::mode::PageControl;
use sg::transport::{Answer, Exchange};

use super::made::capture;

fn good<C: Command>(command: &C, data: &[u8]) -> Exchange {
    let answer = Answer::Completed { status: 0, sense: Vec::new(), data: data.to_vec() };
    Exchange { cdb: command.cdb(), out: Vec::new(), allocation: 0, answer }
}

fn check<C: Command>(command: &C, sense: &[u8]) -> Exchange {
    let answer = Answer::Completed { status: 2, sense: sense.to_vec(), data: Vec::new() };
    Exchange { cdb: command.cdb(), out: Vec::new(), allocation: 0, answer }
}

/// Standard INQUIRY data of 36 bytes.
fn inquiry(device_type: u8, removable: bool, version: u8, text: &[u8; 28]) -> Exchange {
    let mut data = vec![device_type, if removable { 0x80 } else { 0 }, version, 2, 31, 0, 0, 2];
    data.extend(text);
    good(&Inquiry { allocation: 36 }, &data)
}

fn vpd(code: u8, data: &[u8]) -> Exchange {
    let mut page = vec![0, code];
    page.extend(u16::try_from(data.len()).unwrap().to_be_bytes());
    page.extend(data);
    good(&VpdRaw { page: code, allocation: 252 }, &page)
}

fn capacity_10(last: u32, length: u32) -> Exchange {
    good(&ReadCapacity10, &[last.to_be_bytes(), length.to_be_bytes()].concat())
}

fn capacity_16(last: u64, length: u32, basis: u8, exponent: u8) -> Exchange {
    let mut data = vec![0; 32];
    data[..8].copy_from_slice(&last.to_be_bytes());
    data[8..12].copy_from_slice(&length.to_be_bytes());
    data[12] = basis << 4;
    data[13] = exponent;
    good(&ReadCapacity16, &data)
}

/// IDENTIFY DEVICE data of a SATA disk of 8001563222016 bytes, 512e, 7200 rpm, write cache on.
fn identify(change: impl FnOnce(&mut [u16; 256])) -> Vec<u8> {
    let mut words = [0u16; 256];
    (words[0], words[49]) = (0x0040, 0x0200);
    let mut text = |at: usize, count: usize, text: &str| {
        let padded: Vec<u8> = format!("{text:<width$}", width = count * 2).into_bytes();
        for (word, pair) in words[at..at + count].iter_mut().zip(padded.chunks(2)) {
            *word = u16::from_be_bytes([pair[0], pair[1]]);
        }
    };
    text(10, 10, "ZA1B2C3D");
    text(23, 4, "SC60");
    text(27, 20, "ST8000VN004-2M2101");
    (words[60], words[61]) = (0xffff, 0x0fff);
    words[80] = 0x0ff0;
    (words[82], words[85]) = (0x0060, 0x0060);
    (words[83], words[86]) = (0x4400, 0x0400);
    (words[84], words[87]) = (0x4100, 0x4100);
    let sectors: u64 = 15_628_053_168;
    for (at, word) in words[100..104].iter_mut().enumerate() {
        *word = u16::try_from(sectors >> (16 * at) & 0xffff).unwrap();
    }
    words[106] = 0x6003;
    words[108..112].copy_from_slice(&[0x5000, 0xc500, 0xa1b2, 0xc3d4]);
    words[217] = 7200;
    words[222] = 0x10ff;
    change(&mut words);
    let mut bytes: [u8; 512] = std::array::from_fn(|at| words[at / 2].to_le_bytes()[at % 2]);
    ata::identify::seal(&mut bytes);
    bytes.to_vec()
}

fn kernel(transport: &str, attributes: &[(&str, &str)]) -> KernelView {
    let attributes = attributes.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    KernelView {
        block: Some("sdx".into()),
        transport: Some(transport.into()),
        attributes: attributes.collect(),
        ..KernelView::default()
    }
}

fn inspected(kernel: KernelView, exchanges: Vec<Exchange>) -> (Facts, Vec<Finding>, Answers) {
    let capture = capture("/dev/sdx", kernel, exchanges);
    let mut drive = Drive::replay("sdx", PathBuf::from("sdx"), capture, Status::default());
    let answers = survey(&mut drive, Depth { all: false, wake: true });
    let facts = facts(&answers, &drive.kernel, drive.quirks());
    let found = findings(&facts, &answers, &drive.kernel);
    (facts, found, answers)
}

/// What is said against a drive.
fn accused(found: &[Finding]) -> Vec<&str> {
    found.iter().filter(|one| one.severity > Severity::Notice).map(|one| one.text.as_str()).collect()
}

const NOTHING: [&str; 0] = [];
const LAST: u64 = 15_628_053_167;
const BYTES: &str = "15628053168";

#[test]
fn a_usb_bridge_that_translates_is_no_liar() {
    // Logical blocks of 4096 bytes over a 512e disk, for the sake of Windows XP.
    let exchanges = vec![
        inquiry(0, false, 6, b"Seagate Expansion Desk  0915"),
        vpd(0x00, &[0x00, 0x80, 0xb1]),
        vpd(0x80, b"NA8ABCDE"),
        vpd(0xb1, &[0; 60]),
        capacity_10(1_953_506_645, 4096),
        capacity_16(1_953_506_645, 4096, 0, 0),
        good(&PassThrough16::new(&IdentifyDevice), &identify(|_| {})),
    ];
    let size = "15628053168";
    let view = kernel(
        "usb (UAS)",
        &[
            ("size", size),
            ("queue/logical_block_size", "4096"),
            ("queue/physical_block_size", "4096"),
            ("queue/rotational", "1"),
        ],
    );
    let (_, found, answers) = inspected(view, exchanges);
    assert!(answers.pages.contains_key("ata:identify"));
    assert_eq!(accused(&found), NOTHING);
    assert!(
        found.iter().any(|one| one.about == "capacity.logical_block" && one.text.contains("bridge")),
        "that the bridge translates is worth knowing: {found:#?}"
    );
}

#[test]
fn the_kernel_asks_usb_disks_for_less_and_knows_less() {
    // usb-storage asks for READ CAPACITY(10) first, and for no VPD page at all.
    let mut b1 = [0u8; 60];
    b1[1] = 1;
    let exchanges = vec![
        inquiry(0, false, 6, b"Samsung PSSD T5         0   "),
        vpd(0x00, &[0x00, 0xb1]),
        vpd(0xb1, &b1),
        capacity_10(976_773_167, 512),
        capacity_16(976_773_167, 512, 0, 3),
    ];
    let view = kernel(
        "usb (mass storage)",
        &[
            ("size", "976773168"),
            ("queue/logical_block_size", "512"),
            ("queue/physical_block_size", "512"),
            ("queue/rotational", "1"),
        ],
    );
    let (facts, found, _) = inspected(view, exchanges);
    assert_eq!(accused(&found), NOTHING);
    assert_eq!(facts.capacity.medium.value.as_deref(), Some("SSD"));
    assert_eq!(facts.capacity.format.value.as_deref(), Some("512e"));
}

#[test]
fn a_sata_disk_that_the_kernel_takes_for_512n_is_a_contradiction() {
    let exchanges = vec![inquiry(0, false, 6, b"SEAGATE ST8000NM0075    E002"), capacity_16(LAST, 512, 0, 3)];
    let view = kernel(
        "sas",
        &[
            ("size", BYTES),
            ("device/scsi_level", "7"),
            ("queue/logical_block_size", "512"),
            ("queue/physical_block_size", "512"),
        ],
    );
    let (_, found, _) = inspected(view, exchanges.clone());
    assert_eq!(accused(&found).len(), 1, "{found:#?}");
    // Of a device before SPC-3 the kernel asks READ CAPACITY(10) only.
    let mut view = kernel("sas", &[("size", BYTES), ("queue/physical_block_size", "512")]);
    view.attributes.insert("device/scsi_level".into(), "5".into());
    let (_, found, _) = inspected(view, exchanges);
    assert_eq!(accused(&found), NOTHING);
}

#[test]
fn without_a_medium_nothing_is_known_of_it() {
    let no_medium = [0x70, 0, 2, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x3a, 0, 0, 0, 0, 0];
    let caching = [0u8, 22, 0, 0, 0, 0, 0, 0, 0x08, 0x12, 0x04, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let exchanges = vec![
        inquiry(0, true, 6, b"ACME    CARD READER     1.00"),
        good(
            &RequestSense { descriptor: false },
            &[0x70, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ),
        check(&TestUnitReady, &no_medium),
        check(&ReadCapacity10, &no_medium),
        check(&ReadCapacity16, &no_medium),
        good(
            &ModeSense10 {
                long_lba_accepted: false,
                disable_block_descriptors: false,
                page_control: PageControl::Current,
                page: 8,
                subpage: 0,
                allocation: 252,
            },
            &caching,
        ),
    ];
    let view = kernel(
        "sas",
        &[
            ("size", "0"),
            ("queue/logical_block_size", "512"),
            ("queue/physical_block_size", "512"),
            ("queue/write_cache", "write through"),
            ("scsi_disk/cache_type", "write through"),
        ],
    );
    let (facts, found, _) = inspected(view, exchanges);
    assert_eq!(facts.capacity.bytes.value, None, "a reader without a card has no capacity, not one of 0");
    assert_eq!(facts.capacity.logical_block.value, None);
    assert_eq!(facts.caches.write_cache.value, Some(true), "{:?}", facts.caches.write_cache);
    assert_eq!(accused(&found), NOTHING);
}

#[test]
fn sectors_of_520_bytes_are_more_than_the_kernel_takes() {
    let exchanges = vec![
        inquiry(0, false, 6, b"NETAPP  X477_SMEGX04TA07NA04"),
        capacity_10(0xffff_ffff, 520),
        capacity_16(7_814_037_167, 520, 0, 0),
    ];
    // The kernel says "Unsupported sector size 520" and goes on with 0 blocks of 512 bytes.
    let view = kernel(
        "sas",
        &[("size", "0"), ("queue/logical_block_size", "512"), ("queue/physical_block_size", "512")],
    );
    let (facts, found, _) = inspected(view, exchanges);
    assert_eq!(accused(&found), NOTHING);
    assert_eq!(facts.capacity.bytes.value, Some(7_814_037_168 * 520));
    assert_eq!(facts.capacity.format.value.as_deref(), Some("520n"));
}

#[test]
fn a_host_managed_drive_may_tell_only_of_its_conventional_zones() {
    let sectors = 27_344_764_928u64;
    let exchanges = |basis, last| {
        vec![
            inquiry(0x14, false, 6, b"ATA     ST8000VN004-2M21SC60"),
            capacity_10(0xffff_ffff, 512),
            capacity_16(last, 512, basis, 3),
            good(
                &PassThrough16::new(&IdentifyDevice),
                &identify(|words| {
                    for (at, word) in words[100..104].iter_mut().enumerate() {
                        *word = u16::try_from(sectors >> (16 * at) & 0xffff).unwrap();
                    }
                }),
            ),
        ]
    };
    let view = || kernel("sas", &[("size", "27344764928")]);
    let (facts, found, _) = inspected(view(), exchanges(0, 274_726_911));
    assert_eq!(facts.capacity.blocks.value, Some(sectors), "RC BASIS 0: not the drive's capacity");
    assert_eq!(accused(&found), NOTHING);
    let (_, found, _) = inspected(view(), exchanges(1, 274_726_911));
    assert!(!accused(&found).is_empty(), "RC BASIS 1 is the capacity of the whole drive");
}

#[test]
fn identify_data_of_zeros_are_no_identify_data() {
    for filler in [0u8, 0xff] {
        let exchanges = vec![
            inquiry(0, false, 6, b"JMicron Generic         0100"),
            capacity_10(976_773_167, 512),
            capacity_16(976_773_167, 512, 0, 0),
            good(&PassThrough16::new(&IdentifyDevice), &[filler; 512]),
        ];
        let (facts, found, answers) = inspected(kernel("usb (UAS)", &[("size", "976773168")]), exchanges);
        assert_eq!(accused(&found), NOTHING, "{filler:02x}");
        assert!(!answers.pages.contains_key("ata:identify"), "{filler:02x}");
        assert!(answers.missing.contains_key("ata:identify"), "{filler:02x}");
        assert_eq!(facts.identity.model.from.map(|from| from.page).as_deref(), Some("inquiry"));
    }
}

#[test]
fn a_sat_layer_may_split_the_model_its_own_way() {
    for text in [b"ATA     ST8000VN004-2M21SC60", b"ST      8000VN004-2M2101SC60"] {
        let exchanges = vec![
            inquiry(0, false, 6, text),
            vpd(0x00, &[0x00, 0x89]),
            capacity_10(0xffff_ffff, 512),
            capacity_16(LAST, 512, 0, 3),
            good(&PassThrough16::new(&IdentifyDevice), &identify(|_| {})),
        ];
        let (facts, found, _) = inspected(kernel("sas", &[("size", BYTES)]), exchanges);
        assert_eq!(facts.identity.model.value.as_deref(), Some("ST8000VN004-2M2101"));
        assert_eq!(accused(&found), NOTHING);
    }
}

#[test]
fn a_unit_may_have_several_names_and_the_kernel_prefers_another() {
    // NAA of 8 bytes and EUI-64 of 16: Linux takes the longer one, the report the NAA name.
    let mut names = vec![0x01, 0x03, 0, 8, 0x50, 0, 0xc5, 0, 0xa1, 0xb2, 0xc3, 0xd4];
    names.extend([0x01, 0x02, 0, 16, 0, 0x25, 0x38, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    let exchanges = |names: &[u8]| {
        vec![
            inquiry(0, false, 6, b"SAMSUNG MZILT1T9HBJR/007GXA0"),
            vpd(0x00, &[0x00, 0x83]),
            vpd(0x83, names),
            capacity_16(LAST, 512, 0, 3),
        ]
    };
    let view = |wwid: &str| kernel("sas", &[("device/wwid", wwid)]);
    let (facts, found, _) = inspected(view("eui.0025380102030405060708090a0b0c0d"), exchanges(&names));
    assert_eq!(facts.identity.wwn.value.as_deref(), Some("5000c500a1b2c3d4"));
    assert_eq!(accused(&found), NOTHING);
    let (_, found, _) = inspected(view("naa.5000c500ffffffff"), exchanges(&names));
    assert_eq!(accused(&found).len(), 1, "{found:#?}");
}

#[test]
fn the_capacity_of_a_small_ata_drive_comes_from_the_words_that_hold_it() {
    let small = identify(|words| {
        (words[60], words[61]) = (0x1000, 0x0012);
        (words[83], words[86]) = (0x4000, 0);
        words[100..104].fill(0);
    });
    let exchanges = vec![
        inquiry(0, false, 5, b"ATA     ST8000VN004-2M21SC60"),
        good(&PassThrough16::new(&IdentifyDevice), &small),
    ];
    let (facts, ..) = inspected(kernel("sas", &[]), exchanges);
    assert_eq!(facts.capacity.blocks.value, Some(0x0012_1000));
    let from = facts.capacity.blocks.from.unwrap();
    assert_eq!((from.at.as_deref(), from.raw.as_deref()), (Some("words 60-61"), Some("00101200")));
}

#[test]
fn the_link_of_a_usb_disk_is_the_usb_link() {
    let exchanges = vec![
        inquiry(0, false, 6, b"Seagate Expansion Desk  0915"),
        good(
            &PassThrough16::new(&IdentifyDevice),
            &identify(|words| (words[76], words[77]) = (0x000e, 0x0006)),
        ),
    ];
    let mut view = kernel("usb (UAS)", &[]);
    view.link_speed = Some("5000 Mbit/s".into());
    let (facts, ..) = inspected(view, exchanges);
    assert_eq!(facts.transport.link_speed.value.as_deref(), Some("5000 Mbit/s"));
    assert_eq!(facts.transport.link_speed.also.len(), 1, "the bridge's own link to the drive");
}

#[test]
fn a_sat_layer_that_does_not_say_whether_the_drive_sleeps_is_not_believed() {
    let refused = [0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0];
    let exchanges = vec![
        inquiry(0, false, 6, b"ATA     ST8000VN004-2M21SC60"),
        good(
            &RequestSense { descriptor: false },
            &[0x70, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ),
        check(&PassThrough16::new(&CheckPowerMode), &refused),
        good(&TestUnitReady, &[]),
    ];
    let (facts, ..) = inspected(kernel("sas", &[]), exchanges);
    assert_eq!(facts.power.asleep.value, None, "TEST UNIT READY is the layer's own answer");
}

#[test]
fn what_a_capture_does_not_hold_the_drive_did_not_refuse() {
    let exchanges = vec![
        inquiry(0, false, 6, b"SEAGATE ST8000NM0075    E002"),
        vpd(0x00, &[0x00, 0x80, 0xb0]),
        vpd(0x80, b"ZA1B2C3D"),
        capacity_16(LAST, 512, 0, 3),
    ];
    let (_, found, _) = inspected(kernel("sas", &[]), exchanges);
    assert!(found.iter().all(|one| one.about != "vpd:b0"), "{found:#?}");
}

#[test]
fn a_deferred_error_is_not_this_commands_answer() {
    let deferred = [0x71, 0, 3, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x0c, 0, 0, 0, 0, 0];
    let exchanges = vec![
        inquiry(0, false, 6, b"SEAGATE ST8000NM0075    E002"),
        check(&ReadCapacity16, &deferred),
        capacity_16(LAST, 512, 0, 3),
    ];
    let (facts, ..) = inspected(kernel("sas", &[]), exchanges);
    assert_eq!(facts.capacity.blocks.value, Some(LAST + 1));
}

#[test]
fn a_usb_stick_is_not_asked_what_sticks_are_known_to_choke_on() {
    let exchanges = vec![inquiry(0, true, 4, b"SanDisk Cruzer Blade    1.00"), capacity_10(15_633_407, 512)];
    let capture = capture("/dev/sdx", kernel("usb (mass storage)", &[]), exchanges);
    let mut drive = Drive::replay("sdx", PathBuf::from("sdx"), capture, Status::default());
    survey(&mut drive, Depth { all: false, wake: true });
    for exchange in drive.exchanges() {
        let name = sg::command::name(&exchange.cdb);
        assert!(!matches!(exchange.cdb[0], 0x85 | 0xa1 | 0xa3 | 0x9e), "{name} was sent");
    }
}

#[test]
fn a_usb_device_that_does_not_list_its_commands_is_asked_for_no_rare_ones() {
    let exchanges =
        vec![inquiry(0, false, 6, b"JMicron Generic         0100"), capacity_10(976_773_167, 512)];
    for (transport, rare) in [("usb (UAS)", false), ("sas", true)] {
        let capture = capture("/dev/sdx", kernel(transport, &[]), exchanges.clone());
        let mut drive = Drive::replay("sdx", PathBuf::from("sdx"), capture, Status::default());
        let depth = Depth { all: true, wake: true };
        let answers = survey(&mut drive, depth);
        read_everything(&mut drive, &answers, depth).unwrap();
        let sent = drive.exchanges().iter().any(|one| matches!(one.cdb[0], 0x1c | 0x3c | 0x5e | 0xa2 | 0xab));
        assert_eq!(sent, rare, "{transport}");
    }
}

#[test]
fn a_revision_from_before_an_update_is_no_contradiction() {
    let exchanges = vec![inquiry(0, false, 6, b"SEAGATE ST8000NM0075    E004"), capacity_16(LAST, 512, 0, 3)];
    let (facts, found, _) = inspected(kernel("sas", &[("device/rev", "E002")]), exchanges);
    assert_eq!(facts.identity.firmware.value.as_deref(), Some("E004"));
    assert_eq!(accused(&found), NOTHING);
}

/// All texts and bytes of a capture, as one haystack: bytes as they are, in ATA's order, reversed.
fn haystack(capture: &Capture) -> Vec<Vec<u8>> {
    let mut all = vec![capture.to_json().unwrap().into_bytes()];
    for exchange in &capture.exchanges {
        if let Answer::Completed { data, .. } = &exchange.answer {
            all.push(data.clone());
            all.push(sg::wire::swapped(data));
            all.push(data.iter().rev().copied().collect());
        }
    }
    all
}

fn masked(mut capture: Capture) -> Capture {
    let copy = capture.clone();
    let mut drive = Drive::replay("sdx", PathBuf::from("sdx"), copy, Status::default());
    let answers = survey(&mut drive, Depth { all: true, wake: true });
    let identity = facts(&answers, &drive.kernel, drive.quirks()).identity;
    let identifiers = Identifiers::collect(&identity, &answers, &capture);
    mask(&mut capture, &identifiers);
    capture
}

fn assert_gone(capture: &Capture, what: &[u8], why: &str) {
    for bytes in haystack(capture) {
        assert!(
            !bytes.windows(what.len()).any(|window| window.eq_ignore_ascii_case(what)),
            "{} survives: {why}",
            String::from_utf8_lossy(what)
        );
    }
}

#[test]
fn no_address_of_a_port_or_of_its_neighbour_survives_in_a_capture() {
    let drive = [0x50, 0x00, 0xc5, 0x00, 0xa1, 0xb2, 0xc3, 0xd4];
    // Ports that differ from the unit in more than the last byte, and the host adapter.
    let port = [0x50, 0x00, 0xc5, 0x00, 0xa1, 0xb2, 0xc4, 0x01];
    let adapter = [0x50, 0x06, 0x05, 0xb0, 0x0d, 0x1e, 0x2f, 0x30];
    let mut ports = vec![0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 12, 0x61, 0x93, 0, 8];
    ports.extend(port);
    let mut phys = vec![0x18, 0, 0, 60, 0, 1, 3, 56, 6, 0, 1, 1, 0, 0, 0, 48, 0, 0x10, 0x0a, 0];
    phys.resize(20, 0);
    phys.extend([0; 0]);
    phys.extend(port);
    phys.extend(adapter);
    phys.resize(64, 0);
    let mut names = vec![0x01, 0x03, 0, 8];
    names.extend(drive);
    let mut view = kernel("sas", &[("device/sas_address", "0x5000c500a1b2c401")]);
    view.links = vec![
        "by-path/pci-0000:03:00.0-sas-exp0x500605b00d1e2f3f-phy3-lun-0".into(),
        "by-id/scsi-35000c500a1b2c3d4".into(),
    ];
    let taken = capture(
        "/dev/sdx",
        view,
        vec![
            inquiry(0, false, 6, b"SEAGATE ST8000NM0075    E002"),
            vpd(0x00, &[0x00, 0x83, 0x88]),
            vpd(0x83, &names),
            vpd(0x88, &ports),
            good(&LogSense::cumulative(0, 0, 1024), &[0, 0, 0, 2, 0, 0x18]),
            good(&LogSense::cumulative(0x18, 0, 1024), &phys),
        ],
    );
    let capture = masked(taken);
    assert_gone(&capture, &drive[..7], "the unit's own name");
    assert_gone(&capture, &port[..7], "VPD page 88h and log page 18h");
    assert_gone(&capture, &adapter[..7], "log page 18h tells the adapter's address");
    assert_gone(&capture, b"5000c500a1b2", "sysfs");
    assert_gone(&capture, b"500605b00d1e2f", "an expander's name in a path");
}

#[test]
fn ata_names_and_serial_numbers_survive_in_no_order_of_their_bytes() {
    let mut capabilities = vec![0u8; 512];
    capabilities[..8].copy_from_slice(&0x8000_0000_0003_0001u64.to_le_bytes());
    capabilities[56..64].copy_from_slice(&0x5000_c500_a1b2_c3d4u64.to_le_bytes());
    capabilities[71] = 0x80;
    let read = PassThrough16::new(&ata::command::ReadLogExt::page(0x30, 3)).cdb();
    let answer = Answer::Completed { status: 0, sense: Vec::new(), data: capabilities };
    let exchanges = vec![
        inquiry(0, false, 6, b"ATA     ST8000VN004-2M21SC60"),
        good(&PassThrough16::new(&IdentifyDevice), &identify(|_| {})),
        Exchange { cdb: read, out: Vec::new(), allocation: 512, answer },
    ];
    let capture = masked(capture("/dev/sdx", kernel("sata", &[]), exchanges));
    assert_gone(&capture, &[0xd4, 0xc3, 0xb2, 0xa1, 0x00, 0xc5][1..], "ATA log 30h page 03h");
    assert_gone(&capture, b"ZA1B2C3D", "the serial number");
}

#[test]
fn a_name_in_text_keeps_its_kind_and_a_model_is_no_serial_number() {
    let text = b"naa.5000C500A1B2C3D4";
    let mut names = vec![0x03, 0x08, 0, 20];
    names.extend(text);
    names.extend([0x02, 0x01, 0, 24]);
    names.extend(b"QEMU    QEMU HARDDISK   ");
    let capture = masked(capture(
        "/dev/sdx",
        kernel(
            "scsi (virtio)",
            &[("device/wwid", "naa.5000C500A1B2C3D4"), ("device/model", "QEMU HARDDISK")],
        ),
        vec![
            inquiry(0, false, 6, b"QEMU    QEMU HARDDISK   2.5+"),
            vpd(0x00, &[0x00, 0x83]),
            vpd(0x83, &names),
        ],
    ));
    assert_gone(&capture, b"5000C500A1B2", "a SCSI name string");
    assert!(capture.kernel.attribute("device/wwid").unwrap().starts_with("naa.5000C50"), "{capture:?}");
    assert_eq!(capture.kernel.attribute("device/model"), Some("QEMU HARDDISK"));
}

#[test]
fn a_serial_number_with_spaces_does_not_survive_in_links() {
    let mut view = kernel("sas", &[]);
    view.links = vec!["by-id/scsi-SACME_DISK_S3Z8_NB0K_123456".into()];
    let capture = masked(capture(
        "/dev/sdx",
        view,
        vec![
            inquiry(0, false, 6, b"ACME    DISK            0001"),
            vpd(0x00, &[0x00, 0x80]),
            vpd(0x80, b"S3Z8 NB0K 123456"),
        ],
    ));
    assert_gone(&capture, b"S3Z8", "udev writes blanks as underscores");
}

#[test]
fn what_only_the_kernel_knows_is_masked_as_well() {
    // The drive went away after INQUIRY; the kernel had read its pages before.
    let mut view = kernel("usb (UAS)", &[("device/wwid", "naa.5000c500a1b2c3d4")]);
    view.cached_pages.insert("vpd:80".into(), sg::wire::hex(b"\0\x80\0\x08ZA1B2C3D"));
    view.links = vec![
        "by-id/ata-ST8000VN004-2M2101_ZA1B2C3D".into(),
        "by-id/usb-Seagate_Expansion_NA8ABCDE-0:0".into(),
    ];
    let capture =
        masked(capture("/dev/sdx", view, vec![inquiry(0, false, 6, b"SEAGATE Expansion       0915")]));
    assert_gone(&capture, b"ZA1B2C3D", "VPD page 80h as the kernel keeps it");
    assert_gone(&capture, &sg::wire::hex(b"ZA1B2C3D").into_bytes(), "VPD page 80h as the kernel keeps it");
    assert_gone(&capture, b"5000c500a1b2", "the kernel's wwid");
    assert_gone(&capture, b"NA8ABCDE", "the USB device's serial number in a link");
}
