//! Semi-grand ensembles, annealing, replicas and densities of states, against the enumeration of
//! all configurations of 16 sites, and against the Ising model.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use zobrist_lattice::model::{PairModel, SubstitutionEnergy, UNITS_PER_EV};
use zobrist_lattice::{
    AnnealingStage, BOLTZMANN, Configuration, EnergyBins, Ensemble, Estimate, Fluctuations,
    Lattice, Metropolis, MetropolisError, MetropolisResumeError, RecallMode, ReplicaError,
    Replicas, Settings, Site, Species, Structure, WangLandau, WangLandauError,
};

use crate::common::{MODES, end, pairs, scattered};
use crate::ising;

const COPPER: Species = Species(2);

fn small() -> PairModel {
    pairs(Lattice::new(Structure::Bcc, [2; 3]).unwrap(), 2)
}

/// The energies in eV and the numbers of atoms of species 2 of all 2¹⁶ configurations of it and the
/// host.
fn all(model: &PairModel) -> Vec<(f64, usize)> {
    let lattice = model.lattice();
    assert_eq!(lattice.len(), 16);
    let mut configuration = Configuration::new(lattice);
    let states = 0..1_u32 << 16;
    let state = |state: u32| {
        // The next Gray code differs on one site.
        let code = state ^ (state >> 1);
        if state > 0 {
            let site = Site(state.trailing_zeros());
            let is_copper = code >> site.0 & 1 == 1;
            configuration.set(site, if is_copper { COPPER } else { Species::HOST });
        }
        (model.total(&configuration) as f64 / UNITS_PER_EV, code.count_ones() as usize)
    };
    states.map(state).collect()
}

/// The exact means and variances of the energy and of the number of atoms, with the logarithm of
/// the weight of each configuration.
fn exact(all: &[(f64, usize)], weight: impl Fn(f64, f64) -> f64) -> [f64; 4] {
    let most = all.iter().map(|(e, n)| weight(*e, *n as f64)).fold(f64::NEG_INFINITY, f64::max);
    let mut sums = [0.0; 5];
    for (energy, count) in all {
        let (energy, count) = (*energy, *count as f64);
        let weight = (weight(energy, count) - most).exp();
        let each = [1.0, energy, energy * energy, count, count * count];
        sums.iter_mut().zip(each).for_each(|(sum, value)| *sum += weight * value);
    }
    let [sum, e, e2, n, n2] = sums;
    let (e, n) = (e / sum, n / sum);
    [e, e2 / sum - e * e, n, n2 / sum - n * n]
}

/// Four estimates: the means and variances of both.
fn sampled<M: SubstitutionEnergy>(chain: &mut Metropolis<M>, samples: u32) -> [Estimate; 4] {
    let (mut energies, mut counts) = (Fluctuations::default(), Fluctuations::default());
    chain.run(1000).unwrap();
    for _ in 0..samples {
        chain.run(8).unwrap();
        energies.push(chain.energy());
        counts.push(chain.configuration().count(COPPER) as f64);
    }
    let of = |series: &Fluctuations| [series.mean().unwrap(), series.variance().unwrap()];
    let [[a, b], [c, d]] = [of(&energies), of(&counts)];
    [a, b, c, d]
}

/// The largest difference in standard errors.
fn off(got: [Estimate; 4], exact: [f64; 4]) -> f64 {
    let each = got.iter().zip(exact).map(|(got, exact)| (got.value - exact) / got.error.unwrap());
    each.fold(0.0, |most, off| most.max(off.abs()))
}

fn of_copper(number: f64) -> BTreeMap<Species, f64> {
    [(COPPER, number)].into_iter().collect()
}

fn semi_grand(mu: f64) -> Ensemble {
    Ensemble::SemiGrand { potentials: of_copper(mu) }
}

fn constrained(phi: f64, kappa: f64) -> Ensemble {
    Ensemble::VarianceConstrained { phi: of_copper(phi), kappa }
}

fn settings(kelvin: f64, seed: u64, ensemble: Ensemble) -> Settings {
    let mut settings = Settings::new(kelvin, seed);
    settings.ensemble = ensemble;
    settings
}

fn start<M: SubstitutionEnergy>(model: M, settings: Settings) -> Metropolis<M> {
    let configuration = Configuration::new(model.lattice());
    Metropolis::new(model, configuration, settings).unwrap()
}

/// Means, heat capacity and susceptibility at a fixed chemical potential; the control, another
/// potential or temperature, is seen.
#[test]
fn the_semi_grand_ensemble_is_exact() {
    let model = small();
    let all = all(&model);
    for (kelvin, mu) in [(5000.0, 0.0), (4000.0, 0.03), (9000.0, -0.1)] {
        let mut chain = start(&model, settings(kelvin, 3, semi_grand(mu)));
        let got = sampled(&mut chain, 80_000);
        let at = |kelvin: f64, mu: f64| {
            exact(&all, |energy, count| -(energy - mu * count) / (BOLTZMANN * kelvin))
        };
        assert!(off(got, at(kelvin, mu)) < 4.0, "{got:?} {:?}", at(kelvin, mu));
        assert!(off(got, at(1.1 * kelvin, mu)) > 8.0, "{got:?}");
        assert!(off(got, at(kelvin, mu + 0.02)) > 8.0, "{got:?}");
    }
    // The numbers that are named after them.
    let mut series = Fluctuations::default();
    [0.0, 0.2].into_iter().for_each(|value| series.push(value));
    let heat = series.heat_capacity(500.0).unwrap().value;
    assert!((heat - 0.01 / (BOLTZMANN * 250_000.0)).abs() < 1e-12);
    assert!(
        (series.susceptibility(500.0).unwrap().value - 0.01 / (BOLTZMANN * 500.0)).abs() < 1e-12
    );
}

#[test]
fn the_variance_constrained_ensemble_is_exact() {
    let model = small();
    let all = all(&model);
    let sites = 16.0;
    for (kelvin, phi, kappa) in [(3000.0, -1.0, 3.0), (2500.0, -0.6, 10.0), (5000.0, -1.4, 2.0)] {
        let mut chain = start(&model, settings(kelvin, 4, constrained(phi, kappa)));
        let got = sampled(&mut chain, 40_000);
        let at = |kelvin: f64, phi: f64, kappa: f64| {
            let square = |count: f64| (count / sites + phi / 2.0).powi(2);
            exact(&all, |energy, count| {
                -energy / (BOLTZMANN * kelvin) - kappa * sites * square(count)
            })
        };
        assert!(off(got, at(kelvin, phi, kappa)) < 4.0, "{got:?} {:?}", at(kelvin, phi, kappa));
        assert!(off(got, at(kelvin, phi + 0.05, kappa)) > 8.0, "{got:?}");
        assert!(off(got, at(1.1 * kelvin, phi, 1.2 * kappa)) > 8.0, "{got:?}");
    }
}

/// Vacancies and other species stay where they are, every mode of recall has the same chain, and
/// the energy is that of the configuration.
#[test]
fn substitutions_leave_other_species_and_do_not_depend_on_recall() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 6]).unwrap();
    let model = pairs(lattice, 2);
    let begin = scattered(lattice, &[3, 20, 9], 5);
    let ends = MODES.map(|mode| {
        let mut settings = settings(4000.0, 6, semi_grand(-0.03));
        settings.recall = mode;
        let mut chain = Metropolis::new(&model, begin.clone(), settings).unwrap();
        chain.run(3000).unwrap();
        assert_eq!(chain.energy(), model.total(chain.configuration()) as f64 / UNITS_PER_EV);
        for (site, species) in lattice.sites().zip(begin.occupants()) {
            let is_active = [Species::HOST, COPPER].contains(species);
            assert!(is_active || chain.configuration().occupant(site) == *species);
        }
        for number in 0..4 {
            let mut listed = chain.sites_of(Species(number)).to_vec();
            listed.sort_unstable();
            let sites = lattice.sites().zip(chain.configuration().occupants());
            let found = sites.filter(|(_, species)| species.0 == number).map(|(site, _)| site);
            assert!(listed.into_iter().eq(found));
        }
        assert!(chain.accepted() > 500 && chain.configuration().count(COPPER) != 20);
        assert!(mode == RecallMode::None || chain.hits() > 0);
        end(&chain)
    });
    assert_eq!(ends, [ends[0]; 3]);
}

/// A chain that is stopped and goes on is the one that does not stop; a checkpoint of another
/// ensemble or annealing is refused.
#[test]
fn checkpoints_of_ensembles() {
    let lattice = Lattice::new(Structure::Bcc, [4; 3]).unwrap();
    let model = pairs(lattice, 2);
    for ensemble in [Ensemble::Canonical, semi_grand(-0.4), constrained(-0.5, 30.0)] {
        let mut settings = settings(1200.0, 6, ensemble);
        settings.annealing = vec![AnnealingStage::new(150, 700.0), AnnealingStage::new(500, 300.0)];
        let begin = scattered(lattice, &[1, 9], 5);
        let mut whole = Metropolis::new(&model, begin.clone(), settings.clone()).unwrap();
        let mut parts = Metropolis::new(&model, begin, settings.clone()).unwrap();
        for steps in [0, 100, 133, 400] {
            whole.run(steps).unwrap();
            parts = Metropolis::resume(&model, settings.clone(), &parts.checkpoint()).unwrap();
            parts.run(steps).unwrap();
            assert_eq!(parts.checkpoint(), whole.checkpoint());
        }
        assert_eq!(whole.temperature(), 300.0);
        let refused = |change: &dyn Fn(&mut Settings)| {
            let mut other = settings.clone();
            change(&mut other);
            let error = Metropolis::resume(&model, other, &whole.checkpoint()).unwrap_err();
            assert!(matches!(error, MetropolisResumeError::Mismatch { .. }), "{error}");
            error.to_string()
        };
        let message = refused(&|settings| settings.ensemble = semi_grand(-0.39));
        assert!(message.contains("fingerprint of the ensemble: expected "), "{message}");
        let message = refused(&|settings| settings.annealing.truncate(1));
        assert!(message.contains("fingerprint of the annealing: expected "), "{message}");
        let message = refused(&|settings| settings.annealing.clear());
        assert!(message.contains("fingerprint of the annealing: expected none, got"), "{message}");
    }
}

/// Slow cooling ends in a ground state, and sudden cooling does not.
#[test]
fn annealing_finds_the_ground_state() {
    let model = ising::model(12);
    let lattice = model.lattice();
    let energy = |until: u64| {
        let mut settings = Settings::new(1000.0, 12);
        settings.ensemble = semi_grand(0.0);
        settings.annealing = vec![AnnealingStage::new(until, 20.0)];
        let mut chain = Metropolis::new(&model, Configuration::new(lattice), settings).unwrap();
        chain.run(100_000).unwrap();
        chain.energy()
    };
    let ground = -2.0 * 144.0 * ising::COUPLING;
    assert!((energy(100_000) - ground).abs() < 1e-9, "{}", energy(100_000));
    let mut settings = Settings::new(20.0, 13);
    settings.ensemble = semi_grand(0.0);
    // From a random state at once: walls between halves remain.
    let begin = scattered(lattice, &[0, 72], 3);
    let mut chain = Metropolis::new(&model, begin, settings).unwrap();
    chain.run(20_000).unwrap();
    assert!(chain.energy() > ground + 1e-9, "{}", chain.energy());
}

/// Each temperature of replicas has its equilibrium, which the coldest would not find alone; the
/// result is the same with any number of threads.
#[test]
fn replicas_are_exact_at_each_temperature() {
    let model = small();
    let all = all(&model);
    let (kelvin, mu) = ([3000.0, 4000.0, 5500.0, 8000.0], 0.01);
    let run = |threads: usize, samples: u32| {
        let chains = kelvin
            .iter()
            .zip(1..)
            .map(|(kelvin, seed)| start(&model, settings(*kelvin, seed, semi_grand(mu))));
        let mut replicas = Replicas::new(chains.collect(), 5).unwrap();
        let threads = NonZeroUsize::new(threads).unwrap();
        let mut series = vec![[Fluctuations::default(), Fluctuations::default()]; kelvin.len()];
        for sample in 0..samples {
            replicas.round(8, threads).unwrap();
            for (at, [energies, counts]) in series.iter_mut().enumerate().filter(|_| sample > 200) {
                let chain = replicas.at(at);
                assert_eq!(chain.temperature(), kelvin[at]);
                energies.push(chain.energy());
                counts.push(chain.configuration().count(COPPER) as f64);
            }
        }
        (replicas, series)
    };
    let (replicas, series) = run(1, 20_000);
    for (kelvin, [energies, counts]) in kelvin.into_iter().zip(&series) {
        let of = |series: &Fluctuations| [series.mean().unwrap(), series.variance().unwrap()];
        let [[a, b], [c, d]] = [of(energies), of(counts)];
        let at = |kelvin: f64| {
            exact(&all, |energy, count| -(energy - mu * count) / (BOLTZMANN * kelvin))
        };
        assert!(off([a, b, c, d], at(kelvin)) < 4.0, "{kelvin}");
        assert!(off([a, b, c, d], at(1.1 * kelvin)) > 4.0, "{kelvin}");
    }
    for [tried, made] in replicas.exchanges() {
        assert!(*tried >= 9_999 && *made > tried / 10 && made < tried, "{made} of {tried}");
    }
    let ends = [1, 2, 3, 9].map(|threads| {
        let (replicas, _) = run(threads, 50);
        let chains: Vec<_> = (0..kelvin.len()).map(|at| end(replicas.at(at))).collect();
        (replicas.order().to_vec(), chains)
    });
    assert!(ends.iter().all(|end| *end == ends[0]));
}

/// The numbers of all configurations by energy, within a few percent.
#[test]
fn densities_of_states_of_all_configurations() {
    let model = small();
    let all = all(&model);
    let least = all.iter().map(|(energy, _)| *energy).fold(f64::INFINITY, f64::min);
    let most = all.iter().map(|(energy, _)| *energy).fold(f64::NEG_INFINITY, f64::max);
    let (first, width) = (least - 0.05, (most - least + 0.1) / 20.0);
    let bins = EnergyBins::new(first, width, 20).unwrap();
    let chain = start(&model, settings(300.0, 8, semi_grand(0.7)));
    let mut walk = WangLandau::new(chain, bins).unwrap();
    walk.run(600_000).unwrap();
    assert!(walk.is_late() && walk.modification() < 1e-4);
    assert_eq!(walk.visits().iter().sum::<u64>(), 600_001);
    let mut counts = [0.0_f64; 20];
    for (energy, _) in &all {
        counts[((energy - bins.edge(0)) / width) as usize] += 1.0;
    }
    for (count, log) in counts.iter().zip(walk.log_densities(16.0 * 2_f64.ln())) {
        match log {
            Some(log) => assert!((log - count.ln()).abs() < 0.1, "{log} {}", count.ln()),
            None => assert_eq!(*count, 0.0),
        }
    }
    for kelvin in [500.0, 1000.0, 3000.0] {
        let [energy, variance, ..] = exact(&all, |energy, _| -energy / (BOLTZMANN * kelvin));
        let heat = variance / (BOLTZMANN * kelvin * kelvin);
        assert!((walk.mean_energy(kelvin) - energy).abs() < 0.02 * (most - least), "{kelvin}");
        assert!((walk.heat_capacity(kelvin) / heat - 1.0).abs() < 0.15, "{kelvin}");
    }
}

/// At fixed composition: the configurations of five atoms among 16 sites, each energy for itself.
#[test]
fn densities_of_states_at_fixed_composition() {
    let model = small();
    let all: Vec<(f64, usize)> = all(&model).into_iter().filter(|(_, count)| *count == 5).collect();
    assert_eq!(all.len(), 4368); // 16 · 15 · 14 · 13 · 12 / 120
    let least = all.iter().map(|(energy, _)| *energy).fold(f64::INFINITY, f64::min);
    let bins = EnergyBins::new(least - 0.01, 0.02, 60).unwrap();
    let begin = scattered(model.lattice(), &[0, 5], 1);
    let chain = Metropolis::new(&model, begin, Settings::new(300.0, 8)).unwrap();
    let mut walk = WangLandau::new(chain, bins).unwrap();
    walk.run(300_000).unwrap();
    let mut counts = [0.0_f64; 60];
    for (energy, _) in &all {
        counts[((energy - bins.edge(0)) / 0.02) as usize] += 1.0;
    }
    let logs = walk.log_densities((all.len() as f64).ln());
    assert!(counts.iter().filter(|count| **count > 0.0).count() > 5);
    for (count, log) in counts.iter().zip(logs) {
        match log {
            Some(log) => assert!((log - count.ln()).abs() < 0.1, "{log} {}", count.ln()),
            None => assert_eq!(*count, 0.0),
        }
    }
}

/// The Ising model on 6 × 6 sites: its exact numbers of states.
#[test]
fn densities_of_states_of_the_ising_model() {
    let model = ising::model(6);
    let ground = -2.0 * 36.0 * ising::COUPLING;
    // Two unlike pairs more are 4 J more.
    let bins = EnergyBins::new(ground - ising::COUPLING, 4.0 * ising::COUPLING, 37).unwrap();
    let mut walk =
        WangLandau::new(start(&model, settings(300.0, 8, semi_grand(0.0))), bins).unwrap();
    walk.run(1_000_000).unwrap();
    let exact = ising::unlike_pairs(6);
    let mut squares = 0.0;
    for (bin, log) in walk.log_densities(36.0 * 2_f64.ln()).into_iter().enumerate() {
        let count = exact[2 * bin];
        assert_eq!(log.is_some(), count > 0, "{bin}");
        if let Some(log) = log {
            let off = log - (count as f64).ln();
            assert!(off.abs() < 0.3, "{bin}: {off}");
            squares += off * off;
        }
    }
    assert!((squares / 35.0).sqrt() < 0.1, "{squares}");
}

#[test]
fn what_makes_no_ensemble_is_refused() {
    let model = small();
    let begin = scattered(model.lattice(), &[2, 3], 1);
    let refused = |change: &dyn Fn(&mut Settings)| {
        let mut settings = Settings::new(300.0, 1);
        change(&mut settings);
        Metropolis::new(&model, begin.clone(), settings).unwrap_err()
    };
    for (species, number) in [(0, 0.1), (4, 0.1), (2, f64::NAN), (2, f64::INFINITY)] {
        let potentials: BTreeMap<_, _> = [(Species(species), number)].into_iter().collect();
        let error =
            refused(&|it| it.ensemble = Ensemble::SemiGrand { potentials: potentials.clone() });
        assert!(matches!(error, MetropolisError::Potential { expected: 4, .. }), "{error}");
        assert!(error.to_string().contains("for a species from 1 to 3, got"), "{error}");
    }
    let none = Ensemble::SemiGrand { potentials: BTreeMap::new() };
    assert_eq!(refused(&|it| it.ensemble = none.clone()), MetropolisError::NoSubstitution);
    for kappa in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = refused(&|it| it.ensemble = constrained(-1.0, kappa));
        assert!(matches!(error, MetropolisError::Kappa { .. }), "{error}");
    }
    let stages = |until: [u64; 2]| until.map(|until| AnnealingStage::new(until, 300.0)).to_vec();
    for (until, stage, got) in [([0, 5], 0, 0), ([5, 5], 1, 5), ([5, 3], 1, 3)] {
        let error = refused(&|it| it.annealing = stages(until));
        assert_eq!(error, MetropolisError::Annealing { stage, got });
    }
    let error = refused(&|it| it.annealing = vec![AnnealingStage::new(9, -1.0)]);
    assert_eq!(error, MetropolisError::Temperature { got: -1.0 });

    let chain = |kelvin: f64, seed| start(&model, settings(kelvin, seed, semi_grand(0.0)));
    let refused = |chains| Replicas::new(chains, 1).unwrap_err();
    assert_eq!(refused(Vec::<Metropolis<&PairModel>>::new()), ReplicaError::None);
    for again in [chain(300.0, 2), chain(400.0, 1)] {
        assert_eq!(refused(vec![chain(300.0, 1), again]), ReplicaError::Again { replica: 1 });
    }
    let other = start(&model, settings(400.0, 2, semi_grand(0.1)));
    assert_eq!(refused(vec![chain(300.0, 1), other]), ReplicaError::Other { replica: 1 });

    for (least, width, count) in
        [(0.0, 0.0, 1), (0.0, -1.0, 1), (f64::NAN, 1.0, 1), (0.0, 1.0, 0), (1e10, 1.0, 1)]
    {
        let error = EnergyBins::new(least, width, count).unwrap_err();
        assert!(matches!(error, WangLandauError::Bins { .. }), "{error}");
    }
    let bins = EnergyBins::new(-1.0, 0.5, 2).unwrap();
    let outside = WangLandau::new(chain(300.0, 1), bins).unwrap_err();
    assert!(outside.to_string().contains("energy from -1 to 0 eV"), "{outside}");
}
