//! Temperature (0Dh), SPC-5.

use super::{DegreesCelsius, Header, Parameter, ParameterHeader, parameters, show};
use crate::page::Page;
use crate::section::Item;
use crate::wire::{Layout, Notes, Record, byte, names};

crate::record! {
    /// Parameter 0000h: how warm the drive is.
    pub struct CurrentTemperature[4..6] {
        /// How warm the drive is.
        temperature: DegreesCelsius = byte(5), "TEMPERATURE", names(&[(0, "0 °C or below")]);
    }
    reserved {
        byte(4), "reserved";
    }
}

crate::record! {
    /// Parameter 0001h: how warm the drive may be.
    pub struct ReferenceTemperature[4..6] {
        /// The most at which the drive keeps working as specified.
        reference_temperature: DegreesCelsius = byte(5), "REFERENCE TEMPERATURE";
    }
    reserved {
        byte(4), "reserved";
    }
}

/// How warm the drive is, and how warm it may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Temperature {
    /// Parameter 0000h, if the drive has it.
    pub current: Option<CurrentTemperature>,
    /// Parameter 0001h, if the drive has it.
    pub reference: Option<ReferenceTemperature>,
    /// Every parameter, those two and the vendor's, in the drive's order.
    pub parameters: Vec<Parameter>,
}

impl Page for Temperature {
    const KEY: &'static str = "log:0d";
    const CODE: u8 = 0x0d;
    const TITLE: &'static str = "Temperature";
    const LAYOUTS: &'static [Layout] =
        &[Header::LAYOUT, ParameterHeader::LAYOUT, CurrentTemperature::LAYOUT, ReferenceTemperature::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let parameters = parameters(page, notes);
        for parameter in parameters.iter().filter(|p| matches!(p.code(), Some(0 | 1))) {
            if let Some(length) = parameter.header.parameter_length
                && length.0 < 2
            {
                let text = format!("a temperature needs 2 bytes, this parameter has {}", length.0);
                notes.at(parameter.range(), text);
            }
        }
        let find = |code| parameters.iter().find(|p| p.code() == Some(code));
        Self {
            current: find(0).map(|p| CurrentTemperature::read(&p.bytes)),
            reference: find(1).map(|p| ReferenceTemperature::read(&p.bytes)),
            parameters,
        }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        show(page, &self.parameters, |parameter, page| match parameter.code()? {
            0 => Some((
                "Current temperature",
                6,
                CurrentTemperature::read(&parameter.bytes).entries(page, parameter.offset),
            )),
            1 => Some((
                "Reference temperature",
                6,
                ReferenceTemperature::read(&parameter.bytes).entries(page, parameter.offset),
            )),
            _ => None,
        })
    }
}
