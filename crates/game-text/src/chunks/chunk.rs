//! Whole lines, records or games of one input, with their place in it.

use std::cell::Cell;
use std::fmt::Display;
use std::iter;
use std::sync::Arc;

use memchr::memchr_iter;
use zobrist_text_encoding::TextEncoding;

use super::notes::Notes;
use crate::buffers::Buffers;
use crate::rejection::Rejection;

/// Unit that a chunk must not split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChunkUnit {
    /// Lines.
    Lines,
    /// Records of CSV, whose fields may contain line ends.
    Records,
    /// Games in PGN.
    Games,
}

/// Whole lines, records or games of one input.
#[derive(Debug)]
pub struct Chunk {
    /// Index of its input, from 0.
    pub input: usize,
    /// The name of its input.
    pub file: Arc<str>,
    /// The place in the file on the disk at which its piece begins, if its input is a
    /// [piece](zobrist_input::Piece) of a file: lines, bytes and numbers of games are then those in
    /// the piece.
    pub piece: Option<u64>,
    /// The first line, from 1.
    pub line: u64,
    /// The first byte, from 0.
    pub offset: u64,
    /// True if the chunk begins a line of its input.
    pub begins_line: bool,
    /// True if no more of its input follows.
    pub is_last: bool,
    /// The first game among those of all inputs, from 1.
    pub game: u64,
    /// Number of that game within its input, from 1.
    pub game_in_file: u64,
    /// The text of the chunk.
    pub text: Vec<u8>,
    /// The last line of its input before `text` that is not blank, without the byte order mark.
    /// Empty for games, if there is none, and after a line that was too long.
    pub line_before: Vec<u8>,
    /// End of each record or game in `text`; empty for lines.
    pub ends: Vec<usize>,
    /// True if the rest of the input cannot be read.
    pub failed: bool,
    /// Place and cause of that failure, without what is lost by it. `None` if the input is of a
    /// format that is not read.
    pub failure: Option<Rejection>,
    /// Input after this chunk that could not be read. A failure to read comes last.
    pub rejections: Vec<Rejection>,
    /// The encoding of tags that are not UTF-8, if it was [asked for](super::Chunks::decode_tags),
    /// or else the default one.
    pub encoding: TextEncoding,
    /// For rows, and to give the text back.
    pub buffers: Buffers,
    /// Notes about its input, which are complete once all of its chunks are gone.
    pub notes: Arc<Notes>,
    /// The line ends before the last rejection.
    pub(super) counted: Cell<LineEnds>,
}

impl Chunk {
    /// The boundary after the chunk, from which reading can resume.
    pub fn end(&self) -> ChunkBoundary {
        let games = (self.ends.len() + self.rejections.len()) as u64;
        let game = self.game - 1 + games;
        if self.failed {
            return ChunkBoundary { input: self.input + 1, game, ..ChunkBoundary::default() };
        }
        ChunkBoundary {
            input: self.input,
            offset: self.offset + self.text.len() as u64,
            line: self.line - 1 + lines(&self.text),
            game,
            game_in_file: self.game_in_file - 1 + games,
        }
    }

    /// The games of the chunk.
    pub fn games(&self) -> impl Iterator<Item = ChunkGame<'_>> {
        let starts = iter::once(0).chain(self.ends.iter().copied());
        (0..).zip(starts.zip(&self.ends)).map(|(index, (start, end))| ChunkGame {
            number: self.game + index,
            number_in_file: self.game_in_file + index,
            text: &self.text[start..*end],
            begins_line: if start == 0 { self.begins_line } else { ends_line(&self.text[..start]) },
            ends_line: *end == self.text.len() && self.is_last || ends_line(&self.text[..*end]),
            start,
        })
    }

    /// Appends the input that could not be read to what was read and rejected of the games before
    /// it, unless `strict` and one of these has ended the run.
    pub fn append_unread(&mut self, strict: bool, read: &mut u64, rejections: &mut Vec<Rejection>) {
        if !strict || rejections.is_empty() {
            *read += self.rejections.len() as u64;
            rejections.append(&mut self.rejections);
        }
    }

    /// A rejection of a game, at a byte of its text.
    pub fn reject_game(&self, game: &ChunkGame, offset: usize, reason: impl Display) -> Rejection {
        self.reject(game.start + offset, format!("game {}: {reason}", game.number_in_file))
    }

    /// A rejection at the byte `at` of the text. The line is counted from the last rejection on,
    /// if that was before `at`, so that rejections in order cost one pass over the text.
    pub fn reject(&self, at: usize, reason: impl ToString) -> Rejection {
        let ends = self.counted.get().go_on(&self.text, at);
        self.counted.set(ends);
        let line = self.line + ends.lines();
        let offset = self.offset + at as u64;
        Rejection::new(self.file.clone(), line, offset, reason.to_string()).of_piece(self.piece)
    }
}

/// A boundary between two chunks of the inputs. The default is the start of the first input.
///
/// Closed: these are the numbers by which reading resumes, all of which have to be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkBoundary {
    /// Index of the input, from 0.
    pub input: usize,
    /// The offset in the input, in bytes after decompression.
    pub offset: u64,
    /// The number of lines of the input before it.
    pub line: u64,
    /// The number of games before it, in this input and earlier ones.
    pub game: u64,
    /// The number of games before it in this input.
    pub game_in_file: u64,
}

/// A game of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct ChunkGame<'a> {
    /// Number among the games of all inputs, from 1.
    pub number: u64,
    /// Number within its input, from 1; games that cannot be read count.
    pub number_in_file: u64,
    /// The text of the game.
    pub text: &'a [u8],
    /// True if the text begins a line.
    pub begins_line: bool,
    /// True if the text ends with its last line, which no other game goes on with.
    pub ends_line: bool,
    /// Start of the game in the text of the chunk.
    start: usize,
}

/// True if a text is empty or ends with a line end.
pub(super) fn ends_line(text: &[u8]) -> bool {
    matches!(text.last(), None | Some(b'\n' | b'\r'))
}

/// Number of line ends.
pub(super) fn lines(text: &[u8]) -> u64 {
    LineEnds::default().go_on(text, text.len()).lines()
}

/// The line ends in the first bytes of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineEnds {
    bytes: usize,
    feeds: usize,
    returns: usize,
}

impl LineEnds {
    /// The line ends in the first `bytes` of the same text.
    fn go_on(self, text: &[u8], bytes: usize) -> LineEnds {
        let LineEnds { bytes: counted, feeds, returns } =
            if bytes < self.bytes { LineEnds::default() } else { self };
        let more = &text[counted..bytes];
        let count = |end: u8| memchr_iter(end, more).count();
        LineEnds { bytes, feeds: feeds + count(b'\n'), returns: returns + count(b'\r') }
    }

    /// Their number. A text without line feeds may end its lines with carriage returns.
    fn lines(self) -> u64 {
        if self.feeds == 0 { self.returns as u64 } else { self.feeds as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_goes_on_from_any_byte() {
        for text in ["a\nb\r\n\nc", "a\rb\r", "\r\r\n", ""].map(str::as_bytes) {
            for first in 0..=text.len() {
                for second in 0..=text.len() {
                    let ends = LineEnds::default().go_on(text, first).go_on(text, second);
                    let of = |end: u8| text[..second].iter().filter(|byte| **byte == end).count();
                    let expected = if of(b'\n') > 0 { of(b'\n') } else { of(b'\r') };
                    assert_eq!(ends.lines(), expected as u64, "{first} {second}");
                }
            }
        }
    }
}
