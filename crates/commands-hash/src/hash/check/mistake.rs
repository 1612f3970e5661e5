//! The mistakes that a move can make in an incremental hash.

use std::collections::HashSet;

use shakmaty::variant::VariantPosition;
use shakmaty::{CastlingSide, Color, File, Move, Position, Role, Square};
use zobrist::Feature;
use zobrist_chess::{ChessFeature, ComposedScheme, Scheme};
use zobrist_shakmaty::for_each_feature;

/// The features by which the hash after some moves is wrong; one move is to blame.
///
/// A move could have made the mistake if it could have toggled each of the features wrongly. These
/// are, first, the features that it changes, each of which it can forget: the piece on both
/// squares, what it captures, both pieces that castle, a piece that a pawn becomes, rights, en
/// passant, the side to move. Second, those that it should leave alone and that programs toggle all
/// the same:
/// - a promotion, any piece of its own color on the square that it reaches (the pawn, or another
///   piece than the one that was chosen);
/// - castling, king and rook on any of the four squares;
/// - a capture en passant, the enemy's pawn on the square that it reaches;
/// - the en passant square of the positions before and after, counted or not;
/// - a right, if the move leaves or reaches the square of its rook, or its king leaves the square
///   on which it may castle; both rights of a side, at any move of its king.
///
/// Where one feature stands for a set of rights, a program that forgets a right has another set
/// than the position from then on, and the last hash has both sets; one that forgets the key alone
/// leaves the sets before and after the move, or one of them. All are considered.
pub(crate) struct Mistake<'a> {
    scheme: &'a ComposedScheme,
    features: Vec<(Feature, ChessFeature)>,
    /// The squares of the rooks with a right, by `2 * color + side`: those of the first position,
    /// or the corners.
    rooks: [Square; 4],
    /// The squares of the kings, by color: of the first position if it has a right, or e1 and e8.
    kings: [Square; 2],
    /// The set of rights of the last position, if the scheme has sets.
    last_rights: Option<u8>,
}

/// The colors and sides of the rights K, Q, k and q.
const RIGHTS: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::KingSide),
    (Color::White, CastlingSide::QueenSide),
    (Color::Black, CastlingSide::KingSide),
    (Color::Black, CastlingSide::QueenSide),
];

impl<'a> Mistake<'a> {
    /// The mistake of a line of moves from the position `first` to `last`. `None` if it has
    /// features that a wrong state of the program changes at later moves: clocks, pockets, numbers
    /// of checks and pieces that stand for rights.
    pub(crate) fn new(
        scheme: &'a ComposedScheme,
        first: &VariantPosition,
        last: &VariantPosition,
        features: &[Feature],
    ) -> Option<Mistake<'a>> {
        let decode = |feature: &Feature| Some((*feature, scheme.chess_layout().decode(*feature)?));
        let features: Option<Vec<_>> = features.iter().map(decode).collect();
        let features = features.filter(|features| features.iter().all(|(_, f)| stays(*f)))?;
        let rooks = RIGHTS.map(|(color, side)| {
            let file = if side == CastlingSide::KingSide { File::H } else { File::A };
            let corner = Square::from_coords(file, color.backrank());
            first.castles().rook(color, side).unwrap_or(corner)
        });
        let kings = Color::ALL.map(|color| {
            let home = Square::from_coords(File::E, color.backrank());
            let king = first.board().king_of(color);
            king.filter(|_| first.castles().has_color(color)).unwrap_or(home)
        });
        let last_rights = rights(scheme, last);
        Some(Mistake { scheme, features, rooks, kings, last_rights })
    }

    /// True if a move could have made the whole mistake.
    pub(crate) fn could_be_made_by(
        &self,
        m: Move,
        before: &VariantPosition,
        after: &VariantPosition,
    ) -> bool {
        let present = [before, after].map(|position| self.present(position));
        let is_changed = |feature| present[0].contains(feature) != present[1].contains(feature);
        let mut sets = Vec::new();
        for (feature, decoded) in &self.features {
            match decoded {
                ChessFeature::CastlingRights(rights) => sets.push(*rights),
                _ if is_changed(feature) => {}
                decoded if self.is_often_toggled(*decoded, m, before, after) => {}
                _ => return false,
            }
        }
        match sets[..] {
            [] => true,
            [only] => {
                let sets = [before, after].map(|position| rights(self.scheme, position));
                sets[0] != sets[1] && sets.contains(&Some(only))
            }
            [a, b] => {
                let known = [rights(self.scheme, after), self.last_rights];
                let is_wrong = |right: usize| (a ^ b) >> right & 1 == 1;
                let touched = (0..4).filter(|right| is_wrong(*right)).all(|right| {
                    let both = is_wrong(right ^ 1);
                    self.king_leaves(RIGHTS[right].0, both, m, before)
                        || touches(self.rooks[right], m)
                });
                touched && known.iter().any(|set| [Some(a), Some(b)].contains(set))
            }
            _ => false,
        }
    }

    /// True if a null move could have made the whole mistake: it changes the side and ends a capture
    /// en passant.
    pub(crate) fn could_be_made_by_none(
        &self,
        before: &VariantPosition,
        after: &VariantPosition,
    ) -> bool {
        let present = [before, after].map(|position| self.present(position));
        self.features.iter().all(|(feature, decoded)| {
            present[0].contains(feature) != present[1].contains(feature)
                || is_of_en_passant(*decoded, before, after)
        })
    }

    fn present(&self, position: &VariantPosition) -> HashSet<Feature> {
        let mut present = HashSet::new();
        for_each_feature(self.scheme, position, |feature| {
            if self.features.iter().any(|(of_mistake, _)| *of_mistake == feature) {
                present.insert(feature);
            }
        });
        present
    }

    /// True for a feature that programs toggle by mistake at such a move.
    fn is_often_toggled(
        &self,
        feature: ChessFeature,
        m: Move,
        before: &VariantPosition,
        after: &VariantPosition,
    ) -> bool {
        let mover = before.turn();
        match feature {
            ChessFeature::Piece { color, role, square } => {
                let (color, square) = (color_of(color), Square::new(square as u32));
                match m {
                    Move::Normal { promotion: Some(_), to, .. } => color == mover && square == to,
                    Move::EnPassant { to, .. } => {
                        color != mover && square == to && role == zobrist_chess::Role::Pawn
                    }
                    Move::Castle { king, rook } => {
                        let castles = [zobrist_chess::Role::King, zobrist_chess::Role::Rook];
                        let side = CastlingSide::from_king_side(king < rook);
                        let squares = [king, rook, side.king_to(mover), side.rook_to(mover)];
                        color == mover && castles.contains(&role) && squares.contains(&square)
                    }
                    _ => false,
                }
            }
            ChessFeature::EnPassant { .. } | ChessFeature::EnPassantSquare { .. } => {
                is_of_en_passant(feature, before, after)
            }
            ChessFeature::CastlingRight { color, king_side }
            | ChessFeature::CastlingRightLost { color, king_side } => {
                let color = color_of(color);
                let right = 2 * usize::from(color == Color::Black) + usize::from(!king_side);
                let both = self.rights_of(color) > 1;
                self.king_leaves(color, both, m, before) || touches(self.rooks[right], m)
            }
            ChessFeature::CastlingRook { color, file } => {
                let color = color_of(color);
                let rook = Square::from_coords(File::new(file as u32), color.backrank());
                let both = self.rights_of(color) > 1;
                self.king_leaves(color, both, m, before) || touches(rook, m)
            }
            _ => false,
        }
    }

    /// The number of rights of a side among the features.
    fn rights_of(&self, side: Color) -> usize {
        let is_right = |feature: &ChessFeature| match feature {
            ChessFeature::CastlingRight { color, .. }
            | ChessFeature::CastlingRightLost { color, .. }
            | ChessFeature::CastlingRook { color, .. } => color_of(*color) == side,
            _ => false,
        };
        self.features.iter().filter(|(_, feature)| is_right(feature)).count()
    }

    /// True for a move of a side's king from the square on which it may castle or, if `any`, from
    /// any square.
    fn king_leaves(&self, side: Color, any: bool, m: Move, before: &VariantPosition) -> bool {
        let is_home = m.from() == Some(self.kings[usize::from(side == Color::Black)]);
        m.role() == Role::King && before.turn() == side && (any || is_home)
    }
}

/// True for the file or the square of a capture en passant in one of two positions, counted or not.
fn is_of_en_passant(
    feature: ChessFeature,
    before: &VariantPosition,
    after: &VariantPosition,
) -> bool {
    let squares = [before, after].map(|position| position.maybe_ep_square());
    squares.into_iter().flatten().any(|known| match feature {
        ChessFeature::EnPassant { file } => usize::from(known.file()) == file,
        ChessFeature::EnPassantSquare { square } => usize::from(known) == square,
        _ => false,
    })
}

/// True if a move leaves or reaches a square.
fn touches(square: Square, m: Move) -> bool {
    m.to() == square || m.from() == Some(square)
}

/// True for features whose mistakes no later move changes.
fn stays(feature: ChessFeature) -> bool {
    matches!(
        feature,
        ChessFeature::Piece { .. }
            | ChessFeature::EmptySquare { .. }
            | ChessFeature::CastlingRight { .. }
            | ChessFeature::CastlingRightLost { .. }
            | ChessFeature::CastlingSideRights { .. }
            | ChessFeature::CastlingRights(_)
            | ChessFeature::CastlingRook { .. }
            | ChessFeature::EnPassant { .. }
            | ChessFeature::EnPassantSquare { .. }
            | ChessFeature::Turn(_)
    )
}

/// The set of rights of a position, if the scheme has a feature for it.
fn rights(scheme: &ComposedScheme, position: &VariantPosition) -> Option<u8> {
    let mut found = None;
    for_each_feature(scheme, position, |feature| {
        if let Some(ChessFeature::CastlingRights(rights)) = scheme.chess_layout().decode(feature) {
            found = Some(rights);
        }
    });
    found
}

fn color_of(color: zobrist_chess::Color) -> Color {
    Color::from_white(color == zobrist_chess::Color::White)
}
