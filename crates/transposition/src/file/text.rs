//! The text of a file.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::error::OpenError;
use super::open::open;
use super::start::{HEADER, Start};

/// Reads the text with which a table was saved
/// ([`save_with_text`](crate::Table::save_with_text)) or created
/// ([`create_shared_with_text`](crate::Table#method.create_shared_with_text)); `None` if it has
/// none, or an empty one. The types of the table and its fingerprint need not be known, and other processes may
/// share the file meanwhile.
///
/// The text is what its writer gave: do not trust it more than the rest of the file, and open no
/// file that it names.
///
/// # Errors
/// When the file cannot be read, is no regular file or link to one, is not that of a table, is truncated, has another version, or is
/// damaged in the header or the text.
pub fn table_file_text(path: impl AsRef<Path>) -> Result<Option<String>, OpenError> {
    let path = path.as_ref();
    let failed = |source| OpenError::Io { path: path.to_path_buf(), source };
    let mut file = open(path, &OpenOptions::new()).map_err(failed)?;
    let (bytes, length) = read_first(&mut file).map_err(failed)?;
    let start = Start::read(&bytes, length)?;
    start.check_length(length)?;
    start.text(read_rest(&mut file, start).map_err(failed)?)
}

/// Reads the first bytes of a file, up to [`HEADER`], and returns them with the length of the file.
pub(crate) fn read_first(file: &mut File) -> io::Result<(Vec<u8>, u64)> {
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.take(HEADER as u64).read_to_end(&mut bytes)?;
    Ok((bytes, length))
}

/// Reads what follows the first bytes, up to the lines.
pub(crate) fn read_rest(file: &mut File, start: Start) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take((start.size() - HEADER) as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
