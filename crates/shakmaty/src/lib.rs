//! Zobrist hashes of [`shakmaty`]'s positions, in the schemes of [`zobrist_chess`]: from scratch,
//! and incrementally after every legal move of every variant.
//!
//! ```
//! use zobrist_shakmaty::shakmaty::{Chess, Position};
//! use zobrist_shakmaty::{Fide, Hashed, hash};
//!
//! let mut game = Hashed::<Fide, Chess>::new(Chess::default());
//! for m in game.position().legal_moves() {
//!     let before = game.make(m);
//!     assert_eq!(game.hash(), hash::<Fide, _>(game.position()));
//!     game.unmake(before);
//! }
//! ```
//!
//! [`for_each_feature`] is the definition, [`hash()`] its sum; [`Hashed`] keeps a position and
//! its hash together through a game, and finds repetitions with a [`History`](zobrist::History).
//! [`read_position`] reads FEN and EPD, by a reader of its own ([`fen`]) that names the column of a
//! fault; [`pgn`] reads PGN, one game at a time, so that a malformed game never affects the next.
//! [`perft()`] and [`unique_positions`] count. [`BookBuilder`] makes Polyglot books of games;
//! [`check_book`], [`fix_book`] and [`merge_books`] check, repair and merge them. [`forge()`] makes
//! another position with the same hash, as anyone who knows the keys can.
//!
//! # Beside shakmaty's own hash
//! For chess and Chess960, shakmaty's `zobrist_hash::<Zobrist64>` has the values of these schemes:
//! [`polyglot`](zobrist_chess::Polyglot) with `EnPassantMode::PseudoLegal`,
//! [`fide`](zobrist_chess::Fide) with `Legal`, [`fen`](zobrist_chess::Fen) with `Always`
//! (`tests/beside_shakmaty.rs` compares them). If you hash single positions, shakmaty is enough.
//!
//! Take this crate
//! - to keep a hash through a game. In chess, shakmaty 0.30.1's `update_zobrist_hash` returns
//!   `None`, and its caller hashes from scratch, for every king move, castling, double pawn push
//!   and capture en passant, for every move right after a double pawn push, and for every move from
//!   or to the square of a rook that may castle; in Atomic also for every capture, and in
//!   Three-check for every move. [`Hashed`] keeps up with every legal move of every variant.
//!   Replaying games from SAN at 102.9 ns per ply without hashing takes 119.5 with shakmaty's
//!   update and fallback, and 105.1 (`fide`) to 116.5 (`polyglot`) with [`Hashed`]; from scratch
//!   both take the same time (`bench/README.md`, where other runs differ by as much).
//! - for the scheme [`zobrist`](zobrist_chess::Zobrist), in 32, 64 or 128 bits: shakmaty gives the
//!   start positions of chess, Crazyhouse and King of the Hill one hash, and keys castling rights
//!   by side, so that two Chess960 positions that differ in which rook may castle share one.
//! - to hand the changes of each move to something other than a hash, or to several hashes at once
//!   ([`Hashed::with`]).
//!
//! # Re-exports
//! What the interface uses is re-exported, so that this crate can be the only dependency: the
//! schemes and [`PackedMove`] of [`zobrist_chess`], and the whole of the crates [`shakmaty`] (with
//! the feature `variant`), [`zobrist`] (hashers and histories) and [`zobrist_chess`].
//!
//! # When not to use it
//! In a program that cannot be under the GPL, as shakmaty is: `zobrist-chess` has the schemes
//! without the rules, for a board of your own.
//!
//! # Stability
//! The hashes are those of the schemes, which are frozen.
//!
//! # Features
//! None.

#![forbid(unsafe_code)]

mod book;
mod book_builder;
mod features;
pub mod fen;
mod forge;
mod game_error;
mod hash_set;
mod hashed;
mod packed;
pub mod parallel;
mod perft;
pub mod pgn;
mod position_set;
mod positions;
mod record;
mod result_tag;
mod rules;
mod san;
mod set_up;
mod stored_moves;

#[doc(no_inline)]
pub use zobrist_chess::{Fen, Fide, PackedMove, Polyglot, Scheme, SchemeKeys, Wide, Zobrist};
#[doc(no_inline)]
pub use {shakmaty, zobrist, zobrist_chess};

pub use book::{
    BookFault, BookFaultKind, BookReport, FixedBook, MergedBook, check_book, fix_book, merge_books,
};
pub use book_builder::{BookBuilder, BookOptions, BookScale, MadeBook, MakeBookError};
pub use features::{en_passant_file, en_passant_mode, for_each_feature, hash};
pub use forge::{ForgeError, forge, forge_by, forge_pair, position_of_features, random_position};
pub use game_error::{GameError, Unterminated};
pub use hash_set::HashSet128;
pub use hashed::{Hashed, IllegalMoveError, Undo};
pub use packed::{pack_move, unpack_move};
pub use perft::{
    CountError, for_each_unique_position, perft, unique_positions, unique_positions_by_ply,
};
#[doc(no_inline)]
pub use pgn::{Fault, GameScanner, replay_game};
pub use positions::Positions;
pub use record::{ReadPositionError, read_position, read_variant_position};
pub use result_tag::GameResultTag;
pub use rules::HashablePosition;
pub use set_up::{GameOptions, SetUp};
pub use stored_moves::replay_moves;

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
