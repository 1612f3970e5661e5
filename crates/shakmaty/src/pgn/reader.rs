//! A reader of the games of a file.

use std::io::{self, ErrorKind, Read};

use super::game::Game;
use super::scan::{GameScanner, find_game_start};

/// Reads the games of a file one at a time, in bounded memory.
///
/// The reader buffers its input, so the file need not.
#[derive(Debug)]
pub struct Reader<R> {
    file: R,
    max_game: usize,
    /// Input that was read, with the next game at `start`.
    text: Vec<u8>,
    start: usize,
    /// Offset of `start` in the file.
    offset: u64,
    scanner: GameScanner,
    ended: bool,
    /// True while the rest of a game that is too long is skipped.
    skipping: bool,
}

/// Number of bytes read at a time.
const READ_SIZE: usize = 128 << 10;

impl<R: Read> Reader<R> {
    /// Maximum length of a game for [`new`](Reader::new): 16 MiB.
    pub const MAX_GAME: usize = 16 << 20;

    /// Creates a reader of a file.
    pub fn new(file: R) -> Reader<R> {
        Reader::with_max_game(file, Self::MAX_GAME)
    }

    /// Creates a reader that refuses games of more than `max_game` bytes, including the blank lines
    /// and comments after them.
    pub fn with_max_game(file: R, max_game: usize) -> Reader<R> {
        let (text, scanner) = (Vec::new(), GameScanner::new());
        let (start, offset, ended, skipping) = (0, 0, false, false);
        Reader { file, max_game, text, start, offset, scanner, ended, skipping }
    }

    /// Returns the next game, or `None` after the last.
    ///
    /// # Errors
    /// When the file cannot be read, or, with [`ErrorKind::InvalidData`], when a game is too long.
    /// After an error, the next call tries to read again, or continues after the long game.
    pub fn next_game(&mut self) -> io::Result<Option<Game<'_>>> {
        if self.skipping {
            self.skip_game()?;
        }
        let length = loop {
            let rest = &self.text[self.start..];
            if let Some(length) = self.scanner.end_of_game(rest, self.ended) {
                break length;
            }
            if self.ended {
                return Ok(None);
            }
            if rest.len() > self.max_game {
                self.skipping = true;
                return Err(self.too_long(self.offset));
            }
            self.read()?;
        };
        let (start, offset) = (self.start, self.offset);
        self.advance(length);
        if length > self.max_game {
            return Err(self.too_long(offset));
        }
        let game = Game::new(&self.text[start..start + length], offset);
        Ok((!game.is_empty()).then_some(game))
    }

    /// Drops the text before the next game, and reads more.
    fn read(&mut self) -> io::Result<()> {
        self.text.drain(..self.start);
        self.start = 0;
        let old = self.text.len();
        self.text.resize(old + READ_SIZE, 0);
        let read = loop {
            match self.file.read(&mut self.text[old..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.text.truncate(old + *read.as_ref().unwrap_or(&0));
        self.ended = read? == 0;
        Ok(())
    }

    fn too_long(&self, offset: u64) -> io::Error {
        let max = self.max_game;
        let error = format!("expected at most {max} bytes, got a longer game at byte {offset}");
        io::Error::new(ErrorKind::InvalidData, error)
    }

    /// Skips text up to the next certain start of a game.
    fn skip_game(&mut self) -> io::Result<()> {
        self.scanner = GameScanner::new();
        loop {
            let rest = &self.text[self.start..];
            // A blank line and the tag after it may not have been read as a whole.
            let kept = if self.ended { 0 } else { b"\n\r\n".len() };
            let next = find_game_start(rest);
            self.advance(next.unwrap_or(rest.len().saturating_sub(kept)));
            if next.is_some() || self.ended {
                self.skipping = false;
                return Ok(());
            }
            self.read()?;
        }
    }

    fn advance(&mut self, length: usize) {
        self.start += length;
        self.offset += length as u64;
    }
}
