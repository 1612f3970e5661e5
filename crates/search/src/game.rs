//! The interface between a game and a search.

use std::hash::Hash;

use crate::value::MAX_BOUND;

/// A position of a game of two players who move in turn: its hash, its moves, and how to make and
/// unmake them.
///
/// All values are from the point of view of the player to move: above 0 is good. Wins and losses
/// are counted from the position itself, not from the root: [`LOST`](crate::LOST) if the player to
/// move has lost already, [`win_in`](crate::win_in)`(3)` if they win with their second move from
/// here. The search counts the plies, so that a value means the same wherever its position comes
/// up. Values beyond `LOST` or its negative, such as `i32::MIN`, are clamped to them.
///
/// A game need not come to an end by itself: a search that gets 2,000 plies deep gives up, as it
/// does at a node limit. Repetitions are not detected: the value of a position is stored under its
/// hash, whatever moves led to it.
///
/// ```
/// use zobrist_search::{Game, LOST, Search, win_in};
///
/// /// One heap: a move takes one to three stones, and the player who takes the last one wins.
/// #[derive(Clone)]
/// struct Heap(u32);
///
/// impl Game for Heap {
///     type Key = u32;
///     type Move = u32;
///     type Undo = ();
///     fn hash(&self) -> u32 {
///         self.0.wrapping_mul(0x9e37_79b9) // use `zobrist::Hasher` for a larger game
///     }
///     fn moves(&self, moves: &mut Vec<u32>) {
///         moves.extend(1..=self.0.min(3));
///     }
///     fn make(&mut self, taken: u32) {
///         self.0 -= taken;
///     }
///     fn unmake(&mut self, taken: u32, _: ()) {
///         self.0 += taken;
///     }
///     fn score(&self) -> i32 {
///         if self.0 == 0 { LOST } else { 0 }
///     }
/// }
///
/// let solution = Search::new(&()).solve(&Heap(7));
/// assert_eq!(solution.value, win_in(3));
/// assert_eq!(solution.line[0], 3);
/// ```
pub trait Game: Clone + Send {
    /// The type of a hash, as the table of the search takes it: an integer for a
    /// [`Table`](zobrist_transposition::Table). A table of your own may take more, such as a hash
    /// and the position itself.
    type Key: Copy + Hash;
    /// The type of a move. Small types make a fast search.
    type Move: Copy + Send;
    /// The state that [`unmake`](Game::unmake) needs beyond the move; `()` when it needs none. A
    /// search has it on the stack for every ply: box a type larger than 2 KiB, or hundreds of plies
    /// may overflow the stack, which ends the process.
    type Undo;

    /// Returns the hash of everything that the value of the position depends on, including the
    /// player to move unless it follows from the board. Positions of equal value, such as mirror
    /// images, may share a hash when [`moves`](Game::moves) lists the moves of both in
    /// corresponding order.
    fn hash(&self) -> Self::Key;

    /// Appends the legal moves, in an order that depends on nothing but the position, better ones
    /// first. When there are none, the game is over.
    ///
    /// Moves that cannot be better than another listed move may be left out.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Makes a move and returns the state that unmaking it needs.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back the last move, `m`.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// Returns the exact value when the game is over; otherwise an estimate, used where the search
    /// stops. Estimates are closer to 0 than ±[`DECIDED`](crate::DECIDED).
    fn score(&self) -> i32;

    /// Returns a lower and an upper bound of the value that are known without a search, equal if
    /// the value is. Debug builds panic if the first is larger. "The next move wins" is worth more
    /// than any table and is known to the game alone. Moves that cannot be better than a listed one
    /// may be left out of [`moves`](Game::moves).
    #[inline(always)]
    fn bounds(&self) -> (i32, i32) {
        (-MAX_BOUND, MAX_BOUND)
    }

    /// Returns the priority of a move: moves of higher priority are searched first, those of equal
    /// priority in the order of the list.
    #[inline(always)]
    fn priority(&self, _: Self::Move) -> i32 {
        0
    }
}
