//! Vital product data pages: one file each, one line each in the table below.

mod block_limits;

pub use block_limits::BlockLimits;

use crate::page::{Page, PageKind};
use crate::section::Section;
use crate::wire::{Decoded, Notes, Record, be16, bits, body, byte};

crate::pages! {
    BlockLimits,
}

crate::record! {
    /// The four bytes before every VPD page (SPC-5 7.7.2).
    pub struct Header[0..4] {
        /// Whether a logical unit is there.
        peripheral_qualifier: u8 = bits(0, 7, 5), "PERIPHERAL QUALIFIER";
        /// The kind of device.
        peripheral_device_type: u8 = bits(0, 4, 0), "PERIPHERAL DEVICE TYPE";
        /// Which page this is.
        page_code: u8 = byte(1), "PAGE CODE";
        /// How many bytes follow.
        page_length: u16 = be16(2), "PAGE LENGTH";
    }
}

/// Cuts what an INQUIRY brought to the page that it says it is.
fn cut<'a>(received: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    let length = Header::page_length.at.number(received).and_then(|n| usize::try_from(n).ok());
    body(received, 4, length.unwrap_or(0), notes)
}

/// Decodes a page of a known type.
#[must_use]
pub fn decode<P: Page>(received: &[u8]) -> Decoded<P> {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    P::decoded(page, notes)
}

/// Decodes and shows a page of any type; one that is not known is shown as its bytes.
#[must_use]
pub fn describe(received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    let header = Header::read(page);
    let kind: Option<&PageKind> = header.page_code.and_then(|code| find(code, 0));
    let mut items = header.entries(page, 0);
    let mut section = match kind {
        Some(kind) => (kind.describe)(page, notes),
        None => {
            notes.add("this page is not decoded yet: its bytes are shown as they are");
            Section { notes: notes.0, ..Section::new("vpd", "Unknown VPD page", Vec::new()) }
        }
    };
    items.append(&mut section.items);
    section.items = items;
    section
}
