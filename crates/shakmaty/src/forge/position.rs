//! Makes a position of its features.

use shakmaty::Chess;
use zobrist::Feature;
use zobrist_chess::{ChessFeature, Color, EnPassantCapture, PositionParts, Role, Scheme};

use super::parts::position_from_parts;
use crate::features::for_each_feature;

/// Returns a position of standard chess with exactly these features; `None` if there is none.
///
/// The inverse of [`for_each_feature`](crate::for_each_feature). Properties without features in the
/// layout are as in a new game where they can be: White to move, no castling rights, no capture en
/// passant. The halfmove clock, if it is a feature, is the first one that has it.
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
    let mut facts = Facts::NONE;
    for feature in features {
        facts.add(scheme.chess_layout().decode(*feature)?)?;
    }
    // A feature may tell what another one leaves open, so the possibilities are tried.
    let turns = match facts.turn {
        Some(turn) => vec![turn],
        None => Color::ALL.into_iter().filter(|turn| may_be_silent(scheme, *turn)).collect(),
    };
    let files: Vec<Option<u8>> = match facts.file {
        Some(file) => vec![Some(file)],
        None if facts.has_hidden_capture(scheme) => (0..8).map(Some).collect(),
        None => vec![None],
    };
    turns.into_iter().find_map(|turn| {
        files.iter().find_map(|file| {
            let mut parts = facts.parts;
            parts.turn = turn;
            parts.en_passant = file.map(|file| EnPassantCapture::new(file, 0));
            let position = position_from_parts(&parts)?;
            has_exactly(scheme, &position, features).then_some(position)
        })
    })
}

/// True if a side may be to move without a feature that says so.
fn may_be_silent(scheme: &impl Scheme, turn: Color) -> bool {
    scheme.chess_layout().turn(turn).is_none()
}

/// The facts that features state about their position.
struct Facts {
    /// Everything but the side to move and the capture en passant.
    parts: PositionParts,
    turn: Option<Color>,
    /// The file of the pawn that may be captured en passant.
    file: Option<u8>,
    no_en_passant: bool,
    /// True if a pawn may capture en passant, on one file or another.
    capturing: bool,
    clock: Option<u32>,
}

impl Facts {
    const NONE: Facts = Facts {
        parts: PositionParts::new([[0; 6]; 2], Color::White),
        turn: None,
        file: None,
        no_en_passant: false,
        capturing: false,
        clock: None,
    };

    /// Adds a feature; `None` if it contradicts another, or no position has it. Its statements
    /// about other squares are left to the comparison with the features of the position.
    fn add(&mut self, feature: ChessFeature) -> Option<()> {
        match feature {
            ChessFeature::Piece { color, role, square } => self.put(color, role, square),
            ChessFeature::CastlingKing { square } => {
                let color = if square < 8 { Color::White } else { Color::Black };
                let sides: &[bool] = match square % 8 {
                    4 => &[true, false],
                    6 => &[true],
                    2 => &[false],
                    _ => return None,
                };
                sides.iter().for_each(|king_side| self.add_right(color, *king_side));
                self.put(color, Role::King, square / 8 * 8 + 4)
            }
            ChessFeature::CastlingRight { color, king_side } => {
                self.add_right(color, king_side);
                Some(())
            }
            ChessFeature::CastlingRook { color, file } => {
                self.add_right(color, file == 7);
                (file == 0 || file == 7).then_some(())
            }
            ChessFeature::CastlingRights(rights) => {
                for (right, color) in
                    [Color::White, Color::White, Color::Black, Color::Black].into_iter().enumerate()
                {
                    if rights >> right & 1 == 1 {
                        self.add_right(color, right % 2 == 0);
                    }
                }
                Some(())
            }
            ChessFeature::EnPassant { file } => same(&mut self.file, file as u8),
            ChessFeature::EnPassantSquare { square } => {
                same(&mut self.turn, side_that_captures(square))?;
                same(&mut self.file, square as u8 % 8)
            }
            ChessFeature::CapturedPawn { square } => {
                let side = side_that_captures(square);
                same(&mut self.turn, side)?;
                same(&mut self.file, square as u8 % 8)?;
                self.put(!side, Role::Pawn, square)
            }
            ChessFeature::CapturingPawn { square } => {
                let side = side_that_captures(square);
                self.capturing = true;
                same(&mut self.turn, side)?;
                self.put(side, Role::Pawn, square)
            }
            ChessFeature::NoEnPassant => {
                self.no_en_passant = true;
                Some(())
            }
            ChessFeature::Turn(color) => same(&mut self.turn, color),
            ChessFeature::Clock { from } => {
                self.parts.halfmoves = from;
                same(&mut self.clock, from)
            }
            ChessFeature::EmptySquare { .. } | ChessFeature::Start => Some(()),
            _ => None,
        }
    }

    fn put(&mut self, color: Color, role: Role, square: usize) -> Option<()> {
        let taken = self.parts.pieces.as_flattened().iter().fold(0, |all, set| all | set);
        self.parts.pieces[color as usize][role as usize] |= 1 << square;
        (taken >> square & 1 == 0).then_some(())
    }

    fn add_right(&mut self, color: Color, king_side: bool) {
        let rights = match color {
            Color::White => &mut self.parts.castling.white,
            Color::Black => &mut self.parts.castling.black,
        };
        rights[!king_side as usize] = Some(if king_side { 7 } else { 0 });
    }

    /// True if there must be a capture en passant whose file no feature tells.
    fn has_hidden_capture(&self, scheme: &impl Scheme) -> bool {
        let has_none = scheme.chess_layout().has_no_en_passant();
        self.capturing || has_none && !self.no_en_passant
    }
}

/// Sets what is not known yet; `None` if it is known to be otherwise.
fn same<T: Copy + PartialEq>(known: &mut Option<T>, value: T) -> Option<()> {
    (*known.get_or_insert(value) == value).then_some(())
}

/// The side that captures en passant in the half of the board where a square is.
const fn side_that_captures(square: usize) -> Color {
    if square >= 32 { Color::White } else { Color::Black }
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
