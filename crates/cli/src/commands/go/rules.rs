//! The rules of Go that options name.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use zobrist_go::{Rule, Rules, Suicide};

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct RulesOptions {
    /// Ko rule
    ///
    /// It says which positions may not be repeated.
    #[arg(long, value_enum, default_value_t = RulesOptions::default().rules, help_heading = "Rules")]
    rules: Ko,
    /// Rule on suicide
    ///
    /// Suicide is a move that takes off the player's own stones.
    #[arg(long, value_enum, default_value_t = RulesOptions::default().suicide, help_heading = "Rules")]
    suicide: SuicideName,
}

impl Default for RulesOptions {
    /// The rules if no option names others: the default of the library.
    fn default() -> RulesOptions {
        let Rules { ko, suicide } = Rules::default();
        RulesOptions {
            rules: match ko {
                Rule::Positional => Ko::Positional,
                Rule::Situational => Ko::Situational,
                Rule::Natural => Ko::Natural,
                Rule::SimpleKo => Ko::Simple,
                rule => unreachable!("{rule:?} is no rule of Go"),
            },
            suicide: match suicide {
                Suicide::Allowed => SuicideName::Allowed,
                Suicide::Forbidden => SuicideName::Forbidden,
                Suicide::MultiStone => SuicideName::Multi,
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ko {
    /// Positional superko: no earlier position
    Positional,
    /// Situational superko: no earlier position after a move of the same player
    Situational,
    /// Natural situational superko: no earlier position that the same player made by a play
    Natural,
    /// Simple ko: not the position before the opponent's move
    Simple,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SuicideName {
    /// It is legal
    Allowed,
    /// It is illegal
    Forbidden,
    /// It is legal for two stones or more
    Multi,
}

impl RulesOptions {
    /// The values of `--rules` and `--suicide`.
    pub(crate) fn names(self) -> [String; 2] {
        let name = |value: Option<PossibleValue>| value.expect("no value is hidden");
        [self.rules.to_possible_value(), self.suicide.to_possible_value()]
            .map(|value| name(value).get_name().to_owned())
    }

    pub(crate) fn rules(self) -> Rules {
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
