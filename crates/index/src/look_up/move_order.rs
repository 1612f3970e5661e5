//! The order in which moves are shown.

use std::cmp::{Ordering, Reverse};

use shakmaty::Color;

use super::move_count::MoveCount;

/// The order in which moves are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveOrder {
    /// The most played first, as an answer has them.
    #[default]
    Games,
    /// Those with the best score for the side to move first; those without a result come last.
    Score,
    /// Those with the highest average Elo first; those of unknown Elo come last.
    Elo,
    /// Moves that were played last first; those of unknown years come last.
    Year,
}

impl MoveOrder {
    /// Sorts moves, or anything with the [`MoveCount`] of one, which are in the order of their
    /// games. The sort is stable.
    pub fn sort<T>(self, moves: &mut [T], turn: Color, count: impl Fn(&T) -> &MoveCount) {
        let descending = |of: fn(&MoveCount, Color) -> Option<f64>| {
            let count = &count;
            move |one: &T, other: &T| {
                let (one, other) = (of(count(one), turn), of(count(other), turn));
                other.partial_cmp(&one).unwrap_or(Ordering::Equal)
            }
        };
        match self {
            MoveOrder::Games => {}
            MoveOrder::Score => moves.sort_by(descending(score)),
            MoveOrder::Elo => moves.sort_by(descending(|count, _| count.counts.average_elo())),
            MoveOrder::Year => moves.sort_by_key(|m| Reverse(count(m).counts.last_year())),
        }
    }
}

/// The score of the side to move.
fn score(count: &MoveCount, turn: Color) -> Option<f64> {
    let white = count.counts.white_score()?;
    Some(if turn == Color::White { white } else { 1.0 - white })
}
