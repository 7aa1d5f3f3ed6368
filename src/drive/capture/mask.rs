//! Serial numbers and world wide names become stand-ins.
//!
//! A stand-in has the length and the kinds of characters of what it replaces, and is the same
//! every time: it comes from a SHA-256 of the original. So two captures of one drive still show
//! that it is one, relations between names (port = unit + 1) stay, and so does the vendor's part
//! of a world wide name. Whoever already knows a serial number can check whether it fits.

use sg::transport::{Answer, Exchange};
use sg::vpd::DeviceIdentification;
use sg::vpd::designator::Identifier;
use sg::wire::{self, swapped};
use sha2::{Digest, Sha256};

use super::Capture;
use crate::drive::facts::Identity;
use crate::drive::kernel::KernelView;
use crate::drive::listing::known;
use crate::drive::survey::Answers;

/// What identifies one drive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identifiers {
    /// Serial numbers, without padding.
    pub serials: Vec<String>,
    /// World wide names and other addresses, each of at least 8 bytes.
    pub names: Vec<Vec<u8>>,
}

impl Identifiers {
    /// All that identifies the drive in what it answered, in what passed besides, and in what the
    /// kernel knows: a drive that went away may have told the kernel more than us.
    #[must_use]
    pub fn collect(identity: &Identity, answers: &Answers, capture: &Capture) -> Self {
        let of_kernel = known(&capture.kernel).identity;
        let mut serials: Vec<String> = Vec::new();
        let mut names: Vec<Vec<u8>> = addresses(capture);
        // A name in hex digits; anything else, as the kernel's `wwid` may be, counts as a serial number.
        let mut add = |name: &str, serials: &mut Vec<String>| match sg::hex::parse(name) {
            Ok(bytes) if bytes.len() >= 8 => names.push(bytes),
            _ => serials.push(name.to_owned()),
        };
        for identity in [identity, &of_kernel] {
            serials.extend(identity.serial.claims().map(|(serial, _)| serial.clone()));
            for (wwn, _) in identity.wwn.claims() {
                add(wwn, &mut serials);
            }
        }
        // Many SAS drives have their serial number, or its start, in the INQUIRY data.
        if let Some(bytes) = answers.bytes("inquiry")
            && let Some(text) = sg::inquiry::InquiryHeader::vendor_specific_36.at.ascii(bytes)
            && text.len() >= 4
            && serials.iter().any(|serial| serial.starts_with(&text) || text.starts_with(serial.as_str()))
        {
            serials.push(text);
        }
        let models: Vec<&String> = [identity, &of_kernel]
            .into_iter()
            .flat_map(|identity| identity.model.claims().chain(identity.vendor.claims()))
            .map(|(text, _)| text)
            .collect();
        let kept = capture.kernel.cached_page("vpd:83");
        for bytes in answers.bytes("vpd:83").into_iter().chain(kept.as_deref()) {
            let page = sg::vpd::decode::<DeviceIdentification>(bytes).value;
            for designator in &page.designators {
                match &designator.identifier {
                    Identifier::T10Vendor(_, rest) => {
                        // A model and a serial number, or one of them alone.
                        let last = wire::ascii(&rest.0).split_whitespace().last().map(str::to_owned);
                        serials.extend(last.filter(|last| !models.iter().any(|model| model.contains(last))));
                    }
                    Identifier::ScsiName(text) => {
                        // The kind of name stays: `naa.`, `eui.`, `iqn.`.
                        let text = wire::ascii(&text.0);
                        let name = text.get(4..).filter(|_| text.get(3..4) == Some(".")).unwrap_or(&text);
                        add(name, &mut serials);
                    }
                    // The shortest names are numbers of ports and groups.
                    _ if designator.rank().is_some() && designator.bytes.len() >= 8 => {
                        add(&wire::hex(&designator.bytes), &mut serials);
                    }
                    _ => {}
                }
            }
        }
        // The strings page of ATA log 30h, and media and additional serial numbers.
        for (key, at) in [("ata:30/05", wire::text(8, 20)), ("ata:identify", wire::text(352, 40))] {
            if let Some(bytes) = answers.bytes(key).and_then(|bytes| at.slice(bytes)) {
                let text = wire::ascii(&wire::swapped(bytes));
                if text.bytes().all(|byte| byte.is_ascii_graphic()) && text.len() >= 4 {
                    serials.push(text);
                }
            }
        }
        // What its user calls it, REPORT IDENTIFYING INFORMATION, and READ MEDIA SERIAL NUMBER.
        for bytes in completed(capture, |cdb| matches!(cdb, [0xa3, 5, ..] | [0xab, 1, ..])) {
            let text = bytes.get(4..).map(wire::ascii).unwrap_or_default();
            serials.extend((text.len() >= 4 && !text.contains('\\')).then_some(text));
        }
        serials.retain(|serial| !serial.is_empty());
        serials.sort();
        serials.dedup();
        names.sort();
        names.dedup();
        Self { serials, names }
    }
}

/// The data of each command of some kind.
fn completed<'a>(
    capture: &'a Capture,
    wanted: impl Fn(&[u8]) -> bool + 'a,
) -> impl Iterator<Item = &'a [u8]> {
    capture.exchanges.iter().filter(move |exchange| wanted(&exchange.cdb)).filter_map(|exchange| {
        if let Answer::Completed { data, .. } = &exchange.answer { Some(data.as_slice()) } else { None }
    })
}

/// World wide names of ports and of what is at the other end of the link: in the pages that hold
/// such names among others things, and in the kernel's texts.
fn addresses(capture: &Capture) -> Vec<Vec<u8>> {
    let holds = |cdb: &[u8]| match cdb {
        // SCSI ports, protocol specific information.
        [0x12, 1, 0x88 | 0x90 | 0x91, ..] => true,
        // Protocol specific log page; protocol specific mode pages, and all pages.
        [0x4d, _, page, ..] => page & 0x3f == 0x18,
        [0x1a | 0x5a, _, page, ..] => matches!(page & 0x3f, 0x18 | 0x19 | 0x3f),
        // Registrations: who holds them.
        [0x5e, ..] => true,
        _ => false,
    };
    let mut names: Vec<Vec<u8>> = Vec::new();
    for data in completed(capture, holds) {
        // All are aligned to 4 bytes, and of the kind that SAS and Fibre Channel use (NAA 5h).
        let windows = data.windows(8).step_by(4);
        names.extend(
            windows
                .filter(|window| matches!(window, [0x50..=0x5f, vendor @ .., _] if telling(vendor)))
                .map(<[u8]>::to_vec),
        );
    }
    let KernelView { attributes, links, .. } = &capture.kernel;
    for text in attributes.values().chain(links) {
        for part in text.split("0x").skip(1) {
            let digits: String = part.chars().take_while(char::is_ascii_hexdigit).collect();
            names.extend(sg::hex::parse(&digits).ok().filter(|name| name.len() == 8 && telling(name)));
        }
    }
    names
}

/// True if these bytes are too many different ones to be a small number.
fn telling(bytes: &[u8]) -> bool {
    bytes.iter().filter(|byte| **byte != 0).count() >= 4
}

/// A replacement of bytes.
struct Rule {
    from: Vec<u8>,
    to: Vec<u8>,
    /// Only where it stands alone: a short serial number could be part of anything.
    alone: bool,
    /// It is text: in upper and lower case letters alike, since who reads a name may have written it
    /// otherwise, and with NULs for spaces.
    is_text: bool,
}

/// Replaces each occurrence of the identifiers in a capture.
pub fn mask(capture: &mut Capture, identifiers: &Identifiers) {
    let rules = rules(identifiers);
    for exchange in &mut capture.exchanges {
        let identify = identify_offset(exchange);
        if let Answer::Completed { data, sense, .. } = &mut exchange.answer {
            mask_keeping_sum(data, identify, &rules);
            mask_bytes(sense, &rules);
        }
    }
    for (name, hex) in &mut capture.kernel.cached_pages {
        let Ok(mut bytes) = sg::hex::parse(hex) else { continue };
        let identify = match name.as_str() {
            "identify" => Some(0),
            "vpd:89" => Some(60),
            _ => None,
        };
        mask_keeping_sum(&mut bytes, identify, &rules);
        *hex = sg::wire::hex(&bytes);
    }
    let kernel = &mut capture.kernel;
    let before = kernel.links.clone();
    for text in kernel.attributes.values_mut().chain(&mut kernel.links).chain(&mut kernel.used_by) {
        let mut bytes = text.clone().into_bytes();
        replace(&mut bytes, &rules);
        // A name that happens to be in the middle of a character leaves no text: masked all the same.
        *text = String::from_utf8_lossy(&bytes).into_owned();
    }
    // A name under by-id in which nothing was replaced has an identifier that no page tells, as the
    // serial number of a USB bridge.
    let replaced =
        |(link, before): (String, String)| (!link.starts_with("by-id/") || link != before).then_some(link);
    kernel.links = std::mem::take(&mut kernel.links).into_iter().zip(before).filter_map(replaced).collect();
    capture.masked = true;
}

/// Where the IDENTIFY DEVICE data begin in an exchange's data, if they are in it: they carry a
/// checksum that has to be made right again.
fn identify_offset(exchange: &Exchange) -> Option<usize> {
    let cdb = |at: usize| exchange.cdb.get(at).copied().unwrap_or(0);
    match cdb(0) {
        0x12 if cdb(1) & 1 == 1 && cdb(2) == 0x89 => Some(60),
        0x85 if cdb(14) == 0xec => Some(0),
        0xa1 if cdb(9) == 0xec => Some(0),
        // READ LOG (DMA) EXT, log 30h page 01h: a copy.
        0x85 if matches!(cdb(14), 0x2f | 0x47) && cdb(8) == 0x30 && cdb(10) == 1 => Some(0),
        _ => None,
    }
}

/// Masks, and leaves a checksum right if it was right.
fn mask_keeping_sum(data: &mut Vec<u8>, identify: Option<usize>, rules: &[Rule]) {
    let sums = |data: &[u8]| identify.and_then(|at| checksum(data, at));
    let was_right = sums(data).is_some_and(|(found, right)| found == right);
    mask_bytes(data, rules);
    if was_right
        && let (Some(at), Some((_, right))) = (identify, sums(data))
        && let Some(place) = data.get_mut(at + 511)
    {
        *place = right;
    }
}

/// The checksum byte that is there, and the one that would be right; `None` without a signature.
fn checksum(data: &[u8], at: usize) -> Option<(u8, u8)> {
    let block = data.get(at..at + 512)?;
    if block.get(510) != Some(&0xa5) {
        return None;
    }
    let sum = block.get(..511)?.iter().fold(0u8, |sum, &byte| sum.wrapping_add(byte));
    Some((*block.get(511)?, 0u8.wrapping_sub(sum)))
}

/// What is replaced by what: each serial number as text, each name as bytes and as hex digits.
fn rules(identifiers: &Identifiers) -> Vec<Rule> {
    let mut serials: Vec<&String> = identifiers.serials.iter().filter(|serial| serial.len() >= 2).collect();
    // Longest first, so that a serial number that is part of another one does not break it.
    serials.sort_by_key(|serial| (std::cmp::Reverse(serial.len()), (*serial).clone()));
    serials.dedup();
    let mut rules: Vec<Rule> = Vec::new();
    let mut longer: Vec<(&String, Vec<u8>)> = Vec::new();
    for serial in serials {
        let whole = longer.iter().find(|(other, _)| other.starts_with(serial.as_str()));
        let to = match whole {
            Some((_, stand_in)) => stand_in.get(..serial.len()).unwrap_or_default().to_vec(),
            None => stand_in_text(serial),
        };
        let alone = serial.len() < 8;
        rules.push(Rule { from: serial.clone().into_bytes(), to: to.clone(), alone, is_text: true });
        // The drive's own bytes, where the text has codes for what no text can show.
        let (from, raw) = (as_sent(serial.as_bytes()), as_sent(&to));
        if from != serial.as_bytes() && from.len() == raw.len() {
            rules.push(Rule { from, to: raw, alone, is_text: true });
        }
        if serial.contains(' ') {
            // As udev writes it.
            let (from, to) = (underscored(serial.as_bytes()), underscored(&to));
            rules.push(Rule { from, to, alone, is_text: true });
        }
        longer.push((serial, to));
    }
    for name in &identifiers.names {
        // The last byte tells a drive's ports apart and stays.
        let Some(from) = name.get(..name.len().saturating_sub(1)).filter(|from| from.len() >= 7) else {
            continue;
        };
        let to = stand_in_name(from);
        // A UUID in text; its bytes are behind two others.
        if let (Some([0x10, 0, from @ ..]), Some([_, _, to @ ..])) = (name.get(..17), to.get(..17)) {
            let dashed = |bytes: &[u8]| {
                let digits = sg::wire::hex(bytes);
                let parts = [0..8, 8..12, 12..16, 16..20, 20..digits.len()];
                parts
                    .into_iter()
                    .filter_map(|part| digits.get(part))
                    .collect::<Vec<_>>()
                    .join("-")
                    .into_bytes()
            };
            rules.push(Rule { from: dashed(from), to: dashed(to), alone: false, is_text: true });
        }
        // A number whose lowest byte comes first, as in ATA logs.
        let reversed = |bytes: &[u8]| bytes.iter().rev().copied().collect::<Vec<u8>>();
        rules.push(Rule { from: reversed(from), to: reversed(&to), alone: false, is_text: false });
        for (upper, is_text) in [(false, false), (true, false), (false, true)] {
            let digits = |bytes: &[u8]| {
                let text = sg::wire::hex(bytes);
                if upper { text.to_uppercase() } else { text }.into_bytes()
            };
            rules.push(Rule { from: digits(from), to: digits(&to), alone: false, is_text });
        }
        rules.push(Rule { from: from.to_vec(), to, alone: false, is_text: false });
    }
    rules
}

/// A text as udev writes it into a name: one underscore for any number of blanks.
fn underscored(text: &[u8]) -> Vec<u8> {
    let words: Vec<&[u8]> = text.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).collect();
    words.join(&b'_')
}

/// The bytes of which [`wire::ascii`] made a text.
fn as_sent(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        match code(rest) {
            Some(byte) => {
                bytes.push(byte);
                rest = rest.get(4..).unwrap_or_default();
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    bytes
}

/// The byte whose code (`\xNN`) a text begins with.
fn code(text: &[u8]) -> Option<u8> {
    let digits = text.get(..4)?.strip_prefix(b"\\x")?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// A text of the same length with letters for letters and digits for digits; the codes of bytes
/// that are no text stay.
fn stand_in_text(text: &str) -> Vec<u8> {
    let noise = noise(text.as_bytes());
    let bytes = text.as_bytes();
    let in_code = |at: usize| {
        (0..4).any(|back| {
            at.checked_sub(back).and_then(|from| bytes.get(from..)).is_some_and(|b| code(b).is_some())
        })
    };
    text.bytes()
        .zip(noise.iter().cycle())
        .enumerate()
        .map(|(at, (byte, &noise))| match byte {
            _ if in_code(at) => byte,
            b'0'..=b'9' => b'0' + noise % 10,
            b'A'..=b'Z' => b'A' + noise % 26,
            b'a'..=b'z' => b'a' + noise % 26,
            _ => byte,
        })
        .collect()
}

/// A name with the same first 28 bits: how the name is made, and the vendor.
fn stand_in_name(name: &[u8]) -> Vec<u8> {
    let noise = noise(name);
    name.iter()
        .zip(noise.iter().cycle())
        .enumerate()
        .map(|(at, (&byte, &noise))| match at {
            0..3 => byte,
            3 => byte & 0xf0 | noise & 0x0f,
            _ => noise,
        })
        .collect()
}

fn noise(of: &[u8]) -> Vec<u8> {
    Sha256::new().chain_update(b"calipers capture stand-in 1\0").chain_update(of).finalize().to_vec()
}

/// Replaces in bytes as they are, and in ATA's byte order (the bytes of each pair swapped).
fn mask_bytes(bytes: &mut Vec<u8>, rules: &[Rule]) {
    replace(bytes, rules);
    let mut other = swapped(bytes);
    if replace(&mut other, rules) {
        *bytes = swapped(&other);
    }
}

fn replace(bytes: &mut [u8], rules: &[Rule]) -> bool {
    let mut changed = false;
    for rule in rules {
        let length = rule.from.len();
        let mut at = 0;
        while let Some(window) = bytes.get(at..at + length) {
            let edge = |place: Option<usize>| {
                place.and_then(|place| bytes.get(place)).is_none_or(|byte| !byte.is_ascii_alphanumeric())
            };
            // A NUL reads as a space.
            let same = |(&here, &from): (&u8, &u8)| {
                here == from
                    || (rule.is_text && here.eq_ignore_ascii_case(&from))
                    || (rule.is_text && here == 0 && from == b' ')
            };
            let fits = window.iter().zip(&rule.from).all(same)
                && (!rule.alone || edge(at.checked_sub(1)) && edge(Some(at + length)));
            if fits && let Some(place) = bytes.get_mut(at..at + length) {
                // A NUL that stands for a space stays one; in a name of bytes, 0 is a number.
                for ((here, &from), &to) in place.iter_mut().zip(&rule.from).zip(&rule.to) {
                    *here = match *here {
                        0 if from != 0 => 0,
                        b'A'..=b'Z' if rule.is_text => to.to_ascii_uppercase(),
                        b'a'..=b'z' if rule.is_text => to.to_ascii_lowercase(),
                        _ => to,
                    };
                }
                changed = true;
            }
            at += if fits { length } else { 1 };
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identifiers() -> Identifiers {
        Identifiers {
            serials: vec!["ZA1B2C3D".into(), "ZA1B2C3D0000R123ABCD".into()],
            names: vec![vec![0x50, 0x00, 0xc5, 0x00, 0x12, 0x34, 0x56, 0x7b]],
        }
    }

    #[test]
    fn nothing_of_an_identifier_is_left_in_any_form() {
        let rules = rules(&identifiers());
        let mut bytes = b"..ZA1B2C3D0000R123ABCD.ZA1B2C3D.naa.5000c5001234567b 5000C5001234567B".to_vec();
        bytes.extend([0x50, 0x00, 0xc5, 0x00, 0x12, 0x34, 0x56, 0x7c]);
        mask_bytes(&mut bytes, &rules);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for gone in ["ZA1B2C3D", "0000R123", "c500123456", "C500123456"] {
            assert!(!text.contains(gone), "{gone} in {text}");
        }
        assert!(text.contains("naa.5000c50"), "the vendor stays: {text}");
        let port = bytes.split_off(bytes.len() - 8);
        assert_eq!((port.get(..3), port.last()), (Some(&[0x50, 0x00, 0xc5][..]), Some(&0x7c)));
        let long = stand_in_text("ZA1B2C3D0000R123ABCD");
        let short = long.get(..8).unwrap();
        assert!(
            bytes.windows(8).any(|window| window == short),
            "the short form is the start of the long one"
        );
    }

    #[test]
    fn a_name_with_zeros_in_it_is_replaced_whole() {
        let name = [0x50, 0x00, 0xc5, 0x00, 0x00, 0x00, 0x00, 0x03];
        let rules = rules(&Identifiers { serials: Vec::new(), names: vec![name.to_vec()] });
        let mut bytes = name.to_vec();
        mask_bytes(&mut bytes, &rules);
        let mut text = b"naa.5000c50000000003".to_vec();
        mask_bytes(&mut text, &rules);
        assert_ne!(bytes.get(4..7), Some(&[0, 0, 0][..]));
        assert_eq!(String::from_utf8_lossy(&text), format!("naa.{}", wire::hex(&bytes)), "the same stand-in");
    }

    #[test]
    fn ata_strings_and_names_are_found_swapped() {
        let rules = rules(&identifiers());
        let mut plain = b"  ZA1B2C3D  ".to_vec();
        plain.extend([0x50, 0x00, 0xc5, 0x00, 0x12, 0x34, 0x56, 0x7b]);
        let mut bytes = swapped(&plain);
        mask_bytes(&mut bytes, &rules);
        let masked = swapped(&bytes);
        assert!(masked.starts_with(b"  ") && masked.ends_with(&[0x7b]));
        assert!(!String::from_utf8_lossy(&masked).contains("ZA1B"));
        assert!(!masked.windows(4).any(|window| window == [0x00, 0x12, 0x34, 0x56]));
    }

    #[test]
    fn a_serial_number_with_bytes_that_are_no_text_is_found_as_it_was_sent() {
        let sent = b"ZA1\xffB2C\0Q7X9";
        let shown = wire::ascii(sent);
        assert_eq!(shown, "ZA1\\xffB2C Q7X9");
        let rules = rules(&Identifiers { serials: vec![shown.clone()], names: Vec::new() });
        let mut bytes = sent.to_vec();
        let mut text = shown.clone().into_bytes();
        mask_bytes(&mut bytes, &rules);
        mask_bytes(&mut text, &rules);
        assert_eq!((bytes.get(3), bytes.get(7)), (Some(&0xff), Some(&0)), "only letters and digits change");
        for part in [b"ZA1".as_slice(), b"B2C", b"Q7X9"] {
            assert!(!bytes.windows(part.len()).any(|window| window == part), "{bytes:?}");
        }
        assert_eq!(wire::ascii(&bytes).as_bytes(), text, "both forms get one stand-in");
    }

    #[test]
    fn names_are_found_in_each_form_that_they_come_in() {
        let name = b"naa.5000C5001234567B";
        let mut page = vec![0, 0x83, 0, 24, 0x53, 0x28, 0, 20];
        page.extend(name);
        let answers = Answers { pages: [("vpd:83".to_owned(), page)].into(), ..Answers::default() };
        let mut identity = Identity::default();
        let claim = |value: &str| {
            let from = crate::drive::facts::Source::sysfs("device/wwid", value);
            Some(crate::drive::facts::Claim { value: value.to_owned(), from })
        };
        identity.wwn.claim(claim("eui64-no-number-1"));
        identity.wwn.claim(claim("5000c5007654321f"));
        let empty = br#"{"format": "calipers-capture", "schema_version": 1, "program": "", "taken": "",
            "system": "", "device": "", "masked": false, "kernel": {}, "exchanges": []}"#;
        let capture = Capture::parse("empty", empty).unwrap();
        let identifiers = Identifiers::collect(&identity, &answers, &capture);
        assert_eq!(identifiers.serials, ["eui64-no-number-1"]);
        assert_eq!(
            identifiers.names,
            [[0x50, 0, 0xc5, 0, 0x12, 0x34, 0x56, 0x7b], [0x50, 0, 0xc5, 0, 0x76, 0x54, 0x32, 0x1f]]
        );
        let mut masked = name.to_vec();
        mask_bytes(&mut masked, &rules(&identifiers));
        assert!(masked.starts_with(b"naa.5000C50") && masked.ends_with(b"7B"), "{masked:?}");
        assert!(!masked.windows(6).any(|window| window == b"123456"));
        let mut mixed = b"EUI64-no-Number-1 naa.5000c5001234567B 5000C5007654321f".to_vec();
        mask_bytes(&mut mixed, &rules(&identifiers));
        let text = String::from_utf8_lossy(&mixed).to_lowercase();
        for gone in ["no-number", "123456", "765432"] {
            assert!(!text.contains(gone), "{gone} in {text}");
        }
    }

    #[test]
    fn a_short_serial_number_is_replaced_only_where_it_stands_alone() {
        let rules = rules(&Identifiers { serials: vec!["2000".into()], names: Vec::new() });
        let mut bytes = b"2000 X20001".to_vec();
        mask_bytes(&mut bytes, &rules);
        assert!(bytes.ends_with(b"X20001"));
        assert!(!bytes.starts_with(b"2000"));
    }
}
