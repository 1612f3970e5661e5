//! A basis of all dependencies of a set of keys.

use alloc::vec::Vec;

use zobrist::Key;
use zobrist::gf2::Elimination;

/// Returns a basis of all dependencies of a set of keys: every set of keys that XORs to zero is
/// the symmetric difference of some of these, in one way.
///
/// Their number is that of the keys minus the [`rank`](zobrist::gf2::rank). Each consists of a
/// key that depends on those before, named last, and the independent ones that sum to it; a zero
/// key stands alone. They are not the smallest: [`SearchPlan`](crate::SearchPlan) finds those.
///
/// ```
/// use zobrist_audit::kernel;
///
/// assert_eq!(kernel(&[1_u64, 2, 0, 3, 4, 7]), [vec![2], vec![0, 1, 3], vec![0, 1, 4, 5]]);
/// ```
pub fn kernel<K: Key>(keys: &[K]) -> Vec<Vec<usize>> {
    let mut elimination = Elimination::new();
    let mut basis = Vec::new();
    for (number, key) in keys.iter().enumerate() {
        if let Some(mut dependency) = elimination.insert(key.to_word()) {
            dependency.push(number);
            basis.push(dependency);
        }
    }
    basis
}
