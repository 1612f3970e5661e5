//! Random whole numbers without bias.

use zobrist::source::Xoshiro256PlusPlus;

/// A number below `bound`, each equally likely (D. Lemire, "Fast Random Integer Generation in an
/// Interval", ACM Transactions on Modeling and Computer Simulation 29(1), 2019).
///
/// # Panics
/// When the bound is zero.
pub(crate) fn below(random: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    assert!(bound > 0, "no number is below zero");
    loop {
        let product = u128::from(random.next_u64()) * u128::from(bound);
        // The lowest 2⁶⁴ mod `bound` products of each number are surplus.
        if product as u64 >= bound.wrapping_neg() % bound {
            return (product >> 64) as u64;
        }
    }
}
