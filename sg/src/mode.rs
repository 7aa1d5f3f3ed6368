//! Mode parameters: what MODE SENSE returns (SPC-5 7.5), and the mode pages, one file each, one
//! line each in the table below.
//!
//! An answer is a header, block descriptors and pages: [`parse`] takes it apart, [`describe`]
//! shows it, [`decode`] gives one page as its type. The places that are shown of a page's fields
//! count from the page's first byte, as the standards do; each page says where in the answer it
//! begins. Four values are asked of each page ([`PageControl`]); [`describe_four`] shows them side
//! by side.

mod caching;
mod control;
mod page_names;

use std::borrow::Cow;

use bytes::Bytes;
pub use caching::Caching;
pub use control::Control;
pub use page_names::{NAMES, name};

use crate::page::Page;
use crate::section::{Entry, Item, Section, Value};
use crate::wire::{
    At, Blocks, ByteCount, Decoded, FieldValue as _, Notes, Octets, Record, be, be16, be24, be32, be64, bit,
    bits, body, byte, flag, names, walk,
};

crate::pages! {
    Caching,
    Control,
}

/// Which of the two MODE SENSE commands an answer is of: their headers differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// MODE SENSE(6).
    Six,
    /// MODE SENSE(10).
    Ten,
}

/// Which values of a page are asked for (PC field of MODE SENSE).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageControl {
    /// What is in effect now.
    Current,
    /// A mask: the bits that MODE SELECT can change.
    Changeable,
    /// What the manufacturer set.
    Default,
    /// What will be in effect after the next power cycle or reset.
    Saved,
}

impl PageControl {
    /// All four, in the order of their codes.
    pub const ALL: [Self; 4] = [Self::Current, Self::Changeable, Self::Default, Self::Saved];

    /// Its code in the PC field.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Current => 0,
            Self::Changeable => 1,
            Self::Default => 2,
            Self::Saved => 3,
        }
    }
}

/// Four of a kind: one for each [`PageControl`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FourValues<T> {
    /// What is in effect now.
    pub current: T,
    /// The bits that can be changed.
    pub changeable: T,
    /// What the manufacturer set.
    pub default: T,
    /// What the next power cycle or reset will bring.
    pub saved: T,
}

impl<T> FourValues<T> {
    /// Makes the four, in the order of their codes.
    pub fn of(mut make: impl FnMut(PageControl) -> T) -> Self {
        Self {
            current: make(PageControl::Current),
            changeable: make(PageControl::Changeable),
            default: make(PageControl::Default),
            saved: make(PageControl::Saved),
        }
    }

    /// One of the four.
    pub const fn get(&self, control: PageControl) -> &T {
        match control {
            PageControl::Current => &self.current,
            PageControl::Changeable => &self.changeable,
            PageControl::Default => &self.default,
            PageControl::Saved => &self.saved,
        }
    }

    /// The four, each turned into something else.
    pub fn map<'a, U>(&'a self, mut turn: impl FnMut(&'a T) -> U) -> FourValues<U> {
        FourValues::of(|control| turn(self.get(control)))
    }
}

crate::record! {
    /// The header of a MODE SENSE(6) answer; byte 2 as SBC-4 defines it for disks.
    pub struct Header6[0..4] {
        /// How many bytes follow this field.
        mode_data_length: ByteCount = byte(0), "MODE DATA LENGTH";
        /// Reserved for disks.
        medium_type: u8 = byte(1), "MEDIUM TYPE";
        /// Whether writes are refused.
        write_protect: bool = bit(2, 7), "WP", flag("write protected", "not write protected");
        /// In MODE SELECT: whether a new capacity may change the product identification.
        cappid: bool = bit(2, 5), "CAPPID";
        /// Whether reads and writes take DPO and FUA.
        dpofua: bool = bit(2, 4), "DPOFUA", flag("DPO and FUA are supported", "DPO and FUA are not supported");
        /// How many bytes of block descriptors follow.
        block_descriptor_length: ByteCount = byte(3), "BLOCK DESCRIPTOR LENGTH";
    }
    reserved {
        bit(2, 6), "reserved";
        bits(2, 3, 0), "reserved";
    }
}

crate::record! {
    /// The header of a MODE SENSE(10) answer; byte 3 as SBC-4 defines it for disks.
    pub struct Header10[0..8] {
        /// How many bytes follow this field.
        mode_data_length: ByteCount = be16(0), "MODE DATA LENGTH";
        /// Reserved for disks.
        medium_type: u8 = byte(2), "MEDIUM TYPE";
        /// Whether writes are refused.
        write_protect: bool = bit(3, 7), "WP", flag("write protected", "not write protected");
        /// In MODE SELECT: whether a new capacity may change the product identification.
        cappid: bool = bit(3, 5), "CAPPID";
        /// Whether reads and writes take DPO and FUA.
        dpofua: bool = bit(3, 4), "DPOFUA", flag("DPO and FUA are supported", "DPO and FUA are not supported");
        /// Which form the block descriptors have.
        longlba: bool = bit(4, 0), "LONGLBA", flag("block descriptors of 16 bytes", "block descriptors of 8 bytes");
        /// How many bytes of block descriptors follow.
        block_descriptor_length: ByteCount = be16(6), "BLOCK DESCRIPTOR LENGTH";
    }
    reserved {
        bit(3, 6), "reserved";
        bits(3, 3, 0), "reserved";
        bits(4, 7, 1), "reserved";
        byte(5), "reserved";
    }
}

crate::record! {
    /// A block descriptor of a disk with 32-bit LBAs (SBC-4).
    pub struct ShortBlockDescriptor[0..8] {
        /// How many blocks the drive has.
        number_of_logical_blocks: Blocks = be32(0), "NUMBER OF LOGICAL BLOCKS", names(&[
            (0, "not told"),
            (0xffff_ffff, "more than fit here: READ CAPACITY(16) says"),
        ]);
        /// How long a block is.
        logical_block_length: ByteCount = be24(5), "LOGICAL BLOCK LENGTH";
    }
    reserved {
        byte(4), "reserved";
    }
}

crate::record! {
    /// A block descriptor of a disk with 64-bit LBAs (SBC-4).
    pub struct LongBlockDescriptor[0..16] {
        /// How many blocks the drive has.
        number_of_logical_blocks: Blocks = be64(0), "NUMBER OF LOGICAL BLOCKS", names(&[(0, "not told")]);
        /// How long a block is.
        logical_block_length: ByteCount = be32(12), "LOGICAL BLOCK LENGTH";
    }
    reserved {
        be32(8), "reserved";
    }
}

crate::record! {
    /// What stands before a page without a subpage code.
    pub struct PageHeader[0..2] {
        /// Whether MODE SELECT can save the page.
        parameters_savable: bool = bit(0, 7), "PS", flag("the page can be saved", "the page cannot be saved");
        /// Which of the two formats the page has.
        subpage_format: bool = bit(0, 6), "SPF", flag("subpage format", "page format");
        /// Which page this is.
        page_code: u8 = bits(0, 5, 0), "PAGE CODE";
        /// How many bytes follow.
        page_length: ByteCount = byte(1), "PAGE LENGTH";
    }
}

crate::record! {
    /// What stands before a page with a subpage code.
    pub struct SubpageHeader[0..4] {
        /// Whether MODE SELECT can save the page.
        parameters_savable: bool = bit(0, 7), "PS", flag("the page can be saved", "the page cannot be saved");
        /// Which of the two formats the page has.
        subpage_format: bool = bit(0, 6), "SPF", flag("subpage format", "page format");
        /// Which page this is.
        page_code: u8 = bits(0, 5, 0), "PAGE CODE";
        /// Which subpage this is.
        subpage_code: u8 = byte(1), "SUBPAGE CODE";
        /// How many bytes follow.
        page_length: ByteCount = be16(2), "PAGE LENGTH";
    }
}

/// The header of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Header {
    /// Of MODE SENSE(6).
    Six(Header6),
    /// Of MODE SENSE(10).
    Ten(Header10),
}

impl Header {
    /// WP: whether writes are refused.
    #[must_use]
    pub const fn write_protect(&self) -> Option<bool> {
        match self {
            Self::Six(header) => header.write_protect,
            Self::Ten(header) => header.write_protect,
        }
    }

    /// DPOFUA: whether reads and writes take DPO and FUA.
    #[must_use]
    pub const fn dpofua(&self) -> Option<bool> {
        match self {
            Self::Six(header) => header.dpofua,
            Self::Ten(header) => header.dpofua,
        }
    }

    fn entries(&self, answer: &[u8]) -> Vec<Item> {
        match self {
            Self::Six(header) => header.entries(answer, 0),
            Self::Ten(header) => header.entries(answer, 0),
        }
    }
}

/// A block descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockDescriptor {
    /// With 32-bit LBAs.
    Short(ShortBlockDescriptor),
    /// With 64-bit LBAs.
    Long(LongBlockDescriptor),
}

impl BlockDescriptor {
    /// How many blocks the drive has; 0 if it does not say.
    #[must_use]
    pub const fn number_of_logical_blocks(&self) -> Option<Blocks> {
        match self {
            Self::Short(descriptor) => descriptor.number_of_logical_blocks,
            Self::Long(descriptor) => descriptor.number_of_logical_blocks,
        }
    }

    /// How long a block is.
    #[must_use]
    pub const fn logical_block_length(&self) -> Option<ByteCount> {
        match self {
            Self::Short(descriptor) => descriptor.logical_block_length,
            Self::Long(descriptor) => descriptor.logical_block_length,
        }
    }
}

/// A page of an answer, as bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageBytes {
    /// Its code.
    pub code: u8,
    /// Its subpage code, 0 for a page without.
    pub subpage: u8,
    /// Where it begins in the answer.
    pub offset: usize,
    /// The whole page with its header, as far as it was received.
    pub bytes: Bytes,
}

/// An answer, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    /// Its header.
    pub header: Header,
    /// Its block descriptors, each with where it begins in the answer.
    pub block_descriptors: Vec<(usize, BlockDescriptor)>,
    /// Its pages, in the order in which they came.
    pub pages: Vec<PageBytes>,
}

impl Parameters {
    /// The bytes of the page of that code and subpage, if it came.
    #[must_use]
    pub fn find(&self, code: u8, subpage: u8) -> Option<&PageBytes> {
        self.pages.iter().find(|page| page.code == code && page.subpage == subpage)
    }

    /// A page of a known type, if it came.
    #[must_use]
    pub fn page<P: Page>(&self) -> Option<Decoded<P>> {
        let page = self.find(P::CODE, P::SUBPAGE)?;
        let mut notes = Notes::default();
        let bytes = cut(&page.bytes, &mut notes);
        Some(P::decoded(bytes, notes))
    }
}

/// Some kernels' libata sends the command duration limits pages T2A and T2B (0Ah/07h and 08h)
/// in subpage format without saying so. No other page 0Ah has such a length byte, and these two
/// have one length only (SPC-6).
const T2_LENGTH: u64 = 0xe4;

fn lacks_spf(page: &[u8]) -> bool {
    PageHeader::subpage_format.at.number(page) == Some(0)
        && PageHeader::page_code.at.number(page) == Some(0x0a)
        && matches!(SubpageHeader::subpage_code.at.number(page), Some(7 | 8))
        && SubpageHeader::page_length.at.number(page) == Some(T2_LENGTH)
}

fn has_subpage(page: &[u8]) -> bool {
    PageHeader::subpage_format.at.number(page) == Some(1) || lacks_spf(page)
}

fn codes(page: &[u8]) -> (u8, u8) {
    let subpage = if has_subpage(page) { u8::read(&SubpageHeader::subpage_code.at, page) } else { None };
    (u8::read(&PageHeader::page_code.at, page).unwrap_or(0), subpage.unwrap_or(0))
}

/// How many bytes a page says that it has, its header included.
fn size(page: &[u8]) -> usize {
    let (header, length) =
        if has_subpage(page) { (4, SubpageHeader::page_length.at) } else { (2, PageHeader::page_length.at) };
    header + length.number(page).and_then(|length| usize::try_from(length).ok()).unwrap_or(0)
}

/// Cuts bytes to the page that they say they are.
fn cut<'a>(page: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    if codes(page) == (0, 0) {
        return page;
    }
    if lacks_spf(page) {
        notes.at(0..1, "SPF is 0, yet this is a page in subpage format (libata of some kernels sends it so)");
    }
    body(page, 0, size(page), notes)
}

/// Takes the answer to a MODE SENSE apart.
#[must_use]
pub fn parse(received: &[u8], form: Form) -> Decoded<Parameters> {
    let mut notes = Notes::default();
    let (value, answer) = split(received, form, &mut notes);
    Decoded { value, notes: notes.0, bytes: Bytes::copy_from_slice(answer) }
}

fn split<'a>(received: &'a [u8], form: Form, notes: &mut Notes) -> (Parameters, &'a [u8]) {
    let (header, start, counted_from, data_length, descriptors_length, longlba) = match form {
        Form::Six => {
            let header = Header6::read(received);
            let lengths = (header.mode_data_length, header.block_descriptor_length);
            (Header::Six(header), 4, 1, lengths.0, lengths.1, false)
        }
        Form::Ten => {
            let header = Header10::read(received);
            let lengths = (header.mode_data_length, header.block_descriptor_length);
            let longlba = header.longlba.unwrap_or(false);
            (Header::Ten(header), 8, 2, lengths.0, lengths.1, longlba)
        }
    };
    let length =
        |field: Option<ByteCount>| usize::try_from(field.unwrap_or_default().0).unwrap_or(usize::MAX);
    let answer = body(received, counted_from, length(data_length), notes);
    if answer.len() < start {
        notes.at(answer.len()..start, "the answer ends in its header: nothing follows");
    }
    let pages_start = start.saturating_add(length(descriptors_length));
    if pages_start > answer.len() && answer.len() >= start && length(descriptors_length) > 0 {
        notes.at(
            answer.len()..pages_start,
            format!(
                "the header says {} bytes of block descriptors, the answer ends before",
                length(descriptors_length)
            ),
        );
    }
    let descriptors = answer.get(..pages_start.min(answer.len())).unwrap_or_default();
    let each = if longlba { 16 } else { 8 };
    let block_descriptors = walk(descriptors, start, 1, notes, |_| each)
        .into_iter()
        .map(|(offset, bytes)| {
            let descriptor = if longlba {
                BlockDescriptor::Long(LongBlockDescriptor::read(bytes))
            } else {
                BlockDescriptor::Short(ShortBlockDescriptor::read(bytes))
            };
            (offset, descriptor)
        })
        .collect();
    // Page 00h is the vendor's, needs no page format, and comes last: it takes what is left.
    let pages =
        walk(
            answer,
            pages_start,
            2,
            notes,
            |rest| if codes(rest) == (0, 0) { rest.len() } else { size(rest) },
        )
        .into_iter()
        .map(|(offset, bytes)| {
            let (code, subpage) = codes(bytes);
            PageBytes { code, subpage, offset, bytes: Bytes::copy_from_slice(bytes) }
        })
        .collect();
    (Parameters { header, block_descriptors, pages }, answer)
}

/// Decodes the page of a known type that is in an answer; `None` if it is not there.
#[must_use]
pub fn decode<P: Page>(received: &[u8], form: Form) -> Option<Decoded<P>> {
    parse(received, form).value.page()
}

/// How `--page` names a page: `mode:08`, `mode:0a/01`.
#[must_use]
pub fn key(code: u8, subpage: u8) -> String {
    if subpage == 0 { format!("mode:{code:02x}") } else { format!("mode:{code:02x}/{subpage:02x}") }
}

/// Shows a whole answer: header, block descriptors, and each page.
#[must_use]
pub fn describe(received: &[u8], form: Form) -> Section {
    let mut notes = Notes::default();
    let (parameters, answer) = split(received, form, &mut notes);
    // The header came whole even if its own length says that less follows than it has.
    let header = Section::new("header", "Mode parameter header", parameters.header.entries(received));
    let before_pages = parameters.pages.first().map_or(answer.len(), |page| page.offset);
    let within = answer.get(..before_pages).unwrap_or(answer);
    let descriptors = parameters
        .block_descriptors
        .iter()
        .map(|(offset, descriptor)| {
            let (title, items) = match descriptor {
                BlockDescriptor::Short(it) => ("Block descriptor", it.entries(within, *offset)),
                BlockDescriptor::Long(it) => ("Block descriptor, long", it.entries(within, *offset)),
            };
            Section::new("block_descriptor", title, items)
        })
        .collect();
    let pages = parameters
        .pages
        .iter()
        .map(|page| {
            let mut section = describe_page(&page.bytes);
            let offset = Entry::derived(
                "offset",
                "OFFSET IN THE ANSWER",
                Value::Unsigned(u64::try_from(page.offset).unwrap_or(u64::MAX)),
            )
            .unit("bytes");
            section.items.insert(0, Item::Entry(offset));
            section
        })
        .collect();
    let mut section = Section::new(
        "mode",
        "Mode parameters",
        vec![
            Item::Section(header),
            Item::List {
                key: "block_descriptors".into(),
                title: "Block descriptors".into(),
                elements: descriptors,
            },
            Item::List { key: "pages".into(), title: "Mode pages".into(), elements: pages },
        ],
    );
    section.notes = notes.0;
    section
}

/// Shows one page, from its first byte; one that is not known is shown as its bytes.
#[must_use]
pub fn describe_page(received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let (code, subpage) = codes(received);
    let page = cut(received, &mut notes);
    let (header, mut items) = match (has_subpage(page), (code, subpage)) {
        (true, _) => (4, SubpageHeader::read(page).entries(page, 0)),
        // A page 00h may have no header.
        (false, (0, 0)) => (0, Vec::new()),
        (false, _) => (2, PageHeader::read(page).entries(page, 0)),
    };
    let mut section = match find(code, subpage) {
        Some(kind) => (kind.describe)(page, notes),
        None => {
            let title = name(code, subpage).unwrap_or("Unknown mode page");
            notes.add("this page is not decoded yet: its bytes are shown as they are");
            let at = be(header, page.len().saturating_sub(header));
            let bytes = Octets::read(&at, page).unwrap_or_default();
            let entry =
                Entry::derived("mode_parameters", "MODE PARAMETERS", bytes.value()).evidence(at, page);
            Section { notes: notes.0, ..Section::new(key(code, subpage), title, vec![entry.into()]) }
        }
    };
    items.append(&mut section.items);
    section.items = items;
    section
}

/// The keys of a page's header: the same in all four answers, and never changeable.
const HEADER: [&str; 5] =
    ["parameters_savable", "subpage_format", "page_code", "subpage_code", "page_length"];

/// Shows the four values of one page side by side: for each field, what is in effect, whether it
/// can be changed, what the manufacturer set, and what is saved.
///
/// `pages` has the page's bytes from its first byte, or `None` where the drive gave none.
#[must_use]
pub fn describe_four(code: u8, subpage: u8, pages: &FourValues<Option<&[u8]>>) -> Section {
    let shown = pages.map(|page| page.map(describe_page));
    let any = PageControl::ALL.iter().find_map(|&control| shown.get(control).as_ref());
    let title =
        find(code, subpage).map(|kind| kind.title).or(name(code, subpage)).unwrap_or("Unknown mode page");
    let mut section = Section::new(key(code, subpage), title, Vec::new());
    let Some(any) = any else {
        section
            .notes
            .push(crate::wire::Note { bytes: None, text: "the drive gave none of the four values".into() });
        return section;
    };
    for control in PageControl::ALL {
        for note in shown.get(control).iter().flat_map(|page| &page.notes) {
            if !section.notes.contains(note) {
                section.notes.push(note.clone());
            }
        }
    }
    for item in &any.items {
        let Item::Entry(field) = item else { continue };
        if HEADER.contains(&field.key.as_ref()) {
            section.items.push(item.clone());
            continue;
        }
        let values = PageControl::ALL.into_iter().map(|control| {
            let found = shown.get(control).as_ref().and_then(|page| page.find(&field.key));
            let page = pages.get(control).map(|page| cut(page, &mut Notes::default()));
            Item::Entry(one_of_four(control, found, page))
        });
        let four = Section::new(field.key.clone(), field.name.clone(), values.collect());
        section.items.push(Item::Section(Section { variants: true, ..four }));
    }
    section
}

/// One line of a field's four.
fn one_of_four(control: PageControl, found: Option<&Entry>, page: Option<&[u8]>) -> Entry {
    let (key, name) = match control {
        PageControl::Current => ("current", "CURRENT"),
        PageControl::Changeable => ("changeable", "CHANGEABLE"),
        PageControl::Default => ("default", "DEFAULT"),
        PageControl::Saved => ("saved", "SAVED"),
    };
    let Some(found) = found else {
        return Entry::derived(key, name, Value::Absent("the drive gave no such values"));
    };
    let entry = Entry { key: Cow::Borrowed(key), name: Cow::Borrowed(name), ..found.clone() };
    match (control, found.at, page) {
        (PageControl::Changeable, Some(at), Some(page)) => changeable(entry, &At { gate: None, ..at }, page),
        _ => entry,
    }
}

/// The mask of a field says whether it can be changed, and means nothing else.
fn changeable(entry: Entry, at: &At, page: &[u8]) -> Entry {
    let bare = Entry { unit: None, meaning: None, ..entry };
    let Some(mask) = at.slice(page) else { return bare };
    let set = (at.low..=at.high)
        .filter(|&bit| at.locate(bit).and_then(|(byte, bit)| page.get(byte).map(|b| b >> bit & 1)) == Some(1))
        .count();
    if set == 0 {
        Entry { value: Value::Bool(false), ..bare }.meaning("fixed")
    } else if set == at.width() {
        Entry { value: Value::Bool(true), ..bare }.meaning("can be changed")
    } else {
        let mask = mask.to_vec();
        Entry { value: Value::Bytes(mask), ..bare }.meaning("only the bits of this mask can be changed")
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    /// A value in a section, as JSON shows it.
    fn json(section: &Section) -> serde_json::Value {
        serde_json::to_value(section).unwrap()
    }

    #[test]
    fn headers_descriptors_and_pages_are_written_as_they_were_read() {
        fn round<R: Record>(bytes: &[u8]) {
            let mut written = vec![0; bytes.len()];
            R::read(bytes).write(&mut written);
            assert_eq!(written, bytes, "{}", R::LAYOUT.name);
        }
        round::<Header6>(&[0xfe, 0xdc, 0xb0, 0x98]);
        round::<Header10>(&[0xfe, 0xdc, 0xba, 0xb0, 1, 0, 0x76, 0x54]);
        round::<ShortBlockDescriptor>(&[0xfe, 0xdc, 0xba, 0x98, 0, 0x76, 0x54, 0x32]);
        round::<LongBlockDescriptor>(&[
            0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10, 0, 0, 0, 0, 1, 2, 3, 4,
        ]);
        round::<PageHeader>(&[0xff, 0xfe]);
        round::<SubpageHeader>(&[0xff, 0xfe, 0xdc, 0xba]);
        let mut caching = [0xa5; 20];
        (caching[0], caching[1], caching[16]) = (0, 0, 0);
        round::<Caching>(&caching);
        let mut control = [0x5a; 12];
        (control[0], control[1]) = (0, 0);
        round::<Control>(&control);
        round::<Control>(&control.map(|byte| if byte == 0 { 0 } else { 0xa5 }));
    }

    #[test]
    fn an_answer_that_is_cut_gives_what_it_holds() {
        let answer = [0, 58, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 2, 0, 0x08, 0x12, 0x04];
        let decoded = parse(&answer, Form::Ten);
        let caching = decoded.value.page::<Caching>().unwrap();
        assert_eq!(caching.value.write_cache_enable, Some(true));
        assert_eq!(caching.value.disable_read_ahead, None, "beyond what came");
        let section = json(&describe(&answer, Form::Ten));
        assert_eq!(
            section["notes"][0]["text"],
            "the page says 60 bytes, 19 were received; what is missing is unknown"
        );
        let page = &section["fields"]["pages"][0];
        assert_eq!(page["fields"]["write_cache_enable"]["value"], true);
        assert_eq!(page["fields"]["disable_read_ahead"]["absent"], "not returned");
        assert_eq!(
            page["notes"][0]["text"],
            "the page says 20 bytes, 3 were received; what is missing is unknown"
        );
    }

    #[test]
    fn libatas_t2_pages_without_spf_do_not_hide_the_pages_after_them() {
        let mut answer = vec![0, 0, 0, 0, 0, 0, 0, 0];
        answer.extend([0x0a, 0x0a, 0x02, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 30]);
        for _ in 0..2 {
            answer.extend([0x0a, 0x07, 0x00, 0xe4]);
            answer.resize(answer.len() + 0xe4, 0x11);
        }
        answer.extend([0x4a, 0xf2, 0x00, 0x0c, 2]);
        answer.resize(answer.len() + 11, 0);
        let length = u16::try_from(answer.len() - 2).unwrap().to_be_bytes();
        answer[..2].copy_from_slice(&length);
        let decoded = parse(&answer, Form::Ten);
        let codes: Vec<_> =
            decoded.value.pages.iter().map(|page| (page.code, page.subpage, page.bytes.len())).collect();
        assert_eq!(codes, [(0x0a, 0, 12), (0x0a, 7, 0xe8), (0x0a, 7, 0xe8), (0x0a, 0xf2, 16)]);
        assert_eq!(decoded.notes, []);
        let section = describe_page(&decoded.value.pages[1].bytes);
        assert_eq!(section.key, "mode:0a/07");
        assert!(section.notes[0].text.starts_with("SPF is 0"), "{:?}", section.notes);
    }

    #[test]
    fn page_00_takes_what_is_left() {
        let answer = [14, 0, 0, 0, 0x88, 0x02, 0x04, 0x00, 0x80, 0x00, 1, 2, 3, 4, 5];
        let pages = parse(&answer, Form::Six).value.pages;
        assert_eq!(pages.len(), 2);
        assert_eq!((pages[1].code, pages[1].bytes.as_ref()), (0, &answer[8..]));
    }

    #[test]
    fn units_follow_the_bits_that_choose_them() {
        let mut page = [0; 20];
        (page[0], page[1], page[7], page[15]) = (8, 18, 3, 4);
        let unit = |page: &[u8], key: &str| describe_page(page).find(key).unwrap().unit.clone().unwrap();
        assert_eq!(unit(&page, "minimum_prefetch"), "blocks");
        assert_eq!(unit(&page, "cache_segment_size"), "bytes");
        (page[2], page[12]) = (0x02, 0x40);
        assert_eq!(unit(&page, "minimum_prefetch"), "× transfer length");
        assert_eq!(unit(&page, "maximum_prefetch"), "× transfer length");
        assert_eq!(unit(&page, "cache_segment_size"), "blocks");
    }

    #[test]
    fn four_values_stand_side_by_side() {
        let current = [0x88, 4, 0x04, 0x10, 0x00, 0x02];
        let changeable = [0x88, 4, 0x04, 0x70, 0xff, 0xff];
        let default = [0x88, 4, 0x00, 0x00, 0x00, 0x01];
        let pages = FourValues {
            current: Some(&current[..]),
            changeable: Some(&changeable),
            default: Some(&default),
            saved: None,
        };
        let section = json(&describe_four(8, 0, &pages));
        let fields = &section["fields"];
        assert_eq!(section["title"], "Caching");
        assert_eq!(fields["parameters_savable"]["value"], true, "the header is there once");
        let of = |field: &str, which: &str| fields[field]["fields"][which]["value"].clone();
        let row = |field| ["current", "changeable", "default", "saved"].map(|which| of(field, which));
        assert_eq!(
            row("write_cache_enable"),
            [true.into(), true.into(), false.into(), serde_json::Value::Null]
        );
        assert_eq!(
            row("read_cache_disable"),
            [false.into(), false.into(), false.into(), serde_json::Value::Null]
        );
        assert_eq!(of("demand_read_retention_priority", "current"), 1);
        assert_eq!(of("demand_read_retention_priority", "changeable"), "70", "a mask of some bits");
        assert_eq!(
            row("disable_prefetch_transfer_length"),
            [2.into(), true.into(), 1.into(), serde_json::Value::Null]
        );
        assert_eq!(
            fields["write_cache_enable"]["fields"]["saved"]["absent"], "the drive gave no such values",
            "not taken for a zero"
        );
        assert_eq!(
            of("number_of_cache_segments", "current"),
            serde_json::Value::Null,
            "the page ended before"
        );
        let none = describe_four(0x1c, 0, &FourValues::default());
        assert_eq!((none.title.as_ref(), none.notes.len()), ("Informational exceptions control", 1));
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
