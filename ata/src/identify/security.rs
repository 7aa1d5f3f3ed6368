//! What protects and what removes data: trusted computing, sanitize, encryption, ATA security.

use std::borrow::Cow;

use sg::wire::{Meaning, TwoMinutes, flag, names, word};

use super::MARK;

sg::record! {
    /// Trusted computing, sanitize, encryption, ATA security.
    pub struct Protection[0..512] {
        /// 01b: word 48 is valid.
        word_48_mark: u8 = word(48).bits(15, 14), "Word 48 validity", MARK;
        /// TRUSTED SEND and TRUSTED RECEIVE.
        trusted_computing: bool = word(48).bit(0).when_word_marked(48),
            "Trusted Computing feature set supported";
        /// SANITIZE: BLOCK ERASE EXT.
        block_erase_ext: bool = word(59).bit(15), "BLOCK ERASE EXT command supported";
        /// SANITIZE: OVERWRITE EXT.
        overwrite_ext: bool = word(59).bit(14), "OVERWRITE EXT command supported";
        /// SANITIZE: CRYPTO SCRAMBLE EXT.
        crypto_scramble_ext: bool = word(59).bit(13), "CRYPTO SCRAMBLE EXT command supported";
        /// SANITIZE.
        sanitize: bool = word(59).bit(12), "Sanitize feature set supported";
        /// Which commands a running sanitize lets through.
        commands_during_sanitize_acs_3: bool = word(59).bit(11),
            "Commands allowed during a sanitize operation are as specified by ACS-3 or later",
            flag("as in ACS-3 and later", "as in ACS-2");
        /// SANITIZE: SANITIZE ANTIFREEZE LOCK EXT.
        sanitize_antifreeze_lock_ext: bool = word(59).bit(10), "SANITIZE ANTIFREEZE LOCK EXT command supported";
        /// IEEE 1667.
        ieee_1667: bool = word(69).bit(7), "Reserved for IEEE 1667";
        /// The drive encrypts all that it stores.
        encrypts_all_user_data: bool = word(69).bit(4), "Device encrypts all user data on the device";
        /// Bits 14:8 of the erase time count.
        normal_erase_time_extended: bool = word(89).bit(15), "Word 89 bits 14:8 are valid";
        /// Erase time in 2 minutes, 15 bits wide.
        normal_erase_time_15_bits: TwoMinutes = word(89).bits(14, 0).when(179, 0x80, 0x80),
            "Time required for a normal erase mode SECURITY ERASE UNIT command", Meaning::Rule(minutes_15);
        /// Erase time in 2 minutes, 8 bits wide.
        normal_erase_time_8_bits: TwoMinutes = word(89).bits(7, 0).when(179, 0x80, 0x00),
            "Time required for a normal erase mode SECURITY ERASE UNIT command", Meaning::Rule(minutes_8);
        /// Bits 14:8 of the enhanced erase time count.
        enhanced_erase_time_extended: bool = word(90).bit(15), "Word 90 bits 14:8 are valid";
        /// Enhanced erase time in 2 minutes, 15 bits wide.
        enhanced_erase_time_15_bits: TwoMinutes = word(90).bits(14, 0).when(181, 0x80, 0x80),
            "Time required for an enhanced erase mode SECURITY ERASE UNIT command", Meaning::Rule(minutes_15);
        /// Enhanced erase time in 2 minutes, 8 bits wide.
        enhanced_erase_time_8_bits: TwoMinutes = word(90).bits(7, 0).when(181, 0x80, 0x00),
            "Time required for an enhanced erase mode SECURITY ERASE UNIT command", Meaning::Rule(minutes_8);
        /// Which master password is set.
        master_password_identifier: u16 = word(92), "Master Password Identifier", names(&[
            (0x0000, "not supported"),
            (0xfffe, "the maker's master password"),
            (0xffff, "not supported"),
        ]);
        /// With an unlimited master password, or with one that can only erase.
        master_password_capability: bool = word(128).bit(8), "MASTER PASSWORD CAPABILITY",
            flag("maximum: the master password can only erase", "high: the master password also unlocks");
        /// Enhanced erase.
        enhanced_security_erase_supported: bool = word(128).bit(5), "ENHANCED SECURITY ERASE SUPPORTED";
        /// Too many wrong passwords: reset before another attempt.
        security_count_expired: bool = word(128).bit(4), "SECURITY COUNT EXPIRED";
        /// No password or erase command is taken until power is cycled.
        security_frozen: bool = word(128).bit(3), "SECURITY FROZEN";
        /// The data are locked.
        security_locked: bool = word(128).bit(2), "SECURITY LOCKED";
        /// A user password is set.
        security_enabled: bool = word(128).bit(1), "SECURITY ENABLED";
        /// ATA security.
        security_supported: bool = word(128).bit(0), "SECURITY SUPPORTED";
    }
    reserved {
        word(48).bits(13, 1), "reserved for the Trusted Computing Group";
        word(128).bits(15, 9), "reserved";
        word(128).bits(7, 6), "reserved";
    }
}

fn minutes_15(count: u64) -> Option<Cow<'static, str>> {
    Some(match count {
        0 => "not reported".into(),
        0x7fff => "more than 65532 min".into(),
        _ => format!("{} min", count.saturating_mul(2)).into(),
    })
}

fn minutes_8(count: u64) -> Option<Cow<'static, str>> {
    Some(match count {
        0 => "not reported".into(),
        0xff => "more than 508 min".into(),
        _ => format!("{} min", count.saturating_mul(2)).into(),
    })
}
