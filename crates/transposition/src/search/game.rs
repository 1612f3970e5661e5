//! What a search has to know of a game.

use zobrist::Key;

/// A game of two players who move in turn, as a search sees it: a position that moves are made on
/// and taken back from, with a hash that follows.
///
/// All values are from the view of the player to move: above 0 is good. Those of decided
/// positions are counted from the very position, not from the root: [`LOST`] says that the player
/// to move has lost already, [`win_in`]`(3)` that he wins with his second move from here. The
/// search counts the plies, so that a value means the same wherever its position comes up.
///
/// A game need not come to an end by itself: a search that gets 2,000 plies deep gives up, as it does
/// at a limit of nodes. It is no judge of repetitions, though: what a position is worth is kept by its
/// hash, whatever moves led to it.
///
/// ```
/// use zobrist_transposition::search::{Game, LOST, Search, win_in};
///
/// /// One heap; who takes the last of it wins; one to three at a time.
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
    /// What a hash is.
    type Key: Key;
    /// A move. Small types make a quick search.
    type Move: Copy + Send;
    /// What [`unmake`](Game::unmake) needs beyond the move; `()` when nothing.
    type Undo;

    /// The hash of the position: of all that its value depends on, the player to move too where
    /// the board does not tell. Positions of equal value, mirrored ones say, may share a hash,
    /// when [`moves`](Game::moves) lists the moves of both in corresponding order.
    fn hash(&self) -> Self::Key;

    /// Appends the legal moves, in an order that depends on nothing but the position, better ones
    /// first. None: the game is over.
    ///
    /// Moves may be left out that cannot be better than another that is listed.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Makes a move.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back the last move.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// The value when the game is over, exactly; otherwise an estimate, for where the search
    /// stops. Estimates are nearer to 0 than ±[`DECIDED`].
    fn score(&self) -> i32;

    /// What a look at the position tells of its value for certain: it is no less than the first
    /// and no more than the second. Equal when the value is known.
    #[inline(always)]
    fn bounds(&self) -> (i32, i32) {
        (-ALL, ALL)
    }

    /// How early a move is to be tried: those with higher hints first, equal ones in the order of
    /// the list.
    #[inline(always)]
    fn hint(&self, _: Self::Move) -> i32 {
        0
    }
}

/// No value is larger.
pub(crate) const ALL: i32 = 32_001;

/// The value of having lost, with the game over.
pub const LOST: i32 = -32_000;

/// Values above this are wins, below its negative losses, those between are estimates or
/// draws. The value itself, and its negative, are a win or a loss in 2,000 plies or more, which
/// comes of findings in a table that were far below the position.
pub const DECIDED: i32 = 30_000;

/// A search goes no deeper, so that each win it finds has a value of its own.
pub(crate) const MOST_PLIES: usize = (-LOST - DECIDED) as usize;

/// The value of a win with the last move in so many plies: 1 is a win with the next move.
///
/// # Panics
/// When that is 2,000 plies or more.
#[inline]
pub const fn win_in(plies: i32) -> i32 {
    assert!(plies >= 0 && plies < MOST_PLIES as i32, "a win takes fewer than 2,000 plies");
    -LOST - plies
}

/// The value of a loss by the last move in so many plies: 0 is a game that is lost and over,
/// 2 one where the opponent's next move wins.
///
/// # Panics
/// When that is 2,000 plies or more.
#[inline]
pub const fn loss_in(plies: i32) -> i32 {
    -win_in(plies)
}

/// In how many plies a decided game ends; `None` for a draw, an estimate, and what is no value of a
/// position.
#[inline]
pub const fn plies_to_end(value: i32) -> Option<i32> {
    let size = value.unsigned_abs();
    let is_decided = size > DECIDED as u32 && size <= -LOST as u32;
    if is_decided { Some(-LOST - size as i32) } else { None }
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
