//! Chains between two moments at which their states are known.
//!
//! A chain that is in state a at one time and, without having ended, in state b a time t later is
//! in state s at a moment between, u after the first, with a probability proportional to exp(Qu)_as
//! · exp(Q(t − u))_sb (A. Hobolth and E. A. Stone, The Annals of Applied Statistics 3(3), 2009, pp.
//! 1204–1231). Both factors are vectors times powers of one matrix, exp(Qh) with h = 1/(16 Λ), of
//! which those with exponents 1, 2, 4, … are kept ([survival](super::survival) has their
//! computation and its sources): the first moment costs their squarings, each one after it a few
//! products of a matrix with a vector.

use super::chain::AbsorbingChain;
use super::survival::{LONGEST, TERMS, TransitionMatrix, add_rows, normalize, poisson_weights};

/// Computes the distribution of the states between two moments.
#[derive(Clone, Debug)]
pub(crate) struct Bridge {
    chain: AbsorbingChain,
    /// The sum of the rates out of each state, and the largest of these sums, Λ.
    totals: Vec<f64>,
    fastest: f64,
    /// I + Q/Λ among the transient states, by rows.
    step: Vec<f64>,
    /// exp(Q · 2ᵏh) for k = 0, 1, …, as far as they were needed.
    powers: Vec<TransitionMatrix>,
    /// True if the rows of the last power are equal: the state at its end does not depend on that
    /// at its beginning, and neither does that after a longer time.
    is_mixed: bool,
}

/// Upper bound on the relative difference of rows that are equal up to rounding.
const ROUNDING: f64 = 1e-13;

impl Bridge {
    /// Prepares a chain, none of whose sums of rates is infinite. Costs transient² operations.
    pub(crate) fn new(chain: AbsorbingChain) -> Bridge {
        let n = chain.transient();
        let totals: Vec<f64> = (0..n).map(|i| chain.row(i).iter().sum()).collect();
        let fastest = totals.iter().copied().fold(0.0, f64::max);
        let mut step = Vec::with_capacity(n * n);
        for (i, total) in totals.iter().enumerate() {
            step.extend(chain.row(i)[..n].iter().map(|rate| rate / fastest));
            step[i * n + i] = (fastest - total) / fastest;
        }
        Bridge { chain, totals, fastest, step, powers: Vec::new(), is_mixed: false }
    }

    /// The chain.
    pub(crate) fn chain(&self) -> &AbsorbingChain {
        &self.chain
    }

    /// Returns the probabilities, up to a common factor, of the states at a moment `after` the
    /// chain was in the state `from` and `before` it is in the state `to`, not having ended.
    ///
    /// Costs transient² multiplications for each factor of 2 between h and the longer of the times,
    /// and transient³ for each that no earlier call had.
    pub(crate) fn weights(&mut self, from: usize, after: f64, to: usize, before: f64) -> Vec<f64> {
        let n = self.totals.len();
        let alone = |state: usize| (0..n).map(|i| f64::from(i == state)).collect();
        let (mut forward, mut backward): (Vec<f64>, Vec<f64>) = (alone(from), alone(to));
        self.walk(after, &mut forward, moved, |step, vector| {
            let mut sum = vec![0.0; vector.len()];
            add_rows(&mut sum, vector, step);
            sum
        });
        self.walk(before, &mut backward, moved_back, |step, vector| {
            step.chunks_exact(vector.len()).map(|row| product(row, vector)).collect()
        });
        // Of two small factors, the product may be too small for a double.
        let logs: Vec<f64> =
            forward.iter().zip(&backward).map(|(one, other)| one.ln() + other.ln()).collect();
        let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match top.is_finite() {
            true => logs.iter().map(|log| (log - top).exp()).collect(),
            // There is no way in so few steps: a chance of less than 10⁻²⁹.
            false => alone(from),
        }
    }

    /// Takes a vector through a time: `power` applies a power, `step` the matrix of one step.
    fn walk(
        &mut self,
        time: f64,
        vector: &mut Vec<f64>,
        power: impl Fn(&TransitionMatrix, &[f64]) -> Vec<f64>,
        step: impl Fn(&[f64], &[f64]) -> Vec<f64>,
    ) {
        let mut rest = (time * self.fastest / LONGEST).min(f64::MAX);
        if rest.is_nan() || rest <= 0.0 {
            return;
        }
        let (mut unit, mut number) = (1.0, 0);
        while unit <= rest / 2.0 {
            unit *= 2.0;
            number += 1;
        }
        // By its binary digits, from the highest.
        loop {
            if rest >= unit {
                rest -= unit;
                *vector = power(self.power(number), vector);
            }
            if number == 0 {
                break;
            }
            unit /= 2.0;
            number -= 1;
        }
        let (weights, _) = poisson_weights(rest * LONGEST);
        let mut sum = vec![0.0; vector.len()];
        for (k, weight) in weights.iter().enumerate() {
            sum.iter_mut().zip(&*vector).for_each(|(sum, part)| *sum += weight * part);
            if k + 1 < TERMS {
                *vector = step(&self.step, vector);
            }
        }
        *vector = sum;
    }

    /// The power with a number, or the last if longer times change nothing.
    fn power(&mut self, number: usize) -> &TransitionMatrix {
        while self.powers.len() <= number && !self.is_mixed {
            let next = match self.powers.last() {
                None => self.chain.short(0, &self.totals, self.fastest, LONGEST).0,
                Some(last) => {
                    let mut next = last.clone();
                    next.square();
                    next
                }
            };
            self.is_mixed = are_equal(&next, self.totals.len());
            self.powers.push(next);
        }
        &self.powers[number.min(self.powers.len() - 1)]
    }
}

/// True if all rows are equal up to rounding.
fn are_equal(rows: &TransitionMatrix, n: usize) -> bool {
    let first = rows.row(0);
    let equal = |(one, other): (&f64, &f64)| (one - other).abs() <= ROUNDING * one.max(*other);
    rows.shares.chunks_exact(n).all(|row| row.iter().zip(first).all(equal))
}

/// A distribution at a time after that of a vector, given that the chain has not ended.
fn moved(rows: &TransitionMatrix, vector: &[f64]) -> Vec<f64> {
    let there = vector.iter().zip(&rows.logs).filter(|(share, _)| **share > 0.0);
    let top = there.map(|(_, log)| *log).fold(f64::NEG_INFINITY, f64::max);
    let factor =
        |(share, log): (&f64, &f64)| if *share > 0.0 { share * (log - top).exp() } else { 0.0 };
    let factors: Vec<f64> = vector.iter().zip(&rows.logs).map(factor).collect();
    let mut sum = vec![0.0; vector.len()];
    add_rows(&mut sum, &factors, &rows.shares);
    normalize(&mut sum);
    sum
}

/// The probabilities from each state at a time before, up to a common factor, of what has those of
/// a vector from each state. The largest is 1.
fn moved_back(rows: &TransitionMatrix, vector: &[f64]) -> Vec<f64> {
    let n = vector.len();
    let sums: Vec<f64> = rows.shares.chunks_exact(n).map(|row| product(row, vector)).collect();
    let there = sums.iter().zip(&rows.logs).filter(|(sum, _)| **sum > 0.0);
    let top = there.map(|(sum, log)| sum.ln() + log).fold(f64::NEG_INFINITY, f64::max);
    let factor =
        |(sum, log): (&f64, &f64)| if *sum > 0.0 { (sum.ln() + log - top).exp() } else { 0.0 };
    sums.iter().zip(&rows.logs).map(factor).collect()
}

fn product(row: &[f64], column: &[f64]) -> f64 {
    row.iter().zip(column).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests;
