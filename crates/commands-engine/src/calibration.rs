//! Legal positions, each of which has one fact that those before it do not have: their keys are a
//! triangular system for the words of all facts.

use std::collections::HashSet;

use shakmaty::{Bitboard, Color, Piece, Position, Rank, Role, Setup, Square};

use crate::fact::{COLORS, EnPassantRule, Fact, facts};
use crate::rules::{Game, Rules};

/// A position of the system.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) position: Game,
    /// The fact whose word its key decides; `None` for the base.
    pub(crate) new: Option<Fact>,
}

const WHITE_KING: Piece = Piece { color: Color::White, role: Role::King };
const BLACK_KING: Piece = Piece { color: Color::Black, role: Role::King };

/// The square of a king in the base, whose word is taken to be 0.
pub(crate) fn reference(color: Color) -> Square {
    color.fold_wb(Square::A1, Square::H8)
}

/// A position if it is legal.
pub(crate) fn position(
    pieces: &[(Square, Piece)],
    turn: Color,
    castling: Bitboard,
    passed: Option<Square>,
) -> Option<Game> {
    let mut setup = Setup::empty();
    for (square, piece) in pieces {
        setup.board.set_piece_at(*square, *piece);
    }
    (setup.turn, setup.castling_rights, setup.ep_square) = (turn, castling, passed);
    Rules::STANDARD.position(setup)
}

/// Corners by bits of a set of castling rights.
pub(crate) const CORNERS: [Square; 4] = [Square::H1, Square::A1, Square::H8, Square::A8];

/// The rooks of a set of castling rights.
pub(crate) fn rooks(set: u8) -> Bitboard {
    CORNERS.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, at)| *at).collect()
}

/// Kings and all rooks at home, with a set of castling rights.
pub(crate) fn kings_and_rooks(set: u8, turn: Color) -> Game {
    let rook = |square: Square| {
        let color = if square.rank() == Rank::First { Color::White } else { Color::Black };
        (square, Piece { color, role: Role::Rook })
    };
    let kings = [(Square::E1, WHITE_KING), (Square::E8, BLACK_KING)];
    let pieces: Vec<_> = CORNERS.map(rook).into_iter().chain(kings).collect();
    position(&pieces, turn, rooks(set), None).expect("a legal position")
}

/// A pawn that has made a double step, with an enemy beside it that may capture it. The square
/// that it has passed tells which one.
pub(crate) fn double_step(passed: Square) -> Game {
    let mover = if passed.rank() == Rank::Third { Color::White } else { Color::Black };
    let at = Square::from_coords(passed.file(), mover.fold_wb(Rank::Fourth, Rank::Fifth));
    let beside = at.offset(1).filter(|to| to.rank() == at.rank());
    let beside = beside.unwrap_or_else(|| at.offset(-1).expect("on the board"));
    let pawn = |color| Piece { color, role: Role::Pawn };
    let pieces = [
        (reference(Color::White), WHITE_KING),
        (reference(Color::Black), BLACK_KING),
        (at, pawn(mover)),
        (beside, pawn(mover.other())),
    ];
    position(&pieces, mover.other(), Bitboard::EMPTY, Some(passed)).expect("a legal position")
}

/// The steps. The first is the base: a white king on a1, a black one on h8, White to move.
pub(crate) fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    let mut known = HashSet::new();
    let mut add = |position: Game, known: &mut HashSet<Fact>| {
        let all = facts(&position, EnPassantRule::LEGAL);
        let mut new = all.iter().copied().filter(|fact| !known.contains(fact));
        let first = new.next();
        assert!(known.is_empty() || new.next().is_none(), "one new fact a position");
        known.extend(all.iter().copied());
        steps.push(Step { position, new: first.filter(|_| !steps.is_empty()) });
    };
    let kings = |white, black, turn| {
        let pieces = [(white, WHITE_KING), (black, BLACK_KING)];
        position(&pieces, turn, Bitboard::EMPTY, None)
    };
    let (white, black) = (reference(Color::White), reference(Color::Black));
    for turn in COLORS {
        let base = kings(white, black, turn).expect("a legal position");
        add(base, &mut known);
    }
    // A king's squares are reached from squares that the other's are known for.
    let mut squares: Vec<(Color, Square)> = COLORS
        .into_iter()
        .flat_map(|color| Square::ALL.into_iter().map(move |square| (color, square)))
        .filter(|(color, square)| *square != reference(*color))
        .collect();
    while !squares.is_empty() {
        squares.retain(|(color, square)| {
            let other = Piece { color: color.other(), role: Role::King };
            let mut known_squares =
                Square::ALL.into_iter().filter(|at| known.contains(&Fact::Piece(other, *at)));
            let found = known_squares.find_map(|at| match color {
                Color::White => kings(*square, at, Color::White),
                Color::Black => kings(at, *square, Color::White),
            });
            match found {
                Some(position) => {
                    add(position, &mut known);
                    false
                }
                None => true,
            }
        });
    }
    for color in COLORS {
        for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
            for square in Square::ALL {
                let is_last = matches!(square.rank(), Rank::First | Rank::Eighth);
                if role != Role::Pawn || !is_last {
                    add(lone_piece(Piece { color, role }, square), &mut known);
                }
            }
        }
    }
    for set in 1..16 {
        add(kings_and_rooks(set, Color::White), &mut known);
    }
    for fact in Fact::all() {
        if let Fact::EnPassant(passed) = fact {
            add(double_step(passed), &mut known);
        }
    }
    steps
}

/// Two kings and a piece, nobody in check.
pub(crate) fn lone_piece(piece: Piece, square: Square) -> Game {
    const KINGS: [(Square, Square); 8] = [
        (Square::A1, Square::H8),
        (Square::H1, Square::A8),
        (Square::E1, Square::E8),
        (Square::A8, Square::H1),
        (Square::A4, Square::H4),
        (Square::B3, Square::G6),
        (Square::C2, Square::F7),
        (Square::B5, Square::G3),
    ];
    let tried = KINGS.iter().filter(|(white, black)| *white != square && *black != square);
    let tried = tried.flat_map(|kings| [(kings, Color::White), (kings, Color::Black)]);
    let mut found = tried.filter_map(|((white, black), turn)| {
        let pieces = [(*white, WHITE_KING), (*black, BLACK_KING), (square, piece)];
        position(&pieces, turn, Bitboard::EMPTY, None).filter(|found| !found.is_check())
    });
    found.next().expect("some kings are out of its way")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number that the affine rank of legal positions requires, no more and no fewer.
    #[test]
    fn each_position_has_one_new_fact() {
        let steps = steps();
        assert_eq!(steps.len(), 767);
        let new: HashSet<Fact> = steps.iter().filter_map(|step| step.new).collect();
        // Not the pawns on the first and last ranks, two kings' squares, and the empty set.
        assert_eq!((new.len(), 801 - 32 - 3), (766, 766));
    }
}
