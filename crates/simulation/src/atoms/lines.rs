//! Lines of a text, read one by one with their places.

use std::fmt::Display;
use std::io::{self, BufRead, Read};

use zobrist_input::{Context, FileError, error, size_in_words, without_mark};

/// Why no frame follows.
pub(super) enum Trouble {
    /// Reading failed.
    Io(io::Error),
    /// The text ends within a frame.
    Cut(FileError),
    /// The text is not one of frames.
    Wrong(FileError),
}

impl Trouble {
    /// The error for a caller to whom a frame that is cut off is as wrong as any other.
    pub(super) fn into_error(self, file: &str) -> FileError {
        match self {
            Trouble::Io(cause) => {
                let read = Err::<(), _>(cause).with_context(|| format!("cannot read {file}"));
                read.expect_err("it is an error")
            }
            Trouble::Cut(error) | Trouble::Wrong(error) => error,
        }
    }
}

/// A place in a text of which only a part is in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The line, from 1.
    pub(super) line: usize,
    /// The byte, from 0.
    pub(super) offset: u64,
}

/// The place of the first byte of a file.
pub(super) const START: Place = Place { line: 1, offset: 0 };

impl Place {
    /// An error about this place, in the words of [`zobrist_input::Place`].
    pub(super) fn error(self, file: &str, reason: impl Display) -> FileError {
        error!("{file}:{} (byte {}): {reason}", self.line, self.offset)
    }
}

/// A line without its end.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) place: Place,
    pub(super) text: String,
}

impl Line {
    /// The place of a part of the text.
    pub(super) fn place_of(&self, part: &str) -> Place {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        Place { offset: self.place.offset + start as u64, ..self.place }
    }
}

/// Reads lines.
pub(super) struct Lines<R> {
    file: String,
    reader: R,
    /// The place of the next line.
    next: Place,
    /// True if a last line without a line end counts as cut off.
    only_whole: bool,
}

impl<R: BufRead> Lines<R> {
    /// Lines of a text that begins at a place of the file.
    pub(super) fn new(file: &str, reader: R, next: Place, only_whole: bool) -> Lines<R> {
        Lines { file: file.to_owned(), reader, next, only_whole }
    }

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    /// The place behind what was read.
    pub(super) fn place(&self) -> Place {
        self.next
    }

    /// Appends a line with its end to `bytes`, which may grow to `limit` bytes. `None` at the end
    /// of the text.
    pub(super) fn append(
        &mut self,
        bytes: &mut Vec<u8>,
        limit: u64,
    ) -> Result<Option<Place>, Trouble> {
        let (start, place) = (bytes.len(), self.next);
        let room = limit.saturating_sub(start as u64);
        let read = (&mut self.reader).take(room.saturating_add(1)).read_until(b'\n', bytes);
        let read = read.map_err(Trouble::Io)? as u64;
        if read == 0 {
            return Ok(None);
        }
        // A power cut can leave zeros at the end of a file.
        if self.only_whole && (bytes[start] == 0 || (read <= room && !bytes.ends_with(b"\n"))) {
            return Err(Trouble::Cut(place.error(&self.file, "the last line is cut off")));
        }
        if read > room {
            let limit = size_in_words(limit);
            let reason =
                format!("expected frames of at most {limit} after decompression, got a larger one");
            let error = place.error(&self.file, reason);
            return Err(Trouble::Wrong(error.with_advice("--max-size allows more")));
        }
        self.next = Place { line: place.line + 1, offset: place.offset + read };
        Ok(Some(place))
    }

    /// The next line, of at most `limit` bytes.
    pub(super) fn line(&mut self, limit: u64) -> Result<Option<Line>, Trouble> {
        let mut bytes = Vec::new();
        let Some(place) = self.append(&mut bytes, limit)? else { return Ok(None) };
        let text = without_mark(&bytes, place.offset);
        let mark = (bytes.len() - text.len()) as u64;
        let place = Place { offset: place.offset + mark, ..place };
        match std::str::from_utf8(text) {
            Ok(text) => Ok(Some(Line { place, text: text.trim_end().to_owned() })),
            Err(error) => {
                let at = Place { offset: place.offset + error.valid_up_to() as u64, ..place };
                Err(Trouble::Wrong(
                    at.error(&self.file, "expected text, got bytes that are no UTF-8"),
                ))
            }
        }
    }
}
