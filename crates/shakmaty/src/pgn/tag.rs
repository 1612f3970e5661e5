//! Reads tag pairs, such as `[White "Carlsen, Magnus"]`. The case of their names does not matter.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memchr3};

use super::error::PgnError;
use super::word::{after_line_end, is_blank, line_end, trim_blanks, trim_blanks_start};
use crate::game_error::{GameError, Unterminated};

/// A tag pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// Offset of its opening bracket in the text of the game, in bytes.
    pub offset: usize,
    /// The name, without blanks around it. It need not be UTF-8.
    pub name: &'a [u8],
    /// The value as written, with its escapes. It need not be UTF-8.
    pub raw: &'a [u8],
    /// Offset of the value in the text of the game, in bytes.
    pub value_offset: usize,
    /// Offset after its closing bracket in the text of the game, in bytes. Without one, it is the
    /// offset after its value and the blanks that follow.
    pub end: usize,
    /// True if the value has backslashes.
    has_escapes: bool,
}

impl<'a> Tag<'a> {
    /// Returns the value without escapes: `\"` becomes a quote, `\\` a backslash.
    #[must_use]
    pub fn value(&self) -> Cow<'a, [u8]> {
        if !self.has_escapes {
            return Cow::Borrowed(self.raw);
        }
        let mut rest = self.raw;
        let mut value = Vec::new();
        while let Some(escape) = memchr(b'\\', rest) {
            let is_escape = matches!(rest.get(escape + 1), Some(b'\\' | b'"'));
            value.extend_from_slice(&rest[..escape]);
            value.push(if is_escape { rest[escape + 1] } else { b'\\' });
            rest = &rest[escape + 1 + usize::from(is_escape)..];
        }
        value.extend_from_slice(rest);
        Cow::Owned(value)
    }
}

/// Text in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket<'a> {
    /// A tag pair, and the offset after it.
    Tag(Tag<'a>, usize),
    /// Brackets without a value, which are ignored, and the offset after them.
    Other(usize),
    /// A tag that is still open at the end of the text.
    Open,
}

/// Reads the text of the bracket that opens at `at`. A tag ends with its line, closed or not.
pub(super) fn read_bracket<'a>(text: &'a [u8], at: usize, line: &mut LineEnd) -> Bracket<'a> {
    let Some(length) = memchr3(b'"', b']', b'\n', &text[at..]) else { return Bracket::Open };
    let quote = at + length;
    if (text[quote] != b'"' || is_unusual(&text[at..quote]))
        && let Some(bracket) = unusual_bracket(text, at, quote)
    {
        return bracket;
    }
    match text[quote] {
        b'"' => {}
        b']' => return Bracket::Other(after_bracket(text, quote + 1)),
        _ => return Bracket::Other(quote),
    }
    let start = quote + 1;
    let name = trim_blanks(&text[at + 1..quote]);
    // Most values are plain.
    if let Some(length) = memchr3(b'"', b'\\', b'\n', &text[start..])
        && let (raw, rest) = text[start..].split_at(length)
        && rest.starts_with(b"\"]")
        && memchr(b'\r', raw).is_none()
    {
        let after = start + length + 2;
        let tag =
            Tag { offset: at, name, raw, value_offset: start, end: after, has_escapes: false };
        return Bracket::Tag(tag, after);
    }
    let Some((end, has_escapes)) = end_of_value(text, start, line) else { return Bracket::Open };
    let raw = &text[start..end];
    let after = if text.get(end) == Some(&b'"') { end + 1 } else { line_end(text, end) };
    let after = after_bracket(text, after);
    let tag = Tag { offset: at, name, raw, value_offset: start, end: after, has_escapes };
    Bracket::Tag(tag, after)
}

/// Returns the length of the typographic quote with which a text begins, as in tags that come from
/// a web page.
pub(crate) fn typographic_quote(text: &[u8]) -> Option<usize> {
    match text {
        [0xe2, 0x80, 0x98..=0x9f, ..] => Some(3),
        [0xc2, 0xab | 0xbb, ..] => Some(2),
        _ => None,
    }
}

/// True if the text before a quote has more than a name: what is not ASCII, or the end of the line,
/// if a carriage return is one.
#[inline(always)]
fn is_unusual(name: &[u8]) -> bool {
    name.iter().fold(0, |all, byte| all | byte | u8::from(*byte == b'\r') << 7) >= 0x80
}

/// Reads a bracket that opens at `at` and before whose quote, or end at `end`, a typographic quote
/// or a carriage return may be; `None` if there is none.
#[cold]
fn unusual_bracket(text: &[u8], at: usize, end: usize) -> Option<Bracket<'_>> {
    let line = line_end(text, at).min(end);
    let has_quote = (at..line).any(|at| typographic_quote(&text[at..line]).is_some());
    if (has_quote || text[end] != b'"')
        && let Some((tag, after)) = typographic_tag(text, at)
    {
        return Some(Bracket::Tag(tag, after));
    }
    (line < end).then_some(Bracket::Other(line))
}

/// Returns the tag that begins at `at` and whose value stands in typographic quotes, and the offset
/// after it. It is the last tag of its line.
#[cold]
fn typographic_tag(text: &[u8], at: usize) -> Option<(Tag<'_>, usize)> {
    let end = line_end(text, at);
    let open = (at..end).find(|at| typographic_quote(&text[*at..end]).is_some())?;
    if memchr(b']', &text[at..open]).is_some() {
        return None;
    }
    let start = open + typographic_quote(&text[open..end])?;
    let line = text[..end].trim_ascii_end().strip_suffix(b"]")?.trim_ascii_end();
    if line.len() < start {
        return None;
    }
    let quote = [3, 2].into_iter().find(|length| {
        let quote = line.len().checked_sub(*length).filter(|at| *at >= start);
        quote.and_then(|at| typographic_quote(&line[at..])) == Some(*length)
    });
    let quote = quote.or_else(|| line[start..].ends_with(b"\"").then_some(1))?;
    let name = trim_blanks(&text[at + 1..open]);
    let raw = &text[start..line.len() - quote];
    let tag = Tag { offset: at, name, raw, value_offset: start, end, has_escapes: false };
    Some((tag, end))
}

/// Returns the offset after blanks and a closing bracket at `at`, if they are there.
fn after_bracket(text: &[u8], at: usize) -> usize {
    let rest = trim_blanks_start(&text[at..]);
    text.len() - rest.strip_prefix(b"]").unwrap_or(rest).len()
}

/// Returns the offset of the end of the value that begins at `start`, and true if the value has
/// backslashes; `None` if the text ends before the value does.
///
/// A value ends at the first quote that is not escaped, or without one at the end of the line. A
/// quote that is followed by more text, on a line that ends in `"]`, is part of the value, as in
/// `[White "Sean O"Neil"]`.
fn end_of_value(text: &[u8], start: usize, line: &mut LineEnd) -> Option<(usize, bool)> {
    let end = line.end(text, start);
    let is_last_line = end == text.len();
    let text = &text[..end];
    let mut has_escapes = false;
    let mut first = None;
    let mut at = start;
    loop {
        let Some(length) = text.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) else {
            let end = first.or((!is_last_line).then_some(end))?;
            return Some((end, has_escapes));
        };
        at += length;
        match text[at] {
            // A folder, as in "C:\chess\", and not a quote: nothing would end the value.
            b'\\' if first.is_none() && ends_tag(&text[at + 1..]) => return Some((at + 1, true)),
            b'\\' => {
                has_escapes = true;
                at += 2;
            }
            _ => {
                let after = trim_blanks_start(&text[at + 1..]);
                let ends_value = matches!(after.first(), None | Some(b']' | b'['));
                if ends_value || first.is_none() && !line.closes_tag {
                    return Some((at, has_escapes));
                }
                first = first.or(Some(at));
                at += 1;
            }
        }
    }
}

/// True if nothing but a quote and a closing bracket is left of a line.
fn ends_tag(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"\"").map(trim_blanks_start) else { return false };
    rest.strip_prefix(b"]").is_some_and(|rest| trim_blanks_start(rest).is_empty())
}

/// The end of the line read last, which each tag of the line needs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineEnd {
    /// Offset of the line end, or the length of the text.
    at: usize,
    /// True if the line ends in `"]` and blanks.
    closes_tag: bool,
}

impl LineEnd {
    /// Returns the end of the line of the value at `start`. Values must come in the order of the
    /// text.
    fn end(&mut self, text: &[u8], start: usize) -> usize {
        if start >= self.at {
            self.at = line_end(text, start);
            let line = trim_blanks(&text[start..self.at]);
            let tag = line.strip_suffix(b"]");
            self.closes_tag = tag.is_some_and(|tag| trim_blanks(tag).ends_with(b"\""));
        }
        self.at
    }
}

/// Iterator over the tag pairs of a game, from [`Game::tags`](super::Game::tags).
///
/// Brackets without a value, as in `[Site]`, are ignored. A tag ends with its line, closed or not.
/// A tag that is open at the end of the text is an error, which ends the iterator.
#[derive(Clone, Debug)]
pub struct Tags<'a> {
    text: &'a [u8],
    at: usize,
    line: LineEnd,
}

impl<'a> Tags<'a> {
    pub(super) fn new(text: &'a [u8], at: usize) -> Tags<'a> {
        Tags { text, at, line: LineEnd::default() }
    }

    /// Returns the offset after the last tag and the blanks that follow it.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Skips blanks and line ends, and lines that begin with `%` after blanks.
    fn skip_blanks(&mut self) {
        let mut is_new_line = false;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' | b'\r' => {
                    is_new_line = true;
                    self.at = after_line_end(self.text, self.at);
                }
                b'>' if is_new_line => self.at += 1,
                b'%' if is_new_line => self.at = line_end(self.text, self.at),
                _ if is_blank(byte) => self.at += 1,
                _ => return,
            }
        }
    }
}

impl<'a> Iterator for Tags<'a> {
    type Item = Result<Tag<'a>, PgnError>;

    fn next(&mut self) -> Option<Result<Tag<'a>, PgnError>> {
        while self.text.get(self.at) == Some(&b'[') {
            let (tag, after) = match read_bracket(self.text, self.at, &mut self.line) {
                Bracket::Tag(tag, after) => (Some(tag), after),
                Bracket::Other(after) => (None, after),
                Bracket::Open => {
                    let open =
                        PgnError::new(self.at, 0, GameError::Unterminated(Unterminated::Tag));
                    self.at = self.text.len();
                    return Some(Err(open));
                }
            };
            self.at = after;
            if self.text[after..].starts_with(b"\n[") {
                self.at += 1;
            } else {
                self.skip_blanks();
            }
            if let Some(tag) = tag {
                return Some(Ok(tag));
            }
        }
        None
    }
}

/// Defines [`canonical`] for these names.
macro_rules! known_names {
    ($($known:literal)*) => {
        /// Returns a name in the spelling of the standard if it is one of these in whatever case:
        /// the names that say who played, when and where, with which result and from which
        /// position. They are those of the Seven Tag Roster, and more of the standard (PGN 1994,
        /// section 9) and of today's servers.
        pub(crate) fn canonical(name: &[u8]) -> &[u8] {
            match name {
                $($known)|* => name,
                _ => respelled(name),
            }
        }

        #[cold]
        fn respelled(name: &[u8]) -> &[u8] {
            const KNOWN: &[&[u8]] = &[$($known),*];
            KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name)).copied().unwrap_or(name)
        }
    };
}

known_names! {
    b"Event" b"Site" b"Date" b"Round" b"White" b"Black" b"Result" b"FEN" b"SetUp" b"Variant" b"WhiteElo"
    b"BlackElo" b"ECO" b"UTCDate" b"UTCTime" b"TimeControl" b"Termination"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_case_of_known_names_does_not_matter() {
        for (name, expected) in [
            ("White", "White"),
            ("white", "White"),
            ("WHITEELO", "WhiteElo"),
            ("fen", "FEN"),
            ("Setup", "SetUp"),
            ("whiteteam", "whiteteam"),
            ("", ""),
        ] {
            assert_eq!(canonical(name.as_bytes()), expected.as_bytes());
        }
    }
}
