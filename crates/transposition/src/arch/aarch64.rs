//! Accesses of 16 bytes on Arm: `ldp` and `stp` of two registers are single accesses on aligned
//! addresses with FEAT_LSE2. The soundness argument is in [`arch`](super), and does not need that
//! promise.

#![allow(unsafe_code)]

use std::arch::asm;
use std::array::from_fn;

use crate::line::Line;
use crate::memory::LineAt;
use crate::slot_bits::SlotBits;

/// Loads all slots of a line, each by an access of its own.
#[inline(always)]
pub(crate) fn load_all(line: LineAt) -> [SlotBits<2>; 4] {
    from_fn(|slot| load(line.line(), slot))
}

#[inline(always)]
pub(crate) fn load(line: &Line, slot: usize) -> SlotBits<2> {
    let address = line.0.as_chunks::<2>().0[slot].as_ptr();
    let (low, high): (u64, u64);
    // SAFETY: The address is that of two words of a line, at a multiple of 16 from its start, which
    // is a multiple of 64: aligned and within the line. The instruction only reads, and could be
    // two relaxed loads of the atomics that the words are.
    unsafe {
        asm!("ldp {low}, {high}, [{address}]", address = in(reg) address, low = out(reg) low,
            high = out(reg) high, options(nostack, preserves_flags, readonly));
    }
    SlotBits([low, high])
}

#[inline(always)]
pub(crate) fn store(line: &Line, slot: usize, value: SlotBits<2>) {
    let address = line.0.as_chunks::<2>().0[slot].as_ptr();
    let SlotBits([low, high]) = value;
    // SAFETY: As for `load`: aligned and within the line. It could be two relaxed stores of the
    // atomics that the words are, which may be written through a shared reference.
    unsafe {
        asm!("stp {low}, {high}, [{address}]", address = in(reg) address, low = in(reg) low,
            high = in(reg) high, options(nostack, preserves_flags));
    }
}
