//! The law of books: any bytes are one or refused, nothing is read that is not there, and where
//! keys ascend a probe finds what a scan finds, with fences and without.

use zobrist_chess::{Book, BookEntry, BookError, PackedMove, book_header};

/// Content for all bytes.
pub(crate) fn law(bytes: &[u8]) {
    let whole = bytes.len() - bytes.len() % BookEntry::SIZE;
    if whole < bytes.len() {
        let error = Book::new(bytes).unwrap_err();
        assert_eq!(error, BookError::Length { got: bytes.len() });
    }
    of_records(&bytes[..whole]);
    // Most bytes are in no order: the same records in order, and without a header.
    let mut records: Vec<&[u8]> = bytes.chunks_exact(BookEntry::SIZE).collect();
    records.sort_unstable_by_key(|record| record[..8].to_vec());
    of_records(&records.concat());
}

fn of_records(bytes: &[u8]) {
    let book = Book::new(bytes).unwrap();
    let entries: Vec<BookEntry> = book.entries().iter().collect();
    assert_eq!(entries.len(), book.len());
    let again: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    assert_eq!(again, bytes[book.header_bytes()..]);
    assert_eq!(book.is_sorted(), entries.is_sorted_by_key(|entry| entry.key));
    of_header(&book);
    let near = entries.iter().flat_map(|entry| {
        [entry.key.wrapping_sub(1), entry.key, entry.key.wrapping_add(1), !entry.key]
    });
    let keys: Vec<u64> = near.chain([0, u64::MAX]).collect();
    let fences = 2 + bytes.first().map_or(0, |byte| usize::from(*byte));
    let fenced = book.with_fences(vec![0; fences]);
    for key in keys {
        let (found, range) = (book.probe(key), book.find(key));
        assert_eq!(book.entries().slice(range.clone()).len(), range.len());
        assert!(fenced.find(key).end <= book.len());
        if book.is_sorted() {
            let scan: Vec<_> = entries.iter().filter(|entry| entry.key == key).copied().collect();
            assert_eq!(found.collect::<Vec<_>>(), scan, "{key:016x}");
            assert_eq!(book.entries().slice(range).iter().collect::<Vec<_>>(), scan);
            assert_eq!(fenced.probe(key).collect::<Vec<_>>(), scan);
            assert_eq!(fenced.find(key), book.find(key));
        } else {
            assert!(found.chain(fenced.probe(key)).all(|entry| entry.key == key));
        }
    }
    for entry in entries {
        let played = entry.played;
        assert_eq!(PackedMove::from_bits(played.bits()), played);
        assert!(played.to_string().len() >= 4);
    }
}

/// A header of our version that can be read can be written again, and is then equal.
fn of_header(book: &Book<&[u8]>) {
    let header = match book.header() {
        Ok(Some(header)) => header,
        Ok(None) => return assert_eq!(book.header_bytes(), 0),
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let variants: Vec<String> = header.variants().map(|variant| variant.to_string()).collect();
    let names: Vec<&str> = variants.iter().map(String::as_str).collect();
    let comment = header.comment().to_string();
    let written = book_header(&names, &comment).unwrap().collect::<Vec<_>>().concat();
    let again = Book::new(written.as_slice()).unwrap();
    assert_eq!(again.header_bytes(), written.len());
    let again = again.header().unwrap().unwrap();
    assert!(again.variants().eq(names.iter().copied()));
    assert_eq!(again.comment().to_string(), comment);
}
