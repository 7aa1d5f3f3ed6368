//! Standard INQUIRY data (SPC-5 6.6.2): what a device says of itself before anything else is asked.
//!
//! The names of device types, qualifiers and versions here serve the VPD pages as well.

mod versions;

use std::borrow::Cow;

pub use versions::{VERSION_DESCRIPTORS, version_descriptor};

use crate::page::{Page, PageKind};
use crate::section::{Item, Section};
use crate::wire::{
    ByteCount, Decoded, Field, FieldValue, Layout, Meaning, Notes, Octets, Record, be16, bit, bits, body,
    byte, entry, flag, names, text, walk,
};

crate::pages! {
    StandardInquiry,
}

/// What a PERIPHERAL QUALIFIER says.
pub const QUALIFIERS: Meaning = names(&[
    (0, "a device is connected, or it is unknown whether one is"),
    (1, "no device is connected, but one could be"),
    (2, "reserved"),
    (3, "no device can be connected here"),
    (4, "vendor specific"),
    (5, "vendor specific"),
    (6, "vendor specific"),
    (7, "vendor specific"),
]);

/// The names of the peripheral device types.
pub const DEVICE_TYPES: Meaning = names(&[
    (0x00, "direct access block device (disk)"),
    (0x01, "sequential access device (tape)"),
    (0x02, "printer"),
    (0x03, "processor"),
    (0x04, "write-once device"),
    (0x05, "CD/DVD device"),
    (0x06, "scanner"),
    (0x07, "optical memory device"),
    (0x08, "medium changer"),
    (0x09, "communications device"),
    (0x0a, "graphic arts pre-press device"),
    (0x0b, "graphic arts pre-press device"),
    (0x0c, "storage array controller"),
    (0x0d, "enclosure services device"),
    (0x0e, "simplified direct access device"),
    (0x0f, "optical card reader/writer"),
    (0x10, "bridge controller"),
    (0x11, "object-based storage device"),
    (0x12, "automation/drive interface"),
    (0x13, "security manager device"),
    (0x14, "host managed zoned block device"),
    (0x15, "reserved"),
    (0x16, "reserved"),
    (0x17, "reserved"),
    (0x18, "reserved"),
    (0x19, "reserved"),
    (0x1a, "reserved"),
    (0x1b, "reserved"),
    (0x1c, "reserved"),
    (0x1d, "reserved"),
    (0x1e, "well known logical unit"),
    (0x1f, "unknown or no device type"),
]);

/// The standard that a VERSION claims. Before SPC-3 the byte held the versions of three bodies.
fn version(code: u64) -> Option<Cow<'static, str>> {
    Some(match code {
        0x00 => "no standard is claimed".into(),
        0x01 => "SCSI-1 (X3.131-1986)".into(),
        0x02 => "SCSI-2 (X3.131-1994)".into(),
        0x03 => "SPC (INCITS 301-1997)".into(),
        0x04 => "SPC-2 (INCITS 351-2001)".into(),
        0x05 => "SPC-3 (INCITS 408-2005)".into(),
        0x06 => "SPC-4 (INCITS 513-2015)".into(),
        0x07 => "SPC-5 (INCITS 502-2020)".into(),
        0x0d => "SPC-6 (INCITS 566)".into(),
        0x08..=0x0f => "reserved".into(),
        _ => format!(
            "obsolete coding: ISO version {}, ECMA version {}, ANSI version {}",
            code >> 6 & 3,
            code >> 3 & 7,
            code & 7
        )
        .into(),
    })
}

crate::record! {
    /// The fixed part of standard INQUIRY data.
    pub struct InquiryHeader[0..96] {
        /// Whether a logical unit is there.
        peripheral_qualifier: u8 = bits(0, 7, 5), "PERIPHERAL QUALIFIER", QUALIFIERS;
        /// The kind of device.
        peripheral_device_type: u8 = bits(0, 4, 0), "PERIPHERAL DEVICE TYPE", DEVICE_TYPES;
        /// Whether the medium can be removed.
        rmb: bool = bit(1, 7), "RMB", flag("the medium can be removed", "the medium cannot be removed");
        /// Whether the logical unit is part of a conglomerate.
        lu_cong: bool = bit(1, 6), "LU_CONG",
            flag("part of a logical unit conglomerate", "not part of a logical unit conglomerate");
        /// Whether the device is made to be removed from its domain.
        hot_pluggable: u8 = bits(1, 5, 4), "HOT_PLUGGABLE", names(&[
            (0, "not reported"),
            (1, "designed to be removed from the SCSI domain"),
            (2, "not designed to be removed from the SCSI domain"),
            (3, "reserved"),
        ]);
        /// The standard that the device claims.
        version: u8 = byte(2), "VERSION", Meaning::Rule(version);
        /// Asynchronous event reporting (obsolete since SPC-3).
        aerc: bool = bit(3, 7), "AERC (obsolete)";
        /// TERMINATE TASK is supported (obsolete since SPC-2).
        trmtsk: bool = bit(3, 6), "TRMTSK (obsolete)";
        /// The NACA bit in a CDB is supported.
        normaca: bool = bit(3, 5), "NORMACA", flag("supports the NACA bit", "does not support the NACA bit");
        /// Logical unit numbers have a hierarchy.
        hisup: bool = bit(3, 4), "HISUP",
            flag("LUNs are hierarchical", "LUNs are not said to be hierarchical");
        /// How the rest is laid out: 2 since SCSI-2.
        response_data_format: u8 = bits(3, 3, 0), "RESPONSE DATA FORMAT", names(&[
            (0, "SCSI-1"),
            (1, "common command set (CCS)"),
            (2, "this standard"),
        ]);
        /// How many bytes follow this one.
        additional_length: ByteCount = byte(4), "ADDITIONAL LENGTH";
        /// An embedded storage array controller.
        sccs: bool = bit(5, 7), "SCCS",
            flag("contains a storage array controller", "contains no storage array controller");
        /// An access controls coordinator (obsolete since SPC-5).
        acc: bool = bit(5, 6), "ACC (obsolete)";
        /// Asymmetric access to target port groups.
        tpgs: u8 = bits(5, 5, 4), "TPGS", names(&[
            (0, "asymmetric access is not supported"),
            (1, "implicit asymmetric access"),
            (2, "explicit asymmetric access"),
            (3, "implicit and explicit asymmetric access"),
        ]);
        /// Third-party copies (the standard's name of this bit begins with a digit).
        third_party_copy: bool = bit(5, 3), "3PC",
            flag("supports third-party copy commands", "does not support third-party copy commands");
        /// Protection information.
        protect: bool = bit(5, 0), "PROTECT",
            flag("supports protection information", "does not support protection information");
        /// Basic queuing (obsolete since SPC-4).
        bque: bool = bit(6, 7), "BQUE (obsolete)";
        /// An embedded enclosure services component.
        encserv: bool = bit(6, 6), "ENCSERV",
            flag("contains an enclosure services component", "contains no enclosure services component");
        /// Vendor specific.
        vs6: bool = bit(6, 5), "VS (byte 6)";
        /// Two or more ports.
        multip: bool = bit(6, 4), "MULTIP", flag("has several ports", "has one port");
        /// Attached to a medium changer (obsolete since SPC-4).
        mchngr: bool = bit(6, 3), "MCHNGR (obsolete)";
        /// Data transfer requests are acknowledged on the Q cable (SPI, obsolete).
        ackreqq: bool = bit(6, 2), "ACKREQQ (obsolete)";
        /// 32-bit wide SCSI addresses (SPI, obsolete).
        addr32: bool = bit(6, 1), "ADDR32 (obsolete)";
        /// 16-bit wide SCSI addresses (SPI).
        addr16: bool = bit(6, 0), "ADDR16";
        /// Relative addressing (obsolete since SPC-4).
        reladr: bool = bit(7, 7), "RELADR (obsolete)";
        /// 32-bit wide data transfers (SPI, obsolete).
        wbus32: bool = bit(7, 6), "WBUS32 (obsolete)";
        /// 16-bit wide data transfers (SPI).
        wbus16: bool = bit(7, 5), "WBUS16";
        /// Synchronous data transfers (SPI).
        sync: bool = bit(7, 4), "SYNC";
        /// Linked commands (obsolete since SPC-4).
        linked: bool = bit(7, 3), "LINKED (obsolete)";
        /// Transfers can be disabled (SPI, obsolete).
        trandis: bool = bit(7, 2), "TRANDIS (obsolete)";
        /// Several commands can be outstanding.
        cmdque: bool = bit(7, 1), "CMDQUE",
            flag("supports command queuing", "does not support command queuing");
        /// Vendor specific; soft reset in SCSI-2.
        vs7: bool = bit(7, 0), "VS (byte 7)";
        /// The vendor; a SAT layer says `ATA`.
        t10_vendor_identification: String = text(8, 8), "T10 VENDOR IDENTIFICATION";
        /// The model.
        product_identification: String = text(16, 16), "PRODUCT IDENTIFICATION";
        /// The firmware's revision.
        product_revision_level: String = text(32, 4), "PRODUCT REVISION LEVEL";
        /// Vendor specific; often part of a serial number.
        vendor_specific_36: Octets = text(36, 20), "vendor specific (bytes 36-55)";
        /// Which clock edges are used (SPI-3).
        clocking: u8 = bits(56, 3, 2), "CLOCKING", names(&[
            (0, "single transition only"),
            (1, "double transition only"),
            (2, "reserved"),
            (3, "single and double transition"),
        ]);
        /// Quick arbitration and selection (SPI-3).
        qas: bool = bit(56, 1), "QAS";
        /// Information units (SPI-3).
        ius: bool = bit(56, 0), "IUS";
    }
    reserved {
        bits(1, 3, 0), "reserved; device type modifier in SCSI-2";
        bits(5, 2, 1), "reserved";
        bits(56, 7, 4), "reserved";
        byte(57), "reserved";
        text(58, 16), "version descriptors: decoded as a list";
        text(74, 22), "reserved";
    }
}

crate::record! {
    /// A standard that the device says it follows.
    pub struct VersionDescriptor[0..2] {
        /// The standard's code.
        version_descriptor: u16 = be16(0), "VERSION DESCRIPTOR", Meaning::Rule(|code| {
            u16::try_from(code).ok().and_then(version_descriptor).map(Cow::Borrowed)
        });
    }
}

impl VersionDescriptor {
    /// The standard's name in T10's list, if it is known.
    #[must_use]
    pub fn standard(&self) -> Option<&'static str> {
        self.version_descriptor.and_then(version_descriptor)
    }
}

/// Where the version descriptors begin and end.
const VERSIONS: (usize, usize) = (58, 74);
/// Where the vendor specific rest begins.
const REST: usize = 96;

/// Standard INQUIRY data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StandardInquiry {
    /// The fixed part.
    pub header: InquiryHeader,
    /// The standards that it says it follows: eight places, of which those not used hold 0.
    pub version_descriptors: Vec<VersionDescriptor>,
    /// What the vendor put from byte 96 on.
    pub vendor_specific: Octets,
}

impl Page for StandardInquiry {
    const KEY: &'static str = "inquiry";
    const CODE: u8 = 0;
    const TITLE: &'static str = "Standard INQUIRY data";
    const LAYOUTS: &'static [Layout] = &[InquiryHeader::LAYOUT, VersionDescriptor::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let versions = page.get(..VERSIONS.1).unwrap_or(page);
        Self {
            header: InquiryHeader::read(page),
            version_descriptors: walk(versions, VERSIONS.0, 2, notes, |_| 2)
                .into_iter()
                .map(|(_, element)| VersionDescriptor::read(element))
                .collect(),
            vendor_specific: Octets(page.get(REST..).unwrap_or_default().to_vec()),
        }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        let used = |one: &VersionDescriptor| one.version_descriptor.is_some_and(|code| code != 0);
        let count = self.version_descriptors.iter().rposition(used).map_or(0, |last| last + 1);
        items.push(Item::List {
            key: "version_descriptors".into(),
            title: "Version descriptors".into(),
            elements: (0..count)
                .zip(&self.version_descriptors)
                .map(|(number, one)| {
                    let title = format!("Version descriptor {}", number + 1);
                    Section::new("version_descriptor", title, one.entries(page, VERSIONS.0 + number * 2))
                })
                .collect(),
        });
        if !self.vendor_specific.0.is_empty() {
            let field = Field {
                key: "vendor_specific",
                name: "vendor specific (from byte 96)",
                at: text(REST, self.vendor_specific.0.len()),
                shape: Octets::SHAPE,
                unit: Octets::UNIT,
                meaning: Meaning::Plain,
            };
            items.push(entry(&field, Some(&self.vendor_specific), page, 0));
        }
        items
    }
}

/// Cuts what an INQUIRY brought to what the data say of their length.
///
/// Some old devices leave ADDITIONAL LENGTH at 0 and send the 36 bytes that every host reads.
fn cut<'a>(received: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    let says = InquiryHeader::additional_length.at.number(received).and_then(|n| usize::try_from(n).ok());
    match says {
        Some(0) if received.len() > 5 => {
            notes.at(4..5, "ADDITIONAL LENGTH is 0, yet more bytes came: they are read up to byte 35");
            received.get(..36).unwrap_or(received)
        }
        _ => body(received, 5, says.unwrap_or(0), notes),
    }
}

/// Decodes standard INQUIRY data.
#[must_use]
pub fn decode(received: &[u8]) -> Decoded<StandardInquiry> {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    StandardInquiry::decoded(page, notes)
}

/// Decodes and shows standard INQUIRY data.
#[must_use]
pub fn describe(received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    (PageKind::of::<StandardInquiry>().describe)(page, notes)
}
