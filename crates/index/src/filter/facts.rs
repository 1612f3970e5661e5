//! The facts of a game that filters ask for.

use super::game_date::GameDate;
use crate::tags::GameResult;

/// The facts of a game that filters ask for: its columns in the table of games. Texts are UTF-8 or
/// else Latin-1. The default is a game without tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFacts<'a> {
    /// The tag `White`.
    pub white_name: Option<&'a [u8]>,
    /// The tag `Black`.
    pub black_name: Option<&'a [u8]>,
    /// The tag `WhiteElo`, if it is an Elo: from 1 to 9999.
    pub white_elo: Option<i32>,
    /// The tag `BlackElo`, if it is an Elo: from 1 to 9999.
    pub black_elo: Option<i32>,
    /// The result.
    pub result: GameResult,
    /// The tag `Date`, as it is.
    pub date: Option<&'a [u8]>,
    /// The tag `UTCDate`, as it is.
    pub utc_date: Option<&'a [u8]>,
    /// The tag `Event`.
    pub event: Option<&'a [u8]>,
    /// The tag `TimeControl`.
    pub time_control: Option<&'a [u8]>,
}

impl GameFacts<'_> {
    /// Returns the date of the game.
    pub fn game_date(&self) -> GameDate {
        GameDate::of(self.date, self.utc_date)
    }
}
