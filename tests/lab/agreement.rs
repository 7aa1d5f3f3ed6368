//! Ours against theirs: on each device of the lab, every field that the other tools print of the
//! pages that we decode is held against our JSON.

use serde_json::Value;

use crate::guest::{Device, Guest, Output, Report, devices, run, sysfs, wait_for};
use crate::verbs;
use crate::witness::{
    self, Pages, hdparm, lsscsi, sdparm, sg_inq, sg_logs, sg_luns, sg_opcodes, sg_readcap, sg_vpd, smartctl,
};

/// scsi_debug devices: a name, how many there are, and the driver's parameters.
const SCSI_DEBUG: &[(&str, usize, &[&str])] = &[
    ("512n", 1, &["dev_size_mb=8"]),
    ("512e", 1, &["dev_size_mb=8", "physblk_exp=3", "lowest_aligned=7"]),
    ("4kn", 1, &["dev_size_mb=8", "sector_size=4096"]),
    ("9tb", 1, &["virtual_gb=9000"]),
    ("36tb-4kn", 1, &["virtual_gb=36000", "sector_size=4096"]),
    ("two-luns", 2, &["dev_size_mb=8", "max_luns=2"]),
    ("dsense", 1, &["dev_size_mb=8", "dsense=1"]),
    ("removable", 1, &["dev_size_mb=8", "removable=1"]),
    ("write-protected", 1, &["dev_size_mb=8", "wp=1"]),
    ("protection", 1, &["dev_size_mb=8", "dif=1", "dix=1", "ato=0"]),
    (
        "thin",
        1,
        &[
            "dev_size_mb=8",
            "lbpu=1",
            "lbpws=1",
            "lbpws10=1",
            "unmap_granularity=8",
            "unmap_alignment=2",
            "opt_blks=64",
        ],
    ),
    (
        "old",
        1,
        &[
            "dev_size_mb=8",
            "scsi_level=4",
            "inq_vendor=OLDMAKER",
            "inq_product=PLAIN-OLD-DISK-1",
            "inq_rev=V1.0",
        ],
    ),
    ("tape", 1, &["dev_size_mb=8", "ptype=1"]),
    ("enclosure", 1, &["dev_size_mb=8", "ptype=13"]),
];

/// How many disks QEMU has, and what they are by the driver of their host.
const QEMU: &[(&str, &str, &str)] = &[
    ("ahci", "ahci", "ATA"),
    ("virtio-512e", "virtio_scsi", "SCSI-DISK"),
    ("virtio-4kn", "virtio_scsi", "SCSI-SSD-4KN"),
    ("megasas", "megaraid_sas", ""),
    ("usb", "usb-storage", ""),
    ("uas", "uas", ""),
    ("lsi", "sym53c8xx", ""),
    ("pvscsi", "vmw_pvscsi", ""),
];

/// Holds every device against every tool.
pub(crate) fn run_all(guest: &Guest, report: &mut Report) {
    if guest.lab == "uml" {
        for &(group, count, parameters) in
            SCSI_DEBUG.iter().filter(|(group, ..)| report.wants_group(group)).collect::<Vec<_>>()
        {
            match guest.scsi_debug(count, parameters) {
                Ok(made) => {
                    for device in &made.devices {
                        hold(guest, report, group, device);
                    }
                    list(guest, report, group);
                }
                Err(why) => report.fail(&format!("{group}/setup"), &why),
            }
        }
        return;
    }
    let found = wait_for("disks of QEMU's", || {
        let devices = devices();
        (devices.len() >= QEMU.len() && devices.iter().all(|device| device.disk.is_some())).then_some(devices)
    });
    let found = match found {
        Ok(found) => found,
        Err(why) => return report.fail("qemu/setup", &format!("{why}; there are {:?}", devices())),
    };
    for &(group, driver, mark) in QEMU {
        if !report.wants_group(group) {
            continue;
        }
        let device = found.iter().find(|device| {
            let is = |file: &str| sysfs(device.sysfs.join(file)).is_ok_and(|text| text.contains(mark));
            host_driver(device).is_some_and(|name| name == driver) && (is("vendor") || is("model"))
        });
        match device {
            Some(device) => {
                hold(guest, report, group, device);
                report.check(&format!("{group}/capture and inspect"), || verbs::capture(guest, device));
                if group == "virtio-512e" {
                    report.check(&format!("{group}/stale write cache"), || verbs::stale_cache(guest, device));
                }
            }
            None => report.fail(&format!("{group}/setup"), &format!("there is no such disk among {found:?}")),
        }
    }
    list(guest, report, "qemu");
}

/// The driver of the device's host: the nearest above it in sysfs that is not the device's own.
fn host_driver(device: &Device) -> Option<String> {
    let real = std::fs::canonicalize(device.sysfs.join("../..")).ok()?;
    let link = real.ancestors().map(|folder| folder.join("driver")).find(|link| link.exists())?;
    Some(std::fs::read_link(link).ok()?.file_name()?.to_string_lossy().into_owned())
}

/// Our JSON of a device. Whether its own statements agree is not the question here, so an outcome
/// of 1 is as good as 0; 3 says that something is unknown, as a page that the device refuses.
fn ours(guest: &Guest, node: &str) -> Result<Value, String> {
    let output = guest.calipers(&["inspect", node, "--all", "--json"])?;
    if !matches!(output.code, Some(0 | 1 | 3)) {
        return Err(output.shown());
    }
    let json: Value = serde_json::from_str(&output.stdout)
        .map_err(|error| format!("no JSON: {error}\n{}", output.shown()))?;
    json["drives"][0].get("pages").cloned().ok_or_else(|| format!("there are no pages in {json}"))
}

/// Holds one device.
fn hold(guest: &Guest, report: &mut Report, group: &str, device: &Device) {
    let group =
        if device.address[3] == 0 { group.to_owned() } else { format!("{group}-lun{}", device.address[3]) };
    let json = match ours(guest, device.node()) {
        Ok(json) => json,
        Err(why) => return report.fail(&format!("{group}/inspect"), &why),
    };
    let pages = Pages(&json);
    let node = device.node();
    let identity: Vec<String> = ["vendor", "model", "rev"]
        .iter()
        .map(|file| sysfs(device.sysfs.join(file)).unwrap_or_default())
        .collect();
    let identity = [identity[0].as_str(), identity[1].as_str(), identity[2].as_str()];

    report.check(&format!("{group}/sg_inq"), || {
        let facts = sg_inq::parse(&run("sg_inq", &["-d", node])?.good()?)?;
        witness::compare(&facts, sg_inq::RULES, sg_inq::REMARKS, pages)
    });
    for page in sg_vpd::PAGES {
        report.check(&format!("{group}/sg_vpd {}", page.option), || {
            let output = run("sg_vpd", &["-l", "-p", page.option, node])?;
            // It asks page 00h first, and says so of a page that is not listed there.
            if output.code != Some(0) && output.stderr.contains("Numerical argument out of domain") {
                return not_there(page.key, pages);
            }
            let facts = sg_vpd::parse(page, &output.good()?)?;
            witness::compare(&facts, page.rules, sg_vpd::REMARKS, pages)
        });
    }
    // READ CAPACITY is a command of disks: we do not ask others, whatever they would answer.
    let is_disk = device.disk.is_some();
    report.check(&format!("{group}/sg_readcap"), || {
        if !is_disk {
            return not_there("readcap:10", pages);
        }
        let output = run("sg_readcap", &["--readonly", node])?;
        if refused(&output) {
            return not_there("readcap:10", pages);
        }
        let text = output.good()?;
        let rules = if sg_readcap::too_large(&text) {
            witness::same_number(0xffff_ffff, "readcap:10/returned_logical_block_address", pages)?;
            sg_readcap::RULES_16
        } else {
            sg_readcap::RULES_10
        };
        witness::compare(&sg_readcap::parse(&text)?, rules, sg_readcap::REMARKS, pages)
    });
    report.check(&format!("{group}/sg_readcap --16"), || {
        if !is_disk {
            return not_there("readcap:16", pages);
        }
        let output = run("sg_readcap", &["--readonly", "--16", node])?;
        if refused(&output) {
            return not_there("readcap:16", pages);
        }
        witness::compare(
            &sg_readcap::parse(&output.good()?)?,
            sg_readcap::RULES_16,
            sg_readcap::REMARKS,
            pages,
        )
    });
    for page in sdparm::PAGES {
        report.check(&format!("{group}/sdparm {}", page.option), || {
            let output = run("sdparm", &[&format!("--page={}", page.option), "--long", node])?;
            let text = format!("{}{}", output.stderr, output.stdout);
            match sdparm::parse(page, &text, identity)? {
                sdparm::Printed::NoPage => not_there(page.key, pages),
                // PVSCSI in QEMU answers the saved values with DID_ERROR, at which sdparm 1.12 ends
                // without printing what it has. Ours is right to show the other three.
                sdparm::Printed::GaveUp if group == "pvscsi" => given(page.key, pages),
                sdparm::Printed::GaveUp => Err("sdparm gives up at an error of the host adapter".into()),
                printed => sdparm::compare(page, &printed, pages),
            }
        });
    }
    for page in sg_logs::PAGES {
        report.check(&format!("{group}/sg_logs {}", page.option), || {
            let output = run("sg_logs", &["-p", page.option, node])?;
            if refused(&output) {
                return not_there(page.key, pages);
            }
            let facts = sg_logs::parse(page, &output.good()?, identity)?;
            witness::compare(&facts, page.rules, sg_logs::REMARKS, pages)
        });
    }
    for (columns, options) in sg_opcodes::Columns::ALL {
        report.check(&format!("{group}/sg_opcodes {}", options.join(" ")), || {
            // Before SPC-3 there was no such command: we do not ask.
            if group == "old" {
                return not_there("rsoc", pages);
            }
            let arguments: Vec<&str> = options.iter().copied().chain([node]).collect();
            let output = run("sg_opcodes", &arguments)?;
            if refused(&output) {
                return not_there("rsoc", pages);
            }
            let text = format!("{}{}", output.stdout, output.stderr);
            sg_opcodes::compare(columns, &sg_opcodes::parse(columns, &text, identity)?, is_disk, pages)
        });
    }
    report.check(&format!("{group}/sg_luns"), || {
        // Without -R it opens for writing, which a write protected device does not allow.
        let output = run("sg_luns", &["--readonly", "--select=2", node])?;
        if refused(&output) {
            return not_there("luns", pages);
        }
        sg_luns::compare(&sg_luns::parse(&output.good()?)?, pages)
    });
    report.check(&format!("{group}/smartctl -i"), || smart(node, is_disk, pages));
    report.check(&format!("{group}/hdparm -I"), || {
        let output = run("hdparm", &["-I", node])?;
        if pages.has("ata:identify") {
            hdparm::compare(&hdparm::parse(&output.good()?)?, pages)
        } else {
            hdparm::is_empty(&output.stdout)
        }
    });
}

/// True if a tool says that the device refused the command.
///
/// VMware's PVSCSI reports every answer that is shorter than asked for as DID_ERROR, a refusal with
/// its sense data too. We take the host adapter at its word; sg_luns prints what is in its buffer.
fn refused(output: &Output) -> bool {
    let text = format!("{}{}", output.stdout, output.stderr);
    (output.code != Some(0) && text.contains("Illegal request"))
        || text.contains("Host_status=0x07 [DID_ERROR]")
}

/// We must have the page, whatever became of theirs.
fn given(key: &str, pages: Pages<'_>) -> Result<(), String> {
    if pages.has(key) { Ok(()) } else { Err(format!("{key} is not in our report")) }
}

/// We, too, must have no such page.
fn not_there(key: &str, pages: Pages<'_>) -> Result<(), String> {
    if pages.has(key) {
        Err(format!("they say that there is no such page, ours is {:?}", pages.at(key)))
    } else {
        Ok(())
    }
}

/// smartctl by the way that it chooses itself, or by SCSI where it chooses none.
fn smart(node: &str, is_disk: bool, pages: Pages<'_>) -> Result<(), String> {
    let mut output = run("smartctl", &["-i", "-j", node])?;
    if output.stdout.contains("Unknown USB bridge") {
        output = run("smartctl", &["-i", "-j", "-d", "scsi", node])?;
    }
    let mut facts = smartctl::parse(&output.stdout).map_err(|why| format!("{why}\n{}", output.shown()))?;
    // smartctl asks READ CAPACITY of some devices that are no disks: we do not.
    facts.retain(|fact| {
        is_disk || !(fact.name.starts_with("user_capacity") || fact.name == "logical_block_size")
    });
    let rules = if facts.iter().any(|fact| fact.name == "model_name") {
        smartctl::ATA_RULES
    } else {
        smartctl::SCSI_RULES
    };
    witness::compare(&facts, rules, smartctl::REMARKS, pages)
}

/// Our list against lsscsi's.
fn list(guest: &Guest, report: &mut Report, group: &str) {
    report.check(&format!("{group}/lsscsi"), || {
        let ours = guest.calipers(&["list", "--all", "--json"])?.good()?;
        let ours: Value = serde_json::from_str(&ours).map_err(|error| format!("no JSON: {error}\n{ours}"))?;
        lsscsi::compare(&ours)
    });
}
