//! Checks of games by the rules: repetitions, long play without progress, illegal moves, moves
//! after the end and wrong results.
//!
//! ```
//! use zobrist_shakmaty::check::{FindingType, Referee};
//!
//! let mut referee = Referee::new();
//! let findings = referee.check(b"1. f3 e5 2. g4 Qh4# 1-0")?.expect("a game");
//! assert_eq!(findings.len(), 1);
//! assert_eq!((findings[0].finding_type, findings[0].ply), (FindingType::WrongResult, 4));
//! assert_eq!(findings[0].detail, "expected 0-1 (checkmate), got 1-0");
//! assert!(findings[0].finding_type.is_fault());
//! assert_eq!(referee.plies(), 4);
//! # Ok::<(), zobrist_shakmaty::pgn::PgnError>(())
//! ```
//!
//! Unusual tags, move numbers and spellings are found if they are [asked
//! for](Referee::looking_for).
//!
//! [`GameFixer`] mends the tags and the encoding of games.
//!
//! The games of a text are cut apart by [`GameScanner`](crate::pgn::GameScanner). Draws that a
//! player may claim before the move that brings them about are not found.

mod checked_game;
mod finding;
mod fix;
mod referee;
mod rules;
mod text;

pub use self::finding::{Finding, FindingType, ParseFindingTypeError};
pub use self::fix::{FixOptions, FixedGame, GameFixer, Mend, Unmended};
pub use self::referee::Referee;
