//! Sums of four keys of large sets compared with sums of five, for weight 9.

use alloc::vec::Vec;

use crate::batch::Sum;
use crate::filter::Members;
use crate::fives::{self, Fives, Run};
use crate::fours::{self, Fours, Seen};
use crate::lemma::Coordinates;
use crate::plan::OutOfMemory;

/// This many sums of four keys of one label fill an eighth of the filter.
pub(crate) const COMFORTABLE: usize = 1 << 19;

/// This many sums that look alike are taken apart at a time.
const MATCHES: usize = 1 << 12;

/// What both kinds of sums are made of.
#[derive(Clone, Debug)]
pub(crate) struct Nine {
    fours: Fours,
    fives: Fives,
}

/// Where a worker keeps sums of four keys.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    lows: Vec<u32>,
    highs: Vec<u16>,
    members: Members,
    fours: Vec<Sum>,
    fives: Vec<Sum>,
}

/// About how many bytes all workers share.
pub(crate) fn shared_bytes(keys: usize, bits: u32) -> u128 {
    fours::bytes(keys, bits) + fives::bytes(keys, bits)
}

/// About how many bytes a worker takes on top of the filter: vectors grow by doubling.
pub(crate) const WORKER_BYTES: u128 = COMFORTABLE as u128 * (2 * (4 + 2) + 8);

impl Nine {
    /// Makes both, with labels of `bits` bits; see [`Fives::new`].
    pub(crate) fn new(
        words: &[u128],
        coordinates: &Coordinates,
        bits: u32,
    ) -> Result<Nine, OutOfMemory> {
        let fours = Fours::new(words, coordinates, bits)?;
        Ok(Nine { fours, fives: Fives::new(words, coordinates, bits)? })
    }
}

impl Kept {
    pub(crate) fn new() -> Kept {
        Kept {
            lows: Vec::new(),
            highs: Vec::new(),
            members: Members::new(),
            fours: Vec::new(),
            fives: Vec::new(),
        }
    }

    /// Calls `call` for every four and five keys that have the label and the same sum, and
    /// perhaps keys in common. Returns how many sums were made.
    pub(crate) fn compare(
        &mut self,
        nine: &Nine,
        label: u32,
        mut call: impl FnMut(&Sum, &Sum),
    ) -> u128 {
        self.keep(&nine.fours, label);
        let mut sums = self.lows.len() as u128;
        let mut matches: Vec<(Seen, Run<'_>, Seen)> = Vec::new();
        nine.fives.runs(label, |run| {
            sums += run.lows.len() as u128;
            self.members.find(run.lows, run.pair.seen.0, |place, kept| {
                let triple = (run.lows[place], run.highs[place]);
                if triple.1 ^ run.pair.seen.1 == self.highs[kept] {
                    matches.push(((self.lows[kept], self.highs[kept]), run, triple));
                }
            });
            if matches.len() >= MATCHES {
                tell(nine, label, &mut matches, (&mut self.fours, &mut self.fives), &mut call);
            }
        });
        tell(nine, label, &mut matches, (&mut self.fours, &mut self.fives), &mut call);
        sums
    }

    /// Makes the sums of four keys with the label.
    fn keep(&mut self, fours: &Fours, label: u32) {
        self.lows.clear();
        self.highs.clear();
        fours.blocks(label, |block| {
            let (first, second) = (block.first, block.second);
            for (one, members) in first.seen().zip(first.pairs()) {
                for (other, others) in second.seen().zip(second.pairs()) {
                    if block.order.holds(*members, *others) {
                        self.lows.push(one.0 ^ other.0);
                        self.highs.push(one.1 ^ other.1);
                    }
                }
            }
        });
        self.members.take(&self.lows);
    }
}

/// Finds the sets behind what looks alike.
fn tell(
    nine: &Nine,
    label: u32,
    matches: &mut Vec<(Seen, Run<'_>, Seen)>,
    (fours, fives): (&mut Vec<Sum>, &mut Vec<Sum>),
    call: &mut impl FnMut(&Sum, &Sum),
) {
    // Two sums of four keys that look alike are found together.
    let order = |(seen, run, triple): &(Seen, Run<'_>, Seen)| (*seen, run.pair.members, *triple);
    matches.sort_unstable_by_key(order);
    matches.dedup_by_key(|found| order(found));
    for same in matches.chunk_by(|a, b| a.0 == b.0) {
        fours.clear();
        nine.fours.resolve(label, same[0].0, u16::MAX, fours);
        fours.retain(|sum| sum.members().len() == 4);
        for (_, run, triple) in same {
            fives.clear();
            nine.fives.resolve(*run, *triple, fives);
            for five in fives.iter() {
                fours
                    .iter()
                    .filter(|four| four.word == five.word)
                    .for_each(|four| call(four, five));
            }
        }
    }
    matches.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist::source::SplitMix64;

    extern crate std;
    use std::collections::BTreeSet;

    /// Keys of so few bits that many sets have the same sum.
    #[test]
    fn all_that_have_the_same_sum_once() {
        let mut random = SplitMix64::new(6);
        let words: Vec<u128> = (0..33).map(|_| u128::from(random.next_u64() >> 52)).collect();
        let coordinates = Coordinates::new(&words, 8);
        let nine = Nine::new(&words, &coordinates, 8).unwrap();
        let mut kept = Kept::new();
        let mut found = Vec::new();
        for label in (0..1 << 8).step_by(32) {
            kept.compare(&nine, label, |four, five| {
                assert_eq!(four.word, five.word);
                found.push([four.members(), five.members()].concat());
            });
        }
        let different: BTreeSet<_> = found.iter().cloned().collect();
        assert_eq!(different.len(), found.len());
        assert_eq!(found.len(), defined(&words, &coordinates));
        assert!(found.len() > 1000);
    }

    fn defined(words: &[u128], coordinates: &Coordinates) -> usize {
        let mut fours = Vec::new();
        let mut fives = Vec::new();
        let n = words.len();
        for d in 0..n {
            for c in 0..d {
                for b in 0..c {
                    for a in 0..b {
                        let sum = words[a] ^ words[b] ^ words[c] ^ words[d];
                        fours.push(sum);
                        fives.extend(words[..a].iter().map(|word| sum ^ word));
                    }
                }
            }
        }
        fours.retain(|sum| coordinates.label(*sum) & 31 == 0);
        fours.sort_unstable();
        let times = |sum: &u128| {
            fours.partition_point(|four| four <= sum) - fours.partition_point(|four| four < sum)
        };
        fives.iter().filter(|sum| coordinates.label(**sum) & 31 == 0).map(times).sum()
    }
}
