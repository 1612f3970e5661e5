//! The text between the words of a game: numbers, signs, blanks and line ends.

use std::ops::Range;

use super::spellings::Spellings;
use super::tag_lines::excerpt;
use crate::pgn::space_length;

/// The number of a move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// The number, at most `u32::MAX`.
    pub(super) value: u32,
    /// The number of dots after it; an ellipsis has three.
    pub(super) dots: usize,
}

/// Reads the text between two words, and returns the last number in it.
pub(super) fn read_gap(
    text: &[u8],
    gap: Range<usize>,
    ply: usize,
    mut spellings: Option<&mut Spellings>,
) -> Option<Number> {
    if let Some(spellings) = &mut spellings {
        read_lines(text, gap.clone(), ply, spellings);
    }
    let mut add = |what: String| {
        if let Some(spellings) = &mut spellings {
            spellings.add(ply, what);
        }
    };
    let mut number: Option<Number> = None;
    let mut at = gap.start;
    while at < gap.end {
        let start = at;
        at += 1;
        match text[start] {
            b'%' if start == 0 || matches!(text[start - 1], b'\n' | b'\r') => {
                at = end_of_line(text, start).min(gap.end);
            }
            b'>' | b' ' | b'\t' | b'\r' | b'\n' | b'\x0c' => {}
            b'.' => {
                if let Some(number) = &mut number {
                    number.dots += 1;
                }
            }
            b'0'..=b'9' => {
                while at < gap.end && text[at].is_ascii_digit() {
                    at += 1;
                }
                let digits = &text[start..at];
                if text[at..gap.end].starts_with(b"/") {
                    at = end_of_sign(text, start, gap.end);
                    add(format!("{} alone", excerpt(&text[start..at])));
                    continue;
                }
                let value = digits.iter().fold(0_u32, |value, digit| {
                    value.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
                });
                number = Some(Number { value, dots: 0 });
                if let Some(mark @ (b':' | b',' | b')')) = text[at..gap.end].first() {
                    at += 1;
                    add(format!("a number with {}", char::from(*mark)));
                }
            }
            _ if text[start..gap.end].starts_with("\u{2026}".as_bytes()) => {
                at = start + 3;
                add("\u{2026} for ...".to_owned());
                if let Some(number) = &mut number {
                    number.dots += 3;
                }
            }
            // A byte order mark begins a file.
            0xef if text[..gap.end].starts_with(b"\xef\xbb\xbf") && start == 0 => at = 3,
            0 => add("zeros".to_owned()),
            0x1a => add("Ctrl-Z".to_owned()),
            _ => match space_length(&text[..gap.end], start) {
                Some(length) => {
                    at = start + length;
                    add("spaces other than those of ASCII".to_owned());
                }
                None => {
                    at = end_of_sign(text, start, gap.end);
                    add(format!("{} alone", excerpt(&text[start..at])));
                }
            },
        }
    }
    number
}

/// Adds the margins of lines, and line ends that are carriage returns.
pub(super) fn read_lines(text: &[u8], gap: Range<usize>, ply: usize, spellings: &mut Spellings) {
    let mut at = gap.start;
    while at < gap.end {
        let byte = text[at];
        at += 1;
        if byte == b'\r' && text.get(at) != Some(&b'\n') {
            spellings.add(ply, "carriage returns as line ends".to_owned());
        } else if byte != b'\n' && byte != b'\r' {
            continue;
        }
        let margin = &text[at..];
        let blanks = margin.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match margin.get(blanks) {
            Some(b'>') => spellings.add(ply, "lines that begin with >".to_owned()),
            None | Some(b'\n' | b'\r') => {}
            Some(_) if blanks > 0 => spellings.add(ply, "lines that begin with blanks".to_owned()),
            Some(_) => {}
        }
    }
}

fn end_of_line(text: &[u8], at: usize) -> usize {
    let length = text[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    length.map_or(text.len(), |length| at + length)
}

/// The end of a sign that begins at `start`: the next blank or line end.
fn end_of_sign(text: &[u8], start: usize, end: usize) -> usize {
    let length = text[start..end].iter().position(u8::is_ascii_whitespace);
    length.map_or(end, |length| start + length)
}
