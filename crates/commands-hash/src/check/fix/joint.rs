//! The place where the games of one file end and those of the next begin, in a file that has both.

use std::sync::Arc;

use anyhow::{Result, bail};
use zobrist_input::without_mark;
use zobrist_shakmaty::pgn::GameScanner;

use super::fixed_chunk::FixedChunk;

/// The end of the games that are written so far.
#[derive(Debug, Default)]
pub(super) struct Joint {
    /// The input that they came from, and its name.
    input: usize,
    file: Arc<str>,
    /// The last game, and what was written after it.
    last: Vec<u8>,
    /// True if games or text of another file came before.
    follows: bool,
}

impl Joint {
    /// Returns the line ends that stand between the games written so far and a chunk.
    ///
    /// # Errors
    /// When the last game of a file and the first of the next would be read as one.
    pub(super) fn before(&mut self, chunk: &FixedChunk) -> Result<Vec<u8>> {
        let mut between = Vec::new();
        if self.input != chunk.input && !self.last.is_empty() {
            between = missing_line_ends(&self.last);
            self.last.extend_from_slice(&between);
            self.follows = true;
        }
        let text = self.part_after(chunk);
        if self.follows && !chunk.first_game.is_empty() {
            self.refuse_one_game(chunk, text)?;
            self.follows = false;
        }
        if !chunk.first_game.is_empty() {
            self.last.clear();
            self.last.extend_from_slice(&chunk.text[chunk.last_game..]);
        } else {
            self.last.extend_from_slice(text);
        }
        (self.input, self.file) = (chunk.input, chunk.file.clone());
        Ok(between)
    }

    /// The text of a chunk that is written: without the byte order mark of a file that is not the
    /// first.
    pub(super) fn part_after<'a>(&self, chunk: &'a FixedChunk) -> &'a [u8] {
        let is_amid = chunk.is_first && chunk.input > 0;
        if is_amid { without_mark(&chunk.text, 0) } else { &chunk.text }
    }

    fn refuse_one_game(&self, chunk: &FixedChunk, text: &[u8]) -> Result<()> {
        let mark = chunk.text.len() - text.len();
        let first = &chunk.text[mark..chunk.first_game.end];
        let both = [&self.last, first].concat();
        let end = GameScanner::new().end_of_game(&both, true);
        if end.is_some_and(|end| end <= self.last.len()) {
            return Ok(());
        }
        bail!(
            "cannot write the games of {} after those of {}: the first of them would be read as a part of the \
             last; fix each file alone, with an -o of its own",
            chunk.file,
            self.file
        );
    }
}

/// The line ends that a text needs so that it ends with an empty line.
fn missing_line_ends(text: &[u8]) -> Vec<u8> {
    let line_end: &[u8] = if text.windows(2).any(|two| two == b"\r\n") { b"\r\n" } else { b"\n" };
    let rest = text.trim_ascii_end().len();
    let blank = &text[rest..];
    let ends = blank.iter().filter(|byte| **byte == b'\n').count();
    line_end.repeat(2_usize.saturating_sub(ends))
}
