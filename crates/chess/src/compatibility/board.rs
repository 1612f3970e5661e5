//! What is known of one position, or of two that differ in given features only.

use super::checks;
use crate::fact::Fact;
use crate::facts::{Color, EnPassant, Role};

/// What is known of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Free,
    /// That nothing stands there.
    Empty,
    /// What stands there.
    Piece(Color, Role),
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Half {
    cells: [Cell; 64],
    turn: Color,
    /// Whether the side to move is one of the given features.
    turn_given: bool,
    en_passant: Option<usize>,
    /// The pawn that must be able to capture en passant.
    capturer: Option<usize>,
    /// K is 1, Q 2, k 4, q 8.
    rights: u8,
    /// Whether these are all the rights there are.
    rights_given: bool,
}

/// The four rights: whose, and the file of the rook.
const RIGHTS: [(Color, usize); 4] =
    [(Color::White, 7), (Color::White, 0), (Color::Black, 7), (Color::Black, 0)];

const fn home_rank(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

impl Half {
    const NEW: Half = Half {
        cells: [Cell::Free; 64],
        turn: Color::White,
        turn_given: false,
        en_passant: None,
        capturer: None,
        rights: 0,
        rights_given: false,
    };

    pub const fn cells(&self) -> &[Cell; 64] {
        &self.cells
    }

    pub const fn turn(&self) -> Color {
        self.turn
    }

    pub const fn en_passant(&self) -> Option<usize> {
        self.en_passant
    }

    pub const fn rights(&self) -> u8 {
        self.rights
    }

    pub fn pieces(&self) -> impl Iterator<Item = (usize, Color, Role)> + use<> {
        self.cells.into_iter().enumerate().filter_map(|(square, cell)| match cell {
            Cell::Piece(color, role) => Some((square, color, role)),
            Cell::Free | Cell::Empty => None,
        })
    }

    /// The square that the pawn to be taken en passant left, and the one on which it stands.
    pub fn double_step(&self) -> Option<(usize, usize)> {
        self.en_passant.map(|file| match self.turn {
            Color::White => (48 + file, 32 + file),
            Color::Black => (8 + file, 24 + file),
        })
    }

    /// The board after the capture en passant that must be possible, if there is one.
    pub fn after_capture(&self) -> Option<Half> {
        let ((from, to), capturer) = (self.double_step()?, self.capturer?);
        let mut after = *self;
        after.cells[(from + to) / 2] = self.cells[capturer];
        after.cells[capturer] = Cell::Empty;
        after.cells[to] = Cell::Empty;
        Some(after)
    }

    fn give_right(&mut self, color: Color, king_side: bool) {
        let right = 2 * (color == Color::Black) as u8 + !king_side as u8;
        self.rights |= 1 << right;
    }

    fn count(&self, color: Color, role: Role, of: impl Fn(usize) -> bool) -> usize {
        self.pieces().filter(|(square, c, r)| (*c, *r) == (color, role) && of(*square)).count()
    }

    fn kings(&self, color: Color) -> usize {
        self.count(color, Role::King, |_| true)
    }

    /// Whether a side could have its pieces: those beyond the first set are promoted pawns.
    fn has_standard_material(&self, color: Color) -> bool {
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

/// One position (`N` is 1), or two. Of two, what is not given for one is the same in both.
#[derive(Clone)]
pub struct Halves<const N: usize>([Half; N]);

impl<const N: usize> Halves<N> {
    pub const fn new() -> Self {
        Halves([Half::NEW; N])
    }

    /// Gives a fact to a position; `None` when it cannot have it.
    pub fn place(&mut self, half: usize, fact: Fact) -> Option<()> {
        let half = &mut self.0[half];
        match fact {
            Fact::Piece { color, role, square } => {
                let back_rank = square / 8 == 0 || square / 8 == 7;
                let piece = Cell::Piece(color, role);
                let fits = half.cells[square] == Cell::Free || half.cells[square] == piece;
                half.cells[square] = piece;
                (fits && !(role == Role::Pawn && back_rank)).then_some(())
            }
            Fact::CastlingRight { color, king_side } => {
                half.give_right(color, king_side);
                Some(())
            }
            Fact::CastlingRook { color, file } => {
                half.give_right(color, file == 7);
                (file == 0 || file == 7).then_some(())
            }
            Fact::CastlingRights(rights) => {
                let fits = !half.rights_given || half.rights == rights;
                (half.rights, half.rights_given) = (rights, true);
                fits.then_some(())
            }
            Fact::EnPassant { file } => {
                let fits = half.en_passant.is_none_or(|other| other == file);
                half.en_passant = Some(file);
                fits.then_some(())
            }
            Fact::Turn(color) => {
                (half.turn, half.turn_given) = (color, true);
                Some(())
            }
            Fact::NoPawns
            | Fact::Promoted { .. }
            | Fact::Pocket { .. }
            | Fact::Checks { .. }
            | Fact::Variant(_) => None,
        }
    }

    /// Lets `turn` be the side to move in the first position, if that is possible. A side that
    /// is given to one of two positions is not to move in the other.
    pub fn decide_turns(&mut self, turn: Color) -> Option<()> {
        let given = self.0.iter().position(|half| half.turn_given);
        let decided = match given {
            None => turn,
            Some(given) => self.0[given].turn,
        };
        for half in &mut self.0 {
            let other = given.is_some() && !half.turn_given;
            half.turn = if other { !decided } else { decided };
        }
        (self.0[0].turn == turn).then_some(())
    }

    /// Adds what the given features require; `None` when they cannot have it.
    pub fn complete(mut self, rule: EnPassant) -> Option<[Half; N]> {
        if let [first, second] = self.0.as_mut_slice() {
            // Where one has a piece of the difference, the other has its own or none.
            for (a, b) in first.cells.iter_mut().zip(&mut second.cells) {
                match (*a, *b) {
                    (Cell::Free, Cell::Piece(..)) => *a = Cell::Empty,
                    (Cell::Piece(..), Cell::Free) => *b = Cell::Empty,
                    _ => {}
                }
            }
            let even = Color::ALL.into_iter().all(|c| first.kings(c) == second.kings(c));
            if !even || first.rights_given != second.rights_given {
                return None;
            }
        }
        for half in 0..N {
            for (right, (color, rook)) in RIGHTS.into_iter().enumerate() {
                if self.0[half].rights >> right & 1 == 1 {
                    let rank = 8 * home_rank(color);
                    self.demand(half, rank + 4, Cell::Piece(color, Role::King))?;
                    self.demand(half, rank + rook, Cell::Piece(color, Role::Rook))?;
                }
            }
            if let Some((from, to)) = self.0[half].double_step() {
                let mover = !self.0[half].turn;
                self.demand(half, to, Cell::Piece(mover, Role::Pawn))?;
                self.demand(half, from, Cell::Empty)?;
                self.demand(half, (from + to) / 2, Cell::Empty)?;
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
    fn with_capturing_pawns(&self, half: usize, legal: bool) -> Option<[Half; N]> {
        if half == N {
            return self.clone().checked();
        }
        let Some((_, to)) = self.0[half].double_step() else {
            return self.with_capturing_pawns(half + 1, legal);
        };
        let beside = [to.checked_sub(1), Some(to + 1)].into_iter().flatten();
        beside.filter(|square| square / 8 == to / 8).find_map(|square| {
            let mut halves = self.clone();
            let pawn = Cell::Piece(self.0[half].turn, Role::Pawn);
            halves.demand(half, square, pawn)?;
            halves.0[half].capturer = legal.then_some(square);
            halves.with_capturing_pawns(half + 1, legal)
        })
    }

    /// Requires a square of a position to be so; if nothing is known of it, in all positions.
    fn demand(&mut self, half: usize, square: usize, asked: Cell) -> Option<()> {
        match self.0[half].cells[square] {
            Cell::Free => self.0.iter_mut().for_each(|half| half.cells[square] = asked),
            known if known == asked => {}
            _ => return None,
        }
        Some(())
    }

    fn checked(self) -> Option<[Half; N]> {
        let material =
            |half: &Half| Color::ALL.into_iter().all(|color| half.has_standard_material(color));
        let fine = self.0.iter().all(|half| material(half) && checks::are_possible(half));
        fine.then_some(self.0)
    }
}
