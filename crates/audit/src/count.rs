//! Numbers of sets of keys.

use alloc::vec;

/// Returns the expected number of dependencies of weight `weight` among `keys` random keys of
/// `bits` bits: C(keys, weight) / 2^bits.
///
/// ```
/// use zobrist_audit::expected_dependencies;
///
/// assert_eq!((expected_dependencies(781, 9, 64) * 10.0).round(), 154.0);
/// ```
#[must_use]
pub fn expected_dependencies(keys: usize, weight: u32, bits: u32) -> f64 {
    let sets = (0..weight)
        .fold(1.0, |sets, i| sets * (keys as f64 - f64::from(i)).max(0.0) / (f64::from(i) + 1.0));
    (0..bits).fold(sets, |rest, _| rest / 2.0)
}

/// The binomial coefficient C(n, k) for small `k`. On overflow the result is too small, but
/// still far above every limit of the search.
pub(crate) fn binomial(n: usize, k: usize) -> u128 {
    (0..k).fold(1_u128, |c, i| c.saturating_mul(n.saturating_sub(i) as u128) / (i as u128 + 1))
}

/// The number of sets of `size` words whose sums are even under all masks.
pub(crate) fn even_sums(words: &[u128], size: usize, masks: &[u128]) -> u128 {
    let labels = 1 << masks.len();
    // The number of sets by size and by label, the parities of the sum under the masks.
    let mut sets = vec![0_u128; (size + 1) * labels];
    sets[0] = 1;
    for word in words {
        let label = masks
            .iter()
            .fold(0, |label, mask| label << 1 | ((word & mask).count_ones() % 2) as usize);
        for smaller in (0..size).rev() {
            for value in 0..labels {
                let more = sets[smaller * labels + value];
                let with = &mut sets[(smaller + 1) * labels + (value ^ label)];
                *with = with.saturating_add(more);
            }
        }
    }
    sets[size * labels]
}
