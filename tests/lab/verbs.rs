//! The verbs on real nodes: a capture gives the same report as its drive, every name of a drive leads
//! to it, the list says what uses a disk, a stale kernel is found out, and a stopped drive stays so.

use std::path::Path;

use crate::guest::{Device, Guest, Outcome, Output, Report, run, set, sysfs, wait_for};

pub(crate) fn run_all(guest: &Guest, report: &mut Report) {
    if guest.lab == "uml" && report.wants_group("verbs") {
        match guest.scsi_debug(1, &["dev_size_mb=64", "ndelay=20000"]) {
            Ok(made) => {
                let device = &made.devices[0];
                report.check("verbs/capture and inspect", || capture(guest, device));
                report.check("verbs/every name leads to the drive", || names(guest, device));
                report.check("verbs/a file system and swap are named", || used(guest, device));
                report.check("verbs/a stopped drive stays stopped", || stopped(guest, device));
            }
            Err(why) => report.fail("verbs/setup", &why),
        }
    }
}

/// Runs a tool that has to succeed.
fn must(program: &str, arguments: &[&str]) -> Result<String, String> {
    run(program, arguments)?.good()
}

/// A report without its heading, which names where it comes from, and without what a mask replaces.
fn body(output: &Output) -> Vec<String> {
    let masked = |line: &&str| !["Serial number", "World wide name"].iter().any(|name| line.contains(name));
    output.stdout.lines().skip(1).filter(masked).map(str::to_owned).collect()
}

/// A capture, inspected, gives the report of the drive, and does not hold its serial number.
pub(crate) fn capture(guest: &Guest, device: &Device) -> Outcome {
    let file = guest.scratch.join("drive.capture.json");
    let file = file.to_str().unwrap_or_default();
    let node = device.node();
    guest.calipers(&["capture", node, "-o", file])?.good()?;
    let live = guest.calipers(&["inspect", node])?;
    let replayed = guest.calipers(&["inspect", file])?;
    if live.code != replayed.code || body(&live) != body(&replayed) {
        return Err(format!("the drive says\n{}\nits capture says\n{}", live.shown(), replayed.shown()));
    }
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    if let Ok(page) = std::fs::read(device.sysfs.join("vpd_pg80")) {
        let serial = String::from_utf8_lossy(page.get(4..).unwrap_or_default()).trim().to_owned();
        if serial.len() >= 6 && (text.contains(&serial) || text.contains(&hex(serial.as_bytes()))) {
            return Err(format!("the serial number {serial} is in the capture"));
        }
    }
    if let Some(name) =
        sysfs(device.sysfs.join("wwid")).ok().as_deref().and_then(|name| name.strip_prefix("naa."))
        && text.contains(name)
    {
        return Err(format!("the world wide name {name} is in the capture"));
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The node, the generic node, the bare name, the serial number and the WWN are one drive.
fn names(guest: &Guest, device: &Device) -> Outcome {
    let page = std::fs::read(device.sysfs.join("vpd_pg80")).map_err(|error| error.to_string())?;
    let serial = String::from_utf8_lossy(page.get(4..).unwrap_or_default()).trim().to_owned();
    let name = sysfs(device.sysfs.join("wwid"))?;
    let bare = name.trim_start_matches("naa.").to_owned();
    let expected = body(&guest.calipers(&["inspect", device.node()])?);
    for name in [
        device.generic.as_str(),
        device.node().trim_start_matches("/dev/"),
        &serial,
        &name,
        &bare,
        &format!("0x{bare}"),
    ] {
        let output = guest.calipers(&["inspect", name])?;
        if output.code != Some(0) || body(&output) != expected {
            return Err(format!("{name}: {}", output.shown()));
        }
    }
    Ok(())
}

/// What `list` says of a disk.
fn row(guest: &Guest, device: &Device) -> Result<String, String> {
    let name = device.node().trim_start_matches("/dev/").to_owned();
    let text = guest.calipers(&["list"])?.good()?;
    let row = text.lines().find(|line| line.split_whitespace().next() == Some(&name));
    row.map(str::to_owned).ok_or_else(|| format!("{name} is not in\n{text}"))
}

fn says(guest: &Guest, device: &Device, what: &str) -> Outcome {
    let row = row(guest, device)?;
    if row.contains(what) { Ok(()) } else { Err(format!("{what:?} is wanted in the row {row:?}")) }
}

/// A mount, and swap.
fn used(guest: &Guest, device: &Device) -> Outcome {
    let node = device.node();
    let name = node.trim_start_matches("/dev/");
    must("mkfs.ext4", &["-q", "-F", node])?;
    let folder = guest.scratch.join("with space");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let point = folder.to_str().unwrap_or_default();
    must("mount", &["-t", "ext4", node, point])?;
    let mounted = says(guest, device, &format!("{name} mounted at {point}"));
    must("umount", &[point])?;
    mounted?;
    must("mkswap", &["-f", node])?;
    must("swapon", &[node])?;
    let swap = says(guest, device, &format!("swap on {name}"));
    must("swapoff", &[node])?;
    swap?;
    let row = row(guest, device)?;
    if row.contains(name) && (row.contains("mounted") || row.contains("swap")) {
        return Err(format!("nothing uses it any more, yet: {row}"));
    }
    Ok(())
}

/// A drive that was stopped is listed and inspected, said to be not ready, and stays stopped.
fn stopped(guest: &Guest, device: &Device) -> Outcome {
    let node = device.node();
    must("sg_start", &["--stop", node])?;
    let looked = (|| {
        row(guest, device)?;
        let output = guest.calipers(&["inspect", "--no-wake", node])?;
        if !output.stdout.contains("not ready") {
            return Err(format!("that it is not ready is not said: {}", output.shown()));
        }
        let ready = run("sg_turs", &[node])?;
        if ready.code == Some(0) { Err("something started the drive".to_owned()) } else { Ok(()) }
    })();
    must("sg_start", &["--start", node])?;
    looked
}

/// A write cache that was turned off behind the kernel's back is found out, and the advice helps.
pub(crate) fn stale_cache(guest: &Guest, device: &Device) -> Outcome {
    let node = device.node();
    let before = guest.calipers(&["inspect", node])?;
    if before.code != Some(0) || before.stdout.contains("CONTRADICTION") {
        return Err(format!("an honest drive is accused: {}", before.shown()));
    }
    must("sdparm", &["--clear=WCE", "--quiet", node])?;
    let found = (|| {
        let output = guest.calipers(&["inspect", node])?;
        if output.code != Some(1)
            || !output.stdout.contains("the write cache is off, but the kernel believes")
        {
            return Err(format!("the stale kernel is not found out: {}", output.shown()));
        }
        // What the finding says to do.
        set(Path::new("/sys/block").join(node.trim_start_matches("/dev/")).join("device/rescan"), "1")?;
        wait_for("a kernel that has looked again", || {
            guest.calipers(&["inspect", node]).ok().filter(|output| output.code == Some(0))
        })
        .map(|_| ())
    })();
    must("sdparm", &["--set=WCE", "--quiet", node])?;
    set(Path::new("/sys/block").join(node.trim_start_matches("/dev/")).join("device/rescan"), "1")?;
    found
}
