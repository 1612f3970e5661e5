//! States at times within a basin, against their exact distribution.

use zobrist_lattice::{Flicker, Kmc, Settings, Stage};

use crate::graph::Graph;

/// Sizes of basins.
const SIZES: [usize; 8] = [2, 3, 4, 6, 8, 12, 16, 20];
/// Rows of each.
const ROWS: u64 = 1000;
/// Times of two rows, in units of the mean time of a jump in the basin.
const TIMES: [f64; 2] = [40.0, 55.0];

fn graph(states: usize) -> Graph {
    Graph::new(states, 0.005, states as u64)
}

fn settings(states: usize, seed: u64) -> Settings {
    let mut settings = Graph::settings(seed);
    settings.flicker = Some(Flicker::new(2 * states as u32, states));
    settings
}

/// The place of the vacancy.
fn place(kmc: &Kmc<&Graph>) -> usize {
    kmc.vacancies()[0].index()
}

/// The place at a time.
fn place_at(kmc: &mut Kmc<&Graph>, time: f64) -> usize {
    while kmc.step_until(time).unwrap().is_some() {}
    assert!(kmc.time() <= time);
    place(kmc)
}

/// The place after the first step that is not before a time, as rows showed it once: the control.
fn place_after(kmc: &mut Kmc<&Graph>, time: f64) -> usize {
    while kmc.time() < time {
        kmc.step().unwrap();
    }
    place(kmc)
}

/// Chi-squared of counts against probabilities, those seldom expected taken together, in standard
/// deviations above its mean.
fn misfit(seen: &[f64], probabilities: &[f64]) -> f64 {
    let rows: f64 = seen.iter().sum();
    let (mut square, mut cells, mut rest) = (0.0, 0.0, (0.0, 0.0));
    let mut add = |count: f64, mean: f64| {
        square += (count - mean).powi(2) / mean;
        cells += 1.0;
    };
    for (count, probability) in seen.iter().zip(probabilities) {
        let mean = probability * rows;
        if mean >= 5.0 {
            add(*count, mean);
        } else {
            rest = (rest.0 + count, rest.1 + mean);
        }
    }
    if rest.1 > 1.0 {
        add(rest.0, rest.1);
    }
    (square - (cells - 1.0)) / (2.0 * (cells - 1.0f64)).sqrt()
}

/// The misfits of the places at both times, and of both together; and the part of the rows at the
/// second time within a stay in a basin.
fn misfits(states: usize, place: fn(&mut Kmc<&Graph>, f64) -> usize) -> ([f64; 3], f64) {
    let graph = graph(states);
    let [first, between] = [TIMES[0], TIMES[1] - TIMES[0]].map(|time| graph.exponential(time));
    let n = first.len();
    let both: Vec<f64> = (0..n * n).map(|at| first[0][at / n] * between[at / n][at % n]).collect();
    let last: Vec<f64> = (0..n).map(|j| (0..n).map(|i| both[i * n + j]).sum()).collect();
    let mut seen = (vec![0.0; n], vec![0.0; n], vec![0.0; n * n]);
    let mut within = 0.0;
    for seed in 0..ROWS {
        let mut kmc = graph.simulation(settings(states, 7 * seed + states as u64));
        let [one, other] = TIMES.map(|time| place(&mut kmc, time));
        seen.0[one] += 1.0;
        seen.1[other] += 1.0;
        seen.2[one * n + other] += 1.0;
        // In a basin, hardly any jump takes as long.
        within += f64::from(kmc.time() < TIMES[1] - 4.0) / ROWS as f64;
    }
    let all = [misfit(&seen.0, &first[0]), misfit(&seen.1, &last), misfit(&seen.2, &both)];
    (all, within)
}

#[test]
fn rows_within_basins_have_the_distribution_of_their_time() {
    for states in SIZES {
        let (misfits, within) = misfits(states, place_at);
        assert!(misfits.iter().all(|misfit| *misfit < 4.0), "{states}: {misfits:?}");
        assert!(within > 0.5, "{states}: {within}");
    }
}

#[test]
fn states_after_the_exit_are_found_out() {
    for states in SIZES {
        let (misfits, _) = misfits(states, place_after);
        assert!(misfits.iter().all(|misfit| *misfit > 8.0), "{states}: {misfits:?}");
    }
}

/// Rows shortly before and after the end of a stage, at which the rates stay the same, and at the
/// end.
#[test]
fn rows_before_a_boundary_have_the_distribution_of_their_time() {
    let states = 5;
    let graph = graph(states);
    let times = [38.0, 41.0, 44.0];
    let exact = times.map(|time| graph.exponential(time).swap_remove(0));
    let mut seen = times.map(|_| vec![0.0; exact[0].len()]);
    for seed in 0..ROWS {
        let mut settings = settings(states, seed);
        settings.ramp = vec![Stage::new(40.0, settings.temperature)];
        settings.end = times[2];
        let mut kmc = graph.simulation(settings);
        for (time, seen) in times.into_iter().zip(&mut seen) {
            seen[place_at(&mut kmc, time)] += 1.0;
        }
        assert_eq!(kmc.time(), times[2]);
    }
    let found = [0, 1, 2].map(|at| misfit(&seen[at], &exact[at]));
    assert!(found.iter().all(|misfit| *misfit < 4.0), "{found:?}");
    // The control: at another time.
    assert!(misfit(&seen[0], &graph.exponential(3.0)[0]) > 10.0);
}

/// Wherever a simulation stops between the rows of a stay, they come again when it goes on.
#[test]
fn states_after_a_resume_are_those_of_a_simulation_that_did_not_stop() {
    let graph = graph(6);
    let rows = |kmc: &mut Kmc<&Graph>, rows: std::ops::Range<u32>| -> Vec<usize> {
        rows.map(|row| place_at(kmc, 4.0 * f64::from(row))).collect()
    };
    let mut again = 0;
    for seed in 0..40 {
        let mut whole = graph.simulation(settings(6, seed));
        let expected = rows(&mut whole, 0..60);
        for stop in [1, 9, 10, 11, 30] {
            let mut kmc = graph.simulation(settings(6, seed));
            assert_eq!(rows(&mut kmc, 0..stop), expected[..stop as usize]);
            let bytes = kmc.checkpoint();
            assert_eq!(kmc.try_checkpoint().unwrap(), bytes);
            let mut kmc = Kmc::resume(&graph, settings(6, seed), &bytes).unwrap();
            assert_eq!(kmc.checkpoint(), bytes);
            // From the first row after its clock.
            let first = (kmc.time() / 4.0) as u32 + 1;
            again += u32::from(first < stop);
            assert_eq!(rows(&mut kmc, first..60), expected[first as usize..]);
            assert_eq!(kmc.evaluations(), whole.evaluations());
            assert_eq!(kmc.checkpoint(), whole.checkpoint());
        }
    }
    assert!(again > 60, "{again}");
}
