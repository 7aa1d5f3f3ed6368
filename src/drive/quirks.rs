//! Quirks: what is known of single models, bridges and drivers (`quirks.toml`).

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde::Deserialize;

/// A habit that changes how a drive is asked or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// It lists VPD page B9h and refuses to return it.
    ListsVpdB9,
    /// REQUEST SENSE always answers NO SENSE.
    SenseIsEmpty,
    /// VPD page 89h is there, but no ATA drive is behind it.
    NoAtaPassThrough,
}

/// The flags that apply to a drive.
pub type Flags = BTreeSet<Flag>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Quirk {
    vendor: Option<String>,
    product: Option<String>,
    revision: Option<String>,
    transport: Option<String>,
    flags: Vec<Flag>,
    #[serde(rename = "why")]
    _why: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    quirk: Vec<Quirk>,
}

/// What an entry is held against.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// VENDOR IDENTIFICATION.
    pub vendor: String,
    /// PRODUCT IDENTIFICATION.
    pub product: String,
    /// PRODUCT REVISION LEVEL.
    pub revision: String,
    /// How it is attached.
    pub transport: String,
}

fn table() -> &'static [Quirk] {
    static TABLE: OnceLock<Vec<Quirk>> = OnceLock::new();
    // The table is a part of the program, and a test reads it.
    TABLE.get_or_init(|| {
        toml::from_str::<Table>(include_str!("quirks.toml")).map(|table| table.quirk).unwrap_or_default()
    })
}

/// The flags that apply.
#[must_use]
pub fn flags(subject: &Subject) -> Flags {
    let fits = |pattern: &Option<String>, text: &str| match pattern {
        None => true,
        Some(pattern) => match pattern.strip_suffix('*') {
            Some(start) => text.starts_with(start),
            None => text == pattern,
        },
    };
    table()
        .iter()
        .filter(|quirk| {
            fits(&quirk.vendor, &subject.vendor)
                && fits(&quirk.product, &subject.product)
                && fits(&quirk.revision, &subject.revision)
                && fits(&quirk.transport, &subject.transport)
        })
        .flat_map(|quirk| quirk.flags.iter().copied())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_reads_and_applies() {
        assert!(
            toml::from_str::<Table>(include_str!("quirks.toml")).is_ok_and(|table| !table.quirk.is_empty())
        );
        let subject = |vendor: &str, transport: &str| Subject {
            vendor: vendor.into(),
            transport: transport.into(),
            ..Subject::default()
        };
        assert!(flags(&subject("ATA", "sata")).contains(&Flag::ListsVpdB9));
        assert!(!flags(&subject("ATA", "sas")).contains(&Flag::ListsVpdB9), "a SAS adapter's own SAT layer");
        assert!(flags(&subject("SEAGATE", "sas")).is_empty());
    }
}
