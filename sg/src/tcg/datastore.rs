//! Additional datastore tables feature (0202h), TCG Opal SSC Feature Set Additional DataStore
//! Tables.

use crate::wire::{ByteCount, be16, be32, text};

crate::record! {
    /// Room for the host's own data.
    pub struct Datastore[4..16] {
        /// How many tables there can be.
        maximum_number_of_tables: u16 = be16(6), "MAXIMUM NUMBER OF DATASTORE TABLES";
        /// How much they can hold together.
        maximum_total_size: ByteCount = be32(8), "MAXIMUM TOTAL SIZE OF DATASTORE TABLES";
        /// A table's size is a multiple of it.
        table_size_alignment: ByteCount = be32(12), "DATASTORE TABLE SIZE ALIGNMENT";
    }
    reserved {
        text(4, 2), "reserved";
    }
}
