//! General errors statistics (log 04h, page 04h), ACS-5.

use super::{statistics, value};

statistics! {
    /// Errors that hosts saw.
    pub struct GeneralErrors = 0x04, "ata:04/04", "General errors statistics", 32;
    /// How many errors were reported as uncorrectable.
    number_of_reported_uncorrectable_errors: u32 = value(8, 32), "Number of Reported Uncorrectable Errors";
    /// How often a reset came while a command was being carried out.
    number_of_resets_between_command_acceptance_and_command_completion: u32 = value(16, 32),
        "Number of Resets Between Command Acceptance and Command Completion";
    /// Not 0 if the status of a physical element changed.
    physical_element_status_changed: u32 = value(24, 32), "Physical Element Status Changed";
}
