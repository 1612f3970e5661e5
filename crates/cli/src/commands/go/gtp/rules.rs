//! The rules of a session: by the name of a rule set, or by the fields that KataGo gives them.

use serde_json::{Map, Value, json};
use zobrist_go::{OnRepetition, Rule, Rules, Ruleset, Scoring, Suicide};

/// The rules by which moves are judged and the score is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SessionRules {
    pub rules: Rules,
    pub scoring: Scoring,
    pub repetition: OnRepetition,
    pub bonus: Bonus,
}

/// White's points for the handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bonus {
    None,
    /// As many as there are handicap stones, less one.
    AllButOne,
    /// As many as there are handicap stones.
    All,
}

impl Bonus {
    const ALL: [Bonus; 3] = [Bonus::None, Bonus::AllButOne, Bonus::All];

    /// The points for a handicap of so many stones; one is no handicap.
    pub fn points(self, stones: usize) -> usize {
        match self {
            Bonus::AllButOne if stones > 1 => stones - 1,
            Bonus::All if stones > 1 => stones,
            _ => 0,
        }
    }

    /// The name that KataGo gives it.
    fn name(self) -> &'static str {
        match self {
            Bonus::None => "0",
            Bonus::AllButOne => "N-1",
            Bonus::All => "N",
        }
    }
}

const KO_RULES: [(&str, Rule); 3] = [
    ("SIMPLE", Rule::SimpleKo),
    ("POSITIONAL", Rule::Positional),
    ("SITUATIONAL", Rule::Situational),
];

const SCORINGS: [(&str, Scoring); 2] = [("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];

impl SessionRules {
    /// Rules of which no more is known: the score is by area, and no handicap is compensated.
    pub fn of(rules: Rules) -> SessionRules {
        SessionRules {
            rules,
            scoring: Scoring::Area,
            repetition: OnRepetition::Forbidden,
            bonus: Bonus::None,
        }
    }

    /// The rule set of a name, in capitals or not, with `_` or `-`. The points for a handicap are
    /// those that KataGo gives for the same names (docs/GTP_Extensions.md of its repository).
    pub fn named(name: &str) -> Result<SessionRules, String> {
        let set = Ruleset::of_sgf(name).ok_or_else(|| {
            let names = Ruleset::ALL.map(|set| set.name).join(", ");
            format!("unknown rules {name:?}: expected one of {names}")
        })?;
        let bonus = match set {
            Ruleset::CHINESE => Bonus::All,
            Ruleset::AGA => Bonus::AllButOne,
            _ => Bonus::None,
        };
        Ok(SessionRules {
            rules: set.rules,
            scoring: set.scoring,
            repetition: set.repetition,
            bonus,
        })
    }

    /// These rules with some fields changed, which a JSON object gives.
    pub fn with_json(self, text: &str) -> Result<SessionRules, String> {
        let fields: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| format!("cannot read the rules as a JSON object: {error}"))?;
        fields.iter().try_fold(self, |rules, (name, value)| rules.with(name, value))
    }

    /// These rules with one field changed, under the name and with the values of KataGo.
    pub fn with(mut self, field: &str, value: &Value) -> Result<SessionRules, String> {
        let refuse =
            |expected: &str| Err(format!("cannot play by {field} {value}: expected {expected}"));
        let text = value.as_str().unwrap_or_default();
        match field {
            "ko" => match KO_RULES.iter().find(|(name, _)| *name == text) {
                Some((_, rule)) => {
                    self.rules.ko = *rule;
                    let is_simple = *rule == Rule::SimpleKo;
                    let cycles = [OnRepetition::Forbidden, OnRepetition::NoResult];
                    self.repetition = cycles[usize::from(is_simple)];
                }
                None => return refuse("SIMPLE, POSITIONAL or SITUATIONAL"),
            },
            "scoring" => match SCORINGS.iter().find(|(name, _)| *name == text) {
                Some((_, scoring)) => self.scoring = *scoring,
                None => return refuse("AREA or TERRITORY"),
            },
            // KataGo's means suicide of two stones or more.
            "suicide" => match value.as_bool() {
                Some(true) => self.rules.suicide = Suicide::MultiStone,
                Some(false) => self.rules.suicide = Suicide::Forbidden,
                None => return refuse("true or false"),
            },
            "whiteHandicapBonus" => match Bonus::ALL.iter().find(|bonus| bonus.name() == text) {
                Some(bonus) => self.bonus = *bonus,
                None => return refuse("0, N-1 or N"),
            },
            "tax" if text != "NONE" => return refuse("NONE"),
            "hasButton" if *value != Value::Bool(false) => return refuse("false"),
            // It is about engines that pass, and changes no verdict.
            "friendlyPassOk" if !value.is_boolean() => return refuse("true or false"),
            "tax" | "hasButton" | "friendlyPassOk" => {}
            _ => {
                return Err(format!(
                    "unknown field {field:?} of rules: expected ko, scoring, suicide, tax, \
                     hasButton, whiteHandicapBonus or friendlyPassOk"
                ));
            }
        }
        Ok(self)
    }

    /// The fields as a JSON object on one line.
    pub fn to_json(self) -> String {
        let ko = KO_RULES.iter().find(|(_, rule)| *rule == self.rules.ko);
        let scoring = SCORINGS.iter().find(|(_, scoring)| *scoring == self.scoring);
        json!({
            // KataGo has no name for the natural situational superko.
            "ko": ko.map_or("NATURAL", |(name, _)| name),
            "scoring": scoring.map(|(name, _)| name),
            "suicide": self.rules.suicide != Suicide::Forbidden,
            "tax": "NONE",
            "hasButton": false,
            "whiteHandicapBonus": self.bonus.name(),
        })
        .to_string()
    }
}
