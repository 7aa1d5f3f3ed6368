//! The names of the mode pages that SPC-5, SBC-4, SAT-4 and ZBC-2 define for disks.

/// Code, subpage code and name of each page.
pub const NAMES: &[(u8, u8, &str)] = &[
    (0x00, 0x00, "Vendor specific (unit attention condition)"),
    (0x01, 0x00, "Read-write error recovery"),
    (0x02, 0x00, "Disconnect-reconnect"),
    (0x03, 0x00, "Format device (obsolete)"),
    (0x04, 0x00, "Rigid disk geometry (obsolete)"),
    (0x05, 0x00, "Flexible disk (obsolete)"),
    (0x06, 0x00, "RBC device parameters"),
    (0x07, 0x00, "Verify error recovery"),
    (0x08, 0x00, "Caching"),
    (0x09, 0x00, "Peripheral device (obsolete)"),
    (0x0a, 0x00, "Control"),
    (0x0a, 0x01, "Control extension"),
    (0x0a, 0x02, "Application tag"),
    (0x0a, 0x03, "Command duration limit A"),
    (0x0a, 0x04, "Command duration limit B"),
    (0x0a, 0x05, "IO advice hints grouping"),
    (0x0a, 0x06, "Background operation control"),
    (0x0a, 0x07, "Command duration limit T2A"),
    (0x0a, 0x08, "Command duration limit T2B"),
    (0x0a, 0x0f, "Zoned block device control"),
    (0x0a, 0xf0, "Control data protection"),
    (0x0a, 0xf1, "PATA control"),
    (0x0a, 0xf2, "ATA feature control"),
    (0x0b, 0x00, "Medium types supported (obsolete)"),
    (0x0c, 0x00, "Notch and partition (obsolete)"),
    (0x0d, 0x00, "Power condition (obsolete code)"),
    (0x10, 0x00, "XOR control (obsolete)"),
    (0x14, 0x00, "Enclosure services management"),
    (0x18, 0x00, "Protocol specific logical unit"),
    (0x19, 0x00, "Protocol specific port"),
    (0x19, 0x01, "SAS phy control and discover"),
    (0x19, 0x02, "SAS shared port control"),
    (0x19, 0x03, "SAS enhanced phy control"),
    (0x19, 0x04, "SAS out of band management control"),
    (0x1a, 0x00, "Power condition"),
    (0x1a, 0x01, "Power consumption"),
    (0x1a, 0xf1, "ATA power condition"),
    (0x1c, 0x00, "Informational exceptions control"),
    (0x1c, 0x01, "Background control"),
    (0x1c, 0x02, "Logical block provisioning"),
];

/// The name of a page, or what kind of page its code makes it.
#[must_use]
pub fn name(code: u8, subpage: u8) -> Option<&'static str> {
    let exact = NAMES.iter().find(|(c, s, _)| (*c, *s) == (code, subpage)).map(|(_, _, name)| *name);
    exact.or(match code {
        0x20..=0x3e => Some("Vendor specific"),
        _ => None,
    })
}
