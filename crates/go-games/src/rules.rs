//! The rules of Go that options name.

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use zobrist_go::{Rule, Rules, Suicide};

/// Rules by which a game is judged.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct RulesOptions {
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
        let Rules { ko, suicide, .. } = Rules::default();
        RulesOptions {
            rules: match ko {
                Rule::Positional => Ko::Positional,
                Rule::Situational => Ko::Situational,
                Rule::Natural => Ko::Natural,
                Rule::SimpleKo => Ko::Simple,
                rule => unreachable!("{rule:?} is no rule of Go"),
            },
            suicide: SuicideName::from_str(suicide.name(), false)
                .unwrap_or_else(|_| unreachable!("{suicide:?} has no option")),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ko {
    /// Positional superko: no earlier position
    Positional,
    /// Situational superko: no earlier position after a move of the same player
    Situational,
    /// Natural situational superko: no earlier position that the same player made by a play
    Natural,
    /// Simple ko: not the position before the opponent's stone; after a pass, every ko may be taken
    Simple,
}

/// A rule, or that of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KoOrFile {
    Ko(Ko),
    File,
}

impl ValueEnum for KoOrFile {
    fn value_variants<'a>() -> &'a [KoOrFile] {
        const ALL: [KoOrFile; 5] = [
            KoOrFile::Ko(Ko::Positional),
            KoOrFile::Ko(Ko::Situational),
            KoOrFile::Ko(Ko::Natural),
            KoOrFile::Ko(Ko::Simple),
            KoOrFile::File,
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            KoOrFile::Ko(ko) => ko.to_possible_value(),
            KoOrFile::File => {
                let help = "The rules that each game names, by RU; positional, if it names none that is known";
                Some(PossibleValue::new("file").help(help))
            }
        }
    }
}

/// Rules for games that may name their own.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct FileRulesOptions {
    /// Ko rule
    ///
    /// It says which positions may not be repeated.
    #[arg(long, value_enum, default_value = "positional", help_heading = "Rules")]
    rules: KoOrFile,
    /// Rule on suicide [default: allowed]
    ///
    /// Suicide is a move that takes off the player's own stones. With `--rules file`, each game
    /// says it.
    #[arg(long, value_enum, help_heading = "Rules")]
    suicide: Option<SuicideName>,
}

/// The rules by which games are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// All of them by these.
    By(Rules),
    /// Each by the rules that it names.
    ByFile,
}

impl FileRulesOptions {
    /// # Errors
    /// When the games are to name their rules, and an option does.
    pub fn judge(self) -> Result<Judge> {
        let default = RulesOptions::default();
        match (self.rules, self.suicide) {
            (KoOrFile::Ko(rules), suicide) => {
                let suicide = suicide.unwrap_or(default.suicide);
                Ok(Judge::By(RulesOptions { rules, suicide }.rules()))
            }
            (KoOrFile::File, None) => Ok(Judge::ByFile),
            (KoOrFile::File, Some(_)) => {
                bail!(
                    "--suicide and --rules file: expected one of them; with `file`, each game says it"
                )
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SuicideName {
    /// It is legal
    Allowed,
    /// It is illegal
    Forbidden,
    /// It is legal for two stones or more
    Multi,
}

impl RulesOptions {
    pub(crate) const fn of(rules: Ko, suicide: SuicideName) -> RulesOptions {
        RulesOptions { rules, suicide }
    }

    /// The values of `--rules` and `--suicide`.
    pub fn names(self) -> [String; 2] {
        let name = |value: Option<PossibleValue>| value.expect("no value is hidden");
        [self.rules.to_possible_value(), self.suicide.to_possible_value()]
            .map(|value| name(value).get_name().to_owned())
    }

    /// Returns the rules that were asked for.
    pub fn rules(self) -> Rules {
        Rules::new(
            match self.rules {
                Ko::Positional => Rule::Positional,
                Ko::Situational => Rule::Situational,
                Ko::Natural => Rule::Natural,
                Ko::Simple => Rule::SimpleKo,
            },
            self.suicide.rule(),
        )
    }
}

impl SuicideName {
    pub(crate) fn rule(self) -> Suicide {
        match self {
            SuicideName::Allowed => Suicide::Allowed,
            SuicideName::Forbidden => Suicide::Forbidden,
            SuicideName::Multi => Suicide::MultiStone,
        }
    }
}
