//! `calipers capture`.

use std::io::Write;
use std::os::unix::fs::FileTypeExt;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Context, bail};
use clap::Args;
use sg::transport::{Answer, Exchange};

use super::AskArgs;
use super::run::{Answered, DIED, each};
use crate::drive::capture::{Capture, FORMAT, Identifiers, VERSION, mask};
use crate::drive::facts::facts;
use crate::drive::layers::{Deadline, Status};
use crate::drive::read_only::read_everything;
use crate::drive::survey::{Answers, Depth, survey};
use crate::drive::{Drive, NotOpened, Origin, find};
use crate::report::json::{ErrorReport, Taking, program};
use crate::verdict::Outcome;

#[derive(Debug, Clone, Args)]
pub(super) struct CaptureArgs {
    /// The drive
    pub(super) drive: String,
    /// The file to write; `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write serial numbers and world wide names as they are; otherwise stand-ins take their place
    #[arg(long)]
    with_serial: bool,
    /// Write JSON about the run to standard output (the capture itself goes to its file)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    ask: AskArgs,
}

pub(super) fn run(args: &CaptureArgs) -> anyhow::Result<Outcome> {
    if args.json && args.output.as_os_str() == "-" {
        bail!("with `-o -` the capture itself goes to standard output, where --json would mix with it");
    }
    let taken = match take(args) {
        Err(error) if args.json => Taking::failed(args, Outcome::CouldNot, format!("{error:#}")),
        other => other?,
    };
    let outcome = taken.outcome;
    if args.json {
        let mut out = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &taken)?;
        writeln!(out)?;
        return Ok(outcome);
    }
    if let (Some(count), Some(masked), false) = (taken.commands, taken.masked, args.output.as_os_str() == "-")
    {
        let names = if masked { "serial numbers and names are stand-ins" } else { "with serial numbers" };
        super::complain(&format!("{}: {count} commands written, {names}", args.output.display()));
    }
    match (taken.commands, &taken.error) {
        (Some(_), Some(error)) => super::complain(&format!("the capture is incomplete: {}", error.text)),
        (None, Some(error)) => super::complain(&error.text),
        (_, None) => {}
    }
    Ok(outcome)
}

impl Taking {
    /// Nothing was written.
    fn failed(args: &CaptureArgs, outcome: Outcome, why: String) -> Self {
        Self {
            schema_version: crate::report::json::VERSION,
            program: program(),
            outcome,
            drive: args.drive.clone(),
            file: args.output.display().to_string(),
            commands: None,
            masked: None,
            error: Some(ErrorReport::text(why)),
        }
    }

    /// This was written.
    fn written(args: &CaptureArgs, capture: &Capture) -> Self {
        let incomplete = capture.incomplete.clone();
        let outcome = if incomplete.is_some() { Outcome::CouldNot } else { Outcome::Passed };
        Self {
            commands: Some(capture.exchanges.len()),
            masked: Some(capture.masked),
            error: incomplete.map(ErrorReport::text),
            ..Self::failed(args, outcome, String::new())
        }
    }
}

/// Takes the capture and writes it.
fn take(args: &CaptureArgs) -> anyhow::Result<Taking> {
    let deadline = Deadline::after(args.ask.timeout);
    let mut taken = None;
    let names = [args.drive.clone()];
    let work = {
        let args = args.clone();
        move |name: &str, status: Status| capture(&args, name, deadline, status)
    };
    each(&names, deadline, args.ask.verbose, work, |_, answered| {
        let capture = match answered {
            Answered::Done(Ok(capture)) => capture,
            Answered::Done(Err(error @ NotOpened::Asleep(_))) => {
                taken = Some(Taking::failed(args, Outcome::Inconclusive, error.to_string()));
                return Ok(());
            }
            Answered::Done(Err(error)) => bail!("{error}"),
            Answered::Died => bail!("{}: {DIED}; nothing was written", args.drive),
            Answered::Hung(status) => {
                let text = format!(
                    "{} hangs: nothing more came back within the time allowed for the run ({} s)",
                    args.drive,
                    args.ask.timeout.as_secs_f64()
                );
                match rescued(args, &status, &text) {
                    Some(capture) => capture,
                    None => bail!("{text}; nothing was written"),
                }
            }
        };
        write(args, &capture)?;
        taken = Some(Taking::written(args, &capture));
        Ok(())
    })?;
    taken.context("nothing came of it")
}

/// Asks a drive everything that changes nothing.
fn capture(args: &CaptureArgs, name: &str, deadline: Deadline, status: Status) -> Result<Capture, NotOpened> {
    let mut drive: Drive = find(name, !args.ask.no_wake, deadline, status)?;
    let depth = Depth { all: true, wake: !args.ask.no_wake };
    let answers = survey(&mut drive, depth);
    let mut incomplete = answers.ended.as_ref().map(ToString::to_string);
    if incomplete.is_none() {
        incomplete = read_everything(&mut drive, &answers, depth).err().map(|error| error.to_string());
    }
    let exchanges = drive.exchanges().to_vec();
    Ok(file(args, &drive, &answers, exchanges, incomplete))
}

/// What a drive that hangs had answered before; nothing if it had answered nothing.
fn rescued(args: &CaptureArgs, status: &Status, why: &str) -> Option<Capture> {
    let exchanges = status.heard().exchanges;
    let answered = |exchange: &Exchange| matches!(exchange.answer, Answer::Completed { .. });
    if !exchanges.iter().any(answered) {
        return None;
    }
    let mut drive = Drive::hung(&args.drive, status)?;
    let answers = survey(&mut drive, Depth { all: true, wake: !args.ask.no_wake });
    Some(file(args, &drive, &answers, exchanges, Some(why.to_owned())))
}

/// The file, masked unless told otherwise.
fn file(
    args: &CaptureArgs,
    drive: &Drive,
    answers: &Answers,
    exchanges: Vec<Exchange>,
    incomplete: Option<String>,
) -> Capture {
    let identity = facts(answers, &drive.kernel, drive.quirks()).identity;
    let (device, taken, masked) = match &drive.origin {
        Origin::Device(node) => (
            node.display().to_string(),
            humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            false,
        ),
        // A capture of a capture: a copy, masked perhaps.
        Origin::Capture { device, taken, masked, .. } => (device.clone(), taken.clone(), *masked),
    };
    let mut capture = Capture {
        format: FORMAT.into(),
        schema_version: VERSION,
        program: program(),
        taken,
        system: system(),
        device,
        masked,
        incomplete,
        kernel: drive.kernel.clone(),
        exchanges,
    };
    if !args.with_serial && !masked {
        let identifiers = Identifiers::collect(&identity, answers, &capture);
        mask(&mut capture, &identifiers);
    }
    capture
}

/// The kernel that the commands went through.
fn system() -> String {
    match nix::sys::utsname::uname() {
        Ok(name) => format!("{} {}", name.sysname().to_string_lossy(), name.release().to_string_lossy()),
        Err(_) => "unknown".into(),
    }
}

/// Writes the file: whole, or not at all.
fn write(args: &CaptureArgs, capture: &Capture) -> anyhow::Result<()> {
    let text = capture.to_json()?;
    let kind = std::fs::metadata(&args.output).ok().map(|metadata| metadata.file_type());
    if args.output.as_os_str() == "-" {
        std::io::stdout().write_all(text.as_bytes())?;
    } else if kind.is_some_and(|kind| kind.is_block_device() || kind.is_dir()) {
        bail!("{} is no file to write to; nothing was written", args.output.display());
    } else if kind.is_some_and(|kind| !kind.is_file()) {
        // A pipe, or /dev/null: nothing that a file may take the place of.
        let mut file = std::fs::OpenOptions::new()
            .write(true)
            .open(&args.output)
            .with_context(|| format!("cannot open {}", args.output.display()))?;
        file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", args.output.display()))?;
    } else {
        let mut part = args.output.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        std::fs::write(&part, text).with_context(|| format!("cannot write {}", part.display()))?;
        std::fs::rename(&part, &args.output)
            .with_context(|| format!("cannot rename {} to {}", part.display(), args.output.display()))?;
    }
    Ok(())
}
