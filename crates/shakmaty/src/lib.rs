//! Zobrist hashes of [`shakmaty`]'s positions, in the schemes of [`zobrist_chess`]: from
//! scratch, and incrementally after every legal move of every variant.
//!
//! ```
//! use shakmaty::{Chess, Position};
//! use zobrist_chess::Fide;
//! use zobrist_shakmaty::{Hashed, hash};
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
//! its hash together. [`read_position`] reads FEN and EPD; [`GameScanner`] and [`replay_game`]
//! read PGN, one game at a time, so that a bad game spoils no other. [`perft()`] and
//! [`unique_positions`] count. [`BookBuilder`] makes Polyglot books of games; [`check_book`],
//! [`fix_book`] and [`merge_books`] look after them. [`forge()`] makes another position with the
//! same hash, since whoever knows the keys can.
//!
//! # When not to use it
//! In a program that cannot be under the GPL, which shakmaty is under: `zobrist-chess` has the
//! schemes without the rules, for a board of your own.
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
mod forge;
mod game_reader;
mod games;
mod hashed;
mod movetext;
mod packed;
mod parallel;
mod perft;
mod record;
mod replay;
mod rules;
mod san;
mod set_up;
mod told_result;

pub use book::{
    BookFault, BookFaultKind, BookReport, FixedBook, MergedBook, check_book, fix_book, merge_books,
};
pub use book_builder::{BookBuilder, BookOptions, BookScale, MadeBook};
pub use features::{en_passant_mode, for_each_feature, hash};
pub use forge::{ForgeError, forge, forge_by, forge_pair, position_of_features, random_position};
pub use games::GameScanner;
pub use hashed::{Hashed, Undo};
pub use packed::{pack_move, unpack_move};
pub use perft::{for_each_unique_position, perft, unique_positions, unique_positions_by_ply};
pub use record::{ReadPositionError, read_position, read_variant_position};
pub use replay::{GameError, GameOptions, Positions, fault_offset, replay_game};
pub use rules::Rules;
pub use set_up::{SetUp, replay_moves};
pub use told_result::ToldResult;
