//! What can be wrong with a book.

use std::fmt::{self, Display};

use zobrist_chess::{BookEntry, BookHeaderError, PackedMove};

/// A fault of a book, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookFault {
    /// The number of the record of sixteen bytes in the file, from 0, the header included.
    pub record: usize,
    /// The entry that the record holds; `None` for a header and for an entry that is cut off.
    pub entry: Option<BookEntry>,
    /// What is wrong with it.
    pub kind: BookFaultKind,
}

impl BookFault {
    /// Returns the offset in the file at which the record begins, in bytes.
    pub const fn offset(&self) -> usize {
        self.record * BookEntry::SIZE
    }
}

/// What is wrong with an entry or a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookFaultKind {
    /// The book ends within an entry.
    Partial {
        /// The number of its bytes that are present.
        bytes: usize,
    },
    /// The header cannot be read.
    Header(BookHeaderError),
    /// A header is not at the start of the book: programs take it for entries.
    StrayHeader,
    /// The key is below the previous one: the entry may not be found.
    Order,
    /// The weight is above that of the previous entry of the same position.
    WeightOrder,
    /// The position already has the move.
    Duplicate {
        /// The number of the first record that has it.
        first: usize,
    },
    /// The entry has no move.
    NullMove,
    /// The move is not legal in the position.
    IllegalMove,
    /// Castling is not written as the king taking its rook.
    Castling {
        /// The move as it should be written.
        means: PackedMove,
    },
    /// The entry is filed under the key that another en passant convention gives the position.
    EnPassant {
        /// The key by the scheme `polyglot`, under which it belongs.
        belongs: u64,
    },
    /// The weight is 0: the move is never played, and only takes up space.
    ZeroWeight,
}

impl BookFaultKind {
    /// The names of all kinds of faults, in the order in which they are counted.
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

    /// Returns the name of the kind, for programs: one of [`NAMES`](BookFaultKind::NAMES).
    pub const fn name(&self) -> &'static str {
        BookFaultKind::NAMES[match self {
            BookFaultKind::Partial { .. } => 0,
            BookFaultKind::Header(_) => 1,
            BookFaultKind::StrayHeader => 2,
            BookFaultKind::Order => 3,
            BookFaultKind::WeightOrder => 4,
            BookFaultKind::Duplicate { .. } => 5,
            BookFaultKind::NullMove => 6,
            BookFaultKind::IllegalMove => 7,
            BookFaultKind::Castling { .. } => 8,
            BookFaultKind::EnPassant { .. } => 9,
            BookFaultKind::ZeroWeight => 10,
        }]
    }
}

impl Display for BookFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookFaultKind::Partial { bytes } => {
                write!(f, "expected {} bytes, got {bytes}", BookEntry::SIZE)
            }
            BookFaultKind::Header(error) => error.fmt(f),
            BookFaultKind::StrayHeader => {
                f.write_str("expected a header only at the beginning of the book")
            }
            BookFaultKind::Order => {
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
            BookFaultKind::Castling { means } => {
                write!(f, "expected castling written as the king taking its rook, {means}")
            }
            BookFaultKind::EnPassant { belongs } => {
                write!(
                    f,
                    "expected the key {belongs:016x}: one en passant file too many or too few"
                )
            }
            BookFaultKind::ZeroWeight => {
                f.write_str("expected a weight above 0: the move is never played")
            }
        }
    }
}
