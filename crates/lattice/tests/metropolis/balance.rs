//! Equilibrium: how often each configuration occurs, against its exact Boltzmann weight.

use std::collections::HashMap;

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::model::{SubstitutionEnergy, UNITS_PER_EV};
use zobrist_lattice::{
    BOLTZMANN, Configuration, Lattice, Metropolis, RecallMode, Settings, Site, Species, State,
    Structure,
};

use crate::common::{eam, pairs, scattered};

/// All configurations of a composition: the place of each by its hash, and their energies in eV.
struct All {
    places: HashMap<u64, usize>,
    energies: Vec<f64>,
}

impl All {
    fn new(model: &dyn SubstitutionEnergy, start: &Configuration) -> All {
        let species = model.species_count();
        let mut left: Vec<usize> = (0..species).map(|s| start.count(Species(s as u8))).collect();
        let mut state = State::new(model.lattice(), species, 2005);
        let mut all = All { places: HashMap::new(), energies: Vec::new() };
        all.add(model, &mut state, 0, &mut left);
        all
    }

    fn add(
        &mut self,
        model: &dyn SubstitutionEnergy,
        state: &mut State,
        site: usize,
        left: &mut [usize],
    ) {
        if site == model.lattice().len() {
            assert_eq!(self.places.insert(state.hash(), self.energies.len()), None);
            self.energies.push(model.total(state.configuration()) as f64 / UNITS_PER_EV);
            return;
        }
        for species in 0..left.len() {
            if left[species] > 0 {
                left[species] -= 1;
                state.set(Site(site as u32), Species(species as u8));
                self.add(model, state, site + 1, left);
                left[species] += 1;
            }
        }
    }

    fn weights(&self, temperature: f64) -> Vec<f64> {
        let least = self.energies.iter().fold(f64::INFINITY, |a, b| a.min(*b));
        let weight = |energy: &f64| (-(energy - least) / (BOLTZMANN * temperature)).exp();
        let weights: Vec<f64> = self.energies.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }

    /// Returns the distance of chi-square from its mean, in standard deviations: with every state
    /// for itself, and with states of like energies together, which shows a smaller bias.
    fn off(&self, seen: &[u32], temperature: f64) -> [f64; 2] {
        let samples = f64::from(seen.iter().sum::<u32>());
        let weights = self.weights(temperature);
        let mut states: Vec<(f64, f64)> = weights
            .iter()
            .zip(seen)
            .map(|(weight, found)| (weight * samples, f64::from(*found)))
            .collect();
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by(|a, b| self.energies[*a].total_cmp(&self.energies[*b]));
        let sorted: Vec<(f64, f64)> = order.iter().map(|state| states[*state]).collect();
        let levels = together(&sorted, samples / 20.0);
        states.sort_by(|a, b| b.0.total_cmp(&a.0));
        // Those expected less than ten times count as one.
        let often = states.partition_point(|(expected, _)| *expected >= 10.0);
        let rare = together(&states.split_off(often), f64::INFINITY);
        states.extend(rare);
        [chi_square(&states), chi_square(&levels)]
    }
}

/// Adds up successive entries until at least this many are expected of each; the rest joins the
/// last.
fn together(entries: &[(f64, f64)], expected: f64) -> Vec<(f64, f64)> {
    let mut sums: Vec<(f64, f64)> = Vec::new();
    for entry in entries {
        match sums.last_mut() {
            Some(sum) if sum.0 < expected => *sum = (sum.0 + entry.0, sum.1 + entry.1),
            _ => sums.push(*entry),
        }
    }
    if let [.., before, last] = &mut sums[..]
        && last.0 < expected
    {
        *before = (before.0 + last.0, before.1 + last.1);
        sums.pop();
    }
    sums
}

/// Returns the distance of chi-square from its mean, in standard deviations.
fn chi_square(entries: &[(f64, f64)]) -> f64 {
    let square: f64 =
        entries.iter().map(|(expected, found)| (found - expected).powi(2) / expected).sum();
    let freedom = entries.len() as f64 - 1.0;
    (square - freedom) / (2.0 * freedom).sqrt()
}

/// Steps from one sample to the next: few enough of a box of 8 to 18 sites stay where they were.
const STEPS_PER_SAMPLE: u64 = 40;

fn seen(
    model: &dyn SubstitutionEnergy,
    start: &Configuration,
    all: &All,
    settings: Settings,
    samples: u32,
) -> Vec<u32> {
    let mut chain = Metropolis::new(model, start.clone(), settings).unwrap();
    let mut seen = vec![0; all.energies.len()];
    for _ in 0..samples {
        chain.run(STEPS_PER_SAMPLE).unwrap();
        seen[all.places[&chain.state().hash()]] += 1;
    }
    assert!(chain.accepted() > 0 && chain.accepted() < chain.steps());
    seen
}

/// Right at a temperature, and wrong at one that is a tenth higher.
fn is_the_equilibrium(
    model: &dyn SubstitutionEnergy,
    counts: &[usize],
    states: usize,
    temperature: f64,
    mode: RecallMode,
    samples: u32,
) {
    let start = scattered(model.lattice(), counts, 3);
    let all = All::new(model, &start);
    assert_eq!(all.energies.len(), states);
    let mut settings = Settings::new(temperature, 17);
    settings.recall = mode;
    let found = seen(model, &start, &all, settings, samples);
    let off = all.off(&found, temperature);
    assert!(is_good(off), "{counts:?}: {off:?}");
    let control = all.off(&found, 1.1 * temperature);
    assert!(control[1] > 10.0, "{counts:?}: {control:?}");
}

fn is_good(off: [f64; 2]) -> bool {
    off.iter().all(|off| off.abs() < 5.0)
}

fn cube(structure: Structure, cells: usize) -> Lattice {
    Lattice::new(structure, [cells; 3]).unwrap()
}

#[test]
fn pairs_with_vacancies() {
    let model = pairs(cube(Structure::Bcc, 2), 2);
    // 16 · 15 · 14 / 2 states.
    is_the_equilibrium(&model, &[1, 2], 1680, 400.0, RecallMode::EnvironmentSymmetry, 30_000);
    is_the_equilibrium(&model, &[2, 1], 1680, 400.0, RecallMode::None, 30_000);
}

#[test]
fn pairs_without_vacancies() {
    let model = pairs(cube(Structure::Sc, 2), 1);
    // 8! / (3! 3! 2!) states.
    is_the_equilibrium(&model, &[0, 3, 2], 560, 1500.0, RecallMode::None, 30_000);
    let model = pairs(Lattice::new(Structure::Hcp, [3, 3, 1]).unwrap(), 1);
    is_the_equilibrium(&model, &[0, 1, 2], 18 * 17 * 8, 1000.0, RecallMode::Environment, 30_000);
}

#[test]
fn embedded_atoms_without_vacancies() {
    let model = eam(cube(Structure::Bcc, 2), 2.5);
    // 16 · 15 · 14 / 6 states.
    is_the_equilibrium(&model, &[0, 3], 560, 70.0, RecallMode::None, 40_000);
}

#[test]
fn embedded_atoms_with_vacancies() {
    // Only nearest neighbors see each other, so that there are names in so small a box.
    let model = eam(Lattice::new(Structure::Square, [3, 4, 1]).unwrap(), 2.2);
    // 12 · 11 · 10 / 2 states.
    is_the_equilibrium(&model, &[1, 2], 660, 250.0, RecallMode::EnvironmentSymmetry, 20_000);
}

/// Every exchange downhill is made, and of those uphill as many as their energies say: the sum of
/// decisions minus probabilities, in standard deviations.
#[test]
fn decisions_have_their_probabilities() {
    let lattice = Lattice::new(Structure::Bcc, [4, 5, 4]).unwrap();
    let decided =
        |model: &dyn SubstitutionEnergy, counts: &[usize], temperature: f64, steps: u32| {
            let settings = Settings::new(temperature, 3);
            let start = scattered(lattice, counts, 3);
            let mut chain = Metropolis::new(model, start, settings).unwrap();
            // With the right temperature, and with one that is too high.
            [1.0, 1.1].map(|factor| {
                let (mut difference, mut variance) = (0.0, 0.0);
                for _ in 0..steps {
                    let step = chain.step().unwrap();
                    if step.change <= 0.0 {
                        assert!(step.accepted);
                        continue;
                    }
                    let probability = (-step.change / (BOLTZMANN * factor * temperature)).exp();
                    difference += f64::from(u8::from(step.accepted)) - probability;
                    variance += probability * (1.0 - probability);
                }
                difference / variance.sqrt()
            })
        };
    for [right, wrong] in [
        decided(&pairs(lattice, 2), &[3, 30, 20], 1500.0, 300_000),
        decided(&eam(lattice, 2.5), &[3, 30], 150.0, 50_000),
    ] {
        assert!(right.abs() < 4.0 && wrong < -5.0, "{right} {wrong}");
    }
}

/// A slow chain with the rule of acceptance that it is given: with the right one it is in
/// equilibrium, and the controls, which accept a little too much or too little, are seen not to be.
#[test]
fn a_biased_acceptance_is_seen() {
    let model = pairs(cube(Structure::Sc, 2), 1);
    let start = scattered(model_lattice(&model), &[1, 3], 3);
    let all = All::new(&model, &start);
    let temperature = 500.0;
    let chain = |rule: &dyn Fn(f64) -> f64| {
        let mut random = Xoshiro256PlusPlus::new(5);
        let mut uniform = || (random.next_u64() >> 11) as f64 * 0.5_f64.powi(53);
        let mut state = State::from_configuration(start.clone(), 4, 2005);
        let mut seen = vec![0; all.energies.len()];
        for _ in 0..30_000 {
            for _ in 0..STEPS_PER_SAMPLE {
                let [a, b] = [0; 2].map(|_| Site((uniform() * 8.0) as u32));
                let energy = all.energies[all.places[&state.hash()]];
                state.exchange(a, b);
                let change = all.energies[all.places[&state.hash()]] - energy;
                if uniform() >= rule((-change / (BOLTZMANN * temperature)).exp()) {
                    state.exchange(a, b);
                }
            }
            seen[all.places[&state.hash()]] += 1;
        }
        all.off(&seen, temperature)
    };
    let right = chain(&|ratio| ratio);
    assert!(is_good(right), "{right:?}");
    for rule in [|ratio: f64| ratio + 0.05, |ratio: f64| 0.9 * ratio, |ratio: f64| ratio.powf(0.9)]
    {
        let biased = chain(&|ratio| if ratio < 1.0 { rule(ratio) } else { 1.0 });
        assert!(biased[1] > 10.0, "{biased:?}");
    }
}

fn model_lattice(model: &dyn SubstitutionEnergy) -> Lattice {
    model.lattice()
}
