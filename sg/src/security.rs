//! Security protocol information (protocol 00h), SPC-5: which security protocols a device has.
//!
//! SECURITY PROTOCOL IN and TRUSTED RECEIVE bring the same bytes. Protocols are named in T10's
//! list; what each says is no part of this page, except for TCG level 0 discovery ([`crate::tcg`]).

use std::borrow::Cow;

use crate::page::{Page, PageKind};
use crate::section::{Item, Section};
use crate::wire::{ByteCount, Decoded, Layout, Meaning, Notes, Record, be16, body, byte, le, text, walk};

crate::pages! {
    SupportedProtocols,
}

/// The protocol that names the others.
pub const INFORMATION: u8 = 0x00;
/// TCG's first protocol: level 0 discovery and sessions.
pub const TCG: u8 = 0x01;
/// The ComID of level 0 discovery, in the field SECURITY PROTOCOL SPECIFIC.
pub const LEVEL_0_DISCOVERY: u16 = 0x0001;
/// The list of protocols, in the field SECURITY PROTOCOL SPECIFIC of protocol 00h.
pub const SUPPORTED_PROTOCOLS: u16 = 0x0000;

crate::record! {
    /// What comes before the list.
    pub struct ProtocolListHeader[0..8] {
        /// How many protocols are listed. Some ATA drives send it the least significant byte first.
        list_length: ByteCount = be16(6), "SUPPORTED SECURITY PROTOCOL LIST LENGTH";
    }
    reserved {
        text(0, 6), "reserved";
    }
}

crate::record! {
    /// A protocol that the device has.
    pub struct SupportedProtocol[0..1] {
        /// Its code.
        security_protocol: u8 = byte(0), "SUPPORTED SECURITY PROTOCOL", Meaning::Rule(name);
    }
}

/// The name of a security protocol.
fn name(code: u64) -> Option<Cow<'static, str>> {
    let name = match code {
        0x00 => "security protocol information",
        0x01 => "TCG: level 0 discovery and sessions",
        0x02 => "TCG: ComID management",
        0x03..=0x06 => "TCG",
        0x07 => "capability-based command security (CbCS)",
        0x20 => "tape data encryption",
        0x21 => "data encryption configuration",
        0x40 => "SA creation capabilities",
        0x41 => "IKEv2-SCSI",
        0xe8 => "DMTF SPDM",
        0xea => "NVM Express",
        0xec => "JEDEC Universal Flash Storage",
        0xed => "SD card TrustedFlash",
        0xee => "IEEE 1667 (authentication in host attachments)",
        0xef => "ATA device server password security",
        0xf0..=0xff => "vendor specific",
        _ => return None,
    };
    Some(name.into())
}

/// The security protocols that a device has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SupportedProtocols {
    /// What comes before the list.
    pub header: ProtocolListHeader,
    /// The protocols, in the device's order.
    pub protocols: Vec<SupportedProtocol>,
}

impl SupportedProtocols {
    /// True if the device says that it has this protocol.
    #[must_use]
    pub fn has(&self, code: u8) -> bool {
        self.protocols.iter().any(|one| one.security_protocol == Some(code))
    }
}

impl Page for SupportedProtocols {
    const KEY: &'static str = "security:00";
    const CODE: u8 = INFORMATION;
    const TITLE: &'static str = "Supported security protocols";
    const LAYOUTS: &'static [Layout] = &[ProtocolListHeader::LAYOUT, SupportedProtocol::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let protocols: Vec<SupportedProtocol> = walk(page, 8, 1, notes, |_| 1)
            .iter()
            .map(|(_, element)| SupportedProtocol::read(element))
            .collect();
        if !protocols.is_sorted_by(|one, other| one.security_protocol < other.security_protocol) {
            notes.at(8..page.len(), "the protocols are not in ascending order, as the standard wants them");
        }
        Self { header: ProtocolListHeader::read(page), protocols }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        let elements = (8..).zip(&self.protocols).map(|(offset, one)| {
            let code = one.security_protocol.unwrap_or_default();
            Section::new("protocol", format!("Security protocol {code:02X}h"), one.entries(page, offset))
        });
        let elements = elements.collect();
        items.push(Item::List { key: "protocols".into(), title: "Security protocols".into(), elements });
        items
    }
}

/// Cuts what was received to what the header says.
///
/// There are but 256 protocols: a list of so many or more is one whose length is sent in ATA's
/// order of bytes.
fn cut<'a>(received: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    let big = ProtocolListHeader::list_length.at.number(received).unwrap_or(0);
    let little = le(6, 2).number(received).unwrap_or(0);
    let length = if big > 0xff && little <= 0xff {
        let text = format!(
            "the list length is sent with the least significant byte first: {little} protocols, not {big}"
        );
        notes.at(6..8, text);
        little
    } else {
        big
    };
    if received.len() < 8 {
        notes.at(received.len()..8, "the answer ends in its header: nothing is known of the protocols");
    }
    body(received, 8, usize::try_from(length).unwrap_or(usize::MAX), notes)
}

/// Decodes the list of supported security protocols.
#[must_use]
pub fn decode(received: &[u8]) -> Decoded<SupportedProtocols> {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    SupportedProtocols::decoded(page, notes)
}

/// Decodes and shows the list of supported security protocols.
#[must_use]
pub fn describe(received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    (PageKind::of::<SupportedProtocols>().describe)(page, notes)
}
