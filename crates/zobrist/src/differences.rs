//! Explaining the difference between two hashes whose features are not known.

use alloc::vec::Vec;

use crate::key::Group;
use crate::layout::Feature;

/// An index of the sums of keys that finds the one to three features by which two hashes differ.
///
/// For hashes that another program computed, whose features are not known.
///
/// ```
/// use zobrist::{Differences, KeyTable, Kind, Layout, Source};
///
/// const STONE: Kind = Kind::first("stone", 18);
/// const LAYOUT: Layout = STONE.layout();
/// // Seed 1, room for 64 features.
/// static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(1, 64).table_u64(LAYOUT);
///
/// let wrong = KEYS[STONE.at(3)] ^ KEYS[STONE.at(9)];
/// let right = KEYS[STONE.at(3)] ^ KEYS[STONE.at(10)];
/// let differences = Differences::new(KEYS.as_slice());
/// assert_eq!(differences.explain(wrong, right), Some(vec![STONE.at(9), STONE.at(10)]));
/// ```
#[derive(Clone, Debug)]
pub struct Differences<K> {
    /// The difference that each feature makes, sorted: its key if it comes and its negative if it
    /// leaves, which are equal under XOR.
    ones: Vec<(K, Feature)>,
    /// The differences that two features make, sorted.
    twos: Vec<(K, [Feature; 2])>,
}

impl<K: Group + Ord> Differences<K> {
    /// Creates the index of the `n` keys of a layout, in slot order.
    ///
    /// Costs O(n² log n) time, and memory for all pairs, each a key and two slots: n (n − 1) / 2
    /// where keys combine by XOR, and four times as many where they add, as for
    /// [`Sum48`](crate::Sum48), since a key then differs from its negative. 18 features have 153
    /// pairs by XOR and 612 by addition.
    pub fn new(keys: &[K]) -> Differences<K> {
        let mut ones = Vec::with_capacity(keys.len());
        for (slot, key) in keys.iter().enumerate() {
            ones.push((*key, Feature::from_slot(slot)));
            let negative = K::ZERO.minus(*key);
            if negative != *key {
                ones.push((negative, Feature::from_slot(slot)));
            }
        }
        let mut twos = Vec::with_capacity(ones.len() * ones.len() / 2);
        for (index, (key, feature)) in ones.iter().enumerate() {
            for (other_key, other) in &ones[..index] {
                if feature != other {
                    twos.push((key.plus(*other_key), [*other, *feature]));
                }
            }
        }
        ones.sort_unstable();
        twos.sort_unstable();
        Differences { ones, twos }
    }

    /// Returns the smallest set of features that makes up the difference between two hashes, in
    /// slot order: each has come or left. The set is empty when the hashes are equal; the result
    /// is `None` when no set of up to three features makes up the difference.
    ///
    /// With keys of 32 bits, three features of a layout of 800 do so by chance once in
    /// fifty differences; with 64 bits, never in practice. Costs n log n.
    pub fn explain(&self, a: K, b: K) -> Option<Vec<Feature>> {
        let difference = a.minus(b);
        if difference == K::ZERO {
            return Some(Vec::new());
        }
        if let Some(feature) = all_of(&self.ones, difference).next() {
            return Some([feature].into());
        }
        let mut features = all_of(&self.twos, difference).next().map(Vec::from).or_else(|| {
            self.ones.iter().find_map(|(key, feature)| {
                let mut others = all_of(&self.twos, difference.minus(*key));
                let [a, b] = others.find(|others| !others.contains(feature))?;
                Some([a, b, *feature].into())
            })
        })?;
        features.sort_unstable();
        Some(features)
    }
}

/// The values of all entries that have a key.
fn all_of<K: Ord, T: Copy>(sorted: &[(K, T)], wanted: K) -> impl Iterator<Item = T> {
    let first = sorted.partition_point(|(key, _)| *key < wanted);
    sorted[first..].iter().take_while(move |(key, _)| *key == wanted).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Sum48;
    use crate::layout::Kind;
    use crate::source::Source;

    #[test]
    fn pairs_as_documented() {
        const STONE: Kind = Kind::first("stone", 18);
        let source = Source::bch(1, 64);
        let xor = Differences::new(source.keys::<u64>(STONE.layout()).as_slice());
        let sum = Differences::new(source.keys::<Sum48>(STONE.layout()).as_slice());
        assert_eq!((xor.twos.len(), sum.twos.len()), (153, 612));
    }
}
