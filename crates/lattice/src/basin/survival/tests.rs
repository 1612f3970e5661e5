use zobrist::source::Xoshiro256PlusPlus;

use super::*;
use crate::variates::{exponential, uniform};

fn chain(rates: &[(usize, usize, f64)], exits: &[f64]) -> AbsorbingChain {
    let mut chain = AbsorbingChain::new(exits.len(), 1);
    rates.iter().for_each(|(from, to, rate)| chain.add(*from, *to, *rate));
    exits.iter().enumerate().for_each(|(from, rate)| chain.add_exit(from, 0, *rate));
    chain
}

/// p₁ / p₀ of two states, from the eigenvalues; started in 0.
fn ratio(up: f64, down: f64, exits: [f64; 2], time: f64) -> f64 {
    let half = (exits[0] - exits[1] + (up - down)) / 2.0;
    let root = half.hypot((up * down).sqrt());
    let fading = (-2.0 * root * time).exp();
    // λ₊ + B and λ₋ + B without a difference of numbers that are nearly equal.
    let (plus, minus) = if half > 0.0 {
        (up * down / (root + half), -(root + half))
    } else {
        (root - half, -up * down / (root - half))
    };
    up * -(-2.0 * root * time).exp_m1() / (plus - minus * fading)
}

#[test]
fn two_states_are_those_of_the_closed_form() {
    for (up, down, exits) in [
        (3.0, 2.0, [0.5, 0.25]),
        (1e-3, 2e-3, [1e3, 2e3]),
        (1e9, 1e7, [1.0, 50.0]),
        (1e-8, 3e-9, [1e6, 1e6 + 0.125]),
        (0.125, 1.0, [0.0, 1e-9]),
    ] {
        for time in [1e-12, 1e-3, 0.1, 1.0, 7.0, 100.0, 1e5] {
            let chain = chain(&[(0, 1, up), (1, 0, down)], &exits);
            let states = chain.survival(0, time).states;
            let (found, expected) = (states[1] / states[0], ratio(up, down, exits, time));
            // The fourth has exits that differ by 10⁻⁷ of themselves, and loses as many digits.
            assert!((found / expected - 1.0).abs() < 1e-8, "{up} {time}: {found} {expected}");
            assert!((states[0] + states[1] - 1.0).abs() < 1e-14);
        }
    }
}

/// Two pairs, fast within, 10²⁰ times slower between them and out of them; as slow as that, each
/// pair is one state with the mean of the rates of its two.
#[test]
fn slow_rates_beside_fast_ones_are_not_lost() {
    let rates =
        [(0, 1, 1e13), (1, 0, 1e13), (2, 3, 2e13), (3, 2, 1e13), (1, 2, 4e-7), (3, 0, 3e-7)];
    let chain = chain(&rates, &[1e-6, 3e-7, 0.0, 6e-7]);
    // 2 has a third of the time of the second pair, 3 two thirds.
    let (up, down, exits) = (2e-7, 2e-7, [0.65e-6, 4e-7]);
    for time in [1e3, 1e5, 1e6, 1e7, 1e9, 1e12] {
        let Survival { states, occupation } = chain.survival(0, time);
        let found = (states[2] + states[3]) / (states[0] + states[1]);
        let expected = ratio(up, down, exits, time);
        assert!((found / expected - 1.0).abs() < 1e-10, "{time}: {found} {expected}");
        assert!((states[3] / states[2] - 2.0).abs() < 1e-10);
        assert!(occupation.iter().sum::<f64>() <= time * (1.0 + 1e-12));
    }
    // Single steps are lost if all is one matrix: the control.
    let one: f64 = 1.0 - 1e-6 / (16.0 * 2e13);
    assert_eq!(one, 1.0);
}

#[test]
fn survival_too_small_for_a_double_has_its_distribution() {
    // 0 is left 10⁶ times as fast as 1, to which it seldom goes, and 1 to it.
    let chain = chain(&[(0, 1, 1e-9), (1, 0, 1e-3)], &[1e6, 1.0]);
    for time in [1.0, 1e4, 1e12, 1e300] {
        let states = chain.survival(0, time).states;
        let expected = ratio(1e-9, 1e-3, [1e6, 1.0], time);
        assert!((states[1] / states[0] / expected - 1.0).abs() < 1e-9, "{time}");
    }
    // From 0 alone nothing comes back.
    let apart = self::chain(&[(0, 1, 1e-9)], &[1e6, 1e-3]);
    assert!(apart.survival(0, 1e12).states[1] > 0.999_999);
    assert_eq!(apart.survival(1, 1e12).states, [0.0, 1.0]);
}

#[test]
fn no_time_is_the_start() {
    let chain = chain(&[(0, 1, 5.0), (1, 0, 1.0)], &[0.0, 1.0]);
    for time in [0.0, 1e-300] {
        let Survival { states, occupation } = chain.survival(1, time);
        assert!(states[1] == 1.0 && states[0] <= 1e-290);
        assert!(occupation[1] == time && occupation[0] <= 1e-300);
    }
    let none = self::chain(&[], &[0.0, 0.0]).survival(1, 2.5);
    assert_eq!((none.states, none.occupation), (vec![0.0, 1.0], vec![0.0, 2.5]));
}

/// Five states, rates from 0.1 to 10, not in detailed balance.
fn five() -> (AbsorbingChain, Vec<Vec<f64>>) {
    let mut generator = Xoshiro256PlusPlus::new(9);
    let mut chain = AbsorbingChain::new(5, 1);
    let mut rates = vec![vec![0.0; 6]; 5];
    for (from, row) in rates.iter_mut().enumerate() {
        for (to, rate) in row.iter_mut().enumerate().filter(|(to, _)| *to != from) {
            *rate = 10f64.powf(2.0 * uniform(&mut generator) - 1.0);
            if to < 5 { chain.add(from, to, *rate) } else { chain.add_exit(from, 0, *rate) }
        }
    }
    (chain, rates)
}

/// The number of walks that are in each state at a time, and the mean times in the states until
/// then.
fn walked(rates: &[Vec<f64>], time: f64, walks: u32) -> (Vec<f64>, Vec<f64>) {
    let mut generator = Xoshiro256PlusPlus::new(4);
    let (mut ends, mut occupation) = (vec![0.0; 5], vec![0.0; 5]);
    for _ in 0..walks {
        let (mut at, mut now) = (0, 0.0);
        loop {
            let wait = exponential(&mut generator) / rates[at].iter().sum::<f64>();
            occupation[at] += wait.min(time - now) / f64::from(walks);
            now += wait;
            if now > time {
                ends[at] += 1.0;
                break;
            }
            at = super::super::sampler::choose(&rates[at], uniform(&mut generator));
            if at == 5 {
                break;
            }
        }
    }
    (ends, occupation)
}

#[test]
fn walks_jump_by_jump_agree() {
    let (chain, rates) = five();
    for time in [0.02, 0.1, 0.3] {
        let (ends, occupation) = walked(&rates, time, 100_000);
        let survival = chain.survival(0, time);
        let count: f64 = ends.iter().sum();
        let square = |states: &[f64]| -> f64 {
            let terms = ends.iter().zip(states).map(|(n, p)| (n - p * count).powi(2) / (p * count));
            terms.sum()
        };
        // Chi-squared with four degrees of freedom: above 18.5 for one in a thousand.
        assert!(square(&survival.states) < 18.5, "{time}: {}", square(&survival.states));
        // The control: at another time.
        assert!(square(&chain.survival(0, time * 1.3).states) > 18.5);
        for (found, expected) in occupation.iter().zip(&survival.occupation) {
            let all: f64 = survival.occupation.iter().sum();
            assert!((found - expected).abs() < 0.01 * all, "{time}: {found} {expected}");
        }
    }
}

/// Taylor's series of exp(Qt) as it is written, for a short time.
#[test]
fn the_series_agrees() {
    let (chain, rates) = five();
    let time = 0.25;
    let mut term = vec![1.0, 0.0, 0.0, 0.0, 0.0];
    let mut sum = term.clone();
    for k in 1..120 {
        let next: Vec<f64> = (0..5)
            .map(|to| {
                let inner: f64 = (0..5).map(|from| term[from] * rates[from][to]).sum();
                (inner - term[to] * rates[to].iter().sum::<f64>()) * time / f64::from(k)
            })
            .collect();
        term = next;
        sum.iter_mut().zip(&term).for_each(|(sum, term)| *sum += term);
    }
    let all: f64 = sum.iter().sum();
    for (found, expected) in chain.survival(0, time).states.iter().zip(&sum) {
        assert!((found * all / expected - 1.0).abs() < 1e-12, "{found} {expected} {all}");
    }
}

#[test]
fn in_the_long_run_the_times_are_those_until_the_end() {
    let (chain, _) = five();
    let (late, whole) = (chain.survival(0, 1e4).occupation, chain.occupation().unwrap());
    let mean = chain.exits().unwrap().mean_time(0);
    assert!((whole.iter().sum::<f64>() / mean - 1.0).abs() < 1e-13);
    for (found, expected) in late.iter().zip(&whole) {
        assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
    }
}
