//! Means and variances of a series, with their errors, in constant memory.

use crate::kmc::BOLTZMANN;

/// Number of blocks at which pairs of them are joined.
const MOST: usize = 64;

/// The mean and the variance of values that follow each other in a simulation, with errors that
/// allow for their dependence: heat capacities and susceptibilities are variances.
///
/// The values are collected in blocks of equal numbers of successive values, from 32 to 63 of them
/// once there are as many values; errors are those of the jackknife, which leaves out one block at
/// a time (M. E. J. Newman and G. T. Barkema, Monte Carlo Methods in Statistical Physics, Oxford
/// 1999, section 3.4.4). They are right if a block is long against the time in which the simulation
/// forgets its state. Values of a block that is not complete count in means, not in errors.
///
/// ```
/// use zobrist_lattice::Fluctuations;
///
/// let mut energies = Fluctuations::default();
/// (0..1000).for_each(|step| energies.push(f64::from(step % 2)));
/// let mean = energies.mean().unwrap();
/// assert_eq!((mean.value, mean.error), (0.5, Some(0.0)));
/// assert_eq!(energies.variance().unwrap().value, 0.25);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fluctuations {
    /// The blocks that are complete, each of `size` values.
    blocks: Vec<Sums>,
    /// The values of one block, less one; a power of two less one.
    size_less_one: u64,
    /// The block that grows.
    last: Sums,
}

/// A value and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its standard error; `None` with fewer than ten complete blocks.
    pub error: Option<f64>,
}

impl Estimate {
    /// The estimate times a factor.
    fn times(self, factor: f64) -> Estimate {
        let error = self.error.map(|error| error * factor.abs());
        Estimate { value: self.value * factor, error }
    }
}

/// Number of blocks below which there is no error.
const FEWEST: usize = 10;

/// The number, the mean and the sum of squared deviations of some values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Sums {
    /// All values of both (T. F. Chan, G. H. Golub and R. J. LeVeque, The American Statistician 37,
    /// 1983, pp. 242–247).
    fn with(self, other: Sums) -> Sums {
        let count = self.count + other.count;
        if count == 0 {
            return self;
        }
        let (part, apart) = (other.count as f64 / count as f64, other.mean - self.mean);
        Sums {
            count,
            mean: self.mean + part * apart,
            squares: self.squares + other.squares + apart * apart * part * self.count as f64,
        }
    }

    fn variance(self) -> f64 {
        self.squares / self.count as f64
    }
}

impl Fluctuations {
    /// Enters the next value.
    pub fn push(&mut self, value: f64) {
        self.last = self.last.with(Sums { count: 1, mean: value, squares: 0.0 });
        if self.last.count <= self.size_less_one {
            return;
        }
        self.blocks.push(std::mem::take(&mut self.last));
        if self.blocks.len() == MOST {
            self.blocks = self.blocks.chunks(2).map(|pair| pair[0].with(pair[1])).collect();
            self.size_less_one = 2 * self.size_less_one + 1;
        }
    }

    /// Returns the number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.all().count
    }

    /// Returns the mean; `None` if there is no value.
    #[must_use]
    pub fn mean(&self) -> Option<Estimate> {
        self.estimate(|sums| sums.mean)
    }

    /// Returns the variance ⟨x²⟩ − ⟨x⟩², which is that of the sample, not corrected for its size;
    #[must_use]
    pub fn variance(&self) -> Option<Estimate> {
        self.estimate(Sums::variance)
    }

    /// Returns the heat capacity in eV/K at a temperature in K, of energies in eV: (⟨E²⟩ − ⟨E⟩²) /
    /// kT². `None` if there is no value.
    #[must_use]
    pub fn heat_capacity(&self, temperature: f64) -> Option<Estimate> {
        Some(self.variance()?.times(1.0 / (BOLTZMANN * temperature * temperature)))
    }

    /// Returns the susceptibility in 1/eV at a temperature in K, of numbers of atoms: ∂⟨n⟩/∂μ =
    /// (⟨n²⟩ − ⟨n⟩²) / kT. `None` if there is no value.
    #[must_use]
    pub fn susceptibility(&self, temperature: f64) -> Option<Estimate> {
        Some(self.variance()?.times(1.0 / (BOLTZMANN * temperature)))
    }

    fn all(&self) -> Sums {
        self.blocks.iter().fold(self.last, |sum, block| sum.with(*block))
    }

    fn estimate(&self, of: impl Fn(Sums) -> f64) -> Option<Estimate> {
        let all = self.all();
        if all.count == 0 {
            return None;
        }
        let count = self.blocks.len();
        let without = |left_out: usize| {
            let others = self.blocks.iter().enumerate().filter(|(number, _)| *number != left_out);
            of(others.fold(Sums::default(), |sum, (_, block)| sum.with(*block)))
        };
        let error = (count >= FEWEST).then(|| {
            let values: Vec<f64> = (0..count).map(without).collect();
            let mean = values.iter().sum::<f64>() / count as f64;
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            (squares * (count - 1) as f64 / count as f64).sqrt()
        });
        Some(Estimate { value: of(all), error })
    }
}

#[cfg(test)]
mod tests {
    use zobrist::source::Xoshiro256PlusPlus;

    use super::*;
    use crate::variates::uniform;

    /// Against sums over all values; and the errors against the spread over many series, whose
    /// values depend on each other.
    #[test]
    fn estimates_and_their_errors() {
        let mut random = Xoshiro256PlusPlus::new(9);
        let mut means = Vec::new();
        let mut variances = Vec::new();
        for _ in 0..200 {
            let (mut series, mut values, mut value) = (Fluctuations::default(), Vec::new(), 0.0);
            for _ in 0..5000 {
                value = 0.8 * value + uniform(&mut random) - 0.5;
                series.push(1e6 + value);
                values.push(value);
            }
            let mean = values.iter().sum::<f64>() / 5000.0;
            let square = values.iter().map(|x| x * x).sum::<f64>() / 5000.0 - mean * mean;
            let [found, variance] = [series.mean().unwrap(), series.variance().unwrap()];
            assert!((found.value - 1e6 - mean).abs() < 1e-8);
            assert!((variance.value - square).abs() < 1e-9);
            assert_eq!(series.count(), 5000);
            means.push((mean, found.error.unwrap()));
            variances.push((square, variance.error.unwrap()));
        }
        // 1/12 / (1 − 0.8²).
        for (estimates, exact) in [(means, 0.0), (variances, 0.25 / 1.08)] {
            let rms = |of: &dyn Fn(&(f64, f64)) -> f64| {
                (estimates.iter().map(|it| of(it).powi(2)).sum::<f64>() / 200.0).sqrt()
            };
            let (spread, error) = (rms(&|it| it.0 - exact), rms(&|it| it.1));
            assert!((error / spread - 1.0).abs() < 0.2, "{error} {spread}");
        }
    }

    #[test]
    fn few_values_have_no_error() {
        let mut series = Fluctuations::default();
        assert_eq!(series.mean(), None);
        (0..9).for_each(|value| series.push(f64::from(value)));
        assert_eq!(series.mean(), Some(Estimate { value: 4.0, error: None }));
        series.push(4.0);
        assert!(series.mean().unwrap().error.is_some());
    }
}
