//! Where games end in PGN text, so that one bad game cannot take others with it.
//!
//! For the `pgn-reader` crate, an unterminated comment runs on through all games that follow, so
//! the text is cut into games first.

use memchr::{memchr, memchr2};

/// Finds where games end in PGN text that comes in pieces.
///
/// A game ends at a blank line after its moves, or before a line that begins with `[`. This is how
/// `pgn-reader` tells games apart, with three differences:
///
/// - A comment ends before a tag pair that follows a blank line: it was unterminated.
/// - A game that has an `Event` and no moves, not even a result, ends before the next
///   line that follows a blank line and begins with `[Event `.
/// - A byte order mark counts for nothing at the start of any game, not just the first.
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
#[derive(Clone, Debug, Default)]
pub struct GameScanner {
    /// Up to here, whole lines of the current game have been looked at.
    scanned: usize,
    /// Up to here, no line ends after those.
    searched: usize,
    in_moves: bool,
    in_comment: bool,
    after_blank: bool,
    has_event: bool,
}

impl GameScanner {
    /// Creates a scanner at the start of a text.
    pub const fn new() -> GameScanner {
        GameScanner {
            scanned: 0,
            searched: 0,
            in_moves: false,
            in_comment: false,
            after_blank: false,
            has_event: false,
        }
    }

    /// Returns the length of the game that `text` begins with, blank lines before and after it
    /// included, in bytes; `None` if its end has not come yet.
    ///
    /// After `None`, call again with the same text and more after it; after a length, with the text
    /// of the next game. With `last`, nothing comes after `text`.
    ///
    /// Each byte is looked at once, however often more text comes.
    pub fn end_of_game(&mut self, text: &[u8], last: bool) -> Option<usize> {
        while self.scanned < text.len() {
            let start = self.searched.max(self.scanned);
            let line = match memchr(b'\n', &text[start..]) {
                Some(end) => &text[self.scanned..=start + end],
                None if last => &text[self.scanned..],
                None => {
                    self.searched = text.len();
                    return None;
                }
            };
            if self.begins_next_game(line) {
                let end = self.scanned;
                *self = GameScanner::new();
                return Some(end);
            }
            self.read(line);
        }
        (last && self.scanned > 0).then(|| {
            *self = GameScanner::new();
            text.len()
        })
    }

    /// Whether the game has ended before this line.
    fn begins_next_game(&self, line: &[u8]) -> bool {
        if is_blank(line) {
            return false;
        }
        let line = without_byte_order_mark(line);
        if self.in_comment {
            return self.after_blank && is_tag_pair(line);
        }
        let moves_have_ended = self.in_moves && (self.after_blank || line.starts_with(b"["));
        // A game without any moves, not even a result.
        let tags_begin_anew = self.has_event && self.after_blank && is_event(line);
        moves_have_ended || tags_begin_anew
    }

    fn read(&mut self, line: &[u8]) {
        let mut rest = if self.scanned == 0 { without_byte_order_mark(line) } else { line };
        self.scanned += line.len();
        self.after_blank = is_blank(line);
        if !self.in_comment {
            if !self.in_moves {
                rest = without_space(rest);
            }
            if rest.starts_with(b"%") {
                return;
            }
            if !self.in_moves {
                self.has_event |= is_event(rest);
                rest = without_tags(rest);
                self.in_moves = !rest.is_empty();
            }
        }
        loop {
            if self.in_comment {
                let Some(end) = memchr(b'}', rest) else { return };
                self.in_comment = false;
                rest = &rest[end + 1..];
            }
            match memchr2(b'{', b';', rest) {
                Some(start) if rest[start] == b'{' => {
                    self.in_comment = true;
                    rest = &rest[start + 1..];
                }
                // The rest of the line is a comment, or there is none.
                _ => return,
            }
        }
    }
}

/// What follows the tags that a line begins with: nothing on most lines of tags.
pub(crate) fn without_tags(line: &[u8]) -> &[u8] {
    let mut rest = line;
    while rest.starts_with(b"[") {
        let end = memchr2(b'"', b']', rest).unwrap_or(rest.len());
        let opens_value = rest.get(end) == Some(&b'"');
        rest = rest.get(end + 1..).unwrap_or_default();
        if opens_value {
            rest = without_value(rest);
        }
        rest = without_space(rest);
        rest = rest.strip_prefix(b"]").map_or(rest, without_space);
    }
    rest
}

/// What follows the value that a text begins with, and the quote after it.
fn without_value(text: &[u8]) -> &[u8] {
    let mut rest = text;
    while let Some(end) = memchr2(b'"', b'\\', rest) {
        if rest[end] == b'"' {
            return &rest[end + 1..];
        }
        rest = rest.get(end + 2..).unwrap_or_default();
    }
    b""
}

pub(crate) fn without_space(text: &[u8]) -> &[u8] {
    let space = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    &text[space.count()..]
}

fn without_byte_order_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line)
}

fn is_blank(line: &[u8]) -> bool {
    matches!(line, b"\n" | b"\r\n")
}

fn is_event(line: &[u8]) -> bool {
    line.starts_with(b"[Event ")
}

fn is_tag_pair(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"[") else { return false };
    let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    name > 0 && rest[name..].starts_with(b" \"")
}

/// The line on which the comment begins that the text does not terminate.
pub(crate) fn open_comment_offset(text: &[u8]) -> Option<usize> {
    let mut scanner = GameScanner::new();
    let mut start = None;
    let mut offset = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let goes_on = scanner.in_comment && !line.contains(&b'}');
        scanner.read(line);
        if !scanner.in_comment {
            start = None;
        } else if !goes_on {
            start = Some(offset);
        }
        offset += line.len();
    }
    start
}
