//! ATA Strings (log 30h, page 05h), ACS-5.

use sg::wire::{At, Order, be};

use super::page;

/// An ATA string: the two characters of each word are swapped.
const fn string(offset: usize, len: usize) -> At {
    let mut at = be(offset, len);
    at.order = Order::Swapped;
    at
}

sg::record! {
    /// Who the drive is.
    pub struct StringFields[8..512] {
        /// The serial number.
        serial_number: String = string(8, 20), "SERIAL NUMBER";
        /// The firmware revision.
        firmware_revision: String = string(32, 8), "FIRMWARE REVISION";
        /// The model number.
        model_number: String = string(48, 40), "MODEL NUMBER";
        /// More of the model.
        additional_product_identifier: String = string(96, 8), "ADDITIONAL PRODUCT IDENTIFIER";
    }
    reserved {
        be(28, 4), "reserved";
        be(40, 8), "reserved";
        be(88, 8), "reserved";
        be(104, 408), "reserved";
    }
}

page! {
    /// Serial number, firmware and model.
    Strings, StringFields, 0x05, "ata:30/05", "ATA strings"
}
