//! The records of a book in any order: headers, and entries sorted by key.

use std::ops::Range;

use zobrist_chess::{Book, BookEntry, BookHeader};

/// The records of a book in any order.
pub(super) struct Records<'a> {
    /// All sixteen-byte records.
    pub all: &'a [[u8; BookEntry::SIZE]],
    /// The bytes after the last whole record.
    pub partial: &'a [u8],
    /// Ranges of the records of each header.
    pub headers: Vec<Range<usize>>,
    /// Records of the entries, sorted by key, and by their order in the file among equal keys.
    pub order: Vec<usize>,
    /// Bytes of the entries in that order.
    sorted: Vec<u8>,
}

impl<'a> Records<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Records<'a> {
        let (all, partial) = bytes.as_chunks();
        let (headers, mut order) = find_headers(all);
        order.sort_by_key(|record| BookEntry::from_bytes(all[*record]).key);
        let sorted = order.iter().flat_map(|record| all[*record]).collect();
        Records { all, partial, headers, order, sorted }
    }

    /// Returns the entries as a book, in the order of `order`.
    pub(super) fn book(&self) -> Book<&[u8]> {
        Book::new(self.sorted.as_slice()).expect("the book is made of whole records")
    }

    /// Returns the entry in a record.
    pub(super) fn entry(&self, record: usize) -> BookEntry {
        BookEntry::from_bytes(self.all[record])
    }

    /// Returns true unless a header at the start names other variants than standard chess and
    /// Chess960.
    pub(super) fn is_chess(&self) -> bool {
        let first = self.headers.first().filter(|header| header.start == 0);
        let Some(header) = first else { return true };
        let Ok(header) = BookHeader::read(self.all[header.clone()].as_flattened()) else {
            return true;
        };
        let mut variants = header.variants().peekable();
        variants.peek().is_none() || variants.any(|name| name == "normal" || name == "fischerandom")
    }
}

/// Returns the ranges of the headers among the records, and the other records, which are entries.
pub(super) fn find_headers(all: &[[u8; BookEntry::SIZE]]) -> (Vec<Range<usize>>, Vec<usize>) {
    let mut headers = Vec::new();
    let mut entries = Vec::with_capacity(all.len());
    let mut at = 0;
    while at < all.len() {
        let header = BookHeader::records_at(all[at..].as_flattened());
        if header > 0 {
            headers.push(at..at + header);
        } else {
            entries.push(at);
        }
        at += header.max(1);
    }
    (headers, entries)
}
