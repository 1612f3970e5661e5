//! The division of a table of a segment into files.

use std::num::NonZeroUsize;
use std::ops::Range;

use super::parts::Parts;

/// Size at which a table is divided into more files, in bytes.
const FILE_BYTES: u64 = 256 << 20;

/// The most files of a table: each has a part of its own.
pub(crate) const MAX_FILES: usize = 1 << Parts::MAX_BITS;

/// Options for writing tables.
#[derive(Clone, Copy)]
pub(crate) struct HowToWrite {
    /// The memory that may be used, in bytes.
    pub(crate) memory: usize,
    pub(crate) threads: NonZeroUsize,
    /// The number of files of each keyed table, if it is given.
    pub(crate) files: Option<usize>,
}

impl HowToWrite {
    pub(crate) fn new(
        memory: usize,
        threads: NonZeroUsize,
        files: Option<NonZeroUsize>,
    ) -> HowToWrite {
        HowToWrite { memory, threads, files: files.map(|files| files.get().min(MAX_FILES)) }
    }
}

/// The number of files for rows of about `row_bytes` bytes: one, or as many as make files of 128 to
/// 256 MB.
pub(crate) fn files_of(rows: u64, row_bytes: u64) -> usize {
    let files = rows.saturating_mul(row_bytes).div_ceil(FILE_BYTES);
    usize::try_from(files).unwrap_or(MAX_FILES).clamp(1, MAX_FILES)
}

/// The name of a file of a table: `first` is the [prefix](Parts::prefix) of its lowest key, or the
/// number of a file of games, and `attempt` says which of several tries to write it this was.
pub(crate) fn file_name(table: &str, segment: u32, first: u16, attempt: Option<u64>) -> String {
    let attempt = attempt.map_or(String::new(), |attempt| format!("-{attempt}"));
    format!("{table}/{segment:06}-{first:04x}{attempt}.parquet")
}

/// The parts of each of `files` files.
pub(crate) fn parts_of_files(
    parts: Parts,
    files: usize,
) -> impl ExactSizeIterator<Item = Range<usize>> {
    (0..files).map(move |file| parts.of_file(file, files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_half_their_largest_size_or_more() {
        assert_eq!((files_of(0, 17), files_of(1, 17)), (1, 1));
        for rows in [20_000_000, 50_000_000, 1_000_000_000] {
            let files = files_of(rows, 17);
            let bytes = rows * 17 / files as u64;
            assert!((FILE_BYTES / 2..=FILE_BYTES).contains(&bytes), "{rows}: {files} files");
        }
        assert_eq!(files_of(u64::MAX, 17), MAX_FILES);
    }
}
