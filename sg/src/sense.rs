//! Sense data: what a CHECK CONDITION says (SPC-5 4.5).

use std::fmt;

/// Decoded sense data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sense {
    /// Sense key.
    pub key: u8,
    /// Additional sense code.
    pub asc: u8,
    /// Additional sense code qualifier.
    pub ascq: u8,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Sense {
    /// Decodes sense data of either format; `None` if there is none in these bytes.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
        let (key, asc, ascq) = match at(0) & 0x7f {
            0x70 | 0x71 => (at(2) & 0xf, at(12), at(13)),
            0x72 | 0x73 => (at(1) & 0xf, at(2), at(3)),
            _ => return None,
        };
        Some(Self { key, asc, ascq, bytes: bytes.to_vec() })
    }
}

impl fmt::Display for Sense {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sense key {:x}h, {:02x}h/{:02x}h", self.key, self.asc, self.ascq)
    }
}
