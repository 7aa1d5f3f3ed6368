//! What a page holds, as data: pages make it, renderers show it, and neither knows the other.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::wire::{At, Note, hex};

/// A value as it goes into a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A bit.
    Bool(bool),
    /// A number.
    Unsigned(u64),
    /// A signed number.
    Signed(i64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Nothing, and why: the page ended before it, or its validity bits say no.
    Absent(&'static str),
}

/// One line of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name in JSON: `maximum_unmap_lba_count`.
    pub key: Cow<'static, str>,
    /// Its name in the standard: `MAXIMUM UNMAP LBA COUNT`.
    pub name: Cow<'static, str>,
    /// What it is.
    pub value: Value,
    /// Its unit, if it counts something.
    pub unit: Option<Cow<'static, str>>,
    /// What the value means, where it means more than itself.
    pub meaning: Option<Cow<'static, str>>,
    /// The bytes that it was read from.
    pub raw: Vec<u8>,
    /// Where they are in the page.
    pub at: Option<At>,
    /// Where the value comes from, if that is not the page of the section that it stands in.
    pub from: Option<Cow<'static, str>>,
}

impl Entry {
    /// An entry that is computed from others, and so has no bytes of its own.
    #[must_use]
    pub fn derived(key: &'static str, name: &'static str, value: Value) -> Self {
        Self {
            key: Cow::Borrowed(key),
            name: Cow::Borrowed(name),
            value,
            unit: None,
            meaning: None,
            raw: Vec::new(),
            at: None,
            from: None,
        }
    }

    /// The same with a unit.
    #[must_use]
    pub fn unit(mut self, unit: &'static str) -> Self {
        self.unit = Some(Cow::Borrowed(unit));
        self
    }

    /// The same with a meaning.
    #[must_use]
    pub fn meaning(mut self, meaning: impl Into<Cow<'static, str>>) -> Self {
        self.meaning = Some(meaning.into());
        self
    }

    /// The same with where it comes from.
    #[must_use]
    pub fn from(mut self, source: impl Into<Cow<'static, str>>) -> Self {
        self.from = Some(source.into());
        self
    }

    /// The same with its evidence.
    #[must_use]
    pub fn evidence(mut self, at: At, page: &[u8]) -> Self {
        self.raw = at.slice(page).map(<[u8]>::to_vec).unwrap_or_default();
        self.at = Some(at);
        self
    }
}

/// A part of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A line.
    Entry(Entry),
    /// A section in the section.
    Section(Section),
    /// A list of sections of one kind, such as the descriptors of a page.
    List {
        /// Its name in JSON.
        key: Cow<'static, str>,
        /// Its heading.
        title: Cow<'static, str>,
        /// Its elements.
        elements: Vec<Section>,
    },
}

impl From<Entry> for Item {
    fn from(entry: Entry) -> Self {
        Self::Entry(entry)
    }
}

/// A page, or a part of one, as data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Section {
    /// Where it comes from, as `--page` names it (`vpd:b0`), or its name in JSON.
    pub key: Cow<'static, str>,
    /// Its heading.
    pub title: Cow<'static, str>,
    /// Its lines, in the page's order.
    pub items: Vec<Item>,
    /// What was odd about its bytes.
    pub notes: Vec<Note>,
    /// Its entries are variants of one value, to be shown side by side.
    pub variants: bool,
}

impl Section {
    /// A section with a heading and lines.
    #[must_use]
    pub fn new(
        key: impl Into<Cow<'static, str>>,
        title: impl Into<Cow<'static, str>>,
        items: Vec<Item>,
    ) -> Self {
        Self { key: key.into(), title: title.into(), items, notes: Vec::new(), variants: false }
    }

    /// The entry of that key, also in the sections inside this one.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<&Entry> {
        self.items.iter().find_map(|item| match item {
            Item::Entry(entry) => (entry.key == key).then_some(entry),
            Item::Section(section) => section.find(key),
            Item::List { elements, .. } => elements.iter().find_map(|element| element.find(key)),
        })
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Unsigned(value) => serializer.serialize_u64(*value),
            Self::Signed(value) => serializer.serialize_i64(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::Bytes(value) => serializer.serialize_str(&hex(value)),
            Self::Absent(_) => serializer.serialize_none(),
        }
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("value", &self.value)?;
        if let Value::Absent(why) = self.value {
            map.serialize_entry("absent", why)?;
        }
        if let Some(unit) = &self.unit {
            map.serialize_entry("unit", unit)?;
        }
        if let Some(meaning) = &self.meaning {
            map.serialize_entry("meaning", meaning)?;
        }
        map.serialize_entry("name", &self.name)?;
        if let Some(at) = &self.at {
            map.serialize_entry("at", &at.to_string())?;
        }
        if let Some(from) = &self.from {
            map.serialize_entry("from", from)?;
        }
        if !self.raw.is_empty() {
            map.serialize_entry("raw", &hex(&self.raw))?;
        }
        map.end()
    }
}

/// The items as one object: entries and sections by their keys, lists as arrays.
struct Items<'a>(&'a [Item]);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for item in self.0 {
            match item {
                Item::Entry(entry) => map.serialize_entry(&entry.key, entry)?,
                Item::Section(section) => map.serialize_entry(&section.key, section)?,
                Item::List { key, elements, .. } => map.serialize_entry(key, elements)?,
            }
        }
        map.end()
    }
}

impl Serialize for Section {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("title", &self.title)?;
        map.serialize_entry("fields", &Items(&self.items))?;
        if !self.notes.is_empty() {
            map.serialize_entry("notes", &self.notes)?;
        }
        map.end()
    }
}
