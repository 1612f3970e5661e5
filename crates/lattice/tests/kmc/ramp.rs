//! Temperatures that change with time, and the end.

use zobrist_lattice::model::{Jump, Model, PairModel};
use zobrist_lattice::{
    BOLTZMANN, Configuration, Flicker, Kmc, KmcError, Lattice, RecallMode, Settings, Site, Species,
    Stage, StepError, Structure,
};

use crate::common::pairs;
use crate::flicker::{apart, start};

const FLICKER: Flicker = Flicker::new(10, 6);

/// A vacancy in the host alone, and the sum of its rates at a temperature.
fn iron() -> (PairModel, Configuration, impl Fn(f64) -> f64) {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let model = PairModel::iron_copper(lattice).unwrap();
    let mut iron = Configuration::new(lattice);
    iron.set(Site(0), Species::VACANCY);
    let to = lattice.neighbor(Site(0), lattice.structure().directions()[0]);
    let barrier = model.barrier(&iron, Jump::new(Site(0), to, 0));
    let rate = move |temperature: f64| 8.0 * 6e12 * (-barrier / (BOLTZMANN * temperature)).exp();
    (model, iron, rate)
}

/// Returns the number of standard errors between the mean of exponential times and `expected`.
fn off(times: &[f64], expected: f64) -> f64 {
    let n = times.len() as f64;
    (times.iter().sum::<f64>() / n / expected - 1.0).abs() * n.sqrt()
}

#[test]
fn waits_are_those_of_the_temperature_that_holds() {
    let (model, iron, rate) = iron();
    let (hot, cold) = (rate(700.0), rate(600.0));
    let until = 5.0 / hot;
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for seed in 0..1500 {
        let mut settings = Settings::new(600.0, seed);
        settings.ramp = vec![Stage::new(until, 700.0)];
        let mut kmc = Kmc::new(&model, iron.clone(), settings).unwrap();
        assert_eq!(kmc.temperature(), 700.0);
        while kmc.step_until(until).unwrap().is_some() {}
        // At the boundary, the temperature is the next one.
        assert_eq!((kmc.time(), kmc.temperature()), (until, 600.0));
        before.push(kmc.steps() as f64);
        let first = kmc.step().unwrap();
        assert!((kmc.time() - until - first.time).abs() < 1e-12 * until);
        after.push(first.time);
        let second = kmc.step().unwrap();
        after.push(second.time);
    }
    // Poisson with mean 5.
    let n = before.len() as f64;
    let jumps = before.iter().sum::<f64>() / n;
    assert!((jumps - 5.0).abs() < 4.5 * (5.0 / n).sqrt(), "{jumps}");
    assert!(off(&after, 1.0 / cold) < 4.5, "{}", off(&after, 1.0 / cold));
    // The control: at the temperature before.
    assert!(off(&after, 1.0 / hot) > 20.0);
    assert!((5.0 * cold / hot - jumps).abs() > 20.0 * (5.0 / n).sqrt());
}

/// First passages to a site that is far away, with two boundaries in between, as times and steps.
fn passages(flicker: Option<Flicker>, ramp: &[Stage], runs: u64) -> (Vec<f64>, u64) {
    let (model, start) = start();
    let goal: Site = model.lattice().site_at([6, 6, 6]).unwrap();
    let mut steps = 0;
    let mut times: Vec<f64> = (0..runs)
        .map(|seed| {
            let mut settings =
                Settings::new(700.0, seed + if flicker.is_some() { 1 << 32 } else { 0 });
            (settings.flicker, settings.ramp) = (flicker, ramp.to_vec());
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

#[test]
fn passages_through_a_ramp_have_the_same_times_with_flicker_and_without() {
    let (plain, _) = passages(None, &[], 100);
    let middle = plain[50];
    // Boundaries everywhere where passages end, and one before all of them.
    let ramp: Vec<Stage> = (1..=12)
        .map(|at| Stage::new(middle * f64::from(at) / 4.0, if at % 2 == 0 { 720.0 } else { 680.0 }))
        .collect();
    let (plain, many) = passages(None, &ramp, 400);
    let (quick, few) = passages(Some(FLICKER), &ramp, 400);
    assert!(apart(&plain, &quick) < 2.2, "{}", apart(&plain, &quick));
    assert!(few * 10 < many * 7, "{few} {many}");
    let late = quick.iter().filter(|time| **time > ramp[0].until).count();
    assert!(late > 200);
    // The control: at one temperature they are seen to differ.
    let hot = [Stage::new(middle * 100.0, 730.0)];
    let (other, _) = passages(Some(FLICKER), &hot, 400);
    assert!(apart(&plain, &other) > 2.2, "{}", apart(&plain, &other));
}

/// The sites of the vacancy at an end, and the steps.
fn ends(flicker: Option<Flicker>, end: f64, runs: u64) -> (Vec<usize>, u64) {
    let (model, start) = start();
    let mut steps = 0;
    let states = (0..runs).map(|seed| {
        let mut settings = Settings::new(600.0, seed + if flicker.is_some() { 1 << 32 } else { 0 });
        (settings.flicker, settings.end) = (flicker, end);
        settings.recall = RecallMode::JumpSymmetry;
        let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
        assert!(!kmc.is_over());
        while kmc.step_until(2.0 * end).unwrap().is_some() {
            assert!(kmc.time() < end);
        }
        assert!(kmc.is_over() && kmc.time() == end);
        steps += kmc.steps();
        kmc.vacancies()[0].index()
    });
    (states.collect(), steps)
}

/// Chi-squared of two samples of states, those seen seldom taken together, in standard deviations
/// above its mean.
fn misfit(one: &[usize], other: &[usize]) -> f64 {
    assert_eq!(one.len(), other.len());
    let count = |of: &[usize], state: usize| of.iter().filter(|at| **at == state).count() as f64;
    let mut states: Vec<usize> = one.iter().chain(other).copied().collect();
    states.sort_unstable();
    states.dedup();
    let (mut square, mut cells, mut rest) = (0.0, 0.0, [0.0; 2]);
    for state in states {
        let [a, b] = [count(one, state), count(other, state)];
        if a + b < 20.0 {
            rest = [rest[0] + a, rest[1] + b];
        } else {
            square += (a - b).powi(2) / (a + b);
            cells += 1.0;
        }
    }
    let [a, b] = rest;
    if a + b >= 20.0 {
        square += (a - b).powi(2) / (a + b);
        cells += 1.0;
    }
    assert!(cells > 3.0, "{cells} states");
    (square - (cells - 1.0)) / (2.0 * (cells - 1.0)).sqrt()
}

#[test]
fn the_state_at_the_end_has_its_distribution() {
    let end = 1e-6;
    let (plain, many) = ends(None, end, 800);
    let (quick, few) = ends(Some(FLICKER), end, 800);
    assert!(misfit(&plain, &quick) < 4.0, "{}", misfit(&plain, &quick));
    assert!(few * 2 < many, "{few} {many}");
    // The control: at a twentieth of the time.
    let (early, _) = ends(Some(FLICKER), end / 20.0, 800);
    assert!(misfit(&plain, &early) > 6.0, "{}", misfit(&plain, &early));
}

#[test]
fn a_simulation_that_is_over_goes_on_to_a_later_end() {
    let (model, start) = start();
    let mut settings = Settings::new(600.0, 3);
    settings.end = 1e-6;
    settings.flicker = Some(FLICKER);
    let mut kmc = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
    let error = kmc.run(1_000_000_000).unwrap_err();
    assert!(matches!(error, StepError::End { time: 1e-6 }), "{error}");
    assert!(error.to_string().contains("before the end at 0.000001 s, got none"), "{error}");
    let (steps, checkpoint) = (kmc.steps(), kmc.checkpoint());
    assert!(kmc.is_over() && kmc.time() == 1e-6 && steps > 10);
    assert!(matches!(kmc.step(), Err(StepError::End { .. })));
    assert_eq!(kmc.step_until(1.0).unwrap(), None);
    assert_eq!(kmc.checkpoint(), checkpoint);

    let again = Kmc::resume(&model, settings.clone(), &checkpoint).unwrap();
    assert!(again.is_over());
    settings.end = 3e-6;
    let mut later = Kmc::resume(&model, settings.clone(), &checkpoint).unwrap();
    assert!(!later.is_over());
    while later.step_until(f64::INFINITY).unwrap().is_some() {}
    assert!(later.is_over() && later.time() == 3e-6 && later.steps() > steps);
    settings.end = 5e-7;
    let error = Kmc::resume(&model, settings, &checkpoint).unwrap_err().to_string();
    assert!(error.contains("expected a time up to 0.0000005 s, got 0.000001 s"), "{error}");
}

#[test]
fn where_nothing_can_jump_time_passes_up_to_the_end() {
    let lattice = Lattice::new(Structure::Bcc, [2, 2, 2]).unwrap();
    let mut start = Configuration::new(lattice);
    for site in lattice.sites() {
        start.set(site, Species::VACANCY);
    }
    let mut settings = Settings::new(600.0, 3);
    let mut kmc = Kmc::new(pairs(lattice, 1), start.clone(), settings.clone()).unwrap();
    assert!(matches!(kmc.step_until(1.0), Err(StepError::Stuck)));
    settings.ramp = vec![Stage::new(1.0, 500.0)];
    settings.end = 7.0;
    let mut kmc = Kmc::new(pairs(lattice, 1), start.clone(), settings.clone()).unwrap();
    assert_eq!(kmc.step_until(0.5).unwrap(), None);
    assert_eq!((kmc.time(), kmc.temperature()), (0.0, 500.0));
    assert_eq!(kmc.step_until(2.0).unwrap(), None);
    assert_eq!((kmc.time(), kmc.temperature()), (1.0, 600.0));
    assert!(matches!(kmc.step(), Err(StepError::End { time: 7.0 })));
    settings.end = f64::INFINITY;
    let mut kmc = Kmc::new(pairs(lattice, 1), start, settings).unwrap();
    assert!(matches!(kmc.step(), Err(StepError::Stuck)));
    assert_eq!(kmc.time(), 1.0);
}

#[test]
fn ramps_and_ends_that_are_none_are_refused() {
    let (model, start) = start();
    let error = |change: &dyn Fn(&mut Settings)| {
        let mut settings = Settings::new(600.0, 3);
        change(&mut settings);
        Kmc::new(&model, start.clone(), settings).unwrap_err()
    };
    let ramp = |ends: &[f64], temperature| {
        let ramp: Vec<Stage> = ends.iter().map(|until| Stage::new(*until, temperature)).collect();
        error(&|settings| settings.ramp.clone_from(&ramp))
    };
    for (ends, stage) in [
        (&[0.0][..], 0),
        (&[-1.0], 0),
        (&[f64::NAN], 0),
        (&[f64::INFINITY], 0),
        (&[1.0, 1.0], 1),
        (&[1.0, 2.0, 1.5], 2),
    ] {
        let error = ramp(ends, 500.0);
        assert!(matches!(error, KmcError::Stage { stage: at, .. } if at == stage), "{error}");
        assert!(error.to_string().starts_with(&format!("stage {} of the ramp", stage + 1)));
    }
    for temperature in [0.0, -3.0, f64::NAN, f64::INFINITY] {
        let error = ramp(&[1.0], temperature);
        assert!(matches!(error, KmcError::Setting { .. }), "{error}");
        assert!(error.to_string().contains("the temperature of a stage"), "{error}");
    }
    for end in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        let error = error(&|settings| settings.end = end);
        assert!(matches!(error, KmcError::End { .. }), "{error}");
        assert!(error.to_string().contains("expected a time after 0 s"), "{error}");
    }
}
