//! `sg_luns --select=2`: all logical units of a target, the well known ones too.

use super::{Pages, number, unknown};

/// Reads what `sg_luns` prints: the LUNs in hex.
pub(crate) fn parse(text: &str) -> Result<Vec<String>, String> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    // The word is spelled so in 1.46.
    let length = first.strip_prefix("Lun list length = ").and_then(number).ok_or_else(|| unknown(first))?.0;
    let second = lines.next().unwrap_or_default();
    if second != "Report luns [select_report=0x2]:" {
        return Err(unknown(second));
    }
    let luns: Vec<String> = lines
        .map(|line| {
            let digits = line.trim();
            let good = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            good.then(|| digits.to_owned()).ok_or_else(|| unknown(line))
        })
        .collect::<Result<_, _>>()?;
    if i128::try_from(luns.len()).ok() != Some(length / 8) {
        return Err(format!("{first:?}, and {} are printed", luns.len()));
    }
    Ok(luns)
}

/// Holds them against ours.
pub(crate) fn compare(theirs: &[String], pages: Pages<'_>) -> Result<(), String> {
    let ours: Vec<&str> = (0..pages.list("luns/luns")?.len())
        .map(|at| pages.text(&format!("luns/luns/{at}/lun")))
        .collect::<Result<_, _>>()?;
    if ours == theirs { Ok(()) } else { Err(format!("theirs are {theirs:?}, ours {ours:?}")) }
}
