//! Zobrist hashing of chess positions for engines with a board of their own: the
//! layouts, the published constants and the schemes, without the rules of the game.
//!
//! ```
//! use zobrist_chess::{Color, Polyglot, Role, Scheme};
//!
//! // Playing 1.Nf3 from your own board changes three features.
//! let layout = Polyglot::LAYOUT;
//! let start = 0x463b_9618_1691_fc9c;
//! let after = start
//!     ^ Polyglot::key(layout.piece(Color::White, Role::Knight, 6))
//!     ^ Polyglot::key(layout.piece(Color::White, Role::Knight, 21))
//!     ^ Polyglot::key(layout.turn(Color::White).unwrap());
//! assert_eq!(after, 0x9d5f_7aee_7e77_9da1);
//! ```
//!
//! A [`Scheme`] is a [`ChessLayout`], keys and an [`EnPassant`] rule under a name:
//! [`Polyglot`], [`Fide`] and [`Fen`] on Polyglot's constants, and [`Zobrist`] on the
//! default source, with castling rooks and variants told apart. The 2020 and current key
//! sets of Stockfish are [`STOCKFISH_2020`] and [`STOCKFISH`].
//!
//! A [`Book`] probes a Polyglot book over borrowed bytes, such as a mapped file.
//!
//! # When not to use it
//! When your program plays by the rules of the `shakmaty` crate: `zobrist-shakmaty`
//! hashes its positions from scratch and after every move, in these schemes.
//!
//! # Stability
//! A scheme's values never change; better ones get a new name. `docs/schemes.md` is
//! the norm, and vectors under `tests/` pin every scheme.
//!
//! # Features
//! None. The crate needs neither `std` nor an allocator.

#![no_std]
#![forbid(unsafe_code)]

mod book;
mod compatibility;
mod fact;
mod facts;
mod layout;
mod packed_move;
mod polyglot;
mod scheme;
mod stockfish;

pub use book::{
    Book, BookEntries, BookEntry, BookError, BookHeader, BookHeaderError, BookProbe, FencedBook,
    HeaderText, book_header, scale_weight,
};
pub use compatibility::{Compatibility, Split};
pub use fact::Fact;
pub use facts::{CastlingRights, Color, EnPassant, Role, Variant};
pub use layout::ChessLayout;
pub use packed_move::PackedMove;
pub use polyglot::POLYGLOT_RANDOM64;
pub use scheme::{Fen, Fide, Polyglot, Scheme, SchemeKeys, Wide, Zobrist};
pub use stockfish::{STOCKFISH, STOCKFISH_2020, is_zeroed_by_stockfish};

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
