//! Chains that have not ended: in which states they are, and for how long they have been in each.
//!
//! The distribution over the transient states at time t, given that the chain has not ended, is the
//! start's row of exp(Qt) divided by its sum. For a short time h, exp(Qh) is a sum of powers of the
//! nonnegative matrix I + Q/Λ with Poisson weights, where Λ is the largest rate at which a state is
//! left (A. Jensen, Skandinavisk Aktuarietidskrift 36, 1953, pp. 87–91); then h is doubled until it
//! is t by squaring the matrix (scaling and squaring: C. Moler and C. Van Loan, SIAM Review 45(1),
//! 2003, pp. 3–49, method 3).
//!
//! Each row is kept as two parts: the distribution given that the chain has not ended, which adds
//! up to 1 after every squaring, and the logarithm of the probability that it has not. Sums have
//! terms of one sign only. So single steps, too rare to change a sum of 1, are not lost when rates
//! are far apart, and neither is a probability that is too small for a double.

use super::chain::AbsorbingChain;

/// A chain at a time at which it has not ended.
#[derive(Clone, Debug)]
pub(crate) struct Survival {
    /// The probability of each transient state, given that the chain has not ended.
    pub(crate) states: Vec<f64>,
    /// The mean time spent in each transient state until the time or the end of the chain,
    /// whichever is first.
    pub(crate) occupation: Vec<f64>,
}

/// The longest time to begin with, in units of 1/Λ, and the number of terms for it: the first
/// that is left out is below 10⁻²⁹.
pub(super) const LONGEST: f64 = 1.0 / 16.0;
pub(super) const TERMS: usize = 15;

impl AbsorbingChain {
    /// Returns the distribution over the transient states at a time, given that the chain, which
    /// starts in the transient state `start`, has not ended.
    ///
    /// Costs transient³ multiplications for each factor of 2 between 1/(16 Λ) and the time.
    pub(crate) fn survival(&self, start: usize, time: f64) -> Survival {
        let n = self.transient();
        let totals: Vec<f64> = (0..n).map(|i| self.row(i).iter().sum()).collect();
        let fastest = totals.iter().copied().fold(0.0, f64::max);
        let mut scaled = (fastest * time).min(f64::MAX);
        if !(scaled > 0.0 && fastest.is_finite()) {
            let alone = |number: f64| (0..n).map(move |i| if i == start { number } else { 0.0 });
            let (states, occupation) = (alone(1.0).collect(), alone(time.max(0.0)).collect());
            return Survival { states, occupation };
        }
        let mut doublings = 0;
        while scaled > LONGEST {
            scaled *= 0.5;
            doublings += 1;
        }
        let (mut rows, mut occupation) = self.short(start, &totals, fastest, scaled);
        for _ in 0..doublings {
            // The time between t and 2t: that until t, moved on by t.
            let later = rows.moved(&occupation);
            occupation.iter_mut().zip(later).for_each(|(sum, more)| *sum += more);
            rows.square();
        }
        Survival { states: rows.row(start).to_vec(), occupation }
    }

    /// The matrix for a short time, `scaled` / `fastest`, and the mean times in the states until
    /// then.
    pub(super) fn short(
        &self,
        start: usize,
        totals: &[f64],
        fastest: f64,
        scaled: f64,
    ) -> (TransitionMatrix, Vec<f64>) {
        let n = self.transient();
        // The last column is the end of the chain.
        let width = n + 1;
        let mut step = vec![0.0; n * width];
        for (i, row) in step.chunks_exact_mut(width).enumerate() {
            let (inner, outer) = self.row(i).split_at(n);
            row.iter_mut().zip(inner).for_each(|(share, rate)| *share = rate / fastest);
            row[i] = (fastest - totals[i]) / fastest;
            row[n] = outer.iter().sum::<f64>() / fastest;
        }
        let (weights, weight) = poisson_weights(scaled);
        let mut power: Vec<f64> =
            (0..n * width).map(|at| if at / width == at % width { 1.0 } else { 0.0 }).collect();
        let mut sums = vec![0.0; n * width];
        let mut occupation = vec![0.0; n];
        for k in 0..TERMS {
            sums.iter_mut().zip(&power).for_each(|(sum, part)| *sum += weights[k] * part);
            // The share of the time after k steps is the probability of more, divided by Λ.
            let more = weights[k + 1..].iter().rev().sum::<f64>() + weight;
            let here = &power[start * width..][..n];
            occupation.iter_mut().zip(here).for_each(|(sum, part)| *sum += more / fastest * part);
            let mut next = vec![0.0; n * width];
            for (row, of) in next.chunks_exact_mut(width).zip(power.chunks_exact(width)) {
                row[n] = of[n];
                add_rows(row, &of[..n], &step);
            }
            power = next;
        }
        let mut rows =
            TransitionMatrix { n, shares: Vec::with_capacity(n * n), logs: Vec::new(), all: 0.0 };
        for row in sums.chunks_exact(width) {
            rows.logs.push((-row[n]).ln_1p());
            rows.shares.extend_from_slice(&row[..n]);
        }
        rows.shares.chunks_exact_mut(n).for_each(normalize);
        (rows, occupation)
    }
}

/// The probabilities of 0, 1, … events of a Poisson distribution with mean `scaled`, and that of
/// the first number that is left out.
pub(super) fn poisson_weights(scaled: f64) -> ([f64; TERMS], f64) {
    let mut weights = [0.0; TERMS];
    let mut weight = (-scaled).exp();
    for (k, of) in weights.iter_mut().enumerate() {
        *of = weight;
        weight *= scaled / (k + 1) as f64;
    }
    (weights, weight)
}

/// A matrix exp(Qt), by rows.
#[derive(Clone, Debug)]
pub(super) struct TransitionMatrix {
    n: usize,
    /// The distribution over the states from each state, given that the chain has not ended.
    pub(super) shares: Vec<f64>,
    /// The logarithm of the probability from each state that it has not ended, without `all`, which
    /// is common to all states: what they differ by keeps its digits.
    pub(super) logs: Vec<f64>,
    all: f64,
}

impl TransitionMatrix {
    pub(super) fn row(&self, from: usize) -> &[f64] {
        &self.shares[from * self.n..][..self.n]
    }

    /// A row vector times the matrix.
    fn moved(&self, vector: &[f64]) -> Vec<f64> {
        let factors: Vec<f64> =
            vector.iter().zip(&self.logs).map(|(x, log)| x * (self.all + log).exp()).collect();
        let mut sum = vec![0.0; self.n];
        add_rows(&mut sum, &factors, &self.shares);
        sum
    }

    /// Doubles the time.
    pub(super) fn square(&mut self) {
        let n = self.n;
        let mut shares = vec![0.0; n * n];
        let mut logs = Vec::with_capacity(n);
        for (i, row) in shares.chunks_exact_mut(n).enumerate() {
            let here = self.row(i);
            let reached = here.iter().zip(&self.logs).filter(|(share, _)| **share > 0.0);
            let top = reached.map(|(_, log)| *log).fold(f64::NEG_INFINITY, f64::max);
            // Log of the probability of surviving the other half of the time, relative to the best
            // state.
            let less = |log: f64| if top == f64::NEG_INFINITY { 0.0 } else { log - top };
            let weights: Vec<f64> =
                here.iter().zip(&self.logs).map(|(share, log)| share * less(*log).exp()).collect();
            // The shares add up to 1.
            let loss: f64 =
                here.iter().zip(&self.logs).map(|(share, log)| share * less(*log).exp_m1()).sum();
            let kept = if loss > -0.5 { loss.ln_1p() } else { weights.iter().sum::<f64>().ln() };
            logs.push(self.logs[i] + top + kept);
            add_rows(row, &weights, &self.shares);
            normalize(row);
        }
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        logs.iter_mut().for_each(|log| *log -= most);
        (self.shares, self.logs) = (shares, logs);
        self.all = 2.0 * self.all + most;
    }
}

/// Adds to a row the rows of a matrix, each with its factor.
pub(super) fn add_rows(row: &mut [f64], factors: &[f64], matrix: &[f64]) {
    for (factor, other) in factors.iter().zip(matrix.chunks_exact(row.len())) {
        if *factor != 0.0 {
            row.iter_mut().zip(other).for_each(|(sum, part)| *sum += factor * part);
        }
    }
}

pub(super) fn normalize(row: &mut [f64]) {
    let sum: f64 = row.iter().sum();
    row.iter_mut().for_each(|share| *share /= sum);
}

#[cfg(test)]
mod tests;
