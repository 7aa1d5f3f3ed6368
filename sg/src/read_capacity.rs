//! READ CAPACITY parameter data (SBC-4): how many blocks a drive has, and how long they are.

use std::borrow::Cow;

use crate::page::{Page, PageKind};
use crate::section::{Entry, Item, Section, Value};
use crate::wire::{
    Blocks, ByteCount, Decoded, Layout, Meaning, Notes, Record, be16, be32, be64, bit, bits, flag, names,
    text,
};

crate::pages! {
    Capacity10,
    Capacity16,
}

crate::record! {
    /// The answer to READ CAPACITY (10).
    pub struct Capacity10[0..8] {
        /// The address of the last block, or all ones: ask with READ CAPACITY (16).
        returned_logical_block_address: u32 = be32(0), "RETURNED LOGICAL BLOCK ADDRESS",
            Meaning::Rule(|lba| (lba == 0xffff_ffff).then_some(Cow::Borrowed("too large for this command")));
        /// The length of a block.
        logical_block_length: ByteCount = be32(4), "LOGICAL BLOCK LENGTH IN BYTES";
    }
}

crate::record! {
    /// The answer to READ CAPACITY (16).
    pub struct Capacity16[0..32] {
        /// The address of the last block.
        returned_logical_block_address: u64 = be64(0), "RETURNED LOGICAL BLOCK ADDRESS";
        /// The length of a block.
        logical_block_length: ByteCount = be32(8), "LOGICAL BLOCK LENGTH IN BYTES";
        /// What the address says of a zoned drive.
        rc_basis: u8 = bits(12, 5, 4), "RC BASIS", names(&[
            (0, "on a host managed drive, the last block of its conventional zones"),
            (1, "the last block of the drive"),
            (2, "reserved"),
            (3, "reserved"),
        ]);
        /// The protection type less one, if PROT_EN.
        p_type: u8 = bits(12, 3, 1).when(12, 0x01, 0x01), "P_TYPE", names(&[
            (0, "type 1 protection"),
            (1, "type 2 protection"),
            (2, "type 3 protection"),
        ]);
        /// Formatted with protection information.
        prot_en: bool = bit(12, 0), "PROT_EN",
            flag("formatted with protection information", "formatted without protection information");
        /// How many protection information intervals a block has, as a power of two.
        p_i_exponent: u8 = bits(13, 7, 4), "P_I_EXPONENT";
        /// How many logical blocks a physical block has, as a power of two.
        logical_blocks_per_physical_block_exponent: u8 = bits(13, 3, 0),
            "LOGICAL BLOCKS PER PHYSICAL BLOCK EXPONENT",
            Meaning::Rule(|exponent| (exponent == 0).then_some(Cow::Borrowed("one, or more that are not reported")));
        /// Blocks can be unmapped.
        lbpme: bool = bit(14, 7), "LBPME",
            flag("logical block provisioning management is on", "fully provisioned");
        /// Unmapped blocks read as zeroes.
        lbprz: bool = bit(14, 6), "LBPRZ",
            flag("unmapped blocks read as zeroes", "unmapped blocks are not said to read as zeroes");
        /// The first logical block at the start of a physical one.
        lowest_aligned_logical_block_address: Blocks = be16(14).bits(13, 0),
            "LOWEST ALIGNED LOGICAL BLOCK ADDRESS";
    }
    reserved {
        bits(12, 7, 6), "reserved";
        text(16, 16), "reserved";
    }
}

/// A number of bytes that other fields make.
fn bytes(key: &'static str, name: &'static str, count: Option<u64>) -> Item {
    let value =
        count.map_or(Value::Absent("the fields that make it are missing or too large"), Value::Unsigned);
    Entry::derived(key, name, value).unit("bytes").into()
}

impl Capacity10 {
    /// How many blocks there are; `None` if the drive has more than this command can tell.
    #[must_use]
    pub fn blocks(&self) -> Option<u64> {
        match self.returned_logical_block_address? {
            u32::MAX => None,
            last => Some(u64::from(last) + 1),
        }
    }

    /// The capacity in bytes; `None` if the drive has more blocks than this command can tell.
    #[must_use]
    pub fn capacity(&self) -> Option<u64> {
        self.blocks()?.checked_mul(self.logical_block_length?.0)
    }
}

impl Capacity16 {
    /// How many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> Option<u64> {
        self.returned_logical_block_address?.checked_add(1)
    }

    /// The capacity in bytes.
    #[must_use]
    pub fn capacity(&self) -> Option<u64> {
        self.blocks()?.checked_mul(self.logical_block_length?.0)
    }

    /// The length of a physical block in bytes.
    #[must_use]
    pub fn physical_block_length(&self) -> Option<u64> {
        let exponent = self.logical_blocks_per_physical_block_exponent?;
        self.logical_block_length?.0.checked_mul(1 << u32::from(exponent & 0xf))
    }

    /// The protection type (1 to 3) that the drive is formatted with; 0 without protection.
    #[must_use]
    pub fn protection_type(&self) -> Option<u8> {
        if self.prot_en? { Some(self.p_type? + 1) } else { Some(0) }
    }
}

/// A block without a length is a sign of a drive without a medium, or of a broken answer.
fn check(length: Option<ByteCount>, at: std::ops::Range<usize>, notes: &mut Notes) {
    if length == Some(ByteCount(0)) {
        notes.at(at, "LOGICAL BLOCK LENGTH IN BYTES is 0: the capacity is unknown");
    }
}

impl Page for Capacity10 {
    const KEY: &'static str = "readcap:10";
    const CODE: u8 = 0x25;
    const TITLE: &'static str = "READ CAPACITY (10) parameter data";
    const LAYOUTS: &'static [Layout] = &[Self::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let value = Self::read(page);
        check(value.logical_block_length, 4..8, notes);
        value
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.entries(page, 0);
        items.push(bytes("capacity", "capacity", self.capacity()));
        items
    }
}

impl Page for Capacity16 {
    const KEY: &'static str = "readcap:16";
    const CODE: u8 = 0x9e;
    const SUBPAGE: u8 = 0x10;
    const TITLE: &'static str = "READ CAPACITY (16) parameter data";
    const LAYOUTS: &'static [Layout] = &[Self::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let value = Self::read(page);
        check(value.logical_block_length, 8..12, notes);
        value
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.entries(page, 0);
        items.push(bytes("capacity", "capacity", self.capacity()));
        items.push(bytes("physical_block_length", "physical block length", self.physical_block_length()));
        items
    }
}

/// Decodes the answer to READ CAPACITY (10).
#[must_use]
pub fn decode_10(received: &[u8]) -> Decoded<Capacity10> {
    Capacity10::decoded(received.get(..8).unwrap_or(received), Notes::default())
}

/// Decodes the answer to READ CAPACITY (16).
#[must_use]
pub fn decode_16(received: &[u8]) -> Decoded<Capacity16> {
    Capacity16::decoded(received.get(..32).unwrap_or(received), Notes::default())
}

/// Shows loose bytes: those of READ CAPACITY (10) are eight, those of READ CAPACITY (16) more.
#[must_use]
pub fn describe(received: &[u8]) -> Section {
    let kind = if received.len() > 8 { PageKind::of::<Capacity16>() } else { PageKind::of::<Capacity10>() };
    (kind.describe)(received.get(..32).unwrap_or(received), Notes::default())
}
