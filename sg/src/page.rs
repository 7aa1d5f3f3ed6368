//! Pages: what VPD pages, mode pages, log pages and ATA logs have in common.
//!
//! A page is a type with [`Page`]; the tables of its kind (`sg::vpd::PAGES`, …) hold one
//! [`PageKind`] for each, from which a page can be decoded and shown without knowing its type.

use bytes::Bytes;

use crate::section::{Item, Section};
use crate::wire::{Decoded, Layout, Notes};

/// A page of any kind.
pub trait Page: Sized {
    /// How `--page` and a report's sources name it: `vpd:b0`, `mode:0a/01`, `log:0d`, `ata:30/03`.
    const KEY: &'static str;
    /// Page code, or ATA log address.
    const CODE: u8;
    /// Subpage code, or page of an ATA log.
    const SUBPAGE: u8 = 0;
    /// Its name in the standard.
    const TITLE: &'static str;
    /// The tables of its fixed layouts, for the coverage test and `docs/coverage.md`.
    const LAYOUTS: &'static [Layout];

    /// Decodes what there is of it. `page` is the whole page from its first byte, already cut to
    /// `min(what its length field says, what was received)`.
    fn decode(page: &[u8], notes: &mut Notes) -> Self;

    /// Its lines, with their evidence from `page`.
    fn items(&self, page: &[u8]) -> Vec<Item>;

    /// Decodes it and keeps its bytes and the notes.
    fn decoded(page: &[u8], mut notes: Notes) -> Decoded<Self> {
        let value = Self::decode(page, &mut notes);
        Decoded { value, notes: notes.0, bytes: Bytes::copy_from_slice(page) }
    }
}

/// A row of a table of pages.
#[derive(Debug, Clone, Copy)]
pub struct PageKind {
    /// See [`Page::KEY`].
    pub key: &'static str,
    /// See [`Page::CODE`].
    pub code: u8,
    /// See [`Page::SUBPAGE`].
    pub subpage: u8,
    /// See [`Page::TITLE`].
    pub title: &'static str,
    /// See [`Page::LAYOUTS`].
    pub layouts: &'static [Layout],
    /// Decodes bytes and shows them.
    pub describe: fn(page: &[u8], notes: Notes) -> Section,
}

impl PageKind {
    /// The row for a page type.
    #[must_use]
    pub const fn of<P: Page>() -> Self {
        Self {
            key: P::KEY,
            code: P::CODE,
            subpage: P::SUBPAGE,
            title: P::TITLE,
            layouts: P::LAYOUTS,
            describe: describe::<P>,
        }
    }
}

/// Decodes a page and shows it.
fn describe<P: Page>(page: &[u8], mut notes: Notes) -> Section {
    let items = P::decode(page, &mut notes).items(page);
    let mut section = Section::new(P::KEY, P::TITLE, items);
    section.notes = notes.0;
    section
}

/// Makes the table of a kind's pages: `pages! { BlockLimits, UnitSerial }`.
#[macro_export]
macro_rules! pages {
    ($( $(#[$doc:meta])* $page:ty ),* $(,)?) => {
        /// Every page of this kind that is decoded.
        pub const PAGES: &[$crate::page::PageKind] = &[$( $crate::page::PageKind::of::<$page>() ),*];

        /// The page of that code and subpage, if it is decoded.
        #[must_use]
        pub fn find(code: u8, subpage: u8) -> Option<&'static $crate::page::PageKind> {
            PAGES.iter().find(|kind| kind.code == code && kind.subpage == subpage)
        }
    };
}
