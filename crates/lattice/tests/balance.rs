//! Detailed balance: the time in each state against its exact Boltzmann weight.

use std::collections::HashMap;

use zobrist_lattice::model::{Model, PairModel};
use zobrist_lattice::{
    BOLTZMANN, Configuration, Kmc, Lattice, RecallMode, Settings, Site, Species, State, Structure,
};

/// One vacancy and two copper atoms on the 16 sites of a box of 2³ cells: 16 · 15 · 14 / 2.
const STATES: usize = 1680;

fn lattice() -> Lattice {
    Lattice::new(Structure::Bcc, [2, 2, 2]).unwrap()
}

/// The place in a list of each state, by its hash, and the exact weights.
fn weights(temperature: f64) -> (HashMap<u64, usize>, Vec<f64>) {
    let model = PairModel::iron_copper(lattice()).unwrap();
    let sites: Vec<Site> = lattice().sites().collect();
    let (mut places, mut energies) = (HashMap::new(), Vec::new());
    for vacancy in &sites {
        for (i, one) in sites.iter().enumerate() {
            for other in &sites[..i] {
                if one == vacancy || other == vacancy {
                    continue;
                }
                let mut state = State::new(lattice(), 3, 2005);
                state.set(*vacancy, Species::VACANCY);
                state.set(*one, Species(2));
                state.set(*other, Species(2));
                assert_eq!(places.insert(state.hash(), energies.len()), None);
                energies.push(model.energy(state.configuration()).unwrap());
            }
        }
    }
    assert_eq!(energies.len(), STATES);
    let least = energies.iter().fold(f64::INFINITY, |a, b| a.min(*b));
    let weight = |energy: &f64| (-(energy - least) / (BOLTZMANN * temperature)).exp();
    let weights: Vec<f64> = energies.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    (places, weights.iter().map(|weight| weight / sum).collect())
}

/// The total variation between two distributions.
fn apart(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
}

/// The part of the time that a simulation at 1500 K spends in each state.
fn simulated(mode: RecallMode, steps: u64, places: &HashMap<u64, usize>) -> Vec<f64> {
    let mut start = Configuration::new(lattice());
    for (site, species) in [(0, 1), (3, 2), (8, 2)] {
        start.set(Site(site), Species(species));
    }
    let mut settings = Settings::new(1500.0, 11);
    settings.recall = mode;
    let model = PairModel::iron_copper(lattice()).unwrap();
    let mut kmc = Kmc::new(model, start, settings).unwrap();
    let mut times = vec![0.0; STATES];
    for _ in 0..steps {
        let state = places[&kmc.state().hash()];
        times[state] += kmc.step().unwrap().time;
    }
    let total: f64 = times.iter().sum();
    assert!((total / kmc.time() - 1.0).abs() < 1e-9);
    times.iter().map(|time| time / total).collect()
}

#[test]
fn times_are_boltzmann_weights() {
    let (places, exact) = weights(1500.0);
    let times = simulated(RecallMode::JumpSymmetry, 1_000_000, &places);
    let found = apart(&times, &exact);
    assert!(found < 0.03, "{found}");
    // The controls: another temperature, and all states alike.
    let warmer = apart(&times, &weights(2000.0).1);
    assert!(warmer > 2.0 * found, "{warmer} {found}");
    assert!(apart(&times, &vec![1.0 / STATES as f64; STATES]) > 0.1);
}

#[test]
#[ignore = "2 · 10⁷ steps in every mode: a minute in release"]
fn times_are_boltzmann_weights_to_half_a_percent() {
    let (places, exact) = weights(1500.0);
    for mode in RecallMode::ALL {
        let found = apart(&simulated(mode, 20_000_000, &places), &exact);
        println!("{mode:<20} {found:.5}");
        assert!(found < 0.007, "{mode}: {found}");
    }
}
