//! Security (log 30h, page 06h), ACS-5.

use std::borrow::Cow;

use sg::section::Value;
use sg::wire::{At, FieldValue, Meaning, be, flag, names};

use super::{field, flag_at, gate, page};

/// The time that a SECURITY ERASE UNIT takes, as IDENTIFY DEVICE words 89 and 90 give it: in steps
/// of two minutes, in bits 14:0 if bit 15 is one, otherwise in bits 7:0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EraseTime(pub u16);

impl EraseTime {
    /// In minutes.
    #[must_use]
    pub const fn minutes(self) -> u32 {
        let steps = if self.0 & 0x8000 == 0 { self.0 & 0xff } else { self.0 & 0x7fff };
        steps as u32 * 2
    }

    fn meaning(word: u64) -> Option<Cow<'static, str>> {
        match (word & 0x8000 != 0, word & 0x7fff) {
            (_, 0) => Some("not specified".into()),
            (true, 0x7fff) => Some("more than 65532 min".into()),
            (false, steps) if steps & 0xff == 0xff => Some("more than 508 min".into()),
            _ => None,
        }
    }
}

impl FieldValue for EraseTime {
    const UNIT: Option<&'static str> = Some("min");
    fn read(at: &At, record: &[u8]) -> Option<Self> {
        u16::read(at, record).map(Self)
    }
    fn write(&self, at: &At, record: &mut [u8]) {
        at.put(record, self.0.into());
    }
    fn value(&self) -> Value {
        Value::Unsigned(self.minutes().into())
    }
    fn number(&self) -> Option<u64> {
        Some(self.0.into())
    }
}

sg::record! {
    /// Passwords, erase times and sanitize.
    pub struct SecurityFields[8..512] {
        /// Which master password is set.
        master_password_identifier: u16 = field(8, 15, 0), "MASTER PASSWORD IDENTIFIER", names(&[
            (0x0000, "not supported"),
            (0xfffe, "as the vendor set it"),
            (0xffff, "not supported"),
        ]);
        /// The drive has the Security feature set.
        security_supported: bool = flag_at(16, 6), "SECURITY SUPPORTED";
        /// What the master password may do.
        master_password_capability: bool = flag_at(16, 5), "MASTER PASSWORD CAPABILITY",
            flag("maximum: the master password may only erase", "high: the master password may unlock");
        /// SECURITY ERASE UNIT can erase reallocated sectors too.
        enhanced_security_erase_supported: bool = flag_at(16, 4), "ENHANCED SECURITY ERASE SUPPORTED";
        /// Too many wrong passwords were tried.
        security_count_expired: bool = flag_at(16, 3), "SECURITY COUNT EXPIRED";
        /// Security is frozen until the next power cycle.
        security_frozen: bool = flag_at(16, 2), "SECURITY FROZEN";
        /// The drive is locked.
        security_locked: bool = flag_at(16, 1), "SECURITY LOCKED";
        /// A user password is set.
        security_enabled: bool = flag_at(16, 0), "SECURITY ENABLED";
        /// How long an enhanced erase takes.
        enhanced_security_erase_time: EraseTime = field(24, 15, 0), "ENHANCED SECURITY ERASE TIME",
            Meaning::Rule(EraseTime::meaning);
        /// How long a normal erase takes.
        normal_security_erase_time: EraseTime = field(32, 15, 0), "NORMAL SECURITY ERASE TIME",
            Meaning::Rule(EraseTime::meaning);
        /// The drive has the Trusted Computing feature set (TCG).
        trusted_computing_supported: bool = flag_at(40, 0), "TRUSTED COMPUTING SUPPORTED";
        /// A drive with a user password refuses more of the sanitize commands.
        restricted_sanitize_overrides_security: bool = flag_at(48, 7), "RESTRICTED SANITIZE OVERRIDES SECURITY";
        /// During a sanitize the drive takes the commands that ACS-3 lists.
        acs_3_commands_allowed_by_sanitize: bool = flag_at(48, 6), "ACS-3 COMMANDS ALLOWED BY SANITIZE";
        /// SANITIZE ANTIFREEZE LOCK EXT.
        sanitize_antifreeze_lock_supported: bool = flag_at(48, 5), "SANITIZE ANTIFREEZE LOCK SUPPORTED";
        /// BLOCK ERASE EXT.
        block_erase_supported: bool = flag_at(48, 4), "BLOCK ERASE SUPPORTED";
        /// OVERWRITE EXT.
        overwrite_supported: bool = flag_at(48, 3), "OVERWRITE SUPPORTED";
        /// CRYPTO SCRAMBLE EXT.
        crypto_scramble_supported: bool = flag_at(48, 2), "CRYPTO SCRAMBLE SUPPORTED";
        /// The drive has the Sanitize Device feature set.
        sanitize_supported: bool = flag_at(48, 1), "SANITIZE SUPPORTED";
        /// The drive encrypts all user data.
        encrypt_all_supported: bool = flag_at(48, 0), "ENCRYPT ALL SUPPORTED";
    }
    reserved {
        field(8, 62, 16), "reserved";
        gate(8), "a gate";
        field(16, 62, 7), "reserved";
        gate(16), "a gate";
        field(24, 62, 16), "reserved";
        gate(24), "a gate";
        field(32, 62, 16), "reserved";
        gate(32), "a gate";
        field(40, 62, 1), "reserved for trusted computing";
        gate(40), "a gate";
        field(48, 62, 8), "reserved";
        gate(48), "a gate";
        be(56, 456), "reserved";
    }
}

page! {
    /// Security, trusted computing and sanitize.
    Security, SecurityFields, 0x06, "ata:30/06", "Security"
}
