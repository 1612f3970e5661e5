//! All orders of a few items.

use alloc::vec::Vec;

/// Returns all orders of some items, the given one first.
pub(super) fn orders<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    let mut all = Vec::new();
    extend(&mut items.to_vec(), 0, &mut all);
    all
}

/// Adds every order of the items from a place on.
fn extend<T: Copy>(items: &mut [T], from: usize, all: &mut Vec<Vec<T>>) {
    if from == items.len() {
        return all.push(items.to_vec());
    }
    for other in from..items.len() {
        items.swap(from, other);
        extend(items, from + 1, all);
        items.swap(from, other);
    }
}
