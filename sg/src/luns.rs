//! REPORT LUNS parameter data (SPC-5 6.32) and the LUN structures of SAM-5 4.7.

use crate::page::{Page, PageKind};
use crate::section::{Entry, Item, Section, Value};
use crate::wire::{
    ByteCount, Decoded, Layout, Meaning, Notes, Record, be, be16, be24, be32, bits, body, byte, hex, names,
    text, walk,
};

crate::pages! {
    LunList,
}

crate::record! {
    /// What comes before the list.
    pub struct LunListHeader[0..8] {
        /// How many bytes of list there are.
        lun_list_length: ByteCount = be32(0), "LUN LIST LENGTH";
    }
    reserved {
        text(4, 4), "reserved";
    }
}

/// The names of the addressing methods.
const METHODS: Meaning = names(&[
    (0, "peripheral device addressing (simple logical unit addressing in a conglomerate)"),
    (1, "flat space addressing"),
    (2, "logical unit addressing"),
    (3, "extended logical unit addressing"),
]);

crate::record! {
    /// Method 0: a device on a bus, or with bus 0 a logical unit.
    pub struct Peripheral[0..2] {
        /// The method.
        address_method: u8 = bits(0, 7, 6), "ADDRESS METHOD", METHODS;
        /// The bus; 0 is this level's own.
        bus_identifier: u8 = bits(0, 5, 0), "BUS IDENTIFIER";
        /// The target on that bus, or on bus 0 the logical unit.
        target_or_lun: u8 = byte(1), "TARGET OR LUN";
    }
}

crate::record! {
    /// Method 0 in a logical unit conglomerate.
    pub struct Simple[0..2] {
        /// The method.
        address_method: u8 = bits(0, 7, 6), "ADDRESS METHOD", METHODS;
        /// The number.
        lun: u16 = be16(0).bits(13, 0), "LUN";
    }
}

crate::record! {
    /// Method 1.
    pub struct Flat[0..2] {
        /// The method.
        address_method: u8 = bits(0, 7, 6), "ADDRESS METHOD", METHODS;
        /// The logical unit.
        lun: u16 = be16(0).bits(13, 0), "LUN";
    }
}

crate::record! {
    /// Method 2.
    pub struct LogicalUnit[0..2] {
        /// The method.
        address_method: u8 = bits(0, 7, 6), "ADDRESS METHOD", METHODS;
        /// The target on that bus.
        target: u8 = bits(0, 5, 0), "TARGET";
        /// The bus.
        bus_number: u8 = bits(1, 7, 5), "BUS NUMBER";
        /// The logical unit of that target.
        lun: u8 = bits(1, 4, 0), "LUN";
    }
}

/// The names of the extended addressing methods.
const EXTENDED: Meaning = names(&[
    (1, "well known logical unit"),
    (2, "extended flat space addressing"),
    (0xd, "restricted to T11"),
    (0xe, "restricted to FC-SB-5"),
    (0xf, "logical unit not specified"),
]);

crate::record! {
    /// Method 3, one byte of address: a well known logical unit.
    pub struct WellKnown[0..2] {
        /// The method.
        address_method: u8 = bits(0, 7, 6), "ADDRESS METHOD", METHODS;
        /// The length of the address: 1 and twice this many bytes.
        length: u8 = bits(0, 5, 4), "LENGTH";
        /// The method that extends the method.
        extended_address_method: u8 = bits(0, 3, 0), "EXTENDED ADDRESS METHOD", EXTENDED;
        /// Which one.
        w_lun: u8 = byte(1), "W-LUN", names(&[
            (1, "REPORT LUNS"),
            (2, "ACCESS CONTROLS"),
            (3, "TARGET LOG PAGES"),
            (4, "SECURITY PROTOCOL"),
            (5, "MANAGEMENT PROTOCOL"),
            (6, "TARGET COMMANDS"),
        ]);
    }
}

crate::record! {
    /// Method 3, three bytes of address.
    pub struct ExtendedFlat[0..4] {
        /// The method.
        address_method: u8 = bits(0, 7, 6), "ADDRESS METHOD", METHODS;
        /// The length of the address: 1 and twice this many bytes.
        length: u8 = bits(0, 5, 4), "LENGTH";
        /// The method that extends the method.
        extended_address_method: u8 = bits(0, 3, 0), "EXTENDED ADDRESS METHOD", EXTENDED;
        /// The logical unit.
        lun: u32 = be24(1), "LUN";
    }
}

crate::record! {
    /// Method 3, five bytes of address.
    pub struct LongExtendedFlat[0..6] {
        /// The method.
        address_method: u8 = bits(0, 7, 6), "ADDRESS METHOD", METHODS;
        /// The length of the address: 1 and twice this many bytes.
        length: u8 = bits(0, 5, 4), "LENGTH";
        /// The method that extends the method.
        extended_address_method: u8 = bits(0, 3, 0), "EXTENDED ADDRESS METHOD", EXTENDED;
        /// The logical unit.
        lun: u64 = be(1, 5), "LUN";
    }
}

crate::record! {
    /// Method 3 with an address of another kind.
    pub struct OtherExtended[0..8] {
        /// The method.
        address_method: u8 = bits(0, 7, 6), "ADDRESS METHOD", METHODS;
        /// The length of the address: 1 and twice this many bytes.
        length: u8 = bits(0, 5, 4), "LENGTH";
        /// The method that extends the method.
        extended_address_method: u8 = bits(0, 3, 0), "EXTENDED ADDRESS METHOD", EXTENDED;
        /// The address.
        address: crate::wire::Octets = text(1, 7), "ADDRESS";
    }
}

/// One level of a LUN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Level {
    /// A device on a bus, or a logical unit.
    Peripheral(Peripheral),
    /// An administrative or subsidiary element of a conglomerate.
    Simple(Simple),
    /// A logical unit.
    Flat(Flat),
    /// A logical unit of a target on a bus.
    LogicalUnit(LogicalUnit),
    /// A well known logical unit.
    WellKnown(WellKnown),
    /// A logical unit.
    ExtendedFlat(ExtendedFlat),
    /// A logical unit.
    LongExtendedFlat(LongExtendedFlat),
    /// Something else; it takes the rest of the LUN.
    OtherExtended(OtherExtended),
}

/// A logical unit number as it is on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lun(pub [u8; 8]);

impl Lun {
    /// Its levels, each with where it begins. `conglomerate` says that the device's standard
    /// INQUIRY data have LU_CONG set, which gives method 0 another meaning.
    #[must_use]
    pub fn levels(&self, conglomerate: bool) -> Vec<(usize, Level)> {
        let mut levels = Vec::new();
        for offset in [0, 2, 4, 6] {
            let rest = self.0.get(offset..).unwrap_or_default();
            // The subsidiary element of an administrative logical unit is zero: it has none.
            if conglomerate && offset > 0 && rest.iter().all(|byte| *byte == 0) {
                break;
            }
            let (level, goes_on) = level(rest, conglomerate && offset < 4);
            levels.push((offset, level));
            if !goes_on || (conglomerate && offset >= 2) {
                break;
            }
        }
        levels
    }

    /// The kernel's number of this LUN: its 16-bit parts in the opposite order.
    #[must_use]
    pub fn linux(&self) -> u64 {
        self.0
            .chunks(2)
            .rev()
            .fold(0, |sum, pair| sum << 16 | pair.iter().fold(0, |part, byte| part << 8 | u64::from(*byte)))
    }
}

/// The level at the start of `rest`, and whether another one follows.
fn level(rest: &[u8], conglomerate: bool) -> (Level, bool) {
    let first = Peripheral::read(rest);
    match first.address_method {
        Some(0) if conglomerate => (Level::Simple(Simple::read(rest)), true),
        Some(0) => {
            let goes_on = first.bus_identifier != Some(0);
            (Level::Peripheral(first), goes_on)
        }
        Some(1) => (Level::Flat(Flat::read(rest)), false),
        Some(2) => (Level::LogicalUnit(LogicalUnit::read(rest)), false),
        _ => {
            let one = WellKnown::read(rest);
            let level = match (one.length, one.extended_address_method) {
                (Some(0), Some(1)) => Level::WellKnown(one),
                (Some(1), Some(2)) if rest.len() >= 4 => Level::ExtendedFlat(ExtendedFlat::read(rest)),
                (Some(2), Some(2)) if rest.len() >= 6 => {
                    Level::LongExtendedFlat(LongExtendedFlat::read(rest))
                }
                _ => Level::OtherExtended(OtherExtended::read(rest)),
            };
            (level, false)
        }
    }
}

impl Level {
    fn entries(&self, page: &[u8], base: usize) -> (&'static str, Vec<Item>) {
        match self {
            Self::Peripheral(one) => ("Peripheral device addressing", one.entries(page, base)),
            Self::Simple(one) => ("Simple logical unit addressing", one.entries(page, base)),
            Self::Flat(one) => ("Flat space addressing", one.entries(page, base)),
            Self::LogicalUnit(one) => ("Logical unit addressing", one.entries(page, base)),
            Self::WellKnown(one) => ("Well known logical unit", one.entries(page, base)),
            Self::ExtendedFlat(one) => ("Extended flat space addressing", one.entries(page, base)),
            Self::LongExtendedFlat(one) => ("Long extended flat space addressing", one.entries(page, base)),
            Self::OtherExtended(one) => ("Other extended addressing", one.entries(page, base)),
        }
    }

    /// How many bytes it takes.
    const fn len(&self) -> usize {
        match self {
            Self::ExtendedFlat(_) => 4,
            Self::LongExtendedFlat(_) => 6,
            Self::OtherExtended(_) => 8,
            _ => 2,
        }
    }
}

/// The logical units of a target.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LunList {
    /// What comes before the list.
    pub header: LunListHeader,
    /// The logical units.
    pub luns: Vec<Lun>,
}

impl LunList {
    fn describe(&self, page: &[u8], conglomerate: bool) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        let luns = self.luns.iter().zip(0..).map(|(lun, number): (&Lun, usize)| {
            let base = 8 + number * 8;
            let levels = lun.levels(conglomerate).into_iter().map(|(offset, level)| {
                let (title, entries) = level.entries(page, base + offset);
                Section::new("level", title, entries)
            });
            let whole = Entry::derived("lun", "LUN", Value::Text(hex(&lun.0))).evidence(text(base, 8), page);
            let linux = Entry::derived("linux_lun", "the kernel's number", Value::Unsigned(lun.linux()));
            let levels =
                Item::List { key: "levels".into(), title: "Levels".into(), elements: levels.collect() };
            Section::new("lun", format!("LUN {}", hex(&lun.0)), vec![whole.into(), linux.into(), levels])
        });
        let elements = luns.collect();
        items.push(Item::List { key: "luns".into(), title: "Logical units".into(), elements });
        items
    }
}

impl Page for LunList {
    const KEY: &'static str = "luns";
    const CODE: u8 = 0xa0;
    const TITLE: &'static str = "REPORT LUNS parameter data";
    const LAYOUTS: &'static [Layout] = &[
        LunListHeader::LAYOUT,
        Peripheral::LAYOUT,
        Simple::LAYOUT,
        Flat::LAYOUT,
        LogicalUnit::LAYOUT,
        WellKnown::LAYOUT,
        ExtendedFlat::LAYOUT,
        LongExtendedFlat::LAYOUT,
        OtherExtended::LAYOUT,
    ];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let mut luns = Vec::new();
        for (offset, element) in walk(page, 8, 8, notes, |_| 8) {
            if let Ok(bytes) = <[u8; 8]>::try_from(element) {
                let lun = Lun(bytes);
                if let Some((at, level)) = lun.levels(false).last() {
                    let used = at + level.len();
                    if bytes.get(used..).is_some_and(|rest| rest.iter().any(|byte| *byte != 0)) {
                        notes.at(
                            offset + used..offset + 8,
                            "this LUN has more levels than its addressing methods use, as those of a logical unit \
                             conglomerate have",
                        );
                    }
                }
                luns.push(lun);
            }
        }
        Self { header: LunListHeader::read(page), luns }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        self.describe(page, false)
    }
}

/// Cuts what REPORT LUNS brought to what the list says of its length.
fn cut<'a>(received: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    let length = LunListHeader::lun_list_length.at.number(received).and_then(|n| usize::try_from(n).ok());
    body(received, 8, length.unwrap_or(0), notes)
}

/// Decodes the answer to REPORT LUNS.
#[must_use]
pub fn decode(received: &[u8]) -> Decoded<LunList> {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    LunList::decoded(page, notes)
}

/// Decodes and shows the answer to REPORT LUNS.
#[must_use]
pub fn describe(received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    (PageKind::of::<LunList>().describe)(page, notes)
}

/// The same for a device whose standard INQUIRY data have LU_CONG set.
#[must_use]
pub fn describe_conglomerate(received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    let list = LunList {
        header: LunListHeader::read(page),
        luns: LunList::decode(page, &mut Notes::default()).luns,
    };
    let items = list.describe(page, true);
    Section { notes: notes.0, ..Section::new(LunList::KEY, LunList::TITLE, items) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels of a LUN as text, to compare with what `sg_luns --test` says of it.
    fn levels(lun: [u8; 8], conglomerate: bool) -> String {
        let name = |level: &Level| match level {
            Level::Peripheral(p) => {
                format!("peripheral {} {}", p.bus_identifier.unwrap(), p.target_or_lun.unwrap())
            }
            Level::Simple(one) => format!("simple {}", one.lun.unwrap()),
            Level::Flat(flat) => format!("flat {}", flat.lun.unwrap()),
            Level::LogicalUnit(one) => {
                format!("unit {} {} {}", one.bus_number.unwrap(), one.target.unwrap(), one.lun.unwrap())
            }
            Level::WellKnown(one) => format!("well known {}", one.w_lun.unwrap()),
            Level::ExtendedFlat(one) => format!("extended {}", one.lun.unwrap()),
            Level::LongExtendedFlat(one) => format!("long {}", one.lun.unwrap()),
            Level::OtherExtended(one) => format!("other {:x}", one.extended_address_method.unwrap()),
        };
        let all: Vec<String> = Lun(lun)
            .levels(conglomerate)
            .iter()
            .map(|(at, level)| format!("{at}: {}", name(level)))
            .collect();
        all.join(", ")
    }

    #[test]
    fn each_addressing_method_is_read_as_the_standard_says() {
        for (lun, conglomerate, expected) in [
            ([0, 1, 0, 0, 0, 0, 0, 0], false, "0: peripheral 0 1"),
            (
                [3, 8, 2, 4, 1, 2, 0, 1],
                false,
                "0: peripheral 3 8, 2: peripheral 2 4, 4: peripheral 1 2, 6: peripheral 0 1",
            ),
            ([0xc1, 1, 0, 0, 0, 0, 0, 0], false, "0: well known 1"),
            ([0x52, 0x34, 0, 0, 0, 0, 0, 0], false, "0: flat 4660"),
            ([0x81, 0x44, 0, 0, 0, 0, 0, 0], false, "0: unit 2 1 4"),
            ([3, 9, 0xd2, 0x77, 0x88, 0x99, 0, 0], false, "0: peripheral 3 9, 2: extended 7833753"),
            ([0xe2, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0, 0], false, "0: long 513392880315"),
            ([0xff; 8], false, "0: other f"),
            ([0, 1, 0, 0, 0, 0, 0, 0], true, "0: simple 1"),
            ([0, 1, 0, 2, 0, 0, 0, 0], true, "0: simple 1, 2: simple 2"),
        ] {
            assert_eq!(levels(lun, conglomerate), expected, "{lun:02x?}");
        }
    }

    #[test]
    fn the_kernel_numbers_luns_from_the_other_end() {
        assert_eq!(Lun([0, 1, 0, 2, 0, 0, 0, 0]).linux(), 0x0002_0001);
        assert_eq!(Lun([0xc1, 1, 0, 0, 0, 0, 0, 0]).linux(), 0xc101);
    }
}
