//! Cuts text into chunks of whole lines, records or games, each with its place in its file.

mod chunk;
mod cutter;
mod notes;

use std::iter::Enumerate;
use std::vec;

use zobrist_input::{FoundInput, Input};
use zobrist_text_encoding::TextEncoding;

pub use self::chunk::{Chunk, ChunkBoundary, ChunkGame, ChunkUnit};
pub use self::cutter::MAX_LINE;
use self::cutter::{Cutter, TagEncoding};
pub use self::notes::Notes;
use crate::buffers::Buffers;

/// Yields the chunks of all inputs in order.
#[derive(Debug)]
pub struct Chunks {
    inputs: Enumerate<vec::IntoIter<FoundInput>>,
    current: Option<(usize, Cutter)>,
    unit: ChunkUnit,
    games: u64,
    /// Number of games of the current input so far.
    games_of_input: u64,
    /// The place to begin at.
    start: ChunkBoundary,
    /// True if nothing is read after a failure.
    only_whole: bool,
    encoding: Option<TagEncoding>,
    buffers: Buffers,
}

impl Chunks {
    /// The chunks of all inputs, from the first on.
    #[must_use]
    pub fn new(inputs: Vec<FoundInput>, unit: ChunkUnit) -> Chunks {
        Chunks::from(inputs, unit, ChunkBoundary::default())
    }

    /// The chunks from a place on.
    #[must_use]
    pub fn from(inputs: Vec<FoundInput>, unit: ChunkUnit, start: ChunkBoundary) -> Chunks {
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
            encoding: None,
            buffers,
        }
    }

    /// The chunks of one open input.
    #[must_use]
    pub fn of_input(input: Input, unit: ChunkUnit) -> Chunks {
        let mut chunks = Chunks::new(Vec::new(), unit);
        chunks.current = Some((0, Cutter::new(input, unit, chunks.buffers(), None)));
        chunks
    }

    /// The buffers of all chunks.
    #[must_use]
    pub fn buffers(&self) -> Buffers {
        self.buffers.clone()
    }

    /// Reads nothing after an input that cannot be read to its end: the last chunk is then the one
    /// with the [failure](Chunk::failure).
    #[must_use]
    pub fn only_whole(mut self, only_whole: bool) -> Chunks {
        self.only_whole = only_whole;
        self
    }

    /// Finds the [encoding](Chunk::encoding) of tags that are not UTF-8, for callers who read them:
    /// `given`, or else the one that such text of an input looks like. That is found before the
    /// first game with such text is returned, from its different words: 200, or those of the next 8
    /// MiB, which are in memory meanwhile.
    pub fn decode_tags(mut self, given: Option<TextEncoding>) -> Chunks {
        self.encoding = Some(given.map_or(TagEncoding::Found, TagEncoding::Given));
        self
    }

    fn open(&mut self) -> Option<(usize, Cutter)> {
        let (number, input) = self.inputs.find(|(number, _)| *number >= self.start.input)?;
        let mut cutter = Cutter::new(input.open(), self.unit, self.buffers.clone(), self.encoding);
        self.games_of_input = 0;
        if number == self.start.input {
            cutter.start_at(self.start);
            self.games_of_input = self.start.game_in_file;
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
