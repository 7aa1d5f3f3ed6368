//! The lab: the real binary against real device nodes, with the field's own tools beside it.
//!
//! `cargo test --test lab [-- [uml] [qemu] [NAME ...]]` boots the kernels of `uml-run` and
//! `qemu-run`, once each, and runs this same program inside them as root, where it sets up devices
//! and runs the checks whose names contain a NAME. `-- --bench` runs the benchmark of the shelf
//! instead, which asserts nothing.
//!
//! - `guest` is what a check can do: load modules, find nodes, run programs;
//! - `witness` reads what other tools print and holds each line against our JSON;
//! - `agreement` has the devices on which it does so;
//! - `trouble` has what goes wrong: hung, gone, no permission, not a drive;
//! - `verbs` has what the verbs promise: captures, names, use, stale kernels, stopped drives;
//! - `shelf` has 64 disks at once, and the benchmark.
//!
//! A check is a name and a function that says what differs.
#![allow(clippy::indexing_slicing, clippy::print_stdout, clippy::print_stderr)]

mod agreement;
mod guest;
mod shelf;
mod trouble;
mod verbs;
mod witness;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use guest::{Guest, Report};

/// Whether a guest ended well, and what it printed; or why it could not be started.
type Answer = Result<(bool, String), String>;

/// A kernel to boot: its name, its script and that script's arguments.
struct Lab {
    name: &'static str,
    script: &'static str,
    arguments: &'static [&'static str],
}

const LABS: [Lab; 2] = [
    Lab { name: "uml", script: "uml-run", arguments: &["-t", "400"] },
    Lab {
        name: "qemu",
        script: "qemu-run",
        arguments: &["-t", "500", "-d", "ata scsi scsi4k usb uas megasas lsi pvscsi"],
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((first, names)) if first == "--guest" => inside(names),
        Some((first, names)) if first == "--bench" => bench(names),
        _ => outside(&arguments),
    }
}

/// On the host: boots the kernels side by side, and adds up.
fn outside(arguments: &[String]) -> ExitCode {
    let (kernels, names): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|argument| LABS.iter().any(|lab| lab.name == argument.as_str()));
    let chosen = || LABS.iter().filter(|lab| kernels.is_empty() || kernels.iter().any(|k| *k == lab.name));
    let answers: Vec<(&Lab, Answer)> = std::thread::scope(|scope| {
        let running: Vec<_> = chosen()
            .map(|lab| {
                (
                    lab,
                    scope
                        .spawn(|| boot(lab, ["--guest"].into_iter().chain(names.iter().map(|n| n.as_str())))),
                )
            })
            .collect();
        running
            .into_iter()
            .map(|(lab, thread)| (lab, thread.join().unwrap_or_else(|_| Err("the thread panicked".into()))))
            .collect()
    });
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for (lab, answer) in answers {
        println!("-- {}", lab.name);
        let (good, text) = match answer {
            Ok(answer) => answer,
            Err(why) => (false, why),
        };
        print!("{text}");
        let count = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
        let failures = count("FAILED ");
        passed += count("ok ");
        skipped += count("skipped ");
        failed += failures;
        if !good && failures == 0 {
            println!("FAILED {}: the guest did not finish", lab.name);
            failed += 1;
        }
    }
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Boots a kernel and runs this program in it.
fn boot<'a>(lab: &Lab, arguments: impl Iterator<Item = &'a str>) -> Answer {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab").join(lab.script);
    let program = std::env::current_exe().map_err(|error| format!("where am I? {error}"))?;
    let output = Command::new(&script)
        .args(lab.arguments)
        .arg("--")
        .arg(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", script.display()))?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    Ok((output.status.success(), text))
}

/// In a guest: runs the checks.
fn inside(names: &[String]) -> ExitCode {
    let guest = match Guest::here() {
        Ok(guest) => guest,
        Err(why) => {
            println!("FAILED guest: {why}");
            return ExitCode::FAILURE;
        }
    };
    if names.first().is_some_and(|name| name == "--bench") {
        return match shelf::bench(&guest) {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                println!("FAILED bench: {why}");
                ExitCode::FAILURE
            }
        };
    }
    let mut report = Report::new(names);
    agreement::run_all(&guest, &mut report);
    verbs::run_all(&guest, &mut report);
    trouble::run_all(&guest, &mut report);
    shelf::run_all(&guest, &mut report);
    if report.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// On the host: the benchmark, in QEMU unless another kernel is named.
fn bench(names: &[String]) -> ExitCode {
    let wanted = names.first().map_or("qemu", String::as_str);
    let Some(lab) = LABS.iter().find(|lab| lab.name == wanted) else {
        eprintln!("lab: no kernel is called {wanted}");
        return ExitCode::FAILURE;
    };
    match boot(lab, ["--guest", "--bench"].into_iter()) {
        Ok((good, text)) => {
            print!("{text}");
            if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(why) => {
            eprintln!("lab: {why}");
            ExitCode::FAILURE
        }
    }
}
