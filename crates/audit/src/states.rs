//! Colliding pairs of states, counted exactly, and their expected numbers.
//!
//! States whose features differ in a set D collide if the keys of D combine to
//! zero. Over random keys that has probability 2^−b for each pair, so that n states make
//! n(n−1)/2^(b+1) colliding pairs on average: [`expected_pairs`]. Only the mean follows from this.
//! The states of a game do not differ at random: many pairs differ in the same D, and those
//! collide together or not at all, so that counts over sets of keys spread wider than those of
//! independent pairs, for every source.

use alloc::vec;
use alloc::vec::Vec;

use zobrist::Key;
use zobrist::gf2::Basis;
use zobrist::{Feature, Layout};

/// Returns the expected number of pairs of `states` states that collide in `bits` bits:
/// n(n−1)/2^(b+1), the birthday bound.
///
/// ```
/// use zobrist_audit::expected_pairs;
///
/// assert_eq!(expected_pairs(2, 1), 0.5);
/// assert_eq!(expected_pairs(1 << 16, 16), 32767.5);
/// ```
///
/// # Panics
/// When there are more than 128 bits.
#[must_use]
pub fn expected_pairs(states: u64, bits: u32) -> f64 {
    assert!(bits <= 128, "a hash has at most 128 bits, got {bits}");
    let pairs = states as f64 * states.saturating_sub(1) as f64 / 2.0;
    // Divided by two powers of two, since 2^128 does not fit in a word; both divisions are exact.
    let half = bits / 2;
    pairs / (1_u128 << half) as f64 / (1_u128 << (bits - half)) as f64
}

/// Returns the expected number of colliding pairs for keys that reveal the parity of the number of
/// features: states of different parity never collide, those of equal parity twice as often.
///
/// ```
/// use zobrist_audit::{expected_pairs, expected_pairs_by_parity};
///
/// // As many of each: the number of pairs is nearly that without parity.
/// assert_eq!(expected_pairs_by_parity(500, 500, 16), 2.0 * 2.0 * expected_pairs(500, 16));
/// // All of one parity: a bit is lost.
/// assert_eq!(expected_pairs_by_parity(1000, 0, 16), expected_pairs(1000, 15));
/// ```
///
/// # Panics
/// When there is no bit, or more than 128.
#[must_use]
pub fn expected_pairs_by_parity(even: u64, odd: u64, bits: u32) -> f64 {
    assert!(bits > 0, "a hash has at least one bit");
    assert!(bits <= 128, "a hash has at most 128 bits, got {bits}");
    expected_pairs(even, bits - 1) + expected_pairs(odd, bits - 1)
}

/// Returns true if the `bits` high bits of hashes with these keys reveal the parity of the number
/// of features, that is, if some of these bits have an odd sum in every key. Zero bits reveal
/// nothing, unless there is no key.
///
/// ```
/// use zobrist_audit::reveals_parity;
/// use zobrist::{Kind, Source};
///
/// const LAYOUT: zobrist::Layout = Kind::first("stone", 500).layout();
/// let code = Source::bch(1, 500).keys::<u64>(LAYOUT);
/// assert!(reveals_parity(code.as_slice(), 64)); // of an extended code
/// assert!(!reveals_parity(code.as_slice(), 32)); // half of the bits are not enough
/// ```
///
/// # Panics
/// When `bits` is larger than the bits of a key, or than 127.
pub fn reveals_parity<K: Key>(keys: &[K], bits: u32) -> bool {
    assert!(bits <= K::BITS, "a hash has no more bits than its keys");
    assert!(bits < 128, "parity is tested in at most 127 bits");
    let (mut plain, mut extended) = (Basis::new(), Basis::new());
    for key in keys {
        // Zero bits of a 128-bit key would be a shift by 128, which the operator does not allow.
        let word = key.to_word().checked_shr(K::BITS - bits).unwrap_or(0);
        plain.insert(word);
        extended.insert(word << 1 | 1);
    }
    plain.rank() == extended.rank()
}

/// A collection of states, each a set of features: two bytes per feature and four per state.
///
/// ```
/// use zobrist_audit::States;
/// use zobrist::{Kind, Source};
///
/// const STONE: Kind = Kind::first("stone", 18);
/// let mut states = States::new(STONE.layout());
/// for square in 0..18 {
///     states.push([STONE.at(square)]);
/// }
/// let keys = Source::splitmix64(1).keys::<u64>(STONE.layout());
/// let hashes = states.hashes(keys.as_slice());
/// assert_eq!(hashes.colliding_pairs(64), 0);
/// // Eighteen states in two buckets.
/// assert!(hashes.colliding_pairs(1) >= 9 * 8);
/// assert_eq!(states.closest_collision(&hashes, 1), Some(2));
/// ```
#[derive(Clone, Debug)]
pub struct States {
    layout: Layout,
    /// All but the last have [`Block::LEN`] states, so that growth moves nothing.
    blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
struct Block {
    slots: Vec<u16>,
    /// Where the slots of each state end.
    ends: Vec<u32>,
}

impl Block {
    const LEN: usize = 1 << 16;

    fn state(&self, index: usize) -> &[u16] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.slots[start..self.ends[index] as usize]
    }
}

impl States {
    /// Creates a collection of no states.
    ///
    /// # Panics
    /// When the layout has more than 2^16 features.
    #[must_use]
    pub fn new(layout: Layout) -> States {
        assert!(layout.len() <= 1 << 16, "a slot fits in two bytes");
        States { layout, blocks: Vec::new() }
    }

    /// Adds a state by its features, each given once. A state that is added twice collides with
    /// itself.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout, or when there are 2^32 - 1 states
    /// already.
    pub fn push(&mut self, features: impl IntoIterator<Item = Feature>) {
        assert!(self.len() < u32::MAX as usize, "the number of a state fits in 32 bits");
        if self.blocks.last().is_none_or(|block| block.ends.len() == Block::LEN) {
            self.blocks.push(Block { slots: Vec::new(), ends: Vec::new() });
        }
        let block = self.blocks.last_mut().expect("there is one now");
        for feature in features {
            assert!(feature.slot() < self.layout.len(), "a feature belongs to the layout");
            block.slots.push(feature.slot() as u16);
        }
        block.ends.push(block.slots.len() as u32);
        if block.ends.len() == Block::LEN {
            block.slots.shrink_to_fit();
        }
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        let full = self.blocks.len().saturating_sub(1) * Block::LEN;
        full + self.blocks.last().map_or(0, |block| block.ends.len())
    }

    /// Returns true if there is no state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Returns the number of states with an even number of features, and with an odd number.
    #[must_use]
    pub fn count_by_parity(&self) -> (u64, u64) {
        let odd = self.iter().filter(|slots| slots.len() % 2 == 1).count() as u64;
        (self.len() as u64 - odd, odd)
    }

    /// Returns the number of features by which two states differ. States are numbered in the order
    /// of pushing, from 0.
    ///
    /// # Panics
    /// When there is no such state.
    #[must_use]
    pub fn distance(&self, a: usize, b: usize) -> u32 {
        let mut marked = vec![0; self.layout.len()];
        difference(self.mark(a, &mut marked), &marked, self.state(b))
    }

    /// Returns the hashes of all states.
    ///
    /// # Panics
    /// When there are not as many keys as the layout has features.
    pub fn hashes<K: Key>(&self, keys: &[K]) -> StateHashes {
        assert!(keys.len() == self.layout.len(), "a table has one key per feature of its layout");
        let hash = |slots: &[u16]| {
            let hash = slots.iter().fold(K::ZERO, |hash, slot| hash.plus(keys[*slot as usize]));
            (hash.to_word() << (128 - K::BITS) >> 64) as u64
        };
        let mut sorted: Vec<(u64, u32)> = self.iter().map(hash).zip(0..).collect();
        sorted.sort_unstable();
        StateHashes { sorted, bits: K::BITS.min(64) }
    }

    /// Returns the smallest number of features by which two states differ that collide in the
    /// `bits` high bits, if any do. Costs under 100 ns for every colliding pair.
    ///
    /// # Panics
    /// When the hashes are of another number of states, or `bits` is larger than the bits of a
    /// hash.
    #[must_use]
    pub fn closest_collision(&self, hashes: &StateHashes, bits: u32) -> Option<u32> {
        assert!(hashes.sorted.len() == self.len(), "the hashes are of these states");
        let mut marked = vec![0; self.layout.len()];
        let mut closest = None;
        for group in hashes.groups(bits) {
            for (i, (_, a)) in group.iter().enumerate().skip(1) {
                let size = self.mark(*a as usize, &mut marked);
                for (_, b) in &group[..i] {
                    let distance = difference(size, &marked, self.state(*b as usize));
                    closest = Some(closest.map_or(distance, |closest: u32| closest.min(distance)));
                }
                self.state(*a as usize).iter().for_each(|slot| marked[*slot as usize] = 0);
            }
        }
        closest
    }

    fn state(&self, index: usize) -> &[u16] {
        self.blocks[index / Block::LEN].state(index % Block::LEN)
    }

    fn iter(&self) -> impl Iterator<Item = &[u16]> {
        self.blocks.iter().flat_map(|block| (0..block.ends.len()).map(|i| block.state(i)))
    }

    /// Marks the slots of a state and returns their number.
    fn mark(&self, index: usize, marked: &mut [u32]) -> usize {
        let state = self.state(index);
        state.iter().for_each(|slot| marked[*slot as usize] = 1);
        state.len()
    }
}

/// The number of features that are in only one of two states: one of `size` marked features, and
/// another.
fn difference(size: usize, marked: &[u32], other: &[u16]) -> u32 {
    let both: u32 = other.iter().map(|slot| marked[*slot as usize]).sum();
    (size + other.len()) as u32 - 2 * both
}

/// The hashes of [`States`] under one set of keys. For keys of more than 64 bits, their 64
/// high bits.
#[derive(Clone, Debug)]
pub struct StateHashes {
    /// Left-aligned, each with the number of its state.
    sorted: Vec<(u64, u32)>,
    bits: u32,
}

impl StateHashes {
    /// Returns the number of pairs of states that share the `bits` high bits of their hashes, such
    /// as the index or the tag of a table.
    ///
    /// # Panics
    /// When `bits` is larger than the bits of a hash.
    #[must_use]
    pub fn colliding_pairs(&self, bits: u32) -> u64 {
        self.groups(bits).map(|group| group.len() as u64 * (group.len() as u64 - 1) / 2).sum()
    }

    /// The states that share their `bits` high bits, group by group.
    fn groups(&self, bits: u32) -> impl Iterator<Item = &[(u64, u32)]> {
        let known = self.bits;
        assert!(bits <= known, "hashes of {known} bits have no {bits} bits to compare");
        // All are in one group when no bit is compared.
        let differ = u64::MAX.checked_shl(64 - bits).unwrap_or(0);
        self.sorted.chunk_by(move |a, b| (a.0 ^ b.0) & differ == 0)
    }
}
