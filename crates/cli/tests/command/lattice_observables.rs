//! `zobrist lattice run`: rows and pictures at times of one's choice, observables, and how a run
//! ends.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::lattice::{Running, SMALL, text, with};
use crate::tool::{Folder, zobrist};

/// The small simulation, with an end in time and a table `[output]`.
fn by_time(output: &str) -> String {
    let config = SMALL.replace("steps = 2000\nsamples = 4", "end_time = 1e-7");
    format!("{config}\n[output]\n{output}\n")
}

const ALL: &str = "every = { time = 2e-8 }\n\
    observables = [\"clusters\", \"order\", \"around\", \"displacement\", \"host-displacement\"]\n\
    [output.clusters]\nat_least = 2\nhistogram = true";

fn run(folder: &Folder, args: &[&str]) -> String {
    folder.zobrist([&["lattice", "run", "small.toml"], args].concat()).done()
}

/// Rows by the names of their columns.
struct Rows {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Rows {
    fn of(folder: &Folder, name: &str) -> Rows {
        let csv = text(folder, name);
        let mut rows = csv.lines().map(|row| row.split(',').map(str::to_owned).collect());
        Rows { names: rows.next().unwrap(), rows: rows.collect() }
    }

    fn texts(&self, name: &str) -> Vec<&str> {
        let column = self.names.iter().position(|other| other == name);
        let column = column.unwrap_or_else(|| panic!("no column {name}"));
        self.rows.iter().map(|row| row[column].as_str()).collect()
    }

    fn numbers(&self, name: &str) -> Vec<f64> {
        self.texts(name).iter().map(|text| text.parse().unwrap()).collect()
    }
}

#[test]
fn rows_have_the_observables_at_the_times_that_are_asked_for() {
    let folder = Folder::with("small.toml", by_time(ALL));
    let summary = run(&folder, &[]);
    assert!(summary.contains("\ntime         1e-7 s\n"), "{summary}");
    let rows = Rows::of(&folder, "small.csv");
    assert_eq!(
        rows.names[9..].join(","),
        "clusters,mean_cluster,largest_cluster,order_Cu_Fe_1,order_Cu_Fe_2,order_Cu_Cu_1,\
         order_Cu_Cu_2,around_Cu_1,around_Cu_2,displacement_vacancy,displacement_Cu,\
         displacement_Fe"
    );
    let times = rows.numbers("time");
    assert_eq!(times, [0.0, 2e-8, 4e-8, 6e-8, 8e-8, 1e-7]);
    assert_eq!(rows.texts("displacement_vacancy"), rows.texts("squared_displacement"));

    // The sizes of the clusters say what the other columns do.
    let sizes = Rows::of(&folder, "small.clusters.csv");
    assert_eq!(sizes.names, ["step", "time", "size", "count"]);
    let (at, size, count) = (sizes.texts("time"), sizes.numbers("size"), sizes.numbers("count"));
    for (row, time) in rows.texts("time").iter().enumerate() {
        let of_row = || (0..at.len()).filter(|index| at[*index] == *time);
        let clusters: f64 = of_row().map(|index| count[index]).sum();
        let atoms: f64 = of_row().map(|index| size[index] * count[index]).sum();
        assert_eq!(rows.numbers("clusters")[row], clusters);
        if clusters > 0.0 {
            assert!((rows.numbers("mean_cluster")[row] - atoms / clusters).abs() < 1e-12);
        }
    }

    // Means over time, in which the last row has no weight.
    for name in ["energy", "solute_pairs", "clusters", "order_Cu_Fe_1", "around_Cu_2"] {
        let values = rows.numbers(name);
        let mean = values[..5].iter().sum::<f64>() / 5.0;
        let line = summary.lines().find(|line| line.starts_with(&format!("mean         {name} ")));
        let line = line.unwrap_or_else(|| panic!("{name}: {summary}"));
        let shown: f64 =
            line.split(' ').filter(|word| !word.is_empty()).nth(2).unwrap().parse().unwrap();
        assert!((shown - mean).abs() <= 1e-5 * mean.abs() + 1e-12, "{line}: {mean}");
    }
    for name in ["step", "time", "hash", "hits", "squared_displacement", "displacement_Cu"] {
        assert!(!summary.contains(&format!("mean         {name} ")), "{summary}");
    }
}

/// A run of today has the lines of today.
#[test]
fn without_times_of_ones_own_nothing_more_is_written() {
    let folder = Folder::with("small.toml", SMALL);
    let summary = run(&folder, &[]);
    let words: Vec<&str> = summary.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(
        words,
        ["steps", "time", "hash", "evaluations", "hits", "recalled", "audit", "seconds"]
    );
    // The configuration, and what the run has written.
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 5);
}

#[test]
fn rows_by_decade_and_curves_on_a_logarithmic_axis() {
    let folder = Folder::with("small.toml", by_time("every = { per_decade = 5 }"));
    run(&folder, &[]);
    let times = Rows::of(&folder, "small.csv").numbers("time");
    assert!(times.len() > 5, "{times:?}");
    assert_eq!((times[0], *times.last().unwrap()), (0.0, 1e-7));
    let factor = 10_f64.powf(0.2);
    for pair in times[1..times.len() - 1].windows(2) {
        assert!((pair[1] / pair[0] / factor - 1.0).abs() < 1e-9, "{times:?}");
    }
    let curves = text(&folder, "small.curves.svg");
    assert!(curves.starts_with("<svg") && curves.contains("Energy of the box / eV"), "{curves}");
    assert!(curves.contains(">1e-8</text>") && curves.contains("Time / s"), "{curves}");
    assert_eq!(curves.matches("<polyline").count(), 4);
    for nonsense in ["NaN", "inf"] {
        assert!(!curves.contains(nonsense), "{curves}");
    }
}

#[test]
fn pictures_show_the_box_at_their_times() {
    let folder = Folder::with("small.toml", by_time("pictures = [5e-8, 1e-9]"));
    run(&folder, &[]);
    let early = text(&folder, "small.at-1e-9.svg");
    let late = text(&folder, "small.at-5e-8.svg");
    for (picture, time) in [(&early, "1e-9"), (&late, "5e-8")] {
        assert!(picture.contains(&format!("along the last axis, at {time} s\n")), "{picture}");
        assert_eq!(picture.matches("<circle").count(), 1 + 22 + 2);
        // Atoms that are behind are fainter.
        assert!(picture.contains("fill-opacity=\""), "{picture}");
    }
    assert_ne!(early.split("</title>").last(), late.split("</title>").last());
    // None of them is replaced by another run.
    fs::remove_file(folder.path("small.csv")).unwrap();
    for name in ["small.before.svg", "small.after.svg", "small.checkpoint", "small.curves.svg"] {
        fs::remove_file(folder.path(name)).unwrap();
    }
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("small.at-1e-9.svg: the file exists"), "{message}");
}

/// Rows and files of a run that stopped between two rows, resumed.
#[test]
#[cfg(unix)]
fn a_run_by_time_goes_on_where_it_stopped() {
    let output = "every = { time = 1e-9 }\nobservables = [\"clusters\"]\n\
                  [output.clusters]\nhistogram = true";
    let config = by_time(output).replace("\"jump-symmetry\"", "\"none\"");
    let whole = Folder::with("small.toml", &config);
    run(&whole, &[]);
    // Some thousand barriers in several seconds.
    let slow = config.replace("kind = ", "delay = 1e-3\nkind = ");
    let folder = Folder::with("small.toml", slow);
    let mut running = Running::until(&folder, &["--checkpoint-every", "1"], "small.checkpoint");
    sleep(Duration::from_millis(300));
    running.interrupt();
    let status = running.0.wait().unwrap();
    let messages = std::io::read_to_string(running.0.stderr.take().unwrap()).unwrap();
    assert_eq!(status.code(), Some(1), "{messages}");
    assert!(messages.starts_with("zobrist: stopped after "), "{messages}");
    assert!(messages.contains(" of 1e-7 s; --resume continues"), "{messages}");
    let some = text(&folder, "small.csv").lines().count();
    assert!(some < text(&whole, "small.csv").lines().count(), "{some}");
    folder.write("small.toml", &config);
    run(&folder, &["--resume"]);
    for name in ["small.csv", "small.clusters.csv", "small.after.svg", "small.curves.svg"] {
        assert_eq!(text(&folder, name), text(&whole, name), "{name}");
    }
    // Once more, with nothing left to do.
    run(&folder, &["--resume"]);
    assert_eq!(text(&folder, "small.csv"), text(&whole, "small.csv"));
    let early = config.replace("end_time = 1e-7", "end_time = 1e-8");
    folder.write("small.toml", early);
    let message = folder.zobrist(["lattice", "run", "small.toml", "--resume"]).refused();
    assert!(message.contains("small.checkpoint"), "{message}");
}

/// A copy of the rows that was cut.
#[test]
fn rows_by_time_that_are_missing_are_reported() {
    let folder = Folder::with("small.toml", by_time("every = { time = 1e-8 }"));
    run(&folder, &[]);
    let csv = text(&folder, "small.csv");
    let lines: Vec<&str> = csv.split_inclusive('\n').collect();
    folder.write("small.csv", lines[..5].concat());
    let again = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
    assert_eq!(again.code, 0);
    let told = "small.csv, got them up to 3e-8 s; those between are missing\n";
    assert!(again.stderr.ends_with(told), "{}", again.stderr);
    folder.write("small.csv", csv.replace("clusters", "x").replace("hash", "hash,clusters"));
    let message = folder.zobrist(["lattice", "run", "small.toml", "--resume"]).refused();
    assert!(message.contains("small.csv: expected the header step,time,"), "{message}");
}

#[test]
fn exchanges_are_run_and_resumed() {
    let method = "[method]\nkind = \"metropolis\"\n[recall]\nmode = \"environment-symmetry\"\n";
    let config = SMALL.replace("[recall]\nmode = \"jump-symmetry\"\n", method);
    assert_ne!(config, SMALL);
    let whole = Folder::with("small.toml", &config);
    let summary = run(&whole, &[]);
    assert!(summary.starts_with("steps        2000\nhash         "), "{summary}");
    let rows = Rows::of(&whole, "small.csv");
    assert_eq!(rows.names.last().unwrap(), "accepted");
    assert_eq!(rows.texts("time"), [""; 5]);
    assert_eq!(rows.texts("squared_displacement"), [""; 5]);
    assert!(rows.numbers("accepted").is_sorted_by(|a, b| a < b));
    let after = text(&whole, "small.after.svg");
    assert!(after.contains("after 2000 steps\n"), "{after}");

    let parts = Folder::with(
        "small.toml",
        config.replace("steps = 2000\nsamples = 4", "steps = 1000\nsamples = 2"),
    );
    run(&parts, &[]);
    parts.write("small.toml", &config);
    run(&parts, &["--resume"]);
    let again = Rows::of(&parts, "small.csv");
    for name in ["step", "energy", "hash", "accepted"] {
        assert_eq!(again.texts(name), rows.texts(name), "{name}");
    }
    parts.write("small.toml", config.replace("seed = 7", "seed = 8"));
    let message = parts.zobrist(["lattice", "run", "small.toml", "--resume"]).refused();
    assert!(message.contains("since `seed` or the composition differs"), "{message}");
    // One method's checkpoint is not the other's.
    parts.write("small.toml", SMALL);
    let message = parts.zobrist(["lattice", "run", "small.toml", "--resume"]).refused();
    assert!(message.contains("not a checkpoint: expected bytes"), "{message}");

    // All modes that exchanges have end alike.
    let table = whole.zobrist(["lattice", "compare", "small.toml", "--format", "csv"]).done();
    let modes: Vec<Vec<&str>> = table.lines().skip(1).map(|row| row.split(',').collect()).collect();
    let names: Vec<&str> = modes.iter().map(|row| row[0]).collect();
    assert_eq!(names, ["none", "environment", "environment-symmetry"]);
    for row in &modes {
        assert_eq!((row[5], row[6]), (&rows.texts("hash").last().unwrap()[..], ""), "{table}");
    }
    let evaluations: Vec<u64> = modes.iter().map(|row| row[2].parse().unwrap()).collect();
    assert!(evaluations[0] > evaluations[1] && evaluations[1] > evaluations[2], "{table}");
    let people = whole.zobrist(["lattice", "compare", "small.toml"]).done();
    assert!(people.lines().skip(1).all(|line| line.ends_with("  -")), "{people}");
    let command = config.replace("\"iron-copper\"", "\"command\"");
    whole.write("small.toml", command);
    let message = whole.zobrist(["lattice", "run", "small.toml", "--force"]).refused();
    assert!(message.contains("expected a model that knows energies"), "{message}");
}

#[test]
fn a_seed_and_a_temperature_take_the_place_of_the_files() {
    let plain = Folder::with("small.toml", SMALL);
    let other = Folder::with(
        "small.toml",
        SMALL.replace("seed = 7", "seed = 11").replace("773.0", "650.5"),
    );
    run(&plain, &["--seed", "11", "--temperature", "650.5"]);
    run(&other, &[]);
    for name in ["small.csv", "small.before.svg", "small.after.svg"] {
        assert_eq!(text(&plain, name), text(&other, name), "{name}");
    }
    for (option, value) in [("--temperature", "0"), ("--temperature", "nan"), ("--seed", "-1")] {
        let args = ["lattice", "run", "small.toml", "--force", &format!("{option}={value}")];
        let message = plain.zobrist(args).refused();
        assert!(message.contains(&format!("invalid value '{value}' for '{option}")), "{message}");
    }
}

#[test]
fn compare_ends_by_time() {
    let folder = Folder::with("small.toml", by_time("every = { time = 1e-8 }"));
    run(&folder, &[]);
    let last = Rows::of(&folder, "small.csv");
    let hash = *last.texts("hash").last().unwrap();
    let table = folder.zobrist(["lattice", "compare", "small.toml", "--format", "csv"]).done();
    assert_eq!(table.matches(hash).count(), 5, "{table}");
    assert_eq!(
        table.matches(",1e-7\n").count() + table.matches(",0.0000001\n").count(),
        5,
        "{table}"
    );
}

#[test]
fn a_ramp_changes_the_trajectory_from_its_first_end_on() {
    let ramp = "[[ramp]]\nuntil = 5e-8\ntemperature = 773\n";
    let plain = Folder::with("small.toml", by_time("every = { time = 1e-8 }"));
    run(&plain, &[]);
    let config = by_time("every = { time = 1e-8 }").replace("773.0", "1200.0");
    let ramped = Folder::with("small.toml", format!("{config}{ramp}"));
    run(&ramped, &[]);
    let [plain, ramped] = [plain, ramped].map(|folder| Rows::of(&folder, "small.csv"));
    assert_eq!(plain.texts("hash")[..5], ramped.texts("hash")[..5]);
    let steps = |rows: &Rows| rows.numbers("step")[10] - rows.numbers("step")[5];
    assert!(steps(&ramped) > 2.0 * steps(&plain));
}

#[test]
fn unknown_observables_name_those_that_exist() {
    let folder = Folder::with("small.toml", by_time("observables = [\"cluster\"]"));
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.starts_with("zobrist: small.toml:"), "{message}");
    assert!(
        message.contains("no observable \"cluster\": expected some of \"clusters\", \"order\""),
        "{message}"
    );
    let folder = with("steps = 2000\n", "");
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("small.toml:1 (byte 0): expected `steps` or `end_time`"), "{message}");
}

#[test]
fn the_short_help_fits_a_screen() {
    let help = zobrist(["lattice", "run", "-h"]).done();
    assert!(help.lines().count() <= 24, "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    for option in ["--seed", "--temperature"] {
        assert!(help.contains(option), "{help}");
    }
}

#[test]
fn pictures_after_the_last_step_are_named() {
    let config = format!("{SMALL}\n[output]\npictures = [1e-12, 1e5, 2e6]\n");
    let folder = Folder::with("small.toml", config);
    let run = folder.zobrist(["lattice", "run", "small.toml"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (begin, end) = (
        "zobrist: the run ended at ",
        " s: no pictures at 1e5, 2e6 s; give it more steps, or `pictures` at earlier times\n",
    );
    assert!(run.stderr.starts_with(begin) && run.stderr.ends_with(end), "{}", run.stderr);
    assert!(
        folder.path("small.at-1e-12.svg").exists() && !folder.path("small.at-1e5.svg").exists()
    );
}
