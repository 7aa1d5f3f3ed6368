//! Temperature statistics (log 04h, page 05h), ACS-5.

use sg::wire::{Celsius, Minutes};

use super::{statistics, value};

statistics! {
    /// Temperatures, each a signed byte.
    pub struct Temperature = 0x05, "ata:04/05", "Temperature statistics", 112;
    /// Now.
    current_temperature: Celsius = value(8, 8), "Current Temperature";
    /// Over the last 24 hours or so.
    average_short_term_temperature: Celsius = value(16, 8), "Average Short Term Temperature";
    /// Over the last 42 days or so.
    average_long_term_temperature: Celsius = value(24, 8), "Average Long Term Temperature";
    /// Since manufacture.
    highest_temperature: Celsius = value(32, 8), "Highest Temperature";
    /// Since manufacture.
    lowest_temperature: Celsius = value(40, 8), "Lowest Temperature";
    /// Since manufacture.
    highest_average_short_term_temperature: Celsius = value(48, 8), "Highest Average Short Term Temperature";
    /// Since manufacture.
    lowest_average_short_term_temperature: Celsius = value(56, 8), "Lowest Average Short Term Temperature";
    /// Since manufacture.
    highest_average_long_term_temperature: Celsius = value(64, 8), "Highest Average Long Term Temperature";
    /// Since manufacture.
    lowest_average_long_term_temperature: Celsius = value(72, 8), "Lowest Average Long Term Temperature";
    /// How long the drive was hotter than it is specified for.
    time_in_over_temperature: Minutes = value(80, 32), "Time in Over-Temperature";
    /// The hottest that it is specified for.
    specified_maximum_operating_temperature: Celsius = value(88, 8), "Specified Maximum Operating Temperature";
    /// How long the drive was colder than it is specified for.
    time_in_under_temperature: Minutes = value(96, 32), "Time in Under-Temperature";
    /// The coldest that it is specified for.
    specified_minimum_operating_temperature: Celsius = value(104, 8), "Specified Minimum Operating Temperature";
}
