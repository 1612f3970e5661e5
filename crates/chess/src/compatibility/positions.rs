//! One partially known position, or two that differ in given features only.

use super::board::{Cell, PartialBoard};
use super::checks::kings_are_legal;
use crate::feature::ChessFeature;
use crate::vocabulary::{Color, EnPassant, Role};

/// One position (`N` is 1), or two. Of two, all that is not given for one is the same in both.
#[derive(Clone)]
pub(crate) struct PartialPositions<const N: usize>([PartialBoard; N]);

/// The four rights in the order K Q k q: the side, and the file of the rook.
const RIGHTS: [(Color, usize); 4] =
    [(Color::White, 7), (Color::White, 0), (Color::Black, 7), (Color::Black, 0)];

const fn home_rank(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

impl<const N: usize> PartialPositions<N> {
    pub(crate) const fn new() -> Self {
        PartialPositions([PartialBoard::NEW; N])
    }

    /// Gives a feature to a position; `None` when it cannot have it.
    pub(crate) fn place(&mut self, position: usize, feature: ChessFeature) -> Option<()> {
        let board = &mut self.0[position];
        match feature {
            ChessFeature::Piece { color, role, square } => {
                let back_rank = square / 8 == 0 || square / 8 == 7;
                let piece = Cell::Piece(color, role);
                let fits = board.cells[square] == Cell::Unknown || board.cells[square] == piece;
                board.cells[square] = piece;
                (fits && !(role == Role::Pawn && back_rank)).then_some(())
            }
            ChessFeature::CastlingRight { color, king_side } => {
                board.add_right(color, king_side);
                Some(())
            }
            ChessFeature::CastlingRook { color, file } => {
                board.add_right(color, file == 7);
                (file == 0 || file == 7).then_some(())
            }
            ChessFeature::CastlingRights(rights) => {
                let fits = !board.rights_given || board.rights == rights;
                (board.rights, board.rights_given) = (rights, true);
                fits.then_some(())
            }
            ChessFeature::EnPassant { file } => {
                let fits = board.en_passant.is_none_or(|other| other == file);
                board.en_passant = Some(file);
                fits.then_some(())
            }
            ChessFeature::Turn(color) => {
                (board.turn, board.turn_given) = (color, true);
                Some(())
            }
            ChessFeature::NoPawns
            | ChessFeature::Promoted { .. }
            | ChessFeature::Pocket { .. }
            | ChessFeature::Checks { .. }
            | ChessFeature::Variant(_)
            | ChessFeature::CastlingKing { .. }
            | ChessFeature::EnPassantSquare { .. }
            | ChessFeature::CapturedPawn { .. }
            | ChessFeature::CapturingPawn { .. }
            | ChessFeature::NoEnPassant
            | ChessFeature::EmptySquare { .. }
            | ChessFeature::Start
            | ChessFeature::Clock { .. }
            | ChessFeature::Unused => None,
        }
    }

    /// Lets `turn` be the side to move in the first position, if that is possible. A side that
    /// is given to one of two positions is not to move in the other.
    pub(crate) fn decide_turns(&mut self, turn: Color) -> Option<()> {
        let given = self.0.iter().position(|board| board.turn_given);
        let decided = match given {
            None => turn,
            Some(given) => self.0[given].turn,
        };
        for board in &mut self.0 {
            let other = given.is_some() && !board.turn_given;
            board.turn = if other { !decided } else { decided };
        }
        (self.0[0].turn == turn).then_some(())
    }

    /// Adds what the given features require; `None` when no legal position has them.
    pub(crate) fn complete(mut self, rule: EnPassant) -> Option<[PartialBoard; N]> {
        if let [first, second] = self.0.as_mut_slice() {
            // Where one has a piece of the difference, the other has its own or none.
            for (a, b) in first.cells.iter_mut().zip(&mut second.cells) {
                match (*a, *b) {
                    (Cell::Unknown, Cell::Piece(..)) => *a = Cell::Empty,
                    (Cell::Piece(..), Cell::Unknown) => *b = Cell::Empty,
                    _ => {}
                }
            }
            let even = Color::ALL.into_iter().all(|c| first.kings(c) == second.kings(c));
            if !even || first.rights_given != second.rights_given {
                return None;
            }
        }
        for position in 0..N {
            for (right, (color, rook)) in RIGHTS.into_iter().enumerate() {
                if self.0[position].rights >> right & 1 == 1 {
                    let rank = 8 * home_rank(color);
                    self.require(position, rank + 4, Cell::Piece(color, Role::King))?;
                    self.require(position, rank + rook, Cell::Piece(color, Role::Rook))?;
                }
            }
            if let Some((from, to)) = self.0[position].double_step() {
                let mover = !self.0[position].turn;
                self.require(position, to, Cell::Piece(mover, Role::Pawn))?;
                self.require(position, from, Cell::Empty)?;
                self.require(position, (from + to) / 2, Cell::Empty)?;
            }
        }
        match rule {
            EnPassant::Always => self.checked(),
            EnPassant::PseudoLegal => self.with_capturing_pawns(0, false),
            EnPassant::Legal => self.with_capturing_pawns(0, true),
        }
    }

    /// Tries both squares of the pawn that may capture en passant, in this position and those
    /// after it.
    fn with_capturing_pawns(&self, position: usize, legal: bool) -> Option<[PartialBoard; N]> {
        if position == N {
            return self.clone().checked();
        }
        let Some((_, to)) = self.0[position].double_step() else {
            return self.with_capturing_pawns(position + 1, legal);
        };
        let beside = [to.checked_sub(1), Some(to + 1)].into_iter().flatten();
        beside.filter(|square| square / 8 == to / 8).find_map(|square| {
            let mut tried = self.clone();
            let pawn = Cell::Piece(self.0[position].turn, Role::Pawn);
            tried.require(position, square, pawn)?;
            tried.0[position].capturer = legal.then_some(square);
            tried.with_capturing_pawns(position + 1, legal)
        })
    }

    /// Requires a square of a position to be so; if it is unknown, in all positions.
    fn require(&mut self, position: usize, square: usize, required: Cell) -> Option<()> {
        match self.0[position].cells[square] {
            Cell::Unknown => self.0.iter_mut().for_each(|board| board.cells[square] = required),
            known if known == required => {}
            _ => return None,
        }
        Some(())
    }

    fn checked(self) -> Option<[PartialBoard; N]> {
        let has_material = |board: &PartialBoard| {
            Color::ALL.into_iter().all(|color| board.has_standard_material(color))
        };
        let is_legal = self.0.iter().all(|board| has_material(board) && kings_are_legal(board));
        is_legal.then_some(self.0)
    }
}
