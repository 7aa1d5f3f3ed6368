//! Control (0Ah), SPC-5; with the fields that SPC-2 had and SPC-3 made obsolete.

use std::borrow::Cow;

use super::PageHeader;
use crate::page::Page;
use crate::section::Item;
use crate::wire::{
    Deciseconds, Layout, Meaning, Milliseconds, Notes, Record, Seconds, be16, bit, bits, flag, names,
};

crate::record! {
    /// How the drive orders commands, reports conditions and protects data.
    pub struct Control[2..12] {
        /// Whether initiators share one task set.
        task_set_type: u8 = bits(2, 7, 5), "TST", names(&[
            (0, "one task set for all I_T nexuses"),
            (1, "a task set for each I_T nexus"),
        ]);
        /// What a faulted initiator may still send under an auto contingent allegiance.
        tmf_only: bool = bit(2, 4), "TMF_ONLY",
            flag("under ACA only task management is accepted", "under ACA commands with the ACA attribute are accepted");
        /// Whether protection information is checked for commands whose PROTECT field is zero.
        dpicz: bool = bit(2, 3), "DPICZ",
            flag("protection information is not checked if the PROTECT field is zero",
                 "protection information is checked even if the PROTECT field is zero");
        /// The format of sense data.
        descriptor_format_sense_data: bool = bit(2, 2), "D_SENSE",
            flag("descriptor format sense data", "fixed format sense data");
        /// Whether the drive saves its log parameters on its own.
        global_logging_target_save_disable: bool = bit(2, 1), "GLTSD",
            flag("the drive does not save log parameters on its own", "the drive saves log parameters on its own");
        /// Whether a log counter that reaches its threshold is reported.
        report_log_exception_condition: bool = bit(2, 0), "RLEC",
            flag("log exceptions are reported", "log exceptions are not reported");
        /// How far the drive may reorder queued commands.
        queue_algorithm_modifier: u8 = bits(3, 7, 4), "QUEUE ALGORITHM MODIFIER", Meaning::Rule(reordering);
        /// Whether releasing a reservation makes a unit attention.
        no_unit_attention_on_release: bool = bit(3, 3), "NUAR",
            flag("no unit attention on release of a reservation", "a unit attention on release of a reservation");
        /// What an error does to the other queued commands.
        queue_error_management: u8 = bits(3, 2, 1), "QERR", names(&[
            (0, "an error ends only its own command"),
            (1, "an error aborts all commands of the task set"),
            (2, "reserved"),
            (3, "an error aborts the other commands of the same I_T nexus"),
        ]);
        /// Command queuing off (obsolete since SPC-3).
        disable_queuing: bool = bit(3, 0), "DQUE",
            flag("command queuing is disabled", "command queuing is enabled");
        /// A bit that is the vendor's; TAS in drafts of SPC-3.
        vendor_specific: bool = bit(4, 7), "vendor specific (byte 4 bit 7)";
        /// What a drive says that is busy for long.
        report_a_check: bool = bit(4, 6), "RAC",
            flag("CHECK CONDITION if busy for longer than BUSY TIMEOUT PERIOD",
                 "BUSY whatever BUSY TIMEOUT PERIOD says");
        /// When a unit attention is cleared, and what makes one.
        unit_attention_interlocks_control: u8 = bits(4, 5, 4), "UA_INTLCK_CTRL", names(&[
            (0, "reporting a unit attention clears it"),
            (1, "reserved"),
            (2, "reporting a unit attention does not clear it"),
            (3, "as 2; BUSY, TASK SET FULL and RESERVATION CONFLICT make a unit attention too"),
        ]);
        /// Write protection by software.
        software_write_protect: bool = bit(4, 3), "SWP",
            flag("writes are refused", "writes are allowed");
        /// Asynchronous event reports when ready (obsolete since SPC-3).
        ready_aer_permission: bool = bit(4, 2), "RAERP";
        /// Asynchronous event reports of unit attentions (obsolete since SPC-3).
        unit_attention_aer_permission: bool = bit(4, 1), "UAAERP";
        /// Asynchronous event reports of deferred errors (obsolete since SPC-3).
        error_aer_permission: bool = bit(4, 0), "EAERP";
        /// Who may change the application tags of protection information.
        application_tag_owner: bool = bit(5, 7), "ATO",
            flag("the drive leaves application tags alone", "the drive may change application tags");
        /// Whether an initiator is told that another aborted its commands.
        task_aborted_status: bool = bit(5, 6), "TAS",
            flag("commands that another initiator aborts end with TASK ABORTED",
                 "commands that another initiator aborts end without status");
        /// Whether the application tag mode page is in use.
        application_tag_mode_page_enabled: bool = bit(5, 5), "ATMPE",
            flag("the application tag mode page is in use", "the application tag mode page is not in use");
        /// What happens to writes without protection information.
        reject_write_without_protection: bool = bit(5, 4), "RWWP",
            flag("writes without protection information are refused",
                 "writes without protection information are allowed");
        /// See VPD page B4h (supported block lengths and protection types).
        supported_block_lengths_and_protection_information: bool = bit(5, 3), "SBLP";
        /// What happens to a medium that is put in.
        autoload_mode: u8 = bits(5, 2, 0), "AUTOLOAD MODE", names(&[
            (0, "loaded for full access"),
            (1, "loaded for its auxiliary memory only"),
            (2, "not loaded"),
        ]);
        /// How long after a reset no event is reported (obsolete since SPC-3).
        ready_aer_holdoff_period: Milliseconds = be16(6), "READY AER HOLDOFF PERIOD";
        /// How long the drive may answer BUSY.
        busy_timeout_period: Deciseconds = be16(8), "BUSY TIMEOUT PERIOD", names(&[
            (0, "undefined"),
            (0xffff, "unlimited"),
        ]);
        /// How long an extended self-test takes.
        extended_self_test_completion_time: Seconds = be16(10), "EXTENDED SELF-TEST COMPLETION TIME", names(&[
            (0xffff, "65535 s or more: the minutes in VPD page 86h say how long"),
        ]);
    }
}

fn reordering(number: u64) -> Option<Cow<'static, str>> {
    Some(Cow::Borrowed(match number {
        0 => "restricted reordering: the result is as if in order",
        1 => "unrestricted reordering",
        2..=7 => "reserved",
        _ => "vendor specific",
    }))
}

impl Page for Control {
    const KEY: &'static str = "mode:0a";
    const CODE: u8 = 0x0a;
    const TITLE: &'static str = "Control";
    const LAYOUTS: &'static [Layout] = &[PageHeader::LAYOUT, Self::LAYOUT];

    fn decode(page: &[u8], _: &mut Notes) -> Self {
        Self::read(page)
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        self.entries(page, 0)
    }
}
