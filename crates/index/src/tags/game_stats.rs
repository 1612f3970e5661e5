//! The result, Elos and year of a game, which are counted for each of its positions.
//!
//! Sums of Elos are stored and not means: sums can be added when segments are merged.

use shakmaty::{Color, KnownOutcome, Outcome};

/// The result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum GameResult {
    /// `1-0`
    White,
    /// `1/2-1/2`
    Draw,
    /// `0-1`
    Black,
    /// `*`: not ended, not given, or given in other words.
    #[default]
    Unknown,
}

impl GameResult {
    /// All results, in the order of the columns that count them.
    pub const ALL: [GameResult; 4] =
        [GameResult::White, GameResult::Draw, GameResult::Black, GameResult::Unknown];

    /// The result that the table of games stores as this text.
    pub(crate) fn from_stored(text: &[u8]) -> GameResult {
        let found = GameResult::ALL.into_iter().find(|result| result.as_str().as_bytes() == text);
        found.unwrap_or_default()
    }

    /// Returns the result as shakmaty's type.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            GameResult::White => Outcome::Known(KnownOutcome::Decisive { winner: Color::White }),
            GameResult::Draw => Outcome::Known(KnownOutcome::Draw),
            GameResult::Black => Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }),
            GameResult::Unknown => Outcome::Unknown,
        }
    }

    /// Returns the result as PGN writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
            GameResult::Unknown => "*",
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => GameResult::White,
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => GameResult::Black,
            Outcome::Known(KnownOutcome::Draw) => GameResult::Draw,
            Outcome::Unknown => GameResult::Unknown,
        }
    }
}

/// The contribution of a game to the row of each of its positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameStats {
    pub(crate) result: GameResult,
    /// The number of known Elos, 0 to 2.
    pub(crate) elo_count: u8,
    pub(crate) elo_sum: u16,
    /// 0 if it is not known.
    pub(crate) year: u16,
}

/// An Elo as tags give it: a number from 1 to 9999.
pub(crate) fn elo(tag: &[u8]) -> Option<u16> {
    number(tag.trim_ascii()).filter(|elo| (1..=9999).contains(elo))
}

/// The year of a date such as `2024.05.??`: from 1 to 9999.
pub(crate) fn year(date: &[u8]) -> Option<u16> {
    let date = date.trim_ascii();
    let (year, rest) = date.split_at_checked(4)?;
    let whole = rest.first().is_none_or(|byte| !byte.is_ascii_digit());
    number(year).filter(|year| whole && *year > 0)
}

fn number(digits: &[u8]) -> Option<u16> {
    if digits.is_empty() || digits.len() > 4 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0, |number, digit| 10 * number + u16::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elos_and_years_are_numbers_or_unknown() {
        for (tag, expected) in [
            ("2850", Some(2850)),
            (" 1350 ", Some(1350)),
            ("0", None),
            ("", None),
            ("?", None),
            ("-", None),
            ("2450?", None),
            ("12345", None),
            ("+200", None),
        ] {
            assert_eq!(elo(tag.as_bytes()), expected, "{tag}");
        }
        for (tag, expected) in [
            ("2024.05.01", Some(2024)),
            ("1851.??.??", Some(1851)),
            ("1997", Some(1997)),
            ("2024-05-01", Some(2024)),
            ("????.??.??", None),
            ("0000.01.01", None),
            ("20240501", None),
            ("", None),
        ] {
            assert_eq!(year(tag.as_bytes()), expected, "{tag}");
        }
    }
}
