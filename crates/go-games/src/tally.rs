//! The moves that came next, with their games, results and years.

use std::collections::HashMap;

use zobrist_go::{Color, Move};
use zobrist_go_index::Found;

/// The winner and the year of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    winner: Option<Color>,
    year: Option<u64>,
}

impl Facts {
    /// Reads a result and a date as SGF has them. The winner has the color of the window, if the
    /// colors are swapped there.
    pub fn of(result: &str, date: &str, is_swapped: bool) -> Facts {
        let mut letters = result.trim().bytes();
        let winner = match (letters.next(), letters.next()) {
            (Some(b'B' | b'b'), Some(b'+')) => Some(Color::Black),
            (Some(b'W' | b'w'), Some(b'+')) => Some(Color::White),
            _ => None,
        };
        let winner = winner.map(|color| if is_swapped { !color } else { color });
        let numbers = date.split(|c: char| !c.is_ascii_digit());
        let year = numbers.filter(|digits| digits.len() == 4).find_map(|year| year.parse().ok());
        Facts { winner, year }
    }
}

/// The games that went on with one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NextMove {
    /// The move, or `None` for games without any.
    pub next: Option<(Color, Move)>,
    /// The number of games.
    pub games: u64,
    /// The games won by each color.
    pub wins: [u64; 2],
    /// The games in which somebody played elsewhere first.
    pub tenuki: u64,
    /// The first and the last year.
    pub years: Option<(u64, u64)>,
}

/// The moves that came next in the games that were found.
#[derive(Debug, Default)]
pub struct Tally {
    moves: HashMap<Option<(Color, Move)>, NextMove>,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, found: Found, facts: Facts) {
        let next = self.moves.entry(found.next).or_default();
        next.next = found.next;
        next.games += 1;
        next.tenuki += u64::from(found.elsewhere > 0);
        if let Some(winner) = facts.winner {
            next.wins[winner.index()] += 1;
        }
        if let Some(year) = facts.year {
            let (first, last) = next.years.unwrap_or((year, year));
            next.years = Some((first.min(year), last.max(year)));
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.moves.values().map(|next| next.games).sum()
    }

    /// The moves, those of most games first.
    pub fn sorted(self) -> Vec<NextMove> {
        let mut moves: Vec<NextMove> = self.moves.into_values().collect();
        let name = |next: &NextMove| match next.next {
            None => (2, 0, 0, 0),
            Some((color, Move::Pass)) => (1, 0, 0, color.index()),
            Some((color, Move::Play(at))) => (0, at.row(), at.column(), color.index()),
        };
        moves.sort_unstable_by_key(|next| (std::cmp::Reverse(next.games), name(next)));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_years_are_read() {
        let facts = |result: &str, date: &str| Facts::of(result, date, false);
        let (black, white) = (Some(Color::Black), Some(Color::White));
        for (result, date, winner, year) in [
            ("B+R", "2016-03-09", black, Some(2016)),
            (" w+0.5", "1846-09-11,12", white, Some(1846)),
            ("0", "Published 1999", None, Some(1999)),
            ("Void", "16-3-9", None, None),
            ("", "20160309", None, None),
            ("Black", "", None, None),
        ] {
            assert_eq!(facts(result, date), Facts { winner, year }, "{result} {date}");
        }
        assert_eq!(Facts::of("B+R", "", true).winner, white);
    }
}
