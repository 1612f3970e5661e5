//! Where games end in a text, so that one bad game cannot take others with it.

use memchr::{memchr, memchr2, memchr3, memmem, memrchr2};

use super::bytes::{BYTE_ORDER_MARK, is_empty_line, line_end, starts_line, without_blanks};
use super::lead::Lead;
use super::tag::{Bracket, LineEnd, read_bracket};

/// Finds where games end in PGN text that comes in pieces.
///
/// A game ends at a blank line after its moves, or before a line that begins with `[`. Beyond that:
///
/// - A comment that is not terminated ends before a tag pair that follows a blank line.
/// - A game that has an `Event` and no moves, not even a result, ends before the next line that
///   follows a blank line and begins with the tag `Event`.
/// - Comments alone are no game: those between two games belong to the first of them.
///
/// ```
/// use zobrist_shakmaty::GameScanner;
///
/// let text = b"[Event \"a\"]\n\n1. e4 {oops\n\n[Event \"b\"]\n\n1. d4 *\n";
/// let mut scanner = GameScanner::new();
/// let first = scanner.end_of_game(text, true).unwrap();
/// assert_eq!(&text[first..first + 10], b"[Event \"b\"");
/// assert_eq!(scanner.end_of_game(&text[first..], true), Some(text.len() - first));
/// ```
#[derive(Clone, Debug)]
pub struct GameScanner {
    /// Whole lines were read up to here.
    scanned: usize,
    /// No line ends between `scanned` and here.
    searched: usize,
    /// Where the game has ended, if only comments were read since.
    ended: Option<usize>,
    part: Part,
    after_empty_line: bool,
}

/// What the next line is part of.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// Comments before a game, the last of which may not have ended.
    Lead { in_comment: bool },
    /// The tags of a game.
    Tags { has_event: bool },
    /// The moves of a game. Their comments were read up to an offset, and the last of them may not
    /// have ended there.
    Moves { read: usize, in_comment: bool },
}

impl Default for GameScanner {
    fn default() -> GameScanner {
        GameScanner::new()
    }
}

impl GameScanner {
    /// Creates a scanner at the start of a text.
    pub const fn new() -> GameScanner {
        GameScanner {
            scanned: 0,
            searched: 0,
            ended: None,
            part: Part::Lead { in_comment: false },
            after_empty_line: false,
        }
    }

    /// Returns the length of the game that `text` begins with, in bytes; `None` if its end has not
    /// come yet. Blank lines and comments before the first game and after each game are included.
    ///
    /// After `None`, call again with the same text and more after it; after a length, with the text
    /// of the next game. With `last`, nothing comes after `text`.
    ///
    /// Cost: each line is searched for its end, and for braces if it is of moves, once, however
    /// often more text comes; comments between games twice.
    pub fn end_of_game(&mut self, text: &[u8], last: bool) -> Option<usize> {
        while self.scanned < text.len() {
            if let Part::Tags { has_event: true } = self.part
                && self.searched <= self.scanned
                && let Some(length) = length_of_plain_tag(&text[self.scanned..])
                && !(self.after_empty_line && is_event(&text[self.scanned..]))
            {
                self.scanned += length;
                self.after_empty_line = false;
                continue;
            }
            let start = self.searched.max(self.scanned);
            let end = match memchr(b'\n', &text[start..]) {
                Some(length) => start + length + 1,
                None if last => text.len(),
                None => {
                    self.searched = text.len();
                    return None;
                }
            };
            if let Some(end) = self.read_line(text, end) {
                *self = GameScanner::new();
                return Some(end);
            }
        }
        if !last || self.scanned == 0 {
            return None;
        }
        let end = match (self.ended, self.part) {
            (Some(end), Part::Lead { in_comment: true }) => end,
            _ => text.len(),
        };
        *self = GameScanner::new();
        Some(end)
    }

    /// Returns the length of the game that `text` begins with if it has ended, though nothing that
    /// begins another has come: an empty line follows its moves.
    ///
    /// For a text that breaks off. `text` is that of the last call to
    /// [`end_of_game`](GameScanner::end_of_game), which has returned `None`.
    pub fn ended_game(&mut self, text: &[u8]) -> Option<usize> {
        if self.ended.is_some() {
            return self.ended;
        }
        let is_over = matches!(self.part, Part::Moves { .. }) && self.after_empty_line;
        (is_over && !self.in_comment(text)).then_some(self.scanned)
    }

    /// Reads the line that ends at `end`. Returns the end of the game if it came before this line.
    fn read_line(&mut self, text: &[u8], end: usize) -> Option<usize> {
        let line = &text[self.scanned..end];
        if is_empty_line(line) {
            self.after_empty_line = true;
            self.scanned = end;
            if matches!(self.part, Part::Lead { in_comment: false }) && self.ended.is_some() {
                self.ended = Some(end);
            }
            return None;
        }
        if self.begins_next_game(text, line) {
            match self.part {
                // Comments alone, the last not terminated: a game that cannot be read.
                Part::Lead { .. } => return Some(self.ended.unwrap_or(self.scanned)),
                _ => self.ended = Some(self.scanned),
            }
            self.part = Part::Lead { in_comment: false };
        }
        let mut at = self.scanned;
        if let Part::Lead { in_comment } = &mut self.part {
            at = match end_of_lead(&text[..end], at, in_comment) {
                Some(_) if self.ended.is_some() => return self.ended,
                Some(at) => {
                    self.part = Part::Tags { has_event: false };
                    at
                }
                None => end,
            };
        }
        if let Part::Tags { has_event } = &mut self.part {
            *has_event |= is_event(&text[at..end]);
            if let Some(read) = end_of_tags(&text[..end], at) {
                self.part = Part::Moves { read, in_comment: false };
            }
        }
        self.after_empty_line = false;
        self.scanned = end;
        None
    }

    /// Whether the game has ended before this line, which is not empty.
    fn begins_next_game(&mut self, text: &[u8], line: &[u8]) -> bool {
        let after_empty_line = self.after_empty_line;
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        match self.part {
            Part::Lead { in_comment } => in_comment && after_empty_line && is_tag_pair(line),
            Part::Tags { has_event } => has_event && after_empty_line && is_event(line),
            Part::Moves { .. } if !after_empty_line && !line.starts_with(b"[") => false,
            Part::Moves { .. } => !self.in_comment(text) || after_empty_line && is_tag_pair(line),
        }
    }

    /// Whether a comment among the moves goes on after the lines that were read.
    fn in_comment(&mut self, text: &[u8]) -> bool {
        let Part::Moves { read, in_comment } = &mut self.part else { return false };
        let text = &text[..self.scanned];
        match memrchr2(b'{', b'}', &text[*read..]) {
            // Whether or not it closes a comment, none is open after it.
            Some(last) if text[*read + last] == b'}' => *in_comment = false,
            Some(_) => *in_comment = goes_on(text, *read, *in_comment),
            None => {}
        }
        *read = text.len();
        *in_comment
    }
}

/// Whether a comment among moves goes on at the end of a text, if one does or not at `at`.
fn goes_on(text: &[u8], mut at: usize, mut in_comment: bool) -> bool {
    loop {
        if in_comment {
            match memchr(b'}', &text[at..]) {
                Some(length) => at += length + 1,
                None => return true,
            }
        }
        in_comment = false;
        let Some(length) = memchr3(b'{', b';', b'\n', &text[at..]) else { return false };
        at += length + 1;
        match text[at - 1] {
            b'{' => in_comment = true,
            b'\n' if text.get(at) != Some(&b'%') => {}
            _ => at = line_end(text, at),
        }
    }
}

/// The offset in the last line of `text`, which begins at `at`, of the first thing that is no
/// comment; `None` if there is none, or if a comment goes on after the line.
fn end_of_lead(text: &[u8], mut at: usize, in_comment: &mut bool) -> Option<usize> {
    if *in_comment {
        at += memchr(b'}', &text[at..])? + 1;
    }
    let lead = Lead::read(text, at);
    *in_comment = lead.open_comment.is_some();
    (lead.end < text.len()).then_some(lead.end)
}

/// The length of the line that a text begins with, if it is whole and a tag without brackets in its
/// value or an escape at its end, as most tags are.
fn length_of_plain_tag(text: &[u8]) -> Option<usize> {
    if !text.starts_with(b"[") {
        return None;
    }
    let end = memchr2(b']', b'\n', text)?;
    let after = match text[end..] {
        [b']', b'\n', ..] => end + 2,
        [b']', b'\r', b'\n', ..] => end + 3,
        _ => return None,
    };
    let tag = &text[..end];
    (tag.ends_with(b"\"") && !tag.ends_with(b"\\\"")).then_some(after)
}

/// The offset in the last line of `text`, from `start` on, of the first thing that is no tag; `None`
/// on most lines of tags.
fn end_of_tags(text: &[u8], start: usize) -> Option<usize> {
    let mut at = text.len() - without_blanks(&text[start..]).len();
    if text.get(at) == Some(&b'%') && starts_line(text, start) {
        return None;
    }
    let mut line = LineEnd::default();
    while text.get(at) == Some(&b'[') {
        at = match read_bracket(text, at, &mut line) {
            Bracket::Tag(_, after) | Bracket::Other(after) => {
                text.len() - without_blanks(&text[after..]).len()
            }
            Bracket::Open => return None,
        };
    }
    (!matches!(text.get(at), None | Some(b'\n'))).then_some(at)
}

fn is_event(line: &[u8]) -> bool {
    let name = line.strip_prefix(b"[").map(without_blanks);
    let after = name.and_then(|name| name.strip_prefix(b"Event"));
    after.is_some_and(|after| matches!(after.first(), Some(b' ' | b'\t' | b'"')))
}

fn is_tag_pair(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"[").map(without_blanks) else { return false };
    let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    name > 0 && without_blanks(&rest[name..]).starts_with(b"\"")
}

/// Offset of the first tag after a blank line, where a game begins for certain.
pub fn tag_after_blank_line(text: &[u8]) -> Option<usize> {
    let mut tags = memmem::find_iter(text, b"\n[");
    let start = tags.find(|end| {
        let before = &text[..*end];
        before.strip_suffix(b"\r").unwrap_or(before).ends_with(b"\n")
    })?;
    Some(start + 1)
}
