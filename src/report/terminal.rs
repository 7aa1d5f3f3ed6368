//! Text for people.

use std::borrow::Cow;
use std::io;

use anstyle::{AnsiColor, Style};
use sg::section::{Entry, Item, Section, Value};
use sg::wire::{At, Note, spaced_hex};

use super::Render;
use crate::verdict::{Finding, Severity};

/// Text, aligned in columns.
///
/// Styles are always written; the stream behind it (`anstream`) takes them out where they do not
/// belong: in a pipe, a file, or with `NO_COLOR` set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Terminal {
    /// Whether each line shows its bytes and their place.
    pub evidence: bool,
    /// The least widths of the columns, where several sections stand below each other.
    pub least: Widths,
}

const HEADING: Style = Style::new().bold();
const QUIET: Style = Style::new().dimmed();
const WARNING: Style = AnsiColor::Yellow.on_default();
const ALARM: Style = AnsiColor::Red.on_default().bold();

/// Names longer than that do not widen the column.
const WIDEST: usize = 44;
/// As many bytes as a line shows of a long value.
const SHOWN: usize = 32;

/// The widths of columns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Widths {
    /// Of the names.
    pub name: usize,
    /// Of the values, where a source stands behind them.
    pub value: usize,
}

impl Widths {
    /// What the lines of these sections need.
    #[must_use]
    pub fn of(sections: &[Section]) -> Self {
        let entries = || {
            sections.iter().flat_map(|section| &section.items).filter_map(|item| match item {
                Item::Entry(entry) => Some(entry),
                _ => None,
            })
        };
        Self {
            name: widest(entries().map(|entry| length(&entry.name))),
            value: widest(entries().filter(|e| e.from.is_some()).map(|e| length(&value(e)))),
        }
    }

    fn max(self, other: Self) -> Self {
        Self { name: self.name.max(other.name), value: self.value.max(other.value) }
    }
}

/// The widest column that is still a column.
fn widest(lengths: impl Iterator<Item = usize>) -> usize {
    lengths.filter(|length| *length <= WIDEST).max().unwrap_or(0)
}

impl Render for Terminal {
    fn render(&self, section: &Section, to: &mut dyn io::Write) -> io::Result<()> {
        self.section(section, 0, to)
    }
}

impl Terminal {
    fn section(&self, section: &Section, depth: usize, to: &mut dyn io::Write) -> io::Result<()> {
        let indent = " ".repeat(depth * 2);
        if section.title.is_empty() {
            // A list's element without a heading of its own.
        } else if depth == 0 && section.key.contains(':') {
            writeln!(to, "{HEADING}{}{HEADING:#} {QUIET}({}){QUIET:#}", section.title, section.key)?;
        } else {
            writeln!(to, "{indent}{HEADING}{}{HEADING:#}", section.title)?;
        }
        let own = Widths::of(std::slice::from_ref(section));
        let width = if depth == 0 { own.max(self.least) } else { own };
        let titles = widest(section.items.iter().filter_map(|item| match item {
            Item::Section(inner) if inner.variants => Some(length(&inner.title)),
            _ => None,
        }));
        for item in &section.items {
            match item {
                Item::Entry(entry) => self.entry(entry, depth + 1, width, to)?,
                Item::Section(inner) if inner.variants => self.variants(inner, depth + 1, titles, to)?,
                Item::Section(inner) => self.section(inner, depth + 1, to)?,
                Item::List { title, elements, .. } => {
                    if !title.is_empty() {
                        let count = elements.len();
                        writeln!(to, "{indent}  {title}: {QUIET}{count}{QUIET:#}")?;
                    }
                    for element in elements {
                        self.section(element, depth + 2, to)?;
                    }
                }
            }
        }
        for note in &section.notes {
            write_note(note, &indent, to)?;
        }
        Ok(())
    }

    /// Variants of one value on one line, and what the first one means.
    fn variants(
        &self,
        section: &Section,
        depth: usize,
        width: usize,
        to: &mut dyn io::Write,
    ) -> io::Result<()> {
        let indent = " ".repeat(depth * 2);
        let pad = " ".repeat(width.saturating_sub(length(&section.title)));
        write!(to, "{indent}{}{pad}", section.title)?;
        let mut first = None;
        for item in &section.items {
            let Item::Entry(entry) = item else { continue };
            let name = entry.name.to_lowercase();
            let shown = match entry.value {
                Value::Absent(_) => "-".to_owned(),
                _ => plain(entry).into_owned(),
            };
            write!(to, "  {QUIET}{name}{QUIET:#} {shown:<5}")?;
            first = first.or(Some(entry));
        }
        if let Some(entry) = first {
            let unit = entry.unit.as_deref().unwrap_or_default();
            let meaning = entry.meaning.as_deref().unwrap_or_default();
            let said =
                [unit, meaning].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
            if !said.is_empty() {
                write!(to, "  ({})", visible(&said))?;
            }
            if self.evidence
                && let Some(at) = &entry.at
            {
                write!(to, "  {QUIET}[{}]{QUIET:#}", evidence(at, &entry.raw))?;
            }
        }
        writeln!(to)
    }

    fn entry(&self, entry: &Entry, depth: usize, width: Widths, to: &mut dyn io::Write) -> io::Result<()> {
        let indent = " ".repeat(depth * 2);
        let pad = " ".repeat(width.name.saturating_sub(length(&entry.name)));
        let shown = value(entry);
        write!(to, "{indent}{}{pad}  {shown}", entry.name)?;
        if let Some(from) = &entry.from {
            let pad = " ".repeat(width.value.saturating_sub(length(&shown)));
            write!(to, "{pad}  {QUIET}{}{QUIET:#}", visible(from))?;
        }
        if self.evidence
            && let Some(at) = &entry.at
        {
            write!(to, "  {QUIET}[{}]{QUIET:#}", evidence(at, &entry.raw))?;
        }
        writeln!(to)
    }
}

/// Where a value was read, and the bytes there.
fn evidence(at: &At, raw: &[u8]) -> String {
    // ATA words are read as numbers: the byte that comes first is the lower one.
    let digits = |bytes: &[u8]| if at.words { words(bytes) } else { spaced_hex(bytes) };
    match raw.get(..SHOWN) {
        Some(start) if raw.len() > SHOWN => format!("{at}: {} …", digits(start)),
        _ if raw.is_empty() => at.to_string(),
        _ => format!("{at}: {}", digits(raw)),
    }
}

/// ATA words as they are written on paper: `848a c837 045a`.
fn words(bytes: &[u8]) -> String {
    let words: Vec<String> =
        bytes.chunks(2).map(|word| word.iter().rev().map(|byte| format!("{byte:02x}")).collect()).collect();
    words.join(" ")
}

/// A value with its unit and meaning, on one line.
#[must_use]
pub fn value(entry: &Entry) -> String {
    if let Value::Absent(why) = entry.value {
        return format!("- ({why})");
    }
    let mut text = plain(entry).into_owned();
    if let Some(unit) = &entry.unit {
        text.push(' ');
        text.push_str(unit);
    }
    if let Some(meaning) = &entry.meaning {
        text.push_str(&format!(" ({})", visible(meaning)));
    }
    text
}

/// A value without its unit and meaning.
fn plain(entry: &Entry) -> Cow<'_, str> {
    match &entry.value {
        Value::Bool(on) => if *on { "1" } else { "0" }.into(),
        Value::Unsigned(number) => number.to_string().into(),
        Value::Signed(number) => number.to_string().into(),
        Value::Text(text) if text.is_empty() => "(blank)".into(),
        Value::Text(text) => visible(text),
        Value::Bytes(bytes) => match bytes.get(..SHOWN) {
            Some(start) if bytes.len() > SHOWN => {
                format!("{} … ({} bytes)", spaced_hex(start), bytes.len()).into()
            }
            _ => spaced_hex(bytes).into(),
        },
        Value::Absent(why) => (*why).into(),
    }
}

/// What a drive's user should know, the worst first.
///
/// # Errors
///
/// What writing to `to` gives.
pub fn findings(findings: &[Finding], to: &mut dyn io::Write) -> io::Result<()> {
    writeln!(to, "{HEADING}Findings{HEADING:#}")?;
    if findings.is_empty() {
        return writeln!(to, "  none: the sources agree");
    }
    for finding in findings {
        let (style, word) = match finding.severity {
            Severity::Failing => (ALARM, "FAILING"),
            Severity::Contradiction => (ALARM, "CONTRADICTION"),
            Severity::Notice => (WARNING, "notice"),
        };
        writeln!(to, "  {style}{word}{style:#}: {}", visible(&finding.text))?;
        for evidence in finding.evidence.iter().filter(|_| finding.severity > Severity::Notice) {
            writeln!(to, "      {QUIET}{}{QUIET:#}", visible(evidence))?;
        }
    }
    Ok(())
}

fn write_note(note: &Note, indent: &str, to: &mut dyn io::Write) -> io::Result<()> {
    let place = match &note.bytes {
        Some(bytes) if bytes.end > bytes.start + 1 => format!(" (bytes {}-{})", bytes.start, bytes.end - 1),
        Some(bytes) => format!(" (byte {})", bytes.start),
        None => String::new(),
    };
    writeln!(to, "{indent}  {WARNING}note:{WARNING:#} {}{place}", visible(&note.text))
}

/// Text from a drive or a file as it may go to a terminal: characters that would move its cursor,
/// change its state or turn the direction of writing are shown as their codes.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    // Besides the control characters: line and paragraph separators, and the marks, embeddings,
    // overrides and isolates of bidirectional text.
    let hides = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(hides) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match u32::from(letter) {
            _ if !hides(letter) => shown.push(letter),
            code @ ..=0xff => shown.push_str(&format!("\\x{code:02x}")),
            code => shown.push_str(&format!("\\u{{{code:x}}}")),
        }
    }
    Cow::Owned(shown)
}

/// Bytes with their offsets, as `--raw` and `--page` show them.
///
/// # Errors
///
/// What writing to `to` gives.
pub fn dump(bytes: &[u8], to: &mut dyn io::Write) -> io::Result<()> {
    for (row, chunk) in bytes.chunks(16).enumerate() {
        let shown: String = chunk
            .iter()
            .map(|&byte| if (b' '..=b'~').contains(&byte) { char::from(byte) } else { '.' })
            .collect();
        writeln!(
            to,
            "  {QUIET}{:04x}{QUIET:#}  {:<47}  {QUIET}{shown}{QUIET:#}",
            row * 16,
            spaced_hex(chunk)
        )?;
    }
    Ok(())
}

/// How many columns a text takes, near enough: our labels are Latin.
fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_a_drive_nor_a_file_moves_the_cursor() {
        assert_eq!(visible("ST8000 é °C"), "ST8000 é °C");
        assert_eq!(visible("a\u{1b}[2Jb\0\n\u{9b}\u{202e}"), "a\\x1b[2Jb\\x00\\x0a\\x9b\\u{202e}");
        let text = Value::Text("\u{1b}]0;owned\u{7}".into());
        let entry = Entry::derived("model", "Model", text).from("\u{1b}[1A");
        let mut section = Section::new("identity", "Identity", vec![entry.into()]);
        section.notes.push(Note { bytes: None, text: "line\r".into() });
        let mut shown = Vec::new();
        Terminal::default().render(&section, &mut shown).unwrap();
        let plain = anstream::adapter::strip_bytes(&shown).into_vec();
        assert_eq!(
            String::from_utf8_lossy(&plain),
            "Identity\n  Model  \\x1b]0;owned\\x07  \\x1b[1A\n  note: line\\x0d\n"
        );
    }
}
