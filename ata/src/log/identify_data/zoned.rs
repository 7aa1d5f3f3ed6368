//! Zoned device information (log 30h, page 09h), ZAC-2.

use sg::wire::{Meaning, be, names};

use super::{field, flag_at, gate, page};

/// Two numbers say that there is none.
const COUNT: Meaning = names(&[(0, "not reported"), (0xffff_ffff, "no limit, or not reported")]);

sg::record! {
    /// What the drive does with its zones.
    pub struct ZonedFields[8..512] {
        /// REMOVE ELEMENT AND MODIFY ZONES.
        remove_element_and_modify_zones_supported: bool = flag_at(8, 1),
            "REMOVE ELEMENT AND MODIFY ZONES SUPPORTED";
        /// Unrestricted reads in zones that must be written in sequence.
        urswrz: bool = flag_at(8, 0), "URSWRZ";
        /// Beyond it the drive gets slower.
        optimal_number_of_open_sequential_write_preferred_zones: u32 = field(24, 31, 0),
            "OPTIMAL NUMBER OF OPEN SEQUENTIAL WRITE PREFERRED ZONES", COUNT;
        /// Beyond it the drive gets slower.
        optimal_number_of_non_sequentially_written_sequential_write_preferred_zones: u32 = field(32, 31, 0),
            "OPTIMAL NUMBER OF NON-SEQUENTIALLY WRITTEN SEQUENTIAL WRITE PREFERRED ZONES", COUNT;
        /// Beyond it a write is refused.
        maximum_number_of_open_sequential_write_required_zones: u32 = field(40, 31, 0),
            "MAXIMUM NUMBER OF OPEN SEQUENTIAL WRITE REQUIRED ZONES", COUNT;
        /// Which draft of ZAC the drive follows.
        zac_minor_version: u16 = field(48, 15, 0), "ZAC MINOR VERSION", names(&[
            (0x0000, "not reported"),
            (0xb6e8, "ZAC revision 1"),
            (0xa36c, "ZAC revision 4"),
            (0x05cf, "ZAC revision 5"),
            (0xb403, "ZAC-2 revision 12"),
            (0x3612, "ZAC-2 revision 15"),
            (0x7317, "ZAC-2 revision 1b"),
            (0xffff, "not reported"),
        ]);
        /// The most zones of one ZONE ACTIVATE.
        maximum_activation: u16 = field(56, 47, 32), "MAXIMUM ACTIVATION";
        /// MAXIMUM ACTIVATION can be set.
        maximum_activation_control_supported: bool = flag_at(56, 6), "MAXIMUM ACTIVATION CONTROL SUPPORTED";
        /// REPORT REALMS EXT.
        report_realms_supported: bool = flag_at(56, 5), "REPORT REALMS SUPPORTED";
        /// Zone activation takes a number of zones.
        nozsrc_supported: bool = flag_at(56, 4), "NOZSRC SUPPORTED";
        /// SUBSEQUENT NUMBER OF ZONES can be set.
        zone_activation_control_supported: bool = flag_at(56, 3), "ZONE ACTIVATION CONTROL SUPPORTED";
        /// URSWRZ can be set.
        update_urswrz_supported: bool = flag_at(56, 2), "UPDATE URSWRZ SUPPORTED";
        /// Zone Realms.
        zone_realms_supported: bool = flag_at(56, 1), "ZONE REALMS SUPPORTED";
        /// Zone Domains.
        zone_domains_supported: bool = flag_at(56, 0), "ZONE DOMAINS SUPPORTED";
        /// How many zones are activated where the command does not say.
        subsequent_number_of_zones: u32 = field(64, 31, 0), "SUBSEQUENT NUMBER OF ZONES";
        /// Gap zones.
        gap_zones_supported: bool = flag_at(72, 4), "GAP ZONES SUPPORTED";
        /// Sequential or before required zones.
        sequential_or_before_required_zones_supported: bool = flag_at(72, 3),
            "SEQUENTIAL OR BEFORE REQUIRED ZONES SUPPORTED";
        /// Sequential write required zones.
        sequential_write_required_zones_supported: bool = flag_at(72, 2),
            "SEQUENTIAL WRITE REQUIRED ZONES SUPPORTED";
        /// Sequential write preferred zones.
        sequential_write_preferred_zones_supported: bool = flag_at(72, 1),
            "SEQUENTIAL WRITE PREFERRED ZONES SUPPORTED";
        /// Conventional zones.
        conventional_zones_supported: bool = flag_at(72, 0), "CONVENTIONAL ZONES SUPPORTED";
    }
    reserved {
        field(8, 62, 2), "reserved";
        gate(8), "a gate";
        be(16, 8), "reserved, or not known";
        field(24, 62, 32), "reserved";
        gate(24), "a gate";
        field(32, 62, 32), "reserved";
        gate(32), "a gate";
        field(40, 62, 32), "reserved";
        gate(40), "a gate";
        field(48, 62, 16), "reserved";
        gate(48), "a gate";
        field(56, 62, 48), "reserved";
        field(56, 31, 7), "reserved";
        gate(56), "a gate";
        field(64, 62, 32), "reserved";
        gate(64), "a gate";
        field(72, 62, 5), "reserved";
        gate(72), "a gate";
        be(80, 432), "reserved";
    }
}

page! {
    /// Zones.
    ZonedDeviceInformation, ZonedFields, 0x09, "ata:30/09", "Zoned device information"
}
