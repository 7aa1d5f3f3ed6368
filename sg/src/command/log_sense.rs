//! LOG SENSE (4Dh), SPC-5.

use std::marker::PhantomData;

use binrw::{BinRead, BinWrite};

use super::{Command, Payload, Reply, Truncated};
use crate::log::{PageControl, decode};
use crate::page::Page;
use crate::wire::{Decoded, to_bytes};

#[derive(Debug, Clone, Copy, PartialEq, Eq, BinRead, BinWrite)]
#[brw(big)]
struct Cdb {
    opcode: u8,
    flags: u8,
    page: u8,
    subpage: u8,
    reserved: u8,
    parameter_pointer: u16,
    allocation: u16,
    control: u8,
}

/// Asks for a log page; the answer is its bytes, for [`crate::log::describe`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogSense {
    /// PPC: only parameters that changed since they were last asked for (obsolete since SPC-4).
    pub parameter_pointer_control: bool,
    /// SP: save the parameters to the medium before answering. This writes.
    pub save_parameters: bool,
    /// Which values.
    pub page_control: PageControl,
    /// Which page (6 bits).
    pub page: u8,
    /// Which subpage; 0 for a page without.
    pub subpage: u8,
    /// The code of the first parameter to return.
    pub parameter_pointer: u16,
    /// The most bytes to return.
    pub allocation: u16,
}

impl LogSense {
    /// Asks for what a page counted, from its first parameter on, and saves nothing.
    #[must_use]
    pub const fn cumulative(page: u8, subpage: u8, allocation: u16) -> Self {
        Self {
            parameter_pointer_control: false,
            save_parameters: false,
            page_control: PageControl::Cumulative,
            page,
            subpage,
            parameter_pointer: 0,
            allocation,
        }
    }
}

impl Command for LogSense {
    type Response = Vec<u8>;
    const NAME: &'static str = "LOG SENSE";

    fn cdb(&self) -> Vec<u8> {
        to_bytes(&Cdb {
            opcode: 0x4d,
            flags: u8::from(self.parameter_pointer_control) << 1 | u8::from(self.save_parameters),
            page: self.page_control.code() << 6 | self.page & 0x3f,
            subpage: self.subpage,
            reserved: 0,
            parameter_pointer: self.parameter_pointer,
            allocation: self.allocation,
            control: 0,
        })
    }

    fn payload(&self) -> Payload<'_> {
        Payload::In(usize::from(self.allocation))
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        Truncated::check(reply.data, 4)?;
        Ok(reply.data.to_vec())
    }
}

/// Asks for what a page of a known type counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogSensePage<P> {
    ask: LogSense,
    page: PhantomData<P>,
}

impl<P: Page> LogSensePage<P> {
    /// `allocation`: the most bytes to return.
    #[must_use]
    pub const fn new(allocation: u16) -> Self {
        Self { ask: LogSense::cumulative(P::CODE, P::SUBPAGE, allocation), page: PhantomData }
    }
}

impl<P: Page> Command for LogSensePage<P> {
    type Response = Decoded<P>;
    const NAME: &'static str = LogSense::NAME;

    fn cdb(&self) -> Vec<u8> {
        self.ask.cdb()
    }

    fn payload(&self) -> Payload<'_> {
        self.ask.payload()
    }

    fn decode(&self, reply: Reply<'_>) -> Result<Self::Response, Truncated> {
        self.ask.decode(reply).map(|page| decode(&page))
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::command::send;
    use crate::log::{DegreesCelsius, SupportedSubpages, Temperature};
    use crate::transport::Script;
    use crate::wire::record;

    #[test]
    fn every_field_is_in_its_place() {
        let ask = LogSense {
            parameter_pointer_control: true,
            save_parameters: false,
            page_control: PageControl::DefaultThreshold,
            page: 0x19,
            subpage: 0x20,
            parameter_pointer: 0x0304,
            allocation: 0x1234,
        };
        assert_eq!(ask.cdb(), [0x4d, 0x02, 0x99, 0x20, 0, 0x03, 0x04, 0x12, 0x34, 0]);
        assert_eq!(LogSense { save_parameters: true, ..ask }.cdb()[1], 0x03);
        assert_eq!(ask.payload(), Payload::In(0x1234));
        let cdb = ask.cdb();
        assert_eq!(to_bytes(&record::<Cdb>(&cdb).unwrap()), cdb, "round trip");
        for (control, byte) in [
            (PageControl::Threshold, 0x19),
            (PageControl::Cumulative, 0x59),
            (PageControl::DefaultCumulative, 0xd9),
        ] {
            assert_eq!(LogSense { page_control: control, ..ask }.cdb()[2], byte);
        }
    }

    #[test]
    fn a_typed_page_comes_decoded() {
        let page = [0x0d, 0, 0, 12, 0, 0, 3, 2, 0, 31, 0, 1, 3, 2, 0, 0xff];
        let mut script = Script::new().good(&[0x4d, 0, 0x4d, 0, 0, 0, 0, 0, 64, 0], &page);
        let answer = send(&mut script, &LogSensePage::<Temperature>::new(64)).unwrap();
        script.end();
        assert_eq!(answer.notes, []);
        assert_eq!(answer.value.current.unwrap().temperature, Some(DegreesCelsius(Some(31))));
        let reference = answer.value.reference.unwrap().reference_temperature;
        assert_eq!(reference, Some(DegreesCelsius(None)), "FFh is no temperature");
    }

    #[test]
    fn another_page_than_asked_for_is_not_taken_for_it() {
        let page = [0x0d, 0, 0, 6, 0, 0, 3, 2, 0, 31];
        let mut script = Script::new().good(&[0x4d, 0, 0x40, 0xff, 0, 0, 0, 0, 64, 0], &page);
        let answer = send(&mut script, &LogSensePage::<SupportedSubpages>::new(64)).unwrap();
        assert_eq!(answer.value.pages, []);
        assert_eq!(answer.notes[0].text, "the drive returned page log:0d, not log:00/ff");
        assert_eq!(answer.bytes.as_ref(), page, "its bytes are kept");
    }

    #[test]
    fn raw_bytes_come_as_they_are() {
        let page = [0x3d, 0, 0, 4, 0x80, 0, 3, 0];
        let mut script = Script::new().good(&[0x4d, 0, 0x7d, 0, 0, 0, 0, 0, 8, 0], &page);
        assert_eq!(send(&mut script, &LogSense::cumulative(0x3d, 0, 8)).unwrap(), page);
    }
}
