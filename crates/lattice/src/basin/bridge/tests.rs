use zobrist::source::Xoshiro256PlusPlus;

use super::*;
use crate::variates::{exponential, uniform};

/// Rates among all states and out of them (in the last column), and the chain with them.
fn chain(n: usize, seed: u64, decades: f64) -> (Vec<Vec<f64>>, AbsorbingChain) {
    let mut generator = Xoshiro256PlusPlus::new(seed);
    let mut chain = AbsorbingChain::new(n, 1);
    let mut rates = vec![vec![0.0; n + 1]; n];
    for (from, row) in rates.iter_mut().enumerate() {
        for (to, rate) in row.iter_mut().enumerate().filter(|(to, _)| *to != from) {
            *rate = 10f64.powf(decades * (uniform(&mut generator) - 0.5));
            if to < n { chain.add(from, to, *rate) } else { chain.add_exit(from, 0, *rate) }
        }
    }
    (rates, chain)
}

/// The row of exp(Qt) of a state, by Taylor's series in parts so short that nothing cancels.
fn row(rates: &[Vec<f64>], from: usize, time: f64) -> Vec<f64> {
    let n = rates.len();
    let fastest = rates.iter().map(|row| row.iter().sum::<f64>()).fold(0.0, f64::max);
    let parts = (8.0 * fastest * time).ceil().max(1.0);
    let mut sum: Vec<f64> = (0..n).map(|i| f64::from(i == from)).collect();
    for _ in 0..parts as usize {
        let mut term = sum.clone();
        for k in 1..25 {
            let next = |to: usize| {
                let into: f64 = (0..n).map(|from| term[from] * rates[from][to]).sum();
                (into - term[to] * rates[to].iter().sum::<f64>()) * time / parts / f64::from(k)
            };
            term = (0..n).map(next).collect();
            sum.iter_mut().zip(&term).for_each(|(sum, term)| *sum += term);
        }
    }
    sum
}

#[test]
fn states_between_are_products_of_the_series() {
    for (n, seed) in [(2, 1), (3, 2), (5, 3), (9, 4)] {
        let (rates, chain) = chain(n, seed, 2.0);
        let mut bridge = Bridge::new(chain);
        for (after, before) in [(0.01, 0.02), (1e-9, 0.3), (0.4, 1e-7), (0.7, 0.3), (3.0, 5.0)] {
            let to = n - 1;
            let found = bridge.weights(0, after, to, before);
            let forward = row(&rates, 0, after);
            let expected: Vec<f64> =
                (0..n).map(|state| forward[state] * row(&rates, state, before)[to]).collect();
            let [all, of] = [&expected, &found].map(|weights| weights.iter().sum::<f64>());
            for (found, expected) in found.iter().zip(&expected) {
                let (found, expected) = (found / of, expected / all);
                assert!((found - expected).abs() < 1e-10, "{n} {after}: {found} {expected}");
            }
        }
    }
}

/// Walks that are in the last state after a time, jump by jump: where they were halfway.
#[test]
fn walks_that_end_there_agree() {
    let (rates, chain) = chain(4, 8, 1.5);
    let (whole, half, to) = (0.3, 0.12, 3);
    let mut generator = Xoshiro256PlusPlus::new(5);
    let mut seen = [0.0; 4];
    for _ in 0..200_000 {
        let (mut at, mut now, mut then) = (0, 0.0, 0);
        loop {
            now += exponential(&mut generator) / rates[at].iter().sum::<f64>();
            if now > whole || at == 4 {
                break;
            }
            at = super::super::choose(&rates[at], uniform(&mut generator));
            if at == 4 {
                break;
            }
            if now <= half {
                then = at;
            }
        }
        if at == to {
            seen[then] += 1.0;
        }
    }
    let count: f64 = seen.iter().sum();
    let square = |weights: &[f64]| -> f64 {
        let all: f64 = weights.iter().sum();
        let terms = seen.iter().zip(weights).map(|(n, weight)| {
            let mean = weight / all * count;
            (n - mean).powi(2) / mean
        });
        terms.sum()
    };
    let mut bridge = Bridge::new(chain.clone());
    // Chi-squared with three degrees of freedom: above 16.3 for one in a thousand.
    let found = square(&bridge.weights(0, half, to, whole - half));
    assert!(count > 5_000.0 && found < 16.3, "{count} {found}");
    // The control: without regard to the end.
    assert!(square(&chain.survival(0, half).states) > 100.0);
}

#[test]
fn long_times_and_far_rates_are_held() {
    // 0 ⇄ 1 at 10¹³ /s, 2 ⇄ 3 likewise, 10³⁰ times slower between them.
    let mut chain = AbsorbingChain::new(4, 1);
    for (from, to) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
        chain.add(from, to, 1e13);
    }
    chain.add(1, 2, 1e-17);
    chain.add_exit(3, 0, 1e-17);
    let mut bridge = Bridge::new(chain);
    // The crossing is uniform in the time between: halfway, each pair has half of the weight.
    let weights = bridge.weights(0, 1.0, 3, 1.0);
    let all: f64 = weights.iter().sum();
    weights.iter().for_each(|weight| assert!((weight / all - 0.25).abs() < 1e-10, "{weights:?}"));
    let weights = bridge.weights(0, 1.0, 3, 3.0);
    let all: f64 = weights.iter().sum();
    assert!((weights[2] / all - 0.125).abs() < 1e-10, "{weights:?}");
    // No time on either side is the state there, and so is less than a way takes.
    assert_eq!(bridge.weights(2, 0.0, 3, 1e-9)[2..], [1.0, 0.0]);
    assert_eq!(bridge.weights(0, 0.0, 3, 0.0), [1.0, 0.0, 0.0, 0.0]);
    let weights = bridge.weights(0, 1e280, 3, 1e290);
    assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)), "{weights:?}");
}

#[test]
fn powers_stop_where_all_is_mixed() {
    let (_, chain) = chain(5, 6, 2.0);
    let mut bridge = Bridge::new(chain.clone());
    let late = bridge.weights(0, 1e12, 1, 1e12);
    assert!(bridge.is_mixed && bridge.powers.len() < 20, "{}", bridge.powers.len());
    let early = Bridge::new(chain).weights(0, 100.0, 1, 100.0);
    for (late, early) in late.iter().zip(&early) {
        assert!((late / early - 1.0).abs() < 1e-10, "{late} {early}");
    }
}
