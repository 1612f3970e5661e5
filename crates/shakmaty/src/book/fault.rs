//! What can be wrong with a book.

use std::fmt::{self, Display};

use zobrist_chess::{BookEntry, BookHeaderError, PackedMove};

/// One thing that is wrong, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookFault {
    /// Which sixteen bytes of the file, from 0, the header included.
    pub record: usize,
    /// What they hold; `None` of a header and of an entry that is cut off.
    pub entry: Option<BookEntry>,
    /// What is wrong.
    pub kind: BookFaultKind,
}

impl BookFault {
    /// The byte of the file at which the record begins.
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
        /// How many bytes there are of it.
        bytes: usize,
    },
    /// A header that cannot be read.
    Header(BookHeaderError),
    /// A header that does not begin the book: programs take it for entries.
    StrayHeader,
    /// A key below the one before: the entry may not be found.
    Order,
    /// A weight above the one before of the same position.
    WeightOrder,
    /// A move that the position has already.
    Duplicate {
        /// The record that has it first.
        first: usize,
    },
    /// No move.
    NullMove,
    /// A move that is not legal in the position.
    IllegalMove,
    /// Castling that is not written as the king taking its rook.
    Castling {
        /// The move as it should be.
        means: PackedMove,
    },
    /// An entry under the key that another en passant convention gives to the position.
    EnPassant {
        /// The key by the scheme `polyglot`.
        belongs: u64,
    },
    /// A weight of 0: the move is never played, and only fills the book.
    ZeroWeight,
}

impl BookFaultKind {
    /// The names of all kinds, in the order in which they are counted.
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

    /// A name for programs.
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
                f.write_str("expected a header at the beginning of the book only")
            }
            BookFaultKind::Order => {
                f.write_str("expected a key not below the one before: it may not be found")
            }
            BookFaultKind::WeightOrder => {
                f.write_str("expected a weight not above the one before of the position")
            }
            BookFaultKind::Duplicate { first } => {
                write!(f, "expected a move once a position, got that of entry {} again", first + 1)
            }
            BookFaultKind::NullMove => f.write_str("expected a move, got none"),
            BookFaultKind::IllegalMove => f.write_str("expected a legal move of the position"),
            BookFaultKind::Castling { means } => {
                write!(f, "expected castling as the king taking its rook, {means}")
            }
            BookFaultKind::EnPassant { belongs } => {
                write!(f, "expected the key {belongs:016x}: an en passant file too much or too few")
            }
            BookFaultKind::ZeroWeight => {
                f.write_str("expected a weight above 0: the move is never played")
            }
        }
    }
}
