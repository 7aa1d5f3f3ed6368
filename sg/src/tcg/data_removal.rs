//! Supported data removal mechanism feature (0404h), TCG Storage SSC Pyrite 2.00 and Opal 2.30:
//! how data are removed by a revert, and how long that takes.

use std::fmt;
use std::time::Duration;

use crate::section::{Entry, Item, Value};
use crate::wire::{Meaning, be16, bit, bits, byte, flag, text};

/// The unit of a time.
const FORMAT: Meaning = flag("in units of two minutes", "in units of two seconds");

crate::record! {
    /// How data are removed.
    pub struct DataRemoval[4..36] {
        /// A removal was interrupted.
        interrupted: bool = bit(5, 1), "DATA REMOVAL OPERATION INTERRUPTED",
            flag("a removal of data was interrupted", "no removal of data was interrupted");
        /// A removal goes on.
        processing: bool = bit(5, 0), "DATA REMOVAL OPERATION PROCESSING",
            flag("a removal of data goes on", "no removal of data goes on");
        /// The vendor's own way.
        vendor_specific_erase: bool = bit(6, 5), "VENDOR SPECIFIC ERASE";
        /// Write pointers of zones are reset (Pyrite 2.00; reserved in Opal 2.30).
        reset_write_pointers: bool = bit(6, 4), "RESET WRITE POINTERS";
        /// Blocks are unmapped (Pyrite 2.00; reserved in Opal 2.30).
        unmap: bool = bit(6, 3), "UNMAP";
        /// The keys are changed.
        cryptographic_erase: bool = bit(6, 2), "CRYPTOGRAPHIC ERASE";
        /// Physical blocks are erased.
        block_erase: bool = bit(6, 1), "BLOCK ERASE";
        /// The medium is written over.
        overwrite_data_erase: bool = bit(6, 0), "OVERWRITE DATA ERASE";
        /// The unit of the vendor's own way's time.
        time_format_5: bool = bit(7, 5), "DATA REMOVAL TIME FORMAT FOR BIT 5", FORMAT;
        /// The unit of the reset of write pointers' time.
        time_format_4: bool = bit(7, 4), "DATA REMOVAL TIME FORMAT FOR BIT 4", FORMAT;
        /// The unit of unmapping's time.
        time_format_3: bool = bit(7, 3), "DATA REMOVAL TIME FORMAT FOR BIT 3", FORMAT;
        /// The unit of cryptographic erase's time.
        time_format_2: bool = bit(7, 2), "DATA REMOVAL TIME FORMAT FOR BIT 2", FORMAT;
        /// The unit of block erase's time.
        time_format_1: bool = bit(7, 1), "DATA REMOVAL TIME FORMAT FOR BIT 1", FORMAT;
        /// The unit of overwriting's time.
        time_format_0: bool = bit(7, 0), "DATA REMOVAL TIME FORMAT FOR BIT 0", FORMAT;
        /// How long overwriting takes, in its unit.
        time_0: u16 = be16(8), "DATA REMOVAL TIME FOR SUPPORTED DATA REMOVAL MECHANISM BIT 0";
        /// How long a block erase takes, in its unit.
        time_1: u16 = be16(10), "DATA REMOVAL TIME FOR SUPPORTED DATA REMOVAL MECHANISM BIT 1";
        /// How long a cryptographic erase takes, in its unit.
        time_2: u16 = be16(12), "DATA REMOVAL TIME FOR SUPPORTED DATA REMOVAL MECHANISM BIT 2";
        /// How long unmapping takes, in its unit.
        time_3: u16 = be16(14), "DATA REMOVAL TIME FOR SUPPORTED DATA REMOVAL MECHANISM BIT 3";
        /// How long the reset of write pointers takes, in its unit.
        time_4: u16 = be16(16), "DATA REMOVAL TIME FOR SUPPORTED DATA REMOVAL MECHANISM BIT 4";
        /// How long the vendor's own way takes, in its unit.
        time_5: u16 = be16(18), "DATA REMOVAL TIME FOR SUPPORTED DATA REMOVAL MECHANISM BIT 5";
    }
    reserved {
        byte(4), "reserved";
        bits(5, 7, 2), "reserved";
        bits(6, 7, 6), "reserved";
        bits(7, 7, 6), "reserved";
        text(20, 16), "reserved for future supported data removal mechanism parameters";
    }
}

/// How long a removal takes, as the drive says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovalTime {
    /// The drive does not say.
    NotReported,
    /// About this long.
    About(Duration),
    /// At least this long: the field has no greater number.
    AtLeast(Duration),
}

impl RemovalTime {
    fn new(minutes: bool, number: u16) -> Self {
        let unit = if minutes { 120 } else { 2 };
        match number {
            0 => Self::NotReported,
            // The greatest number stands for twice the number before it, or more.
            0xffff => Self::AtLeast(Duration::from_secs(0xfffe * unit)),
            number => Self::About(Duration::from_secs(u64::from(number) * unit)),
        }
    }
}

impl fmt::Display for RemovalTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotReported => f.write_str("not reported"),
            Self::About(time) => write!(f, "about {} s", time.as_secs()),
            Self::AtLeast(time) => write!(f, "at least {} s", time.as_secs()),
        }
    }
}

/// A way to remove data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mechanism {
    /// Its name.
    pub name: &'static str,
    /// How long it takes.
    pub time: RemovalTime,
    key: &'static str,
    shown: &'static str,
}

impl DataRemoval {
    /// The ways that the drive has, with their times.
    #[must_use]
    pub fn mechanisms(&self) -> Vec<Mechanism> {
        let all = [
            (
                "overwrite data erase",
                ("overwrite_data_erase_takes", "overwrite data erase takes"),
                (self.overwrite_data_erase, self.time_format_0, self.time_0),
            ),
            (
                "block erase",
                ("block_erase_takes", "block erase takes"),
                (self.block_erase, self.time_format_1, self.time_1),
            ),
            (
                "cryptographic erase",
                ("cryptographic_erase_takes", "cryptographic erase takes"),
                (self.cryptographic_erase, self.time_format_2, self.time_2),
            ),
            ("unmap", ("unmap_takes", "unmap takes"), (self.unmap, self.time_format_3, self.time_3)),
            (
                "reset write pointers",
                ("reset_write_pointers_takes", "reset write pointers takes"),
                (self.reset_write_pointers, self.time_format_4, self.time_4),
            ),
            (
                "vendor specific erase",
                ("vendor_specific_erase_takes", "vendor specific erase takes"),
                (self.vendor_specific_erase, self.time_format_5, self.time_5),
            ),
        ];
        all.into_iter()
            .filter_map(|(name, (key, shown), (there, minutes, number))| {
                let time = RemovalTime::new(minutes?, number?);
                (there == Some(true)).then_some(Mechanism { name, time, key, shown })
            })
            .collect()
    }

    /// The times of the ways that the drive has, as report lines.
    pub(super) fn times(&self) -> Vec<Item> {
        let line = |one: Mechanism| Entry::derived(one.key, one.shown, Value::Text(one.time.to_string()));
        self.mechanisms().into_iter().map(line).map(Item::Entry).collect()
    }
}
