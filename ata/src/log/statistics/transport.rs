//! Transport statistics (log 04h, page 06h), ACS-5.

use super::{statistics, value};

statistics! {
    /// Resets and errors of the interface.
    pub struct Transport = 0x06, "ata:04/06", "Transport statistics", 32;
    /// How often a hardware reset came (SATA: COMRESET).
    number_of_hardware_resets: u32 = value(8, 32), "Number of Hardware Resets";
    /// How often the signal came back after it was lost (asynchronous signal recovery).
    number_of_asr_events: u32 = value(16, 32), "Number of ASR Events";
    /// How often data was damaged on the interface.
    number_of_interface_crc_errors: u32 = value(24, 32), "Number of Interface CRC Errors";
}
