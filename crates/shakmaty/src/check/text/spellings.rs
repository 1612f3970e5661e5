//! The spellings of a game that are not those of the standard: in its tags, in its words, and
//! between them in numbers, signs, blanks and line ends.

use std::ops::Range;

use shakmaty::san::San;
use shakmaty::{Move, Outcome, Position};

use super::tag_lines::{TagLine, excerpt, quoted};
use crate::pgn::{Game, space_length, typographic_quote};
use crate::result_tag::result_of_tag;

/// The most spellings of a game that are named.
const NAMED: usize = 8;

/// Different spellings, in the order of the game.
#[derive(Debug, Default)]
pub(super) struct Spellings {
    /// The ply of the first.
    first: Option<usize>,
    named: Vec<String>,
    /// The number of the others, those that come again among them.
    more: usize,
}

impl Spellings {
    /// Adds what is written at a ply.
    pub(super) fn add(&mut self, ply: usize, what: String) {
        self.first.get_or_insert(ply);
        if self.named.contains(&what) {
            return;
        }
        if self.named.len() < NAMED {
            self.named.push(what);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn ply(&self) -> usize {
        self.first.unwrap_or(0)
    }

    pub(super) fn detail(&self) -> Option<String> {
        self.first?;
        let more = if self.more > 0 { format!("; {} more", self.more) } else { String::new() };
        Some(self.named.join("; ") + &more)
    }
}

/// Adds the names of tags in another case, values in typographic quotes, results in other words,
/// and the margins and ends of the lines.
pub(super) fn read_tags(game: &Game<'_>, tags: &[TagLine<'_>], spellings: &mut Spellings) {
    let text = game.text();
    let mut end = 0;
    for line in tags {
        // Comments before the tags have lines of their own.
        let before = if end == 0 { start_of_line(text, line.tag.offset) } else { end };
        read_lines(text, before..line.tag.offset, 0, spellings);
        end = line.tag.end;
        if line.tag.name != line.name {
            let name = String::from_utf8_lossy(line.name);
            spellings.add(0, format!("{} for {name}", excerpt(line.tag.name)));
        }
        let before = &text[line.tag.offset..line.tag.value_offset];
        if (2..=3).any(|length| {
            let quote = before.len().checked_sub(length).map(|at| &before[at..]);
            quote.and_then(typographic_quote) == Some(length)
        }) {
            spellings.add(0, "typographic quotes around a tag's value".to_owned());
        }
        if line.name == b"Result"
            && let Some(result) = result_of_tag(&line.value)
            && line.value != Outcome::Known(result).to_string().as_bytes()
        {
            spellings.add(0, format!("Result {} for {result}", quoted(&line.value)));
        }
    }
}

/// The offset of the line of `at`.
fn start_of_line(text: &[u8], at: usize) -> usize {
    let line = text[..at].iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
    // With the line end, if there is one, so that a margin is seen as such.
    line.unwrap_or(0)
}

/// Returns how a move is written, if that is not as in the standard but for the signs of check and
/// mate.
pub(super) fn of_move(word: &[u8], m: Move, position: &impl Position) -> Option<String> {
    let san = San::from_move(position, m).to_string();
    // A novelty is one token with the move that follows.
    if let [b'N', b' ' | b'\t' | b'\r' | b'\n', rest @ ..] = word
        && is_usual(rest.trim_ascii_start(), &san)
    {
        return of_annotation(b"N");
    }
    (!is_usual(word, &san)).then(|| format!("{} for {san}", excerpt(word)))
}

fn is_usual(word: &[u8], san: &str) -> bool {
    let plain = word.strip_suffix(b"+").or(word.strip_suffix(b"#")).unwrap_or(word);
    // A pawn that is dropped may have its letter.
    plain == san.as_bytes()
        || plain.strip_prefix(b"P").is_some_and(|pawn| pawn == san.as_bytes() && pawn[0] == b'@')
}

/// Returns how a result is written, if that is not as in the standard.
pub(super) fn of_result(word: &[u8], result: Outcome) -> Option<String> {
    let plain = result.to_string();
    (word != plain.as_bytes()).then(|| format!("{} for {plain}", excerpt(word)))
}

/// Returns how an annotation is written, if that is not as in the standard.
pub(super) fn of_annotation(word: &[u8]) -> Option<String> {
    match word {
        b"N" => Some("N for $146".to_owned()),
        b"D" => Some("D for $220".to_owned()),
        b"mate" | b"e.p." | b"ep" => Some(format!("{} alone", excerpt(word))),
        _ => None,
    }
}

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
