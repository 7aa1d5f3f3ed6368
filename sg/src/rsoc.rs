//! REPORT SUPPORTED OPERATION CODES parameter data (SPC-5 6.35): which commands a drive takes, which
//! bits of their CDBs it looks at, and how long they may take.

use std::collections::HashMap;
use std::time::Duration;

use crate::command::names::{command_name, service_action};
use crate::page::{Page, PageKind};
use crate::section::{Entry, Item, Section, Value};
use crate::wire::{
    ByteCount, Decoded, Field, FieldValue, Layout, Meaning, Notes, Octets, Record, Seconds, be16, be32, bit,
    bits, body, byte, entry, flag, names, text, walk,
};

/// The answers that hold all commands.
pub const ALL: &[PageKind] = &[PageKind::of::<AllCommands>()];
/// The answers that hold one command.
pub const ONE: &[PageKind] = &[PageKind::of::<OneCommand>()];

/// How much of the target a command touches.
const MLU: Meaning = names(&[
    (0, "not reported"),
    (1, "touches this logical unit only"),
    (2, "touches several logical units of the target"),
    (3, "touches all logical units of the target"),
]);
/// Which mode page holds a command's duration limits, of those that RWCDLP selects.
const CDLP: Meaning =
    names(&[(0, "none"), (1, "A, or T2A with RWCDLP"), (2, "B, or T2B with RWCDLP"), (3, "reserved")]);
const RWCDLP: Meaning =
    flag("the duration limits are on page T2A or T2B", "the duration limits are on page A or B, if any");
const NO_TIMEOUT: Meaning =
    Meaning::Rule(|time| (time == 0).then_some(std::borrow::Cow::Borrowed("not reported")));

crate::record! {
    /// What comes before the list of all commands.
    pub struct AllCommandsHeader[0..4] {
        /// How many bytes of list there are.
        command_data_length: ByteCount = be32(0), "COMMAND DATA LENGTH";
    }
}

crate::record! {
    /// A command in the list of all commands.
    pub struct CommandDescriptor[0..8] {
        /// The first byte of its CDB.
        operation_code: u8 = byte(0), "OPERATION CODE";
        /// What tells it from the others of that operation code, if SERVACTV.
        service_action: u16 = be16(2).when(5, 0x01, 0x01), "SERVICE ACTION";
        /// Which duration limit pages CDLP means.
        rwcdlp: bool = bit(5, 6), "RWCDLP", RWCDLP;
        /// How much of the target it touches.
        mlu: u8 = bits(5, 5, 4), "MLU", MLU;
        /// Which page holds its duration limits.
        cdlp: u8 = bits(5, 3, 2), "CDLP", CDLP;
        /// A timeouts descriptor follows.
        ctdp: bool = bit(5, 1), "CTDP", flag("a timeouts descriptor follows", "no timeouts descriptor follows");
        /// Whether there is a service action.
        servactv: bool = bit(5, 0), "SERVACTV", flag("the service action is valid", "the command has no service action");
        /// The length of its CDB.
        cdb_length: ByteCount = be16(6), "CDB LENGTH";
    }
    reserved {
        byte(1), "reserved";
        byte(4), "reserved";
        bit(5, 7), "reserved";
    }
}

crate::record! {
    /// How long a command may take.
    pub struct TimeoutsDescriptor[0..12] {
        /// How many bytes follow.
        descriptor_length: u16 = be16(0), "DESCRIPTOR LENGTH";
        /// What the command's own description says of it.
        command_specific: u8 = byte(3), "COMMAND SPECIFIC";
        /// How long it takes at least until it is worth asking what became of it.
        nominal_command_processing_timeout: Seconds = be32(4), "NOMINAL COMMAND PROCESSING TIMEOUT", NO_TIMEOUT;
        /// How long to wait before giving it up.
        recommended_command_timeout: Seconds = be32(8), "RECOMMENDED COMMAND TIMEOUT", NO_TIMEOUT;
    }
    reserved {
        byte(2), "reserved";
    }
}

/// A number of seconds that says something: 0 does not.
fn duration(seconds: Option<Seconds>) -> Option<Duration> {
    seconds.filter(|seconds| seconds.0 > 0).map(|seconds| Duration::from_secs(seconds.0))
}

impl TimeoutsDescriptor {
    /// How long to wait before giving the command up, if the drive says so.
    #[must_use]
    pub fn recommended(&self) -> Option<Duration> {
        duration(self.recommended_command_timeout)
    }

    /// How long the command may take without anything being wrong, if the drive says so.
    #[must_use]
    pub fn nominal(&self) -> Option<Duration> {
        duration(self.nominal_command_processing_timeout)
    }
}

/// The name of the command as a report line; nothing if it is not a known one.
fn name_entry(operation_code: Option<u8>, action: Option<u16>) -> Option<Item> {
    let name = command_name(operation_code?, action)?;
    Some(Entry::derived("command", "command", Value::Text(name.to_owned())).into())
}

/// A command that the drive takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportedCommand {
    /// Where it begins in the answer.
    pub offset: usize,
    /// What the drive says of it.
    pub descriptor: CommandDescriptor,
    /// How long it may take, if asked and answered.
    pub timeouts: Option<TimeoutsDescriptor>,
}

/// All commands that a drive takes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AllCommands {
    /// What comes before the list.
    pub header: AllCommandsHeader,
    /// The commands, in the drive's order.
    pub commands: Vec<SupportedCommand>,
}

impl AllCommands {
    /// The command of that operation code and service action (or mode, of READ and WRITE BUFFER).
    ///
    /// A drive that lists an operation code without service action takes those of its own choice;
    /// that entry is then the answer.
    #[must_use]
    pub fn find(&self, operation_code: u8, action: Option<u16>) -> Option<&SupportedCommand> {
        let of = |action: Option<u16>| {
            self.commands.iter().find(|one| {
                one.descriptor.operation_code == Some(operation_code)
                    && one.descriptor.service_action == action
            })
        };
        of(action).or_else(|| of(None))
    }

    /// How long to wait for a command before giving it up, if the drive says so.
    #[must_use]
    pub fn recommended_timeout(&self, operation_code: u8, action: Option<u16>) -> Option<Duration> {
        self.find(operation_code, action)?.timeouts.as_ref()?.recommended()
    }

    /// The recommended timeouts of all commands that have one.
    #[must_use]
    pub fn timeouts(&self) -> Timeouts {
        let mut timeouts = Timeouts::default();
        for one in &self.commands {
            let recommended = one.timeouts.as_ref().and_then(TimeoutsDescriptor::recommended);
            if let (Some(code), Some(time)) = (one.descriptor.operation_code, recommended) {
                timeouts.insert(code, one.descriptor.service_action, time);
            }
        }
        timeouts
    }
}

/// How long commands may take, by operation code and service action.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Timeouts(HashMap<(u8, Option<u16>), Duration>);

impl Timeouts {
    /// Adds a command's timeout.
    pub fn insert(&mut self, operation_code: u8, action: Option<u16>, timeout: Duration) {
        self.0.insert((operation_code, action), timeout);
    }

    /// The timeout that is recommended for this CDB.
    #[must_use]
    pub fn of(&self, cdb: &[u8]) -> Option<Duration> {
        let code = *cdb.first()?;
        let exact = service_action(cdb).and_then(|action| self.0.get(&(code, Some(action))));
        exact.or_else(|| self.0.get(&(code, None))).copied()
    }

    /// True if there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Page for AllCommands {
    const KEY: &'static str = "rsoc";
    const CODE: u8 = 0xa3;
    const SUBPAGE: u8 = 0x0c;
    const TITLE: &'static str = "REPORT SUPPORTED OPERATION CODES parameter data (all commands)";
    const LAYOUTS: &'static [Layout] =
        &[AllCommandsHeader::LAYOUT, CommandDescriptor::LAYOUT, TimeoutsDescriptor::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let has_timeouts = |element: &[u8]| CommandDescriptor::ctdp.at.number(element) == Some(1);
        let size = |element: &[u8]| {
            let length = TimeoutsDescriptor::descriptor_length.at.from(8).number(element);
            match length.and_then(|length| usize::try_from(length).ok()) {
                Some(length) if has_timeouts(element) => 10 + length,
                None if has_timeouts(element) => 20,
                _ => 8,
            }
        };
        let commands = walk(page, 4, 8, notes, size).into_iter().map(|(offset, element)| SupportedCommand {
            offset,
            descriptor: CommandDescriptor::read(element),
            timeouts: has_timeouts(element)
                .then(|| TimeoutsDescriptor::read(element.get(8..).unwrap_or_default())),
        });
        Self { header: AllCommandsHeader::read(page), commands: commands.collect() }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        let elements = self.commands.iter().map(|one| {
            let (code, action) = (one.descriptor.operation_code, one.descriptor.service_action);
            let mut items: Vec<Item> = name_entry(code, action).into_iter().collect();
            items.extend(one.descriptor.entries(page, one.offset));
            if let Some(timeouts) = &one.timeouts {
                items.extend(timeouts.entries(page, one.offset + 8));
            }
            Section::new("command", title(code, action), items)
        });
        let elements = elements.collect();
        items.push(Item::List { key: "commands".into(), title: "Commands".into(), elements });
        items
    }
}

/// A command's heading: its name and code.
fn title(operation_code: Option<u8>, action: Option<u16>) -> String {
    let Some(code) = operation_code else { return "command".to_owned() };
    let name = command_name(code, action).unwrap_or("unknown command");
    match action {
        Some(action) => format!("{name} ({code:02x}h/{action:02x}h)"),
        None => format!("{name} ({code:02x}h)"),
    }
}

crate::record! {
    /// What comes before the CDB usage data of one command.
    pub struct OneCommandHeader[0..4] {
        /// Which duration limit pages CDLP means.
        rwcdlp: bool = bit(0, 0), "RWCDLP", RWCDLP;
        /// A timeouts descriptor follows.
        ctdp: bool = bit(1, 7), "CTDP", flag("a timeouts descriptor follows", "no timeouts descriptor follows");
        /// How much of the target it touches.
        mlu: u8 = bits(1, 6, 5), "MLU", MLU;
        /// Which page holds its duration limits.
        cdlp: u8 = bits(1, 4, 3), "CDLP", CDLP;
        /// Whether the drive takes the command.
        support: u8 = bits(1, 2, 0), "SUPPORT", names(&[
            (0, "not known now: ask again"),
            (1, "not supported"),
            (2, "reserved"),
            (3, "supported, as the standard says"),
            (4, "vendor specific"),
            (5, "supported, in the vendor's way"),
            (6, "vendor specific"),
            (7, "reserved"),
        ]);
        /// How many bytes of usage data there are: the CDB's length.
        cdb_size: ByteCount = be16(2), "CDB SIZE";
    }
    reserved {
        bits(0, 7, 1), "reserved";
    }
}

/// Whether a drive takes a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// The drive cannot tell now.
    Unknown,
    /// No.
    No,
    /// Yes, as the standard says.
    Standard,
    /// Yes, in the vendor's own way.
    Vendor,
    /// A reserved or vendor specific code.
    Other(u8),
}

/// What a drive says of one command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OneCommand {
    /// What comes before the usage data.
    pub header: OneCommandHeader,
    /// The operation code, and then for each byte of the CDB the bits that the drive looks at.
    pub usage: Octets,
    /// How long the command may take, if asked and answered.
    pub timeouts: Option<TimeoutsDescriptor>,
}

impl OneCommand {
    /// Whether the drive takes the command.
    #[must_use]
    pub fn support(&self) -> Option<Support> {
        Some(match self.header.support? {
            0 => Support::Unknown,
            1 => Support::No,
            3 => Support::Standard,
            5 => Support::Vendor,
            code => Support::Other(code),
        })
    }

    /// True if the drive looks at all of `mask` in byte `byte` of the CDB.
    #[must_use]
    pub fn uses(&self, byte: usize, mask: u8) -> bool {
        self.usage.0.get(byte).is_some_and(|used| used & mask == mask)
    }
}

impl Page for OneCommand {
    const KEY: &'static str = "rsoc:one";
    const CODE: u8 = 0xa3;
    const SUBPAGE: u8 = 0x0c;
    const TITLE: &'static str = "REPORT SUPPORTED OPERATION CODES parameter data (one command)";
    const LAYOUTS: &'static [Layout] = &[OneCommandHeader::LAYOUT, TimeoutsDescriptor::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let header = OneCommandHeader::read(page);
        let size = header.cdb_size.and_then(|size| usize::try_from(size.0).ok()).unwrap_or(0);
        let usage = body(page, 4, size, notes);
        let rest = page.get(usage.len()..).unwrap_or_default();
        let timeouts = (header.ctdp == Some(true)).then(|| TimeoutsDescriptor::read(rest));
        Self { header, usage: Octets(usage.get(4..).unwrap_or_default().to_vec()), timeouts }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        if !self.usage.0.is_empty() {
            let field = Field {
                key: "cdb_usage_data",
                name: "CDB USAGE DATA",
                at: text(4, self.usage.0.len()),
                shape: Octets::SHAPE,
                unit: Octets::UNIT,
                meaning: Meaning::Plain,
            };
            items.push(entry(&field, Some(&self.usage), page, 0));
        }
        if let Some(timeouts) = &self.timeouts {
            items.extend(timeouts.entries(page, 4 + self.usage.0.len()));
        }
        items
    }
}

/// Decodes the list of all commands.
#[must_use]
pub fn decode_all(received: &[u8]) -> Decoded<AllCommands> {
    let mut notes = Notes::default();
    let page = cut_all(received, &mut notes);
    AllCommands::decoded(page, notes)
}

fn cut_all<'a>(received: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    let length = AllCommandsHeader::command_data_length.at.number(received);
    body(received, 4, length.and_then(|n| usize::try_from(n).ok()).unwrap_or(0), notes)
}

/// Decodes and shows the list of all commands.
#[must_use]
pub fn describe_all(received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let page = cut_all(received, &mut notes);
    (PageKind::of::<AllCommands>().describe)(page, notes)
}

/// Decodes what a drive says of one command.
#[must_use]
pub fn decode_one(received: &[u8]) -> Decoded<OneCommand> {
    OneCommand::decoded(received, Notes::default())
}

/// Decodes and shows what a drive says of one command.
#[must_use]
pub fn describe_one(received: &[u8]) -> Section {
    (PageKind::of::<OneCommand>().describe)(received, Notes::default())
}
