//! Checks files against what the manifest knows about them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crc32fast::Hasher as Crc32;

use crate::error::IndexError;
use crate::table::FileFacts;

/// Whether a file is as it was written.
///
/// # Errors
/// When it is not, or cannot be read.
pub(crate) fn check_sum(path: &Path, facts: &FileFacts) -> Result<(), IndexError> {
    let io = |error| IndexError::io("read", path, error);
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(IndexError::damaged(path, "the file is missing"));
        }
        opened => opened.map_err(io)?,
    };
    let mut sum = Crc32::new();
    let mut bytes = 0;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer).map_err(io)? {
            0 => break,
            read => {
                sum.update(&buffer[..read]);
                bytes += read as u64;
            }
        }
    }
    let (expected, got) = ((facts.bytes, facts.crc32), (bytes, sum.finalize()));
    if expected != got {
        let what = format!("expected (bytes, CRC-32) {expected:?}, got {got:?}");
        return Err(IndexError::damaged(path, what));
    }
    Ok(())
}
