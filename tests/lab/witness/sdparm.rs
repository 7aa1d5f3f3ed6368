//! `sdparm --page=PAGE --long`: mode pages, with what can be changed, the defaults and the saved
//! values.

use super::{Pages, number, same_number, unknown};

/// A mode page: as we name it, as sdparm does, and the fields.
pub(crate) struct ModePage {
    pub(crate) key: &'static str,
    pub(crate) option: &'static str,
    heading: &'static str,
    /// sdparm's acronym and our field.
    fields: &'static [(&'static str, &'static str)],
}

pub(crate) const PAGES: &[ModePage] = &[
    ModePage {
        key: "mode:08",
        option: "ca",
        heading: "Caching (SBC) [ca] mode page",
        fields: &[
            ("IC", "initiator_control"),
            ("ABPF", "abort_prefetch"),
            ("CAP", "caching_analysis_permitted"),
            ("DISC", "discontinuity"),
            ("SIZE", "size_enable"),
            ("WCE", "write_cache_enable"),
            ("MF", "multiplication_factor"),
            ("RCD", "read_cache_disable"),
            ("DRRP", "demand_read_retention_priority"),
            ("WRP", "write_retention_priority"),
            ("DPTL", "disable_prefetch_transfer_length"),
            ("MIPF", "minimum_prefetch"),
            ("MAPF", "maximum_prefetch"),
            ("MAPFC", "maximum_prefetch_ceiling"),
            ("FSW", "force_sequential_write"),
            ("LBCSS", "logical_block_cache_segment_size"),
            ("DRA", "disable_read_ahead"),
            ("SYNC_PROG", "synchronize_cache_progress"),
            ("NV_DIS", "non_volatile_cache_disable"),
            ("NCS", "number_of_cache_segments"),
            ("CSS", "cache_segment_size"),
        ],
    },
    ModePage {
        key: "mode:0a",
        option: "co",
        heading: "Control [co] mode page",
        fields: &[
            ("TST", "task_set_type"),
            ("TMF_ONLY", "tmf_only"),
            ("DPICZ", "dpicz"),
            ("D_SENSE", "descriptor_format_sense_data"),
            ("GLTSD", "global_logging_target_save_disable"),
            ("RLEC", "report_log_exception_condition"),
            ("QAM", "queue_algorithm_modifier"),
            ("NUAR", "no_unit_attention_on_release"),
            ("QERR", "queue_error_management"),
            ("VS_CTL", "vendor_specific"),
            ("RAC", "report_a_check"),
            ("UA_INTLCK", "unit_attention_interlocks_control"),
            ("SWP", "software_write_protect"),
            ("ATO", "application_tag_owner"),
            ("TAS", "task_aborted_status"),
            ("ATMPE", "application_tag_mode_page_enabled"),
            ("RWWP", "reject_write_without_protection"),
            ("SBLP", "supported_block_lengths_and_protection_information"),
            ("AUTOLOAD", "autoload_mode"),
            ("BTP", "busy_timeout_period"),
            ("ESTCT", "extended_self_test_completion_time"),
        ],
    },
];

/// A line of sdparm's.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    acronym: String,
    current: i128,
    changeable: bool,
    default: i128,
    saved: Option<i128>,
}

/// What sdparm prints of a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Printed {
    /// Its fields, and WP and DPOFUA of the header where it prints them.
    Page { header: Option<(i128, i128)>, lines: Vec<Line> },
    /// The drive has no such page, or it is not one for its type.
    NoPage,
    /// sdparm gave up at an error of the host adapter when it asked for the saved values.
    GaveUp,
}

/// Reads what `sdparm --page=PAGE --long` prints; `identity` is vendor, product and revision.
pub(crate) fn parse(page: &ModePage, text: &str, identity: [&str; 3]) -> Result<Printed, String> {
    let mut header = None;
    let mut lines: Option<Vec<Line>> = None;
    let (mut none, mut host_error) = (false, false);
    for line in text.lines() {
        let trimmed = line.trim();
        if let Some(lines) = &mut lines {
            lines.push(field(trimmed).ok_or_else(|| unknown(line))?);
        } else if trimmed.strip_suffix(':') == Some(page.heading) {
            lines = Some(Vec::new());
        } else if trimmed == format!(">> {} not found", page.heading)
            || trimmed == MALFORMED
            || trimmed.ends_with("mode page, no fields found, add '-H' to see page in hex.")
        {
            none = true;
        } else if let Some(rest) = trimmed.strip_prefix("Direct access device specific parameters: WP=") {
            let (wp, dpofua) = rest.split_once("  DPOFUA=").ok_or_else(|| unknown(line))?;
            header = number(wp).zip(number(dpofua)).map(|(wp, dpofua)| (wp.0, dpofua.0));
        } else if let Some((node, names)) =
            trimmed.split_once(": ").filter(|(node, _)| node.starts_with("/dev/"))
        {
            let names: Vec<&str> = names.split_whitespace().collect();
            let expected = identity.join(" ");
            // The device type stands behind in brackets if it is no disk.
            if !names.join(" ").starts_with(&expected.split_whitespace().collect::<Vec<_>>().join(" ")) {
                return Err(format!("{node} is {names:?} to sdparm, and {expected:?} to us"));
            }
        } else if HOST_ERROR.contains(&trimmed) {
            host_error = true;
        } else if !is_warning(trimmed) {
            return Err(unknown(line));
        }
    }
    match lines {
        Some(lines) => Ok(Printed::Page { header, lines }),
        None if none => Ok(Printed::NoPage),
        None if host_error => Ok(Printed::GaveUp),
        None => Err("sdparm printed no page".into()),
    }
}

/// What it says when the host adapter answers with an error of its own, as VMware's PVSCSI does to a
/// command that is refused.
const HOST_ERROR: [&str; 3] =
    ["mode sense(10): transport: Host_status=0x07 [DID_ERROR]", "Driver_status=0x00 [DRIVER_OK]", ""];
/// What it says then of a page whose current values are refused.
const MALFORMED: &str = "MODE SENSE(10): Malformed SCSI command";

/// What it says before a page that is not one for the device's type.
fn is_warning(line: &str) -> bool {
    line.starts_with(">> Warning: ")
        || line.starts_with("peripheral device type 0x")
        || line == "may need '--flexible' option to override"
}

/// `WCE           1  [cha: y, def:  1, sav:  1]  Write cache enable`
fn field(line: &str) -> Option<Line> {
    let (front, rest) = line.split_once("[cha: ")?;
    let (values, _description) = rest.split_once(']')?;
    let (acronym, current) = front.trim().split_once(char::is_whitespace)?;
    let mut values = values.split(", ");
    let changeable = match values.next()? {
        "y" => true,
        "n" => false,
        _ => return None,
    };
    let mut value = |name: &str| values.next()?.strip_prefix(name).and_then(|text| number(text.trim()));
    Some(Line {
        acronym: acronym.to_owned(),
        current: number(current.trim())?.0,
        changeable,
        default: value("def:")?.0,
        saved: value("sav:").map(|saved| saved.0),
    })
}

/// Holds a page against ours.
pub(crate) fn compare(page: &ModePage, printed: &Printed, pages: Pages<'_>) -> Result<(), String> {
    let Printed::Page { lines, .. } = printed else {
        return Err("sdparm has no page to hold against ours".into());
    };
    let mut wrong = Vec::new();
    if lines.len() != page.fields.len() {
        wrong.push(format!("sdparm printed {} fields, {} are known to us", lines.len(), page.fields.len()));
    }
    for line in lines {
        let outcome = match page.fields.iter().find(|(acronym, _)| *acronym == line.acronym) {
            None => Err("no rule says which field of ours this is".to_owned()),
            Some((_, field)) => same(line, &format!("{}/{field}", page.key), pages),
        };
        if let Err(why) = outcome {
            wrong.push(format!("{}: {why} (sdparm: {line:?})", line.acronym));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn same(line: &Line, path: &str, pages: Pages<'_>) -> Result<(), String> {
    same_number(line.current, &format!("{path}/current"), pages)?;
    same_number(line.default, &format!("{path}/default"), pages)?;
    let saved = format!("{path}/saved");
    match line.saved {
        Some(saved_value) => same_number(saved_value, &saved, pages)?,
        // sdparm prints none if the drive saves none.
        None if pages.at(&saved)?["value"].is_null() => {}
        None => return Err(format!("sdparm prints no saved value, ours is {}", pages.at(&saved)?)),
    }
    // Ours is false if no bit can be changed; true, or a mask, if some can.
    let ours = pages.at(&format!("{path}/changeable"))?;
    if (ours["value"] != false) == line.changeable {
        Ok(())
    } else {
        Err(format!("ours, changeable, is {ours}"))
    }
}
