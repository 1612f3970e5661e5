//! Where a key stands among sorted keys.

/// How often to guess before searching around the last guess. Hashes are spread evenly:
/// each guess then leaves about the square root of the distance before it.
const GUESSES: usize = 3;

/// A distance that is searched faster than guessed.
const NEAR: usize = 8;

/// The first of `len` ascending keys that is not below `key`, or `len`.
///
/// A few reads for hashes. For keys that are spread otherwise, reads grow as the logarithm
/// of the distance by which the last guess was wrong.
#[inline]
pub fn first_not_below(len: usize, key: u64, key_at: impl Fn(usize) -> u64) -> usize {
    // All before `low` are below the key, none from `high` on is.
    let (mut low, mut high) = (0, len);
    let mut guess = share(key, len);
    for _ in 0..GUESSES {
        if low == high {
            return low;
        }
        let at = key_at(guess);
        let distance;
        if at < key {
            low = guess + 1;
            distance = share(key - at, len);
            guess = (low + distance).min(high.saturating_sub(1));
        } else {
            high = guess;
            distance = share(at - key, len);
            guess = guess.saturating_sub(distance + 1).max(low);
        }
        if distance < NEAR {
            break;
        }
    }
    around(low, high, guess, key, &key_at)
}

/// How far apart two of `len` keys stand that differ by `difference`.
#[inline]
fn share(difference: u64, len: usize) -> usize {
    ((u128::from(difference) * len as u128) >> 64) as usize
}

/// The same between `low` and `high`, by strides that double away from `guess`, and then
/// by halves.
#[inline]
fn around(
    mut low: usize,
    mut high: usize,
    guess: usize,
    key: u64,
    key_at: impl Fn(usize) -> u64,
) -> usize {
    if low == high {
        return low;
    }
    let mut stride = 1;
    if key_at(guess) < key {
        low = guess + 1;
        while stride < high - low {
            let next = low + stride - 1;
            if key_at(next) < key {
                low = next + 1;
                stride *= 2;
            } else {
                high = next;
            }
        }
    } else {
        high = guess;
        while stride < high - low {
            let next = high - stride;
            if key_at(next) < key {
                low = next + 1;
            } else {
                high = next;
                stride *= 2;
            }
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

/// Where the run of a key ends that begins at `start`.
#[inline]
pub fn end_of_run(len: usize, start: usize, key: u64, key_at: impl Fn(usize) -> u64) -> usize {
    let mut end = start;
    // Most positions have few moves.
    while end < len && end < start + NEAR {
        if key_at(end) != key {
            return end;
        }
        end += 1;
    }
    match key.checked_add(1) {
        Some(next) if end < len => around(end, len, end, next, key_at),
        Some(_) => end,
        None => len,
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
            assert!(most <= 4 * 16 + 2 * NEAR, "spread {number}: {most} reads");
            if number == 0 {
                let mean = all as f64 / (3.0 * (LEN as f64 / 97.0).ceil());
                assert!(mean < 10.0, "{mean} reads for hashes");
            }
        }
    }
}
