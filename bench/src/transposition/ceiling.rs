//! The memory's limit: one word read from a random cache line.

use std::hint::black_box;

use anyhow::{Result, ensure};
use memmap2::{Advice, MmapMut, MmapOptions};

use super::stream::{key, mix};

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
        let (head, lines, tail) = unsafe { bytes.align_to::<[u64; 8]>() };
        assert!(head.is_empty() && tail.is_empty());
        lines
    }

    /// Reads each of whose places depends on what was read before: those of keys of `2^bits`, so
    /// that making a key from a number takes its time here too.
    pub fn dependent(&self, seed: u64, reads: u64, bits: u32) -> u64 {
        let lines = self.words();
        let mut x = seed;
        for _ in 0..reads {
            let line = ((u128::from(key(mix(x), bits)) * lines.len() as u128) >> 64) as usize;
            x = x.wrapping_add(lines[line][0]);
        }
        black_box(x)
    }

    /// Reads that depend on nothing, of places that take the least to compute: what stands
    /// in the processor's queues beside the reads has fewer of them on their way at a time.
    pub fn independent(&self, seed: u64, reads: u64) -> u64 {
        let lines = self.words();
        let mut sum = 0_u64;
        for n in 0..reads {
            let line = ((u128::from(mix(seed + n)) * lines.len() as u128) >> 64) as usize;
            sum = sum.wrapping_add(lines[line][0]);
        }
        black_box(sum)
    }
}
