//! The index of a history: from a hash to the plies that have it.
//!
//! Every state is kept, since a ring or a window of states would miss the repetitions of just those
//! games that have long cycles. An index of four bytes per bucket makes a look-up independent of
//! the length of the game; its chains run from the newest state back, so that taking a move back is
//! one store.

use alloc::vec;

use super::rule::Tag;
use super::{
    Entry, History, Link, MAX_PLIES, MAX_SCANNED, MIN_BUCKETS_PER_PLY, Recurrence, Verify,
};
use crate::key::Key;

impl<K: Key, V: Verify<K>> History<K, V> {
    /// Finds the last ply of a state, from `horizon` on, at which the rule counted it.
    #[inline(always)]
    pub(super) fn find(&self, tag: Tag, state: V::State<'_>, horizon: u32) -> Link {
        if self.indexed < self.entries.len() {
            let first = self.indexed.max(horizon as usize);
            if let Some(link) = self.find_in_list(first, tag, state) {
                return link;
            }
        }
        let hash = V::hash(state);
        let mut next = self.buckets.get(self.bucket(hash)).copied().unwrap_or(0);
        while next > horizon {
            let ply = next - 1;
            let entry = &self.entries[ply as usize];
            if entry.hash == hash
                && self.masks.same_state(entry.tag, tag)
                && self.verify.same(ply as usize, state)
            {
                return self.next_link(ply);
            }
            next = match entry.tag.is_recurrent() {
                true => self.recurrences[entry.before as usize].before,
                false => entry.before,
            };
        }
        Link { count: 1, earlier: 0 }
    }

    /// Finds the last ply of a state from `first` on without the index. The step need not be
    /// counted.
    pub(super) fn link_since(&self, first: usize, tag: Tag, state: V::State<'_>) -> Link {
        debug_assert!(self.entries.len() - first <= MAX_SCANNED);
        if !self.masks.counts(tag) {
            return self.link(tag, state, self.horizon());
        }
        let first = first.max(self.horizon() as usize);
        self.find_in_list(first, tag, state).unwrap_or(Link { count: 1, earlier: 0 })
    }

    fn find_in_list(&self, first: usize, tag: Tag, state: V::State<'_>) -> Option<Link> {
        let hash = V::hash(state);
        let entries = self.entries.get(first..)?;
        let back = entries.iter().enumerate().rev().find(|(at, entry)| {
            entry.hash == hash
                && self.masks.counts(entry.tag)
                && self.masks.same_state(entry.tag, tag)
                && self.verify.same(first + at, state)
        });
        back.map(|(at, _)| self.next_link((first + at) as u32))
    }

    /// The link of the next occurrence of the state of this ply.
    fn next_link(&self, earlier: u32) -> Link {
        Link { count: self.link_of(earlier as usize).count + 1, earlier }
    }

    /// Appends a state; `before` is the entry of the index that it replaces.
    #[inline(always)]
    pub(super) fn append(&mut self, tag: Tag, state: V::State<'_>, before: u32) {
        self.verify.push(state);
        if self.entries.len() == self.entries.capacity() {
            self.make_room();
        }
        self.entries.push(Entry { hash: V::hash(state), before, tag });
    }

    /// Makes room for at least one more ply, and never for more than [`MAX_PLIES`].
    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        let plies = self.entries.len();
        assert!(plies < MAX_PLIES, "a history has at most 2^32 - 2 plies");
        self.entries.reserve_exact(growth(plies));
    }

    /// Appends a state that may recur.
    #[inline(always)]
    pub(super) fn append_linked(&mut self, tag: Tag, state: V::State<'_>, link: Link, before: u32) {
        if link.count > 1 {
            self.append(tag.recurrent(), state, self.recurrences.len() as u32);
            self.recurrences.push(Recurrence { before, link });
        } else {
            self.append(tag, state, before);
        }
    }

    /// Appends a state whose occurrences so far are known.
    pub(super) fn append_known(&mut self, tag: Tag, state: V::State<'_>, link: Link) {
        let mut before = 0;
        if self.masks.counts(tag) {
            self.bring_index_up();
            before = self.index_next(V::hash(state));
        }
        self.append_linked(tag, state, link, before);
    }

    /// Puts the next state, which is counted, into the index, which holds all the
    /// others. Returns the state before it in its bucket.
    #[inline(always)]
    pub(super) fn index_next(&mut self, hash: K) -> u32 {
        let ply = self.entries.len();
        if MIN_BUCKETS_PER_PLY * ply >= self.buckets.len() {
            self.grow();
        }
        self.indexed = ply + 1;
        let bucket = self.bucket(hash);
        core::mem::replace(&mut self.buckets[bucket], ply as u32 + 1)
    }

    /// Puts all states into the index.
    #[inline(always)]
    pub(super) fn bring_index_up(&mut self) {
        if self.indexed < self.entries.len() {
            self.index_the_rest();
        }
    }

    #[cold]
    #[inline(never)]
    fn index_the_rest(&mut self) {
        let plies = self.entries.len();
        if MIN_BUCKETS_PER_PLY * plies > self.buckets.len() {
            return self.grow();
        }
        for ply in self.indexed..plies {
            self.put(ply);
        }
        self.indexed = plies;
    }

    /// Makes up to twice as many buckets as needed, and puts every state into its own.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let plies = self.entries.len();
        self.buckets = vec![0; buckets_for(plies)];
        self.shift = 64 - self.buckets.len().trailing_zeros();
        for ply in 0..plies {
            self.put(ply);
        }
        self.indexed = plies;
    }

    fn put(&mut self, ply: usize) {
        let Entry { hash, tag, .. } = self.entries[ply];
        if self.masks.counts(tag) {
            self.put_into_bucket(ply, hash);
        }
    }

    #[inline(always)]
    fn put_into_bucket(&mut self, ply: usize, hash: K) {
        let bucket = self.bucket(hash);
        let before = core::mem::replace(&mut self.buckets[bucket], ply as u32 + 1);
        let entry = &mut self.entries[ply];
        match entry.tag.is_recurrent() {
            true => self.recurrences[entry.before as usize].before = before,
            false => entry.before = before,
        }
    }

    /// The bucket of a hash, by multiplication, so that hashes need not be random in
    /// every bit.
    #[inline(always)]
    pub(super) fn bucket(&self, hash: K) -> usize {
        let word = hash.to_word();
        let folded = word as u64 ^ (word >> 64) as u64;
        (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }
}

/// The number of plies to make room for if there is none left: as many as there are, up to
/// [`MAX_PLIES`] in all.
fn growth(plies: usize) -> usize {
    plies.max(16).min(MAX_PLIES - plies)
}

/// The smallest number of buckets that leaves room for one more ply.
fn buckets_for(plies: usize) -> usize {
    (MIN_BUCKETS_PER_PLY * plies + 1).next_power_of_two().max(256)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Rule, Step};

    /// The figure in the docs of `History`, for both ways into the index.
    #[test]
    fn an_index_takes_16_to_32_bytes_a_ply() {
        for plies in 65..600_usize {
            for put_off in [false, true] {
                let mut history = History::<u64>::new(Rule::Positional);
                for ply in 0..plies {
                    let first = if put_off { ply } else { 0 };
                    history.push_since(first, Step::Play(0), ply as u64 * 0x9e37_79b9);
                }
                history.bring_index_up();
                let bytes = history.buckets.len() * size_of::<u32>();
                assert!((16 * plies..=32 * plies).contains(&bytes), "{plies}: {bytes}, {put_off}");
            }
        }
    }

    #[test]
    fn room_grows_to_the_last_ply() {
        assert_eq!(MAX_PLIES as u64, (1 << 32) - 2);
        let growths = [0, 16, 100, MAX_PLIES / 2, MAX_PLIES / 2 + 9, MAX_PLIES - 3].map(growth);
        let half = MAX_PLIES / 2;
        assert_eq!(growths, [16, 16, 100, half, half - 9, 3]);
    }
}
