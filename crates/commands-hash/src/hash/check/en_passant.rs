//! Wrong hashes that are right by another rule of en passant.

use shakmaty::variant::VariantPosition;
use zobrist::Group;
use zobrist_chess::{EnPassant, PositionParts, Scheme};
use zobrist_shakmaty::position_parts;

/// The rules by which a square of en passant counts, and how `counts` names them.
pub(crate) const RULES: [(EnPassant, &str); 3] = [
    (EnPassant::Always, EnPassant::Always.name()),
    (EnPassant::PseudoLegal, EnPassant::PseudoLegal.name()),
    (EnPassant::Legal, EnPassant::Legal.name()),
];

/// Returns for each rule whether a wrong hash is right by it. `None` if the hash differs by more
/// than the en passant square that the position itself has, as after the next move, when a square
/// that was not removed is no longer in the FEN.
pub(crate) fn right_by_rule<S: Scheme>(
    scheme: &S,
    position: &VariantPosition,
    hash: S::Key,
) -> Option<[bool; 3]> {
    let by = RULES.map(|(rule, _)| hash_of(scheme, &position_parts(position, rule)));
    let mut parts = position_parts(position, EnPassant::Always);
    parts.en_passant.take()?;
    let without = hash_of(scheme, &parts);
    (hash == without || by.contains(&hash)).then(|| by.map(|by| by == hash))
}

fn hash_of<S: Scheme>(scheme: &S, parts: &PositionParts) -> S::Key {
    let mut hash = S::Key::ZERO;
    scheme.for_each_feature(parts, |feature| hash = hash.plus(scheme.key(feature)));
    hash
}
