//! Results of a search, how they are packed, and the transposition tables that keep them.
//!
//! A move is stored by its place in the list of moves: a move of any game fits in a few bits
//! without a conversion, and mirror images share an entry, since their lists correspond.

use zobrist::Key;
use zobrist_transposition::{Counters, Pack, Policy, SlotSize, Table};

use crate::value::{DECIDED, LOST};

/// The amount of work that an entry took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// The number of positions that were searched.
    pub nodes: u64,
    /// The depth of the search in plies; in a search to the end of the game, 255 less the plies
    /// from the root.
    pub depth: u32,
}

impl Work {
    /// Creates an amount of work, as a test of a [`SearchTable`] needs it.
    #[inline(always)]
    #[must_use]
    pub const fn new(nodes: u64, depth: u32) -> Work {
        Work { nodes, depth }
    }
}

/// Keeps the results of a search by position: a [`Table`] of [`PackedEntry`], or `()`, which keeps
/// nothing.
pub trait SearchTable<K>: Sync {
    /// Requests the memory of a position that will be probed soon.
    fn prefetch(&self, key: K);
    /// Returns the result that is kept for a position.
    fn probe(&self, key: K) -> Option<TtEntry>;
    /// Stores the result of searching a position, and how much work that took.
    fn store(&self, key: K, entry: TtEntry, work: Work);
}

impl<K> SearchTable<K> for () {
    #[inline(always)]
    fn prefetch(&self, _: K) {}
    #[inline(always)]
    fn probe(&self, _: K) -> Option<TtEntry> {
        None
    }
    #[inline(always)]
    fn store(&self, _: K, _: TtEntry, _: Work) {}
}

/// The number of nodes, for policies such as [`TwoTier`](zobrist_transposition::TwoTier).
impl From<Work> for u64 {
    #[inline(always)]
    fn from(work: Work) -> u64 {
        work.nodes
    }
}

/// The depth, at most 255, for policies such as [`AgeAndDepth`](zobrist_transposition::AgeAndDepth).
impl From<Work> for u8 {
    #[inline(always)]
    fn from(work: Work) -> u8 {
        work.depth.min(255) as u8
    }
}

/// Nothing, for policies such as [`Always`](zobrist_transposition::Always).
impl From<Work> for () {
    #[inline(always)]
    fn from(_: Work) {}
}

impl<K, P, S, C, const V: u32, const D: u32, const M: u32> SearchTable<K>
    for Table<K, PackedEntry<V, D, M>, P, S, C>
where
    K: Key,
    P: Policy<Work: From<Work>>,
    S: SlotSize,
    C: Counters,
{
    #[inline(always)]
    fn prefetch(&self, key: K) {
        Table::prefetch(self, key);
    }
    // Not always inline: the stack frame of a ply would hold the locals of each call.
    #[inline]
    fn probe(&self, key: K) -> Option<TtEntry> {
        Table::probe(self, key).map(PackedEntry::entry)
    }
    #[inline]
    fn store(&self, key: K, entry: TtEntry, work: Work) {
        if let Some(packed) = PackedEntry::new(entry) {
            Table::store(self, key, packed, work.into());
        }
    }
}

/// The meaning of the value of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The position is worth at most the value.
    Upper,
    /// The position is worth at least the value.
    Lower,
    /// The position is worth exactly the value.
    Exact,
}

/// The result of searching a position, as an entry of a transposition table keeps it.
///
/// Closed: a table of your own has to keep every field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The value, with wins and losses counted from this position.
    pub value: i32,
    /// The meaning of the value.
    pub bound: Bound,
    /// The depth of the search in plies; `None` if the value does not depend on estimates, so that
    /// no deeper search would change it.
    pub depth: Option<u32>,
    /// The index of the best move in the list of moves.
    pub best: Option<u16>,
}

/// A [`TtEntry`] packed into `VALUE` + 2 + `DEPTH` + `MOVE` bits, by default 36: the payload of a
/// table.
///
/// A game whose values, depths and lists of moves are small leaves more room for the tag in a
/// [`Small`](zobrist_transposition::Small) slot. An entry whose value does not fit is not stored; a
/// best move that does not fit is left out, and a depth that does not fit is stored as the largest
/// that does. With `DEPTH` = 0 only entries without a depth are stored.
///
/// ```
/// use zobrist_search::{Bound, PackedEntry, TtEntry, win_in};
/// use zobrist_transposition::Pack;
///
/// type Narrow = PackedEntry<8, 0, 3>;
/// assert_eq!(Narrow::BITS, 13);
/// let entry = TtEntry { value: win_in(41), bound: Bound::Lower, depth: None, best: Some(6) };
/// assert_eq!(Narrow::new(entry).map(Narrow::entry), Some(entry));
/// assert!(Narrow::new(TtEntry { value: 100, ..entry }).is_none()); // estimates are within ±63
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedEntry<const VALUE: u32 = 16, const DEPTH: u32 = 8, const MOVE: u32 = 10>(u64);

impl<const VALUE: u32, const DEPTH: u32, const MOVE: u32> PackedEntry<VALUE, DEPTH, MOVE> {
    const FITS: () = assert!(
        VALUE >= 3 && VALUE <= 16 && DEPTH <= 16 && MOVE <= 16,
        "a value has 3 to 16 bits, a depth and a move at most 16"
    );
    /// A quarter of the numbers of `VALUE` bits: half of them are for estimates, a quarter for
    /// wins, a quarter for losses.
    const QUARTER: i32 = 1 << (VALUE - 2);

    /// Packs an entry; `None` when its value does not fit or is not the value of a position, or
    /// when `DEPTH` is 0 and the entry has a depth.
    #[inline]
    #[must_use]
    pub fn new(entry: TtEntry) -> Option<Self> {
        let () = Self::FITS;
        let value = entry.value;
        let narrow = match VALUE {
            _ if value.unsigned_abs() > -LOST as u32 => return None,
            16 => value,
            _ if value.abs() < Self::QUARTER => value,
            _ if value.abs() <= DECIDED => return None,
            _ => {
                let from_end = -LOST - value.abs();
                if from_end >= Self::QUARTER {
                    return None;
                }
                value.signum() * (2 * Self::QUARTER - 1 - from_end)
            }
        };
        let complete = low_bits(DEPTH) as u32;
        let depth = match entry.depth {
            None => complete,
            Some(_) if DEPTH == 0 => return None,
            Some(depth) => depth.min(complete - 1),
        };
        let none = low_bits(MOVE) as u16;
        let best = entry.best.unwrap_or(none).min(none);
        let bits = u64::from(best)
            | u64::from(depth) << MOVE
            | (entry.bound as u64) << (MOVE + DEPTH)
            | (narrow as u64 & low_bits(VALUE)) << (MOVE + DEPTH + 2);
        Some(PackedEntry(bits))
    }

    /// Unpacks the entry.
    #[inline]
    #[must_use]
    pub fn entry(self) -> TtEntry {
        let (complete, none) = (low_bits(DEPTH) as u32, low_bits(MOVE) as u16);
        let best = self.0 as u16 & none;
        let depth = (self.0 >> MOVE) as u32 & complete;
        let unused = 64 - VALUE;
        let narrow = ((self.0 >> (MOVE + DEPTH + 2)) << unused) as i64 >> unused;
        let narrow = narrow as i32;
        let value = if VALUE == 16 || narrow.abs() < Self::QUARTER {
            narrow.clamp(LOST, -LOST)
        } else {
            narrow.signum() * (-LOST - (2 * Self::QUARTER - 1 - narrow.abs()).max(0))
        };
        let bound = match self.0 >> (MOVE + DEPTH) & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        };
        TtEntry {
            value,
            bound,
            depth: (depth != complete).then_some(depth),
            best: (best != none).then_some(best),
        }
    }
}

impl<const VALUE: u32, const DEPTH: u32, const MOVE: u32> Pack for PackedEntry<VALUE, DEPTH, MOVE> {
    const BITS: u32 = VALUE + 2 + DEPTH + MOVE;
    #[inline(always)]
    fn pack(self) -> u128 {
        self.0.into()
    }
    #[inline(always)]
    fn unpack(bits: u128) -> Self {
        PackedEntry(bits as u64)
    }
}

/// Returns a word whose low `bits` bits, fewer than 64, are ones.
const fn low_bits(bits: u32) -> u64 {
    (1 << bits) - 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::value::{loss_in, win_in};

    fn value() -> impl Strategy<Value = i32> {
        prop_oneof![
            -2000..2000,
            (0..1999).prop_map(win_in),
            (0..1999).prop_map(loss_in),
            -DECIDED..=DECIDED,
            Just(0),
        ]
    }

    fn check<const V: u32, const D: u32, const M: u32>(entry: TtEntry) {
        let Some(packed) = PackedEntry::<V, D, M>::new(entry) else {
            assert!(V < 16 || (D == 0 && entry.depth.is_some()));
            return;
        };
        let found = PackedEntry::<V, D, M>::unpack(packed.pack()).entry();
        assert_eq!((found.value, found.bound), (entry.value, entry.bound));
        assert_eq!(found.depth.is_none(), entry.depth.is_none());
        assert!(found.depth <= entry.depth);
        assert!(found.best.is_none() || found.best == entry.best);
        if M > 0 && entry.best.is_some_and(|best| u32::from(best) < (1 << M) - 1) {
            assert_eq!(found.best, entry.best);
        }
    }

    proptest! {
        #[test]
        fn an_entry_that_fits_is_kept(
            value in value(),
            bound in prop_oneof![Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)],
            depth in prop::option::of(0..400_u32),
            best in prop::option::of(0..2000_u16),
        ) {
            let entry = TtEntry { value, bound, depth, best };
            check::<16, 8, 10>(entry);
            check::<8, 0, 3>(entry);
            check::<3, 1, 0>(entry);
            check::<12, 16, 16>(entry);
        }

        #[test]
        fn any_bits_are_an_entry(bits: u64) {
            let value = PackedEntry::<8, 4, 3>::unpack(u128::from(bits & low_bits(17))).entry().value;
            prop_assert!((LOST..=-LOST).contains(&value));
            let value = PackedEntry::<16, 8, 10>::unpack(u128::from(bits & low_bits(36))).entry().value;
            prop_assert!((LOST..=-LOST).contains(&value));
        }
    }
}
