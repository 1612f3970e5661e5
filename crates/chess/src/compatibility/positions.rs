//! One partially known position, or two that differ in given features only.

use super::board::{Cell, PartialBoard, kings_are_legal};
use crate::feature::ChessFeature;
use crate::layout::{Castling, ChessLayout, EnPassantKeys, Turn};
use crate::vocabulary::{Color, EnPassant, Role};

/// One position (`N` is 1), or two. Of two, all that is not given for one is the same in both, as
/// far as the layout has features for it.
#[derive(Clone)]
pub(crate) struct PartialPositions<'a, const N: usize> {
    layout: &'a ChessLayout,
    boards: [PartialBoard; N],
}

/// The four rights in the order K Q k q: the side, and the file of the rook.
const RIGHTS: [(Color, usize); 4] =
    [(Color::White, 7), (Color::White, 0), (Color::Black, 7), (Color::Black, 0)];

const fn home_rank(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

impl<'a, const N: usize> PartialPositions<'a, N> {
    pub(crate) const fn new(layout: &'a ChessLayout) -> Self {
        PartialPositions::of(layout, [PartialBoard::NEW; N])
    }

    pub(crate) const fn of(layout: &'a ChessLayout, boards: [PartialBoard; N]) -> Self {
        PartialPositions { layout, boards }
    }

    pub(crate) const fn boards(&self) -> [PartialBoard; N] {
        self.boards
    }

    /// Gives a feature to a position; `None` when it cannot have it.
    pub(crate) fn place(&mut self, position: usize, feature: ChessFeature) -> Option<()> {
        // No two positions differ in what every position has.
        let differs = N == 1 || feature != ChessFeature::Start;
        self.boards[position].place(self.layout, feature).filter(|()| differs)
    }

    /// Lets these be the sides to move; `None` when they cannot be.
    pub(crate) fn decide_turns(&mut self, turns: [Color; N]) -> Option<()> {
        for (board, turn) in self.boards.iter_mut().zip(turns) {
            let is = |side: Option<Color>| side.is_none_or(|side| side == turn);
            if !is(board.given_turn) || !is(board.capturing_side) {
                return None;
            }
            board.turn = turn;
        }
        let [first, second] = self.boards.as_slice() else { return Some(()) };
        let [a, b] = [first, second].map(|board| board.given_turn.is_some());
        let differ = first.turn != second.turn;
        let fits = match self.layout.turn_keys() {
            None => true,
            Some(Turn::Both) => a == b && differ == a,
            // A side that is given to one of two positions is not to move in the other.
            Some(Turn::Of(_) | Turn::Slot) => differ == (a || b),
        };
        fits.then_some(())
    }

    /// Adds what the given features require; `None` when no legal position has them.
    pub(crate) fn complete(mut self, rule: EnPassant) -> Option<[PartialBoard; N]> {
        if let [first, second] = self.boards.as_mut_slice() {
            differ_as_given(self.layout, first, second)?;
        }
        for position in 0..N {
            let board = &self.boards[position];
            if board.rights & board.missing_rights != 0 {
                return None;
            }
            for (right, (color, rook)) in RIGHTS.into_iter().enumerate() {
                if self.boards[position].rights >> right & 1 == 1 {
                    let rank = 8 * home_rank(color);
                    self.require(position, rank + 4, Cell::Piece(color, Role::King))?;
                    self.require(position, rank + rook, Cell::Piece(color, Role::Rook))?;
                }
            }
        }
        self.with_captures(0, rule)
    }

    /// Tries the captures en passant that can be those of this position and of those after it.
    fn with_captures(&self, position: usize, rule: EnPassant) -> Option<[PartialBoard; N]> {
        if position == N {
            return match self.captures_fit() {
                true => self.with_capturing_pawns(0, rule),
                false => None,
            };
        }
        let board = &self.boards[position];
        if board.en_passant.is_some() {
            return self.with_capture(position, board.en_passant, rule);
        }
        // Another file can only be that of a capture with no feature of its own.
        let has_own = matches!(
            self.layout.en_passant_keys(),
            Some(
                EnPassantKeys::File
                    | EnPassantKeys::SideFiles(_)
                    | EnPassantKeys::Square
                    | EnPassantKeys::CapturedPawn
                    | EnPassantKeys::Slots
            )
        );
        let is_told = |board: &PartialBoard| board.no_en_passant || board.capturing_pawns != 0;
        let may = !has_own && !board.no_en_passant && self.boards.iter().any(is_told);
        let none = (board.capturing_pawns == 0).then_some(None);
        let files = (0..if may { 8 } else { 0 }).map(Some);
        none.into_iter().chain(files).find_map(|file| self.with_capture(position, file, rule))
    }

    fn with_capture(
        &self,
        position: usize,
        file: Option<usize>,
        rule: EnPassant,
    ) -> Option<[PartialBoard; N]> {
        let mut tried = self.clone();
        tried.boards[position].en_passant = file;
        if let Some((from, to)) = tried.boards[position].double_step() {
            let mover = !tried.boards[position].turn;
            tried.require(position, to, Cell::Piece(mover, Role::Pawn))?;
            tried.require(position, from, Cell::Empty)?;
            tried.require(position, (from + to) / 2, Cell::Empty)?;
        }
        tried.with_captures(position + 1, rule)
    }

    /// True if the lack of a capture en passant is given where it must be.
    fn captures_fit(&self) -> bool {
        let given = self.boards.each_ref().map(|board| board.no_en_passant);
        let none = self.boards.each_ref().map(|board| board.en_passant.is_none());
        match (given.as_slice(), none.as_slice()) {
            (&[first, second], &[a, b]) => {
                !self.layout.has_no_en_passant() || (first, second) == (a && !b, b && !a)
            }
            _ => given.iter().zip(none).all(|(given, none)| none || !given),
        }
    }

    /// Tries both squares of the pawn that may capture en passant, in this position and those
    /// after it.
    fn with_capturing_pawns(&self, position: usize, rule: EnPassant) -> Option<[PartialBoard; N]> {
        if position == N {
            return self.clone().checked();
        }
        let board = &self.boards[position];
        if board.en_passant.is_none() || rule == EnPassant::Always {
            return self.with_capturing_pawns(position + 1, rule);
        }
        board.beside().find_map(|square| {
            let mut tried = self.clone();
            tried.require(position, square, Cell::Piece(board.turn, Role::Pawn))?;
            tried.boards[position].capturer = (rule == EnPassant::Legal).then_some(square);
            tried.with_capturing_pawns(position + 1, rule)
        })
    }

    /// Requires a square of a position to be so; if it is unknown, in all positions.
    fn require(&mut self, position: usize, square: usize, required: Cell) -> Option<()> {
        match self.boards[position].cells[square] {
            Cell::Unknown => {
                self.boards.iter_mut().for_each(|board| board.cells[square] = required)
            }
            known if known == required => {}
            _ => return None,
        }
        Some(())
    }

    fn checked(self) -> Option<[PartialBoard; N]> {
        let has_material = |board: &PartialBoard| {
            Color::ALL.into_iter().all(|color| board.has_standard_material(color))
        };
        let is_legal = self.capturing_pawns_fit()
            && self.boards.iter().all(|board| has_material(board) && kings_are_legal(board));
        is_legal.then_some(self.boards)
    }

    /// True if the pawns that may capture en passant are given as such where they must be, in a
    /// layout where they are pieces of their own.
    fn capturing_pawns_fit(&self) -> bool {
        if self.layout.en_passant_keys() != Some(EnPassantKeys::CapturingPawn) {
            return true;
        }
        let fits = |board: &PartialBoard| {
            let beside = board.pawns_beside();
            board.capturing_pawns & !beside == 0 && board.plain_pawns & beside == 0
        };
        let pawns_in_common = match self.boards.as_slice() {
            [first, second] => {
                let given = |board: &PartialBoard| board.capturing_pawns | board.plain_pawns;
                let differ = first.pawns_beside() ^ second.pawns_beside();
                differ & !given(first) & !given(second) == 0
            }
            _ => true,
        };
        pawns_in_common && self.boards.iter().all(fits)
    }
}

/// Completes the squares on which two positions differ; `None` when one has a feature there that
/// the other could not be without.
fn differ_as_given(
    layout: &ChessLayout,
    first: &mut PartialBoard,
    second: &mut PartialBoard,
) -> Option<()> {
    // Where one has a piece of the difference, the other has its own or none. An empty square may
    // have a feature, too: then it is its own.
    let must_have = layout.has_empty_squares();
    for (a, b) in first.cells.iter_mut().zip(&mut second.cells) {
        match (*a, *b) {
            (Cell::Unknown, Cell::Unknown) => {}
            (Cell::Unknown, _) | (_, Cell::Unknown) if must_have => return None,
            (Cell::Unknown, _) => *a = Cell::Empty,
            (_, Cell::Unknown) => *b = Cell::Empty,
            _ => {}
        }
    }
    let even = Color::ALL.into_iter().all(|c| first.kings(c) == second.kings(c));
    // A clock that begins at 0 has a feature in every position.
    let has_clocks = layout.clock().is_none_or(|clock| clock.from > 0)
        || first.clock.is_some() == second.clock.is_some();
    // Where a lost right has a feature, who is without it has the right.
    if matches!(layout.castling_keys(), Some(Castling::LostRights(_))) {
        first.rights |= second.missing_rights;
        second.rights |= first.missing_rights;
    }
    let sets = |board: &PartialBoard| (board.rights_given, board.sides_given);
    (even && sets(first) == sets(second) && has_clocks).then_some(())
}

impl PartialBoard {
    /// Gives a feature to the position; `None` when it cannot have it.
    pub(crate) fn place(&mut self, layout: &ChessLayout, feature: ChessFeature) -> Option<()> {
        match feature {
            ChessFeature::Piece { color, role, square } => {
                self.put(square, Cell::Piece(color, role))?;
                match (role, layout.castling_keys()) {
                    (Role::Pawn, _) => return self.place_plain_pawn(layout, square),
                    (Role::King, Some(Castling::Kings)) => self.set_rights(color, [false; 2]),
                    _ => {}
                }
                Some(())
            }
            ChessFeature::CastlingKing { square } => {
                let color = if square < 8 { Color::White } else { Color::Black };
                let rights = match square % 8 {
                    4 => [true, true],
                    6 => [true, false],
                    2 => [false, true],
                    _ => return None,
                };
                self.set_rights(color, rights);
                self.put(square / 8 * 8 + 4, Cell::Piece(color, Role::King))
            }
            ChessFeature::CastlingRight { color, king_side } => {
                self.add_right(color, king_side);
                Some(())
            }
            ChessFeature::CastlingRightLost { color, king_side } => {
                self.lose_right(color, king_side);
                Some(())
            }
            ChessFeature::CastlingSideRights { color, king_side, queen_side } => {
                self.set_rights(color, [king_side, queen_side]);
                self.sides_given |= 1 << color as u8;
                Some(())
            }
            ChessFeature::CastlingRook { color, file } => {
                self.add_right(color, file == 7);
                (file == 0 || file == 7).then_some(())
            }
            ChessFeature::CastlingRights(rights) => {
                let fits = !self.rights_given || self.rights == rights;
                (self.rights, self.rights_given) = (rights, true);
                fits.then_some(())
            }
            ChessFeature::EnPassant { file } => self.capture_on(file),
            ChessFeature::EnPassantSquare { square } => {
                self.captured_by(capturing_side(square))?;
                self.capture_on(square % 8)
            }
            ChessFeature::CapturedPawn { square } => {
                let side = capturing_side(square);
                self.captured_by(side)?;
                self.capture_on(square % 8)?;
                self.put(square, Cell::Piece(!side, Role::Pawn))?;
                (self.plain_pawns >> square & 1 == 0).then_some(())
            }
            ChessFeature::CapturingPawn { square } => {
                let side = capturing_side(square);
                self.captured_by(side)?;
                self.put(square, Cell::Piece(side, Role::Pawn))?;
                self.capturing_pawns |= 1 << square;
                Some(())
            }
            ChessFeature::NoEnPassant => {
                self.no_en_passant = true;
                Some(())
            }
            ChessFeature::EmptySquare { square } => self.put(square, Cell::Empty),
            ChessFeature::Turn(color) => {
                let fits = self.given_turn.is_none_or(|other| other == color);
                self.given_turn = Some(color);
                fits.then_some(())
            }
            ChessFeature::Clock { from } => {
                let fits = self.clock.is_none_or(|other| other == from);
                self.clock = Some(from);
                fits.then_some(())
            }
            ChessFeature::Start => Some(()),
            ChessFeature::NoPawns
            | ChessFeature::Promoted { .. }
            | ChessFeature::Pocket { .. }
            | ChessFeature::PocketCount { .. }
            | ChessFeature::Checks { .. }
            | ChessFeature::Variant(_)
            | ChessFeature::Unused => None,
        }
    }

    fn place_plain_pawn(&mut self, layout: &ChessLayout, square: usize) -> Option<()> {
        self.plain_pawns |= 1 << square;
        let is_captured = matches!(layout.en_passant_keys(), Some(EnPassantKeys::CapturedPawn))
            && self.captured_pawn().is_some_and(|to| to == square);
        let back_rank = square / 8 == 0 || square / 8 == 7;
        (!is_captured && !back_rank).then_some(())
    }

    /// The square of the given pawn that may be captured.
    fn captured_pawn(&self) -> Option<usize> {
        let (file, side) = (self.en_passant?, self.capturing_side?);
        Some(if side == Color::White { 32 + file } else { 24 + file })
    }

    fn capture_on(&mut self, file: usize) -> Option<()> {
        let fits = self.en_passant.is_none_or(|other| other == file);
        self.en_passant = Some(file);
        fits.then_some(())
    }

    fn captured_by(&mut self, side: Color) -> Option<()> {
        let fits = self.capturing_side.is_none_or(|other| other == side);
        self.capturing_side = Some(side);
        fits.then_some(())
    }
}

/// The side that captures en passant in the half of the board where a square is.
const fn capturing_side(square: usize) -> Color {
    if square >= 32 { Color::White } else { Color::Black }
}
