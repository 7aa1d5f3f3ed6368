//! Logical block provisioning (B2h), SBC-4: what can be unmapped, and what unmapped blocks read as.

use std::borrow::Cow;

use super::designator::{self, Designator};
use crate::page::Page;
use crate::section::{Entry, Item, Value};
use crate::wire::{Layout, Meaning, Notes, Percent, Record, bit, bits, byte, flag, names};

crate::record! {
    /// The fixed part of the page.
    pub struct LogicalBlockProvisioningHeader[4..8] {
        /// The size of a threshold set, as a power of two; 0: there are no thresholds.
        threshold_exponent: u8 = byte(4), "THRESHOLD EXPONENT",
            Meaning::Rule(|exponent| (exponent == 0).then_some(Cow::Borrowed("thresholds are not supported")));
        /// UNMAP is supported.
        lbpu: bool = bit(5, 7), "LBPU", flag("supports UNMAP", "does not support UNMAP");
        /// WRITE SAME (16) unmaps.
        lbpws: bool = bit(5, 6), "LBPWS",
            flag("WRITE SAME (16) can unmap", "WRITE SAME (16) cannot unmap");
        /// WRITE SAME (10) unmaps.
        lbpws10: bool = bit(5, 5), "LBPWS10",
            flag("WRITE SAME (10) can unmap", "WRITE SAME (10) cannot unmap");
        /// What unmapped blocks read as.
        lbprz: u8 = bits(5, 4, 2), "LBPRZ", Meaning::Rule(unmapped_reads_as);
        /// Blocks can be anchored.
        anc_sup: bool = bit(5, 1), "ANC_SUP", flag("supports anchored blocks", "does not support anchored blocks");
        /// A provisioning group descriptor follows.
        dp: bool = bit(5, 0), "DP",
            flag("a provisioning group descriptor follows", "no provisioning group descriptor follows");
        /// A minimum in percent; 0: not reported.
        minimum_percentage: Percent = bits(6, 7, 3), "MINIMUM PERCENTAGE",
            Meaning::Rule(|percent| (percent == 0).then_some(Cow::Borrowed("not reported")));
        /// Whether there is storage for every block.
        provisioning_type: u8 = bits(6, 2, 0), "PROVISIONING TYPE", names(&[
            (0, "not reported, or fully provisioned"),
            (1, "resource provisioned"),
            (2, "thin provisioned"),
            (3, "reserved"),
            (4, "reserved"),
            (5, "reserved"),
            (6, "reserved"),
            (7, "reserved"),
        ]);
        /// Thresholds in percent; 0: they are not supported.
        threshold_percentage: Percent = byte(7), "THRESHOLD PERCENTAGE",
            Meaning::Rule(|percent| (percent == 0).then_some(Cow::Borrowed("percentages are not supported")));
    }
}

fn unmapped_reads_as(lbprz: u64) -> Option<Cow<'static, str>> {
    Some(
        match lbprz {
            0 => "what unmapped blocks read as is not specified",
            2 => "unmapped blocks read as the provisioning initialization pattern",
            odd if odd & 1 == 1 => "unmapped blocks read as zeroes",
            _ => "reserved",
        }
        .into(),
    )
}

/// How a logical unit is provisioned.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LogicalBlockProvisioning {
    /// The fixed part.
    pub header: LogicalBlockProvisioningHeader,
    /// The provisioning group descriptor, if DP says that there is one; more than one is against
    /// the standard, and kept.
    pub provisioning_group: Vec<Designator>,
}

impl LogicalBlockProvisioning {
    /// The size of a threshold set in blocks, if thresholds are supported.
    #[must_use]
    pub fn threshold_set(&self) -> Option<u64> {
        match self.header.threshold_exponent? {
            0 => None,
            exponent => 1u64.checked_shl(exponent.into()),
        }
    }
}

impl Page for LogicalBlockProvisioning {
    const KEY: &'static str = "vpd:b2";
    const CODE: u8 = 0xb2;
    const TITLE: &'static str = "Logical block provisioning";
    const LAYOUTS: &'static [Layout] = &[LogicalBlockProvisioningHeader::LAYOUT];

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let header = LogicalBlockProvisioningHeader::read(page);
        let has_group = header.dp == Some(true);
        let provisioning_group = if has_group { designator::list(page, 8, notes) } else { Vec::new() };
        if has_group && provisioning_group.len() != 1 {
            let count = provisioning_group.len();
            let rest = 8.min(page.len())..page.len();
            notes.at(rest, format!("DP promises one provisioning group descriptor, {count} follow"));
        }
        Self { header, provisioning_group }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        if let Some(blocks) = self.threshold_set() {
            let set =
                Entry::derived("threshold_set", "threshold set", Value::Unsigned(blocks)).unit("blocks");
            items.insert(1, set.into());
        }
        if !self.provisioning_group.is_empty() {
            items.push(Item::List {
                key: "provisioning_group_descriptor".into(),
                title: "Provisioning group descriptor".into(),
                elements: self.provisioning_group.iter().map(|one| one.describe(page)).collect(),
            });
        }
        items
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_missing_group_is_noted_where_it_would_be() {
        // DP, and the page ends before its last fixed field.
        let section = crate::vpd::describe(&[0, 0xb2, 0, 2, 0, 0x01]);
        let [note] = section.notes.as_slice() else { panic!("{:?}", section.notes) };
        assert_eq!(note.bytes, Some(6..6));
        assert_eq!(note.text, "DP promises one provisioning group descriptor, 0 follow");
    }
}
