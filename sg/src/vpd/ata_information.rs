//! ATA information (89h), SAT-4: the translation layer, the ATA device's signature and its IDENTIFY
//! data.

use crate::page::Page;
use crate::section::{Entry, Item, Value};
use crate::wire::{Layout, Notes, Octets, Record, bit, bits, byte, names, text};

crate::record! {
    /// An ATA device behind a SCSI/ATA translation layer.
    pub struct AtaInformation[4..572] {
        /// The translation layer's vendor.
        sat_vendor_identification: String = text(8, 8), "SAT VENDOR IDENTIFICATION";
        /// The translation layer's product.
        sat_product_identification: String = text(16, 16), "SAT PRODUCT IDENTIFICATION";
        /// The translation layer's revision.
        sat_product_revision_level: String = text(32, 4), "SAT PRODUCT REVISION LEVEL";
        /// The frame that the signature came in.
        transport_identifier: u8 = byte(36), "ATA DEVICE SIGNATURE: TRANSPORT IDENTIFIER", names(&[
            (0x00, "parallel transport"),
            (0x34, "serial transport (device to host register FIS)"),
        ]);
        /// The FIS's interrupt bit.
        interrupt: bool = bit(37, 6), "ATA DEVICE SIGNATURE: I";
        /// The port of a port multiplier.
        pm_port: u8 = bits(37, 3, 0), "ATA DEVICE SIGNATURE: PM PORT";
        /// The STATUS register.
        status: u8 = byte(38), "ATA DEVICE SIGNATURE: STATUS";
        /// The ERROR register; 1 after a reset: diagnostics passed.
        error: u8 = byte(39), "ATA DEVICE SIGNATURE: ERROR";
        /// The LBA register, bits 7:0.
        lba_7_0: u8 = byte(40), "ATA DEVICE SIGNATURE: LBA (7:0)";
        /// The LBA register, bits 15:8.
        lba_15_8: u8 = byte(41), "ATA DEVICE SIGNATURE: LBA (15:8)";
        /// The LBA register, bits 23:16.
        lba_23_16: u8 = byte(42), "ATA DEVICE SIGNATURE: LBA (23:16)";
        /// The DEVICE register.
        device: u8 = byte(43), "ATA DEVICE SIGNATURE: DEVICE";
        /// The LBA register, bits 31:24.
        lba_31_24: u8 = byte(44), "ATA DEVICE SIGNATURE: LBA (31:24)";
        /// The LBA register, bits 39:32.
        lba_39_32: u8 = byte(45), "ATA DEVICE SIGNATURE: LBA (39:32)";
        /// The LBA register, bits 47:40.
        lba_47_40: u8 = byte(46), "ATA DEVICE SIGNATURE: LBA (47:40)";
        /// The COUNT register, bits 7:0.
        count_7_0: u8 = byte(48), "ATA DEVICE SIGNATURE: COUNT (7:0)";
        /// The COUNT register, bits 15:8.
        count_15_8: u8 = byte(49), "ATA DEVICE SIGNATURE: COUNT (15:8)";
        /// The command that brought the IDENTIFY data.
        command_code: u8 = byte(56), "COMMAND CODE", names(&[
            (0x00, "none: the IDENTIFY data are not valid"),
            (0xa1, "IDENTIFY PACKET DEVICE"),
            (0xec, "IDENTIFY DEVICE"),
        ]);
        /// The IDENTIFY data, 256 little-endian words.
        identify_device_data: Octets = text(60, 512), "IDENTIFY DEVICE DATA";
    }
    reserved {
        text(4, 4), "reserved";
        bits(37, 5, 4), "reserved";
        bit(37, 7), "reserved";
        byte(47), "reserved";
        text(50, 6), "reserved";
        text(57, 3), "reserved";
    }
}

impl AtaInformation {
    /// What the signature in the LBA registers says that the device is.
    #[must_use]
    pub fn signature(&self) -> Option<&'static str> {
        Some(match (self.lba_15_8?, self.lba_23_16?) {
            (0x00, 0x00) => "ATA device",
            (0x14, 0xeb) => "ATAPI device",
            (0xcd, 0xab) => "host managed zoned device",
            (0x3c, 0xc3) => "enclosure management bridge",
            (0x69, 0x96) => "port multiplier",
            (0xce, 0xaa) => "obsolete device signature (CE-ATA)",
            _ => return None,
        })
    }

    /// The 512 bytes of IDENTIFY data, if a command brought them.
    #[must_use]
    pub fn identify(&self) -> Option<&[u8]> {
        (self.command_code? != 0).then_some(self.identify_device_data.as_ref())?.map(|data| data.0.as_slice())
    }
}

impl Page for AtaInformation {
    const KEY: &'static str = "vpd:89";
    const CODE: u8 = 0x89;
    const TITLE: &'static str = "ATA information";
    const LAYOUTS: &'static [Layout] = &[Self::LAYOUT];

    fn decode(page: &[u8], _: &mut Notes) -> Self {
        Self::read(page)
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.entries(page, 0);
        let signature = match self.signature() {
            Some(name) => Value::Text(name.to_owned()),
            None => Value::Absent("the signature is not a known one"),
        };
        items.push(Entry::derived("ata_device_signature", "ATA DEVICE SIGNATURE", signature).into());
        items
    }
}
