//! Blanks and line ends of PGN.

use memchr::memchr;

pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// True for the bytes that separate words on a line.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// True for a line with nothing but its line end. A line of blanks is not empty.
pub(super) fn is_empty_line(line: &[u8]) -> bool {
    matches!(line, b"\n" | b"\r\n")
}

/// True if a line begins at `at`.
pub(super) fn starts_line(text: &[u8], at: usize) -> bool {
    at == 0 || text[at - 1] == b'\n'
}

/// Returns the text without leading blanks.
pub(super) fn trim_blanks_start(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| is_blank(**byte)).count();
    &text[blanks..]
}

/// Returns the offset of the first line feed from `at` on, or the length of the text.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length)
}

/// Returns the text without blanks around it.
pub(super) fn trim_blanks(text: &[u8]) -> &[u8] {
    let text = trim_blanks_start(text);
    let blanks = text.iter().rev().take_while(|byte| is_blank(**byte)).count();
    &text[..text.len() - blanks]
}
