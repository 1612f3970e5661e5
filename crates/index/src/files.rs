//! The division of a segment into files.

use std::ops::Range;

use crate::visit::PARTS;

/// The approximate number of rows in a file.
const FILE_ROWS: usize = 1 << 19;

/// The number of files into which `rows` rows are divided.
pub(crate) fn files_of(rows: usize) -> usize {
    rows.div_ceil(FILE_ROWS).clamp(1, PARTS / 2)
}

/// The parts of all keys that one of `files` files holds: by and large fewer from the first file to
/// the last, so that all threads finish at about the same time.
pub(crate) fn parts_of_file(file: usize, files: usize) -> Range<usize> {
    // One part for each; of the others, n shares for the first of n files, then n - 1, down to 1.
    let others = PARTS - files;
    let shares = |before: usize| before * (2 * files + 1 - before);
    let before = |file: usize| file + (others * shares(file)).div_ceil(shares(files));
    before(file)..before(file + 1)
}

/// The name of a file of a table.
pub(crate) fn file_name(table: &str, segment: u32, file: usize) -> String {
    format!("{table}/{segment:06}-{file:03}.parquet")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_lies_in_one_file_and_the_last_files_are_short() {
        for files in 1..=files_of(usize::MAX) {
            let len = |file| parts_of_file(file, files).len();
            assert!(len(0) >= len(1.min(files - 1)), "{files}");
            assert!(len(files - 1) <= len(files.saturating_sub(2)), "{files}");
            let mut next = 0;
            for file in 0..files {
                let parts = parts_of_file(file, files);
                assert_eq!(parts.start, next, "file {file} of {files}");
                assert!(!parts.is_empty(), "file {file} of {files}");
                next = parts.end;
            }
            assert_eq!(next, PARTS);
        }
        assert_eq!((files_of(0), files_of(FILE_ROWS), files_of(FILE_ROWS + 1)), (1, 1, 2));
    }
}
