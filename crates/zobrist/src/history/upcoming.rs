//! Whether one move leads back to an earlier state, without making the moves.

use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Debug, Display};

use super::{History, Verify};
use crate::key::Key;

/// The moves that can be taken back, found by the difference that each makes to the hash.
///
/// Two states of a game that differ by one such move have hashes that differ by it. So
/// [`History::upcoming`] tells from two hashes and two look-ups that the side to move can repeat a
/// state, where a search would generate and make all moves.
///
/// `M` is a move as the program has it: its two squares will do.
///
/// ```
/// use zobrist::{Hasher, History, KeyTable, Kind, Layout, ReversibleMoves, Rule, Source, Step};
///
/// // A rook for each player on a row of eight squares.
/// const ROOK: Kind = Kind::first("rook", 2 * 8);
/// const TURN: Kind = ROOK.then("turn", 1);
/// const LAYOUT: Layout = TURN.layout();
/// static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(2026, 64).table_u64(LAYOUT);
///
/// // Each move with the move back, which makes the same difference under XOR.
/// let squares = |player| (0..8).flat_map(move |to| (0..to).map(move |from| (player, from, to)));
/// let moves = ReversibleMoves::new([0, 1].into_iter().flat_map(squares).map(|(player, from, to)| {
///     let [from, to] = [from, to].map(|square| 8 * player + square);
///     let delta = Hasher::new(&KEYS).delta().replacing(ROOK.at(from), ROOK.at(to));
///     (delta.with(TURN.at(0)).sum(), (from, to))
/// }))?;
/// assert_eq!(moves.len(), 2 * 28);
///
/// // The rooks leave a1 and h1, and the first returns.
/// let mut hasher = Hasher::of(&KEYS, [ROOK.at(0), ROOK.at(8 + 7)]);
/// let mut history = History::new(Rule::Fold(3));
/// history.push(Step::Start(1), hasher.hash());
/// for (ply, (from, to)) in [(0, 2), (15, 12), (2, 0)].into_iter().enumerate() {
///     assert_eq!(history.upcoming(&moves, |_| true), None);
///     hasher.replace(ROOK.at(from), ROOK.at(to));
///     hasher.toggle(TURN.at(0), ply % 2 == 0);
///     history.push(Step::Play(ply as u8 % 2), hasher.hash());
/// }
/// // The other can return as well, from e1 to h1: the first position again.
/// let upcoming = history.upcoming(&moves, |(from, _)| from >= 8).unwrap();
/// assert_eq!((upcoming.earlier, upcoming.reversible), (0, (12, 15)));
/// # Ok::<(), zobrist::ReversibleMovesError<(usize, usize)>>(())
/// ```
///
/// # Cost
/// A table of a power of two places, two or more for each move: for the 3,668 reversible moves of
/// chess 8,192, so 64 KiB of differences of 64 bits and as many moves. [`new`](ReversibleMoves::new)
/// sorts the moves.
///
/// Source: a paper by M. van Kervinck, `upcoming-rep-v2.pdf`, 2013, from which engines have it; for
/// the table R. Pagh and F. F. Rodler, "Cuckoo Hashing", Journal of Algorithms 51, 2004, pp.
/// 122–144. Engines look into the table only if the opponent's moves since the earlier state cancel
/// out. That needs the key of the turn, and says nothing that the look-up does not say.
#[derive(Clone)]
pub struct ReversibleMoves<K, M> {
    /// A difference, or zero, in each place.
    differences: Vec<K>,
    /// The move of the difference in each place.
    moves: Vec<Option<M>>,
    len: usize,
}

/// A move that the side to move can make, and the state that it would repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Upcoming<M> {
    /// The ply of the state that the move leads to; of several, the last.
    pub earlier: usize,
    /// The move, or the move back, if they make the same difference.
    pub reversible: M,
}

/// Why a list of moves makes no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReversibleMovesError<M> {
    /// A move does not change the hash.
    NoDifference(M),
    /// Two moves make the same difference, so that none of them can be told from a hash.
    SameDifference(M, M),
    /// The differences have too few different places, since their lower bits agree.
    NoRoom,
}

impl<M: Debug> Display for ReversibleMovesError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReversibleMovesError::NoDifference(only) => {
                write!(f, "expected moves that change the hash, got {only:?}, which does not")
            }
            ReversibleMovesError::SameDifference(one, other) => write!(
                f,
                "expected moves that make different changes to the hash, got {one:?} and \
                 {other:?}; of a move and the move back, give one"
            ),
            ReversibleMovesError::NoRoom => write!(
                f,
                "expected changes to the hash that differ in their lower bits, got too many that \
                 agree; take other keys"
            ),
        }
    }
}

impl<M: Debug> Error for ReversibleMovesError<M> {}

/// The number of bits between the two places of a difference, unless a place has more.
const SHIFT: u32 = 16;

/// The largest number of places for each move. Random differences need two or four.
const MAX_PLACES_PER_MOVE: usize = 64;

impl<K: Key, M: Copy> ReversibleMoves<K, M> {
    /// Creates a table from the difference that each move makes, the hash after it minus the hash
    /// before, with the turn if that is in the hash.
    ///
    /// Give all moves that may be taken back, and each difference once: under XOR the move back
    /// makes the same difference, and is left out; under sums it makes another, and is given too. In
    /// chess these are the moves of all pieces but pawns on an empty board, 3,668 pairs; not
    /// castling, which gives up a right.
    ///
    /// # Errors
    /// [`ReversibleMovesError::SameDifference`] if two moves make the same difference, which sorting
    /// proves or rules out; [`ReversibleMovesError::NoDifference`] for a difference of zero.
    pub fn new(
        moves: impl IntoIterator<Item = (K, M)>,
    ) -> Result<ReversibleMoves<K, M>, ReversibleMovesError<M>> {
        let mut moves: Vec<(K, M)> = moves.into_iter().collect();
        moves.sort_unstable_by_key(|(difference, _)| *difference);
        if let Some(none) = moves.iter().find(|(difference, _)| *difference == K::ZERO) {
            return Err(ReversibleMovesError::NoDifference(none.1));
        }
        for pair in moves.windows(2) {
            if pair[0].0 == pair[1].0 {
                return Err(ReversibleMovesError::SameDifference(pair[0].1, pair[1].1));
            }
        }
        let smallest = (2 * moves.len()).next_power_of_two().max(2);
        let sizes = (0..).map(|doubled| smallest << doubled);
        sizes
            .take_while(|size| *size <= smallest * MAX_PLACES_PER_MOVE / 2)
            .find_map(|size| ReversibleMoves::of_size(size, &moves))
            .ok_or(ReversibleMovesError::NoRoom)
    }

    /// Puts each move in one of its two places; one that is there already goes to its other place.
    fn of_size(size: usize, moves: &[(K, M)]) -> Option<ReversibleMoves<K, M>> {
        let mut table = ReversibleMoves {
            differences: vec![K::ZERO; size],
            moves: vec![None; size],
            len: moves.len(),
        };
        for (difference, only) in moves {
            let (mut difference, mut only) = (*difference, Some(*only));
            let mut place = table.places(difference)[0];
            // A chain that is longer than all moves has a cycle.
            for _ in 0..=2 * moves.len() {
                core::mem::swap(&mut table.differences[place], &mut difference);
                core::mem::swap(&mut table.moves[place], &mut only);
                if only.is_none() {
                    break;
                }
                let [first, second] = table.places(difference);
                place = if place == first { second } else { first };
            }
            if only.is_some() {
                return None;
            }
        }
        Some(table)
    }
}

impl<K: Key, M> ReversibleMoves<K, M> {
    /// The two places of a difference: its lowest bits, and as many from bit 16 on, or from above
    /// the lowest if those are more than 16.
    #[inline(always)]
    fn places(&self, difference: K) -> [usize; 2] {
        let (word, size) = (difference.to_word(), self.differences.len());
        let place = |shift: u32| (word >> shift) as usize & (size - 1);
        [place(0), place(size.trailing_zeros().max(SHIFT))]
    }

    #[inline(always)]
    fn find(&self, difference: K) -> Option<&M> {
        let place = self.places(difference).into_iter();
        let mut found = place.filter(|place| self.differences[*place] == difference);
        found.next().and_then(|place| self.moves[place].as_ref())
    }

    /// Returns the move that makes a difference, the hash after it minus the hash before.
    #[must_use]
    pub fn get(&self, difference: K) -> Option<&M> {
        self.find(difference)
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there is no move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the differences by their places, zero in an empty place, for a program in another
    /// language. A difference is in the place that its lowest bits number, or in that of the bits
    /// from 16 on (from above the lowest, if those are more than 16); the number of places is a
    /// power of two.
    #[must_use]
    pub fn differences(&self) -> &[K] {
        &self.differences
    }

    /// Returns the moves by the places of their differences.
    #[must_use]
    pub fn moves(&self) -> &[Option<M>] {
        &self.moves
    }
}

/// Shows the numbers of moves and places, and not the moves.
impl<K, M> Debug for ReversibleMoves<K, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReversibleMoves")
            .field("moves", &self.len)
            .field("places", &self.differences.len())
            .finish_non_exhaustive()
    }
}

impl<K: Key, V: Verify<K>> History<K, V> {
    /// Returns a move of the side to move that leads to a state since the last irreversible move,
    /// if `is_playable` allows it.
    ///
    /// For two players who alternate, and hashes that tell whose turn it is. States are compared by
    /// their hashes, whatever `V` is. `is_playable` is asked for few moves, and has to find out what
    /// the hashes cannot tell: that the piece is of the side to move (the opponent may have made one
    /// move that the state had not), and that nothing stands between the two squares. Nothing else
    /// can be wrong in chess: the piece stands on one of the two squares, the other is empty, and the
    /// move leaves no king in check, since the state has been there.
    ///
    /// A search that finds such a move knows that the side to move can have at least a draw, one
    /// ply before the repetition is on the board. Whether a repetition of a state below the root of
    /// the search counts as one is for the caller to decide, from the ply.
    ///
    /// Costs two look-ups in the table for every second ply since the last irreversible move, the
    /// last two left out.
    #[inline]
    pub fn upcoming<M: Copy>(
        &self,
        moves: &ReversibleMoves<K, M>,
        mut is_playable: impl FnMut(M) -> bool,
    ) -> Option<Upcoming<M>> {
        let (last, before) = self.entries.split_last()?;
        let first = (self.horizon() as usize).min(before.len());
        // One ply back stands the opponent's move, and at every second before it one of the same.
        let earlier = before[first..].iter().enumerate().rev().skip(2).step_by(2);
        for (ply, entry) in earlier {
            match moves.find(entry.hash.minus(last.hash)) {
                Some(reversible) if is_playable(*reversible) => {
                    return Some(Upcoming { earlier: first + ply, reversible: *reversible });
                }
                _ => {}
            }
        }
        None
    }
}
