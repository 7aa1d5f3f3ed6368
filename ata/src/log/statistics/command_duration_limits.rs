//! Command duration limits statistics (log 04h, pages 09h and 0Ah), ACS-5 and ACS-6.
//!
//! For each range of LBAs, two statistics (A and B) for each of the seven read policies and the
//! seven write policies. What a statistic counts is set in the Command Duration Limits log (18h).

use sg::page::Page;
use sg::section::{Entry, Item, Section, Value};
use sg::wire::{Layout, Notes, Record, walk};

use super::{Header, LOG, Other, absent, flags, others, others_item, value};
use crate::log::statistics::Flags;

/// Policies of one direction.
const POLICIES: usize = 7;
/// Statistics of one range: A and B, reads and writes.
const A_RANGE: usize = 4 * POLICIES;
/// Statistics of the two ranges of a page.
const A_PAGE: usize = 2 * A_RANGE;

/// One statistic of one policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CdlStatistic {
    /// Where its qword starts.
    pub offset: usize,
    /// The range of LBAs, as the Concurrent Positioning Ranges log numbers them.
    pub range: u8,
    /// `A` or `B`.
    pub statistic: char,
    /// For write commands; otherwise for read commands.
    pub write: bool,
    /// The policy, 1 to 7.
    pub policy: u8,
    /// Its value and flags.
    pub counter: Other,
}

/// The statistics of two ranges, from `start` on.
fn read(page: &[u8], start: usize, first_range: u8, notes: &mut Notes) -> Vec<CdlStatistic> {
    let end = (start + A_PAGE * 8).min(page.len());
    walk(page.get(..end).unwrap_or_default(), start, 8, notes, |_| 8)
        .into_iter()
        .enumerate()
        .map(|(index, (offset, qword))| CdlStatistic {
            offset,
            range: first_range + u8::from(index >= A_RANGE),
            statistic: if index % A_RANGE < 2 * POLICIES { 'A' } else { 'B' },
            write: index % (2 * POLICIES) >= POLICIES,
            policy: u8::try_from(index % POLICIES + 1).unwrap_or_default(),
            counter: Other::read(qword),
        })
        .collect()
}

fn item(statistics: &[CdlStatistic], page: &[u8]) -> Item {
    let elements = statistics
        .iter()
        .map(|s| {
            let kind = if s.write { "write" } else { "read" };
            let mut lines: Vec<Item> = vec![
                Entry::derived("range", "RANGE", Value::Unsigned(s.range.into())).into(),
                Entry::derived("statistic", "STATISTIC", Value::Text(s.statistic.into())).into(),
                Entry::derived("commands", "COMMANDS", Value::Text(kind.into())).into(),
                Entry::derived("policy", "POLICY", Value::Unsigned(s.policy.into())).into(),
            ];
            let counter = s.counter.entries(page, s.offset).into_iter();
            lines.extend(counter.map(|line| match line {
                Item::Entry(entry) if entry.key == "value" => absent(Item::Entry(entry), s.counter.flags),
                line => line,
            }));
            let title = format!("Range {}, statistic {}, {kind} policy {}", s.range, s.statistic, s.policy);
            Section::new("statistic", title, lines)
        })
        .collect();
    Item::List { key: "policies".into(), title: "Statistics by policy".into(), elements }
}

sg::record! {
    /// What stands before the policies of page 09h.
    pub struct LowestDuration[8..16] {
        /// In microseconds: no command ends sooner (ACS-5; obsolete in ACS-6).
        lowest_achievable_command_duration: u64 = value(8, 56), "Lowest Achievable Command Duration";
        /// Its flags.
        lowest_achievable_command_duration_flags: Flags = flags(value(8, 56)),
            "Lowest Achievable Command Duration flags", Flags::MEANING;
    }
}

/// Ranges 0 and 1 (page 09h).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommandDurationLimits01 {
    /// The header.
    pub header: Header,
    /// What stands before the policies.
    pub lowest: LowestDuration,
    /// The policies.
    pub policies: Vec<CdlStatistic>,
    /// Statistics behind them, with their offsets.
    pub others: Vec<(usize, Other)>,
}

impl Page for CommandDurationLimits01 {
    const KEY: &'static str = "ata:04/09";
    const CODE: u8 = LOG;
    const SUBPAGE: u8 = 0x09;
    const TITLE: &'static str = "Command duration limits statistics, ranges 0 and 1";
    const LAYOUTS: &'static [Layout] = &[Header::LAYOUT, LowestDuration::LAYOUT, Other::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        Self {
            header: Header::of(page, Self::SUBPAGE, notes),
            lowest: LowestDuration::read(page),
            policies: read(page, 16, 0, notes),
            others: others(page, 16 + A_PAGE * 8, notes),
        }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        items.extend(self.lowest.entries(page, 0).into_iter().map(|line| match line {
            Item::Entry(mut entry) if entry.key == "lowest_achievable_command_duration" => {
                entry.unit = Some("µs".into());
                absent(Item::Entry(entry), self.lowest.lowest_achievable_command_duration_flags)
            }
            line => line,
        }));
        items.push(item(&self.policies, page));
        if !self.others.is_empty() {
            items.push(others_item(&self.others, page));
        }
        items
    }
}

/// Ranges 2 and 3 (page 0Ah).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommandDurationLimits23 {
    /// The header.
    pub header: Header,
    /// The policies.
    pub policies: Vec<CdlStatistic>,
    /// Statistics behind them, with their offsets.
    pub others: Vec<(usize, Other)>,
}

impl Page for CommandDurationLimits23 {
    const KEY: &'static str = "ata:04/0a";
    const CODE: u8 = LOG;
    const SUBPAGE: u8 = 0x0a;
    const TITLE: &'static str = "Command duration limits statistics, ranges 2 and 3";
    const LAYOUTS: &'static [Layout] = &[Header::LAYOUT, Other::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        Self {
            header: Header::of(page, Self::SUBPAGE, notes),
            policies: read(page, 8, 2, notes),
            others: others(page, 8 + A_PAGE * 8, notes),
        }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        items.push(item(&self.policies, page));
        if !self.others.is_empty() {
            items.push(others_item(&self.others, page));
        }
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::decode;

    /// Offsets as public decoders have them.
    #[test]
    fn each_policy_has_its_place() {
        let page = [0xff; 512];
        let place = |statistics: &[CdlStatistic], offset: usize| {
            let s = statistics.iter().find(|s| s.offset == offset).unwrap();
            (s.range, s.statistic, s.write, s.policy)
        };
        let first = decode::<CommandDurationLimits01>(&page).value;
        assert_eq!((first.policies.len(), first.others.len()), (56, 6));
        for (offset, expected) in [
            (16, (0, 'A', false, 1)),
            (64, (0, 'A', false, 7)),
            (72, (0, 'A', true, 1)),
            (120, (0, 'A', true, 7)),
            (128, (0, 'B', false, 1)),
            (184, (0, 'B', true, 1)),
            (232, (0, 'B', true, 7)),
            (240, (1, 'A', false, 1)),
            (296, (1, 'A', true, 1)),
            (352, (1, 'B', false, 1)),
            (408, (1, 'B', true, 1)),
            (456, (1, 'B', true, 7)),
        ] {
            assert_eq!(place(&first.policies, offset), expected, "{offset}");
        }
        let second = decode::<CommandDurationLimits23>(&page).value;
        assert_eq!((second.policies.len(), second.others.len()), (56, 7));
        for (offset, expected) in [
            (8, (2, 'A', false, 1)),
            (56, (2, 'A', false, 7)),
            (64, (2, 'A', true, 1)),
            (120, (2, 'B', false, 1)),
            (448, (3, 'B', true, 7)),
        ] {
            assert_eq!(place(&second.policies, offset), expected, "{offset}");
        }
    }
}
