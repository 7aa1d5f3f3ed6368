//! INQUIRY (12h), SPC-5 6.6: standard data and vital product data pages.

use std::marker::PhantomData;
use std::time::Duration;

use binrw::BinWrite;

use super::{Command, Payload, Reply, Truncated};
use crate::inquiry::StandardInquiry;
use crate::page::Page;
use crate::wire::{Decoded, to_bytes};

/// What every device can answer to a standard INQUIRY; some old ones hang if more is asked for.
pub const STANDARD_FIRST: u16 = 36;
/// As much as fits into the one byte that SPC-2 and older have for the allocation length.
pub const VPD_FIRST: u16 = 252;

#[derive(Debug, BinWrite)]
#[bw(big)]
struct Cdb {
    operation_code: u8,
    evpd: u8,
    page_code: u8,
    allocation_length: u16,
    control: u8,
}

fn cdb(evpd: bool, page_code: u8, allocation_length: u16) -> Vec<u8> {
    to_bytes(&Cdb { operation_code: 0x12, evpd: evpd.into(), page_code, allocation_length, control: 0 })
}

/// INQUIRY never spins up a drive; one that takes longer than this is hung.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Asks for standard INQUIRY data.
///
/// Ask for [`STANDARD_FIRST`] bytes first. Where the answer's ADDITIONAL LENGTH says that there is
/// more, ask again for that; the answer to 96 bytes holds the version descriptors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inquiry {
    /// How many bytes the device may send.
    pub allocation: u16,
}

impl Command for Inquiry {
    type Response = Decoded<StandardInquiry>;
    const NAME: &'static str = "INQUIRY";

    fn cdb(&self) -> Vec<u8> {
        cdb(false, 0, self.allocation)
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(self.allocation.into())
    }

    fn timeout(&self) -> Duration {
        TIMEOUT
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 5)?;
        Ok(crate::inquiry::decode(reply.data))
    }
}

/// Asks for a VPD page and decodes it.
///
/// A page that is longer than the allocation comes cut, with a note that says how long it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VpdInquiry<P> {
    /// How many bytes the device may send.
    pub allocation: u16,
    page: PhantomData<fn() -> P>,
}

impl<P> VpdInquiry<P> {
    /// Asks for at most `allocation` bytes of the page: [`VPD_FIRST`], or more where needed (the
    /// ATA information page has 572).
    #[must_use]
    pub const fn new(allocation: u16) -> Self {
        Self { allocation, page: PhantomData }
    }
}

impl<P: Page> Command for VpdInquiry<P> {
    type Response = Decoded<P>;
    const NAME: &'static str = "INQUIRY";

    fn cdb(&self) -> Vec<u8> {
        cdb(true, P::CODE, self.allocation)
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(self.allocation.into())
    }

    fn timeout(&self) -> Duration {
        TIMEOUT
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 4)?;
        Ok(crate::vpd::decode(reply.data))
    }
}

/// Asks for the bytes of any VPD page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VpdRaw {
    /// The page's code.
    pub page: u8,
    /// How many bytes the device may send.
    pub allocation: u16,
}

impl Command for VpdRaw {
    type Response = Vec<u8>;
    const NAME: &'static str = "INQUIRY";

    fn cdb(&self) -> Vec<u8> {
        cdb(true, self.page, self.allocation)
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(self.allocation.into())
    }

    fn timeout(&self) -> Duration {
        TIMEOUT
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 4)?;
        Ok(reply.data.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{CommandError, Failure, send};
    use crate::transport::Script;
    use crate::vpd::{BlockLimits, UnitSerialNumber};

    #[test]
    fn standard_data_are_asked_for_in_the_length_given() {
        let mut answer = [0u8; 36];
        answer[4] = 31;
        answer[8..16].copy_from_slice(b"ACME    ");
        let mut drive = Script::new().good(&[0x12, 0, 0, 0, 36, 0], &answer);
        let inquiry = send(&mut drive, &Inquiry { allocation: STANDARD_FIRST }).unwrap();
        assert_eq!(inquiry.value.header.t10_vendor_identification.as_deref(), Some("ACME"));
        assert_eq!(inquiry.notes, []);
        drive.end();
    }

    #[test]
    fn a_page_is_asked_for_by_its_type_and_a_long_one_in_two_bytes() {
        let serial = [0, 0x80, 0, 4, b' ', b'S', b'1', b'2'];
        let mut drive = Script::new()
            .good(&[0x12, 1, 0x80, 0, 252, 0], &serial)
            .good(&[0x12, 1, 0x89, 0x02, 0x3c, 0], &[0, 0x89, 0x02, 0x38, 7]);
        let page = send(&mut drive, &VpdInquiry::<UnitSerialNumber>::new(VPD_FIRST)).unwrap();
        assert_eq!(page.value.product_serial_number.as_deref(), Some("S12"));
        let raw = send(&mut drive, &VpdRaw { page: 0x89, allocation: 572 }).unwrap();
        assert_eq!(raw, [0, 0x89, 0x02, 0x38, 7]);
        drive.end();
    }

    #[test]
    fn an_answer_that_is_another_page_is_not_read_as_the_one_asked_for() {
        let other = [0u8, 0x00, 0, 3, 0x00, 0x80, 0x83];
        let mut drive = Script::new().good(&[0x12, 1, 0xb0, 0, 252, 0], &other);
        let page = send(&mut drive, &VpdInquiry::<BlockLimits>::new(VPD_FIRST)).unwrap();
        assert_eq!(page.value, BlockLimits::default());
        assert!(
            page.notes.iter().any(|note| note.text.contains("page b0h was asked for")),
            "{:?}",
            page.notes
        );
        assert_eq!(page.bytes.as_ref(), other);
    }

    #[test]
    fn too_little_is_an_error() {
        let mut drive = Script::new().good(&[0x12, 0, 0, 0, 36, 0], &[0, 0, 5]);
        let error = send(&mut drive, &Inquiry { allocation: 36 }).unwrap_err();
        assert_eq!(
            error,
            CommandError {
                command: "INQUIRY",
                cdb: vec![0x12, 0, 0, 0, 36, 0],
                failure: Failure::Truncated(Truncated { wanted: 5, got: 3 }),
            }
        );
    }
}
