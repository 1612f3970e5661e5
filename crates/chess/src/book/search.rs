//! Interpolation search among sorted keys.

/// Number of entries of most positions, at the most.
const SHORT_RUN: usize = 8;

/// Returns the index of the first of `len` ascending keys that is not below `key`, or `len`.
///
/// Hashes are spread evenly: the first guess is off by about the square root of the length,
/// the second, corrected by the key at the first, by the square root of that. From
/// there the search goes on by branches, since the processor runs ahead of them and fetches
/// what they may need: more guesses, each of which waits for the one before, were slower.
///
/// For keys that are spread otherwise, the number of reads grows as the logarithm of the
/// distance by which the second guess was wrong.
#[inline]
pub(crate) fn first_not_below(len: usize, key: u64, key_at: impl Fn(usize) -> u64) -> usize {
    if len == 0 {
        return 0;
    }
    let first = share(key, len);
    let at = key_at(first);
    let distance = share(key.abs_diff(at), len);
    let guess =
        if at < key { (first + distance).min(len - 1) } else { first.saturating_sub(distance) };
    let stride = 1 << ((distance | 1).ilog2() / 2);
    exponential_search(0, len, guess, stride, key, key_at)
}

/// Returns the index of the first key not below `key`, which is known to be in `low..=high`;
/// `within` is the place of the key between the ends, in parts of 2^64.
#[inline]
pub(crate) fn first_between(
    low: usize,
    high: usize,
    within: u64,
    key: u64,
    key_at: impl Fn(usize) -> u64,
) -> usize {
    if low == high {
        return low;
    }
    let guess = low + share(within, high - low);
    let stride = 1 << ((high - low).ilog2() / 2);
    exponential_search(low, high, guess, stride, key, key_at)
}

/// The expected distance of two of `len` keys that differ by `difference`.
#[inline]
pub(crate) fn share(difference: u64, len: usize) -> usize {
    ((u128::from(difference) * len as u128) >> 64) as usize
}

/// Exponential search from `guess`, then binary search, within `low..high`.
#[inline]
fn exponential_search(
    mut low: usize,
    mut high: usize,
    guess: usize,
    mut stride: usize,
    key: u64,
    key_at: impl Fn(usize) -> u64,
) -> usize {
    // All before `low` are below the key, none from `high` on is.
    if key_at(guess) < key {
        low = guess + 1;
        while stride < high - low {
            let next = low + stride;
            if key_at(next) >= key {
                high = next;
                break;
            }
            low = next + 1;
            stride *= 2;
        }
    } else {
        high = guess;
        while stride < high - low {
            let next = high - stride;
            if key_at(next) < key {
                low = next + 1;
                break;
            }
            high = next;
            stride *= 2;
        }
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if key_at(middle) < key {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Returns the end of the run of a key that begins at `start`.
#[inline]
pub(crate) fn end_of_run(
    len: usize,
    start: usize,
    key: u64,
    key_at: impl Fn(usize) -> u64,
) -> usize {
    let mut end = start;
    while end < len && end < start + SHORT_RUN {
        if key_at(end) != key {
            return end;
        }
        end += 1;
    }
    match key.checked_add(1) {
        Some(next) if end < len => exponential_search(end, len, end, SHORT_RUN, next, key_at),
        _ => len,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::cell::Cell;
    use std::vec::Vec;

    use super::*;

    /// However keys are spread, a search stays within a few times the logarithm.
    #[test]
    fn reads_are_bounded() {
        const LEN: usize = 1 << 16;
        let spreads: [&dyn Fn(u64) -> u64; 8] = [
            &|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            &|i| i,
            &|i| u64::MAX - i,
            &|_| 0,
            &|_| u64::MAX,
            &|_| 1 << 63,
            &|i| if i % 2 == 0 { i } else { u64::MAX - i },
            &|i| u64::MAX >> (i % 64),
        ];
        for (number, spread) in spreads.into_iter().enumerate() {
            let mut keys: Vec<u64> = (0..LEN as u64).map(spread).collect();
            keys.sort_unstable();
            let reads = Cell::new(0);
            let key_at = |index: usize| {
                reads.set(reads.get() + 1);
                keys[index]
            };
            let (mut most, mut all) = (0, 0);
            for index in (0..LEN).step_by(97) {
                for key in [keys[index], keys[index].wrapping_sub(1), keys[index].wrapping_add(1)] {
                    reads.set(0);
                    let start = first_not_below(LEN, key, key_at);
                    assert_eq!(start, keys.partition_point(|at| *at < key));
                    let end = end_of_run(LEN, start, key, key_at);
                    assert_eq!(end, keys.partition_point(|at| *at <= key));
                    most = most.max(reads.get());
                    all += reads.get();
                }
            }
            assert!(most <= 4 * 16 + 2 * SHORT_RUN, "spread {number}: {most} reads");
            if number == 0 {
                let mean = all as f64 / (3.0 * (LEN as f64 / 97.0).ceil());
                assert!(mean < 16.0, "{mean} reads for hashes");
            }
        }
    }
}
