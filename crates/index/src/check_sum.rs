//! Checks files of version 1 against what the manifest knows about them: they have no other checksums.

use std::io::Read;

use crate::error::IndexError;
use crate::open_file::OpenFile;
use crate::table::FileSummary;

/// Checks that a file of version 1 is as it was written.
///
/// # Errors
/// When it is not, or cannot be read.
pub(crate) fn check_sum(
    OpenFile { path, mut file }: OpenFile,
    summary: &FileSummary,
) -> Result<(), IndexError> {
    let io = |error| IndexError::io("read", &path, error);
    let mut sum = crc32fast::Hasher::new();
    let mut left = file.metadata().map_err(io)?.len();
    if left != summary.bytes {
        let what = format!("expected {} bytes, got {left}", summary.bytes);
        return Err(IndexError::damaged(&path, what));
    }
    let mut buffer = vec![0; 1 << 16];
    // No more than that, should somebody write to it.
    while left > 0 {
        let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        match file.read(&mut buffer[..most]).map_err(io)? {
            0 => break,
            read => {
                sum.update(&buffer[..read]);
                left -= read as u64;
            }
        }
    }
    let (expected, got) = ((summary.bytes, summary.crc32), (summary.bytes - left, sum.finalize()));
    if expected != got {
        let what = format!("expected (bytes, CRC-32) {expected:?}, got {got:?}");
        return Err(IndexError::damaged(&path, what));
    }
    Ok(())
}
