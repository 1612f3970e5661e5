//! Handicap stones, and White's points for them.

use std::collections::BTreeMap;

use crate::color::Color;
use crate::game::Move;
use crate::point::Point;

/// White's points for the handicap stones of Black, beside komi.
///
/// ```
/// use zobrist_go::HandicapBonus;
///
/// assert_eq!(HandicapBonus::All.points(4), 4);
/// assert_eq!(HandicapBonus::AllButOne.points(4), 3);
/// assert_eq!(HandicapBonus::All.points(1), 0); // one stone is no handicap
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HandicapBonus {
    /// None.
    None,
    /// As many as there are handicap stones, less one.
    AllButOne,
    /// As many as there are handicap stones.
    All,
}

impl HandicapBonus {
    /// All of them.
    pub const ALL: [HandicapBonus; 3] =
        [HandicapBonus::None, HandicapBonus::AllButOne, HandicapBonus::All];

    /// Returns the points for a number of handicap stones. One is no handicap.
    #[must_use]
    pub const fn points(self, stones: usize) -> usize {
        match self {
            HandicapBonus::AllButOne if stones > 1 => stones - 1,
            HandicapBonus::All if stones > 1 => stones,
            _ => 0,
        }
    }
}

/// Stones that are set up before the first move, and the number of handicap stones of the game.
///
/// Source: KataGo counts them so for `whiteHandicapBonus`.
///
/// ```
/// use zobrist_go::{Color, Handicap, Move};
///
/// let mut handicap = Handicap::default();
/// handicap.set_up("C3".parse()?, Some(Color::Black));
/// let moves: [(Color, Move); 2] = [(Color::Black, "G7".parse()?), (Color::White, "E5".parse()?)];
/// assert_eq!(handicap.stones(moves), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Handicap {
    set_up: BTreeMap<Point, Color>,
}

impl Handicap {
    /// Sets up a point: with a stone, or empty.
    pub fn set_up(&mut self, point: Point, stone: Option<Color>) {
        match stone {
            Some(color) => drop(self.set_up.insert(point, color)),
            None => drop(self.set_up.remove(&point)),
        }
    }

    /// Returns the number of handicap stones, given the moves of the game: the black stones that
    /// are set up, and those that Black plays before White does.
    ///
    /// It is 0 where White stones are set up, and where there is one black stone or none. Passes of
    /// White between the stones are passed over; but if White moves twice in a row, what Black had
    /// played was a position and no handicap.
    pub fn stones(&self, moves: impl IntoIterator<Item = (Color, Move)>) -> usize {
        if self.set_up.values().any(|color| *color == Color::White) {
            return 0;
        }
        let (mut played, mut moves) = (0, moves.into_iter().peekable());
        while let Some((color, played_now)) = moves.next() {
            match (color, played_now) {
                (Color::Black, Move::Play(_)) => played += 1,
                (Color::Black, Move::Pass) => {}
                (Color::White, _)
                    if moves.peek().is_some_and(|(next, _)| *next == Color::White) =>
                {
                    played = 0;
                    break;
                }
                (Color::White, Move::Pass) => {}
                (Color::White, Move::Play(_)) => break,
            }
        }
        match self.set_up.len() + played {
            1 => 0,
            stones => stones,
        }
    }
}
