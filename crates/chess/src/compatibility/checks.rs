//! Checks that are certain, whatever else is on the board, and whether a legal game can have them.

use super::board::{Cell, PartialBoard};
use crate::vocabulary::{Color, Role};

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
