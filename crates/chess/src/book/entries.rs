//! Consecutive entries of a book.

use core::fmt::{self, Debug};
use core::iter::Map;
use core::ops::Range;
use core::slice::Iter;

use crate::book::BookEntry;

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
pub struct BookEntries<'a>(&'a [[u8; BookEntry::SIZE]]);

impl<'a> BookEntries<'a> {
    pub(super) const fn new(records: &'a [[u8; BookEntry::SIZE]]) -> BookEntries<'a> {
        BookEntries(records)
    }

    /// Returns the number of entries.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no entries.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the entry at an index from 0; `None` beyond the last.
    #[inline]
    pub fn get(self, index: usize) -> Option<BookEntry> {
        self.0.get(index).copied().map(BookEntry::from_bytes)
    }

    /// Returns the entries of a range of indices, such as [`Book::find`](crate::Book::find) returns.
    ///
    /// # Panics
    /// When the range ends beyond the last entry, or before it begins.
    #[inline]
    pub fn slice(self, range: Range<usize>) -> BookEntries<'a> {
        BookEntries(&self.0[range])
    }

    /// Returns an iterator over the entries in the order of the book.
    #[inline]
    pub fn iter(self) -> EntriesIter<'a> {
        self.0.iter().map(|record| BookEntry::from_bytes(*record))
    }
}

/// The iterator of [`BookEntries`].
pub type EntriesIter<'a> =
    Map<Iter<'a, [u8; BookEntry::SIZE]>, fn(&[u8; BookEntry::SIZE]) -> BookEntry>;

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
