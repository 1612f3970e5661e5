//! Files that the caller names, read whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::status::{Failure, Result, ZOBRIST_FORMAT, ZOBRIST_IO};

/// Reads a file of at most `limit` bytes.
pub(crate) fn read(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let (bytes, is_whole) = read_up_to(path, limit).map_err(|error| {
        Failure::of(ZOBRIST_IO, &error).at(format_args!("cannot read {}", path.display()))
    })?;
    if is_whole {
        return Ok(bytes);
    }
    let text = format!("{}: expected at most {limit} bytes, got more", path.display());
    Err(Failure::new(ZOBRIST_FORMAT, text))
}

/// Reads a file of at most `limit` bytes in UTF-8.
pub(crate) fn read_text(path: &Path, limit: u64) -> Result<String> {
    String::from_utf8(read(path, limit)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let text = format!("{}: expected UTF-8, got other bytes at byte {at}", path.display());
        Failure::new(ZOBRIST_FORMAT, text)
    })
}

/// The first `limit` bytes of a file, and true if there are no more.
fn read_up_to(path: &Path, limit: u64) -> io::Result<(Vec<u8>, bool)> {
    let file = File::open(path)?;
    let mut bytes = Vec::new();
    // One byte more, to see that there is one.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    let is_whole = bytes.len() as u64 <= limit;
    Ok((bytes, is_whole))
}
