//! TRUSTED RECEIVE (5Ch) and TRUSTED RECEIVE DMA (5Dh), ACS-4: what a security protocol has to
//! say, as SECURITY PROTOCOL IN asks it of SCSI devices ([`sg::security`], [`sg::tcg`]).
//!
//! FEATURE is the protocol, LBA 23:8 what is asked of it (its least significant byte in LBA 15:8),
//! COUNT the length in blocks of 512 bytes, whose upper byte would be LBA 7:0. Here that is always
//! 0: the pass-through commands take their transfer length from COUNT alone.
//!
//! Linux's SAT layer (libata) refuses all TRUSTED commands unless it was loaded with `allow_tpm=1`:
//! a refusal says nothing about the drive.

use sg::command::security_protocol_in::{LEVEL_0_LENGTH, PROTOCOLS_LENGTH};
use sg::command::{Payload, Truncated};
use sg::security;

use super::{AtaCommand, AtaReply, BLOCK, Protocol};
use crate::taskfile::Taskfile;

/// Bytes as blocks.
const fn blocks(bytes: u16) -> u8 {
    // The lengths are constants of a few blocks; a greater one does not compile.
    let [high, low] = (bytes / 512).to_be_bytes();
    assert!(high == 0, "more blocks than COUNT holds");
    low
}

macro_rules! trusted_receive {
    ($(#[$doc:meta])* $name:ident, $code:literal, $protocol:expr, $standard:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name {
            /// SECURITY PROTOCOL: whom to ask.
            pub protocol: u8,
            /// SP SPECIFIC: what; TCG's protocols have the ComID here.
            pub specific: u16,
            /// TRANSFER LENGTH: the most to return, in blocks of 512 bytes.
            pub blocks: u8,
        }

        impl $name {
            /// Asks which security protocols there are.
            pub const SUPPORTED_PROTOCOLS: Self = Self {
                protocol: security::INFORMATION,
                specific: security::SUPPORTED_PROTOCOLS,
                blocks: const { blocks(PROTOCOLS_LENGTH) },
            };
            /// Asks for TCG's level 0 discovery. It opens no session and changes nothing.
            pub const LEVEL_0_DISCOVERY: Self = Self {
                protocol: security::TCG,
                specific: security::LEVEL_0_DISCOVERY,
                blocks: const { blocks(LEVEL_0_LENGTH) },
            };
        }

        impl AtaCommand for $name {
            /// The blocks, or as much of them as came.
            type Response = Vec<u8>;
            const NAME: &'static str = $standard;

            fn taskfile(&self) -> Taskfile {
                Taskfile {
                    command: $code,
                    feature: self.protocol.into(),
                    count: self.blocks.into(),
                    lba: u64::from(self.specific) << 8,
                    ..Taskfile::default()
                }
            }

            fn protocol(&self) -> Protocol {
                $protocol
            }

            fn payload(&self) -> Payload<'_> {
                Payload::In(usize::from(self.blocks) * BLOCK)
            }

            fn decode(&self, reply: AtaReply<'_>) -> Result<Self::Response, Truncated> {
                Truncated::check(reply.data, 1)?;
                Ok(reply.data.to_vec())
            }
        }
    };
}

trusted_receive! {
    /// Asks a security protocol by PIO.
    TrustedReceive, 0x5c, Protocol::PioIn, "TRUSTED RECEIVE"
}
trusted_receive! {
    /// Asks a security protocol by DMA.
    TrustedReceiveDma, 0x5d, Protocol::DmaIn, "TRUSTED RECEIVE DMA"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::test::both;

    fn data(blocks: usize) -> Vec<u8> {
        (0..=255).cycle().take(blocks * BLOCK).collect()
    }

    #[test]
    fn every_field_is_in_its_place() {
        let answers = both(
            &TrustedReceive { protocol: 0xef, specific: 0x1234, blocks: 3 },
            &[0xa1, 0x08, 0x0e, 0xef, 3, 0, 0x34, 0x12, 0, 0x5c, 0, 0],
            &[0x85, 0x08, 0x0e, 0, 0xef, 0, 3, 0, 0, 0, 0x34, 0, 0x12, 0, 0x5c, 0],
            |script, cdb| script.good(cdb, &data(3)),
        );
        assert_eq!(answers, [data(3), data(3)]);
    }

    #[test]
    fn level_0_discovery() {
        let answers = both(
            &TrustedReceive::LEVEL_0_DISCOVERY,
            &[0xa1, 0x08, 0x0e, 1, 4, 0, 1, 0, 0, 0x5c, 0, 0],
            &[0x85, 0x08, 0x0e, 0, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0x5c, 0],
            |script, cdb| script.good(cdb, &data(4)),
        );
        assert_eq!(answers, [data(4), data(4)]);
    }

    #[test]
    fn protocols_by_dma() {
        let answers = both(
            &TrustedReceiveDma::SUPPORTED_PROTOCOLS,
            &[0xa1, 0x0c, 0x0e, 0, 1, 0, 0, 0, 0, 0x5d, 0, 0],
            &[0x85, 0x0c, 0x0e, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x5d, 0],
            |script, cdb| script.good(cdb, &data(1)),
        );
        assert_eq!(answers, [data(1), data(1)]);
    }

    #[test]
    fn nothing_is_too_little() {
        let reply = AtaReply { data: &[], registers: None };
        assert!(TrustedReceive::LEVEL_0_DISCOVERY.decode(reply).is_err());
    }
}
