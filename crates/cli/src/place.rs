//! Places in files where something is wrong.

use std::fmt::Display;

use anyhow::Error;

/// A file that has been read, for messages about a byte of it.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub file: &'a str,
    pub bytes: &'a [u8],
}

impl Place<'_> {
    /// An error about the byte `offset`, with its line.
    pub fn error(self, offset: usize, reason: impl Display) -> Error {
        let offset = offset.min(self.bytes.len());
        let line = line_of(self.bytes, offset);
        anyhow::anyhow!("{}:{line} (byte {offset}): {reason}", self.file)
    }
}

/// The line of a byte, from 1.
pub fn line_of(bytes: &[u8], offset: usize) -> usize {
    memchr::memchr_iter(b'\n', &bytes[..offset]).count() + 1
}
