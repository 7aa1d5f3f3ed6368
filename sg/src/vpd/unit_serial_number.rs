//! Unit serial number (80h), SPC-5: the product serial number.

use crate::page::Page;
use crate::section::Item;
use crate::wire::{Field, FieldValue, Layout, Meaning, Notes, entry, text};

/// The product serial number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UnitSerialNumber {
    /// The number without the spaces around it; `None` if the page ended before it. Spaces alone
    /// mean that the device does not tell it, and are an empty text here.
    pub product_serial_number: Option<String>,
}

/// The serial number takes the rest of the page.
fn field(page: &[u8]) -> Field {
    Field {
        key: "product_serial_number",
        name: "PRODUCT SERIAL NUMBER",
        at: text(4, page.len().saturating_sub(4)),
        shape: String::SHAPE,
        unit: None,
        meaning: Meaning::Plain,
    }
}

impl Page for UnitSerialNumber {
    const KEY: &'static str = "vpd:80";
    const CODE: u8 = 0x80;
    const TITLE: &'static str = "Unit serial number";
    // The only field has the length of the page.
    const LAYOUTS: &'static [Layout] = &[];

    fn decode(page: &[u8], _: &mut Notes) -> Self {
        Self { product_serial_number: String::read(&field(page).at, page) }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        vec![entry(&field(page), self.product_serial_number.as_ref(), page, 0)]
    }
}
