//! Checks files of version 1 against what the manifest knows about them: they have no other checksums.

use crate::error::IndexError;
use crate::read_file::ReadFile;
use crate::table::FileSummary;

/// Checks that a file of version 1 is as it was written.
///
/// # Errors
/// When it is not, or cannot be read.
pub(crate) fn check_sum(
    ReadFile { path, bytes }: ReadFile,
    summary: &FileSummary,
) -> Result<(), IndexError> {
    let length = bytes.len();
    if length != summary.bytes {
        let what = format!("expected {} bytes, got {length}", summary.bytes);
        return Err(IndexError::damaged(&path, what));
    }
    let piece = if bytes.is_remote() { 1 << 22 } else { 1 << 16 };
    let mut sum = crc32fast::Hasher::new();
    let mut start = 0;
    while start < length {
        let most = usize::try_from(length - start).map_or(piece, |left| left.min(piece));
        let read = bytes.read_at(start, most);
        sum.update(&read.map_err(|error| IndexError::read(&path, error))?);
        start += most as u64;
    }
    let (expected, got) = (summary.crc32, sum.finalize());
    if expected != got {
        let what = format!("expected the CRC-32 {expected:08x} of the file, got {got:08x}");
        return Err(IndexError::damaged(&path, what));
    }
    Ok(())
}
