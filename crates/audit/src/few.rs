//! Sums of two keys or fewer, in the order of their labels.

use alloc::vec::Vec;

use crate::fours::{Key, Seen};

/// The sets of two keys, of one, and of none, whose labels are 0 in the lemma's bits.
#[derive(Clone, Debug)]
pub(crate) struct Few {
    sets: Vec<Set>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Set {
    label: u32,
    pub(crate) seen: Seen,
    members: [u16; 2],
    size: u8,
}

/// About how many bytes they take.
pub(crate) fn bytes(pairs: u128) -> u128 {
    // An eighth is kept, in a vector that has grown by doubling.
    (pairs >> 2) * size_of::<Set>() as u128
}

impl Few {
    /// Keeps the sets whose labels are 0 in the lowest `conditions` bits.
    pub(crate) fn new(keys: &[Key], conditions: u32) -> Few {
        let numbered = || (0..).zip(keys);
        let ones = numbered().map(|key| Set::NONE.with(key));
        let twos = ones.clone().flat_map(|one| {
            let later = numbered().skip(usize::from(one.members[0]) + 1);
            later.map(move |key| one.with(key))
        });
        let all = core::iter::once(Set::NONE).chain(ones.clone()).chain(twos);
        let mut sets: Vec<Set> =
            all.filter(|set| set.label & ((1 << conditions) - 1) == 0).collect();
        sets.sort_unstable_by_key(|set| set.label);
        Few { sets }
    }

    /// The sets that have the label.
    pub(crate) fn labelled(&self, label: u32) -> &[Set] {
        let start = self.sets.partition_point(|set| set.label < label);
        let len = self.sets[start..].partition_point(|set| set.label == label);
        &self.sets[start..start + len]
    }
}

impl Set {
    const NONE: Set = Set { label: 0, seen: (0, 0), members: [0; 2], size: 0 };

    pub(crate) fn members(&self) -> &[u16] {
        &self.members[..usize::from(self.size)]
    }

    fn with(mut self, (index, key): (u16, &Key)) -> Set {
        self.label ^= key.label;
        self.seen = (self.seen.0 ^ key.seen.0, self.seen.1 ^ key.seen.1);
        self.members[usize::from(self.size)] = index;
        self.size += 1;
        self
    }
}
