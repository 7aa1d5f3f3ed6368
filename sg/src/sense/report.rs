//! Sense data in JSON, where an error is reported.

use serde::Serialize;

use super::{Pointer, Sense};
use crate::wire::hex;

/// What a sense data says, for JSON; what it does not say is left out.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SenseReport {
    /// The sense key.
    pub key: KeyReport,
    /// Additional sense code.
    pub asc: u8,
    /// Additional sense code qualifier.
    pub ascq: u8,
    /// What the code says.
    pub text: String,
    /// The error is of an earlier command.
    pub deferred: bool,
    /// The field that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field_pointer: Option<Pointer>,
    /// The field of an EXTENDED COPY that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segment_pointer: Option<Pointer>,
    /// How far an operation is, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress_percent: Option<f64>,
    /// How often the drive tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_count: Option<u16>,
    /// INFORMATION: often the first LBA with the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub information: Option<u64>,
    /// COMMAND-SPECIFIC INFORMATION, unless it is zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_specific_information: Option<u64>,
    /// The part that failed, as the vendor numbers them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field_replaceable_unit: Option<u8>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<&'static str>,
    /// The bytes, in hexadecimal.
    #[cfg_attr(feature = "schemars", schemars(regex(pattern = r"^([0-9a-f]{2})*$")))]
    pub raw: String,
}

/// A sense key, for JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct KeyReport {
    /// Its number.
    pub number: u8,
    /// Its name in the standard.
    pub name: &'static str,
}

impl Sense {
    /// It, for JSON.
    #[must_use]
    pub fn report(&self) -> SenseReport {
        SenseReport {
            key: KeyReport { number: self.key, name: self.sense_key().name() },
            asc: self.asc,
            ascq: self.ascq,
            text: self.text().into_owned(),
            deferred: self.is_deferred(),
            field_pointer: self.field_pointer(),
            segment_pointer: self.segment_pointer(),
            progress_percent: self.progress().map(|progress| progress.fraction() * 100.0),
            retry_count: self.retry_count(),
            information: self.information(),
            command_specific_information: self.command_specific_information().filter(|number| *number != 0),
            field_replaceable_unit: self.field_replaceable_unit(),
            advice: self.advice(),
            raw: hex(self.data()),
        }
    }
}
