//! The spread of keys: statistics that find mistakes, such as a seed that gives a number twice.
//!
//! Statistics do not find the small subset that makes a set of keys bad; only the search looks at
//! every sum.

use alloc::vec::Vec;

use zobrist::Key;
use zobrist::gf2::rank;

/// The spread of a set of keys over the values that they could have.
///
/// ```
/// use zobrist_audit::Spread;
///
/// let spread = Spread::new(&[0b0011_u64, 0, 0b0101, 0b0011], 4);
/// assert_eq!(spread.zeros, [1]);
/// assert_eq!(spread.duplicates, [[0, 3]]);
/// assert_eq!(spread.balance[0].ones, 3);
/// assert_eq!(spread.distances.unwrap().min, 0);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Spread {
    /// The number of keys.
    pub keys: usize,
    /// The number of bits of a key.
    pub bits: u32,
    /// The indices of keys that are zero: their features change no hash.
    pub zeros: Vec<usize>,
    /// The sets of indices of equal keys other than zero, each in ascending order.
    pub duplicates: Vec<Vec<usize>>,
    /// The balance of each bit, the lowest first.
    pub balance: Vec<BitBalance>,
    /// The Hamming distances between all pairs; `None` if there is no pair, or if they were not
    /// computed.
    pub distances: Option<HammingDistances>,
    /// The quality of the bits that a table takes as its index: from both ends, 1 bit up to
    /// [`IndexBits::MAX_BITS`].
    pub index_bits: Vec<IndexBits>,
}

/// The balance of one bit: how near the number of keys that have it set is to half of the keys.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BitBalance {
    /// The number of keys that have the bit set.
    pub ones: usize,
    /// The distance of `ones` from half of the keys, in standard deviations of fair coins:
    /// (ones − n/2) / (√n / 2). Among 64 bits one beyond ±3 is to be expected in every sixth
    /// set of random keys.
    pub deviation: f64,
}

/// The Hamming distances of keys: the numbers of bits in which two of them differ.
///
/// They are often used as a measure of quality, but decide nothing. Two states differ by whole sets
/// of keys: they collide if a set XORs to zero. 1, 2 and 3 do so despite their distances, and so do
/// `0x0f0f`, `0x3333` and `0x3c3c`, any two of which differ in half of their bits. Multiplying all
/// keys by an invertible matrix changes all distances and no collision. Only a distance of zero, a
/// duplicate, is a fault.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HammingDistances {
    /// The smallest distance.
    pub min: u32,
    /// The first pair that has the smallest distance.
    pub nearest: (usize, usize),
    /// The largest distance.
    pub max: u32,
    /// The first pair that has the largest distance.
    pub farthest: (usize, usize),
    /// The mean distance. For random keys it is half of the bits.
    pub mean: f64,
}

/// The end of a hash that a table takes its index from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashEnd {
    /// `hash & (2^k − 1)`.
    Low,
    /// `hash >> (bits − k)`, or the high half of the product of the hash and the size.
    High,
}

/// The quality of k bits of the hash as the index of a table of 2^k entries.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct IndexBits {
    /// The end of the hash that the bits are taken from.
    pub end: HashEnd,
    /// The number of bits, k.
    pub bits: u32,
    /// The rank of the keys cut to these bits. If it is below k, only 2^rank of the 2^k entries
    /// can ever be used. For an engine this is the one important number here.
    pub rank: u32,
    /// The largest number of keys that share one of the 2^k values.
    pub max_load: usize,
    /// The number of pairs of keys that agree in these bits. Two states that differ by such a pair
    /// meet in one entry of the table, which costs time but is not an error.
    pub agreeing_pairs: u64,
    /// The number of pairs that agree on average if keys are random: n(n − 1)/2 / 2^k.
    pub expected_pairs: f64,
    /// Pearson's statistic Σ (observed − n/2^k)² / (n/2^k) over the 2^k values (K. Pearson,
    /// 1900; D. E. Knuth, *The Art of Computer Programming* 2, §3.3.1). It is
    /// (2 · agreeing pairs + n) · 2^k / n − n. Fair if n / 2^k is five or more.
    pub chi_square: f64,
    /// The distance of `chi_square` from its expectation 2^k − 1, in standard deviations
    /// √(2(2^k − 1)); 0 if there are no keys.
    pub deviation: f64,
}

impl IndexBits {
    /// The largest number of bits that are examined.
    pub const MAX_BITS: u32 = 32;
}

impl Spread {
    /// Computes the spread of the low `bits` bits of keys; higher bits are ignored. Costs n² / 2
    /// steps for the distances.
    ///
    /// # Panics
    /// When `bits` is zero or more than a key has.
    pub fn new<K: Key>(keys: &[K], bits: u32) -> Spread {
        let spread = Spread::without_distances(keys, bits);
        Spread { distances: distances(&words(keys, bits)), ..spread }
    }

    /// Computes the spread without the distances, for large sets of keys.
    ///
    /// # Panics
    /// When `bits` is zero or more than a key has.
    pub fn without_distances<K: Key>(keys: &[K], bits: u32) -> Spread {
        assert!(bits >= 1 && bits <= K::BITS, "keys of this type have 1 to {} bits", K::BITS);
        let words = words(keys, bits);
        let mut groups = groups(&words);
        let zeros = match groups.iter().position(|group| words[group[0]] == 0) {
            Some(zero) => groups.remove(zero),
            None => Vec::new(),
        };
        groups.sort_unstable();
        let depths = 1..=bits.min(IndexBits::MAX_BITS);
        let ends = [HashEnd::Low, HashEnd::High];
        let index_bits =
            ends.iter().flat_map(|end| depths.clone().map(|k| index_bits(&words, bits, *end, k)));
        Spread {
            keys: keys.len(),
            bits,
            zeros,
            duplicates: groups,
            balance: (0..bits).map(|bit| bit_balance(&words, bit)).collect(),
            distances: None,
            index_bits: index_bits.collect(),
        }
    }

    /// Returns the bit that is farthest from balance, and its balance.
    #[must_use]
    pub fn worst_bit(&self) -> (u32, BitBalance) {
        let size = |of: &BitBalance| of.deviation.abs();
        let bits = (0..).zip(self.balance.iter().copied());
        bits.reduce(|worst, next| if size(&next.1) > size(&worst.1) { next } else { worst })
            .expect("keys have bits")
    }
}

fn words<K: Key>(keys: &[K], bits: u32) -> Vec<u128> {
    keys.iter().map(|key| key.to_word() & low_ones(bits)).collect()
}

fn low_ones(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

/// The sets of indices of equal words, each in ascending order, and the set of those of zeros.
fn groups(words: &[u128]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_unstable_by_key(|index| (words[*index], *index));
    let same = order.chunk_by(|a, b| words[*a] == words[*b]);
    same.filter(|same| same.len() > 1 || words[same[0]] == 0).map(<[usize]>::to_vec).collect()
}

fn bit_balance(words: &[u128], bit: u32) -> BitBalance {
    let ones = words.iter().filter(|word| **word >> bit & 1 == 1).count();
    let n = words.len() as f64;
    let deviation = if words.is_empty() { 0.0 } else { (2.0 * ones as f64 - n) / root(n) };
    BitBalance { ones, deviation }
}

fn distances(words: &[u128]) -> Option<HammingDistances> {
    let mut min = (u32::MAX, (0, 0));
    let mut max = (0, (0, 0));
    let (mut sum, mut pairs) = (0_u64, 0_u64);
    for (a, word) in words.iter().enumerate() {
        for (b, other) in words.iter().enumerate().skip(a + 1) {
            let distance = (word ^ other).count_ones();
            if distance < min.0 {
                min = (distance, (a, b));
            }
            if distance > max.0 || pairs == 0 {
                max = (distance, (a, b));
            }
            sum += u64::from(distance);
            pairs += 1;
        }
    }
    (pairs > 0).then(|| HammingDistances {
        min: min.0,
        nearest: min.1,
        max: max.0,
        farthest: max.1,
        mean: sum as f64 / pairs as f64,
    })
}

fn index_bits(words: &[u128], bits: u32, end: HashEnd, k: u32) -> IndexBits {
    let mut cut: Vec<u128> = match end {
        HashEnd::Low => words.iter().map(|word| word & low_ones(k)).collect(),
        HashEnd::High => words.iter().map(|word| word >> (bits - k)).collect(),
    };
    cut.sort_unstable();
    let loads = || cut.chunk_by(|a, b| a == b).map(<[u128]>::len);
    let agreeing_pairs = loads().map(|load| (load * (load - 1) / 2) as u64).sum();
    let (n, values) = (words.len() as f64, (1_u64 << k) as f64);
    let chi_square = (2.0 * agreeing_pairs as f64 + n) * values / n - n;
    let deviation = (chi_square - (values - 1.0)) / root(2.0 * (values - 1.0));
    let (expected_pairs, chi_square, deviation) = match words {
        [] => (0.0, 0.0, 0.0),
        _ => (n * (n - 1.0) / 2.0 / values, chi_square, deviation),
    };
    IndexBits {
        end,
        bits: k,
        rank: rank(&cut),
        max_load: loads().max().unwrap_or(0),
        agreeing_pairs,
        expected_pairs,
        chi_square,
        deviation,
    }
}

/// The square root, by Newton's method; `core` has none.
fn root(value: f64) -> f64 {
    let mut root = value.max(1.0);
    for _ in 0..64 {
        root = (root + value / root) / 2.0;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_at_large_distances_can_sum_to_zero() {
        let keys = [0x0f0f_u64, 0x3333, 0x3c3c];
        assert_eq!(keys[0] ^ keys[1] ^ keys[2], 0);
        let distances = Spread::new(&keys, 16).distances.unwrap();
        assert_eq!((distances.min, distances.max, distances.mean), (8, 8, 8.0));
    }

    #[test]
    fn chi_square_is_pearsons() {
        let keys = [0_u64, 1, 1, 2, 3, 3, 3, 7, 5, 5, 4];
        let spread = Spread::new(&keys, 3);
        let of =
            |end, bits| *spread.index_bits.iter().find(|i| i.end == end && i.bits == bits).unwrap();
        let expected = 11.0 / 4.0;
        // The loads of 0, 1, 2 and 3 in the low two bits.
        let by_hand =
            [2.0, 4.0, 1.0, 4.0].map(|load: f64| (load - expected) * (load - expected) / expected);
        let low = of(HashEnd::Low, 2);
        assert!((low.chi_square - by_hand.iter().sum::<f64>()).abs() < 1e-12);
        assert_eq!((low.rank, low.max_load, low.agreeing_pairs), (2, 4, 1 + 6 + 6));
        assert!((low.deviation - (low.chi_square - 3.0) / 6_f64.sqrt()).abs() < 1e-12);
        let high = of(HashEnd::High, 1);
        assert_eq!((high.rank, high.max_load, high.agreeing_pairs), (1, 7, 21 + 6));
    }

    #[test]
    fn ranks_show_index_bits_that_never_change_alone() {
        let keys = [0b0001_u64, 0b0111, 0b1011, 0b1110 ^ 0b0001];
        let spread = Spread::new(&keys, 4);
        // The two low bits are 01 or 11: the lowest never changes alone.
        assert_eq!(spread.index_bits[1].rank, 2);
        let even = keys.map(|key| key << 1);
        assert_eq!(Spread::new(&even, 5).index_bits[1].rank, 1);
        assert_eq!(Spread::new(&even, 5).worst_bit(), (0, BitBalance { ones: 0, deviation: -2.0 }));
    }

    #[test]
    fn few_keys() {
        let none = Spread::new::<u64>(&[], 64);
        assert_eq!((none.keys, none.distances, none.zeros.len()), (0, None, 0));
        assert!(none.balance.iter().all(|bit| (bit.ones, bit.deviation) == (0, 0.0)));
        for bits in &none.index_bits {
            // As they are printed: no -0.
            let numbers = [bits.expected_pairs, bits.chi_square, bits.deviation].map(f64::to_bits);
            assert_eq!(numbers, [0; 3], "{bits:?}");
        }
        let without = Spread::without_distances(&[0_u64, 0, u64::MAX], 64);
        let with = Spread::new(&[0_u64, 0, u64::MAX], 64);
        assert!(without.distances.is_none() && with.distances.is_some());
        assert_eq!(Spread { distances: with.distances, ..without }, with);
        let one = Spread::new(&[u128::MAX], 128);
        assert_eq!(one.distances, None);
        assert_eq!(one.balance.len(), 128);
        let opposite = Spread::new(&[0_u64, u64::MAX], 64).distances.unwrap();
        assert_eq!((opposite.min, opposite.max), (64, 64));
        assert!((root(2.0) - 2_f64.sqrt()).abs() < 1e-15);
    }

    extern crate std;
}
