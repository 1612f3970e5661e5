//! Text of files: places of errors in it, and its byte order mark.

use std::fmt::Display;

use crate::error::{FileError, error};

/// A file in memory, for errors at one of its bytes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Place<'a> {
    /// Its name.
    pub file: &'a str,
    /// Its contents.
    pub bytes: &'a [u8],
}

impl<'a> Place<'a> {
    /// Creates a file of this name and these contents.
    #[must_use]
    pub const fn new(file: &'a str, bytes: &'a [u8]) -> Place<'a> {
        Place { file, bytes }
    }
}

impl Place<'_> {
    /// An error about the byte `offset`, with its line.
    pub fn error(self, offset: usize, reason: impl Display) -> FileError {
        error!("{}: {reason}", self.of(offset))
    }

    /// The name of the file with the line and the number of a byte, as errors about it begin.
    #[must_use]
    pub fn of(self, offset: usize) -> String {
        let offset = offset.min(self.bytes.len());
        let line = line_of(self.bytes, offset);
        format!("{}:{line} (byte {offset})", self.file)
    }
}

/// The line of a byte, from 1.
#[must_use]
pub fn line_of(bytes: &[u8], offset: usize) -> usize {
    memchr::memchr_iter(b'\n', &bytes[..offset]).count() + 1
}

/// Text of a file from a byte on, without the byte order mark with which the file may begin.
#[must_use]
pub fn without_mark(text: &[u8], offset: u64) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").filter(|_| offset == 0).unwrap_or(text)
}
