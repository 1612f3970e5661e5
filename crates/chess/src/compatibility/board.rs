//! A partially known board, used to decide whether features can stand together in a legal position.

use crate::vocabulary::{Color, Role};

/// Knowledge about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// Anything may stand there.
    Unknown,
    /// Nothing stands there.
    Empty,
    /// This piece stands there.
    Piece(Color, Role),
}

/// A partially known position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartialBoard {
    pub(crate) cells: [Cell; 64],
    pub(crate) turn: Color,
    /// True if the side to move is one of the given features.
    pub(crate) turn_given: bool,
    /// The file of the pawn that may be captured en passant.
    pub(crate) en_passant: Option<usize>,
    /// The square of the pawn that must be able to capture it.
    pub(crate) capturer: Option<usize>,
    /// The castling rights that are known: K is 1, Q 2, k 4, q 8.
    pub(crate) rights: u8,
    /// True if there are no other rights.
    pub(crate) rights_given: bool,
}

impl PartialBoard {
    pub(crate) const NEW: PartialBoard = PartialBoard {
        cells: [Cell::Unknown; 64],
        turn: Color::White,
        turn_given: false,
        en_passant: None,
        capturer: None,
        rights: 0,
        rights_given: false,
    };

    pub(crate) fn pieces(&self) -> impl Iterator<Item = (usize, Color, Role)> + use<> {
        self.cells.into_iter().enumerate().filter_map(|(square, cell)| match cell {
            Cell::Piece(color, role) => Some((square, color, role)),
            Cell::Unknown | Cell::Empty => None,
        })
    }

    /// The first and the last square of the double step of the pawn that may be captured.
    pub(crate) fn double_step(&self) -> Option<(usize, usize)> {
        self.en_passant.map(|file| match self.turn {
            Color::White => (48 + file, 32 + file),
            Color::Black => (8 + file, 24 + file),
        })
    }

    /// The board after the capture en passant that must be possible, if there is one.
    pub(crate) fn after_capture(&self) -> Option<PartialBoard> {
        let ((from, to), capturer) = (self.double_step()?, self.capturer?);
        let mut after = *self;
        after.cells[(from + to) / 2] = self.cells[capturer];
        after.cells[capturer] = Cell::Empty;
        after.cells[to] = Cell::Empty;
        Some(after)
    }

    pub(crate) fn add_right(&mut self, color: Color, king_side: bool) {
        let right = 2 * (color == Color::Black) as u8 + !king_side as u8;
        self.rights |= 1 << right;
    }

    fn count(&self, color: Color, role: Role, of: impl Fn(usize) -> bool) -> usize {
        self.pieces().filter(|(square, c, r)| (*c, *r) == (color, role) && of(*square)).count()
    }

    pub(crate) fn kings(&self, color: Color) -> usize {
        self.count(color, Role::King, |_| true)
    }

    /// True if a side can have its pieces: those beyond the first set are promoted pawns.
    pub(crate) fn has_standard_material(&self, color: Color) -> bool {
        let all = |role| self.count(color, role, |_| true);
        let bishops =
            |parity| self.count(color, Role::Bishop, |square| (square / 8 + square) % 2 == parity);
        let beyond = [
            (all(Role::Queen), 1_usize),
            (all(Role::Rook), 2),
            (all(Role::Knight), 2),
            (bishops(0), 1),
            (bishops(1), 1),
        ];
        let promoted: usize = beyond.iter().map(|(count, set)| count.saturating_sub(*set)).sum();
        all(Role::Pawn) + promoted <= 8 && self.kings(color) <= 1
    }
}
