//! Allocation that can fail without a panic.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::OutOfMemory;

/// Collects at most `len` items.
pub(crate) fn try_collect<T>(
    items: impl Iterator<Item = T>,
    len: usize,
) -> Result<Vec<T>, OutOfMemory> {
    let mut vector = try_with_capacity(len)?;
    vector.extend(items);
    Ok(vector)
}

/// A vector of `len` copies of a value.
pub(crate) fn try_filled<T: Copy>(len: usize, value: T) -> Result<Vec<T>, OutOfMemory> {
    let mut vector = try_with_capacity(len)?;
    vector.resize(len, value);
    Ok(vector)
}

fn try_with_capacity<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vector = Vec::new();
    let refused = |_| OutOfMemory { bytes: len as u128 * size_of::<T>() as u128 };
    vector.try_reserve_exact(len).map_err(refused)?;
    Ok(vector)
}

/// An array of default values that never lies on the stack.
pub(crate) fn boxed_array<T: Copy + Default, const LEN: usize>() -> Box<[T; LEN]> {
    let boxed = vec![T::default(); LEN].into_boxed_slice().try_into();
    boxed.unwrap_or_else(|_| unreachable!("the slice has this length"))
}
