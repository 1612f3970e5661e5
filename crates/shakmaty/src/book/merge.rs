//! One book made from several.

use std::collections::BTreeSet;
use std::ops::Range;

use zobrist_chess::{Book, BookEntry, BookHeader, PackedMove, book_header, scale_weight};

use crate::book::records::take_apart;

/// A book that was merged from others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MergedBook {
    /// The bytes of the book.
    pub bytes: Vec<u8>,
    /// The number of positions whose weights were scaled down, so that 16 bits hold them.
    pub scaled: usize,
}

/// Merges books by adding the weights of equal moves. The bytes are the same whatever the order of
/// the books, and entries are accepted in any order: [`is_sorted`](Book::is_sorted) reveals what
/// may not be a book at all.
///
/// Weights of the same move in the same position are added in 64 bits; if a position's largest sum
/// is beyond 65535, its weights are scaled by [`scale_weight`]. Of the values of `learn`, about
/// whose meaning nothing is known, the largest is kept. The header has all variants, and every
/// distinct comment on lines of its own; if no header can be read, there is none.
///
/// ```
/// use zobrist_chess::{Book, BookEntry, PackedMove};
/// use zobrist_shakmaty::merge_books;
///
/// let e4 = PackedMove::new(12, 28, None);
/// let entry = BookEntry { key: 0x463b_9618_1691_fc9c, played: e4, weight: 2, learn: 0 };
/// let bytes = entry.to_bytes();
/// let book = Book::new(bytes.as_slice())?;
/// let merged = Book::new(merge_books(&[book, book]).bytes)?;
/// assert_eq!(merged.entry(0).unwrap().weight, 4);
/// # Ok::<(), zobrist_chess::BookError>(())
/// ```
pub fn merge_books(books: &[Book<&[u8]>]) -> MergedBook {
    let (mut entries, mut headers) = (Vec::new(), Vec::new());
    for book in books {
        let all = book.into_inner().as_chunks().0;
        let (header_records, entry_records) = take_apart(all);
        headers.extend(readable(all, &header_records));
        entries.extend(entry_records.iter().map(|record| BookEntry::from_bytes(all[*record])));
    }
    let mut bytes = merged_header(&headers);
    let scaled = append_entries(&mut bytes, &mut entries);
    MergedBook { bytes, scaled }
}

/// The bytes of a header that says what all of them say: none for none.
pub fn merged_header(headers: &[BookHeader<'_>]) -> Vec<u8> {
    if headers.is_empty() {
        return Vec::new();
    }
    let text = |text: zobrist_chess::HeaderText<'_>| text.to_string();
    let variants: BTreeSet<String> =
        headers.iter().flat_map(|header| header.variants().map(text)).collect();
    let comments: BTreeSet<String> =
        headers.iter().map(|header| text(header.comment())).filter(|c| !c.is_empty()).collect();
    let variants: Vec<&str> = variants.iter().map(String::as_str).collect();
    let comment = comments.into_iter().collect::<Vec<_>>().join("\n");
    let records =
        book_header(&variants, &comment).expect("what comes from headers fits in a header");
    records.flatten().collect()
}

/// The headers among these records that can be read.
pub fn readable<'a>(
    all: &'a [[u8; BookEntry::SIZE]],
    headers: &[Range<usize>],
) -> Vec<BookHeader<'a>> {
    headers.iter().filter_map(|header| BookHeader::read(&all[header.clone()]).ok()).collect()
}

/// Appends entries in canonical order, each move of a position once. Returns how many positions had
/// to be scaled.
pub fn append_entries(bytes: &mut Vec<u8>, entries: &mut [BookEntry]) -> usize {
    entries.sort_unstable_by_key(|entry| (entry.key, entry.played));
    let mut scaled = 0;
    let mut moves: Vec<(u64, PackedMove, u32)> = Vec::new();
    for position in entries.chunk_by(|a, b| a.key == b.key) {
        moves.clear();
        moves.extend(position.chunk_by(|a, b| a.played == b.played).map(|same| {
            let weight = same.iter().map(|entry| u64::from(entry.weight)).sum();
            let learn = same.iter().map(|entry| entry.learn).max().unwrap_or(0);
            (weight, same[0].played, learn)
        }));
        let largest = moves.iter().map(|(weight, ..)| *weight).max().unwrap_or(0);
        scaled += usize::from(largest > u16::MAX.into());
        let mut scaled_moves: Vec<BookEntry> = moves
            .iter()
            .map(|&(weight, played, learn)| BookEntry {
                key: position[0].key,
                played,
                weight: scale_weight(weight, largest),
                learn,
            })
            .collect();
        scaled_moves.sort_unstable_by_key(|entry| (u16::MAX - entry.weight, entry.played));
        bytes.extend(scaled_moves.iter().flat_map(|entry| entry.to_bytes()));
    }
    scaled
}
