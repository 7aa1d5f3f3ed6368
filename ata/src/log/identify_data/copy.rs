//! Copy of IDENTIFY DEVICE data (log 30h, page 01h), ACS-5.

use sg::page::Page;
use sg::section::Item;
use sg::wire::{Layout, Notes, Octets, Record, text};

use super::LOG;

sg::record! {
    /// The 256 words. They have no header: word 0 stands first.
    pub struct Copy[0..512] {
        /// To be read by word number, as the answer to IDENTIFY DEVICE.
        identify_device_data: Octets = text(0, 512), "IDENTIFY DEVICE data";
    }
}

impl Page for Copy {
    const KEY: &'static str = "ata:30/01";
    const CODE: u8 = LOG;
    const SUBPAGE: u8 = 0x01;
    const TITLE: &'static str = "Copy of IDENTIFY DEVICE data";
    const LAYOUTS: &'static [Layout] = &[Self::LAYOUT];

    fn decode(page: &[u8], _: &mut Notes) -> Self {
        Self::read(page)
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        self.entries(page, 0)
    }
}
