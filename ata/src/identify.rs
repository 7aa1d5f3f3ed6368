//! IDENTIFY DEVICE data (ECh; IDENTIFY PACKET DEVICE A1h, as far as it is the same): 256 words,
//! by their numbers, as ATA-1 to ACS-6 define them.
//!
//! The words are declared in parts, one file each, all over the same 512 bytes:
//!
//! - [`Identity`]: names, versions, world wide name, form, rotation
//! - [`Capacity`]: CHS, LBA counts, sector sizes, alignment
//! - [`Transfer`]: buffer, PIO and DMA modes, hardware reset results
//! - [`Sata`]: words 75 to 79
//! - [`Features`]: commands and feature sets, supported and enabled
//! - [`Protection`]: trusted computing, sanitize, security
//! - [`Obsolete`]: streaming, NV cache, CompactFlash, vendor words
//!
//! Together they cover every bit, which a test holds against [`Page::LAYOUTS`]. A field whose
//! validity bits say no is `None`; "obsolete" in a name means that a standard dropped it, not that
//! drives did. What several words say together is in the methods of [`Identify`].
//!
//! Bytes that are not IDENTIFY data (nothing but 00h or FFh, bytes exchanged in each word, shifted)
//! are not decoded: every field is `None`, and a note says why.

mod capacity;
mod claims;
mod features;
mod identity;
mod obsolete;
mod sata;
mod security;
mod transfer;

pub use capacity::Capacity;
pub use claims::{
    DeviceKind, DmaKind, EraseTime, Feature, HardwareReset, Rotation, Sanitize, Sct, Security, Switch,
    Transport, Trim, Zoned,
};
pub use features::Features;
pub use identity::Identity;
pub use obsolete::Obsolete;
pub use sata::Sata;
pub use security::Protection;
use sg::page::Page;
use sg::section::{Item, Section};
use sg::wire::{self, At, Decoded, Field, Layout, Meaning, Notes, Record, Reserved, names, word};
pub use transfer::Transfer;

/// How many bytes IDENTIFY data are.
pub const LENGTH: usize = 512;

sg::pages! {
    Identify,
}

/// IDENTIFY DEVICE data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identify {
    /// Who the drive is.
    pub identity: Identity,
    /// How much it holds.
    pub capacity: Capacity,
    /// How data come over the cable.
    pub transfer: Transfer,
    /// Serial ATA.
    pub sata: Sata,
    /// Commands and feature sets.
    pub features: Features,
    /// Trusted computing, sanitize, security.
    pub protection: Protection,
    /// What the standards have dropped.
    pub obsolete: Obsolete,
    /// Whether the bytes add up.
    pub integrity: Integrity,
}

/// What word 255 says of the other words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Integrity {
    /// The word was not received, or the bytes are not IDENTIFY data.
    #[default]
    Unknown,
    /// There is no signature, and so no checksum: drives before ATA-5, and some later ones.
    None,
    /// The checksum is right.
    Valid,
    /// The checksum is wrong: the bytes were changed.
    Wrong {
        /// What the checksum byte is.
        found: u8,
        /// What it would be if the other bytes are right.
        expected: u8,
    },
}

/// The mark of words that are valid.
const MARK: Meaning = names(&[(0, "not valid"), (1, "valid"), (2, "not valid"), (3, "not valid")]);

/// A place that means something on a packet device: word 0 begins with 10b, and its reserved bit 3
/// is zero (the codes of a CompactFlash card begin with 10b too, and have that bit set).
const fn atapi(at: At) -> At {
    at.when(1, 0xc0, 0x80).and_when(0, 0x08, 0x00)
}

/// A place that means something on a device that is not a packet device.
const fn ata(at: At) -> At {
    at.when(1, 0x80, 0x00)
}

const PARTS: &[Layout] = &[
    Identity::LAYOUT,
    Capacity::LAYOUT,
    Transfer::LAYOUT,
    Sata::LAYOUT,
    Features::LAYOUT,
    Protection::LAYOUT,
    Obsolete::LAYOUT,
];
const COUNT: (usize, usize) = wire::count(PARTS);
const TABLES: ([Field; COUNT.0], [Reserved; COUNT.1]) = wire::unite(PARTS);

impl Page for Identify {
    const KEY: &'static str = "ata:identify";
    /// The command's code: IDENTIFY data have no page code.
    const CODE: u8 = 0xec;
    const TITLE: &'static str = "IDENTIFY DEVICE data";
    const LAYOUTS: &'static [Layout] =
        &[Layout { name: "Identify", start: 0, end: LENGTH, fields: &TABLES.0, reserved: &TABLES.1 }];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        if not_identify(page, notes) {
            return Self::default();
        }
        Self {
            identity: Identity::read(page),
            capacity: Capacity::read(page),
            transfer: Transfer::read(page),
            sata: Sata::read(page),
            features: Features::read(page),
            protection: Protection::read(page),
            obsolete: Obsolete::read(page),
            integrity: integrity(page, notes),
        }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let part = |key, title, entries| Item::Section(Section::new(key, title, entries));
        vec![
            part("summary", "Summary", self.summary(page)),
            part("identity", "Identity", self.identity.entries(page, 0)),
            part("capacity", "Capacity and geometry", self.capacity.entries(page, 0)),
            part("transfer", "Transfer modes", self.transfer.entries(page, 0)),
            part("sata", "Serial ATA", self.sata.entries(page, 0)),
            part("features", "Commands and feature sets", self.features.entries(page, 0)),
            part("protection", "Trusted computing, sanitize, security", self.protection.entries(page, 0)),
            part("obsolete", "Streaming, NV cache, CompactFlash, vendor", self.obsolete.entries(page, 0)),
        ]
    }
}

impl Identify {
    /// Writes the fields that are `Some` into `bytes`, leaving the others as they are.
    pub fn write(&self, bytes: &mut [u8]) {
        self.identity.write(bytes);
        self.capacity.write(bytes);
        self.transfer.write(bytes);
        self.sata.write(bytes);
        self.features.write(bytes);
        self.protection.write(bytes);
        self.obsolete.write(bytes);
    }
}

/// Decodes what a drive, a file or VPD page 89h (bytes 60-571) gave.
#[must_use]
pub fn decode(received: &[u8]) -> Decoded<Identify> {
    let mut notes = Notes::default();
    let page = wire::fixed(received, LENGTH, &mut notes);
    Identify::decoded(page, notes)
}

/// Decodes and shows it.
#[must_use]
pub fn describe(received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let page = wire::fixed(received, LENGTH, &mut notes);
    let value = Identify::decode(page, &mut notes);
    Section { notes: notes.0, ..Section::new(Identify::KEY, Identify::TITLE, value.items(page)) }
}

/// Puts the signature and the right checksum into word 255, for those who make IDENTIFY data.
pub fn seal(bytes: &mut [u8; LENGTH]) {
    let [.., signature, checksum] = bytes;
    (*signature, *checksum) = (0xa5, 0);
    let sum = sum(bytes);
    let [.., checksum] = bytes;
    *checksum = sum.wrapping_neg();
}

fn sum(page: &[u8]) -> u8 {
    page.iter().fold(0, |sum: u8, &byte| sum.wrapping_add(byte))
}

/// Checks word 255, without a note.
fn check(page: &[u8]) -> Integrity {
    let (Some(&signature), Some(&found)) = (page.get(LENGTH - 2), page.get(LENGTH - 1)) else {
        return Integrity::Unknown;
    };
    match (signature, sum(page)) {
        (0xa5, 0) => Integrity::Valid,
        (0xa5, sum) => Integrity::Wrong { found, expected: found.wrapping_sub(sum) },
        _ => Integrity::None,
    }
}

/// Checks word 255.
fn integrity(page: &[u8], notes: &mut Notes) -> Integrity {
    let integrity = check(page);
    if let Integrity::Wrong { found, expected } = integrity {
        notes.at(
            LENGTH - 2..LENGTH,
            format!(
                "word 255 has the signature A5h, but the 512 bytes add up to {:02x}h and not to 00h \
                 (checksum {found:02x}h, {expected:02x}h would be right): some byte was changed",
                sum(page)
            ),
        );
    }
    integrity
}

/// True, with a note that says why, if the bytes are certainly not IDENTIFY data. One thing odd
/// is only a note: real drives have one.
fn not_identify(page: &[u8], notes: &mut Notes) -> bool {
    let whole = 0..page.len();
    if let Some(&first) = page.first()
        && (first == 0 || first == 0xff)
        && page.iter().all(|&byte| byte == first)
    {
        notes.at(
            whole,
            format!(
                "all {} bytes are {first:02x}h: the drive told nothing, and nothing is decoded",
                page.len()
            ),
        );
        return true;
    }
    if page.get(1..4) == Some(&[0x89, 0x02, 0x38]) {
        notes.at(whole, "this is VPD page 89h: IDENTIFY data are its bytes 60-571; nothing is decoded");
        return true;
    }
    let checked = check(page);
    if checked == Integrity::Valid {
        return false;
    }
    let mut odd = oddities(page);
    if exchanged(page, &odd) {
        notes.at(
            whole,
            "the two bytes of each word are exchanged: exchange them (dd conv=swab) and decode again; \
             nothing is decoded as it is",
        );
        return true;
    }
    if !odd.is_empty() && checked != Integrity::None && checked != Integrity::Unknown {
        odd.push("word 255 has a signature but the checksum is wrong");
    }
    match odd.as_slice() {
        [] => false,
        [one] => {
            notes.add(format!("for IDENTIFY data it is odd that {one}"));
            false
        }
        several => {
            notes.at(
                whole,
                format!(
                    "these are not IDENTIFY data, or they are shifted or damaged: {}; nothing is decoded",
                    several.join("; ")
                ),
            );
            true
        }
    }
}

/// True if the bytes would be IDENTIFY data with the two bytes of each word exchanged: then the
/// checksum is right, or nothing is odd any more and word 47 has its mark.
fn exchanged(page: &[u8], odd: &[&str]) -> bool {
    let other = wire::swapped(page);
    if check(&other) == Integrity::Valid {
        return true;
    }
    !odd.is_empty() && oddities(&other).is_empty() && word(47).bits(15, 8).number(&other) == Some(0x80)
}

/// What no drive should say, as clauses.
fn oddities(page: &[u8]) -> Vec<&'static str> {
    let mut odd = Vec::new();
    let number = |at: At| at.number(page);
    if number(word(0)).is_some_and(|word| word >> 14 == 3) {
        odd.push("word 0 is of no kind of device");
    }
    for (at, clause) in [
        (Identity::serial_number.at, "the serial number is no text"),
        (Identity::firmware_revision.at, "the firmware revision is no text"),
        (Identity::model_number.at, "the model number is no text"),
    ] {
        // Text is printable; behind it, and nowhere else, drives pad with spaces or with zeros.
        let text = at.slice(page).map(wire::swapped).unwrap_or_default();
        let padding = text.iter().rev().take_while(|&&byte| byte == 0 || byte == b' ').count();
        if text.iter().rev().skip(padding).any(|byte| !(b' '..=b'~').contains(byte)) {
            odd.push(clause);
        }
    }
    let claims_versions = number(word(80)).is_some_and(|word| !matches!(word, 0 | 0xffff));
    let packet = number(word(0)).is_some_and(|word| word >> 14 == 2);
    if number(word(47))
        .is_some_and(|word| word >> 8 != 0x80 && (claims_versions || word & 0xff == 0x80) && !packet)
    {
        odd.push("word 47 is without its mark 80h");
    }
    if number(word(49)).is_some_and(|word| word & 0x0200 == 0 && claims_versions && !packet) {
        odd.push("word 49 says that there is no LBA");
    }
    if number(word(255)).is_some_and(|word| !matches!(word, 0 | 0xffff) && word & 0xff != 0xa5) {
        odd.push("word 255 is neither empty nor has its signature");
    }
    if number(word(254)).is_some_and(|word| word & 0xff == 0xa5) {
        odd.push("word 254 has the signature of word 255");
    }
    if number(word(80)).is_some_and(|word| word != 0xffff && word & 0xc001 != 0) {
        odd.push("word 80 claims versions that do not exist");
    }
    if number(word(83)) == Some(0)
        && number(word(80)).is_some_and(|word| word != 0xffff && word & 0x3ff0 != 0)
    {
        odd.push("word 83 is empty though versions that define it are claimed");
    }
    for (number_of, clause) in [
        (83, "word 83 is not marked as valid"),
        (84, "word 84 is not marked as valid"),
        (87, "word 87 is not marked as valid"),
    ] {
        if number(word(number_of)).is_some_and(|word| !matches!(word, 0 | 0xffff) && word >> 14 != 1) {
            odd.push(clause);
        }
    }
    odd
}

#[cfg(test)]
mod tests;
