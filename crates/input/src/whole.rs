//! Files read into memory, with a limit on their size after decompression: a few compressed
//! kilobytes can hold gigabytes.

use std::io::{self, ErrorKind, Read};
use std::path::Path;

use zobrist_storage::open_regular;

use crate::error::error;
use crate::words::size_in_words;

/// Default limit in bytes for a list of keys or dependencies, or a potential.
pub const LIST: u64 = 64 << 20;

/// Default limit in bytes for a description in TOML.
pub const DESCRIPTION: u64 = 1 << 20;

/// Default limit in bytes for a file that this project has written.
pub const OWN: u64 = 1 << 30;

/// Bytes read at once.
const STEP: usize = 1 << 16;

/// Reads a regular file that is not compressed.
///
/// # Errors
/// When it is a pipe, a device or a folder, cannot be read, is larger than `limit` bytes, or does
/// not fit in memory.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fill(open_regular(path)?, limit, &mut bytes)?;
    Ok(bytes)
}

/// Reads all of a text.
///
/// # Errors
/// As [`fill`], and when it is not UTF-8.
pub fn text(reader: impl Read, limit: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    fill(reader, limit, &mut bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let what = format!("expected UTF-8, got something else at byte {at}");
        io::Error::new(ErrorKind::InvalidData, what)
    })
}

/// Reads a reader to its end, at most `limit` bytes, into `bytes`, which is empty. Bytes read
/// before an error stay there.
///
/// # Errors
/// When reading fails, there is more, or the system refuses the memory.
pub fn fill(reader: impl Read, limit: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    let mut reader = Limited::new(reader, limit);
    let mut piece = vec![0; STEP];
    loop {
        let read = match reader.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        grow(bytes, read, limit)?;
        bytes.extend_from_slice(&piece[..read]);
    }
}

/// Reserves `more` bytes, or as many as there are already if the limit allows.
fn grow(bytes: &mut Vec<u8>, more: usize, limit: u64) -> io::Result<()> {
    if bytes.capacity() - bytes.len() >= more {
        return Ok(());
    }
    let left = usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(bytes.len());
    let room = bytes.len().max(STEP).min(left).max(more);
    if bytes.try_reserve_exact(room).or_else(|_| bytes.try_reserve_exact(more)).is_err() {
        let needed = size_in_words((bytes.len() + more) as u64);
        let what = format!("the system refuses {needed} of memory for it");
        return Err(io::Error::new(ErrorKind::OutOfMemory, what));
    }
    Ok(())
}

/// A reader that fails if there are more bytes than its limit.
#[derive(Debug)]
pub struct Limited<R> {
    reader: R,
    /// The limit that the error names.
    limit: u64,
    left: u64,
}

impl<R: Read> Limited<R> {
    /// A reader of at most `limit` bytes.
    pub fn new(reader: R, limit: u64) -> Limited<R> {
        Limited { reader, limit, left: limit }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            return match self.reader.read(&mut buffer[..1])? {
                0 => Ok(0),
                _ => Err(too_large(self.limit)),
            };
        }
        let room = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.reader.read(&mut buffer[..room])?;
        self.left -= read as u64;
        Ok(read)
    }
}

fn too_large(limit: u64) -> io::Error {
    let error = error!("expected at most {} after decompression, got more", size_in_words(limit));
    io::Error::new(ErrorKind::FileTooLarge, error.with_advice("--max-size allows more"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_input_than_the_limit_is_refused() {
        for (size, limit) in [(0, 0), (1, 1), (STEP, STEP), (3 * STEP + 1, 1 << 40)] {
            let mut bytes = Vec::new();
            fill(io::repeat(7).take(size as u64), limit as u64, &mut bytes).unwrap();
            assert_eq!(bytes.len(), size);
        }
        for limit in [0, 1, STEP - 1, STEP, 3 * STEP + 1] {
            let mut bytes = Vec::new();
            let error = fill(io::repeat(7), limit as u64, &mut bytes).unwrap_err();
            assert_eq!((error.kind(), bytes.len()), (ErrorKind::FileTooLarge, limit));
            assert!(bytes.capacity() <= limit.max(STEP), "{} for {limit}", bytes.capacity());
        }
    }

    #[test]
    fn refused_memory_is_an_error() {
        let mut bytes = Vec::new();
        let error = grow(&mut bytes, usize::MAX / 2 + 1, u64::MAX).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    }
}
