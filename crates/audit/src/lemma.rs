//! Labels and digests of keys, and the lemma that says which sums must be compared.
//!
//! Write λ(A) for the sum of the labels, k bits, of a set A of keys. Labels are linear
//! functions of keys, so λ(D) = 0 for a dependency D.
//!
//! **Lemma.** Let D be a dependency of different keys.
//! 1. If |D| = 7 or 8 and k ≤ 3, some four keys of D have λ = 0; if |D| = 6, some two; if
//!    |D| = 5, some one or two.
//! 2. If |D| = 9, some four keys of D have λ = 0 provided that k ≤ 3; or k = 4 and no more
//!    than two keys have the label 0; or k = 5 and no key has the label 0.
//!
//! The other keys of D, three to five, then have λ = 0 too. So for weight 9 it suffices to
//! compare sums of four keys with sums of five where both have λ = 0. For all weights up to 8
//! it suffices to compare with each other the sums of up to four keys, the empty sum among
//! them, that have λ = 0: of four keys or fewer, D itself is such a set, and so is ∅.
//!
//! **Proof.** Let E be the subsets of D with an even number of keys. Under symmetric
//! difference, which is their addition, they are a vector space over GF(2) of dimension
//! |D| − 1, and λ is linear on it. So its kernel M in E has a dimension m ≥ |D| − 1 − k. Let
//! q(A) be |A|/2 mod 2. As |A + B| = |A| + |B| − 2|A ∩ B|, we have
//! q(A + B) = q(A) + q(B) + |A ∩ B| mod 2, where the last term, β(A, B), is bilinear with
//! β(A, A) = 0: q is a quadratic form, with q(A) = 0 when |A| is 0, 4 or 8.
//!
//! *A quadratic form on m dimensions has at least 2^(m−2) zeros.* Let S = Σ (−1)^q(A) over
//! all A in M, so that there are (2^m + S)/2 zeros. Then S² = Σ (−1)^(q(A) + q(A + B)) over all
//! A and B, which is Σ over B of (−1)^q(B) · Σ over A of (−1)^β(A, B). The inner sum is 2^m
//! if β(A, B) = 0 for all A, and otherwise 0. The B of the first kind are a subspace R, of
//! dimension r, on which q is linear; so S² = 2^m · (2^r or 0). The rank m − r of an
//! alternating form is even. If r = m then q is linear on M and S ≥ 0. Otherwise r ≤ m − 2
//! and S ≥ −2^(m−1). In both cases (2^m + S)/2 ≥ 2^(m−2). ∎
//!
//! *Eight keys.* m ≥ 7 − 3, so there are at least four zeros of q. ∅ and D are two; another
//! has four keys.
//!
//! *Seven keys.* Add a zero key. Four of the eight keys have λ = 0, and so have the other four: one
//! of these two sets does not contain the zero key.
//!
//! *Six keys.* Six labels of three bits that sum to zero are not all different: all eight sum
//! to zero, so the two that are missing would be equal. Two keys of one label have λ = 0.
//!
//! *Five keys.* Add a zero key. Two of the six keys have one label: two keys of D, or one key of D
//! whose label is that of the zero key, 0.
//!
//! *Nine keys.* m ≥ 8 − k, so there are at least 2^(6−k) zeros of q. One is ∅; the others
//! have four or eight keys. A set of eight with λ = 0 leaves one key, of label 0. If four keys
//! have the label 0 we are done. So let z ≤ 3 have it, and there are z sets of eight:
//! another zero is there, of four keys, if 2^(6−k) > 1 + z. For k = 3 this is 8 > 1 + z; for
//! k = 4 it is 4 > 1 + z; for k = 5 it is 2 > 1 + z. ∎
//!
//! That no key has the label 0 in five bits is achieved by choice: the first bit is chosen so
//! that as many independent keys as possible have a one in it, with half of the others following
//! by chance, and each next bit likewise for the keys that have only zeros so far. Four bits
//! suffice for hundreds of keys of 64 bits.

use alloc::vec::Vec;

use zobrist::gf2::Basis;
use zobrist::source::SplitMix64;

/// The bits of a digest, which distinguishes sums with the same label. Most of the search compares
/// only the low half.
const DIGEST_BITS: usize = 64;

/// Linear functions of keys, one bit each: the parity of the key under a mask.
#[derive(Clone, Debug)]
pub(crate) struct Coordinates {
    /// The first are those of the lemma.
    label: Vec<u128>,
    digest: Vec<u128>,
    /// The number of bits of the label that are conditions for weight 9.
    conditions_of_nine: u32,
}

impl Coordinates {
    /// Makes coordinates for different keys that are not zero, with labels of `bits` bits or as
    /// many as the keys have independent ones.
    pub(crate) fn new(keys: &[u128], bits: u32) -> Coordinates {
        let mut span = Basis::new();
        // Masks of bits that determine a key, so that different masks are different functions of
        // the keys.
        let places = pivots(keys);
        let mut random = SplitMix64::new(0x6465_7065_6e64);
        let mut draw = || {
            let high = u128::from(random.next_u64()) << 64;
            (high | u128::from(random.next_u64())) & places
        };
        let max = bits.min(places.count_ones()) as usize;
        let mut label = Vec::new();
        let mut unlabeled: Vec<u128> = keys.to_vec();
        let mut zeros = Vec::new();
        while label.len() < max {
            let mask = if label.len() < 5 { odd_on(&unlabeled, &places, draw()) } else { draw() };
            if span.insert(mask) {
                unlabeled.retain(|key| !parity(key & mask));
                zeros.push(unlabeled.len());
                label.push(mask);
            }
        }
        let without = |k: usize| zeros.get(k - 1).copied().unwrap_or(usize::MAX);
        let conditions_of_nine = if without(5) == 0 {
            5
        } else if without(4) <= 2 {
            4
        } else {
            3.min(label.len() as u32)
        };
        let mut digest = Vec::new();
        while digest.len() < DIGEST_BITS {
            let mask = draw();
            // Independent masks as long as there are some.
            if span.insert(mask) || span.rank() == places.count_ones() {
                digest.push(mask);
            }
        }
        Coordinates { label, digest, conditions_of_nine }
    }

    /// The lemma's k for a weight: the number of bits of a label that must be zero. Below weight 7,
    /// this holds only for the comparison of all sums of up to four keys.
    pub(crate) fn conditions(&self, weight: u32) -> u32 {
        match weight {
            1..=8 => 3.min(self.label.len() as u32),
            9 => self.conditions_of_nine,
            _ => 0,
        }
    }

    /// The masks of the label's bits.
    pub(crate) fn masks(&self) -> &[u128] {
        &self.label
    }

    pub(crate) fn label(&self, key: u128) -> u32 {
        image(&self.label, key) as u32
    }

    pub(crate) fn digest(&self, key: u128) -> u64 {
        image(&self.digest, key)
    }
}

fn parity(word: u128) -> bool {
    word.count_ones() % 2 == 1
}

fn image(masks: &[u128], key: u128) -> u64 {
    (0..).zip(masks).fold(0, |image, (bit, mask)| image | u64::from(parity(key & mask)) << bit)
}

/// A mask of bits that determine a key, as many as the rank of the keys.
fn pivots(keys: &[u128]) -> u128 {
    reduced(keys.iter().map(|key| (*key, false))).iter().fold(0, |all, row| all | leading(row.0))
}

fn leading(word: u128) -> u128 {
    1 << (127 - word.leading_zeros())
}

/// A mask within `places` under which as many of the keys as possible, from the first on, are
/// odd. Bits that they do not determine are taken from `random`.
fn odd_on(keys: &[u128], places: &u128, random: u128) -> u128 {
    let rows = reduced(keys.iter().map(|key| (key & places, true)));
    // One equation per row: mask & row has the parity on its right side. Its leading bit is in
    // no other row.
    let open = random & rows.iter().fold(*places, |open, row| open & !leading(row.0));
    rows.iter().fold(
        open,
        |mask, (row, odd)| {
            if parity(open & row) != *odd { mask | leading(*row) } else { mask }
        },
    )
}

/// The reduced row echelon form of rows with a right side; those that depend on earlier
/// ones are left out.
fn reduced(rows: impl Iterator<Item = (u128, bool)>) -> Vec<(u128, bool)> {
    let mut echelon: Vec<(u128, bool)> = Vec::new();
    for (mut row, mut side) in rows {
        for (other, its_side) in &echelon {
            if row & leading(*other) != 0 {
                row ^= other;
                side ^= its_side;
            }
        }
        if row == 0 {
            continue;
        }
        for (other, its_side) in &mut echelon {
            if *other & leading(row) != 0 {
                *other ^= row;
                *its_side ^= side;
            }
        }
        echelon.push((row, side));
    }
    echelon
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True if every multiset of `count` labels of k bits that sums to zero, with at most
    /// `zeros` zeros, contains a subset that sums to zero and has one of the `sizes`.
    fn holds(k: u32, count: usize, zeros: usize, sizes: &[u32]) -> bool {
        fn every(
            k: u32,
            left: usize,
            least: u32,
            labels: &mut Vec<u32>,
            zeros: usize,
            sizes: &[u32],
        ) -> bool {
            if left == 0 {
                return labels.iter().fold(0, |sum, label| sum ^ label) != 0
                    || labels.iter().filter(|label| **label == 0).count() > zeros
                    || some(labels, sizes);
            }
            (least..1 << k).all(|label| {
                labels.push(label);
                let all = every(k, left - 1, label, labels, zeros, sizes);
                labels.pop();
                all
            })
        }
        every(k, count, 0, &mut Vec::new(), zeros, sizes)
    }

    fn some(labels: &[u32], sizes: &[u32]) -> bool {
        let sets = (0..1_u32 << labels.len()).filter(|set| sizes.contains(&set.count_ones()));
        let sum = |set: u32| {
            let those = (0..labels.len()).filter(|place| set >> place & 1 == 1);
            those.fold(0, |sum, place| sum ^ labels[place])
        };
        sets.into_iter().any(|set| sum(set) == 0)
    }

    #[test]
    fn the_lemma_holds_for_all_labels_of_few_bits() {
        assert!(holds(3, 5, 5, &[1, 2]));
        assert!(holds(3, 6, 6, &[2]));
        assert!(holds(3, 7, 7, &[4]));
        assert!(holds(3, 8, 8, &[4]));
        assert!(holds(3, 9, 9, &[4]));
        assert!(holds(4, 9, 2, &[4]));
    }

    #[test]
    fn stronger_statements_are_false() {
        assert!(!holds(3, 5, 5, &[2]));
        assert!(!holds(4, 5, 5, &[1, 2]));
        assert!(!holds(4, 6, 6, &[2]));
        assert!(!holds(4, 7, 7, &[4]));
        assert!(!holds(4, 8, 8, &[4]));
        // One label zero is too many for five bits.
        assert!(!some(&[0, 16, 16, 16, 17, 18, 20, 24, 31], &[4]));
    }

    #[test]
    fn the_lemma_holds_for_random_labels_of_five_bits() {
        let mut random = SplitMix64::new(1);
        for _ in 0..200_000 {
            let draws = random.next_u64();
            let mut labels: Vec<u32> = (0..8).map(|i| 1 + (draws >> (8 * i)) as u32 % 31).collect();
            labels.push(labels.iter().fold(0, |sum, label| sum ^ label));
            assert!(labels[8] == 0 || some(&labels, &[4]), "{labels:?}");
        }
    }

    #[test]
    fn no_key_has_the_label_zero_in_five_bits() {
        for (keys, bits, seed) in [(781, 64, 1), (781, 64, 2), (1000, 128, 3), (63, 16, 4)] {
            let mut random = SplitMix64::new(seed);
            let mut draw = || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            let keys: Vec<u128> = (0..keys).map(|_| draw() >> (128 - bits)).collect();
            let coordinates = Coordinates::new(&keys, 16);
            assert_eq!(coordinates.conditions(9), 5);
            assert!(keys.iter().all(|key| coordinates.label(*key) & 0x1f != 0));
        }
    }

    #[test]
    fn labels_and_digests_distinguish_keys() {
        let keys: Vec<u128> = (1..256).map(|key| key * 0x0101_0001).collect();
        let coordinates = Coordinates::new(&keys, 3);
        let mut images: Vec<(u32, u64)> =
            keys.iter().map(|key| (coordinates.label(*key), coordinates.digest(*key))).collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 255);
        assert_eq!(coordinates.conditions(9), 3);
        assert_eq!(Coordinates::new(&[5], 9).masks().len(), 1);
    }
}
