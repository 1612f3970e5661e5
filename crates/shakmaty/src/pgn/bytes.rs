//! Blanks and line ends of PGN.

use memchr::memchr2;

pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// True for the bytes that separate words on a line.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// True if a line begins at `at`.
pub(super) fn starts_line(text: &[u8], at: usize) -> bool {
    at == 0 || matches!(text[at - 1], b'\n' | b'\r')
}

/// Returns the text without leading blanks.
pub(super) fn trim_blanks_start(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| is_blank(**byte)).count();
    &text[blanks..]
}

/// Returns the line without what stands before its first word: blanks, and the `>` of a line that is quoted
/// in a message.
pub(super) fn trim_margin(line: &[u8]) -> &[u8] {
    let margin = line.iter().take_while(|byte| is_blank(**byte) || **byte == b'>').count();
    &line[margin..]
}

/// Returns the offset of the first line end from `at` on, or the length of the text. A line ends with a line
/// feed, a carriage return, or both.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    memchr2(b'\n', b'\r', &text[at..]).map_or(text.len(), |length| at + length)
}

/// Returns the offset after the line end at `at`.
pub(super) fn after_line_end(text: &[u8], at: usize) -> usize {
    at + if text[at..].starts_with(b"\r\n") { 2 } else { 1 }
}

/// Returns the text without blanks around it.
pub(super) fn trim_blanks(text: &[u8]) -> &[u8] {
    let text = trim_blanks_start(text);
    let blanks = text.iter().rev().take_while(|byte| is_blank(**byte)).count();
    &text[..text.len() - blanks]
}
