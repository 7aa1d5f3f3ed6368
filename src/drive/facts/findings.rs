//! What speaks against a drive: sources that contradict each other, and what it says of itself.

use sg::command::Failure;
use sg::transport::TransportError;

use super::{Fact, Facts, Source};
use crate::drive::kernel::KernelView;
use crate::drive::survey::{Answers, Missing, Power};
use crate::verdict::{Finding, Severity};

/// Everything that a user should know.
#[must_use]
pub fn findings(facts: &Facts, answers: &Answers, kernel: &KernelView) -> Vec<Finding> {
    let mut found = Vec::new();
    failing(facts, answers, &mut found);
    contradictions(facts, kernel, &mut found);
    notices(facts, answers, &mut found);
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    found
}

fn failing(facts: &Facts, answers: &Answers, found: &mut Vec<Finding>) {
    for (_, from) in facts.health.failing.claims().filter(|(failing, _)| **failing) {
        found.push(Finding {
            severity: Severity::Failing,
            about: "health.prediction".into(),
            text: "the drive predicts its own failure: save what is on it and replace it".into(),
            evidence: vec![evidence(from)],
        });
    }
    if let Some(Power::NotReady(how)) = &answers.power {
        found.push(Finding {
            severity: Severity::Notice,
            about: "power.state".into(),
            text: format!("the drive is not ready: {how}"),
            evidence: vec!["TEST UNIT READY".into()],
        });
    }
}

fn contradictions(facts: &Facts, kernel: &KernelView, found: &mut Vec<Finding>) {
    let capacity = &facts.capacity;
    let usb = kernel.is_usb();
    // Linux counts in 512 bytes, and may hide an odd rest.
    let sysfs = |from: &Source| from.page.starts_with("sysfs:");
    // A USB bridge may have blocks of its own, as one of 4096 bytes over eight of the drive's.
    let bridge = |from: &Source| usb && from.page.starts_with("ata:");
    compare(found, "capacity.bytes", "capacity", &capacity.bytes, bridge, |a, b, from| {
        a == b || sysfs(from) && a / 512 == b / 512
    });
    compare(found, "capacity.blocks", "number of blocks", &capacity.blocks, bridge, |a, b, _| a == b);
    let (logical, physical) = (&capacity.logical_block, &capacity.physical_block);
    compare(found, "capacity.logical_block", "logical block size", logical, bridge, |a, b, _| a == b);
    // Of USB disks, and of devices before SPC-3, the kernel asks READ CAPACITY(10) only, which does
    // not tell: it then takes a physical block to be a logical one.
    let not_asked = usb || kernel.scsi_level().is_some_and(|level| level <= KernelView::SPC_2);
    compare(found, "capacity.physical_block", "physical block size", physical, bridge, |a, b, from| {
        a == b || sysfs(from) && not_asked && Some(b) == logical.value.as_ref()
    });
    compare(found, "capacity.alignment", "alignment", &capacity.alignment, bridge, |a, b, _| a == b);
    // 0 is "not reported", which contradicts nothing.
    compare(found, "capacity.rotation", "rotation rate", &capacity.rotation, bridge, |a, b, _| {
        a == b || *a == 0 || *b == 0
    });
    // The kernel takes every drive that does not say otherwise for a rotating one, and does not
    // ask USB disks.
    if capacity.rotation.claims().any(|(rate, _)| *rate != 0) {
        let bridge = |from: &Source| usb && from.page != "vpd:b1";
        compare(found, "capacity.medium", "medium", &capacity.medium, bridge, |a, b, _| a == b);
    }

    let identity = &facts.identity;
    // A bridge may have names of its own: worth knowing, and no lie of the drive.
    let bridge = |_: &Source| usb;
    compare(found, "identity.serial", "serial number", &identity.serial, bridge, |a, b, _| a == b);
    compare(found, "identity.wwn", "world wide name", &identity.wwn, bridge, |a, b, _| a == b);
    if !usb {
        // A SAT layer has 16 characters for a model of 40, and 4 for a revision of 8; some put the
        // model's first word where the vendor stands.
        compare(found, "identity.model", "model", &identity.model, bridge, |a, b, _| a.contains(b.as_str()));
        // The kernel remembers the revision from before an update: that is no contradiction.
        compare(found, "identity.firmware", "firmware revision", &identity.firmware, bridge, |a, b, from| {
            a.contains(b.as_str()) || sysfs(from)
        });
    }

    write_cache(facts, kernel, found);
}

/// The write cache, where one of the sources is the kernel's memory of it.
fn write_cache(facts: &Facts, kernel: &KernelView, found: &mut Vec<Finding>) {
    let fact = &facts.caches.write_cache;
    let Some(value) = fact.value else { return };
    let words = |on: bool| if on { "on" } else { "off" };
    let (stale, other): (Vec<_>, Vec<_>) = fact
        .also
        .iter()
        .filter(|claim| claim.value != value)
        .partition(|claim| claim.from.page.starts_with("sysfs:"));
    if !other.is_empty() {
        let mut evidence_of: Vec<String> = fact.from.iter().map(evidence).collect();
        evidence_of.extend(other.iter().map(|claim| evidence(&claim.from)));
        found.push(Finding {
            severity: Severity::Contradiction,
            about: "caches.write_cache".into(),
            text: format!(
                "the drive says in one place that its write cache is {}, and in another that it is {}",
                words(value),
                words(!value)
            ),
            evidence: evidence_of,
        });
    }
    if !stale.is_empty() {
        let names: Vec<&str> =
            stale.iter().map(|claim| claim.from.page.trim_start_matches("sysfs:")).collect();
        let danger = if value { ": it may send no flushes, and data can be lost with the power" } else { "" };
        let block = kernel.block.as_deref().unwrap_or("sdX");
        // What it cannot read it will not find when it looks again.
        let remedy = if fact.claims().any(|(_, from)| from.page.starts_with("mode:")) {
            format!("`echo 1 > /sys/block/{block}/device/rescan` makes the kernel look again")
        } else {
            format!(
                "the kernel cannot read the caching page of this device: \
                 `echo write back > /sys/block/{block}/queue/write_cache` makes it send flushes"
            )
        };
        found.push(Finding {
            severity: Severity::Contradiction,
            about: "caches.write_cache".into(),
            text: format!(
                "the write cache is {}, but the kernel believes that it is {} ({}){danger}; {remedy}",
                words(value),
                words(!value),
                names.join(", ")
            ),
            evidence: fact
                .from
                .iter()
                .map(evidence)
                .chain(stale.iter().map(|claim| evidence(&claim.from)))
                .collect(),
        });
    }
}

fn notices(facts: &Facts, answers: &Answers, found: &mut Vec<Finding>) {
    let mut notice = |about: &str, text: String, evidence: Vec<String>| {
        found.push(Finding { severity: Severity::Notice, about: about.into(), text, evidence });
    };
    let identity = &facts.identity;
    if answers.pages.contains_key("inquiry") && identity.serial.value.is_none() {
        let name = match &identity.wwn.value {
            Some(wwn) => format!("name it by its WWN, {wwn}"),
            None => "it has no WWN either: only its node tells it from others".to_owned(),
        };
        notice("identity.serial", format!("the drive tells no serial number; {name}"), Vec::new());
    }
    let forbidden = |missing: &&Missing| {
        matches!(missing, Missing::Refused(error)
            if error.failure == Failure::Transport(TransportError::Forbidden))
    };
    let count = answers.missing.values().filter(forbidden).count();
    if count > 0 {
        let text = format!(
            "the kernel did not let {count} of the commands pass: run as root (CAP_SYS_RAWIO) to know what they would tell"
        );
        notice("drive", text, Vec::new());
    }
    for (key, missing) in &answers.missing {
        // What is listed should be there.
        if let Missing::Refused(error) = missing
            && (key.starts_with("vpd:") && key != "vpd:00" || key.starts_with("log:") && key != "log:00")
            && !error.is_fatal()
            && !matches!(
                error.failure,
                Failure::Transport(TransportError::NotCaptured | TransportError::Forbidden)
            )
            && listed(answers, key)
        {
            notice(key, format!("the drive lists this page and refuses to return it: {error}"), Vec::new());
        }
    }
    for key in answers.keys() {
        let Some(section) = answers.section(&key) else { continue };
        for note in &section.notes {
            notice(&key, format!("{key} ({}): {}", section.title, note.text), Vec::new());
        }
    }
    for remark in &answers.remarks {
        notice("drive", remark.clone(), Vec::new());
    }
}

/// True if the list of pages holds it.
fn listed(answers: &Answers, key: &str) -> bool {
    let Some((kind, rest)) = key.split_once(':') else { return false };
    let code = rest.split('/').next().and_then(|code| u8::from_str_radix(code, 16).ok());
    let list = answers.bytes(if kind == "vpd" { "vpd:00" } else { "log:00" });
    list.and_then(|bytes| bytes.get(4..)).is_some_and(|codes| code.is_some_and(|code| codes.contains(&code)))
}

/// Adds a finding if two sources of a fact contradict each other: a notice if all of what is
/// contradicted is beyond a USB bridge, which speaks for itself.
fn compare<T: Clone + PartialEq + std::fmt::Display>(
    found: &mut Vec<Finding>,
    about: &str,
    name: &str,
    fact: &Fact<T>,
    beyond_bridge: impl Fn(&Source) -> bool,
    same: impl Fn(&T, &T, &Source) -> bool,
) {
    let Some(value) = &fact.value else { return };
    let differing: Vec<&Source> = fact
        .also
        .iter()
        .filter(|claim| !same(value, &claim.value, &claim.from))
        .map(|claim| &claim.from)
        .collect();
    if differing.is_empty() {
        return;
    }
    let near: Vec<&T> =
        fact.claims().filter(|(_, from)| !beyond_bridge(from)).map(|(value, _)| value).collect();
    let bridge = differing.iter().all(|from| beyond_bridge(from))
        || fact.from.as_ref().is_some_and(&beyond_bridge)
            && near.windows(2).all(|two| two.first() == two.last());
    let unit = fact.unit.map(|unit| format!(" {unit}")).unwrap_or_default();
    let said: Vec<String> = fact.claims().map(|(value, from)| format!("{value}{unit} ({from})")).collect();
    let (severity, why) = if bridge {
        (Severity::Notice, " (a USB bridge may have one of its own)")
    } else {
        (Severity::Contradiction, "")
    };
    found.push(Finding {
        severity,
        about: about.into(),
        text: format!("the sources of the {name} contradict each other: {}{why}", said.join("; ")),
        evidence: fact.claims().map(|(_, from)| evidence(from)).collect(),
    });
}

/// A source with its bytes.
fn evidence(from: &Source) -> String {
    match (&from.raw, &from.text) {
        (Some(raw), _) if raw.len() <= 64 => format!("{from}: {raw}"),
        (_, Some(text)) => format!("{from}: {text}"),
        _ => from.to_string(),
    }
}
