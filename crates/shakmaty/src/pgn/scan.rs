//! Finds where games end in a text, so that one malformed game does not affect others.
//!
//! A text is cut into games before they are read. An unterminated comment would otherwise run on to
//! the next closing brace, which may be many games away. Cutting also lets all cores read.

use std::mem;

use memchr::{memchr, memchr3, memmem};

use super::move_text::{MoveText, Suspicion, suspicion};
use super::preamble::Preamble;
use super::tag::{Bracket, LineEnd, read_bracket, typographic_quote};
use super::word::{
    BYTE_ORDER_MARK, after_line_end, line_end, starts_line, trim_blanks_start, trim_margin,
};

/// Finds where games end in PGN text that comes in pieces.
///
/// Empty lines do not end a game. It ends before
///
/// - the first move or move number after its result, outside comments and variations;
/// - a line that begins with a tag, after blanks or `>`, and `[Event "` anywhere outside comments;
///   but not before other tags if only words that cannot be moves have come since the last, without
///   an empty line;
/// - a paragraph that begins with the number 1 and a move, if the game has moves;
/// - the next paragraph, if the game has moves, and neither tags nor move numbers.
///
/// In addition:
///
/// - A comment or a variation that is not terminated ends before a tag pair that follows an empty
///   line.
/// - A game with an `Event` and neither moves, a result nor a comment ends before the next line
///   that follows an empty line and begins with the tag `Event`.
/// - Comments and words between two games belong to the first of them. After its result, comments
///   directly before the next game belong to that if their paragraph begins with them.
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
    /// Offset of the line whose end was searched last.
    line: usize,
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
    /// The moves of a game. From the offset `checked` on, nothing is known of them but where lines
    /// begin.
    Moves { moves: MoveText, checked: usize, has_event: bool },
}

/// The most bytes of moves whose lines are read before they are checked.
const UNCHECKED: usize = 2 << 10;

impl Default for GameScanner {
    fn default() -> GameScanner {
        GameScanner::new()
    }
}

impl GameScanner {
    /// The number of the rule of where a game ends, which indexes record: it changes when the rule
    /// does.
    pub const RULE: u32 = 1;

    /// Creates a scanner at the start of a text.
    #[must_use]
    pub const fn new() -> GameScanner {
        GameScanner {
            scanned: 0,
            searched: 0,
            line: 0,
            section: Section::Preamble { in_comment: false },
            after_empty_line: false,
        }
    }

    /// Returns the length of the first game of `text`, in bytes, or `None` if its end has not come
    /// yet. Empty lines and comments before the first game and after each game are included. `last`
    /// is true if no more text follows.
    ///
    /// After `None`, call again with the same text and more after it; after a length, with the text
    /// from the next game on.
    ///
    /// Cost: each line is searched for its end once, however often more text comes, lines of moves
    /// also for what may be a result. Only where a game may end amid its lines are they read word
    /// by word.
    pub fn end_of_game(&mut self, text: &[u8], last: bool) -> Option<usize> {
        let end = self.next_end(text, last)?;
        // The next game may begin on the line that was read last, whose end is known.
        let searched = if end >= self.line { self.searched.saturating_sub(end) } else { 0 };
        *self = GameScanner { searched, ..GameScanner::new() };
        Some(end)
    }

    fn next_end(&mut self, text: &[u8], last: bool) -> Option<usize> {
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
            let Some(end) = self.line_end(text, last) else { break };
            if let Some(end) = self.read_line(text, end) {
                return Some(end);
            }
        }
        if let Some(end) = self.check(&text[..self.scanned]) {
            return Some(end);
        }
        (last && !text.is_empty()).then(|| self.end_of_text(text))
    }

    /// Returns the end of the game if no more text comes.
    fn end_of_text(&self, text: &[u8]) -> usize {
        let end = match &self.section {
            Section::Moves { moves, .. } => moves.end_of_text(),
            _ => None,
        };
        end.unwrap_or(text.len())
    }

    /// Returns the offset after the next line, if all of it has come.
    fn line_end(&mut self, text: &[u8], last: bool) -> Option<usize> {
        let end = line_end(text, self.searched.max(self.scanned));
        (self.searched, self.line) = (end, self.scanned);
        match text.get(end) {
            // A line feed may follow.
            Some(b'\r') if !last && end + 1 == text.len() => None,
            Some(_) => Some(after_line_end(text, end)),
            None => last.then_some(end),
        }
    }

    /// Returns the length of the first game of a text that breaks off, if its result has come, or
    /// an empty line after moves without tags and numbers.
    ///
    /// `text` is that of the last call to [`end_of_game`](GameScanner::end_of_game), which has
    /// returned `None`.
    pub fn end_if_complete(&mut self, text: &[u8]) -> Option<usize> {
        let Section::Moves { moves, .. } = &mut self.section else { return None };
        if let Some(end) = moves.read(&text[..self.scanned]) {
            return Some(end);
        }
        let is_complete =
            moves.has_result() || self.after_empty_line && moves.ends_with_paragraph();
        (is_complete && !moves.in_comment()).then_some(self.scanned)
    }

    /// Reads the line that ends at `end`. Returns the end of the game if it is known now.
    fn read_line(&mut self, text: &[u8], end: usize) -> Option<usize> {
        let start = self.scanned;
        let line = trim_margin(&text[start..end]);
        if matches!(line, [] | [b'\n', ..]) {
            self.after_empty_line = true;
            self.scanned = end;
            return None;
        }
        let after_empty_line = mem::replace(&mut self.after_empty_line, false);
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        let text = &text[..end];
        match self.section {
            // Comments alone, the last not terminated: an unreadable game of its own.
            Section::Preamble { in_comment: true } if after_empty_line && is_tag_pair(line) => {
                return Some(start);
            }
            Section::Tags { has_event: true } if after_empty_line && is_event(line) => {
                return Some(start);
            }
            Section::Preamble { mut in_comment } => {
                match end_of_preamble(text, start, &mut in_comment) {
                    Some(at) => self.read_tags(text, at, false),
                    None => self.section = Section::Preamble { in_comment },
                }
            }
            Section::Tags { has_event } => self.read_tags(text, start, has_event),
            Section::Moves { moves, has_event, .. } => {
                // Only a tag pair after an empty line ends what is not terminated.
                let is_certain = after_empty_line && is_tag_pair(line);
                if is_certain || is_tag(line) {
                    let before = &text[..start];
                    let ended =
                        if is_certain { self.check(before) } else { self.read_moves(before) };
                    if ended.is_none()
                        && !after_empty_line
                        && !is_event(line)
                        && self.is_amid_tags()
                    {
                        self.read_tags(text, start, has_event);
                        self.scanned = end;
                        return None;
                    }
                    if let Some(end) = ended.or_else(|| self.end_before_tag(start, is_certain)) {
                        return Some(end);
                    }
                }
                if after_empty_line || moves.expects_next_game() {
                    self.scanned = end;
                    return self.read_moves(text);
                }
            }
        }
        self.scanned = end;
        match self.section {
            Section::Moves { checked, .. } if end - checked > UNCHECKED => self.check(text),
            _ => None,
        }
    }

    /// Reads the tags of a line, which begins at `at`, and its first word if it has one.
    fn read_tags(&mut self, text: &[u8], at: usize, has_event: bool) {
        let has_tags = !matches!(self.section, Section::Preamble { .. }) || text[at] == b'[';
        let has_event = has_event || is_event(trim_margin(&text[at..]));
        self.section = match end_of_tags(text, at) {
            Some(at) => {
                Section::Moves { moves: MoveText::new(at, has_tags), checked: at, has_event }
            }
            None => Section::Tags { has_event },
        };
    }

    fn is_amid_tags(&self) -> bool {
        matches!(&self.section, Section::Moves { moves, .. } if moves.is_amid_tags())
    }

    /// Looks for an end of the game among its moves, which need not be read word by word if there
    /// is nothing like a result.
    fn check(&mut self, text: &[u8]) -> Option<usize> {
        let Section::Moves { moves, checked, .. } = &mut self.section else { return None };
        if !moves.expects_next_game() {
            match suspicion(&text[*checked..]) {
                Suspicion::Nothing => {
                    *checked = text.len();
                    return None;
                }
                // It may be no result. That does not matter yet: it is found again, with what comes
                // after it.
                Suspicion::Result(at) => {
                    *checked += at.saturating_sub(1);
                    return None;
                }
                Suspicion::Something => {}
            }
        }
        self.read_moves(text)
    }

    /// The end of a game of which a tag comes at an offset; `None` if that stands in a comment.
    fn end_before_tag(&self, tag: usize, is_certain: bool) -> Option<usize> {
        let Section::Moves { moves, .. } = &self.section else { return None };
        (is_certain || !moves.in_comment()).then(|| moves.end_before(tag))
    }

    /// Reads the moves word by word.
    fn read_moves(&mut self, text: &[u8]) -> Option<usize> {
        let Section::Moves { moves, checked, .. } = &mut self.section else { return None };
        *checked = text.len();
        moves.read(text)
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
    let end = memchr3(b']', b'\n', b'\r', text)?;
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
    let mut at = text.len() - trim_margin(&text[start..]).len();
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
    after_name(line).is_some_and(begins_value)
}

/// True for a tag pair, and for a tag without a value, as `[Site]`.
pub(super) fn is_tag(line: &[u8]) -> bool {
    after_name(line).is_some_and(|rest| rest.starts_with(b"]") || begins_value(rest))
}

fn begins_value(rest: &[u8]) -> bool {
    rest.starts_with(b"\"") || typographic_quote(rest).is_some()
}

/// Returns the text after the name of a tag with which a line begins.
fn after_name(line: &[u8]) -> Option<&[u8]> {
    let rest = trim_blanks_start(line.strip_prefix(b"[")?);
    let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    (name > 0).then(|| trim_blanks_start(&rest[name..]))
}

/// Returns the offset of the first tag after a blank line, where a game begins whatever came
/// before.
#[must_use]
pub fn find_game_start(text: &[u8]) -> Option<usize> {
    let mut tags = memmem::find_iter(text, b"\n[");
    let start = tags.find(|end| {
        let before = &text[..*end];
        before.strip_suffix(b"\r").unwrap_or(before).ends_with(b"\n")
    })?;
    Some(start + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    /// The pieces of a text, of whose moves every word is read as it comes.
    fn by_words(mut text: &[u8]) -> Vec<&[u8]> {
        let mut pieces = Vec::new();
        while !text.is_empty() {
            let mut scanner = GameScanner::new();
            let mut end = None;
            let mut at = 0;
            while at < text.len() {
                at = match line_end(text, at) {
                    line if line < text.len() => after_line_end(text, line),
                    end => end,
                };
                if let Some(found) =
                    scanner.read_line(text, at).or_else(|| scanner.read_moves(&text[..at]))
                {
                    end = Some(found);
                    break;
                }
            }
            let end = end.unwrap_or_else(|| scanner.end_of_text(text));
            pieces.push(&text[..end]);
            text = &text[end..];
        }
        pieces
    }

    fn pieces(mut text: &[u8]) -> Vec<&[u8]> {
        let mut pieces = Vec::new();
        let mut scanner = GameScanner::new();
        while let Some(end) = scanner.end_of_game(text, true) {
            pieces.push(&text[..end]);
            text = &text[end..];
        }
        pieces
    }

    const FRAGMENTS: &[&str] = &[
        "[Event \"a\"]\n",
        "[Site \"b\"]\n",
        "[Event \"",
        "[White x]\n",
        "[",
        "]",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "  ",
        ">",
        "> ",
        "%",
        "% e4\n",
        "; c\n",
        "{",
        "}",
        "{c}",
        "{c}\n",
        "(",
        ")",
        "(e4)",
        "1. ",
        "1.",
        "1... ",
        "1 ",
        "2. ",
        "1, ",
        "12",
        "e4",
        "e5 ",
        "Nf3",
        "O-O",
        "0-0",
        "--",
        "1-0",
        "1-0\n",
        "0-1 ",
        "1/2-1/2",
        "1/2\u{2013}1/2",
        "\u{bd}-\u{bd} ",
        "1/2",
        "*",
        "* ",
        "1:0",
        "resigns",
        "mate",
        "N",
        "!",
        "$1",
        "+-",
        "\u{a0}",
        "\u{2026}",
        "\u{2658}f3",
        "\0",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn games_end_where_they_do_word_by_word(
            fragments in prop::collection::vec(select(FRAGMENTS), 0..30)
        ) {
            let text = |pieces: Vec<&[u8]>| -> Vec<String> {
                pieces.into_iter().map(|piece| String::from_utf8_lossy(piece).into_owned()).collect()
            };
            let whole = fragments.concat();
            prop_assert_eq!(text(pieces(whole.as_bytes())), text(by_words(whole.as_bytes())));
        }
    }
}
