//! The lines of a table, and where they live.

#[cfg(native_memory)]
mod native;
#[cfg(not(native_memory))]
mod plain;

#[cfg(native_memory)]
pub(crate) use native::{LineAt, Memory};
#[cfg(not(native_memory))]
pub(crate) use plain::{LineAt, Memory};

use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::AllocateError;
use crate::line::Line;

/// The kind of memory pages that back a table, from the smallest to the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Pages {
    /// The default pages of the system, mostly of 4 KiB.
    Default,
    /// Huge pages if the system gives them on request (Linux: transparent huge pages, mostly of
    /// 2 MiB).
    Transparent,
    /// Pages of 2 MiB that the system's administrator has reserved (Linux: `vm.nr_hugepages`).
    Huge,
    /// Pages of 1 GiB that the system's administrator has reserved.
    Gigantic,
}

/// The present generation of a table, from 1 on; a damaged file may have any. In memory as in a
/// file, little-endian, since a shared file is memory.
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

    /// Sets the generation to the one that follows it, if the last is followed by 1.
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

/// How many lines a table of `bytes` has.
pub(crate) fn lines_in(bytes: u64) -> Result<u64, AllocateError> {
    if bytes < Line::BYTES {
        return Err(AllocateError::TooSmall { bytes });
    }
    let limit = physical_memory().unwrap_or(u64::MAX).min(isize::MAX as u64);
    if bytes > limit {
        return Err(AllocateError::TooLarge { bytes, limit });
    }
    Ok(bytes / Line::BYTES)
}

/// The machine's memory in bytes, if Linux reports it.
fn physical_memory() -> Option<u64> {
    if cfg!(miri) || !cfg!(target_os = "linux") {
        return None;
    }
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(all(test, native_memory))]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::Table;

    /// They may be set aside for another program.
    #[test]
    fn reserved_pages_are_taken_on_request_only() {
        type Mine = Table<u64, u32>;
        let new = Mine::new(1 << 21).unwrap();
        assert_eq!(new.memory.wanted(), Pages::Transparent);
        #[cfg(not(miri))]
        {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("table");
            new.save(&path, 9).unwrap();
            assert_eq!(Mine::load(&path, 9).unwrap().memory.wanted(), Pages::Transparent);
        }
        for wanted in [Pages::Default, Pages::Huge, Pages::Gigantic] {
            let mut table = Mine::with_pages(1 << 21, wanted).unwrap();
            assert_eq!(table.memory.wanted(), wanted);
            table.resize(1 << 20, NonZeroUsize::MIN).unwrap();
            assert_eq!(table.memory.wanted(), wanted, "it stays what was asked for");
        }
    }

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
