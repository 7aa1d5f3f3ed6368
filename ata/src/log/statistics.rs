//! Device Statistics (log 04h), ACS-5 and ZAC-2: what a drive counts over its life.
//!
//! Each statistic is a little-endian qword: its value in bits 55:0, and flags in bits 63:56. A
//! value counts only if the drive supports the statistic *and* says that it is valid now.
//!
//! A page is declared by `statistics!`: each statistic's offset and width, its name in the
//! standard and its type, which carries the unit. Statistics that a drive has beyond those are
//! kept as numbers.

mod command_duration_limits;
mod free_fall;
mod general;
mod general_errors;
mod rotating_media;
mod solid_state;
mod supported;
mod temperature;
mod transport;
mod vendor_specific;
mod zoned;

use std::borrow::Cow;

pub use command_duration_limits::{CdlStatistic, CommandDurationLimits01, CommandDurationLimits23};
pub use free_fall::FreeFall;
pub use general::General;
pub use general_errors::GeneralErrors;
pub use rotating_media::RotatingMedia;
pub use solid_state::SolidState;
pub use supported::SupportedStatistics;
pub use temperature::Temperature;
pub use transport::Transport;
pub use vendor_specific::VendorSpecific;
pub use zoned::Zoned;

use sg::section::{Item, Section, Value};
use sg::wire::{At, FieldValue, Meaning, Notes, Record, byte, le, walk};

use super::check_header;

/// LOG ADDRESS of the device statistics.
pub const LOG: u8 = 0x04;

sg::record! {
    /// The qword before the statistics of a page.
    pub struct Header[0..8] {
        /// REVISION NUMBER; 0 if the drive does not have the page.
        revision_number: u16 = le(0, 2), "REVISION NUMBER";
        /// Which page this is.
        page_number: u8 = byte(2), "PAGE NUMBER";
    }
    reserved {
        le(3, 5), "reserved";
    }
}

impl Header {
    fn of(page: &[u8], asked: u8, notes: &mut Notes) -> Self {
        let header = Self::read(page);
        check_header(asked, header.page_number, header.revision_number, notes);
        header
    }
}

/// The flags of a statistic: bits 63:56 of its qword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flags(pub u8);

impl Flags {
    const NAMES: [&'static str; 8] = [
        "supported",
        "valid",
        "normalized",
        "notification supported (DSN)",
        "monitored condition met",
        "read then initialize supported",
        "bit 57",
        "bit 56",
    ];

    /// STATISTIC SUPPORTED: the drive has this statistic.
    #[must_use]
    pub const fn supported(self) -> bool {
        self.0 & 0x80 != 0
    }
    /// VALID VALUE: the value is valid now.
    #[must_use]
    pub const fn valid(self) -> bool {
        self.0 & 0x40 != 0
    }
    /// NORMALIZED: the vendor normalized the value.
    #[must_use]
    pub const fn normalized(self) -> bool {
        self.0 & 0x20 != 0
    }
    /// SUPPORTS DSN: Device Statistics Notification can watch it.
    #[must_use]
    pub const fn supports_dsn(self) -> bool {
        self.0 & 0x10 != 0
    }
    /// MONITORED CONDITION MET: Device Statistics Notification watches it, and its condition is met.
    #[must_use]
    pub const fn monitored_condition_met(self) -> bool {
        self.0 & 0x08 != 0
    }
    /// READ THEN INITIALIZE SUPPORTED: a read can reset it.
    #[must_use]
    pub const fn read_then_initialize_supported(self) -> bool {
        self.0 & 0x04 != 0
    }

    fn meaning(number: u64) -> Option<Cow<'static, str>> {
        let set: Vec<&str> = Self::NAMES
            .iter()
            .enumerate()
            .filter(|(position, _)| number & (0x80 >> position) != 0)
            .map(|(_, name)| *name)
            .collect();
        Some(if set.is_empty() { "not supported".into() } else { set.join(", ").into() })
    }
    const MEANING: Meaning = Meaning::Rule(Self::meaning);
}

impl FieldValue for Flags {
    fn read(at: &At, record: &[u8]) -> Option<Self> {
        u8::read(at, record).map(Self)
    }
    fn write(&self, at: &At, record: &mut [u8]) {
        at.put(record, self.0.into());
    }
    fn value(&self) -> Value {
        Value::Unsigned(self.0.into())
    }
    fn number(&self) -> Option<u64> {
        Some(self.0.into())
    }
}

/// A statistic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistic<T> {
    /// Its value, if the drive supports it and says that it is valid.
    pub value: Option<T>,
    /// Its flags, if it was received.
    pub flags: Option<Flags>,
}

/// The bits of a qword at `offset`, valid only if the statistic there is supported and valid.
const fn part(offset: usize, high: usize, low: usize) -> At {
    le(offset, 8).bits(high, low).when(offset + 7, 0xc0, 0xc0)
}

/// The value of a statistic: its `width` lowest bits of the qword at `offset`.
const fn value(offset: usize, width: usize) -> At {
    part(offset, width - 1, 0)
}

/// The flags beside a value.
const fn flags(value: At) -> At {
    byte(value.start + 7)
}

/// The bits between a value and its flags.
const fn rest(value: At) -> At {
    le(value.start, 8).bits(55, value.high + 1)
}

sg::record! {
    /// A statistic that the standard does not name.
    pub struct Other[0..8] {
        /// All of its bits.
        value: u64 = value(0, 56), "VALUE";
        /// Its flags.
        flags: Flags = flags(value(0, 56)), "FLAGS", Flags::MEANING;
    }
}

/// The statistics from `start` to the end of the page, with their offsets; qwords of zeros are
/// left out.
fn others(page: &[u8], start: usize, notes: &mut Notes) -> Vec<(usize, Other)> {
    walk(page, start, 8, notes, |_| 8)
        .into_iter()
        .filter(|(_, qword)| qword.iter().any(|&byte| byte != 0))
        .map(|(offset, qword)| (offset, Other::read(qword)))
        .collect()
}

fn others_item(others: &[(usize, Other)], page: &[u8]) -> Item {
    let elements = others
        .iter()
        .map(|(offset, other)| {
            Section::new("statistic", format!("Statistic at byte {offset}"), other.entries(page, *offset))
        })
        .collect();
    Item::List { key: "other_statistics".into(), title: "Other statistics".into(), elements }
}

/// "not supported" is more than "not valid".
fn absent(item: Item, flags: Option<Flags>) -> Item {
    match (item, flags) {
        (Item::Entry(mut entry), Some(flags)) if !flags.supported() => {
            entry.value = Value::Absent("not supported");
            Item::Entry(entry)
        }
        (item, _) => item,
    }
}

/// Declares a page of statistics: `name: type = value(offset, width), "Name in the standard", meaning;`.
///
/// `parts` are values inside a statistic that has several; what lies between has its reason in
/// `reserved`. The number behind the page's title is where the known statistics end.
macro_rules! statistics {
    (
        $(#[$doc:meta])*
        pub struct $name:ident = $page:literal, $key:literal, $title:literal, $end:literal;
        $(
            $(#[$field_doc:meta])*
            $field:ident: $type:ty = $value:expr, $standard:literal $(, $meaning:expr)?;
        )*
        $( @parts { $(
            $(#[$part_doc:meta])*
            $part:ident: $part_type:ty = $part_at:expr, $part_standard:literal $(, $part_meaning:expr)?;
        )* } )?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct $name {
            /// The header.
            pub header: $crate::log::statistics::Header,
            $(
                $(#[$field_doc])*
                pub $field: $crate::log::statistics::Statistic<$type>,
            )*
            $($(
                $(#[$part_doc])*
                pub $part: Option<$part_type>,
            )*)?
            /// Statistics that the standard does not name, with their offsets.
            pub others: Vec<(usize, $crate::log::statistics::Other)>,
        }

        #[allow(non_upper_case_globals)]
        impl $name {
            $(
                #[doc = concat!("Where ", $standard, " is, and what it means.")]
                pub const $field: sg::wire::Field = sg::wire::Field {
                    key: stringify!($field),
                    name: $standard,
                    at: $value,
                    shape: <$type as sg::wire::FieldValue>::SHAPE,
                    unit: <$type as sg::wire::FieldValue>::UNIT,
                    meaning: sg::record!(@meaning $($meaning)?),
                };
            )*
            $($(
                #[doc = concat!("Where ", $part_standard, " is, and what it means.")]
                pub const $part: sg::wire::Field = sg::wire::Field {
                    key: stringify!($part),
                    name: $part_standard,
                    at: $part_at,
                    shape: <$part_type as sg::wire::FieldValue>::SHAPE,
                    unit: <$part_type as sg::wire::FieldValue>::UNIT,
                    meaning: sg::record!(@meaning $($part_meaning)?),
                };
            )*)?

            /// The table of the known statistics and their flags.
            pub const LAYOUT: sg::wire::Layout = sg::wire::Layout {
                name: stringify!($name),
                start: 8,
                end: 512,
                fields: &[
                    $(
                        Self::$field,
                        sg::wire::Field {
                            key: concat!(stringify!($field), "_flags"),
                            name: concat!($standard, " flags"),
                            at: $crate::log::statistics::flags($value),
                            shape: sg::wire::Shape::Number,
                            unit: None,
                            meaning: $crate::log::statistics::Flags::MEANING,
                        },
                    )*
                    $($( Self::$part, )*)?
                ],
                reserved: &[
                    $( sg::wire::Reserved {
                        at: $crate::log::statistics::rest($value),
                        why: "reserved, or a part that has its own field",
                    }, )*
                    sg::wire::Reserved {
                        at: sg::wire::be($end, 512 - $end),
                        why: "reserved: what a drive has here is kept as other statistics",
                    },
                ],
            };
        }

        impl sg::page::Page for $name {
            const KEY: &'static str = $key;
            const CODE: u8 = $crate::log::statistics::LOG;
            const SUBPAGE: u8 = $page;
            const TITLE: &'static str = $title;
            const LAYOUTS: &'static [sg::wire::Layout] =
                &[<$crate::log::statistics::Header as sg::wire::Record>::LAYOUT, Self::LAYOUT];

            fn decode(page: &[u8], notes: &mut sg::wire::Notes) -> Self {
                Self {
                    header: $crate::log::statistics::Header::of(page, Self::SUBPAGE, notes),
                    $( $field: $crate::log::statistics::Statistic {
                        value: sg::wire::FieldValue::read(&Self::$field.at, page),
                        flags: sg::wire::FieldValue::read(
                            &$crate::log::statistics::flags(Self::$field.at),
                            page,
                        ),
                    }, )*
                    $($( $part: sg::wire::FieldValue::read(&Self::$part.at, page), )*)?
                    others: $crate::log::statistics::others(page, $end, notes),
                }
            }

            fn items(&self, page: &[u8]) -> Vec<sg::section::Item> {
                let mut items = sg::wire::Record::entries(&self.header, page, 0);
                $( $crate::log::statistics::show(
                    &Self::$field,
                    &self.$field,
                    concat!(stringify!($field), "_flags"),
                    concat!($standard, " flags"),
                    page,
                    &mut items,
                ); )*
                $($( items.push(sg::wire::entry(&Self::$part, self.$part.as_ref(), page, 0)); )*)?
                if !self.others.is_empty() {
                    items.push($crate::log::statistics::others_item(&self.others, page));
                }
                items
            }
        }
    };
}
use statistics;

/// The lines of one statistic: its value and its flags.
fn show<T: FieldValue>(
    field: &'static sg::wire::Field,
    statistic: &Statistic<T>,
    flags_key: &'static str,
    flags_name: &'static str,
    page: &[u8],
    items: &mut Vec<Item>,
) {
    let flags = sg::wire::Field {
        key: flags_key,
        name: flags_name,
        at: flags(field.at),
        shape: sg::wire::Shape::Number,
        unit: None,
        meaning: Flags::MEANING,
    };
    items.push(absent(sg::wire::entry(field, statistic.value.as_ref(), page, 0), statistic.flags));
    items.push(sg::wire::entry(&flags, statistic.flags.as_ref(), page, 0));
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::log::{decode, describe};

    fn page(number: u8, offset: usize, qword: u64) -> [u8; 512] {
        let mut page = [0; 512];
        (page[0], page[2]) = (1, number);
        page[offset..offset + 8].copy_from_slice(&qword.to_le_bytes());
        page
    }

    #[test]
    fn a_value_counts_only_if_supported_and_valid() {
        for (flags, shown) in [
            (0x00, Value::Absent("not supported")),
            (0x40, Value::Absent("not supported")),
            (0x80, Value::Absent("not valid")),
            (0xc0, Value::Unsigned(0x1234_5678)),
            (0xfc, Value::Unsigned(0x1234_5678)),
        ] {
            let page = page(1, 8, flags << 56 | 0xaa_bbcc_1234_5678 & 0xff_ffff_ffff_ffff);
            let section = describe(4, 1, &page);
            assert_eq!(section.find("lifetime_power_on_resets").unwrap().value, shown, "{flags:x}");
            assert_eq!(section.find("lifetime_power_on_resets_flags").unwrap().value, Value::Unsigned(flags));
        }
    }

    #[test]
    fn each_flag_has_its_bit() {
        let flags: Vec<[bool; 6]> = (2..8)
            .rev()
            .map(|bit| Flags(1 << bit))
            .map(|f| {
                [
                    f.supported(),
                    f.valid(),
                    f.normalized(),
                    f.supports_dsn(),
                    f.monitored_condition_met(),
                    f.read_then_initialize_supported(),
                ]
            })
            .collect();
        for (index, row) in flags.iter().enumerate() {
            let expected: Vec<bool> = (0..6).map(|column| column == index).collect();
            assert_eq!(row.as_slice(), expected);
        }
        assert_eq!(Flags::meaning(0xc8).unwrap(), "supported, valid, monitored condition met");
    }

    #[test]
    fn temperatures_are_signed() {
        let page = page(5, 40, 0xc000_0000_0000_00ec);
        assert_eq!(decode::<Temperature>(&page).value.lowest_temperature.value, Some(sg::wire::Celsius(-20)));
    }

    #[test]
    fn utilization_is_in_hundredths_of_a_percent() {
        let meaning = |number: u64| {
            let section = describe(4, 1, &page(1, 72, 0xc0 << 56 | number));
            section.find("workload_utilization").unwrap().meaning.clone().unwrap()
        };
        assert_eq!(meaning(1234), "12.34 %");
        assert_eq!(meaning(10000), "100.00 %");
        assert_eq!(meaning(65534), "655.34 %");
        assert_eq!(meaning(65535), "more than 655.34 %");
    }

    #[test]
    fn usage_rate_says_its_basis_and_whether_it_is_valid() {
        let find = |qword: u64, key: &str| {
            let section = describe(4, 1, &page(1, 80, 0xc0 << 56 | qword));
            section.find(key).unwrap().meaning.clone().unwrap_or_default()
        };
        assert_eq!(find(0xff, "utilization_usage_rate"), "more than 254 %");
        assert_eq!(find(4 << 36, "rate_basis"), "since power-on reset");
        assert_eq!(find(0x10 << 40, "rate_validity"), "not valid: too little was recorded");
    }

    #[test]
    fn a_percentage_may_exceed_a_hundred() {
        let page = page(7, 8, 0xc000_0000_0000_0096);
        assert_eq!(
            decode::<SolidState>(&page).value.percentage_used_endurance_indicator.value,
            Some(sg::wire::Percent(150))
        );
    }

    #[test]
    fn statistics_beyond_the_known_ones_are_kept() {
        let section = describe(4, 7, &page(7, 504, 0x8000_0000_0000_0005));
        let Some(Item::List { key, elements, .. }) = section.items.last() else { panic!("{section:?}") };
        assert_eq!((key.as_ref(), elements[0].title.as_ref()), ("other_statistics", "Statistic at byte 504"));
        assert_eq!(elements[0].find("value").unwrap().value, Value::Absent("not valid"));
    }
}
