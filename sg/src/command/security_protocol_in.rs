//! SECURITY PROTOCOL IN (A2h), SPC-5: what a security protocol has to say.
//!
//! The ALLOCATION LENGTH counts bytes, or with INC_512 units of 512 bytes. Linux's SAT layer
//! (libata) wants bytes: it looks for INC_512 in bits 2:0 of byte 4, where the standard has it in
//! bit 7, and takes lengths that are multiples of 512 only. The typed commands here therefore ask
//! for such lengths in bytes. It knows the command for drives with the Trusted Computing feature
//! set only, and only if it was loaded with `allow_tpm=1`; and it has no protocol EFh.

use binrw::{BinRead, BinWrite};

use super::{Command, Payload, Reply, Truncated};
use crate::security::{self, SupportedProtocols};
use crate::tcg::{self, Discovery};
use crate::wire::{Decoded, to_bytes};

#[derive(Debug, Clone, Copy, PartialEq, Eq, BinRead, BinWrite)]
#[brw(big)]
struct Cdb {
    operation_code: u8,
    security_protocol: u8,
    security_protocol_specific: u16,
    /// INC_512 in bit 7.
    flags: u8,
    reserved: u8,
    allocation: u32,
    reserved_10: u8,
    control: u8,
}

/// How many bytes of a list of protocols are asked for: every such list fits.
pub const PROTOCOLS_LENGTH: u16 = 512;
/// How many bytes of a level 0 discovery are asked for: what real drives answer fits many times.
pub const LEVEL_0_LENGTH: u16 = 2048;

/// How much may be returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allocation {
    /// So many bytes.
    Bytes(u32),
    /// So many units of 512 bytes (INC_512). Linux's SAT layer takes it for bytes.
    Blocks(u32),
}

/// Asks a security protocol; the answer is its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecurityProtocolIn {
    /// SECURITY PROTOCOL: whom.
    pub protocol: u8,
    /// SECURITY PROTOCOL SPECIFIC: what; TCG's protocols have the ComID here.
    pub specific: u16,
    /// The most to return.
    pub allocation: Allocation,
}

impl Command for SecurityProtocolIn {
    type Response = Vec<u8>;
    const NAME: &'static str = "SECURITY PROTOCOL IN";

    fn cdb(&self) -> Vec<u8> {
        let (flags, allocation) = match self.allocation {
            Allocation::Bytes(bytes) => (0, bytes),
            Allocation::Blocks(blocks) => (0x80, blocks),
        };
        to_bytes(&Cdb {
            operation_code: 0xa2,
            security_protocol: self.protocol,
            security_protocol_specific: self.specific,
            flags,
            reserved: 0,
            allocation,
            reserved_10: 0,
            control: 0,
        })
    }

    fn payload(&self) -> Payload<'_> {
        let (number, unit) = match self.allocation {
            Allocation::Bytes(bytes) => (bytes, 1),
            Allocation::Blocks(blocks) => (blocks, 512),
        };
        Payload::In(usize::try_from(number).unwrap_or(usize::MAX).saturating_mul(unit))
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Ok(reply.data.to_vec())
    }
}

/// Asks which security protocols there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportSecurityProtocols;

impl ReportSecurityProtocols {
    const ASK: SecurityProtocolIn = SecurityProtocolIn {
        protocol: security::INFORMATION,
        specific: security::SUPPORTED_PROTOCOLS,
        allocation: Allocation::Bytes(PROTOCOLS_LENGTH as u32),
    };
}

impl Command for ReportSecurityProtocols {
    type Response = Decoded<SupportedProtocols>;
    const NAME: &'static str = SecurityProtocolIn::NAME;

    fn cdb(&self) -> Vec<u8> {
        Self::ASK.cdb()
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(PROTOCOLS_LENGTH.into())
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 8)?;
        Ok(security::decode(reply.data))
    }
}

/// Asks for TCG's level 0 discovery. It opens no session and changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelZeroDiscovery;

impl LevelZeroDiscovery {
    const ASK: SecurityProtocolIn = SecurityProtocolIn {
        protocol: security::TCG,
        specific: security::LEVEL_0_DISCOVERY,
        allocation: Allocation::Bytes(LEVEL_0_LENGTH as u32),
    };
}

impl Command for LevelZeroDiscovery {
    type Response = Decoded<Discovery>;
    const NAME: &'static str = SecurityProtocolIn::NAME;

    fn cdb(&self) -> Vec<u8> {
        Self::ASK.cdb()
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(LEVEL_0_LENGTH.into())
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 48)?;
        Ok(tcg::decode(reply.data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::send;
    use crate::tcg::LockingState;
    use crate::transport::Script;
    use crate::wire::record;

    #[test]
    fn every_field_is_in_its_place() {
        let ask = SecurityProtocolIn {
            protocol: 0xef,
            specific: 0x1234,
            allocation: Allocation::Bytes(0x0102_0304),
        };
        let cdb = [0xa2, 0xef, 0x12, 0x34, 0, 0, 1, 2, 3, 4, 0, 0];
        assert_eq!(ask.cdb(), cdb);
        assert_eq!(ask.payload(), Payload::In(0x0102_0304));
        assert_eq!(to_bytes(&record::<Cdb>(&cdb).unwrap()), cdb, "round trip");
    }

    #[test]
    fn in_units_of_512_bytes_the_length_is_counted_and_marked() {
        let ask = SecurityProtocolIn { protocol: 1, specific: 1, allocation: Allocation::Blocks(4) };
        assert_eq!(ask.cdb(), [0xa2, 1, 0, 1, 0x80, 0, 0, 0, 0, 4, 0, 0]);
        assert_eq!(ask.payload(), Payload::In(2048));
    }

    #[test]
    fn protocols() {
        let list = [0, 0, 0, 0, 0, 0, 0, 4, 0x00, 0x01, 0x02, 0xef, 0, 0];
        let mut script = Script::new().good(&[0xa2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0], &list);
        let answer = send(&mut script, &ReportSecurityProtocols).unwrap();
        script.end();
        assert_eq!(answer.notes, []);
        assert!(answer.value.has(0xef) && !answer.value.has(0xee));
        assert_eq!(answer.bytes.len(), 12, "what lies beyond the list is no part of it");
    }

    #[test]
    fn level_0_discovery() {
        let mut answer = vec![0; 80];
        for (at, bytes) in [
            (0, &[0, 0, 0, 76, 0, 0, 0, 1][..]),
            (48, &[0, 2, 0x10, 0x0c, 0x0f]),
            (64, &[2, 0, 0x10, 0x0c, 0x07, 0xfe, 0, 1]),
        ] {
            answer.splice(at..at + bytes.len(), bytes.iter().copied());
        }
        let mut script = Script::new().good(&[0xa2, 1, 0, 1, 0, 0, 0, 0, 8, 0, 0, 0], &answer);
        let found = send(&mut script, &LevelZeroDiscovery).unwrap();
        script.end();
        assert_eq!(found.value.locking(), Some(LockingState::Locked));
        assert_eq!(found.value.media_encryption(), Some(true));
        assert_eq!((found.value.ssc(), found.value.com_id()), (vec!["Opal 1"], Some(0x07fe)));
        // The descriptor of Opal 1 has but 16 of its 20 bytes.
        assert_eq!(found.notes.len(), 1);
    }

    #[test]
    fn too_little_to_mean_anything_is_no_answer() {
        let reply = |data| Reply { data, sense: &[] };
        assert!(ReportSecurityProtocols.decode(reply(&[0; 7])).is_err());
        assert!(LevelZeroDiscovery.decode(reply(&[0; 47])).is_err());
    }
}
