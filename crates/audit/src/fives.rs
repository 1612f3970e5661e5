//! Sums of five keys of large sets, made in blocks of pairs and triples.
//!
//! The first five bits of a key's label are its *colour*, and no key has the colour zero. Of
//! five keys whose sum has the label 0 in these bits,
//! - all colours are different: the keys are a pair of the two least colours and a triple
//!   of greater ones;
//! - or two keys have one colour and the others have three different ones that sum to zero:
//!   a pair of one colour and such a triple;
//! - or three keys have one colour, which with the other two sums to zero: again a pair of one
//!   colour and such a triple, in three ways, of which only the one counts where the greatest
//!   of the three is in the triple.
//!
//! There are no other cases: with two pairs of one colour each, or with four or five keys of
//! one colour, the colour of the fifth key would be zero. And if the colours of three different
//! keys sum to zero they are different, because none is zero.
//!
//! So every set is made of a list of pairs and a list of triples with different colours. The
//! triples that complete a pair are one run in memory if those of one sum of colours and one
//! rest of the label are sorted by their least colour, the greatest first.

use alloc::vec::Vec;

use crate::batch::Sum;
use crate::fours::Seen;
use crate::lemma::Coordinates;
use crate::plan::{OutOfMemory, choose};
use crate::sums::filled;

/// The bits of a label that are colour.
pub(crate) const COLOR: u32 = 5;
const COLORS: usize = 1 << COLOR;

/// The pairs and triples of keys, by colours and label.
#[derive(Clone, Debug)]
pub(crate) struct Fives {
    /// The bits of a label that are not colour.
    bits: u32,
    keys: Vec<Key>,
    pairs: Vec<Pair>,
    /// Where the pairs of a cell start, and the end. A cell is a sum of colours with a rest of
    /// the label.
    pair_starts: Vec<u32>,
    lows: Vec<u32>,
    highs: Vec<u16>,
    /// For each cell, by decreasing least colour: where the triples start; and the end.
    starts: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Key {
    color: usize,
    rest: usize,
    seen: Seen,
    word: u128,
}

/// Two keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pair {
    pub(crate) seen: Seen,
    pub(crate) members: [u16; 2],
    /// It goes with triples all of whose colours are greater.
    below: u16,
}

/// Sums of five keys: a pair with triples.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'a> {
    pub(crate) pair: Pair,
    /// The low halves of the triples' digests.
    pub(crate) lows: &'a [u32],
    /// What is seen of the triples' digests above those.
    pub(crate) highs: &'a [u16],
    cell: usize,
}

impl Key {
    fn new(coordinates: &Coordinates, bits: u32, word: u128) -> Key {
        let label = coordinates.label(word) as usize;
        let digest = coordinates.digest(word);
        Key {
            color: label & (COLORS - 1),
            rest: label >> COLOR & ((1 << bits) - 1),
            seen: (digest as u32, (digest >> 32) as u16),
            word,
        }
    }
}

/// About how many bytes the lists take.
pub(crate) fn bytes(keys: usize, bits: u32) -> u128 {
    choose(keys, 3) * (4 + 2)
        + choose(keys, 2) * size_of::<Pair>() as u128
        + (((4 * COLORS + 4) as u128) << bits)
}

/// How many sums of pairs and triples are made, of all labels whose colour is zero: some in
/// three ways, and some with one key in both.
pub(crate) fn sums(keys: &[u128], coordinates: &Coordinates) -> u128 {
    let mut sizes = [0_u128; COLORS];
    for word in keys {
        sizes[Key::new(coordinates, 0, *word).color] += 1;
    }
    let alike: u128 = sizes.iter().map(|size| choose(*size as usize, 2)).sum();
    let mut sums = 0;
    for c in 1..COLORS {
        for d in c + 1..COLORS {
            for e in d + 1..COLORS {
                let sum = c ^ d ^ e;
                let different = (1..c).map(|a| (a, a ^ sum)).filter(|(a, b)| a < b && *b < c);
                let pairs: u128 = match sum {
                    0 => alike,
                    _ => different.map(|(a, b)| sizes[a] * sizes[b]).sum(),
                };
                sums += pairs * sizes[c] * sizes[d] * sizes[e];
            }
        }
    }
    sums
}

impl Fives {
    /// Makes the lists, with labels of `bits` bits. No key may have the colour zero.
    pub(crate) fn new(
        words: &[u128],
        coordinates: &Coordinates,
        bits: u32,
    ) -> Result<Fives, OutOfMemory> {
        let bits = bits - COLOR;
        let keys: Vec<Key> = words.iter().map(|word| Key::new(coordinates, bits, *word)).collect();
        debug_assert!(keys.iter().all(|key| key.color > 0));
        let cells = COLORS << bits;
        let mut fives = Fives {
            bits,
            keys,
            pairs: Vec::new(),
            pair_starts: filled(cells + 1, 0)?,
            lows: Vec::new(),
            highs: Vec::new(),
            starts: filled(cells * COLORS + 1, 0)?,
        };
        fives.list_pairs()?;
        fives.list_triples()?;
        Ok(fives)
    }

    fn list_pairs(&mut self) -> Result<(), OutOfMemory> {
        let Fives { bits, keys, pairs, pair_starts: starts, .. } = self;
        let all = || (0..keys.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        let cell = |[a, b]: [usize; 2]| {
            (keys[a].color ^ keys[b].color) << *bits | (keys[a].rest ^ keys[b].rest)
        };
        all().for_each(|pair| starts[cell(pair)] += 1);
        *pairs = filled(to_starts(starts), Pair::default())?;
        for pair in all() {
            let [one, other] = pair.map(|index| keys[index]);
            let same = one.color == other.color;
            let below = if same { 0 } else { one.color.max(other.color) as u16 };
            let next = &mut starts[cell(pair)];
            pairs[*next as usize] = Pair {
                seen: (one.seen.0 ^ other.seen.0, one.seen.1 ^ other.seen.1),
                members: pair.map(|index| index as u16),
                below,
            };
            *next += 1;
        }
        starts.rotate_right(1);
        starts[0] = 0;
        Ok(())
    }

    fn list_triples(&mut self) -> Result<(), OutOfMemory> {
        let Fives { bits, keys, lows, highs, starts, .. } = self;
        each_triple(keys, |color, least, [a, b, c]| {
            let rest = a.rest ^ b.rest ^ c.rest;
            starts[place(color << *bits | rest, least)] += 1;
        });
        let count = to_starts(starts);
        (*lows, *highs) = (filled(count, 0)?, filled(count, 0)?);
        each_triple(keys, |color, least, [a, b, c]| {
            let rest = a.rest ^ b.rest ^ c.rest;
            let next = &mut starts[place(color << *bits | rest, least)];
            lows[*next as usize] = a.seen.0 ^ b.seen.0 ^ c.seen.0;
            highs[*next as usize] = a.seen.1 ^ b.seen.1 ^ c.seen.1;
            *next += 1;
        });
        starts.rotate_right(1);
        starts[0] = 0;
        Ok(())
    }

    /// Calls `call` for each pair, with the triples that make sums of five keys with the label.
    pub(crate) fn runs<'a>(&'a self, label: u32, mut call: impl FnMut(Run<'a>)) {
        let label = (label >> COLOR) as usize;
        for cell in 0..COLORS << self.bits {
            let pairs = self.pair_starts[cell] as usize..self.pair_starts[cell + 1] as usize;
            for pair in &self.pairs[pairs] {
                let (start, end) = self.run(cell ^ label, pair.below);
                if start < end {
                    let (lows, highs) = (&self.lows[start..end], &self.highs[start..end]);
                    call(Run { pair: *pair, lows, highs, cell: cell ^ label });
                }
            }
        }
    }

    /// Where the triples of a cell start and end whose colours are all greater than `below`.
    #[inline]
    fn run(&self, cell: usize, below: u16) -> (usize, usize) {
        let starts = &self.starts[cell * COLORS..][..COLORS];
        (starts[0] as usize, starts[COLORS - 1 - usize::from(below)] as usize)
    }

    /// Adds the sums of five keys that are a run's pair and the triples that look like `triple`.
    pub(crate) fn resolve(&self, run: Run<'_>, triple: Seen, sums: &mut Vec<Sum>) {
        let colors = run.cell >> self.bits;
        let rest = run.cell & ((1 << self.bits) - 1);
        let [one, other] = run.pair.members;
        for (third, key) in (0..).zip(&self.keys) {
            let cell = (colors ^ key.color) << self.bits | (rest ^ key.rest);
            let pairs = self.pair_starts[cell] as usize..self.pair_starts[cell + 1] as usize;
            for pair in &self.pairs[pairs] {
                let seen = (pair.seen.0 ^ key.seen.0, pair.seen.1 ^ key.seen.1);
                let triple_of = [pair.members[0], pair.members[1], third];
                if seen == triple && pair.members[1] < third && self.counts(run.pair, triple_of) {
                    let set = [one, other, triple_of[0], triple_of[1], third];
                    let words = set.iter().map(|index| self.keys[usize::from(*index)].word);
                    sums.push(Sum::new(&set, words.fold(0, |sum, word| sum ^ word)));
                }
            }
        }
    }

    /// Whether a triple of a run's cell belongs to the run, and this is the one way that counts.
    fn counts(&self, pair: Pair, triple: [u16; 3]) -> bool {
        let color = |index: u16| self.keys[usize::from(index)].color;
        let [a, b, c] = triple.map(color);
        let different = a != b && b != c && a != c;
        let last = pair.members[1];
        different
            && triple.iter().all(|index| match pair.below {
                0 => color(*index) != color(last) || *index > last,
                below => color(*index) > usize::from(below),
            })
    }
}

/// The cell's place for triples with this least colour.
#[inline]
fn place(cell: usize, least: usize) -> usize {
    cell * COLORS + COLORS - 1 - least
}

/// Turns counts into starts; the last of them, which counts nothing, into the total.
fn to_starts(counts: &mut [u32]) -> usize {
    let mut sum = 0;
    for count in counts {
        (sum, *count) = (sum + *count, sum);
    }
    sum as usize
}

/// Calls `call` for each three keys of different colours that complete pairs: with the sum of
/// their colours and the least.
fn each_triple(keys: &[Key], mut call: impl FnMut(usize, usize, [&Key; 3])) {
    for (number, a) in keys.iter().enumerate() {
        for (before, b) in keys[..number].iter().enumerate().filter(|(_, b)| b.color != a.color) {
            for c in &keys[..before] {
                let sum = a.color ^ b.color ^ c.color;
                let least = a.color.min(b.color).min(c.color);
                let different = c.color != a.color && c.color != b.color;
                // Below a least colour of 1 or 2 there are not two others.
                if different && (sum == 0 || least > 2) {
                    call(sum, least, [a, b, c]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist::source::SplitMix64;

    extern crate std;
    use std::collections::{BTreeMap, BTreeSet};

    /// Keys of so few bits that not all can be odd in the first bit of the label.
    fn random_keys(count: usize, seed: u64) -> Vec<u128> {
        let mut random = SplitMix64::new(seed);
        (0..count).map(|_| u128::from(random.next_u64() >> 50)).collect()
    }

    /// All sets of five keys, by label: from runs, and by definition.
    #[test]
    fn runs_have_every_sum_once_that_counts() {
        for (count, bits, seed) in [(40, 7, 1), (37, 9, 2)] {
            let words = random_keys(count, seed);
            let coordinates = Coordinates::new(&words, 12);
            assert_eq!(coordinates.conditions(9), 5);
            let fives = Fives::new(&words, &coordinates, bits).unwrap();
            let mut made = 0;
            let mut sets = BTreeSet::new();
            for label in (0..1 << bits).step_by(COLORS) {
                fives.runs(label, |run| {
                    made += run.lows.len();
                    let mut found = Vec::new();
                    let different: BTreeSet<Seen> =
                        run.lows.iter().copied().zip(run.highs.iter().copied()).collect();
                    for triple in different {
                        fives.resolve(run, triple, &mut found);
                    }
                    for sum in found {
                        let set = sum.members().to_vec();
                        assert_eq!(coordinates.label(sum.word) & ((1 << bits) - 1), label);
                        assert!(sets.insert(set), "twice");
                    }
                });
            }
            assert_eq!(made as u128, sums(&words, &coordinates));
            let expected = defined(&words, &coordinates);
            assert_eq!(sets.len(), expected.len());
            assert_eq!(sets, expected.keys().cloned().collect());
            // Sets with three keys of one colour are made three times, and those with a key in
            // both pair and triple are made too.
            let thrice = expected.values().filter(|colors| **colors == 3).count();
            assert!(thrice > 0);
            assert!(made > expected.len() + 2 * thrice && made < expected.len() * 5 / 4);
        }
    }

    /// Each set of five keys whose colours sum to zero, with how many colours there are.
    fn defined(words: &[u128], coordinates: &Coordinates) -> BTreeMap<Vec<u16>, usize> {
        let colors: Vec<u32> = words.iter().map(|word| coordinates.label(*word) & 31).collect();
        let mut sets = BTreeMap::new();
        let n = words.len();
        for e in 0..n {
            for d in 0..e {
                for c in 0..d {
                    for b in 0..c {
                        for a in 0..b {
                            let set = [a, b, c, d, e];
                            if set.iter().fold(0, |sum, index| sum ^ colors[*index]) == 0 {
                                let different: BTreeSet<u32> =
                                    set.iter().map(|index| colors[*index]).collect();
                                let set = set.iter().map(|index| *index as u16).collect();
                                sets.insert(set, different.len());
                            }
                        }
                    }
                }
            }
        }
        sets
    }
}
