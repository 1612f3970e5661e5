//! Go boards with incremental Zobrist hashes: captures, superko, area, and exhaustive
//! counts of small boards.
//!
//! ```
//! use zobrist_go::{Color, Game, Move, PlayError, Rules};
//!
//! let mut game = Game::new(9, 9, Rules::TROMP_TAYLOR)?;
//! game.play(Move::Play("E5".parse()?))?;
//! game.play(Move::Play("E6".parse()?))?;
//! assert_eq!(game.board().stone("E5".parse()?), Some(Color::Black));
//!
//! // The hash after a move, captures and all, without playing it.
//! let outcome = game.check(Color::Black, "D6".parse()?)?;
//! game.play(Move::Play("D6".parse()?))?;
//! assert_eq!(game.board().hash(), outcome.hash);
//! assert!(matches!(game.play(Move::Play("D6".parse()?)), Err(PlayError::Place(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Board`] has stones, [chains](Chain) and their hash in the scheme `go` ([`GoScheme`]); a
//! [`Variation`] tries moves on it. A [`Game`] adds the turn and every position so far;
//! [`Rules`] say which of them must not be repeated and which suicide is allowed, and a
//! [`Ruleset`] names those of an association. [`Board::unconditional_life`] finds the stones that
//! cannot be captured. [`count`] counts the positions and games of small boards.
//!
//! [`Board::is_ladder_captured`] reads ladders.
//!
//! A transposition table keyed by the board, the turn and passes is wrong under superko:
//! [`GoSituation`](GoSituation#superko) says why. A [`SuperkoTable`] is right: it keeps with each
//! result the part of the path that it depends on.
//!
//! # When not to use it
//! For playing well: there is no search here, and no estimate of a position except its area and
//! unconditional life.
//!
//! # Stability
//! The values of the scheme never change; better ones get a new name. `docs/schemes.md`
//! is the specification, and vectors under `tests/` pin it.
//!
//! # Features
//! `sgf` (off by default): the module `sgf`, which reads and writes records of games. It adds no
//! dependency.
//!
//! `serde` (off by default): a [`Point`] and a [`Move`] are the texts that they display, such as
//! `D4` and `pass`, and a [`Color`] is `black` or `white`. Games have no form here: a game is stored
//! as SGF.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod board;
mod color;
mod game;
mod game_rules;
mod handicap;
mod ladder;
mod life;
mod point;
mod proof;
mod rules;
mod ruleset;
mod scheme;
#[cfg(feature = "serde")]
mod serde;
mod situation;
mod superko_table;

pub mod count;
#[cfg(feature = "sgf")]
pub mod sgf;

pub use board::{
    Area, Board, BoardSizeError, Chain, Outcome, ParseBoardError, PlaceError, Removed, SetUpError,
    Variation,
};
pub use color::Color;
pub use game::{Game, Move, ParseMoveError, PlayError};
pub use game_rules::{GameRules, Tax};
pub use handicap::{Handicap, HandicapBonus};
pub use life::UnconditionalLife;
pub use point::{MAX_SIDE, ParsePointError, Point};
pub use proof::{ByMoves, Proof};
pub use rules::{ParseSuicideError, Rules, Suicide};
pub use ruleset::{OnRepetition, ParseRulesetError, Ruleset, RulesetSource, Scoring};
pub use scheme::{GoKey, GoScheme};
pub use situation::GoSituation;
pub use superko_table::{PathConditions, PathPosition, SuperkoTable};
pub use zobrist::{Repetition, Rule, Step, Trust};

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// So are those of the tour for simulation and Go, which use the core and this crate. The page is
/// read through a link, so that it is part of the package.
#[cfg(doctest)]
#[doc = include_str!("../tests/simulation-and-go.md")]
struct Tour;

/// And those of the tour for authors of Go programs.
#[cfg(all(doctest, feature = "sgf"))]
#[doc = include_str!("../tests/go.md")]
struct GoTour;
