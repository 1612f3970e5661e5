//! Rules in the JSON of KataGo: the fields of its GTP extensions, which it also writes in records.

use serde_json::{Map, Value, json};
use zobrist_go::{GameRules, HandicapBonus, Rule, Scoring, Suicide, Tax};

const KO_RULES: [(&str, Rule); 3] = [
    ("SIMPLE", Rule::SimpleKo),
    ("POSITIONAL", Rule::Positional),
    ("SITUATIONAL", Rule::Situational),
];
const SCORINGS: [(&str, Scoring); 2] = [("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
const TAXES: [(&str, Tax); 3] = [("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)];
const BONUSES: [(&str, HandicapBonus); 3] =
    [("0", HandicapBonus::None), ("N-1", HandicapBonus::AllButOne), ("N", HandicapBonus::All)];

/// Names of rules, for an error.
pub const NAMES: &str = "tromp-taylor, chinese, aga, new-zealand, japanese, korean, ing, \
                                stone-scoring, aga-button";

/// Returns the rules that a value of `RU` names, also as KataGo's JSON; `None` if they are not
/// known.
pub fn rules_of_record(value: &str) -> Option<GameRules> {
    if !value.trim_start().starts_with('{') {
        return GameRules::of_sgf(value);
    }
    let usual = GameRules::of(GameRules::ING.rules);
    let rules = with_json(usual, value).ok()?;
    let fields: Map<String, Value> = serde_json::from_str(value).ok()?;
    let may_agree = fields.get("friendlyPassOk").is_some_and(|agreed| *agreed == true);
    Some(if may_agree { rules } else { rules.or_tromp_taylor() })
}

/// These rules with some fields changed, which a JSON object gives. A scoring without a tax brings
/// its usual one.
///
/// # Errors
/// When it is no JSON object, or a field or a value is not known.
pub fn with_json(rules: GameRules, text: &str) -> Result<GameRules, String> {
    let fields: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| format!("cannot read the rules as a JSON object: {error}"))?;
    let mut changed = fields.iter().try_fold(rules, |rules, (name, value)| {
        // In records, where it also stands in a property of its own.
        if name == "komi" && value.is_number() { Ok(rules) } else { with(rules, name, value) }
    })?;
    let has = |name: &str| fields.contains_key(name);
    if (has("scoring") || has("score")) && !has("tax") {
        changed.tax = changed.usual_tax();
    }
    Ok(changed)
}

/// True if a JSON object of rules has a komi, which does not belong to the rules.
pub fn has_komi(text: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(text).is_ok_and(|fields| fields.contains_key("komi"))
}

/// These rules with one field changed, under the name and with the values of KataGo.
///
/// # Errors
/// When the field or the value is not known.
pub fn with(mut rules: GameRules, field: &str, value: &Value) -> Result<GameRules, String> {
    let refuse =
        |expected: &str| Err(format!("cannot play by {field} {value}: expected {expected}"));
    let text = value.as_str().unwrap_or_default();
    match field {
        "ko" => match named(&KO_RULES, text) {
            Some(ko) => rules.set_ko(ko),
            None => return refuse("SIMPLE, POSITIONAL or SITUATIONAL"),
        },
        "scoring" | "score" => match named(&SCORINGS, text) {
            Some(scoring) => rules.scoring = scoring,
            None => return refuse("AREA or TERRITORY"),
        },
        "tax" => match named(&TAXES, text) {
            Some(tax) => rules.tax = tax,
            None => return refuse("NONE, SEKI or ALL"),
        },
        // KataGo's means suicide of two stones or more.
        "suicide" => match value.as_bool() {
            Some(true) => rules.rules.suicide = Suicide::MultiStone,
            Some(false) => rules.rules.suicide = Suicide::Forbidden,
            None => return refuse("true or false"),
        },
        "hasButton" => match value.as_bool() {
            Some(has_button) => rules.has_button = has_button,
            None => return refuse("true or false"),
        },
        "whiteHandicapBonus" => match named(&BONUSES, text) {
            Some(bonus) => rules.handicap_bonus = bonus,
            None => return refuse("0, N-1 or N"),
        },
        // It is about engines that pass, and changes no verdict.
        "friendlyPassOk" if !value.is_boolean() => return refuse("true or false"),
        "friendlyPassOk" => {}
        _ => {
            return Err(format!(
                "unknown field {field:?} of rules: expected ko, scoring, suicide, tax, \
                 hasButton, whiteHandicapBonus or friendlyPassOk"
            ));
        }
    }
    Ok(rules)
}

/// The fields as a JSON object on one line.
pub fn to_json(rules: GameRules) -> String {
    json!({
        // KataGo has no name for the natural situational superko.
        "ko": name(&KO_RULES, rules.rules.ko).unwrap_or("NATURAL"),
        "scoring": name(&SCORINGS, rules.scoring),
        "suicide": rules.rules.suicide != Suicide::Forbidden,
        "tax": name(&TAXES, rules.tax),
        "hasButton": rules.has_button,
        "whiteHandicapBonus": name(&BONUSES, rules.handicap_bonus),
    })
    .to_string()
}

fn named<T: Copy>(values: &[(&str, T)], text: &str) -> Option<T> {
    values.iter().find(|(name, _)| *name == text).map(|(_, value)| *value)
}

fn name<T: PartialEq>(values: &[(&'static str, T)], wanted: T) -> Option<&'static str> {
    values.iter().find(|(_, value)| *value == wanted).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_records_may_be_json() {
        let json = r#"{"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"komi":6.5}"#;
        assert_eq!(rules_of_record(json), Some(GameRules::JAPANESE));
        assert_eq!(rules_of_record("{}"), Some(GameRules::TROMP_TAYLOR));
        let agreed = rules_of_record(r#"{"friendlyPassOk":true}"#).unwrap();
        assert!(!agreed.counts_all_as_alive);
        assert_eq!(rules_of_record("Korean"), Some(GameRules::JAPANESE));
        for unknown in ["{", r#"{"ko":"SPIGHT"}"#, r#"{"x":1}"#, "house", ""] {
            assert_eq!(rules_of_record(unknown), None, "{unknown}");
        }
    }
}
