//! The registers of an ATA device: what a command puts into them, and what it finds there after.
//!
//! A 48-bit command has two bytes in FEATURE and COUNT and six in LBA; a 28-bit command uses the
//! lower byte or bytes only, and bits 27:24 of its LBA are bits 3:0 of DEVICE.

use std::fmt;

use serde::Serialize;

/// What a command puts into the registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Taskfile {
    /// FEATURE.
    pub feature: u16,
    /// COUNT.
    pub count: u16,
    /// LBA, 48 bits.
    pub lba: u64,
    /// DEVICE.
    pub device: u8,
    /// COMMAND.
    pub command: u8,
}

impl Taskfile {
    /// Byte `number` of LBA: 0 for bits 7:0, up to 5 for bits 47:40.
    #[must_use]
    pub fn lba_byte(&self, number: usize) -> u8 {
        self.lba.to_le_bytes().get(number).copied().unwrap_or(0)
    }

    /// True if a 28-bit command can carry this: no upper byte is used.
    #[must_use]
    pub const fn fits_28_bits(&self) -> bool {
        self.feature <= 0xff && self.count <= 0xff && self.lba <= 0xff_ffff
    }
}

/// What a command left in the registers.
///
/// The upper bytes of COUNT and LBA are `None` where they are not known: a 28-bit command has
/// none, and the fixed format of SCSI sense data has no place for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Registers {
    /// ERROR: means something only if [`Registers::is_error`].
    pub error: u8,
    /// STATUS.
    pub status: u8,
    /// DEVICE.
    pub device: u8,
    /// COUNT, bits 7:0.
    pub count_low: u8,
    /// COUNT, bits 15:8.
    pub count_high: Option<u8>,
    /// LBA, bits 23:0, the lowest byte first.
    pub lba_low: [u8; 3],
    /// LBA, bits 47:24, the lowest byte first.
    pub lba_high: Option<[u8; 3]>,
}

/// Bits of STATUS, from 7 to 0. Older names of a bit stand behind a stroke.
pub const STATUS_BITS: [&str; 8] =
    ["BSY", "DRDY", "DF", "DWE/SERV/DSC", "DRQ", "ALIGN/CORR", "SENSE/IDX", "ERR"];
/// Bits of ERROR, from 7 to 0. Older names of a bit stand behind a stroke.
pub const ERROR_BITS: [&str; 8] = ["ICRC", "UNC", "MC", "IDNF", "MCR", "ABRT", "EOM/NM", "CCTO/ILI/AMNF"];

impl Registers {
    /// BSY: the device is busy, and no other bit means anything.
    pub const BSY: u8 = 0x80;
    /// DRDY: the device is ready.
    pub const DRDY: u8 = 0x40;
    /// DF: device fault.
    pub const DF: u8 = 0x20;
    /// ERR: the command failed, and ERROR says how.
    pub const ERR: u8 = 0x01;
    /// ABRT, of ERROR: the device does not carry out this command.
    pub const ABRT: u8 = 0x04;
    /// IDNF, of ERROR: the address is not found or not accessible.
    pub const IDNF: u8 = 0x10;
    /// UNC, of ERROR: data could not be read.
    pub const UNC: u8 = 0x40;
    /// ICRC, of ERROR: the data was damaged on the interface.
    pub const ICRC: u8 = 0x80;

    /// True if the command failed: ERR or DF is set.
    #[must_use]
    pub const fn is_error(&self) -> bool {
        self.status & (Self::ERR | Self::DF) != 0
    }

    /// COUNT, if both of its bytes are known.
    #[must_use]
    pub fn count(&self) -> Option<u16> {
        self.count_high.map(|high| u16::from_le_bytes([self.count_low, high]))
    }

    /// LBA, 48 bits, if all of its bytes are known.
    #[must_use]
    pub fn lba(&self) -> Option<u64> {
        let [a, b, c] = self.lba_low;
        self.lba_high.map(|[d, e, f]| u64::from_le_bytes([a, b, c, d, e, f, 0, 0]))
    }

    /// LBA, bits 23:0.
    #[must_use]
    pub fn lba_24(&self) -> u32 {
        let [a, b, c] = self.lba_low;
        u32::from_le_bytes([a, b, c, 0])
    }

    /// The names of the set bits of STATUS.
    #[must_use]
    pub fn status_names(&self) -> Vec<&'static str> {
        set_bits(self.status, &STATUS_BITS)
    }

    /// The names of the set bits of ERROR.
    #[must_use]
    pub fn error_names(&self) -> Vec<&'static str> {
        set_bits(self.error, &ERROR_BITS)
    }
}

fn set_bits(value: u8, names: &[&'static str; 8]) -> Vec<&'static str> {
    names
        .iter()
        .enumerate()
        .filter(|(position, _)| value & (0x80 >> position) != 0)
        .map(|(_, name)| *name)
        .collect()
}

impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "STATUS {:02x}h", self.status)?;
        named(f, &self.status_names())?;
        write!(f, ", ERROR {:02x}h", self.error)?;
        named(f, &self.error_names())?;
        match self.count() {
            Some(count) => write!(f, ", COUNT {count:04x}h")?,
            None => write!(f, ", COUNT 7:0 {:02x}h", self.count_low)?,
        }
        match self.lba() {
            Some(lba) => write!(f, ", LBA {lba:012x}h")?,
            None => write!(f, ", LBA 23:0 {:06x}h", self.lba_24())?,
        }
        write!(f, ", DEVICE {:02x}h", self.device)
    }
}

fn named(f: &mut fmt::Formatter<'_>, names: &[&str]) -> fmt::Result {
    if names.is_empty() { Ok(()) } else { write!(f, " ({})", names.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_not_made_up() {
        let mut registers = Registers {
            error: 0x84,
            status: 0x51,
            device: 0xa0,
            count_low: 0x12,
            count_high: None,
            lba_low: [0x01, 0x4f, 0xc2],
            lba_high: None,
        };
        assert_eq!((registers.count(), registers.lba()), (None, None));
        assert_eq!(registers.lba_24(), 0xc2_4f01);
        assert_eq!(
            registers.to_string(),
            "STATUS 51h (DRDY DWE/SERV/DSC ERR), ERROR 84h (ICRC ABRT), COUNT 7:0 12h, LBA 23:0 c24f01h, \
             DEVICE a0h"
        );
        registers.count_high = Some(0x80);
        registers.lba_high = Some([4, 5, 6]);
        assert_eq!((registers.count(), registers.lba()), (Some(0x8012), Some(0x0605_04c2_4f01)));
    }

    #[test]
    fn every_bit_has_its_name() {
        let names: Vec<String> = (0..8u8)
            .map(|bit| {
                let registers = Registers { error: 1 << bit, status: 1 << bit, ..Registers::default() };
                format!("{:?} {:?}", registers.status_names(), registers.error_names())
            })
            .collect();
        assert_eq!(
            names,
            [
                r#"["ERR"] ["CCTO/ILI/AMNF"]"#,
                r#"["SENSE/IDX"] ["EOM/NM"]"#,
                r#"["ALIGN/CORR"] ["ABRT"]"#,
                r#"["DRQ"] ["MCR"]"#,
                r#"["DWE/SERV/DSC"] ["IDNF"]"#,
                r#"["DF"] ["MC"]"#,
                r#"["DRDY"] ["UNC"]"#,
                r#"["BSY"] ["ICRC"]"#,
            ]
        );
        assert!(Registers { status: Registers::DF, ..Registers::default() }.is_error());
        assert!(!Registers { status: 0x50, error: 0xff, ..Registers::default() }.is_error());
    }
}
