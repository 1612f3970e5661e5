//! The time in which vacancies have the host alone around them.

use std::collections::BTreeSet;

use zobrist_lattice::model::{Model, PairModel, PairParameters};
use zobrist_lattice::observables::PureSites;
use zobrist_lattice::{
    Configuration, Flicker, Kmc, KmcError, Lattice, RecallMode, Settings, Site, Species, Stage,
    Structure,
};

use crate::common::{end, pairs, scattered};

/// By the definition, from the occupants of the first two shells: the number of free vacancies, and
/// the number of pure sites.
fn free(kmc: &Kmc<&PairModel>) -> [f64; 2] {
    let (lattice, configuration) = (kmc.model().lattice(), kmc.configuration());
    let shells = lattice.structure().shells(2).concat();
    let around = |site: Site| shells.iter().map(move |offset| lattice.neighbor(site, *offset));
    let is_host = |site| configuration.occupant(site).is_host();
    let is_solute = |site| configuration.occupant(site) > Species::VACANCY;
    let free = kmc.vacancies().iter().filter(|site| around(**site).all(is_host));
    let pure = lattice.sites().filter(|site| !is_solute(*site) && !around(*site).any(is_solute));
    [free.count() as f64, pure.count() as f64]
}

#[test]
fn free_time_is_its_definition() {
    let lattice = Lattice::new(Structure::Bcc, [6, 6, 6]).unwrap();
    let model = pairs(lattice, 2);
    let mut settings = Settings::new(400.0, 7);
    settings.track_free_time = true;
    settings.ramp = vec![Stage::new(1e-8, 500.0), Stage::new(4e-8, 450.0)];
    let temperatures = [500.0, 450.0, 400.0];
    let mut kmc = Kmc::new(&model, scattered(lattice, &[3, 6, 4], 2), settings).unwrap();
    let mut sums = [0.0; 3];
    let (mut row, mut in_between) = (0.0, 0);
    let (mut free_time, mut last, mut numbers) = (0.0, 0.0, BTreeSet::new());
    while kmc.steps() < 3000 {
        let (stage, [free, sites], before) = (
            temperatures.iter().position(|t| *t == kmc.temperature()).unwrap(),
            free(&kmc),
            kmc.time(),
        );
        row += 1e-10 + row / 100.0;
        let stepped = kmc.step_until(row).unwrap().is_some();
        // A boundary may lie in between: then it goes on from there.
        let share = if free > 0.0 { free / sites } else { 0.0 };
        sums[stage] += share * (kmc.time() - before);
        free_time += free * (kmc.time() - before);
        numbers.insert(sites as usize);
        assert!(kmc.free_time_per_site_over(|_| 1.0) >= last);
        last = kmc.free_time_per_site_over(|_| 1.0);
        if !stepped && temperatures[stage] == kmc.temperature() {
            let mut expected = sums;
            expected[stage] += share * (row - kmc.time());
            for (temperature, expected) in temperatures.into_iter().zip(expected) {
                let only = |at| f64::from(u8::from(at == temperature));
                let found = kmc.free_time_per_site_at(row, only);
                assert!((found - expected).abs() <= 1e-12 * expected, "{found} {expected}");
            }
            in_between += 1;
        }
        if stepped && temperatures[stage] != kmc.temperature() {
            panic!("a row between the boundary and the step");
        }
        row = row.max(kmc.time());
    }
    assert!(in_between > 100 && sums.iter().all(|sum| *sum > 0.0), "{in_between} {sums:?}");
    let all: f64 = sums.iter().sum();
    assert!((kmc.free_time_per_site_over(|_| 1.0) / all - 1.0).abs() < 1e-12);
    // Neither free nor trapped all the time.
    assert!(free_time > 0.05 * kmc.time() && free_time < 2.95 * kmc.time());
    assert!(numbers.len() > 10, "{numbers:?}");
    let weighted: f64 = sums.iter().zip(temperatures).map(|(sum, t)| sum * t).sum();
    assert!((kmc.free_time_per_site_over(|t| t) / weighted - 1.0).abs() < 1e-12);
    // A time that is past.
    assert_eq!(kmc.free_time_per_site_at(0.0, |_| 1.0), kmc.free_time_per_site_over(|_| 1.0));
}

/// A vacancy that is bound to a solute, and flickers about it, and is free in some of the states.
fn bound() -> (PairModel, Configuration) {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let mut parameters = PairParameters::iron_copper();
    parameters.migration[2] = 0.35;
    let model = PairModel::new(lattice, &parameters).unwrap();
    let mut start = Configuration::new(lattice);
    start.set(Site(0), Species::VACANCY);
    start.set(lattice.neighbor(Site(0), [1, 1, 1]), Species(2));
    start.set(lattice.neighbor(Site(0), [1, 1, -1]), Species(2));
    (model, start)
}

/// Free times at an end, their mean and its standard error; and the steps.
fn ends(flicker: Option<Flicker>, end: f64, runs: u64) -> (f64, f64, u64) {
    let (model, start) = bound();
    let mut steps = 0;
    let times: Vec<f64> = (0..runs)
        .map(|seed| {
            let mut settings =
                Settings::new(600.0, seed + if flicker.is_some() { 1 << 32 } else { 0 });
            (settings.flicker, settings.end) = (flicker, end);
            settings.track_free_time = true;
            settings.recall = RecallMode::JumpSymmetry;
            let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
            while kmc.step_until(end).unwrap().is_some() {}
            steps += kmc.steps();
            kmc.free_time_per_site_over(|_| 1.0)
        })
        .collect();
    let n = runs as f64;
    let mean = times.iter().sum::<f64>() / n;
    let square: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
    (mean, (square / n / n).sqrt(), steps)
}

#[test]
fn flicker_does_not_change_the_mean() {
    // Exits that are cut off at the end, and exits that are not.
    for (end, runs) in [(1e-7, 1000), (3e-6, 150)] {
        let (plain, error, many) = ends(None, end, runs);
        let flicker = Flicker::new(6, 32);
        let (quick, other, few) = ends(Some(flicker), end, runs);
        let off = (plain - quick).abs() / error.hypot(other);
        assert!(off < 4.0, "{end}: {plain} ± {error}, {quick} ± {other}");
        assert!(few < many, "{few} {many}");
        // The test sees a fifth.
        assert!(0.2 * plain > 4.0 * error.hypot(other), "{plain} {error}");
    }
}

#[test]
fn the_trajectory_does_not_depend_on_it() {
    let (model, start) = bound();
    let run = |track| {
        let mut settings = Settings::new(500.0, 3);
        settings.flicker = Some(Flicker::new(6, 8));
        settings.track_free_time = track;
        let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
        kmc.run(500).unwrap();
        assert!(kmc.exits() > 10);
        end(&kmc)
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn a_box_too_small_for_two_shells_is_refused() {
    let lattice = Lattice::new(Structure::Bcc, [2, 1, 2]).unwrap();
    assert!(PureSites::new(lattice).is_err());
    let model = pairs(lattice, 1);
    let mut settings = Settings::new(500.0, 3);
    settings.track_free_time = true;
    let error = Kmc::new(&model, scattered(lattice, &[1], 1), settings.clone()).unwrap_err();
    assert!(matches!(error, KmcError::Offset(_)), "{error}");
    settings.track_free_time = false;
    assert!(Kmc::new(&model, scattered(lattice, &[1], 1), settings).is_ok());
}
