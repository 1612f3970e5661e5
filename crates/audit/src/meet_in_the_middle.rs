//! Sums of four keys of large sets compared with sums of five, for weight 9.

use alloc::vec::Vec;

use crate::digest::{KeySum, PartialDigest, PartialDigests};
use crate::error::OutOfMemory;
use crate::five_sums::{self, FiveSums, PairWithTriples};
use crate::four_sums::{self, FourSums};
use crate::lemma::Coordinates;
use crate::membership_filter::MembershipFilter;

/// Number of sums of four keys of one label that fill an eighth of the filter.
pub(crate) const TARGET_SUMS: usize = 1 << 19;

/// Number of matches of digests that are resolved at a time.
const MATCHES: usize = 1 << 12;

/// Both kinds of sums.
#[derive(Clone, Debug)]
pub(crate) struct MeetInTheMiddle {
    fours: FourSums,
    fives: FiveSums,
}

/// The sums of four keys of one label, owned by a worker.
#[derive(Clone, Debug)]
pub(crate) struct FourSumBuffer {
    low: Vec<u32>,
    high: Vec<u16>,
    filter: MembershipFilter,
}

/// A sum of four keys and a sum of five, a triple of a run with its pair, with equal digests.
#[derive(Clone, Copy)]
struct Match<'a> {
    four: PartialDigest,
    run: PairWithTriples<'a>,
    triple: PartialDigest,
}

/// The approximate size in bytes of the lists, which workers share.
pub(crate) fn shared_bytes(keys: usize, bits: u32) -> u128 {
    four_sums::bytes(keys, bits) + five_sums::bytes(keys, bits)
}

/// The approximate size in bytes of a worker's sums, without the filter: vectors grow by doubling.
pub(crate) const WORKER_BYTES: u128 = TARGET_SUMS as u128 * (2 * (4 + 2) + 8);

impl MeetInTheMiddle {
    /// Makes the lists, with labels of `bits` bits; see [`FiveSums::new`].
    pub(crate) fn new(
        words: &[u128],
        coordinates: &Coordinates,
        bits: u32,
    ) -> Result<MeetInTheMiddle, OutOfMemory> {
        let fours = FourSums::new(words, coordinates, bits)?;
        Ok(MeetInTheMiddle { fours, fives: FiveSums::new(words, coordinates, bits)? })
    }

    /// Calls `call` for every set of four and set of five keys that have the label and an equal
    /// sum; they may have keys in common. Returns the number of sums that were made.
    pub(crate) fn compare(
        &self,
        label: u32,
        buffer: &mut FourSumBuffer,
        mut call: impl FnMut(&KeySum, &KeySum),
    ) -> u128 {
        buffer.fill(&self.fours, label);
        let FourSumBuffer { low, high, filter } = buffer;
        let fours = PartialDigests { low, high };
        let mut sums = fours.low.len() as u128;
        let mut matches = Vec::new();
        self.fives.runs(label, |run| {
            sums += run.triples.low.len() as u128;
            filter.find(run.triples.low, run.pair.digest.low, |place, member| {
                let (triple, four) = (run.triples.get(place), fours.get(member));
                if triple ^ run.pair.digest == four {
                    matches.push(Match { four, run, triple });
                }
            });
            if matches.len() >= MATCHES {
                self.resolve(label, &mut matches, &mut call);
            }
        });
        self.resolve(label, &mut matches, &mut call);
        sums
    }

    /// Finds the sets of keys of matches, and removes the matches.
    fn resolve(
        &self,
        label: u32,
        matches: &mut Vec<Match<'_>>,
        call: &mut impl FnMut(&KeySum, &KeySum),
    ) {
        // Sums of four keys with one digest are found together.
        let order = |found: &Match<'_>| (found.four, found.run.pair.indices, found.triple);
        matches.sort_unstable_by_key(order);
        matches.dedup_by_key(|found| order(found));
        let (mut fours, mut fives) = (Vec::new(), Vec::new());
        for same in matches.chunk_by(|a, b| a.four == b.four) {
            fours.clear();
            self.fours.find(label, same[0].four, u16::MAX, &mut fours);
            fours.retain(|sum| sum.indices().len() == 4);
            fives.clear();
            for found in same {
                self.fives.find(found.run, found.triple, &mut fives);
            }
            for five in &fives {
                fours
                    .iter()
                    .filter(|four| four.word == five.word)
                    .for_each(|four| call(four, five));
            }
        }
        matches.clear();
    }
}

impl FourSumBuffer {
    pub(crate) fn new() -> FourSumBuffer {
        FourSumBuffer { low: Vec::new(), high: Vec::new(), filter: MembershipFilter::new() }
    }

    /// Replaces the sums by those of four keys with the label.
    fn fill(&mut self, fours: &FourSums, label: u32) {
        self.low.clear();
        self.high.clear();
        fours.blocks(label, |block| {
            for (a, first) in block.first.iter() {
                for (b, second) in block.second.iter() {
                    if block.order.holds(first, second) {
                        self.low.push(a.low ^ b.low);
                        self.high.push(a.high ^ b.high);
                    }
                }
            }
        });
        self.filter.set_members(&self.low);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing::{random_keys, sets, sum};

    extern crate std;

    /// Keys of so few bits that many sets have an equal sum.
    #[test]
    fn every_pair_with_an_equal_sum_is_found_once() {
        let words = random_keys(33, 12, 6);
        let coordinates = Coordinates::new(&words, 8);
        let sums = MeetInTheMiddle::new(&words, &coordinates, 8).unwrap();
        let mut buffer = FourSumBuffer::new();
        let mut found = Vec::new();
        for label in (0..1 << 8).step_by(32) {
            sums.compare(label, &mut buffer, |four, five| {
                assert_eq!(four.word, five.word);
                found.push([four.indices(), five.indices()].concat());
            });
        }
        let different: BTreeSet<_> = found.iter().cloned().collect();
        assert_eq!(different.len(), found.len());
        assert_eq!(found.len(), by_definition(&words, &coordinates));
        assert!(found.len() > 1000);
    }

    fn by_definition(words: &[u128], coordinates: &Coordinates) -> usize {
        let sums = |size| {
            let sums = sets(words.len(), size).into_iter().map(|set| sum(words, &set));
            let mut sums: Vec<u128> =
                sums.filter(|sum| coordinates.label(*sum) & 31 == 0).collect();
            sums.sort_unstable();
            sums
        };
        let (fours, fives) = (sums(4), sums(5));
        let below = |bound: u128| fours.partition_point(|four| *four < bound);
        fives.iter().map(|five| below(five + 1) - below(*five)).sum()
    }
}
