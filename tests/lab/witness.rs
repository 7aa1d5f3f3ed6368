//! Second witnesses: what other tools print of a drive, held line by line against our JSON.
//!
//! Each tool has a parser, which turns what it prints into [`Fact`]s and fails on a line that it
//! does not know, and a table of [`Rules`]: for each name that the tool prints, the field of ours
//! that must say the same, or the reason why it is not held against one. A name without a rule
//! fails as well: nothing that a tool prints goes unseen.

pub(crate) mod hdparm;
pub(crate) mod lsscsi;
pub(crate) mod sdparm;
pub(crate) mod sg_inq;
pub(crate) mod sg_logs;
pub(crate) mod sg_luns;
pub(crate) mod sg_opcodes;
pub(crate) mod sg_readcap;
pub(crate) mod sg_vpd;
pub(crate) mod smartctl;

use serde_json::Value;

/// One thing that a tool printed: its name of it, and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) value: String,
}

impl Fact {
    pub(crate) fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into().trim().to_owned() }
    }
}

/// How a fact is held against ours. Paths begin at our pages: `vpd:b0/wsnz`.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// Its number is the field's; what may stand behind the number is among the remarks.
    Number(&'static str),
    /// Its text is the field's.
    Text(&'static str),
    /// Its text stands for this number of the field, or is that number.
    Code(&'static str, &'static [(&'static str, u64)]),
    /// What a function says.
    Check(fn(&str, Pages<'_>) -> Result<(), String>),
    /// It is not held against ours, because …
    NotHeld(&'static str),
}

/// For each name that a tool prints, the rule.
pub(crate) type Rules = &'static [(&'static str, Rule)];

/// What a tool prints behind a number, and the number that it must stand behind if it is said of
/// one only.
pub(crate) type Remarks = &'static [(&'static str, Option<i128>)];

/// Holds all facts against ours.
pub(crate) fn compare(
    facts: &[Fact],
    rules: Rules,
    remarks: Remarks,
    pages: Pages<'_>,
) -> Result<(), String> {
    if facts.is_empty() {
        return Err("the tool printed nothing to hold against ours".into());
    }
    let mut wrong = Vec::new();
    for Fact { name, value } in facts {
        let outcome = match rules.iter().find(|(known, _)| known == name) {
            None => Err("no rule says which field of ours this is".to_owned()),
            Some((_, rule)) => rule.hold(value, remarks, pages),
        };
        if let Err(why) = outcome {
            wrong.push(format!("{name} = {value:?}: {why}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

impl Rule {
    fn hold(&self, value: &str, remarks: Remarks, pages: Pages<'_>) -> Result<(), String> {
        match *self {
            Self::Number(path) => {
                let (number, remark) = number(value).ok_or("this is no number")?;
                if !remark.is_empty() {
                    let (_, only) = remarks
                        .iter()
                        .find(|(known, _)| *known == remark)
                        .ok_or_else(|| format!("what does {remark:?} say?"))?;
                    if only.is_some_and(|only| only != number) {
                        return Err(format!("{remark:?} is not said of {number}"));
                    }
                }
                same_number(number, path, pages)
            }
            Self::Text(path) => {
                let ours = pages.text(path)?;
                if ours == value { Ok(()) } else { Err(format!("ours, {path}, is {ours:?}")) }
            }
            Self::Code(path, codes) => {
                let number = codes
                    .iter()
                    .find(|(text, _)| *text == value)
                    .map(|(_, code)| i128::from(*code))
                    .or_else(|| number(value).filter(|(_, rest)| rest.is_empty()).map(|(number, _)| number))
                    .ok_or("no code of ours is known for this text")?;
                same_number(number, path, pages)
            }
            Self::Check(check) => check(value, pages),
            Self::NotHeld("") => Err("it is not held against ours, and no reason is given".into()),
            Self::NotHeld(_) => Ok(()),
        }
    }
}

/// Holds a number against a field. The tools print -1 for a field whose bits are all set.
pub(crate) fn same_number(number: i128, path: &str, pages: Pages<'_>) -> Result<(), String> {
    let ours = pages.number(path)?;
    let all_set = || {
        pages.entry(path).is_ok_and(|entry| {
            entry["raw"].as_str().is_some_and(|raw| !raw.is_empty() && raw.bytes().all(|digit| digit == b'f'))
        })
    };
    if i128::from(ours) == number || (number == -1 && all_set()) {
        Ok(())
    } else {
        Err(format!("ours, {path}, is {ours} ({ours:#x})"))
    }
}

/// The number at the start of a text, decimal or `0x…`, and what stands behind it.
pub(crate) fn number(text: &str) -> Option<(i128, &str)> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (radix, digits) = digits.strip_prefix("0x").map_or((10, digits), |rest| (16, rest));
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, rest) = digits.split_at(end);
    if rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    let number = i128::from_str_radix(digits, radix).ok()?;
    Some((sign * number, rest.trim()))
}

/// Our JSON of a drive's pages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pages<'a>(pub(crate) &'a Value);

impl<'a> Pages<'a> {
    /// What lies at a path: page, then fields, list places and sections.
    pub(crate) fn at(self, path: &str) -> Result<&'a Value, String> {
        // A page's key may have a slash in it (`log:00/ff`): the longest that fits is meant.
        let fits = |key: &&String| {
            path.strip_prefix(key.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let key = self
            .0
            .as_object()
            .into_iter()
            .flat_map(|pages| pages.keys())
            .filter(fits)
            .max_by_key(|key| key.len());
        let key = key.ok_or_else(|| format!("we have no page for {path}"))?;
        let mut place = &self.0[key];
        for part in path[key.len()..].split('/').skip(1) {
            let inner = place.get("fields").unwrap_or(place);
            let next =
                part.parse::<usize>().ok().and_then(|index| inner.get(index)).or_else(|| inner.get(part));
            place = next.ok_or_else(|| format!("we have no {path} (there is no {part})"))?;
        }
        Ok(place)
    }

    /// True if we have a page of that name, decoded.
    pub(crate) fn has(self, key: &str) -> bool {
        self.0.get(key).is_some_and(|page| page.get("fields").is_some())
    }

    /// The field at a path.
    pub(crate) fn entry(self, path: &str) -> Result<&'a Value, String> {
        self.at(path)
    }

    /// Its value, as a number; a bit is 0 or 1.
    pub(crate) fn number(self, path: &str) -> Result<u64, String> {
        let entry = self.at(path)?;
        match &entry["value"] {
            Value::Bool(bit) => Ok(u64::from(*bit)),
            Value::Number(number) => number.as_u64().ok_or_else(|| format!("ours, {path}, is {number}")),
            _ => Err(format!("ours, {path}, is {entry}")),
        }
    }

    /// Its value, as a text.
    pub(crate) fn text(self, path: &str) -> Result<&'a str, String> {
        let entry = self.at(path)?;
        entry["value"].as_str().ok_or_else(|| format!("ours, {path}, is {entry}"))
    }

    /// The elements of a list.
    pub(crate) fn list(self, path: &str) -> Result<&'a Vec<Value>, String> {
        self.at(path)?.as_array().ok_or_else(|| format!("ours, {path}, is no list"))
    }
}

/// Fails with the line that a parser does not know.
pub(crate) fn unknown(line: &str) -> String {
    format!("this line is not understood: {line:?}")
}

/// Facts of lines `name: value`, which begin with one of `names`; a name may have colons in it.
pub(crate) fn labelled(line: &str, names: &[&str]) -> Option<Fact> {
    let line = line.trim();
    names.iter().find_map(|name| {
        let value = line.strip_prefix(name)?.strip_prefix(':')?;
        Some(Fact::new(*name, value))
    })
}
