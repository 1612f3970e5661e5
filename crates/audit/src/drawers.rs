//! Finds what occurs more than once among some millions of sums, in the first-level cache.
//!
//! The sums are cast into drawers by some bits, and each drawer, some thousands of sums, is
//! hashed with chains, so that any two that look the same meet.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::fours::{Block, Fours, Order, STEP, Seen};

const DRAWERS: usize = 1 << 9;
/// Which bits of a digest's middle select the drawer.
pub(crate) const DRAWER: u16 = DRAWERS as u16 - 1;
/// The most that a drawer holds.
const DEPTH: usize = 1 << 13;
/// This many sums leave every drawer room for a row, all of which might go into one.
pub(crate) const COMFORTABLE: usize = DRAWERS * DEPTH / 8 * 5;
/// The distance from drawer to drawer, such that not all start at the same place of a page.
const STRIDE: usize = DEPTH + 16;
/// This many sums are made before they are cast.
const ROW: usize = 1 << 11;
const HEADS: usize = 1 << 14;

/// The bytes that drawers take.
pub(crate) const BYTES: u128 = 4 * (DRAWERS * STRIDE) as u128;

/// Where a worker casts sums.
#[derive(Clone, Debug)]
pub(crate) struct Drawers {
    /// Sums that are made but not yet cast.
    row: Row,
    /// Low halves of digests, by drawer.
    sums: Vec<u32>,
    ends: Box<[u32; DRAWERS]>,
    /// How many more sums every drawer has room for, at least.
    room: usize,
    overfull: bool,
    heads: Box<[u16; HEADS]>,
    next: Box<[u16; DEPTH]>,
    hits: Box<[u16; DEPTH]>,
    repeated: Vec<Seen>,
}

#[derive(Clone, Debug)]
struct Row {
    lows: Box<[u32; ROW]>,
    highs: Box<[u16; ROW]>,
    len: usize,
}

impl Drawers {
    pub(crate) fn new() -> Drawers {
        Drawers {
            row: Row { lows: array(), highs: array(), len: 0 },
            sums: vec![0; DRAWERS * STRIDE],
            ends: array(),
            room: 0,
            overfull: false,
            heads: array(),
            next: array(),
            hits: array(),
            repeated: Vec::new(),
        }
    }

    /// Makes all sums of up to four keys that have the label. Returns how many they are,
    /// and what is seen of those that occur more than once; or `None` when the drawers do
    /// not suffice.
    pub(crate) fn repeats(&mut self, fours: &Fours, label: u32) -> Option<(u64, &[Seen])> {
        for (drawer, end) in self.ends.iter_mut().enumerate() {
            *end = (drawer * STRIDE) as u32;
        }
        (self.room, self.overfull, self.row.len) = (DEPTH, false, 0);
        fours.blocks(label, |block| match block.order {
            Order::Any => self.all_of(block),
            order => self.some_of(block, order),
        });
        fours.threes(label, |index, key, side| {
            for (pair, members) in side.seen().zip(side.pairs()) {
                self.add(key, pair, members[1] < index);
            }
        });
        fours.few(label).for_each(|few| self.add(few, (0, 0), true));
        self.cast();
        if self.overfull {
            return None;
        }
        self.repeated.clear();
        (0..DRAWERS).for_each(|drawer| self.look_into(drawer));
        self.repeated.sort_unstable();
        self.repeated.dedup();
        let lens = self.ends.iter().zip((0..).step_by(STRIDE)).map(|(end, start)| end - start);
        Some((lens.map(u64::from).sum(), &self.repeated))
    }

    fn all_of(&mut self, block: Block<'_>) {
        let (lows, highs) = block.second.steps();
        let len = block.second.len();
        for first in block.first.seen() {
            if lows.len() * STEP > ROW - self.row.len {
                self.cast();
                if lows.len() * STEP > ROW {
                    self.overfull = true;
                    return;
                }
            }
            self.row.add(first, lows, highs, len);
        }
    }

    fn some_of(&mut self, block: Block<'_>, order: Order) {
        for (first, one) in block.first.seen().zip(block.first.pairs()) {
            for (second, other) in block.second.seen().zip(block.second.pairs()) {
                self.add(first, second, order.holds(*one, *other));
            }
        }
    }

    #[inline]
    fn add(&mut self, one: Seen, other: Seen, counts: bool) {
        if self.row.len == ROW {
            self.cast();
        }
        let len = self.row.len & (ROW - 1);
        (self.row.lows[len], self.row.highs[len]) = (one.0 ^ other.0, one.1 ^ other.1);
        self.row.len = len + usize::from(counts);
    }

    /// Casts the row.
    fn cast(&mut self) {
        let count = self.row.len;
        self.row.len = 0;
        if self.room < count {
            let rooms = self.ends.iter().zip((0..).step_by(STRIDE));
            let rooms = rooms.map(|(end, start)| start + DEPTH - *end as usize);
            self.room = rooms.min().unwrap_or(0);
            self.overfull |= self.room < count;
        }
        if self.overfull {
            return;
        }
        self.room -= count;
        let sums = &mut self.sums[..];
        for (low, high) in self.row.lows[..count].iter().zip(&self.row.highs[..count]) {
            let end = &mut self.ends[usize::from(*high & DRAWER)];
            let place = *end as usize;
            *end += 1;
            sums[place] = *low;
        }
    }

    fn look_into(&mut self, drawer: usize) {
        let sums = &self.sums[drawer * STRIDE..self.ends[drawer] as usize];
        self.heads.fill(0);
        let mut hits = 0;
        for ((sum, next), place) in sums.iter().zip(self.next.iter_mut()).zip(0_u16..) {
            let head = &mut self.heads[(*sum >> (32 - HEADS.ilog2())) as usize];
            let earlier = *head;
            *head = place + 1;
            *next = earlier;
            self.hits[hits & (DEPTH - 1)] = place;
            hits += usize::from(earlier != 0);
        }
        for hit in &self.hits[..hits] {
            let sum = sums[usize::from(*hit)];
            let mut earlier = self.next[usize::from(*hit)];
            while earlier != 0 {
                if sums[usize::from(earlier) - 1] == sum {
                    self.repeated.push((sum, drawer as u16));
                    break;
                }
                earlier = self.next[usize::from(earlier) - 1];
            }
        }
    }
}

impl Row {
    #[inline(always)]
    fn add(&mut self, first: Seen, lows: &[[u32; STEP]], highs: &[[u16; STEP]], len: usize) {
        let its_lows = self.lows[self.len..].as_chunks_mut().0.iter_mut();
        let its_highs = self.highs[self.len..].as_chunks_mut().0.iter_mut();
        for ((low, its_low), (high, its_high)) in
            lows.iter().zip(its_lows).zip(highs.iter().zip(its_highs))
        {
            *its_low = low.map(|low| low ^ first.0);
            *its_high = high.map(|high| high ^ first.1);
        }
        self.len += len;
    }
}

fn array<T: Copy + Default, const LEN: usize>() -> Box<[T; LEN]> {
    let boxed = vec![T::default(); LEN].into_boxed_slice().try_into();
    boxed.unwrap_or_else(|_| unreachable!("the slice has this length"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lemma::Coordinates;
    use crate::plan::SearchPlan;
    use crate::stages::Way;
    use zobrist::source::SplitMix64;
    use zobrist::{Kind, Source};

    extern crate std;
    use std::collections::BTreeMap;

    /// Keys of so few bits that many sums occur more than once.
    #[test]
    fn what_occurs_more_than_once_and_nothing_else() {
        let mut random = SplitMix64::new(3);
        let words: Vec<u128> = (0..60).map(|_| u128::from(random.next_u64() >> 40)).collect();
        let coordinates = Coordinates::new(&words, 4);
        let fours = Fours::new(&words, &coordinates, 4).unwrap();
        let mut drawers = Drawers::new();
        for label in [0, 8] {
            let mut by_sum: BTreeMap<Seen, u32> = BTreeMap::new();
            let mut count = |sum: u64| {
                let seen = (sum as u32, (sum >> 32) as u16 & DRAWER);
                *by_sum.entry(seen).or_default() += 1;
            };
            let digests: Vec<u64> = words.iter().map(|word| coordinates.digest(*word)).collect();
            let labels: Vec<u32> = words.iter().map(|word| coordinates.label(*word)).collect();
            let mut made = 0;
            // Every set of up to four, its indices descending.
            let mut sets = vec![Vec::new()];
            while let Some(set) = sets.pop() {
                if set.iter().fold(label, |rest, index| rest ^ labels[*index]) == 0 {
                    count(set.iter().fold(0, |sum, index| sum ^ digests[*index]));
                    made += 1;
                }
                if set.len() < 4 {
                    let below = 0..set.last().copied().unwrap_or(60);
                    sets.extend(below.map(|next| [&set[..], &[next]].concat()));
                }
            }
            let expected: Vec<Seen> =
                by_sum.into_iter().filter(|(_, times)| *times > 1).map(|(seen, _)| seen).collect();
            assert!(expected.len() > 100);
            assert_eq!(drawers.repeats(&fours, label), Some((made, &expected[..])));
        }
    }

    /// All sums of four are even in one bit of their labels, so that of one label there are
    /// more.
    #[test]
    fn drawers_suffice_for_the_default_source() {
        static FEATURES: Kind = Kind::first("feature", 781);
        let keys = Source::bch(2026, 1024).words(FEATURES.layout(), 64);
        let plan = SearchPlan::new(&keys, 8).unwrap();
        let bits = plan.bits_for(Way::Fours).unwrap();
        let fours = Fours::new(&plan.words, &plan.coordinates, bits).unwrap();
        let found =
            Drawers::new().repeats(&fours, 0).map(|(made, repeated)| (made, repeated.len()));
        assert!(found.is_some_and(|(made, repeated)| made > 1 << 20 && repeated < 10));
    }

    /// When sums have few values they fill few drawers.
    #[test]
    fn a_drawer_that_does_not_suffice_is_told() {
        let words: Vec<u128> = (1..100).collect();
        let coordinates = Coordinates::new(&words, 4);
        let fours = Fours::new(&words, &coordinates, 4).unwrap();
        assert_eq!(Drawers::new().repeats(&fours, 0), None);
    }
}
