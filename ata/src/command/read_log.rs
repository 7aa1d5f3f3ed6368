//! READ LOG EXT (2Fh) and READ LOG DMA EXT (47h): the general purpose logs.
//!
//! FEATURE is always 0: with 1, logs 04h and 11h are read *and reset*, which is no reading.

use sg::command::{Payload, Truncated};

use super::{AtaCommand, AtaReply, BLOCK, Protocol};
use crate::taskfile::Taskfile;

macro_rules! read_log {
    ($(#[$doc:meta])* $name:ident, $code:literal, $protocol:expr, $standard:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name {
            /// LOG ADDRESS.
            pub log: u8,
            /// PAGE NUMBER, of the first page to be read.
            pub page: u16,
            /// PAGE COUNT: how many pages of 512 bytes. 0 is refused by the drive.
            pub count: u16,
        }

        impl $name {
            /// Reads one page.
            #[must_use]
            pub const fn page(log: u8, page: u16) -> Self {
                Self { log, page, count: 1 }
            }
        }

        impl AtaCommand for $name {
            /// The pages, or as much of them as came.
            type Response = Vec<u8>;
            const NAME: &'static str = $standard;

            fn taskfile(&self) -> Taskfile {
                let [page_low, page_high] = self.page.to_le_bytes();
                // LBA 7:0 is the log; the page number is split over LBA 15:8 and 39:32.
                let lba = u64::from(self.log) | u64::from(page_low) << 8 | u64::from(page_high) << 32;
                Taskfile { command: $code, count: self.count, lba, ..Taskfile::default() }
            }

            fn protocol(&self) -> Protocol {
                $protocol
            }

            fn extend(&self) -> bool {
                true
            }

            fn payload(&self) -> Payload<'_> {
                Payload::In(usize::from(self.count) * BLOCK)
            }

            fn decode(&self, reply: AtaReply<'_>) -> Result<Self::Response, Truncated> {
                Truncated::check(reply.data, 1)?;
                Ok(reply.data.to_vec())
            }
        }
    };
}

read_log! {
    /// Reads pages of a log by PIO: every drive that has general purpose logs takes it.
    ReadLogExt, 0x2f, Protocol::PioIn, "READ LOG EXT"
}
read_log! {
    /// Reads pages of a log by DMA, where IDENTIFY DEVICE word 119 bit 3 says so.
    ReadLogDmaExt, 0x47, Protocol::DmaIn, "READ LOG DMA EXT"
}

#[cfg(test)]
mod tests {
    use sg::command::send;
    use sg::transport::Script;

    use super::*;
    use crate::sat::{NeedsPassThrough16, PassThrough12, PassThrough16};

    #[test]
    fn cdb() {
        let data: Vec<u8> = (0..=255).cycle().take(1024).collect();
        let (pio, dma) = (
            ReadLogExt { log: 0x30, page: 0x1203, count: 2 },
            ReadLogDmaExt { log: 0x30, page: 0x1203, count: 2 },
        );
        let mut script = Script::new()
            .good(&[0x85, 0x09, 0x0e, 0, 0, 0, 2, 0, 0x30, 0x12, 0x03, 0, 0, 0, 0x2f, 0], &data)
            .good(&[0x85, 0x0d, 0x0e, 0, 0, 0, 2, 0, 0x30, 0x12, 0x03, 0, 0, 0, 0x47, 0], &data)
            .good(&[0x85, 0x09, 0x0e, 0, 0, 0x01, 0x00, 0, 0x04, 0, 0, 0, 0, 0, 0x2f, 0], &data);
        assert_eq!(send(&mut script, &PassThrough16::new(&pio)).unwrap(), data);
        assert_eq!(send(&mut script, &PassThrough16::new(&dma)).unwrap(), data);
        // A count beyond 255 needs the upper byte of COUNT.
        let long = ReadLogExt { log: 4, page: 0, count: 256 };
        assert_eq!(send(&mut script, &PassThrough16::new(&long)).unwrap(), data);
        script.end();
    }

    #[test]
    fn the_12_byte_form_has_no_room_for_it() {
        assert_eq!(PassThrough12::new(&ReadLogExt::page(0, 0)).err(), Some(NeedsPassThrough16));
        assert_eq!(PassThrough12::new(&ReadLogDmaExt::page(0, 0)).err(), Some(NeedsPassThrough16));
    }

    #[test]
    fn nothing_is_too_little() {
        let reply = AtaReply { data: &[], registers: None };
        assert!(ReadLogExt::page(4, 1).decode(reply).is_err());
    }
}
