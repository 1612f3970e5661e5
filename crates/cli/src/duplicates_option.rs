//! The option that counts games once.

use clap::{Args, ValueEnum};
use zobrist_index::Duplicates;

/// Treatment of games that occur more than once.
#[derive(Args, Clone, Copy, Debug)]
pub struct DuplicatesOption {
    /// Count a game once that occurs more than once, in one source or in several
    #[arg(
        long,
        value_name = "BY",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "exact"
    )]
    dedup: Option<By>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum By {
    /// Same start, moves, result, players and date
    Exact,
    /// Same start, moves and result; names compared without initials, accents and case; dates that
    /// do not contradict each other
    Players,
}

impl DuplicatesOption {
    /// Which games count as the same; `None` if all count.
    pub fn by(self) -> Option<Duplicates> {
        self.dedup.map(|by| match by {
            By::Exact => Duplicates::Exact,
            By::Players => Duplicates::Players,
        })
    }
}
