//! The probability that a position's hash is wrong by some features.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Color, Position, Role, Square};
use zobrist::{Feature, Keys};
use zobrist_chess::{ChessFeature, ComposedScheme, Scheme};
use zobrist_shakmaty::for_each_feature;

use super::cause::{Doubts, IMPOSSIBLE};
use super::term::{Side, Term};

/// The doubts about features by which the hash of a position of chess may be wrong.
pub(crate) struct PositionDoubts<'a> {
    scheme: &'a ComposedScheme,
    position: &'a VariantPosition,
    present: BTreeSet<Feature>,
    /// Returns the positions that came before, as far as they are known.
    earlier: &'a dyn Fn() -> Vec<VariantPosition>,
    /// Their features, once they are asked for.
    features_of_earlier: OnceCell<BTreeSet<Feature>>,
}

impl<'a> PositionDoubts<'a> {
    /// The doubts about a position. `earlier` returns those before it that are known.
    pub(crate) fn new(
        scheme: &'a ComposedScheme,
        position: &'a VariantPosition,
        earlier: &'a dyn Fn() -> Vec<VariantPosition>,
    ) -> PositionDoubts<'a> {
        let present = features(scheme, position);
        PositionDoubts { scheme, position, present, earlier, features_of_earlier: OnceCell::new() }
    }

    fn earlier(&self) -> &BTreeSet<Feature> {
        self.features_of_earlier.get_or_init(|| {
            let positions = (self.earlier)();
            positions.iter().flat_map(|position| features(self.scheme, position)).collect()
        })
    }

    fn of_term(&self, term: Term, set: &[Term]) -> u32 {
        match term.side {
            Side::Missing => 0,
            Side::Twice | Side::TakenAway => 2,
            Side::Surplus if self.earlier().contains(&term.feature) => 0,
            // Its features need not be of single pieces on squares.
            Side::Surplus if self.scheme.is_secondary() => 1,
            Side::Surplus => {
                let decoded = self.scheme.chess_layout().decode(term.feature);
                decoded.map_or(IMPOSSIBLE, |feature| self.of_surplus(feature, set))
            }
        }
    }

    fn of_surplus(&self, feature: ChessFeature, set: &[Term]) -> u32 {
        let is_missing = |wanted: &dyn Fn(ChessFeature) -> bool| {
            let missing = set.iter().filter(|term| term.side == Side::Missing);
            let mut decoded =
                missing.filter_map(|term| self.scheme.chess_layout().decode(term.feature));
            decoded.any(wanted)
        };
        let variant = self.position.variant();
        match feature {
            ChessFeature::Piece { color, role, square } => {
                let is_moved = is_missing(&|missing| {
                    matches!(missing, ChessFeature::Piece { color: other, role: of, .. }
                        if (other, of) == (color, role))
                });
                let is_replaced = is_missing(&|missing| {
                    matches!(missing, ChessFeature::Piece { color: other, square: at, .. }
                        if (other, at) == (color, square))
                });
                let side = Color::from_white(color == zobrist_chess::Color::White);
                match role {
                    zobrist_chess::Role::Pawn if !(8..56).contains(&square) => {
                        // Where it is promoted, unless that is its first rank.
                        let is_last = (square >= 56) == (side == Color::White);
                        // The piece that it became may have left since.
                        let mut others = set
                            .iter()
                            .filter_map(|term| self.scheme.chess_layout().decode(term.feature));
                        let is_promoted = others.any(|other| {
                            matches!(other, ChessFeature::Piece { color: of, role, square: at }
                                if (of, at) == (color, square)
                                    && role != zobrist_chess::Role::Pawn)
                        });
                        if is_last && is_promoted { 1 } else { IMPOSSIBLE }
                    }
                    // A king with a right to castle has never moved.
                    zobrist_chess::Role::King if !is_moved => {
                        let stands = self.position.castles().has_color(side);
                        if stands { IMPOSSIBLE } else { 3 }
                    }
                    _ if is_moved || is_replaced => 1,
                    _ => 2,
                }
            }
            ChessFeature::EnPassant { file } => {
                let own = self.position.maybe_ep_square();
                u32::from(own.is_none_or(|own| usize::from(own.file()) != file))
            }
            ChessFeature::CastlingRights(rights) => {
                // Rights are lost and not gained, so that a program that forgets it has more.
                let has_more = is_missing(
                    &|missing| matches!(missing, ChessFeature::CastlingRights(own) if own & !rights == 0),
                );
                if has_more { 1 } else { 2 }
            }
            ChessFeature::CastlingRook { file, .. } => 1 + u32::from(file % 7 != 0),
            ChessFeature::NoEnPassant | ChessFeature::Turn(_) => 0,
            ChessFeature::Variant(_) => 2,
            ChessFeature::Promoted { .. } | ChessFeature::Pocket { .. }
                if variant != Variant::Crazyhouse =>
            {
                IMPOSSIBLE
            }
            ChessFeature::Checks { .. } if variant != Variant::ThreeCheck => IMPOSSIBLE,
            ChessFeature::NoPawns | ChessFeature::Unused => IMPOSSIBLE,
            _ => 1,
        }
    }
}

impl Doubts for PositionDoubts<'_> {
    fn is_present(&self, feature: Feature) -> bool {
        self.present.contains(&feature)
    }

    fn of(&self, set: &[Term]) -> u32 {
        set.iter().map(|term| self.of_term(*term, set)).sum()
    }

    /// Those of the position and of the positions before it, all of rights, turn and en passant, and
    /// pieces that a pawn can become on its last rank.
    fn likely(&self) -> Vec<Term> {
        let is_likely = |feature: &Feature| match self.scheme.chess_layout().decode(*feature) {
            Some(ChessFeature::Piece { role, square, .. }) => {
                let at = Square::new(square as u32);
                let last = !(8..56).contains(&square);
                let own = [zobrist_chess::Role::King, zobrist_chess::Role::Pawn];
                last && !own.contains(&role)
                    && self.position.board().role_at(at).is_some_and(|role| role != Role::King)
            }
            Some(ChessFeature::CastlingRook { file, .. }) => file % 7 == 0,
            Some(
                ChessFeature::CastlingRight { .. }
                | ChessFeature::CastlingRights(_)
                | ChessFeature::EnPassant { .. }
                | ChessFeature::NoEnPassant
                | ChessFeature::Turn(_)
                | ChessFeature::Start,
            ) => true,
            _ => false,
        };
        let mut likely = self.present.clone();
        likely.extend(self.earlier());
        if !self.scheme.is_secondary() {
            likely.extend(self.scheme.layout().features().filter(is_likely));
        }
        let side = |feature| if self.is_present(feature) { Side::Missing } else { Side::Surplus };
        likely.into_iter().map(|feature| Term { feature, side: side(feature) }).collect()
    }

    /// Each piece of the position, with the features of the same piece on squares where it is not.
    fn elsewhere(&self) -> Vec<(Feature, Vec<Feature>)> {
        let layout = self.scheme.chess_layout();
        let of = |feature: &Feature| {
            let ChessFeature::Piece { color, role, .. } = layout.decode(*feature)? else {
                return None;
            };
            let others = (0..64).map(|square| layout.piece(color, role, square));
            Some((*feature, others.filter(|other| !self.is_present(*other)).collect()))
        };
        let present = self.present.iter().filter(|_| !self.scheme.is_secondary());
        present.filter_map(of).collect()
    }
}

/// The features of a position by a scheme.
fn features(scheme: &ComposedScheme, position: &VariantPosition) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for_each_feature(scheme, position, |feature| {
        features.insert(feature);
    });
    features
}
