//! A book over borrowed bytes, with or without fence pointers.

use core::error::Error;
use core::fmt::{self, Display};
use core::iter::FusedIterator;
use core::ops::Range;

use super::entry::{BookEntries, BookEntry};
use super::header::{BookHeader, BookHeaderError};
use super::search::{end_of_run, first_between, first_not_below, share};

/// A Polyglot book over borrowed or owned bytes: a slice, an array, a mapped file.
///
/// Nothing is copied or allocated. A probe of a book of hashes reads a few entries,
/// whatever the size of the book.
///
/// A header (`pgheader` 1.0) is stored in records whose key is 0; they are not entries. Positions
/// whose hash is 0 also exist, and their entries follow those records.
///
/// ```
/// use zobrist_chess::{Book, BookEntry, PackedMove};
///
/// let start = 0x463b_9618_1691_fc9c;
/// let [e4, d4] = [(12, 28), (11, 27)].map(|(from, to)| PackedMove::new(from, to, None));
/// let bytes = [(e4, 3), (d4, 2)]
///     .map(|(played, weight)| BookEntry { key: start, played, weight, learn: 0 }.to_bytes())
///     .concat();
///
/// let book = Book::new(&bytes)?;
/// let moves: Vec<_> = book.probe(start).map(|entry| entry.played).collect();
/// assert_eq!(moves, [e4, d4]);
/// # Ok::<(), zobrist_chess::BookError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Book<B> {
    bytes: B,
    /// The number of records of the header.
    header: usize,
}

impl<B: AsRef<[u8]>> Book<B> {
    /// Creates a book over bytes. Reads no more of them than the header.
    ///
    /// Keys must ascend, which is not checked: see [`is_sorted`](Book::is_sorted).
    ///
    /// # Errors
    /// When the bytes are not a whole number of entries.
    pub fn new(bytes: B) -> Result<Book<B>, BookError> {
        let all = bytes.as_ref();
        if all.len() % BookEntry::SIZE != 0 {
            return Err(BookError::Length { got: all.len() });
        }
        let header = BookHeader::records_at(all);
        Ok(Book { bytes, header })
    }

    /// Returns the number of entries, without the header.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Returns true if there are no entries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the entry at an index from 0; `None` beyond the last.
    #[inline]
    pub fn entry(&self, index: usize) -> Option<BookEntry> {
        self.entries().get(index)
    }

    /// Returns all entries, without the header.
    #[inline]
    pub fn entries(&self) -> BookEntries<'_> {
        // A `B` may return something else each time: no entry is then better than a panic.
        BookEntries::new(self.bytes.as_ref().get(self.header_bytes()..).unwrap_or_default())
    }

    /// Returns the entries of a position, by its hash in the scheme `polyglot`; none when the book
    /// does not have it.
    ///
    /// Keys must ascend, as in every sound book; if they do not, entries may be missed.
    #[inline]
    pub fn probe(&self, key: u64) -> BookProbe<'_> {
        let entries = self.entries();
        let start = first_not_below(entries.len(), key, |index| entries.key_at(index));
        BookProbe { rest: entries.starting_at(start), key }
    }

    /// Probes as [`probe`](Book::probe) does, given the index of the first entry.
    #[inline]
    pub(super) fn probe_at(&self, start: usize, key: u64) -> BookProbe<'_> {
        BookProbe { rest: self.entries().starting_at(start), key }
    }

    /// The key of an entry; beyond the last, the highest key.
    #[inline]
    pub(super) fn key_at(&self, index: usize) -> u64 {
        self.entries().key_at(index)
    }

    /// Returns the indices of the entries that [`probe`](Book::probe) finds. If there are none,
    /// the range is empty and lies where they would be.
    #[inline]
    pub fn find(&self, key: u64) -> Range<usize> {
        let entries = self.entries();
        let key_at = |index| entries.key_at(index);
        let start = first_not_below(entries.len(), key, key_at);
        start..end_of_run(entries.len(), start, key, key_at)
    }

    /// Returns true if keys ascend, so that every entry can be found. Reads the whole book.
    pub fn is_sorted(&self) -> bool {
        self.entries().iter().is_sorted_by_key(|entry| entry.key)
    }

    /// Returns the header, if there is one.
    ///
    /// # Errors
    /// When there is one that cannot be read. The entries can still be read.
    pub fn header(&self) -> Result<Option<BookHeader<'_>>, BookHeaderError> {
        let records = &self.bytes.as_ref()[..self.header_bytes()];
        if records.is_empty() { Ok(None) } else { BookHeader::read(records).map(Some) }
    }

    /// Returns the size of the header in bytes, which is where the first entry begins.
    pub fn header_bytes(&self) -> usize {
        self.header * BookEntry::SIZE
    }

    /// Returns the bytes.
    pub fn into_inner(self) -> B {
        self.bytes
    }
}

/// An iterator over the entries of a position, in the order of the book: see [`Book::probe`].
#[derive(Clone, Debug)]
pub struct BookProbe<'a> {
    /// From the next entry to the end of the book: the position's end is seen when it is reached.
    rest: BookEntries<'a>,
    key: u64,
}

impl Iterator for BookProbe<'_> {
    type Item = BookEntry;

    #[inline]
    fn next(&mut self) -> Option<BookEntry> {
        let (entry, rest) = self.rest.split_first()?;
        if entry.key != self.key {
            return None;
        }
        self.rest = rest;
        Some(entry)
    }
}

impl FusedIterator for BookProbe<'_> {}

/// The reason why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookError {
    /// The bytes are not a whole number of entries.
    Length {
        /// The number of bytes.
        got: usize,
    },
}

impl Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BookError::Length { got } = *self;
        write!(
            f,
            "expected a Polyglot book, a multiple of {} bytes, got {got}; get a whole copy, or \
             leave out the last {}",
            BookEntry::SIZE,
            got % BookEntry::SIZE
        )
    }
}

impl Error for BookError {}

/// A [`Book`] with fence pointers: the index of the first entry of each of many equal ranges of
/// keys. Most probes then wait for the memory of the book once or twice.
///
/// The memory of the fences is the caller's, an array or a vector of any length. One fence for
/// every 50 entries or so is as good as more: 65,536, which are 256 KiB, for a book of 50 MB.
///
/// ```
/// use zobrist_chess::{Book, BookEntry, PackedMove};
///
/// let start = 0x463b_9618_1691_fc9c;
/// let played = PackedMove::new(12, 28, None);
/// let bytes = BookEntry { key: start, played, weight: 1, learn: 0 }.to_bytes();
///
/// let book = Book::new(&bytes)?.with_fences([0; 64]);
/// assert_eq!(book.probe(start).next().unwrap().played, played);
/// assert_eq!(book.probe(start + 1).next(), None);
/// # Ok::<(), zobrist_chess::BookError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FencedBook<B, F> {
    book: Book<B>,
    /// The index of the first entry of each range, and of the one after the last.
    fences: F,
}

impl<B: AsRef<[u8]>> Book<B> {
    /// Sets up `fences`, whatever they hold, at the cost of a probe for each. They have to be set
    /// up again after every change of the bytes, since fences of other bytes may miss entries.
    ///
    /// # Panics
    /// When there are fewer than two fences, or 2^32 entries or more.
    pub fn with_fences<F: AsRef<[u32]> + AsMut<[u32]>>(self, mut fences: F) -> FencedBook<B, F> {
        assert!(u32::try_from(self.len()).is_ok(), "fences are for fewer than 2^32 entries");
        let places = fences.as_mut();
        let (last, ranges) = places.split_last_mut().expect("a range has a fence at both ends");
        assert!(!ranges.is_empty(), "a range has a fence at both ends");
        let count = ranges.len() as u128;
        for (range, place) in ranges.iter_mut().enumerate() {
            // The least key whose share of the ranges is this one.
            let key = ((range as u128) << 64).div_ceil(count);
            *place = self.find(key as u64).start as u32;
        }
        *last = self.len() as u32;
        FencedBook { book: self, fences }
    }
}

impl<B: AsRef<[u8]>, F: AsRef<[u32]>> FencedBook<B, F> {
    /// Returns the entries of a position, as [`Book::probe`] does.
    #[inline]
    pub fn probe(&self, key: u64) -> BookProbe<'_> {
        self.book.probe_at(self.first_not_below(key), key)
    }

    /// Returns the indices of the entries of a position, as [`Book::find`] does.
    #[inline]
    pub fn find(&self, key: u64) -> Range<usize> {
        let start = self.first_not_below(key);
        start..end_of_run(self.book.len(), start, key, |index| self.book.key_at(index))
    }

    /// Returns the book.
    pub fn book(&self) -> &Book<B> {
        &self.book
    }

    /// Returns the book and the memory of the fences.
    pub fn into_inner(self) -> (Book<B>, F) {
        (self.book, self.fences)
    }

    #[inline]
    fn first_not_below(&self, key: u64) -> usize {
        let fences = self.fences.as_ref();
        let ranges = fences.len().saturating_sub(1);
        let range = share(key, ranges);
        let fence = |index: usize| fences.get(index).map_or(0, |fence| *fence as usize);
        let len = self.book.len();
        // For a book out of order, or bytes that change, fences may say anything.
        let high = fence(range + 1).min(len);
        let low = fence(range).min(high);
        let within = key.wrapping_mul(ranges as u64);
        first_between(low, high, within, key, |index| self.book.key_at(index))
    }
}
