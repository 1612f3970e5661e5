//! Accesses of 16 bytes on x86-64: Intel and AMD both promise that aligned loads and stores by
//! `movdqa` and similar instructions are single accesses on every processor with AVX. Stable Rust
//! has no atomic of 16 bytes, and a plain access of the vector types would race with the stores of
//! other threads, so the instructions are written out here. The soundness argument is in
//! [`arch`](crate::arch), and does not need that promise.
//!
//! All functions are for processors with AVX. They are reached only at
//! [`Level::Avx`](crate::arch::Level) and above: from the code for vectors, and from slots of two
//! words, which there are at no lower level. Only `Level::detect` returns these levels, and
//! `Level::available`, for tests, those that are no higher.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::__m128i;

use crate::line::Line;
use crate::memory::LineAt;
use crate::slot_bits::SlotBits;

#[inline(always)]
pub(super) fn to_bits(vector: __m128i) -> u128 {
    // SAFETY: Both are sixteen bytes without padding, and any bits are a value of both.
    unsafe { std::mem::transmute::<__m128i, u128>(vector) }
}

#[inline(always)]
pub(super) fn to_vector(bits: u128) -> __m128i {
    // SAFETY: As above.
    unsafe { std::mem::transmute::<u128, __m128i>(bits) }
}

/// The vector with a word in both halves.
#[inline(always)]
pub(super) fn splat(word: u64) -> __m128i {
    to_vector(u128::from(word) << 64 | u128::from(word))
}

/// The slot of two words with these bits.
#[inline(always)]
pub(super) fn to_slot(bits: u128) -> SlotBits<2> {
    SlotBits([bits as u64, (bits >> 64) as u64])
}

/// The address of a line, and the first word of a slot in it.
#[inline(always)]
fn address(line: &Line, slot: usize) -> (*const Line, usize) {
    assert!(slot < Line::WORDS / 2);
    (line, 2 * slot)
}

/// Loads the four double words of a line, each by an access of its own.
#[inline(always)]
pub(super) fn load_vectors(line: LineAt) -> [__m128i; 4] {
    let (first, offset) = line.address();
    let [a, b, c, d]: [__m128i; 4];
    // SAFETY: The processor has AVX: reached only at `Level::Avx` and above, which only
    // `Level::detect` returns. As for `load`: the whole line, at multiples of 16 from its start;
    // eight relaxed loads. Other threads may write it by words or by `store`. One block for all, so
    // that the addresses take no instructions of their own.
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

/// Loads all slots of a line, each by an access of its own.
#[inline(always)]
pub(crate) fn load_all(line: LineAt) -> [SlotBits<2>; 4] {
    load_vectors(line).map(|vector| to_slot(to_bits(vector)))
}

#[inline(always)]
pub(crate) fn load(line: &Line, slot: usize) -> SlotBits<2> {
    let (line, word) = address(line, slot);
    let value: __m128i;
    // SAFETY: The address is that of two words of a line, at a multiple of 16 from its start, which
    // is a multiple of 64: aligned and within the line. The instruction only reads, and could be
    // two relaxed loads of the atomics that the words are: a thread that stores at the same time is
    // no data race. The processor has AVX: reached only at `Level::Avx` and above, which only
    // `Level::detect` returns.
    unsafe {
        asm!("vmovdqa {value}, xmmword ptr [{line} + {word} * 8]", line = in(reg) line,
            word = in(reg) word, value = out(xmm_reg) value, options(nostack, preserves_flags, readonly));
    }
    to_slot(to_bits(value))
}

#[inline(always)]
pub(crate) fn store(line: &Line, slot: usize, value: SlotBits<2>) {
    let (line, word) = address(line, slot);
    let SlotBits([low, high]) = value;
    let value = to_vector(u128::from(high) << 64 | u128::from(low));
    // SAFETY: As for `load`: aligned and within the line. It could be two relaxed stores of the
    // atomics that the words are, which may be written through a shared reference. The processor
    // has AVX, as there.
    unsafe {
        asm!("vmovdqa xmmword ptr [{line} + {word} * 8], {value}", line = in(reg) line,
            word = in(reg) word, value = in(xmm_reg) value, options(nostack, preserves_flags));
    }
}
