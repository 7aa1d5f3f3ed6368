//! A fact and its sources.

use schemars::JsonSchema;
use serde::Serialize;
use sg::wire::{At, Field, hex};

/// Where a value was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Source {
    /// The page, log, command or kernel attribute, as `--page` names it: `vpd:b1`,
    /// `ata:identify`, `sysfs:queue/write_cache`.
    pub page: String,
    /// The place in it: `byte 8.4`, `words 117-118`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The bytes there, as hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// What stands there, if it is a text: a kernel attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Source {
    /// A field of a page.
    #[must_use]
    pub fn field(page: &str, field: &Field, bytes: &[u8]) -> Self {
        Self::place(page, field.at, bytes)
    }

    /// A place in a page, and the bytes there.
    #[must_use]
    pub fn place(page: &str, at: At, bytes: &[u8]) -> Self {
        Self { at: Some(at.to_string()), raw: at.slice(bytes).map(hex), ..Self::page(page) }
    }

    /// A whole page or answer.
    #[must_use]
    pub fn page(page: &str) -> Self {
        Self { page: page.to_owned(), at: None, raw: None, text: None }
    }

    /// A kernel attribute and its text.
    #[must_use]
    pub fn sysfs(attribute: &str, text: &str) -> Self {
        Self { text: Some(text.to_owned()), ..Self::page(&format!("sysfs:{attribute}")) }
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.page)?;
        if let Some(at) = &self.at {
            write!(f, " {at}")?;
        }
        Ok(())
    }
}

/// A value that one source states.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Claim<T> {
    /// The value.
    pub value: T,
    /// Who says so.
    pub from: Source,
}

impl<T> Claim<T> {
    /// The same claim about something that follows from the value.
    pub fn map<U>(self, with: impl FnOnce(T) -> U) -> Claim<U> {
        Claim { value: with(self.value), from: self.from }
    }

    /// The same claim about something that may follow from the value.
    pub fn and_then<U>(self, with: impl FnOnce(T) -> Option<U>) -> Option<Claim<U>> {
        Some(Claim { value: with(self.value)?, from: self.from })
    }
}

/// A fact: the value of the source that is closest to it, and what the other sources say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fact<T> {
    /// The value; `null` if no source states it.
    pub value: Option<T>,
    /// Its unit, if it counts something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// Where it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Source>,
    /// What other sources say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Claim<T>>,
}

impl<T> Default for Fact<T> {
    fn default() -> Self {
        Self { value: None, unit: None, from: None, also: Vec::new() }
    }
}

impl<T: Clone> Fact<T> {
    /// A fact that counts something.
    #[must_use]
    pub const fn counting(unit: &'static str) -> Self {
        Self { value: None, unit: Some(unit), from: None, also: Vec::new() }
    }

    /// One source's word. The first one counts, so the closest source comes first.
    pub fn claim(&mut self, claim: Option<Claim<T>>) {
        let Some(claim) = claim else { return };
        if self.value.is_none() {
            self.value = Some(claim.value);
            self.from = Some(claim.from);
        } else {
            self.also.push(claim);
        }
    }

    /// Every source's word, the closest first.
    pub fn claims(&self) -> impl Iterator<Item = (&T, &Source)> {
        self.value.iter().zip(&self.from).chain(self.also.iter().map(|claim| (&claim.value, &claim.from)))
    }
}
