//! Exits that are drawn against the distribution that they must have.

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::{AbsorbingChain, Exit};

/// Rates of a chain, as a test wants to see them: from, to, rate; transient states first, then
/// absorbing ones.
struct Case {
    transient: usize,
    absorbing: usize,
    rates: Vec<(usize, usize, f64)>,
}

impl Case {
    fn chain(&self) -> AbsorbingChain {
        let mut chain = AbsorbingChain::new(self.transient, self.absorbing);
        for &(from, to, rate) in &self.rates {
            match to.checked_sub(self.transient) {
                None => chain.add(from, to, rate),
                Some(to) => chain.add_exit(from, to, rate),
            }
        }
        chain
    }

    /// The probability of having ended in each absorbing state by `time`: by uniformization,
    /// whose terms are all positive. For products of rate and time up to some hundred.
    fn ended_by(&self, start: usize, time: f64) -> Vec<f64> {
        let n = self.transient;
        let mut total = vec![0.0; n];
        self.rates.iter().for_each(|&(from, _, rate)| total[from] += rate);
        let fastest = total.iter().fold(0.0f64, |a, &b| a.max(b));
        let mut p = vec![0.0; n + self.absorbing];
        p[start] = 1.0;
        let mut ended = vec![0.0; self.absorbing];
        let mut log_weight = -fastest * time;
        for jump in 1..4000 {
            let weight = log_weight.exp();
            ended.iter_mut().zip(&p[n..]).for_each(|(e, q)| *e += weight * q);
            log_weight += (fastest * time / jump as f64).ln();
            let mut next = p.clone();
            for i in 0..n {
                next[i] -= p[i] * total[i] / fastest;
            }
            for &(from, to, rate) in &self.rates {
                next[to] += p[from] * rate / fastest;
            }
            p = next;
        }
        ended
    }

    /// The residence-time algorithm, jump by jump.
    fn walk(&self, start: usize, generator: &mut Xoshiro256PlusPlus) -> Exit {
        let mut uniform = move || ((generator.next_u64() >> 11) as f64 + 0.5) / 2f64.powi(53);
        let mut exit = Exit::new(start, 0, 0.0, 0.0);
        loop {
            let transitions: Vec<_> =
                self.rates.iter().filter(|transition| transition.0 == exit.from).collect();
            let total: f64 = transitions.iter().map(|transition| transition.2).sum();
            exit.time -= uniform().ln() / total;
            exit.jumps += 1.0;
            let mut left = uniform() * total;
            let transition = transitions
                .iter()
                .find(|transition| {
                    left -= transition.2;
                    left < 0.0
                })
                .unwrap_or(&transitions[transitions.len() - 1]);
            match transition.1.checked_sub(self.transient) {
                None => exit.from = transition.1,
                Some(to) => {
                    exit.to = to;
                    return exit;
                }
            }
        }
    }
}

const N: usize = 60_000;

/// Chi-squared over bins of time and absorbing state, in standard deviations above its mean.
fn misfit(case: &Case, start: usize, mut draw: impl FnMut() -> Exit) -> f64 {
    let mean = case.chain().exits().unwrap().mean_time(start);
    let edges: Vec<f64> = [0.02, 0.1, 0.3, 0.6, 1.0, 1.6, 2.5].map(|x| x * mean).to_vec();
    let mut expected = Vec::new();
    let mut before = vec![0.0; case.absorbing];
    for &edge in &edges {
        let by = case.ended_by(start, edge);
        expected.push(by.iter().zip(&before).map(|(b, a)| b - a).collect::<Vec<_>>());
        before = by;
    }
    let exits = case.chain().exits().unwrap();
    let rest = exits.probabilities(start).iter().zip(&before).map(|(b, a)| b - a).collect();
    expected.push(rest);
    let mut seen = vec![vec![0usize; case.absorbing]; edges.len() + 1];
    for _ in 0..N {
        let exit = draw();
        seen[edges.iter().filter(|&&edge| edge < exit.time).count()][exit.to] += 1;
    }
    let (mut square, mut cells) = (0.0, 0.0f64);
    for (p, &count) in expected.iter().flatten().zip(seen.iter().flatten()) {
        let mean = p * N as f64;
        if mean > 5.0 {
            square += (count as f64 - mean).powi(2) / mean;
            cells += 1.0;
        } else if count as f64 > mean + 30.0 {
            return f64::INFINITY; // a cell too rare for the statistic
        }
    }
    (square - (cells - 1.0)) / (2.0 * (cells - 1.0)).sqrt()
}

/// Not in detailed balance, with a one-way jump and a state without an exit of its own.
fn cases() -> Vec<Case> {
    let pair = Case {
        transient: 2,
        absorbing: 2,
        rates: vec![(0, 1, 30.0), (1, 0, 20.0), (0, 2, 0.3), (1, 3, 0.8), (1, 2, 0.1)],
    };
    let ring = Case {
        transient: 4,
        absorbing: 3,
        rates: vec![
            (0, 1, 5.0),
            (1, 2, 3.0),
            (2, 3, 7.0),
            (3, 0, 2.0),
            (1, 0, 1.0),
            (3, 2, 9.0),
            (0, 4, 0.2),
            (2, 5, 0.7),
            (3, 5, 0.1),
            (3, 6, 0.4),
        ],
    };
    // More states, all joined, rates from 0.1 to 10.
    let mut generator = Xoshiro256PlusPlus::new(3);
    let mut rates = Vec::new();
    for from in 0..7 {
        for to in (0..9).filter(|&to| to != from) {
            let scale = if to < 7 { 1.0 } else { 0.05 };
            rates.push((
                from,
                to,
                scale * 10f64.powf((generator.next_u64() >> 11) as f64 / 2f64.powi(52) - 1.0),
            ));
        }
    }
    vec![pair, ring, Case { transient: 7, absorbing: 2, rates }]
}

#[test]
fn exits_have_their_joint_distribution() {
    for (at, case) in cases().iter().enumerate() {
        for start in 0..2 {
            let sampler = case.chain().exit_sampler().unwrap();
            let mut g = Xoshiro256PlusPlus::new(11 + at as u64);
            let drawn = misfit(case, start, || sampler.sample(start, &mut g));
            assert!(drawn < 5.0, "case {at} from {start}: {drawn} standard deviations");
            let walked = misfit(case, start, || case.walk(start, &mut g));
            assert!(walked < 5.0, "the walk, case {at} from {start}: {walked}");
        }
    }
}

#[test]
fn wrong_exits_are_found_out() {
    let cases = cases();
    let case = &cases[1];
    let sampler = case.chain().exit_sampler().unwrap();
    let exits = case.chain().exits().unwrap();
    let mut g = Xoshiro256PlusPlus::new(5);
    // Exponential times of the right mean, and the states drawn apart from them.
    let mean = exits.mean_time(0);
    let exponential = misfit(case, 0, || {
        let u = ((g.next_u64() >> 11) as f64 + 0.5) / 2f64.powi(53);
        let mut exit = sampler.sample(0, &mut g);
        exit.time = -mean * u.ln();
        exit
    });
    assert!(exponential > 10.0, "{exponential}");
    // The right times, three percent long.
    let long = misfit(case, 0, || {
        let mut exit = sampler.sample(0, &mut g);
        exit.time *= 1.03;
        exit
    });
    assert!(long > 5.0, "{long}");
    // From another state.
    assert!(misfit(case, 0, || sampler.sample(1, &mut g)) > 10.0);
}

#[test]
fn jumps_and_last_states_are_those_of_the_walk() {
    for case in &cases() {
        let sampler = case.chain().exit_sampler().unwrap();
        let mut g = Xoshiro256PlusPlus::new(23);
        let (mut jumps, mut squares, mut last) = ([0.0; 2], [0.0; 2], [[0.0f64; 7]; 2]);
        for _ in 0..N {
            for (which, exit) in
                [sampler.sample(0, &mut g), case.walk(0, &mut g)].into_iter().enumerate()
            {
                jumps[which] += exit.jumps / N as f64;
                squares[which] += exit.jumps * exit.jumps / N as f64;
                last[which][exit.from] += 1.0;
            }
        }
        let error = ((squares[1] - jumps[1] * jumps[1]) * 2.0 / N as f64).sqrt();
        assert!((jumps[0] - jumps[1]).abs() < 5.0 * error, "{jumps:?}");
        for (drawn, walked) in last[0].iter().zip(last[1]) {
            assert!((drawn - walked).abs() <= 5.0 * (drawn + walked).sqrt(), "{last:?}");
        }
    }
}

#[test]
fn stiff_basins_are_left_after_their_mean_time() {
    // Eighteen orders between the flicker and the exit.
    let mut chain = AbsorbingChain::new(3, 1);
    for (i, j) in [(0, 1), (1, 0), (1, 2), (2, 1)] {
        chain.add(i, j, 1e12);
    }
    chain.add_exit(2, 0, 1e-6);
    let (sampler, mean) = (chain.exit_sampler().unwrap(), chain.exits().unwrap().mean_time(0));
    assert!((mean / 3e6 - 1.0).abs() < 1e-12);
    let mut g = Xoshiro256PlusPlus::new(2);
    let n = 20_000;
    let (mut time, mut jumps) = (0.0, 0.0);
    for _ in 0..n {
        let exit = sampler.sample(0, &mut g);
        time += exit.time / n as f64;
        jumps += exit.jumps / n as f64;
    }
    // Exponential to many digits: the mean has a relative error of n^−1/2.
    assert!((time / mean - 1.0).abs() < 5.0 / (n as f64).sqrt(), "{time}");
    assert!((jumps / 4e18 - 1.0).abs() < 5.0 / (n as f64).sqrt(), "{jumps}");
}
