//! Free-fall statistics (log 04h, page 02h), ACS-5.

use super::{statistics, value};

statistics! {
    /// Falls and shocks.
    pub struct FreeFall = 0x02, "ata:04/02", "Free-fall statistics", 24;
    /// How often the drive unloaded its heads because it fell.
    number_of_free_fall_events_detected: u32 = value(8, 32), "Number of Free-Fall Events Detected";
    /// How often a shock was stronger than the drive is specified for.
    overlimit_shock_events: u32 = value(16, 32), "Overlimit Shock Events";
}
