//! Designation descriptors: the names of logical units, ports and devices (SPC-5, device
//! identification), which several pages hold.

use crate::section::{Item, Section};
use crate::wire::{
    ByteCount, Field, Layout, Meaning, Notes, Octets, Record, Shape, be16, be24, be32, be64, bit, bits, byte,
    entry, flag, names, text, utf8, walk,
};

/// The names of the transport protocols (PROTOCOL IDENTIFIER).
pub const PROTOCOLS: Meaning = names(&[
    (0x0, "Fibre Channel (FCP)"),
    (0x1, "parallel SCSI (SPI)"),
    (0x2, "serial storage architecture (SSA)"),
    (0x3, "IEEE 1394 (SBP)"),
    (0x4, "remote direct memory access (SRP)"),
    (0x5, "Internet SCSI (iSCSI)"),
    (0x6, "serial attached SCSI (SAS)"),
    (0x7, "automation/drive interface (ADT)"),
    (0x8, "AT attachment (ATA)"),
    (0x9, "USB attached SCSI (UAS)"),
    (0xa, "SCSI over PCI Express (SOP)"),
    (0xb, "PCI Express (PCIe)"),
    (0xc, "reserved"),
    (0xd, "reserved"),
    (0xe, "reserved"),
    (0xf, "no specific protocol"),
]);

crate::record! {
    /// What comes before each identifier.
    pub struct DesignatorHeader[0..4] {
        /// The protocol that the identifier belongs to, if PIV says so.
        protocol_identifier: u8 = bits(0, 7, 4).when(1, 0x80, 0x80), "PROTOCOL IDENTIFIER", PROTOCOLS;
        /// How the identifier is written.
        code_set: u8 = bits(0, 3, 0), "CODE SET", names(&[
            (0, "reserved"),
            (1, "binary"),
            (2, "ASCII"),
            (3, "UTF-8"),
        ]);
        /// Whether the protocol identifier is valid.
        piv: bool = bit(1, 7), "PIV", flag("the protocol identifier is valid", "the protocol identifier is not valid");
        /// What the identifier names.
        association: u8 = bits(1, 5, 4), "ASSOCIATION", names(&[
            (0, "logical unit"),
            (1, "target port"),
            (2, "target device"),
            (3, "reserved"),
        ]);
        /// The kind of identifier.
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
            (0xb, "reserved"),
            (0xc, "reserved"),
            (0xd, "reserved"),
            (0xe, "reserved"),
            (0xf, "reserved"),
        ]);
        /// How many bytes the identifier has.
        designator_length: ByteCount = byte(3), "DESIGNATOR LENGTH";
    }
    reserved {
        bit(1, 6), "reserved";
        byte(2), "reserved";
    }
}

crate::record! {
    /// Type 1h: a T10 vendor's own name follows the vendor's.
    pub struct T10VendorId[0..8] {
        /// The vendor.
        t10_vendor_identification: String = text(0, 8), "T10 VENDOR IDENTIFICATION";
    }
}

/// A company as the registry writes it.
const OUI: Meaning = Meaning::Rule(|id| {
    Some(format!("{:02X}-{:02X}-{:02X}", id >> 16 & 0xff, id >> 8 & 0xff, id & 0xff).into())
});

crate::record! {
    /// Type 2h of 8 bytes.
    pub struct Eui64[0..8] {
        /// Who assigned the rest.
        ieee_company_id: u32 = be24(0), "IEEE COMPANY_ID", OUI;
        /// What they assigned.
        vendor_specific_extension_identifier: u64 = crate::wire::be(3, 5), "VENDOR SPECIFIC EXTENSION IDENTIFIER";
    }
}

crate::record! {
    /// Type 2h of 12 bytes.
    pub struct Eui64Directory[0..12] {
        /// Who assigned the rest.
        ieee_company_id: u32 = be24(0), "IEEE COMPANY_ID", OUI;
        /// What they assigned.
        vendor_specific_extension_identifier: u64 = crate::wire::be(3, 5), "VENDOR SPECIFIC EXTENSION IDENTIFIER";
        /// An IEEE 1212 directory.
        directory_id: u32 = be32(8), "DIRECTORY ID";
    }
}

crate::record! {
    /// Type 2h of 16 bytes.
    pub struct Eui64Extended[0..16] {
        /// The extension, which comes first.
        identifier_extension: u64 = be64(0), "IDENTIFIER EXTENSION";
        /// Who assigned the rest.
        ieee_company_id: u32 = be24(8), "IEEE COMPANY_ID", OUI;
        /// What they assigned.
        vendor_specific_extension_identifier: u64 = crate::wire::be(11, 5), "VENDOR SPECIFIC EXTENSION IDENTIFIER";
    }
}

/// The names of the network address authorities.
const NAA: Meaning = names(&[
    (0x2, "IEEE extended"),
    (0x3, "locally assigned"),
    (0x5, "IEEE registered"),
    (0x6, "IEEE registered extended"),
]);

crate::record! {
    /// Type 3h, NAA 2h: IEEE extended.
    pub struct NaaExtended[0..8] {
        /// The format.
        naa: u8 = bits(0, 7, 4), "NAA", NAA;
        /// The first part of what the vendor assigned.
        vendor_specific_identifier_a: u16 = be16(0).bits(11, 0), "VENDOR SPECIFIC IDENTIFIER A";
        /// Who assigned the rest.
        ieee_company_id: u32 = be24(2), "IEEE COMPANY_ID", OUI;
        /// The second part of what the vendor assigned.
        vendor_specific_identifier_b: u32 = be24(5), "VENDOR SPECIFIC IDENTIFIER B";
    }
}

crate::record! {
    /// Type 3h, NAA 3h: locally assigned.
    pub struct NaaLocal[0..8] {
        /// The format.
        naa: u8 = bits(0, 7, 4), "NAA", NAA;
        /// What an administrator assigned.
        locally_administered_value: u64 = be64(0).bits(59, 0), "LOCALLY ADMINISTERED VALUE";
    }
}

crate::record! {
    /// Type 3h, NAA 5h: IEEE registered.
    pub struct NaaRegistered[0..8] {
        /// The format.
        naa: u8 = bits(0, 7, 4), "NAA", NAA;
        /// Who assigned the rest.
        ieee_company_id: u32 = be32(0).bits(27, 4), "IEEE COMPANY_ID", OUI;
        /// What the vendor assigned.
        vendor_specific_identifier: u64 = be64(0).bits(35, 0), "VENDOR SPECIFIC IDENTIFIER";
    }
}

crate::record! {
    /// Type 3h, NAA 6h: IEEE registered extended.
    pub struct NaaRegisteredExtended[0..16] {
        /// The format.
        naa: u8 = bits(0, 7, 4), "NAA", NAA;
        /// Who assigned the rest.
        ieee_company_id: u32 = be32(0).bits(27, 4), "IEEE COMPANY_ID", OUI;
        /// What the vendor assigned.
        vendor_specific_identifier: u64 = be64(0).bits(35, 0), "VENDOR SPECIFIC IDENTIFIER";
        /// The second part of what the vendor assigned.
        vendor_specific_identifier_extension: u64 = be64(8), "VENDOR SPECIFIC IDENTIFIER EXTENSION";
    }
}

crate::record! {
    /// Type 4h: the port's number in its device.
    pub struct RelativeTargetPort[0..4] {
        /// 1 is the first port, A; 2 is B.
        relative_target_port_identifier: u16 = be16(2), "RELATIVE TARGET PORT IDENTIFIER";
    }
    reserved {
        be16(0), "obsolete";
    }
}

crate::record! {
    /// Type 5h: the port's group.
    pub struct TargetPortGroup[0..4] {
        /// The group.
        target_port_group: u16 = be16(2), "TARGET PORT GROUP";
    }
    reserved {
        be16(0), "reserved";
    }
}

crate::record! {
    /// Type 6h: the logical unit's group.
    pub struct LogicalUnitGroup[0..4] {
        /// The group.
        logical_unit_group: u16 = be16(2), "LOGICAL UNIT GROUP";
    }
    reserved {
        be16(0), "reserved";
    }
}

crate::record! {
    /// Type 7h: a digest that names the logical unit.
    pub struct Md5[0..16] {
        /// The digest.
        md5_logical_unit_identifier: Octets = text(0, 16), "MD5 LOGICAL UNIT IDENTIFIER";
    }
}

crate::record! {
    /// Type 9h with protocol 9h: where the device is on its USB.
    pub struct UsbPort[0..4] {
        /// Its address.
        device_address: u8 = bits(0, 6, 0), "DEVICE ADDRESS";
        /// Its interface.
        interface_number: u8 = byte(2), "INTERFACE NUMBER";
    }
    reserved {
        bit(0, 7), "reserved";
        byte(1), "reserved";
        byte(3), "reserved";
    }
}

crate::record! {
    /// Type 9h with protocol Ah or Bh: where the device is on its PCI Express.
    pub struct PciExpressPort[0..8] {
        /// The bus.
        bus_number: u8 = byte(0), "PCI EXPRESS ROUTING ID: BUS NUMBER";
        /// The device on the bus, and its function; an alternative routing ID is both together.
        device_number: u8 = bits(1, 7, 3), "PCI EXPRESS ROUTING ID: DEVICE NUMBER";
        /// The function of the device.
        function_number: u8 = bits(1, 2, 0), "PCI EXPRESS ROUTING ID: FUNCTION NUMBER";
    }
    reserved {
        text(2, 6), "reserved";
    }
}

crate::record! {
    /// Type Ah.
    pub struct Uuid[0..18] {
        /// The format.
        uuid_type: u8 = bits(0, 7, 4), "UUID TYPE", names(&[(1, "locally assigned (RFC 4122)")]);
        /// The identifier.
        uuid: Octets = text(2, 16), "UUID";
    }
    reserved {
        bits(0, 3, 0), "reserved";
        byte(1), "reserved";
    }
}

/// The tables of all parts of designators.
pub const LAYOUTS: &[Layout] = &[
    DesignatorHeader::LAYOUT,
    T10VendorId::LAYOUT,
    Eui64::LAYOUT,
    Eui64Directory::LAYOUT,
    Eui64Extended::LAYOUT,
    NaaExtended::LAYOUT,
    NaaLocal::LAYOUT,
    NaaRegistered::LAYOUT,
    NaaRegisteredExtended::LAYOUT,
    RelativeTargetPort::LAYOUT,
    TargetPortGroup::LAYOUT,
    LogicalUnitGroup::LAYOUT,
    Md5::LAYOUT,
    UsbPort::LAYOUT,
    PciExpressPort::LAYOUT,
    Uuid::LAYOUT,
];

/// What a designator names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Association {
    /// The logical unit.
    LogicalUnit,
    /// The port.
    TargetPort,
    /// The device that contains the logical unit.
    TargetDevice,
}

/// An identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identifier {
    /// Type 0h.
    VendorSpecific(Octets),
    /// Type 1h: the vendor, and what the vendor wrote.
    T10Vendor(T10VendorId, Octets),
    /// Type 2h, 8 bytes.
    Eui64(Eui64),
    /// Type 2h, 12 bytes.
    Eui64Directory(Eui64Directory),
    /// Type 2h, 16 bytes.
    Eui64Extended(Eui64Extended),
    /// Type 3h, NAA 2h.
    NaaExtended(NaaExtended),
    /// Type 3h, NAA 3h.
    NaaLocal(NaaLocal),
    /// Type 3h, NAA 5h.
    NaaRegistered(NaaRegistered),
    /// Type 3h, NAA 6h.
    NaaRegisteredExtended(NaaRegisteredExtended),
    /// Type 4h.
    RelativeTargetPort(RelativeTargetPort),
    /// Type 5h.
    TargetPortGroup(TargetPortGroup),
    /// Type 6h.
    LogicalUnitGroup(LogicalUnitGroup),
    /// Type 7h.
    Md5(Md5),
    /// Type 8h: text, as it came.
    ScsiName(Octets),
    /// Type 9h on USB.
    UsbPort(UsbPort),
    /// Type 9h on PCI Express.
    PciExpressPort(PciExpressPort),
    /// Type Ah.
    Uuid(Uuid),
    /// A reserved type, or one of a length or format that the standard does not have.
    Other(Octets),
}

/// A designation descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Designator {
    /// Where it begins in its page.
    pub offset: usize,
    /// What comes before the identifier.
    pub header: DesignatorHeader,
    /// The identifier.
    pub identifier: Identifier,
    /// The identifier's bytes.
    pub bytes: Vec<u8>,
}

/// Reads a list of designation descriptors from `start` to the end of `page`.
#[must_use]
pub fn list(page: &[u8], start: usize, notes: &mut Notes) -> Vec<Designator> {
    let length = |element: &[u8]| element.get(3).map_or(4, |length| 4 + usize::from(*length));
    walk(page, start, 4, notes, length)
        .into_iter()
        .map(|(offset, element)| Designator::read(offset, element))
        .collect()
}

impl Designator {
    /// Reads one from its bytes, which begin at `offset` of the page.
    #[must_use]
    pub fn read(offset: usize, element: &[u8]) -> Self {
        let header = DesignatorHeader::read(element);
        let bytes = element.get(4..).unwrap_or_default().to_vec();
        let identifier = identify(&header, &bytes);
        Self { offset, header, identifier, bytes }
    }

    /// What it names; `None` for the reserved association.
    #[must_use]
    pub fn association(&self) -> Option<Association> {
        match self.header.association? {
            0 => Some(Association::LogicalUnit),
            1 => Some(Association::TargetPort),
            2 => Some(Association::TargetDevice),
            _ => None,
        }
    }

    /// How good a world wide name it is, 0 the best: names that registries make unique come before
    /// locally assigned ones. `None` if it is none.
    #[must_use]
    pub const fn rank(&self) -> Option<u8> {
        Some(match self.identifier {
            Identifier::NaaRegisteredExtended(_) => 0,
            Identifier::NaaRegistered(_) => 1,
            Identifier::Eui64Extended(_) => 2,
            Identifier::Eui64Directory(_) => 3,
            Identifier::Eui64(_) => 4,
            Identifier::NaaExtended(_) => 5,
            Identifier::Uuid(_) => 6,
            Identifier::NaaLocal(_) => 7,
            _ => return None,
        })
    }

    /// The world wide name in hex digits (`5000c5003011cb2b`), a UUID with its dashes; `None` if it
    /// is no such name.
    #[must_use]
    pub fn wwn(&self) -> Option<String> {
        self.rank()?;
        match &self.identifier {
            Identifier::Uuid(uuid) => Some(dashed(&uuid.uuid.as_ref()?.0)),
            _ => Some(crate::wire::hex(&self.bytes)),
        }
    }

    /// The descriptor as it is in a page.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        self.header.write(&mut bytes);
        bytes.extend_from_slice(&self.bytes);
        bytes
    }

    /// Its lines, with their evidence from its page.
    #[must_use]
    pub fn describe(&self, page: &[u8]) -> Section {
        let base = self.offset + 4;
        let mut items = self.header.entries(page, self.offset);
        let (name, mut rest) = match &self.identifier {
            Identifier::VendorSpecific(octets) => (
                "Vendor specific",
                self.plain("vendor_specific_identifier", "VENDOR SPECIFIC IDENTIFIER", octets, page, 0),
            ),
            Identifier::T10Vendor(id, octets) => {
                let mut items = id.entries(page, base);
                items.extend(self.plain(
                    "vendor_specific_identifier",
                    "VENDOR SPECIFIC IDENTIFIER",
                    octets,
                    page,
                    8,
                ));
                ("T10 vendor ID", items)
            }
            Identifier::Eui64(id) => ("EUI-64", id.entries(page, base)),
            Identifier::Eui64Directory(id) => ("EUI-64 with directory", id.entries(page, base)),
            Identifier::Eui64Extended(id) => ("EUI-64 with extension", id.entries(page, base)),
            Identifier::NaaExtended(id) => ("NAA IEEE extended", id.entries(page, base)),
            Identifier::NaaLocal(id) => ("NAA locally assigned", id.entries(page, base)),
            Identifier::NaaRegistered(id) => ("NAA IEEE registered", id.entries(page, base)),
            Identifier::NaaRegisteredExtended(id) => ("NAA IEEE registered extended", id.entries(page, base)),
            Identifier::RelativeTargetPort(id) => ("Relative target port", id.entries(page, base)),
            Identifier::TargetPortGroup(id) => ("Target port group", id.entries(page, base)),
            Identifier::LogicalUnitGroup(id) => ("Logical unit group", id.entries(page, base)),
            Identifier::Md5(id) => ("MD5 logical unit identifier", id.entries(page, base)),
            Identifier::ScsiName(octets) => {
                ("SCSI name string", self.plain("scsi_name_string", "SCSI NAME STRING", octets, page, 0))
            }
            Identifier::UsbPort(id) => ("USB port", id.entries(page, base)),
            Identifier::PciExpressPort(id) => ("PCI Express port", id.entries(page, base)),
            Identifier::Uuid(id) => ("UUID", id.entries(page, base)),
            Identifier::Other(octets) => {
                ("Other designator", self.plain("designator", "DESIGNATOR", octets, page, 0))
            }
        };
        items.append(&mut rest);
        if let Some(wwn) = self.wwn() {
            let value = crate::section::Value::Text(wwn);
            items.push(crate::section::Entry::derived("wwn", "world wide name", value).into());
        }
        Section::new("designator", name, items)
    }

    /// A line for what has no fixed layout: text where the code set says so, else bytes.
    fn plain(
        &self,
        key: &'static str,
        name: &'static str,
        octets: &Octets,
        page: &[u8],
        skip: usize,
    ) -> Vec<Item> {
        let at = text(self.offset + 4 + skip, octets.0.len());
        let field = Field { key, name, at, shape: Shape::Bytes, unit: None, meaning: Meaning::Plain };
        vec![match self.header.code_set {
            Some(2 | 3) => entry(&field, Some(&utf8(&octets.0)), page, 0),
            _ => entry(&field, Some(octets), page, 0),
        }]
    }
}

/// A UUID as people write it.
fn dashed(bytes: &[u8]) -> String {
    let digits = crate::wire::hex(bytes);
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32];
    let parts: Vec<&str> = parts.into_iter().filter_map(|part| digits.get(part)).collect();
    parts.join("-")
}

fn identify(header: &DesignatorHeader, bytes: &[u8]) -> Identifier {
    let octets = || Octets(bytes.to_vec());
    let naa = bytes.first().map(|byte| byte >> 4);
    match (header.designator_type, bytes.len()) {
        (Some(0x0), _) => Identifier::VendorSpecific(octets()),
        (Some(0x1), 8..) => {
            let rest = bytes.get(8..).unwrap_or_default().to_vec();
            Identifier::T10Vendor(T10VendorId::read(bytes), Octets(rest))
        }
        (Some(0x2), 8) => Identifier::Eui64(Eui64::read(bytes)),
        (Some(0x2), 12) => Identifier::Eui64Directory(Eui64Directory::read(bytes)),
        (Some(0x2), 16) => Identifier::Eui64Extended(Eui64Extended::read(bytes)),
        (Some(0x3), 8) if naa == Some(2) => Identifier::NaaExtended(NaaExtended::read(bytes)),
        (Some(0x3), 8) if naa == Some(3) => Identifier::NaaLocal(NaaLocal::read(bytes)),
        (Some(0x3), 8) if naa == Some(5) => Identifier::NaaRegistered(NaaRegistered::read(bytes)),
        (Some(0x3), 16) if naa == Some(6) => {
            Identifier::NaaRegisteredExtended(NaaRegisteredExtended::read(bytes))
        }
        (Some(0x4), 4) => Identifier::RelativeTargetPort(RelativeTargetPort::read(bytes)),
        (Some(0x5), 4) => Identifier::TargetPortGroup(TargetPortGroup::read(bytes)),
        (Some(0x6), 4) => Identifier::LogicalUnitGroup(LogicalUnitGroup::read(bytes)),
        (Some(0x7), 16) => Identifier::Md5(Md5::read(bytes)),
        (Some(0x8), _) => Identifier::ScsiName(octets()),
        (Some(0x9), 4) if header.protocol_identifier == Some(0x9) => {
            Identifier::UsbPort(UsbPort::read(bytes))
        }
        (Some(0x9), 8) if matches!(header.protocol_identifier, Some(0xa | 0xb)) => {
            Identifier::PciExpressPort(PciExpressPort::read(bytes))
        }
        (Some(0xa), 18) => Identifier::Uuid(Uuid::read(bytes)),
        _ => Identifier::Other(octets()),
    }
}
