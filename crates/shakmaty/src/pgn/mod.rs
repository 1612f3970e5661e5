//! Games in PGN: a strict reader in one pass, with the place of every fault.
//!
//! [`Reader`] reads the games of a file one at a time, [`games`] those of a text. A [`Game`] has its
//! tags, and its moves as [`Token`]s, with comments, annotations and variations:
//!
//! ```
//! use zobrist_shakmaty::GameOptions;
//! use zobrist_shakmaty::pgn::{Reader, TokenKind};
//! use zobrist_shakmaty::shakmaty::Position;
//!
//! let file = "[White \"Sean O\"Neil\"]\n\n1. e4 {best by test} e5 2. Nf3 (2. f4) Nc6 1/2-1/2\n";
//! let mut reader = Reader::new(file.as_bytes());
//! while let Some(game) = reader.next_game()? {
//!     assert_eq!(game.tag("White").as_deref(), Some(&b"Sean O\"Neil"[..]));
//!     let mut position = game.start(GameOptions::default())?;
//!     for token in game.tokens() {
//!         let token = token?;
//!         if token.kind == TokenKind::Move {
//!             let m = token.to_move(&position)?;
//!             position.play_unchecked(m);
//!         }
//!     }
//!     assert_eq!(position.fullmoves().get(), 3);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`replay_game`] does all of that, hands every position with its hash to a
//! [`Positions`](crate::Positions), and stops at the first [`Fault`]:
//!
//! ```
//! use zobrist_shakmaty::shakmaty::Move;
//! use zobrist_shakmaty::zobrist::Hasher;
//! use zobrist_shakmaty::{
//!     Fide, GameOptions, HashablePosition, Hashed, Positions, SchemeKeys, pgn, replay_game,
//! };
//!
//! #[derive(Default)]
//! struct Hashes(Vec<u64>);
//!
//! impl Positions<Fide, Hasher<SchemeKeys<Fide>>> for Hashes {
//!     fn position<P: HashablePosition>(
//!         &mut self,
//!         _: usize,
//!         _: Option<Move>,
//!         position: &Hashed<Fide, P>,
//!     ) {
//!         self.0.push(position.hash());
//!     }
//! }
//!
//! let text = b"[Event \"a\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"b\"]\n\n1. d4 *\n";
//! for game in pgn::games(text) {
//!     let mut hashes = Hashes::default();
//!     let hasher = Hasher::new(SchemeKeys::new());
//!     match replay_game(game.text(), GameOptions::default(), hasher, &mut hashes) {
//!         Ok(plies) => assert_eq!((plies, hashes.0.len()), (Some(1), 2)),
//!         Err(fault) => {
//!             assert_eq!(game.offset() + fault.offset as u64, 25);
//!             assert_eq!(fault.to_string(), "illegal move Ke3 at ply 3");
//!             assert_eq!(hashes.0.len(), 3);
//!         }
//!     }
//! }
//! ```
//!
//! # What is read
//! PGN as programs write it: tags in any order; moves in algebraic notation, short (`Nf3`, `0-0`,
//! `a8Q`) or long (`Ng1-f3`), or that of UCI (`g1f3`); comments in braces and after semicolons;
//! variations, which are passed over as a whole; annotations; results with any dash. A word that
//! is none of these is a fault: nothing that was meant as a move vanishes.
//!
//! # When not to use it
//! - For moves inside variations: they are text here. [`Tokens::of`] splits that text, but nothing
//!   keeps their positions.
//! - For a permissive licence: this crate is under the GPL, as shakmaty and `pgn-reader` are.
//! - For `Visitor`s that are written already: `pgn-reader` reads the same games. It passes over words that
//!   it cannot read in silence, and takes longer (bench group `pgn`).

mod bytes;
mod fault;
mod game;
mod lead;
mod reader;
mod replay;
mod scan;
mod start;
mod tag;
mod token;
mod word;

pub use fault::Fault;
pub use game::{Game, Games, games};
pub use reader::Reader;
pub use replay::replay_game;
pub use scan::GameScanner;
pub use scan::tag_after_blank_line;
pub use tag::{Tag, Tags};
pub use token::{Token, TokenKind, Tokens};
pub use word::WordError;
