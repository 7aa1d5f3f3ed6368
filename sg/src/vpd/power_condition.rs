//! Power condition (8Ah), SPC-5: the power conditions that a logical unit knows, and how long it
//! takes to leave them.

use std::borrow::Cow;

use crate::page::Page;
use crate::section::Item;
use crate::wire::{Layout, Meaning, Milliseconds, Notes, Record, be16, bit, bits, flag};

/// Both ends of the scale of a recovery time are special.
const RECOVERY: Meaning = Meaning::Rule(recovery);

crate::record! {
    /// Power conditions, and the time from each of them to active.
    pub struct PowerCondition[4..18] {
        /// The standby condition before the deepest.
        standby_y: bool = bit(4, 1), "STANDBY_Y", flag("has standby_y", "does not have standby_y");
        /// The deepest standby condition.
        standby_z: bool = bit(4, 0), "STANDBY_Z", flag("has standby_z", "does not have standby_z");
        /// The deepest idle condition.
        idle_c: bool = bit(5, 2), "IDLE_C", flag("has idle_c", "does not have idle_c");
        /// The idle condition between the other two.
        idle_b: bool = bit(5, 1), "IDLE_B", flag("has idle_b", "does not have idle_b");
        /// The lightest idle condition.
        idle_a: bool = bit(5, 0), "IDLE_A", flag("has idle_a", "does not have idle_a");
        /// From stopped (START STOP UNIT) to active.
        stopped_condition_recovery_time: Milliseconds = be16(6), "STOPPED CONDITION RECOVERY TIME", RECOVERY;
        /// From standby_z to active.
        standby_z_condition_recovery_time: Milliseconds = be16(8), "STANDBY_Z CONDITION RECOVERY TIME", RECOVERY;
        /// From standby_y to active.
        standby_y_condition_recovery_time: Milliseconds = be16(10), "STANDBY_Y CONDITION RECOVERY TIME", RECOVERY;
        /// From idle_a to active.
        idle_a_condition_recovery_time: Milliseconds = be16(12), "IDLE_A CONDITION RECOVERY TIME", RECOVERY;
        /// From idle_b to active.
        idle_b_condition_recovery_time: Milliseconds = be16(14), "IDLE_B CONDITION RECOVERY TIME", RECOVERY;
        /// From idle_c to active.
        idle_c_condition_recovery_time: Milliseconds = be16(16), "IDLE_C CONDITION RECOVERY TIME", RECOVERY;
    }
    reserved {
        bits(4, 7, 2), "reserved";
        bits(5, 7, 3), "reserved";
    }
}

fn recovery(milliseconds: u64) -> Option<Cow<'static, str>> {
    match milliseconds {
        0 => Some("not specified".into()),
        0xffff => Some("more than 65.534 s".into()),
        _ => None,
    }
}

impl Page for PowerCondition {
    const KEY: &'static str = "vpd:8a";
    const CODE: u8 = 0x8a;
    const TITLE: &'static str = "Power condition";
    const LAYOUTS: &'static [Layout] = &[Self::LAYOUT];

    fn decode(page: &[u8], _: &mut Notes) -> Self {
        Self::read(page)
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        self.entries(page, 0)
    }
}
