//! The different keys of a scheme, with the features that have them.

use zobrist::{Feature, Key, gf2};

/// The different keys of a scheme that are not zero, each with the features that have it. A place
/// is the number of a key among them.
pub(crate) struct Distinct<K> {
    keys: Vec<K>,
    members: Vec<Vec<Feature>>,
    zeros: Vec<Feature>,
    bits: u32,
}

impl<K: Key> Distinct<K> {
    /// Groups the keys of a layout, in slot order. `is_linear` is true if they combine by XOR.
    pub(crate) fn new(keys: &[K], is_linear: bool) -> Distinct<K> {
        let mut sorted: Vec<(K, usize)> = keys.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let (mut zeros, mut groups) = (Vec::new(), Vec::new());
        for group in sorted.chunk_by(|one, other| one.0 == other.0) {
            let features: Vec<Feature> =
                group.iter().map(|(_, slot)| Feature::from_slot(*slot)).collect();
            if group[0].0 == K::ZERO {
                zeros = features;
            } else {
                groups.push((group[0].0, features));
            }
        }
        groups.sort_unstable_by_key(|(_, features)| features[0]);
        let rank = gf2::rank(keys);
        let width = keys.iter().fold(0, |all, key| all | key.to_word()).count_ones();
        let (keys, members) = groups.into_iter().unzip();
        Distinct { keys, members, zeros, bits: if is_linear { rank } else { width } }
    }

    /// The keys, by place.
    pub(crate) fn keys(&self) -> &[K] {
        &self.keys
    }

    /// The features with the key of a place, one at least.
    pub(crate) fn members(&self, place: usize) -> &[Feature] {
        &self.members[place]
    }

    /// The features with a key; none for zero.
    pub(crate) fn members_of(&self, key: K) -> &[Feature] {
        let place = self.keys.iter().position(|other| *other == key);
        place.map_or(&[], |place| self.members(place))
    }

    /// The features whose keys are zero.
    pub(crate) fn zeros(&self) -> &[Feature] {
        &self.zeros
    }

    /// The number of bits by which hashes can differ.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_have_one_place() {
        let distinct = Distinct::new(&[6_u64, 0, 3, 6, 5], true);
        let feature = Feature::from_slot;
        assert_eq!(distinct.keys(), [6, 3, 5]);
        assert_eq!(distinct.members(0), [feature(0), feature(3)]);
        assert_eq!(distinct.members_of(5), [feature(4)]);
        assert_eq!(distinct.members_of(0), []);
        assert_eq!(distinct.zeros(), [feature(1)]);
        // The third is the sum of the others.
        assert_eq!(distinct.bits(), 2);
        assert_eq!(Distinct::new(&[6_u64, 0, 3, 6, 5], false).bits(), 3);
    }
}
