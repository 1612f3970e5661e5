//! Which states a game has been through, to count repetitions.

use alloc::vec::Vec;

/// The hashes of the states of one game in order, the current one last.
///
/// Two states are taken for equal when their hashes are. A state before an
/// irreversible move cannot come back, so a look back ends there; its cost is
/// the number of states since.
///
/// ```
/// use zobrist::History;
///
/// let mut history = History::new();
/// history.push(11_u64);
/// history.push(12);
/// history.push(11);
/// assert_eq!(history.count(), 2);
/// assert!(history.seen());
///
/// history.push_irreversible(13);
/// assert!(!history.seen());
/// history.pop();
/// assert_eq!(history.count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History<K> {
    hashes: Vec<K>,
    /// The positions in `hashes` of states that an irreversible move led to.
    irreversible: Vec<usize>,
}

impl<K: Copy + Eq> History<K> {
    /// Of a game that has no state yet.
    pub const fn new() -> History<K> {
        History { hashes: Vec::new(), irreversible: Vec::new() }
    }

    /// A move leads to the state of this hash; so does the start of the game.
    pub fn push(&mut self, hash: K) {
        self.hashes.push(hash);
    }

    /// A move after which no earlier state can come back leads to the state of
    /// this hash: a capture, a pawn move, the loss of a castling right.
    pub fn push_irreversible(&mut self, hash: K) {
        self.irreversible.push(self.hashes.len());
        self.hashes.push(hash);
    }

    /// Takes the last move back and gives the hash of the state that it had led
    /// to; `None` when there is none left.
    pub fn pop(&mut self) -> Option<K> {
        let hash = self.hashes.pop()?;
        if self.irreversible.last() == Some(&self.hashes.len()) {
            self.irreversible.pop();
        }
        Some(hash)
    }

    /// How often the current state has stood since the last irreversible move,
    /// this time included; 0 when there is no state.
    pub fn count(&self) -> usize {
        let reversible = self.since_irreversible();
        reversible.last().map_or(0, |current| reversible.iter().filter(|h| *h == current).count())
    }

    /// Whether the current state has stood before since the last irreversible
    /// move.
    pub fn seen(&self) -> bool {
        self.since_irreversible().split_last().is_some_and(|(current, rest)| rest.contains(current))
    }

    /// The hash of the current state.
    pub fn current(&self) -> Option<K> {
        self.hashes.last().copied()
    }

    /// The hashes of all states, the first one first.
    pub fn as_slice(&self) -> &[K] {
        &self.hashes
    }

    /// The hashes since the last irreversible move, the state that it led to
    /// included.
    pub fn since_irreversible(&self) -> &[K] {
        &self.hashes[self.irreversible.last().copied().unwrap_or(0)..]
    }
}
