//! READ CAPACITY (10) (25h) and READ CAPACITY (16) (9Eh/10h), SBC-4 5.20 and 5.21.

use binrw::BinWrite;

use super::{Command, Payload, Reply, Truncated};
use crate::read_capacity::{Capacity10, Capacity16, decode_10, decode_16};
use crate::wire::{Decoded, to_bytes};

/// Asks for the last block's address in 32 bits and the block length.
///
/// Where the address is all ones, the drive is larger: ask with [`ReadCapacity16`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadCapacity10;

impl Command for ReadCapacity10 {
    type Response = Decoded<Capacity10>;
    const NAME: &'static str = "READ CAPACITY (10)";

    fn cdb(&self) -> Vec<u8> {
        vec![0x25, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(8)
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 8)?;
        Ok(decode_10(reply.data))
    }
}

#[derive(Debug, BinWrite)]
#[bw(big)]
struct Cdb16 {
    operation_code: u8,
    service_action: u8,
    obsolete: u64,
    allocation_length: u32,
    obsolete_pmi: u8,
    control: u8,
}

/// Asks for the last block's address in 64 bits, the block lengths, protection and provisioning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadCapacity16;

impl Command for ReadCapacity16 {
    type Response = Decoded<Capacity16>;
    const NAME: &'static str = "READ CAPACITY (16)";

    fn cdb(&self) -> Vec<u8> {
        to_bytes(&Cdb16 {
            operation_code: 0x9e,
            service_action: 0x10,
            obsolete: 0,
            allocation_length: 32,
            obsolete_pmi: 0,
            control: 0,
        })
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(32)
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        // SBC-2 drives send 12 bytes.
        Truncated::check(reply.data, 12)?;
        Ok(decode_16(reply.data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::send;
    use crate::transport::Script;

    #[test]
    fn a_large_drive_says_so_and_is_asked_in_64_bits() {
        let mut long = [0u8; 32];
        long[0..8].copy_from_slice(&0x1_2345_6788u64.to_be_bytes());
        long[8..12].copy_from_slice(&512u32.to_be_bytes());
        long[13] = 3;
        let mut drive = Script::new()
            .good(&[0x25, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[0xff, 0xff, 0xff, 0xff, 0, 0, 2, 0])
            .good(&[0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0], &long);
        let short = send(&mut drive, &ReadCapacity10).unwrap().value;
        assert_eq!((short.blocks(), short.capacity()), (None, None));
        let long = send(&mut drive, &ReadCapacity16).unwrap().value;
        assert_eq!(long.blocks(), Some(0x1_2345_6789));
        assert_eq!(long.capacity(), Some(0x1_2345_6789 * 512));
        assert_eq!(long.physical_block_length(), Some(4096));
        assert_eq!(long.protection_type(), Some(0));
        drive.end();
    }
}
