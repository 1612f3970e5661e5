//! The generation of a table.

use std::sync::atomic::{AtomicU64, Ordering};

/// The current generation of a table, from 1 on; a damaged file may have any number. Little-endian
/// in memory too, since a shared file is memory.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Generation(AtomicU64);

impl Generation {
    pub(crate) fn new(generation: u64) -> Generation {
        Generation(AtomicU64::new(generation.to_le()))
    }

    #[inline(always)]
    pub(crate) fn get(&self) -> u64 {
        u64::from_le(self.0.load(Ordering::Relaxed))
    }

    pub(crate) fn set(&self, generation: u64) {
        self.0.store(generation.to_le(), Ordering::Relaxed);
    }

    /// Sets the generation to the next; `last` is followed by 1.
    pub(crate) fn advance(&self, last: u64) {
        let next = |stored| {
            let now = u64::from_le(stored);
            let next = if now >= last { 1 } else { now + 1 };
            Some(next.to_le())
        };
        // The update cannot fail: `next` always returns a value.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_are_little_endian_in_memory() {
        let generation = Generation::new(5);
        let in_memory = || generation.0.load(Ordering::Relaxed).to_ne_bytes();
        assert_eq!((generation.get(), in_memory()), (5, [5, 0, 0, 0, 0, 0, 0, 0]));
        generation.advance(300);
        assert_eq!((generation.get(), in_memory()), (6, [6, 0, 0, 0, 0, 0, 0, 0]));
        generation.set(0x0102);
        assert_eq!((generation.get(), in_memory()), (0x0102, [2, 1, 0, 0, 0, 0, 0, 0]));
        generation.advance(0x0102);
        assert_eq!(generation.get(), 1);
    }
}
