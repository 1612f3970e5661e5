//! Cuts text into chunks of whole lines or whole games, each with its place in its file.

use std::fmt::Display;
use std::io::{self, ErrorKind, Read};
use std::iter::{self, Enumerate};
use std::sync::Arc;
use std::vec;

use memchr::{memchr, memchr_iter, memrchr};
use zobrist_index::ResumePoint;
use zobrist_shakmaty::pgn::GameScanner;
use zobrist_shakmaty::pgn::{Game, find_game_start};

use crate::buffers::Buffers;
use crate::input::{FoundInput, Input};
use crate::rejections::Rejection;

/// Unit that a chunk must not split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkUnit {
    Lines,
    Games,
}

/// Number of bytes read for a chunk: enough work to hand to another thread.
const CHUNK_BYTES: usize = 128 << 10;

/// Maximum length of a line without its end, and of a game, in bytes. Longer ones are rejected, which
/// bounds memory.
const MAX_LINE: usize = 1 << 20;
const MAX_GAME: usize = 16 << 20;

/// Whole lines or games of one input.
pub struct Chunk {
    /// Index of its input, from 0.
    pub input: usize,
    pub file: Arc<str>,
    /// Position of the first line (from 1), byte (from 0) and game (from 1).
    pub line: u64,
    pub offset: u64,
    pub game: u64,
    /// Number of that game within its input, from 1.
    pub game_in_file: u64,
    pub text: Vec<u8>,
    /// The last line of its input before `text` that is not blank, without the byte order mark. Empty
    /// for games, if there is none, and after a line that was too long.
    pub line_before: Vec<u8>,
    /// End of each game in `text`; empty for lines.
    pub ends: Vec<usize>,
    /// True if the rest of the input cannot be read.
    pub failed: bool,
    /// Place and cause of that failure, without what is lost by it. `None` if the input is of a
    /// format that is not read.
    pub failure: Option<Rejection>,
    /// Input after this chunk that could not be read. A failure to read comes last.
    pub rejections: Vec<Rejection>,
    /// For rows, and to give the text back.
    pub buffers: Buffers,
}

impl Chunk {
    /// The place after the chunk, from which reading can resume.
    pub fn resume_point(&self) -> ResumePoint {
        let games = (self.ends.len() + self.rejections.len()) as u64;
        let game = self.game - 1 + games;
        if self.failed {
            return ResumePoint { source: self.input + 1, game, ..ResumePoint::default() };
        }
        ResumePoint {
            source: self.input,
            offset: self.offset + self.text.len() as u64,
            line: self.line - 1 + lines(&self.text),
            game,
            game_in_source: self.game_in_file - 1 + games,
        }
    }

    /// The games of the chunk.
    pub fn games(&self) -> impl Iterator<Item = ChunkGame<'_>> {
        let starts = iter::once(0).chain(self.ends.iter().copied());
        (0..).zip(starts.zip(&self.ends)).map(|(index, (start, end))| ChunkGame {
            number: self.game + index,
            number_in_file: self.game_in_file + index,
            text: &self.text[start..*end],
            start,
        })
    }

    /// A rejection of a game, at a byte of its text.
    pub fn reject_game(&self, game: &ChunkGame, offset: usize, reason: impl Display) -> Rejection {
        self.reject(game.start + offset, format!("game {}: {reason}", game.number_in_file))
    }

    /// A rejection at the byte `at` of the text.
    pub fn reject(&self, at: usize, reason: impl ToString) -> Rejection {
        let line = self.line + lines(&self.text[..at]);
        Rejection::new(self.file.clone(), line, self.offset + at as u64, reason.to_string())
    }
}

/// A game of a chunk.
pub struct ChunkGame<'a> {
    /// Number among the games of all inputs, from 1.
    pub number: u64,
    /// Number within its input, from 1; games that cannot be read count.
    pub number_in_file: u64,
    pub text: &'a [u8],
    /// Start of the game in the text of the chunk.
    start: usize,
}

/// Yields the chunks of all inputs in order.
pub struct Chunks {
    inputs: Enumerate<vec::IntoIter<FoundInput>>,
    current: Option<(usize, Cutter)>,
    unit: ChunkUnit,
    games: u64,
    /// Number of games of the current input so far.
    games_of_input: u64,
    /// The place to begin at.
    start: ResumePoint,
    /// True if nothing is read after a failure.
    only_whole: bool,
    buffers: Buffers,
}

impl Chunks {
    pub fn new(inputs: Vec<FoundInput>, unit: ChunkUnit) -> Chunks {
        Chunks::from(inputs, unit, ResumePoint::default())
    }

    /// The chunks from a place on.
    pub fn from(inputs: Vec<FoundInput>, unit: ChunkUnit, start: ResumePoint) -> Chunks {
        let inputs = inputs.into_iter().enumerate();
        let buffers = Buffers::default();
        Chunks {
            inputs,
            current: None,
            unit,
            games: start.game,
            games_of_input: 0,
            start,
            only_whole: false,
            buffers,
        }
    }

    /// The buffers of all chunks.
    pub fn buffers(&self) -> Buffers {
        self.buffers.clone()
    }

    /// Reads nothing after an input that cannot be read to its end: the last chunk is then the one
    /// with the [failure](Chunk::failure).
    pub fn only_whole(mut self, only_whole: bool) -> Chunks {
        self.only_whole = only_whole;
        self
    }

    fn open(&mut self) -> Option<(usize, Cutter)> {
        let (number, input) = self.inputs.find(|(number, _)| *number >= self.start.source)?;
        let mut cutter = Cutter::new(input.open(), self.unit, self.buffers.clone());
        self.games_of_input = 0;
        if number == self.start.source {
            cutter.start_at(self.start);
            self.games_of_input = self.start.game_in_source;
        }
        Some((number, cutter))
    }
}

impl Iterator for Chunks {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        loop {
            if self.current.is_none() {
                self.current = Some(self.open()?);
            }
            let (input, cutter) = self.current.as_mut()?;
            if let Some(mut chunk) = cutter.next() {
                chunk.input = *input;
                chunk.game = self.games + 1;
                chunk.game_in_file = self.games_of_input + 1;
                // A game that could not be read has a number too.
                let games = (chunk.ends.len() + chunk.rejections.len()) as u64;
                self.games += games;
                self.games_of_input += games;
                if self.only_whole && chunk.failure.is_some() {
                    self.current = None;
                    self.inputs = Vec::new().into_iter().enumerate();
                }
                return Some(chunk);
            }
            self.current = None;
        }
    }
}

/// Cuts one input.
struct Cutter {
    input: Input,
    unit: ChunkUnit,
    /// Input read ahead of the last chunk returned.
    text: Vec<u8>,
    line_before: Vec<u8>,
    line: u64,
    offset: u64,
    scanner: GameScanner,
    /// End of the last game found in `text`.
    found: usize,
    /// Ends of all games found in `text`.
    ends: Vec<usize>,
    /// True if no more can be read.
    ended: bool,
    /// True if that is because of a failure, which is reported after the text before it.
    failed: bool,
    failure: Option<(Rejection, &'static str)>,
    /// True while the rest of a line or game that was too long is skipped.
    skipping: bool,
    rejections: Vec<Rejection>,
    buffers: Buffers,
}

impl Cutter {
    fn new(input: Input, unit: ChunkUnit, buffers: Buffers) -> Cutter {
        Cutter {
            input,
            unit,
            text: Vec::new(),
            line_before: Vec::new(),
            line: 1,
            offset: 0,
            scanner: GameScanner::new(),
            found: 0,
            ends: Vec::new(),
            ended: false,
            failed: false,
            failure: None,
            skipping: false,
            rejections: Vec::new(),
            buffers,
        }
    }

    /// Skips the input before a place.
    fn start_at(&mut self, place: ResumePoint) {
        let mut before = self.input.reader.by_ref().take(place.offset);
        if let Err(error) = io::copy(&mut before, &mut io::sink()) {
            self.fail(&error);
        }
        self.offset = place.offset;
        self.line += place.line;
    }

    fn next(&mut self) -> Option<Chunk> {
        loop {
            if !self.ended {
                self.read();
            }
            if self.skipping {
                self.skip();
            }
            let whole = self.whole();
            let (max, whole, is_long) = match self.unit {
                ChunkUnit::Lines => {
                    let long = long_line(&self.text);
                    (MAX_LINE, long.unwrap_or(whole), long == Some(0))
                }
                ChunkUnit::Games => {
                    let is_long = whole == 0 && !self.ended && self.text.len() > MAX_GAME;
                    (MAX_GAME, whole, is_long)
                }
            };
            if is_long {
                self.reject(format!("expected at most {max} bytes, got more; skipped"));
                self.skipping = true;
                return Some(self.cut(0));
            }
            if whole > 0 || !self.rejections.is_empty() || self.ended {
                let chunk = self.cut(whole);
                let nothing = chunk.text.is_empty() && chunk.rejections.is_empty();
                return (!nothing).then_some(chunk);
            }
        }
    }

    /// Reads enough for a chunk, or what an eager input has at the moment.
    fn read(&mut self) {
        let enough = self.text.len() + CHUNK_BYTES;
        while self.text.len() < enough && !self.ended {
            let start = self.text.len();
            self.text.resize(enough, 0);
            let read = self.input.reader.read(&mut self.text[start..]);
            self.text.truncate(start + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => self.ended = true,
                Ok(_) if self.input.eager => return,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.fail(&error),
            }
        }
    }

    /// Ends the input after a failure to read; the last line or game is rejected if it is not whole.
    fn fail(&mut self, error: &io::Error) {
        let mut whole = self.whole();
        if self.unit == ChunkUnit::Games && !self.skipping {
            // The last game may be over, though nothing that begins another has come.
            if let Some(length) = self.scanner.end_if_complete(&self.text[self.found..]) {
                self.found += length;
                self.ends.push(self.found);
            }
            whole = self.found;
        }
        (self.ended, self.failed) = (true, true);
        self.scanner = GameScanner::new();
        let rest = self.text.split_off(whole);
        let lost = match self.unit {
            _ if rest.trim_ascii().is_empty() => "what follows is lost",
            ChunkUnit::Lines => "the rest of this line and what follows are lost",
            ChunkUnit::Games => "this game and what follows are lost",
        };
        let (line, offset) = (self.line + lines(&self.text), self.offset + whole as u64);
        let reason = format!("cannot be read further: {error}");
        let at = Rejection::new(self.input.name.clone(), line, offset, reason);
        self.failure = Some((at, lost));
    }

    /// Length of the text that is whole lines or games.
    fn whole(&mut self) -> usize {
        match self.unit {
            _ if self.skipping => 0,
            ChunkUnit::Lines if self.ended => self.text.len(),
            ChunkUnit::Lines => memrchr(b'\n', &self.text).map_or(0, |end| end + 1),
            // Comments alone are not a game and get no number.
            ChunkUnit::Games if self.ended && Game::new(&self.text[self.found..], 0).is_empty() => {
                self.text.len()
            }
            ChunkUnit::Games => {
                while let Some(length) =
                    self.scanner.end_of_game(&self.text[self.found..], self.ended)
                {
                    self.found += length;
                    self.ends.push(self.found);
                }
                self.found
            }
        }
    }

    /// Cuts off the first `whole` bytes of the text as a chunk.
    fn cut(&mut self, whole: usize) -> Chunk {
        let mut rest = self.buffers.take();
        rest.extend_from_slice(&self.text[whole..]);
        let mut text = std::mem::replace(&mut self.text, rest);
        text.truncate(whole);
        self.found = 0;
        let is_last = self.text.is_empty();
        let failure = if is_last { self.failure.take() } else { None };
        let failure = failure.map(|(at, lost)| {
            let reason = format!("{}; {lost}", at.reason);
            self.rejections.push(Rejection { reason, ..at.clone() });
            at
        });
        let chunk = Chunk {
            input: 0,
            failed: self.failed && is_last,
            failure: failure.filter(|_| !self.input.refused),
            file: self.input.name.clone(),
            line: self.line,
            line_before: self.line_before.clone(),
            offset: self.offset,
            game: 0,
            game_in_file: 0,
            ends: std::mem::take(&mut self.ends),
            rejections: std::mem::take(&mut self.rejections),
            buffers: self.buffers.clone(),
            text,
        };
        self.advance(&chunk.text);
        chunk
    }

    fn advance(&mut self, text: &[u8]) {
        if self.unit == ChunkUnit::Lines
            && let Some(line) = last_line(without_mark(text, self.offset))
        {
            self.line_before.clear();
            self.line_before.extend_from_slice(line);
        }
        self.line += lines(text);
        self.offset += text.len() as u64;
    }

    fn reject(&mut self, reason: String) {
        let file = self.input.name.clone();
        self.rejections.push(Rejection::new(file, self.line, self.offset, reason));
    }

    /// Discards text until the next line or game begins.
    fn skip(&mut self) {
        let end = match self.unit {
            ChunkUnit::Lines => memchr(b'\n', &self.text).map(|end| end + 1),
            ChunkUnit::Games => find_game_start(&self.text),
        };
        self.skipping = end.is_none() && !self.ended;
        // The separator of two games may continue in text that is not read yet.
        let kept = if self.skipping { b"\n\r\n".len() } else { 0 };
        let rest = self.text.split_off(end.unwrap_or(self.text.len().saturating_sub(kept)));
        let skipped = std::mem::replace(&mut self.text, rest);
        self.advance(&skipped);
        self.line_before.clear();
        self.scanner = GameScanner::new();
        self.found = 0;
        self.ends.clear();
    }
}

/// Text of a file from a byte on, without the byte order mark with which the file may begin.
pub fn without_mark(text: &[u8], offset: u64) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").filter(|_| offset == 0).unwrap_or(text)
}

/// The last line that is not blank, without its end.
fn last_line(text: &[u8]) -> Option<&[u8]> {
    let last = text.iter().rposition(|byte| !byte.is_ascii_whitespace())?;
    let start = memrchr(b'\n', &text[..last]).map_or(0, |end| end + 1);
    let end = memchr(b'\n', &text[last..]).map_or(text.len(), |end| last + end);
    let line = &text[start..end];
    Some(line.strip_suffix(b"\r").unwrap_or(line))
}

/// Start of the first line that is too long; its end need not have been read.
fn long_line(text: &[u8]) -> Option<usize> {
    if text.len() <= MAX_LINE {
        return None;
    }
    let mut start = 0;
    for end in memchr_iter(b'\n', text).chain([text.len()]) {
        let line = &text[start..end];
        if line.strip_suffix(b"\r").unwrap_or(line).len() > MAX_LINE {
            return Some(start);
        }
        start = end + 1;
    }
    None
}

fn lines(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}
