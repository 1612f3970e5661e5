//! A cache line of eight words: a bucket.

#![cfg_attr(double_words, allow(unsafe_code))]

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU64, Ordering, fence};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU64, Ordering, fence};

/// A cache line, a bucket of slots. Words are little-endian on every machine.
#[repr(C, align(64))]
#[derive(Default, Debug)]
pub(crate) struct Line(pub(crate) [AtomicU64; Line::WORDS]);

impl Line {
    pub(crate) const WORDS: usize = 8;
    pub(crate) const BYTES: u64 = 64;

    #[inline(always)]
    pub(crate) fn load(&self, word: usize) -> u64 {
        u64::from_le(self.0[word].load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(crate) fn store(&self, word: usize, value: u64) {
        self.0[word].store(value.to_le(), Ordering::Relaxed);
    }

    /// Requests the line without waiting for it, into the second-level cache: some processors have
    /// more lines in flight to it than to the first, and from it the first is near.
    #[cfg(all(double_words, target_arch = "x86_64"))]
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: SSE is part of x86-64, and a prefetch changes nothing but the caches.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(self.0.as_ptr().cast()) }
    }

    /// Requests the line without waiting for it. `core::arch` has no stable prefetch for Arm.
    #[cfg(all(double_words, target_arch = "aarch64"))]
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        // SAFETY: A prefetch changes nothing but the caches, and faults at no address.
        unsafe {
            std::arch::asm!("prfm pldl2keep, [{line}]", line = in(reg) self,
                options(nostack, preserves_flags, readonly));
        }
    }

    /// Requests the line by a load that nothing waits for.
    #[cfg(not(double_words))]
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        std::hint::black_box(self.0[0].load(Ordering::Relaxed));
    }
}
