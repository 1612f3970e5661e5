//! When rows and pictures are due, and what they show.

use zobrist_simulation::{Advance, Row};

use crate::{begin, config, iron_copper, resumed, rows, step_of, time_of};

const END: &str = "temperature = 773\nend_time = 2e-8";

/// The trajectory in a row, without the work of the recall.
fn shown(row: &Row) -> String {
    let mut cells = row.cells.clone();
    cells.drain(6..8);
    format!("{cells:?} {:?}", row.histogram)
}

/// The time of every step, and the hash after it.
fn trajectory(top: &str, tables: &str) -> Vec<(f64, String)> {
    let tables = format!("[output]\nevery = {{ steps = 1 }}\n{tables}");
    let state = |row: &Row| (time_of(row), format!("{:?}", row.cells[8]));
    rows(&mut begin(&config(&iron_copper(top, &tables))), |_, _| {}).iter().map(state).collect()
}

#[test]
fn rows_by_time_show_the_state_that_holds_then() {
    let states = trajectory(END, "");
    assert!(states.len() > 50, "{}", states.len());
    for (every, expected) in [
        ("time = 1e-9", (0..=20).map(|k| f64::from(k) / 1e9).collect::<Vec<_>>()),
        ("time = 7e-9", vec![0.0, 7e-9, 1.4e-8, 2e-8]),
    ] {
        let config = config(&iron_copper(END, &format!("[output]\nevery = {{ {every} }}\n")));
        let got = rows(&mut begin(&config), |run, row| {
            assert_eq!(run.time(), Some(time_of(row)));
            let holds = states.iter().rfind(|(time, _)| *time <= time_of(row)).unwrap();
            assert_eq!(format!("{:?}", row.cells[8]), holds.1);
        });
        assert_eq!(got.iter().map(time_of).collect::<Vec<_>>(), expected);
        assert!(got.windows(2).all(|pair| step_of(&pair[0]) <= step_of(&pair[1])));
    }
}

/// From the first power that is not before the first step.
#[test]
fn rows_by_decade_begin_with_the_first_step() {
    let first = trajectory(END, "")[1].0;
    let config = config(&iron_copper(END, "[output]\nevery = { per_decade = 2 }\n"));
    let got = rows(&mut begin(&config), |_, _| {});
    let times: Vec<f64> = got.iter().map(time_of).collect();
    let powers = (-40..-10).map(|i| 10_f64.powf(f64::from(i) / 2.0));
    let mut expected = vec![0.0];
    expected.extend(powers.filter(|time| (first..2e-8).contains(time)));
    expected.push(2e-8);
    assert_eq!(times.len(), expected.len(), "{times:?} {expected:?}");
    for (got, expected) in times.iter().zip(&expected) {
        assert!((got - expected).abs() <= 1e-12 * expected, "{got} {expected}");
    }
}

#[test]
fn without_steps_the_time_has_the_samples() {
    let top = format!("{END}\nsamples = 4");
    let got = rows(&mut begin(&config(&iron_copper(&top, ""))), |_, _| {});
    let expected = [0.0, 5e-9, 1e-8, 1.5e-8, 2e-8];
    assert_eq!(got.len(), expected.len());
    for (row, expected) in got.iter().zip(expected) {
        assert!((time_of(row) - expected).abs() <= 1e-15 * expected, "{}", time_of(row));
    }
}

/// Whichever comes first, the last row is that of the end.
#[test]
fn a_run_ends_by_steps_or_by_time() {
    let all = trajectory(END, "").len() as u64 - 2;
    for (steps, every) in [(30_u64, "steps = 7"), (30, "time = 1e-9"), (1 << 40, "steps = 7")] {
        let top = format!("{END}\nsteps = {steps}");
        let tables = format!("[output]\nevery = {{ {every} }}\n");
        let mut run = begin(&config(&iron_copper(&top, &tables)));
        let got = rows(&mut run, |_, _| {});
        let last = got.last().unwrap();
        assert!(run.is_over());
        if steps == 30 {
            assert_eq!(step_of(last), 30);
            assert!(time_of(last) < 2e-8);
        } else {
            assert_eq!((step_of(last), time_of(last)), (all, 2e-8));
        }
        assert!(matches!(run.advance(), Ok(Advance::Over)));
    }
}

/// Wherever a run stops, the rows up to its clock and those that come again are all rows.
#[test]
fn rows_of_a_resumed_run_are_those_of_a_whole_one() {
    let observables = "observables = [\"clusters\", \"displacement\", \"host-displacement\"]\n";
    let flicker = "[flicker]\nwindow = 6\nstates = 8\n";
    for (top, every, flicker) in [
        (END, "time = 7e-10", ""),
        (END, "per_decade = 5", ""),
        ("temperature = 773\nsteps = 60", "steps = 7", ""),
        ("temperature = 773\nsteps = 60\nend_time = 1", "time = 3e-9", ""),
        ("temperature = 500\nend_time = 3e-6", "time = 3e-8", flicker),
        ("temperature = 500\nend_time = 3e-6", "per_decade = 20", flicker),
        ("temperature = 500\nsteps = 300", "steps = 3", flicker),
    ] {
        let tables = format!(
            "[output]\nevery = {{ {every} }}\n{observables}[output.clusters]\nhistogram = true\n\
             [[ramp]]\nuntil = 6.1e-9\ntemperature = 900\n{flicker}"
        );
        let config = config(&iron_copper(top, &tables));
        let whole: Vec<String> = rows(&mut begin(&config), |_, _| {}).iter().map(shown).collect();
        let mut again_within = 0;
        // Numbers of calls after which a run stops, some of them between two rows in one state.
        let few = [0, 1, 2, 3, 10, 25, 26, 27, 28, 29, 30, 40, 60, 1000];
        let many = if flicker.is_empty() { 0..0 } else { 200..320 };
        for calls in few.into_iter().chain(many.step_by(7)) {
            let mut run = begin(&config);
            let mut kept = vec![run.row()];
            for _ in 0..calls {
                match run.advance().unwrap() {
                    Advance::Due(due) => kept.extend(due.row),
                    Advance::Step => {}
                    Advance::Over => break,
                }
            }
            let mut again = resumed(&run, &config);
            let (step, time) = (again.steps(), again.time().unwrap());
            again_within += u32::from(run.time() > again.time());
            kept.retain(|row| step_of(row) < step || time_of(row) <= time);
            // The first is that of the present state.
            kept.extend(rows(&mut again, |_, _| {}).into_iter().skip(1));
            let got: Vec<String> = kept.iter().map(shown).collect();
            assert_eq!(got, whole, "{every}, {calls} calls");
        }
        let is_by_time = !every.starts_with("steps");
        assert!(flicker.is_empty() || is_by_time == (again_within > 2), "{every}: {again_within}");
    }
}

/// In a stay in a basin there are several rows, each at its time with a state of its own, and the
/// trajectory is that of a run without them.
#[test]
fn rows_within_basins_are_at_their_times() {
    let top = "temperature = 400\nsteps = 300";
    let flicker = "[flicker]\nwindow = 8\nstates = 8\n";
    let mut plain = begin(&config(&iron_copper(top, flicker)));
    rows(&mut plain, |_, _| {});
    let steps: Vec<f64> = trajectory(top, flicker).into_iter().map(|(time, _)| time).collect();
    let period = steps.last().unwrap() / 3000.0;
    let pictures = format!("pictures = [{:e}, {:e}]", 700.3 * period, 700.7 * period);
    let tables = format!("[output]\nevery = {{ time = {period:e} }}\n{pictures}\n{flicker}");
    let config = config(&iron_copper(top, &tables));
    let mut run = begin(&config);
    let mut hashes: Vec<Vec<String>> = vec![Vec::new(); steps.len()];
    let got = rows(&mut run, |run, row| {
        let time = time_of(row);
        let step = steps.partition_point(|at| *at <= time) - 1;
        assert_eq!((step_of(row), run.time()), (step as u64, Some(time)));
        hashes[step].push(format!("{:?}", row.cells[8]));
    });
    let (last, times) = got.split_last().unwrap();
    assert!(times.len() >= 2999 && step_of(last) == 300);
    for (number, row) in times.iter().enumerate() {
        let expected = number as f64 * period;
        assert!((time_of(row) - expected).abs() <= 1e-12 * expected, "{number}: {}", time_of(row));
    }
    hashes.iter_mut().for_each(Vec::dedup);
    let differ = hashes.iter().filter(|hashes| hashes.len() > 2).count();
    assert!(differ > 2 && run.engine().exits().0 > 0);
    assert_eq!(run.engine().exits(), plain.engine().exits());
    assert_eq!(run.engine().state().hash(), plain.engine().state().hash());
    assert_eq!(run.time(), plain.time());
}

#[test]
fn pictures_are_due_at_their_times() {
    let tables = "[output]\npictures = [1.5e-8, 3e-9, 3e-9]\n";
    let mut run = begin(&config(&iron_copper(END, tables)));
    let mut times = Vec::new();
    loop {
        match run.advance().unwrap() {
            Advance::Due(due) => {
                due.pictures.iter().for_each(|time| assert_eq!(run.time(), Some(*time)));
                times.extend(due.pictures);
            }
            Advance::Step => {}
            Advance::Over => break,
        }
    }
    assert_eq!(times, [3e-9, 1.5e-8]);
}

/// A run that ends before its first step has one row at its end, also after a resume.
#[test]
fn a_run_without_a_step_that_has_ended_is_over_when_it_resumes() {
    let config = config(&iron_copper("temperature = 700\nend_time = 1e-30\nsamples = 1", ""));
    let mut run = begin(&config);
    assert_eq!(rows(&mut run, |_, _| {}).len(), 2);
    assert_eq!((run.steps(), run.time()), (0, Some(1e-30)));
    let mut again = resumed(&run, &config);
    assert!(again.is_over());
    assert_eq!(again.advance().unwrap(), Advance::Over);
}

#[test]
fn pictures_that_a_run_does_not_reach_are_known() {
    let config = config(&iron_copper(
        "temperature = 700\nsteps = 10",
        "[output]\npictures = [1e5, 1e-30, 2e5]\n",
    ));
    let mut run = begin(&config);
    assert_eq!(run.missed_pictures(), [] as [f64; 0]);
    rows(&mut run, |_, _| {});
    assert_eq!(run.missed_pictures(), [1e5, 2e5]);
    assert_eq!(resumed(&run, &config).missed_pictures(), [1e5, 2e5]);
}
