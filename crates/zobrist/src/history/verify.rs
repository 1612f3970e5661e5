//! Comparison of states: by the hash, or by the whole position.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::key::Key;

/// A comparison of states, which a [`History`](crate::History) uses when two hashes agree.
///
/// [`Trust`] takes equal hashes for equal states; [`Exact`] compares packed
/// positions. Implement it to compare in another way, such as by replaying the game.
pub trait Verify<K: Key> {
    /// The description of a state that is given to a history. It contains at least the hash.
    type State<'a>: Copy;
    /// Returns the hash of a state.
    fn hash(state: Self::State<'_>) -> K;
    /// Keeps the state of the next ply.
    fn push(&mut self, state: Self::State<'_>);
    /// Forgets the state of the last ply.
    fn pop(&mut self);
    /// Forgets all states.
    fn clear(&mut self);
    /// Returns true if the state of an earlier ply is this one. Called only if the hashes are
    /// equal.
    fn same(&self, ply: usize, state: Self::State<'_>) -> bool;
}

/// A [`Verify`] whose states can be kept one by one, for a
/// [`PersistentHistory`](crate::PersistentHistory).
pub trait Keep<K: Key>: Verify<K> + Clone {
    /// The data that is kept of a state besides its hash.
    type Kept: Clone;
    /// Returns the data to keep of a state.
    fn keep(&self, state: Self::State<'_>) -> Self::Kept;
    /// Restores a state from its hash and the data that was kept, as far as
    /// [`hash`](Verify::hash) and [`push`](Verify::push) read it: a restored state is not compared
    /// with others.
    fn state(hash: K, kept: &Self::Kept) -> Self::State<'_>;
    /// Returns true if a kept state is this one. Called only if the hashes are equal.
    fn same_as_kept(kept: &Self::Kept, state: Self::State<'_>) -> bool;
}

/// The comparison of hashes alone: equal hashes are taken for equal states. Costs nothing, and is
/// wrong with a probability of about n² / 2^(b+1) in a game of n states with hashes of b bits: 64
/// bits and 1000 states, 3 · 10⁻¹⁴; 128 bits, 10⁻³³.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trust;

impl<K: Key> Verify<K> for Trust {
    type State<'a> = K;
    #[inline(always)]
    fn hash(state: K) -> K {
        state
    }
    #[inline(always)]
    fn push(&mut self, _: K) {}
    #[inline(always)]
    fn pop(&mut self) {}
    #[inline(always)]
    fn clear(&mut self) {}
    #[inline(always)]
    fn same(&self, _: usize, _: K) -> bool {
        true
    }
}

impl<K: Key> Keep<K> for Trust {
    type Kept = ();
    #[inline(always)]
    fn keep(&self, _: K) {}
    #[inline(always)]
    fn state(hash: K, _: &()) -> K {
        hash
    }
    #[inline(always)]
    fn same_as_kept(_: &(), _: K) -> bool {
        true
    }
}

/// The comparison of packed positions: words (`u64` or `u8`, say) that
/// describe a position completely, the same number for every state. A state is pushed as
/// a pair of its hash and its words. The words of all plies are kept in one vector, and
/// are read only when two hashes agree. If the size of a position is known at compile
/// time, one word that is an array (`Exact<[u64; 3]>`, width 1) is copied fastest.
///
/// ```
/// use zobrist::{Exact, History, Rule, Step};
///
/// let mut history: History<u64, Exact> = History::with(Rule::Positional, Exact::new(1));
/// history.push(Step::Start(1), (7, &[0b00]));
/// history.push(Step::Play(0), (9, &[0b01]));
/// assert_eq!(history.push(Step::Play(1), (7, &[0b10])), None); // 7 by accident
/// assert!(history.push(Step::Play(0), (9, &[0b01])).is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact<W = u64> {
    width: usize,
    words: Vec<W>,
}

impl<W> Exact<W> {
    /// Creates a comparison of positions of `width` words.
    #[must_use]
    pub const fn new(width: usize) -> Exact<W> {
        Exact { width, words: Vec::new() }
    }

    /// Returns the words of the state of a ply, or `None` if there is no such ply. For positions of
    /// width 0 the result is an empty slice for any ply.
    #[must_use]
    pub fn snapshot(&self, ply: usize) -> Option<&[W]> {
        let start = ply.checked_mul(self.width)?;
        self.words.get(start..start.checked_add(self.width)?)
    }
}

impl<K: Key, W: Copy + Eq + 'static> Verify<K> for Exact<W> {
    type State<'a> = (K, &'a [W]);
    #[inline(always)]
    fn hash((hash, _): (K, &[W])) -> K {
        hash
    }
    /// # Panics
    /// When the number of words is not the width.
    #[inline(always)]
    fn push(&mut self, (_, words): (K, &[W])) {
        assert!(
            words.len() == self.width,
            "a snapshot has as many words as the width of its history"
        );
        // A word of known size (an array, perhaps) is copied without a call.
        match words {
            [word] => self.words.push(*word),
            _ => self.words.extend_from_slice(words),
        }
    }
    #[inline(always)]
    fn pop(&mut self) {
        self.words.truncate(self.words.len().saturating_sub(self.width));
    }
    #[inline(always)]
    fn clear(&mut self) {
        self.words.clear();
    }
    /// # Panics
    /// When the number of words is not the width.
    #[inline]
    fn same(&self, ply: usize, (_, words): (K, &[W])) -> bool {
        assert!(
            words.len() == self.width,
            "a snapshot has as many words as the width of its history"
        );
        self.snapshot(ply) == Some(words)
    }
}

impl<K: Key, W: Copy + Eq + 'static> Keep<K> for Exact<W> {
    type Kept = Box<[W]>;
    fn keep(&self, (_, words): (K, &[W])) -> Box<[W]> {
        assert!(
            words.len() == self.width,
            "a snapshot has as many words as the width of its history"
        );
        words.into()
    }
    fn state(hash: K, kept: &Box<[W]>) -> (K, &[W]) {
        (hash, kept)
    }
    fn same_as_kept(kept: &Box<[W]>, (_, words): (K, &[W])) -> bool {
        assert!(
            words.len() == kept.len(),
            "a snapshot has as many words as the width of its history"
        );
        **kept == *words
    }
}
