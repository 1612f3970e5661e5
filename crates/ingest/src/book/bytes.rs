//! Tells books from other bytes: any sixteen bytes could be an entry.

use zobrist_chess::{Book, BookEntry};

/// Number of bytes that are examined to recognize text and books.
const EXAMINED_BYTES: usize = 16 * BookEntry::SIZE;
/// Number of characters of a text that an error quotes.
const QUOTED_CHARS: usize = 32;

/// True for an uncompressed book, even if its lowest key begins like a compressed file: no other
/// file has this many ascending keys, or a few with empty learn fields.
#[must_use]
pub fn is_plain_book(bytes: &[u8]) -> bool {
    let Ok(book) = Book::new(&bytes[..bytes.len().min(EXAMINED_BYTES)]) else { return false };
    let entries: Vec<BookEntry> = book.entries().iter().collect();
    bytes.len().is_multiple_of(BookEntry::SIZE)
        && entries.is_sorted_by_key(|entry| entry.key)
        && (bytes.len() >= EXAMINED_BYTES || entries.iter().all(|entry| entry.learn == 0))
}

/// The beginning of the first line if bytes are text, which no book begins with; `None` otherwise.
#[must_use]
pub fn text_instead(bytes: &[u8]) -> Option<String> {
    is_text(bytes).then(|| {
        let text = String::from_utf8_lossy(bytes);
        text.lines().next().unwrap_or("").chars().take(QUOTED_CHARS).collect()
    })
}

/// True if bytes begin with text: printable ASCII, white space, or anything beyond ASCII. Entries
/// have zeros, at least in their learn fields and weights.
fn is_text(bytes: &[u8]) -> bool {
    let begin = &bytes[..bytes.len().min(EXAMINED_BYTES)];
    let of_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0x80..);
    !begin.is_empty() && begin.iter().all(of_text)
}

/// The number of the first entry whose key is above that of the next one; `None` if the book is
/// sorted. Reads all of it.
#[must_use]
pub fn first_fall(book: &Book<&[u8]>) -> Option<usize> {
    let keys = || book.entries().iter().map(|entry| entry.key);
    keys().zip(keys().skip(1)).position(|(before, key)| key < before)
}
