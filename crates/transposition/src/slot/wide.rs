//! Slots of two words: an atomic access of 16 bytes each.
//!
//! x86-64: Intel and AMD both promise that aligned 16-byte loads and stores by `movdqa` and its
//! kin are single accesses on every processor with AVX. Arm: `ldp` and `stp` of two registers are
//! single accesses on aligned addresses with FEAT_LSE2. Neither has a name in Rust that would not
//! make other threads' stores a data race, so the instructions stand here themselves.

#![allow(unsafe_code)]

use std::arch::asm;

use super::{Change, Slots};
use crate::entry;
use crate::form::Form;
use crate::line::Line;

/// Four entries of 128 bits. Only where [`has_doubles`] says so.
pub(crate) struct Doubles;

/// Whether this machine has atomic accesses of 16 bytes.
pub(crate) fn has_doubles() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2"); // which `hint` needs; it has AVX
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    return std::arch::is_aarch64_feature_detected!("lse2");
    #[allow(unreachable_code)]
    false
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn load(line: &Line, slot: usize) -> u128 {
    use std::arch::x86_64::__m128i;
    let address = line.0[2 * slot..][..2].as_ptr();
    let value: __m128i;
    // SAFETY: The address is that of two words of a line, at a multiple of 16 from its start, which
    // is a multiple of 64: aligned and within the line. The instruction only reads them. Doubles are
    // used only where AVX is there (`has_doubles`). Other threads write them by `store` only, a single access of the
    // machine too, so that the value is one that was stored.
    unsafe {
        asm!("vmovdqa {value}, xmmword ptr [{address}]", address = in(reg) address,
            value = out(xmm_reg) value, options(nostack, preserves_flags, readonly));
    }
    // SAFETY: Both are sixteen bytes without padding, and any bits are a value of both.
    unsafe { std::mem::transmute::<__m128i, u128>(value) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn store(line: &Line, slot: usize, value: u128) {
    use std::arch::x86_64::__m128i;
    let address = line.0[2 * slot..][..2].as_ptr();
    // SAFETY: Both are sixteen bytes without padding, and any bits are a value of both.
    let value = unsafe { std::mem::transmute::<u128, __m128i>(value) };
    // SAFETY: As for `load`: aligned, within the line, AVX is there. The words are atomics, so that
    // they may be written through a shared reference.
    unsafe {
        asm!("vmovdqa xmmword ptr [{address}], {value}", address = in(reg) address,
            value = in(xmm_reg) value, options(nostack, preserves_flags));
    }
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn load(line: &Line, slot: usize) -> u128 {
    let address = line.0[2 * slot..][..2].as_ptr();
    let (low, high): (u64, u64);
    // SAFETY: The address is that of two words of a line, at a multiple of 16 from its start, which
    // is a multiple of 64: aligned and within the line. The instruction only reads them. Doubles are
    // used only where LSE2 is there (`has_doubles`), which makes the pair a single access.
    unsafe {
        asm!("ldp {low}, {high}, [{address}]", address = in(reg) address, low = out(reg) low,
            high = out(reg) high, options(nostack, preserves_flags, readonly));
    }
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn store(line: &Line, slot: usize, value: u128) {
    let address = line.0[2 * slot..][..2].as_ptr();
    // SAFETY: As for `load`: aligned, within the line, LSE2 is there. The words are atomics, so that
    // they may be written through a shared reference.
    unsafe {
        asm!("stp {low}, {high}, [{address}]", address = in(reg) address, low = in(reg) value as u64,
            high = in(reg) (value >> 64) as u64, options(nostack, preserves_flags));
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn load(_: &Line, _: usize) -> u128 {
    unreachable!("this machine has no doubles")
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn store(_: &Line, _: usize, _: u128) {
    unreachable!("this machine has no doubles")
}

/// The slots whose highest words have `want` in the bits of `mask`, as bits 1, 3, 5 and 7 of a
/// number. A hint: while another thread writes, it may be wrong.
///
/// Few instructions wait for the line here, so that the processor goes on to the next one; a loop
/// over the slots fills its queues with what waits.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn hint(line: &Line, want: u64, mask: u64) -> u32 {
    /// Ones in the lower words, which `mask` leaves zero: they never match.
    #[repr(align(32))]
    struct Halves([u64; 4]);
    static LOWER: Halves = Halves([!0, 0, !0, 0]);
    let (lower, upper): (u32, u32);
    // SAFETY: The instructions read the 64 bytes of a line, which is aligned to as much, and a
    // constant; both are there. Doubles are used only where AVX2 is there (`has_doubles`). What the
    // line's words are while others write does not matter: the answer decides nothing by itself.
    unsafe {
        asm!(
            "vmovq xmm0, {want}",
            "vpbroadcastq ymm0, xmm0",
            "vpor ymm0, ymm0, ymmword ptr [{lower_words}]",
            "vmovq xmm1, {mask}",
            "vpbroadcastq ymm1, xmm1",
            "vmovdqa ymm2, ymmword ptr [{lower_words}]",
            "vpandn ymm1, ymm2, ymm1",
            "vpand ymm2, ymm1, ymmword ptr [{line}]",
            "vpand ymm1, ymm1, ymmword ptr [{line} + 32]",
            "vpcmpeqq ymm2, ymm2, ymm0",
            "vpcmpeqq ymm1, ymm1, ymm0",
            "vmovmskpd {lower:e}, ymm2",
            "vmovmskpd {upper:e}, ymm1",
            "vzeroupper",
            want = in(reg) want, mask = in(reg) mask, line = in(reg) line.0.as_ptr(),
            lower_words = in(reg) LOWER.0.as_ptr(), lower = out(reg) lower, upper = out(reg) upper,
            out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _, out("xmm4") _,
            out("xmm5") _, out("xmm6") _, out("xmm7") _, out("xmm8") _, out("xmm9") _,
            out("xmm10") _, out("xmm11") _, out("xmm12") _, out("xmm13") _, out("xmm14") _,
            out("xmm15") _, options(nostack, preserves_flags, readonly),
        );
    }
    lower | upper << 4
}

/// The entry with this tag where the loop over all slots must look.
#[cfg(target_arch = "x86_64")]
#[cold]
#[inline(never)]
fn find_slowly(line: &Line, form: Form, tag: u128) -> Option<u128> {
    super::find(form, &Doubles::read(line)?, tag)
}

impl Slots for Doubles {
    type Entry = u128;
    type Bucket = [u128; 4];
    const COUNT: usize = 4;

    #[inline(always)]
    fn read(line: &Line) -> Option<[u128; 4]> {
        Some(std::array::from_fn(|slot| load(line, slot)))
    }

    #[inline(always)]
    fn write<R>(
        line: &Line,
        change: impl FnOnce(&[u128; 4]) -> (Option<Change<u128>>, R),
    ) -> Option<R> {
        let (change, result) = change(&std::array::from_fn(|slot| load(line, slot)));
        if let Some(change) = change {
            store(line, change.moved, load(line, change.slot));
            store(line, change.slot, change.new);
        }
        Some(result)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn find(line: &Line, form: Form, tag: u128) -> Option<u128> {
        let bits = form.tag.min(64);
        let want = (tag >> (form.tag - bits)) as u64;
        let (want, mask) = (want << (64 - bits), !0 << (64 - bits));
        let hint = hint(line, want, mask);
        // Without a hint the last slot, so that no branch waits.
        let slot = (hint | 1 << 7).trailing_zeros() as usize >> 1;
        let found = load(line, slot);
        let held = (entry::tag(form, found) == tag) & (entry::age(form, found) != 0);
        if (hint != 0) & !held {
            return find_slowly(line, form, tag);
        }
        held.then_some(found)
    }

    fn clear(line: &Line) -> bool {
        (0..4).for_each(|slot| store(line, slot, 0));
        true
    }
}

#[cfg(target_arch = "x86_64")]
impl Line {
    /// Asks for the line, without waiting for it.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of x86-64, and a prefetch changes nothing but the caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(self.0.as_ptr().cast()) }
    }
}
