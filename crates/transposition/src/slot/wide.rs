//! Slots of two words: an instruction that accesses 16 bytes each.
//!
//! x86-64: Intel and AMD both promise that aligned 16-byte loads and stores by `movdqa` and its kin
//! are single accesses on every processor with AVX. Arm: `ldp` and `stp` of two registers are
//! single accesses on aligned addresses with FEAT_LSE2. Stable Rust has no atomic of 16 bytes, and a
//! plain access of the vector types would race with the stores of other threads, so the instructions are
//! written out here. That this is sound is argued in [`slot`](super), without these promises: each
//! stands for accesses of two atomics. The promises are why no slot is torn.

#![allow(unsafe_code)]

use std::arch::asm;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m128i;

use super::{Change, Edit, Slots, Whole};
#[cfg(target_arch = "x86_64")]
use super::{ranking::Ranking, ranks::Seeker};
use crate::line::Line;
#[cfg(target_arch = "x86_64")]
use crate::{
    entry::SlotWords,
    memory::LineAt,
    slot_layout::{Form, SlotLayout},
    store::Store,
    table::Outcome,
};

/// Four entries of 128 bits. Used only from [`Access::Doubles`](super::Access) on.
pub(crate) struct Doubles;

/// Whether this machine has atomic accesses of 16 bytes.
pub(super) fn has_doubles() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx");
    #[cfg(target_arch = "aarch64")]
    std::arch::is_aarch64_feature_detected!("lse2")
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn to_bits(vector: __m128i) -> u128 {
    // SAFETY: Both are sixteen bytes without padding, and any bits are a value of both.
    unsafe { std::mem::transmute::<__m128i, u128>(vector) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn to_vector(bits: u128) -> __m128i {
    // SAFETY: As above.
    unsafe { std::mem::transmute::<u128, __m128i>(bits) }
}

/// The address of the line, and the first word of the slot in it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn address(line: &Line, slot: usize) -> (*const Line, usize) {
    assert!(slot < Doubles::COUNT);
    (line, slot * u128::WORDS)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn load(line: &Line, slot: usize) -> u128 {
    let (line, word) = address(line, slot);
    let value: __m128i;
    // SAFETY: The address is that of two words of a line, at a multiple of 16 from its start, which
    // is a multiple of 64: aligned and within the line. Doubles are used only if AVX is available
    // (`has_doubles`). The instruction only reads, and could be two relaxed loads of the atomics that
    // the words are, as argued in `slot`: a thread that stores at the same time is no data race.
    unsafe {
        asm!("vmovdqa {value}, xmmword ptr [{line} + {word} * 8]", line = in(reg) line,
            word = in(reg) word, value = out(xmm_reg) value, options(nostack, preserves_flags, readonly));
    }
    to_bits(value)
}

/// The four double words of a line, each by an access of its own.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn load_all(line: LineAt) -> [__m128i; 4] {
    let (first, offset) = line.address();
    let [a, b, c, d]: [__m128i; 4];
    // SAFETY: As for `load`: the whole line, at multiples of 16 from its start; eight relaxed loads. It
    // does not matter whether other threads write it by words (`Pairs`) or by `store`. One block for
    // all, so that the addresses take no instructions of their own.
    unsafe {
        asm!(
            "vmovdqa {a}, xmmword ptr [{first} + {offset}]",
            "vmovdqa {b}, xmmword ptr [{first} + {offset} + 16]",
            "vmovdqa {c}, xmmword ptr [{first} + {offset} + 32]",
            "vmovdqa {d}, xmmword ptr [{first} + {offset} + 48]",
            first = in(reg) first, offset = in(reg) offset,
            a = out(xmm_reg) a, b = out(xmm_reg) b, c = out(xmm_reg) c, d = out(xmm_reg) d,
            options(nostack, preserves_flags, readonly)
        );
    }
    [a, b, c, d]
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn store(line: &Line, slot: usize, value: u128) {
    let (line, word) = address(line, slot);
    let value = to_vector(value);
    // SAFETY: As for `load`: aligned, within the line, AVX is available. It could be two relaxed stores
    // of the atomics that the words are, which may be written through a shared reference.
    unsafe {
        asm!("vmovdqa xmmword ptr [{line} + {word} * 8], {value}", line = in(reg) line,
            word = in(reg) word, value = in(xmm_reg) value, options(nostack, preserves_flags));
    }
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn load(line: &Line, slot: usize) -> u128 {
    let address = line.0.as_chunks::<2>().0[slot].as_ptr();
    let (low, high): (u64, u64);
    // SAFETY: The address is that of two words of a line, at a multiple of 16 from its start, which
    // is a multiple of 64: aligned and within the line. The instruction only reads, and could be two
    // relaxed loads of the atomics that the words are, as argued in `slot`. Doubles are used only if
    // LSE2 is available (`has_doubles`), which makes it a single access.
    unsafe {
        asm!("ldp {low}, {high}, [{address}]", address = in(reg) address, low = out(reg) low,
            high = out(reg) high, options(nostack, preserves_flags, readonly));
    }
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn store(line: &Line, slot: usize, value: u128) {
    let address = line.0.as_chunks::<2>().0[slot].as_ptr();
    // SAFETY: As for `load`: aligned and within the line. It could be two relaxed stores of the atomics
    // that the words are, which may be written through a shared reference.
    unsafe {
        asm!("stp {low}, {high}, [{address}]", address = in(reg) address, low = in(reg) value as u64,
            high = in(reg) (value >> 64) as u64, options(nostack, preserves_flags));
    }
}

/// A word in both halves.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn both(word: u64) -> __m128i {
    to_vector(u128::from(word) << 64 | u128::from(word))
}

/// The lower word of the first entry whose upper word is the tag; zeros when there is none.
///
/// The instructions are few, and none is a branch. They wait for the line in the processor's
/// queues, and as many lines are in flight at a time as the queues hold probes. From a loop over
/// the slots the compiler makes more instructions, and a branch that also waits and is often
/// mispredicted.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn find_lower(line: LineAt, tag: u64) -> u64 {
    let [a, b, c, d] = load_all(line);
    let found;
    // SAFETY: Doubles are used only if there is AVX (`has_doubles`). Only registers are touched.
    unsafe {
        asm!(
            // The tags of two entries side by side, and their lower words.
            "vpunpckhqdq {tags}, {b}, {d}",
            "vpunpcklqdq {b}, {b}, {d}",
            "vpunpckhqdq {d}, {a}, {c}",
            "vpunpcklqdq {a}, {a}, {c}",
            "vpcmpeqq {tags}, {tags}, {want}",
            "vpcmpeqq {d}, {d}, {want}",
            // The first two entries in the lower half, the others in the upper; zeros in a half where
            // neither has the tag.
            "vpand {b}, {b}, {tags}",
            "vpor {tags}, {tags}, {d}",
            "vpblendvb {a}, {b}, {a}, {d}",
            // The lower half where one of its two had it, else the upper one.
            "vpunpckhqdq {b}, {a}, {a}",
            "vpblendvb {a}, {b}, {a}, {tags}",
            "vmovq {found}, {a}",
            want = in(xmm_reg) both(tag), a = inout(xmm_reg) a => _, b = inout(xmm_reg) b => _,
            c = in(xmm_reg) c, d = inout(xmm_reg) d => _, tags = out(xmm_reg) _,
            found = out(reg) found,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    found
}

/// `entry` if its highest bits are the tag, else `found`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn choose(entry: __m128i, want: __m128i, mask: __m128i, mut found: __m128i) -> __m128i {
    // SAFETY: As above.
    unsafe {
        asm!(
            "vpand {equal}, {entry}, {mask}",
            "vpcmpeqq {equal}, {equal}, {want}",
            "vpunpckhqdq {equal}, {equal}, {equal}",
            "vpblendvb {found}, {found}, {entry}, {equal}",
            want = in(xmm_reg) want, mask = in(xmm_reg) mask, entry = in(xmm_reg) entry,
            equal = out(xmm_reg) _, found = inout(xmm_reg) found,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    found
}

/// The first entry whose highest bits are this tag, of fewer than 64 bits; zeros when there is none.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn find_short(line: LineAt, layout: SlotLayout, tag: u64) -> u128 {
    let shift = 64 - layout.tag;
    let want = to_vector(u128::from(tag << shift) << 64);
    let mask = to_vector(u128::from(u64::MAX << shift) << 64);
    let chosen = |found, entry| choose(entry, want, mask, found);
    to_bits(load_all(line).into_iter().rfold(to_vector(0), chosen))
}

impl Slots for Doubles {
    type Entry = u128;
    type Bucket = [u128; 4];
    const COUNT: usize = 4;

    #[inline(always)]
    fn read(line: &Line) -> Option<[u128; 4]> {
        #[cfg(target_arch = "x86_64")]
        return Some(load_all(line.into()).map(to_bits));
        #[cfg(not(target_arch = "x86_64"))]
        Some(std::array::from_fn(|slot| load(line, slot)))
    }

    #[inline(always)]
    fn write<T: Edit<u128>>(line: &Line, edit: T) -> Option<T::Told> {
        let (change, told) = edit.change(&Self::read(line)?);
        if let Some(change) = change {
            Self::apply(line, change);
        }
        Some(told)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn store<F: Form>(line: &Line, store: Store<F>) -> Option<Outcome> {
        let Some(ranking) = Ranking::of::<F>() else { return Self::write(line, store) };
        let lowest = Seeker::new(ranking, &store).lowest_of_doubles(load_all(line.into()));
        let (change, outcome) = ranking.change(lowest, Self::COUNT, &store);
        Self::apply(line, change);
        Some(outcome)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn find(line: LineAt, layout: SlotLayout, tag: u128) -> u128 {
        match layout.tag {
            65.. => super::find(layout, Self::read(line.line()), tag),
            64 => u128::from(find_lower(line, tag as u64)),
            _ => find_short(line, layout, tag as u64),
        }
    }

    fn clear(line: &Line) -> bool {
        (0..4).for_each(|slot| store(line, slot, 0));
        true
    }
}

impl Whole for Doubles {
    #[inline(always)]
    fn apply(line: &Line, change: Change<u128>) {
        store(line, change.moved, load(line, change.slot));
        store(line, change.slot, change.new);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn find_in_lanes(line: LineAt, layout: SlotLayout, tag: u128) -> u128 {
        match layout.tag {
            64 => u128::from(find_lower_in_lanes(line, tag as u64)),
            _ => Self::find(line, layout, tag),
        }
    }
}

/// The lower word of an entry whose upper word is the tag; zeros when there is none. Fewer
/// instructions than [`find_lower`]'s wait for the line.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn find_lower_in_lanes(line: LineAt, tag: u64) -> u64 {
    let [a, b, c, d] = load_all(line);
    let found;
    // SAFETY: Used only if AVX-512 is available (`has_lanes`). Only registers are touched.
    unsafe {
        asm!(
            "vpbroadcastq {want}, {tag}",
            // The tags of two entries side by side.
            "vpunpckhqdq {ab}, {a}, {b}",
            "vpunpckhqdq {cd}, {c}, {d}",
            "vpcmpeqq k1, {ab}, {want}",
            "vpcmpeqq k2, {cd}, {want}",
            // The lower words of those that have the tag: the last two, and over them the first two.
            "vpunpcklqdq {cd} {{k2}} {{z}}, {c}, {d}",
            "vpunpcklqdq {cd} {{k1}}, {a}, {b}",
            "vpshufd {a}, {cd}, 0x4e",
            "vpmaxuq {a}, {a}, {cd}",
            "vmovq {found}, {a}",
            tag = in(reg) tag, want = out(xmm_reg) _, a = inout(xmm_reg) a => _, b = in(xmm_reg) b,
            c = in(xmm_reg) c, d = in(xmm_reg) d, ab = out(xmm_reg) _, cd = out(xmm_reg) _,
            found = lateout(reg) found, out("k1") _, out("k2") _,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    found
}

#[cfg(target_arch = "x86_64")]
impl Line {
    /// Requests the line without waiting for it, into the second-level cache: some processors have
    /// more lines in flight to it than to the first, and from it the first is near.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: SSE is part of x86-64, and a prefetch changes nothing but the caches.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(self.0.as_ptr().cast()) }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::entry;
    use crate::slot::Access;
    use crate::{Table, TwoTier, Wide};

    /// The same as a look at one slot after another, with tags that come twice and slots that are
    /// empty. Only an entry with the tag 0 may go unfound behind an empty slot.
    #[test]
    fn the_first_entry_is_found() {
        if Access::here() < Access::Doubles {
            eprintln!("not tested: probes by AVX, which this processor does not have");
            return;
        }
        let whole_word = Table::<u64, u32, TwoTier, Wide>::SLOT_LAYOUT;
        let shorter = Table::<u64, u64, TwoTier, Wide>::SLOT_LAYOUT;
        assert_eq!((whole_word.tag, shorter.tag), (64, 53));
        let mut found_any = 0;
        for layout in [whole_word, shorter] {
            for n in 0..5_usize.pow(4) {
                // Each slot empty, or one of four entries: of two tags, each with two payloads.
                let kinds = [0, 1, 2, 3].map(|slot| n / 5_usize.pow(slot) % 5);
                let line = Line::default();
                for (slot, kind) in kinds.into_iter().enumerate().filter(|(_, kind)| *kind > 0) {
                    let (tag, payload) = (kind as u128 % 2, kind as u128 / 2);
                    store(&line, slot, entry::entry(layout, tag, 1, 0, payload));
                }
                let has_gap = kinds.windows(2).any(|two| two[0] == 0 && two[1] > 0);
                for tag in 0..3 {
                    let found = Doubles::find((&line).into(), layout, tag);
                    let bucket = Doubles::read(&line).unwrap();
                    let first = bucket.into_iter().find(|entry| entry::holds(layout, *entry, tag));
                    if tag == 0 && has_gap && !entry::is_found(layout, found) {
                        continue;
                    }
                    assert_eq!(entry::is_found(layout, found), first.is_some());
                    let payload = |entry| entry::payload(layout, entry);
                    assert_eq!(payload(found), first.map_or(0, payload), "{layout:?}: {n}, {tag}");
                    found_any += usize::from(first.is_some());
                }
            }
        }
        assert!(found_any > 1000);
    }

    /// An entry with the tag is found if there is one, and nothing else.
    #[test]
    fn an_entry_is_found_by_avx_512() {
        use crate::slot::Lanes;
        if Access::here() < Access::Lanes {
            eprintln!("not tested: probes by AVX-512, which this processor does not have");
            return;
        }
        let layout = Table::<u64, u32, TwoTier, Wide>::SLOT_LAYOUT;
        let mut found_any = 0;
        for n in 0..7_usize.pow(4) {
            // Each slot empty, or one of six entries: of three tags, each with two payloads.
            let line = Line::default();
            for slot in 0..4 {
                if let Some(kind) = (n / 7_usize.pow(slot) % 7).checked_sub(1) {
                    let (tag, payload) = ([0, 1, 1 << 63][kind % 3], kind as u128 / 3);
                    let new = entry::entry(layout, tag, 1 + slot, 20 * slot, payload);
                    store(&line, slot as usize, new);
                }
            }
            let bucket = Doubles::read(&line).unwrap();
            let has_gap = bucket.windows(2).any(|two| two[0] == 0 && two[1] != 0);
            for tag in [0, 1, 1 << 63, 1 << 63 | 1, 1 << 59] {
                let found = Lanes::<Doubles>::find((&line).into(), layout, tag);
                let lower = |entry: &u128| u128::from(*entry as u64);
                let mut held = bucket.iter().filter(|entry| entry::holds(layout, **entry, tag));
                if entry::is_found(layout, found) {
                    assert!(held.any(|entry| lower(entry) == found), "{n}, {tag}");
                    found_any += 1;
                } else if tag != 0 || !has_gap {
                    assert_eq!((held.count(), found), (0, 0), "{n}, {tag}");
                }
            }
        }
        assert!(found_any > 1000);
    }
}
