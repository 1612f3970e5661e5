//! A cache line of eight words: a bucket.

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU64, Ordering, fence};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU64, Ordering, fence};

/// A cache line, a bucket of slots. Words are little-endian, whatever the machine.
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
}

#[cfg(not(vectors))]
impl Line {
    /// Requests the line by a load that nothing waits for.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        std::hint::black_box(self.0[0].load(Ordering::Relaxed));
    }
}
