//! Vectors that report memory refused by the system.

use core::error::Error;
use core::fmt::{self, Display};

/// The system refused memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutOfMemory {
    /// The number of bytes asked for.
    pub bytes: usize,
}

impl Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system refused {} bytes of memory; take a smaller box", self.bytes)
    }
}

impl Error for OutOfMemory {}

/// An empty vector with room for exactly `len` items.
pub(crate) fn room<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut items = Vec::new();
    match items.try_reserve_exact(len) {
        Ok(()) => Ok(items),
        Err(_) => Err(OutOfMemory { bytes: len.saturating_mul(size_of::<T>()) }),
    }
}

/// A vector of `len` times an item.
pub(crate) fn filled<T: Clone>(item: T, len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut items = room(len)?;
    items.resize(len, item);
    Ok(items)
}

/// A vector of the items of an iterator, which are at most `len`.
pub(crate) fn collected<T>(
    items: impl Iterator<Item = T>,
    len: usize,
) -> Result<Vec<T>, OutOfMemory> {
    let mut all = room(len)?;
    all.extend(items);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_no_machine_has_is_refused() {
        let bytes = isize::MAX as usize;
        assert_eq!(filled(0_u8, bytes), Err(OutOfMemory { bytes }));
        assert_eq!(room::<u64>(usize::MAX), Err(OutOfMemory { bytes: usize::MAX }));
        assert_eq!(collected(0..3, 3), Ok(vec![0, 1, 2]));
    }
}
