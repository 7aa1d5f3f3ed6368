//! REPORT LUNS (A0h), SPC-5 6.32.

use binrw::BinWrite;

use super::{Command, Payload, Reply, Truncated};
use crate::luns::LunList;
use crate::wire::{Decoded, to_bytes};

#[derive(Debug, BinWrite)]
#[bw(big)]
struct Cdb {
    operation_code: u8,
    reserved: u8,
    select_report: u8,
    reserved_3: [u8; 3],
    allocation_length: u32,
    reserved_10: u8,
    control: u8,
}

/// Which logical units to list (SELECT REPORT).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Select {
    /// All but the well known ones.
    Ordinary = 0x00,
    /// The well known ones.
    WellKnown = 0x01,
    /// All.
    All = 0x02,
    /// Administrative logical units.
    Administrative = 0x10,
    /// Administrative logical units, and those outside of conglomerates.
    AdministrativeAndOthers = 0x11,
    /// The addressed administrative logical unit and its subsidiaries.
    Conglomerate = 0x12,
}

/// Asks which logical units a target has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportLuns {
    /// Which ones.
    pub select: Select,
    /// How many bytes the target may send: 8, and 8 a logical unit; at least 16.
    pub allocation: u32,
}

impl Command for ReportLuns {
    type Response = Decoded<LunList>;
    const NAME: &'static str = "REPORT LUNS";

    fn cdb(&self) -> Vec<u8> {
        to_bytes(&Cdb {
            operation_code: 0xa0,
            reserved: 0,
            select_report: self.select as u8,
            reserved_3: [0; 3],
            allocation_length: self.allocation,
            reserved_10: 0,
            control: 0,
        })
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(usize::try_from(self.allocation).unwrap_or(usize::MAX))
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 8)?;
        Ok(crate::luns::decode(reply.data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::send;
    use crate::luns::Lun;
    use crate::transport::Script;

    #[test]
    fn the_selection_and_the_length_are_in_the_cdb() {
        let mut drive = Script::new().good(
            &[0xa0, 0, 0x12, 0, 0, 0, 0, 0, 0x01, 0x08, 0, 0],
            &[0, 0, 0, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
        );
        let luns = send(&mut drive, &ReportLuns { select: Select::Conglomerate, allocation: 264 }).unwrap();
        assert_eq!(luns.value.luns, [Lun([0, 1, 0, 0, 0, 0, 0, 0])]);
        drive.end();
    }
}
