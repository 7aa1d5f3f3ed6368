//! What to do about the errors that people meet.

use super::{Sense, SenseKey};

impl Sense {
    /// What to do, for the common ones: one sentence for a user.
    #[must_use]
    pub fn advice(&self) -> Option<&'static str> {
        let by_code = match (self.asc, self.ascq) {
            (0x04, 0x01) => "the drive is becoming ready: wait some seconds and try again",
            (0x04, 0x02) => "the drive is stopped: start it with START STOP UNIT, then try again",
            (0x04, 0x03) => "the drive needs a hand: it will not become ready by itself",
            (0x04, 0x04) => "a format is running: wait for its end, REQUEST SENSE gives the progress",
            (0x04, 0x05 | 0x06) => "the array is rebuilding: wait for its end",
            (0x04, 0x07 | 0x1d) => "the drive is busy with an operation: wait for its end",
            (0x04, 0x09) => "a self-test is running: wait for its end or abort it with SEND DIAGNOSTIC",
            (0x04, 0x0a..=0x0c) => "this path to the drive is not active: use another path",
            (0x04, 0x11) => {
                "the drive waits for its turn to spin up: the SAS adapter or expander must send NOTIFY (ENABLE SPINUP)"
            }
            (0x04, 0x1a) => "the drive is starting or stopping: wait some seconds and try again",
            (0x04, 0x1b) => {
                "a sanitize is running: wait for its end, REQUEST SENSE gives the progress; a power cycle does not stop it"
            }
            (0x04, 0x1c) => "the drive waits for power that the enclosure has not granted yet",
            (0x04, 0x1e) => {
                "new microcode waits to be activated: activate it with WRITE BUFFER or by a power cycle"
            }
            (0x04, 0x1f) => "the drive has no valid microcode: download it again",
            (0x04, 0x20) => "the drive needs a logical unit reset",
            (0x04, 0x21) => "the drive needs a hard reset",
            (0x04, 0x22) => "the drive needs a power cycle",
            (0x04, 0x24) => "an element is being removed from use: wait for its end, it can take many hours",
            (0x04, 0x25) => {
                "elements are being brought back to use: wait for its end, it can take many hours"
            }
            (0x08 | 0x47, 0x00..=0x05) => {
                "the link to the drive is bad: look at cable, backplane and connector"
            }
            (0x0b, 0x01 | 0x0a | 0x0c) => "the drive is too hot: look at its cooling",
            (0x0b, 0x0b | 0x0d) => "the drive is too cold",
            (0x0b, 0x06) => {
                "the write cache no longer survives a power loss: turn it off or replace the drive"
            }
            (0x0b, 0x07) => "the power reserve of the write cache is weak: plan to replace the drive",
            (0x0b, 0x14) => "an element of the drive has degraded: see GET PHYSICAL ELEMENT STATUS",
            (0x11, 0x14) => "the block was marked bad on purpose: writing it makes it readable again",
            (0x11, 0x15) => "the block was not written since a sanitize: write it before it is read",
            (0x11, _) => {
                "the block cannot be read: get its data from elsewhere, writing it lets the drive use a spare"
            }
            (0x1d, _) => "the data on the medium is not what it was compared with",
            (0x20, 0x00) => "the drive does not have this command",
            (0x20, 0x02) => "access is denied: a locked drive must be unlocked first",
            (0x21, 0x00) => "the address is beyond the last block: READ CAPACITY gives the last",
            (0x21, 0x04) => "the drive is zoned: a write must start at the zone's write pointer",
            (0x21, 0x05 | 0x07) => "the drive is zoned: a command must not cross the end of its zone",
            (0x21, 0x06) => "the drive is zoned: nothing is written there yet",
            (0x21, 0x09) => "the drive is zoned: there are no blocks at this address",
            (0x24, _) => {
                "the drive does not take a field of the command: it has this feature not at all, or otherwise"
            }
            (0x25, 0x00) => "there is no logical unit at this LUN",
            (0x26, 0x01 | 0x02) => "the drive does not take this setting or this value",
            (0x26, 0x00) => "the drive does not take a field of the data: the field pointer says which",
            (0x27, 0x01) => "a switch or jumper of the drive protects it from writing",
            (0x27, 0x02) => "SWP of the Control mode page protects the drive from writing: clear it",
            (0x27, 0x07) => "the drive has no space left behind its thin provisioning",
            (0x27, _) => "the drive is write protected",
            (0x28 | 0x29, _) => {
                "the drive became ready, was reset or powered on since the last command: send it again"
            }
            (0x2a, 0x01) => "another host or a reset changed mode parameters: read them again",
            (0x2a, 0x03..=0x05) => "another host took or released a reservation: see PERSISTENT RESERVE IN",
            (0x2a, 0x09) => "the capacity has changed: read it again",
            (0x2c, 0x00) => "the commands came in an order that the drive does not take",
            (0x2c, 0x05) => "the drive cannot go from its power condition to the wanted one",
            (0x2c, 0x09) => "another host holds a reservation: see PERSISTENT RESERVE IN",
            (0x2e, _) => "the drive gave up at a time limit: try again, or allow more time",
            (0x31, 0x00 | 0x01) => "the format is not whole: format the drive again",
            (0x31, 0x03) => "a sanitize failed, and the data may still be there: sanitize again",
            (0x31, 0x04 | 0x05) => "the change of elements failed: try again, or replace the drive",
            (0x32, _) => "the drive has no spare blocks left: replace it",
            (0x37, 0x00) => "the drive rounded a value: read back what it took",
            (0x38, 0x07) => "the space behind thin provisioning gets low",
            (0x39, 0x00) => {
                "the drive cannot save this setting: make it without saving, it lasts until a reset"
            }
            (0x3a, _) => "there is no medium in the drive",
            (0x3e, 0x03) => "the drive failed its self-test: replace it",
            (0x3f, 0x01 | 0x16) => "the microcode was changed: read the drive's identity again",
            (0x3f, 0x03) => "the drive's identity has changed: read it again",
            (0x3f, 0x0e) => "the list of logical units has changed: scan the bus again",
            (0x40 | 0x44, _) => "the drive's electronics failed: try a power cycle, then replace it",
            (0x4e, _) => "the host sent a command while one with the same tag was running",
            (0x53, 0x02) => "another host prevents the removal of the medium",
            (0x55, 0x02 | 0x04) => "the drive has no room for another reservation key: remove unused ones",
            (0x5d, 0xff) => "this is a test of the failure warning: nothing is wrong",
            (0x5d, _) => "the drive expects to fail: save its data and replace it",
            (0x5e, _) => "the drive is in a low power condition: this is no error",
            (0x67, 0x0b) => "a feature of the ATA drive must be enabled first",
            (0x74, 0x71) => "the drive is locked: unlock it",
            (0x74, 0x79) => "the ATA drive is locked or frozen by its security feature set",
            _ => "",
        };
        let advice = match self.sense_key() {
            _ if !by_code.is_empty() => by_code,
            SenseKey::NotReady => "the drive is not ready: it may be stopped, in standby, or defective",
            SenseKey::HardwareError => "the drive has a defect: try a power cycle, then replace it",
            SenseKey::DataProtect => {
                "the blocks may not be read or written: the drive is write protected or locked"
            }
            SenseKey::AbortedCommand => "the drive broke the command off: send it again",
            _ => return None,
        };
        Some(advice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The advice for fixed format sense data with that key and code.
    fn advice(key: u8, asc: u8, ascq: u8) -> Option<&'static str> {
        Sense::parse(&[0x70, 0, key, 0, 0, 0, 0, 10, 0, 0, 0, 0, asc, ascq, 0, 0, 0, 0])?.advice()
    }

    #[test]
    fn advice_names_what_helps() {
        for (key, asc, ascq, word) in [
            (2, 0x04, 0x01, "becoming ready"),
            (2, 0x04, 0x02, "START STOP UNIT"),
            (2, 0x04, 0x1b, "sanitize is running"),
            (3, 0x31, 0x03, "sanitize again"),
            (5, 0x20, 0x00, "does not have this command"),
            (5, 0x39, 0x00, "without saving"),
            (6, 0x2a, 0x03, "PERSISTENT RESERVE IN"),
            (7, 0x27, 0x00, "write protected"),
            (7, 0x20, 0x02, "unlocked"),
            // Codes of vendors still have the advice of their key.
            (2, 0x04, 0xf0, "not ready"),
            (4, 0x80, 0x12, "defect"),
        ] {
            let advice = advice(key, asc, ascq).unwrap_or_default();
            assert!(
                advice.contains(word),
                "{key:02x}h/{asc:02x}h/{ascq:02x}h: {advice:?} does not say {word:?}"
            );
        }
    }

    #[test]
    fn nothing_is_advised_where_nothing_is_known() {
        assert_eq!(advice(0, 0x00, 0x00), None);
        assert_eq!(advice(1, 0x00, 0x1d), None);
        assert_eq!(advice(5, 0x80, 0x00), None);
    }
}
