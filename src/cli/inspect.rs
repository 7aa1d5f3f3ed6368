//! `calipers inspect`.

use std::io::Write;

use clap::Args;
use sg::section::{Item, Section};

use super::AskArgs;
use super::run::{Answered, DIED, each};
use crate::drive::facts::{facts, findings};
use crate::drive::layers::{Deadline, Status};
use crate::drive::survey::{Depth, Missing, Power, page, parse_key, survey};
use crate::drive::{Drive, NotOpened, Origin, find};
use crate::report::Render;
use crate::report::json::{
    DriveReport, ErrorReport, Inspection, MissingReport, OriginReport, PageReport, VERSION, program,
};
use crate::report::terminal::{Terminal, Widths, dump, findings as render_findings, visible};
use crate::verdict::{Outcome, Severity};

/// The forms of a page's name.
pub(super) const PAGES_HELP: &str = "\
Pages (--page, several times if wanted):
  inquiry           standard INQUIRY data
  vpd:b0            a VPD page
  readcap:16        READ CAPACITY(10) or (16)
  mode:08           a mode page, its current, default, saved and changeable values; mode:0a/01
  log:0d            a log page; log:00/ff with a subpage
  ata:identify      IDENTIFY DEVICE data
  ata:04/01         a page of an ATA log; ata:00 is the log directory
  tcg               TCG level 0 discovery: encryption and locks; security:00 lists the protocols
  rsoc              the commands that the drive takes (REPORT SUPPORTED OPERATION CODES)
  luns, sense       REPORT LUNS, REQUEST SENSE";

#[derive(Debug, Clone, Args)]
pub(super) struct InspectArgs {
    /// The drives
    #[arg(required = true, value_name = "DRIVE")]
    pub(super) drives: Vec<String>,
    /// Only this page, decoded, with its bytes
    #[arg(long = "page", value_name = "PAGE", value_parser = parse_key)]
    pages: Vec<String>,
    /// Every page that the drive has
    #[arg(long, conflicts_with = "pages")]
    all: bool,
    /// Show the bytes of each field, and of each page
    #[arg(long)]
    raw: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    ask: AskArgs,
}

pub(super) fn run(args: &InspectArgs) -> anyhow::Result<Outcome> {
    let deadline = Deadline::after(args.ask.timeout);
    let mut reports = Vec::new();
    let mut outcome = Outcome::Passed;
    let work = {
        let args = args.clone();
        move |name: &str, status: Status| inspect(&args, name, deadline, status)
    };
    each(&args.drives, deadline, args.ask.verbose, work, |index, answered| {
        let name = args.drives.get(index).map(String::as_str).unwrap_or_default();
        let report = match answered {
            Answered::Done(report) => report,
            Answered::Died => failed(name, OriginReport::None, ErrorReport::text(format!("{name}: {DIED}"))),
            Answered::Hung(status) => hung(name, args, &status),
        };
        outcome = outcome.and(report.outcome);
        if !args.json {
            let mut out = anstream::stdout().lock();
            if !reports.is_empty() {
                writeln!(out)?;
            }
            text(&report, args, &mut out)?;
        }
        reports.push((index, report));
        Ok(())
    })?;
    // A result may come before one that was named earlier.
    reports.sort_by_key(|(index, _)| *index);
    if args.json {
        let inspection = Inspection {
            schema_version: VERSION,
            program: program(),
            outcome,
            drives: reports.into_iter().map(|(_, report)| report).collect(),
        };
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        serde_json::to_writer_pretty(&mut out, &inspection)?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(outcome)
}

/// The report on a drive that did not answer in time: what it had answered before, and where it
/// hangs.
fn hung(name: &str, args: &InspectArgs, status: &Status) -> DriveReport {
    let limit = args.ask.timeout.as_secs_f64();
    let text = match status.now() {
        Some((cdb, since)) => format!(
            "{name} hangs: {} has not returned for {:.1} s, and the time allowed for the run ({limit} s) is over; \
             the kernel still waits for the drive",
            sg::command::name(&cdb),
            since.as_secs_f64()
        ),
        None => format!("{name} hangs: nothing came back within the time allowed for the run ({limit} s)"),
    };
    let Some(drive) = Drive::hung(name, status) else {
        return failed(name, OriginReport::None, ErrorReport::text(text));
    };
    let mut report = report(args, drive);
    let error = report.error.take().unwrap_or_else(|| ErrorReport::text(""));
    report.error = Some(ErrorReport { text, ..error });
    report.outcome = Outcome::CouldNot;
    report
}

fn failed(name: &str, origin: OriginReport, error: ErrorReport) -> DriveReport {
    DriveReport {
        name: name.to_owned(),
        origin,
        outcome: Outcome::CouldNot,
        error: Some(error),
        facts: None,
        findings: Vec::new(),
        pages: std::collections::BTreeMap::new(),
        missing: std::collections::BTreeMap::new(),
        absorbed: Vec::new(),
        kernel: None,
    }
}

/// Inspects one drive.
fn inspect(args: &InspectArgs, name: &str, deadline: Deadline, status: Status) -> DriveReport {
    match find(name, !args.ask.no_wake, deadline, status) {
        Ok(drive) => report(args, drive),
        Err(error) => {
            let mut report = failed(name, OriginReport::None, ErrorReport::text(error.to_string()));
            if matches!(error, NotOpened::Asleep(_)) {
                report.outcome = Outcome::Inconclusive;
            }
            report
        }
    }
}

/// Asks a drive, and reports.
fn report(args: &InspectArgs, mut drive: Drive) -> DriveReport {
    let name = drive.name.clone();
    let origin = origin(&drive.origin);
    let depth = Depth { all: args.all, wake: !args.ask.no_wake };
    let answers = if args.pages.is_empty() {
        survey(&mut drive, depth)
    } else {
        let mut answers = crate::drive::survey::Answers::default();
        for key in &args.pages {
            page(&mut drive, &mut answers, key, depth);
        }
        answers
    };

    let error = answers.ended.as_ref().map(|error| {
        let mut report = ErrorReport::from(error);
        report.text = format!("{name}: {}", report.text);
        report
    });
    let summary = args.pages.is_empty() && answers.pages.contains_key("inquiry");
    let facts = summary.then(|| facts(&answers, &drive.kernel, drive.quirks()));
    let findings = facts.as_ref().map(|facts| findings(facts, &answers, &drive.kernel)).unwrap_or_default();
    let shown: Vec<String> = if args.all { answers.keys() } else { args.pages.clone() };
    let pages = shown
        .iter()
        .filter_map(|key| {
            let bytes = answers.raw(key);
            answers.section(key).map(|section| (key.clone(), PageReport { section, bytes }))
        })
        .collect();
    let missing = answers
        .missing
        .iter()
        .map(|(key, missing)| {
            let report = match missing {
                Missing::Refused(error) => MissingReport::Refused(Box::new(ErrorReport::from(error))),
                Missing::NotAsked(why) => MissingReport::NotAsked(why.clone()),
            };
            (key.clone(), report)
        })
        .collect();
    let mut report = DriveReport {
        name,
        origin,
        outcome: Outcome::Passed,
        error,
        facts,
        findings,
        pages,
        missing,
        absorbed: drive.absorbed.clone(),
        kernel: (summary && !drive.kernel.attributes.is_empty()).then(|| drive.kernel.clone()),
    };
    report.outcome = outcome(&report, args, answers.power.as_ref());
    report
}

/// What a report comes to.
fn outcome(report: &DriveReport, args: &InspectArgs, power: Option<&Power>) -> Outcome {
    let mut outcome = if report.error.is_some() { Outcome::CouldNot } else { Outcome::Passed };
    if report.findings.iter().any(|finding| finding.severity > Severity::Notice) {
        outcome = outcome.and(Outcome::Failed);
    }
    let asked_for = |key: &String| !report.pages.contains_key(key);
    let mut unknown = args.pages.iter().any(asked_for);
    if let Some(facts) = &report.facts {
        let disk =
            facts.identity.device_type.value.as_deref().is_some_and(|kind| kind.contains("direct access"));
        unknown |= disk && facts.capacity.bytes.value.is_none();
    } else {
        unknown |= args.pages.is_empty();
    }
    unknown |= args.ask.no_wake && matches!(power, Some(Power::Asleep(_)));
    if unknown {
        outcome = outcome.and(Outcome::Inconclusive);
    }
    outcome
}

fn origin(origin: &Origin) -> OriginReport {
    match origin {
        Origin::Device(node) => OriginReport::Device { node: node.display().to_string() },
        Origin::Capture { path, device, taken, masked, incomplete } => OriginReport::Capture {
            path: path.display().to_string(),
            device: device.clone(),
            taken: taken.clone(),
            masked: *masked,
            incomplete: incomplete.clone(),
        },
    }
}

/// The report as text.
fn text(report: &DriveReport, args: &InspectArgs, out: &mut dyn Write) -> std::io::Result<()> {
    let terminal = Terminal { evidence: args.raw || !args.pages.is_empty(), ..Terminal::default() };
    if args.pages.is_empty() || args.drives.len() > 1 {
        heading(report, out)?;
    }
    if let Some(facts) = &report.facts {
        let sections = facts.sections();
        let aligned = Terminal { least: Widths::of(&sections), ..terminal };
        for section in &sections {
            aligned.render(section, out)?;
        }
        render_findings(&report.findings, out)?;
    }
    for (key, page) in ordered(report, args) {
        if args.all {
            writeln!(out)?;
        }
        terminal.render(&page.section, out)?;
        if (args.raw || !args.pages.is_empty()) && !page.bytes.is_empty() {
            writeln!(out, "  bytes of {key}:")?;
            dump(&page.bytes, out)?;
        }
    }
    let shown_missing = |key: &String| args.all || args.pages.contains(key) || report.error.is_some();
    for (key, missing) in report.missing.iter().filter(|(key, _)| shown_missing(key)) {
        let why = match missing {
            MissingReport::Refused(error) => &error.text,
            MissingReport::NotAsked(why) => why,
        };
        terminal.render(
            &Section::new(
                "missing",
                format!("{key}: not there"),
                vec![Item::Entry(sg::section::Entry::derived(
                    "why",
                    "why",
                    sg::section::Value::Text(why.clone()),
                ))],
            ),
            out,
        )?;
    }
    for line in &report.absorbed {
        writeln!(out, "  absorbed on the way: {}", visible(line))?;
    }
    out.flush()?;
    if let Some(error) = &report.error {
        super::complain(&error.text);
        if let Some(advice) = error.advice {
            super::complain(advice);
        }
    }
    Ok(())
}

/// The pages in the order in which they were named, or in that of a report.
fn ordered<'a>(report: &'a DriveReport, args: &InspectArgs) -> Vec<(&'a String, &'a PageReport)> {
    if args.all {
        let mut pages: Vec<_> = report.pages.iter().collect();
        pages.sort_by_key(|(key, _)| crate::drive::survey::rank(key));
        return pages;
    }
    args.pages.iter().filter_map(|key| report.pages.get_key_value(key)).collect()
}

fn heading(report: &DriveReport, out: &mut dyn Write) -> std::io::Result<()> {
    let bold = anstyle::Style::new().bold();
    match &report.origin {
        OriginReport::Device { node } if *node == report.name => writeln!(out, "{bold}{node}{bold:#}"),
        OriginReport::Device { node } => writeln!(out, "{bold}{}{bold:#} ({node})", report.name),
        OriginReport::Capture { device, taken, masked, incomplete, .. } => {
            let names = if *masked { "; serial numbers and world wide names are stand-ins" } else { "" };
            writeln!(
                out,
                "{bold}{}{bold:#}: a capture of {}, taken {}{names}",
                visible(&report.name),
                visible(device),
                visible(taken)
            )?;
            match incomplete {
                Some(why) => writeln!(out, "This capture is incomplete: {}", visible(why)),
                None => Ok(()),
            }
        }
        OriginReport::None => Ok(()),
    }
}
