//! Fence pointers for a book that is probed very often: where in it the keys of each small range begin.

use core::ops::Range;

use crate::book::search::{end_of_run, first_between, share};
use crate::book::{Book, BookProbe};

/// A [`Book`] with fence pointers, which say where the keys of each of many equal ranges
/// begin: most probes then wait for the memory of the book once or twice.
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
