//! Which rules of Go, by name.

use clap::ValueEnum;
use zobrist_go::{Rule, Rules, Suicide};

#[derive(Clone, Copy, Debug, clap::Args)]
pub struct RulesOptions {
    /// Which positions may not stand again
    #[arg(long, value_enum, default_value = "positional")]
    rules: Ko,
    /// Whether a move may take stones of the player's own off
    #[arg(long, value_enum, default_value = "allowed")]
    suicide: SuicideName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ko {
    /// No position that stood before
    Positional,
    /// None that the same player left before
    Situational,
    /// None that the same player made before by a play
    Natural,
    /// Not the position before the other's play
    Simple,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SuicideName {
    /// It may
    Allowed,
    /// It may not
    Forbidden,
    /// It may if there are two or more
    Multi,
}

impl RulesOptions {
    pub fn rules(self) -> Rules {
        Rules {
            ko: match self.rules {
                Ko::Positional => Rule::Positional,
                Ko::Situational => Rule::Situational,
                Ko::Natural => Rule::Natural,
                Ko::Simple => Rule::SimpleKo,
            },
            suicide: match self.suicide {
                SuicideName::Allowed => Suicide::Allowed,
                SuicideName::Forbidden => Suicide::Forbidden,
                SuicideName::Multi => Suicide::MultiStone,
            },
        }
    }
}
