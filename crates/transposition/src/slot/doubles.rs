//! Slots of two words: an access of 16 bytes each.

use super::bucket::Bucket;
#[cfg(not(vectors))]
use crate::arch::portable;
#[cfg(vectors)]
use crate::arch::x86_64::{
    avx, avx512,
    ranking::{LowestRank, Ranking},
};
use crate::arch::{Level, access};
use crate::line::Line;
use crate::memory::LineAt;
use crate::slot_bits::SlotBits;
use crate::slot_layout::{Form, SlotLayout};
use crate::store::{Change, Outcome, Store};

/// Four slots of 128 bits, for processors with [`double words`](Level::has_double_words): for a
/// lower level [`with_bucket!`](super::with_bucket) takes [`Sequenced`](super::Sequenced) slots,
/// and tests skip these.
pub(crate) struct Doubles;

impl Doubles {
    #[inline(always)]
    fn apply(line: &Line, change: Change<2>) {
        access::store(line, change.moved, access::load(line, change.slot));
        access::store(line, change.slot, change.new);
    }

    #[cfg(vectors)]
    #[inline(always)]
    fn store_ranked<F: Form>(
        ranking: Ranking,
        lowest: LowestRank,
        line: &Line,
        store: &Store<F>,
    ) -> Outcome {
        let (change, outcome) = ranking.change(lowest, Self::COUNT, store);
        Self::apply(line, change);
        outcome
    }
}

impl Bucket<2> for Doubles {
    type Slots = [SlotBits<2>; 4];
    const COUNT: usize = 4;

    #[inline(always)]
    fn read(line: &Line) -> Option<[SlotBits<2>; 4]> {
        Some(access::load_all(line.into()))
    }

    #[inline(always)]
    fn write<R>(
        line: &Line,
        edit: impl FnOnce(&[SlotBits<2>]) -> (Option<Change<2>>, R),
    ) -> Option<R> {
        let (change, result) = edit(&Self::read(line)?);
        if let Some(change) = change {
            Self::apply(line, change);
        }
        Some(result)
    }

    #[inline(always)]
    fn find(level: Level, line: LineAt, layout: SlotLayout, tag: u128) -> SlotBits<2> {
        debug_assert!(level.has_double_words());
        match level {
            #[cfg(vectors)]
            Level::Avx512 => avx512::find_double(line, layout, tag),
            // AVX: at a lower level there are no slots of two words.
            #[cfg(vectors)]
            _ => avx::find_double(line, layout, tag),
            #[cfg(not(vectors))]
            Level::Lse2 | Level::Portable => portable::find(layout, Self::read(line.line()), tag),
        }
    }

    #[inline(always)]
    fn store<F: Form>(level: Level, line: &Line, store: Store<F>) -> Option<Outcome> {
        debug_assert!(level.has_double_words());
        #[cfg(vectors)]
        if let Some(ranking) = const { Ranking::of::<F>() } {
            if level == Level::Avx512 {
                let lowest = avx512::lowest_double(ranking, line, &store);
                return Some(Self::store_ranked(ranking, lowest, line, &store));
            }
            // AVX: at a lower level there are no slots of two words.
            let lowest = avx::lowest_double(ranking, line, &store);
            return Some(Self::store_ranked(ranking, lowest, line, &store));
        }
        let (change, outcome) = store.change(&Self::read(line)?);
        if let Some(change) = change {
            Self::apply(line, change);
        }
        Some(outcome)
    }

    fn clear(line: &Line) -> bool {
        (0..Self::COUNT).for_each(|slot| access::store(line, slot, SlotBits::EMPTY));
        true
    }
}
