//! General statistics (log 04h, page 01h), ACS-5.

use std::borrow::Cow;

use sg::wire::{BasisPoints, Hours, Meaning, Milliseconds, Percent, Sectors, names};

use super::{part, statistics, value};

statistics! {
    /// What every kind of drive counts.
    pub struct General = 0x01, "ata:04/01", "General statistics", 104;
    /// How often the drive was powered on or reset by power.
    lifetime_power_on_resets: u32 = value(8, 32), "Lifetime Power-On Resets";
    /// How long it has been powered.
    power_on_hours: Hours = value(16, 32), "Power-on Hours";
    /// What hosts wrote.
    logical_sectors_written: Sectors = value(24, 48), "Logical Sectors Written";
    /// How many write commands completed.
    number_of_write_commands: u64 = value(32, 48), "Number of Write Commands";
    /// What hosts read.
    logical_sectors_read: Sectors = value(40, 48), "Logical Sectors Read";
    /// How many read commands completed.
    number_of_read_commands: u64 = value(48, 48), "Number of Read Commands";
    /// Either the time that a host set, or the time for which the drive has been powered.
    date_and_time_timestamp: Milliseconds = value(56, 48), "Date and Time TimeStamp",
        Meaning::Rule(duration);
    /// Sectors that could not be read and were not yet written or reallocated.
    pending_error_count: u32 = value(64, 32), "Pending Error Count";
    /// How much of its rated workload the drive was used for.
    workload_utilization: BasisPoints = value(72, 16), "Workload Utilization",
        Meaning::Rule(hundredths_of_a_percent);
    /// At which rate its rated workload is being used up, seen over the rate basis.
    utilization_usage_rate: Percent = value(80, 8), "Utilization Usage Rate", Meaning::Rule(rate);
    /// How much of the resources of the drive is available.
    resource_availability: u16 = value(88, 16), "Resource Availability", Meaning::Rule(fraction);
    /// How much of the resources for random writes is in use.
    random_write_resources_used: Percent = value(96, 8), "Random Write Resources Used";
    @parts {
        /// The time over which the usage rate is taken.
        rate_basis: u8 = part(80, 39, 36), "RATE BASIS", names(&[
            (0x0, "since manufacture"),
            (0x4, "since power-on reset"),
            (0x8, "over the power-on hours"),
            (0xf, "not determined"),
        ]);
        /// Whether the usage rate is valid.
        rate_validity: u8 = part(80, 47, 40), "RATE VALIDITY", names(&[
            (0x00, "valid"),
            (0x10, "not valid: too little was recorded"),
            (0x81, "unreasonable: the date and time make no sense"),
            (0xff, "not valid, for a reason that is not known"),
        ]);
        /// Which resources the availability is about.
        resources: u64 = part(88, 55, 16), "RESOURCES";
    }
}

/// Hours are not cut into days: they compare with the power-on hours.
fn duration(milliseconds: u64) -> Option<Cow<'static, str>> {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    Some(format!("{hours}:{minutes:02}:{:02}.{rest:03}", seconds % 60).into())
}

fn hundredths_of_a_percent(number: u64) -> Option<Cow<'static, str>> {
    Some(match number {
        0xffff => "more than 655.34 %".into(),
        _ => format!("{}.{:02} %", number / 100, number % 100).into(),
    })
}

fn rate(percent: u64) -> Option<Cow<'static, str>> {
    (percent == 0xff).then_some("more than 254 %".into())
}

fn fraction(number: u64) -> Option<Cow<'static, str>> {
    let hundredths = number * 10_000 / 65_536;
    Some(format!("{}.{:02} % available", hundredths / 100, hundredths % 100).into())
}
