//! Transposition tables as a search uses them.

use zobrist::Key;
use zobrist_transposition::{Counters, Policy, SlotSize, Table};

use crate::entry::{PackedEntry, TtEntry};

/// The amount of work that an entry took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The number of positions that were searched.
    pub nodes: u64,
    /// The depth of the search in plies; in a search to the end of the game, 255 less the plies from
    /// the root.
    pub depth: u32,
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

impl<K: Key, P: Policy, S: SlotSize, C: Counters, const V: u32, const D: u32, const M: u32>
    SearchTable<K> for Table<K, PackedEntry<V, D, M>, P, S, C>
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
            Table::store(self, key, packed, work.nodes);
        }
    }
}

/// A table whose policy takes the depth as work, as
/// [`AgeAndDepth`](zobrist_transposition::AgeAndDepth) does, instead of the number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct ByDepth<T>(pub T);

impl<K, T: SearchTable<K> + Sync> SearchTable<K> for ByDepth<&T> {
    #[inline(always)]
    fn prefetch(&self, key: K) {
        self.0.prefetch(key);
    }
    #[inline(always)]
    fn probe(&self, key: K) -> Option<TtEntry> {
        self.0.probe(key)
    }
    #[inline(always)]
    fn store(&self, key: K, entry: TtEntry, work: Work) {
        self.0.store(key, entry, Work { nodes: work.depth.into(), ..work });
    }
}
