//! The division of all keys into parts of the same size, by their highest bits.

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

    /// The parts that file number `file` of `files` holds: each has one or more, and all about as many.
    pub(crate) fn of_file(self, file: usize, files: usize) -> Range<usize> {
        let before = |file: usize| (self.len() * file).div_ceil(files);
        before(file)..before(file + 1)
    }
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
}
