//! Sums of up to four keys of large sets, those of three and four made in blocks of pairs.
//!
//! The first two bits of a key's label are its *colour*. The colours of four keys whose sum has
//! the label 0 in these bits are all different, or two and two, or all the same. In the first
//! case the keys are a pair of the colours 0 and 1 and a pair of the colours 2 and 3, in the
//! second two pairs of one colour each: each set is thus made of two lists of pairs in one way,
//! and all pairs of one list that have a label combine with all of the other that have the label
//! that completes it. Such blocks are quick to make. Keys of one colour are two and two in the
//! third bit, a block again, or all the same: only for these, one set in sixty-four, must indices
//! be compared.
//!
//! The sums of two keys or fewer come in addition, from a list (`few.rs`).

use alloc::vec;
use alloc::vec::Vec;

use crate::batch::Sum;
use crate::few::{self, Few};
use crate::lemma::Coordinates;
use crate::marks::Marks;
use crate::plan::{OutOfMemory, choose};
use crate::sums::filled;

/// Which list has the pairs of two colours; those of one colour come first.
const LIST: [[usize; 4]; 4] = [[0, 4, 5, 6], [4, 1, 7, 8], [5, 7, 2, 9], [6, 8, 9, 3]];

/// Pairs of lists that make up sums of four keys of different colours, and of two and two.
const BLOCKS: [(usize, usize); 7] =
    [(LIST[0][1], LIST[2][3]), (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// One in fourteen marks is set for the pairs of 781 keys.
const MARK_BITS: u32 = 19;

/// Slices are read this many entries at a time.
pub(crate) const STEP: usize = 8;

/// What is seen of a digest: its low half, and some bits above.
pub(crate) type Seen = (u32, u16);

/// The pairs of keys, by colours and label.
#[derive(Clone, Debug)]
pub(crate) struct Fours {
    /// The bits of a label by which pairs are sorted: those that are not colour.
    bits: u32,
    lists: Vec<List>,
    keys: Vec<Key>,
    few: Few,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub(crate) label: u32,
    pub(crate) seen: Seen,
    word: u128,
}

#[derive(Clone, Debug, Default)]
struct List {
    /// By label, and those of one label by the third bit of the keys if that is the same; then
    /// zeros, so that a step may read beyond the end.
    lows: Vec<u32>,
    highs: Vec<u16>,
    pairs: Vec<[u16; 2]>,
    /// For each label two starts, by that bit; and the end.
    starts: Vec<u32>,
    /// Marks of the low halves.
    marks: Marks,
}

/// Some pairs of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'a> {
    list: &'a List,
    start: usize,
    end: usize,
}

/// Sums of four keys: all of the first pairs with all of the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    pub(crate) first: Side<'a>,
    pub(crate) second: Side<'a>,
    pub(crate) order: Order,
}

/// Which pairs of a block combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// All.
    Any,
    /// Those where no index of one pair lies between those of the other.
    Apart,
    /// Those where all indices of the first are below those of the second.
    Below,
}

impl Order {
    #[inline(always)]
    pub(crate) fn holds(self, one: [u16; 2], other: [u16; 2]) -> bool {
        (self == Order::Any) | (one[1] < other[0]) | ((self == Order::Apart) & (other[1] < one[0]))
    }
}

impl List {
    /// The pairs of a label.
    fn labelled(&self, label: u32) -> Side<'_> {
        self.side(2 * label as usize, 2)
    }

    /// The pairs of a label whose keys have this third bit.
    fn third(&self, label: u32, bit: usize) -> Side<'_> {
        self.side(2 * label as usize + bit, 1)
    }

    fn side(&self, first: usize, count: usize) -> Side<'_> {
        let (start, end) = (self.starts[first] as usize, self.starts[first + count] as usize);
        Side { list: self, start, end }
    }
}

impl<'a> Side<'a> {
    pub(crate) fn len(self) -> usize {
        self.end - self.start
    }

    pub(crate) fn pairs(self) -> &'a [[u16; 2]] {
        &self.list.pairs[self.start..self.end]
    }

    pub(crate) fn seen(self) -> impl Iterator<Item = Seen> + use<'a> {
        let lows = self.list.lows[self.start..self.end].iter();
        lows.zip(&self.list.highs[self.start..self.end]).map(|(low, high)| (*low, *high))
    }

    /// What is seen of the pairs, and more up to a whole number of steps.
    #[inline]
    pub(crate) fn steps(self) -> (&'a [[u32; STEP]], &'a [[u16; STEP]]) {
        let end = self.start + self.len().next_multiple_of(STEP);
        let lows = self.list.lows[self.start..end].as_chunks().0;
        (lows, self.list.highs[self.start..end].as_chunks().0)
    }
}

/// About how many bytes the pairs take.
pub(crate) fn bytes(keys: usize, bits: u32) -> u128 {
    let pairs = choose(keys, 2);
    pairs * (4 + 2 + 4) + (80 << (bits - 2)) + (10 << (MARK_BITS - 3)) + few::bytes(pairs)
}

impl Fours {
    pub(crate) fn new(
        words: &[u128],
        coordinates: &Coordinates,
        bits: u32,
    ) -> Result<Fours, OutOfMemory> {
        let keys: Vec<Key> = words
            .iter()
            .map(|word| {
                let digest = coordinates.digest(*word);
                let label = coordinates.label(*word) & ((1 << bits) - 1);
                Key { label, seen: (digest as u32, (digest >> 32) as u16), word: *word }
            })
            .collect();
        let labels = 1 << (bits - 2);
        let mut lists = vec![List::default(); 10];
        for list in &mut lists {
            list.starts = filled(2 * labels + 1, 0)?;
        }
        let pairs = || (0..keys.len()).flat_map(|b| (0..b).map(move |a| [a as u16, b as u16]));
        let place = |pair: [u16; 2]| {
            let [a, b] = pair.map(|index| keys[usize::from(index)].label);
            let both = (a & b) as usize >> 2 & 1;
            (LIST[a as usize & 3][b as usize & 3], (a ^ b) as usize >> 2 << 1 | both)
        };
        for pair in pairs() {
            let (list, place) = place(pair);
            lists[list].starts[place + 1] += 1;
        }
        for list in &mut lists {
            for place in 0..2 * labels {
                list.starts[place + 1] += list.starts[place];
            }
            let len = list.starts[2 * labels] as usize;
            list.lows = filled(len + STEP, 0)?;
            list.highs = filled(len + STEP, 0)?;
            list.pairs = filled(len, [0; 2])?;
        }
        for pair in pairs() {
            let (list, place) = place(pair);
            let list = &mut lists[list];
            let next = list.starts[place] as usize;
            let [a, b] = pair.map(|index| keys[usize::from(index)].seen);
            (list.lows[next], list.highs[next]) = (a.0 ^ b.0, a.1 ^ b.1);
            list.pairs[next] = pair;
            list.starts[place] += 1;
        }
        for list in &mut lists {
            list.starts.rotate_right(1);
            list.starts[0] = 0;
            list.marks = Marks::of(list.lows.iter().copied(), MARK_BITS);
        }
        let few = Few::new(&keys, coordinates.conditions(8));
        Ok(Fours { bits: bits - 2, lists, keys, few })
    }

    /// What is seen of the sums of two keys or fewer that have the label.
    pub(crate) fn few(&self, label: u32) -> impl Iterator<Item = Seen> {
        self.few.labelled(label).iter().map(|set| set.seen)
    }

    /// Calls `call` for each block of sums of four keys that have the label.
    pub(crate) fn blocks<'a>(&'a self, label: u32, mut call: impl FnMut(Block<'a>)) {
        let label = label >> 2;
        for (first, second) in BLOCKS {
            let (first, second) = (&self.lists[first], &self.lists[second]);
            for its in 0..1 << self.bits {
                let (first, second) = (first.labelled(its), second.labelled(its ^ label));
                call(Block { first, second, order: Order::Any });
            }
        }
        for list in &self.lists[..4] {
            // The third bit of the label is zero: of two pairs, both are of one kind.
            for its in (0..1 << self.bits).step_by(2) {
                let other = its ^ label;
                if its > other {
                    continue;
                }
                for (a, b) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
                    let order = match (a == b, its == other) {
                        (true, true) => Order::Below,
                        (true, false) => Order::Apart,
                        (false, _) => Order::Any,
                    };
                    if (a, its) != (1, other) || b == 1 {
                        let (first, second) = (list.third(its, a), list.third(other, b));
                        call(Block { first, second, order });
                    }
                }
            }
        }
    }

    /// Calls `call` for the pairs that make sums of three keys with the label: with the
    /// greatest index, what is seen of its key, and the pairs, of which only those below
    /// count.
    pub(crate) fn threes<'a>(&'a self, label: u32, mut call: impl FnMut(u16, Seen, Side<'a>)) {
        for (index, key) in (0..).zip(&self.keys) {
            let color = key.label as usize & 3;
            for one in (0..4).filter(|one| *one <= one ^ color) {
                let list = &self.lists[LIST[one][one ^ color]];
                call(index, key.seen, list.labelled((key.label ^ label) >> 2));
            }
        }
    }

    /// Adds all sums of up to four keys with this label that look like `seen` under the mask.
    pub(crate) fn resolve(&self, label: u32, seen: Seen, mask: u16, sums: &mut Vec<Sum>) {
        let same = |it: Seen| it.0 == seen.0 && (it.1 ^ seen.1) & mask == 0;
        self.blocks(label, |Block { first, second, order }| {
            for (a, one) in first.seen().zip(first.pairs()) {
                if second.list.marks.has(a.0 ^ seen.0) {
                    self.fours_of(a, *one, second, order, &same, sums);
                }
            }
        });
        self.up_to_three(label, &same, sums);
    }

    /// Adds all sums of up to four keys with this label of which what is seen is `wanted`.
    pub(crate) fn wanted(&self, label: u32, wanted: impl Fn(Seen) -> bool, sums: &mut Vec<Sum>) {
        self.blocks(label, |Block { first, second, order }| {
            for (a, one) in first.seen().zip(first.pairs()) {
                self.fours_of(a, *one, second, order, &wanted, sums);
            }
        });
        self.up_to_three(label, &wanted, sums);
    }

    #[inline]
    fn fours_of(
        &self,
        a: Seen,
        one: [u16; 2],
        second: Side<'_>,
        order: Order,
        wanted: &impl Fn(Seen) -> bool,
        sums: &mut Vec<Sum>,
    ) {
        for (b, other) in second.seen().zip(second.pairs()) {
            if wanted((a.0 ^ b.0, a.1 ^ b.1)) && order.holds(one, *other) {
                sums.push(self.sum(&[one[0], one[1], other[0], other[1]]));
            }
        }
    }

    fn up_to_three(&self, label: u32, wanted: &impl Fn(Seen) -> bool, sums: &mut Vec<Sum>) {
        self.threes(label, |index, key, side| {
            for (pair, members) in side.seen().zip(side.pairs()) {
                if wanted((key.0 ^ pair.0, key.1 ^ pair.1)) && members[1] < index {
                    sums.push(self.sum(&[members[0], members[1], index]));
                }
            }
        });
        let few = self.few.labelled(label).iter().filter(|set| wanted(set.seen));
        sums.extend(few.map(|set| self.sum(set.members())));
    }

    fn sum(&self, members: &[u16]) -> Sum {
        let words = members.iter().map(|index| self.keys[usize::from(*index)].word);
        Sum::new(members, words.fold(0, |sum, word| sum ^ word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist::source::SplitMix64;

    extern crate std;
    use std::collections::BTreeSet;

    fn random_keys(count: usize, seed: u64) -> Vec<u128> {
        let mut random = SplitMix64::new(seed);
        (0..count).map(|_| u128::from(random.next_u64())).collect()
    }

    /// All sets of up to four keys, by label: from blocks, and by definition.
    #[test]
    fn blocks_have_every_sum_once() {
        for (count, bits) in [(30, 3), (33, 5), (20, 7)] {
            let words = random_keys(count, bits);
            let coordinates = Coordinates::new(&words, 8);
            let fours = Fours::new(&words, &coordinates, bits as u32).unwrap();
            for label in (0..1 << bits).step_by(8) {
                let mut made = Vec::new();
                fours.blocks(label, |Block { first, second, order }| {
                    for one in first.pairs() {
                        for other in second.pairs().iter().filter(|o| order.holds(*one, **o)) {
                            made.push([&one[..], &other[..]].concat());
                        }
                    }
                });
                fours.threes(label, |index, _, side| {
                    let those = side.pairs().iter().filter(|pair| pair[1] < index);
                    made.extend(those.map(|pair| vec![pair[0], pair[1], index]));
                });
                made.extend(fours.few.labelled(label).iter().map(|set| set.members().to_vec()));
                made.iter_mut().for_each(|set| set.sort_unstable());
                let different: BTreeSet<_> = made.iter().cloned().collect();
                assert_eq!(different.len(), made.len());
                assert_eq!(different, defined(&words, &coordinates, label, (1 << bits) - 1));
            }
        }
    }

    fn defined(
        words: &[u128],
        coordinates: &Coordinates,
        label: u32,
        mask: u32,
    ) -> BTreeSet<Vec<u16>> {
        let n = words.len() as u16;
        let labels: Vec<u32> = words.iter().map(|word| coordinates.label(*word) & mask).collect();
        let fits = |set: &Vec<u16>| {
            set.iter().fold(label, |rest, index| rest ^ labels[usize::from(*index)]) == 0
        };
        let threes =
            (0..n).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| vec![a, b, c])));
        let fours = threes
            .clone()
            .flat_map(|set| (set[2] + 1..n).map(move |d| vec![set[0], set[1], set[2], d]));
        let ones = (0..n).map(|a| vec![a]);
        let twos = (0..n).flat_map(|b| (0..b).map(move |a| vec![a, b]));
        let few = core::iter::once(Vec::new()).chain(ones).chain(twos);
        few.chain(threes).chain(fours).filter(fits).collect()
    }

    #[test]
    fn what_looks_so_is_found_again() {
        let words = random_keys(25, 9);
        let coordinates = Coordinates::new(&words, 5);
        let fours = Fours::new(&words, &coordinates, 5).unwrap();
        let mut looked = 0;
        for set in defined(&words, &coordinates, 8, 31).iter().step_by(7) {
            let word = set.iter().fold(0, |sum, index| sum ^ words[usize::from(*index)]);
            let digest = coordinates.digest(word);
            let mut sums = Vec::new();
            fours.resolve(8, (digest as u32, (digest >> 32) as u16), 0x1ff, &mut sums);
            assert_eq!(sums, [Sum::new(set, word)]);
            looked += 1;
        }
        assert!(looked > 50);
    }
}
