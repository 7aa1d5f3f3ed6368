//! Vital product data pages: one file each, one line each in the table below.

mod ata_information;
mod block_device_characteristics;
mod block_limits;
pub mod designator;
mod device_identification;
mod logical_block_provisioning;
mod power_condition;
mod supported_pages;
mod unit_serial_number;

use bytes::Bytes;

pub use ata_information::AtaInformation;
pub use block_device_characteristics::BlockDeviceCharacteristics;
pub use block_limits::BlockLimits;
pub use device_identification::DeviceIdentification;
pub use logical_block_provisioning::{LogicalBlockProvisioning, LogicalBlockProvisioningHeader};
pub use power_condition::PowerCondition;
pub use supported_pages::{SupportedPage, SupportedPages};
pub use unit_serial_number::UnitSerialNumber;

use crate::inquiry::{DEVICE_TYPES, QUALIFIERS};
use crate::page::{Page, PageKind};
use crate::section::Section;
use crate::wire::{ByteCount, Decoded, Notes, Record, be16, bits, body, byte};

crate::pages! {
    SupportedPages,
    UnitSerialNumber,
    DeviceIdentification,
    AtaInformation,
    PowerCondition,
    BlockLimits,
    BlockDeviceCharacteristics,
    LogicalBlockProvisioning,
}

crate::record! {
    /// The four bytes before every VPD page (SPC-5 7.7.2).
    pub struct Header[0..4] {
        /// Whether a logical unit is there.
        peripheral_qualifier: u8 = bits(0, 7, 5), "PERIPHERAL QUALIFIER", QUALIFIERS;
        /// The kind of device.
        peripheral_device_type: u8 = bits(0, 4, 0), "PERIPHERAL DEVICE TYPE", DEVICE_TYPES;
        /// Which page this is.
        page_code: u8 = byte(1), "PAGE CODE";
        /// How many bytes follow.
        page_length: ByteCount = be16(2), "PAGE LENGTH";
    }
}

/// Cuts what an INQUIRY brought to the page that it says it is.
fn cut<'a>(received: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    let length = Header::page_length.at.number(received).and_then(|n| usize::try_from(n).ok());
    body(received, 4, length.unwrap_or(0), notes)
}

/// Notes an answer that is another page than the one that was asked for; true if it is.
///
/// Some bridges answer standard INQUIRY data, or page 00h, or only zeros, whatever is asked.
fn is_other(asked: u8, received: &[u8], notes: &mut Notes) -> bool {
    match Header::page_code.at.number(received) {
        Some(says) if says != u64::from(asked) => {
            notes.at(
                1..2,
                format!("page {asked:02x}h was asked for, the answer says that it is page {says:02x}h"),
            );
            true
        }
        _ => false,
    }
}

/// Decodes a page of a known type.
///
/// If the answer says that it is another page, nothing of it is read: every field is absent, the
/// bytes are kept and a note says why.
#[must_use]
pub fn decode<P: Page>(received: &[u8]) -> Decoded<P> {
    let mut notes = Notes::default();
    if is_other(P::CODE, received, &mut notes) {
        let value = P::decode(&[], &mut Notes::default());
        return Decoded { value, notes: notes.0, bytes: Bytes::copy_from_slice(received) };
    }
    let page = cut(received, &mut notes);
    P::decoded(page, notes)
}

/// Decodes and shows a page of any type; one that is not known is shown as its bytes.
#[must_use]
pub fn describe(received: &[u8]) -> Section {
    show(received, Notes::default())
}

/// Decodes and shows the answer to an INQUIRY for page `asked`: as the page that it says it is,
/// with a note if that is another one.
#[must_use]
pub fn describe_as(asked: u8, received: &[u8]) -> Section {
    let mut notes = Notes::default();
    is_other(asked, received, &mut notes);
    show(received, notes)
}

fn show(received: &[u8], mut notes: Notes) -> Section {
    let page = cut(received, &mut notes);
    let header = Header::read(page);
    let kind: Option<&PageKind> = header.page_code.and_then(|code| find(code, 0));
    let mut items = header.entries(page, 0);
    let mut section = match kind {
        Some(kind) => (kind.describe)(page, notes),
        None => unknown(page, notes),
    };
    items.append(&mut section.items);
    section.items = items;
    section
}

/// A page that has no decoder: its bytes.
fn unknown(page: &[u8], mut notes: Notes) -> Section {
    use crate::wire::{Field, Meaning, Octets, Shape, entry, text};
    notes.add("this page is not decoded yet: its bytes are shown as they are");
    let payload = page.get(4..).unwrap_or_default();
    let field = Field {
        key: "payload",
        name: "payload",
        at: text(4, payload.len()),
        shape: Shape::Bytes,
        unit: None,
        meaning: Meaning::Plain,
    };
    let items = vec![entry(&field, Some(&Octets(payload.to_vec())), page, 0)];
    let code = page.get(1).copied().unwrap_or(0);
    Section { notes: notes.0, ..Section::new(format!("vpd:{code:02x}"), "Unknown VPD page", items) }
}
