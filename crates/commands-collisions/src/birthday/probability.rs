//! The birthday problem: the probability that among n items with random hashes of b bits two are
//! equal.
//!
//! P(n, b) = 1 − ∏ (1 − i/2^b) over i from 1 to n − 1 (W. Feller, *An Introduction to Probability
//! Theory and Its Applications*, vol. 1, section II.3; D. E. Knuth, *The Art of Computer
//! Programming*, vol. 3, section 6.4).

/// Maximum number of bits of a hash.
pub(crate) const MAX_BITS: u32 = 512;

/// Number of items up to which the product is multiplied out.
const MAX_STEPS: f64 = 65_536.0;

/// Returns the probability that two of `items` items share a hash of `bits` bits, to about 15
/// digits, also when it is tiny. `items` is a whole number, and above 2^53 one that a double has.
/// Costs a millisecond at most.
pub(crate) fn probability(items: f64, bits: u32) -> f64 {
    let hashes = f64::from(bits).exp2();
    if items > hashes {
        1.0
    } else if items <= MAX_STEPS {
        by_steps(items as u64, hashes)
    } else {
        -(-log_of_complement(items, hashes)).exp_m1()
    }
}

/// The product, multiplied out. After k items without a pair the next one makes a pair with
/// probability k/2^b: p(k + 1) = p(k) + (1 − p(k))·k/2^b. All terms are positive, and the sum
/// carries its rounding error along (Kahan), so that no digits are lost.
fn by_steps(items: u64, hashes: f64) -> f64 {
    let (mut sum, mut error) = (0.0, 0.0);
    for k in 1..items {
        let term = (1.0 - sum) * (k as f64 / hashes) - error;
        let next = sum + term;
        error = (next - sum) - term;
        sum = next;
        if sum >= 1.0 {
            return 1.0;
        }
    }
    sum
}

/// −ln ∏ (1 − i/d) for i from 1 to n − 1, for n above 65,536. By Euler and Maclaurin's formula
/// (Knuth, vol. 1, section 1.2.11.2), the sum of f(t) = −ln(1 − t/d) over t from 0 to n − 1 is ∫f −
/// (f(n) − f(0))/2 + (f′(n) − f′(0))/12 and a rest, with x = n/d:
///
/// - ∫f from 0 to n = d·((1 − x)·ln(1 − x) + x) = n·(x/2 + x²/6 + x³/12 + …), terms x^k/(k(k + 1)),
/// - f′(n) − f′(0) = x/(d − n).
///
/// The sum is at least n(n − 1)/2d. From 50 on, the probability is 1 in a double; below, x is less
/// than 0.002, and the rest is less than 10⁻²⁰ of the sum.
fn log_of_complement(n: f64, d: f64) -> f64 {
    let x = n / d;
    let least = (n - 1.0) * x / 2.0;
    if least > 50.0 {
        return least;
    }
    let terms = (1..8).rev().map(|k| x.powi(k) / f64::from(k * (k + 1)));
    n * terms.sum::<f64>() + (-x).ln_1p() / 2.0 + x / (12.0 * (d - n))
}

/// Returns the largest whole number of items of which two share a hash of `bits` bits with a
/// probability of at most `limit`, which is below 1; above 2^53, to the precision of a double.
pub(crate) fn most_items(bits: u32, limit: f64) -> f64 {
    // One item has no pair, and with more items than hashes there is one for certain.
    let (mut enough, mut too_many) = (1.0, f64::from(bits).exp2() + 1.0);
    loop {
        let middle = ((enough + too_many) / 2.0).floor();
        if middle <= enough || middle >= too_many {
            return enough;
        }
        match probability(middle, bits) <= limit {
            true => enough = middle,
            false => too_many = middle,
        }
    }
}

/// Returns the least number of bits with which two of `items` items share a hash with a probability
/// of at most `limit`; `None` if it is more than [`MAX_BITS`].
pub(crate) fn fewest_bits(items: f64, limit: f64) -> Option<u32> {
    (1..=MAX_BITS).find(|bits| probability(items, *bits) <= limit)
}

/// Returns the expected number of pairs of `items` items that share a hash: n(n − 1)/2^(b+1).
pub(crate) fn expected_pairs(items: f64, bits: u32) -> f64 {
    items / f64::from(bits).exp2() * (items - 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A natural number in words of 32 bits, the lowest first.
    struct Natural(Vec<u32>);

    impl Natural {
        fn times(&mut self, factor: u32) {
            let mut carry = 0;
            for word in &mut self.0 {
                let product = u64::from(*word) * u64::from(factor) + carry;
                (*word, carry) = (product as u32, product >> 32);
            }
            if carry > 0 {
                self.0.push(carry as u32);
            }
        }

        /// 1 − self/2^bits, rounded once.
        fn complement(&self, bits: usize) -> f64 {
            // 2^bits − self in two's complement; a full power of two is its own case.
            let mut words = vec![0_u32; bits / 32 + 1];
            words[bits / 32] = 1 << (bits % 32);
            let mut borrow = false;
            for (index, word) in words.iter_mut().enumerate() {
                let other = self.0.get(index).copied().unwrap_or(0);
                let (difference, under) = word.overflowing_sub(other);
                let (difference, under_again) = difference.overflowing_sub(u32::from(borrow));
                (*word, borrow) = (difference, under || under_again);
            }
            assert!(!borrow);
            let Some(top) = words.iter().rposition(|word| *word != 0) else { return 0.0 };
            let part = |below: usize| top.checked_sub(below).map_or(0, |index| words[index]);
            let head = (0..4).fold(0_u128, |head, below| head << 32 | u128::from(part(below)));
            // Bits below the 97 and more of the head are less than an ulp by far.
            head as f64 * ((top as f64 - 3.0) * 32.0 - bits as f64).exp2()
        }
    }

    /// The probability of up to `most` items, by the definition in whole numbers.
    fn exact(most: u32, bits: u32) -> Vec<f64> {
        let mut product = Natural(vec![1]);
        let mut exact = vec![0.0];
        for k in 1..most {
            product.times((1_u32 << bits).saturating_sub(k));
            exact.push(product.complement((bits * k) as usize));
        }
        exact
    }

    fn assert_close(found: f64, expected: f64, what: &str) {
        let error = (found - expected).abs();
        assert!(error <= expected * 1e-14, "{what}: {found:e}, expected {expected:e}");
    }

    #[test]
    fn all_numbers_of_items_of_few_bits() {
        for bits in 1..=12 {
            let hashes = 1_u32 << bits;
            for (expected, n) in exact(hashes + 3, bits).into_iter().zip(1_u32..) {
                let found = probability(n.into(), bits);
                assert_close(found, expected, &format!("{n} items, {bits} bits"));
                assert!(n <= hashes || found >= 1.0, "{n} items, {bits} bits");
                // Close to 1, several numbers of items have one probability as a double.
                if found < probability(f64::from(n + 1), bits) {
                    assert_eq!(most_items(bits, found), f64::from(n), "{bits} bits");
                }
            }
        }
        // Bits enough that a double has not all digits of the product, and one too many of 2^16.
        for bits in [20, 31] {
            for (expected, n) in exact(2000, bits).into_iter().zip(1_u32..) {
                assert_close(probability(n.into(), bits), expected, &format!("{n}, {bits} bits"));
            }
        }
    }

    #[test]
    fn the_formula_continues_the_steps() {
        for bits in [24, 28, 32, 33, 40, 64, 128, 512] {
            for items in [65_537.0, 65_538.0, 100_000.0, 1_000_001.0] {
                let steps = by_steps(items as u64, f64::from(bits).exp2());
                assert_close(probability(items, bits), steps, &format!("{items}, {bits} bits"));
            }
            let around: Vec<f64> =
                (65_500..65_600).map(|n| probability(f64::from(n), bits)).collect();
            let grows = |pair: &[f64]| pair[0] < pair[1] || pair[1] >= 1.0;
            assert!(around.windows(2).all(grows), "{bits} bits");
        }
    }

    /// From a computation with 80 decimal digits, by the sums of powers of whole numbers.
    #[test]
    fn known_values() {
        for (items, bits, expected) in [
            (77_163.0, 32, 0.499_999_890_517_348_33),
            (77_164.0, 32, 0.500_008_873_474_793_4),
            (9_292.0, 32, 0.010_000_035_341_328_13),
            (200_000.0, 32, 0.990_501_884_526_826_3),
            (1e6, 64, 2.710_502_683_974_254_3e-08),
            (2_f64.powi(32), 64, 0.393_469_340_240_293_6),
            (5_056_937_540.0, 64, 0.499_999_999_869_025_7),
            (5_056_937_541.0, 64, 0.500_000_000_006_094_2),
            (7e9, 64, 0.735_032_383_214_640_3),
            (1e12, 128, 1.469_367_938_526_389e-15),
            (2_f64.powi(64), 128, 0.393_469_340_287_366_6),
            (70_000.0, 200, 1.524_616_962_522_507_2e-51),
        ] {
            assert_close(probability(items, bits), expected, &format!("{items}, {bits} bits"));
        }
        for (bits, limit, expected) in [
            (16, 0.5, 301.0),
            (32, 0.5, 77_163.0),
            (32, 0.01, 9_291.0),
            (32, 1e-6, 93.0),
            (48, 0.5, 19_753_662.0),
            (64, 0.5, 5_056_937_540.0),
            (64, 0.75, 7_151_589_654.0),
            (64, 0.01, 608_926_881.0),
            (64, 1e-9, 192_077.0),
            (64, 1e-18, 6.0),
            (100, 1e-9, 50_351_774_564.0),
        ] {
            assert_eq!(most_items(bits, limit), expected, "{bits} bits, {limit}");
        }
    }

    #[test]
    fn the_inverses_are_the_last_that_fit() {
        for limit in [1e-18, 1e-9, 0.01, 0.5, 0.99] {
            for bits in [8, 16, 32, 48, 64, 100] {
                let items = most_items(bits, limit);
                assert!(probability(items, bits) <= limit, "{bits} bits, {limit}");
                if items < 2_f64.powi(50) {
                    assert!(probability(items + 1.0, bits) > limit, "{bits} bits, {limit}");
                }
                assert!(fewest_bits(items, limit).unwrap() <= bits, "{bits} bits, {limit}");
            }
            for items in [2.0, 23.0, 70_000.0, 1e12, 1e30] {
                let bits = fewest_bits(items, limit).unwrap();
                assert!(probability(items, bits) <= limit, "{items}, {limit}");
                assert!(bits == 1 || probability(items, bits - 1) > limit, "{items}, {limit}");
            }
        }
        assert_eq!(fewest_bits(1.0, 1e-300), Some(1));
        assert_eq!(fewest_bits(1e100, 1e-200), None);
        assert_eq!(most_items(512, 1e-300), 1.0);
    }
}
