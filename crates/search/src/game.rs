//! The interface between a game and a search.

use std::hash::Hash;

use crate::value::{DECIDED, MAX_BOUND};

/// The value of a position that has come up before, and the part of the path that it depends on.
///
/// The value of a position then depends on the moves before it, which a table does not know (the
/// graph-history interaction problem). There are two ways out.
///
/// # Endless play has a value
/// In chess endless play is a draw; in shogi it loses for a player who checks forever. The game
/// keeps the positions of its path, in a `zobrist::History` for example, and returns that value,
/// from the point of view of the player to move, where a position comes up again. The search does
/// not store a result that depends on a position above its own; stored results then hold in
/// endless play, whatever the path. So all that is certain with the table is certain:
///
/// - [`decide`](crate::Search::decide) and [`solve`](crate::Search::solve), and
///   [`deepen`](crate::Search::deepen) where it solves the position;
/// - a win or loss that [`deepen`](crate::Search::deepen) finds, in at most so many plies; it finds
///   all within the depth, and may find longer ones.
///
/// Undecided values of [`deepen`](crate::Search::deepen) are estimates; with a table, repetitions
/// on other paths than the current one may have a part in them.
///
/// Such a rule must give each cycle of positions a value of its own, so that endless play through
/// cycles that are worth at least v to a player is worth at least v, and through cycles worth at
/// most v at most v. This holds if all are draws, and if a cycle loses for a player who has checked
/// with each of their moves in it. Begin the path at the root: positions before it, if they count,
/// are on every path of this search and on none of another, and the results are approximate.
///
/// # The path is part of the position
/// Superko forbids moves to earlier positions, and there is no endless play. Then the hash has to
/// cover the set of positions on the path, [`moves`](Game::moves) leaves out what the rule forbids,
/// and nothing here is needed: everything is exact at every depth, but results are shared only
/// between paths through the same positions. The same makes estimates exact for rules of the first
/// kind. A [`Set`](zobrist::tabulation::Set) of the hashes on the path has an incremental hash.
///
/// ```
/// use zobrist::{History, Rule, Step};
/// use zobrist_search::{Game, LOST, Repeated, Search, win_in};
///
/// /// A token on a ring of eight fields: a move takes it two forward or one back, and the player
/// /// who reaches field 0 wins.
/// #[derive(Clone)]
/// struct Ring {
///     field: u64,
///     path: History<u64>,
/// }
///
/// impl Ring {
///     fn new(field: u64) -> Ring {
///         let mut ring = Ring { field, path: History::new(Rule::Fold(2)) };
///         ring.path.push(Step::Start(0), ring.hash());
///         ring
///     }
/// }
///
/// impl Game for Ring {
///     type Key = u64;
///     type Move = u64;
///     type Undo = ();
///     const REPEATS: bool = true;
///
///     fn hash(&self) -> u64 {
///         (self.field + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
///     }
///     fn moves(&self, moves: &mut Vec<u64>) {
///         moves.extend([2, 7].iter().filter(|_| self.field != 0));
///     }
///     fn make(&mut self, forward: u64) {
///         self.field = (self.field + forward) % 8;
///         self.path.push(Step::Play(0), self.hash());
///     }
///     fn unmake(&mut self, forward: u64, _: ()) {
///         self.field = (self.field + 8 - forward) % 8;
///         self.path.pop();
///     }
///     fn score(&self) -> i32 {
///         if self.field == 0 { LOST } else { 0 }
///     }
///     fn repeated(&self) -> Option<Repeated> {
///         self.path.last_repetition().map(|again| Repeated { value: 0, plies: again.cycle })
///     }
/// }
///
/// assert_eq!(Search::new(&()).solve(&Ring::new(5)).value, win_in(3));
/// assert_eq!(Search::new(&()).solve(&Ring::new(4)).value, 0); // neither player can force a win
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The value, closer to 0 than ±[`DECIDED`](crate::DECIDED) and clamped to that: endless play
    /// has no last move from which a win could be counted. A rule by which a player loses has the
    /// largest such value.
    pub value: i32,
    /// The number of plies back to the earliest position that this depends on: where the cycle
    /// began, or, if a position may come up several times, where it came up first.
    pub plies: usize,
}

impl Repeated {
    pub(crate) fn value_in_range(self) -> i32 {
        self.value.clamp(1 - DECIDED, DECIDED - 1)
    }
}

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
/// does at a node limit. A game whose positions can come up again says what that means
/// ([`Repeated`]).
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

    /// True if positions can come up again and [`repeated`](Game::repeated) says so. Otherwise it
    /// is never called, and a search is compiled without what repetitions need.
    const REPEATS: bool = false;

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

    /// Returns the value of the position as a repetition of an earlier one, `None` if it is none.
    /// The search calls it at each position but the root, if [`REPEATS`](Game::REPEATS) is true,
    /// and goes no deeper where there is one.
    #[inline(always)]
    fn repeated(&self) -> Option<Repeated> {
        None
    }

    /// Returns the priority of a move: moves of higher priority are searched first, those of equal
    /// priority in the order of the list.
    #[inline(always)]
    fn priority(&self, _: Self::Move) -> i32 {
        0
    }
}
