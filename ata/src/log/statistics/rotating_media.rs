//! Rotating media statistics (log 04h, page 03h), ACS-5.

use sg::wire::{Hours, Sectors};

use super::{statistics, value};

statistics! {
    /// Spindle, heads and reallocations.
    pub struct RotatingMedia = 0x03, "ata:04/03", "Rotating media statistics", 72;
    /// How long the spindle has been turning.
    spindle_motor_power_on_hours: Hours = value(8, 32), "Spindle Motor Power-on Hours";
    /// How long the heads have been loaded.
    head_flying_hours: Hours = value(16, 32), "Head Flying Hours";
    /// How often the heads were loaded.
    head_load_events: u32 = value(24, 32), "Head Load Events";
    /// Sectors that were replaced after they failed.
    number_of_reallocated_logical_sectors: Sectors = value(32, 32), "Number of Reallocated Logical Sectors";
    /// How often reading needed recovery.
    read_recovery_attempts: u32 = value(40, 32), "Read Recovery Attempts";
    /// How often the spindle did not start.
    number_of_mechanical_start_failures: u32 = value(48, 32), "Number of Mechanical Start Failures";
    /// Sectors that will be replaced at their next write, if they still fail.
    number_of_reallocation_candidate_logical_sectors: Sectors = value(56, 32),
        "Number of Reallocation Candidate Logical Sectors";
    /// How often the heads were unloaded in an emergency.
    number_of_high_priority_unload_events: u32 = value(64, 32), "Number of High Priority Unload Events";
}
