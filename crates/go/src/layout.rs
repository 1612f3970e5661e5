//! The kinds of features of the schemes `go` and `go-situation`, in slot order.

use zobrist::Kind;

use crate::point::MAX_SIDE;

/// A stone of a color on a point of the grid: 625 · color + 25 · row + column.
pub(crate) const STONE: Kind = Kind::first("stone", 2 * MAX_SIDE * MAX_SIDE);
/// The width of the board, less one.
pub(crate) const WIDTH: Kind = STONE.then("width", MAX_SIDE);
/// The height of the board, less one.
pub(crate) const HEIGHT: Kind = WIDTH.then("height", MAX_SIDE);

/// The number of features of `go`; the kinds above are its layout.
pub(crate) const BOARD_FEATURES: usize = HEIGHT.end();

/// White is to move.
pub(crate) const TURN: Kind = HEIGHT.then("turn", 1);
/// The number of passes since the last play, less one.
pub(crate) const PASSES: Kind = TURN.then("passes", 4);
/// The point of the grid on which simple ko forbids a play: 25 · row + column.
pub(crate) const KO: Kind = PASSES.then("ko", MAX_SIDE * MAX_SIDE);

/// The number of features of `go-situation`; all kinds are its layout.
pub(crate) const SITUATION_FEATURES: usize = KO.end();
