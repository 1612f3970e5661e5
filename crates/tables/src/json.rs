//! The JSON files of an index: the manifest and the journal.

use std::io::{self, Read, Write};

use serde::Serialize;

use crate::dir::{Dir, OpenFile};
use crate::error::TableError;

/// Size above which a JSON file is refused: a million files in a manifest take less.
pub const MAX_BYTES: u64 = 256 << 20;

/// The name under which a file is written until it is whole.
#[must_use]
pub fn unfinished(name: &str) -> String {
    format!("{name}.new")
}

/// Reads a file; `None` if there is none.
///
/// # Errors
/// When it is no regular file, cannot be read, or is longer than [`MAX_BYTES`].
pub fn read(dir: &Dir, name: &str) -> Result<Option<Vec<u8>>, TableError> {
    let Some(OpenFile { path, file }) = dir.file(name)? else { return Ok(None) };
    let mut text = Vec::new();
    let read = file.take(MAX_BYTES + 1).read_to_end(&mut text);
    read.map_err(|error| TableError::io("read", &path, error))?;
    if text.len() as u64 > MAX_BYTES {
        let what = format!("expected at most {} MiB, got more; remove it", MAX_BYTES >> 20);
        return Err(TableError::damaged(&path, what));
    }
    Ok(Some(text))
}

/// The text of a file.
pub fn text(content: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec_pretty(content).expect("a manifest can be written as JSON")
}

/// Writes a file beside its place, syncs it, and moves it there. `moving` is called just before
/// that.
///
/// # Errors
/// When it cannot be written. If `moving` has not been called, the file in its place is the old
/// one.
pub fn write(dir: &Dir, name: &str, text: &[u8], moving: impl FnOnce()) -> Result<(), TableError> {
    let beside = unfinished(name);
    let OpenFile { path, mut file } = dir.create_file(&beside)?;
    let mut write = || {
        // It would be refused when it is read.
        if text.len() as u64 >= MAX_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        file.write_all(text)?;
        file.write_all(b"\n")?;
        file.sync_all()
    };
    write().map_err(|error| TableError::io("write", &path, error))?;
    moving();
    dir.rename(&beside, dir, name)
}

/// Writes a file whole or not at all, as [`write()`].
///
/// # Errors
/// When it cannot be written.
pub fn write_whole(dir: &Dir, name: &str, text: &[u8]) -> Result<(), TableError> {
    write(dir, name, text, || ())
}
