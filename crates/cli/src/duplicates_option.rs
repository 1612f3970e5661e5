//! The option that uses games once that are the same.

use clap::Args;
use zobrist_index::Duplicates;

use crate::same_game::SameGame;

/// Treatment of games that occur more than once.
#[derive(Args, Clone, Copy, Debug)]
pub struct DuplicatesOption {
    /// Use games that are the same once, the first of them [without a value: exact]
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "exact",
        help_heading = "Games",
        hide_short_help = true
    )]
    dedup: Option<SameGame>,
}

impl DuplicatesOption {
    /// Returns the rule by which games count as the same; `None` if all count.
    pub fn by(self) -> Option<Duplicates> {
        self.dedup.map(Duplicates::from)
    }
}
