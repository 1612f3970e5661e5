//! The parts and the features of a position, and sets of features that differ from it.

use std::collections::BTreeSet;

use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, EnPassantMode, File, FromSetup, Piece, Position, Rank,
    Setup, Square,
};
use zobrist::Feature;
use zobrist_chess::{Color, PositionParts, Role, Scheme};

use super::error::ForgeError;
use crate::convert::{to_color, to_role};
use crate::features::for_each_feature;

/// Returns the position of standard chess with these parts; `None` if it is illegal.
pub(super) fn position_from_parts(parts: &PositionParts) -> Option<Chess> {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        for role in Role::ALL {
            for square in Bitboard(parts.pieces[color as usize][role as usize]) {
                if setup.board.piece_at(square).is_some() {
                    return None;
                }
                let piece = Piece { color: to_color(color), role: to_role(role) };
                setup.board.set_piece_at(square, piece);
            }
        }
    }
    setup.turn = to_color(parts.turn);
    for (color, files) in
        [(Color::White, parts.castling.white), (Color::Black, parts.castling.black)]
    {
        for file in files.into_iter().flatten() {
            let rank = to_color(color).backrank();
            setup.castling_rights.add(Square::from_coords(File::new(file.into()), rank));
        }
    }
    let rank = setup.turn.fold_wb(Rank::Sixth, Rank::Third);
    setup.ep_square =
        parts.en_passant.map(|capture| Square::from_coords(File::new(capture.file.into()), rank));
    setup.halfmoves = parts.halfmoves;
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// Returns the features of a position as a set.
pub(super) fn feature_set(scheme: &impl Scheme, position: &Chess) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for_each_feature(scheme, position, |feature| {
        features.insert(feature);
    });
    features
}

/// Returns the features of a position in parts as a set.
pub(super) fn features_of_parts(scheme: &impl Scheme, parts: &PositionParts) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    scheme.for_each_feature(parts, |feature| {
        features.insert(feature);
    });
    features
}

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
