//! Zobrist hashes of [`shakmaty`]'s positions, in the schemes of [`zobrist_chess`]: from scratch,
//! and incrementally after every legal move of every variant.
//!
//! ```
//! use zobrist_shakmaty::shakmaty::{Chess, Position};
//! use zobrist_shakmaty::{Fide, Hashed, hash};
//!
//! let mut game = Hashed::new(Fide, Chess::default());
//! for m in game.position().legal_moves() {
//!     let before = game.make(m);
//!     assert_eq!(game.hash(), hash(&Fide, game.position()));
//!     game.unmake(before);
//! }
//! ```
//!
//! - [`hash()`] sums the keys of the features that [`for_each_feature`] lists. [`Hashed`] holds a
//!   position and its hash and updates both with every move; a [`History`](zobrist::History) of the
//!   hashes finds repetitions.
//! - [`read_position`] reads FEN and EPD, [`read_position_with`] more strictly. [`pgn`] reads
//!   games, one at a time, so that a malformed game never affects the next. Errors name the column
//!   or the byte ([`fen`] is the reader of FEN alone).
//! - [`perft()`] counts move paths, [`unique_positions`] different positions.
//! - [`BookBuilder`] makes Polyglot books from games; [`check_book`], [`fix_book`] and
//!   [`merge_books`] check, repair and merge them.
//! - [`check`] finds repetitions, illegal moves, moves after the end and wrong results in games.
//! - [`forge()`] makes another position with the same hash, as anyone who knows the keys can.
//!
//! # Schemes composed at run time
//! A scheme is a value. One with the layout, the keys and the conventions of another program is a
//! [`ComposedScheme`](zobrist_chess::ComposedScheme), made by hand, from a file (with the feature
//! `file` of [`zobrist_chess`]), or by name; [`AnyScheme`](zobrist_chess::AnyScheme) is either
//! sort:
//!
//! ```
//! use shakmaty::{Chess, Position};
//! use zobrist::Key;
//! use zobrist_chess::AnyScheme;
//! use zobrist_shakmaty::{Hashed, hash};
//!
//! let scheme = AnyScheme::named("stockfish-15.1").expect("a built-in scheme").to_composed();
//! let mut game = Hashed::new(scheme.clone(), Chess::default());
//! assert_eq!(game.hash().to_word(), 0x8f8f_01d4_562f_59fb); // the `Key` that Stockfish prints
//!
//! let first = game.position().legal_moves()[0];
//! game.play_unchecked(first);
//! assert_eq!(game.hash(), hash(&scheme, game.position()));
//! ```
//!
//! In such a scheme a feature may depend on the whole position, so that each move of [`Hashed`]
//! costs two hashes from scratch; in one that is compiled in, such as [`Fide`], a move costs a few
//! keys. Keys that combine by a sum do not serve [`forge()`].
//!
//! # Comparison with shakmaty's own hash
//! For chess and Chess960, shakmaty's `zobrist_hash::<Zobrist64>` has the values of these schemes:
//! [`polyglot`](zobrist_chess::Polyglot) with `EnPassantMode::PseudoLegal`,
//! [`fide`](zobrist_chess::Fide) with `Legal`, [`fen`](zobrist_chess::Fen) with `Always`
//! (`tests/it/shakmaty_hash.rs` compares them). If you hash single positions, shakmaty is enough.
//!
//! Use this crate
//! - to keep a hash through a game. [`Hashed`] follows every legal move of every variant. In chess,
//!   shakmaty 0.30.1's `update_zobrist_hash` returns `None`, and its caller hashes from scratch,
//!   for every king move, castling, double pawn push and capture en passant, for every move right
//!   after a double pawn push, and for every move from or to the square of a rook that may castle;
//!   in Atomic also for every capture, and in Three-check for every move. Replaying games from SAN
//!   takes 102.9 ns per ply without hashing, 119.5 ns with shakmaty's update and fallback, and
//!   105.1 ns (`fide`) to 116.5 ns (`polyglot`) with [`Hashed`]; from scratch, both take the same
//!   time (`bench/README.md`).
//! - for the scheme [`zobrist`](zobrist_chess::Zobrist), in 32, 64 or 128 bits: shakmaty gives the
//!   start positions of chess, Crazyhouse and King of the Hill one hash, and keys castling rights
//!   by side, so that two Chess960 positions that differ in which rook may castle share one.
//! - to send the changes of each move to several hashes at once, or to something other than a hash
//!   ([`Hashed::with`]).
//!
//! # Re-exports
//! This crate can be the only dependency: it re-exports the schemes and [`PackedMove`] of
//! [`zobrist_chess`], and the crates [`shakmaty`] (with the feature `variant`), [`zobrist`]
//! (hashers and histories) and [`zobrist_chess`] as a whole.
//!
//! # When not to use it
//! In a program that cannot be under the GPL, as shakmaty is: `zobrist-chess` has the schemes
//! without the rules, for a board of your own.
//!
//! # Stability
//! The hashes are those of the schemes, which are frozen.
//!
//! Positions, moves and colors are types of the crate [`shakmaty`], which is re-exported as a whole
//! under its own name; none of its types is re-exported as one of ours. A new minor version of
//! shakmaty (0.31 after 0.30) is incompatible with the one before, and so comes with a new minor
//! version of this crate, never with a patch. A program that names these types by the re-export has
//! the same version.
//!
//! # Features
//! None.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod book;
mod book_builder;
pub mod check;
mod convert;
mod features;
pub mod fen;
mod forge;
mod game_error;
mod game_start;
mod game_visitor;
mod hashable;
mod hashed;
mod packed;
pub mod parallel;
mod parts;
mod perft;
pub mod pgn;
mod position_set;
mod read_position;
mod replay_packed;
mod result_tag;
mod san;
mod unique;

#[doc(no_inline)]
pub use zobrist_chess::{Fen, Fide, PackedMove, Polyglot, Scheme, Wide, Zobrist};
#[doc(no_inline)]
pub use {shakmaty, zobrist, zobrist_chess};

pub use book::{
    BookFault, BookFaultKind, BookReport, FixedBook, ForeignBook, MergedBook,
    castles_by_two_squares, check_book, fix_book, foreign_book, merge_books, swap_book,
};
pub use book_builder::{BookBuilder, BookOptions, BookScale, BuildBookError, BuiltBook};
pub use features::{for_each_feature, hash};
pub use fen::Strictness;
pub use forge::{
    ForgeError, forge, forge_by_dependency, forge_pair, position_from_features, random_position,
};
pub use game_error::{GameError, Unterminated};
pub use game_start::{GameOptions, StartTags};
pub use game_visitor::GameVisitor;
pub use hashable::{HashablePosition, null_move};
pub use hashed::{Hashed, IllegalMoveError, Undo};
pub use packed::{pack_move, unpack_book_move, unpack_move};
pub use parts::{en_passant_file, en_passant_mode, position_parts};
pub use perft::perft;
pub use position_set::HashSet128;
pub use read_position::{
    ReadPositionError, read_position, read_position_with, read_variant_position,
    read_variant_position_with,
};
pub use replay_packed::replay_packed_moves;
pub use result_tag::GameResultTag;
pub use unique::{CountError, for_each_unique_position, unique_positions, unique_positions_by_ply};

// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
