//! The features of a position as a set, and sets that differ from it.

use std::collections::BTreeSet;

use shakmaty::{Castles, CastlingMode, Chess, EnPassantMode, Position};
use zobrist::Feature;
use zobrist_chess::{Role, Scheme};

use super::error::ForgeError;
use crate::features::for_each_feature;

/// Roles of the pieces that may be added or removed.
pub(super) const NON_KINGS: [Role; 5] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Returns the features of a position of standard chess.
pub(super) fn features_of(
    scheme: &impl Scheme,
    position: &Chess,
) -> Result<BTreeSet<Feature>, ForgeError> {
    let setup = position.to_setup(EnPassantMode::Always);
    if Castles::from_setup(&setup, CastlingMode::Standard).is_err() {
        return Err(ForgeError::Chess960);
    }
    let mut features = BTreeSet::new();
    for_each_feature(scheme, position, |feature| {
        features.insert(feature);
    });
    Ok(features)
}

/// Adds the features of `toggled` that are absent, and removes those that are present.
pub(super) fn toggle(features: &BTreeSet<Feature>, toggled: &[Feature]) -> Vec<Feature> {
    let toggled = toggled.iter().copied().collect();
    (features ^ &toggled).into_iter().collect()
}
