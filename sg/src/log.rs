//! Log pages: what LOG SENSE returns (SPC-5 7.3), one file each, one line each in the table below.
//!
//! A page is a header and parameters, each with a code, a control byte and its own length;
//! [`parameters`] walks them. [`describe`] shows any page, also one that is not decoded yet:
//! parameter by parameter. The places of a parameter's fields count from the parameter's first
//! byte in the records, and from the page's first byte in what is shown.

mod informational_exceptions;
mod page_names;
mod supported;
mod temperature;

use std::ops::Range;

use bytes::Bytes;
pub use informational_exceptions::{General, InformationalExceptions};
pub use page_names::{NAMES, name};
pub use supported::{PageEntry, SubpageEntry, SupportedPages, SupportedSubpages};
pub use temperature::{CurrentTemperature, ReferenceTemperature, Temperature};

use crate::page::Page;
use crate::section::{Entry, Item, Section, Value};
use crate::wire::{
    At, ByteCount, Decoded, FieldValue, Notes, Octets, Record, be, be16, bit, bits, body, byte, flag, names,
    walk,
};

crate::pages! {
    SupportedPages,
    SupportedSubpages,
    Temperature,
    InformationalExceptions,
}

/// Which values are asked for (PC field of LOG SENSE). Most pages have only cumulative ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageControl {
    /// The thresholds in effect.
    Threshold,
    /// What was counted.
    Cumulative,
    /// The thresholds that the manufacturer set.
    DefaultThreshold,
    /// What counting begins with.
    DefaultCumulative,
}

impl PageControl {
    /// Its code in the PC field.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Threshold => 0,
            Self::Cumulative => 1,
            Self::DefaultThreshold => 2,
            Self::DefaultCumulative => 3,
        }
    }
}

crate::record! {
    /// The four bytes before every log page.
    pub struct Header[0..4] {
        /// Whether the drive saves the page's parameters.
        disable_save: bool = bit(0, 7), "DS",
            flag("the parameters are not saved", "the parameters are saved");
        /// Whether the subpage code counts.
        subpage_format: bool = bit(0, 6), "SPF", flag("a subpage", "a page without subpage code");
        /// Which page this is.
        page_code: u8 = bits(0, 5, 0), "PAGE CODE";
        /// Which subpage this is.
        subpage_code: u8 = byte(1), "SUBPAGE CODE";
        /// How many bytes follow.
        page_length: ByteCount = be16(2), "PAGE LENGTH";
    }
}

crate::record! {
    /// The four bytes before every log parameter.
    pub struct ParameterHeader[0..4] {
        /// Which parameter this is.
        parameter_code: u16 = be16(0), "PARAMETER CODE";
        /// Whether the drive updates the parameter.
        disable_update: bool = bit(2, 7), "DU",
            flag("the drive does not update it", "the drive updates it");
        /// Saving off for this parameter (obsolete since SPC-4).
        disable_save: bool = bit(2, 6), "DS";
        /// Whether the drive saves the parameter on its own.
        target_save_disable: bool = bit(2, 5), "TSD",
            flag("the drive does not save it on its own", "the drive saves it on its own");
        /// Whether reaching the threshold is reported (obsolete since SPC-5).
        enable_threshold_comparison: bool = bit(2, 4), "ETC",
            flag("compared with its threshold", "not compared with a threshold");
        /// When the threshold counts as met (obsolete since SPC-5).
        threshold_met_criteria: u8 = bits(2, 3, 2), "TMC", names(&[
            (0, "on every update"),
            (1, "when equal to the threshold"),
            (2, "when not equal to the threshold"),
            (3, "when greater than the threshold"),
        ]);
        /// What the parameter's bytes are.
        format_and_linking: u8 = bits(2, 1, 0), "FORMAT AND LINKING", names(&[
            (0, "bounded data counter"),
            (1, "ASCII list"),
            (2, "data counter"),
            (3, "binary list"),
        ]);
        /// How many bytes follow.
        parameter_length: ByteCount = byte(3), "PARAMETER LENGTH";
    }
}

/// A temperature as log pages have it: whole degrees, never below zero; FFh: not available.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DegreesCelsius(pub Option<u8>);

impl FieldValue for DegreesCelsius {
    const UNIT: Option<&'static str> = Some("°C");
    fn read(at: &At, record: &[u8]) -> Option<Self> {
        let number = u8::try_from(at.number(record)?).ok()?;
        Some(Self((number != 0xff).then_some(number)))
    }
    fn write(&self, at: &At, record: &mut [u8]) {
        at.put(record, u64::from(self.0.unwrap_or(0xff)));
    }
    fn value(&self) -> Value {
        self.0.map_or(Value::Absent("not available (FFh)"), |number| Value::Unsigned(u64::from(number)))
    }
    fn number(&self) -> Option<u64> {
        self.0.map(u64::from)
    }
}

/// A parameter of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Where it begins in the page.
    pub offset: usize,
    /// Its header.
    pub header: ParameterHeader,
    /// The whole parameter with its header, as far as it was received.
    pub bytes: Bytes,
}

impl Parameter {
    /// Its code.
    #[must_use]
    pub const fn code(&self) -> Option<u16> {
        self.header.parameter_code
    }

    /// The page up to the parameter's end: what lies beyond is no part of it.
    fn within<'a>(&self, page: &'a [u8]) -> &'a [u8] {
        page.get(..self.range().end).unwrap_or(page)
    }

    /// Where it lies in the page.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.offset..self.offset + self.bytes.len()
    }
}

/// Walks the parameters of a page.
#[must_use]
pub fn parameters(page: &[u8], notes: &mut Notes) -> Vec<Parameter> {
    let size = |parameter: &[u8]| {
        let length = ParameterHeader::parameter_length.at.number(parameter);
        4 + length.and_then(|length| usize::try_from(length).ok()).unwrap_or(0)
    };
    walk(page, 4, 4, notes, size)
        .into_iter()
        .map(|(offset, bytes)| Parameter {
            offset,
            header: ParameterHeader::read(bytes),
            bytes: Bytes::copy_from_slice(bytes),
        })
        .collect()
}

/// What a page knows of a parameter: its name, how many bytes it decodes (from the parameter's
/// first byte), and their lines.
type Known = (&'static str, usize, Vec<Item>);

/// Shows parameters: those that `known` knows by their fields (from the parameter, and the page up
/// to its end), the others by their bytes, and what
/// a known one has beyond its fields as bytes too.
fn show(
    page: &[u8],
    parameters: &[Parameter],
    known: impl Fn(&Parameter, &[u8]) -> Option<Known>,
) -> Vec<Item> {
    let elements = parameters.iter().map(|parameter| {
        let header =
            Section::new("header", "Parameter header", parameter.header.entries(page, parameter.offset));
        let code = parameter.code().unwrap_or(0);
        let (title, decoded, mut lines) = match known(parameter, parameter.within(page)) {
            Some((title, decoded, lines)) => (title.to_owned(), decoded, lines),
            None => (format!("Parameter {code:04X}h"), 4, Vec::new()),
        };
        let rest = be(parameter.offset + decoded, parameter.bytes.len().saturating_sub(decoded));
        if rest.len > 0 {
            let bytes = Octets::read(&rest, page).unwrap_or_default();
            let (key, name) =
                if decoded == 4 { ("value", "PARAMETER VALUE") } else { ("rest", "further bytes") };
            lines.push(Entry::derived(key, name, bytes.value()).evidence(rest, page).into());
        }
        let mut items = vec![Item::Section(header)];
        items.append(&mut lines);
        Section::new("parameter", title, items)
    });
    vec![Item::List { key: "parameters".into(), title: "Parameters".into(), elements: elements.collect() }]
}

/// Cuts what a LOG SENSE brought to the page that it says it is.
fn cut<'a>(received: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    let length = Header::page_length.at.number(received).and_then(|n| usize::try_from(n).ok());
    body(received, 4, length.unwrap_or(0), notes)
}

/// The page code and subpage code that an answer carries; without SPF there is no subpage.
fn codes(page: &[u8]) -> (u8, u8) {
    let header = Header::read(page);
    let subpage = if header.subpage_format == Some(true) { header.subpage_code } else { None };
    (header.page_code.unwrap_or(0), subpage.unwrap_or(0))
}

/// How `--page` names a page: `log:0d`, `log:19/20`.
#[must_use]
pub fn key(code: u8, subpage: u8) -> String {
    if subpage == 0 { format!("log:{code:02x}") } else { format!("log:{code:02x}/{subpage:02x}") }
}

/// Decodes a page of a known type. Bytes of another page give an empty value and a note.
#[must_use]
pub fn decode<P: Page>(received: &[u8]) -> Decoded<P> {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    if !page.is_empty() && codes(page) != (P::CODE, P::SUBPAGE) {
        let (code, subpage) = codes(page);
        notes.add(format!("the drive returned page {}, not {}", key(code, subpage), P::KEY));
        return Decoded {
            value: P::decode(&[], &mut Notes::default()),
            notes: notes.0,
            bytes: Bytes::copy_from_slice(page),
        };
    }
    P::decoded(page, notes)
}

/// Decodes and shows a page of any type; of one that is not known, the parameters' bytes are shown.
#[must_use]
pub fn describe(received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    if page.len() < 4 {
        notes.at(page.len()..4, "the page ends in its header");
    }
    let (code, subpage) = codes(page);
    let mut items = Header::read(page).entries(page, 0);
    // The list of one page's subpages has the layout of the list of all.
    let list = if subpage == 0xff { find(0, 0xff) } else { None };
    let mut section = match find(code, subpage).or(list) {
        Some(kind) => (kind.describe)(page, notes),
        None => {
            notes.add("this page is not decoded yet: the bytes of its parameters are shown as they are");
            let parameters = parameters(page, &mut notes);
            Section { notes: notes.0, ..Section::new("log", "", show(page, &parameters, |_, _| None)) }
        }
    };
    if find(code, subpage).is_none() {
        section.key = key(code, subpage).into();
        section.title = name(code, subpage).unwrap_or("Unknown log page").into();
    }
    items.append(&mut section.items);
    section.items = items;
    section
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn records_are_written_as_they_were_read() {
        fn round<R: Record>(bytes: &[u8]) {
            let mut written = vec![0; bytes.len()];
            R::read(bytes).write(&mut written);
            assert_eq!(written, bytes, "{}", R::LAYOUT.name);
        }
        round::<Header>(&[0xfe, 0xdc, 0xba, 0x98]);
        round::<ParameterHeader>(&[0xfe, 0xdc, 0xba, 0x98]);
        round::<ParameterHeader>(&[0x01, 0x23, 0x45, 0x67]);
        round::<PageEntry>(&[0x3f]);
        round::<SubpageEntry>(&[0x3f, 0xfe]);
        for temperature in [0x00, 0x1e, 0xfe, 0xff] {
            round::<CurrentTemperature>(&[0, 0, 0, 0, 0, temperature]);
            round::<ReferenceTemperature>(&[0, 0, 0, 0, 0, temperature]);
            round::<General>(&[0, 0, 0, 0, 0x5d, 0x10, temperature, temperature, temperature]);
        }
    }

    #[test]
    fn a_parameter_that_is_cut_gives_what_it_holds() {
        let page = [0x2f, 0, 0, 12, 0, 0, 3, 8, 0x5d, 0x10, 30];
        let decoded = decode::<InformationalExceptions>(&page);
        let general = decoded.value.general.unwrap();
        assert_eq!(general.exception(), Some((0x5d, 0x10)));
        assert_eq!(general.temperature, Some(DegreesCelsius(Some(30))));
        assert_eq!(general.threshold_temperature, None, "beyond what came");
        let notes: Vec<&str> = decoded.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(
            notes,
            [
                "the page says 16 bytes, 11 were received; what is missing is unknown",
                "the last element says 12 bytes, 7 are there",
            ]
        );
    }

    #[test]
    fn temperatures_of_odd_lengths_are_not_made_up() {
        // One byte: there is no byte 5. Four bytes: what follows is kept.
        let page = [0x0d, 0, 0, 13, 0, 0, 3, 1, 0x1e, 0, 1, 3, 4, 0, 70, 0xaa, 0xbb];
        let decoded = decode::<Temperature>(&page);
        assert_eq!(decoded.value.current.as_ref().unwrap().temperature, None);
        assert_eq!(decoded.notes[0].text, "a temperature needs 2 bytes, this parameter has 1");
        assert_eq!(decoded.value.reference.unwrap().reference_temperature, Some(DegreesCelsius(Some(70))));
        let section = serde_json::to_value(describe(&page)).unwrap();
        let parameters = &section["fields"]["parameters"];
        assert_eq!(parameters[0]["fields"]["temperature"]["absent"], "not returned");
        assert_eq!(parameters[1]["fields"]["rest"]["value"], "aabb");
    }

    #[test]
    fn the_subpages_of_one_page_are_a_list_too() {
        let section = describe(&[0x4d, 0xff, 0, 4, 0x0d, 0, 0x0d, 2]);
        assert_eq!((section.key.as_ref(), section.title.as_ref()), ("log:0d/ff", "Supported subpages"));
        assert_eq!(section.notes, []);
        let Some(Item::List { elements, .. }) = section.items.last() else { panic!("a list") };
        let found: Vec<_> = elements.iter().map(|element| element.title.as_ref()).collect();
        assert_eq!(found, ["Temperature", "Environmental limits"]);
    }

    #[test]
    fn codes_have_one_name_each() {
        let mut codes: Vec<_> = NAMES.iter().map(|(code, subpage, _)| (code, subpage)).collect();
        codes.dedup();
        assert!(codes.is_sorted() && codes.len() == NAMES.len());
        for page in PAGES {
            assert_eq!(name(page.code, page.subpage), Some(page.title));
            assert_eq!(key(page.code, page.subpage), page.key);
        }
    }
}
