//! The faults of a book.

use std::fmt::{self, Display};

use zobrist_chess::{BookEntry, BookHeaderError, PackedMove};

/// A fault of a book and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookFault {
    /// Number of the sixteen-byte record in the file, from 0, headers included.
    pub record: usize,
    /// The entry in the record; `None` for a header and for a truncated entry.
    pub entry: Option<BookEntry>,
    /// Kind of the fault.
    pub kind: BookFaultKind,
}

impl BookFault {
    /// Returns the offset of the record in the file, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.record * BookEntry::SIZE
    }
}

/// The kinds of faults of entries and headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookFaultKind {
    /// The book ends within an entry.
    PartialEntry {
        /// Number of bytes of the entry.
        bytes: usize,
    },
    /// The header cannot be read.
    Header(BookHeaderError),
    /// A header is not at the start of the book, so that programs read it as entries.
    StrayHeader,
    /// The key is below the previous one, so that a binary search may miss the entry.
    KeyOrder,
    /// The weight is above that of the previous entry of the same position.
    WeightOrder,
    /// The position has the move twice.
    Duplicate {
        /// Number of the first record with the move.
        first: usize,
    },
    /// The entry has no move.
    NullMove,
    /// The move is not legal in the position.
    IllegalMove,
    /// Castling is not written as the king capturing its rook.
    Castling {
        /// The move in the right encoding.
        expected: PackedMove,
    },
    /// The entry has the key of the position by another en passant convention.
    EnPassant {
        /// The key by the scheme `polyglot`.
        expected: u64,
    },
    /// The weight is 0, so that the move is never played.
    ZeroWeight,
}

impl BookFaultKind {
    /// The names of all kinds, in the order in which reports list them.
    pub const NAMES: [&str; 11] = [
        "partial-entry",
        "header",
        "stray-header",
        "order",
        "weight-order",
        "duplicate",
        "null-move",
        "illegal-move",
        "castling",
        "en-passant",
        "zero-weight",
    ];

    /// Returns the name of the kind for programs, one of [`NAMES`](BookFaultKind::NAMES).
    #[must_use]
    pub const fn name(&self) -> &'static str {
        BookFaultKind::NAMES[self.index()]
    }

    /// Returns the place of the kind in [`NAMES`](BookFaultKind::NAMES).
    pub(super) const fn index(&self) -> usize {
        match self {
            BookFaultKind::PartialEntry { .. } => 0,
            BookFaultKind::Header(_) => 1,
            BookFaultKind::StrayHeader => 2,
            BookFaultKind::KeyOrder => 3,
            BookFaultKind::WeightOrder => 4,
            BookFaultKind::Duplicate { .. } => 5,
            BookFaultKind::NullMove => 6,
            BookFaultKind::IllegalMove => 7,
            BookFaultKind::Castling { .. } => 8,
            BookFaultKind::EnPassant { .. } => 9,
            BookFaultKind::ZeroWeight => 10,
        }
    }
}

impl Display for BookFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookFaultKind::PartialEntry { bytes } => {
                write!(f, "expected {} bytes, got {bytes}", BookEntry::SIZE)
            }
            BookFaultKind::Header(error) => error.fmt(f),
            BookFaultKind::StrayHeader => {
                f.write_str("expected a header only at the beginning of the book")
            }
            BookFaultKind::KeyOrder => {
                f.write_str("expected a key not below the previous one: the entry may not be found")
            }
            BookFaultKind::WeightOrder => {
                f.write_str("expected a weight not above the previous one of the position")
            }
            BookFaultKind::Duplicate { first } => {
                write!(
                    f,
                    "expected each move once per position, got that of entry {} again",
                    first + 1
                )
            }
            BookFaultKind::NullMove => f.write_str("expected a move, got none"),
            BookFaultKind::IllegalMove => f.write_str("expected a legal move of the position"),
            BookFaultKind::Castling { expected } => {
                write!(f, "expected castling written as the king taking its rook, {expected}")
            }
            BookFaultKind::EnPassant { expected } => {
                write!(
                    f,
                    "expected the key {expected:016x}: one en passant file too many or too few"
                )
            }
            BookFaultKind::ZeroWeight => {
                f.write_str("expected a weight above 0: the move is never played")
            }
        }
    }
}
