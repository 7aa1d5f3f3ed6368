//! Mode and log pages of real drives against what sdparm and sg_logs say of the same bytes, and
//! our own vectors against the installed sdparm and sg_logs.
//!
//! Every line of theirs is either understood and compared, or fails the test; what they get wrong
//! is in the tables here, with the reason.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;
use sg::log::{DegreesCelsius, InformationalExceptions, Temperature};
use sg::mode::Form;
use sg::section::{Entry, Item, Section, Value};

/// The corpus of real drives' bytes, if it is on this machine.
fn corpus(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("CALIPERS_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    let path = root.join(folder);
    if !path.is_dir() {
        eprintln!("skipped: {} is not here", path.display());
        return None;
    }
    Some(path)
}

/// The files of a folder with that ending, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no .{ending} in {}", folder.display());
    paths
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// What a tool prints on both of its outputs; `None`, said aloud, if it is not installed.
fn run(tool: &str, arguments: &[&str]) -> Option<String> {
    match Command::new(tool).args(arguments).output() {
        Ok(output) => {
            Some(String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
        }
        Err(error) => {
            eprintln!("skipped: {tool} does not run here: {error}");
            None
        }
    }
}

fn number(entry: &Entry) -> u64 {
    match entry.value {
        Value::Bool(bit) => u64::from(bit),
        Value::Unsigned(number) => number,
        ref other => panic!("{} is {other:?}, not a number", entry.key),
    }
}

fn list<'a>(section: &'a Section, wanted: &str) -> &'a [Section] {
    section
        .items
        .iter()
        .find_map(|item| match item {
            Item::List { key, elements, .. } if key == wanted => Some(elements.as_slice()),
            _ => None,
        })
        .unwrap_or_else(|| panic!("no list {wanted} in {}", section.title))
}

/// Every entry of a section, also in the sections inside it.
fn entries(section: &Section) -> Vec<&Entry> {
    section
        .items
        .iter()
        .flat_map(|item| match item {
            Item::Entry(entry) => vec![entry],
            Item::Section(section) => entries(section),
            Item::List { elements, .. } => elements.iter().flat_map(entries).collect(),
        })
        .collect()
}

/// The bytes that no entry of a section shows.
fn lost(section: &Section, bytes: &[u8]) -> Vec<usize> {
    let mut shown = vec![false; bytes.len()];
    for entry in entries(section) {
        let Some(at) = entry.at else { continue };
        if !entry.raw.is_empty() {
            assert_eq!(entry.raw, bytes[at.start..at.start + at.len], "{}: evidence", entry.key);
            shown[at.start..at.start + at.len].fill(true);
        }
    }
    (0..bytes.len()).filter(|&at| !shown[at]).collect()
}

// ---------------------------------------------------------------------------------------------
// Mode pages
// ---------------------------------------------------------------------------------------------

/// sdparm's names of pages, and their codes.
const SDPARM_PAGES: &[(&str, (u8, u8))] = &[
    ("rw", (0x01, 0)),
    ("dr", (0x02, 0)),
    ("fo", (0x03, 0)),
    ("rd", (0x04, 0)),
    ("fd", (0x05, 0)),
    ("ve", (0x07, 0)),
    ("ca", (0x08, 0)),
    ("co", (0x0a, 0)),
    ("coe", (0x0a, 1)),
    ("pl", (0x18, 0)),
    ("pp", (0x19, 0)),
    ("po", (0x1a, 0)),
    ("ps", (0x1a, 1)),
    ("ie", (0x1c, 0)),
];

/// sdparm's names of the fields of page 08h, and ours.
const CACHING: &[(&str, &str)] = &[
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
];

/// sdparm's names of the fields of page 0Ah, and ours.
const CONTROL: &[(&str, &str)] = &[
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
];

/// sdparm's words for a unit, and ours for the same field.
const UNITS: &[(&str, &str, &str)] = &[
    ("ESTCT", "(sec)", "s"),
    // sdparm is wrong: SPC counts BUSY TIMEOUT PERIOD in increments of 100 milliseconds.
    ("BTP", "(100us)", "100 ms"),
];

/// The fields that sdparm does not print, for the reason beside them.
const NOT_IN_SDPARM: &[(&str, &str)] = &[
    ("offset", "ours"),
    ("parameters_savable", "the page's header"),
    ("subpage_format", "the page's header"),
    ("page_code", "the page's header"),
    ("page_length", "the page's header"),
    ("vendor_specific", "page 08h: the vendor's"),
    ("non_cache_segment_size", "obsolete"),
    ("disable_queuing", "obsolete"),
    ("ready_aer_permission", "obsolete"),
    ("unit_attention_aer_permission", "obsolete"),
    ("error_aer_permission", "obsolete"),
    ("ready_aer_holdoff_period", "obsolete"),
];

/// A page as sdparm prints it: its codes and its lines (name, value, description).
#[derive(Debug)]
struct TheirPage {
    codes: (u8, u8),
    lines: Vec<(String, i64, String)>,
}

/// All that sdparm says of an answer.
#[derive(Debug, Default)]
struct Sdparm {
    /// WP and DPOFUA, if it prints them.
    header: Option<(bool, bool)>,
    /// Pages it knows, in their order.
    known: Vec<TheirPage>,
    /// Pages it does not know, in their order (it prints them on its other output).
    unknown: Vec<(u8, u8)>,
    /// It could not take the answer apart.
    refused: bool,
}

fn parse_sdparm(text: &str) -> Sdparm {
    let mut all = Sdparm::default();
    let hexadecimal = |text: &str| u8::from_str_radix(text.strip_prefix("0x").unwrap(), 16).unwrap();
    for line in text.lines() {
        if let Some(rest) = line.trim_start().strip_prefix("Direct access device specific parameters: WP=") {
            let (wp, dpofua) = rest.split_once("  DPOFUA=").unwrap();
            all.header = Some((wp == "1", dpofua == "1"));
        } else if let Some(title) = line.strip_suffix("] mode page:") {
            let acronym = title.rsplit_once('[').unwrap().1;
            let known = SDPARM_PAGES.iter().find(|(name, _)| *name == acronym);
            let codes =
                known.unwrap_or_else(|| panic!("sdparm names a page that this test does not: {line}")).1;
            all.known.push(TheirPage { codes, lines: Vec::new() });
        } else if let Some(codes) = line.strip_suffix("] mode page may be transport or vendor specific,") {
            let codes = codes.strip_prefix('[').unwrap();
            let (code, subpage) = codes.split_once(',').unwrap_or((codes, "0x0"));
            all.unknown.push((hexadecimal(code), hexadecimal(subpage)));
        } else if line.starts_with("  ") {
            let mut words = line.split_whitespace();
            let acronym = words.next().unwrap().to_owned();
            let value = words.next().unwrap();
            let value =
                value.parse().unwrap_or_else(|_| panic!("sdparm prints a value that is no number: {line}"));
            let description = words.collect::<Vec<_>>().join(" ");
            all.known.last_mut().unwrap().lines.push((acronym, value, description));
        } else if line.starts_with("Couldn't decode ") {
            all.refused = true;
        } else {
            let expected =
                ["try '--transport=TN' or '--vendor=VN'.", "perhaps it is a VPD page, if so add '-i'", ""];
            assert!(expected.contains(&line), "sdparm prints a line that this test does not know: {line}");
        }
    }
    all
}

/// Compares every line of sdparm's on a page 08h or 0Ah with ours.
fn compare_fields(file: &str, theirs: &TheirPage, ours: &Section) {
    let table = if theirs.codes.0 == 0x08 { CACHING } else { CONTROL };
    for (acronym, value, description) in &theirs.lines {
        let key = table.iter().find(|(name, _)| name == acronym);
        let key =
            key.unwrap_or_else(|| panic!("{file}: sdparm has a field {acronym} that this test does not")).1;
        let entry = ours.find(key).unwrap_or_else(|| panic!("{file}: no field {key}"));
        let at = entry.at.unwrap();
        // sdparm prints -1 for all ones, of eight bits and more.
        let expected = match u64::try_from(*value) {
            Ok(value) => value,
            Err(_) if *value == -1 && at.width() >= 8 => (1 << at.width()) - 1,
            Err(_) => panic!("{file}: {acronym} is {value}"),
        };
        assert_eq!(number(entry), expected, "{file}: {acronym}");
        if let Some((_, word, unit)) = UNITS.iter().find(|(name, _, _)| name == acronym) {
            assert!(description.ends_with(word), "{file}: {acronym}: {description}");
            assert_eq!(entry.unit.as_deref(), Some(*unit), "{file}: {acronym}");
        }
    }
    for (acronym, key) in table {
        if !theirs.lines.iter().any(|(name, _, _)| name == acronym) {
            let entry = ours.find(key).unwrap();
            assert!(
                matches!(entry.value, Value::Absent(_)),
                "{file}: sdparm leaves {acronym} out, we print {entry:?}"
            );
        }
    }
    for entry in entries(ours) {
        let known =
            table.iter().chain(NOT_IN_SDPARM).any(|(name, key)| *key == entry.key || *name == entry.key);
        assert!(known, "{file}: {} is neither sdparm's nor has it a reason", entry.key);
    }
}

/// Pages that sdparm and we find in an answer; where they differ, and who is right.
fn compare_mode(file: &str, bytes: &[u8], form: Form, theirs: &Sdparm) -> usize {
    let parsed = sg::mode::parse(bytes, form);
    let section = sg::mode::describe(bytes, form);
    let shown = list(&section, "pages");
    let ours: Vec<(u8, u8)> = parsed.value.pages.iter().map(|page| (page.code, page.subpage)).collect();
    if theirs.refused {
        assert!(ours.is_empty(), "{file}: sdparm refuses it, we find {ours:02x?}");
        assert!(!section.notes.is_empty(), "{file}: nothing is in it, and no note says why");
        return 0;
    }
    if let Some(header) = theirs.header {
        let found = (parsed.value.header.write_protect(), parsed.value.header.dpofua());
        assert_eq!(found, (Some(header.0), Some(header.1)), "{file}: WP, DPOFUA");
    }
    // Nothing is lost: header, descriptors and pages are all of the answer, and a page that is
    // not decoded shows all of its bytes.
    let mut end = parsed.value.pages.first().map_or(parsed.bytes.len(), |page| page.offset);
    for (page, shown) in parsed.value.pages.iter().zip(shown) {
        assert_eq!(page.offset, end, "{file}: a gap before page {:02x}", page.code);
        end += page.bytes.len();
        if sg::mode::find(page.code, page.subpage).is_none() {
            assert_eq!(lost(shown, &page.bytes), [0; 0], "{file}: page {:02x}", page.code);
        }
    }
    assert_eq!(end, parsed.bytes.len(), "{file}: bytes after the last page");

    // sdparm leaves a page out that was cut; we show what there is, and say so.
    let cut =
        shown.last().is_some_and(|page| page.notes.iter().any(|note| note.text.contains("were received")));
    let whole = &ours[..ours.len() - usize::from(cut)];
    let is_known = |codes: &(u8, u8)| SDPARM_PAGES.iter().any(|(_, known)| known == codes);
    let (our_known, our_unknown): (Vec<_>, Vec<_>) = whole.iter().copied().partition(is_known);
    // sdparm walks on in page 00h as if it had a page's format, and so finds pages in the vendor's
    // bytes: only what stands before that page is compared.
    let walks_on = whole.contains(&(0, 0));
    let their_known: Vec<(u8, u8)> = theirs.known.iter().map(|page| page.codes).collect();
    if walks_on {
        assert!(their_known.starts_with(&our_known), "{file}: {our_known:02x?} {their_known:02x?}");
        let before = theirs.unknown.iter().position(|codes| *codes == (0, 0)).unwrap();
        assert_eq!(our_unknown[..our_unknown.len() - 1], theirs.unknown[..before], "{file}");
    } else {
        assert_eq!(our_known, their_known, "{file}: pages");
        assert_eq!(our_unknown, theirs.unknown, "{file}: pages that sdparm does not know");
    }
    let mut compared = 0;
    for (codes, shown) in ours.iter().zip(shown).filter(|(codes, _)| [(0x08, 0), (0x0a, 0)].contains(*codes))
    {
        // A page stands once in an answer, and sdparm's first of a kind is that one.
        let theirs = theirs.known.iter().find(|page| page.codes == *codes).unwrap();
        compare_fields(file, theirs, shown);
        compared += 1;
    }
    compared
}

#[test]
fn mode_pages_of_real_drives_say_what_sdparm_says() {
    let Some(folder) = corpus("scsi-mode") else { return };
    let mut compared = 0;
    let mut answers = 0;
    for path in files(&folder, "bin") {
        let file = name(&path);
        let bytes = std::fs::read(&path).unwrap();
        let form = if file.contains("modesense6-") { Form::Six } else { Form::Ten };
        let text = std::fs::read_to_string(path.with_extension("sdparm.txt")).unwrap();
        compared += compare_mode(&file, &bytes, form, &parse_sdparm(&text));
        answers += 1;
        // Cut anywhere, an answer gives what it holds, and says that it was cut.
        let whole = sg::mode::parse(&bytes, form).bytes.len();
        for length in 0..whole {
            let section = sg::mode::describe(&bytes[..length], form);
            assert!(!section.notes.is_empty(), "{file} cut at {length} has no note");
        }
    }
    assert_eq!((answers, compared), (12, 14), "answers, and pages 08h and 0Ah in them");
}

#[test]
fn our_mode_vectors_say_what_the_installed_sdparm_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages");
    for (folder, form) in [("mode", Form::Ten), ("mode6", Form::Six)] {
        for path in files(&root.join(folder), "hex") {
            let file = name(&path);
            let argument = format!("--inhex={}", path.display());
            let mut arguments = vec![argument.as_str(), "--all", "--long"];
            if form == Form::Six {
                arguments.push("--six");
            }
            let Some(text) = run("sdparm", &arguments) else { return };
            let bytes = sg::hex::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let mut theirs = parse_sdparm(&text);
            if file == "0a-ff-libata-t2a.hex" {
                // sdparm takes the pages without SPF for short control pages and loses its way in
                // them; the first page is right.
                let ours = sg::mode::describe(&bytes, form);
                compare_fields(&file, &theirs.known.remove(0), &list(&ours, "pages")[0]);
                continue;
            }
            assert!(compare_mode(&file, &bytes, form, &theirs) > 0, "{file}: no page to compare");
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Log pages
// ---------------------------------------------------------------------------------------------

/// sg_logs' names of pages that differ from the standards', and ours.
const LOG_NAMES: &[(&str, &str)] = &[
    ("Non medium", "Non-medium error"),
    ("Self test results", "Self-test results"),
    ("General Statistics and Performance", "General statistics and performance"),
    ("Group Statistics and Performance", "Group statistics and performance"),
    // Version 1.46 leaves "counters" out.
    ("Write error", "Write error counters"),
    ("Read error", "Read error counters"),
    ("Verify error", "Verify error counters"),
    // 30h to 3Eh are the vendor's; whose, the page does not say.
    ("Performance counters (Hitachi)", "Vendor specific"),
    ("Cache (seagate)", "Vendor specific"),
    ("Tape capacity (lto-5, 6)", "Vendor specific"),
];

/// A page's name against sg_logs'; where it has none, ours comes from the codes alone.
fn compare_name(file: &str, theirs: Option<&str>, ours: &str) {
    match theirs.filter(|name| *name != "unknown") {
        Some(theirs) => {
            let expected =
                LOG_NAMES.iter().find(|(name, _)| *name == theirs).map_or(theirs, |(_, ours)| ours);
            assert_eq!(ours, expected, "{file}: page name");
        }
        None => assert!(
            ["Vendor specific", "Supported subpages", "Unknown log page"].contains(&ours),
            "{file}: sg_logs does not know {ours}"
        ),
    }
}

/// The codes and names of a list of pages.
fn listed(section: &Section) -> Vec<(u8, u8, String)> {
    let code = |page: &Section, key: &str| page.find(key).map_or(0, |e| u8::try_from(number(e)).unwrap());
    let pages = list(section, "pages").iter();
    pages.map(|page| (code(page, "page_code"), code(page, "subpage_code"), page.title.to_string())).collect()
}

fn temperature(degrees: Option<DegreesCelsius>) -> Option<u64> {
    degrees.and_then(|it| it.0).map(u64::from)
}

/// Compares sg_logs' JSON of a page that we decode, key by key.
fn compare_log_json(file: &str, bytes: &[u8], json: &Json) {
    let section = sg::log::describe(bytes);
    for (key, value) in json.as_object().unwrap() {
        match key.as_str() {
            "json_format_version" | "utility_invoked" => {}
            "exit_status" => assert_eq!(value["i"], 0, "{file}"),
            "supported_log_pages_log_page"
            | "supported_log_pages_and_subpages_log_page"
            | "temperature_log_page"
            | "informational_exceptions_log_page" => compare_log_page(file, bytes, &section, value),
            _ => panic!("{file}: sg_logs has a part {key} that this test does not"),
        }
    }
}

fn compare_log_page(file: &str, bytes: &[u8], section: &Section, page: &Json) {
    for (key, value) in page.as_object().unwrap() {
        let header = |key: &str| section.find(key).map(number);
        match key.as_str() {
            "ds" => assert_eq!(header("disable_save"), value.as_u64(), "{file}"),
            "spf" => assert_eq!(header("subpage_format"), value.as_u64(), "{file}"),
            "page_code" => assert_eq!(header("page_code"), value.as_u64(), "{file}"),
            "subpage_code" => assert_eq!(header("subpage_code"), value.as_u64(), "{file}"),
            "supported_pages_list" | "supported_page_subpage_descriptors" => {
                let theirs = value.as_array().unwrap();
                let ours = listed(section);
                assert_eq!(ours.len(), theirs.len(), "{file}");
                for ((code, subpage, title), theirs) in ours.iter().zip(theirs) {
                    for (key, value) in theirs.as_object().unwrap() {
                        match key.as_str() {
                            "page_code" => assert_eq!(value, code, "{file}"),
                            "subpage_code" => assert_eq!(value, subpage, "{file}"),
                            "name" | "acronym" => {}
                            _ => panic!("{file}: a page has {key}"),
                        }
                    }
                    compare_name(file, theirs["name"].as_str(), title);
                }
            }
            "temperature_log_parameters" => {
                let ours = sg::log::decode::<Temperature>(bytes).value;
                let theirs = value.as_array().unwrap();
                assert_eq!(ours.parameters.len(), theirs.len(), "{file}");
                for (parameter, theirs) in ours.parameters.iter().zip(theirs) {
                    for (key, value) in theirs.as_object().unwrap() {
                        let current = || ours.current.as_ref().and_then(|it| temperature(it.temperature));
                        let reference =
                            || ours.reference.as_ref().and_then(|it| temperature(it.reference_temperature));
                        match key.as_str() {
                            "parameter_code" => {
                                assert_eq!(parameter.code().map(u64::from), value.as_u64(), "{file}")
                            }
                            "temperature" => assert_eq!(current(), value.as_u64(), "{file}"),
                            "reference_temperature" => assert_eq!(reference(), value.as_u64(), "{file}"),
                            _ => panic!("{file}: a parameter has {key}"),
                        }
                    }
                }
            }
            "informational_exceptions_log_parameters" => {
                let ours = sg::log::decode::<InformationalExceptions>(bytes).value;
                let general = ours.general.as_ref().unwrap();
                let theirs = value.as_array().unwrap();
                assert_eq!(ours.parameters.len(), theirs.len(), "{file}");
                for (parameter, theirs) in ours.parameters.iter().zip(theirs) {
                    for (key, value) in theirs.as_object().unwrap() {
                        let (ours, theirs) = match key.as_str() {
                            "parameter_code" => (parameter.code().map(u64::from), &value["i"]),
                            "informational_exceptions_additional_sense_code" => {
                                (general.additional_sense_code.map(u64::from), value)
                            }
                            "informational_exceptions_additional_sense_code_qualifier" => {
                                (general.additional_sense_code_qualifier.map(u64::from), &value["i"])
                            }
                            "current_temperature" => (temperature(general.temperature), value),
                            "threshold_temperature" => (temperature(general.threshold_temperature), value),
                            "maximum_temperature" => (temperature(general.maximum_temperature), value),
                            _ => panic!("{file}: a parameter has {key}"),
                        };
                        assert_eq!(ours, theirs.as_u64(), "{file}: {key}");
                    }
                }
            }
            _ => panic!("{file}: the page has {key}"),
        }
    }
}

/// Who prints: the version of the corpus does not print any temperature of page 2Fh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SgLogs {
    /// 1.48, beside the corpus: `<unknown>` for every temperature below FFh on page 2Fh.
    Corpus,
    /// 1.46 and others without that fault.
    Installed,
}

/// Compares sg_logs' text of a page that we decode, line by line.
fn compare_log_text(file: &str, bytes: &[u8], text: &str, who: SgLogs) {
    let section = sg::log::describe(bytes);
    let code = section.find("page_code").map(number).unwrap();
    let general = sg::log::decode::<InformationalExceptions>(bytes).value.general;
    let temperatures = sg::log::decode::<Temperature>(bytes).value;
    let mut pages = match code {
        0 => listed(&section),
        _ => Vec::new(),
    }
    .into_iter();
    let mut parameters = match code {
        0 => Vec::new(),
        _ => list(&section, "parameters").to_vec(),
    }
    .into_iter()
    .peekable();
    // The parameter that the lines are about; each line that begins one takes the next.
    let mut parameter: Option<Section> = None;
    let degrees = |text: &str, ours: Option<DegreesCelsius>| {
        let value = text.split("  [").next().unwrap();
        match (value, ours) {
            ("<not available>", Some(DegreesCelsius(None))) => {}
            // Version 1.48 has its test the wrong way round: what it knows it does not print.
            ("<unknown>", Some(DegreesCelsius(Some(_)))) if who == SgLogs::Corpus && code == 0x2f => {}
            (_, Some(DegreesCelsius(Some(ours)))) => assert_eq!(value, format!("{ours} C"), "{file}"),
            _ => panic!("{file}: sg_logs prints {text}, we have {ours:?}"),
        }
    };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some((title, codes)) = line.split_once("  [0x").filter(|_| line.contains("page")) {
            let titles = ["Supported log pages", "Temperature", "Informational exceptions"];
            assert!(
                titles.iter().any(|it| title.to_lowercase().starts_with(&it.to_lowercase())),
                "{file}: {line}"
            );
            let codes: Vec<u8> = codes
                .trim_end_matches([']', ':'])
                .split(", 0x")
                .map(|code| u8::from_str_radix(code, 16).unwrap())
                .collect();
            let expected = match codes.as_slice() {
                [code] => sg::log::key(*code, 0),
                [code, subpage] => sg::log::key(*code, *subpage),
                _ => panic!("{file}: {line}"),
            };
            assert_eq!(section.key, expected, "{file}: {line}");
        } else if let Some(rest) = line.strip_prefix("0x") {
            let (codes, title) = rest.split_once(' ').unwrap_or((rest, ""));
            let (code, subpage) = codes.split_once(",0x").unwrap_or((codes, "0"));
            let ours =
                pages.next().unwrap_or_else(|| panic!("{file}: sg_logs lists more pages than we: {line}"));
            let theirs = [code, subpage].map(|code| u8::from_str_radix(code, 16).unwrap());
            // Version 1.46 prints the reserved bits with the code.
            assert_eq!([ours.0, ours.1], [theirs[0] & 0x3f, theirs[1]], "{file}: {line}");
            let title = title.rsplit_once(" [").map(|(title, _)| title.trim());
            compare_name(file, title, &ours.2);
        } else if let Some(rest) = line.strip_prefix("<du=") {
            // The control byte of the parameter that the lines before it were about.
            let control = rest.rsplit_once("[0x").unwrap().1.trim_end_matches("]>");
            let control = u8::from_str_radix(control, 16).unwrap();
            let of = |key: &str| number(parameter.as_ref().unwrap().find(key).unwrap());
            let ours = of("disable_update") << 7
                | of("disable_save") << 6
                | of("target_save_disable") << 5
                | of("enable_threshold_comparison") << 4
                | of("threshold_met_criteria") << 2
                | of("format_and_linking");
            assert_eq!(ours, u64::from(control), "{file}: {line}");
            let said = format!("{}", of("disable_update"));
            assert!(rest.starts_with(&said), "{file}: {line}");
        } else if let Some(rest) = line.strip_prefix("Current temperature = ") {
            if code == 0x0d {
                parameter = parameters.next();
                degrees(rest, temperatures.current.as_ref().and_then(|it| it.temperature));
            } else {
                degrees(rest, general.as_ref().and_then(|it| it.temperature));
            }
        } else if let Some(rest) = line.strip_prefix("Reference temperature = ") {
            parameter = parameters.next();
            degrees(rest, temperatures.reference.as_ref().and_then(|it| it.reference_temperature));
        } else if let Some(rest) = line.strip_prefix("Threshold temperature = ") {
            degrees(rest, general.as_ref().and_then(|it| it.threshold_temperature));
        } else if let Some(rest) = line.strip_prefix("Maximum temperature = ") {
            degrees(rest, general.as_ref().and_then(|it| it.maximum_temperature));
        } else if let Some(rest) = line.strip_prefix("IE asc = 0x") {
            parameter = parameters.next();
            let (asc, ascq) = rest.split_once(", ascq = 0x").unwrap();
            let theirs = [asc, ascq].map(|code| u8::from_str_radix(code, 16).ok());
            let general = general.as_ref().unwrap();
            let ours = [general.additional_sense_code, general.additional_sense_code_qualifier];
            assert_eq!(ours, theirs, "{file}: {line}");
        } else if let Some(theirs) = line.strip_prefix("[Additional sense: ") {
            let (asc, ascq) =
                general.as_ref().unwrap().exception().unwrap_or_else(|| panic!("{file}: {line}"));
            let letters =
                |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
            let ours = sg::sense::codes::text(asc, ascq);
            assert_eq!(letters(&ours), letters(theirs.trim_end_matches(']')), "{file}: {line}");
        } else if line.to_lowercase().contains("parameter code = 0x") {
            parameter = parameters.next();
            let code = line.rsplit_once("= 0x").unwrap().1.split(',').next().unwrap();
            let ours = parameter.as_ref().unwrap().find("parameter_code").map(number);
            assert_eq!(ours, u64::from_str_radix(code, 16).ok(), "{file}: {line}");
        } else {
            // The bytes of that parameter: the header in front, an offset before it in 1.46.
            let digits = line.strip_prefix("00     ").unwrap_or(line);
            let theirs = sg::hex::parse(digits).unwrap_or_else(|_| panic!("{file}: sg_logs prints {line}"));
            let shown = parameter.as_ref().unwrap_or_else(|| panic!("{file}: bytes of no parameter: {line}"));
            let code = shown.find("parameter_code").unwrap();
            let value = shown.find("value").unwrap();
            assert_eq!(code.raw, theirs[..2], "{file}: {line}");
            assert_eq!(value.raw, theirs[4..], "{file}: {line}");
        }
    }
    assert_eq!(pages.len(), 0, "{file}: we list more pages than sg_logs");
    assert!(
        parameters.peek().is_none(),
        "{file}: we have a parameter that sg_logs has not: {:?}",
        parameters.peek()
    );
}

#[test]
fn log_pages_of_real_drives_say_what_sg_logs_says() {
    let Some(folder) = corpus("scsi-log") else { return };
    let mut compared = 0;
    let mut others = 0;
    for path in files(&folder, "bin") {
        let file = name(&path);
        let bytes = std::fs::read(&path).unwrap();
        let section = sg::log::describe(&bytes);
        if sg::log::PAGES.iter().any(|page| page.key == section.key) {
            let text = std::fs::read_to_string(path.with_extension("sg_logs.txt")).unwrap();
            compare_log_text(&file, &bytes, &text, SgLogs::Corpus);
            let json = std::fs::read_to_string(path.with_extension("json")).unwrap();
            compare_log_json(&file, &bytes, &serde_json::from_str(&json).unwrap());
            compared += 1;
        } else {
            // Not decoded yet: every byte of the page is there, and its name and code are right.
            let page = usize::from(u16::from_be_bytes([bytes[2], bytes[3]])) + 4;
            let received = &bytes[..page.min(bytes.len())];
            assert_eq!(lost(&section, received), [0; 0], "{file}");
            let file_code = file.split("-page").nth(1).unwrap().get(..2).unwrap();
            assert_eq!(section.key, format!("log:{file_code}"), "{file}");
            assert_ne!(section.title, "Unknown log page", "{file}");
            let cut = section.notes.iter().any(|note| note.text.contains("were received"));
            assert_eq!(cut, page > bytes.len(), "{file}: {:?}", section.notes);
            others += 1;
        }
        if bytes.len() < 1000 {
            for length in 0..bytes.len() {
                let section = sg::log::describe(&bytes[..length]);
                let declared = usize::from(u16::from_be_bytes([bytes[2], bytes[3]])) + 4;
                assert!(
                    length >= declared || !section.notes.is_empty(),
                    "{file} cut at {length} has no note"
                );
            }
        }
    }
    assert_eq!((compared, others), (9, 13), "pages compared, and pages that are not decoded yet");
}

#[test]
fn a_list_of_subpages_under_the_wrong_header_is_noted() {
    let Some(folder) = corpus("scsi-log") else { return };
    let bytes = std::fs::read(folder.join("libscsicmd-page00-ff-daf11b.bin")).unwrap();
    let section = sg::log::describe(&bytes);
    assert!(section.notes.iter().any(|note| note.text.contains("00h/FFh")), "{:?}", section.notes);
}

#[test]
fn pages_that_sg_logs_gets_wrong_are_right_here() {
    let Some(folder) = corpus("anchor-bugs") else { return };
    let page = |file: &str| {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        sg::log::decode::<InformationalExceptions>(&sg::hex::parse(&text).unwrap()).value.general.unwrap()
    };
    let known = page("ie.hex");
    assert_eq!(known.temperature, Some(DegreesCelsius(Some(30))), "sg_logs 1.48: <unknown>");
    assert_eq!(known.threshold_temperature, Some(DegreesCelsius(Some(60))));
    let unknown = page("ieff.hex");
    assert_eq!(unknown.temperature, Some(DegreesCelsius(None)), "sg_logs 1.48: 255 C");
    assert_eq!(unknown.threshold_temperature, Some(DegreesCelsius(None)));
    let text = std::fs::read_to_string(folder.join("ieff.hex")).unwrap();
    let section = sg::log::describe(&sg::hex::parse(&text).unwrap());
    let entry = section.find("temperature").unwrap();
    assert_eq!(entry.value, Value::Absent("not available (FFh)"), "never a number of degrees");
}

#[test]
fn our_log_vectors_say_what_the_installed_sg_logs_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages/log");
    let mut compared = 0;
    for path in files(&root, "hex") {
        let file = name(&path);
        let bytes = sg::hex::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        if !sg::log::PAGES.iter().any(|page| page.key == sg::log::describe(&bytes).key) {
            continue;
        }
        let Some(text) = run("sg_logs", &[&format!("--inhex={}", path.display()), "--pcb"]) else { return };
        compare_log_text(&file, &bytes, &text, SgLogs::Installed);
        compared += 1;
    }
    assert_eq!(compared, 7);
}
