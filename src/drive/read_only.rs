//! Everything else that can be asked of a drive without changing anything: for captures.
//!
//! The survey asks for what reports are made of. This asks for the rest: a drive that lists its
//! commands (REPORT SUPPORTED OPERATION CODES) is asked those of them that only read, any other is
//! asked all that only read, unless it is a USB device.

use sg::command::{Command, CommandError, Payload, Reply, Truncated};

use super::Drive;
use super::survey::{Answers, Depth, Power};

/// A command that only reads, by its CDB.
struct ReadOnly {
    name: &'static str,
    cdb: &'static [u8],
    /// The allocation length in the CDB.
    allocation: usize,
    /// Whether it may have to wait for the medium.
    medium: bool,
}

impl Command for &ReadOnly {
    type Response = ();
    const NAME: &'static str = "a command that only reads";

    fn cdb(&self) -> Vec<u8> {
        self.cdb.to_vec()
    }
    fn payload(&self) -> Payload<'_> {
        if self.allocation == 0 { Payload::None } else { Payload::In(self.allocation) }
    }
    fn answers(&self, sense: &[u8]) -> bool {
        // With CK_COND the answer of an ATA command is in the sense data.
        self.cdb.first() == Some(&0x85)
            && sg::sense::Sense::parse(sense).is_some_and(|s| (s.asc, s.ascq) == (0, 0x1d))
    }
    fn decode(&self, _: Reply<'_>) -> Result<(), Truncated> {
        Ok(())
    }
}

const fn read(name: &'static str, cdb: &'static [u8], allocation: usize) -> ReadOnly {
    ReadOnly { name, cdb, allocation, medium: false }
}

const fn medium(name: &'static str, cdb: &'static [u8], allocation: usize) -> ReadOnly {
    ReadOnly { name, cdb, allocation, medium: true }
}

/// SCSI commands whose service action or mode makes them read only. None moves the medium to
/// another state, takes a reservation, or resets a counter.
const SCSI: &[ReadOnly] = &[
    read("MODE SENSE(6), all pages, current", &[0x1a, 0, 0x3f, 0, 252, 0], 252),
    read("MODE SENSE(6), caching page, current", &[0x1a, 0, 0x08, 0, 252, 0], 252),
    read("MODE SENSE(6), control page, current", &[0x1a, 0, 0x0a, 0, 252, 0], 252),
    read("REQUEST SENSE, descriptor format", &[0x03, 1, 0, 0, 252, 0], 252),
    read("RECEIVE DIAGNOSTIC RESULTS, supported pages", &[0x1c, 1, 0, 0x10, 0, 0], 4096),
    medium("READ DEFECT DATA(10), header of the grown list", &[0x37, 0, 0x0d, 0, 0, 0, 0, 0, 8, 0], 8),
    medium("READ DEFECT DATA(12), header of the grown list", &[0xb7, 0x0d, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0], 8),
    read("READ BUFFER, echo buffer descriptor", &[0x3c, 0x0b, 0, 0, 0, 0, 0, 0, 4, 0], 4),
    read("READ BUFFER, buffer descriptor", &[0x3c, 0x03, 0, 0, 0, 0, 0, 0, 4, 0], 4),
    read("PERSISTENT RESERVE IN, keys", &[0x5e, 0, 0, 0, 0, 0, 0, 0x10, 0, 0], 4096),
    read("PERSISTENT RESERVE IN, reservation", &[0x5e, 1, 0, 0, 0, 0, 0, 0x10, 0, 0], 4096),
    read("PERSISTENT RESERVE IN, capabilities", &[0x5e, 2, 0, 0, 0, 0, 0, 0x10, 0, 0], 4096),
    read("PERSISTENT RESERVE IN, full status", &[0x5e, 3, 0, 0, 0, 0, 0, 0x10, 0, 0], 4096),
    read("REPORT IDENTIFYING INFORMATION", &[0xa3, 5, 0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0], 4096),
    read("REPORT TARGET PORT GROUPS", &[0xa3, 0x0a, 0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0], 4096),
    read("REPORT SUPPORTED TASK MANAGEMENT FUNCTIONS", &[0xa3, 0x0d, 0x80, 0, 0, 0, 0, 0, 0, 16, 0, 0], 16),
    read("REPORT TIMESTAMP", &[0xa3, 0x0f, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0], 16),
    read("SECURITY PROTOCOL IN, supported protocols", &[0xa2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0], 512),
    read("SECURITY PROTOCOL IN, TCG level 0 discovery", &[0xa2, 1, 0, 1, 0, 0, 0, 0, 8, 0, 0, 0], 2048),
    read("SECURITY PROTOCOL IN, ATA security", &[0xa2, 0xef, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0], 512),
    medium("READ MEDIA SERIAL NUMBER", &[0xab, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], 256),
    medium("GET LBA STATUS", &[0x9e, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0], 1024),
    read("GET PHYSICAL ELEMENT STATUS", &[0x9e, 0x17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0], 8192),
    medium("REPORT ZONES, the first", &[0x95, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0x80, 0], 1024),
];

/// ATA commands that only read, as ATA PASS-THROUGH (16).
const ATA: &[ReadOnly] = &[
    read("SMART READ DATA", &[0x85, 0x08, 0x0e, 0, 0xd0, 0, 1, 0, 0, 0, 0x4f, 0, 0xc2, 0, 0xb0, 0], 512),
    read(
        "SMART READ ATTRIBUTE THRESHOLDS",
        &[0x85, 0x08, 0x0e, 0, 0xd1, 0, 1, 0, 1, 0, 0x4f, 0, 0xc2, 0, 0xb0, 0],
        512,
    ),
    read(
        "SMART READ LOG, directory",
        &[0x85, 0x08, 0x0e, 0, 0xd5, 0, 1, 0, 0, 0, 0x4f, 0, 0xc2, 0, 0xb0, 0],
        512,
    ),
    read(
        "SMART READ LOG, summary error log",
        &[0x85, 0x08, 0x0e, 0, 0xd5, 0, 1, 0, 1, 0, 0x4f, 0, 0xc2, 0, 0xb0, 0],
        512,
    ),
    read(
        "SMART READ LOG, self-test log",
        &[0x85, 0x08, 0x0e, 0, 0xd5, 0, 1, 0, 6, 0, 0x4f, 0, 0xc2, 0, 0xb0, 0],
        512,
    ),
    read(
        "SMART READ LOG, selective self-test log",
        &[0x85, 0x08, 0x0e, 0, 0xd5, 0, 1, 0, 9, 0, 0x4f, 0, 0xc2, 0, 0xb0, 0],
        512,
    ),
    read(
        "SMART READ LOG, SCT status",
        &[0x85, 0x08, 0x0e, 0, 0xd5, 0, 1, 0, 0xe0, 0, 0x4f, 0, 0xc2, 0, 0xb0, 0],
        512,
    ),
    read("SANITIZE STATUS EXT", &[0x85, 0x07, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xb4, 0], 0),
    read(
        "TRUSTED RECEIVE, supported protocols",
        &[0x85, 0x08, 0x0e, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x5c, 0],
        512,
    ),
    read(
        "TRUSTED RECEIVE, TCG level 0 discovery",
        &[0x85, 0x08, 0x0e, 0, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0x5c, 0],
        2048,
    ),
];

/// Asks everything; what is refused is kept as an answer as well.
///
/// # Errors
///
/// The command that found the drive gone or hung.
pub fn read_everything(drive: &mut Drive, answers: &Answers, depth: Depth) -> Result<(), CommandError> {
    let asleep = !depth.wake && matches!(answers.power, Some(Power::Asleep(_)));
    let listed = answers.bytes("rsoc").map(|bytes| sg::rsoc::decode_all(bytes).value);
    let usb = drive.kernel.is_usb();
    let takes = |cdb: &[u8]| match (&listed, cdb) {
        // Some USB devices stop at a command that they do not know, until they are plugged in again.
        (None, [code, ..]) if usb => matches!(code, 0x03 | 0x1a),
        (None, _) => true,
        (Some(commands), [code @ (0x5e | 0x95 | 0x9e | 0xa3 | 0xab | 0x3c), action, ..]) => {
            commands.find(*code, Some(u16::from(action & 0x1f))).is_some()
                || commands.find(*code, None).is_some()
        }
        (Some(commands), [code, ..]) => commands.find(*code, None).is_some(),
        (Some(_), []) => false,
    };
    let is_ata = answers.pages.contains_key("ata:identify");
    let scsi = SCSI.iter().filter(|command| takes(command.cdb));
    let ata = ATA.iter().filter(|_| is_ata);
    for command in scsi.chain(ata).filter(|command| !(asleep && command.medium)) {
        if let Err(mut error) = drive.ask(&command)
            && error.is_fatal()
        {
            error.command = command.name;
            return Err(error);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_answers_what_the_survey_asks_of_security_protocols() {
        use ata::command::TrustedReceive;
        use ata::sat::PassThrough16;
        use sg::command::{LevelZeroDiscovery, ReportSecurityProtocols};

        let scsi = [ReportSecurityProtocols.cdb(), LevelZeroDiscovery.cdb()];
        let ata = [TrustedReceive::SUPPORTED_PROTOCOLS, TrustedReceive::LEVEL_0_DISCOVERY];
        for (table, cdbs) in [(SCSI, scsi), (ATA, ata.map(|command| PassThrough16::new(&command).cdb()))] {
            for cdb in cdbs {
                assert!(table.iter().any(|one| one.cdb == cdb), "{cdb:02x?} is not captured");
            }
        }
    }

    #[test]
    fn each_asks_for_as_much_as_it_takes() {
        for command in SCSI {
            let at = |index: usize| command.cdb.get(index).copied().map_or(0, usize::from);
            let allocation = match command.cdb.len() {
                6 if command.cdb.first() == Some(&0x1c) => at(3) << 8 | at(4),
                6 => at(4),
                10 if command.cdb.first() == Some(&0x3c) => at(6) << 16 | at(7) << 8 | at(8),
                10 => at(7) << 8 | at(8),
                12 => at(6) << 24 | at(7) << 16 | at(8) << 8 | at(9),
                _ => at(10) << 24 | at(11) << 16 | at(12) << 8 | at(13),
            };
            // READ MEDIA SERIAL NUMBER and the like have it in the same place.
            assert_eq!(allocation, command.allocation, "{}", command.name);
        }
        for command in ATA {
            let count = command.cdb.get(6).copied().map_or(0, usize::from);
            assert_eq!(count * 512, command.allocation, "{}", command.name);
        }
    }
}
