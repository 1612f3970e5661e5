//! The rules of a session of Go that options name: a ko rule or a set of rules, and the scoring.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use zobrist_go::{GameRules, Scoring};

use super::rules::{Ko, RulesOptions, SuicideName};

/// Names of sets of rules, as [`GameRules::of_sgf`] reads them.
const SETS: [&str; 9] = [
    "tromp-taylor",
    "chinese",
    "aga",
    "aga-button",
    "new-zealand",
    "ing",
    "stone-scoring",
    "japanese",
    "korean",
];

/// A ko rule, or a set of rules by its number in [`SETS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KoOrSet {
    Ko(Ko),
    Set(usize),
}

impl ValueEnum for KoOrSet {
    fn value_variants<'a>() -> &'a [KoOrSet] {
        const ALL: [KoOrSet; 4 + SETS.len()] = {
            let mut all = [KoOrSet::Ko(Ko::Positional); 4 + SETS.len()];
            all[1] = KoOrSet::Ko(Ko::Situational);
            all[2] = KoOrSet::Ko(Ko::Natural);
            all[3] = KoOrSet::Ko(Ko::Simple);
            let mut set = 0;
            while set < SETS.len() {
                all[4 + set] = KoOrSet::Set(set);
                set += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            KoOrSet::Ko(ko) => ko.to_possible_value(),
            KoOrSet::Set(set) => Some(PossibleValue::new(SETS[*set]).help("A set of rules")),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScoringName {
    /// Stones and the empty points that only they reach
    Area,
    /// The empty points that only one color reaches, and prisoners
    Territory,
}

/// Rules of moves and of the count, for a session that may be told neither.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SessionRulesOptions {
    /// Ko rule, or a set of rules
    ///
    /// A set also says what is suicide and how to count.
    #[arg(long, value_enum, default_value = "positional", help_heading = "Rules")]
    rules: KoOrSet,
    /// Rule on suicide [default: by --rules]
    ///
    /// It is allowed if a ko rule is named. Suicide is a move that takes off the player's own
    /// stones.
    #[arg(long, value_enum, help_heading = "Rules")]
    suicide: Option<SuicideName>,
    /// Count at the end [default: by --rules]
    ///
    /// Area, if a ko rule is named. It brings its usual tax with it: on seki where territory
    /// counts, none where area does.
    #[arg(long, value_enum, help_heading = "Rules")]
    scoring: Option<ScoringName>,
}

impl SessionRulesOptions {
    /// Returns the rules that were asked for.
    pub fn rules(self) -> GameRules {
        let mut rules = match self.rules {
            KoOrSet::Ko(ko) => GameRules::of(RulesOptions::of(ko, SuicideName::Allowed).rules()),
            KoOrSet::Set(set) => GameRules::of_sgf(SETS[set]).expect("the set has a name"),
        };
        if let Some(suicide) = self.suicide {
            rules.rules.suicide = suicide.rule();
        }
        if let Some(scoring) = self.scoring {
            rules.scoring = match scoring {
                ScoringName::Area => Scoring::Area,
                ScoringName::Territory => Scoring::Territory,
            };
            rules.tax = rules.usual_tax();
        }
        rules.counts_all_as_alive = false;
        rules.or_tromp_taylor()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: SessionRulesOptions,
    }

    fn rules(words: &[&str]) -> GameRules {
        Line::try_parse_from([&["go"], words].concat()).unwrap().options.rules()
    }

    #[test]
    fn sets_of_rules_and_ko_rules_have_their_names() {
        assert_eq!(rules(&[]), GameRules::TROMP_TAYLOR);
        assert_eq!(rules(&["--rules", "japanese"]), GameRules::JAPANESE);
        assert_eq!(rules(&["--rules", "chinese"]), GameRules::CHINESE);
        let of = |words: &[&str]| rules(words).scoring;
        assert_eq!(of(&["--rules", "simple", "--scoring", "territory"]), Scoring::Territory);
        assert_eq!(of(&["--rules", "korean", "--scoring", "area"]), Scoring::Area);
        let multi = rules(&["--rules", "chinese", "--suicide", "multi"]);
        assert_eq!(multi.rules.suicide, zobrist_go::Suicide::MultiStone);
        assert_eq!(rules(&["--scoring", "territory"]).tax, zobrist_go::Tax::Seki);
        for name in SETS {
            assert!(GameRules::of_sgf(name).is_some(), "{name}");
        }
    }
}
