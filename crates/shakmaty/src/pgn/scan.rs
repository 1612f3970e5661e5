//! Finds where games end in a text, so that one malformed game does not affect others.

use memchr::{memchr, memchr2, memchr3, memmem, memrchr2};

use super::bytes::{BYTE_ORDER_MARK, is_empty_line, line_end, starts_line, trim_blanks_start};
use super::preamble::Preamble;
use super::tag::{Bracket, LineEnd, read_bracket};

/// Finds where games end in PGN text that comes in pieces.
///
/// A game ends at a blank line after its moves, or before a line that begins with `[`. In addition:
///
/// - A comment that is not terminated ends before a tag pair that follows a blank line.
/// - A game with an `Event` and neither moves nor a result ends before the next line that follows a
///   blank line and begins with the tag `Event`.
/// - Comments between two games belong to the first of them.
///
/// ```
/// use zobrist_shakmaty::pgn::GameScanner;
///
/// let text = b"[Event \"a\"]\n\n1. e4 {oops\n\n[Event \"b\"]\n\n1. d4 *\n";
/// let mut scanner = GameScanner::new();
/// let first = scanner.end_of_game(text, true).unwrap();
/// assert_eq!(&text[first..first + 10], b"[Event \"b\"");
/// assert_eq!(scanner.end_of_game(&text[first..], true), Some(text.len() - first));
/// ```
#[derive(Clone, Debug)]
pub struct GameScanner {
    /// Offset after the last whole line that was read.
    scanned: usize,
    /// Offset up to which there is no line end after `scanned`.
    searched: usize,
    /// Offset of the end of the game, if only comments were read since.
    ended: Option<usize>,
    /// Section of the next line.
    section: Section,
    after_empty_line: bool,
}

/// A section of a game.
#[derive(Clone, Copy, Debug)]
enum Section {
    /// Comments before a game. The last one may not have ended.
    Preamble { in_comment: bool },
    /// The tags of a game.
    Tags { has_event: bool },
    /// The moves of a game. Comments were read up to the offset `read`, where the last one may not
    /// have ended.
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
            section: Section::Preamble { in_comment: false },
            after_empty_line: false,
        }
    }

    /// Returns the length of the first game of `text`, in bytes, or `None` if its end has not come
    /// yet. Blank lines and comments before the first game and after each game are included. `last`
    /// is true if no more text follows.
    ///
    /// After `None`, call again with the same text and more after it; after a length, with the text
    /// from the next game on.
    ///
    /// Cost: each line is searched for its end once, however often more text comes, lines of moves
    /// also for braces; comments between games are read twice.
    pub fn end_of_game(&mut self, text: &[u8], last: bool) -> Option<usize> {
        while self.scanned < text.len() {
            if let Section::Tags { has_event: true } = self.section
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
        let end = match (self.ended, self.section) {
            (Some(end), Section::Preamble { in_comment: true }) => end,
            _ => text.len(),
        };
        *self = GameScanner::new();
        Some(end)
    }

    /// Returns the length of the first game of a text that breaks off, if an empty line after its
    /// moves shows that the game is complete.
    ///
    /// `text` is that of the last call to [`end_of_game`](GameScanner::end_of_game), which has
    /// returned `None`.
    pub fn end_if_complete(&mut self, text: &[u8]) -> Option<usize> {
        if self.ended.is_some() {
            return self.ended;
        }
        let is_complete = matches!(self.section, Section::Moves { .. }) && self.after_empty_line;
        (is_complete && !self.in_comment(text)).then_some(self.scanned)
    }

    /// Reads the line that ends at `end`. Returns the end of the game if the game ended before this
    /// line.
    fn read_line(&mut self, text: &[u8], end: usize) -> Option<usize> {
        let line = &text[self.scanned..end];
        if is_empty_line(line) {
            self.after_empty_line = true;
            self.scanned = end;
            if matches!(self.section, Section::Preamble { in_comment: false })
                && self.ended.is_some()
            {
                self.ended = Some(end);
            }
            return None;
        }
        if self.begins_next_game(text, line) {
            match self.section {
                // Comments alone, the last not terminated: an unreadable game of its own.
                Section::Preamble { .. } => return Some(self.ended.unwrap_or(self.scanned)),
                _ => self.ended = Some(self.scanned),
            }
            self.section = Section::Preamble { in_comment: false };
        }
        let mut at = self.scanned;
        if let Section::Preamble { in_comment } = &mut self.section {
            at = match end_of_preamble(&text[..end], at, in_comment) {
                Some(_) if self.ended.is_some() => return self.ended,
                Some(at) => {
                    self.section = Section::Tags { has_event: false };
                    at
                }
                None => end,
            };
        }
        if let Section::Tags { has_event } = &mut self.section {
            *has_event |= is_event(&text[at..end]);
            if let Some(read) = end_of_tags(&text[..end], at) {
                self.section = Section::Moves { read, in_comment: false };
            }
        }
        self.after_empty_line = false;
        self.scanned = end;
        None
    }

    /// True if the game has ended before this line, which is not empty.
    fn begins_next_game(&mut self, text: &[u8], line: &[u8]) -> bool {
        let after_empty_line = self.after_empty_line;
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        match self.section {
            Section::Preamble { in_comment } => in_comment && after_empty_line && is_tag_pair(line),
            Section::Tags { has_event } => has_event && after_empty_line && is_event(line),
            Section::Moves { .. } if !after_empty_line && !line.starts_with(b"[") => false,
            Section::Moves { .. } => {
                !self.in_comment(text) || after_empty_line && is_tag_pair(line)
            }
        }
    }

    /// True if a comment among the moves continues after the lines that were read.
    fn in_comment(&mut self, text: &[u8]) -> bool {
        let Section::Moves { read, in_comment } = &mut self.section else { return false };
        let text = &text[..self.scanned];
        match memrchr2(b'{', b'}', &text[*read..]) {
            // Even a stray brace leaves no comment open.
            Some(last) if text[*read + last] == b'}' => *in_comment = false,
            Some(_) => *in_comment = ends_in_comment(text, *read, *in_comment),
            None => {}
        }
        *read = text.len();
        *in_comment
    }
}

/// True if a comment among moves is open at the end of a text, given `in_comment` at the offset
/// `at`.
fn ends_in_comment(text: &[u8], mut at: usize, mut in_comment: bool) -> bool {
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

/// Returns the offset of the first tag or word in the last line of `text`, which begins at `at`;
/// `None` if the line has only comments. Updates `in_comment`.
fn end_of_preamble(text: &[u8], mut at: usize, in_comment: &mut bool) -> Option<usize> {
    if *in_comment {
        at += memchr(b'}', &text[at..])? + 1;
    }
    let preamble = Preamble::read(text, at);
    *in_comment = preamble.open_comment.is_some();
    (preamble.end < text.len()).then_some(preamble.end)
}

/// Returns the length of the first line of a text if it is one simple tag, as most tags are:
/// without brackets in its value or an escape at its end.
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

/// Returns the offset of the first word after the tags in the last line of `text`, from `start` on;
/// `None` if the line has only tags.
fn end_of_tags(text: &[u8], start: usize) -> Option<usize> {
    let mut at = text.len() - trim_blanks_start(&text[start..]).len();
    if text.get(at) == Some(&b'%') && starts_line(text, start) {
        return None;
    }
    let mut line = LineEnd::default();
    while text.get(at) == Some(&b'[') {
        at = match read_bracket(text, at, &mut line) {
            Bracket::Tag(_, after) | Bracket::Other(after) => {
                text.len() - trim_blanks_start(&text[after..]).len()
            }
            Bracket::Open => return None,
        };
    }
    (!matches!(text.get(at), None | Some(b'\n'))).then_some(at)
}

fn is_event(line: &[u8]) -> bool {
    let name = line.strip_prefix(b"[").map(trim_blanks_start);
    let after = name.and_then(|name| name.strip_prefix(b"Event"));
    after.is_some_and(|after| matches!(after.first(), Some(b' ' | b'\t' | b'"')))
}

fn is_tag_pair(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"[").map(trim_blanks_start) else { return false };
    let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    name > 0 && trim_blanks_start(&rest[name..]).starts_with(b"\"")
}

/// Returns the offset of the first tag after a blank line, where a game begins whatever came
/// before.
pub fn find_game_start(text: &[u8]) -> Option<usize> {
    let mut tags = memmem::find_iter(text, b"\n[");
    let start = tags.find(|end| {
        let before = &text[..*end];
        before.strip_suffix(b"\r").unwrap_or(before).ends_with(b"\n")
    })?;
    Some(start + 1)
}
