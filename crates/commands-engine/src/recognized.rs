//! Schemes that are known by name, beside the keys of an engine.

use shakmaty::{Chess, Position};
use zobrist::Key;
use zobrist_chess::{AnyScheme, with_any_scheme};
use zobrist_commands_input::schemes::named_schemes;

use crate::calibration::Step;
use crate::fact::Fact;
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
/// engine and of a scheme differ by one number on all of them, they do everywhere.
pub(crate) fn recognize(steps: &[(Step, Word)]) -> Option<Recognized> {
    let mut partial = None;
    for scheme in named_schemes() {
        let hash = |position: &Chess| -> Word { hash_by(&scheme, position) };
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
            return Some(Recognized { name, constant: Some(constant), parts: Vec::new() });
        }
        if !differs.contains(&"pieces") && partial.is_none() {
            let parts = ["pieces", "castling", "en passant", "turn"];
            let parts = parts.into_iter().filter(|part| !differs.contains(part)).collect();
            partial = Some(Recognized { name: scheme.name().to_owned(), constant: None, parts });
        }
    }
    partial
}

fn hash_by(scheme: &AnyScheme, position: &Chess) -> Word {
    debug_assert_eq!(position.halfmoves(), 0);
    with_any_scheme!(scheme, scheme => zobrist_shakmaty::hash(&scheme, position).to_word())
}
