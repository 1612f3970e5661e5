//! Sums of up to four keys of large sets, those of four made in blocks of pairs.
//!
//! The first two bits of a key's label are its *color*. The colors of four keys whose sum has
//! the label 0 in these bits are all different, or two and two, or all equal. In the first
//! case the keys are a pair of the colors 0 and 1 and a pair of the colors 2 and 3, in the
//! second two pairs of one color each: each set is thus made of two lists of pairs in one way,
//! and all pairs of one list that have a label combine with all of the other that have the label
//! that completes it. Such blocks are quick to make. Keys of one color are two and two in the
//! third bit, a block again, or all equal: only for these, one set in sixty-four, must indices
//! be compared.

use alloc::vec::Vec;

use crate::arrays::{Bitmap, GroupStarts, try_filled};
use crate::count::binomial;
use crate::digest::{KeySum, PartialDigest, PartialDigests};
use crate::error::OutOfMemory;
use crate::lemma::Coordinates;

/// The number of the list that has the pairs of two colors. Those of one color come first.
const LIST: [[usize; 4]; 4] = [[0, 4, 5, 6], [4, 1, 7, 8], [5, 7, 2, 9], [6, 8, 9, 3]];
const LISTS: usize = 10;

/// Pairs of lists that make up sums of four keys of different colors, and of two and two.
const BLOCKS: [(usize, usize); 7] =
    [(LIST[0][1], LIST[2][3]), (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// A bitmap of 64 KiB: one in fourteen bits is set for the pairs of 781 keys.
const BITMAP_WORDS: usize = 1 << 13;

/// Number of digests that are read at a time.
pub(crate) const LANES: usize = 8;

/// The pairs of keys, by colors and label.
#[derive(Clone, Debug)]
pub(crate) struct FourSums {
    /// The bits of a label that are not color.
    bits: u32,
    lists: Vec<PairList>,
    keys: Vec<LabeledKey>,
    words: Vec<u128>,
}

#[derive(Clone, Copy, Debug)]
struct LabeledKey {
    label: u32,
    digest: PartialDigest,
}

/// Pairs by label, and those of one label by their third bit: 1 if both keys have a one there.
#[derive(Clone, Debug)]
struct PairList {
    /// Digests, and [`LANES`] zeros, so that a step may read beyond the end.
    low: Vec<u32>,
    high: Vec<u16>,
    pairs: Vec<[u16; 2]>,
    starts: GroupStarts,
    /// The high bits of the low halves of the digests.
    bitmap: Bitmap<BITMAP_WORDS>,
}

/// Adjacent pairs of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairRun<'a> {
    list: &'a PairList,
    start: usize,
    end: usize,
}

/// Sums of four keys: the first pairs combined with the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    pub(crate) first: PairRun<'a>,
    pub(crate) second: PairRun<'a>,
    pub(crate) order: PairOrder,
}

/// The condition under which two pairs of a block combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairOrder {
    /// Every two pairs combine.
    Any,
    /// No index of one pair lies between those of the other.
    Apart,
    /// All indices of the first are below those of the second.
    Below,
}

impl PairOrder {
    #[inline(always)]
    pub(crate) fn holds(self, first: [u16; 2], second: [u16; 2]) -> bool {
        (self == PairOrder::Any)
            | (first[1] < second[0])
            | ((self == PairOrder::Apart) & (second[1] < first[0]))
    }
}

impl PairList {
    /// The pairs of a label.
    fn labeled(&self, label: u32) -> PairRun<'_> {
        self.run(2 * label as usize, 2)
    }

    /// The pairs of a label whose keys have this third bit.
    fn with_third_bit(&self, label: u32, bit: usize) -> PairRun<'_> {
        self.run(2 * label as usize + bit, 1)
    }

    fn run(&self, first: usize, count: usize) -> PairRun<'_> {
        let places = self.starts.range(first..first + count);
        PairRun { list: self, start: places.start, end: places.end }
    }
}

impl<'a> PairRun<'a> {
    pub(crate) fn len(self) -> usize {
        self.end - self.start
    }

    pub(crate) fn digests(self) -> PartialDigests<'a> {
        self.digests_to(self.end)
    }

    /// The pairs with their digests.
    pub(crate) fn iter(self) -> impl Iterator<Item = (PartialDigest, [u16; 2])> + use<'a> {
        self.digests().iter().zip(self.list.pairs[self.start..self.end].iter().copied())
    }

    /// The digests, and others up to a whole number of [`LANES`].
    #[inline]
    pub(crate) fn whole_lanes(self) -> PartialDigests<'a> {
        self.digests_to(self.start + self.len().next_multiple_of(LANES))
    }

    #[inline]
    fn digests_to(self, end: usize) -> PartialDigests<'a> {
        let places = self.start..end;
        PartialDigests { low: &self.list.low[places.clone()], high: &self.list.high[places] }
    }
}

/// The approximate size in bytes.
pub(crate) fn bytes(keys: usize, bits: u32) -> u128 {
    let lists = LISTS as u128;
    binomial(keys, 2) * (4 + 2 + 4) + ((lists * 8) << (bits - 2)) + lists * 8 * BITMAP_WORDS as u128
}

impl FourSums {
    /// Makes the lists of pairs, with labels of `bits` bits.
    pub(crate) fn new(
        words: &[u128],
        coordinates: &Coordinates,
        bits: u32,
    ) -> Result<FourSums, OutOfMemory> {
        let key = |word: &u128| LabeledKey {
            label: coordinates.label(*word) & ((1 << bits) - 1),
            digest: PartialDigest::of(coordinates.digest(*word)),
        };
        let keys: Vec<LabeledKey> = words.iter().map(key).collect();
        let group = |pair: [u16; 2]| {
            let [a, b] = pair.map(|index| keys[usize::from(index)].label);
            let both = (a & b) as usize >> 2 & 1;
            (LIST[a as usize & 3][b as usize & 3], (a ^ b) as usize >> 2 << 1 | both)
        };
        let pairs = || (0..keys.len()).flat_map(|b| (0..b).map(move |a| [a as u16, b as u16]));
        let mut starts = Vec::new();
        for _ in 0..LISTS {
            starts.push(GroupStarts::try_new(2 << (bits - 2))?);
        }
        for (list, group) in pairs().map(group) {
            starts[list].count(group);
        }
        let mut lists = Vec::new();
        for mut starts in starts {
            let len = starts.lay_out();
            lists.push(PairList {
                low: try_filled(len + LANES, 0)?,
                high: try_filled(len + LANES, 0)?,
                pairs: try_filled(len, [0; 2])?,
                starts,
                bitmap: Bitmap::new(),
            });
        }
        for pair in pairs() {
            let (list, group) = group(pair);
            let list = &mut lists[list];
            let place = list.starts.next(group);
            let [a, b] = pair.map(|index| keys[usize::from(index)].digest);
            (list.low[place], list.high[place]) = ((a ^ b).low, (a ^ b).high);
            list.pairs[place] = pair;
            list.bitmap.insert(bitmap_bits(list.low[place]));
        }
        lists.iter_mut().for_each(|list| list.starts.finish());
        Ok(FourSums { bits: bits - 2, lists, keys, words: words.to_vec() })
    }

    /// Calls `call` for each block of sums of four keys that have the label, which must be 0 in its
    /// first three bits.
    pub(crate) fn blocks<'a>(&'a self, label: u32, mut call: impl FnMut(Block<'a>)) {
        let label = label >> 2;
        for (first, second) in BLOCKS {
            let (first, second) = (&self.lists[first], &self.lists[second]);
            for part in 0..1 << self.bits {
                let (first, second) = (first.labeled(part), second.labeled(part ^ label));
                call(Block { first, second, order: PairOrder::Any });
            }
        }
        for list in &self.lists[..4] {
            // The third bit of the label is zero: it is equal within both pairs or within none.
            for part in (0..1 << self.bits).step_by(2) {
                let rest = part ^ label;
                if part > rest {
                    continue;
                }
                for (a, b) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
                    let order = match (a == b, part == rest) {
                        (true, true) => PairOrder::Below,
                        (true, false) => PairOrder::Apart,
                        (false, _) => PairOrder::Any,
                    };
                    if (a, part) != (1, rest) || b == 1 {
                        let first = list.with_third_bit(part, a);
                        let second = list.with_third_bit(rest, b);
                        call(Block { first, second, order });
                    }
                }
            }
        }
    }

    /// Calls `call` for each set of at most three keys that has the label: with its indices in
    /// ascending order and its digest.
    #[inline]
    pub(crate) fn up_to_three(&self, label: u32, mut call: impl FnMut(&[u16], PartialDigest)) {
        if label == 0 {
            call(&[], PartialDigest::default());
        }
        for run in self.pairs(label) {
            run.iter().for_each(|(digest, pair)| call(&pair, digest));
        }
        for (index, key) in (0..).zip(&self.keys) {
            if key.label == label {
                call(&[index], key.digest);
            }
            for run in self.pairs(key.label ^ label) {
                for (digest, [a, b]) in run.iter().filter(|(_, pair)| pair[1] < index) {
                    call(&[a, b, index], digest ^ key.digest);
                }
            }
        }
    }

    /// All pairs of keys whose sums have the label.
    fn pairs(&self, label: u32) -> impl Iterator<Item = PairRun<'_>> {
        let color = label as usize & 3;
        let lists = (0..4).filter(move |a| *a <= a ^ color).map(move |a| LIST[a][a ^ color]);
        lists.map(move |list| self.lists[list].labeled(label >> 2))
    }

    /// Appends all sums of up to four keys with this label and this digest; of the high bits only
    /// those of the mask are compared.
    pub(crate) fn find(
        &self,
        label: u32,
        digest: PartialDigest,
        mask: u16,
        sums: &mut Vec<KeySum>,
    ) {
        let wanted = |found: PartialDigest| {
            found.low == digest.low && (found.high ^ digest.high) & mask == 0
        };
        self.blocks(label, |Block { first, second, order }| {
            for (a, pair) in first.iter() {
                if second.list.bitmap.contains(bitmap_bits(a.low ^ digest.low)) {
                    self.find_second(a, pair, second, order, &wanted, sums);
                }
            }
        });
        self.find_up_to_three(label, &wanted, sums);
    }

    /// Appends all sums of up to four keys with this label whose digests are wanted.
    pub(crate) fn find_all(
        &self,
        label: u32,
        wanted: impl Fn(PartialDigest) -> bool,
        sums: &mut Vec<KeySum>,
    ) {
        self.blocks(label, |Block { first, second, order }| {
            for (a, pair) in first.iter() {
                self.find_second(a, pair, second, order, &wanted, sums);
            }
        });
        self.find_up_to_three(label, &wanted, sums);
    }

    #[inline]
    fn find_second(
        &self,
        a: PartialDigest,
        first: [u16; 2],
        second: PairRun<'_>,
        order: PairOrder,
        wanted: &impl Fn(PartialDigest) -> bool,
        sums: &mut Vec<KeySum>,
    ) {
        for (b, pair) in second.iter() {
            if wanted(a ^ b) && order.holds(first, pair) {
                sums.push(KeySum::new([first, pair].into_iter().flatten(), &self.words));
            }
        }
    }

    fn find_up_to_three(
        &self,
        label: u32,
        wanted: &impl Fn(PartialDigest) -> bool,
        sums: &mut Vec<KeySum>,
    ) {
        self.up_to_three(label, |indices, digest| {
            if wanted(digest) {
                sums.push(KeySum::new(indices.iter().copied(), &self.words));
            }
        });
    }
}

#[inline(always)]
fn bitmap_bits(low: u32) -> u32 {
    low >> (32 - Bitmap::<BITMAP_WORDS>::BITS)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing::{random_keys, sets_up_to, sum};

    extern crate std;

    #[test]
    fn blocks_make_every_set_of_up_to_four_keys_once() {
        for (count, bits) in [(30, 3), (33, 5), (20, 7)] {
            let words = random_keys(count, 64, bits.into());
            let coordinates = Coordinates::new(&words, 8);
            let fours = FourSums::new(&words, &coordinates, bits).unwrap();
            for label in (0..1 << bits).step_by(8) {
                let mut made = Vec::new();
                fours.blocks(label, |Block { first, second, order }| {
                    for (_, a) in first.iter() {
                        for (_, b) in second.iter().filter(|(_, pair)| order.holds(a, *pair)) {
                            made.push([a, b].concat());
                        }
                    }
                });
                fours.up_to_three(label, |indices, _| made.push(indices.to_vec()));
                made.iter_mut().for_each(|set| set.sort_unstable());
                let different: BTreeSet<_> = made.iter().cloned().collect();
                assert_eq!(different.len(), made.len());
                let expected = by_definition(&words, &coordinates, label, (1 << bits) - 1);
                assert_eq!(different, expected.into_iter().collect());
            }
        }
    }

    /// The sets of up to four keys whose labels agree in the bits of the mask.
    fn by_definition(
        words: &[u128],
        coordinates: &Coordinates,
        label: u32,
        mask: u32,
    ) -> Vec<Vec<u16>> {
        let mut sets = sets_up_to(words.len(), 4);
        sets.retain(|set| coordinates.label(sum(words, set)) & mask == label);
        sets
    }

    #[test]
    fn sets_are_found_by_their_digest() {
        let words = random_keys(25, 64, 9);
        let coordinates = Coordinates::new(&words, 5);
        let fours = FourSums::new(&words, &coordinates, 5).unwrap();
        let sets = by_definition(&words, &coordinates, 8, 31);
        assert!(sets.len() > 350);
        for set in sets.iter().step_by(7) {
            let sum = KeySum::new(set.iter().copied(), &words);
            let digest = PartialDigest::of(coordinates.digest(sum.word));
            let mut found = Vec::new();
            fours.find(8, digest, 0x1ff, &mut found);
            assert_eq!(found, [sum]);
        }
    }
}
