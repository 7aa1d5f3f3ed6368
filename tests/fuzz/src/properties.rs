//! What must hold for any bytes: a drive may answer anything, and a file may hold anything.
//!
//! Each function takes the bytes of one input and panics where a property is broken. The fuzz
//! targets call them, and so does `cargo test`, with damaged test vectors (`tests/it/fuzz_seeds.rs`).
//!
//! - Nothing panics, and the same bytes give the same report.
//! - Every entry's evidence is what stands at its place.
//! - No two entries of a section have one key: in JSON, one of them would be lost.
//! - Terminal output has no control characters but line ends and our own styles: neither a drive
//!   nor a file moves the cursor or rewrites what the user reads.
//! - A report is not out of proportion to what it is about.
//! - A masked capture does not tell the identifiers that were masked.

use std::collections::BTreeSet;
use std::path::PathBuf;

use ata::command::{AtaCommand, CheckPowerMode, IdentifyDevice, SmartReturnStatus};
use ata::sat::{AtaFailure, AtaReturn, PassThrough16};
use calipers::drive::Drive;
use calipers::drive::capture::{Capture, FORMAT, Identifiers, VERSION, mask};
use calipers::drive::facts::{facts, findings};
use calipers::drive::kernel::KernelView;
use calipers::drive::layers::Status;
use calipers::drive::read_only::read_everything;
use calipers::drive::survey::{Answers, Depth, Missing, survey};
use calipers::report::Render;
use calipers::report::json::{Decoded, DriveReport, ErrorReport, MissingReport, OriginReport, PageReport};
use calipers::report::terminal::{Terminal, dump, findings as render_findings};
use calipers::verdict::Outcome;
use sg::command::Command;
use sg::mode::{Form, FourValues, PageControl};
use sg::section::{Entry, Item, Section, Value};
use sg::sense::Sense;
use sg::transport::{Answer, Exchange, TransportError};

// ---- reports -------------------------------------------------------------------------------

/// What a byte of a drive may become: a mode page of two bytes is shown with all of its fields,
/// and each of them as absent.
const PER_BYTE: usize = 8 << 10;
/// What a report may have without any byte: IDENTIFY DEVICE data with nothing in it.
const ALWAYS: usize = 1 << 20;

/// The bytes that the places of a section's entries count in.
#[derive(Clone, Copy)]
enum Evidence<'a> {
    /// One page.
    Page(&'a [u8]),
    /// A MODE SENSE answer: the places in its pages count from each page's start.
    ModeAnswer(&'a [u8]),
    /// The four values of a mode page.
    Four(FourValues<Option<&'a [u8]>>),
}

/// Makes a section twice and checks it: as it is, and in every form.
fn check(length: usize, evidence: Evidence<'_>, make: impl Fn() -> Section) -> Section {
    let section = make();
    assert!(section == make(), "the same bytes give two reports");
    check_section(&section, evidence);
    check_forms(length, &section);
    section
}

/// Checks a section in every form.
fn check_forms(length: usize, section: &Section) {
    let most = length.saturating_mul(PER_BYTE) + ALWAYS;
    let json = serde_json::to_string(section).expect("every section has a JSON form");
    assert!(json.len() <= most, "{length} bytes make {} bytes of JSON", json.len());
    for evidence in [false, true] {
        let mut text = Vec::new();
        Terminal { evidence, ..Terminal::default() }
            .render(section, &mut text)
            .expect("writing to memory cannot fail");
        assert!(text.len() <= most, "{length} bytes make {} bytes of text", text.len());
        check_text(&text);
    }
}

/// Terminal output is UTF-8 and has no control characters but line ends and our own styles.
fn check_text(text: &[u8]) {
    let text = std::str::from_utf8(text).expect("terminal output is UTF-8");
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('\u{1b}') {
        let style = after.strip_prefix('[').and_then(|style| style.split_once('m'));
        let is_style = style.is_some_and(|(codes, _)| codes.bytes().all(|c| c.is_ascii_digit() || c == b';'));
        assert!(
            is_style,
            "an escape sequence is in the text: {:?}",
            after.chars().take(40).collect::<String>()
        );
        rest = after;
    }
    let control = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\u{1b}'));
    assert_eq!(control, None, "a control character is in the text: {text:?}");
}

fn check_section(section: &Section, evidence: Evidence<'_>) {
    for note in &section.notes {
        if let Some(bytes) = &note.bytes {
            assert!(bytes.start <= bytes.end, "{}: a note about bytes {bytes:?}: {}", section.key, note.text);
        }
        assert!(!note.text.is_empty(), "{}: an empty note", section.key);
    }
    let mut keys = BTreeSet::new();
    for item in &section.items {
        let key = match item {
            Item::Entry(entry) => {
                check_entry(entry, of_entry(entry, evidence), section);
                &entry.key
            }
            Item::Section(inner) => {
                check_section(inner, evidence);
                &inner.key
            }
            Item::List { key, elements, .. } => {
                for element in elements {
                    check_section(element, of_element(key, element, evidence));
                }
                key
            }
        };
        assert!(keys.insert(key.clone()), "{}: two items have the key {key}", section.key);
    }
}

/// The bytes that an entry's place counts in.
fn of_entry<'a>(entry: &Entry, evidence: Evidence<'a>) -> Option<&'a [u8]> {
    match evidence {
        Evidence::Page(bytes) | Evidence::ModeAnswer(bytes) => Some(bytes),
        Evidence::Four(pages) => match entry.key.as_ref() {
            "current" => pages.current,
            "changeable" => pages.changeable,
            "default" => pages.default,
            "saved" => pages.saved,
            // A page's header is the same in all four.
            _ => PageControl::ALL.iter().find_map(|&control| *pages.get(control)),
        },
    }
}

/// The bytes that the places in a list's element count in.
fn of_element<'a>(list: &str, element: &Section, evidence: Evidence<'a>) -> Evidence<'a> {
    match evidence {
        Evidence::ModeAnswer(bytes) if list == "pages" => {
            let offset = element.find("offset").map(|entry| &entry.value);
            let Some(Value::Unsigned(offset)) = offset else { panic!("a mode page without its offset") };
            let offset = usize::try_from(*offset).expect("an offset in memory");
            Evidence::Page(bytes.get(offset..).expect("the offset of a mode page is in the answer"))
        }
        other => other,
    }
}

fn check_entry(entry: &Entry, bytes: Option<&[u8]>, section: &Section) {
    let what = || format!("{} {}", section.key, entry.key);
    let Some(at) = entry.at else {
        assert!(entry.raw.is_empty(), "{}: bytes without a place", what());
        return;
    };
    assert!(at.low <= at.high, "{}: a place of no bits", what());
    let found = bytes.and_then(|bytes| at.slice(bytes));
    if !entry.raw.is_empty() {
        assert_eq!(Some(entry.raw.as_slice()), found, "{}: other bytes stand at {at}", what());
    } else if !matches!(entry.value, Value::Absent(_)) {
        assert_eq!(at.len, 0, "{}: a value without the bytes that it was read from", what());
    }
}

/// A page as inputs: to which target, and which bytes. `kind` is the name of its folder in
/// `testdata/pages`.
#[must_use]
pub fn inputs(kind: &str, page: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let chosen = |choice: usize| [&[u8::try_from(choice).unwrap_or(0)], page].concat();
    let scsi = |name: &str| SCSI.iter().position(|one| *one == name).map(chosen);
    let mut inputs: Vec<(&'static str, Vec<u8>)> =
        scsi(kind).map(|input| ("scsi_pages", input)).into_iter().collect();
    inputs.extend(FILES.iter().position(|one| *one == kind).map(|choice| ("text", chosen(choice))));
    match kind {
        "vpd" => {
            let asked = page.get(1).copied().unwrap_or(0);
            inputs.extend(scsi("vpd as asked").map(|mut input| {
                input.insert(1, asked);
                ("scsi_pages", input)
            }));
        }
        "mode" | "mode6" => {
            let form = if kind == "mode" { Form::Ten } else { Form::Six };
            for found in sg::mode::parse(page, form).value.pages {
                let length = u8::try_from(found.bytes.len()).unwrap_or(0xfe).min(0xfe);
                let one = found.bytes.get(..length.into()).unwrap_or_default();
                let four =
                    [&[found.code, found.subpage, length, length, length], one, one, one, one].concat();
                for (name, bytes) in [("mode page", one), ("mode four", &four)] {
                    let choice = SCSI.iter().position(|one| *one == name).and_then(|n| u8::try_from(n).ok());
                    inputs.push(("scsi_pages", [&[choice.unwrap_or(0)], bytes].concat()));
                }
            }
        }
        "luns" => inputs.extend(scsi("luns of a conglomerate").map(|input| ("scsi_pages", input))),
        "sense" => {
            inputs.push(("sense", page.to_vec()));
            inputs.push(("ata", chosen(5)));
        }
        "identify" => inputs.push(("ata", chosen(0))),
        "ata-log-00" => inputs.push(("ata", chosen(1))),
        "ata-log-04" => inputs.push(("ata", chosen(2))),
        "ata-log-30" => inputs.push(("ata", chosen(3))),
        _ => {}
    }
    inputs
}

// ---- SCSI ----------------------------------------------------------------------------------

/// The first byte of an input to [`scsi_pages`] chooses one of these, in this order.
pub const SCSI: &[&str] = &[
    "inquiry",
    "vpd",
    "vpd as asked",
    "mode",
    "mode6",
    "mode page",
    "mode four",
    "log",
    "readcap",
    "rsoc",
    "rsoc-one",
    "luns",
    "luns of a conglomerate",
];

/// SCSI pages. The first byte chooses the decoder; for some of them, more bytes say what was asked.
pub fn scsi_pages(data: &[u8]) {
    let Some((&first, bytes)) = data.split_first() else { return };
    let length = bytes.len();
    let page = Evidence::Page(bytes);
    let Some(kind) = SCSI.get(usize::from(first) % SCSI.len()) else { return };
    match *kind {
        "inquiry" => {
            check(length, page, || sg::inquiry::describe(bytes));
            for version in &sg::inquiry::decode(bytes).value.version_descriptors {
                let _ = version.standard();
            }
        }
        "vpd" => {
            check(length, page, || sg::vpd::describe(bytes));
            let names = sg::vpd::decode::<sg::vpd::DeviceIdentification>(bytes).value;
            for designator in &names.designators {
                let _ = (designator.rank(), designator.wwn());
            }
            let _ = names.logical_unit_wwn();
            let ata = sg::vpd::decode::<sg::vpd::AtaInformation>(bytes).value;
            if let Some(identify) = ata.identify() {
                let _ = ata::identify::describe(identify);
            }
        }
        "vpd as asked" => {
            let Some((&asked, bytes)) = bytes.split_first() else { return };
            check(length, Evidence::Page(bytes), || sg::vpd::describe_as(asked, bytes));
        }
        "mode" | "mode6" => {
            let form = if *kind == "mode" { Form::Ten } else { Form::Six };
            check(length, Evidence::ModeAnswer(bytes), || sg::mode::describe(bytes, form));
            let parameters = sg::mode::parse(bytes, form).value;
            let _ = (parameters.header.write_protect(), parameters.header.dpofua());
            for (_, descriptor) in &parameters.block_descriptors {
                let _ = (descriptor.number_of_logical_blocks(), descriptor.logical_block_length());
            }
            for found in &parameters.pages {
                let end = found.offset + found.bytes.len();
                assert_eq!(bytes.get(found.offset..end), Some(found.bytes.as_ref()), "a mode page's bytes");
                assert!(parameters.find(found.code, found.subpage).is_some());
            }
            let _ = parameters.page::<sg::mode::Caching>();
            let _ = parameters.page::<sg::mode::Control>();
        }
        "mode page" => {
            check(length, page, || sg::mode::describe_page(bytes));
        }
        "mode four" => mode_four(bytes),
        "log" => {
            check(length, page, || sg::log::describe(bytes));
        }
        "readcap" => {
            check(length, page, || sg::read_capacity::describe(bytes));
            let ten = sg::read_capacity::decode_10(bytes).value;
            let _ = (ten.blocks(), ten.capacity());
            let sixteen = sg::read_capacity::decode_16(bytes).value;
            let _ = (sixteen.blocks(), sixteen.capacity());
            let _ = (sixteen.physical_block_length(), sixteen.protection_type());
        }
        "rsoc" => {
            check(length, page, || sg::rsoc::describe_all(bytes));
            let commands = sg::rsoc::decode_all(bytes).value;
            let timeouts = commands.timeouts();
            for one in &commands.commands {
                let code = one.descriptor.operation_code.unwrap_or_default();
                let action = one.descriptor.service_action;
                let _ = (commands.find(code, action), commands.recommended_timeout(code, action));
                let _ = (timeouts.of(&[code]), timeouts.of(&[code; 32]));
                let _ = one.timeouts.as_ref().map(|timeouts| (timeouts.nominal(), timeouts.recommended()));
            }
        }
        "rsoc-one" => {
            check(length, page, || sg::rsoc::describe_one(bytes));
            let one = sg::rsoc::decode_one(bytes).value;
            let _ = (one.support(), one.uses(0, 0xff), one.uses(usize::MAX, 1));
        }
        "luns" => {
            check(length, page, || sg::luns::describe(bytes));
            for lun in &sg::luns::decode(bytes).value.luns {
                let _ = (lun.levels(false), lun.levels(true), lun.linux());
            }
        }
        _ => {
            check(length, page, || sg::luns::describe_conglomerate(bytes));
        }
    }
}

/// Four values of a mode page: code, subpage, and the length of each of the first three (FFh: the
/// drive gave none), then their bytes, and the rest for the fourth.
fn mode_four(bytes: &[u8]) {
    let Some((&[code, subpage, lengths @ ..], mut rest)) = bytes.split_first_chunk::<5>() else { return };
    let mut take = |length: u8| {
        let (page, after) = rest.split_at_checked(length.into()).unwrap_or((rest, &[]));
        if length == 0xff {
            return None;
        }
        rest = after;
        Some(page)
    };
    let [current, changeable, default] = lengths.map(&mut take);
    let pages = FourValues { current, changeable, default, saved: Some(rest) };
    check(bytes.len(), Evidence::Four(pages), || sg::mode::describe_four(code, subpage, &pages));
    let none = FourValues { current: None, ..pages };
    check(bytes.len(), Evidence::Four(none), || sg::mode::describe_four(code, subpage, &none));
}

// ---- sense ---------------------------------------------------------------------------------

/// Sense data: parsed, asked everything, and shown.
pub fn sense(data: &[u8]) {
    check(data.len(), Evidence::Page(data), || sg::sense::describe(data));
    if let Some(sense) = Sense::parse(data) {
        ask_sense(&sense);
    }
    sat(data);
}

fn ask_sense(sense: &Sense) {
    let text = sense.to_string();
    check_text(text.as_bytes());
    check_text(sense.text().as_bytes());
    assert_eq!(sense.sense_key().name(), sense.sense_key().to_string());
    assert!(sense.is(sense.sense_key(), sense.asc, sense.ascq));
    assert!(sense.bytes.starts_with(sense.data()), "the sense data are the first of the bytes");
    let report = serde_json::to_string(&sense.report()).expect("every sense has a JSON form");
    assert!(report.len() < (1 << 20), "a report of {} bytes", report.len());
    let _ = (sense.advice(), sense.is_deferred(), sense.is_unit_attention(), sense.is_overflow());
    let _ = (sense.information(), sense.command_specific_information(), sense.field_replaceable_unit());
    let _ = (sense.is_filemark(), sense.is_end_of_medium(), sense.is_incorrect_length());
    let _ = (sense.retry_count(), sense.is_queue_overflow(), sense.microcode_activation_time());
    if let Some(progress) = sense.progress() {
        assert!((0.0..1.0).contains(&progress.fraction()), "{progress} is {}", progress.fraction());
        assert!(!progress.to_string().starts_with("100"), "{progress} is done");
    }
    for pointer in [sense.field_pointer(), sense.segment_pointer()].into_iter().flatten() {
        assert!(!pointer.to_string().is_empty());
    }
    for descriptor in sense.descriptors() {
        let _ = descriptor.kind();
    }
    for forwarded in sense.forwarded() {
        ask_sense(forwarded);
    }
    let _ = sense.ata_return();
}

/// What SAT says of sense data.
fn sat(data: &[u8]) {
    if let Some(found) = AtaReturn::from_sense(data) {
        let registers = &found.registers;
        let _ = (registers.count(), registers.lba(), registers.lba_24(), registers.is_error());
        let _ = (registers.status_names(), registers.error_names());
    }
    if let Some(failure) = AtaFailure::from_sense(data) {
        check_text(failure.to_string().as_bytes());
        let _ = failure.is_abort();
    }
    fn ask<C: AtaCommand>(command: &C, sense: &[u8]) {
        let through = PassThrough16::new(command);
        assert!(
            !(through.answers(sense) && through.rejects(sense)),
            "{}: an answer and a failure at once",
            PassThrough16::<C>::NAME
        );
        for data in [&[] as &[u8], sense] {
            let _ = through.decode(sg::command::Reply { data, sense });
        }
    }
    ask(&CheckPowerMode, data);
    ask(&SmartReturnStatus, data);
    ask(&IdentifyDevice, data);
}

// ---- ATA -----------------------------------------------------------------------------------

/// ATA data. The first byte chooses: IDENTIFY DEVICE, a page of log 00h, 04h or 30h, one of any
/// log, or sense data with registers in it.
pub fn ata(data: &[u8]) {
    let Some((&first, bytes)) = data.split_first() else { return };
    let page = Evidence::Page(bytes);
    let number = u16::from(bytes.get(2).copied().unwrap_or(0));
    match first % 6 {
        0 => identify(bytes),
        1 => {
            check(bytes.len(), page, || ata::log::describe(0x00, 0, bytes));
            let directory = ata::log::decode::<ata::log::LogDirectory>(bytes).value;
            for address in 0..=u8::MAX {
                let _ = directory.pages(address);
            }
        }
        2 => {
            check(bytes.len(), page, || ata::log::describe(0x04, number, bytes));
        }
        3 => {
            check(bytes.len(), page, || ata::log::describe(0x30, number, bytes));
        }
        4 => {
            let Some((&[log, high, low], bytes)) = bytes.split_first_chunk::<3>() else { return };
            let number = u16::from_be_bytes([high, low]);
            check(bytes.len(), Evidence::Page(bytes), || ata::log::describe(log, number, bytes));
        }
        _ => sat(bytes),
    }
}

fn identify(bytes: &[u8]) {
    check(bytes.len(), Evidence::Page(bytes), || ata::identify::describe(bytes));
    let found = ata::identify::decode(bytes).value;
    let _ = (
        (found.kind(), found.serial(), found.firmware(), found.model(), found.additional_product()),
        (found.wwn(), found.user_sectors(), found.logical_sector_bytes(), found.physical_sector_bytes()),
        (found.alignment_offset(), found.capacity_bytes(), found.rotation(), found.form_factor()),
        (found.transport(), found.transport_versions(), found.sata_generations()),
        (found.current_sata_generation(), found.ata_versions(), found.ata_version()),
        (found.ata_minor_version(), found.queue_depth(), found.write_cache(), found.read_look_ahead()),
        (found.write_cache_is_non_volatile(), found.smart(), found.advanced_power_management()),
        (found.apm_level(), found.acoustic_levels(), found.automatic_acoustic_management()),
        (found.extended_power_conditions(), found.power_up_in_standby(), found.power_disable()),
        (found.device_sleep(), found.write_read_verify(), found.sense_data_reporting()),
        (found.free_fall_control(), found.device_statistics_notification(), found.security()),
        (found.sanitize(), found.sct(), found.trim(), found.zoned(), found.trusted_computing()),
        (found.encrypts_all(), found.dma_modes(), found.pio_mode(), found.hardware_reset()),
    );
    for feature in found.features() {
        assert!(!feature.key.is_empty() && !feature.name.is_empty());
        if feature.supported.is_some() {
            assert!(feature.at.slice(bytes).is_some(), "{}: supported, but not there", feature.key);
        }
    }
    // What is written back reads as it did: no field overwrites another one.
    if let Ok(whole) = <[u8; ata::identify::LENGTH]>::try_from(bytes) {
        let mut written = whole;
        found.write(&mut written);
        let again = ata::identify::decode(&written).value;
        assert!(again == found || written != whole, "writing the same bytes reads otherwise");
        ata::identify::seal(&mut written);
        assert!(
            written.iter().fold(0u8, |sum, &byte| sum.wrapping_add(byte)) == 0,
            "a sealed page adds up to 0"
        );
    }
}

// ---- text ----------------------------------------------------------------------------------

/// The first byte of an input to [`text`] chooses how the file is decoded.
pub const FILES: &[&str] = &[
    "vpd",
    "inquiry",
    "mode",
    "mode6",
    "log",
    "sense",
    "identify",
    "ata-log-00",
    "ata-log-04",
    "ata-log-30",
    "readcap",
    "rsoc",
    "rsoc-one",
    "luns",
];

/// A file as `calipers decode` takes it.
pub fn text(data: &[u8]) {
    let Some((&first, file)) = data.split_first() else { return };
    if let Ok(text) = std::str::from_utf8(file) {
        match sg::hex::parse(text) {
            Ok(bytes) => {
                assert!(bytes.len() <= text.len(), "{} bytes of {} characters", bytes.len(), text.len());
                for written in [sg::wire::hex(&bytes), sg::wire::spaced_hex(&bytes)] {
                    assert_eq!(sg::hex::parse(&written).as_ref(), Ok(&bytes), "{written}");
                }
            }
            Err(error) => {
                assert!(error.line <= text.lines().count() && text.contains(&error.word), "{error}");
            }
        }
    }
    let Ok(bytes) = sg::hex::loose(file) else { return };
    let Some(kind) = FILES.get(usize::from(first) % FILES.len()) else { return };
    let page = u16::from(bytes.get(2).copied().unwrap_or(0));
    let evidence =
        if kind.starts_with("mode") { Evidence::ModeAnswer(&bytes) } else { Evidence::Page(&bytes) };
    let section = check(bytes.len(), evidence, || match *kind {
        "vpd" => sg::vpd::describe(&bytes),
        "inquiry" => sg::inquiry::describe(&bytes),
        "mode" => sg::mode::describe(&bytes, Form::Ten),
        "mode6" => sg::mode::describe(&bytes, Form::Six),
        "log" => sg::log::describe(&bytes),
        "sense" => sg::sense::describe(&bytes),
        "identify" => ata::identify::describe(&bytes),
        "ata-log-00" => ata::log::describe(0x00, 0, &bytes),
        "ata-log-04" => ata::log::describe(0x04, page, &bytes),
        "ata-log-30" => ata::log::describe(0x30, page, &bytes),
        "readcap" => sg::read_capacity::describe(&bytes),
        "rsoc" => sg::rsoc::describe_all(&bytes),
        "rsoc-one" => sg::rsoc::describe_one(&bytes),
        _ => sg::luns::describe(&bytes),
    });
    let json = serde_json::to_vec(&Decoded::new(&section, &bytes)).expect("every page has a JSON form");
    let json: serde_json::Value = serde_json::from_slice(&json).expect("what we write is JSON");
    assert_eq!(json.pointer("/page/title").and_then(|title| title.as_str()), Some(section.title.as_ref()));
    let mut dumped = Vec::new();
    dump(&bytes, &mut dumped).expect("writing to memory cannot fail");
    check_text(&dumped);
}

// ---- captures ------------------------------------------------------------------------------

/// A capture file.
pub fn capture(data: &[u8]) {
    match Capture::parse("capture.json", data) {
        Ok(capture) => inspect(&capture),
        Err(error) => check_text(error.to_string().as_bytes()),
    }
}

/// A drive that answers what the input says: see [`answers`].
pub fn drive(data: &[u8]) {
    let mut input = Input(data);
    let kernel = kernel(&mut input);
    inspect(&taken(kernel, &mut |_| input.answer()));
}

/// Bytes from which a drive is made.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at_checked(length).unwrap_or((self.0, &[]));
        self.0 = rest;
        taken
    }

    /// An answer: what kind it is, and then its parts behind their lengths.
    fn answer(&mut self) -> Option<Answer> {
        let kind = self.byte()?;
        let good = |data: &[u8]| Answer::Completed { status: 0, sense: Vec::new(), data: data.to_vec() };
        Some(match kind % 8 {
            0..=3 => {
                let length = usize::from(self.byte()?) << 8 | usize::from(self.byte()?);
                good(self.take(length))
            }
            4 | 5 => {
                let length = usize::from(self.byte()?);
                let sense = self.take(length).to_vec();
                let length = if kind % 8 == 5 { usize::from(self.byte()?) << 4 } else { 0 };
                Answer::Completed { status: 2, sense, data: self.take(length).to_vec() }
            }
            6 => Answer::Completed { status: self.byte()?, sense: Vec::new(), data: Vec::new() },
            _ => Answer::Failed(match self.byte()? {
                0 => TransportError::Gone,
                1 => TransportError::TimedOut(std::time::Duration::from_secs(30)),
                2 => TransportError::NotScsi,
                3 => TransportError::NoPermission,
                other if other % 2 == 0 => TransportError::Host { code: other.into() },
                other => TransportError::Os { errno: other.into() },
            }),
        })
    }
}

/// An answer as [`drive`] reads it, where it has such a form.
#[must_use]
pub fn written(answer: &Answer) -> Vec<u8> {
    let byte = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
    match answer {
        Answer::Completed { status: 0, sense, data } if sense.is_empty() => {
            let length = u16::try_from(data.len()).unwrap_or(u16::MAX);
            [&[0], length.to_be_bytes().as_slice(), data.get(..length.into()).unwrap_or_default()].concat()
        }
        Answer::Completed { status: 2, sense, data } => {
            let blocks = byte(data.len().div_ceil(16));
            let mut padded = data.clone();
            padded.resize(usize::from(blocks) << 4, 0);
            let length = byte(sense.len());
            [&[5, length], sense.get(..length.into()).unwrap_or_default(), &[blocks], &padded].concat()
        }
        Answer::Completed { status, .. } => vec![6, *status],
        Answer::Failed(_) => vec![7, 4],
    }
}

/// Attributes that facts are read from.
pub const ATTRIBUTES: [&str; 16] = [
    "size",
    "ro",
    "removable",
    "alignment_offset",
    "queue/rotational",
    "queue/logical_block_size",
    "queue/physical_block_size",
    "queue/write_cache",
    "queue/fua",
    "queue/zoned",
    "scsi_disk/cache_type",
    "device/vendor",
    "device/model",
    "device/rev",
    "device/wwid",
    "device/queue_depth",
];
const TRANSPORTS: [Option<&str>; 4] = [None, Some("sata"), Some("sas"), Some("usb (UAS)")];

/// The kernel's view: a byte for the transport, two that say which attributes there are, and a
/// length and text for each of those.
fn kernel(input: &mut Input<'_>) -> KernelView {
    let transport = input.byte().unwrap_or(0);
    let transport = TRANSPORTS.get(usize::from(transport) % TRANSPORTS.len()).copied().flatten();
    let mut view = KernelView { transport: transport.map(str::to_owned), ..KernelView::default() };
    let there = u16::from(input.byte().unwrap_or(0)) << 8 | u16::from(input.byte().unwrap_or(0));
    for (bit, name) in ATTRIBUTES.iter().enumerate() {
        if there >> bit & 1 == 1 {
            let length = input.byte().unwrap_or(0);
            let text = String::from_utf8_lossy(input.take(length.into())).into_owned();
            view.attributes.insert((*name).to_owned(), text);
        }
    }
    view
}

/// As [`kernel`] reads it.
#[must_use]
pub fn written_kernel(view: &KernelView) -> Vec<u8> {
    let transport = TRANSPORTS.iter().position(|name| *name == view.transport.as_deref()).unwrap_or(0);
    let mut bytes = vec![u8::try_from(transport).unwrap_or(0), 0, 0];
    for (bit, name) in ATTRIBUTES.iter().enumerate() {
        if let (Some(text), Some(place)) = (view.attribute(name), bytes.get_mut(2 - bit / 8)) {
            *place |= 1 << (bit % 8);
            bytes.push(u8::try_from(text.len()).unwrap_or(u8::MAX));
            bytes.extend(text.bytes().take(255));
        }
    }
    bytes
}

/// How often a drive is asked anew: each time, what it answered makes for more questions.
const ROUNDS: usize = 8;
/// Everything.
const ALL: Depth = Depth { all: true, wake: true };

/// A capture of a drive that gives these answers to what it is asked; `None`: it has no more.
pub fn taken(kernel: KernelView, answer: &mut dyn FnMut(&[u8]) -> Option<Answer>) -> Capture {
    let mut capture = Capture {
        format: FORMAT.into(),
        schema_version: VERSION,
        program: "calipers-fuzz".into(),
        taken: "2000-01-01T00:00:00Z".into(),
        system: "Linux".into(),
        device: "/dev/sg0".into(),
        masked: false,
        incomplete: None,
        kernel,
        exchanges: Vec::new(),
    };
    for _ in 0..ROUNDS {
        let (drive, _) = surveyed(&capture);
        let mut asked: BTreeSet<&[u8]> = BTreeSet::new();
        let before = capture.exchanges.len();
        for exchange in drive.exchanges() {
            if exchange.answer != Answer::Failed(TransportError::NotCaptured) || !asked.insert(&exchange.cdb)
            {
                continue;
            }
            let Some(answer) = answer(&exchange.cdb) else { return capture };
            capture.exchanges.push(Exchange { answer, ..exchange.clone() });
        }
        if capture.exchanges.len() == before {
            break;
        }
    }
    capture
}

fn surveyed(capture: &Capture) -> (Drive, Answers) {
    let path = PathBuf::from("capture.json");
    let mut drive = Drive::replay("capture.json", path, capture.clone(), Status::default());
    let answers = survey(&mut drive, ALL);
    if answers.ended.is_none() {
        // What ended it is no concern here.
        let _ = read_everything(&mut drive, &answers, ALL);
    }
    (drive, answers)
}

/// A capture as `inspect --all`, and as `capture`, take it.
fn inspect(capture: &Capture) {
    let file = capture.to_json().expect("every capture has a JSON form");
    let again = Capture::parse("capture.json", file.as_bytes()).expect("what we write, we read");
    assert!(again == *capture, "a capture that is written and read is another one");

    let (drive, answers) = surveyed(capture);
    let report = report(&drive, &answers);
    check_report(&report, &answers, file.len());
    let (again, answers_again) = surveyed(capture);
    let json = |report: &DriveReport| serde_json::to_string(report).expect("every report has a JSON form");
    assert!(
        json(&report) == json(&self::report(&again, &answers_again)),
        "the same capture gives two reports"
    );

    let identity = facts(&answers, &drive.kernel, drive.quirks()).identity;
    let mut masked = Capture { exchanges: drive.exchanges().to_vec(), ..capture.clone() };
    let identifiers = Identifiers::collect(&identity, &answers, &masked);
    let unmasked = masked.clone();
    mask(&mut masked, &identifiers);
    assert!(masked.masked);
    check_mask(&unmasked, &masked, &identifiers);
    let (drive, answers) = surveyed(&masked);
    let told = facts(&answers, &drive.kernel, drive.quirks()).identity;
    let told: BTreeSet<&String> =
        told.serial.claims().chain(told.wwn.claims()).map(|(name, _)| name).collect();
    for (name, from) in identity.serial.claims().chain(identity.wwn.claims()) {
        assert!(!is_telling(name) || !told.contains(name), "{name} ({from}) is told after it was masked");
    }
}

/// The report on a drive, with all of its pages.
fn report(drive: &Drive, answers: &Answers) -> DriveReport {
    let facts = facts(answers, &drive.kernel, drive.quirks());
    let page = |key: String| {
        let section = answers.section(&key).unwrap_or_else(|| panic!("{key} is a page without a section"));
        let bytes = answers.raw(&key);
        (key, PageReport { section, bytes })
    };
    let missing = |(key, missing): (&String, &Missing)| {
        let missing = match missing {
            Missing::Refused(error) => MissingReport::Refused(Box::new(ErrorReport::from(error))),
            Missing::NotAsked(why) => MissingReport::NotAsked(why.clone()),
        };
        (key.clone(), missing)
    };
    DriveReport {
        name: "capture.json".into(),
        origin: OriginReport::None,
        outcome: Outcome::Passed,
        error: answers.ended.as_ref().map(ErrorReport::from),
        findings: findings(&facts, answers, &drive.kernel),
        facts: Some(facts),
        pages: answers.keys().into_iter().map(page).collect(),
        missing: answers.missing.iter().map(missing).collect(),
        absorbed: drive.absorbed.clone(),
        kernel: Some(drive.kernel.clone()),
    }
}

/// Checks the report on a capture of so many bytes in every form.
fn check_report(report: &DriveReport, answers: &Answers, length: usize) {
    for section in report.facts.iter().flat_map(|facts| facts.sections()) {
        check_section(&section, Evidence::Page(&[]));
        check_forms(length, &section);
    }
    let mut text = Vec::new();
    render_findings(&report.findings, &mut text).expect("writing to memory cannot fail");
    check_text(&text);
    for (key, page) in &report.pages {
        check_forms(page.bytes.len() * 4, &page.section);
        // The places in the four values of a mode page count in four answers: see `mode_four`.
        if !key.starts_with("mode:") {
            check_section(&page.section, Evidence::Page(&page.bytes));
        }
    }
    for missing in answers.missing.values() {
        if let Missing::Refused(error) = missing {
            check_text(error.to_string().as_bytes());
        }
    }
}

/// Where the bytes of a capture are that a drive sent.
fn sent(capture: &Capture) -> impl Iterator<Item = &[u8]> {
    capture.exchanges.iter().flat_map(|exchange| match &exchange.answer {
        Answer::Completed { data, sense, .. } => [data.as_slice(), sense.as_slice()],
        Answer::Failed(_) => [&[] as &[u8], &[]],
    })
}

/// No identifier is left, and nothing has moved.
fn check_mask(before: &Capture, after: &Capture, identifiers: &Identifiers) {
    for (old, new) in sent(before).zip(sent(after)) {
        assert_eq!(old.len(), new.len(), "masking changes a length");
    }
    for serial in identifiers.serials.iter().filter(|serial| is_telling(serial)) {
        let holds = |bytes: &[u8]| {
            let has = |bytes: &[u8]| bytes.windows(serial.len()).any(|window| window == serial.as_bytes());
            has(bytes) || has(&sg::wire::swapped(bytes))
        };
        for bytes in sent(after) {
            assert!(!holds(bytes), "the serial number {serial} is left in {}", sg::wire::hex(bytes));
        }
        // The names of attributes are the kernel's and ours.
        let kernel = &after.kernel;
        for text in kernel.attributes.values().chain(&kernel.links).chain(&kernel.used_by) {
            assert!(!text.contains(serial.as_str()), "the serial number {serial} is left in {text}");
        }
        for name in kernel.cached_pages.keys() {
            let page = kernel.cached_page(name).unwrap_or_default();
            assert!(!holds(&page), "the serial number {serial} is left in the kernel's {name}");
        }
    }
}

/// True for an identifier that can be told from noise: a short one may be part of anything, and the
/// stand-in of one with few letters may be that one itself. The codes of bytes that are no text have
/// no letters.
fn is_telling(name: &str) -> bool {
    let mut parts = name.split("\\x");
    let plain: String = parts.next().into_iter().chain(parts.filter_map(|part| part.get(2..))).collect();
    let letters: BTreeSet<u8> = plain.bytes().filter(u8::is_ascii_alphanumeric).collect();
    plain.len() >= 8 && letters.len() >= 5
}
