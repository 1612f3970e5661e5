//! Tag pairs: `[White "Carlsen, Magnus"]`.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use super::bytes::{is_blank, line_end, trim_blanks, without_blanks};
use super::fault::Fault;
use crate::game_error::{GameError, Unterminated};

/// A tag pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The offset of its bracket in the text of the game, in bytes.
    pub offset: usize,
    /// The name, without blanks around it. It need not be UTF-8.
    pub name: &'a [u8],
    /// The value as it is written, with its escapes. It need not be UTF-8.
    pub raw: &'a [u8],
    /// The offset of the value in the text of the game, in bytes.
    pub value_offset: usize,
}

impl<'a> Tag<'a> {
    /// Returns the value without its escapes: `\"` is a quote, `\\` a backslash.
    pub fn value(&self) -> Cow<'a, [u8]> {
        let mut rest = self.raw;
        let mut value = Vec::new();
        while let Some(escape) = memchr(b'\\', rest) {
            let is_escape = matches!(rest.get(escape + 1), Some(b'\\' | b'"'));
            value.extend_from_slice(&rest[..escape]);
            value.push(if is_escape { rest[escape + 1] } else { b'\\' });
            rest = &rest[escape + 1 + usize::from(is_escape)..];
        }
        if value.is_empty() {
            return Cow::Borrowed(rest);
        }
        value.extend_from_slice(rest);
        Cow::Owned(value)
    }
}

/// What stands at a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket<'a> {
    /// A tag pair, and the offset after it.
    Tag(Tag<'a>, usize),
    /// Something without a value, which is passed over, and the offset after it.
    Other(usize),
    /// The text ends before the tag does.
    Open,
}

/// Reads what the bracket at `at` opens. A tag ends with its line, whether or not it is closed.
pub(super) fn read_bracket(text: &[u8], at: usize) -> Bracket<'_> {
    let (line, line_is_whole) = match memchr(b'\n', &text[at..]) {
        Some(end) => (&text[at..at + end], true),
        None => (&text[at..], false),
    };
    let quote = match memchr2(b'"', b']', line) {
        Some(quote) if line[quote] == b'"' => quote,
        Some(bracket) => {
            let rest = without_blanks(&line[bracket + 1..]);
            let rest = rest.strip_prefix(b"]").unwrap_or(rest);
            return Bracket::Other(at + line.len() - rest.len());
        }
        None if line_is_whole => return Bracket::Other(at + line.len()),
        None => return Bracket::Open,
    };
    let start = quote + 1;
    let end = match end_of_value(line, start) {
        Some(end) => end,
        None if line_is_whole => line.strip_suffix(b"\r").unwrap_or(line).len().max(start),
        None => return Bracket::Open,
    };
    let tag = Tag {
        offset: at,
        name: trim_blanks(&line[1..quote]),
        raw: &line[start..end],
        value_offset: at + start,
    };
    let after = (end + 1).min(line.len());
    let rest = without_blanks(&line[after..]);
    let rest = rest.strip_prefix(b"]").unwrap_or(rest);
    Bracket::Tag(tag, at + line.len() - rest.len())
}

/// The offset of the quote that ends the value that begins at `start`.
///
/// It is the first that is not escaped, unless more text follows it and the line ends in `"]`: the
/// quote is then part of the value, as in `[White "Sean O"Neil"]`.
fn end_of_value(line: &[u8], start: usize) -> Option<usize> {
    let mut first = None;
    let mut at = start;
    while let Some(found) = memchr2(b'"', b'\\', line.get(at..).unwrap_or_default()) {
        let quote = at + found;
        if line[quote] == b'\\' {
            at = quote + 2;
            continue;
        }
        let after = without_blanks(&line[quote + 1..]);
        let ends_value = matches!(after.first(), None | Some(b']' | b'['));
        if ends_value || first.is_none() && !line_ends_value(after) {
            return Some(quote);
        }
        first = first.or(Some(quote));
        at = quote + 1;
    }
    first
}

/// Whether a line ends in `"]`, blanks after it aside.
fn line_ends_value(line: &[u8]) -> bool {
    let line = trim_blanks(line);
    line.strip_suffix(b"]").is_some_and(|line| trim_blanks(line).ends_with(b"\""))
}

/// The tag pairs of a game, from [`Game::tags`](super::Game::tags).
///
/// A bracket without a value, as in `[Site]`, is passed over. A tag ends with its line, closed or
/// not; one that the text breaks off is an error, after which there are no tags.
#[derive(Clone, Debug)]
pub struct Tags<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Tags<'a> {
    pub(super) fn new(text: &'a [u8], at: usize) -> Tags<'a> {
        Tags { text, at }
    }

    /// The offset after what was read; after the last tag, that of the moves.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Passes over blanks and line ends, and over lines whose first word begins with `%`.
    fn skip_blanks(&mut self) {
        let mut is_new_line = false;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => {
                    is_new_line = true;
                    self.at += 1;
                }
                b'%' if is_new_line => self.at = line_end(self.text, self.at),
                _ if is_blank(byte) => self.at += 1,
                _ => return,
            }
        }
    }
}

impl<'a> Iterator for Tags<'a> {
    type Item = Result<Tag<'a>, Fault>;

    fn next(&mut self) -> Option<Result<Tag<'a>, Fault>> {
        while self.text.get(self.at) == Some(&b'[') {
            let (tag, after) = match read_bracket(self.text, self.at) {
                Bracket::Tag(tag, after) => (Some(tag), after),
                Bracket::Other(after) => (None, after),
                Bracket::Open => {
                    let open = Fault::at(self.at, 0, GameError::Unterminated(Unterminated::Tag));
                    self.at = self.text.len();
                    return Some(Err(open));
                }
            };
            self.at = after;
            self.skip_blanks();
            if let Some(tag) = tag {
                return Some(Ok(tag));
            }
        }
        None
    }
}
