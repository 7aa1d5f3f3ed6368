//! Hexadecimal text with comments, as test vectors are written and as sg3_utils' `--inhex` takes.

/// What is wrong with a hexadecimal text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: `{word}` is not a hexadecimal byte")]
pub struct HexError {
    /// The line, counted from 1.
    pub line: usize,
    /// What stands there.
    pub word: String,
}

/// Reads bytes of one or two hex digits, or runs of an even number of digits, separated by white
/// space, commas or dashes; `0x` before and `h` after a byte are allowed, and everything from `#`
/// to the end of its line is a comment.
///
/// # Errors
///
/// [`HexError`] names the first word that is none of these.
pub fn parse(text: &str) -> Result<Vec<u8>, HexError> {
    let mut bytes = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let content = content.split('#').next().unwrap_or_default();
        for word in content.split(|c: char| c.is_whitespace() || c == ',' || c == '-') {
            let wrong = || HexError { line: line + 1, word: word.to_owned() };
            let digits = word.strip_prefix("0x").or(word.strip_prefix("0X")).unwrap_or(word);
            let digits = digits.strip_suffix(['h', 'H']).unwrap_or(digits);
            if !digits.bytes().all(|c| c.is_ascii_hexdigit()) || (digits.len() > 2 && digits.len() % 2 == 1) {
                return Err(wrong());
            }
            for at in (0..digits.len()).step_by(2) {
                let pair = digits.get(at..digits.len().min(at + 2)).unwrap_or_default();
                bytes.push(u8::from_str_radix(pair, 16).map_err(|_| wrong())?);
            }
        }
    }
    Ok(bytes)
}

/// The bytes of a file that is binary or hexadecimal text.
///
/// Text is tried first: binary pages hold bytes that no text has. A file of nothing but hex digits
/// and separators is text.
///
/// # Errors
///
/// [`HexError`] if the file is text, but not hexadecimal.
pub fn loose(file: &[u8]) -> Result<Vec<u8>, HexError> {
    let is_text = |text: &str| text.chars().all(|c| !c.is_control() || c.is_whitespace());
    match std::str::from_utf8(file) {
        Ok(text) if is_text(text) => parse(text),
        _ => Ok(file.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_binary_or_text() {
        assert_eq!(loose(b"00 b0 00 3c # comment\n"), Ok(vec![0, 0xb0, 0, 0x3c]));
        assert_eq!(loose(&[0, 0xb0, 0, 0x3c]), Ok(vec![0, 0xb0, 0, 0x3c]));
        assert_eq!(loose(b"\0 12"), Ok(b"\0 12".to_vec()), "no text has a NUL");
        assert_eq!(loose(b"a page"), Err(HexError { line: 1, word: "page".into() }));
    }

    #[test]
    fn the_forms_that_people_write() {
        assert_eq!(
            parse("# page\n00 b0 0x00,3Ch # length\n0a0B\n1"),
            Ok(vec![0, 0xb0, 0, 0x3c, 0x0a, 0x0b, 1])
        );
        assert_eq!(parse("00 xy"), Err(HexError { line: 1, word: "xy".into() }));
        assert_eq!(parse("00\n123"), Err(HexError { line: 2, word: "123".into() }));
    }
}
