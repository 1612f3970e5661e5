//! The lines of a table, and the memory that they are in.

mod generation;
#[cfg(native_memory)]
mod native;
#[cfg(not(native_memory))]
mod plain;

use crate::error::AllocateError;
use crate::line::Line;

#[cfg(native_memory)]
pub(crate) use native::{LineAt, Memory};

#[cfg(not(native_memory))]
pub(crate) use plain::{LineAt, Memory};

/// The number of lines of a table of `bytes` bytes.
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
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

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

#[cfg(all(test, native_memory))]
mod tests {

    use super::*;
    use crate::Table;

    /// Reserved pages may be set aside for another program.
    #[test]
    fn reserved_pages_are_taken_on_request_only() {
        type Mine = Table<u64, u32>;
        let new = Mine::new(1 << 21).unwrap();
        assert_eq!(new.memory.wanted(), Pages::Transparent);
        #[cfg(all(feature = "files", not(miri)))]
        {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("table");
            new.save(&path, 9).unwrap();
            assert_eq!(Mine::load(&path, 9).unwrap().memory.wanted(), Pages::Transparent);
        }
        for wanted in [Pages::Default, Pages::Huge, Pages::Gigantic] {
            let mut table = Mine::with_pages(1 << 21, wanted).unwrap();
            assert_eq!(table.memory.wanted(), wanted);
            table.resize(1 << 20, 1).unwrap();
            assert_eq!(table.memory.wanted(), wanted, "it stays what was asked for");
        }
    }
}
