//! Captures made from the vectors, for tests that need a whole drive and no particular one.

use std::path::Path;

use ata::command::{CheckPowerMode, IdentifyDevice, ReadLogExt, SmartReturnStatus};
use ata::sat::PassThrough16;
use calipers::drive::capture::{Capture, FORMAT, VERSION};
use calipers::drive::kernel::KernelView;
use sg::command::report_luns::Select;
use sg::command::{
    Command, Inquiry, LogSense, ModeSense10, Payload, ReadCapacity10, ReadCapacity16,
    ReportAllOperationCodes, ReportLuns, RequestSense, TestUnitReady, VpdRaw,
};
use sg::mode::PageControl;
use sg::transport::{Answer, Exchange};

/// The bytes of a vector.
pub(super) fn vector(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    sg::hex::parse(&text).unwrap()
}

/// A command and its answer.
fn exchange<C: Command>(command: &C, answer: Answer) -> Exchange {
    let allocation = if let Payload::In(length) = command.payload() { length } else { 0 };
    Exchange { cdb: command.cdb(), out: Vec::new(), allocation, answer }
}

fn good<C: Command>(command: &C, data: &[u8]) -> Exchange {
    let length = if let Payload::In(length) = command.payload() { length } else { 0 };
    let data = data[..data.len().min(length)].to_vec();
    exchange(command, Answer::Completed { status: 0, sense: Vec::new(), data })
}

fn check<C: Command>(command: &C, sense: &[u8]) -> Exchange {
    exchange(command, Answer::Completed { status: 2, sense: sense.to_vec(), data: Vec::new() })
}

/// ILLEGAL REQUEST, INVALID FIELD IN CDB, with a field pointer to byte 2, bit 5.
const INVALID_FIELD: &[u8] = &[0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x24, 0, 0, 0xcd, 0, 2];
/// NOT READY, LOGICAL UNIT NOT READY, OPERATION IN PROGRESS, at 50 %.
const IN_PROGRESS: &[u8] = &[0x72, 2, 4, 7, 0, 0, 0, 8, 2, 6, 0, 0, 0x80, 0x80, 0, 0];

fn mode_sense(page: u8, subpage: u8, page_control: PageControl) -> ModeSense10 {
    let allocation = if page == 0x3f { 4096 } else { 252 };
    ModeSense10 {
        long_lba_accepted: false,
        disable_block_descriptors: false,
        page_control,
        page,
        subpage,
        allocation,
    }
}

/// What any drive answers here; it lists more VPD pages than it returns.
fn common(inquiry: &[u8], vpd_pages: &[(u8, Vec<u8>)]) -> Vec<Exchange> {
    let mut exchanges = vec![
        good(&Inquiry { allocation: 36 }, inquiry),
        good(&Inquiry { allocation: u16::from(inquiry[4]) + 5 }, inquiry),
        good(&ReadCapacity10, &vector("readcap/10.hex")),
        good(&ReadCapacity16, &vector("readcap/16.hex")),
        good(&ReportLuns { select: Select::All, allocation: 4096 }, &vector("luns/luns.hex")),
    ];
    for (code, page) in vpd_pages {
        exchanges.push(good(&VpdRaw { page: *code, allocation: 252 }, page));
        let whole = u16::try_from(page.len()).unwrap();
        exchanges.push(good(&VpdRaw { page: *code, allocation: whole }, page));
    }
    exchanges.push(check(&VpdRaw { page: 0x86, allocation: 252 }, INVALID_FIELD));
    exchanges
}

/// What a drive answered, as a capture.
pub(super) fn capture(device: &str, kernel: KernelView, exchanges: Vec<Exchange>) -> Capture {
    Capture {
        format: FORMAT.into(),
        schema_version: VERSION,
        program: "calipers (a test)".into(),
        taken: "2026-01-02T03:04:05Z".into(),
        system: "Linux 6.1".into(),
        device: device.into(),
        masked: false,
        incomplete: None,
        kernel,
        exchanges,
    }
}

/// A SAS disk that is not ready, refuses one VPD page, and loses the last command.
pub(super) fn sas() -> Capture {
    let list = vec![0, 0, 0, 8, 0x00, 0x80, 0x83, 0x86, 0x8a, 0xb0, 0xb1, 0xb2];
    let pages = [
        (0x00, list),
        (0x80, vector("vpd/80-unit-serial-number.hex")),
        (0x83, vector("vpd/83-device-identification.hex")),
        (0x8a, vector("vpd/8a-power-condition.hex")),
        (0xb0, vector("vpd/b0-block-limits.hex")),
        (0xb1, vector("vpd/b1-block-device-characteristics.hex")),
        (0xb2, vector("vpd/b2-logical-block-provisioning.hex")),
    ];
    let mut exchanges = common(&vector("inquiry/standard.hex"), &pages);
    let rsoc = ReportAllOperationCodes { timeouts: true, allocation: 16384 };
    exchanges.push(good(&rsoc, &vector("rsoc/all.hex")));
    exchanges.push(good(&RequestSense { descriptor: false }, IN_PROGRESS));
    exchanges.push(check(&TestUnitReady, IN_PROGRESS));
    for control in PageControl::ALL {
        exchanges.push(good(&mode_sense(0x08, 0, control), &vector("mode/08-caching.hex")));
        exchanges.push(good(&mode_sense(0x0a, 0, control), &vector("mode/0a-control.hex")));
        exchanges.push(good(&mode_sense(0x3f, 0xff, control), &vector("mode/3f-ff-all.hex")));
    }
    for (page, subpage, name) in [
        (0x00, 0x00, "log/00-supported.hex"),
        (0x00, 0xff, "log/00-ff-supported-subpages.hex"),
        (0x0d, 0x00, "log/0d-temperature.hex"),
        (0x2f, 0x00, "log/2f-informational-exceptions.hex"),
    ] {
        exchanges.push(good(&LogSense::cumulative(page, subpage, 1024), &vector(name)));
    }
    let timed_out = sg::transport::TransportError::TimedOut(std::time::Duration::from_millis(1500));
    exchanges.push(exchange(&LogSense::cumulative(0x02, 0, 1024), Answer::Failed(timed_out)));
    let kernel = KernelView {
        block: Some("sda".into()),
        generic: Some("sg0".into()),
        address: Some("0:0:0:0".into()),
        transport: Some("sas".into()),
        link_speed: Some("12.0 Gbit".into()),
        attributes: [("queue/write_cache".to_owned(), "write back".to_owned())].into(),
        cached_pages: [("vpd:80".to_owned(), "00800004414243444546".to_owned())].into(),
        links: vec!["by-id/scsi-1".into()],
        used_by: vec!["2 partitions".into()],
    };
    capture("/dev/sda", kernel, exchanges)
}

/// A SATA disk behind a SAT layer, with all pages of the logs that are decoded.
pub(super) fn sata() -> Capture {
    let pages = [
        (0x00, vec![0, 0, 0, 4, 0x00, 0x83, 0x89, 0xb1]),
        (0x83, vector("vpd/83-device-identification.hex")),
        (0x89, vector("vpd/89-ata-information.hex")),
        (0xb1, vector("vpd/b1-block-device-characteristics.hex")),
    ];
    let mut inquiry = vector("inquiry/standard.hex");
    inquiry[8..16].copy_from_slice(b"ATA     ");
    let mut exchanges = common(&inquiry, &pages);
    exchanges.push(check(&ReportAllOperationCodes { timeouts: true, allocation: 16384 }, INVALID_FIELD));
    exchanges.push(check(&ReportAllOperationCodes { timeouts: false, allocation: 16384 }, INVALID_FIELD));
    exchanges.push(good(
        &RequestSense { descriptor: false },
        &[0x70, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ));
    exchanges.push(good(&TestUnitReady, &[]));
    // The registers: active, and SMART's signature of a drive that predicts no failure.
    let registers = |count, lba_mid, lba_high| {
        [0x72, 1, 0, 0x1d, 0, 0, 0, 14, 9, 12, 0, 0, 0, count, 0, 0, 0, lba_mid, 0, lba_high, 0x40, 0x50]
    };
    exchanges.push(check(&PassThrough16::new(&CheckPowerMode), &registers(0xff, 0, 0)));
    exchanges.push(check(&PassThrough16::new(&SmartReturnStatus), &registers(0, 0x4f, 0xc2)));
    exchanges.push(good(&PassThrough16::new(&IdentifyDevice), &vector("identify/acs5-sata-512e.hex")));
    exchanges
        .push(good(&PassThrough16::new(&ReadLogExt::page(0, 0)), &vector("ata-log-00/00-log-directory.hex")));
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages");
    for log in [0x04, 0x30] {
        let folder = format!("ata-log-{log:02x}");
        for file in std::fs::read_dir(pages.join(&folder)).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            if !name.ends_with(".hex") {
                continue;
            }
            let page = u16::from_str_radix(&name[..2], 16).unwrap();
            let bytes = vector(&format!("{folder}/{name}"));
            exchanges.push(good(&PassThrough16::new(&ReadLogExt::page(log, page)), &bytes));
        }
    }
    let kernel = KernelView { transport: Some("sata".into()), ..KernelView::default() };
    capture("/dev/sdb", kernel, exchanges)
}
