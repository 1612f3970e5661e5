//! What a search needs to know about a game.

use zobrist::Key;

/// A game of two players who move in turn, as a search sees it: a position on which moves are made and
/// unmade, with its hash.
///
/// All values are from the point of view of the player to move: above 0 is good. Wins and losses
/// are counted from the position itself, not from the root: [`LOST`] says that the player to move
/// has lost already, [`win_in`]`(3)` that they win with their second move from here. The search
/// counts the plies, so that a value means the same wherever its position comes up. A value beyond
/// [`LOST`] or its negative, such as `i32::MIN`, is taken as that.
///
/// A game need not come to an end by itself: a search that gets 2,000 plies deep gives up, as it
/// does at a node limit. The search knows nothing of repetitions, though: the value of a position
/// is stored under its hash, whatever moves led to it.
///
/// ```
/// use zobrist_transposition::search::{Game, LOST, Search, win_in};
///
/// /// One heap: a move takes one to three, and whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Heap(u32);
///
/// impl Game for Heap {
///     type Key = u32;
///     type Move = u32;
///     type Undo = ();
///     fn hash(&self) -> u32 {
///         self.0.wrapping_mul(0x9e37_79b9) // of a larger game: by `zobrist::Hasher`
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
    /// The type of a hash.
    type Key: Key;
    /// The type of a move. Small types make a fast search.
    type Move: Copy + Send;
    /// What [`unmake`](Game::unmake) needs beyond the move; `()` when it needs nothing. A search has
    /// it on the stack for every ply: box what is larger than 2 KiB, or hundreds of plies may
    /// overflow the stack, which ends the process.
    type Undo;

    /// Returns the hash of the position: of everything that its value depends on, including the
    /// player to move if the board does not tell. Positions of equal value, such as mirror images,
    /// may share a hash when [`moves`](Game::moves) lists the moves of both in corresponding order.
    fn hash(&self) -> Self::Key;

    /// Appends the legal moves, in an order that depends on nothing but the position, better ones
    /// first. When there are none, the game is over.
    ///
    /// Moves that cannot be better than another listed move may be left out.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Makes a move and returns what is needed to unmake it.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back the last move, `m`.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// Returns the exact value when the game is over; otherwise an estimate, used where the search
    /// stops. Estimates are closer to 0 than ±[`DECIDED`].
    fn score(&self) -> i32;

    /// Returns what is certain about the value without a search: it is no less than the first
    /// number and no more than the second; debug builds panic if the first is larger. They are
    /// equal when the value is known.
    #[inline(always)]
    fn bounds(&self) -> (i32, i32) {
        (-ALL, ALL)
    }

    /// Returns how early a move is to be tried: moves with higher hints first, equal ones in the order
    /// of the list.
    #[inline(always)]
    fn hint(&self, _: Self::Move) -> i32 {
        0
    }
}

/// No value is larger.
pub(crate) const ALL: i32 = 32_001;

/// The value of a game that is over and lost by the player to move.
pub const LOST: i32 = -32_000;

/// The bound of undecided values: those above it are wins, those below its negative are losses, and
/// those between are estimates or draws. The bound itself and its negative are a win and a loss in
/// 2,000 plies or more, which come from findings in a table that were far below the position.
pub const DECIDED: i32 = 30_000;

/// A search goes no deeper, so that each win it finds has a value of its own.
pub(crate) const MOST_PLIES: usize = (-LOST - DECIDED) as usize;

/// Returns the value of a win whose last move is `plies` plies away: 1 is a win with the next move.
///
/// # Panics
/// When `plies` is negative, or 2,000 or more.
#[inline]
pub const fn win_in(plies: i32) -> i32 {
    assert!(plies >= 0 && plies < MOST_PLIES as i32, "a win takes fewer than 2,000 plies");
    -LOST - plies
}

/// Returns the value of a loss whose last move is `plies` plies away: 0 is a game that is lost and
/// over, 2 is one where the opponent's next move wins.
///
/// # Panics
/// When `plies` is negative, or 2,000 or more.
#[inline]
pub const fn loss_in(plies: i32) -> i32 {
    -win_in(plies)
}

/// Returns the number of plies in which a decided game ends; `None` for a draw, an estimate, or a
/// number that is not the value of a position.
#[inline]
pub const fn plies_to_end(value: i32) -> Option<i32> {
    let size = value.unsigned_abs();
    let is_decided = size > DECIDED as u32 && size <= -LOST as u32;
    if is_decided { Some(-LOST - size as i32) } else { None }
}

/// A value from a game or a store of findings, as a search takes it: no other is worth more than a
/// win or less than a loss, and all can be negated and adjusted ply by ply.
#[inline(always)]
pub(crate) fn in_range(value: i32) -> i32 {
    value.clamp(LOST, -LOST)
}

/// A value as seen a ply before the position that has it, by the same player.
#[inline(always)]
pub(crate) fn earlier(value: i32) -> i32 {
    value - i32::from(value > DECIDED) + i32::from(value < -DECIDED)
}

/// The value that is `value` when seen a ply before.
#[inline(always)]
pub(crate) fn later(value: i32) -> i32 {
    value + i32::from(value >= DECIDED) - i32::from(value <= -DECIDED)
}
