//! `zobrist lattice run`: means over rows by time, and over rows after steps.

use std::fs;

use crate::lattice::{SMALL, text, with};
use crate::lattice_dump::column;
use crate::tool::Folder;

/// One atom that jumps readily and a vacancy on 32 sites, without any interaction; made for this
/// test. All places of the vacancy are equally likely: of the 31 others, 12 are beside the atom.
const FREE: &str = r#"seed = 1
temperature = 600.0
[lattice]
structure = "fcc"
cells = [2, 2, 2]
[composition]
host = "A"
fractions = { A = 0.96875, Cu = 0.03125 }
vacancies = 1
[model]
kind = "pair"
migration = { A = 0.65, Cu = 0.30 }
[[model.shell]]
A-A = 0.0
A-Cu = 0.0
A-vacancy = 0.0
Cu-Cu = 0.0
Cu-vacancy = 0.0
vacancy-vacancy = 0.0
[output]
observables = ["around"]
"#;

const EXACT: f64 = 12.0 / 31.0;

const FLICKER: &str = "[flicker]\nwindow = 8\nstates = 4\n";

/// The box without interactions with an end, rows and more tables.
fn free(end: &str, every: &str, tables: &str) -> String {
    let output = format!("[output]\nevery = {{ {every} }}");
    format!("{end}\n{}{tables}", FREE.replace("[output]", &output))
}

/// The mean that the closing lines have for an observable.
fn mean(summary: &str, name: &str) -> f64 {
    let line = summary.lines().find(|line| line.starts_with(&format!("mean         {name} ")));
    let line = line.unwrap_or_else(|| panic!("{name}: {summary}"));
    line.split(' ').filter(|word| !word.is_empty()).nth(2).unwrap().parse().unwrap()
}

/// Checks that the closing lines have a mean rounded to the digits that its error carries, and an
/// error of about this size.
#[track_caller]
fn is_rounded(summary: &str, name: &str, expected: f64, error: f64) {
    let line = summary.lines().find(|line| line.starts_with(&format!("mean         {name} ")));
    let words: Vec<&str> = line.unwrap().split_whitespace().collect();
    let [shown, shown_error] = [words[2], words[4]];
    let last = 10_f64.powi(-(shown.split_once('.').unwrap().1.len() as i32));
    let off = shown.parse::<f64>().unwrap() - expected;
    assert!(off.abs() < 0.500_001 * last, "{words:?} {expected}");
    assert_eq!(words[3], "±");
    assert_eq!(shown_error.trim_start_matches(['0', '.']).len(), 2, "{words:?}");
    let ratio = shown_error.parse::<f64>().unwrap() / error;
    assert!((0.4..2.5).contains(&ratio), "{words:?} {error}");
}

fn numbers(folder: &Folder, csv: &str, name: &str) -> Vec<f64> {
    column(folder, csv, name).iter().map(|text| text.parse().unwrap()).collect()
}

/// A mean over rows, with weights, and its standard error, by 30 blocks of rows.
fn weighted(values: &[f64], weights: &[f64]) -> (f64, f64) {
    let all: f64 = weights.iter().sum();
    let mean = values.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>() / all;
    let size = values.len().div_ceil(30);
    let blocks = values.chunks(size).zip(weights.chunks(size));
    let deviations = blocks
        .map(|(values, weights)| values.iter().zip(weights).map(|(x, w)| w * (x - mean)).sum());
    let squares: f64 = deviations.map(|deviation: f64| deviation * deviation).sum();
    (mean, squares.sqrt() / all)
}

#[test]
fn means_over_rows_by_time_are_exact_with_flicker_and_without() {
    for flicker in ["", FLICKER, "[flicker]\nwindow = 32\nstates = 8\n"] {
        let config = free("end_time = 2e-4", "time = 5e-8", flicker);
        let folder = Folder::with("free.toml", config);
        let summary = folder.zobrist(["lattice", "run", "free.toml"]).done();
        let values = numbers(&folder, "free.csv", "around_Cu_1");
        assert_eq!(values.len(), 4001);
        let times = numbers(&folder, "free.csv", "time");
        let is_due = |(row, time): (usize, &f64)| (time - 5e-8 * row as f64).abs() < 1e-15;
        assert!(times.iter().enumerate().all(is_due));
        let (expected, error) = weighted(&values[..4000], &[1.0; 4000]);
        let shown = mean(&summary, "around_Cu_1");
        is_rounded(&summary, "around_Cu_1", expected, error);
        assert!((shown - EXACT).abs() < 4.0 * error, "{flicker}: {shown} ± {error}");
        assert!(error < 0.03, "{error}");
        assert_eq!(summary.contains("basins left"), !flicker.is_empty());
        assert!(!text(&folder, "free.csv").contains("residence"));
    }
}

#[test]
fn means_over_rows_after_steps_are_over_time_with_flicker_and_without() {
    for (steps, every, flicker) in [
        ("6_000_000", "300", ""),
        ("600_000", "30", FLICKER),
        ("600_000", "30", "[flicker]\nwindow = 32\nstates = 8\n"),
    ] {
        let config = free(&format!("steps = {steps}"), &format!("steps = {every}"), flicker);
        let folder = Folder::with("free.toml", config);
        let summary = folder.zobrist(["lattice", "run", "free.toml"]).done();
        let csv = text(&folder, "free.csv");
        assert!(csv.lines().next().unwrap().ends_with(",around_Cu_1,around_Cu_2,residence"));
        let values = numbers(&folder, "free.csv", "around_Cu_1");
        let residence = numbers(&folder, "free.csv", "residence");
        assert_eq!(values.len(), 20_001);
        let (expected, error) = weighted(&values, &residence);
        let shown = mean(&summary, "around_Cu_1");
        is_rounded(&summary, "around_Cu_1", expected, error);
        assert!((shown - EXACT).abs() < 4.0 * error, "{flicker}: {shown} ± {error}");
        assert!(error < 0.04, "{error}");
        // The control: by visits.
        let (visits, error) = weighted(&values, &[1.0; 20_001]);
        assert!((visits - EXACT).abs() > 10.0 * error, "{flicker}: {visits} ± {error}");
        if flicker.is_empty() {
            // 1 / ΣR beside the atom, and elsewhere.
            let rate = |barrier: f64| 6e12 * (-barrier / (8.617_333_262e-5 * 600.0)).exp();
            for (value, residence) in values.iter().zip(&residence) {
                let sum = (12.0 - value) * rate(0.65) + value * rate(0.30);
                assert!((residence * sum - 1.0).abs() < 1e-9, "{value} {residence}");
            }
        }
    }
}

/// The trajectory, and so the closing lines, do not depend on when there are rows.
#[test]
fn rows_do_not_change_the_trajectory() {
    let ends: Vec<String> =
        ["steps = 1", "steps = 7", "steps = 5000", "time = 1e-8", "per_decade = 9"]
            .map(|every| {
                let folder = Folder::with("free.toml", free("steps = 5000", every, FLICKER));
                let summary = folder.zobrist(["lattice", "run", "free.toml"]).done();
                assert!(summary.contains("\nbasins left  "), "{summary}");
                let is_end = |line: &&str| {
                    ["steps ", "time ", "hash ", "basins "]
                        .iter()
                        .any(|word| line.starts_with(word))
                };
                summary.lines().filter(is_end).collect()
            })
            .to_vec();
    assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
}

#[test]
fn rows_without_residence_are_not_continued() {
    let folder = with("steps = 2000\nsamples = 4", "steps = 1000\nsamples = 2");
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    folder.zobrist(["lattice", "run", "small.toml", "--seeds", "1-2"]).done();
    folder.write("small.toml", SMALL);
    let csvs = ["small.csv", "small.seed-1.csv", "small.seed-2.csv"];
    for csv in csvs {
        let rows = text(&folder, csv);
        let cut = rows.lines().map(|row| row.rsplit_once(',').unwrap().0.to_owned() + "\n");
        folder.write(csv, cut.collect::<String>());
    }
    let before = csvs.map(|csv| text(&folder, csv));
    let told = "small.csv: expected the last column `residence`, the time in s by which a row after \
                steps counts in means, got rows without it, which would not count; --force begins \
                the run anew, and --out begins it under another name\n";
    let message = folder.zobrist(["lattice", "run", "small.toml", "--resume"]).refused();
    assert!(message.ends_with(told), "{message}");
    let seeds = ["lattice", "run", "small.toml", "--seeds", "1-2", "--resume"];
    let resumed = folder.zobrist(seeds);
    assert_eq!(resumed.code, 2);
    assert_eq!(resumed.stderr.matches("expected the last column `residence`").count(), 2);
    assert_eq!(csvs.map(|csv| text(&folder, csv)), before);
    folder.zobrist(["lattice", "run", "small.toml", "--force"]).done();
    assert_eq!(column(&folder, "small.csv", "residence").len(), 5);
    // With rows by time, and without a time, there is none to miss.
    for (old, new) in [
        ("steps = 2000\nsamples = 4", "end_time = 1e-7\nsamples = 4"),
        ("[recall]\nmode = \"jump-symmetry\"\n", "[method]\nkind = \"metropolis\"\n"),
    ] {
        let folder = with(old, new);
        folder.zobrist(["lattice", "run", "small.toml"]).done();
        assert!(!text(&folder, "small.csv").contains("residence"));
    }
    // No picture of the curves has it, and no mean.
    let output = SMALL.to_owned() + "[output]\nevery = { steps = 100 }\n";
    folder.write("small.toml", output);
    let summary = folder.zobrist(["lattice", "run", "small.toml", "--force"]).done();
    assert!(summary.contains("mean         energy") && !summary.contains("residence"), "{summary}");
    let curves = fs::read_to_string(folder.path("small.curves.svg")).unwrap();
    assert!(!curves.contains("Mean time"), "{curves}");
}
