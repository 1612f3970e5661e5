//! Merges books.

use std::collections::BTreeSet;
use std::ops::Range;

use shakmaty::Chess;
use zobrist_chess::{Book, BookEntry, BookHeader, PackedMove, book_header, scale_weight};

use super::records::find_headers;
use super::walk::{Verdict, walk};

/// A book merged from others, from [`merge_books`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MergedBook {
    /// The bytes of the book.
    pub bytes: Vec<u8>,
    /// Number of positions whose weights were scaled down, as a sum exceeded 16 bits.
    pub scaled_positions: usize,
    /// Number of moves of castling that were written as a king's move of two squares.
    pub castlings: usize,
    /// Number of such moves, or moves that look so, in positions that are not reached: they stay.
    pub unreached_castlings: usize,
}

/// Merges books by adding the weights of equal moves. The result does not depend on the order of
/// the books, nor on that of their entries; [`is_sorted`](Book::is_sorted) reveals bytes that may
/// not be a book.
///
/// Weights of the same move in the same position are added in 64 bits; if the largest sum of a
/// position exceeds 65535, its weights are scaled by [`scale_weight`]. The largest value of
/// `learn`, whose meaning is unknown, is kept. The header has all variants, and every distinct
/// comment on lines of its own; if no header can be read, there is none.
///
/// If a book writes castling as a king's move of two squares, which is so if it has more moves like
/// e1g1 than like e1h1, those in positions that its moves reach from the start position are merged
/// as the king taking its rook. That costs as much as [`check_book`](crate::check_book).
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
#[must_use]
pub fn merge_books(books: &[Book<&[u8]>]) -> MergedBook {
    let (mut entries, mut headers) = (Vec::new(), Vec::new());
    let mut has_castling = false;
    for book in books {
        has_castling |= castles_by_two_squares(book);
        let all = book.into_inner().as_chunks().0;
        let (header_records, entry_records) = find_headers(all);
        headers.extend(readable_headers(all, &header_records));
        entries.extend(entry_records.iter().map(|record| BookEntry::from_bytes(all[*record])));
    }
    let mut bytes = merged_header(&headers);
    let (castlings, unreached_castlings) =
        if has_castling { rewrite_castling(&mut entries) } else { (0, 0) };
    let scaled_positions = append_entries(&mut bytes, &mut entries);
    MergedBook { bytes, scaled_positions, castlings, unreached_castlings }
}

/// True if a book has more moves that are castling as a king's move of two squares, or look so,
/// than moves that are castling as the format has it.
///
/// Costs one pass over the book.
#[must_use]
pub fn castles_by_two_squares(book: &Book<&[u8]>) -> bool {
    let by_rook = king_moves([7, 0]);
    let (mut squares, mut rooks) = (0, 0);
    for entry in book.entries() {
        squares += usize::from(is_castling_by_squares(entry.played));
        rooks += usize::from(by_rook.contains(&entry.played));
    }
    squares > rooks
}

/// True for the moves of castling as a king's move of two squares, whatever piece makes them.
pub(super) fn is_castling_by_squares(played: PackedMove) -> bool {
    king_moves([6, 2]).contains(&played)
}

/// The moves from the kings' squares to two files of their ranks.
fn king_moves(files: [u8; 2]) -> [PackedMove; 4] {
    let [a, b] = files;
    [(0, a), (0, b), (56, a), (56, b)]
        .map(|(rank, file)| PackedMove::new(rank + 4, rank + file, None))
}

/// Writes castling as the king taking its rook, in positions that are reached from the start.
/// Returns the number of moves, and that of moves that may be castling in other positions.
fn rewrite_castling(entries: &mut [BookEntry]) -> (usize, usize) {
    entries.sort_unstable_by_key(|entry| entry.key);
    let sorted: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    let book = Book::new(sorted.as_slice()).expect("the book is made of whole entries");
    // An entry with key 0 is no header here: those are apart.
    if book.len() != entries.len() {
        return (0, 0);
    }
    let (mut count, mut unreached) = (0, 0);
    for (entry, verdict) in entries.iter_mut().zip(walk(&book, &[Chess::default()]).verdicts) {
        match verdict {
            Verdict::Castling(expected) => {
                entry.played = expected;
                count += 1;
            }
            Verdict::Unreached => unreached += usize::from(is_castling_by_squares(entry.played)),
            Verdict::Legal | Verdict::Illegal => {}
        }
    }
    (count, unreached)
}

/// Returns the bytes of a header with the variants and comments of all; none for no header.
pub(super) fn merged_header(headers: &[BookHeader<'_>]) -> Vec<u8> {
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

/// Returns the headers that can be read.
pub(super) fn readable_headers<'a>(
    all: &'a [[u8; BookEntry::SIZE]],
    headers: &[Range<usize>],
) -> Vec<BookHeader<'a>> {
    headers
        .iter()
        .filter_map(|header| BookHeader::read(all[header.clone()].as_flattened()).ok())
        .collect()
}

/// Appends entries in canonical order, with duplicates added up. Returns the number of positions
/// whose weights were scaled.
pub(super) fn append_entries(bytes: &mut Vec<u8>, entries: &mut [BookEntry]) -> usize {
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
