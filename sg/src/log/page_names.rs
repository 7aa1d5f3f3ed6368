//! The names of the log pages that SPC-5, SBC-4, SAT-4 and ZBC-2 define for disks.

/// Code, subpage code and name of each page.
pub const NAMES: &[(u8, u8, &str)] = &[
    (0x00, 0x00, "Supported log pages"),
    (0x00, 0xff, "Supported log pages and subpages"),
    (0x01, 0x00, "Buffer over-run/under-run"),
    (0x02, 0x00, "Write error counters"),
    (0x03, 0x00, "Read error counters"),
    (0x04, 0x00, "Read reverse error counters"),
    (0x05, 0x00, "Verify error counters"),
    (0x06, 0x00, "Non-medium error"),
    (0x07, 0x00, "Last n error events"),
    (0x08, 0x00, "Format status"),
    (0x0b, 0x00, "Last n deferred errors or asynchronous events"),
    (0x0b, 0x01, "Last n inquiry data changed"),
    (0x0b, 0x02, "Last n mode page data changed"),
    (0x0c, 0x00, "Logical block provisioning"),
    (0x0d, 0x00, "Temperature"),
    (0x0d, 0x01, "Environmental reporting"),
    (0x0d, 0x02, "Environmental limits"),
    (0x0e, 0x00, "Start-stop cycle counter"),
    (0x0e, 0x01, "Utilization"),
    (0x0f, 0x00, "Application client"),
    (0x10, 0x00, "Self-test results"),
    (0x11, 0x00, "Solid state media"),
    (0x14, 0x01, "Zoned block device statistics"),
    (0x15, 0x00, "Background scan results"),
    (0x15, 0x01, "Pending defects"),
    (0x15, 0x02, "Background operation"),
    (0x15, 0x03, "LPS misalignment"),
    (0x16, 0x00, "ATA PASS-THROUGH results"),
    (0x17, 0x00, "Non-volatile cache"),
    (0x18, 0x00, "Protocol specific port"),
    (0x19, 0x00, "General statistics and performance"),
    (0x19, 0x20, "Cache memory statistics"),
    (0x19, 0x21, "Command duration limits statistics"),
    (0x1a, 0x00, "Power condition transitions"),
    (0x2f, 0x00, "Informational exceptions"),
];

/// The name of a page, or what kind of page its codes make it.
#[must_use]
pub fn name(code: u8, subpage: u8) -> Option<&'static str> {
    let exact = NAMES.iter().find(|(c, s, _)| (*c, *s) == (code, subpage)).map(|(_, _, name)| *name);
    exact.or(match (code, subpage) {
        (0x19, 0x01..=0x1f) => Some("Group statistics and performance"),
        (0x00..=0x3f, 0xff) => Some("Supported subpages"),
        (0x30..=0x3e, _) => Some("Vendor specific"),
        _ => None,
    })
}
