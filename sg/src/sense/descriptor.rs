//! The descriptors of descriptor format sense data: one record each, one line each in the table.
//!
//! Types 00h-03h, 0Ah, 0Ch, 0Eh and 0Fh are SPC's, 04h is SSC's, 05h, 0Bh and 0Dh are SBC's, 09h
//! is SAT's; 06h-08h belong to object-based storage and are kept as bytes, as types from 80h on,
//! which are the vendors'.

use std::borrow::Cow;

use super::specific::PROGRESS;
use super::{KEYS, Sense, SenseKey, SenseKeySpecific, codes};
use crate::page::PageKind;
use crate::section::{Entry, Item, Section, Value};
use crate::transport::status;
use crate::wire::{
    Layout, Meaning, Notes, Record, Seconds, be, be16, be24, be32, be64, bit, bits, byte, flag, names, text,
    walk,
};

/// What a descriptor type can do.
trait Part: Sized {
    /// The tables of its fixed layouts; the first is the descriptor's own.
    const LAYOUTS: &'static [Layout];
    /// True if a list or text follows the first layout.
    const OPEN: bool = false;
    /// Decodes what there is of it; `key` is the sense key of the sense data.
    fn decode(key: SenseKey, descriptor: &[u8], notes: &mut Notes) -> Self;
    /// Its lines, with their evidence from `page`, which ends with it, and where it starts at
    /// `base`.
    fn items(&self, page: &[u8], base: usize) -> Vec<Item>;
}

/// Descriptors that are one record.
macro_rules! plain {
    ($($name:ident)*) => { $(
        impl Part for $name {
            const LAYOUTS: &'static [Layout] = &[Self::LAYOUT];
            fn decode(_: SenseKey, descriptor: &[u8], _: &mut Notes) -> Self {
                Self::read(descriptor)
            }
            fn items(&self, page: &[u8], base: usize) -> Vec<Item> {
                self.entries(page, base)
            }
        }
    )* };
}

macro_rules! descriptors {
    ($( $code:literal $key:literal $name:ident $title:literal; )*) => {
        /// What a descriptor says.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Content {
            $(
                #[doc = concat!("Type ", $key, ": ", $title, ".")]
                $name($name),
            )*
            /// A type that is the vendor's, or that is not decoded: its bytes are kept.
            Other,
        }

        /// The sense data as a whole, and every type of descriptor that is decoded.
        pub const PAGES: &[PageKind] = &[
            PageKind {
                key: super::KEY,
                code: 0x70,
                subpage: 0,
                title: super::TITLE,
                layouts: super::LAYOUTS,
                describe: |sense, _| super::describe(sense),
            },
            $( PageKind {
                key: $key,
                code: $code,
                subpage: 0,
                title: $title,
                layouts: $name::LAYOUTS_OF_PART,
                describe: |descriptor, mut notes| {
                    let content = Content::decode(SenseKey::NoSense, descriptor, &mut notes);
                    let mut section = Section::new($key, $title, content.items(descriptor, 0));
                    section.notes = notes.0;
                    section
                },
            }, )*
        ];

        $( impl $name {
            const LAYOUTS_OF_PART: &'static [Layout] = <Self as Part>::LAYOUTS;
        } )*

        impl Content {
            fn decode(key: SenseKey, descriptor: &[u8], notes: &mut Notes) -> Self {
                match descriptor.first() {
                    $( Some($code) => {
                        if let Some(layout) = $name::LAYOUTS_OF_PART.first() {
                            layout.measure($title, descriptor, $name::OPEN, notes);
                        }
                        Self::$name($name::decode(key, descriptor, notes))
                    } )*
                    _ => Self::Other,
                }
            }

            fn items(&self, page: &[u8], base: usize) -> Vec<Item> {
                match self {
                    $( Self::$name(part) => {
                        let mut items = part.items(page, base);
                        if !$name::OPEN && let Some(layout) = $name::LAYOUTS_OF_PART.first() {
                            items.extend(super::rest(page, base + layout.end));
                        }
                        items
                    } )*
                    Self::Other => {
                        let mut items = Head::read(page.get(base..).unwrap_or_default()).entries(page, base);
                        items.extend(super::rest(page, base + Head::LAYOUT.end));
                        items
                    }
                }
            }

            fn key_and_title(&self, code: u8) -> (&'static str, Cow<'static, str>) {
                match self {
                    $( Self::$name(_) => ($key, Cow::Borrowed($title)), )*
                    Self::Other => ("sense:other", name(code)),
                }
            }
        }
    };
}

descriptors! {
    0x00 "sense:00" Information "Information";
    0x01 "sense:01" CommandSpecificInformation "Command-specific information";
    0x02 "sense:02" SenseKeySpecificDescriptor "Sense-key specific";
    0x03 "sense:03" FieldReplaceableUnit "Field replaceable unit";
    0x04 "sense:04" StreamCommands "Stream commands";
    0x05 "sense:05" BlockCommands "Block commands";
    0x09 "sense:09" AtaStatusReturn "ATA status return";
    0x0a "sense:0a" AnotherProgressIndication "Another progress indication";
    0x0b "sense:0b" UserDataSegmentReferral "User data segment referral";
    0x0c "sense:0c" ForwardedSense "Forwarded sense data";
    0x0d "sense:0d" DirectAccessBlockDevice "Direct-access block device";
    0x0e "sense:0e" DeviceDesignation "Device designation";
    0x0f "sense:0f" MicrocodeActivation "Microcode activation";
}

/// The name of a type that is not decoded.
fn name(code: u8) -> Cow<'static, str> {
    Cow::Borrowed(match code {
        0x06 => "OSD object identification",
        0x07 => "OSD response integrity check value",
        0x08 => "OSD attribute identification",
        0x80.. => return Cow::Owned(format!("Vendor specific descriptor {code:02X}h")),
        _ => return Cow::Owned(format!("Unknown descriptor {code:02X}h")),
    })
}

/// A descriptor, where it was found, and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descriptor {
    /// Its first byte, counted from the start of the sense data.
    pub offset: usize,
    /// Its bytes, as far as they were received.
    pub bytes: Vec<u8>,
    /// What they say.
    pub content: Content,
}

impl Descriptor {
    /// Its type.
    #[must_use]
    pub fn kind(&self) -> u8 {
        self.bytes.first().copied().unwrap_or_default()
    }

    /// Decodes the descriptors of a whole sense data.
    pub(super) fn all(key: SenseKey, sense: &[u8], notes: &mut Notes) -> Vec<Self> {
        let size = |bytes: &[u8]| 2 + bytes.get(1).copied().map_or(0, usize::from);
        walk(sense, 8, 2, notes, size)
            .into_iter()
            .map(|(offset, bytes)| {
                let mut own = Notes::default();
                let content = Content::decode(key, bytes, &mut own);
                notes.append_from(own, offset);
                Self { offset, bytes: bytes.to_vec(), content }
            })
            .collect()
    }

    /// It as a section; `page` is where the sense data that holds it starts at `base`.
    pub(super) fn section(&self, page: &[u8], base: usize) -> Section {
        let start = base + self.offset;
        let page = page.get(..start + self.bytes.len()).unwrap_or(page);
        let (key, title) = self.content.key_and_title(self.kind());
        Section::new(key, title, self.content.items(page, start))
    }
}

crate::record! {
    /// The first two bytes of every descriptor.
    pub struct Head[0..2] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
    }
}

crate::record! {
    /// Depends on the command; often the first LBA with the error.
    pub struct Information[0..12] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// Whether the information is what the command's standard says.
        valid: bool = bit(2, 7), "VALID",
            flag("INFORMATION is valid", "INFORMATION is not what a standard says it is");
        /// The information.
        information: u64 = be64(4).when(2, 0x80, 0x80), "INFORMATION";
    }
    reserved {
        bits(2, 6, 0), "reserved";
        byte(3), "reserved";
    }
}

crate::record! {
    /// Depends on the command.
    pub struct CommandSpecificInformation[0..12] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// The information.
        command_specific_information: u64 = be64(4), "COMMAND-SPECIFIC INFORMATION";
    }
    reserved {
        be16(2), "reserved";
    }
}

crate::record! {
    /// The frame of the sense-key specific descriptor.
    pub struct SenseKeySpecificFrame[0..8] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
    }
    reserved {
        be16(2), "reserved";
        be24(4), "sense-key specific: a record of its own for each sense key";
        byte(7), "reserved";
    }
}

/// Three bytes whose meaning the sense key gives, from byte 4 on, and a record around them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithSpecific<F> {
    /// All but the sense-key specific bytes.
    pub frame: F,
    /// What those say.
    pub specific: SenseKeySpecific,
}

/// Three bytes whose meaning the sense key gives.
pub type SenseKeySpecificDescriptor = WithSpecific<SenseKeySpecificFrame>;

impl<F: Record> Part for WithSpecific<F> {
    const LAYOUTS: &'static [Layout] = &[F::LAYOUT];
    fn decode(key: SenseKey, descriptor: &[u8], _: &mut Notes) -> Self {
        Self {
            frame: F::read(descriptor),
            specific: SenseKeySpecific::read(key, descriptor.get(4..).unwrap_or_default()),
        }
    }
    fn items(&self, page: &[u8], base: usize) -> Vec<Item> {
        let mut items = self.frame.entries(page, base);
        items.extend(self.specific.entries(page, base + 4));
        items
    }
}

crate::record! {
    /// The part that failed.
    pub struct FieldReplaceableUnit[0..4] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// The part, as the vendor numbers them; 0: none is named.
        field_replaceable_unit_code: u8 = byte(3), "FIELD REPLACEABLE UNIT CODE";
    }
    reserved {
        byte(2), "reserved";
    }
}

crate::record! {
    /// What tapes add.
    pub struct StreamCommands[0..4] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// A filemark or setmark was met.
        filemark: bool = bit(3, 7), "FILEMARK";
        /// The end of the medium was met.
        eom: bool = bit(3, 6), "EOM";
        /// The block was not as long as the command said.
        ili: bool = bit(3, 5), "ILI";
    }
    reserved {
        byte(2), "reserved";
        bits(3, 4, 0), "reserved";
    }
}

crate::record! {
    /// What disks add.
    pub struct BlockCommands[0..4] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// The block was not as long as the command said.
        ili: bool = bit(3, 5), "ILI";
    }
    reserved {
        byte(2), "reserved";
        bits(3, 7, 6), "reserved";
        bits(3, 4, 0), "reserved";
    }
}

crate::record! {
    /// The registers of an ATA command, as SAT returns them.
    pub struct AtaStatusReturn[0..14] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// The command was a 48-bit one: the high halves are valid.
        extend: bool = bit(2, 0), "EXTEND", flag("48-bit command", "28-bit command");
        /// The ERROR register.
        error: u8 = byte(3), "ERROR";
        /// COUNT bits 15:8.
        count_15_8: u8 = byte(4).when(2, 0x01, 0x01), "COUNT (15:8)";
        /// COUNT bits 7:0.
        count_7_0: u8 = byte(5), "COUNT (7:0)";
        /// LBA bits 31:24.
        lba_31_24: u8 = byte(6).when(2, 0x01, 0x01), "LBA (31:24)";
        /// LBA bits 7:0.
        lba_7_0: u8 = byte(7), "LBA (7:0)";
        /// LBA bits 39:32.
        lba_39_32: u8 = byte(8).when(2, 0x01, 0x01), "LBA (39:32)";
        /// LBA bits 15:8.
        lba_15_8: u8 = byte(9), "LBA (15:8)";
        /// LBA bits 47:40.
        lba_47_40: u8 = byte(10).when(2, 0x01, 0x01), "LBA (47:40)";
        /// LBA bits 23:16.
        lba_23_16: u8 = byte(11), "LBA (23:16)";
        /// The DEVICE register.
        device: u8 = byte(12), "DEVICE";
        /// The STATUS register.
        status: u8 = byte(13), "STATUS";
    }
    reserved {
        bits(2, 7, 1), "reserved";
    }
}

crate::record! {
    /// How far an operation is that is not the one of the sense data itself.
    pub struct AnotherProgressIndication[0..8] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// The sense key of that operation.
        another_sense_key: u8 = byte(2), "ANOTHER SENSE KEY", names(KEYS);
        /// The additional sense code of that operation.
        another_additional_sense_code: u8 = byte(3), "ANOTHER ADDITIONAL SENSE CODE";
        /// The qualifier of that code.
        another_additional_sense_code_qualifier: u8 = byte(4), "ANOTHER ADDITIONAL SENSE CODE QUALIFIER";
        /// How far it is, of 65536.
        another_progress_indication: u16 = be16(6), "ANOTHER PROGRESS INDICATION", PROGRESS;
    }
    reserved {
        byte(5), "reserved";
    }
}

impl Part for AnotherProgressIndication {
    const LAYOUTS: &'static [Layout] = &[Self::LAYOUT];
    fn decode(_: SenseKey, descriptor: &[u8], _: &mut Notes) -> Self {
        Self::read(descriptor)
    }
    fn items(&self, page: &[u8], base: usize) -> Vec<Item> {
        let mut items = self.entries(page, base);
        if let (Some(asc), Some(ascq)) =
            (self.another_additional_sense_code, self.another_additional_sense_code_qualifier)
        {
            let text = Value::Text(codes::text(asc, ascq).into_owned());
            items.push(
                Entry::derived("another_additional_sense", "Another additional sense", text)
                    .evidence(be16(3).from(base), page)
                    .into(),
            );
        }
        items
    }
}

crate::record! {
    /// The frame of a list of user data segments.
    pub struct UserDataSegmentReferralHeader[0..4] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// The list does not name all segments.
        not_all_r: bool = bit(2, 0), "NOT_ALL_R", flag("there are more segments than these", "these are all segments");
    }
    reserved {
        bits(2, 7, 1), "reserved";
        byte(3), "reserved";
    }
}

crate::record! {
    /// A user data segment: a range of LBAs.
    pub struct UserDataSegment[0..20] {
        /// How many target port groups follow.
        number_of_target_port_group_descriptors: u8 = byte(3), "NUMBER OF TARGET PORT GROUP DESCRIPTORS";
        /// Its first block.
        first_user_data_segment_lba: u64 = be64(4), "FIRST USER DATA SEGMENT LBA";
        /// Its last block.
        last_user_data_segment_lba: u64 = be64(12), "LAST USER DATA SEGMENT LBA";
    }
    reserved {
        be24(0), "reserved";
    }
}

crate::record! {
    /// A target port group, and how well the segment is reached through it.
    pub struct TargetPortGroup[0..4] {
        /// How well.
        asymmetric_access_state: u8 = bits(0, 3, 0), "ASYMMETRIC ACCESS STATE", names(&[
            (0x0, "active/optimized"),
            (0x1, "active/non-optimized"),
            (0x2, "standby"),
            (0x3, "unavailable"),
            (0x4, "logical block dependent"),
            (0xe, "offline"),
            (0xf, "transitioning between states"),
        ]);
        /// Which group.
        target_port_group: u16 = be16(2), "TARGET PORT GROUP";
    }
    reserved {
        bits(0, 7, 4), "reserved";
        byte(1), "reserved";
    }
}

/// Through which ports which blocks are reached best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserDataSegmentReferral {
    /// The first bytes.
    pub header: UserDataSegmentReferralHeader,
    /// The segments.
    pub segments: Vec<ReferredSegment>,
}

/// A segment of a referral, with the target port groups through which it is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferredSegment {
    /// Its first byte, counted from the start of the descriptor.
    pub offset: usize,
    /// The segment.
    pub segment: UserDataSegment,
    /// The groups, each with its offset in the descriptor.
    pub groups: Vec<(usize, TargetPortGroup)>,
}

impl Part for UserDataSegmentReferral {
    const LAYOUTS: &'static [Layout] =
        &[UserDataSegmentReferralHeader::LAYOUT, UserDataSegment::LAYOUT, TargetPortGroup::LAYOUT];
    const OPEN: bool = true;
    fn decode(_: SenseKey, descriptor: &[u8], notes: &mut Notes) -> Self {
        let size = |bytes: &[u8]| 20 + 4 * bytes.get(3).copied().map_or(0, usize::from);
        let mut segments = Vec::new();
        for (offset, bytes) in walk(descriptor, 4, 20, notes, size) {
            let mut own = Notes::default();
            let groups = walk(bytes, 20, 4, &mut own, |_| 4)
                .into_iter()
                .map(|(at, group)| (offset + at, TargetPortGroup::read(group)))
                .collect();
            notes.append_from(own, offset);
            segments.push(ReferredSegment { offset, segment: UserDataSegment::read(bytes), groups });
        }
        Self { header: UserDataSegmentReferralHeader::read(descriptor), segments }
    }
    fn items(&self, page: &[u8], base: usize) -> Vec<Item> {
        let mut items = self.header.entries(page, base);
        let segments = self.segments.iter().map(|ReferredSegment { offset, segment, groups }| {
            let mut items = segment.entries(page, base + offset);
            let groups = groups.iter().map(|(offset, group)| {
                Section::new("target_port_group", "Target port group", group.entries(page, base + offset))
            });
            items.push(Item::List {
                key: "target_port_groups".into(),
                title: "Target port groups".into(),
                elements: groups.collect(),
            });
            Section::new("user_data_segment", "User data segment", items)
        });
        items.push(Item::List {
            key: "user_data_segments".into(),
            title: "User data segments".into(),
            elements: segments.collect(),
        });
        items
    }
}

crate::record! {
    /// The frame of sense data that another device returned.
    pub struct ForwardedSenseHeader[0..4] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// The forwarded sense data was cut.
        fsdt: bool = bit(2, 7), "FSDT",
            flag("the forwarded sense data was cut to fit", "the forwarded sense data is whole");
        /// Who returned it.
        sense_data_source: u8 = bits(2, 3, 0), "SENSE DATA SOURCE", Meaning::Rule(source);
        /// The status that came with it.
        forwarded_status: u8 = byte(3), "FORWARDED STATUS", Meaning::Rule(status_name);
    }
    reserved {
        bits(2, 6, 4), "reserved";
    }
}

fn source(number: u64) -> Option<Cow<'static, str>> {
    match number {
        0 => Some("unknown".into()),
        1 => Some("EXTENDED COPY command copy source".into()),
        2..=9 => Some(format!("EXTENDED COPY command copy destination {}", number - 1).into()),
        _ => None,
    }
}

fn status_name(number: u64) -> Option<Cow<'static, str>> {
    u8::try_from(number).ok().map(|code| Cow::Borrowed(status::name(code)))
}

/// Sense data that another device returned to this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForwardedSense {
    /// The first bytes.
    pub header: ForwardedSenseHeader,
    /// The sense data, if it is some.
    pub sense: Option<Box<Sense>>,
}

impl Part for ForwardedSense {
    const LAYOUTS: &'static [Layout] = &[ForwardedSenseHeader::LAYOUT];
    const OPEN: bool = true;
    fn decode(_: SenseKey, descriptor: &[u8], notes: &mut Notes) -> Self {
        let sense = Sense::parse(descriptor.get(4..).unwrap_or_default());
        if let Some(sense) = &sense {
            notes.append_from(Notes(sense.notes.clone()), 4);
        }
        Self { header: ForwardedSenseHeader::read(descriptor), sense: sense.map(Box::new) }
    }
    fn items(&self, page: &[u8], base: usize) -> Vec<Item> {
        let mut items = self.header.entries(page, base);
        match &self.sense {
            Some(sense) => items.push(Item::Section(Section::new(
                "forwarded_sense_data",
                "Forwarded sense data",
                sense.items(page, base + 4),
            ))),
            None => items.extend(super::rest(page, base + 4)),
        }
        items
    }
}

crate::record! {
    /// What a disk says with one descriptor instead of four.
    pub struct DirectAccessBlockDeviceFrame[0..32] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// Whether the information is what the command's standard says.
        valid: bool = bit(2, 7), "VALID",
            flag("INFORMATION is valid", "INFORMATION is not what a standard says it is");
        /// The block was not as long as the command said.
        ili: bool = bit(2, 5), "ILI";
        /// The part that failed, as the vendor numbers them; 0: none is named.
        field_replaceable_unit_code: u8 = byte(7), "FIELD REPLACEABLE UNIT CODE";
        /// Depends on the command; often the first LBA with the error.
        information: u64 = be64(8).when(2, 0x80, 0x80), "INFORMATION";
        /// Depends on the command.
        command_specific_information: u64 = be64(16), "COMMAND-SPECIFIC INFORMATION";
        /// The vendor's.
        vendor_specific: crate::wire::Octets = be(24, 8), "vendor specific";
    }
    reserved {
        bit(2, 6), "reserved";
        bits(2, 4, 0), "reserved";
        byte(3), "reserved";
        be24(4), "sense-key specific: a record of its own for each sense key";
    }
}

/// What a disk says with one descriptor instead of four.
pub type DirectAccessBlockDevice = WithSpecific<DirectAccessBlockDeviceFrame>;

crate::record! {
    /// The frame of the name of another logical unit.
    pub struct DeviceDesignationHeader[0..4] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// What the name is for.
        usage_reason: u8 = byte(3), "USAGE REASON", names(&[
            (0, "unknown"),
            (1, "send this and further commands to that logical unit"),
            (2, "send this command to that logical unit"),
            (3, "a new subsidiary logical unit of this administrative logical unit"),
            (4, "an administrative logical unit with which a preferred binding exists"),
        ]);
    }
    reserved {
        byte(2), "reserved";
    }
}

crate::record! {
    /// The first bytes of a designation descriptor, as in the Device Identification page (VPD 83h).
    pub struct Designation[0..4] {
        /// The transport protocol that the designator belongs to.
        protocol_identifier: u8 = bits(0, 7, 4).when(1, 0x80, 0x80), "PROTOCOL IDENTIFIER", names(&[
            (0x0, "Fibre Channel"),
            (0x1, "parallel SCSI"),
            (0x2, "SSA"),
            (0x3, "IEEE 1394"),
            (0x4, "RDMA (SRP)"),
            (0x5, "iSCSI"),
            (0x6, "SAS"),
            (0x7, "automation/drive interface"),
            (0x8, "ATA/ATAPI"),
            (0x9, "USB attached SCSI"),
            (0xa, "SCSI over PCI Express"),
            (0xf, "no specific protocol"),
        ]);
        /// How the designator is written.
        code_set: u8 = bits(0, 3, 0), "CODE SET", names(&[(1, "binary"), (2, "ASCII"), (3, "UTF-8")]);
        /// Whether the protocol is valid.
        piv: bool = bit(1, 7), "PIV";
        /// What the designator names.
        association: u8 = bits(1, 5, 4), "ASSOCIATION", names(&[
            (0, "addressed logical unit"),
            (1, "target port"),
            (2, "target device"),
        ]);
        /// Which kind of name it is.
        designator_type: u8 = bits(1, 3, 0), "DESIGNATOR TYPE", names(&[
            (0x0, "vendor specific"),
            (0x1, "T10 vendor ID based"),
            (0x2, "EUI-64 based"),
            (0x3, "NAA"),
            (0x4, "relative target port identifier"),
            (0x5, "target port group"),
            (0x6, "logical unit group"),
            (0x7, "MD5 logical unit identifier"),
            (0x8, "SCSI name string"),
            (0x9, "protocol specific port identifier"),
            (0xa, "UUID identifier"),
        ]);
        /// How many bytes of designator follow.
        designator_length: u8 = byte(3), "DESIGNATOR LENGTH";
    }
    reserved {
        bit(1, 6), "reserved";
        byte(2), "reserved";
    }
}

/// The name of another logical unit, and what it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceDesignation {
    /// The first bytes.
    pub header: DeviceDesignationHeader,
    /// What kind of name follows.
    pub designation: Designation,
    /// The name.
    pub designator: Vec<u8>,
}

impl Part for DeviceDesignation {
    const LAYOUTS: &'static [Layout] = &[DeviceDesignationHeader::LAYOUT, Designation::LAYOUT];
    const OPEN: bool = true;
    fn decode(_: SenseKey, descriptor: &[u8], notes: &mut Notes) -> Self {
        let designation = Designation::read(descriptor.get(4..).unwrap_or_default());
        let size = |bytes: &[u8]| 4 + bytes.get(3).copied().map_or(0, usize::from);
        let designator = walk(descriptor, 4, 4, notes, size).first().and_then(|(_, bytes)| bytes.get(4..));
        Self {
            header: DeviceDesignationHeader::read(descriptor),
            designation,
            designator: designator.unwrap_or_default().to_vec(),
        }
    }
    fn items(&self, page: &[u8], base: usize) -> Vec<Item> {
        let mut items = self.header.entries(page, base);
        items.extend(self.designation.entries(page, base + 4));
        let at = text(base + 8, self.designator.len());
        let value = match self.designation.code_set {
            Some(2 | 3) => Value::Text(at.ascii(page).unwrap_or_default()),
            _ => Value::Bytes(self.designator.clone()),
        };
        items.push(Entry::derived("designator", "DESIGNATOR", value).evidence(at, page).into());
        items.extend(super::rest(page, base + 8 + self.designator.len()));
        items
    }
}

crate::record! {
    /// How long the drive will be busy with the activation of new microcode.
    pub struct MicrocodeActivation[0..8] {
        /// Which descriptor it is.
        descriptor_type: u8 = byte(0), "DESCRIPTOR TYPE";
        /// How many bytes follow.
        additional_length: u8 = byte(1), "ADDITIONAL LENGTH";
        /// The time.
        microcode_activation_time: Seconds = be16(6), "MICROCODE ACTIVATION TIME", names(&[(0, "unknown")]);
    }
    reserved {
        be32(2), "reserved";
    }
}

plain! {
    Information CommandSpecificInformation FieldReplaceableUnit StreamCommands BlockCommands AtaStatusReturn
    MicrocodeActivation
}
