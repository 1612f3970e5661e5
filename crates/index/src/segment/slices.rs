//! The slices in which the tables of a segment are produced.

use std::ops::Range;

use super::table_files::SliceOf;
use crate::format::{Parts, parts_of_files};

/// A slice of the tables of a segment.
#[derive(Clone, Debug)]
pub(crate) struct Slice<const TABLES: usize> {
    /// Its parts of all keys.
    pub(crate) parts: Range<usize>,
    /// The file of each table that its rows belong to.
    pub(crate) of: [SliceOf; TABLES],
}

/// Returns the slices of tables with the given numbers of files: `wanted` of about the same size,
/// or more, since each lies in one file of each table.
pub(crate) fn slices<const TABLES: usize>(
    parts: Parts,
    files: [usize; TABLES],
    wanted: usize,
) -> Vec<Slice<TABLES>> {
    let cuts = |files: usize| parts_of_files(parts, files).map(|parts| parts.end);
    let mut ends: Vec<usize> = files.into_iter().flat_map(cuts).collect();
    ends.extend(cuts(wanted.clamp(1, parts.len())));
    ends.sort_unstable();
    ends.dedup();
    let mut start = 0;
    let slice = |end: usize| {
        let parts_of_slice = start..end;
        start = end;
        let of = files.map(|files| {
            let file = file_of(parts, files, parts_of_slice.start);
            SliceOf { file, is_last: parts.of_file(file, files).end == end }
        });
        Slice { parts: parts_of_slice, of }
    };
    ends.into_iter().map(slice).collect()
}

/// The file that a part lies in.
fn file_of(parts: Parts, files: usize, part: usize) -> usize {
    // Rounded down, so that it may be the file before.
    let file = part * files / parts.len();
    if parts.of_file(file, files).contains(&part) { file } else { file - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_cover_all_parts_and_lie_in_one_file_of_each_table() {
        for (positions, occurrences, wanted) in
            [(1, 1, 1), (1, 1, 7), (3, 2, 1), (5, 4, 9), (256, 100, 3), (300, 1, 4), (1, 1, 9999)]
        {
            let parts = Parts::of_files(positions);
            let files = [positions, occurrences];
            let all = slices(parts, files, wanted);
            assert!(all.len() >= wanted.min(parts.len()));
            let mut next = 0;
            let mut ended = [0, 0];
            for slice in &all {
                assert_eq!(slice.parts.start, next);
                next = slice.parts.end;
                for (table, of) in slice.of.iter().enumerate() {
                    let of_file = parts.of_file(of.file, files[table]);
                    assert!(of_file.start <= slice.parts.start && slice.parts.end <= of_file.end);
                    assert_eq!(of.file, ended[table], "slices of a file follow each other");
                    assert_eq!(of.is_last, of_file.end == slice.parts.end);
                    ended[table] += usize::from(of.is_last);
                }
            }
            assert_eq!((next, ended), (parts.len(), files));
        }
    }
}
