//! Continuous-time Markov chains that end: mean times and exit probabilities.
//!
//! States are eliminated one after the other, following W. K. Grassmann, M. I. Taksar and D. P.
//! Heyman (Operations Research 33(5), 1985, pp. 1107–1116): the rate at which a state is left is
//! always the sum of the rates to others, and never one minus the rate back. Nothing is
//! subtracted, so that every result is correct to a small multiple of the rounding error, however
//! far apart the rates are. For absorbing chains that step over flicker in kinetic Monte Carlo, see
//! M. A. Novotny, Physical Review Letters 74(1), 1995, pp. 1–5.

use std::error::Error;
use std::fmt::{self, Display};

/// An absorbing Markov chain in continuous time: transient states, with rates among them and from
/// them to absorbing states.
///
/// ```
/// use zobrist_lattice::AbsorbingChain;
///
/// // To and fro between 0 and 1 at rate 1000; out of 1 at rate 2 and 6.
/// let mut chain = AbsorbingChain::new(2, 2);
/// chain.add(0, 1, 1000.0);
/// chain.add(1, 0, 1000.0);
/// chain.add_exit(1, 0, 2.0);
/// chain.add_exit(1, 1, 6.0);
///
/// let exits = chain.exits()?;
/// assert!((exits.mean_time(0) - 0.251).abs() < 1e-12);
/// assert_eq!(exits.probabilities(0), [0.25, 0.75]);
/// # Ok::<(), zobrist_lattice::ChainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AbsorbingChain {
    transient: usize,
    absorbing: usize,
    /// From each transient state, the rates to all transient states and then to all absorbing ones.
    rates: Vec<f64>,
}

impl AbsorbingChain {
    /// Creates a chain without rates. It takes 8 bytes for each pair of a transient state and any
    /// state.
    #[must_use]
    pub fn new(transient: usize, absorbing: usize) -> AbsorbingChain {
        AbsorbingChain {
            transient,
            absorbing,
            rates: vec![0.0; transient * (transient + absorbing)],
        }
    }

    /// Adds to the rate from one transient state to another. A rate from a state to itself
    /// changes nothing and is left out.
    ///
    /// # Panics
    /// When a state is not a transient one, or the rate is negative or not finite.
    pub fn add(&mut self, from: usize, to: usize, rate: f64) {
        assert!(to < self.transient, "a transient state is below {}, got {to}", self.transient);
        if from != to {
            *self.rate_mut(from, to) += checked(rate);
        }
    }

    /// Adds to the rate from a transient state to an absorbing one, which are counted from 0.
    ///
    /// # Panics
    /// When a state is out of range, or the rate is negative or not finite.
    pub fn add_exit(&mut self, from: usize, to: usize, rate: f64) {
        assert!(to < self.absorbing, "an absorbing state is below {}, got {to}", self.absorbing);
        *self.rate_mut(from, self.transient + to) += checked(rate);
    }

    fn rate_mut(&mut self, from: usize, column: usize) -> &mut f64 {
        assert!(from < self.transient, "a transient state is below {}, got {from}", self.transient);
        &mut self.rates[from * (self.transient + self.absorbing) + column]
    }

    /// Returns the number of transient states.
    #[must_use]
    pub fn transient(&self) -> usize {
        self.transient
    }

    /// Returns the number of absorbing states.
    #[must_use]
    pub fn absorbing(&self) -> usize {
        self.absorbing
    }

    /// The rates from a transient state: to all transient ones, then to all absorbing ones.
    pub(super) fn row(&self, from: usize) -> &[f64] {
        let width = self.transient + self.absorbing;
        &self.rates[from * width..][..width]
    }

    /// Computes the probabilities of the ends of the chain, and the mean times until then, from
    /// every transient state.
    ///
    /// Costs transient² · (transient + absorbing) multiplications, and as much memory as the
    /// chain itself.
    ///
    /// # Errors
    /// When an absorbing state cannot be reached from every transient one, or rates are so large
    /// or so far apart that a sum or quotient of them, or a mean time, is beyond the largest
    /// double.
    pub fn exits(&self) -> Result<Exits, ChainError> {
        let (n, width) = (self.transient, self.transient + self.absorbing);
        let Eliminated { rates, weights, totals } = self.eliminated()?;
        let mut times = vec![0.0; n];
        let mut probabilities = vec![0.0; n * self.absorbing];
        for k in 0..n {
            let row = &rates[k * width..][..width];
            let (known, here) = probabilities.split_at_mut(k * self.absorbing);
            let here = &mut here[..self.absorbing];
            here.copy_from_slice(&row[n..]);
            let mut time = weights[k];
            for j in 0..k {
                time += row[j] * times[j];
                if row[j] != 0.0 {
                    let other = &known[j * self.absorbing..][..self.absorbing];
                    here.iter_mut().zip(other).for_each(|(p, q)| *p += row[j] * q);
                }
            }
            times[k] = time / totals[k];
            here.iter_mut().for_each(|p| *p /= totals[k]);
            if !times[k].is_finite() || !here.iter().all(|p| p.is_finite()) {
                return Err(ChainError::Overflow { state: k });
            }
        }
        Ok(Exits { absorbing: self.absorbing, times, probabilities })
    }

    /// Computes the mean time spent in each transient state until the chain ends, starting in state
    /// 0, which is eliminated last: a chain that is watched only while it is in a few of its states
    /// spends as long in them.
    ///
    /// # Errors
    /// As [`exits`](AbsorbingChain::exits).
    pub(crate) fn occupation(&self) -> Result<Vec<f64>, ChainError> {
        let (n, width) = (self.transient, self.transient + self.absorbing);
        let Eliminated { rates, totals, .. } = self.eliminated()?;
        let mut times: Vec<f64> = Vec::with_capacity(n);
        for k in 0..n {
            let entered: f64 =
                times.iter().enumerate().map(|(j, t)| t * rates[j * width + k]).sum();
            let time = if k == 0 { 1.0 / totals[0] } else { entered / totals[k] };
            if !time.is_finite() {
                return Err(ChainError::Overflow { state: k });
            }
            times.push(time);
        }
        Ok(times)
    }

    /// Eliminates the states from the last to the first.
    fn eliminated(&self) -> Result<Eliminated, ChainError> {
        let (n, width) = (self.transient, self.transient + self.absorbing);
        let mut rates = self.rates.clone();
        // The mean time t of state i: (sum of its rates) · t_i = weight_i + sum of rate_ij · t_j.
        let mut weights = vec![1.0; n];
        let mut totals = vec![0.0; n];
        for k in (0..n).rev() {
            let (above, row) = rates.split_at_mut(k * width);
            let row = &row[..width];
            let total: f64 = row[..k].iter().chain(&row[n..]).sum();
            if total <= 0.0 {
                return Err(ChainError::Trapped { state: k });
            }
            // If a share below is infinite, a sum here is infinite or not a number.
            if !total.is_finite() {
                return Err(ChainError::Overflow { state: k });
            }
            totals[k] = total;
            for (i, other) in above.chunks_exact_mut(width).enumerate() {
                let share = other[k] / total;
                if share == 0.0 {
                    continue;
                }
                weights[i] += share * weights[k];
                for j in (0..k).chain(n..width) {
                    other[j] += share * row[j];
                }
            }
        }
        Ok(Eliminated { rates, weights, totals })
    }
}

/// A chain whose states have been eliminated one after the other: what holds of state k is of the
/// chain that is watched only while it is in the states up to k.
struct Eliminated {
    /// From each transient state, the rates to all states; those to later ones are from before
    /// these were eliminated.
    rates: Vec<f64>,
    /// The factor of the mean time of a visit.
    weights: Vec<f64>,
    /// The sum of the rates to other states.
    totals: Vec<f64>,
}

fn checked(rate: f64) -> f64 {
    assert!(rate >= 0.0 && rate.is_finite(), "a rate is finite and not negative, got {rate}");
    rate
}

/// Mean times and probabilities of the exits of an [`AbsorbingChain`].
#[derive(Clone, Debug)]
pub struct Exits {
    absorbing: usize,
    times: Vec<f64>,
    probabilities: Vec<f64>,
}

impl Exits {
    /// Returns the mean time until the chain ends, starting in a transient state, in the inverse
    /// unit of the rates.
    ///
    /// # Panics
    /// When there is no such state.
    #[must_use]
    pub fn mean_time(&self, start: usize) -> f64 {
        self.times[start]
    }

    /// Returns the probability of ending in each absorbing state, from a transient one.
    ///
    /// # Panics
    /// When there is no such state.
    #[must_use]
    pub fn probabilities(&self, start: usize) -> &[f64] {
        &self.probabilities[start * self.absorbing..][..self.absorbing]
    }
}

/// The error of a chain that cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainError {
    /// Some states have no path to an absorbing one.
    Trapped {
        /// One of them.
        state: usize,
    },
    /// A sum or quotient of rates out of a state, or the mean time from it, is beyond the
    /// largest double.
    Overflow {
        /// The state.
        state: usize,
    },
}

impl Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChainError::Trapped { state } => write!(
                f,
                "a chain that never ends: expected a path from every transient state to an \
                 absorbing one, got none from state {state}; add rates, or leave out states that \
                 cannot be left"
            ),
            ChainError::Overflow { state } => write!(
                f,
                "rates out of range: expected the sum of those from state {state}, and the mean \
                 time, to be at most {:e}, got more; take another unit of time, or rates less far \
                 apart",
                f64::MAX
            ),
        }
    }
}

impl Error for ChainError {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Solves by textbook Gaussian elimination with pivoting: the definition, for rates of similar
    /// size.
    fn by_linear_equations(chain: &AbsorbingChain, right: impl Fn(usize) -> f64) -> Vec<f64> {
        let n = chain.transient();
        let mut rows: Vec<Vec<f64>> = (0..n)
            .map(|i| {
                let mut row: Vec<f64> = chain.row(i)[..n].iter().map(|rate| -rate).collect();
                row[i] = chain.row(i).iter().sum();
                row.push(right(i));
                row
            })
            .collect();
        for k in 0..n {
            let pivot = (k..n).max_by(|&a, &b| rows[a][k].abs().total_cmp(&rows[b][k].abs()));
            rows.swap(k, pivot.expect("a row is left"));
            for i in (0..n).filter(|&i| i != k) {
                let factor = rows[i][k] / rows[k][k];
                let pivot = rows[k].clone();
                rows[i].iter_mut().zip(pivot).for_each(|(x, y)| *x -= factor * y);
            }
        }
        (0..n).map(|i| rows[i][n] / rows[i][i]).collect()
    }

    proptest! {
        #[test]
        fn elimination_solves_the_linear_equations(
            rates in prop::collection::vec(0.1f64..10.0, 6 * 9),
        ) {
            let mut chain = AbsorbingChain::new(6, 3);
            for (at, &rate) in rates.iter().enumerate() {
                let (i, j) = (at / 9, at % 9);
                if j < 6 { chain.add(i, j, rate) } else { chain.add_exit(i, j - 6, rate) }
            }
            let exits = chain.exits().expect("every state has an exit");
            let times = by_linear_equations(&chain, |_| 1.0);
            for (start, time) in times.iter().enumerate() {
                prop_assert!((exits.mean_time(start) / time - 1.0).abs() < 1e-12);
            }
            for to in 0..3 {
                let probabilities = by_linear_equations(&chain, |i| chain.row(i)[6 + to]);
                for (start, probability) in probabilities.iter().enumerate() {
                    let error = exits.probabilities(start)[to] / probability - 1.0;
                    prop_assert!(error.abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn rates_thirty_orders_apart_lose_nothing() {
        // 0 ⇄ 1 ⇄ 2 at 1 and back at 1e30 · …; out of 2 at 1e-15. By hand, with a up and b
        // down: t = sums of products of positive terms.
        let (up, down, out) = (1e-10, 1e20, 1e-15);
        let mut chain = AbsorbingChain::new(3, 1);
        for i in 0..2 {
            chain.add(i, i + 1, up);
            chain.add(i + 1, i, down);
        }
        chain.add_exit(2, 0, out);
        // Passage times of a birth and death chain, from each state to the next.
        let first = 1.0 / up;
        let second = (1.0 + down * first) / up;
        let third = (1.0 + down * second) / out;
        let exits = chain.exits().expect("there is an exit");
        assert!((exits.mean_time(2) / third - 1.0).abs() < 1e-15);
        assert!((exits.mean_time(0) / (first + second + third) - 1.0).abs() < 1e-15);
        assert_eq!(exits.probabilities(0), [1.0]);
    }

    #[test]
    fn a_chain_without_an_exit_is_an_error() {
        let mut chain = AbsorbingChain::new(3, 1);
        chain.add(0, 1, 1.0);
        chain.add(1, 0, 1.0);
        chain.add_exit(2, 0, 1.0);
        assert!(matches!(chain.exits(), Err(ChainError::Trapped { .. })));
        assert!(matches!(chain.exit_sampler(), Err(ChainError::Trapped { .. })));
    }

    #[test]
    fn sums_beyond_a_double_are_errors() {
        let max = f64::MAX;
        let overflow = |state| ChainError::Overflow { state };
        // Two exits, and one that was added up.
        for to in [0, 1] {
            let mut chain = AbsorbingChain::new(1, 2);
            chain.add_exit(0, 0, max);
            chain.add_exit(0, to, max);
            assert_eq!(chain.exits().unwrap_err(), overflow(0));
            assert_eq!(chain.exit_sampler().unwrap_err(), overflow(0));
        }
        let message = overflow(0).to_string();
        assert!(
            message.contains("from state 0, and the mean time, to be at most 1.797"),
            "{message}"
        );
        // Two transitions to states that remain: the sum arises when they are eliminated.
        let mut chain = AbsorbingChain::new(3, 1);
        for i in [1, 2] {
            chain.add(0, i, max);
            chain.add_exit(i, 0, 1.0);
        }
        assert_eq!(chain.exits().unwrap_err(), overflow(0));
        assert_eq!(chain.exit_sampler().unwrap_err(), overflow(0));
        // Sums in range, and a quotient of two rates out of range; and a time out of range.
        let mut chain = AbsorbingChain::new(2, 2);
        chain.add(0, 1, 1e12);
        chain.add_exit(1, 1, 1e-300);
        assert_eq!(chain.exits().unwrap_err(), overflow(0));
        let mut chain = AbsorbingChain::new(2, 1);
        chain.add_exit(0, 0, 1e-310);
        chain.add_exit(1, 0, 1.0);
        assert_eq!(chain.exits().unwrap_err(), overflow(0));
        // The largest that work.
        let mut chain = AbsorbingChain::new(2, 2);
        chain.add(0, 1, max / 2.0);
        chain.add_exit(0, 0, max / 4.0);
        chain.add_exit(1, 1, max / 2.0);
        chain.add_exit(1, 0, max / 2.0);
        let exits = chain.exits().expect("the sums are in range");
        assert!((exits.probabilities(0)[1] * 3.0 - 1.0).abs() < 1e-15);
        assert!((exits.mean_time(1) * max - 1.0).abs() < 1e-15);
        assert!(chain.exit_sampler().is_ok());
    }
}
