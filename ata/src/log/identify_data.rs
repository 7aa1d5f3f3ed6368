//! IDENTIFY DEVICE data log (log 30h), ACS-5, ACS-6 and ZAC-2: the words of IDENTIFY DEVICE, and
//! what no longer had room there.
//!
//! The fields stand in little-endian qwords. A qword counts only if its bit 63 is one, which is a
//! gate of each field here; IDENTIFY DEVICE words that say the same may contradict it.

mod capabilities;
mod capacity;
mod copy;
mod parallel_ata;
mod security;
mod serial_ata;
mod settings;
mod strings;
mod supported;
mod zoned;

pub use capabilities::{CapabilityFields, SupportedCapabilities};
pub use capacity::{Capacity, CapacityFields};
pub use copy::Copy;
pub use parallel_ata::{ParallelAta, ParallelAtaFields};
pub use security::{EraseTime, Security, SecurityFields};
pub use serial_ata::{SerialAta, SerialAtaFields};
pub use settings::{CurrentSettings, SettingFields};
pub use strings::{StringFields, Strings};
pub use supported::{ListHeader, SupportedPages};
pub use zoned::{ZonedDeviceInformation, ZonedFields};

use sg::wire::{At, Notes, Record, bit, byte, le};

use super::check_header;

/// LOG ADDRESS of the IDENTIFY DEVICE data log.
pub const LOG: u8 = 0x30;

sg::record! {
    /// The qword before the fields of a page.
    pub struct Header[0..8] {
        /// REVISION NUMBER; 0 if the drive does not have the page.
        revision_number: u16 = le(0, 2), "REVISION NUMBER";
        /// Which page this is.
        page_number: u8 = byte(2), "PAGE NUMBER";
        /// Bit 63, as in every qword of the page.
        contents_valid: bool = bit(7, 7), "CONTENTS VALID";
    }
    reserved {
        le(3, 5).bits(38, 0), "reserved";
    }
}

impl Header {
    fn of(page: &[u8], asked: u8, notes: &mut Notes) -> Self {
        let header = Self::read(page);
        check_header(asked, header.page_number, header.revision_number, notes);
        header
    }
}

/// Bits of the qword at `offset`, valid only if bit 63 of it is one.
const fn field(offset: usize, high: usize, low: usize) -> At {
    le(offset, 8).bits(high, low).when(offset + 7, 0x80, 0x80)
}

/// One bit of such a qword.
const fn flag_at(offset: usize, position: usize) -> At {
    field(offset, position, position)
}

/// Bit 63 of a qword.
const fn gate(offset: usize) -> At {
    bit(offset + 7, 7)
}

/// Makes a page of a header and one record.
macro_rules! page {
    ($(#[$doc:meta])* $name:ident, $fields:ident, $page:literal, $key:literal, $title:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct $name {
            /// The header.
            pub header: $crate::log::identify_data::Header,
            /// The fields.
            pub fields: $fields,
        }

        impl sg::page::Page for $name {
            const KEY: &'static str = $key;
            const CODE: u8 = $crate::log::identify_data::LOG;
            const SUBPAGE: u8 = $page;
            const TITLE: &'static str = $title;
            const LAYOUTS: &'static [sg::wire::Layout] = &[
                <$crate::log::identify_data::Header as sg::wire::Record>::LAYOUT,
                <$fields as sg::wire::Record>::LAYOUT,
            ];

            fn decode(page: &[u8], notes: &mut sg::wire::Notes) -> Self {
                Self {
                    header: $crate::log::identify_data::Header::of(page, Self::SUBPAGE, notes),
                    fields: sg::wire::Record::read(page),
                }
            }

            fn items(&self, page: &[u8]) -> Vec<sg::section::Item> {
                let mut items = sg::wire::Record::entries(&self.header, page, 0);
                items.extend(sg::wire::Record::entries(&self.fields, page, 0));
                items
            }
        }
    };
}
use page;

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use sg::section::Value;
    use sg::wire::Record;

    use super::*;
    use crate::log::{PAGES, decode, describe};

    /// Every field of every page, with bit 63 of its qword cleared, must be absent.
    #[test]
    fn no_field_counts_without_bit_63() {
        let text = ["serial_number", "firmware_revision", "model_number", "additional_product_identifier"];
        let free = [
            "current_hardware_feature_control_identifier",
            "supported_hardware_feature_control_identifier",
            "vendor_specific_supported_capabilities",
        ];
        let mut seen = 0;
        for number in 2..=9 {
            let mut page = [0xff; 512];
            (page[0], page[2]) = (1, number);
            for qword in page.chunks_mut(8).skip(1) {
                qword[7] &= 0x7f;
            }
            let kind = PAGES.iter().find(|kind| (kind.code, kind.subpage) == (LOG, number)).unwrap();
            let section = describe(LOG, number.into(), &page);
            for field in kind.layouts.iter().skip(1).flat_map(|layout| layout.fields) {
                let value = &section.find(field.key).unwrap().value;
                let gated = !text.contains(&field.key) && !free.contains(&field.key);
                assert_eq!(matches!(value, Value::Absent("not valid")), gated, "{} {value:?}", field.key);
                seen += 1;
            }
        }
        assert!(seen > 200, "only {seen} fields");
    }

    #[test]
    fn erase_times_have_two_formats() {
        for (word, minutes, meaning) in [
            (0x0000_u16, 0, Some("not specified")),
            (0x0001, 2, None),
            (0x00fe, 508, None),
            (0x00ff, 510, Some("more than 508 min")),
            (0x8001, 2, None),
            (0x9234, 2 * 0x1234, None),
            (0xffff, 65534, Some("more than 65532 min")),
        ] {
            let mut page = [0; 512];
            (page[0], page[2], page[39]) = (1, 6, 0x80);
            page[32..34].copy_from_slice(&word.to_le_bytes());
            let section = describe(LOG, 6, &page);
            let entry = section.find("normal_security_erase_time").unwrap();
            assert_eq!(
                (&entry.value, entry.meaning.as_deref()),
                (&Value::Unsigned(minutes), meaning),
                "{word:x}"
            );
        }
    }

    #[test]
    fn fields_go_back_to_their_bits() {
        for seed in 0..4u8 {
            let mut page: Vec<u8> = (0..512u16)
                .map(|i| (i.to_le_bytes()[0].wrapping_mul(37)) ^ seed.wrapping_mul(0x55))
                .collect();
            page.chunks_mut(8).for_each(|qword| qword[7] |= 0x80);
            let fields = decode::<SupportedCapabilities>(&page).value.fields;
            let mut written = page.clone();
            for qword in written[8..504].chunks_mut(8) {
                qword.copy_from_slice(&[0, 0, 0, 0, 0, 0, 0, 0x80]);
            }
            fields.write(&mut written);
            assert_eq!(decode::<SupportedCapabilities>(&written).value.fields, fields);
        }
    }
}
