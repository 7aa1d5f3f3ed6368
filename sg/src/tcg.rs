//! TCG level 0 discovery: what a self-encrypting drive says of its security before any session.
//!
//! The answer to security protocol 01h with ComID 0001h: a header and feature descriptors, each
//! with its code and its own length. TCG Storage Architecture Core Specification 2.01 has the
//! header and the first features, the specifications of the security subsystem classes (SSC: Opal,
//! Enterprise, Pyrite, …) and of the feature sets have the others.
//!
//! - Features with fields have their record in a file of their own, and one line in the table
//!   below. The places of their fields count from the descriptor's first byte, as TCG's tables do.
//! - [`NAMES`] knows more features than those whose fields are public; what is not decoded, what
//!   is the vendor's (C000h and up) and what follows the known fields is kept as bytes.
//! - [`Discovery`] answers the questions that are mostly asked: which SSC, which ComID, and
//!   whether the data are encrypted and locked.

mod block_sid;
mod data_removal;
mod datastore;
mod enterprise;
mod geometry;
mod locking;
mod locking_lba_ranges;
mod namespace_locking;
mod opal;
mod pyrite;
mod shadow_mbr;
mod single_user;
mod tper;

use std::borrow::Cow;

use bytes::Bytes;

pub use block_sid::BlockSid;
pub use data_removal::{DataRemoval, Mechanism, RemovalTime};
pub use datastore::Datastore;
pub use enterprise::Enterprise;
pub use geometry::Geometry;
pub use locking::{Locking, LockingState};
pub use locking_lba_ranges::LockingLbaRanges;
pub use namespace_locking::NamespaceLocking;
pub use opal::Opal;
pub use pyrite::Pyrite;
pub use shadow_mbr::ShadowMbr;
pub use single_user::SingleUser;
pub use tper::Tper;

use crate::page::Page;
use crate::section::{Entry, Item, Section, Value};
use crate::wire::{
    At, ByteCount, Decoded, FieldValue, Layout, Meaning, Notes, Octets, Record, be, be16, be32, bits, body,
    byte, text, walk,
};

crate::pages! {
    Discovery,
}

crate::record! {
    /// What comes before the feature descriptors.
    pub struct DiscoveryHeader[0..48] {
        /// How many bytes follow these four.
        length: ByteCount = be32(0), "LENGTH OF PARAMETER DATA";
        /// The version of the header: 1 so far.
        revision: u32 = be32(4), "DATA STRUCTURE REVISION";
        /// The vendor's own.
        vendor_specific: Octets = text(16, 32), "VENDOR SPECIFIC";
    }
    reserved {
        text(8, 8), "reserved";
    }
}

crate::record! {
    /// The four bytes before every feature's own.
    pub struct FeatureHeader[0..4] {
        /// Which feature this is.
        feature_code: u16 = be16(0), "FEATURE CODE", Meaning::Rule(meaning);
        /// The version of the descriptor.
        version: u8 = bits(2, 7, 4), "VERSION";
        /// The minor version of the SSC in the descriptor of an SSC; reserved in others.
        minor_version: u8 = bits(2, 3, 0), "SSC MINOR VERSION NUMBER";
        /// How many bytes follow.
        feature_length: ByteCount = byte(3), "LENGTH";
    }
}

/// From here on, feature codes are the vendors'.
pub const FIRST_VENDOR_CODE: u16 = 0xc000;

/// The names of the features that TCG has published, as far as they are known.
pub const NAMES: &[(u16, &str)] = &[
    (0x0001, "TPer"),
    (0x0002, "Locking"),
    (0x0003, "Geometry reporting"),
    (0x0004, "Secure messaging"),
    (0x0100, "Enterprise SSC"),
    (0x0200, "Opal SSC V1.00"),
    (0x0201, "Single user mode"),
    (0x0202, "Additional datastore tables"),
    (0x0203, "Opal SSC V2.00"),
    (0x0301, "Opalite SSC"),
    (0x0302, "Pyrite SSC V1.00"),
    (0x0303, "Pyrite SSC V2.00"),
    (0x0304, "Ruby SSC V1.00"),
    (0x0305, "Key per I/O SSC V1.00"),
    (0x0401, "Locking LBA ranges control"),
    (0x0402, "Block SID authentication"),
    (0x0403, "Configurable namespace locking"),
    (0x0404, "Supported data removal mechanism"),
    (0x0405, "Namespace geometry reporting"),
    (0x0407, "Shadow MBR for multiple namespaces"),
];

/// The features that are security subsystem classes, by the names that people use.
const SSC: &[(u16, &str)] = &[
    (0x0100, "Enterprise"),
    (0x0200, "Opal 1"),
    (0x0203, "Opal 2"),
    (0x0301, "Opalite"),
    (0x0302, "Pyrite 1"),
    (0x0303, "Pyrite 2"),
    (0x0304, "Ruby"),
    (0x0305, "Key per I/O"),
];

/// The name of a feature, if it is known.
#[must_use]
pub fn name(code: u16) -> Option<&'static str> {
    NAMES.iter().find(|(one, _)| *one == code).map(|(_, name)| *name)
}

fn meaning(code: u64) -> Option<Cow<'static, str>> {
    let code = u16::try_from(code).ok()?;
    let vendor = (code >= FIRST_VENDOR_CODE).then_some("vendor specific");
    name(code).or(vendor).map(Cow::Borrowed)
}

/// The features whose fields are decoded, from one line each.
macro_rules! features {
    ($( $(#[$doc:meta])* $code:pat => $variant:ident($record:ty), )*) => {
        /// A feature's own fields.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Feature {
            $( $(#[$doc])* $variant($record), )*
            /// Another one: its bytes are all that is known.
            Other,
        }

        impl Feature {
            fn read(code: u16, descriptor: &[u8]) -> Self {
                match code {
                    $( $code => Self::$variant(<$record>::read(descriptor)), )*
                    _ => Self::Other,
                }
            }

            fn entries(&self, page: &[u8], base: usize) -> Vec<Item> {
                match self {
                    $( Self::$variant(fields) => fields.entries(page, base), )*
                    Self::Other => Vec::new(),
                }
            }

            /// Its layout, if its fields are known.
            #[must_use]
            pub const fn layout(&self) -> Option<Layout> {
                match self {
                    $( Self::$variant(_) => Some(<$record>::LAYOUT), )*
                    Self::Other => None,
                }
            }
        }

        const LAYOUTS: &[Layout] =
            &[DiscoveryHeader::LAYOUT, FeatureHeader::LAYOUT, $( <$record>::LAYOUT, )*];
    };
}

features! {
    /// The trusted peripheral: how it communicates.
    0x0001 => Tper(Tper),
    /// Locking and encryption.
    0x0002 => Locking(Locking),
    /// How ranges should be aligned; of the drive, or of a namespace.
    0x0003 | 0x0405 => Geometry(Geometry),
    /// The Enterprise SSC, and the first Opal SSC.
    0x0100 | 0x0200 => Enterprise(Enterprise),
    /// Single user mode.
    0x0201 => SingleUser(SingleUser),
    /// Additional datastore tables.
    0x0202 => Datastore(Datastore),
    /// The Opal SSC since its second version, and the Ruby SSC.
    0x0203 | 0x0304 => Opal(Opal),
    /// The Opalite and Pyrite SSC.
    0x0301..=0x0303 => Pyrite(Pyrite),
    /// Locking LBA ranges control.
    0x0401 => LockingLbaRanges(LockingLbaRanges),
    /// Block SID authentication.
    0x0402 => BlockSid(BlockSid),
    /// Configurable namespace locking.
    0x0403 => NamespaceLocking(NamespaceLocking),
    /// Supported data removal mechanisms.
    0x0404 => DataRemoval(DataRemoval),
    /// Shadow MBR for multiple namespaces.
    0x0407 => ShadowMbr(ShadowMbr),
}

/// A feature descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descriptor {
    /// Where it begins in the answer.
    pub offset: usize,
    /// What comes before its own fields.
    pub header: FeatureHeader,
    /// Its own fields.
    pub feature: Feature,
    /// The whole descriptor, as far as it was received.
    pub bytes: Bytes,
}

impl Descriptor {
    fn read(offset: usize, bytes: &[u8], notes: &mut Notes) -> Self {
        let header = FeatureHeader::read(bytes);
        let code = header.feature_code.unwrap_or(0);
        let feature = Feature::read(code, bytes);
        if let Some(layout) = feature.layout() {
            // Later versions of a feature append fields: those are shown as bytes.
            let mut part = Notes::default();
            layout.measure(&title(code), bytes, true, &mut part);
            notes.append_from(part, offset);
        }
        Self { offset, header, feature, bytes: Bytes::copy_from_slice(bytes) }
    }

    /// Its code.
    #[must_use]
    pub fn code(&self) -> u16 {
        self.header.feature_code.unwrap_or(0)
    }

    fn section(&self, page: &[u8]) -> Section {
        let code = self.code();
        let mut items = self.header.entries(page, self.offset);
        // The descriptor ends where it says: its neighbour's bytes are no fields of it.
        let within = page.get(..self.offset + self.bytes.len()).unwrap_or(page);
        items.extend(self.feature.entries(within, self.offset));
        match &self.feature {
            Feature::Opal(_) if code == 0x0203 => {
                items.extend(opal::specification(&self.header).map(Item::Entry));
            }
            Feature::DataRemoval(removal) => items.extend(removal.times()),
            _ => {}
        }
        let layout = self.feature.layout();
        let known = layout.map_or(FeatureHeader::LAYOUT.end, |layout| layout.end);
        let rest = be(self.offset + known, self.bytes.len().saturating_sub(known));
        if rest.len > 0 {
            let bytes = Octets::read(&rest, page).unwrap_or_default();
            let (key, name) = match layout {
                Some(_) => ("further_bytes", "further bytes"),
                None => ("feature_data", "feature data"),
            };
            items.push(Entry::derived(key, name, bytes.value()).evidence(rest, page).into());
        }
        Section::new("feature", title(code), items)
    }
}

/// A feature's heading.
fn title(code: u16) -> String {
    let name = meaning(code.into()).unwrap_or(Cow::Borrowed("unknown"));
    format!("{name} feature ({code:04X}h)")
}

/// What a drive says of its security.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Discovery {
    /// What comes before the features.
    pub header: DiscoveryHeader,
    /// The features, in the drive's order.
    pub features: Vec<Descriptor>,
}

impl Discovery {
    /// The descriptor of a feature.
    #[must_use]
    pub fn find(&self, code: u16) -> Option<&Descriptor> {
        self.features.iter().find(|one| one.code() == code)
    }

    /// The locking feature, with its descriptor's offset.
    #[must_use]
    pub fn locking_feature(&self) -> Option<(usize, &Locking)> {
        self.features.iter().find_map(|one| match &one.feature {
            Feature::Locking(locking) => Some((one.offset, locking)),
            _ => None,
        })
    }

    /// Whether the data can be locked, and whether they are. `None` if the drive does not say.
    #[must_use]
    pub fn locking(&self) -> Option<LockingState> {
        self.locking_feature()?.1.state()
    }

    /// Whether the drive encrypts what it stores.
    #[must_use]
    pub fn media_encryption(&self) -> Option<bool> {
        self.locking_feature()?.1.media_encryption
    }

    /// The security subsystem classes that the drive has: `Opal 2`, `Enterprise`, ….
    #[must_use]
    pub fn ssc(&self) -> Vec<&'static str> {
        let name = |one: &Descriptor| SSC.iter().find(|(code, _)| *code == one.code()).map(|(_, name)| *name);
        self.features.iter().filter_map(name).collect()
    }

    /// The first ComID over which the drive's first SSC is spoken to.
    #[must_use]
    pub fn com_id(&self) -> Option<u16> {
        self.features.iter().find_map(|one| match &one.feature {
            Feature::Enterprise(ssc) => ssc.base_com_id,
            Feature::Opal(ssc) => ssc.base_com_id,
            Feature::Pyrite(ssc) => ssc.base_com_id,
            _ => None,
        })
    }
}

impl Page for Discovery {
    const KEY: &'static str = "tcg";
    const CODE: u8 = 0x01;
    const TITLE: &'static str = "TCG level 0 discovery";
    const LAYOUTS: &'static [Layout] = LAYOUTS;

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        let size = |descriptor: &[u8]| {
            // Code 0000h is no feature. Zeros up to the end are padding that the length counts.
            if descriptor.iter().all(|byte| *byte == 0) {
                return descriptor.len();
            }
            let length = FeatureHeader::feature_length.at.number(descriptor);
            4 + length.and_then(|length| usize::try_from(length).ok()).unwrap_or(0)
        };
        let mut features = Vec::new();
        for (offset, bytes) in walk(page, DiscoveryHeader::LAYOUT.end, 4, notes, size) {
            if bytes.iter().all(|byte| *byte == 0) {
                notes.at(offset..offset + bytes.len(), "zeros after the last feature descriptor");
            } else {
                features.push(Descriptor::read(offset, bytes, notes));
            }
        }
        Self { header: DiscoveryHeader::read(page), features }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        let mut items = self.header.entries(page, 0);
        let ssc = self.ssc().join(", ");
        if !ssc.is_empty() {
            items.push(Entry::derived("ssc", "security subsystem classes", Value::Text(ssc)).into());
        }
        if let Some(state) = self.locking() {
            items.push(Entry::derived("locking", "locking", Value::Text(state.to_string())).into());
        }
        let elements = self.features.iter().map(|one| one.section(page)).collect();
        items.push(Item::List { key: "features".into(), title: "Features".into(), elements });
        items
    }
}

/// Cuts what was received to what the header says.
fn cut<'a>(received: &'a [u8], notes: &mut Notes) -> &'a [u8] {
    const LENGTH: At = DiscoveryHeader::length.at;
    let length = LENGTH.number(received).and_then(|length| usize::try_from(length).ok());
    let page = body(received, 4, length.unwrap_or(0), notes);
    let header = DiscoveryHeader::LAYOUT.end;
    if page.len() < header {
        notes.at(page.len()..header, "the answer ends in its header: nothing is known of the features");
    }
    page
}

/// Decodes the answer to a level 0 discovery.
#[must_use]
pub fn decode(received: &[u8]) -> Decoded<Discovery> {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    Discovery::decoded(page, notes)
}

/// Decodes and shows the answer to a level 0 discovery.
#[must_use]
pub fn describe(received: &[u8]) -> Section {
    let mut notes = Notes::default();
    let page = cut(received, &mut notes);
    (crate::page::PageKind::of::<Discovery>().describe)(page, notes)
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
        /// Zeros with these bytes at these places.
        fn with<const N: usize>(places: &[(usize, &[u8])]) -> [u8; N] {
            let mut bytes = [0; N];
            for (at, part) in places {
                bytes[*at..*at + part.len()].copy_from_slice(part);
            }
            bytes
        }
        let header: [u8; 48] = with(&[(0, &[1, 2, 3, 4, 5, 6, 7, 8]), (16, &[0x76; 32])]);
        round::<DiscoveryHeader>(&header);
        round::<FeatureHeader>(&[0xfe, 0xdc, 0xba, 0x98]);
        for half in [0xa5, 0x5a] {
            round::<Tper>(&with::<16>(&[(4, &[half & 0x5f])]));
            round::<Locking>(&with::<16>(&[(4, &[half])]));
            round::<Enterprise>(&with::<20>(&[(4, &[1, 2, 3, 4, half & 1])]));
            round::<SingleUser>(&with::<16>(&[(4, &[1, 2, 3, 4, half & 7])]));
            round::<BlockSid>(&with::<16>(&[(4, &[half & 0x0f, half & 1])]));
            round::<NamespaceLocking>(&with::<20>(&[
                (4, &[half & 0xe0]),
                (8, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
            ]));
            round::<DataRemoval>(&with::<36>(&[(
                5,
                &[half & 3, half & 0x3f, !half & 0x3f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
            )]));
            round::<ShadowMbr>(&with::<5>(&[(4, &[half & 1])]));
        }
        let numbers: [u8; 20] = std::array::from_fn(|index| u8::try_from(index).unwrap_or(0) + 1);
        round::<Geometry>(&with::<32>(&[(4, &[1]), (12, &numbers)]));
        round::<Datastore>(&with::<16>(&[(6, &numbers[..10])]));
        round::<Opal>(&with::<20>(&[(4, &[1, 2, 3, 4, 1, 5, 6, 7, 8, 9, 10])]));
        round::<Pyrite>(&with::<20>(&[(4, &[1, 2, 3, 4]), (13, &[5, 6])]));
    }

    #[test]
    fn a_descriptor_does_not_read_into_its_neighbour() {
        let mut answer = vec![0; 48];
        answer[3] = 44 + 4 + 16;
        // Locking without a byte of its own, then TPer.
        answer.extend([0, 2, 0x10, 0]);
        answer.extend([0, 1, 0x10, 12, 0x11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let found = decode(&answer);
        assert_eq!((found.value.locking(), found.value.media_encryption()), (None, None));
        let section = describe(&answer);
        assert_eq!(section.find("locked").unwrap().value, Value::Absent("not returned"));
        assert_eq!(section.find("streaming").unwrap().value, Value::Bool(true));
    }

    #[test]
    fn lengths_that_lie_lose_nothing_and_make_nothing_up() {
        let mut answer = vec![0; 48];
        answer[..4].copy_from_slice(&[0xff; 4]);
        answer.extend([0xc0, 0, 0x10, 0xff, 1, 2, 3]);
        let found = decode(&answer);
        let [one] = found.value.features.as_slice() else { panic!("one descriptor") };
        assert_eq!((one.code(), &one.bytes[4..], &one.feature), (0xc000, &[1, 2, 3][..], &Feature::Other));
        assert_eq!(found.notes.len(), 2, "the answer's length and the descriptor's: {:?}", found.notes);
        assert!(decode(&answer[..20]).notes.iter().any(|note| note.text.contains("ends in its header")));
    }
}
