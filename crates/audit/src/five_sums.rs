//! Sums of five keys of large sets, made in blocks of pairs and triples.
//!
//! The first five bits of a key's label are its *color*, and no key has the color zero. Of
//! five keys whose sum has the label 0 in these bits,
//! - all colors are different: the keys are a pair of the two least colors and a triple
//!   of greater ones;
//! - or two keys have one color and the others have three different ones that sum to zero:
//!   a pair of one color and such a triple;
//! - or three keys have one color, which with the other two sums to zero: again a pair of one color
//!   and such a triple, in three ways. Only the one with the greatest of the three keys in the
//!   triple counts.
//!
//! There are no other cases: with two pairs of one color each, or with four or five keys of
//! one color, the color of the fifth key would be zero. And if the colors of three different
//! keys sum to zero they are different, because none is zero.
//!
//! So every set is made of a list of pairs and a list of triples with different colors. The
//! triples that complete a pair are one run in memory if those of one sum of colors and one
//! rest of the label are sorted by their least color, the greatest first.

use alloc::vec::Vec;

use crate::arrays::{GroupStarts, try_filled};
use crate::count::binomial;
use crate::digest::{KeySum, PartialDigest, PartialDigests};
use crate::error::OutOfMemory;
use crate::lemma::Coordinates;

/// The bits of a label that are color.
pub(crate) const COLOR_BITS: u32 = 5;
const COLORS: usize = 1 << COLOR_BITS;

/// The pairs and triples of keys, grouped by cell: a sum of colors with the rest of a label.
#[derive(Clone, Debug)]
pub(crate) struct FiveSums {
    /// The bits of a label that are not color.
    bits: u32,
    keys: Vec<ColoredKey>,
    words: Vec<u128>,
    pairs: Vec<Pair>,
    pair_starts: GroupStarts,
    /// Digests of the triples.
    low: Vec<u32>,
    high: Vec<u16>,
    /// By cell, then by decreasing least color.
    triple_starts: GroupStarts,
}

#[derive(Clone, Copy, Debug)]
struct ColoredKey {
    color: usize,
    rest: usize,
    digest: PartialDigest,
}

/// Two keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pair {
    pub(crate) digest: PartialDigest,
    pub(crate) indices: [u16; 2],
    /// The pair goes with triples whose colors are all greater than this.
    max_color: u16,
}

/// Sums of five keys: a pair with adjacent triples of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairWithTriples<'a> {
    pub(crate) pair: Pair,
    pub(crate) triples: PartialDigests<'a>,
    cell: usize,
}

impl ColoredKey {
    fn new(coordinates: &Coordinates, bits: u32, word: u128) -> ColoredKey {
        let label = coordinates.label(word) as usize;
        ColoredKey {
            color: label & (COLORS - 1),
            rest: label >> COLOR_BITS & ((1 << bits) - 1),
            digest: PartialDigest::of(coordinates.digest(word)),
        }
    }
}

/// The approximate size in bytes.
pub(crate) fn bytes(keys: usize, bits: u32) -> u128 {
    binomial(keys, 3) * (4 + 2)
        + binomial(keys, 2) * size_of::<Pair>() as u128
        + (((4 * COLORS + 4) as u128) << bits)
}

/// The number of sums of pairs and triples that are made for all labels whose color is zero:
/// some sets in three ways, and some sums with one key in both.
pub(crate) fn sums(words: &[u128], coordinates: &Coordinates) -> u128 {
    let mut sizes = [0_u128; COLORS];
    for word in words {
        sizes[ColoredKey::new(coordinates, 0, *word).color] += 1;
    }
    let alike: u128 = sizes.iter().map(|size| binomial(*size as usize, 2)).sum();
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

impl FiveSums {
    /// Makes the lists, with labels of `bits` bits. No key may have the color zero.
    pub(crate) fn new(
        words: &[u128],
        coordinates: &Coordinates,
        bits: u32,
    ) -> Result<FiveSums, OutOfMemory> {
        let bits = bits - COLOR_BITS;
        let keys: Vec<ColoredKey> =
            words.iter().map(|word| ColoredKey::new(coordinates, bits, *word)).collect();
        debug_assert!(keys.iter().all(|key| key.color > 0));
        let cells = COLORS << bits;
        let mut fives = FiveSums {
            bits,
            keys,
            words: words.to_vec(),
            pairs: Vec::new(),
            pair_starts: GroupStarts::try_new(cells)?,
            low: Vec::new(),
            high: Vec::new(),
            triple_starts: GroupStarts::try_new(cells * COLORS)?,
        };
        fives.list_pairs()?;
        fives.list_triples()?;
        Ok(fives)
    }

    fn list_pairs(&mut self) -> Result<(), OutOfMemory> {
        let FiveSums { bits, keys, pairs, pair_starts: starts, .. } = self;
        let all = || (0..keys.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        let cell = |[a, b]: [usize; 2]| {
            (keys[a].color ^ keys[b].color) << *bits | (keys[a].rest ^ keys[b].rest)
        };
        all().for_each(|pair| starts.count(cell(pair)));
        *pairs = try_filled(starts.lay_out(), Pair::default())?;
        for pair in all() {
            let [a, b] = pair.map(|index| keys[index]);
            pairs[starts.next(cell(pair))] = Pair {
                digest: a.digest ^ b.digest,
                indices: pair.map(|index| index as u16),
                max_color: if a.color == b.color { 0 } else { a.color.max(b.color) as u16 },
            };
        }
        starts.finish();
        Ok(())
    }

    fn list_triples(&mut self) -> Result<(), OutOfMemory> {
        let FiveSums { bits, keys, low, high, triple_starts: starts, .. } = self;
        for_each_triple(keys, |color, least, [a, b, c]| {
            starts.count(group(color << *bits | (a.rest ^ b.rest ^ c.rest), least));
        });
        let count = starts.lay_out();
        (*low, *high) = (try_filled(count, 0)?, try_filled(count, 0)?);
        for_each_triple(keys, |color, least, [a, b, c]| {
            let place = starts.next(group(color << *bits | (a.rest ^ b.rest ^ c.rest), least));
            low[place] = a.digest.low ^ b.digest.low ^ c.digest.low;
            high[place] = a.digest.high ^ b.digest.high ^ c.digest.high;
        });
        starts.finish();
        Ok(())
    }

    /// Calls `call` for each pair, with the triples that make sums of five keys with the label.
    pub(crate) fn runs<'a>(&'a self, label: u32, mut call: impl FnMut(PairWithTriples<'a>)) {
        let label = (label >> COLOR_BITS) as usize;
        for cell in 0..COLORS << self.bits {
            for pair in &self.pairs[self.pair_starts.range(cell..cell + 1)] {
                let cell = cell ^ label;
                // All colors of a triple are greater if the least is.
                let last = group(cell, usize::from(pair.max_color));
                let places = self.triple_starts.range(group(cell, COLORS - 1)..last);
                if !places.is_empty() {
                    let (low, high) = (&self.low[places.clone()], &self.high[places]);
                    call(PairWithTriples {
                        pair: *pair,
                        triples: PartialDigests { low, high },
                        cell,
                    });
                }
            }
        }
    }

    /// Appends the sums of five keys that are the pair of a run and one of its triples with this
    /// digest.
    pub(crate) fn find(
        &self,
        run: PairWithTriples<'_>,
        triple: PartialDigest,
        sums: &mut Vec<KeySum>,
    ) {
        let colors = run.cell >> self.bits;
        let rest = run.cell & ((1 << self.bits) - 1);
        for (last, key) in (0..).zip(&self.keys) {
            let cell = (colors ^ key.color) << self.bits | (rest ^ key.rest);
            for pair in &self.pairs[self.pair_starts.range(cell..cell + 1)] {
                let [a, b] = pair.indices;
                if pair.digest ^ key.digest == triple
                    && b < last
                    && self.counts(run.pair, [a, b, last])
                {
                    let indices = run.pair.indices.into_iter().chain([a, b, last]);
                    sums.push(KeySum::new(indices, &self.words));
                }
            }
        }
    }

    /// True if a triple of a pair's cell belongs to the run of the pair, and if of several ways to
    /// make this sum of a pair and a triple, this is the one that counts.
    fn counts(&self, pair: Pair, triple: [u16; 3]) -> bool {
        let color = |index: u16| self.keys[usize::from(index)].color;
        let [a, b, c] = triple.map(color);
        let different = a != b && b != c && a != c;
        let last = pair.indices[1];
        different
            && triple.iter().all(|index| match pair.max_color {
                0 => color(*index) != color(last) || *index > last,
                max_color => color(*index) > usize::from(max_color),
            })
    }
}

/// The group of the triples of a cell with this least color.
#[inline]
fn group(cell: usize, least: usize) -> usize {
    cell * COLORS + COLORS - 1 - least
}

/// Calls `call` for each three keys of different colors that complete pairs: with the sum of
/// their colors and the least.
fn for_each_triple(keys: &[ColoredKey], mut call: impl FnMut(usize, usize, [&ColoredKey; 3])) {
    for (number, a) in keys.iter().enumerate() {
        for (before, b) in keys[..number].iter().enumerate().filter(|(_, b)| b.color != a.color) {
            for c in &keys[..before] {
                let sum = a.color ^ b.color ^ c.color;
                let least = a.color.min(b.color).min(c.color);
                let different = c.color != a.color && c.color != b.color;
                // Below a least color of 1 or 2 there are not two others.
                if different && (sum == 0 || least > 2) {
                    call(sum, least, [a, b, c]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::testing::{random_keys, sets, sum};

    extern crate std;

    /// Keys of so few bits that not all can be odd in the first bit of the label.
    #[test]
    fn runs_make_every_set_of_five_keys_that_counts_once() {
        for (count, bits, seed) in [(40, 7, 1), (37, 9, 2)] {
            let words = random_keys(count, 14, seed);
            let coordinates = Coordinates::new(&words, 12);
            assert_eq!(coordinates.conditions(9), 5);
            let fives = FiveSums::new(&words, &coordinates, bits).unwrap();
            let mut made = 0;
            let mut made_sets = BTreeSet::new();
            for label in (0..1 << bits).step_by(COLORS) {
                fives.runs(label, |run| {
                    made += run.triples.low.len();
                    let mut found = Vec::new();
                    let different: BTreeSet<PartialDigest> = run.triples.iter().collect();
                    for triple in different {
                        fives.find(run, triple, &mut found);
                    }
                    for sum in found {
                        assert_eq!(coordinates.label(sum.word) & ((1 << bits) - 1), label);
                        assert!(made_sets.insert(sum.indices().to_vec()), "twice");
                    }
                });
            }
            assert_eq!(made as u128, sums(&words, &coordinates));
            let expected = by_definition(&words, &coordinates);
            assert_eq!(made_sets, expected.keys().cloned().collect());
            // Sets with three keys of one color are made three times, and those with a key in
            // both pair and triple are made too.
            let thrice = expected.values().filter(|colors| **colors == 3).count();
            assert!(thrice > 0);
            assert!(made > expected.len() + 2 * thrice && made < expected.len() * 5 / 4);
        }
    }

    /// Each set of five keys whose colors sum to zero, and the number of its colors.
    fn by_definition(words: &[u128], coordinates: &Coordinates) -> BTreeMap<Vec<u16>, usize> {
        let color = |word: u128| coordinates.label(word) & 31;
        let mut all = sets(words.len(), 5);
        all.retain(|set| color(sum(words, set)) == 0);
        let colors = |set: &[u16]| -> BTreeSet<u32> {
            set.iter().map(|index| color(words[usize::from(*index)])).collect()
        };
        all.into_iter().map(|set| (set.clone(), colors(&set).len())).collect()
    }
}
