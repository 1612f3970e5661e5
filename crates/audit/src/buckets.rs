//! Finds duplicates among millions of sums.
//!
//! A radix pass scatters the sums into buckets small enough for the L1 cache; each bucket is then
//! searched with a chained hash table.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::arrays::{boxed_array, chunks, chunks_mut};
use crate::digest::{PartialDigest, PartialDigests};
use crate::four_sums::{Block, FourSums, LANES, PairOrder};

const BUCKETS: usize = 1 << 9;
/// The high bits of a digest that select its bucket.
pub(crate) const BUCKET_MASK: u16 = BUCKETS as u16 - 1;
/// Capacity of a bucket, in sums.
const CAPACITY: usize = 1 << 13;
/// Number of sums that leave every bucket room for a full staging buffer, which might go into
/// one.
pub(crate) const TARGET_SUMS: usize = BUCKETS * CAPACITY / 8 * 5;
/// Distance of the starts of buckets, chosen so that they differ within a page.
const STRIDE: usize = CAPACITY + 16;
/// Number of sums that are made before they are scattered.
const STAGED: usize = 1 << 11;
const HEADS: usize = 1 << 14;

/// The size of the buckets in bytes.
pub(crate) const BYTES: u128 = 4 * (BUCKETS * STRIDE) as u128;

/// The buckets of one worker.
#[derive(Clone, Debug)]
pub(crate) struct RadixBuckets {
    staging: StagingBuffer,
    /// The low halves of digests, by bucket.
    sums: Vec<u32>,
    ends: Box<[u32; BUCKETS]>,
    /// Lower bound on the free space of every bucket, in sums.
    min_free: usize,
    overflowed: bool,
    heads: Box<[u16; HEADS]>,
    next: Box<[u16; CAPACITY]>,
    hits: Box<[u16; CAPACITY]>,
    /// Low halves and buckets.
    duplicates: Vec<PartialDigest>,
}

/// Digests of sums that are made but not yet scattered.
#[derive(Clone, Debug)]
struct StagingBuffer {
    low: Box<[u32; STAGED]>,
    high: Box<[u16; STAGED]>,
    len: usize,
}

impl RadixBuckets {
    pub(crate) fn new() -> RadixBuckets {
        RadixBuckets {
            staging: StagingBuffer { low: boxed_array(), high: boxed_array(), len: 0 },
            sums: vec![0; BUCKETS * STRIDE],
            ends: boxed_array(),
            min_free: 0,
            overflowed: false,
            heads: boxed_array(),
            next: boxed_array(),
            hits: boxed_array(),
            duplicates: Vec::new(),
        }
    }

    /// Makes all sums of up to four keys that have the label. Returns their number, and the
    /// digests that occur more than once, sorted, of their high bits only those of [`BUCKET_MASK`];
    /// `None` if a bucket overflows.
    pub(crate) fn duplicates(
        &mut self,
        fours: &FourSums,
        label: u32,
    ) -> Option<(u64, &[PartialDigest])> {
        for (end, start) in self.ends.iter_mut().zip((0..).step_by(STRIDE)) {
            *end = start;
        }
        (self.min_free, self.overflowed, self.staging.len) = (CAPACITY, false, 0);
        fours.blocks(label, |block| match block.order {
            PairOrder::Any => self.add_block(block),
            _ => self.add_ordered(block),
        });
        fours.up_to_three(label, |_, digest| self.add(digest, true));
        self.scatter();
        if self.overflowed {
            return None;
        }
        self.duplicates.clear();
        (0..BUCKETS).for_each(|bucket| self.find_duplicates(bucket));
        self.duplicates.sort_unstable();
        self.duplicates.dedup();
        let lens = self.ends.iter().zip((0..).step_by(STRIDE)).map(|(end, start)| end - start);
        Some((lens.map(u64::from).sum(), &self.duplicates))
    }

    fn add_block(&mut self, block: Block<'_>) {
        let second = block.second.whole_lanes();
        let len = block.second.len();
        for first in block.first.digests().iter() {
            if second.low.len() > STAGED - self.staging.len {
                self.scatter();
                if second.low.len() > STAGED {
                    self.overflowed = true;
                    return;
                }
            }
            self.staging.add(first, second, len);
        }
    }

    fn add_ordered(&mut self, block: Block<'_>) {
        for (a, first) in block.first.iter() {
            for (b, second) in block.second.iter() {
                self.add(a ^ b, block.order.holds(first, second));
            }
        }
    }

    /// Adds a sum, without a branch, if it is wanted.
    #[inline]
    fn add(&mut self, digest: PartialDigest, wanted: bool) {
        if self.staging.len == STAGED {
            self.scatter();
        }
        let len = self.staging.len & (STAGED - 1);
        (self.staging.low[len], self.staging.high[len]) = (digest.low, digest.high);
        self.staging.len = len + usize::from(wanted);
    }

    /// Scatters the staging buffer into the buckets.
    fn scatter(&mut self) {
        let count = self.staging.len;
        self.staging.len = 0;
        if self.min_free < count {
            let starts = (0..).step_by(STRIDE);
            let free =
                self.ends.iter().zip(starts).map(|(end, start)| start + CAPACITY - *end as usize);
            self.min_free = free.min().unwrap_or(0);
            self.overflowed |= self.min_free < count;
        }
        if self.overflowed {
            return;
        }
        self.min_free -= count;
        let sums = &mut self.sums[..];
        for (low, high) in self.staging.low[..count].iter().zip(&self.staging.high[..count]) {
            let end = &mut self.ends[usize::from(*high & BUCKET_MASK)];
            let place = *end as usize;
            *end += 1;
            sums[place] = *low;
        }
    }

    fn find_duplicates(&mut self, bucket: usize) {
        let sums = &self.sums[bucket * STRIDE..self.ends[bucket] as usize];
        self.heads.fill(0);
        let mut hits = 0;
        for ((sum, next), place) in sums.iter().zip(self.next.iter_mut()).zip(0_u16..) {
            let head = &mut self.heads[(*sum >> (32 - HEADS.ilog2())) as usize];
            let earlier = *head;
            *head = place + 1;
            *next = earlier;
            self.hits[hits & (CAPACITY - 1)] = place;
            hits += usize::from(earlier != 0);
        }
        for hit in &self.hits[..hits] {
            let sum = sums[usize::from(*hit)];
            let mut earlier = self.next[usize::from(*hit)];
            while earlier != 0 {
                if sums[usize::from(earlier) - 1] == sum {
                    self.duplicates.push(PartialDigest { low: sum, high: bucket as u16 });
                    break;
                }
                earlier = self.next[usize::from(earlier) - 1];
            }
        }
    }
}

impl StagingBuffer {
    /// Adds `len` sums: those of `first` and each of the second digests, of which there may be more,
    /// up to a whole number of [`LANES`].
    #[inline(always)]
    fn add(&mut self, first: PartialDigest, second: PartialDigests<'_>, len: usize) {
        let staged_low = chunks_mut::<_, LANES>(&mut self.low[self.len..]);
        let staged_high = chunks_mut::<_, LANES>(&mut self.high[self.len..]);
        for ((low, staged_low), (high, staged_high)) in
            chunks(second.low).zip(staged_low).zip(chunks(second.high).zip(staged_high))
        {
            *staged_low = low.map(|low| low ^ first.low);
            *staged_high = high.map(|high| high ^ first.high);
        }
        self.len += len;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use zobrist::{Kind, Source};

    use super::*;
    use crate::lemma::Coordinates;
    use crate::plan::SearchPlan;
    use crate::stages::Method;
    use crate::testing::{random_keys, sets_up_to, sum};

    extern crate std;

    /// Keys of so few bits that many sums occur more than once.
    #[test]
    fn duplicates_are_those_of_the_definition() {
        let words = random_keys(60, 24, 3);
        let coordinates = Coordinates::new(&words, 4);
        let fours = FourSums::new(&words, &coordinates, 4).unwrap();
        let sums = sets_up_to(60, 4).into_iter().map(|set| sum(&words, &set));
        let sums: Vec<u128> = sums.collect();
        let mut buckets = RadixBuckets::new();
        for label in [0, 8] {
            let mut by_digest: BTreeMap<PartialDigest, u32> = BTreeMap::new();
            let mut made = 0;
            for word in sums.iter().filter(|word| coordinates.label(**word) & 15 == label) {
                let PartialDigest { low, high } = PartialDigest::of(coordinates.digest(*word));
                let digest = PartialDigest { low, high: high & BUCKET_MASK };
                *by_digest.entry(digest).or_default() += 1;
                made += 1;
            }
            let repeated = by_digest.into_iter().filter(|(_, times)| *times > 1);
            let expected: Vec<PartialDigest> = repeated.map(|(digest, _)| digest).collect();
            assert!(expected.len() > 100);
            assert_eq!(buckets.duplicates(&fours, label), Some((made, &expected[..])));
        }
    }

    /// All sums of four keys of an extended code are even in one bit of their labels, so that
    /// there are more sums of one label.
    #[test]
    fn buckets_suffice_for_the_default_source() {
        static FEATURES: Kind = Kind::first("feature", 781);
        let keys = Source::bch(2026, 1024).words(FEATURES.layout(), 64);
        let plan = SearchPlan::new(&keys, 8).unwrap();
        let bits = plan.label_bits(Method::FourSums).unwrap();
        let fours = FourSums::new(&plan.words, &plan.coordinates, bits).unwrap();
        let mut buckets = RadixBuckets::new();
        let (made, duplicates) = buckets.duplicates(&fours, 0).unwrap();
        assert!(made > 1 << 20 && duplicates.len() < 10);
    }

    /// Sums of few values go into few buckets.
    #[test]
    fn an_overflow_is_reported() {
        let words: Vec<u128> = (1..100).collect();
        let coordinates = Coordinates::new(&words, 4);
        let fours = FourSums::new(&words, &coordinates, 4).unwrap();
        assert_eq!(RadixBuckets::new().duplicates(&fours, 0), None);
    }
}
