//! Where a search keeps what it found: in a table, or nowhere.

use zobrist::Key;

use super::node::{Finding, Node};
use crate::counters::Counters;
use crate::policy::Policy;
use crate::slot_layout::SlotSize;
use crate::table::Table;

/// The amount of work behind a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The number of positions that were searched.
    pub nodes: u64,
    /// The depth of the search in plies; in a search to the end, 255 less the plies from the root.
    pub depth: u32,
}

/// Keeps what a search finds out about positions: a [`Table`] of [`Node`]s, or `()`, which keeps
/// nothing, for a search without a table.
pub trait Findings<K>: Sync {
    /// Announces that a position will be probed soon.
    fn prefetch(&self, key: K);
    /// Returns what is known of a position.
    fn probe(&self, key: K) -> Option<Finding>;
    /// Stores what was found out about a position, and how much work that took.
    fn store(&self, key: K, finding: Finding, work: Work);
}

impl<K> Findings<K> for () {
    #[inline(always)]
    fn prefetch(&self, _: K) {}
    #[inline(always)]
    fn probe(&self, _: K) -> Option<Finding> {
        None
    }
    #[inline(always)]
    fn store(&self, _: K, _: Finding, _: Work) {}
}

impl<K: Key, P: Policy, S: SlotSize, C: Counters, const V: u32, const D: u32, const M: u32>
    Findings<K> for Table<K, Node<V, D, M>, P, S, C>
{
    #[inline(always)]
    fn prefetch(&self, key: K) {
        Table::prefetch(self, key);
    }
    // Not always inline: a search has one of these on its stack for each ply.
    #[inline]
    fn probe(&self, key: K) -> Option<Finding> {
        Table::probe(self, key).map(Node::finding)
    }
    #[inline]
    fn store(&self, key: K, finding: Finding, work: Work) {
        if let Some(node) = Node::new(finding) {
            Table::store(self, key, node, work.nodes);
        }
    }
}

/// A table whose policy takes the depth as work, as [`AgeAndDepth`](crate::AgeAndDepth) does, and
/// not the number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct ByDepth<T>(pub T);

impl<K, T: Findings<K> + Sync> Findings<K> for ByDepth<&T> {
    #[inline(always)]
    fn prefetch(&self, key: K) {
        self.0.prefetch(key);
    }
    #[inline(always)]
    fn probe(&self, key: K) -> Option<Finding> {
        self.0.probe(key)
    }
    #[inline(always)]
    fn store(&self, key: K, finding: Finding, work: Work) {
        self.0.store(key, finding, Work { nodes: work.depth.into(), ..work });
    }
}
