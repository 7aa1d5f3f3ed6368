//! Informational exceptions (2Fh), SPC-5.

use super::{DegreesCelsius, Header, Parameter, ParameterHeader, parameters, show};
use crate::page::Page;
use crate::section::{Entry, Item, Value};
use crate::sense::codes;
use crate::wire::{Layout, Notes, Record, byte};

crate::record! {
    /// Parameter 0000h: what the drive predicts of itself, and how warm it is.
    pub struct General[4..9] {
        /// Additional sense code of the pending exception; 0: none.
        additional_sense_code: u8 = byte(4), "INFORMATIONAL EXCEPTION ADDITIONAL SENSE CODE";
        /// Its qualifier.
        additional_sense_code_qualifier: u8 = byte(5), "INFORMATIONAL EXCEPTION ADDITIONAL SENSE CODE QUALIFIER";
        /// How warm the drive is.
        temperature: DegreesCelsius = byte(6), "MOST RECENT TEMPERATURE READING";
        /// At which temperature the drive raises an exception; the vendor's, yet most have it here.
        threshold_temperature: DegreesCelsius = byte(7), "threshold temperature (vendor specific)";
        /// How warm the drive was at most; the vendor's, yet several have it here.
        maximum_temperature: DegreesCelsius = byte(8), "maximum temperature (vendor specific)";
    }
}

impl General {
    /// The pending exception as (ASC, ASCQ); `None` if there is none, or if it was not returned.
    #[must_use]
    pub fn exception(&self) -> Option<(u8, u8)> {
        let code = (self.additional_sense_code?, self.additional_sense_code_qualifier.unwrap_or(0));
        (code != (0, 0)).then_some(code)
    }
}

/// What the drive predicts of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformationalExceptions {
    /// Parameter 0000h, if the drive has it.
    pub general: Option<General>,
    /// Every parameter, that one and the vendor's, in the drive's order.
    pub parameters: Vec<Parameter>,
}

/// What an ASC and ASCQ mean for the drive's health, and the code's own words.
fn text(asc: u8, ascq: u8) -> String {
    let verdict = match (asc, ascq) {
        (0x00, 0x00) => return "no exception is pending".to_owned(),
        (0x5d, _) => "the drive predicts its own failure",
        (0x0b, _) => "the drive warns",
        _ => "an exception is pending",
    };
    format!("{verdict}: {}", codes::text(asc, ascq))
}

impl Page for InformationalExceptions {
    const KEY: &'static str = "log:2f";
    const CODE: u8 = 0x2f;
    const TITLE: &'static str = "Informational exceptions";
    const LAYOUTS: &'static [Layout] = &[Header::LAYOUT, ParameterHeader::LAYOUT, General::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let parameters = parameters(page, notes);
        let general = parameters.iter().find(|p| p.code() == Some(0));
        Self { general: general.map(|p| General::read(&p.bytes)), parameters }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        show(page, &self.parameters, |parameter, page| {
            if parameter.code()? != 0 {
                return None;
            }
            let general = General::read(&parameter.bytes);
            let mut items = general.entries(page, parameter.offset);
            if let (Some(asc), Some(ascq)) =
                (general.additional_sense_code, general.additional_sense_code_qualifier)
            {
                let code = Value::Text(format!("{asc:02X}h/{ascq:02X}h"));
                items.insert(
                    2,
                    Entry::derived("exception", "EXCEPTION", code).meaning(text(asc, ascq)).into(),
                );
            }
            Some(("Informational exceptions general", 9, items))
        })
    }
}
