//! Makes a position of its features.

use shakmaty::{CastlingMode, Chess, Color, File, FromSetup, Piece, Rank, Setup, Square};
use zobrist::Feature;
use zobrist_chess::{ChessFeature, Scheme};

use crate::convert::{to_color, to_role};
use crate::features::for_each_feature;

/// Returns the position of standard chess with exactly these features; `None` if it is illegal.
///
/// The inverse of [`for_each_feature`](crate::for_each_feature). The move counters, which are not
/// features, are those of a new game.
///
/// ```
/// use shakmaty::Chess;
/// use zobrist_chess::Fide;
/// use zobrist_shakmaty::{for_each_feature, position_from_features};
///
/// let mut features = Vec::new();
/// for_each_feature(&Fide, &Chess::default(), |feature| features.push(feature));
/// assert_eq!(position_from_features(&Fide, &features), Some(Chess::default()));
///
/// features.pop(); // the feature of White to move
/// assert!(position_from_features(&Fide, &features).is_some());
/// features.remove(31); // a king
/// assert!(position_from_features(&Fide, &features).is_none());
/// ```
pub fn position_from_features(scheme: &impl Scheme, features: &[Feature]) -> Option<Chess> {
    let mut setup = Setup::empty();
    let unkeyed = scheme.chess_layout().turn(zobrist_chess::Color::White).is_some();
    setup.turn = Color::from_white(!unkeyed);
    let mut en_passant = None;
    for feature in features {
        match scheme.chess_layout().decode(*feature)? {
            ChessFeature::Piece { color, role, square } => {
                let square = Square::new(square as u32);
                if setup.board.piece_at(square).is_some() {
                    return None;
                }
                let piece = Piece { color: to_color(color), role: to_role(role) };
                setup.board.set_piece_at(square, piece);
            }
            ChessFeature::CastlingRight { color, king_side } => {
                let file = if king_side { File::H } else { File::A };
                setup.castling_rights.add(corner(color, file));
            }
            ChessFeature::CastlingRook { color, file } => {
                setup.castling_rights.add(corner(color, File::new(file as u32)));
            }
            ChessFeature::CastlingRights(rights) => {
                for (right, corner) in
                    [Square::H1, Square::A1, Square::H8, Square::A8].into_iter().enumerate()
                {
                    setup.castling_rights.set(corner, rights >> right & 1 == 1);
                }
            }
            ChessFeature::EnPassant { file } => en_passant = Some(File::new(file as u32)),
            ChessFeature::Turn(color) => setup.turn = to_color(color),
            _ => return None,
        }
    }
    let rank = setup.turn.fold_wb(Rank::Sixth, Rank::Third);
    setup.ep_square = en_passant.map(|file| Square::from_coords(file, rank));
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    has_exactly(scheme, &position, features).then_some(position)
}

/// Compares the features, as an en passant file may not count by the rule of the scheme.
fn has_exactly(scheme: &impl Scheme, position: &Chess, features: &[Feature]) -> bool {
    let mut left = features.to_vec();
    let mut all_given = true;
    for_each_feature(scheme, position, |feature| {
        match left.iter().position(|given| *given == feature) {
            Some(index) => drop(left.swap_remove(index)),
            None => all_given = false,
        }
    });
    all_given && left.is_empty()
}

fn corner(color: zobrist_chess::Color, file: File) -> Square {
    Square::from_coords(file, to_color(color).backrank())
}
