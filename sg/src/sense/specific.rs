//! Sense-key specific information (SPC-5 4.5): three bytes whose meaning the sense key gives.
//!
//! They are bytes 15-17 of the fixed format, and stand in descriptors 02h and 0Dh.

use std::borrow::Cow;

use super::SenseKey;
use crate::section::Item;
use crate::wire::{Layout, Meaning, Record, be16, be24, bit, bits, flag};

crate::record! {
    /// ILLEGAL REQUEST: which field is wrong.
    pub struct FieldPointer[0..3] {
        /// Whether the rest is valid.
        sksv: bool = bit(0, 7), "SKSV";
        /// Where the wrong field is.
        c_d: bool = bit(0, 6).when(0, 0x80, 0x80), "C/D", flag("in the CDB", "in the parameter list");
        /// Whether a bit is named.
        bpv: bool = bit(0, 3).when(0, 0x80, 0x80), "BPV", flag("the bit pointer is valid", "no bit is named");
        /// The highest bit of the wrong field.
        bit_pointer: u8 = bits(0, 2, 0).when(0, 0x88, 0x88), "BIT POINTER";
        /// The first byte of the wrong field.
        field_pointer: u16 = be16(1).when(0, 0x80, 0x80), "FIELD POINTER";
    }
    reserved {
        bits(0, 5, 4), "reserved";
    }
}

crate::record! {
    /// HARDWARE ERROR, MEDIUM ERROR and RECOVERED ERROR: how often the drive tried.
    pub struct ActualRetryCount[0..3] {
        /// Whether the rest is valid.
        sksv: bool = bit(0, 7), "SKSV";
        /// How often the drive tried again.
        actual_retry_count: u16 = be16(1).when(0, 0x80, 0x80), "ACTUAL RETRY COUNT";
    }
    reserved {
        bits(0, 6, 0), "reserved";
    }
}

crate::record! {
    /// NO SENSE and NOT READY: how far an operation is.
    pub struct ProgressIndication[0..3] {
        /// Whether the rest is valid.
        sksv: bool = bit(0, 7), "SKSV";
        /// How far it is, of 65536.
        progress_indication: u16 = be16(1).when(0, 0x80, 0x80), "PROGRESS INDICATION", PROGRESS;
    }
    reserved {
        bits(0, 6, 0), "reserved";
    }
}

crate::record! {
    /// COPY ABORTED: which field of an EXTENDED COPY is wrong.
    pub struct SegmentPointer[0..3] {
        /// Whether the rest is valid.
        sksv: bool = bit(0, 7), "SKSV";
        /// What the pointer counts from.
        sd: bool = bit(0, 5).when(0, 0x80, 0x80), "SD",
            flag("from the start of the segment descriptor", "from the start of the parameter list");
        /// Whether a bit is named.
        bpv: bool = bit(0, 3).when(0, 0x80, 0x80), "BPV", flag("the bit pointer is valid", "no bit is named");
        /// The highest bit of the wrong field.
        bit_pointer: u8 = bits(0, 2, 0).when(0, 0x88, 0x88), "BIT POINTER";
        /// The first byte of the wrong field.
        field_pointer: u16 = be16(1).when(0, 0x80, 0x80), "FIELD POINTER";
    }
    reserved {
        bit(0, 6), "reserved";
        bit(0, 4), "reserved";
    }
}

crate::record! {
    /// UNIT ATTENTION: whether some were lost.
    pub struct UnitAttentionQueue[0..3] {
        /// Whether the rest is valid.
        sksv: bool = bit(0, 7), "SKSV";
        /// Whether unit attentions were lost.
        overflow: bool = bit(0, 0).when(0, 0x80, 0x80), "OVERFLOW",
            flag("unit attention conditions were lost: their queue was full", "no unit attention condition was lost");
    }
    reserved {
        bits(0, 6, 1), "reserved";
        be16(1), "reserved";
    }
}

crate::record! {
    /// Any other sense key: the standards give the bits no meaning.
    pub struct Unspecified[0..3] {
        /// Whether the rest is valid.
        sksv: bool = bit(0, 7), "SKSV";
        /// The bits.
        sense_key_specific: u32 = be24(0).bits(22, 0).when(0, 0x80, 0x80), "SENSE KEY SPECIFIC";
    }
}

/// A progress indication in percent.
pub(super) const PROGRESS: Meaning = Meaning::Rule(|number| {
    u16::try_from(number).ok().map(|number| Cow::Owned(super::Progress(number).to_string()))
});

/// Sense-key specific information, by sense key.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // Each holds the record of its name.
pub enum SenseKeySpecific {
    FieldPointer(FieldPointer),
    ActualRetryCount(ActualRetryCount),
    ProgressIndication(ProgressIndication),
    SegmentPointer(SegmentPointer),
    UnitAttentionQueue(UnitAttentionQueue),
    Unspecified(Unspecified),
}

impl SenseKeySpecific {
    /// The tables of every form.
    pub const LAYOUTS: &'static [Layout] = &[
        FieldPointer::LAYOUT,
        ActualRetryCount::LAYOUT,
        ProgressIndication::LAYOUT,
        SegmentPointer::LAYOUT,
        UnitAttentionQueue::LAYOUT,
        Unspecified::LAYOUT,
    ];

    /// Reads the three bytes as that sense key has them.
    #[must_use]
    pub fn read(key: SenseKey, bytes: &[u8]) -> Self {
        match key {
            SenseKey::IllegalRequest => Self::FieldPointer(FieldPointer::read(bytes)),
            SenseKey::HardwareError | SenseKey::MediumError | SenseKey::RecoveredError => {
                Self::ActualRetryCount(ActualRetryCount::read(bytes))
            }
            SenseKey::NoSense | SenseKey::NotReady => {
                Self::ProgressIndication(ProgressIndication::read(bytes))
            }
            SenseKey::CopyAborted => Self::SegmentPointer(SegmentPointer::read(bytes)),
            SenseKey::UnitAttention => Self::UnitAttentionQueue(UnitAttentionQueue::read(bytes)),
            _ => Self::Unspecified(Unspecified::read(bytes)),
        }
    }

    /// Its lines, with their evidence from `page`, where the three bytes start at `base`.
    pub(super) fn entries(&self, page: &[u8], base: usize) -> Vec<Item> {
        match self {
            Self::FieldPointer(record) => record.entries(page, base),
            Self::ActualRetryCount(record) => record.entries(page, base),
            Self::ProgressIndication(record) => record.entries(page, base),
            Self::SegmentPointer(record) => record.entries(page, base),
            Self::UnitAttentionQueue(record) => record.entries(page, base),
            Self::Unspecified(record) => record.entries(page, base),
        }
    }
}
