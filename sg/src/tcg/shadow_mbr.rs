//! Shadow MBR for multiple namespaces feature (0407h), TCG Opal SSC Feature Set of that name.

use crate::wire::{bit, bits};

crate::record! {
    /// A shadow MBR for drives with several namespaces. What may follow the bit is kept as bytes.
    pub struct ShadowMbr[4..5] {
        /// A capability that the feature set's specification calls ANS_C.
        ans_c: bool = bit(4, 0), "ANS_C";
    }
    reserved {
        bits(4, 7, 1), "reserved";
    }
}
