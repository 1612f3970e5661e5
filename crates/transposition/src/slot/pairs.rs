//! Slots of one word, read two at a time.
//!
//! Each word is written as an atomic of its own, and each load of sixteen bytes is a single access
//! (see [`wide`](super::wide)): no word is torn, as none would be in eight loads, and half as many
//! instructions wait for the line.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::__m128i;
use std::hint::select_unpredictable;

use super::wide::{load, to_bits, to_vector};
use super::{Edit, Slots, Words};
use crate::form::Form;
use crate::line::Line;

/// Eight entries of 64 bits. Only where [`has_doubles`](super::has_doubles) says so.
pub(crate) struct Pairs;

/// Of two entries `found`, each is replaced by that of its half at `AT` bytes of the line, if the
/// bits in `mask` are those of `want`.
#[inline(always)]
fn choose<const AT: usize>(
    line: &Line,
    want: __m128i,
    mask: __m128i,
    mut found: __m128i,
) -> __m128i {
    const { assert!(AT < 64 && AT.is_multiple_of(16)) };
    // SAFETY: The address is a multiple of 16 from the start of a line, which is a multiple of 64:
    // aligned and within the line. Pairs are used only where AVX is there (`has_doubles`). One
    // access for both entries, which are then looked at in a register. Nothing is written.
    unsafe {
        asm!(
            "vmovdqa {pair}, xmmword ptr [{line} + {at}]",
            "vpand {equal}, {pair}, {mask}",
            "vpcmpeqq {equal}, {equal}, {want}",
            "vpblendvb {found}, {found}, {pair}, {equal}",
            line = in(reg) line.0.as_ptr(), at = const AT, want = in(xmm_reg) want,
            mask = in(xmm_reg) mask, pair = out(xmm_reg) _, equal = out(xmm_reg) _,
            found = inout(xmm_reg) found, options(nostack, preserves_flags, readonly)
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
        let [a, b, c, d] = [0, 1, 2, 3].map(|pair| load(line, pair));
        let (low, high) = (|pair: u128| pair as u64, |pair: u128| (pair >> 64) as u64);
        Some([low(a), high(a), low(b), high(b), low(c), high(c), low(d), high(d)])
    }

    #[inline(always)]
    fn write<T: Edit<u64>>(line: &Line, edit: T) -> Option<T::Told> {
        Words::write_to(line, Self::read(line)?, edit)
    }

    #[inline(always)]
    fn find(line: &Line, form: Form, tag: u128) -> u64 {
        if tag == 0 {
            return super::find_zero::<Self>(line, form);
        }
        let shift = form.tag_at();
        let both = |word: u64| to_vector(u128::from(word) << 64 | u128::from(word));
        let (want, mask) = (both((tag as u64) << shift), both(u64::MAX << shift));
        // Zeros, whose tag is another.
        let found = choose::<0>(line, want, mask, to_vector(0));
        let found = choose::<16>(line, want, mask, found);
        let found = choose::<32>(line, want, mask, found);
        let found = to_bits(choose::<48>(line, want, mask, found));
        let (low, high) = (found as u64, (found >> 64) as u64);
        select_unpredictable(low != 0, low, high)
    }

    fn clear(line: &Line) -> bool {
        Words::clear(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;
    use crate::form::Small;
    use crate::slot::has_doubles;
    use crate::{Table, TwoTier};

    /// Lines of few tags, so that many entries are found, some twice.
    #[test]
    fn pairs_find_what_words_find() {
        assert!(has_doubles(), "expected a processor with AVX, which every test machine has");
        let form = Table::<u64, u32, TwoTier, Small>::FORM;
        let mut random = 1_u64;
        let mut found_any = 0;
        for _ in 0..10_000 {
            let line = Line::default();
            for word in 0..Line::WORDS {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                // One of four tags, any payload and grade, and a generation, which is not 0.
                let rest = (random >> 1) & !(u64::MAX << form.tag_at()) | 1 << form.age_at();
                let entry = (random >> 62) << form.tag_at() | rest;
                line.store(word, if random >> 59 & 7 == 0 { 0 } else { entry });
            }
            assert_eq!(Pairs::read(&line), Words::read(&line));
            for tag in 0..4 {
                let entry = Pairs::find(&line, form, tag);
                let found = entry != 0;
                assert_eq!(found, Words::find(&line, form, tag) != 0);
                let stands = Pairs::read(&line).unwrap().contains(&entry);
                assert!(!found || stands && entry.holds(form, tag));
                found_any += usize::from(found);
            }
        }
        assert!(found_any > 20_000);
    }
}
