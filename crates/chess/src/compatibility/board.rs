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
    /// The side to move, if it is one of the given features.
    pub(crate) given_turn: Option<Color>,
    /// The side that must be to move for the capture en passant of a given feature.
    pub(crate) capturing_side: Option<Color>,
    /// The file of the pawn that may be captured en passant.
    pub(crate) en_passant: Option<usize>,
    /// True if the lack of a capture en passant is one of the given features.
    pub(crate) no_en_passant: bool,
    /// The square of the pawn that must be able to capture it.
    pub(crate) capturer: Option<usize>,
    /// The squares of given pawns that neither may capture nor be captured en passant, in a layout
    /// where such pawns are pieces of their own.
    pub(crate) plain_pawns: u64,
    /// The squares of given pawns that may capture en passant.
    pub(crate) capturing_pawns: u64,
    /// The castling rights that are known: K is 1, Q 2, k 4, q 8.
    pub(crate) rights: u8,
    /// The castling rights that are known to be missing.
    pub(crate) missing_rights: u8,
    /// True if there are no other rights.
    pub(crate) rights_given: bool,
    /// The sides, by `Color as u8`, whose set of rights is a feature that is given.
    pub(crate) sides_given: u8,
    /// The halfmove clock, if it is one of the given features.
    pub(crate) clock: Option<u32>,
}

impl PartialBoard {
    pub(crate) const NEW: PartialBoard = PartialBoard {
        cells: [Cell::Unknown; 64],
        turn: Color::White,
        given_turn: None,
        capturing_side: None,
        en_passant: None,
        no_en_passant: false,
        capturer: None,
        plain_pawns: 0,
        capturing_pawns: 0,
        rights: 0,
        missing_rights: 0,
        rights_given: false,
        sides_given: 0,
        clock: None,
    };

    /// Lets a square be so; `None` when it is known to be otherwise.
    pub(crate) fn put(&mut self, square: usize, cell: Cell) -> Option<()> {
        let fits = self.cells[square] == Cell::Unknown || self.cells[square] == cell;
        self.cells[square] = cell;
        fits.then_some(())
    }

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

    /// The squares beside the pawn that may be captured en passant.
    pub(crate) fn beside(&self) -> impl Iterator<Item = usize> + use<> {
        self.double_step().into_iter().flat_map(|(_, to)| {
            let beside = [to.checked_sub(1), Some(to + 1)].into_iter().flatten();
            beside.filter(move |square| square / 8 == to / 8)
        })
    }

    /// The known pawns that stand there, of the side to move.
    pub(crate) fn pawns_beside(&self) -> u64 {
        let pawn = Cell::Piece(self.turn, Role::Pawn);
        let pawns = self.beside().filter(|square| self.cells[*square] == pawn);
        pawns.fold(0, |set, square| set | 1 << square)
    }

    /// The board after the capture en passant that must be possible, if there is one.
    fn after_capture(&self) -> Option<PartialBoard> {
        let ((from, to), capturer) = (self.double_step()?, self.capturer?);
        let mut after = *self;
        after.cells[(from + to) / 2] = self.cells[capturer];
        after.cells[capturer] = Cell::Empty;
        after.cells[to] = Cell::Empty;
        Some(after)
    }

    pub(crate) fn add_right(&mut self, color: Color, king_side: bool) {
        self.rights |= right(color, king_side);
    }

    pub(crate) fn lose_right(&mut self, color: Color, king_side: bool) {
        self.missing_rights |= right(color, king_side);
    }

    /// Lets a side have these rights and no others.
    pub(crate) fn set_rights(&mut self, color: Color, [king_side, queen_side]: [bool; 2]) {
        for (side, has) in [(true, king_side), (false, queen_side)] {
            let rights = if has { &mut self.rights } else { &mut self.missing_rights };
            *rights |= right(color, side);
        }
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

/// The bit of a castling right.
const fn right(color: Color, king_side: bool) -> u8 {
    1 << (2 * matches!(color, Color::Black) as u8 + !king_side as u8)
}

/// True if the known kings can stand where they do: the side that just moved is not in check, and
/// the checks of the side to move can come from one move.
pub(crate) fn kings_are_legal(board: &PartialBoard) -> bool {
    let turn = board.turn;
    if king(board, !turn).is_some_and(|king| checkers(board, king, turn).next().is_some()) {
        return false;
    }
    let Some(king) = king(board, turn) else { return true };
    let attacked = |board: PartialBoard| checkers(&board, king, !turn).next().is_some();
    can_come_from_one_move(board, king) && !board.after_capture().is_some_and(attacked)
}

fn king(board: &PartialBoard, color: Color) -> Option<usize> {
    board.cells.iter().position(|cell| *cell == Cell::Piece(color, Role::King))
}

/// The pieces of a side that attack a square with no square in between that another piece
/// could stand on.
fn checkers(board: &PartialBoard, square: usize, by: Color) -> impl Iterator<Item = (usize, Role)> {
    board.pieces().filter(move |(_, color, _)| *color == by).filter_map(move |(from, _, role)| {
        attacks(board, from, by, role, square).then_some((from, role))
    })
}

/// The numbers of files and ranks from one square to another.
fn step(from: usize, to: usize) -> (i8, i8) {
    ((to % 8) as i8 - (from % 8) as i8, (to / 8) as i8 - (from / 8) as i8)
}

fn attacks(board: &PartialBoard, from: usize, color: Color, role: Role, to: usize) -> bool {
    let (files, ranks) = step(from, to);
    let straight = (files == 0) != (ranks == 0);
    let diagonal = files.abs() == ranks.abs() && files != 0;
    let open = || between(from, to).all(|square| board.cells[square] == Cell::Empty);
    match role {
        Role::Pawn => files.abs() == 1 && ranks == if color == Color::White { 1 } else { -1 },
        Role::Knight => files.abs() * ranks.abs() == 2,
        Role::King => files.abs().max(ranks.abs()) == 1,
        Role::Bishop => diagonal && open(),
        Role::Rook => straight && open(),
        Role::Queen => (straight || diagonal) && open(),
    }
}

/// The squares between two squares of one line; none between others.
fn between(from: usize, to: usize) -> impl Iterator<Item = usize> {
    let (files, ranks) = step(from, to);
    let on_one_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let stride = 8 * ranks.signum() as isize + files.signum() as isize;
    let distance = if on_one_line { files.abs().max(ranks.abs()) as isize } else { 1 };
    (1..distance).map(move |steps| (from as isize + steps * stride) as usize)
}

/// True if one move can have given all certain checks of the side to move.
fn can_come_from_one_move(board: &PartialBoard, king: usize) -> bool {
    let by = !board.turn;
    let mut checkers = checkers(board, king, by);
    let Some((first, role)) = checkers.next() else { return true };
    let second = checkers.next();
    if let Some((left, to)) = board.double_step() {
        let discovered = between(first, king).any(|square| square == left);
        return second.is_none() && (first == to || discovered);
    }
    match second {
        None => true,
        Some((second, other)) => {
            let steps = |role| matches!(role, Role::Pawn | Role::Knight);
            let (a, b) = (step(king, first), step(king, second));
            let on_one_line = a.0 * b.1 == a.1 * b.0;
            checkers.next().is_none() && !on_one_line && !(steps(role) && steps(other))
        }
    }
}
