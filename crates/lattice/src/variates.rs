//! Random variates from a generator of 64-bit numbers.
//!
//! Every function draws only from the generator that it is given, so that a state of the generator
//! fixes everything that follows. Sources: uniform and exponential by inversion; the normal by
//! Marsaglia's polar method (G. Marsaglia and T. A. Bray, SIAM Review 6(3), 1964, pp. 260–264);
//! gamma: G. Marsaglia and W. W. Tsang, ACM TOMS 26(3), 2000, pp. 363–372; Poisson and binomial by
//! splitting at a gamma and a beta variate: J. H. Ahrens and U. Dieter, Computing 12, 1974, pp.
//! 223–246.

use zobrist::source::Xoshiro256PlusPlus;

/// Up to this mean or number of trials, events are counted one by one.
const MAX_COUNTED: f64 = 16.0;

/// Uniform in [0, 1): a multiple of 2^−53.
#[inline]
pub(crate) fn uniform(generator: &mut Xoshiro256PlusPlus) -> f64 {
    (generator.next_u64() >> 11) as f64 * (0.5f64).powi(53)
}

/// Uniform in (0, 1]: its logarithm is finite.
#[inline]
fn uniform_positive(generator: &mut Xoshiro256PlusPlus) -> f64 {
    ((generator.next_u64() >> 11) + 1) as f64 * (0.5f64).powi(53)
}

/// Exponential with mean 1.
#[inline]
pub(crate) fn exponential(generator: &mut Xoshiro256PlusPlus) -> f64 {
    -uniform_positive(generator).ln()
}

/// Normal with mean 0 and variance 1.
fn normal(generator: &mut Xoshiro256PlusPlus) -> f64 {
    loop {
        let x = 2.0 * uniform(generator) - 1.0;
        let y = 2.0 * uniform(generator) - 1.0;
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

/// Gamma with `shape` ≥ 1 and scale 1: the time of the `shape`-th event of rate 1.
pub(crate) fn gamma(generator: &mut Xoshiro256PlusPlus, shape: f64) -> f64 {
    debug_assert!(shape >= 1.0);
    if shape == 1.0 {
        return exponential(generator);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(generator);
        let root = 1.0 + c * x;
        if root <= 0.0 {
            continue;
        }
        let v = root * root * root;
        let accept = uniform_positive(generator).ln();
        if accept < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// Poisson with the given mean: a whole number up to 2^53, rounded beyond that, as f64 is.
pub(crate) fn poisson(generator: &mut Xoshiro256PlusPlus, mut mean: f64) -> f64 {
    let mut count = 0.0;
    while mean > MAX_COUNTED {
        // Either the m-th event is within the mean, or it is beyond, and then the events before it
        // are uniform up to its time.
        let m = (mean * 0.875).floor();
        let time = gamma(generator, m);
        if time > mean {
            return count + binomial(generator, m - 1.0, mean / time);
        }
        count += m;
        mean -= time;
    }
    let mut time = exponential(generator);
    while time < mean {
        count += 1.0;
        time += exponential(generator);
    }
    count
}

/// Binomial: the number of `trials` independent events with probability `p` that happen; `trials`
/// is whole.
pub(crate) fn binomial(generator: &mut Xoshiro256PlusPlus, mut trials: f64, mut p: f64) -> f64 {
    let mut count = 0.0;
    while trials > MAX_COUNTED {
        if p <= 0.0 {
            return count;
        }
        if p >= 1.0 {
            return count + trials;
        }
        // The middle one of as many uniform numbers: either it and all before it are on one side of
        // p, or it and all after it are.
        let middle = (trials * 0.5).floor() + 1.0;
        let (x, y) = (gamma(generator, middle), gamma(generator, trials - middle + 1.0));
        let split = x / (x + y);
        if split <= p {
            count += middle;
            trials -= middle;
            p = (p - split) / (1.0 - split);
        } else {
            trials = middle - 1.0;
            p /= split;
        }
    }
    for _ in 0..trials as u32 {
        count += f64::from(uniform(generator) < p);
    }
    count
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// True if the mean and variance of `draw` are each within 5 standard errors of what is
    /// expected (the error of the variance for a kurtosis of at most `kurtosis`).
    fn moments(mean: f64, variance: f64, kurtosis: f64, mut draw: impl FnMut() -> f64) -> bool {
        const N: f64 = 200_000.0;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..N as usize {
            let x = draw() - mean;
            sum += x;
            squares += x * x;
        }
        let off = (sum / N).abs() / (variance / N).sqrt();
        let spread = (squares / N - variance).abs() / (variance * (kurtosis / N).sqrt());
        off < 5.0 && spread < 5.0
    }

    #[test]
    fn means_and_variances_are_right_and_wrong_ones_are_seen() {
        let mut g = Xoshiro256PlusPlus::new(7);
        assert!(moments(0.5, 1.0 / 12.0, 2.0, || uniform(&mut g)));
        assert!(!moments(0.51, 1.0 / 12.0, 2.0, || uniform(&mut g)));
        assert!(moments(0.0, 1.0, 3.0, || normal(&mut g)));
        for shape in [1.0, 2.0, 7.0, 1e3, 1e9] {
            assert!(moments(shape, shape, 9.0, || gamma(&mut g, shape)), "gamma {shape}");
            assert!(!moments(shape, shape * 1.1, 3.0, || gamma(&mut g, shape)), "gamma {shape}");
        }
        for mean in [0.3, 5.0, 17.0, 400.0, 1e8] {
            assert!(moments(mean, mean, 8.0, || poisson(&mut g, mean)), "Poisson {mean}");
        }
        for (n, p) in [(1.0, 0.3), (16.0, 0.5), (40.0, 0.9), (1e3, 0.01), (1e12, 0.25)] {
            let variance = n * p * (1.0 - p);
            assert!(moments(n * p, variance, 9.0, || binomial(&mut g, n, p)), "{n} {p}");
        }
        assert!(!moments(10.0, 10.0, 3.0, || binomial(&mut g, 40.0, 0.25)));
    }

    #[test]
    fn small_binomials_and_poissons_have_their_frequencies() {
        let mut g = Xoshiro256PlusPlus::new(8);
        const N: usize = 200_000;
        let mut seen = [0usize; 4];
        for _ in 0..N {
            // 20 trials split once, so that both methods of counting take part.
            let x = binomial(&mut g, 20.0, 0.05);
            seen[(x as usize).min(3)] += 1;
        }
        let mut left = 1.0;
        let mut term = 0.95f64.powi(20);
        for (k, &count) in seen.iter().enumerate() {
            let p = if k < 3 { term } else { left };
            left -= term;
            term *= (20.0 - k as f64) / (k as f64 + 1.0) * (0.05 / 0.95);
            let error = (count as f64 - N as f64 * p).abs() / (N as f64 * p * (1.0 - p)).sqrt();
            assert!(error < 5.0, "{k}: {count} of {N}, expected {p}");
        }
    }
}
