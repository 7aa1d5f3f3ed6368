//! The command line: what was typed becomes a plan, and an outcome becomes an exit code.

mod capture;
mod decode;
mod inspect;
mod list;
mod run;
mod supervise;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args as ClapArgs, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::verdict::Outcome;

/// What every help text ends with.
const EXIT_CODES: &str = "\
Exit codes:
  0  done, and nothing speaks against the drive
  1  it predicts its failure, or two sources contradict each other (its pages, the kernel)
  2  it could not be done: no such drive, no permission, a drive that hangs or is gone, wrong usage
  3  inconclusive: something that was asked for is unknown (refused, not captured, drive asleep)";

const DRIVE_NAMES: &str = "\
A DRIVE is a node (/dev/sda, /dev/sg3, or just sda), a link (/dev/disk/by-id/…), a serial number, a
WWN, or a capture file.";

/// Reads what a SCSI or ATA drive claims, and says where each claim comes from.
#[derive(Debug, Parser)]
#[command(name = "calipers", version, about, after_help = EXIT_CODES, max_term_width = 100)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Lists the SCSI and ATA drives of this machine, without sending them a command
    List(list::ListArgs),
    /// Shows what a drive is and what it claims, each value with its source
    #[command(after_help = inspect_help())]
    Inspect(inspect::InspectArgs),
    /// Writes down what a drive answers, so that it can be inspected again anywhere
    #[command(after_help = capture_help())]
    Capture(capture::CaptureArgs),
    /// Decodes loose bytes: a page, a log, sense data or IDENTIFY data from a file
    #[command(after_help = EXIT_CODES)]
    Decode(decode::DecodeArgs),
    /// Prints a shell's completion script
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

fn inspect_help() -> String {
    format!("{DRIVE_NAMES}\n\n{}\n\n{EXIT_CODES}", inspect::PAGES_HELP)
}

fn capture_help() -> String {
    format!("{DRIVE_NAMES}\n\n{EXIT_CODES}")
}

/// What the verbs that ask drives have in common.
#[derive(Debug, Clone, ClapArgs)]
struct AskArgs {
    /// The whole run may take so long (30s, 2m); a drive that has not answered by then is
    /// reported as hung
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = duration)]
    timeout: Duration,
    /// Do not wake a drive that sleeps: what cannot be asked then is unknown
    #[arg(long)]
    no_wake: bool,
    /// Show each command and its answer on standard error
    #[arg(short, long)]
    verbose: bool,
}

/// A time with a unit, or seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let time = match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?,
        Err(_) => {
            humantime::parse_duration(text).map_err(|error| format!("{error} (write 30s, 2m, 500ms)"))?
        }
    };
    if time.is_zero() { Err("it must be more than nothing".into()) } else { Ok(time) }
}

/// When a report is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// The command line as data: `docs/man` is made from it.
#[must_use]
pub fn command() -> clap::Command {
    Args::command()
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let args = Args::parse();
    let named: &[String] = match &args.verb {
        Verb::Inspect(args) => &args.drives,
        Verb::Capture(args) => std::slice::from_ref(&args.drive),
        _ => &[],
    };
    // Nothing hangs on a file.
    let asks_drives = named.iter().any(|name| !std::path::Path::new(name).is_file());
    if asks_drives && !supervise::is_worker() {
        return match supervise::run() {
            Ok(code) => code,
            Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
            Err(error) => {
                complain(&format!("{error:#}"));
                ExitCode::from(Outcome::CouldNot.exit_code())
            }
        };
    }
    if supervise::is_worker() {
        supervise::follow();
    }
    let result = match args.verb {
        Verb::List(args) => list::run(&args),
        Verb::Inspect(args) => inspect::run(&args),
        Verb::Capture(args) => capture::run(&args),
        Verb::Decode(args) => decode::run(&args),
        Verb::Completions { shell } => {
            clap_complete::generate(shell, &mut Args::command(), "calipers", &mut io::stdout());
            Ok(Outcome::Passed)
        }
    };
    let outcome = match result {
        Ok(outcome) => outcome,
        // Whoever reads our output has had enough (`calipers list | head -1`): no complaint.
        Err(error) if is_broken_pipe(&error) => Outcome::Passed,
        Err(error) => {
            complain(&format!("{error:#}"));
            Outcome::CouldNot
        }
    };
    supervise::leave(outcome.exit_code())
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |kind| kind == Some(io::ErrorKind::BrokenPipe);
    error.chain().any(|cause| {
        broken(cause.downcast_ref::<io::Error>().map(io::Error::kind))
            || broken(cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind))
    })
}

/// Tells the user what went wrong.
fn complain(text: &str) {
    // Errors may quote a file or a drive.
    let lines: Vec<_> = text.lines().map(crate::report::terminal::visible).collect();
    let _ = writeln!(anstream::stderr(), "calipers: {}", lines.join("\n"));
}

/// Reads a file, or standard input for `-`.
fn read_input(path: &PathBuf) -> anyhow::Result<Vec<u8>> {
    use anyhow::Context;
    use std::io::Read;
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(bytes);
    }
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
