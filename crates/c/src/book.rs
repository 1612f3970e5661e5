//! Probes of Polyglot books by key.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use crate::arguments::{array, given, path, places, put, put_new};
use crate::files;
use crate::status::{
    Failure, Result, Status, ZOBRIST_FORMAT, ZOBRIST_NOT_FOUND, ZOBRIST_OK, guarded, guarded_value,
};

/// An opening book in Polyglot's format. It never changes, so that any thread may probe it at any
/// time.
#[derive(Debug)]
pub struct Book(zobrist_chess::Book<Bytes>);

/// The bytes of a book: read from a file, or those of the caller.
#[derive(Debug)]
enum Bytes {
    Own(Vec<u8>),
    Borrowed(&'static [u8]),
}

impl AsRef<[u8]> for Bytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Own(bytes) => bytes,
            Bytes::Borrowed(bytes) => bytes,
        }
    }
}

/// A move of a book.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move as Polyglot packs it: from the lowest bit 3 bits each for file and rank of its end,
    /// file and rank of its origin, and the piece of a promotion (0 none, knight 1 to queen 4).
    /// Castling is the king's move to its own rook.
    pub packed: u16,
    /// How often the move should be played, relative to the others; 0 is never.
    pub weight: u16,
    /// Data that a program has learned, 0 if there are none.
    pub learn: u32,
}

/// Reads a book from a file, whole.
///
/// Errors: `ZOBRIST_IO`; `ZOBRIST_FORMAT` if it is not a whole number of entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_book_open(
    path: *const c_char,
    out: Option<&mut MaybeUninit<Option<Box<Book>>>>,
) -> Status {
    guarded(|| {
        put_new(out, || {
            // SAFETY: the contract of the crate.
            let path = unsafe { self::path(path, "path") }?;
            let bytes = files::read(path, u64::MAX)?;
            of_bytes(Bytes::Own(bytes)).map_err(|failure| failure.at(path.display()))
        })
    })
}

/// Creates a book over the `size` bytes of the caller, such as those of a mapped file, which must
/// stay as they are until the book is freed. Nothing is copied.
///
/// Errors: `ZOBRIST_FORMAT` if they are not a whole number of entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_book_over(
    bytes: *const u8,
    size: usize,
    out: Option<&mut MaybeUninit<Option<Box<Book>>>>,
) -> Status {
    guarded(|| {
        put_new(out, || {
            // SAFETY: the contract of the crate; the caller keeps the bytes as long as the book.
            let bytes = unsafe { array(bytes, size, "bytes") }?;
            of_bytes(Bytes::Borrowed(bytes))
        })
    })
}

/// Frees a book; null is nothing to free. No other thread may be using it.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_book_free(book: Option<Box<Book>>) {
    guarded_value((), || {
        drop(book);
        Ok(())
    });
}

/// Finds the moves of a position by its hash in the scheme `polyglot`. Writes their number to
/// `count`, and the first `room` of them, in the order of the book, to `moves`, which may be null
/// if `room` is 0. `ZOBRIST_NOT_FOUND` if the book does not have the position; `count` is then 0.
/// Allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_book_probe(
    book: Option<&Book>,
    hash: u64,
    moves: *mut BookMove,
    room: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    guarded(|| {
        let book = given(book, "book")?;
        let count = given(count, "count")?;
        // SAFETY: the contract of the crate.
        let moves = unsafe { places(moves, room, "moves") }?;
        let found = book.0.find(hash);
        count.write(found.len());
        for (place, entry) in moves.iter_mut().zip(book.0.probe(hash)) {
            let packed = entry.played.bits();
            place.write(BookMove { packed, weight: entry.weight, learn: entry.learn });
        }
        Ok(if found.is_empty() { ZOBRIST_NOT_FOUND } else { ZOBRIST_OK })
    })
}

/// Writes the number of entries of a book to `out`.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_book_len(
    book: Option<&Book>,
    out: Option<&mut MaybeUninit<usize>>,
) -> Status {
    guarded(|| {
        put(out, given(book, "book")?.0.len())?;
        Ok(ZOBRIST_OK)
    })
}

fn of_bytes(bytes: Bytes) -> Result<Book> {
    let book = zobrist_chess::Book::new(bytes);
    book.map(Book).map_err(|error| Failure::of(ZOBRIST_FORMAT, &error))
}
