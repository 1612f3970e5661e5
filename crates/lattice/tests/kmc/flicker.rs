//! Basins left in one step against the walk through them.

use zobrist_lattice::model::{Jump, Model, PairModel, PairParameters};
use zobrist_lattice::{
    BOLTZMANN, Configuration, Flicker, Kmc, Lattice, RecallMode, Settings, Site, Species, Structure,
};

/// A solute like copper that jumps far more readily, a few atoms of it near to each other, and the
/// vacancy between them.
pub(crate) fn start() -> (PairModel, Configuration) {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let mut parameters = PairParameters::iron_copper();
    parameters.migration[2] = 0.40;
    let model = PairModel::new(lattice, &parameters).unwrap();
    let mut start = Configuration::new(lattice);
    let center = lattice.site_at([2, 2, 2]).unwrap();
    start.set(center, Species::VACANCY);
    for offset in [[1, 1, 1], [1, 1, -1], [2, 0, 0], [0, 2, 0]] {
        start.set(lattice.neighbor(center, offset), Species(2));
    }
    (model, start)
}

/// The time and the steps until the vacancy stands on a site that is far away. A state with it
/// there was not visited before, and is in no basin.
fn passages(temperature: f64, flicker: Option<Flicker>, runs: u64) -> (Vec<f64>, u64) {
    let (model, start) = start();
    let goal: Site = model.lattice().site_at([6, 6, 6]).unwrap();
    let mut steps = 0;
    let mut times: Vec<f64> = (0..runs)
        .map(|seed| {
            let seed = seed + if flicker.is_some() { 1_000_000 } else { 0 };
            let mut settings = Settings::new(temperature, seed);
            settings.flicker = flicker;
            settings.recall = RecallMode::JumpSymmetry;
            let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
            while kmc.vacancies()[0] != goal {
                kmc.step().unwrap();
            }
            steps += kmc.steps();
            kmc.time()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times, steps)
}

/// The largest difference of two distributions, in units of its scale √((n + m) / nm)
/// (Kolmogorov and Smirnov): above 1.95 for one in a thousand that are the same.
pub(crate) fn apart(one: &[f64], other: &[f64]) -> f64 {
    let (n, m) = (one.len() as f64, other.len() as f64);
    let below = |list: &[f64], x: f64| list.partition_point(|y| *y <= x) as f64 / list.len() as f64;
    let all = one.iter().chain(other);
    let most = all.map(|x| (below(one, *x) - below(other, *x)).abs()).fold(0.0, f64::max);
    most * (n * m / (n + m)).sqrt()
}

#[test]
fn passages_have_the_same_times_in_fewer_steps() {
    let flicker = Flicker::new(10, 6);
    let (plain, many) = passages(700.0, None, 500);
    let (quick, few) = passages(700.0, Some(flicker), 500);
    assert!(apart(&plain, &quick) < 2.2, "{}", apart(&plain, &quick));
    assert!(few * 2 < many, "{few} {many}");
    // The control: times that are half as long again are seen.
    let long: Vec<f64> = quick.iter().map(|time| time * 1.5).collect();
    assert!(apart(&plain, &long) > 2.2, "{}", apart(&plain, &long));
}

/// All states of a small box are its basin, which has no exit: the walk goes on jump by jump.
#[test]
fn a_basin_without_a_way_out_is_walked() {
    let lattice = Lattice::new(Structure::Square, [2, 2, 1]).unwrap();
    let model = crate::common::pairs(lattice, 1);
    let mut start = Configuration::new(lattice);
    start.set(Site(0), Species::VACANCY);
    let mut settings = Settings::new(500.0, 1);
    settings.flicker = Some(Flicker::new(200, 4));
    let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
    kmc.run(1000).unwrap();
    assert_eq!((kmc.exits(), kmc.steps()), (0, 1000));
    // With room for three of the four states, there is one.
    let mut settings = Settings::new(500.0, 1);
    settings.flicker = Some(Flicker::new(5, 3));
    let mut kmc = Kmc::new(&model, start, settings).unwrap();
    kmc.run(1000).unwrap();
    assert!(kmc.exits() > 10);
}

/// The mean time of a jump in a small box, exactly: the inverse of the mean of the sum of all
/// rates, every state having its Boltzmann weight.
fn mean_time(model: &PairModel, temperature: f64) -> f64 {
    let lattice = model.lattice();
    let directions = lattice.structure().directions();
    let beta = 1.0 / (BOLTZMANN * temperature);
    // The vacancy may stand anywhere: by translation, on the first site.
    let others: Vec<Site> = lattice.sites().skip(1).collect();
    let (mut weights, mut rates) = (0.0, 0.0);
    for (i, one) in others.iter().enumerate() {
        for other in &others[..i] {
            let mut state = Configuration::new(lattice);
            state.set(Site(0), Species::VACANCY);
            state.set(*one, Species(2));
            state.set(*other, Species(2));
            let weight = (-beta * (model.energy(&state).unwrap() + 60.0)).exp();
            weights += weight;
            for (direction, offset) in directions.iter().enumerate() {
                let to = lattice.neighbor(Site(0), *offset);
                let barrier = model.barrier(&state, Jump::new(Site(0), to, direction));
                rates += weight * 6e12 * (-beta * barrier).exp();
            }
        }
    }
    weights / rates
}

/// The time of a jump of a simulation of `steps` steps, and its standard error.
fn simulated(model: &PairModel, settings: Settings, steps: u64) -> (f64, f64, u64) {
    let mut start = Configuration::new(model.lattice());
    for (site, species) in [(0, 1), (3, 2), (8, 2)] {
        start.set(Site(site), Species(species));
    }
    let mut kmc = Kmc::new(model, start, settings).unwrap();
    let parts: Vec<(f64, f64)> = (0..40)
        .map(|_| {
            let before = (kmc.time(), kmc.steps() + kmc.skipped());
            kmc.run(steps / 40).unwrap();
            (kmc.time() - before.0, (kmc.steps() + kmc.skipped() - before.1) as f64)
        })
        .collect();
    let (time, jumps) = parts.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
    let mean = time / jumps;
    let square: f64 = parts.iter().map(|(time, jumps)| (time - mean * jumps).powi(2)).sum();
    (mean, square.sqrt() / jumps, kmc.skipped())
}

#[test]
fn the_mean_time_of_a_jump_is_exact_with_flicker_and_without() {
    let lattice = Lattice::new(Structure::Bcc, [2, 2, 2]).unwrap();
    let mut parameters = PairParameters::iron_copper();
    parameters.migration[2] = 0.40;
    let model = PairModel::new(lattice, &parameters).unwrap();
    let expected = mean_time(&model, 500.0);
    for flicker in [None, Some(Flicker::default()), Some(Flicker::new(6, 3))] {
        let mut settings = Settings::new(500.0, 3);
        settings.flicker = flicker;
        let (found, error, skipped) = simulated(&model, settings, 200_000);
        assert!((found - expected).abs() < 4.5 * error, "{flicker:?}: {found} {expected} {error}");
        assert!(error < 0.01 * expected && (flicker.is_none() || skipped > 100_000));
    }
    // The control: at another temperature it is another.
    let (found, error, _) = simulated(&model, Settings::new(515.0, 3), 200_000);
    assert!((found - expected).abs() > 6.0 * error);
}
