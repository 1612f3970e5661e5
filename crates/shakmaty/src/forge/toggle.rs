//! The features of a position as a set, and sets that differ from it.

use std::collections::BTreeSet;

use shakmaty::{Castles, CastlingMode, Chess, EnPassantMode, Position};
use zobrist::Feature;
use zobrist_chess::{Role, Scheme};

use super::error::ForgeError;
use super::parts::feature_set;

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
    Ok(feature_set(scheme, position))
}

/// Adds the features of `toggled` that are absent, and removes those that are present.
pub(super) fn toggle(features: &BTreeSet<Feature>, toggled: &BTreeSet<Feature>) -> Vec<Feature> {
    (features ^ toggled).into_iter().collect()
}
