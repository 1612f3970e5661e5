//! Schemes that are known by name, beside the keys of an engine.

use shakmaty::Position;
use zobrist::Key;
use zobrist_chess::{ComposedScheme, Scheme};

use crate::calibration::Step;
use crate::fact::{EnPassantRule, Fact};
use crate::gallery::known_schemes;
use crate::rules::Game;
use crate::word::Word;

/// A scheme whose words an engine has, and for which facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recognized {
    pub(crate) name: String,
    /// The constant by which all keys differ; `None` if only some words agree.
    pub(crate) constant: Option<Word>,
    /// The facts whose words agree, if not all do.
    pub(crate) parts: Vec<&'static str>,
}

/// The part of a table that a fact belongs to.
fn part(fact: Fact) -> &'static str {
    match fact {
        Fact::Piece(..) => "pieces",
        Fact::Castling(_) => "castling",
        Fact::EnPassant(_) => "en passant",
        Fact::Black => "turn",
    }
}

/// Looks for the scheme whose keys an engine has, up to a constant.
///
/// The positions have between them every difference that legal positions have: if the keys of an
/// engine and of a scheme differ by one number on all of them, they do everywhere, but for captures
/// en passant that are illegal. Of schemes that tell these alone apart, the one with the rule of the
/// engine is named.
pub(crate) fn recognize(steps: &[(Step, Word)], rule: Option<EnPassantRule>) -> Option<Recognized> {
    let (mut complete, mut partial) = (None, None);
    for scheme in known_schemes() {
        let hash = |position: &Game| -> Word { hash_by(&scheme, position) };
        let (base, base_key) = steps.first()?;
        let constant = hash(&base.position) ^ base_key;
        let mut differs = Vec::new();
        for (step, key) in steps {
            let is_equal = hash(&step.position) ^ key == constant;
            if let (false, Some(fact)) = (is_equal, step.new) {
                differs.push(part(fact));
            }
        }
        if differs.is_empty() {
            let name = scheme.name().to_owned();
            let found = Recognized { name, constant: Some(constant), parts: Vec::new() };
            if rule == Some(EnPassantRule(Some(scheme.en_passant()))) {
                return Some(found);
            }
            complete = complete.or(Some(found));
            continue;
        }
        if !differs.contains(&"pieces") && partial.is_none() {
            let parts = ["pieces", "castling", "en passant", "turn"];
            let parts = parts.into_iter().filter(|part| !differs.contains(part)).collect();
            partial = Some(Recognized { name: scheme.name().to_owned(), constant: None, parts });
        }
    }
    complete.or(partial)
}

fn hash_by(scheme: &ComposedScheme, position: &Game) -> Word {
    debug_assert_eq!(position.halfmoves(), 0);
    zobrist_shakmaty::hash(scheme, position).to_word()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::steps;

    /// A table is named after a scheme of the gallery, up to a constant, and by the engine's rule
    /// where the keys of two schemes are the same.
    #[test]
    fn schemes_of_the_gallery_are_named() {
        let named = |name: &str, rule: EnPassantRule| {
            let scheme = known_schemes().find(|scheme| scheme.name() == name).expect("it is known");
            let keys = steps().into_iter().map(|step| {
                let key = hash_by(&scheme, &step.position) ^ 12;
                (step, key)
            });
            recognize(&keys.collect::<Vec<_>>(), Some(rule)).expect("it is recognized")
        };
        let found = named("sf-11", EnPassantRule::BESIDE);
        assert_eq!((found.name.as_str(), found.constant), ("stockfish-11", Some(12)));
        assert_eq!(named("sf-18", EnPassantRule::LEGAL).name, "stockfish-18");
        assert_eq!(named("sf-18", EnPassantRule::BESIDE).name, "stockfish-15.1");
        assert_eq!(named("polyglot", EnPassantRule::BESIDE).name, "polyglot");
    }
}
