//! List of supported IDENTIFY DEVICE data log pages (log 30h, page 00h), ACS-5.

use sg::page::Page;
use sg::section::Item;
use sg::wire::{Layout, Notes, Record, be, byte};

use super::{Header, LOG};
use crate::log::{page_list, page_list_items};

sg::record! {
    /// What stands before the list.
    pub struct ListHeader[8..512] {
        /// How many pages the list names.
        number_of_entries: u8 = byte(8), "NUMBER OF ENTRIES";
    }
    reserved {
        be(9, 503), "the list: decoded as its elements";
    }
}

/// Which pages of the log the drive has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SupportedPages {
    /// The header.
    pub header: Header,
    /// The length of the list.
    pub list: ListHeader,
    /// Page numbers.
    pub pages: Vec<u8>,
}

impl Page for SupportedPages {
    const KEY: &'static str = "ata:30/00";
    const CODE: u8 = LOG;
    const TITLE: &'static str = "List of supported IDENTIFY DEVICE data log pages";
    const LAYOUTS: &'static [Layout] = &[Header::LAYOUT, ListHeader::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let header = Header::of(page, Self::SUBPAGE, notes);
        Self { header, list: ListHeader::read(page), pages: page_list(page, notes) }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        items.extend(self.list.entries(page, 0));
        items.push(page_list_items(LOG, &self.pages, page));
        items
    }
}
