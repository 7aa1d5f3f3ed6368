//! A shelf of 64 disks: listed and inspected at once, with a hung one among them; and what that
//! costs beside the other tools.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::Value;

use crate::guest::{Device, Guest, Outcome, Report, sysfs};
use crate::trouble::hang;

const DISKS: usize = 64;
const PARAMETERS: [&str; 5] =
    ["add_host=64", "per_host_store=1", "dev_size_mb=8", "ndelay=20000", "statistics=1"];

pub(crate) fn run_all(guest: &Guest, report: &mut Report) {
    if guest.lab != "qemu" || !report.wants_group("shelf") {
        return;
    }
    let made = match guest.scsi_debug(DISKS, &PARAMETERS) {
        Ok(made) => made,
        Err(why) => return report.fail("shelf/setup", &why),
    };
    report.check("shelf/list", || listed(guest, &made.devices));
    let mut took = None;
    report.check("shelf/inspect all", || inspected(guest, &made.devices).map(|time| took = Some(time)));
    // How long all of them take without a hung one says how long is long on this machine.
    if let Some(took) = took {
        let enough = Duration::from_secs(5) + 3 * took;
        hung(guest, report, &made.devices, enough);
    }
}

/// Each disk's serial number, by the kernel's copy of page 80h.
fn serials(devices: &[Device]) -> Result<BTreeMap<String, String>, String> {
    devices
        .iter()
        .map(|device| {
            let page = std::fs::read(device.sysfs.join("vpd_pg80")).map_err(|error| error.to_string())?;
            let serial = String::from_utf8_lossy(page.get(4..).unwrap_or_default()).trim().to_owned();
            Ok((device.node().to_owned(), serial))
        })
        .collect()
}

fn listed(guest: &Guest, devices: &[Device]) -> Outcome {
    let text = guest.calipers(&["list", "--json"])?.good()?;
    let json: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let expected = serials(devices)?;
    let ours: BTreeMap<String, String> = json["drives"]
        .as_array()
        .ok_or("no drives")?
        .iter()
        .filter_map(|drive| {
            let node = format!("/dev/{}", drive["kernel"]["block"].as_str()?);
            Some((
                node,
                drive["facts"]["identity"]["serial"]["value"].as_str().unwrap_or_default().to_owned(),
            ))
        })
        .filter(|(node, _)| expected.contains_key(node))
        .collect();
    if ours == expected { Ok(()) } else { Err(format!("ours are {ours:?}, the kernel's {expected:?}")) }
}

/// `inspect` of all, with further arguments; the drives of the report.
fn inspect(
    guest: &Guest,
    devices: &[Device],
    more: &[&str],
    code: i32,
) -> Result<(Vec<Value>, Duration), String> {
    let mut arguments = vec!["inspect", "--json"];
    arguments.extend(more);
    arguments.extend(devices.iter().map(Device::node));
    let output = guest.calipers(&arguments)?;
    let took = output.took;
    if output.code != Some(code) {
        return Err(format!("exit code {code} is wanted: {}", output.shown()));
    }
    let mut json: Value = serde_json::from_str(&output.stdout)
        .map_err(|error| format!("no JSON: {error}\n{}", output.shown()))?;
    match json["drives"].take() {
        Value::Array(drives) => Ok((drives, took)),
        _ => Err("there are no drives in the report".into()),
    }
}

fn whole(drive: &Value, device: &Device, serial: &str) -> Outcome {
    let good = drive["name"] == device.node()
        && drive["outcome"] == "passed"
        && drive["facts"]["identity"]["serial"]["value"] == serial
        && drive["facts"]["capacity"]["bytes"]["value"] == 8 << 20;
    if good { Ok(()) } else { Err(format!("{} (serial {serial}) is, to us, {drive}", device.node())) }
}

/// How long it took, if it went well.
fn inspected(guest: &Guest, devices: &[Device]) -> Result<Duration, String> {
    let serials = serials(devices)?;
    let (drives, took) = inspect(guest, devices, &[], 0)?;
    if drives.len() != devices.len() {
        return Err(format!("{} drives were named, {} are in the report", devices.len(), drives.len()));
    }
    devices
        .iter()
        .zip(&drives)
        .try_for_each(|(device, drive)| whole(drive, device, &serials[device.node()]))?;
    Ok(took)
}

/// One of the disks takes no command while the others are asked.
fn hung(guest: &Guest, report: &mut Report, devices: &[Device], enough: Duration) {
    let place = devices.len() / 2;
    // Both checks run before the kernel gives up the command that holds the disk.
    let seconds = u32::try_from(3 * enough.as_secs() + 8).unwrap_or(u32::MAX);
    let lost = match hang(&devices[place], seconds) {
        Ok(lost) => lost,
        Err(why) => return report.fail("shelf/setup of the hung one", &why),
    };
    report.check("shelf/inspect all, the hung one last", || others_come_first(guest, devices, place, enough));
    report.check("shelf/inspect all, one hung", || one_hung(guest, devices, place, enough));
    let _ = lost.finish();
}

/// The hung one is told as hung, in time, and all others are whole.
fn one_hung(guest: &Guest, devices: &[Device], place: usize, enough: Duration) -> Outcome {
    let serials = serials(devices)?;
    let timeout = format!("{}ms", enough.as_millis());
    let (drives, took) = inspect(guest, devices, &["--timeout", &timeout], 2)?;
    if took > enough * 3 / 2 + Duration::from_secs(3) {
        return Err(format!("{timeout} were allowed, it took {took:?}"));
    }
    for (at, (device, drive)) in devices.iter().zip(&drives).enumerate() {
        if at != place {
            whole(drive, device, &serials[device.node()])?;
        } else if drive["outcome"] != "could_not"
            || !drive["error"]["text"].as_str().is_some_and(|text| text.contains("hangs"))
        {
            return Err(format!("{} hangs, and is, to us, {drive}", device.node()));
        }
    }
    Ok(())
}

/// With the hung one named last, the others' reports do not wait for it.
fn others_come_first(guest: &Guest, devices: &[Device], place: usize, enough: Duration) -> Outcome {
    let others: Vec<&str> =
        devices.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, device)| device.node()).collect();
    let began = Instant::now();
    let mut child = Command::new(guest.calipers)
        .args(["inspect", "--timeout", "10m"])
        .args(&others)
        .arg(devices[place].node())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let lines = BufReader::new(child.stdout.take().ok_or("no pipe")?).lines();
    let heads = lines.map_while(Result::ok).filter(|line| line.starts_with("/dev/"));
    // Reading ends with the head of the last of the others: the run itself need not end.
    let mut missing: std::collections::BTreeSet<&str> = others.iter().copied().collect();
    for head in heads {
        missing.remove(head.as_str());
        if missing.is_empty() {
            break;
        }
    }
    let took = began.elapsed();
    let _ = child.kill();
    let _ = child.wait();
    if missing.is_empty() && took < enough {
        Ok(())
    } else {
        Err(format!("after {took:?} these were still to come: {missing:?}"))
    }
}

/// What a run cost.
#[derive(Clone, Copy)]
struct Cost {
    wall: f64,
    cpu: f64,
}

/// Runs something and says what it cost. Calipers' process that talks to the drives may outlive
/// the one that was started: this program takes such orphans over, and waits for them too.
fn cost(run: impl FnOnce() -> Outcome) -> Result<Cost, String> {
    let used = || {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
        let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
        Ok::<f64, String>(Duration::from_micros(micros.unsigned_abs()).as_secs_f64())
    };
    let before = used()?;
    let began = Instant::now();
    run()?;
    let wall = began.elapsed().as_secs_f64();
    while nix::sys::wait::wait().is_ok() {}
    Ok(Cost { wall, cpu: used()? - before })
}

/// Runs a program without looking at what it prints; smartctl's exit code has bits of its own.
fn quiet(program: &str, arguments: &[&str]) -> Outcome {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map(drop)
        .map_err(|error| format!("{program}: {error}"))
}

/// Prints what inspecting the shelf costs, and what the other tools cost on the same disks.
pub(crate) fn bench(guest: &Guest) -> Outcome {
    const ROUNDS: usize = 5;
    nix::sys::prctl::set_child_subreaper(true).map_err(|error| error.to_string())?;
    let made = guest.scsi_debug(DISKS, &PARAMETERS)?;
    let nodes: Vec<&str> = made.devices.iter().map(Device::node).collect();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    println!("machine     {} ({processors} processors)", guest.lab);
    println!("kernel      {}", sysfs("/proc/sys/kernel/osrelease")?);
    println!("disks       {DISKS} scsi_debug, 20 µs a command");
    println!("calipers    {}", guest.calipers);

    let ours = || {
        let arguments: Vec<&str> = ["inspect"].into_iter().chain(nodes.iter().copied()).collect();
        quiet(guest.calipers, &arguments)
    };
    let smartctl = || nodes.iter().try_for_each(|node| quiet("smartctl", &["-x", node]));
    let sg = || {
        nodes.iter().try_for_each(|node| {
            quiet("sg_inq", &[node])?;
            quiet("sg_vpd", &["-a", node])
        })
    };
    // Once without counting: the programs come over 9p the first time.
    ours()?;
    quiet("smartctl", &["-x", nodes[0]])?;
    quiet("sg_inq", &[nodes[0]])?;
    quiet("sg_vpd", &["-a", nodes[0]])?;
    let mut costs: [Vec<Cost>; 3] = Default::default();
    for round in 1..=ROUNDS {
        costs[0].push(cost(ours)?);
        costs[1].push(cost(smartctl)?);
        costs[2].push(cost(sg)?);
        let shown: Vec<String> = costs
            .iter()
            .filter_map(|all| all.last())
            .map(|cost| format!("{:7.3} s wall {:7.3} s CPU", cost.wall, cost.cpu))
            .collect();
        println!("round {round}     {}", shown.join("   "));
    }
    let median = |costs: &[Cost], part: fn(&Cost) -> f64| {
        let mut all: Vec<f64> = costs.iter().map(part).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let medians = costs
        .map(|costs| Cost { wall: median(&costs, |cost| cost.wall), cpu: median(&costs, |cost| cost.cpu) });
    let [ours, smartctl, sg] = medians;
    let both = Cost { wall: smartctl.wall + sg.wall, cpu: smartctl.cpu + sg.cpu };
    println!("medians of {ROUNDS} rounds; ours is so many times quicker, and takes so much less CPU time:");
    for (name, theirs) in [
        ("calipers inspect, all at once", ours),
        ("smartctl -x, one after another", smartctl),
        ("sg_inq and sg_vpd -a, likewise", sg),
        ("these three, likewise", both),
    ] {
        println!(
            "  {name:32} {:8.3} s wall ({:5.2} ×)   {:7.2} ms CPU a disk ({:5.2} ×)",
            theirs.wall,
            theirs.wall / ours.wall,
            1000.0 * theirs.cpu / 64.0,
            theirs.cpu / ours.cpu,
        );
    }
    Ok(())
}
