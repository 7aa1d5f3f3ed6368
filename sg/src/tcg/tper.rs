//! TPer feature (0001h), TCG Storage Architecture Core Specification: how the trusted peripheral,
//! TCG's name for the part of a drive that guards the data, communicates.

use crate::wire::{bit, text};

crate::record! {
    /// How the trusted peripheral communicates.
    pub struct Tper[4..16] {
        /// ComIDs can be had and given back.
        com_id_management: bool = bit(4, 6), "COMID MGMT SUPPORTED";
        /// Commands without an answer in between.
        streaming: bool = bit(4, 4), "STREAMING SUPPORTED";
        /// Flow control by credits.
        buffer_management: bool = bit(4, 3), "BUFFER MGMT SUPPORTED";
        /// Packets are acknowledged.
        ack_nak: bool = bit(4, 2), "ACK/NAK SUPPORTED";
        /// The asynchronous protocol.
        asynchronous: bool = bit(4, 1), "ASYNC SUPPORTED";
        /// The synchronous protocol: every SSC wants it.
        synchronous: bool = bit(4, 0), "SYNC SUPPORTED";
    }
    reserved {
        bit(4, 7), "reserved";
        bit(4, 5), "reserved";
        text(5, 11), "reserved";
    }
}
