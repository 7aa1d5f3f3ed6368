//! IDENTIFY DEVICE (ECh).

use sg::command::{Payload, Truncated};

use super::{AtaCommand, AtaReply, BLOCK, Protocol};
use crate::taskfile::Taskfile;

/// Reads the 256 words in which a drive describes itself.
///
/// It needs no medium, and so should not spin up a drive in standby; some drives do all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdentifyDevice;

impl AtaCommand for IdentifyDevice {
    /// The 512 bytes, or as many of them as came.
    type Response = Vec<u8>;
    const NAME: &'static str = "IDENTIFY DEVICE";

    fn taskfile(&self) -> Taskfile {
        // The drive ignores COUNT; the pass-through command takes its transfer length from it.
        Taskfile { command: 0xec, count: 1, ..Taskfile::default() }
    }

    fn protocol(&self) -> Protocol {
        Protocol::PioIn
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(BLOCK)
    }

    fn decode(&self, reply: AtaReply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 2)?;
        Ok(reply.data.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::test::both;

    #[test]
    fn cdb() {
        let data: Vec<u8> = (0..=255).cycle().take(512).collect();
        let answers = both(
            &IdentifyDevice,
            &[0xa1, 0x08, 0x0e, 0, 1, 0, 0, 0, 0, 0xec, 0, 0],
            &[0x85, 0x08, 0x0e, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xec, 0],
            |script, cdb| script.good(cdb, &data),
        );
        assert_eq!(answers, [data.clone(), data]);
    }
}
