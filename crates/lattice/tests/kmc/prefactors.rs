//! Prefactors of species and of single jumps.

use zobrist_lattice::model::{Barrier, EvaluationError, Jump, Model, PairModel, SharedModel};
use zobrist_lattice::{
    Audit, BOLTZMANN, Configuration, Flicker, Kmc, KmcError, Lattice, Offset, RecallMode, Settings,
    Site, Species, StepError, Structure, Verification,
};

use crate::common::{Prefactored, end, pairs, scattered};
use crate::modes::all_modes;

/// A vacancy with every species among its neighbors.
fn alloy() -> (PairModel, Configuration) {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let mut start = Configuration::new(lattice);
    start.set(Site(0), Species::VACANCY);
    for (at, offset) in lattice.structure().directions().iter().enumerate() {
        start.set(lattice.neighbor(Site(0), *offset), Species([0, 2, 3, 0, 2, 3, 0, 1][at]));
    }
    start.set(lattice.neighbor(Site(0), [2, 2, 0]), Species(3));
    (pairs(lattice, 2), start)
}

fn by_species(temperature: f64, seed: u64) -> Settings {
    let mut settings = Settings::new(temperature, seed);
    settings.attempt_frequency = 5e12;
    settings.prefactors.insert(Species(2), 2e12);
    settings.prefactors.insert(Species(3), 4e13);
    settings
}

/// ν · exp(−E / kT) of all jumps that either vacancy has, as a list of ends and rates.
fn rates(
    model: &dyn SharedModel,
    start: &Configuration,
    temperature: f64,
    of_species: impl Fn(Species) -> f64,
) -> Vec<(Jump, f64)> {
    let lattice = start.lattice();
    let mut jumps = Vec::new();
    for vacancy in start.sites_of(Species::VACANCY) {
        for (direction, offset) in lattice.structure().directions().iter().enumerate() {
            let to = lattice.neighbor(vacancy, *offset);
            if start.occupant(to) != Species::VACANCY {
                jumps.push(Jump::new(vacancy, to, direction));
            }
        }
    }
    let mut barriers = Vec::new();
    model.shared_barriers(start, &jumps, &mut barriers);
    let rate = |(jump, barrier): (Jump, Barrier)| {
        let prefactor = barrier.prefactor().unwrap_or_else(|| of_species(start.occupant(jump.to)));
        (jump, prefactor * (-barrier.energy() / (BOLTZMANN * temperature)).exp())
    };
    jumps.into_iter().zip(barriers).map(rate).collect()
}

/// Chi-squared of the first jumps of many seeds, in standard deviations above its mean; and how
/// many standard errors the mean time is off.
fn misfit(
    model: &dyn SharedModel,
    start: &Configuration,
    settings: impl Fn(u64) -> Settings,
    rates: &[(Jump, f64)],
) -> (f64, f64) {
    const N: u64 = 1500;
    let total: f64 = rates.iter().map(|(_, rate)| rate).sum();
    let (mut seen, mut time) = (vec![0.0; rates.len()], 0.0);
    for seed in 0..N {
        let mut kmc = Kmc::new(model, start.clone(), settings(seed)).unwrap();
        let event = kmc.step().unwrap();
        seen[rates.iter().position(|(jump, _)| *jump == event.jump).unwrap()] += 1.0;
        time += event.time / N as f64;
    }
    let terms = seen.iter().zip(rates).map(|(seen, (_, rate))| {
        let mean = rate / total * N as f64;
        (seen - mean) * (seen - mean) / mean
    });
    let freedom = rates.len() as f64 - 1.0;
    let square = (terms.sum::<f64>() - freedom) / (2.0 * freedom).sqrt();
    (square, (time * total - 1.0).abs() * (N as f64).sqrt())
}

#[test]
fn jumps_have_the_frequencies_of_their_rates() {
    let (model, start) = alloy();
    let of_species = |species: Species| [5e12, 0.0, 2e12, 4e13][species.index()];
    // So hot that the rare ones are seen.
    let temperature = 1500.0;
    let expected = rates(&model, &start, temperature, of_species);
    let settings = |seed| by_species(temperature, seed);
    let (square, time) = misfit(&model, &start, settings, &expected);
    assert!(square < 5.0 && time < 4.5, "{square} {time}");

    let own = Prefactored(&model);
    let expected_own = rates(&own, &start, temperature, of_species);
    assert!(expected.iter().zip(&expected_own).any(|(a, b)| a.1 == b.1), "some have none");
    let (square, time) = misfit(&own, &start, settings, &expected_own);
    assert!(square < 5.0 && time < 4.5, "{square} {time}");

    // The controls: without them, and by species where jumps have their own.
    let (square, time) = misfit(&model, &start, |seed| Settings::new(temperature, seed), &expected);
    assert!(square > 10.0 && time > 10.0, "{square} {time}");
    let (square, _) = misfit(&model, &start, settings, &expected_own);
    assert!(square > 10.0, "{square}");
}

#[test]
fn every_mode_has_the_same_trajectory() {
    for (structure, cells, counts) in [
        (Structure::Bcc, [6, 5, 7], &[1, 10, 5][..]),
        (Structure::Hcp, [5, 5, 4], &[3, 6, 6]),
        (Structure::Square, [9, 8, 1], &[2, 6, 3]),
    ] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let pairs = pairs(lattice, 2);
        let model = Prefactored(&pairs);
        let start = scattered(lattice, counts, 3);
        for flicker in [None, Some(Flicker::new(10, 6))] {
            let mut settings = by_species(500.0, 8);
            settings.flicker = flicker;
            let evaluations = all_modes(&model, &start, &settings, 1500);
            assert!(evaluations[4] < evaluations[0], "{structure} {evaluations:?}");
        }
        // Without their own, it is another one.
        let run = |model: &dyn SharedModel| {
            let mut kmc = Kmc::new(model, start.clone(), by_species(500.0, 8)).unwrap();
            kmc.run(100).unwrap();
            end(&kmc)
        };
        assert_ne!(run(&model), run(&pairs));
    }
}

/// Stopped and gone on with, whether barriers were known or not.
#[test]
fn checkpoints_hold_them() {
    let (pairs, start) = alloy();
    let model = Prefactored(&pairs);
    for mode in RecallMode::ALL {
        let mut settings = by_species(500.0, 8);
        (settings.recall, settings.verification) = (mode, Verification::Content);
        let mut whole = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
        for _ in 0..20 {
            let mut again = Kmc::resume(&model, settings.clone(), &whole.checkpoint()).unwrap();
            assert_eq!(again.checkpoint(), whole.checkpoint());
            whole.run(7).unwrap();
            again.run(7).unwrap();
            assert_eq!(end(&again), end(&whole));
        }
        let bytes = whole.checkpoint();
        let mut other = settings.clone();
        other.prefactors.insert(Species(2), 3e12);
        let error = Kmc::resume(&model, other, &bytes).unwrap_err().to_string();
        assert!(error.contains("fingerprint of the prefactors by species: expected"), "{error}");
        let error = Kmc::resume(&pairs, settings, &bytes).unwrap_err().to_string();
        assert!(error.contains("prefactors by the model: expected no, got yes"), "{error}");
    }
}

/// A model that gives one number as the prefactor of all jumps.
struct Same<'a>(&'a PairModel, f64);

impl Model for Same<'_> {
    fn lattice(&self) -> Lattice {
        self.0.lattice()
    }
    fn species_count(&self) -> usize {
        self.0.species_count()
    }
    fn reach(&self) -> &[Offset] {
        self.0.reach()
    }
    fn gives_prefactors(&self) -> bool {
        true
    }
    fn barrier(&mut self, _: &Configuration, _: Jump) -> Result<Barrier, EvaluationError> {
        Ok(Barrier::with_prefactor(0.5, self.1))
    }
    fn fingerprint(&self) -> u64 {
        1
    }
}

#[test]
fn prefactors_that_are_none_are_errors() {
    let (pairs, start) = alloy();
    for got in [0.0, -1.0, f64::INFINITY, f64::NEG_INFINITY] {
        for mode in RecallMode::ALL {
            let mut settings = Settings::new(500.0, 1);
            settings.recall = mode;
            let mut kmc = Kmc::new(Same(&pairs, got), start.clone(), settings).unwrap();
            let before = kmc.checkpoint();
            let error = kmc.step().unwrap_err();
            assert!(matches!(error, StepError::Prefactor { got: it, .. } if it == got), "{error}");
            assert!(error.to_string().contains("expected a finite prefactor above 0"), "{error}");
            assert_eq!(kmc.checkpoint()[..200], before[..200]);
            assert_eq!((kmc.steps(), kmc.time()), (0, 0.0));
        }
        let mut settings = Settings::new(500.0, 1);
        settings.prefactors.insert(Species(2), got);
        let error = Kmc::new(&pairs, start.clone(), settings).unwrap_err();
        assert_eq!(error, KmcError::Prefactor { species: Species(2), got });
    }
    let mut settings = Settings::new(500.0, 1);
    settings.prefactors.insert(Species(2), f64::NAN);
    assert!(matches!(Kmc::new(&pairs, start, settings), Err(KmcError::Prefactor { .. })));
}

/// The prefactors that a model gave are recalled, so that simulations with other prefactors of the
/// species recall them as well. The vacancies are so far apart that one is known when the other has
/// jumped.
#[test]
fn a_recall_serves_other_prefactors_of_the_species() {
    let lattice = Lattice::new(Structure::Bcc, [8, 8, 8]).unwrap();
    let pairs = pairs(lattice, 2);
    let model = Prefactored(&pairs);
    let mut start = Configuration::new(lattice);
    for vacancy in [[0, 0, 0], [8, 8, 8]].map(|at| lattice.site_at(at).unwrap()) {
        start.set(vacancy, Species::VACANCY);
        start.set(lattice.neighbor(vacancy, [1, 1, 1]), Species(2));
        start.set(lattice.neighbor(vacancy, [-1, -1, -1]), Species(2));
    }
    for mode in RecallMode::ALL {
        let run = |prefactor, mode, recall: &[u8]| {
            let mut settings = Settings::new(300.0, 5);
            settings.prefactors.insert(Species(2), prefactor);
            (settings.recall, settings.audit) = (mode, Some(Audit::one_in(1, 1)));
            let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
            if !recall.is_empty() {
                kmc.load_recall(recall).unwrap();
            }
            kmc.run(300).unwrap();
            kmc
        };
        let mut recall = Vec::new();
        run(2e14, mode, &[]).save_recall(&mut recall).unwrap();
        let other = run(3e14, mode, &recall);
        assert_eq!(end(&other), end(&run(3e14, RecallMode::None, &[])), "{mode}");
        if let Some(report) = other.audit_report() {
            assert!(report.recomputed > 50 && report.deviating == 0, "{mode} {report:?}");
        }
    }
}
