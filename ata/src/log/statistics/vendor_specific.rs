//! Vendor specific statistics (log 04h, page FFh), ACS-4.

use sg::page::Page;
use sg::section::Item;
use sg::wire::{Layout, Notes, Record};

use super::{Header, LOG, Other, others, others_item};

/// What only the vendor can read: kept as numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VendorSpecific {
    /// The header.
    pub header: Header,
    /// The statistics, with their offsets.
    pub statistics: Vec<(usize, Other)>,
}

impl Page for VendorSpecific {
    const KEY: &'static str = "ata:04/ff";
    const CODE: u8 = LOG;
    const SUBPAGE: u8 = 0xff;
    const TITLE: &'static str = "Vendor specific statistics";
    const LAYOUTS: &'static [Layout] = &[Header::LAYOUT, Other::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        Self { header: Header::of(page, Self::SUBPAGE, notes), statistics: others(page, 8, notes) }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        items.push(others_item(&self.statistics, page));
        items
    }
}
