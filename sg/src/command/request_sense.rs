//! REQUEST SENSE (03h), SPC-5.

use binrw::{BinRead, BinWrite};

use super::{Command, Payload, Reply, Truncated};
use crate::sense::Sense;
use crate::transport::SENSE_LENGTH;
use crate::wire::to_bytes;

/// Asks for the drive's state: the progress of a format, sanitize or self-test, a power condition,
/// or the sense data of the last command if it was not delivered with it.
///
/// Here the sense data is the command's data and comes with status GOOD. It does not wake a drive
/// and does not wait for one that is busy, so it can be polled. The response is `None` if the drive
/// answers with bytes that are no sense data of the standard's (response code 7Fh). Linux' libata
/// does not ask an ATA drive for it: it answers NO SENSE always, so a NO SENSE from behind it says
/// nothing about a sanitize.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestSense {
    /// DESC: ask for the descriptor format, which holds 64-bit values. A drive without it answers
    /// in the fixed format or refuses with 24h/00h.
    pub descriptor: bool,
}

/// The six bytes of the command.
#[derive(Debug, BinRead, BinWrite)]
#[brw(big)]
struct Cdb {
    operation_code: u8,
    /// Bit 0: DESC.
    flags: u8,
    reserved: u16,
    allocation_length: u8,
    control: u8,
}

impl Command for RequestSense {
    type Response = Option<Sense>;
    const NAME: &'static str = "REQUEST SENSE";

    fn cdb(&self) -> Vec<u8> {
        to_bytes(&Cdb {
            operation_code: 0x03,
            flags: u8::from(self.descriptor),
            reserved: 0,
            allocation_length: u8::try_from(SENSE_LENGTH).unwrap_or(u8::MAX),
            control: 0,
        })
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(SENSE_LENGTH)
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        // The first eight bytes of either format hold the sense key and the length.
        Truncated::check(reply.data, 8)?;
        Ok(Sense::parse(reply.data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Failure, send};
    use crate::sense::{Progress, SenseKey};
    use crate::transport::Script;

    #[test]
    fn the_sense_data_is_the_data_of_a_good_answer() {
        let fixed = [0x70, 0, 2, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x04, 0x1b, 0, 0x80, 0x40, 0];
        let descriptor = [0x72, 0, 0x5e, 0x04, 0, 0, 0, 0];
        let mut script =
            Script::new().good(&[3, 0, 0, 0, 0xfc, 0], &fixed).good(&[3, 1, 0, 0, 0xfc, 0], &descriptor);

        let sense = send(&mut script, &RequestSense { descriptor: false }).unwrap().unwrap();
        assert!(sense.is(SenseKey::NotReady, 0x04, 0x1b));
        assert_eq!(sense.progress(), Some(Progress(0x4000)), "a quarter of the sanitize is done");

        let sense = send(&mut script, &RequestSense { descriptor: true }).unwrap().unwrap();
        assert!(sense.is(SenseKey::NoSense, 0x5e, 0x04), "standby");
        script.end();
    }

    #[test]
    fn short_and_foreign_answers_are_told_apart_from_no_sense() {
        let cdb = [3, 0, 0, 0, 0xfc, 0];
        let mut script = Script::new().good(&cdb, &[0x70, 0, 0]).good(&cdb, &[0x7f; 16]);
        let command = RequestSense { descriptor: false };
        let error = send(&mut script, &command).unwrap_err();
        assert_eq!(error.failure, Failure::Truncated(Truncated { wanted: 8, got: 3 }));
        assert_eq!(send(&mut script, &command), Ok(None));
        script.end();
    }

    #[test]
    fn a_refused_descriptor_format_is_an_error_of_the_command() {
        let refused = [0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x24, 0, 0, 0xc8, 0, 1];
        let mut script = Script::new().check(&[3, 1, 0, 0, 0xfc, 0], &refused);
        let error = send(&mut script, &RequestSense { descriptor: true }).unwrap_err();
        assert_eq!(
            error.to_string(),
            "REQUEST SENSE (CDB 03 01 00 00 fc 00): ILLEGAL REQUEST: Invalid field in CDB (05h/24h/00h), byte 1 bit 0 of the CDB"
        );
        script.end();
    }
}
