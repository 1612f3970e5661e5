//! The rules by which a game ends or can be drawn: articles 5.1.1, 5.2.1, 5.2.2, 9.2, 9.3 and 9.6
//! of the Laws of Chess, or the rule of a variant.

use std::fmt::{self, Display};

use shakmaty::variant::Variant;
use shakmaty::{Color, KnownOutcome, Outcome};
use zobrist::{History, Rule, Step};

use crate::hashable::HashablePosition;

/// Number of occurrences of a position that end the game.
pub(super) const FIVEFOLD: usize = 5;

/// Why a game is over in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The variant has a rule of its own.
    OfVariant(Variant, KnownOutcome),
    Checkmate {
        winner: Color,
    },
    /// Neither side has the material to win.
    DeadPosition,
    Stalemate,
    SeventyFiveMoves,
    FivefoldRepetition,
}

impl End {
    /// The end of the game in a position that has occurred `count` times. If several hold, it is
    /// the first in the order of [`End`].
    pub(super) fn of(position: &impl HashablePosition, count: usize) -> Option<End> {
        let before_stalemate = End::by_variant(position).or_else(|| {
            let mated = position.is_checkmate();
            mated.then(|| End::Checkmate { winner: !position.turn() })
        });
        before_stalemate.or_else(|| {
            if !position.is_insufficient_material() && position.legal_moves().is_empty() {
                return Some(End::Stalemate);
            }
            End::with_legal_moves(position, count)
        })
    }

    /// The end of the game in a position that has legal moves. Costs less than [`End::of`].
    #[inline]
    pub(super) fn with_legal_moves(position: &impl HashablePosition, count: usize) -> Option<End> {
        if let Some(end) = End::by_variant(position) {
            return Some(end);
        }
        if position.is_insufficient_material() {
            return Some(End::DeadPosition);
        }
        if plies_without_progress(position) >= Some(SEVENTY_FIVE_MOVES) {
            return Some(End::SeventyFiveMoves);
        }
        (count >= FIVEFOLD).then_some(End::FivefoldRepetition)
    }

    #[inline]
    fn by_variant(position: &impl HashablePosition) -> Option<End> {
        match position.variant_outcome() {
            Outcome::Known(outcome) => Some(End::OfVariant(position.variant(), outcome)),
            Outcome::Unknown => None,
        }
    }

    /// The result of a game with this end.
    pub(super) fn outcome(self) -> KnownOutcome {
        match self {
            End::OfVariant(_, outcome) => outcome,
            End::Checkmate { winner } => KnownOutcome::Decisive { winner },
            End::DeadPosition
            | End::Stalemate
            | End::SeventyFiveMoves
            | End::FivefoldRepetition => KnownOutcome::Draw,
        }
    }
}

impl Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::OfVariant(variant, outcome) => {
                let what = match outcome {
                    KnownOutcome::Decisive { winner: Color::White } => "White won",
                    KnownOutcome::Decisive { winner: Color::Black } => "Black won",
                    KnownOutcome::Draw => "drawn",
                };
                return write!(f, "{what} by the rules of {variant}");
            }
            End::Checkmate { .. } => "checkmate",
            End::DeadPosition => "dead position",
            End::Stalemate => "stalemate",
            End::SeventyFiveMoves => "seventy-five moves",
            End::FivefoldRepetition => "fivefold repetition",
        })
    }
}

/// Number of plies without a capture or a pawn move after which a player may claim a draw.
pub(super) const FIFTY_MOVES: u32 = 100;

/// Number of plies without a capture or a pawn move after which the game is drawn.
pub(super) const SEVENTY_FIVE_MOVES: u32 = 150;

/// The number of plies since the last capture or pawn move, that of the `FEN` tag included. `None`
/// in Crazyhouse, which has no such rule.
#[inline]
pub(super) fn plies_without_progress(position: &impl HashablePosition) -> Option<u32> {
    (position.variant() != Variant::Crazyhouse).then(|| position.halfmoves())
}

/// The positions of a game, by their hashes of 128 bits.
#[derive(Debug)]
pub(super) struct Repetitions(History<u128>);

impl Repetitions {
    pub(super) fn new() -> Repetitions {
        Repetitions(History::new(Rule::Fold(THREEFOLD as u32)))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a position and returns how many times it has occurred. It equals none before the ply
    /// `first`.
    #[inline]
    pub(super) fn push(&mut self, first: usize, hash: u128) -> usize {
        self.0.push_since(first, Step::Play(0), hash);
        self.0.count()
    }

    /// The plies of the last position, in order: `plies 0, 4, 8`.
    pub(super) fn plies(&self) -> String {
        let current = self.0.current();
        let same = self.0.iter().enumerate().filter(|(_, (_, hash))| Some(*hash) == current);
        let plies: Vec<String> = same.map(|(ply, _)| ply.to_string()).collect();
        format!("plies {}", plies.join(", "))
    }
}

/// Number of occurrences of a position that let a player claim a draw.
pub(super) const THREEFOLD: usize = 3;
