//! A book that may be anything, taken apart: headers, and entries sorted by key.

use std::ops::Range;

use zobrist_chess::{Book, BookEntry, BookHeader};

/// The records of a book in any order.
pub struct Records<'a> {
    /// All sixteen bytes.
    pub all: &'a [[u8; BookEntry::SIZE]],
    /// What is left at the end of the file.
    pub rest: &'a [u8],
    /// Where the headers are.
    pub headers: Vec<Range<usize>>,
    /// The records of the entries, by key; those with the same key in the order of the file.
    pub order: Vec<usize>,
    /// The bytes of the entries in that order.
    sorted: Vec<u8>,
}

impl<'a> Records<'a> {
    pub fn new(bytes: &'a [u8]) -> Records<'a> {
        let (all, rest) = bytes.as_chunks();
        let (headers, mut order) = take_apart(all);
        order.sort_by_key(|record| BookEntry::from_bytes(all[*record]).key);
        let sorted = order.iter().flat_map(|record| all[*record]).collect();
        Records { all, rest, headers, order, sorted }
    }

    /// The header that begins the book.
    pub fn first_header(&self) -> Option<&Range<usize>> {
        self.headers.first().filter(|header| header.start == 0)
    }

    /// The entries as a book that can be probed, in the order of `order`.
    pub fn book(&self) -> Book<&[u8]> {
        Book::new(self.sorted.as_slice()).expect("the book is made of whole records")
    }

    /// An entry of the file.
    pub fn entry(&self, record: usize) -> BookEntry {
        BookEntry::from_bytes(self.all[record])
    }

    /// Whether the book follows the rules of chess: it has no header that says otherwise.
    pub fn is_chess(&self) -> bool {
        let Some(header) = self.first_header() else { return true };
        let Ok(header) = BookHeader::read(&self.all[header.clone()]) else { return true };
        let mut variants = header.variants().peekable();
        variants.peek().is_none() || variants.any(|name| name == "normal" || name == "fischerandom")
    }
}

/// Where the headers are among the records, and which of the others are entries.
pub fn take_apart(all: &[[u8; BookEntry::SIZE]]) -> (Vec<Range<usize>>, Vec<usize>) {
    let mut headers = Vec::new();
    let mut entries = Vec::with_capacity(all.len());
    let mut at = 0;
    while at < all.len() {
        let header = BookHeader::records_at(&all[at..]);
        if header > 0 {
            headers.push(at..at + header);
        } else {
            entries.push(at);
        }
        at += header.max(1);
    }
    (headers, entries)
}
