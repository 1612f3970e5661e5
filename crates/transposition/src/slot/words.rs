//! Slots of one word: an atomic access each.

use std::array::from_fn;

use super::bucket::Bucket;
#[cfg(vectors)]
use crate::arch::x86_64::{
    avx, avx512,
    ranking::{LowestRank, Ranking},
};
use crate::arch::{Level, portable};
use crate::line::Line;
use crate::memory::LineAt;
use crate::slot_bits::SlotBits;
use crate::slot_layout::{Form, SlotLayout};
use crate::store::{Change, Outcome, Store};

/// Eight slots of 64 bits.
pub(crate) struct Words;

impl Words {
    #[inline(always)]
    fn apply(line: &Line, change: Change<1>) {
        line.store(change.moved, line.load(change.slot));
        line.store(change.slot, change.new.0[0]);
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

impl Bucket<1> for Words {
    type Slots = [SlotBits<1>; 8];
    const COUNT: usize = 8;

    #[inline(always)]
    fn read(line: &Line) -> Option<[SlotBits<1>; 8]> {
        Some(from_fn(|word| SlotBits([line.load(word)])))
    }

    #[inline(always)]
    fn write<R>(
        line: &Line,
        edit: impl FnOnce(&[SlotBits<1>]) -> (Option<Change<1>>, R),
    ) -> Option<R> {
        let (change, result) = edit(&Self::read(line)?);
        if let Some(change) = change {
            Self::apply(line, change);
        }
        Some(result)
    }

    #[inline(always)]
    fn find(level: Level, line: LineAt, layout: SlotLayout, tag: u128) -> SlotBits<1> {
        match level {
            #[cfg(vectors)]
            Level::Avx512 => avx512::find_word(line, layout, tag),
            #[cfg(vectors)]
            Level::Avx => avx::find_word(line, layout, tag),
            #[cfg(all(double_words, target_arch = "aarch64"))]
            Level::Lse2 => portable::find(layout, Self::read(line.line()), tag),
            Level::Portable => portable::find(layout, Self::read(line.line()), tag),
        }
    }

    #[inline(always)]
    fn store<F: Form>(level: Level, line: &Line, store: Store<F>) -> Option<Outcome> {
        #[cfg(vectors)]
        if let Some(ranking) = const { Ranking::of::<F>() } {
            match level {
                Level::Avx512 => {
                    let lowest = avx512::lowest_word(ranking, line, &store);
                    return Some(Self::store_ranked(ranking, lowest, line, &store));
                }
                Level::Avx => {
                    let lowest = avx::lowest_word(ranking, line, &store);
                    return Some(Self::store_ranked(ranking, lowest, line, &store));
                }
                Level::Portable => {}
            }
        }
        #[cfg(not(vectors))]
        let _ = level;
        let (change, outcome) = store.change(&Self::read(line)?);
        if let Some(change) = change {
            Self::apply(line, change);
        }
        Some(outcome)
    }

    fn clear(line: &Line) -> bool {
        (0..Line::WORDS).for_each(|word| line.store(word, 0));
        true
    }
}
