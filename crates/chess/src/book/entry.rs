//! Entries of a book, and weights that fit into them.

use core::fmt::{self, Debug};
use core::iter::Map;
use core::ops::Range;
use core::slice::ChunksExact;

use crate::packed_move::PackedMove;

/// An entry of a Polyglot book: a move in a position, and its weight.
///
/// Sixteen bytes, big-endian: key (8), move (2), weight (2), learn (4). Source: the book
/// format of Polyglot.
///
/// ```
/// use zobrist_chess::{BookEntry, PackedMove};
///
/// let entry = BookEntry {
///     key: 0x463b_9618_1691_fc9c,
///     played: PackedMove::new(12, 28, None),
///     weight: 100,
///     learn: 0,
/// };
/// let bytes = entry.to_bytes();
/// assert_eq!(bytes[..10], [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c]);
/// assert_eq!(BookEntry::from_bytes(bytes), entry);
/// ```
///
/// Closed: these are the 16 bytes of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct BookEntry {
    /// The hash of the position, by the scheme `polyglot`.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde::hex"))]
    pub key: u64,
    /// The move.
    pub played: PackedMove,
    /// The frequency with which the move should be played, relative to the others of the position;
    /// 0 is never.
    pub weight: u16,
    /// Data that a program has learned about the move; 0 if there are none.
    pub learn: u32,
}

impl BookEntry {
    /// The number of bytes in an entry.
    pub const SIZE: usize = 16;

    /// Returns the entry as the bytes that a book holds.
    #[inline]
    #[must_use]
    pub const fn to_bytes(self) -> [u8; BookEntry::SIZE] {
        let word = (self.key as u128) << 64
            | (self.played.bits() as u128) << 48
            | (self.weight as u128) << 32
            | self.learn as u128;
        word.to_be_bytes()
    }

    /// Reads an entry. Any bytes are a valid one.
    #[inline]
    #[must_use]
    pub const fn from_bytes(bytes: [u8; BookEntry::SIZE]) -> BookEntry {
        let word = u128::from_be_bytes(bytes);
        BookEntry {
            key: (word >> 64) as u64,
            played: PackedMove::from_bits((word >> 48) as u16),
            weight: (word >> 32) as u16,
            learn: word as u32,
        }
    }
}

/// A view of consecutive entries of a book; nothing is copied.
///
/// ```
/// use zobrist_chess::{Book, BookEntry, PackedMove};
///
/// let entry = BookEntry { key: 7, played: PackedMove::new(12, 28, None), weight: 1, learn: 0 };
/// let book = Book::new(entry.to_bytes())?;
/// assert_eq!(book.entries().iter().collect::<Vec<_>>(), [entry]);
/// assert_eq!(book.entries().slice(book.find(8)).len(), 0);
/// # Ok::<(), zobrist_chess::BookError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct BookEntries<'a> {
    /// A whole number of entries.
    bytes: &'a [u8],
}

impl<'a> BookEntries<'a> {
    /// A view of bytes; a part of an entry at their end is left out.
    #[inline]
    pub(super) fn new(bytes: &'a [u8]) -> BookEntries<'a> {
        BookEntries { bytes: &bytes[..bytes.len() / BookEntry::SIZE * BookEntry::SIZE] }
    }

    /// Returns the number of entries.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.bytes.len() / BookEntry::SIZE
    }

    /// Returns true if there are no entries.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the entry at an index from 0; `None` beyond the last.
    #[inline]
    pub fn get(self, index: usize) -> Option<BookEntry> {
        let bytes = self.bytes.get(index.checked_mul(BookEntry::SIZE)?..)?;
        bytes.first_chunk().copied().map(BookEntry::from_bytes)
    }

    /// The key of an entry; beyond the last, the highest key.
    #[inline]
    pub(super) fn key_at(self, index: usize) -> u64 {
        self.get(index).map_or(u64::MAX, |entry| entry.key)
    }

    /// The entries from an index, none beyond the last.
    #[inline]
    pub(super) fn starting_at(self, index: usize) -> BookEntries<'a> {
        let bytes = index.checked_mul(BookEntry::SIZE).and_then(|start| self.bytes.get(start..));
        BookEntries { bytes: bytes.unwrap_or_default() }
    }

    /// The first entry and those after it.
    #[inline]
    pub(super) fn split_first(self) -> Option<(BookEntry, BookEntries<'a>)> {
        let (first, bytes) = self.bytes.split_first_chunk()?;
        Some((BookEntry::from_bytes(*first), BookEntries { bytes }))
    }

    /// Returns the entries of a range of indices, such as [`Book::find`](crate::Book::find)
    /// returns.
    ///
    /// # Panics
    /// When the range ends beyond the last entry, or before it begins.
    #[inline]
    #[must_use]
    pub fn slice(self, range: Range<usize>) -> BookEntries<'a> {
        assert!(range.end <= self.len(), "a range of entries ends at the last or before it");
        let bytes = &self.bytes[range.start * BookEntry::SIZE..range.end * BookEntry::SIZE];
        BookEntries { bytes }
    }

    /// Returns an iterator over the entries in the order of the book.
    #[inline]
    pub fn iter(self) -> EntriesIter<'a> {
        self.bytes.chunks_exact(BookEntry::SIZE).map(|bytes| {
            BookEntry::from_bytes(bytes.try_into().expect("a chunk has the size of an entry"))
        })
    }
}

/// The iterator of [`BookEntries`].
pub(crate) type EntriesIter<'a> = Map<ChunksExact<'a, u8>, fn(&[u8]) -> BookEntry>;

impl<'a> IntoIterator for BookEntries<'a> {
    type Item = BookEntry;
    type IntoIter = EntriesIter<'a>;

    #[inline]
    fn into_iter(self) -> EntriesIter<'a> {
        self.iter()
    }
}

impl Debug for BookEntries<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}

/// Scales a weight of a position whose largest weight is `largest` to fit in sixteen bits.
///
/// If all weights of the position fit, they stay as they are; otherwise the largest becomes 65535
/// and the others keep their proportion to it, rounded to the nearest, but never to 0 unless they
/// are 0.
///
/// ```
/// use zobrist_chess::scale_weight;
///
/// assert_eq!(scale_weight(1000, 65535), 1000);
/// assert_eq!(scale_weight(131_070, 131_070), 65535);
/// assert_eq!(scale_weight(1000, 131_070), 500);
/// assert_eq!([0, 1].map(|weight| scale_weight(weight, u64::MAX)), [0, 1]);
/// ```
///
/// # Panics
/// When the weight is larger than the largest.
#[must_use]
pub const fn scale_weight(weight: u64, largest: u64) -> u16 {
    assert!(weight <= largest, "no weight is larger than the largest");
    const MAX: u64 = u16::MAX as u64;
    if largest <= MAX {
        return weight as u16;
    }
    let scaled = (weight as u128 * MAX as u128 + largest as u128 / 2) / largest as u128;
    if scaled == 0 && weight > 0 { 1 } else { scaled as u16 }
}
