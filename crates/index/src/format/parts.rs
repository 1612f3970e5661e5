//! The division of all keys into parts of the same size, by their highest bits, and of the tables
//! of a segment into files of whole parts.

use std::num::NonZeroUsize;
use std::ops::{Range, RangeInclusive};

/// A key whose unsigned order is the order of the tables.
#[inline(always)]
pub(crate) fn ordered(key: i64) -> u64 {
    key as u64 ^ 1 << 63
}

/// Parts of all keys, in the order of the tables: part 0 holds the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    bits: u32,
}

impl Parts {
    /// The fewest bits, and those of an index of a few files.
    pub(crate) const BITS: u32 = 8;
    /// The fewest parts.
    pub(crate) const MIN: Parts = Parts { bits: Self::BITS };
    /// The most bits.
    pub(crate) const MAX_BITS: u32 = 16;

    /// Divides keys by `bits` bits, 8 to 16; `None` for another number.
    pub(crate) fn by(bits: u32) -> Option<Parts> {
        (Self::BITS..=Self::MAX_BITS).contains(&bits).then_some(Parts { bits })
    }

    /// The fewest parts of which each of `files` files has one or more.
    pub(crate) fn of_files(files: usize) -> Parts {
        let bits = files.max(1).next_power_of_two().trailing_zeros();
        Parts { bits: bits.clamp(Self::BITS, Self::MAX_BITS) }
    }

    pub(crate) fn bits(self) -> u32 {
        self.bits
    }

    /// The number of parts.
    pub(crate) fn len(self) -> usize {
        1 << self.bits
    }

    /// The part that a key belongs to.
    #[inline(always)]
    pub(crate) fn of(self, key: i64) -> usize {
        (ordered(key) >> (64 - self.bits)) as usize
    }

    /// The keys of some consecutive parts.
    pub(crate) fn keys(self, parts: Range<usize>) -> RangeInclusive<i64> {
        let first = |part: usize| ((part as u64) << (64 - self.bits) ^ 1 << 63) as i64;
        let last = first(parts.end - 1) | (u64::MAX >> self.bits) as i64;
        first(parts.start)..=last
    }

    /// The highest 16 bits of the lowest key of a part, in the order of the tables.
    pub(crate) fn prefix(self, part: usize) -> u16 {
        (part << (Self::MAX_BITS - self.bits)) as u16
    }

    /// The parts that file number `file` of `files` holds: each has one or more, and all about as
    /// many.
    pub(crate) fn of_file(self, file: usize, files: usize) -> Range<usize> {
        let before = |file: usize| (self.len() * file).div_ceil(files);
        before(file)..before(file + 1)
    }
}

/// Size at which a table is divided into more files, in bytes.
const FILE_BYTES: u64 = 256 << 20;

/// The most files of a table: each has a part of its own.
pub(crate) const MAX_FILES: usize = 1 << Parts::MAX_BITS;

/// Options for writing tables.
#[derive(Clone, Copy)]
pub(crate) struct WriteOptions {
    /// The memory that may be used, in bytes.
    pub(crate) memory: usize,
    pub(crate) threads: NonZeroUsize,
    /// The number of files of each keyed table, if it is given.
    pub(crate) files: Option<usize>,
}

impl WriteOptions {
    pub(crate) fn new(
        memory: usize,
        threads: NonZeroUsize,
        files: Option<NonZeroUsize>,
    ) -> WriteOptions {
        WriteOptions { memory, threads, files: files.map(|files| files.get().min(MAX_FILES)) }
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
    fn parts_cover_all_keys_in_order() {
        for bits in [8, 9, 16] {
            let parts = Parts::by(bits).unwrap();
            assert_eq!(parts.keys(0..parts.len()), i64::MIN..=i64::MAX);
            let mut next = i64::MIN;
            for part in 0..parts.len() {
                let keys = parts.keys(part..part + 1);
                assert_eq!(*keys.start(), next);
                assert_eq!(parts.of(*keys.start()), part);
                assert_eq!(parts.of(*keys.end()), part);
                next = keys.end().wrapping_add(1);
            }
        }
        assert_eq!((Parts::by(7), Parts::by(17)), (None, None));
    }

    #[test]
    fn each_part_lies_in_one_file() {
        for files in (1..=300).chain([1 << 15, (1 << 16) - 1, 1 << 16]) {
            let parts = Parts::of_files(files);
            assert!(parts.len() >= files && (parts.bits() == 8 || parts.len() / 2 < files));
            let mut next = 0;
            for file in 0..files {
                let of_file = parts.of_file(file, files);
                assert_eq!(of_file.start, next, "file {file} of {files}");
                assert!(!of_file.is_empty(), "file {file} of {files}");
                next = of_file.end;
            }
            assert_eq!(next, parts.len());
        }
    }

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
