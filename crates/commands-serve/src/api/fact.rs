//! The features of positions as objects of the API.

use std::collections::BTreeSet;

use serde::Serialize;
use shakmaty::Square;
use shakmaty::variant::VariantPosition;
use zobrist::{Feature, Keys};
use zobrist_chess::{ChessFeature, Color, ComposedScheme, Scheme};
use zobrist_shakmaty::for_each_feature;

use super::super::json_object::hex;

/// A feature of a position and its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fact {
    pub(crate) key: String,
    /// `pawn` to `king`, `castling`, `en passant`, `turn` or `other`.
    pub(crate) kind: String,
    pub(crate) color: Option<&'static str>,
    pub(crate) square: Option<String>,
    /// The words of `zobrist explain`.
    pub(crate) text: String,
}

impl Fact {
    pub(crate) fn new(scheme: &ComposedScheme, feature: Feature) -> Fact {
        let meaning = scheme.chess_layout().decode(feature);
        let (kind, color, square) = meaning.map_or(("other".to_owned(), None, None), parts);
        Fact {
            key: hex(scheme, scheme.key(feature)),
            kind,
            color: color.map(|color| if color == Color::White { "white" } else { "black" }),
            square: square.map(|square| Square::new(square as u32).to_string()),
            text: scheme.describe(feature),
        }
    }

    /// The facts of a set of features, in the order of the set.
    pub(crate) fn all(scheme: &ComposedScheme, features: &BTreeSet<Feature>) -> Vec<Fact> {
        features.iter().map(|feature| Fact::new(scheme, *feature)).collect()
    }
}

/// The set of the features of a position.
pub(crate) fn features(scheme: &ComposedScheme, position: &VariantPosition) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for_each_feature(scheme, position, |feature| {
        features.insert(feature);
    });
    features
}

/// The kind of a feature, the side that it belongs to, and its square.
fn parts(meaning: ChessFeature) -> (String, Option<Color>, Option<usize>) {
    let (kind, color, square) = match meaning {
        ChessFeature::Piece { color, role, square } => {
            return (role.to_string(), Some(color), Some(square));
        }
        ChessFeature::CastlingRight { color, .. } => ("castling", Some(color), None),
        ChessFeature::CastlingRightLost { color, .. }
        | ChessFeature::CastlingSideRights { color, .. } => ("castling", Some(color), None),
        ChessFeature::CastlingRights(_) => ("castling", None, None),
        ChessFeature::CastlingRook { color, file } => {
            let first = if color == Color::White { 0 } else { 56 };
            ("castling", Some(color), Some(first + file))
        }
        // The square is not always the one on which the king stands.
        ChessFeature::CastlingKing { square } => ("castling", Some(side_of(square < 8)), None),
        ChessFeature::EnPassant { .. } | ChessFeature::NoEnPassant => ("en passant", None, None),
        ChessFeature::EnPassantSquare { square } => ("en passant", None, Some(square)),
        ChessFeature::CapturedPawn { square } => {
            ("en passant", Some(side_of(square < 32)), Some(square))
        }
        ChessFeature::CapturingPawn { square } => {
            ("en passant", Some(side_of(square >= 32)), Some(square))
        }
        ChessFeature::Turn(color) => ("turn", Some(color), None),
        ChessFeature::Pocket { color, .. }
        | ChessFeature::PocketCount { color, .. }
        | ChessFeature::Checks { color, .. } => ("other", Some(color), None),
        ChessFeature::Promoted { square } | ChessFeature::EmptySquare { square } => {
            ("other", None, Some(square))
        }
        _ => ("other", None, None),
    };
    (kind.to_owned(), color, square)
}

fn side_of(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// The file of the capture en passant that a feature stands for.
pub(crate) fn en_passant_file(meaning: ChessFeature) -> Option<char> {
    let file = match meaning {
        ChessFeature::EnPassant { file } => file,
        ChessFeature::EnPassantSquare { square } | ChessFeature::CapturedPawn { square } => {
            square % 8
        }
        _ => return None,
    };
    Some(char::from(b'a' + file as u8))
}
