//! Zoned device statistics (log 04h, page 08h), ZAC-2.

use super::{statistics, value};

statistics! {
    /// How the zones of the drive are used.
    pub struct Zoned = 0x08, "ata:04/08", "Zoned device statistics", 104;
    /// The most zones that were open at once.
    maximum_open_zones: u32 = value(8, 32), "Maximum Open Zones";
    /// The most that were open explicitly.
    maximum_explicitly_open_zones: u32 = value(16, 32), "Maximum Explicitly Open Zones";
    /// The most that were open implicitly.
    maximum_implicitly_open_zones: u32 = value(24, 32), "Maximum Implicitly Open Zones";
    /// The fewest zones that were empty.
    minimum_empty_zones: u32 = value(32, 32), "Minimum Empty Zones";
    /// The most zones that were not written in sequence.
    maximum_non_sequential_zones: u32 = value(40, 32), "Maximum Non-sequential Zones";
    /// How often a zone was emptied.
    zones_emptied: u32 = value(48, 32), "Zones Emptied";
    /// Writes that could have been cheaper.
    suboptimal_write_commands: u32 = value(56, 32), "Suboptimal Write Commands";
    /// Commands that went beyond an optimal limit.
    commands_exceeding_optimal_limit: u32 = value(64, 32), "Commands Exceeding Optimal Limit";
    /// How often opening a zone failed.
    failed_explicit_opens: u32 = value(72, 32), "Failed Explicit Opens";
    /// Reads that broke a rule of their zone.
    read_rule_violations: u32 = value(80, 32), "Read Rule Violations";
    /// Writes that broke a rule of their zone.
    write_rule_violations: u32 = value(88, 32), "Write Rule Violations";
    /// The most zones of the kind "sequential or before required" that were open implicitly.
    maximum_implicit_open_sequential_or_before_required_zones: u32 = value(96, 32),
        "Maximum Implicit Open Sequential Or Before Required Zones";
}
