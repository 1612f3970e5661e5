//! Explaining the difference between two hashes whose features are not known.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use crate::key::Key;
use crate::layout::Feature;

/// An index of the sums of keys that finds the one to four features by which two hashes differ.
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
/// assert_eq!(differences.explain(wrong, right, 4), Some(vec![STONE.at(9), STONE.at(10)]));
/// ```
#[derive(Clone)]
pub struct Differences<K> {
    /// The difference that each feature makes, sorted: its key if it comes and its negative if it
    /// leaves, which are equal under XOR.
    ones: Vec<(K, Feature)>,
    /// The differences that two features make, sorted.
    twos: Vec<(K, [Feature; 2])>,
    /// For each value of some bits, true if a difference of two features has it. Most sums are
    /// none, and are told so without a search.
    is_two: Vec<u64>,
}

/// Shows the numbers of differences, and not the keys.
impl<K> Debug for Differences<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Differences")
            .field("of_one", &self.ones.len())
            .field("of_two", &self.twos.len())
            .finish_non_exhaustive()
    }
}

/// The number of bits that [`Differences::is_two`] looks at.
const FILTER_BITS: u32 = 23;

/// The place of a key in the filter: a word and a bit.
fn place<K: Key>(key: K) -> (usize, u32) {
    let word = key.to_word();
    let mixed = ((word >> 64) as u64 ^ word as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bits = mixed >> (64 - FILTER_BITS);
    ((bits >> 6) as usize, bits as u32 & 63)
}

impl<K: Key> Differences<K> {
    /// Creates the index of the `n` keys of a layout, in slot order.
    ///
    /// Costs O(n² log n) time, and memory for all pairs, each a key and two slots, and 1 MiB: n (n
    /// − 1) / 2 where keys combine by XOR, and four times as many where they add, as for
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
        let mut is_two = vec![0; 1 << (FILTER_BITS - 6)];
        for (key, _) in &twos {
            let (word, bit) = place(*key);
            is_two[word] |= 1 << bit;
        }
        Differences { ones, twos, is_two }
    }

    /// Returns the smallest set of up to `most` features that makes up the difference between two
    /// hashes, in slot order: each has come or left. The set is empty when the hashes are equal;
    /// the result is `None` when no such set makes up the difference. More than four features are
    /// never found.
    ///
    /// Of 800 features, sets of three have 10⁸ sums and sets of four 2·10¹⁰: with keys of 32 bits
    /// three make up one of fifty differences by chance, and four make up any. With 64 bits that
    /// never happens in practice. Costs n log n up to three features, and n² for
    /// four.
    pub fn explain(&self, a: K, b: K, most: usize) -> Option<Vec<Feature>> {
        let difference = a.minus(b);
        if difference == K::ZERO {
            return Some(Vec::new());
        }
        let mut features = (1..=most).find_map(|features| match features {
            1 => self.one(difference),
            2 => self.two(difference),
            3 => self.three(difference),
            4 => self.four(difference),
            _ => None,
        })?;
        features.sort_unstable();
        Some(features)
    }

    /// Returns the sets of exactly `size` features, 1 to 4, that make up the difference between two
    /// hashes: each has come or left. Each set is in slot order, and the sets are sorted. There are
    /// none of another size.
    ///
    /// Keys that are zero, equal or sums of others have several. After `limit` of them have been
    /// found, the search ends, so that some may be missing. Costs n log n up to three features, and
    /// n² for four.
    ///
    /// ```
    /// use zobrist::{Differences, Feature};
    ///
    /// let differences = Differences::new(&[3_u64, 5, 6, 8, 5]);
    /// let feature = Feature::from_slot;
    /// assert_eq!(differences.explain_all(5, 0, 1, 9), [[feature(1)], [feature(4)]]);
    /// assert_eq!(differences.explain_all(5, 0, 2, 9), [[feature(0), feature(2)]]);
    /// ```
    pub fn explain_all(&self, a: K, b: K, size: usize, limit: usize) -> Vec<Vec<Feature>> {
        let difference = a.minus(b);
        // A set is found once for each of its features or pairs, at most six times.
        let limit = limit.saturating_mul(6);
        let mut found: Vec<Vec<Feature>> = match size {
            1 => all_of(&self.ones, difference).map(|feature| vec![feature]).take(limit).collect(),
            2 => self.pairs(difference).map(Vec::from).take(limit).collect(),
            3 => {
                let with = |(key, feature): &(K, Feature)| {
                    let (feature, others) = (*feature, self.pairs(difference.minus(*key)));
                    let others = others.filter(move |others| !others.contains(&feature));
                    others.map(move |[a, b]| vec![a, b, feature])
                };
                self.ones.iter().flat_map(with).take(limit).collect()
            }
            4 => {
                let with = |(key, [a, b]): &(K, [Feature; 2])| {
                    let (a, b) = (*a, *b);
                    let others = self.pairs(difference.minus(*key));
                    let others = others.filter(move |others| !others.contains(&a));
                    let others = others.filter(move |others| !others.contains(&b));
                    others.map(move |[c, d]| vec![a, b, c, d])
                };
                self.some_pairs().flat_map(with).take(limit).collect()
            }
            _ => Vec::new(),
        };
        found.iter_mut().for_each(|features| features.sort_unstable());
        found.sort_unstable();
        found.dedup();
        found
    }

    fn one(&self, difference: K) -> Option<Vec<Feature>> {
        all_of(&self.ones, difference).next().map(|feature| [feature].into())
    }

    fn two(&self, difference: K) -> Option<Vec<Feature>> {
        self.pairs(difference).next().map(Vec::from)
    }

    fn three(&self, difference: K) -> Option<Vec<Feature>> {
        self.ones.iter().find_map(|(key, feature)| {
            let mut others = self.pairs(difference.minus(*key));
            let [a, b] = others.find(|others| !others.contains(feature))?;
            Some([a, b, *feature].into())
        })
    }

    fn four(&self, difference: K) -> Option<Vec<Feature>> {
        self.some_pairs().find_map(|(key, [a, b])| {
            let mut others = self.pairs(difference.minus(*key));
            let [c, d] = others.find(|others| !others.contains(a) && !others.contains(b))?;
            Some([*a, *b, c, d].into())
        })
    }

    /// The pairs of which any four features have one: two of any four slots have the same remainder
    /// by three, so that a third of all pairs is enough.
    fn some_pairs(&self) -> impl Iterator<Item = &(K, [Feature; 2])> {
        self.twos.iter().filter(|(_, [a, b])| a.slot() % 3 == b.slot() % 3)
    }

    /// The pairs of features that make a difference.
    fn pairs(&self, difference: K) -> impl Iterator<Item = [Feature; 2]> {
        let (word, bit) = place(difference);
        let twos: &[_] = if self.is_two[word] >> bit & 1 == 1 { &self.twos } else { &[] };
        all_of(twos, difference)
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
