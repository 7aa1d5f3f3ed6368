//! Supported VPD pages (00h), SPC-5: the codes of all pages that the logical unit has.

use std::borrow::Cow;

use crate::page::Page;
use crate::section::{Item, Section};
use crate::wire::{Layout, Meaning, Notes, Record, byte, walk};

/// The names of VPD pages, for block devices from B0h on, as the standards have them.
fn title(code: u64) -> Option<Cow<'static, str>> {
    let name = match code {
        0x00 => "Supported VPD pages",
        0x01..=0x7f => "ASCII information",
        0x80 => "Unit serial number",
        0x81 => "Implemented operating definition (obsolete)",
        0x82 => "ASCII implemented operating definition (obsolete)",
        0x83 => "Device identification",
        0x84 => "Software interface identification",
        0x85 => "Management network addresses",
        0x86 => "Extended INQUIRY data",
        0x87 => "Mode page policy",
        0x88 => "SCSI ports",
        0x89 => "ATA information",
        0x8a => "Power condition",
        0x8b => "Device constituents",
        0x8c => "CFA profile information",
        0x8d => "Power consumption",
        0x8e => "NVMe information",
        0x8f => "Third party copy",
        0x90 => "Protocol specific logical unit information",
        0x91 => "Protocol specific port information",
        0x92 => "SCSI feature sets",
        0xb0 => "Block limits",
        0xb1 => "Block device characteristics",
        0xb2 => "Logical block provisioning",
        0xb3 => "Referrals",
        0xb4 => "Supported block lengths and protection types",
        0xb5 => "Block device characteristics extension",
        0xb6 => "Zoned block device characteristics",
        0xb7 => "Block limits extension",
        0xb8 => "Format presets",
        0xb9 => "Concurrent positioning ranges",
        0xba => "Capacity/product identification mapping",
        0xc0..=0xff => "vendor specific",
        _ => return None,
    };
    Some(name.into())
}

crate::record! {
    /// A page that the logical unit has.
    pub struct SupportedPage[0..1] {
        /// Its page code.
        page_code: u8 = byte(0), "SUPPORTED PAGE CODE", Meaning::Rule(title);
    }
}

/// The pages that the logical unit has, in the order in which it names them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SupportedPages {
    /// The pages.
    pub pages: Vec<SupportedPage>,
}

impl SupportedPages {
    /// True if the logical unit says that it has this page.
    #[must_use]
    pub fn has(&self, code: u8) -> bool {
        self.codes().any(|one| one == code)
    }

    /// The codes of the pages.
    pub fn codes(&self) -> impl Iterator<Item = u8> {
        self.pages.iter().filter_map(|page| page.page_code)
    }
}

impl Page for SupportedPages {
    const KEY: &'static str = "vpd:00";
    const CODE: u8 = 0x00;
    const TITLE: &'static str = "Supported VPD pages";
    const LAYOUTS: &'static [Layout] = &[SupportedPage::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let pages: Vec<SupportedPage> =
            walk(page, 4, 1, notes, |_| 1).iter().map(|(_, element)| SupportedPage::read(element)).collect();
        if !pages.is_sorted_by(|one, other| one.page_code < other.page_code) {
            notes.at(4..page.len(), "the page codes are not in ascending order, as the standard wants them");
        }
        Self { pages }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let elements = (4..).zip(&self.pages).map(|(offset, one)| {
            let code = one.page_code.unwrap_or_default();
            Section::new(format!("vpd:{code:02x}"), format!("Page {code:02x}h"), one.entries(page, offset))
        });
        vec![Item::List {
            key: "supported_pages".into(),
            title: "Supported pages".into(),
            elements: elements.collect(),
        }]
    }
}
