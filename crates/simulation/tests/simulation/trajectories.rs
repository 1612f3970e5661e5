//! Dumps of atoms that are followed, and the mean squared displacements of such files.

use std::fs;

use zobrist_simulation::atoms::{Atom, Frame, Moment, frames};
use zobrist_simulation::{Config, Displacements, Run};

use crate::{begin, config, iron_copper, number, rows};

const LIMIT: u64 = 1 << 24;
const EXACT: f64 = 1e-8;

/// Iron and copper with all observables of displacement, and a dump with these lines.
fn followed(every: &str, dump: &str) -> Config {
    let tables = format!(
        "[output]\nevery = {every}\nobservables = [\"displacement\", \"host-displacement\"]\n\
         [output.dump]\ntrajectories = true\n{dump}\n"
    );
    config(&iron_copper("temperature = 900\nsteps = 4000", &tables))
}

/// Vacancies and copper in hcp, with barriers that depend on the neighbors.
fn hexagonal(dump: &str) -> Config {
    config(&format!(
        "seed = 3\ntemperature = 900\nsteps = 2000\n\
         lattice = {{ structure = \"hcp\", cells = [4, 4, 3], constant = 2.5 }}\n\
         composition = {{ host = \"Mg\", fractions = {{ Mg = 0.9, Al = 0.1 }}, vacancies = 2 }}\n\
         [model]\nkind = \"pair\"\nmigration = {{ Mg = 0.5, Al = 0.4 }}\n[[model.shell]]\n\
         \"Mg-Mg\" = -0.5\n\"Mg-Al\" = -0.52\n\"Al-Al\" = -0.51\n\"Mg-vacancy\" = -0.1\n\
         \"Al-vacancy\" = -0.12\n\"vacancy-vacancy\" = 0.1\n[output]\nevery = {{ steps = 100 }}\n\
         observables = [\"displacement\", \"host-displacement\"]\n[output.dump]\n\
         trajectories = true\n{dump}\n"
    ))
}

/// The frames of a run as a file, and by row the displacements in its columns.
fn dumped(config: &Config, run: &mut Run) -> (tempfile::NamedTempFile, Vec<Vec<f64>>) {
    let dump = config.dump_frames().unwrap().unwrap();
    let names: Vec<String> = config.alloy.names().to_vec();
    let (mut text, mut columns) = (Vec::new(), Vec::new());
    rows(run, |run, row| {
        let moment = Moment::new(run.steps(), run.time(), None);
        dump.write(run.engine(), moment, &mut text).unwrap();
        let of = |name: &String| number(run, row, &format!("displacement_{name}")).unwrap_or(0.0);
        columns.push(names.iter().map(of).collect());
    });
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), text).unwrap();
    (file, columns)
}

fn read(file: &tempfile::NamedTempFile) -> Vec<Frame> {
    frames(file.path(), &[], LIMIT).unwrap().map(|frame| frame.unwrap()).collect()
}

fn away(from: &Atom, to: &Atom) -> [f64; 3] {
    let (from, to) = (from.unwrapped.unwrap(), to.unwrapped.unwrap());
    std::array::from_fn(|axis| to[axis] - from[axis])
}

#[test]
fn atoms_keep_their_number_and_come_as_far_as_the_columns_say() {
    for format in ["", "format = \"lammps\""] {
        for config in [followed("{ steps = 200 }", format), hexagonal(format)] {
            let (file, columns) = dumped(&config, &mut begin(&config));
            let frames = read(&file);
            assert_eq!(frames.len(), columns.len());
            let (mut moved, mut turned) = (0, 0);
            for (frame, columns) in frames.iter().zip(&columns) {
                let mut sums = vec![(0.0, 0.0); columns.len()];
                for (first, atom) in frames[0].atoms.iter().zip(&frame.atoms) {
                    assert_eq!((atom.id, &atom.symbol), (first.id, &first.symbol));
                    let symbol = if atom.symbol == "X" { "vacancy" } else { &atom.symbol };
                    let names = config.alloy.names();
                    let species = names.iter().position(|name| name == symbol).unwrap();
                    let square: f64 = away(first, atom).iter().map(|x| x * x).sum();
                    sums[species].0 += square / config.lattice_constant.powi(2);
                    sums[species].1 += 1.0;
                    moved += u32::from(square > 0.0);
                    // Whole turns of the box apart.
                    let cell = frame.cell.unwrap();
                    let apart: [f64; 3] =
                        std::array::from_fn(|i| atom.unwrapped.unwrap()[i] - atom.position[i]);
                    let up = apart[2] / cell[2][2];
                    let right = apart[1] / cell[1][1];
                    let along = (apart[0] - right * cell[1][0]) / cell[0][0];
                    for turns in [along, right, up] {
                        assert!((turns - turns.round()).abs() < EXACT, "{turns}");
                        turned += u32::from(turns.round() != 0.0);
                    }
                }
                for ((sum, count), expected) in sums.into_iter().zip(columns) {
                    assert!((sum / count - expected).abs() < 1e-6, "{sum} {count} {expected}");
                }
            }
            assert!(moved > 100 && turned > 10, "{moved} {turned}");
            assert!(frames[0].atoms.iter().all(|atom| atom.unwrapped == Some(atom.position)));
        }
    }
}

#[test]
fn a_run_that_resumes_writes_the_frames_of_one_that_did_not_stop() {
    let config = followed("{ steps = 500 }", "only = [\"Cu\", \"vacancy\"]");
    let dump = config.dump_frames().unwrap().unwrap();
    let frame = |run: &Run| {
        let mut text = Vec::new();
        dump.write(run.engine(), Moment::new(run.steps(), run.time(), None), &mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    let (mut whole, mut stopped) = (Vec::new(), Vec::new());
    rows(&mut begin(&config), |run, _| whole.push(frame(run)));
    rows(&mut begin(&config), |run, _| stopped.push(frame(&crate::resumed(run, &config))));
    assert_eq!(whole, stopped);
    assert!(whole[3].contains("\nX ") && !whole[3].contains("\nFe "), "{}", whole[3]);
}

/// By the definition, one block and one lag after another.
#[test]
fn displacements_by_blocks_are_what_their_definition_says() {
    let config = followed("{ steps = 100 }", "");
    let (file, _) = dumped(&config, &mut begin(&config));
    let frames = read(&file);
    // 40 intervals: six blocks of six, and four are left out.
    for (blocks, lags, left_out) in [(6, 6, 4), (1, 40, 0), (40, 1, 0)] {
        let found = Displacements::of(file.path(), blocks, &[], LIMIT).unwrap();
        assert_eq!((found.frames, found.left_out), (41, left_out));
        assert_eq!(found.rows.len() as u64, 3 * lags);
        for row in &found.rows {
            let starts = (0..blocks).map(|block| (left_out + block * lags) as usize);
            let of_blocks: Vec<[f64; 4]> = starts
                .map(|start| {
                    let pair = [start, start + row.lag as usize].map(|at| &frames[at].atoms);
                    let pairs = pair[0].iter().zip(pair[1]);
                    let pairs = pairs.filter(|(atom, _)| atom.symbol == row.species);
                    let each: Vec<[f64; 3]> = pairs.map(|(from, to)| away(from, to)).collect();
                    assert_eq!(each.len() as u64, row.atoms);
                    let mean = |square: &dyn Fn(&[f64; 3]) -> f64| {
                        each.iter().map(square).sum::<f64>() / each.len() as f64
                    };
                    let along = |axis: usize| mean(&|away| away[axis] * away[axis]);
                    [along(0), along(1), along(2), along(0) + along(1) + along(2)]
                })
                .collect();
            let n = of_blocks.len() as f64;
            for axis in 0..4 {
                let mean = of_blocks.iter().map(|it| it[axis]).sum::<f64>() / n;
                assert!((row.means[axis] - mean).abs() < EXACT, "{row:?} {mean}");
                let squares = of_blocks.iter().map(|it| (it[axis] - mean).powi(2)).sum::<f64>();
                match row.errors {
                    Some(errors) => {
                        let error = (squares / (n - 1.0) / n).sqrt();
                        assert!((errors[axis] - error).abs() < EXACT, "{row:?} {error}");
                    }
                    None => assert_eq!(blocks, 1),
                }
            }
            assert_eq!(row.steps, Some(100.0 * row.lag as f64));
        }
    }
}

/// A vacancy in pure iron walks at random: each of its jumps goes half the lattice constant along
/// each axis, up or down.
#[test]
fn a_free_vacancy_walks_at_random() {
    let free = "[output]\nevery = { steps = 10 }\n[output.dump]\ntrajectories = true\n\
                only = [\"vacancy\"]\n";
    let text = iron_copper("temperature = 900\nsteps = 200000", free);
    let text =
        text.replace("Fe = 0.97, Cu = 0.03", "Fe = 1.0").replace("vacancies = 2", "vacancies = 1");
    let config = config(&text);
    let dump = config.dump_frames().unwrap().unwrap();
    let mut file = tempfile::NamedTempFile::new().unwrap();
    rows(&mut begin(&config), |run, _| {
        let moment = Moment::new(run.steps(), run.time(), None);
        dump.write(run.engine(), moment, &mut file).unwrap();
    });
    let found = Displacements::of(file.path(), 4000, &[], LIMIT).unwrap();
    let quarter = config.lattice_constant.powi(2) / 4.0;
    for row in &found.rows {
        let jumps = row.steps.unwrap();
        let errors = row.errors.unwrap();
        for (axis, expected) in [jumps, jumps, jumps, 3.0 * jumps].into_iter().enumerate() {
            let off = row.means[axis] - expected * quarter;
            assert!(off.abs() < 4.0 * errors[axis], "{row:?}");
            assert!(errors[axis] < 0.05 * row.means[axis], "{row:?}");
        }
        assert_eq!((row.species.as_str(), row.atoms), ("X", 1));
    }
    assert_eq!(found.rows.len(), 5);
}

#[test]
fn files_without_trajectories_are_refused() {
    let comment =
        "Lattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3:id:I:1:unwrapped:R:3";
    let frame = |step: u32, atoms: &str| {
        format!("{}\n{comment} Step={step}\n{atoms}", atoms.lines().count())
    };
    let one = "Cu 0 0 0 1 0 0 0\nFe 1 1 1 2 1 1 1\n";
    let refused = |text: String, blocks: u64| {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        Displacements::of(file.path(), blocks, &[], LIMIT).unwrap_err().to_string()
    };
    let error = refused(frame(0, one), 1);
    assert!(error.contains("expected 2 frames or more for 1 block, got 1"), "{error}");
    for (second, expected) in [
        (
            "Cu 0 0 0 1 0 0 0\nFe 1 1 1 1 1 1 1\n",
            ":8: expected a number of its own for each atom, got 1 again",
        ),
        (
            "Cu 0 0 0 1 0 0 0\nFe 1 1 1 3 1 1 1\n",
            ":8: expected the atoms of the first frame, Fe 2 here, got Fe 3",
        ),
        (
            "Fe 0 0 0 1 0 0 0\nFe 1 1 1 2 1 1 1\n",
            ":7: expected the atoms of the first frame, Cu 1 here, got Fe 1",
        ),
        ("Cu 0 0 0 1 0 0 0\n", ":7: expected 2 atoms, as in the first frame, got 1"),
        (
            "Cu 0 0 0 1 0 0 nan\nFe 1 1 1 2 1 1 1\n",
            ":7: expected each atom with its number and its unwrapped position",
        ),
    ] {
        let error = refused(frame(0, one) + &frame(1, second), 1);
        assert!(error.contains(expected), "{error}");
    }
    let uneven = frame(0, one) + &frame(1, one) + &frame(3, one);
    let error = refused(uneven.clone(), 2);
    assert!(error.contains("expected frames at equal distances"), "{error}");
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), uneven).unwrap();
    let one = Displacements::of(file.path(), 1, &[], LIMIT).unwrap();
    assert_eq!((one.rows[1].steps, one.rows[1].errors), (Some(3.0), None));
    // A dump of a run without trajectories.
    let plain = iron_copper("temperature = 900\nsteps = 200", "[output.dump]\n");
    let config = config(&plain);
    let dump = config.dump_frames().unwrap().unwrap();
    let mut text = Vec::new();
    rows(&mut begin(&config), |run, _| {
        let moment = Moment::new(run.steps(), run.time(), None);
        dump.write(run.engine(), moment, &mut text).unwrap();
    });
    let error = refused(String::from_utf8(text).unwrap(), 1);
    assert!(error.contains("write the dump with `trajectories = true`"), "{error}");
}
