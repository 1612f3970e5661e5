//! Finds the word before which a game has ended, among its moves.

use memchr::{memchr, memchr_iter, memchr3};

use super::notation::is_like_a_move;
use super::word::{
    ByteClass, CLASSES, EVENT, after_line_end, are_signs, is_castling, is_null_move,
    is_number_before, line_end, result, space_length, word_length,
};

/// The moves of a game, read word by word.
///
/// The game has ended before
///
/// - the first move or move number after its result,
/// - the number of a first move with which a paragraph begins, if a move stands before it,
/// - the first word or number of a paragraph, if moves without numbers and tags stand before it,
/// - `[Event "`,
///
/// outside comments; all but the last outside variations, too. Comments directly before, in a
/// paragraph that begins with them, belong to the next game if this one has a result.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveText {
    /// Offset up to which the text was read.
    at: usize,
    open: Open,
    /// The number of variations that are open.
    depth: usize,
    has_tags: bool,
    has_number: bool,
    has_move: bool,
    has_result: bool,
    amid_tags: AmidTags,
    paragraph: Paragraph,
    /// Offset of the line.
    line: usize,
    line_is_blank: bool,
    /// Offset of the comments with which the paragraph begins, if it has nothing else so far.
    comments: Option<usize>,
}

/// The construct that continues at the end of the text that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Nothing,
    /// A comment in braces.
    Comment,
    /// Text that ends with its line: a comment after `;`, or text that `%` escapes.
    Line,
}

/// The contents of a paragraph so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paragraph {
    Nothing,
    Comments,
    Words,
}

/// States if the tags may go on after words that are no moves, before an empty line, a comment, a
/// variation, a number and a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AmidTags {
    No,
    /// No words have come but annotations.
    Undecided,
    /// The first word is a fault, at which the reader stops.
    Yes,
}

impl AmidTags {
    #[cold]
    fn after(self, kind: WordKind, word: &[u8]) -> AmidTags {
        match kind {
            WordKind::Number | WordKind::Result => AmidTags::No,
            WordKind::Other => self,
            WordKind::Move if is_like_a_move(word) => AmidTags::No,
            WordKind::Move if self == AmidTags::Yes || is_prose(word) => AmidTags::Yes,
            WordKind::Move => AmidTags::No,
        }
    }
}

/// True for a word of letters that cannot be a move, an annotation or a part of one.
fn is_prose(word: &[u8]) -> bool {
    let word = String::from_utf8_lossy(word);
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    // Captures by files alone, and castling without hyphens.
    let is_move = |letter| "abcdefghxKQRBNOo".contains(letter);
    word.chars().all(char::is_alphabetic)
        && word.chars().count() > 1
        && !word.chars().all(is_move)
        && !matches!(word, "ep" | "mate" | "null")
}

impl MoveText {
    /// The moves from the offset `at` on, which may follow tags.
    pub(super) fn new(at: usize, has_tags: bool) -> MoveText {
        MoveText {
            at,
            open: Open::Nothing,
            depth: 0,
            has_tags,
            has_number: false,
            has_move: false,
            has_result: false,
            amid_tags: if has_tags { AmidTags::Undecided } else { AmidTags::No },
            paragraph: Paragraph::Words,
            // The text before this on the line is no margin.
            line: usize::MAX,
            line_is_blank: false,
            comments: None,
        }
    }

    /// True if a comment is open.
    pub(super) fn in_comment(&self) -> bool {
        self.open == Open::Comment
    }

    /// True if the result has come.
    pub(super) fn has_result(&self) -> bool {
        self.has_result
    }

    /// True if the next tag belongs to the game, as after a value that goes on in the next line:
    /// the game is refused for a word before it.
    pub(super) fn is_amid_tags(&self) -> bool {
        self.amid_tags == AmidTags::Yes
    }

    /// True if the next word may begin the next game.
    pub(super) fn expects_next_game(&self) -> bool {
        self.has_result || self.paragraph != Paragraph::Words
    }

    /// True if an empty line ends the game: moves without numbers and tags came before it.
    pub(super) fn ends_with_paragraph(&self) -> bool {
        self.has_move && !self.has_tags && !self.has_number && self.is_outside()
    }

    /// The end of the game if the next one begins at an offset, up to which all was read.
    pub(super) fn end_before(&self, next: usize) -> usize {
        self.comments.filter(|_| self.has_result).unwrap_or(next)
    }

    /// The end of the game if nothing more comes: a comment that is not terminated takes no game
    /// with it that has its result.
    pub(super) fn end_of_text(&self) -> Option<usize> {
        self.comments.filter(|_| self.has_result && self.in_comment())
    }

    fn is_outside(&self) -> bool {
        self.depth == 0 && self.open != Open::Comment
    }

    /// Reads whole lines, up to the end of the text. Returns the end of the game if it has ended
    /// before one of their words.
    pub(super) fn read(&mut self, text: &[u8]) -> Option<usize> {
        while let Some(&byte) = text.get(self.at) {
            match self.open {
                Open::Comment => match memchr(b'}', &text[self.at..]) {
                    Some(length) => {
                        self.at += length + 1;
                        self.open = Open::Nothing;
                    }
                    None => self.at = text.len(),
                },
                Open::Line => {
                    self.at = line_end(text, self.at);
                    self.open = Open::Nothing;
                }
                Open::Nothing => {
                    if let Some(end) = self.read_mark(text, byte) {
                        return Some(end);
                    }
                }
            }
        }
        None
    }

    /// Reads a word, or a byte between words.
    fn read_mark(&mut self, text: &[u8], byte: u8) -> Option<usize> {
        let start = self.at;
        self.at += 1;
        match CLASSES[byte as usize] {
            _ if matches!(byte, b'\n' | b'\r') => self.end_line(text, start),
            _ if matches!(byte, b' ' | b'\t') => {}
            _ if byte == b'>' && self.line_is_blank => {}
            _ if byte == b'%' && self.line == start => {
                self.line_is_blank = false;
                self.open = Open::Line;
            }
            ByteClass::Lead if let Some(length) = space_length(text, start) => {
                self.line_is_blank = false;
                self.at = start + length;
            }
            ByteClass::Brace | ByteClass::Semicolon => {
                self.amid_tags = AmidTags::No;
                if self.paragraph == Paragraph::Nothing {
                    self.paragraph = Paragraph::Comments;
                    self.comments = Some(start);
                }
                self.line_is_blank = false;
                self.open = if byte == b'{' { Open::Comment } else { Open::Line };
            }
            ByteClass::Bracket if text[start..].starts_with(EVENT) => {
                return Some(self.end_before(start));
            }
            ByteClass::Gap | ByteClass::LineEnd | ByteClass::Bracket => {
                if byte == b')' {
                    self.depth = self.depth.saturating_sub(1);
                }
                self.line_is_blank = false;
            }
            ByteClass::Parenthesis => {
                self.depth += 1;
                self.amid_tags = AmidTags::No;
                self.end_comments();
            }
            _ => return self.read_word(text, start),
        }
        None
    }

    fn end_line(&mut self, text: &[u8], start: usize) {
        self.at = after_line_end(text, start);
        if self.line_is_blank {
            self.paragraph = Paragraph::Nothing;
            self.comments = None;
            self.amid_tags = AmidTags::No;
        }
        self.line_is_blank = true;
        self.line = self.at;
    }

    /// Notes that something else than a comment stands in the paragraph.
    fn end_comments(&mut self) {
        self.paragraph = Paragraph::Words;
        self.line_is_blank = false;
        self.comments = None;
    }

    fn read_word(&mut self, text: &[u8], start: usize) -> Option<usize> {
        let begins_paragraph = self.paragraph != Paragraph::Words;
        let comments = self.comments;
        self.end_comments();
        let word = Word::read(text, start);
        self.at = start + word.length;
        if self.depth > 0 {
            return None;
        }
        if self.amid_tags != AmidTags::No {
            self.amid_tags = self.amid_tags.after(word.kind, &text[start..self.at]);
        }
        match word.kind {
            WordKind::Result => self.has_result = true,
            WordKind::Number | WordKind::Move if self.has_result => {
                if word.begins_next_game(text, start) {
                    self.comments = comments;
                    return Some(self.end_before(start));
                }
            }
            WordKind::Number | WordKind::Move
                if begins_paragraph
                    && self.has_move
                    // At the begin of a text, it would escape its line.
                    && text[start] != b'%'
                    && (!self.has_tags && !self.has_number
                        || word.kind == WordKind::Number && is_first_number(text, start)) =>
            {
                return Some(start);
            }
            WordKind::Number => self.has_number = true,
            WordKind::Move => self.has_move = true,
            WordKind::Other => {}
        }
        None
    }
}

/// A word, or a sign that is like one.
struct Word {
    length: usize,
    kind: WordKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WordKind {
    Number,
    Move,
    Result,
    /// An annotation or a sign.
    Other,
}

impl Word {
    fn read(text: &[u8], start: usize) -> Word {
        let byte = text[start];
        let class = CLASSES[byte as usize];
        match class {
            ByteClass::Star => return Word { length: 1, kind: WordKind::Result },
            ByteClass::Glyph => return Word { length: 1, kind: WordKind::Other },
            ByteClass::Dollar => {
                let length = 1 + word_length(text, start + 1);
                return Word { length, kind: WordKind::Other };
            }
            _ => {}
        }
        let length = word_length(text, start).max(1);
        let word = &text[start..start + length];
        let kind = match result(word) {
            Some(Some(_)) => WordKind::Result,
            // Half a result.
            Some(None) => WordKind::Other,
            None if class == ByteClass::Digit => {
                let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let is_move = word.starts_with(b"00") || is_castling(word);
                if is_number_before(&text[start + digits..]) {
                    return Word { length: digits + 1, kind: WordKind::Number };
                }
                if digits == length && !is_move { WordKind::Number } else { WordKind::Move }
            }
            None if are_signs(word) && !is_null_move(word) => WordKind::Other,
            None => WordKind::Move,
        };
        Word { length, kind }
    }

    /// True if a number or move after a result begins the next game: a number with a dot, one
    /// before a move, and what is like a move.
    fn begins_next_game(&self, text: &[u8], start: usize) -> bool {
        let after = start + self.length;
        match self.kind {
            WordKind::Number => match text[after..] {
                // A date.
                [b'.', ..] if text[..start].ends_with(b".") => false,
                [b'.', b'0'..=b'9', ..] => false,
                [b'.', ..] => true,
                _ => is_before_a_move(text, after).unwrap_or(false),
            },
            _ => is_like_a_move(&text[start..after]),
        }
    }
}

/// True if the number at an offset is that of a first move of White: 1 with a dot, a comma, a colon
/// or blanks, and a move, which may stand on the next line after a dot.
fn is_first_number(text: &[u8], start: usize) -> bool {
    match text[start..] {
        [b'1', b'.', b'.', ..] => false,
        [b'1', b'.', ..] => is_before_a_move(text, start + 2).unwrap_or(true),
        [b'1', b',' | b':' | b' ' | b'\t', ..] => {
            is_before_a_move(text, start + 2).unwrap_or(false)
        }
        _ => false,
    }
}

/// True if the next word on the line is like a move; `None` if the line has none.
fn is_before_a_move(text: &[u8], mut at: usize) -> Option<bool> {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    match text.get(at) {
        None | Some(b'\n' | b'\r' | b'{' | b'(' | b';') => None,
        // There the game ends.
        Some(b'[') if text[at..].starts_with(EVENT) => None,
        Some(_) => Some(is_like_a_move(&text[at..at + word_length(text, at)])),
    }
}

/// Text of moves that may end a game before the next tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suspicion {
    Nothing,
    /// A possible result, with nothing but blanks and line ends after it.
    Result(usize),
    /// Text that has to be read word by word.
    Something,
}

/// Looks for results and for `[Event "` in a text of whole lines, without reading its words. In
/// comments and other words are some that are none.
pub(super) fn suspicion(text: &[u8]) -> Suspicion {
    let is_event = |at: &usize| text[..*at].ends_with(b"[") && text[*at..].starts_with(&EVENT[1..]);
    if memchr_iter(b'E', text).any(|at| is_event(&at)) {
        return Suspicion::Something;
    }
    let mut from = 0;
    while let Some(length) = memchr3(b'-', b'*', 0xe2, &text[from..]) {
        let at = from + length;
        from = at + 1;
        let Some(after) = after_result(text, at) else { continue };
        let rest = &text[after..];
        let is_last = rest.len() < MAX_GAP && rest.trim_ascii().is_empty();
        return if is_last { Suspicion::Result(at) } else { Suspicion::Something };
    }
    Suspicion::Nothing
}

/// The most bytes after a result that are looked through again and again.
const MAX_GAP: usize = 64;

/// Returns the offset after a result whose star or dash is at `at`.
fn after_result(text: &[u8], at: usize) -> Option<usize> {
    let after = match text[at..] {
        [b'*', ..] => return Some(at + 1),
        [b'-', ..] => at + 1,
        [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => at + 3,
        _ => return None,
    };
    let (before, rest) = (text[..at].last()?, &text[after..]);
    let length = match (before, rest) {
        (b'1', [b'0', ..]) | (b'0', [b'1', ..]) => 1,
        (b'2' | 0xbd, [b'1', b'/', b'2', ..]) => 3,
        (b'2' | 0xbd, [0xc2, 0xbd, ..]) => 2,
        _ => return None,
    };
    Some(after + length)
}
