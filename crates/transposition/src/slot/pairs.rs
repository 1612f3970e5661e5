//! Slots of one word, read two at a time.
//!
//! Each word is written as an atomic of its own. Each instruction that loads sixteen bytes stands for
//! relaxed loads of two of them ([`load_all`]): no word is torn, just as none would be by eight loads,
//! and half as many instructions wait for the line.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::__m128i;
use std::hint::select_unpredictable;

use super::ranking::Ranking;
use super::ranks::Seeker;
use super::wide::{both, load_all, to_bits};
use super::{Change, Edit, Slots, Whole, Words};
use crate::line::Line;
use crate::memory::LineAt;
use crate::slot_layout::{Form, SlotLayout};
use crate::store::Store;
use crate::table::Outcome;

/// Eight entries of 64 bits. Used only from [`Access::Doubles`](super::Access) on.
pub(crate) struct Pairs;

/// The lower half or, if that is zero, the upper one.
#[inline(always)]
fn either(halves: __m128i) -> u64 {
    let halves = to_bits(halves);
    let (low, high) = (halves as u64, (halves >> 64) as u64);
    select_unpredictable(low != 0, low, high)
}

/// Of four pairs, the first entries whose bits in `mask` are those of `want`, one in each half; zeros in
/// a half that has none.
#[inline(always)]
fn choose([a, b, c, d]: [__m128i; 4], want: __m128i, mask: __m128i) -> __m128i {
    let found;
    // SAFETY: Pairs are used only if AVX is available (`has_doubles`). Only registers are touched.
    unsafe {
        asm!(
            "vpand {first}, {c}, {mask}",
            "vpand {second}, {d}, {mask}",
            "vpcmpeqq {first}, {first}, {want}",
            "vpcmpeqq {second}, {second}, {want}",
            "vpand {d}, {d}, {second}",
            "vpblendvb {c}, {d}, {c}, {first}",
            "vpand {first}, {a}, {mask}",
            "vpand {second}, {b}, {mask}",
            "vpcmpeqq {first}, {first}, {want}",
            "vpcmpeqq {second}, {second}, {want}",
            "vpblendvb {a}, {b}, {a}, {first}",
            "vpor {second}, {second}, {first}",
            "vpblendvb {a}, {c}, {a}, {second}",
            want = in(xmm_reg) want, mask = in(xmm_reg) mask, a = inout(xmm_reg) a => found,
            b = in(xmm_reg) b, c = inout(xmm_reg) c => _, d = inout(xmm_reg) d => _,
            first = out(xmm_reg) _, second = out(xmm_reg) _,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    found
}

impl Slots for Pairs {
    type Entry = u64;
    type Bucket = [u64; 8];
    const COUNT: usize = 8;

    #[inline(always)]
    fn read(line: &Line) -> Option<[u64; 8]> {
        let [[a, b], [c, d], [e, f], [g, h]] = load_all(line.into()).map(|pair| {
            let pair = to_bits(pair);
            [pair as u64, (pair >> 64) as u64]
        });
        Some([a, b, c, d, e, f, g, h])
    }

    #[inline(always)]
    fn write<T: Edit<u64>>(line: &Line, edit: T) -> Option<T::Told> {
        let (change, told) = edit.change(&Self::read(line)?);
        if let Some(change) = change {
            Words::apply(line, change);
        }
        Some(told)
    }

    #[inline(always)]
    fn store<F: Form>(line: &Line, store: Store<F>) -> Option<Outcome> {
        let Some(ranking) = Ranking::of::<F>() else { return Self::write(line, store) };
        let lowest = Seeker::new(ranking, &store).lowest_of_words(load_all(line.into()));
        let (change, outcome) = ranking.change(lowest, Self::COUNT, &store);
        Words::apply(line, change);
        Some(outcome)
    }

    #[inline(always)]
    fn find(line: LineAt, layout: SlotLayout, tag: u128) -> u64 {
        let shift = layout.tag_at();
        let (want, mask) = (both((tag as u64) << shift), both(u64::MAX << shift));
        either(choose(load_all(line), want, mask))
    }

    fn clear(line: &Line) -> bool {
        Words::clear(line)
    }
}

impl Whole for Pairs {
    #[inline(always)]
    fn apply(line: &Line, change: Change<u64>) {
        Words::apply(line, change);
    }

    #[inline(always)]
    fn find_in_lanes(line: LineAt, layout: SlotLayout, tag: u128) -> u64 {
        let shift = layout.tag_at();
        // With a one for each bit of the tag that is right, entries with the tag have only ones there.
        // They are greater than all others, greater than an empty slot if that has the tag, and greater
        // than the least word with these ones, which stands for none.
        let greatest = greatest(load_all(line), (tag as u64) << shift, both(u64::MAX << shift));
        greatest & !(u64::MAX << shift)
    }
}

/// The greatest of `ones` and eight words, in each of which the bits in `ones` are set if they were those
/// of `want`, and cleared if not.
#[inline(always)]
fn greatest([a, b, c, d]: [__m128i; 4], want: u64, ones: __m128i) -> u64 {
    let greatest;
    // SAFETY: Used only if AVX-512 is available (`has_lanes`). Only registers are touched.
    unsafe {
        asm!(
            "vpbroadcastq {want}, {word}",
            // Where the last has a one, whether the first two are equal, else the first. The words of
            // `a` are there first, so that nothing waits while it also takes part with `ones`.
            "vpternlogq {a}, {want}, {ones}, 0xd2",
            "vpmaxuq {a}, {a}, {ones}",
            "vpternlogq {b}, {want}, {ones}, 0xd2",
            "vpternlogq {c}, {want}, {ones}, 0xd2",
            "vpternlogq {d}, {want}, {ones}, 0xd2",
            "vpmaxuq {a}, {a}, {b}",
            "vpmaxuq {c}, {c}, {d}",
            "vpmaxuq {a}, {a}, {c}",
            "vpshufd {b}, {a}, 0x4e",
            "vpmaxuq {a}, {a}, {b}",
            "vmovq {greatest}, {a}",
            word = in(reg) want, want = out(xmm_reg) _, ones = in(xmm_reg) ones,
            a = inout(xmm_reg) a => _, b = inout(xmm_reg) b => _, c = inout(xmm_reg) c => _,
            d = inout(xmm_reg) d => _, greatest = lateout(reg) greatest,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    greatest
}

#[cfg(test)]
mod tests {
    use zobrist::source::SplitMix64;

    use super::*;
    use crate::entry;
    use crate::slot::{Access, Lanes};
    use crate::slot_layout::Small;
    use crate::{Table, TwoTier};

    /// Lines with few tags, so that many entries are found, some of them twice in the line: then
    /// the first of a half is found, and the lower half's if it has one.
    #[test]
    fn pairs_find_what_words_find() {
        let access = Access::here();
        if access < Access::Doubles {
            eprintln!("not tested: probes by AVX, which this processor does not have");
            return;
        }
        let layout = Table::<u64, u32, TwoTier, Small>::SLOT_LAYOUT;
        let mut source = SplitMix64::new(1);
        let mut found_any = 0;
        for _ in 0..10_000 {
            let line = Line::default();
            // Half of them with empty slots anywhere, half with entries in front.
            let (entries, may_gap) = (source.next_u64() as usize % 9, source.next_u64() & 1 == 0);
            for word in 0..Line::WORDS {
                let random = source.next_u64();
                // One of four tags, any payload and grade, and a generation, which is not 0.
                let rest = (random >> 1) & !(u64::MAX << layout.tag_at()) | 1 << layout.age_at();
                let entry = (random >> 62) << layout.tag_at() | rest;
                let is_empty = if may_gap { random >> 59 & 7 == 0 } else { word >= entries };
                line.store(word, if is_empty { 0 } else { entry });
            }
            assert_eq!(Pairs::read(&line), Words::read(&line));
            for tag in 0..4 {
                if access == Access::Lanes {
                    found_by_avx_512(&line, layout, tag);
                }
                let entry = Pairs::find((&line).into(), layout, tag);
                let held = |entry: &u64| entry::holds(layout, *entry, tag);
                let half = |first: usize| {
                    let mut words = (first..Line::WORDS).step_by(2).map(|word| line.load(word));
                    words.find(held)
                };
                let words = Words::find((&line).into(), layout, tag);
                for found in [entry, words] {
                    let stands = (0..Line::WORDS).any(|word| line.load(word) == found);
                    assert!(found == 0 || stands && held(&found));
                }
                if tag == 0 && may_gap {
                    continue;
                }
                assert_eq!(entry, half(0).or(half(1)).unwrap_or(0));
                assert_eq!(entry != 0, words != 0);
                found_any += usize::from(entry != 0);
            }
        }
        assert!(found_any > 20_000);
        if access < Access::Lanes {
            eprintln!("not tested: probes by AVX-512, which this processor does not have");
        }
    }

    /// An entry with the tag, which is left out of it, is found if there is one, and nothing else.
    fn found_by_avx_512(line: &Line, layout: SlotLayout, tag: u128) {
        let found = Lanes::<Pairs>::find(line.into(), layout, tag);
        let bucket = Pairs::read(line).unwrap();
        let mut held = bucket.iter().filter(|entry| entry::holds(layout, **entry, tag));
        if entry::is_found(layout, found) {
            assert!(held.any(|entry| entry & !(u64::MAX << layout.tag_at()) == found));
        } else {
            assert_eq!((held.count(), found), (0, 0), "{line:?}, {tag}");
        }
    }
}
