//! Supported log pages (00h), and supported log pages and subpages (00h/FFh), SPC-5.

use std::borrow::Cow;

use super::{Header, name};
use crate::page::Page;
use crate::section::{Entry, Item, Section, Value};
use crate::wire::{Layout, Meaning, Notes, Record, bits, byte, walk};

crate::record! {
    /// An element of the list of pages.
    pub struct PageEntry[0..1] {
        /// The code of a page that the drive has.
        page_code: u8 = bits(0, 5, 0), "PAGE CODE", Meaning::Rule(page);
    }
    reserved {
        bits(0, 7, 6), "reserved";
    }
}

crate::record! {
    /// An element of the list of pages and subpages.
    pub struct SubpageEntry[0..2] {
        /// The code of a page that the drive has.
        page_code: u8 = bits(0, 5, 0), "PAGE CODE";
        /// The code of its subpage, 0 for the page without.
        subpage_code: u8 = byte(1), "SUBPAGE CODE";
    }
    reserved {
        bits(0, 7, 6), "reserved";
    }
}

fn page(code: u64) -> Option<Cow<'static, str>> {
    u8::try_from(code).ok().and_then(|code| name(code, 0)).map(Cow::Borrowed)
}

/// Which pages the drive has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportedPages {
    /// Their codes, in the drive's order.
    pub pages: Vec<PageEntry>,
}

/// Which pages and subpages the drive has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportedSubpages {
    /// Their codes, in the drive's order.
    pub pages: Vec<SubpageEntry>,
}

impl SupportedSubpages {
    /// The codes as (page, subpage), without elements that were cut.
    pub fn codes(&self) -> impl Iterator<Item = (u8, u8)> {
        self.pages.iter().filter_map(|entry| Some((entry.page_code?, entry.subpage_code?)))
    }
}

/// Reserved bits that are set: the list is then of another kind than its header says, or damaged.
fn check(page: &[u8], step: usize, notes: &mut Notes) {
    let odd: Vec<usize> = (4..page.len())
        .step_by(step)
        .filter(|&at| page.get(at).is_some_and(|byte| byte & 0xc0 != 0))
        .collect();
    let (Some(&first), Some(&last)) = (odd.first(), odd.last()) else { return };
    let text =
        format!("the reserved bits of {} page codes are set; the codes shown are without them", odd.len());
    notes.at(first..last + 1, text);
    if step == 1 && page.get(4..8) == Some(&[0x00, 0x00, 0x00, 0xff]) {
        notes.add(
            "this looks like the list of pages and subpages (00h/FFh) in an answer whose header says page 00h",
        );
    }
}

impl Page for SupportedPages {
    const KEY: &'static str = "log:00";
    const CODE: u8 = 0x00;
    const TITLE: &'static str = "Supported log pages";
    const LAYOUTS: &'static [Layout] = &[Header::LAYOUT, PageEntry::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        check(page, 1, notes);
        Self { pages: walk(page, 4, 1, notes, |_| 1).into_iter().map(|(_, e)| PageEntry::read(e)).collect() }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let elements = self.pages.iter().enumerate().map(|(index, entry)| {
            let code = entry.page_code.unwrap_or(0);
            Section::new("page", name(code, 0).unwrap_or("Unknown log page"), entry.entries(page, 4 + index))
        });
        vec![Item::List { key: "pages".into(), title: "Pages".into(), elements: elements.collect() }]
    }
}

impl Page for SupportedSubpages {
    const KEY: &'static str = "log:00/ff";
    const CODE: u8 = 0x00;
    const SUBPAGE: u8 = 0xff;
    const TITLE: &'static str = "Supported log pages and subpages";
    const LAYOUTS: &'static [Layout] = &[Header::LAYOUT, SubpageEntry::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        check(page, 2, notes);
        Self {
            pages: walk(page, 4, 1, notes, |_| 2).into_iter().map(|(_, e)| SubpageEntry::read(e)).collect(),
        }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let elements = self.pages.iter().enumerate().map(|(index, entry)| {
            let (code, subpage) = (entry.page_code.unwrap_or(0), entry.subpage_code.unwrap_or(0));
            let title = name(code, subpage);
            let mut items = entry.entries(page, 4 + 2 * index);
            let named =
                title.map_or(Value::Absent("no standard name"), |title| Value::Text(title.to_owned()));
            items.push(Entry::derived("name", "NAME", named).into());
            Section::new("page", title.unwrap_or("Unknown log page"), items)
        });
        vec![Item::List {
            key: "pages".into(),
            title: "Pages and subpages".into(),
            elements: elements.collect(),
        }]
    }
}
