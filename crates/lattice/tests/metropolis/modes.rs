//! The chain does not depend on what is recalled.

use zobrist_lattice::model::SubstitutionEnergy;
use zobrist_lattice::{
    Bound, Configuration, Lattice, Metropolis, RecallMode, Settings, Structure, Verification,
};

use crate::common::{MODES, eam, end, pairs, scattered};

/// Runs in every mode and verification, and within small bounds; the evaluations of each mode.
fn all_modes(
    model: &(dyn SubstitutionEnergy + Sync),
    start: &Configuration,
    settings: &Settings,
    steps: u64,
) -> [u64; 3] {
    let run = |change: &dyn Fn(&mut Settings)| {
        let mut settings = settings.clone();
        change(&mut settings);
        let mut chain = Metropolis::new(model, start.clone(), settings).unwrap();
        chain.run(steps).unwrap();
        chain
    };
    let plain = run(&|_| ());
    assert!(plain.accepted() > 0 && plain.evaluations() == 2 * steps);
    assert!(plain.recall_size().is_none() && plain.audit_report().is_none());
    MODES.map(|mode| {
        let chain = run(&|settings| settings.recall = mode);
        assert_eq!(end(&chain), end(&plain), "{mode}");
        if let Some(statistics) = chain.statistics() {
            assert_eq!((statistics.hits, statistics.misses), (chain.hits(), chain.misses()));
            assert!(chain.hits() > 0 && chain.hits() + chain.misses() == 2 * steps, "{mode}");
            assert_eq!(chain.misses(), chain.evaluations());
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
            assert_eq!(other.evaluations(), chain.evaluations(), "{mode} {verification:?} {wide}");
        }
        for bound in [Bound::Entries(9), Bound::Bytes(4_000)] {
            let small = run(&|settings| (settings.recall, settings.bound) = (mode, bound));
            assert_eq!(end(&small), end(&plain), "{mode} {bound:?}");
            assert!(small.evaluations() >= chain.evaluations());
            if let Some((entries, bytes)) = small.recall_size() {
                assert!(bound != Bound::Entries(9) || entries <= 9);
                assert!(bound != Bound::Bytes(4_000) || bytes <= 4_000);
            }
        }
        chain.evaluations()
    })
}

#[test]
fn every_mode_has_the_same_chain() {
    for (structure, cells, shells, counts) in [
        (Structure::Bcc, [6, 5, 7], 2, &[1, 10, 5][..]),
        (Structure::Sc, [6, 7, 8], 3, &[0, 19, 9]),
        (Structure::Fcc, [5, 4, 5], 1, &[2, 12, 0]),
        (Structure::Hcp, [5, 5, 4], 2, &[2, 9, 9]),
        (Structure::Square, [9, 8, 1], 2, &[2, 9, 3]),
    ] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let start = scattered(lattice, counts, 3);
        let settings = Settings::new(500.0, 8);
        let found = all_modes(&pairs(lattice, shells), &start, &settings, 3000);
        assert!(found.is_sorted_by(|a, b| a > b), "{structure} {found:?}");
    }
}

/// Boxes in which images of a site stand around another, cubic and not.
#[test]
fn in_boxes_with_repeated_images_too() {
    for (structure, cells, shells) in [
        (Structure::Bcc, [2, 2, 2], 2),
        (Structure::Bcc, [2, 3, 2], 2),
        (Structure::Bcc, [2, 4, 5], 2),
        (Structure::Sc, [2, 2, 3], 1),
        (Structure::Fcc, [2, 3, 2], 1),
        (Structure::Hcp, [2, 3, 2], 1),
        (Structure::Square, [2, 3, 1], 1),
    ] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let start = scattered(lattice, &[1, 2, 1], 4);
        all_modes(&pairs(lattice, shells), &start, &Settings::new(700.0, 8), 2000);
    }
}

#[test]
fn every_mode_has_the_same_chain_with_embedded_atoms() {
    for (structure, cells, constant, counts) in [
        (Structure::Bcc, [6, 5, 5], 2.5, [2, 8]),
        (Structure::Bcc, [3, 4, 3], 2.5, [0, 4]),
        (Structure::Hcp, [6, 6, 4], 2.7, [2, 8]),
        (Structure::Fcc, [3, 3, 3], 3.4, [1, 6]),
    ] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let start = scattered(lattice, &counts, 6);
        let found = all_modes(&eam(lattice, constant), &start, &Settings::new(900.0, 8), 600);
        assert!(found.is_sorted_by(|a, b| a > b), "{structure} {found:?}");
    }
}

/// The control: another seed has another chain, as has another temperature. The keys' seed does
/// not count.
#[test]
fn other_seeds_have_other_chains() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[1, 9, 3], 3));
    let run = |temperature, seed, key_seed| {
        let mut settings = Settings::new(temperature, seed);
        (settings.recall, settings.key_seed) = (RecallMode::Environment, key_seed);
        let mut chain = Metropolis::new(&model, start.clone(), settings).unwrap();
        chain.run(500).unwrap();
        (chain.configuration().clone(), chain.energy(), chain.accepted())
    };
    let first = run(500.0, 1, 2005);
    assert_ne!(first, run(500.0, 2, 2005));
    assert_ne!(first, run(600.0, 1, 2005));
    assert_eq!(first, run(500.0, 1, 2006));
}

/// From one temperature to the next, with the recall and without, and no other step changes.
#[test]
fn the_temperature_may_change() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[1, 9, 3], 3));
    let ends = MODES.map(|mode| {
        let mut settings = Settings::new(2000.0, 1);
        settings.recall = mode;
        let mut chain = Metropolis::new(&model, start.clone(), settings).unwrap();
        chain.run(500).unwrap();
        let hot = chain.energy();
        chain.set_temperature(100.0).unwrap();
        assert_eq!(chain.settings().temperature, 100.0);
        chain.run(2000).unwrap();
        assert!(chain.energy() < hot);
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(chain.set_temperature(bad).is_err());
        }
        assert_eq!(chain.settings().temperature, 100.0);
        end(&chain)
    });
    assert!(ends.iter().all(|other| *other == ends[0]));
}

/// In other threads as well as here.
#[test]
fn a_chain_goes_to_another_thread() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let mut settings = Settings::new(500.0, 1);
    settings.recall = RecallMode::EnvironmentSymmetry;
    let mut chain =
        Metropolis::new(pairs(lattice, 2), scattered(lattice, &[0, 9], 1), settings).unwrap();
    let steps = std::thread::spawn(move || chain.run(10).map(|()| chain.steps())).join().unwrap();
    assert_eq!(steps, Ok(10));
}
