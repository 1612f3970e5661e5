//! Exits drawn from the exact joint distribution of time and state.
//!
//! The path factorization of M. Athènes and V. V. Bulatov, Physical Review Letters 113, 2014,
//! 230601. Eliminating a state replaces the paths through it by jumps past it. Drawing goes
//! backwards: of the jumps from i to j of the shorter chain, a binomial number went through the
//! state; each visit that this makes was followed by a geometric number of jumps from the state to
//! itself. When all states have been restored, the numbers of visits are those of a path of the
//! whole chain, and its time is a sum of gamma variates. No rates are subtracted, detailed balance
//! is not required, and it does not matter how far apart the rates are.

use zobrist::source::Xoshiro256PlusPlus;

use super::chain::{AbsorbingChain, ChainError};
use crate::variates::{binomial, gamma, poisson, uniform};

/// The end of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Exit {
    /// The transient state from which it left.
    pub from: usize,
    /// The absorbing state in which it ended.
    pub to: usize,
    /// The time it took, in the inverse unit of the rates.
    pub time: f64,
    /// The number of jumps, the last one included. Whole up to 2^53, then rounded.
    pub jumps: f64,
}

impl Exit {
    /// Creates an exit, as a simulation of one's own needs it to compare itself with the chain.
    #[must_use]
    pub const fn new(from: usize, to: usize, time: f64, jumps: f64) -> Exit {
        Exit { from, to, time, jumps }
    }
}

/// An [`AbsorbingChain`] prepared for drawing exits, which are distributed as those of the chain
/// simulated jump by jump.
///
/// ```
/// use zobrist::source::Xoshiro256PlusPlus;
/// use zobrist_lattice::AbsorbingChain;
///
/// let mut chain = AbsorbingChain::new(2, 1);
/// chain.add(0, 1, 1e9);
/// chain.add(1, 0, 1e9);
/// chain.add_exit(1, 0, 1.0);
///
/// let exit = chain.exit_sampler()?.sample(0, &mut Xoshiro256PlusPlus::new(1));
/// assert_eq!((exit.from, exit.to), (1, 0));
/// assert!(exit.jumps > 1e6); // a billion and more on average, at the cost of a few
/// # Ok::<(), zobrist_lattice::ChainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExitSampler {
    transient: usize,
    absorbing: usize,
    /// Rates to the absorbing states, and the sum of all rates, of each transient state.
    exits: Vec<f64>,
    totals: Vec<f64>,
    /// The chains that are left when the states from k on are eliminated, for k = 0, 1, …: k × (k +
    /// 1) probabilities, the last column for the end.
    levels: Vec<Vec<f64>>,
    /// The probability that the last state of level k + 1 is left for another: the sum of its row
    /// without itself.
    leaving: Vec<f64>,
}

impl AbsorbingChain {
    /// Prepares the chain for drawing exits.
    ///
    /// Costs about transient³ / 3 multiplications and as many numbers of 8 bytes: it is meant for
    /// basins of a few tens of states.
    ///
    /// # Errors
    /// When an absorbing state cannot be reached from every transient one, or the sum of the
    /// rates out of a state is beyond the largest double.
    pub fn exit_sampler(&self) -> Result<ExitSampler, ChainError> {
        let (n, absorbing) = (self.transient(), self.absorbing());
        let totals: Vec<f64> = (0..n).map(|i| self.row(i).iter().sum()).collect();
        let mut exits = Vec::with_capacity(n * absorbing);
        let mut level = Vec::with_capacity(n * (n + 1));
        for (i, &total) in totals.iter().enumerate() {
            let (inner, outer) = self.row(i).split_at(n);
            if total <= 0.0 {
                return Err(ChainError::Trapped { state: i });
            }
            if !total.is_finite() {
                return Err(ChainError::Overflow { state: i });
            }
            exits.extend_from_slice(outer);
            level.extend(inner.iter().map(|rate| rate / total));
            level.push(outer.iter().sum::<f64>() / total);
        }
        let mut levels = vec![Vec::new(); n + 1];
        let mut leaving = vec![0.0; n];
        for k in (0..n).rev() {
            let width = k + 2;
            let last = &level[k * width..];
            leaving[k] = last[..k].iter().sum::<f64>() + last[k + 1];
            if leaving[k] <= 0.0 {
                return Err(ChainError::Trapped { state: k });
            }
            let shorter = (0..k)
                .flat_map(|i| {
                    let row = &level[i * width..][..width];
                    past(row, last, leaving[k])
                })
                .collect();
            levels[k + 1] = std::mem::replace(&mut level, shorter);
        }
        Ok(ExitSampler { transient: n, absorbing, exits, totals, levels, leaving })
    }
}

impl ExitSampler {
    /// Draws an exit of the chain that starts in the transient state `start`.
    ///
    /// Costs at most transient³ / 3 binomial variates, and as a rule far fewer: only jumps that
    /// were made are looked at. It draws as many numbers from the generator as it needs.
    ///
    /// # Panics
    /// When there is no such state.
    pub fn sample(&self, start: usize, generator: &mut Xoshiro256PlusPlus) -> Exit {
        let n = self.transient;
        assert!(start < n, "a transient state is below {n}, got {start}");
        // The row of the start at each level: it counts as one more state, entered once.
        let mut starts = vec![Vec::new(); n + 1];
        let mut row: Vec<f64> = (0..=n).map(|j| f64::from(j == start)).collect();
        for k in (0..n).rev() {
            let last = &self.levels[k + 1][k * (k + 2)..];
            let shorter = past(&row, last, self.leaving[k]).collect();
            starts[k + 1] = std::mem::replace(&mut row, shorter);
        }

        // Jumps from each state (and from the start) to each state (and to the end).
        let (width, end) = (n + 1, n);
        let mut jumps = vec![0.0f64; width * width];
        jumps[n * width + end] = 1.0;
        for k in 0..n {
            let level = &self.levels[k + 1];
            let row = |i: usize| &level[i * (k + 2)..][..k + 2];
            let last = row(k);
            let mut visits = 0.0;
            for i in (0..k).chain([n]) {
                let from = if i == n { &starts[k + 1][..] } else { row(i) };
                if from[k] == 0.0 {
                    continue;
                }
                for j in (0..k).chain([end]) {
                    let made = jumps[i * width + j];
                    if made == 0.0 {
                        continue;
                    }
                    let column = if j == end { k + 1 } else { j };
                    let through = from[k] * last[column] / self.leaving[k];
                    if through == 0.0 {
                        continue;
                    }
                    let here = binomial(generator, made, through / (from[column] + through));
                    jumps[i * width + j] -= here;
                    jumps[i * width + k] += here;
                    jumps[k * width + j] += here;
                    visits += here;
                }
            }
            if visits > 0.0 && last[k] > 0.0 {
                // A negative binomial: Poisson with a gamma variate for its mean.
                let mean = gamma(generator, visits) * (last[k] / self.leaving[k]);
                jumps[k * width + k] = poisson(generator, mean);
            }
        }

        let mut exit = Exit { from: start, to: 0, time: 0.0, jumps: 0.0 };
        for i in 0..n {
            let row = &jumps[i * width..][..width];
            let visits: f64 = row.iter().sum();
            if visits > 0.0 {
                exit.time += gamma(generator, visits) / self.totals[i];
                exit.jumps += visits;
            }
            if row[end] > 0.0 {
                exit.from = i;
            }
        }
        let exits = &self.exits[exit.from * self.absorbing..][..self.absorbing];
        exit.to = choose(exits, uniform(generator));
        exit
    }
}

/// A row of probabilities with the state in the last column but one eliminated: the paths through
/// it become jumps past it.
fn past<'a>(row: &'a [f64], last: &'a [f64], leaving: f64) -> impl Iterator<Item = f64> + 'a {
    let k = row.len() - 2;
    (0..k).chain([k + 1]).map(move |j| row[j] + row[k] * last[j] / leaving)
}

/// The place at which the running sum of `weights` passes the part `u` of their sum.
pub(crate) fn choose(weights: &[f64], u: f64) -> usize {
    let mut left = u * weights.iter().sum::<f64>();
    let mut chosen = 0;
    for (at, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            chosen = at;
            if left < weight {
                break;
            }
        }
        left -= weight;
    }
    chosen
}
