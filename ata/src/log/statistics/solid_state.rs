//! Solid state device statistics (log 04h, page 07h), ACS-5.

use sg::wire::Percent;

use super::{statistics, value};

statistics! {
    /// Wear.
    pub struct SolidState = 0x07, "ata:04/07", "Solid state device statistics", 16;
    /// How much of its life the vendor reckons as used; it may exceed 100 %.
    percentage_used_endurance_indicator: Percent = value(8, 8), "Percentage Used Endurance Indicator";
}
