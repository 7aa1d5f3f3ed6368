//! Block device characteristics (B1h), SBC-4: rotation, form, and what a read finds after an erase.

use std::borrow::Cow;

use crate::page::Page;
use crate::section::Item;
use crate::wire::{
    Layout, Meaning, Notes, Record, Rpm, Seconds, be16, be32, bit, bits, byte, flag, names, text,
};

/// What a read of a block finds after a sanitize operation, until the block is written.
const AFTER_ERASE: Meaning = names(&[
    (0, "not specified"),
    (1, "reads complete with GOOD status"),
    (2, "reads end with MEDIUM ERROR and some other additional sense code"),
    (3, "reads end with MEDIUM ERROR, WRITE AFTER SANITIZE REQUIRED"),
]);

crate::record! {
    /// How a drive is built.
    pub struct BlockDeviceCharacteristics[4..64] {
        /// How fast the medium turns.
        medium_rotation_rate: Rpm = be16(4), "MEDIUM ROTATION RATE", Meaning::Rule(rotation);
        /// The kind of card, if it is one.
        product_type: u8 = byte(6), "PRODUCT TYPE", Meaning::Rule(product);
        /// What a read finds after a block erase.
        wabereq: u8 = bits(7, 7, 6), "WABEREQ", AFTER_ERASE;
        /// What a read finds after a cryptographic erase.
        wacereq: u8 = bits(7, 5, 4), "WACEREQ", AFTER_ERASE;
        /// The width of the drive.
        nominal_form_factor: u8 = bits(7, 3, 0), "NOMINAL FORM FACTOR", names(&[
            (0, "not reported"),
            (1, "5.25 inch"),
            (2, "3.5 inch"),
            (3, "2.5 inch"),
            (4, "1.8 inch"),
            (5, "less than 1.8 inch"),
        ]);
        /// Several actuators.
        mact: bool = bit(8, 6), "MACT", flag("has several actuators", "has one actuator, or does not tell");
        /// How it is zoned (obsolete since SBC-5: see page B6h).
        zoned: u8 = bits(8, 5, 4), "ZONED", names(&[
            (0, "not reported"),
            (1, "host aware"),
            (2, "device managed"),
            (3, "reserved"),
        ]);
        /// Reassigned blocks read as zeroes.
        rbwz: bool = bit(8, 3), "RBWZ",
            flag("reassigned blocks read as zeroes", "what reassigned blocks hold is not specified");
        /// BACKGROUND CONTROL is supported.
        bocs: bool = bit(8, 2), "BOCS",
            flag("supports BACKGROUND CONTROL", "does not support BACKGROUND CONTROL");
        /// Which standard SYNCHRONIZE CACHE and FUA follow.
        fuab: bool = bit(8, 1), "FUAB", flag(
            "SYNCHRONIZE CACHE and FUA mean what SBC-3 and later say",
            "SYNCHRONIZE CACHE and FUA mean what SBC-2 says",
        );
        /// VERIFY with BYTCHK reaches unmapped blocks.
        vbuls: bool = bit(8, 0), "VBULS", flag(
            "VERIFY with BYTCHK may address unmapped blocks",
            "VERIFY with BYTCHK ends with an error at unmapped blocks",
        );
        /// How long it takes at most to take a storage element out of use.
        depopulation_time: Seconds = be32(12), "DEPOPULATION TIME",
            Meaning::Rule(|time| (time == 0).then_some(Cow::Borrowed("not reported")));
    }
    reserved {
        bit(8, 7), "reserved";
        text(9, 3), "reserved";
        text(16, 48), "reserved";
    }
}

fn rotation(rate: u64) -> Option<Cow<'static, str>> {
    match rate {
        0 => Some("not reported".into()),
        1 => Some("does not rotate (solid state)".into()),
        0x0401..=0xfffe => None,
        _ => Some("reserved".into()),
    }
}

fn product(code: u64) -> Option<Cow<'static, str>> {
    Some(
        match code {
            0x00 => "not specified",
            0x01 => "CFast",
            0x02 => "CompactFlash",
            0x03 => "Memory Stick",
            0x04 => "MultiMediaCard",
            0x05 => "Secure Digital card (SD)",
            0x06 => "XQD",
            0x07 => "Universal Flash Storage card (UFS)",
            0xf0..=0xff => "vendor specific",
            _ => "reserved",
        }
        .into(),
    )
}

impl BlockDeviceCharacteristics {
    /// True if nothing turns, false if something does, `None` if the drive does not tell.
    #[must_use]
    pub fn is_solid_state(&self) -> Option<bool> {
        match self.medium_rotation_rate?.0 {
            1 => Some(true),
            0x0401..=0xfffe => Some(false),
            _ => None,
        }
    }
}

impl Page for BlockDeviceCharacteristics {
    const KEY: &'static str = "vpd:b1";
    const CODE: u8 = 0xb1;
    const TITLE: &'static str = "Block device characteristics";
    const LAYOUTS: &'static [Layout] = &[Self::LAYOUT];

    fn decode(page: &[u8], _: &mut Notes) -> Self {
        Self::read(page)
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        self.entries(page, 0)
    }
}
