//! The trajectory does not depend on what is recalled.

use zobrist_lattice::model::SharedModel;
use zobrist_lattice::{
    AnnealingStage, Bound, Configuration, Ensemble, Flicker, Kmc, KmcError, Lattice, RecallMode,
    Settings, Species, StepError, Structure, Verification,
};

use crate::common::{end, pairs, scattered};

/// Runs in every mode and verification, and within a small bound; the evaluations of each mode,
/// in the order of `RecallMode::ALL`.
pub(crate) fn all_modes(
    model: &dyn SharedModel,
    start: &Configuration,
    settings: &Settings,
    steps: u64,
) -> Vec<u64> {
    let run = |change: &dyn Fn(&mut Settings)| {
        let mut settings = settings.clone();
        change(&mut settings);
        let mut kmc = Kmc::new(model, start.clone(), settings).unwrap();
        kmc.run(steps).unwrap();
        assert_eq!(kmc.state().hash(), kmc.state().hash_from_scratch());
        kmc
    };
    let plain = run(&|_| ());
    let modes = RecallMode::ALL.map(|mode| {
        let kmc = run(&|settings| settings.recall = mode);
        assert_eq!(end(&kmc), end(&plain), "{mode}");
        if let Some(statistics) = kmc.statistics() {
            assert_eq!((statistics.hits, statistics.misses), (kmc.hits(), kmc.misses()));
            assert!(kmc.hits() > 0, "{mode}");
        }
        for (verification, wide) in [
            (Verification::Hash, true),
            (Verification::Content, false),
            (Verification::Content, true),
        ] {
            let other = run(&|settings| {
                (settings.recall, settings.verification) = (mode, verification);
                settings.wide_keys = wide;
            });
            assert_eq!(end(&other), end(&plain), "{mode} {verification:?} {wide}");
            assert_eq!(other.evaluations(), kmc.evaluations(), "{mode} {verification:?} {wide}");
        }
        for bound in [Bound::Entries(20), Bound::Bytes(20_000)] {
            let small = run(&|settings| (settings.recall, settings.bound) = (mode, bound));
            assert_eq!(end(&small), end(&plain), "{mode} {bound:?}");
            assert!(small.evaluations() >= kmc.evaluations());
            if let Some((entries, bytes)) = small.recall_size() {
                assert!(bound != Bound::Entries(20) || entries <= 20);
                assert!(bound != Bound::Bytes(20_000) || bytes <= 20_000);
            }
        }
        kmc.evaluations()
    });
    modes.to_vec()
}

#[test]
fn every_mode_has_the_same_trajectory() {
    for (structure, cells, shells, counts) in [
        (Structure::Bcc, [6, 5, 7], 2, &[1, 10, 5][..]),
        (Structure::Bcc, [6, 6, 6], 2, &[5, 20, 0]),
        (Structure::Sc, [6, 7, 8], 3, &[2, 9, 9]),
        (Structure::Fcc, [5, 4, 5], 1, &[1, 12, 3]),
        (Structure::Hcp, [5, 5, 4], 2, &[2, 6, 6]),
        (Structure::Square, [9, 8, 1], 2, &[2, 6, 3]),
    ] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let model = pairs(lattice, shells);
        let start = scattered(lattice, counts, 3);
        let evaluations = all_modes(&model, &start, &Settings::new(500.0, 8), 3000);
        // From plain to per jump, ever fewer: the whole state aside, which few come back to.
        assert!(evaluations[1] <= evaluations[0], "{structure} {evaluations:?}");
        assert!(evaluations[2] < evaluations[0], "{structure} {evaluations:?}");
        assert!(evaluations[3] < evaluations[2], "{structure} {evaluations:?}");
        assert!(evaluations[4] < evaluations[3], "{structure} {evaluations:?}");
    }
}

/// Boxes in which images of a site stand around a vacancy, cubic and not.
#[test]
fn in_boxes_with_repeated_images_too() {
    for (structure, cells, shells) in [
        (Structure::Bcc, [2, 2, 2], 2),
        (Structure::Bcc, [2, 3, 2], 2),
        (Structure::Bcc, [2, 4, 5], 2),
        (Structure::Sc, [3, 3, 4], 1),
        (Structure::Fcc, [2, 3, 3], 1),
        (Structure::Hcp, [3, 3, 2], 1),
        (Structure::Hcp, [3, 4, 3], 1),
        (Structure::Square, [3, 4, 1], 1),
    ] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let model = pairs(lattice, shells);
        let start = scattered(lattice, &[2, 2, 1], 4);
        all_modes(&model, &start, &Settings::new(700.0, 8), 2000);
    }
}

#[test]
fn and_where_flicker_is_left_in_one_step() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let model = pairs(lattice, 2);
    let start = scattered(lattice, &[2, 12, 4], 4);
    let mut settings = Settings::new(250.0, 8);
    settings.flicker = Some(Flicker::new(10, 6));
    all_modes(&model, &start, &settings, 2000);
    let mut kmc = Kmc::new(&model, start, settings).unwrap();
    kmc.run(2000).unwrap();
    assert!(kmc.exits() > 10 && kmc.skipped() > 100, "{} {}", kmc.exits(), kmc.skipped());
}

/// The control: another seed has another trajectory, as has another temperature.
#[test]
fn other_seeds_have_other_trajectories() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[1, 9, 3], 3));
    let run = |settings| {
        let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
        kmc.run(200).unwrap();
        end(&kmc)
    };
    let ends = [(500.0, 1), (500.0, 2), (501.0, 1)].map(|(t, seed)| run(Settings::new(t, seed)));
    assert!(ends[0] != ends[1] && ends[0].time() != ends[2].time());
    assert_eq!(ends[0], run(Settings::new(500.0, 1)));
}

/// Vacancies wander, and where they are said to be is where they are.
#[test]
fn displacements_lead_from_the_first_site_to_the_last() {
    for structure in Structure::ALL {
        let cells = if structure == Structure::Square { [7, 6, 1] } else { [4, 5, 4] };
        let lattice = Lattice::new(structure, cells).unwrap();
        let (model, start) = (pairs(lattice, 1), scattered(lattice, &[3, 5, 5], 3));
        let mut settings = Settings::new(400.0, 1);
        settings.flicker = Some(Flicker::new(6, 4));
        let mut kmc = Kmc::new(&model, start, settings).unwrap();
        let first = kmc.vacancies().to_vec();
        kmc.run(3000).unwrap();
        for (vacancy, site) in first.iter().enumerate() {
            let (from, displacement) = (lattice.position(*site), kmc.displacement(vacancy));
            let to = [0, 1, 2].map(|axis| from[axis] + displacement[axis] as i32);
            assert_eq!(lattice.site_at(to), Some(kmc.vacancies()[vacancy]), "{structure}");
        }
        let mut known = kmc.vacancies().to_vec();
        known.sort();
        assert!(kmc.configuration().sites_of(Species::VACANCY).eq(known));
    }
}

#[test]
fn what_cannot_be_simulated_is_said() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let model = pairs(lattice, 2);
    let start = scattered(lattice, &[1, 2, 2], 1);
    let error = |configuration: &Configuration, change: &dyn Fn(&mut Settings)| {
        let mut settings = Settings::new(300.0, 1);
        change(&mut settings);
        Kmc::new(&model, configuration.clone(), settings).unwrap_err()
    };
    assert_eq!(error(&Configuration::new(lattice), &|_| ()), KmcError::NoVacancy);
    assert!(matches!(error(&start, &|s| s.temperature = 0.0), KmcError::Setting { .. }));
    let flicker = Some(Flicker::new(9, 1));
    assert_eq!(error(&start, &|s| s.flicker = flicker), KmcError::Basin { got: 1 });
    let ensemble = Ensemble::SemiGrand { potentials: [(Species(2), 0.1)].into_iter().collect() };
    assert_eq!(error(&start, &|s| s.ensemble = ensemble.clone()), KmcError::Ensemble);
    let annealing = vec![AnnealingStage::new(9, 400.0)];
    assert_eq!(error(&start, &|s| s.annealing = annealing.clone()), KmcError::Ensemble);
    let other = Configuration::new(Lattice::new(Structure::Bcc, [4, 4, 5]).unwrap());
    let message = error(&other, &|_| ()).to_string();
    assert!(message.contains("expected bcc 4 x 4 x 4") && message.contains("got bcc 4 x 4 x 5"));
    let mut foreign = start.clone();
    foreign.set(lattice.sites().next().unwrap(), Species(9));
    assert!(error(&foreign, &|_| ()).to_string().contains("species 9 on site 0"));
    // Two shells of simple cubic reach twice as far around both ends of a jump.
    let small = Lattice::new(Structure::Sc, [2, 5, 5]).unwrap();
    let model = pairs(small, 1);
    let mut settings = Settings::new(300.0, 1);
    let start = scattered(small, &[1, 1, 1], 1);
    assert!(Kmc::new(&model, start.clone(), settings.clone()).is_ok());
    settings.recall = RecallMode::JumpSymmetry;
    let error = Kmc::new(&model, start, settings).unwrap_err();
    assert!(error.to_string().contains("leads to its own center"), "{error}");
}

#[test]
fn a_vacancy_among_vacancies_is_stuck() {
    let lattice = Lattice::new(Structure::Square, [3, 3, 1]).unwrap();
    let mut all = Configuration::new(lattice);
    for site in lattice.sites() {
        all.set(site, Species::VACANCY);
    }
    for mode in [RecallMode::None, RecallMode::State, RecallMode::JumpSymmetry] {
        let mut settings = Settings::new(300.0, 1);
        settings.recall = mode;
        let mut kmc = Kmc::new(pairs(lattice, 1), all.clone(), settings).unwrap();
        assert!(matches!(kmc.step(), Err(StepError::Stuck)));
        assert_eq!((kmc.steps(), kmc.time()), (0, 0.0));
    }
}

/// Near the absolute zero rates are so low that no number of seconds stands for them.
#[test]
fn the_clock_shows_a_number_or_there_is_no_step() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let (model, start) = (pairs(lattice, 1), scattered(lattice, &[1, 0, 0], 1));
    let mut cold = Kmc::new(&model, start.clone(), Settings::new(11.0, 1)).unwrap();
    cold.run(100).unwrap();
    assert!(cold.time() > 1e260 && cold.time().is_finite(), "{}", cold.time());
    for temperature in [9.36, 9.0] {
        let mut colder = Kmc::new(&model, start.clone(), Settings::new(temperature, 1)).unwrap();
        assert!(matches!(colder.run(100), Err(StepError::Stuck)), "{temperature} K");
        assert_eq!(colder.time(), 0.0);
    }
}
