//! Causes of wrong hashes in words, for features of any game.

use zobrist::{Feature, Key};

use super::cause::{Cause, Causes, Confusion};
use super::term::{Term, words};
use crate::line_job::FaultCause;

/// The name of a feature.
type Describe<'a> = &'a dyn Fn(Feature) -> String;

/// A cause in words.
pub(crate) struct CauseWords {
    /// As the summary counts it.
    pub(crate) cause: FaultCause,
    /// As a row has it.
    pub(crate) words: String,
}

impl CauseWords {
    /// Words for a cause of the wrong hash of a `state`, such as a position.
    pub(crate) fn of(cause: &Cause, describe: Describe, state: &str) -> CauseWords {
        let unexplained = |summary: &'static str, words: String| CauseWords {
            cause: FaultCause::Unexplained(summary.into()),
            words,
        };
        match cause {
            Cause::Features(causes) => {
                let words = words(describe, causes);
                CauseWords { cause: FaultCause::Features(words.clone()), words }
            }
            Cause::Impossible(feature) => {
                let feature = describe(*feature);
                let words = format!(
                    "unknown: the difference is the key of {feature}, which the {state} cannot have"
                );
                CauseWords { cause: FaultCause::Unexplained(words.clone().into()), words }
            }
            Cause::TooMany => unexplained(MANY_SUMS, MANY_SUMS.to_owned()),
            Cause::TooFewBits => unexplained(TOO_FEW_BITS, TOO_FEW_BITS.to_owned()),
            Cause::None(0) => unexplained(TOO_MANY, TOO_MANY.to_owned()),
            Cause::None(most) => {
                let words = match most {
                    1 => "no single feature explains it".to_owned(),
                    2 => "no sum of up to two features explains it".to_owned(),
                    3 => "no sum of up to three features explains it".to_owned(),
                    _ => "no sum of up to four features explains it".to_owned(),
                };
                unexplained("no sum of few features explains it", words)
            }
        }
    }
}

/// Says which features of some causes no hash tells from others.
pub(crate) fn confusion_words<K: Key>(
    all: &Causes<K>,
    causes: &[Vec<Term>],
    describe: Describe,
) -> Vec<String> {
    let features: Vec<_> = causes.iter().flatten().map(|term| term.feature).collect();
    let name = |feature: &Feature| describe(*feature);
    let confusions = all.confusions(&features);
    let words = confusions.iter().map(|confusion| match confusion {
        Confusion::Sum(one, others) => {
            let others: Vec<_> = others.iter().map(name).collect();
            format!("the keys of {} make that of {}", others.join(" and "), name(one))
        }
        Confusion::Equal(all) => {
            let names: Vec<_> = all.iter().take(MAX_NAMED).map(name).collect();
            let more = match all.len().saturating_sub(MAX_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("these features have the same key: {}{more}", names.join(", "))
        }
    });
    words.collect()
}

/// Says which features have the key zero; `None` if there are none.
pub(crate) fn zero_words(zeros: &[Feature], describe: Describe) -> Option<String> {
    let [first, ..] = zeros else { return None };
    let first = describe(*first);
    Some(match zeros.len() {
        1 => format!("the key of {first} is zero: no hash shows it"),
        count => format!(
            "the keys of {count} features are zero, that of {first} first: no hash shows them"
        ),
    })
}

/// The number of features with equal keys that are named.
const MAX_NAMED: usize = 4;

/// Says that several causes fit alike.
const MANY_SUMS: &str = "unknown: more than three sums of features explain it alike";

/// Says that a layout is too large for a search.
const TOO_MANY: &str = "too many features to search";

/// Says that keys are too alike for a search.
const TOO_FEW_BITS: &str = "unknown: the keys differ in too few bits to tell a cause from chance";
