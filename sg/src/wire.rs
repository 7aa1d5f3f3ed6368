//! Bytes in, values out: the one place of the project that compares lengths.
//!
//! A page is described once, by a [`record!`](crate::record): each field's place ([`At`]), its
//! name in the standard, its type (which carries the unit) and what its codes mean. From that one
//! line come the typed struct field, decoding, encoding, the report line with its evidence, and
//! the coverage table that a test holds against the page's length, bit by bit.
//!
//! Nothing here fails: a field beyond the bytes received is `None`, a list element that was cut
//! is decoded as far as it goes, and [`Notes`] say what was odd.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::section::{Entry, Item, Value};

/// How the bytes of a field make a number or a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Most significant byte first: SCSI.
    Big,
    /// Least significant byte first: ATA.
    Little,
    /// ATA strings, where the two characters of each 16-bit word are swapped, and the few ATA
    /// numbers that have their most significant word first (world wide name).
    Swapped,
}

/// A condition on other bits, without which a field means nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gate {
    /// The byte (in the record) that is tested.
    pub byte: usize,
    /// The bits of it that count.
    pub mask: u8,
    /// What they must be.
    pub value: u8,
}

/// Where a field lies in its record: bytes, and bits of the number that these bytes make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// First byte, counted from the record's start.
    pub start: usize,
    /// How many bytes.
    pub len: usize,
    /// Highest bit, of the number made of these bytes.
    pub high: usize,
    /// Lowest bit, of the number made of these bytes.
    pub low: usize,
    /// How the bytes make a number or a text.
    pub order: Order,
    /// ATA counts in 16-bit words, and so does the way this place is written.
    pub words: bool,
    /// Bits elsewhere that say whether the field is valid.
    pub gate: Option<Gate>,
    /// More such bits: all must agree.
    pub also: Option<Gate>,
    /// An ATA word that says by 0000h or FFFFh that it, and with it the field, is not reported.
    pub reported: Option<usize>,
}

/// `len` bytes from `start`, big-endian.
#[must_use]
pub const fn be(start: usize, len: usize) -> At {
    At {
        start,
        len,
        high: (len * 8).saturating_sub(1),
        low: 0,
        order: Order::Big,
        words: false,
        gate: None,
        also: None,
        reported: None,
    }
}
/// One byte.
#[must_use]
pub const fn byte(start: usize) -> At {
    be(start, 1)
}
/// One bit of a byte.
#[must_use]
pub const fn bit(start: usize, bit: usize) -> At {
    be(start, 1).bits(bit, bit)
}
/// Some bits of a byte, `high` to `low`, both included.
#[must_use]
pub const fn bits(start: usize, high: usize, low: usize) -> At {
    be(start, 1).bits(high, low)
}
/// Big-endian 16 bits.
#[must_use]
pub const fn be16(start: usize) -> At {
    be(start, 2)
}
/// Big-endian 24 bits.
#[must_use]
pub const fn be24(start: usize) -> At {
    be(start, 3)
}
/// Big-endian 32 bits.
#[must_use]
pub const fn be32(start: usize) -> At {
    be(start, 4)
}
/// Big-endian 64 bits.
#[must_use]
pub const fn be64(start: usize) -> At {
    be(start, 8)
}
/// `len` bytes from `start`, little-endian.
#[must_use]
pub const fn le(start: usize, len: usize) -> At {
    let mut at = be(start, len);
    at.order = Order::Little;
    at
}
/// `len` bytes of text, or of bytes without order.
#[must_use]
pub const fn text(start: usize, len: usize) -> At {
    be(start, len)
}
/// The ATA word `number` (little-endian).
#[must_use]
pub const fn word(number: usize) -> At {
    words(number, 1)
}
/// `count` ATA words from `number` on, the least significant first.
#[must_use]
pub const fn words(number: usize, count: usize) -> At {
    let mut at = le(number * 2, count * 2);
    at.words = true;
    at
}
/// `count` ATA words of text from `number` on.
#[must_use]
pub const fn ata_text(number: usize, count: usize) -> At {
    let mut at = words(number, count);
    at.order = Order::Swapped;
    at
}
/// `count` ATA words from `number` on as a number whose most significant word comes first.
#[must_use]
pub const fn words_high_first(number: usize, count: usize) -> At {
    ata_text(number, count)
}

impl At {
    /// Bits `high` to `low` (both included) of the number at this place.
    #[must_use]
    pub const fn bits(mut self, high: usize, low: usize) -> Self {
        self.high = high;
        self.low = low;
        self
    }

    /// One bit of the number at this place.
    #[must_use]
    pub const fn bit(self, bit: usize) -> Self {
        self.bits(bit, bit)
    }

    /// Valid only if `byte & mask == value`.
    #[must_use]
    pub const fn when(mut self, byte: usize, mask: u8, value: u8) -> Self {
        self.gate = Some(Gate { byte, mask, value });
        self
    }

    /// Valid only if also `byte & mask == value`, beside the condition of [`At::when`].
    #[must_use]
    pub const fn and_when(mut self, byte: usize, mask: u8, value: u8) -> Self {
        self.also = Some(Gate { byte, mask, value });
        self
    }

    /// Valid only if ATA word `number` is neither 0000h nor FFFFh.
    #[must_use]
    pub const fn when_word_reported(mut self, number: usize) -> Self {
        self.reported = Some(number);
        self
    }

    /// Valid only if bits 15:14 of ATA word `number` are 01b, as ATA marks several words.
    #[must_use]
    pub const fn when_word_marked(self, number: usize) -> Self {
        self.when(number * 2 + 1, 0xc0, 0x40)
    }

    /// The same place in a record that starts at `base`.
    #[must_use]
    pub const fn from(mut self, base: usize) -> Self {
        self.start += base;
        self
    }

    /// True if the field takes whole bytes.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.low == 0 && self.high + 1 == self.len * 8
    }

    /// The field's bytes, if all of them were received.
    #[must_use]
    pub fn slice<'a>(&self, record: &'a [u8]) -> Option<&'a [u8]> {
        record.get(self.start..self.start.checked_add(self.len)?)
    }

    /// False if the bits that make the field valid were received and say that it is not.
    #[must_use]
    pub fn is_valid(&self, record: &[u8]) -> bool {
        let passes = |gate: Gate| record.get(gate.byte).is_some_and(|&byte| byte & gate.mask == gate.value);
        self.gate.is_none_or(passes)
            && self.also.is_none_or(passes)
            && self.reported.is_none_or(|number| {
                let bytes = number.checked_mul(2).and_then(|at| record.get(at..at.checked_add(2)?));
                bytes.is_some_and(|bytes| bytes != [0, 0] && bytes != [0xff, 0xff])
            })
    }

    /// The number, if the field was received whole, is valid and is at most 64 bits wide.
    #[must_use]
    pub fn number(&self, record: &[u8]) -> Option<u64> {
        if !self.is_valid(record) || self.len > 8 {
            return None;
        }
        let bytes = self.slice(record)?;
        let join = |sum: u64, &byte: &u8| sum << 8 | u64::from(byte);
        let whole = match self.order {
            Order::Big => bytes.iter().fold(0, join),
            Order::Little => bytes.iter().rev().fold(0, join),
            Order::Swapped => swapped(bytes).iter().fold(0, join),
        };
        Some(whole >> self.low & self.mask())
    }

    /// The width of the field in bits.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.high + 1 - self.low
    }

    const fn mask(&self) -> u64 {
        if self.width() >= 64 { u64::MAX } else { (1 << self.width()) - 1 }
    }

    /// Puts `number` at this place, leaving the bits around it. Does nothing beyond the record.
    pub fn put(&self, record: &mut [u8], number: u64) {
        for position in 0..self.width().min(64) {
            if let Some((byte, bit)) = self.locate(position + self.low)
                && let Some(byte) = record.get_mut(byte)
            {
                *byte &= !(1 << bit);
                *byte |= u8::from(number >> position & 1 == 1) << bit;
            }
        }
    }

    /// The byte, and the bit in it, that holds bit `position` of the number.
    #[must_use]
    pub const fn locate(&self, position: usize) -> Option<(usize, usize)> {
        if position >= self.len * 8 {
            return None;
        }
        let byte = match self.order {
            Order::Big => self.start + self.len - 1 - position / 8,
            Order::Little => self.start + position / 8,
            Order::Swapped => self.start + ((self.len - 1 - position / 8) ^ 1),
        };
        Some((byte, position % 8))
    }

    /// The text: printable ASCII, without padding at either end; other bytes as `\xNN`.
    #[must_use]
    pub fn ascii(&self, record: &[u8]) -> Option<String> {
        if !self.is_valid(record) {
            return None;
        }
        let bytes = self.slice(record)?;
        Some(match self.order {
            Order::Swapped => ascii(&swapped(bytes)),
            Order::Big | Order::Little => ascii(bytes),
        })
    }
}

/// Exchanges the bytes of each pair, as ATA strings need.
#[must_use]
pub fn swapped(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(2).flat_map(|pair| pair.iter().rev().copied()).collect()
}

impl fmt::Display for At {
    /// As the standards write it: `4.0`, `4 7:5`, `20-23`, `word 83.10`, `words 100-103`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last, name) = if self.words {
            (self.start / 2, (self.start + self.len.max(1) - 1) / 2, "word")
        } else {
            (self.start, self.start + self.len.max(1) - 1, "byte")
        };
        if first == last {
            write!(f, "{name} {first}")?;
        } else {
            write!(f, "{name}s {first}-{last}")?;
        }
        if self.is_whole() {
            Ok(())
        } else if self.high == self.low {
            write!(f, ".{}", self.low)
        } else {
            write!(f, " {}:{}", self.high, self.low)
        }
    }
}

/// Printable ASCII without padding (spaces, NULs) at either end; other bytes as `\xNN`.
#[must_use]
pub fn ascii(bytes: &[u8]) -> String {
    let shown: String = bytes
        .iter()
        .map(|&byte| match byte {
            0 => " ".to_owned(),
            b' '..=b'~' => char::from(byte).to_string(),
            _ => format!("\\x{byte:02x}"),
        })
        .collect();
    shown.trim().to_owned()
}

/// UTF-8 text without padding at either end; control characters and what is no UTF-8 as `\xNN`.
#[must_use]
pub fn utf8(bytes: &[u8]) -> String {
    use fmt::Write as _;
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let mut shown = String::with_capacity(end);
    for chunk in bytes.get(..end).unwrap_or_default().utf8_chunks() {
        for letter in chunk.valid().chars() {
            if letter.is_control() {
                let mut buffer = [0; 4];
                for byte in letter.encode_utf8(&mut buffer).bytes() {
                    let _ = write!(shown, "\\x{byte:02x}");
                }
            } else {
                shown.push(letter);
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    shown.trim().to_owned()
}

/// Bytes as lower-case hexadecimal digits, without separators.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Bytes as they are written on paper: `72 05 20 00`.
#[must_use]
pub fn spaced_hex(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.join(" ")
}

/// What a code, a special number or a set bit says.
#[derive(Debug, Clone, Copy)]
pub enum Meaning {
    /// The number says it all.
    Plain,
    /// Some numbers have names.
    Names(&'static [(u64, &'static str)]),
    /// A bit: what it says when set, and when clear.
    Flag(&'static str, &'static str),
    /// A rule.
    Rule(fn(u64) -> Option<Cow<'static, str>>),
}

impl Meaning {
    /// What `number` means, if it means more than itself.
    #[must_use]
    pub fn of(&self, number: u64) -> Option<Cow<'static, str>> {
        match self {
            Self::Plain => None,
            Self::Names(names) => {
                names.iter().find(|(code, _)| *code == number).map(|(_, name)| Cow::Borrowed(*name))
            }
            Self::Flag(set, clear) => Some(Cow::Borrowed(if number == 0 { clear } else { set })),
            Self::Rule(rule) => rule(number),
        }
    }
}

/// Some numbers of a field have names.
#[must_use]
pub const fn names(names: &'static [(u64, &'static str)]) -> Meaning {
    Meaning::Names(names)
}
/// A bit with words for both of its states.
#[must_use]
pub const fn flag(set: &'static str, clear: &'static str) -> Meaning {
    Meaning::Flag(set, clear)
}

/// What a field's value is, whatever its unit: what the JSON Schema says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A bit.
    Bit,
    /// A number.
    Number,
    /// A text.
    Text,
    /// Bytes.
    Bytes,
}

/// A field of a record: its names, place, unit and codes.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name in our structs and in JSON.
    pub key: &'static str,
    /// Its name in the standard.
    pub name: &'static str,
    /// Its place.
    pub at: At,
    /// What its value is.
    pub shape: Shape,
    /// Its unit, if it counts something.
    pub unit: Option<&'static str>,
    /// What its codes mean.
    pub meaning: Meaning,
}

/// Bits of a record that no field takes, and why.
#[derive(Debug, Clone, Copy)]
pub struct Reserved {
    /// The bits.
    pub at: At,
    /// Why they are not decoded: reserved, obsolete, or decoded elsewhere.
    pub why: &'static str,
}

/// A record's table: all that is known of it without any bytes.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// The record's name.
    pub name: &'static str,
    /// The bytes it covers.
    pub start: usize,
    /// One past the last byte that it covers.
    pub end: usize,
    /// Its fields.
    pub fields: &'static [Field],
    /// What is left out, and why.
    pub reserved: &'static [Reserved],
}

impl Layout {
    /// The bits, as (byte, bit), that neither a field nor a reason covers.
    #[must_use]
    pub fn gaps(&self) -> Vec<(usize, usize)> {
        let places = self.fields.iter().map(|f| f.at).chain(self.reserved.iter().map(|r| r.at));
        let covered: std::collections::BTreeSet<(usize, usize)> =
            places.flat_map(|at| (at.low..=at.high).filter_map(move |bit| at.locate(bit))).collect();
        (self.start..self.end)
            .flat_map(|byte| (0..8).map(move |bit| (byte, bit)))
            .filter(|place| !covered.contains(place))
            .collect()
    }

    /// Notes an element that is shorter than its layout, or longer if nothing may follow (`open`
    /// elements have a list or a text behind the layout). The notes count from the element's start.
    pub fn measure(&self, what: &str, element: &[u8], open: bool, notes: &mut Notes) {
        let (there, defined) = (element.len(), self.end);
        if there < defined {
            notes.at(there..defined, format!("{what}: {there} bytes are there, the standard has {defined}"));
        } else if there > defined && !open {
            notes.at(defined..there, format!("{what}: the standard has {defined} bytes, {there} are there"));
        }
    }
}

/// How many fields and how many reasons several layouts have, for [`unite`].
#[must_use]
pub const fn count(mut layouts: &[Layout]) -> (usize, usize) {
    let (mut fields, mut reserved) = (0, 0);
    while let [first, rest @ ..] = layouts {
        fields += first.fields.len();
        reserved += first.reserved.len();
        layouts = rest;
    }
    (fields, reserved)
}

/// The tables of several layouts over the same bytes as one: a page whose fields are too many for
/// one struct is declared in parts, and its coverage is that of all of them.
///
/// `F` and `R` are what [`count`] says; it is meant for constants, where a wrong number does not
/// compile.
#[must_use]
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, over our own tables")]
pub const fn unite<const F: usize, const R: usize>(mut layouts: &[Layout]) -> ([Field; F], [Reserved; R]) {
    const FIELD: Field =
        Field { key: "", name: "", at: be(0, 0), shape: Shape::Bytes, unit: None, meaning: Meaning::Plain };
    let mut fields = [FIELD; F];
    let mut reserved = [Reserved { at: be(0, 0), why: "" }; R];
    let (mut field, mut reason) = (0, 0);
    while let [first, rest @ ..] = layouts {
        let mut index = 0;
        while index < first.fields.len() {
            fields[field] = first.fields[index];
            field += 1;
            index += 1;
        }
        index = 0;
        while index < first.reserved.len() {
            reserved[reason] = first.reserved[index];
            reason += 1;
            index += 1;
        }
        layouts = rest;
    }
    assert!(field == F && reason == R, "the sizes of the united table are not what `count` says");
    (fields, reserved)
}

/// A type that a field can have.
pub trait FieldValue: Sized {
    /// The unit that the type carries.
    const UNIT: Option<&'static str> = None;
    /// What its values are.
    const SHAPE: Shape = Shape::Number;
    /// Reads it from a record.
    fn read(at: &At, record: &[u8]) -> Option<Self>;
    /// Writes it into a record.
    fn write(&self, at: &At, record: &mut [u8]);
    /// It, as data for a report.
    fn value(&self) -> Value;
    /// The number whose meaning is asked.
    fn number(&self) -> Option<u64>;
}

impl FieldValue for bool {
    const SHAPE: Shape = Shape::Bit;
    fn read(at: &At, record: &[u8]) -> Option<Self> {
        at.number(record).map(|number| number != 0)
    }
    fn write(&self, at: &At, record: &mut [u8]) {
        at.put(record, u64::from(*self));
    }
    fn value(&self) -> Value {
        Value::Bool(*self)
    }
    fn number(&self) -> Option<u64> {
        Some(u64::from(*self))
    }
}

macro_rules! integers {
    ($($type:ty)*) => { $(
        impl FieldValue for $type {
            fn read(at: &At, record: &[u8]) -> Option<Self> {
                at.number(record).and_then(|number| Self::try_from(number).ok())
            }
            fn write(&self, at: &At, record: &mut [u8]) {
                at.put(record, u64::from(*self));
            }
            fn value(&self) -> Value {
                Value::Unsigned(u64::from(*self))
            }
            fn number(&self) -> Option<u64> {
                Some(u64::from(*self))
            }
        }
    )* };
}
integers! { u8 u16 u32 u64 }

impl FieldValue for String {
    const SHAPE: Shape = Shape::Text;
    fn read(at: &At, record: &[u8]) -> Option<Self> {
        at.ascii(record)
    }
    fn write(&self, at: &At, record: &mut [u8]) {
        let mut bytes: Vec<u8> = self.bytes().chain(std::iter::repeat(b' ')).take(at.len).collect();
        if at.order == Order::Swapped {
            bytes = swapped(&bytes);
        }
        if let Some(place) = record.get_mut(at.start..at.start + at.len) {
            place.copy_from_slice(&bytes);
        }
    }
    fn value(&self) -> Value {
        Value::Text(self.clone())
    }
    fn number(&self) -> Option<u64> {
        None
    }
}

/// Bytes that have no further meaning to us, kept as they are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Octets(pub Vec<u8>);

impl FieldValue for Octets {
    const SHAPE: Shape = Shape::Bytes;
    fn read(at: &At, record: &[u8]) -> Option<Self> {
        at.is_valid(record).then(|| at.slice(record))?.map(|bytes| Self(bytes.to_vec()))
    }
    fn write(&self, at: &At, record: &mut [u8]) {
        if let Some(place) = record.get_mut(at.start..at.start + at.len)
            && place.len() == self.0.len()
        {
            place.copy_from_slice(&self.0);
        }
    }
    fn value(&self) -> Value {
        Value::Bytes(self.0.clone())
    }
    fn number(&self) -> Option<u64> {
        None
    }
}

macro_rules! units {
    ($( $(#[$doc:meta])* $name:ident, $unit:literal; )*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
        pub struct $name(pub u64);
        impl FieldValue for $name {
            const UNIT: Option<&'static str> = Some($unit);
            fn read(at: &At, record: &[u8]) -> Option<Self> {
                at.number(record).map(Self)
            }
            fn write(&self, at: &At, record: &mut [u8]) {
                at.put(record, self.0);
            }
            fn value(&self) -> Value {
                Value::Unsigned(self.0)
            }
            fn number(&self) -> Option<u64> {
                Some(self.0)
            }
        }
    )* };
}
units! {
    /// Logical blocks.
    Blocks, "blocks";
    /// Bytes.
    ByteCount, "bytes";
    /// 16-bit words.
    WordCount, "words";
    /// Hours.
    Hours, "h";
    /// Minutes.
    Minutes, "min";
    /// Seconds.
    Seconds, "s";
    /// Milliseconds.
    Milliseconds, "ms";
    /// Tenths of a second, the unit of several mode page fields.
    Deciseconds, "100 ms";
    /// Nanoseconds.
    Nanoseconds, "ns";
    /// Revolutions a minute.
    Rpm, "rpm";
    /// Whole percent.
    Percent, "%";
    /// Hundredths of a percent.
    BasisPoints, "0.01 %";
    /// Logical sectors.
    Sectors, "sectors";
    /// Times of two minutes, the unit of ATA's erase times.
    TwoMinutes, "2 min";
    /// Times of ten milliseconds.
    Centiseconds, "10 ms";
    /// Microseconds.
    Microseconds, "µs";
    /// Milliamperes.
    Milliamperes, "mA";
    /// Blocks of 512 bytes, whatever the sector size.
    DataBlocks, "512-byte blocks";
    /// Multiples of the time in IDENTIFY DEVICE words 98-99.
    StreamingUnits, "streaming performance granularities";
}

/// Degrees Celsius, signed 8 bits on the wire where the standard says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Celsius(pub i64);

impl FieldValue for Celsius {
    const UNIT: Option<&'static str> = Some("°C");
    /// Two's complement of the field's width.
    fn read(at: &At, record: &[u8]) -> Option<Self> {
        let number = at.number(record)?;
        let shift = 64usize.saturating_sub(at.width());
        Some(Self((number << shift).cast_signed() >> shift))
    }
    fn write(&self, at: &At, record: &mut [u8]) {
        at.put(record, self.0.cast_unsigned());
    }
    fn value(&self) -> Value {
        Value::Signed(self.0)
    }
    fn number(&self) -> Option<u64> {
        Some(self.0.cast_unsigned())
    }
}

/// Something odd about bytes: they were cut, lied about their length, or broke a rule.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Note {
    /// Where, in bytes from the page's start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Range<usize>>,
    /// What, as a sentence.
    pub text: String,
}

/// The notes of one decode.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Notes(pub Vec<Note>);

impl Notes {
    /// Adds a note about some bytes.
    pub fn at(&mut self, bytes: Range<usize>, text: impl Into<String>) {
        self.0.push(Note { bytes: Some(bytes), text: text.into() });
    }
    /// Adds the notes about a part that starts at `base`.
    pub fn append_from(&mut self, part: Self, base: usize) {
        self.0.extend(part.0.into_iter().map(|note| Note {
            bytes: note.bytes.map(|bytes| bytes.start + base..bytes.end + base),
            text: note.text,
        }));
    }
    /// Adds a note about the whole.
    pub fn add(&mut self, text: impl Into<String>) {
        self.0.push(Note { bytes: None, text: text.into() });
    }
}

/// A decoded value, what was odd about its bytes, and the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<T> {
    /// What the bytes say.
    pub value: T,
    /// What was odd.
    pub notes: Vec<Note>,
    /// The bytes.
    pub bytes: bytes::Bytes,
}

/// A fixed layout that [`record!`](crate::record) declares.
pub trait Record: Sized {
    /// Its table.
    const LAYOUT: Layout;
    /// Reads what there is of it; a field that is cut off or not valid is `None`.
    fn read(record: &[u8]) -> Self;
    /// Writes the fields that are `Some` into `record`.
    fn write(&self, record: &mut [u8]);
    /// The fields as report lines, with their evidence from `page`, where the record starts at
    /// `base`.
    fn entries(&self, page: &[u8], base: usize) -> Vec<Item>;
}

/// One report line, for [`record!`](crate::record).
#[must_use]
pub fn entry<T: FieldValue>(field: &Field, value: Option<&T>, page: &[u8], base: usize) -> Item {
    let record = page.get(base..).unwrap_or_default();
    let shown = match value {
        Some(value) => value.value(),
        None if field.at.slice(record).is_some() => Value::Absent("not valid"),
        None => Value::Absent("not returned"),
    };
    Item::Entry(Entry {
        key: Cow::Borrowed(field.key),
        name: Cow::Borrowed(field.name),
        value: shown,
        unit: value.and(field.unit).map(Cow::Borrowed),
        meaning: value.and_then(FieldValue::number).and_then(|number| field.meaning.of(number)),
        raw: field.at.slice(record).map(<[u8]>::to_vec).unwrap_or_default(),
        at: Some(field.at.from(base)),
        from: None,
    })
}

/// Declares a fixed layout: see `docs/adding.md` and [`wire`](crate::wire).
///
/// ```
/// use sg::wire::{Blocks, Record, be16, bit, bits, byte, names};
/// sg::record! {
///     /// An example.
///     pub struct Example[0..4] {
///         /// What the drive does.
///         mode: u8 = bits(0, 7, 4), "MODE", names(&[(1, "fast"), (2, "slow")]);
///         /// Whether it is on.
///         enabled: bool = bit(0, 0), "EN";
///         /// How many.
///         count: Blocks = be16(2), "COUNT";
///     }
///     reserved {
///         bits(0, 3, 1), "reserved";
///         byte(1), "reserved";
///     }
/// }
/// let example = Example::read(&[0x21, 0, 1, 0]);
/// assert_eq!(example.count, Some(Blocks(256)));
/// assert_eq!(example.mode, Some(2));
/// assert!(Example::LAYOUT.gaps().is_empty());
/// ```
#[macro_export]
macro_rules! record {
    (
        $(#[$doc:meta])*
        pub struct $name:ident[$start:literal .. $end:literal] {
            $(
                $(#[$field_doc:meta])*
                $field:ident: $type:ty = $at:expr, $standard:literal $(, $meaning:expr)?;
            )*
        }
        $( reserved { $( $reserved:expr, $why:literal; )* } )?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct $name {
            $(
                $(#[$field_doc])*
                pub $field: Option<$type>,
            )*
        }

        #[allow(non_upper_case_globals)]
        impl $name {
            $(
                #[doc = concat!("Where ", $standard, " is, and what it means.")]
                pub const $field: $crate::wire::Field = $crate::wire::Field {
                    key: stringify!($field),
                    name: $standard,
                    at: $at,
                    shape: <$type as $crate::wire::FieldValue>::SHAPE,
                    unit: <$type as $crate::wire::FieldValue>::UNIT,
                    meaning: $crate::record!(@meaning $($meaning)?),
                };
            )*
        }

        impl $crate::wire::Record for $name {
            const LAYOUT: $crate::wire::Layout = $crate::wire::Layout {
                name: stringify!($name),
                start: $start,
                end: $end,
                fields: &[$( Self::$field, )*],
                reserved: &[$( $( $crate::wire::Reserved { at: $reserved, why: $why }, )* )?],
            };
            fn read(record: &[u8]) -> Self {
                let _ = record;
                Self { $( $field: $crate::wire::FieldValue::read(&Self::$field.at, record), )* }
            }
            fn write(&self, record: &mut [u8]) {
                let _ = &record;
                $( if let Some(value) = &self.$field {
                    $crate::wire::FieldValue::write(value, &Self::$field.at, record);
                } )*
            }
            fn entries(&self, page: &[u8], base: usize) -> Vec<$crate::section::Item> {
                let _ = (page, base);
                vec![$( $crate::wire::entry(&Self::$field, self.$field.as_ref(), page, base), )*]
            }
        }
    };
    (@meaning) => { $crate::wire::Meaning::Plain };
    (@meaning $meaning:expr) => { $meaning };
}

/// Cuts a page to what it says and what was received, whichever is less, and notes a difference.
///
/// `header` is how many bytes stand before the declared length begins to count.
pub fn body<'a>(page: &'a [u8], header: usize, declared: usize, notes: &mut Notes) -> &'a [u8] {
    let says = header.saturating_add(declared);
    if says > page.len() {
        notes.at(
            page.len()..says,
            format!("the page says {says} bytes, {} were received; what is missing is unknown", page.len()),
        );
    }
    page.get(..says.min(page.len())).unwrap_or(page)
}

/// Cuts a page of a fixed length to it, and notes what is missing or too much.
pub fn fixed<'a>(page: &'a [u8], length: usize, notes: &mut Notes) -> &'a [u8] {
    if page.len() < length {
        let text =
            format!("{length} bytes make it whole, {} were received; what is missing is unknown", page.len());
        notes.at(page.len()..length, text);
    } else if page.len() > length {
        notes.at(
            length..page.len(),
            format!("{length} bytes make it whole; {} more are not looked at", page.len() - length),
        );
    }
    page.get(..length).unwrap_or(page)
}

/// Walks a list of elements that carry their own length: each element's bytes with its offset.
///
/// `size` gives an element's whole length from its bytes (at least `header` of them). An element
/// that reaches beyond the list is given as far as it goes, with a note, and is the last.
pub fn walk<'a>(
    page: &'a [u8],
    start: usize,
    header: usize,
    notes: &mut Notes,
    size: impl Fn(&'a [u8]) -> usize,
) -> Vec<(usize, &'a [u8])> {
    let mut elements = Vec::new();
    let mut offset = start;
    while offset < page.len() {
        let rest = page.get(offset..).unwrap_or_default();
        if rest.len() < header {
            notes.at(
                offset..page.len(),
                format!("{} bytes after the last element are too few for another", rest.len()),
            );
            break;
        }
        let wanted = size(rest).max(header).max(1);
        if wanted > rest.len() {
            notes.at(
                offset..page.len(),
                format!("the last element says {wanted} bytes, {} are there", rest.len()),
            );
        }
        elements.push((offset, rest.get(..wanted).unwrap_or(rest)));
        offset = offset.saturating_add(wanted);
    }
    elements
}

/// Reads a binrw record from the start of `bytes`, if there are enough of them.
///
/// binrw declares fixed-size headers and CDBs, and nothing with a length from the device in it.
#[must_use]
pub fn record<T>(bytes: &[u8]) -> Option<T>
where
    T: for<'a> binrw::BinRead<Args<'a> = ()> + binrw::meta::ReadEndian,
{
    T::read(&mut std::io::Cursor::new(bytes)).ok()
}

/// A binrw record as bytes.
#[must_use]
pub fn to_bytes<T>(record: &T) -> Vec<u8>
where
    T: for<'a> binrw::BinWrite<Args<'a> = ()> + binrw::meta::WriteEndian,
{
    let mut cursor = std::io::Cursor::new(Vec::new());
    // Writing fixed-size integers into memory cannot fail; an empty CDB would be refused by any
    // transport.
    match record.write(&mut cursor) {
        Ok(()) => cursor.into_inner(),
        Err(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_as_the_standards_write_them() {
        for (at, text) in [
            (bit(4, 0), "byte 4.0"),
            (bits(4, 7, 5), "byte 4 7:5"),
            (be32(20), "bytes 20-23"),
            (word(83).bit(10), "word 83.10"),
            (words(100, 4), "words 100-103"),
            (byte(5), "byte 5"),
        ] {
            assert_eq!(at.to_string(), text);
        }
    }

    #[test]
    fn numbers_are_read_and_put_back_in_either_order() {
        let page = [0x12, 0x34, 0x56, 0x78];
        for (at, number) in [
            (be32(0), 0x1234_5678),
            (le(0, 4), 0x7856_3412),
            (be16(1), 0x3456),
            (be32(0).bits(30, 28), 1),
            (bits(3, 6, 3), 0xf),
            (words_high_first(0, 2), 0x3412_7856),
            (words_high_first(0, 2).bits(27, 16), 0x412),
        ] {
            assert_eq!(at.number(&page), Some(number), "{at}");
            let mut copy = page;
            at.put(&mut copy, number);
            assert_eq!(copy, page, "{at}");
            at.put(&mut copy, 0);
            assert_eq!(at.number(&copy), Some(0), "{at}");
        }
        assert_eq!(be32(1).number(&page), None, "beyond the end");
    }

    #[test]
    fn a_field_is_valid_only_if_all_its_conditions_hold() {
        let at = word(1).when(0, 0x80, 0x80).and_when(1, 0xc0, 0x40).when_word_reported(1);
        for (record, expected) in [
            ([0x80, 0x40, 0x34, 0x12], Some(0x1234)),
            ([0x00, 0x40, 0x34, 0x12], None),
            ([0x80, 0xc0, 0x34, 0x12], None),
            ([0x80, 0x40, 0x00, 0x00], None),
            ([0x80, 0x40, 0xff, 0xff], None),
        ] {
            assert_eq!(at.number(&record), expected, "{record:02x?}");
        }
        assert_eq!(at.number(&[0x80, 0x40, 0x34]), None, "the word was cut");
    }

    #[test]
    fn a_list_that_lies_about_its_lengths_gives_what_it_holds() {
        let mut notes = Notes::default();
        let list = [1, 2, 0xaa, 0xbb, 1, 9, 0xcc];
        let found = walk(&list, 0, 2, &mut notes, |e| 2 + usize::from(e.get(1).copied().unwrap_or(0)));
        assert_eq!(found, [(0, &list[0..4]), (4, &list[4..7])]);
        assert_eq!(notes.0.len(), 1);
    }

    #[test]
    fn a_page_of_fixed_length_is_cut_to_it_with_a_note() {
        for (length, kept, noted) in [(3, 3, Some(3..4)), (4, 4, None), (6, 4, Some(4..6))] {
            let mut notes = Notes::default();
            assert_eq!(fixed(&vec![7; length], 4, &mut notes).len(), kept);
            assert_eq!(notes.0.first().and_then(|note| note.bytes.clone()), noted);
        }
    }

    #[test]
    fn strings_keep_what_they_cannot_print() {
        assert_eq!(ascii(b"  AB\x01\0 "), "AB\\x01");
        assert_eq!(ata_text(0, 3).ascii(b"EHLL O"), Some("HELLO".to_owned()));
        assert_eq!(utf8(b"naa.5\xc3\xa9\nX\xff=1\0\0"), "naa.5\u{e9}\\x0aX\\xff=1");
    }
}
