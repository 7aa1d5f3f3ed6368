//! Log directory (log 00h), ACS-5: which logs the drive has, and how many pages each.

use serde::Serialize;
use sg::page::Page;
use sg::section::{Entry, Item, Section, Value};
use sg::wire::{Layout, Notes, Record, le, names, walk};

sg::record! {
    /// What stands before the sizes.
    pub struct LogDirectoryHeader[0..2] {
        /// 1: logs may have several pages.
        general_purpose_logging_version: u16 = le(0, 2), "GENERAL PURPOSE LOGGING VERSION",
            names(&[(0, "SMART logs of one page each"), (1, "logs may have several pages")]);
    }
}

sg::record! {
    /// One log, at twice its address.
    pub struct LogSize[0..2] {
        /// How many pages of 512 bytes it has.
        number_of_log_pages: u16 = le(0, 2), "NUMBER OF LOG PAGES";
    }
}

/// A log that the drive has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// LOG ADDRESS.
    pub address: u8,
    /// Its size.
    pub size: LogSize,
}

/// The log directory; logs without pages are left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LogDirectory {
    /// What stands before the sizes.
    pub header: LogDirectoryHeader,
    /// The logs that the drive has, by address.
    pub logs: Vec<LogEntry>,
}

impl LogDirectory {
    /// How many pages a log has: 0 if the drive does not have it.
    #[must_use]
    pub fn pages(&self, address: u8) -> u16 {
        let log = self.logs.iter().find(|log| log.address == address);
        log.and_then(|log| log.size.number_of_log_pages).unwrap_or(0)
    }
}

impl Page for LogDirectory {
    const KEY: &'static str = "ata:00";
    const CODE: u8 = 0x00;
    const TITLE: &'static str = "Log directory";
    const LAYOUTS: &'static [Layout] = &[LogDirectoryHeader::LAYOUT, LogSize::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let logs = walk(page, 2, 2, notes, |_| 2)
            .into_iter()
            .filter_map(|(offset, size)| {
                let log = LogEntry { address: u8::try_from(offset / 2).ok()?, size: LogSize::read(size) };
                log.size.number_of_log_pages.is_some_and(|pages| pages > 0).then_some(log)
            })
            .collect();
        Self { header: LogDirectoryHeader::read(page), logs }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        let elements = self
            .logs
            .iter()
            .map(|log| {
                let address =
                    Entry::derived("log_address", "LOG ADDRESS", Value::Unsigned(log.address.into()))
                        .meaning(name(log.address));
                let access = Entry::derived("access", "ACCESS", Value::Text(access_text(log.address)));
                let mut lines = vec![address.into()];
                lines.extend(log.size.entries(page, usize::from(log.address) * 2));
                lines.push(access.into());
                Section::new("log", format!("{:02x}h {}", log.address, name(log.address)), lines)
            })
            .collect();
        items.push(Item::List { key: "logs".into(), title: "Logs".into(), elements });
        items
    }
}

/// What may be done with a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LogAccess {
    /// It can be read.
    ReadOnly,
    /// It can be read and written.
    ReadWrite,
    /// The vendor says.
    VendorSpecific,
}

/// What the standards say of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogInfo {
    /// The first address that has this name.
    pub first: u8,
    /// The last one.
    pub last: u8,
    /// Its name.
    pub name: &'static str,
    /// What may be done with it.
    pub access: LogAccess,
    /// READ LOG EXT reads it.
    pub general_purpose: bool,
    /// SMART READ LOG reads it.
    pub smart: bool,
}

const fn row(
    (first, last): (u8, u8),
    name: &'static str,
    access: LogAccess,
    general_purpose: bool,
    smart: bool,
) -> LogInfo {
    LogInfo { first, last, name, access, general_purpose, smart }
}

/// Which commands read a log: READ LOG EXT and SMART READ LOG.
const GPL: bool = true;
const SL: bool = true;
const NO: bool = false;
use LogAccess::{ReadOnly as RO, ReadWrite as RW, VendorSpecific as VS};

/// The logs of ACS-2 to ACS-6 and Serial ATA. Addresses that are not here are reserved.
const LOGS: &[LogInfo] = &[
    row((0x00, 0x00), "Log directory", RO, GPL, SL),
    row((0x01, 0x01), "Summary SMART error log", RO, NO, SL),
    row((0x02, 0x02), "Comprehensive SMART error log", RO, NO, SL),
    row((0x03, 0x03), "Extended comprehensive SMART error log", RO, GPL, NO),
    row((0x04, 0x04), "Device statistics log", RO, GPL, SL),
    row((0x06, 0x06), "SMART self-test log", RO, NO, SL),
    row((0x07, 0x07), "Extended SMART self-test log", RO, GPL, NO),
    row((0x08, 0x08), "Power conditions log", RO, GPL, NO),
    row((0x09, 0x09), "Selective self-test log", RW, NO, SL),
    row((0x0a, 0x0a), "Device statistics notification log", RW, GPL, NO),
    row((0x0c, 0x0c), "Pending defects log", RO, GPL, NO),
    row((0x0d, 0x0d), "LPS mis-alignment log", RO, GPL, SL),
    row((0x0f, 0x0f), "Sense data for successful NCQ commands log", RO, GPL, NO),
    row((0x10, 0x10), "NCQ command error log", RO, GPL, NO),
    row((0x11, 0x11), "SATA phy event counters log", RO, GPL, NO),
    row((0x12, 0x12), "SATA NCQ non-data log", RO, GPL, NO),
    row((0x13, 0x13), "SATA NCQ send and receive log", RO, GPL, NO),
    row((0x14, 0x14), "Hybrid information log", RO, GPL, NO),
    row((0x15, 0x15), "Rebuild assist log", RW, GPL, NO),
    row((0x16, 0x16), "Out of band management control log", RW, GPL, NO),
    row((0x18, 0x18), "Command duration limits log", RW, GPL, NO),
    row((0x19, 0x19), "LBA status log", RO, GPL, NO),
    row((0x20, 0x20), "Streaming performance log (obsolete)", RO, GPL, NO),
    row((0x21, 0x21), "Write stream error log", RO, GPL, NO),
    row((0x22, 0x22), "Read stream error log", RO, GPL, NO),
    row((0x23, 0x23), "Delayed sector log (obsolete)", RO, GPL, NO),
    row((0x24, 0x24), "Current device internal status data log", RO, GPL, NO),
    row((0x25, 0x25), "Saved device internal status data log", RO, GPL, NO),
    row((0x2f, 0x2f), "Sector configuration log", RO, GPL, NO),
    row((0x30, 0x30), "IDENTIFY DEVICE data log", RO, GPL, SL),
    row((0x42, 0x42), "Mutate configurations log", RO, GPL, NO),
    row((0x47, 0x47), "Concurrent positioning ranges log", RO, GPL, NO),
    row((0x53, 0x53), "Sense data log", RO, GPL, NO),
    row((0x59, 0x59), "Power consumption control log", RO, GPL, NO),
    row((0x61, 0x61), "Capacity/model number mapping log", RO, GPL, NO),
    row((0x80, 0x9f), "Host specific log", RW, GPL, SL),
    row((0xa0, 0xdf), "Device vendor specific log", VS, GPL, SL),
    row((0xe0, 0xe0), "SCT command/status", RW, GPL, SL),
    row((0xe1, 0xe1), "SCT data transfer", RW, GPL, SL),
];

/// What the standards say of a log; `None` if its address is reserved.
#[must_use]
pub fn info(address: u8) -> Option<&'static LogInfo> {
    LOGS.iter().find(|log| (log.first..=log.last).contains(&address))
}

/// The name of a log.
#[must_use]
pub fn name(address: u8) -> &'static str {
    info(address).map_or("Reserved", |log| log.name)
}

fn access_text(address: u8) -> String {
    let Some(log) = info(address) else { return "unknown".to_owned() };
    let access = match log.access {
        RO => "read only",
        RW => "read and write",
        VS => "as the vendor says",
    };
    let by = match (log.general_purpose, log.smart) {
        (true, true) => "READ LOG EXT or SMART READ LOG",
        (true, false) => "READ LOG EXT",
        (false, true) => "SMART READ LOG",
        (false, false) => "no command",
    };
    format!("{access}, by {by}")
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_has_no_overlap() {
        for pair in LOGS.windows(2) {
            assert!(pair[0].last < pair[1].first, "{} and {}", pair[0].name, pair[1].name);
        }
        for log in LOGS {
            assert!(log.first <= log.last && (log.general_purpose || log.smart), "{}", log.name);
        }
    }

    #[test]
    fn a_size_is_found_by_address() {
        let mut page = [0; 512];
        (page[0], page[8], page[9], page[0x1c0]) = (1, 0x34, 0x12, 9);
        let directory = crate::log::decode::<LogDirectory>(&page).value;
        assert_eq!((directory.pages(0x04), directory.pages(0xe0), directory.pages(0x30)), (0x1234, 9, 0));
        assert_eq!(directory.logs.len(), 2);
    }
}
