//! ATA logs: one page, one file, and one line in the table below.
//!
//! A log is read in pages of 512 bytes, by READ LOG EXT, READ LOG DMA EXT or SMART READ LOG. The
//! pages of logs 04h and 30h begin with their own number and revision; a drive that does not have
//! a page returns zeros, and some return another page than was asked for: both are noted.

mod directory;
pub mod identify_data;
pub mod statistics;

pub use directory::{LogAccess, LogDirectory, LogEntry, LogInfo, info, name};

use sg::page::Page;
use sg::section::{Entry, Section, Value};
use sg::wire::{Decoded, Notes, body};

use crate::command::BLOCK;

sg::pages! {
    LogDirectory,
    statistics::SupportedStatistics,
    statistics::General,
    statistics::FreeFall,
    statistics::RotatingMedia,
    statistics::GeneralErrors,
    statistics::Temperature,
    statistics::Transport,
    statistics::SolidState,
    statistics::Zoned,
    statistics::CommandDurationLimits01,
    statistics::CommandDurationLimits23,
    statistics::VendorSpecific,
    identify_data::SupportedPages,
    identify_data::Copy,
    identify_data::Capacity,
    identify_data::SupportedCapabilities,
    identify_data::CurrentSettings,
    identify_data::Strings,
    identify_data::Security,
    identify_data::ParallelAta,
    identify_data::SerialAta,
    identify_data::ZonedDeviceInformation,
}

/// Cuts what came to one page.
fn cut<'a>(received: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    if received.len() > BLOCK {
        notes.at(
            BLOCK..received.len(),
            format!(
                "{} bytes were received; a page is {BLOCK}, and only the first one is shown",
                received.len()
            ),
        );
    }
    body(received, 0, BLOCK, notes)
}

/// Decodes a page of a known type, from the first of its 512 bytes.
#[must_use]
pub fn decode<P: Page>(received: &[u8]) -> Decoded<P> {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    P::decoded(page, notes)
}

/// Decodes and shows a page of any log; one that is not known is shown as its bytes.
#[must_use]
pub fn describe(log: u8, page: u16, received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let bytes = cut(received, &mut notes);
    if let Some(kind) = u8::try_from(page).ok().and_then(|page| find(log, page)) {
        return (kind.describe)(bytes, notes);
    }
    notes.add("this page is not decoded yet: its bytes are shown as they are");
    let entry = Entry::derived("bytes", "BYTES", Value::Bytes(bytes.to_vec()));
    let mut section = Section::new(format!("ata:{log:02x}/{page:02x}"), name(log), vec![entry.into()]);
    section.notes = notes.0;
    section
}

/// Notes a header that is not that of the page that was asked for.
fn check_header(asked: u8, page_number: Option<u8>, revision_number: Option<u16>, notes: &mut Notes) {
    if revision_number == Some(0) {
        notes.at(0..2, "the revision is 0: the drive does not have this page");
    } else if let Some(found) = page_number
        && found != asked
    {
        notes.at(
            2..3,
            format!("page {asked:02x}h was asked for, the header says that this is page {found:02x}h"),
        );
    }
}

/// The list of supported pages that page 00h of logs 04h and 30h has: count, then numbers.
fn page_list(page: &[u8], notes: &mut Notes) -> Vec<u8> {
    let Some(&count) = page.get(8) else { return Vec::new() };
    body(page, 9, usize::from(count), notes).get(9..).unwrap_or_default().to_vec()
}

/// One entry for each page of such a list.
fn page_list_items(log: u8, list: &[u8], page: &[u8]) -> sg::section::Item {
    let elements = list
        .iter()
        .enumerate()
        .map(|(index, &number)| {
            let title = find(log, number).map_or("a page that is not decoded yet", |kind| kind.title);
            let entry = Entry::derived("page_number", "PAGE NUMBER", Value::Unsigned(number.into()))
                .meaning(title)
                .evidence(sg::wire::byte(9 + index), page);
            Section::new("page", format!("Page {number:02x}h"), vec![entry.into()])
        })
        .collect();
    sg::section::Item::List { key: "pages".into(), title: "Supported pages".into(), elements }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    fn notes(section: &Section) -> Vec<&str> {
        section.notes.iter().map(|note| note.text.as_str()).collect()
    }

    #[test]
    fn another_page_than_asked_is_noted() {
        let mut page = [0; 512];
        (page[0], page[2]) = (1, 3);
        assert_eq!(
            notes(&describe(4, 1, &page)),
            ["page 01h was asked for, the header says that this is page 03h"]
        );
        assert_eq!(notes(&describe(4, 3, &page)), [""; 0]);
        assert_eq!(
            notes(&describe(4, 1, &[0; 512])),
            ["the revision is 0: the drive does not have this page"]
        );
        assert_eq!(notes(&describe(0x30, 4, &page)).len(), 1);
    }

    #[test]
    fn too_few_and_too_many_bytes_are_noted() {
        let mut page = [0; 1024];
        (page[0], page[2]) = (1, 1);
        assert_eq!(notes(&describe(4, 1, &page)).len(), 1);
        assert_eq!(notes(&describe(4, 1, &page[..16])).len(), 1);
        assert_eq!(notes(&describe(4, 1, &page[..512])), [""; 0]);
    }

    #[test]
    fn no_bit_belongs_to_two_fields() {
        for kind in PAGES {
            for layout in kind.layouts {
                let reserved = layout.reserved.iter().map(|reserved| reserved.at);
                // The statistics' reserved bits are all that is neither value nor flags.
                let reserved = reserved.filter(|_| kind.code != statistics::LOG);
                let mut owners = std::collections::BTreeMap::new();
                for at in layout.fields.iter().map(|field| field.at).chain(reserved) {
                    for bit in (at.low..=at.high).filter_map(|position| at.locate(position)) {
                        if let Some(other) = owners.insert(bit, at) {
                            panic!("{} {}: {at} and {other}", kind.key, layout.name);
                        }
                    }
                }
                let mut keys: Vec<&str> = layout.fields.iter().map(|field| field.key).collect();
                keys.sort_unstable();
                keys.dedup();
                assert_eq!(keys.len(), layout.fields.len(), "{}: a key stands twice", kind.key);
            }
        }
    }

    #[test]
    fn an_unknown_log_keeps_its_bytes() {
        let section = describe(0xa6, 0x0102, &[7; 512]);
        assert_eq!(
            (section.key.as_ref(), section.title.as_ref()),
            ("ata:a6/102", "Device vendor specific log")
        );
        assert_eq!(section.find("bytes").unwrap().value, Value::Bytes(vec![7; 512]));
        assert_eq!(notes(&section).len(), 1);
    }

    #[test]
    fn a_list_longer_than_its_page_gives_what_it_holds() {
        let mut page = [0; 512];
        (page[0], page[8]) = (1, 255);
        let section = describe(4, 0, &page[..12]);
        assert_eq!(notes(&section).len(), 2, "cut, and a list that says more: {:?}", section.notes);
        assert_eq!(decode::<statistics::SupportedStatistics>(&page[..12]).value.pages, [0; 3]);
    }
}
