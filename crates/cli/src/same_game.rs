//! The rules by which games count as the same, as options name them.

use clap::ValueEnum;
use zobrist_index::Duplicates;

/// A kind of duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SameGame {
    /// Same start, moves, result, names of the players, and date
    Exact,
    /// Same start, moves and result; the surnames of the players are the same, case and accents
    /// aside, and there is a day that both dates can mean
    Players,
}

impl From<SameGame> for Duplicates {
    fn from(same: SameGame) -> Duplicates {
        match same {
            SameGame::Exact => Duplicates::Exact,
            SameGame::Players => Duplicates::Players,
        }
    }
}
