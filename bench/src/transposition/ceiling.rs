//! The memory's limit: one word read from a random cache line.

use anyhow::{Result, ensure};
use memmap2::{Advice, MmapMut, MmapOptions};

use super::stream::key;

const HUGE: usize = 1 << 21;

/// Cache lines on huge pages.
pub struct Lines {
    map: MmapMut,
    offset: usize,
    count: usize,
}

impl Lines {
    pub fn new(bytes: usize) -> Result<Lines> {
        let mut map = MmapOptions::new().len(bytes + HUGE).map_anon()?;
        map.advise(Advice::HugePage)?;
        let offset = map.as_ptr().align_offset(HUGE);
        ensure!(offset + bytes <= map.len());
        map[offset..offset + bytes].fill(1);
        Ok(Lines { map, offset, count: bytes / 64 })
    }

    #[inline(always)]
    fn words(&self) -> &[[u64; 8]] {
        let bytes = &self.map[self.offset..self.offset + self.count * 64];
        // SAFETY: Any 64 bytes are eight words.
        let (head, lines, tail) = unsafe { bytes.align_to::<[u64; 8]>() };
        assert!(head.is_empty() && tail.is_empty());
        lines
    }

    /// The line of a key: the high half of a product, as a table finds it.
    #[inline(always)]
    fn word(lines: &[[u64; 8]], key: u64) -> u64 {
        let line = ((u128::from(key) * lines.len() as u128) >> 64) as usize;
        // SAFETY: The high half of a product with a number below 2^64 is less than the other
        // factor. A check of that would be an instruction more than the table has.
        unsafe { lines.get_unchecked(line)[0] }
    }

    /// Reads whose keys each depend on what was read before, and on how many reads there were.
    #[inline(never)]
    pub fn dependent(&self, reads: u64, bits: u32, seed: u64) -> u64 {
        let lines = self.words();
        let mut x = seed;
        for n in 0..reads {
            x = x.wrapping_add(n + Self::word(lines, key(x, bits)));
        }
        x
    }

    /// Reads keys that depend on nothing. Other work in the processor's queues, here the generation
    /// of the keys, leaves fewer reads in flight at a time.
    #[inline(never)]
    pub fn independent(&self, reads: u64, bits: u32, seed: u64) -> u64 {
        let lines = self.words();
        (seed..seed + reads)
            .fold(0, |sum: u64, n| sum.wrapping_add(Self::word(lines, key(n, bits))))
    }

    /// Adds up independent reads by tens, as a table's probes and stores come in `memory_bound`:
    /// the compiler makes one piece of code of ten, which leaves more reads in flight.
    #[inline(never)]
    pub fn independent_by_tens(&self, reads: u64, bits: u32, seed: u64) -> u64 {
        let lines = self.words();
        let mut sum = 0_u64;
        for first in (seed..).step_by(10).take(reads as usize / 10) {
            for n in first..first + 10 {
                sum = sum.wrapping_add(Self::word(lines, key(n, bits)));
            }
        }
        sum
    }
}
