//! `lsscsi -g -s`, `-t` and `-u`: the machine's devices, held against `calipers list --all`.

use serde_json::Value;

use super::unknown;
use crate::guest::run;

/// A line of `lsscsi -g -s`.
#[derive(Debug)]
struct Line {
    address: String,
    kind: String,
    vendor: String,
    model: String,
    revision: String,
    node: String,
    generic: String,
    size: String,
}

/// Holds what lsscsi prints against our list.
pub(crate) fn compare(ours: &Value) -> Result<(), String> {
    let drives = ours["drives"].as_array().ok_or("our list has no drives")?;
    let text = run("lsscsi", &["-g", "-s"])?.good()?;
    let lines: Vec<Line> =
        text.lines().map(|line| read(line).ok_or_else(|| unknown(line))).collect::<Result<_, _>>()?;
    let mut wrong = Vec::new();
    if lines.len() != drives.len() {
        wrong.push(format!("lsscsi lists {} devices, we list {}:\n{text}", lines.len(), drives.len()));
    }
    let transports = column(&run("lsscsi", &["-t"])?.good()?)?;
    let names = column(&run("lsscsi", &["-u"])?.good()?)?;
    for line in &lines {
        let find = |columns: &[(String, String)]| {
            let found = columns.iter().find(|(address, _)| *address == line.address);
            found
                .map(|(_, text)| text.clone())
                .ok_or_else(|| format!("lsscsi prints no {} elsewhere", line.address))
        };
        let drive = drives.iter().find(|drive| drive["kernel"]["address"] == line.address);
        let outcome = match drive {
            None => Err("we do not list it".to_owned()),
            Some(drive) => same(line, drive)
                .and_then(|()| transport(&find(&transports)?, drive))
                .and_then(|()| name(&find(&names)?, drive)),
        };
        if let Err(why) = outcome {
            wrong.push(format!("{line:?}: {why}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The columns have fixed widths, but for the address.
fn read(line: &str) -> Option<Line> {
    let (address, rest) = line.strip_prefix('[')?.split_once(']')?;
    let rest = rest.trim_start();
    let part = |from: usize, to: usize| rest.get(from..to).map(|text| text.trim().to_owned());
    let mut words = rest.get(38..)?.split_whitespace();
    let mut word = || words.next().map(str::to_owned);
    Some(Line {
        address: address.to_owned(),
        kind: part(0, 8)?,
        vendor: part(8, 16)?,
        model: part(17, 33)?,
        revision: part(34, 38)?,
        node: word()?,
        generic: word()?,
        size: word()?,
    })
}

/// Address and what stands between the type and the node; nothing may stand there.
fn column(text: &str) -> Result<Vec<(String, String)>, String> {
    text.lines()
        .map(|line| {
            let (address, rest) = line.strip_prefix('[')?.split_once(']')?;
            let words: Vec<&str> = rest.split_whitespace().collect();
            let middle = match words.as_slice() {
                [_, node] if node.starts_with("/dev/") || *node == "-" => "",
                [_, middle, node] if node.starts_with("/dev/") || *node == "-" => middle,
                _ => return None,
            };
            Some((address.to_owned(), middle.to_owned()))
        })
        .zip(text.lines())
        .map(|(found, line)| found.ok_or_else(|| unknown(line)))
        .collect()
}

fn fact<'a>(drive: &'a Value, path: &str) -> &'a Value {
    drive["facts"].pointer(path).and_then(|fact| fact.get("value")).unwrap_or(&Value::Null)
}

fn same(line: &Line, drive: &Value) -> Result<(), String> {
    let kinds = [("disk", 0), ("tape", 1), ("enclosu", 13), ("zbc", 20), ("wlun", 30)];
    let (_, code) = kinds.iter().find(|(kind, _)| *kind == line.kind).ok_or_else(|| unknown(&line.kind))?;
    let attribute = |name: &str| drive["kernel"]["attributes"][name].as_str().unwrap_or_default().trim();
    let mut wrong = Vec::new();
    let mut hold = |what: &str, theirs: &str, ours: &str| {
        if theirs != ours {
            wrong.push(format!("{what} is {theirs:?} to lsscsi and {ours:?} to us"));
        }
    };
    hold("type", &code.to_string(), attribute("device/type"));
    hold("vendor", &line.vendor, fact(drive, "/identity/vendor").as_str().unwrap_or_default());
    // The SCSI form of an ATA drive's model and firmware is cut; ours is the drive's own.
    hold("model", &line.model, attribute("device/model"));
    hold("revision", &line.revision, attribute("device/rev"));
    let node =
        |name: &str| drive["kernel"][name].as_str().map_or("-".to_owned(), |node| format!("/dev/{node}"));
    hold("generic node", &line.generic, &node("generic"));
    // We name a device that is no disk by its generic node alone.
    if line.kind == "disk" {
        hold("node", &line.node, &node("block"));
        let bytes = fact(drive, "/capacity/bytes").as_u64().unwrap_or_default();
        hold("size", &line.size, &short(bytes, &line.size));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// A size with as many digits, and in the unit, that `like` has; lsscsi cuts, it does not round.
fn short(bytes: u64, like: &str) -> String {
    let figure = like.trim_end_matches(char::is_alphabetic);
    let unit = &like[figure.len()..];
    let decimals = figure.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let scale: u64 = match unit {
        "kB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "TB" => 1_000_000_000_000,
        _ => return format!("{bytes} bytes"),
    };
    let mut digits = (bytes * 10u64.pow(u32::try_from(decimals).unwrap_or(0)) / scale).to_string();
    if decimals > 0 {
        digits.insert(digits.len() - decimals, '.');
    }
    format!("{digits}{unit}")
}

/// `sata:5000c50000000001`, `usb:2-1:1.0`, `spi:0`, or nothing.
fn transport(theirs: &str, drive: &Value) -> Result<(), String> {
    let ours = fact(drive, "/transport/kind").as_str().unwrap_or_default();
    let (kind, name) = theirs.split_once(':').unwrap_or((theirs, ""));
    let good = match kind {
        // It knows neither virtio nor RAID adapters.
        "" => true,
        "sata" => ours == "sata" && fact(drive, "/identity/wwn") == name,
        // The interface's name is where it is plugged in.
        "usb" => ours.starts_with("usb"),
        // The target's number is in the address as well.
        "spi" => ours.contains("spi") || ours.contains("parallel"),
        _ => return Err(unknown(theirs)),
    };
    if good { Ok(()) } else { Err(format!("the transport is {theirs:?} to lsscsi and {ours:?} to us")) }
}

/// The logical unit's name, or `none`.
fn name(theirs: &str, drive: &Value) -> Result<(), String> {
    let ours = fact(drive, "/identity/wwn").as_str().unwrap_or("none");
    if ours == theirs { Ok(()) } else { Err(format!("its name is {theirs:?} to lsscsi and {ours:?} to us")) }
}
