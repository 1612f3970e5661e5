//! Games of a file, one at a time.

use std::io::{self, ErrorKind, Read};

use super::game::Game;
use super::scan::{GameScanner, tag_after_blank_line};

/// Reads the games of a file one at a time, in memory that is bounded whatever is read.
///
/// It buffers what it reads, so that the file need not.
#[derive(Debug)]
pub struct Reader<R> {
    file: R,
    max_game: usize,
    /// Some of the file.
    text: Vec<u8>,
    /// Where the next game begins in `text`.
    start: usize,
    /// The offset of the next game in the file.
    offset: u64,
    scanner: GameScanner,
    ended: bool,
    /// Whether the rest of a game that was too long is passed over.
    skipping: bool,
}

/// How much is read at a time, in bytes.
const AT_ONCE: usize = 128 << 10;

impl<R: Read> Reader<R> {
    /// The length that a game may have unless another is [asked for](Reader::with_max_game):
    /// 16 MiB.
    pub const MAX_GAME: usize = 16 << 20;

    /// Creates a reader of a file.
    pub fn new(file: R) -> Reader<R> {
        Reader::with_max_game(file, Self::MAX_GAME)
    }

    /// Creates a reader that refuses games of more than `max_game` bytes, the blank lines and
    /// comments after them included.
    pub fn with_max_game(file: R, max_game: usize) -> Reader<R> {
        let (text, scanner) = (Vec::new(), GameScanner::new());
        let (start, offset, ended, skipping) = (0, 0, false, false);
        Reader { file, max_game, text, start, offset, scanner, ended, skipping }
    }

    /// Returns the next game, or `None` after the last. Comments alone are no game.
    ///
    /// # Errors
    /// When the file cannot be read, or, with [`ErrorKind::InvalidData`], when a game is too long.
    /// The next call goes on, in the second case after that game.
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
        self.pass(length);
        if length > self.max_game {
            return Err(self.too_long(offset));
        }
        let game = Game::new(&self.text[start..start + length], offset);
        Ok((!game.is_empty()).then_some(game))
    }

    /// Reads more, and drops what lies before the next game.
    fn read(&mut self) -> io::Result<()> {
        self.text.drain(..self.start);
        self.start = 0;
        let old = self.text.len();
        self.text.resize(old + AT_ONCE, 0);
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

    /// Passes over text up to a tag that follows a blank line.
    fn skip_game(&mut self) -> io::Result<()> {
        self.scanner = GameScanner::new();
        loop {
            let rest = &self.text[self.start..];
            // What separates two games may be split by the end of what was read.
            let kept = if self.ended { 0 } else { b"\n\r\n".len() };
            let next = tag_after_blank_line(rest);
            self.pass(next.unwrap_or(rest.len().saturating_sub(kept)));
            if next.is_some() || self.ended {
                self.skipping = false;
                return Ok(());
            }
            self.read()?;
        }
    }

    fn pass(&mut self, length: usize) {
        self.start += length;
        self.offset += length as u64;
    }
}
