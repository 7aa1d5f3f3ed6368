//! What goes wrong: what is no drive, what may not be opened, what hangs, what goes away.
//!
//! Each ends with a line that says what happened, and with the exit code of the README: 2 if it
//! could not be done, 3 if something stays unknown.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::guest::{Device, Guest, Outcome, Output, Report, devices, run, set, start, sysfs, wait_for};

/// The settings of scsi_debug that can be changed while it runs.
const DRIVER: &str = "/sys/bus/pseudo/drivers/scsi_debug";

pub(crate) fn run_all(guest: &Guest, report: &mut Report) {
    if guest.lab != "uml" {
        return;
    }
    no_drive(guest, report);
    if report.wants_group("partition") {
        with_devices(
            guest,
            report,
            "partition",
            1,
            &["dev_size_mb=8", "num_parts=1"],
            |guest, report, made| {
                report.check("partition/inspect", || partition(guest, &made[0]));
            },
        );
    }
    if report.wants_group("rights") {
        with_devices(guest, report, "rights", 1, &["dev_size_mb=8"], |guest, report, made| {
            report.check("rights/inspect without root", || without_root(guest, &made[0]));
            report.check("rights/list without root", || list_without_root(guest, &made[0]));
        });
    }
    if report.wants_group("little") {
        with_devices(guest, report, "little", 1, &["dev_size_mb=8"], |guest, report, made| {
            report.check("little/inspect of a well known logical unit", || inquiry_only(guest, &made[0]));
            report.check("little/inspect of a device that is offline", || offline(guest, &made[0]));
        });
        with_devices(
            guest,
            report,
            "little",
            1,
            &["dev_size_mb=8", "tur_ms_to_ready=20000", "no_uld=1"],
            |guest, report, made| {
                report.check("little/inspect of a drive that becomes ready", || {
                    becoming_ready(guest, &made[0])
                });
            },
        );
    }
    if report.wants_group("gone") {
        with_devices(guest, report, "gone", 1, &["dev_size_mb=8"], |guest, report, made| {
            report.check("gone/inspect of a drive that is removed meanwhile", || removed(guest, &made[0]));
        });
    }
    if report.wants_group("hung") {
        let parameters = ["dev_size_mb=8", "add_host=2", "per_host_store=1", "statistics=1"];
        with_devices(guest, report, "hung", 2, &parameters, |guest, report, made| {
            report.check("hung/each command times out", || times_out(guest, &made[0]));
            report.check("hung/the drive hangs midway", || hangs_midway(guest, &made[0]));
            report.check("hung/the drive takes no command", || takes_no_command(guest, &made[1]));
            report.check("hung/capture of a drive that takes no command", || capture_hung(guest, &made[1]));
        });
    }
}

/// Makes devices for some checks.
fn with_devices(
    guest: &Guest,
    report: &mut Report,
    group: &str,
    count: usize,
    parameters: &[&str],
    checks: impl FnOnce(&Guest, &mut Report, &[Device]),
) {
    match guest.scsi_debug(count, parameters) {
        Ok(made) => checks(guest, report, &made.devices),
        Err(why) => report.fail(&format!("{group}/setup"), &why),
    }
}

/// Holds how a run ended against what must be: the exit code, and words of the message.
fn ended(output: &Output, code: i32, words: &[&str]) -> Outcome {
    let message = output.stderr.to_lowercase();
    let missing: Vec<&&str> = words.iter().filter(|word| !message.contains(&word.to_lowercase())).collect();
    if output.code == Some(code) && missing.is_empty() {
        return Ok(());
    }
    Err(format!("exit code {code} and a message with {words:?} are wanted; it was\n{}", output.shown()))
}

/// The same with `--json`: the report says so too, and standard output is JSON whatever happened.
fn ended_json(output: &Output, code: i32, words: &[&str]) -> Outcome {
    let json: Value = serde_json::from_str(&output.stdout)
        .map_err(|error| format!("no JSON: {error}\n{}", output.shown()))?;
    let text = json["drives"][0]["error"]["text"].as_str().unwrap_or_default().to_lowercase();
    let missing: Vec<&&str> = words.iter().filter(|word| !text.contains(&word.to_lowercase())).collect();
    if output.code == Some(code) && missing.is_empty() {
        return Ok(());
    }
    Err(format!("exit code {code} and an error with {words:?} are wanted; it was\n{}", output.shown()))
}

/// What is no drive at all.
fn no_drive(guest: &Guest, report: &mut Report) {
    let file = |name: &str, content: &str| {
        let path = guest.scratch.join(name);
        std::fs::write(&path, content).map(|()| path.display().to_string()).unwrap_or_default()
    };
    let cases = [
        ("/dev/null", "/dev/null".to_owned(), "not a SCSI or ATA device"),
        ("/dev/zero", "/dev/zero".to_owned(), "not a SCSI or ATA device"),
        ("a missing node", "/dev/sdzz".to_owned(), "no such node"),
        ("a serial number that no drive has", "NOSUCHSERIAL".to_owned(), "no such node"),
        ("a text", file("text", "this is no capture\n"), "capture"),
        ("an empty file", file("empty", ""), "capture"),
        ("another JSON", file("json", "{\"format\": \"another\"}\n"), "capture"),
        (
            "half a capture",
            file("half", "{\"format\": \"calipers-capture\", \"schema_version\": 1}\n"),
            "capture",
        ),
        (
            "a capture of a later version",
            file("later", "{\"format\": \"calipers-capture\", \"schema_version\": 99}\n"),
            "version 99",
        ),
        ("a folder", guest.scratch.display().to_string(), "folder"),
    ];
    for (what, name, why) in &cases {
        let words = [name.as_str(), why];
        report.check(&format!("no drive/inspect of {what}"), || {
            ended(&guest.calipers(&["inspect", name])?, 2, &words)
        });
        report.check(&format!("no drive/inspect --json of {what}"), || {
            ended_json(&guest.calipers(&["inspect", "--json", name])?, 2, &words)
        });
        report.check(&format!("no drive/capture of {what}"), || {
            let place = guest.scratch.join("never").display().to_string();
            ended(&guest.calipers(&["capture", name, "-o", &place])?, 2, &words)?;
            if Path::new(&place).exists() { Err("a capture file was left".into()) } else { Ok(()) }
        });
    }
}

fn partition(guest: &Guest, device: &Device) -> Outcome {
    let disk = device.node();
    let node = wait_for("partition", || Some(format!("{disk}1")).filter(|node| Path::new(node).exists()))?;
    ended(&guest.calipers(&["inspect", &node])?, 2, &[&node, "partition", disk])
}

/// Runs calipers as nobody.
fn as_nobody(guest: &Guest, arguments: &[&str]) -> Result<Output, String> {
    let mut all = vec!["--reuid=65534", "--regid=65534", "--clear-groups", "--", guest.calipers];
    all.extend(arguments);
    run("setpriv", &all)
}

fn without_root(guest: &Guest, device: &Device) -> Outcome {
    let node = device.node();
    ended(&as_nobody(guest, &["inspect", node])?, 2, &[node, "no permission", "root"])?;
    ended(&as_nobody(guest, &["inspect", &device.generic])?, 2, &[&device.generic, "no permission", "root"])
}

/// sysfs is open to all, so a list needs no rights.
fn list_without_root(guest: &Guest, device: &Device) -> Outcome {
    let list = as_nobody(guest, &["list"])?.good()?;
    let name = device.node().trim_start_matches("/dev/");
    if list.lines().any(|line| line.split_whitespace().any(|word| word.contains(name))) {
        Ok(())
    } else {
        Err(format!("{name} is not in\n{list}"))
    }
}

/// The REPORT LUNS well known logical unit answers INQUIRY and REPORT LUNS, and refuses the rest.
fn inquiry_only(guest: &Guest, device: &Device) -> Outcome {
    const REPORT_LUNS: u64 = 0xc101;
    let host = device.address[0];
    set(format!("/sys/class/scsi_host/host{host}/scan"), &format!("0 0 {REPORT_LUNS}"))?;
    let unit = wait_for("well known logical unit", || {
        devices()
            .into_iter()
            .find(|other| other.address == [host, 0, 0, REPORT_LUNS] && Path::new(&other.generic).exists())
    })?;
    let output = guest.calipers(&["inspect", &unit.generic])?;
    // It is no disk, so nothing that was asked for is unknown.
    if output.code != Some(0) || !output.stdout.contains("well known logical unit") {
        return Err(output.shown());
    }
    let output = guest.calipers(&["inspect", &unit.generic, "--page", "readcap:16"])?;
    if output.code != Some(3) || !output.stdout.contains("READ CAPACITY") {
        return Err(format!(
            "a page that it refuses is unknown (3), and the refusal is shown:\n{}",
            output.shown()
        ));
    }
    Ok(())
}

/// The kernel has given it up: its nodes are there, and every command to it fails.
fn offline(guest: &Guest, device: &Device) -> Outcome {
    set(device.sysfs.join("state"), "offline")?;
    let output = guest.calipers(&["inspect", &device.generic]);
    set(device.sysfs.join("state"), "running")?;
    ended(&output?, 2, &[&device.generic, "offline"])
}

/// It answers, but its medium is not there yet.
fn becoming_ready(guest: &Guest, device: &Device) -> Outcome {
    let began = Instant::now();
    let output = guest.calipers(&["inspect", &device.generic])?;
    if began.elapsed() > Duration::from_secs(15) {
        return Err(format!("it waited for the drive:\n{}", output.shown()));
    }
    let text = format!("{}{}", output.stdout, output.stderr).to_lowercase();
    if matches!(output.code, Some(0 | 3)) && text.contains("becoming ready") {
        Ok(())
    } else {
        Err(output.shown())
    }
}

/// A drive that is pulled while it is asked: whatever came until then is shown, and that it is gone.
fn removed(guest: &Guest, device: &Device) -> Outcome {
    let node = device.node().to_owned();
    // A second for each command that is not answered at once, so that there is a middle to go away in.
    set(Path::new(DRIVER).join("delay"), "100")?;
    let running = start(guest.calipers, &["inspect", &node, "--all"])?;
    std::thread::sleep(Duration::from_millis(1500));
    set(device.sysfs.join("delete"), "1")?;
    let output = running.finish()?;
    ended(&output, 2, &[&node, "gone"])?;
    if output.stdout.contains("Vendor") {
        Ok(())
    } else {
        Err(format!("what came before is not shown:\n{}", output.shown()))
    }
}

/// Makes the driver lose every command from now on, or none.
fn lose_commands(lose: bool) -> Outcome {
    let driver = Path::new(DRIVER);
    let (opts, every) = if lose { ("4", "1") } else { ("0", "0") };
    set(driver.join("opts"), opts)?;
    set(driver.join("every_nth"), every)
}

/// A command that is lost comes back as timed out, after the kernel's error handling.
fn times_out(guest: &Guest, device: &Device) -> Outcome {
    let node = device.node();
    lose_commands(true)?;
    let began = Instant::now();
    let output = guest.calipers(&["inspect", node, "--timeout", "4s"]);
    let took = began.elapsed();
    lose_commands(false)?;
    ended(&output?, 2, &[node])?;
    // The run's own time, and some for the kernel to recover.
    if took > Duration::from_secs(15) {
        return Err(format!("it took {:.1} s", took.as_secs_f32()));
    }
    recovered(device)
}

/// The driver's error handling may take a while after the run has ended.
fn recovered(device: &Device) -> Outcome {
    wait_for("answer of the drive", || {
        let ready = run("sg_turs", &[&device.generic]).is_ok_and(|output| output.code == Some(0));
        let _ = set(device.sysfs.join("state"), "running");
        (ready && sysfs(device.sysfs.join("state")).is_ok_and(|state| state == "running")).then_some(())
    })
}

/// Makes one drive take no command for `seconds`: its only place is taken by one that is lost.
pub(crate) fn hang(device: &Device, seconds: u32) -> Result<crate::guest::Running, String> {
    set(device.sysfs.join("queue_depth"), "1")?;
    lose_commands(true)?;
    let seconds = seconds.to_string();
    let lost = start("sg_raw", &["-t", &seconds, &device.generic, "00", "00", "00", "00", "00", "00"]);
    let sent = wait_for("command that is lost", || {
        sysfs(device.sysfs.join("device_busy")).is_ok_and(|busy| busy == "1").then_some(())
    });
    lose_commands(false)?;
    sent.and(lost)
}

/// Nothing comes back at all, not even a timeout, as the kernel has not begun with our command:
/// the run ends by its own time, and says what it waits for.
fn takes_no_command(guest: &Guest, device: &Device) -> Outcome {
    let lost = hang(device, 12)?;
    let node = device.node();
    let began = Instant::now();
    let output = guest.calipers(&["inspect", node, "--timeout", "3s"]);
    let took = began.elapsed();
    let _ = lost.finish();
    ended(&output?, 2, &[node, "hangs", "INQUIRY"])?;
    if !(Duration::from_secs(3)..Duration::from_secs(8)).contains(&took) {
        return Err(format!("3 s were allowed, it took {:.1} s", took.as_secs_f32()));
    }
    recovered(device)
}

/// A drive that hangs after it said something: what it said is shown, and written by a capture.
fn hangs_midway(guest: &Guest, device: &Device) -> Outcome {
    let node = device.node();
    let place = guest.scratch.join("midway.capture.json").display().to_string();
    for arguments in
        [vec!["inspect", node, "--timeout", "4s"], vec!["capture", node, "-o", &place, "--timeout", "4s"]]
    {
        // A second for each command that is not answered at once, so that there is a middle.
        set(Path::new(DRIVER).join("delay"), "100")?;
        let running = start(guest.calipers, &arguments)?;
        std::thread::sleep(Duration::from_millis(1500));
        lose_commands(true)?;
        let output = running.finish();
        lose_commands(false)?;
        set(Path::new(DRIVER).join("delay"), "0")?;
        let output = output?;
        ended(&output, 2, &[node, "hangs"])?;
        if arguments[0] == "inspect" && !output.stdout.contains("scsi_debug") {
            return Err(format!("what came before is not shown:\n{}", output.shown()));
        }
        if output.took > Duration::from_secs(9) {
            return Err(format!("4 s were allowed, it took {:.1} s", output.took.as_secs_f32()));
        }
        recovered(device)?;
    }
    let output = guest.calipers(&["inspect", &place])?;
    if !output.stdout.contains("scsi_debug") || !output.stdout.contains("incomplete") {
        return Err(format!("the incomplete capture says too little:\n{}", output.shown()));
    }
    Ok(())
}

fn capture_hung(guest: &Guest, device: &Device) -> Outcome {
    let lost = hang(device, 12)?;
    let place = guest.scratch.join("hung.json").display().to_string();
    let node = device.node();
    let output = guest.calipers(&["capture", node, "-o", &place, "--timeout", "3s"]);
    let _ = lost.finish();
    let output = output?;
    ended(&output, 2, &[node, "hangs"])?;
    if output.took > Duration::from_secs(8) {
        return Err(format!("3 s were allowed, it took {:.1} s", output.took.as_secs_f32()));
    }
    recovered(device)
}
