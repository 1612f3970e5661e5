//! Zobrist hashing of chess positions for engines with a board of their own: layouts, published
//! keys and frozen schemes, without the rules of the game.
//!
//! ```
//! use zobrist::Keys;
//! use zobrist_chess::{Color, Polyglot, Role};
//!
//! // Playing 1.Nf3 from your own board changes three features.
//! let layout = Polyglot::LAYOUT;
//! let start = 0x463b_9618_1691_fc9c;
//! let after = start
//!     ^ Polyglot.key(layout.piece(Color::White, Role::Knight, 6))
//!     ^ Polyglot.key(layout.piece(Color::White, Role::Knight, 21))
//!     ^ Polyglot.key(layout.turn(Color::White).unwrap());
//! assert_eq!(after, 0x9d5f_7aee_7e77_9da1);
//! ```
//!
//! A [`Scheme`] is a [`ChessLayout`], keys and an [`EnPassant`] rule under a name: [`Polyglot`],
//! [`Fide`] and [`Fen`] have Polyglot's keys, and [`Zobrist`] has keys from the default source and
//! distinguishes castling rooks and variants. Stockfish's keys of 2020 and of today are
//! [`STOCKFISH_2020`] and [`STOCKFISH`]. A program that chooses the scheme at run time has
//! [`SchemeId`] and [`with_scheme!`]. A scheme of your own is composed at run time from a
//! [`ChessLayout::of`] its parts (`ComposedScheme`), or described by a file (`SchemeDescription`);
//! `AnyScheme` is either, and has further schemes by name, such as `stockfish-15.1`.
//!
//! A [`Book`] probes a Polyglot book over borrowed bytes, such as a mapped file. [`Compatibility`]
//! decides which features can stand together in a legal position.
//!
//! # When not to use it
//! - When your program uses the `shakmaty` crate: `zobrist-shakmaty` hashes its positions from
//!   scratch and after every move, in these schemes.
//! - To generate moves or to read FEN: the crate does not know the rules.
//! - Against an adversary: whoever knows the keys can make two positions with one hash.
//!
//! # Stability
//! The values of a scheme never change; better ones get a new name. `docs/schemes.md` is the
//! specification, and vectors under `tests/` pin every scheme.
//!
//! # Features
//! Without features, the crate needs neither `std` nor an allocator.
//!
//! - `alloc`: schemes that are composed at run time, moves that can be taken back.
//! - `file`: schemes that are described by a TOML file.
//! - `serde`: stored forms. A [`PackedMove`] is the text that it displays, such as `e2e4`, and its
//!   number where the format is no text or the bits are of no move. A [`BookEntry`] is an object
//!   with the names of its fields, its key being a [`Hex`](zobrist::Hex). A [`SchemeId`] is its
//!   name, with a hyphen and the width where that is not 64: `fide`, `zobrist-128`. A [`Color`] and
//!   a [`Role`] are their names. Positions have none here: a position is stored as FEN.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "alloc")]
mod any_scheme;
mod book;
#[cfg(feature = "alloc")]
mod built_in;
mod compatibility;
#[cfg(feature = "alloc")]
mod composed;
#[cfg(feature = "alloc")]
mod description;
#[cfg(feature = "alloc")]
mod diagnosis;
mod feature;
mod layout;
mod packed_move;
mod polyglot;
#[cfg(feature = "alloc")]
mod reversible;
mod scheme;
mod scheme_id;
#[cfg(feature = "alloc")]
mod secondary;
#[cfg(feature = "serde")]
mod serde;
mod stockfish;
mod vocabulary;

#[cfg(feature = "alloc")]
pub use any_scheme::AnyScheme;
pub use book::{
    Book, BookEntries, BookEntry, BookError, BookHeader, BookHeaderError, BookProbe, FencedBook,
    HeaderText, book_header, scale_weight,
};
pub use compatibility::{Compatibility, Split};
#[cfg(feature = "alloc")]
pub use composed::{ComposeError, ComposedScheme};
#[cfg(feature = "file")]
pub use description::{DescriptionError, SlotDescription};
#[cfg(feature = "alloc")]
pub use description::{GivenKeys, Interleaved, KeyBoard, KeysFrom, PieceTable, SchemeDescription};
#[cfg(feature = "alloc")]
pub use diagnosis::{
    Conventions, Diagnosis, Difference, KeySolution, Sample, SolvedKeys, diagnose, fits, solve_keys,
};
pub use feature::ChessFeature;
pub use layout::{
    Castling, ChessLayout, Clock, Corner, EnPassantCapture, EnPassantKeys, Part, Pieces,
    PositionParts, RightOrder, Run, Squares, Turn,
};
pub use packed_move::PackedMove;
pub use polyglot::POLYGLOT_RANDOM64;
#[cfg(feature = "alloc")]
pub use reversible::{ReversibleMove, reversible_moves};
pub use scheme::{Fen, Fide, Polyglot, Scheme, Wide, Zobrist};
#[doc(hidden)]
pub use scheme_id::ListedSchemeId;
pub use scheme_id::{ParseSchemeIdError, SchemeId};
#[cfg(feature = "alloc")]
pub use secondary::{Also, CountKeys, PieceSet, SecondaryKey};
pub use stockfish::{STOCKFISH, STOCKFISH_2020, is_zeroed_by_stockfish};
pub use vocabulary::{CastlingRights, Color, EnPassant, Role, Variant};

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
