//! Moves that are tried on a board and taken back.

use super::error::PlaceError;
use super::placed::{Placed, Removed};
use super::state::Board;
use crate::color::Color;
use crate::point::Point;
use crate::scheme::GoKey;

/// Moves that are tried on a board, for readers of ladders and for searches without a rule of ko.
///
/// The last move is taken back first, and nobody else changes the board meanwhile, so that no move
/// can be taken back from a position that it did not lead to. When the variation is dropped, all
/// its moves are taken back; [`keep`](Variation::keep) leaves them.
///
/// A move takes as long as [`Board::place`], and to take it back as long as that again: both visit
/// the stones that go and those of the smaller chains that are joined. It takes 4 bytes.
///
/// ```
/// use zobrist_go::{Board, Color};
///
/// let mut board: Board = "
///     . X O .
///     X O . O
///     . X O .
/// ".parse()?;
/// let before = board.hash();
/// let mut variation = board.variation();
/// variation.play(Color::Black, "C2".parse()?)?;
/// assert!(variation.last_removed().eq(["B2".parse()?]));
/// assert!(variation.undo());
/// assert_eq!(variation.board().hash(), before);
///
/// variation.play(Color::White, "A3".parse()?)?;
/// drop(variation);
/// assert_eq!((board.stone("A3".parse()?), board.hash()), (None, before));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Variation<'a, K: GoKey = u64> {
    board: &'a mut Board<K>,
    moves: Vec<Placed>,
}

impl<K: GoKey> Board<K> {
    /// Begins a variation: moves that are taken back.
    pub const fn variation(&mut self) -> Variation<'_, K> {
        Variation { board: self, moves: Vec::new() }
    }
}

impl<K: GoKey> Variation<'_, K> {
    /// Returns the board after the moves.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board<K> {
        self.board
    }

    /// Puts a stone on a point and takes off the chains that then have no liberty, as
    /// [`Board::place`] does: suicide is made, and there is no ko.
    ///
    /// # Errors
    /// When a stone is on the point, or it is off the board; then nothing happens.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> Result<Removed, PlaceError> {
        let (removed, placed) = self.board.place_recorded(color, point)?;
        self.moves.push(placed);
        Ok(removed)
    }

    /// Takes the last move back; `false` when there is none. The board is then as it was before the
    /// move, the order of its empty points and of the stones of its chains included.
    #[inline]
    pub fn undo(&mut self) -> bool {
        let last = self.moves.pop();
        if let Some(placed) = last {
            self.board.take_back(placed);
        }
        last.is_some()
    }

    /// Returns the number of moves.
    #[inline]
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Returns the moves, each with its player.
    #[must_use]
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Point)> + ExactSizeIterator {
        self.moves.iter().map(|placed| {
            let (color, cell) = placed.stone();
            (color, Point::at_cell(cell))
        })
    }

    /// Returns the points of the stones that the last move took off: those that it captured, or, if
    /// it was suicide, the player's own. None if there is no move.
    pub fn last_removed(&self) -> impl Iterator<Item = Point> {
        let removed = self.moves.last().map_or(&[][..], |placed| self.board.removed_by(*placed));
        removed.iter().map(|cell| Point::at_cell(usize::from(*cell)))
    }

    /// Ends the variation and leaves its moves on the board.
    pub fn keep(mut self) {
        self.moves.clear();
    }
}

impl<K: GoKey> Drop for Variation<'_, K> {
    fn drop(&mut self) {
        while self.undo() {}
    }
}
