//! Blanks and line ends, as the scanner and the reader of a game see them.

use memchr::memchr;

pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Whether a byte separates words on a line.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// Whether a line, its end included, is empty. A line of blanks is not.
pub(super) fn is_empty_line(line: &[u8]) -> bool {
    matches!(line, b"\n" | b"\r\n")
}

/// Whether a line of a text begins at `at`.
pub(super) fn starts_line(text: &[u8], at: usize) -> bool {
    at == 0 || text[at - 1] == b'\n'
}

/// The text after the blanks that it begins with.
pub(super) fn without_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| is_blank(**byte)).count();
    &text[blanks..]
}

/// The offset of the line feed after `at`, or the length of the text if there is none.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length)
}

/// The text without blanks around it.
pub(super) fn trim_blanks(text: &[u8]) -> &[u8] {
    let text = without_blanks(text);
    let blanks = text.iter().rev().take_while(|byte| is_blank(**byte)).count();
    &text[..text.len() - blanks]
}
