//! Sense data: what a CHECK CONDITION says (SPC-5 4.5).
//!
//! [`Sense::parse`] reads either format; the accessors ask what both formats can say, wherever it
//! stands in the bytes. [`describe`] shows every field with its evidence, `Display` says it in one
//! sentence, [`Sense::report`] is for JSON, and [`Sense::advice`] says what to do.
//!
//! - [`codes`]: T10's additional sense codes.
//! - [`Fixed`], [`Header`]: the two formats.
//! - [`SenseKeySpecific`]: three bytes whose meaning the sense key gives.
//! - [`descriptor`]: the descriptors, one record and one line in a table each.

mod advice;
pub mod codes;
pub mod descriptor;
mod format;
mod report;
mod specific;

use std::fmt;

pub use descriptor::{Content, Descriptor, PAGES};
pub use format::{Fixed, FixedAta, Header};
pub use report::{KeyReport, SenseReport};
pub use specific::{
    ActualRetryCount, FieldPointer, ProgressIndication, SegmentPointer, SenseKeySpecific, UnitAttentionQueue,
    Unspecified,
};

use crate::section::{Entry, Item, Section, Value};
use crate::wire::{Layout, Note, Notes, Record, Seconds, be, be16, body};

/// How a report's sources name sense data.
pub const KEY: &str = "sense";
const TITLE: &str = "Sense data";

/// The tables of the fixed layouts that are not a descriptor's; those are in [`PAGES`].
pub const LAYOUTS: &[Layout] = &[
    Fixed::LAYOUT,
    FixedAta::LAYOUT,
    Header::LAYOUT,
    FieldPointer::LAYOUT,
    ActualRetryCount::LAYOUT,
    ProgressIndication::LAYOUT,
    SegmentPointer::LAYOUT,
    UnitAttentionQueue::LAYOUT,
    Unspecified::LAYOUT,
    descriptor::Head::LAYOUT,
];

const RESPONSE_CODES: &[(u64, &str)] = &[
    (0x70, "fixed format, an error of this command"),
    (0x71, "fixed format, a deferred error of an earlier command"),
    (0x72, "descriptor format, an error of this command"),
    (0x73, "descriptor format, a deferred error of an earlier command"),
];

macro_rules! sense_keys {
    ($( $(#[$doc:meta])* $name:ident = $code:literal, $text:literal; )*) => {
        /// What kind of thing happened.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum SenseKey {
            $( $(#[$doc])* $name = $code, )*
        }

        /// The names of the sense keys.
        const KEYS: &[(u64, &str)] = &[$( ($code, $text), )*];

        impl SenseKey {
            /// The key of that number; only the low four bits count.
            #[must_use]
            pub const fn from_bits(bits: u8) -> Self {
                match bits & 0xf {
                    $( $code => Self::$name, )*
                    _ => Self::Completed,
                }
            }

            /// Its name in the standard.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$name => $text, )*
                }
            }
        }
    };
}

sense_keys! {
    /// Nothing is wrong; the sense data may say more.
    NoSense = 0x0, "NO SENSE";
    /// The command was carried out, with some recovery.
    RecoveredError = 0x1, "RECOVERED ERROR";
    /// The drive cannot do this now.
    NotReady = 0x2, "NOT READY";
    /// The medium, or what is written on it, is bad.
    MediumError = 0x3, "MEDIUM ERROR";
    /// The drive is bad.
    HardwareError = 0x4, "HARDWARE ERROR";
    /// The command is not one that the drive takes.
    IllegalRequest = 0x5, "ILLEGAL REQUEST";
    /// Something has changed since the last command; this one was not carried out.
    UnitAttention = 0x6, "UNIT ATTENTION";
    /// The blocks may not be read or written.
    DataProtect = 0x7, "DATA PROTECT";
    /// A blank or a written block was met where the other was expected.
    BlankCheck = 0x8, "BLANK CHECK";
    /// The vendor's.
    VendorSpecific = 0x9, "VENDOR SPECIFIC";
    /// A copy between devices was broken off.
    CopyAborted = 0xa, "COPY ABORTED";
    /// The drive broke the command off; it may work when it is sent again.
    AbortedCommand = 0xb, "ABORTED COMMAND";
    /// Obsolete: EQUAL, of the old SEARCH DATA commands.
    Reserved = 0xc, "RESERVED (was EQUAL)";
    /// Data in the cache did not fit on the medium.
    VolumeOverflow = 0xd, "VOLUME OVERFLOW";
    /// The data is not what it was compared with.
    Miscompare = 0xe, "MISCOMPARE";
    /// The command was carried out; the sense data says more.
    Completed = 0xf, "COMPLETED";
}

impl fmt::Display for SenseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Decoded sense data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sense {
    /// Sense key; see [`Sense::sense_key`].
    pub key: u8,
    /// Additional sense code.
    pub asc: u8,
    /// Additional sense code qualifier.
    pub ascq: u8,
    /// The bytes, as they were received; see [`Sense::data`].
    pub bytes: Vec<u8>,
    /// The fields of the format that it has.
    pub format: Format,
    /// What was odd about the bytes.
    pub notes: Vec<Note>,
}

/// The fields of sense data, by its format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Format {
    /// Response codes 70h and 71h.
    Fixed {
        /// The fields.
        fields: Box<Fixed>,
        /// Bytes 15-17.
        specific: SenseKeySpecific,
        /// The ATA registers, if the code is 00h/1Dh: SAT then puts them where else INFORMATION and
        /// COMMAND-SPECIFIC INFORMATION are.
        ata: Option<Box<FixedAta>>,
    },
    /// Response codes 72h and 73h.
    Descriptor {
        /// The first eight bytes.
        header: Header,
        /// The descriptors, in their order.
        descriptors: Vec<Descriptor>,
    },
}

/// How far an operation is: so many of 65536.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Progress(pub u16);

impl Progress {
    /// From 0 to less than 1.
    #[must_use]
    pub fn fraction(self) -> f64 {
        f64::from(self.0) / 65536.0
    }
}

impl fmt::Display for Progress {
    /// In percent, never rounded up: `99.99 %` is not done.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = u32::from(self.0) * 10_000 / 65_536;
        write!(f, "{}.{:02} %", hundredths / 100, hundredths % 100)
    }
}

/// A byte, and perhaps a bit, that the drive points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Pointer {
    /// What the byte is counted in.
    #[serde(rename = "in")]
    pub target: Target,
    /// The first byte of the field.
    pub byte: u16,
    /// The highest bit of the field, if the drive names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bit: Option<u8>,
}

/// What a [`Pointer`] counts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Target {
    /// The command descriptor block.
    #[serde(rename = "cdb")]
    Cdb,
    /// The data that was sent with the command.
    #[serde(rename = "parameter list")]
    ParameterList,
    /// A segment descriptor of an EXTENDED COPY.
    #[serde(rename = "segment descriptor")]
    SegmentDescriptor,
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}", self.byte)?;
        if let Some(bit) = self.bit {
            write!(f, " bit {bit}")?;
        }
        f.write_str(match self.target {
            Target::Cdb => " of the CDB",
            Target::ParameterList => " of the parameter list",
            Target::SegmentDescriptor => " of the segment descriptor",
        })
    }
}

/// The registers that SAT returns in sense data; the `ata` crate decodes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AtaReturn {
    /// An ATA Status Return descriptor (09h), all 14 bytes of it.
    Descriptor([u8; 14]),
    /// The fixed format: the upper halves of the registers are lost.
    Fixed(FixedAta),
}

/// Shows sense data of either format, with the evidence of every field; bytes that are no sense
/// data are shown as they are.
#[must_use]
pub fn describe(received: &[u8]) -> Section {
    match Sense::parse(received) {
        Some(sense) => sense.describe(),
        None => {
            let mut notes = Notes::default();
            notes.add(match received.first() {
                None => "there is no sense data: no byte was received".to_owned(),
                Some(0x7f | 0xff) => "the response code is 7Fh: the format is the vendor's".to_owned(),
                Some(code) => format!("the response code is {:02X}h: this is no sense data", code & 0x7f),
            });
            let mut section = Section::new(KEY, TITLE, rest(received, 0).into_iter().collect());
            section.notes = notes.0;
            section
        }
    }
}

/// The bytes of `page` from `start` on, if there are any, as a line of their own.
fn rest(page: &[u8], start: usize) -> Option<Item> {
    let bytes = page.get(start..).filter(|bytes| !bytes.is_empty())?;
    let entry = Entry::derived("additional_bytes", "additional bytes", Value::Bytes(bytes.to_vec()));
    Some(entry.evidence(be(start, bytes.len()), page).into())
}

impl Sense {
    /// Decodes sense data of either format; `None` if there is none in these bytes.
    ///
    /// The bytes count as far as ADDITIONAL SENSE LENGTH says and they were received; a field
    /// beyond reads as zero, and [`Sense::notes`] say so.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let code = bytes.first()? & 0x7f;
        if !(0x70..=0x73).contains(&code) {
            return None;
        }
        let mut notes = Notes::default();
        let data = cut(bytes, &mut notes);
        let (key, asc, ascq, format) = if code <= 0x71 {
            let fields = Fixed::read(data);
            let key = fields.sense_key.unwrap_or_default();
            let asc = fields.additional_sense_code.unwrap_or_default();
            let ascq = fields.additional_sense_code_qualifier.unwrap_or_default();
            let specific = data.get(15..).unwrap_or_default();
            let specific = SenseKeySpecific::read(SenseKey::from_bits(key), specific);
            let ata = ((asc, ascq) == (0x00, 0x1d)).then(|| Box::new(FixedAta::read(data)));
            (key, asc, ascq, Format::Fixed { fields: Box::new(fields), specific, ata })
        } else {
            let header = Header::read(data);
            let key = header.sense_key.unwrap_or_default();
            let asc = header.additional_sense_code.unwrap_or_default();
            let ascq = header.additional_sense_code_qualifier.unwrap_or_default();
            let descriptors = Descriptor::all(SenseKey::from_bits(key), data, &mut notes);
            (key, asc, ascq, Format::Descriptor { header, descriptors })
        };
        Some(Self { key, asc, ascq, bytes: bytes.to_vec(), format, notes: notes.0 })
    }

    /// The bytes that are sense data: as far as their length field says, and they were received.
    #[must_use]
    pub fn data(&self) -> &[u8] {
        cut(&self.bytes, &mut Notes::default())
    }

    /// The sense key.
    #[must_use]
    pub const fn sense_key(&self) -> SenseKey {
        SenseKey::from_bits(self.key)
    }

    /// True if these are the sense key and the code.
    #[must_use]
    pub fn is(&self, key: SenseKey, asc: u8, ascq: u8) -> bool {
        (self.sense_key(), self.asc, self.ascq) == (key, asc, ascq)
    }

    /// What the additional sense code says.
    #[must_use]
    pub fn text(&self) -> std::borrow::Cow<'static, str> {
        codes::text(self.asc, self.ascq)
    }

    /// True if the error is of an earlier command that had been reported as done.
    #[must_use]
    pub fn is_deferred(&self) -> bool {
        self.bytes.first().is_some_and(|code| code & 1 == 1)
    }

    /// True if the drive tells of a change, and did not carry out the command.
    #[must_use]
    pub const fn is_unit_attention(&self) -> bool {
        matches!(self.sense_key(), SenseKey::UnitAttention)
    }

    /// The descriptors; none in the fixed format.
    #[must_use]
    pub fn descriptors(&self) -> &[Descriptor] {
        match &self.format {
            Format::Fixed { .. } => &[],
            Format::Descriptor { descriptors, .. } => descriptors,
        }
    }

    /// The first thing that a descriptor says of those that are asked for.
    fn first<T>(&self, ask: impl Fn(&Content) -> Option<T>) -> Option<T> {
        self.descriptors().iter().find_map(|descriptor| ask(&descriptor.content))
    }

    /// The sense-key specific information, wherever it is, whether valid or not.
    #[must_use]
    pub fn specific(&self) -> Option<&SenseKeySpecific> {
        match &self.format {
            Format::Fixed { specific, .. } => Some(specific),
            Format::Descriptor { descriptors, .. } => descriptors.iter().find_map(|d| match &d.content {
                Content::SenseKeySpecificDescriptor(part) => Some(&part.specific),
                Content::DirectAccessBlockDevice(part) => Some(&part.specific),
                _ => None,
            }),
        }
    }

    /// INFORMATION, if it is valid: often the first LBA with the error.
    ///
    /// Not where ATA registers are in its place, see [`Sense::ata_return`].
    #[must_use]
    pub fn information(&self) -> Option<u64> {
        match &self.format {
            Format::Fixed { ata: Some(_), .. } => None,
            Format::Fixed { fields, .. } => fields.information.map(u64::from),
            Format::Descriptor { .. } => self.first(|content| match content {
                Content::Information(part) => part.information,
                Content::DirectAccessBlockDevice(part) => part.frame.information,
                _ => None,
            }),
        }
    }

    /// COMMAND-SPECIFIC INFORMATION.
    #[must_use]
    pub fn command_specific_information(&self) -> Option<u64> {
        match &self.format {
            Format::Fixed { ata: Some(_), .. } => None,
            Format::Fixed { fields, .. } => fields.command_specific_information.map(u64::from),
            Format::Descriptor { .. } => self.first(|content| match content {
                Content::CommandSpecificInformation(part) => part.command_specific_information,
                Content::DirectAccessBlockDevice(part) => part.frame.command_specific_information,
                _ => None,
            }),
        }
    }

    /// The part that failed, as the vendor numbers them, if one is named.
    #[must_use]
    pub fn field_replaceable_unit(&self) -> Option<u8> {
        let code = match &self.format {
            Format::Fixed { fields, .. } => fields.field_replaceable_unit_code,
            Format::Descriptor { .. } => self.first(|content| match content {
                Content::FieldReplaceableUnit(part) => part.field_replaceable_unit_code,
                Content::DirectAccessBlockDevice(part) => part.frame.field_replaceable_unit_code,
                _ => None,
            }),
        };
        code.filter(|code| *code != 0)
    }

    /// FILEMARK: a filemark or setmark was met.
    #[must_use]
    pub fn is_filemark(&self) -> bool {
        self.flag(
            |fields| fields.filemark,
            |content| match content {
                Content::StreamCommands(part) => part.filemark,
                _ => None,
            },
        )
    }

    /// EOM: the end of the medium was met.
    #[must_use]
    pub fn is_end_of_medium(&self) -> bool {
        self.flag(
            |fields| fields.eom,
            |content| match content {
                Content::StreamCommands(part) => part.eom,
                _ => None,
            },
        )
    }

    /// ILI: the block was not as long as the command said.
    #[must_use]
    pub fn is_incorrect_length(&self) -> bool {
        self.flag(
            |fields| fields.ili,
            |content| match content {
                Content::StreamCommands(part) => part.ili,
                Content::BlockCommands(part) => part.ili,
                Content::DirectAccessBlockDevice(part) => part.frame.ili,
                _ => None,
            },
        )
    }

    fn flag(
        &self,
        fixed: impl Fn(&Fixed) -> Option<bool>,
        descriptor: impl Fn(&Content) -> Option<bool>,
    ) -> bool {
        match &self.format {
            Format::Fixed { fields, .. } => fixed(fields) == Some(true),
            Format::Descriptor { descriptors, .. } => {
                descriptors.iter().any(|part| descriptor(&part.content) == Some(true))
            }
        }
    }

    /// SDAT_OVFL: there was more sense data than the drive could return.
    #[must_use]
    pub fn is_overflow(&self) -> bool {
        let overflow = match &self.format {
            Format::Fixed { fields, .. } => fields.sdat_ovfl,
            Format::Descriptor { header, .. } => header.sdat_ovfl,
        };
        overflow == Some(true)
    }

    /// Which field of the command or of its data is wrong (ILLEGAL REQUEST).
    #[must_use]
    pub fn field_pointer(&self) -> Option<Pointer> {
        let SenseKeySpecific::FieldPointer(pointer) = self.specific()? else { return None };
        let target = if pointer.c_d? { Target::Cdb } else { Target::ParameterList };
        Some(Pointer { target, byte: pointer.field_pointer?, bit: pointer.bit_pointer })
    }

    /// Which field of an EXTENDED COPY is wrong (COPY ABORTED).
    #[must_use]
    pub fn segment_pointer(&self) -> Option<Pointer> {
        let SenseKeySpecific::SegmentPointer(pointer) = self.specific()? else { return None };
        let target = if pointer.sd? { Target::SegmentDescriptor } else { Target::ParameterList };
        Some(Pointer { target, byte: pointer.field_pointer?, bit: pointer.bit_pointer })
    }

    /// How far the operation is that this sense data tells of; else how far another one is
    /// (descriptor 0Ah).
    #[must_use]
    pub fn progress(&self) -> Option<Progress> {
        if let Some(SenseKeySpecific::ProgressIndication(progress)) = self.specific()
            && let Some(progress) = progress.progress_indication
        {
            return Some(Progress(progress));
        }
        self.first(|content| match content {
            Content::AnotherProgressIndication(part) => part.another_progress_indication.map(Progress),
            _ => None,
        })
    }

    /// How often the drive tried again (RECOVERED, MEDIUM and HARDWARE ERROR).
    #[must_use]
    pub fn retry_count(&self) -> Option<u16> {
        let SenseKeySpecific::ActualRetryCount(count) = self.specific()? else { return None };
        count.actual_retry_count
    }

    /// True if unit attentions were lost, because their queue was full.
    #[must_use]
    pub fn is_queue_overflow(&self) -> bool {
        matches!(self.specific(), Some(SenseKeySpecific::UnitAttentionQueue(queue)) if queue.overflow == Some(true))
    }

    /// How long the activation of new microcode takes, if the drive knows.
    #[must_use]
    pub fn microcode_activation_time(&self) -> Option<Seconds> {
        self.first(|content| match content {
            Content::MicrocodeActivation(part) => part.microcode_activation_time.filter(|time| time.0 != 0),
            _ => None,
        })
    }

    /// The sense data of other devices that this one forwards.
    pub fn forwarded(&self) -> impl Iterator<Item = &Self> {
        self.descriptors().iter().filter_map(|descriptor| match &descriptor.content {
            Content::ForwardedSense(part) => part.sense.as_deref(),
            _ => None,
        })
    }

    /// The registers of an ATA command, if they are here, whole.
    #[must_use]
    pub fn ata_return(&self) -> Option<AtaReturn> {
        match &self.format {
            Format::Fixed { ata, .. } => {
                let ata = ata.as_deref().filter(|ata| ata.lba_23_16.is_some())?;
                Some(AtaReturn::Fixed(ata.clone()))
            }
            Format::Descriptor { descriptors, .. } => {
                descriptors.iter().find(|descriptor| descriptor.kind() == 0x09).and_then(|descriptor| {
                    descriptor.bytes.first_chunk::<14>().copied().map(AtaReturn::Descriptor)
                })
            }
        }
    }

    /// It, for a report, with the evidence of every field.
    #[must_use]
    pub fn describe(&self) -> Section {
        let mut section = Section::new(KEY, TITLE, self.items(self.data(), 0));
        section.notes.clone_from(&self.notes);
        section
    }

    /// Its lines; the sense data starts in `page` at `base`.
    fn items(&self, page: &[u8], base: usize) -> Vec<Item> {
        let page = page.get(..base + self.data().len()).unwrap_or(page);
        let code = match &self.format {
            Format::Fixed { fields, .. } => {
                fields.additional_sense_code.zip(fields.additional_sense_code_qualifier)
            }
            Format::Descriptor { header, .. } => {
                header.additional_sense_code.zip(header.additional_sense_code_qualifier)
            }
        };
        let text = match code {
            Some((asc, ascq)) => Value::Text(codes::text(asc, ascq).into_owned()),
            None => Value::Absent("not returned"),
        };
        let text = Entry::derived("additional_sense", "Additional sense", text);
        match &self.format {
            Format::Fixed { fields, specific, ata } => {
                let mut items = fields.entries(page, base);
                if ata.is_some() {
                    items.iter_mut().for_each(say_registers);
                }
                items.push(text.evidence(be16(12).from(base), page).into());
                items.extend(specific.entries(page, base + 15));
                if let Some(ata) = ata {
                    let registers = ata.entries(page, base);
                    items.push(Item::Section(Section::new("ata_registers", "ATA registers", registers)));
                }
                items.extend(rest(page, base + 18));
                items
            }
            Format::Descriptor { header, descriptors } => {
                let mut items = header.entries(page, base);
                items.push(text.evidence(be16(2).from(base), page).into());
                items.push(Item::List {
                    key: "descriptors".into(),
                    title: "Descriptors".into(),
                    elements: descriptors.iter().map(|part| part.section(page, base)).collect(),
                });
                items
            }
        }
    }
}

/// Keeps a reader from taking ATA registers for an address.
fn say_registers(item: &mut Item) {
    if let Item::Entry(entry) = item
        && (entry.key == Fixed::information.key || entry.key == Fixed::command_specific_information.key)
    {
        entry.meaning = Some("holds ATA registers".into());
    }
}

/// Cuts sense data to its length field and to what was received.
fn cut<'a>(bytes: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    // Byte 7 is ADDITIONAL SENSE LENGTH in both formats.
    let data = body(bytes, 8, bytes.get(7).copied().map_or(0, usize::from), notes);
    let beyond = bytes.get(data.len()..).unwrap_or_default();
    if beyond.iter().any(|byte| *byte != 0) {
        let text =
            format!("{} bytes after the end that ADDITIONAL SENSE LENGTH gives are not zero", beyond.len());
        notes.at(data.len()..bytes.len(), text);
    }
    data
}

impl fmt::Display for Sense {
    /// One sentence: `ILLEGAL REQUEST: Invalid field in CDB (05h/24h/00h), byte 2 bit 7 of the CDB`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_deferred() {
            f.write_str("deferred error of an earlier command: ")?;
        }
        let Self { key, asc, ascq, .. } = self;
        write!(f, "{}: {} ({key:02X}h/{asc:02X}h/{ascq:02X}h)", self.sense_key(), self.text())?;
        if let Some(pointer) = self.field_pointer().or_else(|| self.segment_pointer()) {
            write!(f, ", {pointer}")?;
        }
        if let Some(progress) = self.progress() {
            write!(f, ", {progress} done")?;
        }
        if let Some(count) = self.retry_count().filter(|count| *count != 0) {
            write!(f, ", after {count} {}", if count == 1 { "retry" } else { "retries" })?;
        }
        if let Some(information) = self.information() {
            write!(f, ", information {information:X}h")?;
        }
        if let Some(unit) = self.field_replaceable_unit() {
            write!(f, ", field replaceable unit {unit:02X}h")?;
        }
        if self.is_queue_overflow() {
            f.write_str(", and earlier unit attentions were lost")?;
        }
        if self.is_overflow() {
            f.write_str(", and more that did not fit")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sense data in the notation of test vectors.
    fn parse(text: &str) -> Sense {
        Sense::parse(&crate::hex::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn one_sentence_for_a_user() {
        for (bytes, sentence) in [
            (
                "70 00 05 00 00 00 00 0a 00 00 00 00 24 00 00 cf 00 02",
                "ILLEGAL REQUEST: Invalid field in CDB (05h/24h/00h), byte 2 bit 7 of the CDB",
            ),
            (
                "70 00 05 00 00 00 00 0a 00 00 00 00 26 00 00 80 00 10",
                "ILLEGAL REQUEST: Invalid field in parameter list (05h/26h/00h), byte 16 of the parameter list",
            ),
            (
                "70 00 02 00 00 00 00 0a 00 00 00 00 04 1b 00 80 ff ff",
                "NOT READY: Logical unit not ready, sanitize in progress (02h/04h/1Bh), 99.99 % done",
            ),
            (
                "f0 00 03 12 34 56 78 0a 00 00 00 00 11 00 07 80 00 02",
                "MEDIUM ERROR: Unrecovered read error (03h/11h/00h), after 2 retries, information 12345678h, \
                 field replaceable unit 07h",
            ),
            (
                "71 00 04 00 00 00 00 0a 00 00 00 00 44 a2 00 00 00 00",
                "deferred error of an earlier command: HARDWARE ERROR: Vendor specific (04h/44h/A2h)",
            ),
            (
                "70 00 06 00 00 00 00 0a 00 00 00 00 29 00 00 81 00 00",
                "UNIT ATTENTION: Power on, reset, or bus device reset occurred (06h/29h/00h), \
                 and earlier unit attentions were lost",
            ),
            (
                "72 0a 26 0a 80 00 00 08 02 06 00 00 ab 00 21 00",
                "COPY ABORTED: Unexpected inexact segment (0Ah/26h/0Ah), byte 33 bit 3 of the segment descriptor, \
                 and more that did not fit",
            ),
            (
                "70 00 0c 00 00 00 00 0a 00 00 00 00 0f 00",
                "RESERVED (was EQUAL): Not assigned by T10 (0Ch/0Fh/00h)",
            ),
        ] {
            assert_eq!(parse(bytes).to_string(), sentence);
        }
    }

    /// What a SAS drive answers to ATA PASS-THROUGH (16); other programs call it bad sense data.
    #[test]
    fn every_field_of_a_sas_drive_that_refuses_ata() {
        let sense = parse(
            "72 05 20 00 00 00 00 1c 02 06 00 00 cf 00 00 00 03 02 00 01 80 0e 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
        );
        assert!(sense.is(SenseKey::IllegalRequest, 0x20, 0x00));
        assert_eq!(sense.text(), "Invalid command operation code");
        assert!(!sense.is_deferred() && !sense.is_unit_attention() && !sense.is_overflow());
        assert_eq!(sense.field_pointer(), Some(Pointer { target: Target::Cdb, byte: 0, bit: Some(7) }));
        assert_eq!(sense.field_replaceable_unit(), Some(1));
        assert_eq!(sense.information(), None);
        assert_eq!(sense.progress(), None);
        assert_eq!(sense.ata_return(), None);
        let kinds: Vec<(u8, usize, usize)> =
            sense.descriptors().iter().map(|d| (d.kind(), d.offset, d.bytes.len())).collect();
        assert_eq!(kinds, [(0x02, 8, 8), (0x03, 16, 4), (0x80, 20, 16)]);
        assert_eq!(sense.notes, []);
        assert_eq!(sense.advice(), Some("the drive does not have this command"));
    }

    #[test]
    fn lengths_that_lie_cost_no_field_that_was_received() {
        let whole = "72 03 11 00 00 00 00 10 00 0a 80 00 00 00 00 00 12 34 56 78 03 02 00 05";
        assert_eq!(parse(whole).information(), Some(0x1234_5678));
        assert_eq!(parse(whole).field_replaceable_unit(), Some(5));

        // The drive says 16 bytes and 12 come: the second descriptor is cut.
        let bytes = crate::hex::parse(whole).unwrap();
        let cut = Sense::parse(bytes.get(..22).unwrap()).unwrap();
        assert_eq!((cut.information(), cut.field_replaceable_unit()), (Some(0x1234_5678), None));
        assert_eq!(cut.notes.len(), 3, "{:?}", cut.notes);

        // Bytes beyond the length are not sense data, but are noted.
        let more = Sense::parse(&[bytes.as_slice(), &[0, 0, 9]].concat()).unwrap();
        assert_eq!(more.data(), bytes);
        assert_eq!(more.notes.len(), 1);
        let padded = Sense::parse(&[bytes.as_slice(), &[0; 40]].concat()).unwrap();
        assert_eq!(padded.notes, []);

        // A length byte of zero hides even the code: what other bytes hold is only noted.
        let silent = parse("70 00 05 00 00 00 00 00 00 00 00 00 24 00 00 00 00 00");
        assert_eq!((silent.key, silent.asc), (5, 0));
        assert_eq!(silent.notes.len(), 1);
    }

    #[test]
    fn registers_of_ata_commands_are_not_taken_for_addresses() {
        let fixed = parse("f0 00 01 51 50 40 08 0a e3 11 22 33 00 1d 00 00 00 00");
        assert_eq!((fixed.information(), fixed.command_specific_information()), (None, None));
        let Some(AtaReturn::Fixed(registers)) = fixed.ata_return() else { panic!("no registers") };
        assert_eq!((registers.error, registers.status), (Some(0x51), Some(0x50)));
        assert_eq!((registers.device, registers.count_7_0), (Some(0x40), Some(0x08)));
        assert_eq!(
            (registers.lba_7_0, registers.lba_15_8, registers.lba_23_16),
            (Some(0x11), Some(0x22), Some(0x33))
        );
        assert_eq!((registers.extend, registers.log_index), (Some(true), Some(3)));
        assert_eq!((registers.count_upper_nonzero, registers.lba_upper_nonzero), (Some(true), Some(true)));

        let descriptor = parse("72 01 00 1d 00 00 00 0e 09 0c 01 51 12 34 67 12 9a 45 bc 56 a0 50");
        assert_eq!(
            descriptor.ata_return(),
            Some(AtaReturn::Descriptor([
                9, 0xc, 1, 0x51, 0x12, 0x34, 0x67, 0x12, 0x9a, 0x45, 0xbc, 0x56, 0xa0, 0x50
            ]))
        );
        let cut = parse("72 01 00 1d 00 00 00 0e 09 0c 01 51 12 34 67 12 9a 45 bc 56");
        assert_eq!(cut.ata_return(), None, "a register that did not come is not zero");
    }

    #[test]
    fn progress_of_another_operation_counts_if_there_is_none_of_this_one() {
        let other = parse("72 05 24 00 00 00 00 08 0a 06 02 04 1b 00 40 00");
        assert_eq!(other.progress(), Some(Progress(0x4000)));
        let own = parse("72 02 04 04 00 00 00 10 0a 06 02 04 1b 00 40 00 02 06 00 00 80 80 00 00");
        assert_eq!(own.progress(), Some(Progress(0x8000)));
        assert_eq!(own.progress().unwrap().to_string(), "50.00 %");
    }

    #[test]
    fn forwarded_sense_in_forwarded_sense_ends_with_the_bytes() {
        let mut bytes = crate::hex::parse("70 00 03 00 00 00 00 0a 00 00 00 00 11 00 00 80 00 05").unwrap();
        while bytes.len() + 12 <= 260 {
            let length = u8::try_from(bytes.len()).unwrap();
            bytes = [
                &[0x72, 0x0a, 0x0d, 0x01, 0, 0, 0, length + 4, 0x0c, length + 2, 0x01, 0x02],
                bytes.as_slice(),
            ]
            .concat();
        }
        let mut sense = &Sense::parse(&bytes).unwrap();
        let mut depth = 0;
        while let Some(inner) = sense.forwarded().next() {
            (sense, depth) = (inner, depth + 1);
        }
        assert_eq!((depth, sense.retry_count()), (20, Some(5)));
        let section = Sense::parse(&bytes).unwrap().describe();
        let entry = section.find("actual_retry_count").unwrap();
        assert_eq!(entry.at.map(|at| at.start), Some(256), "evidence counts from the start of the whole");
    }

    #[test]
    fn what_is_no_sense_data_is_shown_as_bytes() {
        for bytes in [&[][..], &[0x7f, 1, 2], &[0xf4, 0], &[0, 0, 0]] {
            assert_eq!(Sense::parse(bytes), None);
            let section = describe(bytes);
            assert_eq!((section.notes.len(), section.items.len()), (1, usize::from(!bytes.is_empty())));
        }
    }

    #[test]
    fn errors_in_json() {
        let sense = parse("72 05 24 00 00 00 00 08 02 06 00 00 cf 00 02 00");
        let report = serde_json::to_value(sense.report()).unwrap();
        assert_eq!(
            report,
            serde_json::json!({
                "key": { "number": 5, "name": "ILLEGAL REQUEST" },
                "asc": 0x24,
                "ascq": 0,
                "text": "Invalid field in CDB",
                "deferred": false,
                "field_pointer": { "in": "cdb", "byte": 2, "bit": 7 },
                "advice": "the drive does not take a field of the command: it has this feature not at all, or otherwise",
                "raw": "7205240000000008020600 00cf000200".replace(' ', ""),
            })
        );
        let sense = parse("f0 00 02 00 00 10 00 0a 00 00 00 07 04 04 09 80 80 00");
        let report = serde_json::to_value(sense.report()).unwrap();
        for (key, value) in [
            ("progress_percent", 50.0.into()),
            ("information", 4096.into()),
            ("command_specific_information", 7.into()),
            ("field_replaceable_unit", 9.into()),
        ] {
            let expected: serde_json::Value = value;
            assert_eq!(report.get(key), Some(&expected), "{key}");
        }
    }

    #[test]
    fn keys_have_the_numbers_and_names_of_the_standard() {
        for (number, name) in KEYS {
            let key = SenseKey::from_bits(u8::try_from(*number).unwrap());
            assert_eq!((u64::from(key as u8), key.name()), (*number, *name));
        }
        assert_eq!(KEYS.len(), 16);
    }
}
