//! Games in PGN: a strict reader in one pass, with the place of every fault.
//!
//! [`Reader`] reads the games of a file one at a time, [`games`] those of a text in memory. A
//! [`Game`] has tags, and its moves as [`Token`]s, with comments, annotations and variations:
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
//!     let mut position = game.start_position(GameOptions::default())?;
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
//! [`replay_game`] replays the main line of a game, calls a [`GameVisitor`](crate::GameVisitor)
//! with every position and its hash, and stops at the first fault, a [`PgnError`]:
//!
//! ```
//! use zobrist_shakmaty::pgn::{games, replay_game};
//! use zobrist_shakmaty::shakmaty::Move;
//! use zobrist_shakmaty::zobrist::Hasher;
//! use zobrist_shakmaty::{Fide, GameOptions, GameVisitor, HashablePosition, Hashed};
//!
//! #[derive(Default)]
//! struct Hashes(Vec<u64>);
//!
//! impl GameVisitor<Fide, Hasher<Fide>> for Hashes {
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
//! for game in games(text) {
//!     let mut hashes = Hashes::default();
//!     let hasher = Hasher::new(Fide);
//!     match replay_game(&Fide, game.text(), GameOptions::default(), hasher, &mut hashes) {
//!         Ok(plies) => assert_eq!((plies, hashes.0.len()), (Some(1), 2)),
//!         Err(error) => {
//!             assert_eq!(game.offset() + error.offset as u64, 25);
//!             assert_eq!(error.to_string(), "illegal move Ke3 at ply 3");
//!             assert_eq!(hashes.0.len(), 3);
//!         }
//!     }
//! }
//! ```
//!
//! # Syntax
//! The reader accepts PGN as programs and people write it: tags in any order, their names in any
//! case; moves in algebraic notation, short (`Nf3`, `0-0`, `a8Q`, `ed5`) or long (`Ng1-f3`), or
//! that of UCI (`g1f3`), with figurines, signs after them, and letters apart from their squares
//! (`N f3`); comments in braces and after semicolons; variations, each as one token; annotations;
//! results with any dash. Any other word is a fault, so that nothing that was meant as a move is
//! lost. `docs/players.md` in the repository has the table of all spellings, and [`GameScanner`] the
//! rule of where a game ends.
//!
//! # When not to use it
//! - To replay variations: each is one token. [`Tokens::new`] splits its text into moves, but their
//!   positions are yours to keep.
//! - Under a permissive license: this crate is under the GPL, as shakmaty and `pgn-reader` are.
//! - With a `Visitor` for `pgn-reader` that you have already. That crate reads the same games, but
//!   silently skips words that it cannot read, and takes longer (bench group `pgn`).

mod error;
mod game;
mod language;
mod move_annotations;
mod move_text;
mod notation;
mod preamble;
mod reader;
mod replay;
mod replay_games;
mod scan;
mod spelling;
mod tag;
mod token;
mod word;

pub use error::PgnError;
pub use game::{Game, Games, games};
pub use language::{Language, Languages, ParseLanguageError};
pub use move_annotations::{AnnotationKind, Evaluation, MoveAnnotations};
pub use notation::MoveError;
pub use reader::Reader;
pub use replay::replay_game;
pub use replay_games::{GameEnd, GamesVisitor, RejectedGame, replay_games};
pub use scan::{GameScanner, find_game_start};
pub use tag::{Tag, Tags};
pub(crate) use tag::{canonical, typographic_quote};
pub use token::{Token, TokenKind, Tokens};
pub(crate) use word::{is_dash, is_null_move, space_length};
