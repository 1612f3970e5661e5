//! Pieces of the games to read: each has whole games, of a file or of texts in memory, for one
//! thread.

use std::sync::Arc;

use zobrist_game_text::{Chunk, Notes, Rejection, has_game, judge};
use zobrist_index::TextEncoding;
use zobrist_input::Listener;
use zobrist_shakmaty::pgn::GameScanner;

use super::texts::{Texts, TextsEncoding};

/// Number of bytes of a text in memory that are replayed at once.
const AT_ONCE: usize = 128 << 10;

/// Whole games that one thread replays.
pub(crate) enum Piece {
    Chunk(Box<Chunk>),
    Cut(Cut),
}

/// Some of the games in memory.
pub(crate) struct Cut {
    texts: Arc<Texts>,
    encoding: Arc<TextsEncoding>,
    /// The number of the first text.
    first: usize,
    /// The texts, whole, or a part of the first.
    what: CutOf,
}

enum CutOf {
    Texts(usize),
    Part(Part),
}

/// A part of a text.
struct Part {
    start: usize,
    /// The line of its first byte, from 1.
    line: u64,
    /// The number of games before it.
    games: u64,
    /// The ends of its games, from `start` on.
    ends: Vec<usize>,
}

/// The games of a text, or of a part of it.
pub(crate) struct GamesOfText<'a> {
    pub(crate) file: Arc<str>,
    pub(crate) text: &'a [u8],
    /// The ends of the games in the text.
    pub(crate) ends: &'a [usize],
    /// The number of the first game within the file, from 1.
    pub(crate) first: u64,
    /// The offset of the text in the file.
    pub(crate) offset: u64,
    /// The line of the text in the file, from 1.
    line: u64,
    /// The encoding of tags that are not UTF-8.
    pub(crate) encoding: TextEncoding,
    notice: EncodingNotice<'a>,
}

/// The notice that tags are not UTF-8: counted for a file, given once for texts.
#[derive(Clone, Copy)]
enum EncodingNotice<'a> {
    Notes(&'a Notes),
    Texts(&'a TextsEncoding),
}

impl GamesOfText<'_> {
    /// Counts games, by their numbers from 0 in the text, with tags that are not UTF-8.
    pub(crate) fn decoded(&self, games: &[usize]) {
        for number in games {
            match self.notice {
                EncodingNotice::Notes(notes) => notes.decoded(self.first + *number as u64),
                EncodingNotice::Texts(encoding) => encoding.tell(),
            }
        }
    }

    /// A rejection at a byte of the text.
    pub(crate) fn reject(&self, at: usize, reason: String) -> Rejection {
        let line = self.line + lines(&self.text[..at]);
        Rejection::new(self.file.clone(), line, self.offset + at as u64, reason)
    }
}

impl Piece {
    /// Calls `each` with the games of each file, or the rejection of a text that holds none. A file
    /// without games is rejected by its chunk.
    pub(crate) fn for_each_text(&self, mut each: impl FnMut(Result<&GamesOfText, Rejection>)) {
        match self {
            Piece::Chunk(chunk) => each(Ok(&GamesOfText {
                file: chunk.file.clone(),
                text: &chunk.text,
                ends: &chunk.ends,
                first: chunk.game_in_file,
                offset: chunk.offset,
                line: chunk.line,
                encoding: chunk.encoding,
                notice: EncodingNotice::Notes(&chunk.notes),
            })),
            Piece::Cut(cut) => cut.for_each_text(each),
        }
    }

    /// The size of the text, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Piece::Chunk(chunk) => chunk.text.len(),
            Piece::Cut(_) => AT_ONCE,
        }
    }
}

impl Cut {
    fn for_each_text(&self, mut each: impl FnMut(Result<&GamesOfText, Rejection>)) {
        match &self.what {
            CutOf::Part(part) => {
                let Some(text) = self.texts.get(self.first) else { return };
                let end = part.start + part.ends.last().copied().unwrap_or_default();
                each(Ok(&GamesOfText {
                    file: self.texts.name(self.first),
                    text: &text[part.start..end],
                    ends: &part.ends,
                    first: part.games + 1,
                    offset: part.start as u64,
                    line: part.line,
                    encoding: self.encoding.encoding,
                    notice: EncodingNotice::Texts(&self.encoding),
                }));
            }
            CutOf::Texts(count) => {
                for number in self.first..self.first + count {
                    let Some(text) = self.texts.get(number) else { continue };
                    let (mut scanner, mut at, mut ends) = (GameScanner::new(), 0, Vec::new());
                    while let Some(length) = scanner.end_of_game(&text[at..], true) {
                        at += length;
                        ends.push(at);
                    }
                    let file = self.texts.name(number);
                    let first = ends.first().map_or(0, |end| *end);
                    // Few texts have no game, so that most are not judged.
                    let is_game = begins_as_games(text) && has_game(&text[..first]);
                    let other = if is_game { None } else { judge(&file, text, true) };
                    match other {
                        Some(kind) => each(Err(Rejection::without_games(file, kind))),
                        None => each(Ok(&GamesOfText {
                            file,
                            text,
                            ends: &ends,
                            first: 1,
                            offset: 0,
                            line: 1,
                            encoding: self.encoding.encoding,
                            notice: EncodingNotice::Texts(&self.encoding),
                        })),
                    }
                }
            }
        }
    }
}

/// True if a text begins with a letter, a digit or a tag, as most games do, and JSON and records of
/// Go do not.
fn begins_as_games(text: &[u8]) -> bool {
    match text.trim_ascii_start() {
        [b'[', letter, ..] => letter.is_ascii_alphabetic(),
        [first, ..] => first.is_ascii_alphanumeric(),
        [] => false,
    }
}

/// The number of line ends.
fn lines(text: &[u8]) -> u64 {
    text.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// Cuts texts in memory into pieces: a long one between its games, short ones between them.
pub(super) struct Cuts {
    texts: Arc<Texts>,
    encoding: Arc<TextsEncoding>,
    listener: Arc<dyn Listener>,
    /// The number of the next text.
    next: usize,
    /// The place up to which that text has been cut.
    at: usize,
    line: u64,
    games: u64,
    scanner: GameScanner,
}

impl Cuts {
    pub(super) fn new(
        texts: Arc<Texts>,
        encoding: Arc<TextsEncoding>,
        listener: Arc<dyn Listener>,
    ) -> Cuts {
        let scanner = GameScanner::new();
        Cuts { texts, encoding, listener, next: 0, at: 0, line: 1, games: 0, scanner }
    }

    /// The next games of a long text; `None` at its end.
    fn part(&mut self, text: &[u8]) -> Option<Part> {
        let start = self.at;
        let mut ends = Vec::new();
        while self.at - start < AT_ONCE {
            let Some(length) = self.scanner.end_of_game(&text[self.at..], true) else { break };
            self.at += length;
            ends.push(self.at - start);
        }
        let part = Part { start, line: self.line, games: self.games, ends };
        self.games += part.ends.len() as u64;
        self.line += lines(&text[start..self.at]);
        (!part.ends.is_empty()).then_some(part)
    }

    /// Goes on to the next text.
    fn advance(&mut self) {
        self.next += 1;
        (self.at, self.line, self.games) = (0, 1, 0);
        self.scanner = GameScanner::new();
    }
}

impl Iterator for Cuts {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let texts = self.texts.clone();
        let encoding = self.encoding.clone();
        let cut = |first, what| {
            let (texts, encoding) = (texts.clone(), encoding.clone());
            Piece::Cut(Cut { texts, encoding, first, what })
        };
        let (first, mut bytes) = (self.next, 0);
        while self.next < texts.len() && bytes < AT_ONCE {
            let text = texts.get(self.next).unwrap_or_default();
            // A text without games is rejected as a whole.
            let is_other = || self.at == 0 && judge(&texts.name(self.next), text, true).is_some();
            if text.len() < AT_ONCE || is_other() {
                bytes += text.len();
                self.advance();
            } else if self.next > first {
                // Those before it make a piece of their own.
                break;
            } else if let Some(part) = self.part(text) {
                self.listener.read((self.at - part.start) as u64);
                return Some(cut(first, CutOf::Part(part)));
            } else if self.games == 0 {
                // It is rejected as a whole if it is not empty.
                bytes += text.len();
                self.advance();
            } else {
                self.advance();
                return Iterator::next(self);
            }
        }
        self.listener.read(bytes as u64);
        let count = self.next - first;
        (count > 0).then(|| cut(first, CutOf::Texts(count)))
    }
}
