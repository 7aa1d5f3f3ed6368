//! MODE SENSE(6) (1Ah) and MODE SENSE(10) (5Ah), SPC-5.

use binrw::{BinRead, BinWrite};

use super::{Command, CommandError, Payload, Reply, Truncated, send};
use crate::mode::{Form, FourValues, PageControl, Parameters, parse};
use crate::transport::Transport;
use crate::wire::{Decoded, to_bytes};

/// Page code: every page.
pub const ALL_PAGES: u8 = 0x3f;
/// Subpage code: with [`ALL_PAGES`] every page and subpage, else every subpage of that page.
pub const ALL_SUBPAGES: u8 = 0xff;

#[derive(Debug, Clone, Copy, PartialEq, Eq, BinRead, BinWrite)]
#[brw(big)]
struct Cdb6 {
    opcode: u8,
    flags: u8,
    page: u8,
    subpage: u8,
    allocation: u8,
    control: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, BinRead, BinWrite)]
#[brw(big)]
struct Cdb10 {
    opcode: u8,
    flags: u8,
    page: u8,
    subpage: u8,
    reserved: [u8; 3],
    allocation: u16,
    control: u8,
}

/// Asks for mode pages; the answer is at most 255 bytes, its header has 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModeSense6 {
    /// DBD: leave the block descriptors out.
    pub disable_block_descriptors: bool,
    /// Which values.
    pub page_control: PageControl,
    /// Which page (6 bits), or [`ALL_PAGES`].
    pub page: u8,
    /// Which subpage, or [`ALL_SUBPAGES`]; 0 for a page without.
    pub subpage: u8,
    /// The most bytes to return.
    pub allocation: u8,
}

/// Asks for mode pages; the header of the answer has 8 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModeSense10 {
    /// LLBAA: block descriptors with 64-bit LBAs are welcome.
    pub long_lba_accepted: bool,
    /// DBD: leave the block descriptors out.
    pub disable_block_descriptors: bool,
    /// Which values.
    pub page_control: PageControl,
    /// Which page (6 bits), or [`ALL_PAGES`].
    pub page: u8,
    /// Which subpage, or [`ALL_SUBPAGES`]; 0 for a page without.
    pub subpage: u8,
    /// The most bytes to return.
    pub allocation: u16,
}

const fn page_byte(control: PageControl, page: u8) -> u8 {
    control.code() << 6 | page & 0x3f
}

impl Command for ModeSense6 {
    type Response = Decoded<Parameters>;
    const NAME: &'static str = "MODE SENSE(6)";

    fn cdb(&self) -> Vec<u8> {
        to_bytes(&Cdb6 {
            opcode: 0x1a,
            flags: u8::from(self.disable_block_descriptors) << 3,
            page: page_byte(self.page_control, self.page),
            subpage: self.subpage,
            allocation: self.allocation,
            control: 0,
        })
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(usize::from(self.allocation))
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 4)?;
        Ok(parse(reply.data, Form::Six))
    }
}

impl Command for ModeSense10 {
    type Response = Decoded<Parameters>;
    const NAME: &'static str = "MODE SENSE(10)";

    fn cdb(&self) -> Vec<u8> {
        to_bytes(&Cdb10 {
            opcode: 0x5a,
            flags: u8::from(self.long_lba_accepted) << 4 | u8::from(self.disable_block_descriptors) << 3,
            page: page_byte(self.page_control, self.page),
            subpage: self.subpage,
            reserved: [0; 3],
            allocation: self.allocation,
            control: 0,
        })
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(usize::from(self.allocation))
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 8)?;
        Ok(parse(reply.data, Form::Ten))
    }
}

/// Asks for the four values of a page, one after the other.
///
/// Each has its own answer: a drive that saves nothing refuses the saved values (libata does, with
/// 05h/39h/00h), and that is no reason to lose the others.
pub fn four_values<C>(
    to: &mut dyn Transport,
    ask: impl Fn(PageControl) -> C,
) -> FourValues<Result<C::Response, CommandError>>
where
    C: Command<Response = Decoded<Parameters>>,
{
    FourValues::of(|control| send(to, &ask(control)))
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::command::Failure;
    use crate::mode::{Caching, Control, Header};
    use crate::transport::Script;
    use crate::wire::{Blocks, ByteCount, record};

    /// A header of 4 bytes, a block descriptor, page 08h.
    const SIX: [u8; 32] = [
        31, 0, 0x90, 8, 0, 1, 0, 0, 0, 0, 2, 0, 0x88, 0x12, 0x14, 0, 0xff, 0xff, 0, 0, 0xff, 0xff, 0xff,
        0xff, 0x80, 0x14, 0, 0, 0, 0, 0, 0,
    ];

    fn ten(page_control: PageControl) -> ModeSense10 {
        ModeSense10 {
            long_lba_accepted: false,
            disable_block_descriptors: true,
            page_control,
            page: 0x0a,
            subpage: 0,
            allocation: 0x102,
        }
    }

    #[test]
    fn six_asks_and_gives_header_descriptor_and_page() {
        let mut script = Script::new().good(&[0x1a, 0x08, 0x88, 0x01, 0xfc, 0x00], &SIX);
        let ask = ModeSense6 {
            disable_block_descriptors: true,
            page_control: PageControl::Default,
            page: 8,
            subpage: 1,
            allocation: 252,
        };
        let answer = send(&mut script, &ask).unwrap();
        script.end();
        assert_eq!(answer.notes, []);
        assert!(matches!(answer.value.header, Header::Six(_)));
        assert_eq!(
            (answer.value.header.write_protect(), answer.value.header.dpofua()),
            (Some(true), Some(true))
        );
        let [(4, descriptor)] = answer.value.block_descriptors.as_slice() else {
            panic!("one block descriptor at byte 4: {:?}", answer.value.block_descriptors)
        };
        assert_eq!(descriptor.number_of_logical_blocks(), Some(Blocks(0x1_0000)));
        assert_eq!(descriptor.logical_block_length(), Some(ByteCount(512)));
        let caching = answer.value.page::<Caching>().unwrap().value;
        assert_eq!((caching.write_cache_enable, caching.read_cache_disable), (Some(true), Some(false)));
        assert_eq!(caching.number_of_cache_segments, Some(0x14));
        assert_eq!(answer.value.page::<Control>(), None, "a page that did not come");
    }

    #[test]
    fn ten_has_every_field_in_its_place() {
        let ask = ModeSense10 {
            long_lba_accepted: true,
            disable_block_descriptors: true,
            page_control: PageControl::Saved,
            page: ALL_PAGES,
            subpage: ALL_SUBPAGES,
            allocation: 0x1234,
        };
        assert_eq!(ask.cdb(), [0x5a, 0x18, 0xff, 0xff, 0, 0, 0, 0x12, 0x34, 0]);
        assert_eq!(ask.payload(), Payload::In(0x1234));
        let bare = ModeSense10 { long_lba_accepted: false, disable_block_descriptors: false, ..ask };
        assert_eq!(bare.cdb()[1], 0);
    }

    #[test]
    fn cdbs_come_back_as_they_went() {
        let ask = ten(PageControl::Changeable);
        let cdb = ask.cdb();
        assert_eq!(to_bytes(&record::<Cdb10>(&cdb).unwrap()), cdb);
        let ask = ModeSense6 {
            disable_block_descriptors: true,
            page_control: PageControl::Saved,
            page: 1,
            subpage: 2,
            allocation: 3,
        };
        let cdb = ask.cdb();
        assert_eq!(to_bytes(&record::<Cdb6>(&cdb).unwrap()), cdb);
    }

    #[test]
    fn an_answer_without_a_whole_header_is_too_little() {
        let mut script = Script::new().good(&ten(PageControl::Current).cdb(), &[0, 6, 0, 0, 0, 0, 0]);
        let error = send(&mut script, &ten(PageControl::Current)).unwrap_err();
        assert_eq!(error.failure, Failure::Truncated(Truncated { wanted: 8, got: 7 }));
    }

    #[test]
    fn a_drive_that_saves_nothing_still_gives_the_other_three() {
        let page = |d_sense: u8| {
            [0, 18, 0, 0, 0, 0, 0, 0, 0x0a, 0x0a, d_sense << 2, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 30]
        };
        let refusal = [0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x39, 0, 0, 0, 0, 0];
        let mut script = Script::new()
            .good(&[0x5a, 0x08, 0x0a, 0, 0, 0, 0, 1, 2, 0], &page(1))
            .good(&[0x5a, 0x08, 0x4a, 0, 0, 0, 0, 1, 2, 0], &page(1))
            .good(&[0x5a, 0x08, 0x8a, 0, 0, 0, 0, 1, 2, 0], &page(0))
            .check(&[0x5a, 0x08, 0xca, 0, 0, 0, 0, 1, 2, 0], &refusal);
        let four = four_values(&mut script, ten);
        script.end();
        let d_sense = four.map(|answer| {
            let page = answer.as_ref().ok()?.value.page::<Control>()?;
            page.value.descriptor_format_sense_data
        });
        assert_eq!(
            d_sense,
            FourValues { current: Some(true), changeable: Some(true), default: Some(false), saved: None }
        );
        let sense = four.saved.unwrap_err();
        assert_eq!(sense.sense().map(|s| (s.key, s.asc, s.ascq)), Some((5, 0x39, 0)));
    }
}
