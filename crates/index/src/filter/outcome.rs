//! The outcome of a game for a player, whatever the color.

use shakmaty::Color;

use crate::tags::GameResult;

/// The outcome of a game for the player whom a filter asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayerOutcome {
    /// The player won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The player lost.
    Lost,
}

impl PlayerOutcome {
    /// All outcomes.
    pub const ALL: [PlayerOutcome; 3] =
        [PlayerOutcome::Won, PlayerOutcome::Drawn, PlayerOutcome::Lost];

    /// Returns the outcome of a result for a color; `None` if the result is not known.
    #[must_use]
    pub fn of(result: GameResult, color: Color) -> Option<PlayerOutcome> {
        match result {
            GameResult::White => Some(color.fold_wb(PlayerOutcome::Won, PlayerOutcome::Lost)),
            GameResult::Draw => Some(PlayerOutcome::Drawn),
            GameResult::Black => Some(color.fold_wb(PlayerOutcome::Lost, PlayerOutcome::Won)),
            GameResult::Unknown => None,
        }
    }

    /// Returns the outcome in a word: `won`, `drawn` or `lost`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            PlayerOutcome::Won => "won",
            PlayerOutcome::Drawn => "drawn",
            PlayerOutcome::Lost => "lost",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_that_of_the_color() {
        for (result, white, black) in [
            (GameResult::White, Some("won"), Some("lost")),
            (GameResult::Draw, Some("drawn"), Some("drawn")),
            (GameResult::Black, Some("lost"), Some("won")),
            (GameResult::Unknown, None, None),
        ] {
            let of = |color| PlayerOutcome::of(result, color).map(PlayerOutcome::as_str);
            assert_eq!((of(Color::White), of(Color::Black)), (white, black), "{result:?}");
        }
    }
}
