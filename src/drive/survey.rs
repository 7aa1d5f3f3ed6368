//! What is asked of a drive, and what it answered, by page.
//!
//! The same questions go to a drive and to a capture of it, in the same order, so that both give
//! the same report. Nothing here changes anything on the drive. An answer that is refused or cut
//! is data; only a drive that is gone or hangs ends the survey.

use std::collections::BTreeMap;

use ata::command::{
    CheckPowerMode, IdentifyDevice, PowerMode, ReadLogDmaExt, ReadLogExt, SmartReturnStatus, SmartStatus,
    TrustedReceive,
};
use ata::sat::PassThrough16;
use sg::command::{
    Command, CommandError, Failure, Inquiry, LevelZeroDiscovery, LogSense, ModeSense6, ModeSense10,
    ReadCapacity10, ReadCapacity16, ReportAllOperationCodes, ReportLuns, ReportSecurityProtocols,
    RequestSense, TestUnitReady, VpdRaw, report_luns::Select,
};
use sg::mode::{Form, FourValues, PageControl};
use sg::page::Page;
use sg::read_capacity::Capacity10;
use sg::section::Section;
use sg::security::SupportedProtocols;
use sg::sense::Sense;
use sg::tcg::Discovery;
use sg::wire::Record;

use super::Drive;
use super::quirks::Flag;

/// A mode page's bytes: current, changeable, default and saved values.
pub type ModeValues = FourValues<Option<Vec<u8>>>;

/// How much is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    /// Every page that the drive lists, not only those that the report is made of.
    pub all: bool,
    /// Whether a drive that sleeps may be woken.
    pub wake: bool,
}

/// A question that brought no page.
#[derive(Debug, Clone)]
pub enum Missing {
    /// The drive, or something on the way, refused it.
    Refused(CommandError),
    /// It was not asked.
    NotAsked(String),
}

/// Why a drive does less than it could at the moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Power {
    /// It is ready.
    Ready,
    /// It sleeps; a command that needs the medium wakes it.
    Asleep(String),
    /// It is not ready, for another reason.
    NotReady(String),
    /// It does not say.
    Unknown(String),
}

/// What a drive answered.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    /// Pages by their keys (`vpd:b0`, `log:0d`, `ata:30/03`, `inquiry`, `readcap:16`, …).
    pub pages: BTreeMap<String, Vec<u8>>,
    /// Mode pages by code and subpage: current, changeable, default and saved values.
    pub mode: BTreeMap<(u8, u8), ModeValues>,
    /// Whole MODE SENSE answers by key, with the form of their header.
    pub mode_answers: BTreeMap<String, (Form, Vec<u8>)>,
    /// SMART RETURN STATUS.
    pub smart: Option<SmartStatus>,
    /// CHECK POWER MODE.
    pub power_mode: Option<PowerMode>,
    /// REQUEST SENSE.
    pub sense: Option<Sense>,
    /// Whether it was ready before it was asked for more.
    pub power: Option<Power>,
    /// What was not answered, by key.
    pub missing: BTreeMap<String, Missing>,
    /// What ended the survey before its end, if anything did.
    pub ended: Option<CommandError>,
    /// What was asked though the drive had listed it as not there, or the like.
    pub remarks: Vec<String>,
}

/// The survey cannot go on.
struct Ended;

/// A first answer is asked for with so many bytes; longer pages are asked for again with their
/// length. 252 is what every device copes with.
const FIRST: u16 = 252;
/// ASCQs of 5Eh, LOW POWER CONDITION ON, that are standby conditions, or may be one.
const STANDBY: [u8; 6] = [0x00, 0x02, 0x04, 0x09, 0x0a, 0x43];
/// Peripheral device types that are disks: direct access, write once, optical, simplified and
/// zoned.
pub(super) const DISKS: [u8; 5] = [0x00, 0x04, 0x07, 0x0e, 0x14];

/// Asks a drive.
pub fn survey(drive: &mut Drive, depth: Depth) -> Answers {
    let mut survey = Survey { drive, depth, answers: Answers::default() };
    // What ended it is in the answers.
    let _ = survey.run();
    survey.answers
}

/// Asks for one more page, by its key, and for what is needed to read it.
pub fn page(drive: &mut Drive, answers: &mut Answers, key: &str, depth: Depth) {
    if answers.ended.is_some() {
        return;
    }
    let mut survey = Survey { drive, depth, answers: std::mem::take(answers) };
    let _ = survey.one(key);
    *answers = survey.answers;
}

struct Survey<'a> {
    drive: &'a mut Drive,
    depth: Depth,
    answers: Answers,
}

impl Survey<'_> {
    fn run(&mut self) -> Result<(), Ended> {
        self.inquiry()?;
        let device_type = self.device_type();
        if device_type.is_none() && !self.answers.pages.contains_key("inquiry") {
            return Ok(());
        }
        self.vpd()?;
        self.operation_codes()?;
        self.readiness()?;
        if self.is_disk() {
            self.capacity()?;
        }
        if self.depth.all {
            self.take("luns", &ReportLuns { select: Select::All, allocation: 4096 })?;
        }
        self.mode()?;
        self.logs()?;
        if self.may_be_ata() {
            self.ata()?;
        }
        if self.takes_security_protocol_in() || self.takes_trusted_receive() {
            self.security(SupportedProtocols::KEY)?;
            self.security(Discovery::KEY)?;
        }
        Ok(())
    }

    /// One page. What its command needs to know is asked first.
    fn one(&mut self, key: &str) -> Result<(), Ended> {
        let (kind, rest) = key.split_once(':').unwrap_or((key, ""));
        let numbers: Vec<u8> = rest.split('/').filter_map(|part| u8::from_str_radix(part, 16).ok()).collect();
        let code = numbers.first().copied();
        let subpage = numbers.get(1).copied().unwrap_or(0);
        match (kind, code) {
            ("inquiry", _) => self.inquiry(),
            ("vpd", Some(code)) => self.vpd_page(code),
            ("rsoc", _) => self.operation_codes(),
            ("luns", _) => self.take("luns", &ReportLuns { select: Select::All, allocation: 4096 }),
            ("readcap", _) => self.capacity(),
            ("sense", _) => self.request_sense(),
            ("security" | "tcg", _) => {
                self.readiness_unless_waking()?;
                self.inquiry()?;
                self.vpd_page(0)?;
                self.operation_codes()?;
                if self.may_be_ata() {
                    self.identify()?;
                }
                self.security(key)
            }
            ("mode", Some(code)) => {
                self.readiness_unless_waking()?;
                self.four(code, subpage)
            }
            ("log", Some(code)) => {
                self.readiness_unless_waking()?;
                self.log(code, subpage)
            }
            ("ata", _) if rest == "identify" => self.identify(),
            ("ata", Some(code)) => {
                self.readiness_unless_waking()?;
                self.identify()?;
                self.ata_log(code, u16::from(subpage))
            }
            _ => {
                let why = "no such page: see `calipers inspect --help` for the forms".to_owned();
                self.answers.missing.insert(key.to_owned(), Missing::NotAsked(why));
                Ok(())
            }
        }
    }

    fn readiness_unless_waking(&mut self) -> Result<(), Ended> {
        if self.depth.wake {
            return Ok(());
        }
        self.inquiry()?;
        self.vpd_page(0)?;
        self.readiness()
    }

    // ---- one question ----------------------------------------------------------------------

    /// Sends a command and keeps what came under `key`; a refusal is kept as well.
    fn take<C: Command>(&mut self, key: &str, command: &C) -> Result<(), Ended> {
        match self.drive.bytes(command) {
            Ok(bytes) => {
                self.answers.pages.insert(key.to_owned(), bytes);
                Ok(())
            }
            Err(error) => self.refused(key, error),
        }
    }

    fn refused(&mut self, key: &str, error: CommandError) -> Result<(), Ended> {
        let fatal = error.is_fatal();
        if fatal {
            self.answers.ended = Some(error.clone());
        }
        self.answers.missing.insert(key.to_owned(), Missing::Refused(error));
        if fatal { Err(Ended) } else { Ok(()) }
    }

    /// As [`take`](Self::take), and asks again for the whole where `whole` says that there is more.
    fn take_whole<C: Command>(
        &mut self,
        key: &str,
        command: impl Fn(u16) -> C,
        first: u16,
        whole: impl Fn(&[u8]) -> Option<u64>,
    ) -> Result<(), Ended> {
        self.take(key, &command(first))?;
        let Some(bytes) = self.answers.pages.get(key) else { return Ok(()) };
        let says = whole(bytes).and_then(|says| usize::try_from(says).ok()).unwrap_or(0);
        if says <= usize::from(first) || bytes.len() < usize::from(first) {
            return Ok(());
        }
        match self.drive.bytes(&command(u16::try_from(says).unwrap_or(u16::MAX))) {
            // A device that cannot do better than the first answer is shown with that one.
            Ok(bytes) if bytes.len() >= usize::from(first) => {
                self.answers.pages.insert(key.to_owned(), bytes);
                Ok(())
            }
            Err(error) if error.is_fatal() => self.refused(key, error),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    fn not_asked(&mut self, key: &str, why: impl Into<String>) {
        self.answers.missing.entry(key.to_owned()).or_insert_with(|| Missing::NotAsked(why.into()));
    }

    // ---- SCSI ------------------------------------------------------------------------------

    fn inquiry(&mut self) -> Result<(), Ended> {
        if self.answers.pages.contains_key("inquiry") {
            return Ok(());
        }
        // 36 bytes first: some USB bridges hang on more.
        self.take_whole("inquiry", |allocation| Inquiry { allocation }, 36, inquiry_length)
    }

    fn device_type(&self) -> Option<u8> {
        self.answers.pages.get("inquiry").and_then(|bytes| bytes.first()).map(|byte| byte & 0x1f)
    }

    fn is_disk(&self) -> bool {
        self.device_type().is_some_and(|device_type| DISKS.contains(&device_type))
    }

    fn vpd_page(&mut self, code: u8) -> Result<(), Ended> {
        let key = format!("vpd:{code:02x}");
        if self.answers.pages.contains_key(&key) {
            return Ok(());
        }
        self.take_whole(&key, |allocation| VpdRaw { page: code, allocation }, FIRST, page_length)?;
        // Devices without VPD pages answer with standard data, whatever was asked.
        let other =
            self.answers.pages.get(&key).and_then(|bytes| bytes.get(1)).filter(|&&found| found != code);
        if let Some(found) = other {
            let why =
                format!("the device answered with page {found:02x}h, or with data that are no VPD page");
            self.answers.pages.remove(&key);
            self.not_asked(&key, why);
        }
        Ok(())
    }

    /// The codes that VPD page 00 lists.
    fn vpd_codes(&self) -> Vec<u8> {
        self.answers.pages.get("vpd:00").and_then(|bytes| bytes.get(4..)).unwrap_or_default().to_vec()
    }

    fn vpd(&mut self) -> Result<(), Ended> {
        self.vpd_page(0)?;
        let listed = self.vpd_codes();
        for kind in sg::vpd::PAGES.iter().filter(|kind| kind.code != 0) {
            if listed.contains(&kind.code) {
                self.vpd_page(kind.code)?;
                self.forgive_vpd(kind.code);
            }
        }
        if self.depth.all {
            for code in listed {
                self.vpd_page(code)?;
                self.forgive_vpd(code);
            }
        }
        Ok(())
    }

    /// A page that is known to be listed and not there is no surprise.
    fn forgive_vpd(&mut self, code: u8) {
        if code == 0xb9 && self.drive.has(Flag::ListsVpdB9) {
            let key = "vpd:b9".to_owned();
            if matches!(self.answers.missing.get(&key), Some(Missing::Refused(_))) {
                let why = "listed, but not there: a known habit of this device's driver".to_owned();
                self.answers.missing.insert(key, Missing::NotAsked(why));
            }
        }
    }

    /// The commands that the drive takes, and their timeouts: later commands wait at least as long
    /// as the drive recommends.
    fn operation_codes(&mut self) -> Result<(), Ended> {
        // Devices before SPC-3 do not know it, and some USB bridges stop at what they do not know.
        let version = self.answers.pages.get("inquiry").and_then(|bytes| bytes.get(2)).copied().unwrap_or(0);
        if version < 5 && self.answers.pages.contains_key("inquiry") {
            self.not_asked("rsoc", "the device claims a version before SPC-3, which has no such command");
            return Ok(());
        }
        let with_timeouts = ReportAllOperationCodes { timeouts: true, allocation: 16384 };
        match self.drive.bytes(&with_timeouts) {
            Ok(bytes) => {
                self.answers.pages.insert("rsoc".into(), bytes);
            }
            Err(error) if error.is_fatal() => return self.refused("rsoc", error),
            Err(_) => self.take("rsoc", &ReportAllOperationCodes { timeouts: false, allocation: 16384 })?,
        }
        if let Some(bytes) = self.answers.pages.get("rsoc") {
            let commands = sg::rsoc::decode_all(bytes);
            self.drive.learn_timeouts(&commands.value);
        }
        Ok(())
    }

    /// True for USB devices of a kind that is known to stop at commands that it does not know.
    fn is_old_usb(&self) -> bool {
        let version = self.answers.pages.get("inquiry").and_then(|bytes| bytes.get(2)).copied();
        self.drive.kernel.is_usb() && version.is_some_and(|version| version < 5)
    }

    fn capacity(&mut self) -> Result<(), Ended> {
        if self.skip_asleep("readcap:10") {
            return Ok(());
        }
        self.take("readcap:10", &ReadCapacity10)?;
        let told = self.answers.bytes("readcap:10").map(Capacity10::read).and_then(|ten| ten.blocks());
        if told.is_some() && self.is_old_usb() {
            self.not_asked("readcap:16", "a USB device that claims a version before SPC-3 may stop at it");
            return Ok(());
        }
        self.take("readcap:16", &ReadCapacity16)
    }

    fn request_sense(&mut self) -> Result<(), Ended> {
        match self.drive.ask(&RequestSense { descriptor: false }) {
            Ok(sense) => {
                self.answers.sense = sense;
                Ok(())
            }
            Err(error) => self.refused("sense", error),
        }
    }

    /// Finds out whether the drive sleeps, by commands that do not wake it.
    fn readiness(&mut self) -> Result<(), Ended> {
        if self.answers.power.is_some() {
            return Ok(());
        }
        self.request_sense()?;
        if self.may_be_ata() {
            match self.drive.ask(&PassThrough16::new(&CheckPowerMode)) {
                Ok(mode) => self.answers.power_mode = Some(mode),
                Err(error) => self.refused("ata:power-mode", error)?,
            }
        }
        let ready = match self.drive.ask(&TestUnitReady) {
            Ok(()) => Power::Ready,
            Err(error) if error.is_fatal() => return self.refused("ready", error),
            Err(error) => match &error.failure {
                // A drive that was stopped (04h/02h) is not ready as well: no command but START
                // STOP UNIT starts it, and that is not ours to send.
                Failure::Check(sense) => Power::NotReady(sense.to_string()),
                _ => Power::Unknown(error.to_string()),
            },
        };
        // SPC's power conditions: the drive is ready, and may have spun down.
        let low = self.answers.sense.as_ref().filter(|sense| sense.asc == 0x5e);
        self.answers.power = Some(match (&self.answers.power_mode, low) {
            (Some(mode), _) if mode.is_standby() == Some(true) => {
                Power::Asleep(format!("CHECK POWER MODE: {mode}"))
            }
            (_, Some(sense)) if STANDBY.contains(&sense.ascq) => Power::Asleep(sense.to_string()),
            _ => ready,
        });
        if let (Some(Power::Asleep(how)), true) = (&self.answers.power, self.depth.wake) {
            self.drive.announce_waking(how);
        }
        Ok(())
    }

    /// True if a question must not be asked because it would wake the drive.
    fn skip_asleep(&mut self, key: &str) -> bool {
        if self.depth.wake {
            return false;
        }
        let why = match &self.answers.power {
            Some(Power::Asleep(how)) => format!("the drive sleeps ({how}) and --no-wake was given"),
            // TEST UNIT READY succeeds on an ATA drive in standby.
            _ if self.may_be_ata() && self.answers.power_mode.is_none_or(|mode| mode.is_standby().is_none()) => {
                "whether the drive sleeps is not known (CHECK POWER MODE brought no answer) and --no-wake was given"
                    .to_owned()
            }
            _ => return false,
        };
        self.not_asked(key, why);
        true
    }

    fn mode(&mut self) -> Result<(), Ended> {
        for kind in sg::mode::PAGES {
            // Page 08h is for disks only; asking others for it is harmless.
            self.four(kind.code, kind.subpage)?;
        }
        if self.depth.all {
            for control in PageControl::ALL {
                self.all_mode_pages(control)?;
            }
        }
        Ok(())
    }

    /// A mode page's four values.
    fn four(&mut self, code: u8, subpage: u8) -> Result<(), Ended> {
        if self.skip_asleep(&sg::mode::key(code, subpage)) {
            return Ok(());
        }
        let mut values = FourValues::of(|_| None);
        for control in PageControl::ALL {
            let key = mode_key(code, subpage, control);
            let Some((form, bytes)) = self.mode_sense(&key, code, subpage, control)? else {
                // A page that has no current values has no others.
                if control == PageControl::Current {
                    return Ok(());
                }
                continue;
            };
            let parameters = sg::mode::parse(&bytes, form);
            let found = parameters.value.find(code, subpage).map(|page| page.bytes.to_vec());
            if found.is_none() {
                self.not_asked(&key, "the answer does not hold the page that was asked for");
            }
            match control {
                PageControl::Current => values.current = found,
                PageControl::Changeable => values.changeable = found,
                PageControl::Default => values.default = found,
                PageControl::Saved => values.saved = found,
            }
            self.answers.mode_answers.insert(key, (form, bytes));
        }
        self.answers.mode.insert((code, subpage), values);
        Ok(())
    }

    /// MODE SENSE(10), or (6) where (10) is not known: behind USB bridges, and on old devices.
    fn mode_sense(
        &mut self,
        key: &str,
        page: u8,
        subpage: u8,
        page_control: PageControl,
    ) -> Result<Option<(Form, Vec<u8>)>, Ended> {
        let ten = ModeSense10 {
            long_lba_accepted: false,
            disable_block_descriptors: false,
            page_control,
            page,
            subpage,
            allocation: if page == 0x3f { 4096 } else { FIRST },
        };
        let six = ModeSense6 {
            disable_block_descriptors: false,
            page_control,
            page,
            subpage,
            allocation: u8::try_from(FIRST).unwrap_or(u8::MAX),
        };
        if !self.drive.six_only {
            match self.drive.bytes(&ten) {
                Ok(bytes) => return Ok(Some((Form::Ten, bytes))),
                Err(error) => {
                    let unknown = error.sense().is_some_and(|sense| (sense.asc, sense.ascq) == (0x20, 0));
                    if !unknown {
                        return self.refused(key, error).map(|()| None);
                    }
                    self.drive.six_only = true;
                }
            }
        }
        match self.drive.bytes(&six) {
            Ok(bytes) => Ok(Some((Form::Six, bytes))),
            Err(error) => self.refused(key, error).map(|()| None),
        }
    }

    fn all_mode_pages(&mut self, control: PageControl) -> Result<(), Ended> {
        let key = mode_key(0x3f, 0xff, control);
        if self.skip_asleep(&key) {
            return Ok(());
        }
        let mut answer = self.mode_sense(&key, 0x3f, 0xff, control)?;
        if answer.is_none() {
            // Subpages are unknown to many: the pages without them, then.
            answer = self.mode_sense(&mode_key(0x3f, 0, control), 0x3f, 0, control)?;
        }
        let Some((form, bytes)) = answer else { return Ok(()) };
        let parameters = sg::mode::parse(&bytes, form);
        for page in &parameters.value.pages {
            let values = self.answers.mode.entry((page.code, page.subpage)).or_default();
            let place = match control {
                PageControl::Current => &mut values.current,
                PageControl::Changeable => &mut values.changeable,
                PageControl::Default => &mut values.default,
                PageControl::Saved => &mut values.saved,
            };
            place.get_or_insert_with(|| page.bytes.to_vec());
        }
        self.answers.mode_answers.insert(key, (form, bytes));
        Ok(())
    }

    fn log(&mut self, code: u8, subpage: u8) -> Result<(), Ended> {
        let key = sg::log::key(code, subpage);
        if self.answers.pages.contains_key(&key) || self.skip_asleep(&key) {
            return Ok(());
        }
        self.take_whole(&key, |allocation| LogSense::cumulative(code, subpage, allocation), 1024, page_length)
    }

    fn logs(&mut self) -> Result<(), Ended> {
        self.log(0, 0)?;
        let Some(bytes) = self.answers.pages.get("log:00") else { return Ok(()) };
        let listed: Vec<u8> = bytes.get(4..).unwrap_or_default().iter().map(|code| code & 0x3f).collect();
        for kind in sg::log::PAGES.iter().filter(|kind| kind.code != 0 && kind.subpage == 0) {
            if listed.contains(&kind.code) {
                self.log(kind.code, kind.subpage)?;
            }
        }
        if self.depth.all {
            self.log(0, 0xff)?;
            let with_subpages: Vec<(u8, u8)> = self
                .answers
                .pages
                .get("log:00/ff")
                .map(|bytes| bytes.get(4..).unwrap_or_default())
                .unwrap_or_default()
                .chunks_exact(2)
                .filter_map(|pair| Some((pair.first()? & 0x3f, *pair.get(1)?)))
                .filter(|(_, subpage)| *subpage != 0xff)
                .collect();
            for (code, subpage) in listed.into_iter().map(|code| (code, 0)).chain(with_subpages) {
                self.log(code, subpage)?;
            }
        }
        Ok(())
    }

    // ---- security --------------------------------------------------------------------------

    fn takes_security_protocol_in(&self) -> bool {
        let commands = self.answers.bytes("rsoc").map(|bytes| sg::rsoc::decode_all(bytes).value);
        commands.is_some_and(|commands| commands.find(0xa2, None).is_some())
    }

    fn takes_trusted_receive(&self) -> bool {
        let identify = self.answers.pages.get("ata:identify").map(|bytes| ata::identify::decode(bytes).value);
        identify.and_then(|identify| identify.trusted_computing()) == Some(true)
    }

    /// The security protocols, or TCG level 0 discovery: by the SCSI command where the drive lists
    /// it, else by the ATA command. One of them refused says nothing about the other: a SAT layer
    /// may know the one and not let the other through.
    fn security(&mut self, key: &str) -> Result<(), Ended> {
        if self.answers.pages.contains_key(key) || self.skip_asleep(key) {
            return Ok(());
        }
        let ata = self.takes_trusted_receive();
        if self.takes_security_protocol_in() || !ata {
            if key == Discovery::KEY {
                self.take(key, &LevelZeroDiscovery)?;
            } else {
                self.take(key, &ReportSecurityProtocols)?;
            }
        }
        if ata && !self.answers.pages.contains_key(key) {
            let ask = if key == Discovery::KEY {
                TrustedReceive::LEVEL_0_DISCOVERY
            } else {
                TrustedReceive::SUPPORTED_PROTOCOLS
            };
            self.take(key, &PassThrough16::new(&ask))?;
            if self.answers.pages.contains_key(key) {
                self.answers.missing.remove(key);
            }
        }
        Ok(())
    }

    // ---- ATA -------------------------------------------------------------------------------

    fn is_removable(&self) -> bool {
        self.answers.pages.get("inquiry").and_then(|bytes| bytes.get(1)).is_some_and(|byte| byte & 0x80 != 0)
    }

    /// True if an ATA drive may be behind the SCSI commands: the SAT layer says so by its vendor
    /// name or VPD page 89h, and USB bridges do not say. No ATA drive is behind a stick or a card
    /// reader, and some stop at the command (udev draws the same line).
    fn may_be_ata(&self) -> bool {
        let vendor = self.answers.pages.get("inquiry").and_then(|bytes| bytes.get(8..16));
        self.is_disk()
            && !self.drive.has(Flag::NoAtaPassThrough)
            && (vendor == Some(b"ATA     ")
                || self.vpd_codes().contains(&0x89)
                || self.drive.kernel.is_usb() && !self.is_removable())
    }

    fn identify(&mut self) -> Result<(), Ended> {
        if self.answers.pages.contains_key("ata:identify") {
            return Ok(());
        }
        self.take("ata:identify", &PassThrough16::new(&IdentifyDevice))?;
        // Some bridges take the command, say GOOD, and never ask a drive.
        let filler =
            |bytes: &Vec<u8>| bytes.iter().all(|byte| *byte == 0) || bytes.iter().all(|byte| *byte == 0xff);
        if self.answers.pages.get("ata:identify").is_some_and(filler) {
            self.answers.pages.remove("ata:identify");
            self.not_asked("ata:identify", "what came as IDENTIFY DEVICE data is filler: no drive answered");
        }
        Ok(())
    }

    fn ata(&mut self) -> Result<(), Ended> {
        self.identify()?;
        if !self.answers.pages.contains_key("ata:identify") {
            return Ok(());
        }
        self.smart()?;
        if !self.identify_word_bit(84, 5) {
            self.not_asked(
                "ata:00",
                "IDENTIFY DEVICE words 84 and 87 say that there are no general purpose logs",
            );
            return Ok(());
        }
        self.ata_log(0, 0)?;
        self.ata_pages(0x30)?;
        self.ata_pages(0x04)?;
        if self.depth.all {
            let logs: Vec<u8> = (1..=0xffu8).filter(|&log| self.log_sectors(log) > 0).collect();
            for log in logs {
                // 04h and 30h are there already; what is A0h or above is the vendor's or the
                // host's, and can be large.
                if !matches!(log, 0x04 | 0x30) && log < 0xa0 {
                    for page in 0..self.log_sectors(log).min(64) {
                        self.ata_log(log, page)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn smart(&mut self) -> Result<(), Ended> {
        if !self.identify_word_bit(85, 0) {
            self.not_asked("ata:smart-status", "SMART is not enabled (IDENTIFY DEVICE word 85 bit 0)");
            return Ok(());
        }
        if self.skip_asleep("ata:smart-status") {
            return Ok(());
        }
        match self.drive.ask(&PassThrough16::new(&SmartReturnStatus)) {
            Ok(status) => {
                self.answers.smart = Some(status);
                Ok(())
            }
            Err(error) => self.refused("ata:smart-status", error),
        }
    }

    fn identify_word_bit(&self, word: usize, bit: usize) -> bool {
        let at = sg::wire::word(word).bit(bit);
        self.answers.pages.get("ata:identify").and_then(|bytes| at.number(bytes)) == Some(1)
    }

    /// How many pages of a log there are, by the directory.
    fn log_sectors(&self, log: u8) -> u16 {
        let at = sg::wire::le(usize::from(log) * 2, 2);
        let directory = self.answers.pages.get("ata:00");
        directory.and_then(|bytes| at.number(bytes)).and_then(|n| u16::try_from(n).ok()).unwrap_or(0)
    }

    /// The pages that page 00 of logs 04h and 30h lists.
    fn ata_pages(&mut self, log: u8) -> Result<(), Ended> {
        if self.log_sectors(log) == 0 {
            if self.answers.pages.contains_key("ata:00") {
                self.not_asked(&ata_key(log, 0), "the general purpose log directory does not list it");
            }
            return Ok(());
        }
        self.ata_log(log, 0)?;
        let pages: Vec<u8> = self
            .answers
            .pages
            .get(&ata_key(log, 0))
            .map(|bytes| {
                let count = usize::from(bytes.get(8).copied().unwrap_or(0));
                bytes.get(9..).unwrap_or_default().iter().copied().take(count).collect()
            })
            .unwrap_or_default();
        for page in pages.into_iter().filter(|&page| page != 0) {
            self.ata_log(log, u16::from(page))?;
        }
        Ok(())
    }

    /// One page of a log: by PIO, which every drive takes, else by DMA where the drive has it.
    fn ata_log(&mut self, log: u8, page: u16) -> Result<(), Ended> {
        let key = ata_key(log, page);
        if self.answers.pages.contains_key(&key) || self.skip_asleep(&key) {
            return Ok(());
        }
        let pio = ReadLogExt::page(log, page);
        match self.drive.bytes(&PassThrough16::new(&pio)) {
            Ok(bytes) => {
                self.answers.pages.insert(key, bytes);
                Ok(())
            }
            Err(error) if !error.is_fatal() && self.identify_word_bit(119, 3) => {
                self.take(&key, &PassThrough16::new(&ReadLogDmaExt::page(log, page)))
            }
            Err(error) => self.refused(&key, error),
        }
    }
}

/// What a VPD page or a log page says of its whole length.
fn page_length(bytes: &[u8]) -> Option<u64> {
    sg::wire::be16(2).number(bytes).map(|length| length + 4)
}

/// What standard INQUIRY data say of their whole length.
fn inquiry_length(bytes: &[u8]) -> Option<u64> {
    sg::wire::byte(4).number(bytes).map(|length| length + 5)
}

/// The key of an ATA log's page. The directory, log 00h, has no pages.
#[must_use]
pub fn ata_key(log: u8, page: u16) -> String {
    if log == 0 { "ata:00".to_owned() } else { format!("ata:{log:02x}/{page:02x}") }
}

/// The key of one MODE SENSE answer.
fn mode_key(code: u8, subpage: u8, control: PageControl) -> String {
    let which = match control {
        PageControl::Current => "current",
        PageControl::Changeable => "changeable",
        PageControl::Default => "default",
        PageControl::Saved => "saved",
    };
    format!("{} ({which} values)", sg::mode::key(code, subpage))
}

impl Answers {
    /// A page's bytes, without what was received beyond its end.
    #[must_use]
    pub fn bytes(&self, key: &str) -> Option<&[u8]> {
        let bytes = self.pages.get(key)?;
        let says = match key.split(':').next() {
            Some("vpd" | "log") => page_length(bytes),
            Some("security") => u64::try_from(sg::security::decode(bytes).bytes.len()).ok(),
            Some("tcg") => sg::wire::be32(0).number(bytes).map(|length| length.saturating_add(4)),
            // Old devices leave it at 0.
            Some("inquiry") => inquiry_length(bytes).filter(|&length| length > 5),
            _ => None,
        };
        let end = says.and_then(|says| usize::try_from(says).ok()).unwrap_or(bytes.len());
        bytes.get(..end.min(bytes.len()))
    }

    /// A page as data, from its bytes.
    #[must_use]
    pub fn section(&self, key: &str) -> Option<Section> {
        if let Some(values) = key.strip_prefix("mode:").and_then(|_| self.mode_values(key)) {
            let ((code, subpage), values) = values;
            return Some(sg::mode::describe_four(code, subpage, &values.map(|value| value.as_deref())));
        }
        if key == "sense" {
            return self.sense.as_ref().map(Sense::describe);
        }
        let mut section = describe(key, self.pages.get(key)?)?;
        // What is not decoded does not know how it was asked for.
        key.clone_into(section.key.to_mut());
        Some(section)
    }

    /// The four values of a mode page.
    #[must_use]
    pub fn mode_values(&self, key: &str) -> Option<((u8, u8), &ModeValues)> {
        self.mode
            .iter()
            .find(|((code, subpage), _)| sg::mode::key(*code, *subpage) == key)
            .map(|(page, values)| (*page, values))
    }

    /// The keys of all pages, in the order of a report.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = self.pages.keys().cloned().collect();
        keys.extend(self.mode.keys().map(|(code, subpage)| sg::mode::key(*code, *subpage)));
        if self.sense.is_some() {
            keys.push("sense".into());
        }
        keys.sort_by_cached_key(|key| rank(key));
        keys
    }

    /// A page's bytes as they came; of a mode page, its current values.
    #[must_use]
    pub fn raw(&self, key: &str) -> Vec<u8> {
        if let Some((_, values)) = self.mode_values(key) {
            return values.current.clone().unwrap_or_default();
        }
        match (&self.sense, key) {
            (Some(sense), "sense") => sense.bytes.clone(),
            // Far more is asked for than such an answer has, and some layers fill it up.
            (_, Discovery::KEY | SupportedProtocols::KEY) => {
                self.bytes(key).map(<[u8]>::to_vec).unwrap_or_default()
            }
            _ => self.pages.get(key).cloned().unwrap_or_default(),
        }
    }
}

/// Reads a page's key as a user types it: `vpd:B0`, `vpd:0xb0`, `mode:8`, `ata:04` (its page 00).
///
/// # Errors
///
/// A sentence that says what is expected.
pub fn parse_key(text: &str) -> Result<String, String> {
    let lower = text.to_lowercase();
    let (kind, rest) = lower.split_once(':').unwrap_or((&lower, ""));
    let number = |digits: &str| {
        let digits = digits.trim_start_matches("0x").trim_end_matches('h');
        u8::from_str_radix(digits, 16).map_err(|_| format!("`{digits}` is no hexadecimal page code"))
    };
    let code_and_page = || {
        let (code, page) = rest.split_once('/').unwrap_or((rest, "0"));
        Ok::<_, String>((number(code)?, number(page)?))
    };
    match (kind, rest) {
        ("inquiry" | "rsoc" | "luns" | "sense" | "tcg", "") => Ok(kind.to_owned()),
        ("security", _) if number(rest)? == sg::security::INFORMATION => Ok(SupportedProtocols::KEY.to_owned()),
        ("readcap", "10" | "16") => Ok(lower),
        ("ata", "identify") => Ok(lower),
        ("vpd", _) => number(rest).map(|code| format!("vpd:{code:02x}")),
        ("mode", _) => code_and_page().map(|(code, page)| sg::mode::key(code, page)),
        ("log", _) => code_and_page().map(|(code, page)| sg::log::key(code, page)),
        ("ata", _) => code_and_page().map(|(log, page)| ata_key(log, u16::from(page))),
        _ => Err("a page is named as in vpd:b0, mode:08, log:0d, ata:identify, ata:04/01, readcap:16, tcg, inquiry, rsoc".into()),
    }
}

/// The place of a page in a report.
#[must_use]
pub fn rank(key: &str) -> (usize, String) {
    const ORDER: [&str; 11] =
        ["inquiry", "vpd", "readcap", "mode", "log", "ata", "security", "tcg", "rsoc", "luns", "sense"];
    let kind = key.split(':').next().unwrap_or_default();
    (ORDER.iter().position(|one| *one == kind).unwrap_or(ORDER.len()), key.to_owned())
}

/// Decodes the bytes of a page by its key.
#[must_use]
pub fn describe(key: &str, bytes: &[u8]) -> Option<Section> {
    let (kind, rest) = key.split_once(':').unwrap_or((key, ""));
    let mut numbers = rest.split('/').map(|part| u8::from_str_radix(part, 16).ok());
    let code = numbers.next().flatten();
    let page = numbers.next().flatten().unwrap_or(0);
    Some(match kind {
        "inquiry" => sg::inquiry::describe(bytes),
        "vpd" => sg::vpd::describe_as(code?, bytes),
        "readcap" => sg::read_capacity::describe(bytes),
        "rsoc" => sg::rsoc::describe_all(bytes),
        "luns" => sg::luns::describe(bytes),
        "security" => sg::security::describe(bytes),
        "tcg" => sg::tcg::describe(bytes),
        "log" => sg::log::describe(bytes),
        "ata" if rest == "identify" => ata::identify::describe(bytes),
        "ata" => ata::log::describe(code?, u16::from(page), bytes),
        _ => return None,
    })
}
