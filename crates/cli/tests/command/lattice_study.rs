//! The study of docs/ageing.md, run small: its three command lines as they stand on the page, in a
//! smaller box and for a shorter time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::page::{REPOSITORY, commands, text};
use crate::tool::{Folder, ZOBRIST};

/// The first command line, which the test runs without `--release` and for the workspace: with the
/// features that its tests are built with, the example is built already.
const BUILD: &str = "cargo build --release -p zobrist-lattice --example iron_copper_evaluator";
const EVALUATOR: &str = "target/release/examples/iron_copper_evaluator";

/// The head of a table of the page.
const TABLE: &str = "\
| time, s | physical time, s | clusters | mean size | largest | lone atoms |
|---|---|---|---|---|---|
";

/// Builds the evaluator where the tests are built, and returns its path.
fn build() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let status = Command::new(env::var_os("CARGO").expect("cargo runs tests"))
        .current_dir(REPOSITORY)
        .args(["build", "--workspace", "--example", "iron_copper_evaluator"])
        .args(["--quiet", "--locked", "--target-dir"])
        .arg(target)
        .status()
        .unwrap();
    assert!(status.success());
    target.join("debug/examples/iron_copper_evaluator")
}

/// The configuration with other values of two keys.
fn small() -> String {
    let config = text("data/ageing.toml");
    let lines = config.lines().map(|line| match line.split_once('=').map(|(key, _)| key.trim()) {
        Some("cells") => "cells = [8, 8, 8]",
        Some("end_time") => "end_time = 1e-5",
        _ => line,
    });
    let small: Vec<&str> = lines.collect();
    let changed = small.iter().zip(config.lines()).filter(|(small, line)| **small != *line);
    assert_eq!(changed.count(), 2);
    small.join("\n")
}

/// Runs a command line, and returns the lines that it prints.
fn run(folder: &Folder, line: &str) -> Vec<String> {
    let bin = Path::new(ZOBRIST).parent().unwrap();
    let path = format!("{}:{}", bin.display(), env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder.path(".")).env("PATH", path);
    let output = shell.output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {messages}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// A summary: the names of its columns, and its rows.
struct Summary(Vec<String>, Vec<Vec<Option<f64>>>);

impl Summary {
    fn of(csv: &str) -> Summary {
        let mut lines = csv.lines();
        let names = lines.next().unwrap().split(',').map(str::to_owned).collect();
        let row = |line: &str| line.split(',').map(|value| value.parse().ok()).collect();
        Summary(names, lines.map(row).collect())
    }

    /// The values of a column, one for each time.
    #[track_caller]
    fn column(&self, name: &str) -> Vec<Option<f64>> {
        let at = self.0.iter().position(|other| other == name);
        let at = at.unwrap_or_else(|| panic!("no column {name} in {:?}", self.0));
        self.1.iter().map(|row| row[at]).collect()
    }
}

/// The barriers computed and those recalled, over all seeds: `… 275 evaluations, 235741 hits` in
/// the line of each.
#[track_caller]
fn barriers(lines: &[String]) -> [u64; 2] {
    let of_seeds = lines.iter().filter(|line| line.starts_with("seed "));
    let counts = of_seeds.clone().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        ["evaluations,", "hits"].map(|name| {
            let at =
                words.iter().position(|word| *word == name).unwrap_or_else(|| panic!("{line}"));
            words[at - 1].parse::<u64>().unwrap()
        })
    });
    assert_eq!(of_seeds.count(), 8, "{lines:?}");
    counts.fold([0, 0], |sum, count| [sum[0] + count[0], sum[1] + count[1]])
}

#[test]
fn three_command_lines_make_the_study() {
    let page = text("docs/ageing.md");
    let lines: Vec<(String, Vec<&str>)> = commands(&page);
    let [(first, _), (second, shown), (third, shown_cooler)] = &lines[..3] else { unreachable!() };
    assert_eq!(first, BUILD);
    assert!(second.starts_with("zobrist lattice run data/ageing.toml --seeds 1-8 "), "{second}");
    assert!(third.contains(" --temperature 673 "), "{third}");

    let folder = Folder::new();
    fs::create_dir_all(folder.path(EVALUATOR).parent().unwrap()).unwrap();
    fs::copy(build(), folder.path(EVALUATOR)).unwrap();
    fs::create_dir(folder.path("data")).unwrap();
    folder.write("data/ageing.toml", small());

    let printed = run(&folder, second);
    let printed_cooler = run(&folder, third);
    for (printed, shown) in [(&printed, shown), (&printed_cooler, shown_cooler)] {
        // The numbers are those of another box; what they are of is the same.
        let word = |line: &str| line.split_whitespace().next().map(str::to_owned);
        for line in shown.iter().filter(|line| **line != "…") {
            let found = printed.iter().any(|printed| word(printed) == word(line));
            assert!(found, "{line}: {printed:?}");
        }
    }

    let summary = Summary::of(&fs::read_to_string(folder.path("ageing.summary.csv")).unwrap());
    let times: Vec<f64> = summary.column("time").into_iter().flatten().collect();
    assert!(times.is_sorted_by(|a, b| a < b) && times.last() == Some(&1e-5), "{times:?}");
    assert!(summary.column("seeds").iter().all(|seeds| *seeds == Some(8.0)));
    let largest: Vec<f64> = summary.column("largest_cluster").into_iter().flatten().collect();
    assert_eq!(largest.len(), times.len());
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (begin, end) = (mean(&largest[..10]), mean(&largest[largest.len() - 10..]));
    assert!(end > begin + 0.5, "{begin} atoms, then {end}");
    let errors: Vec<f64> = summary.column("largest_cluster_error").into_iter().flatten().collect();
    assert!(errors.len() == times.len() && errors[errors.len() - 10..].iter().all(|e| *e > 0.0));
    let figure = fs::read_to_string(folder.path("ageing.summary.svg")).unwrap();
    assert!(figure.starts_with("<svg") && figure.trim_end().ends_with("</svg>"));

    // Barriers that the recall has from the first temperature are not asked for again.
    let [computed, _] = barriers(&printed);
    let [computed_cooler, hits_cooler] = barriers(&printed_cooler);
    assert!(computed_cooler < computed / 3, "{computed} barriers, then {computed_cooler}");
    assert!(0 < computed_cooler && 100 * computed_cooler < hits_cooler);
    assert!(folder.path("ageing-673.summary.csv").exists());
}

/// The tables of the page are those of the summaries beside its figures.
#[test]
fn the_tables_of_the_study_are_of_its_summaries() {
    let page = text("docs/ageing.md");
    let mut tables = page.split(TABLE).skip(1);
    for name in ["ageing", "ageing-673"] {
        let summary = Summary::of(&text(&format!("docs/ageing/{name}.summary.csv")));
        let column = |name: &str| summary.column(name);
        let [times, physical] = ["time", "physical_time"].map(column);
        let means = ["clusters", "mean_cluster", "largest_cluster", "lone_solutes"]
            .map(|name| [column(name), column(&format!("{name}_error"))]);
        let rows: Vec<String> = (0..times.len())
            .map(|at| {
                let mut row =
                    format!("| {:.1e} | {:.1e} |", times[at].unwrap(), physical[at].unwrap());
                for mean in &means {
                    let [mean, error] = mean.each_ref().map(|it| it[at].unwrap_or(f64::NAN));
                    row += &format!(" {mean:.1} ± {error:.1} |");
                }
                row
            })
            .collect();
        let shown: Vec<&str> =
            tables.next().unwrap().lines().take_while(|l| !l.is_empty()).collect();
        assert!(shown.len() >= 4, "{shown:?}");
        for row in shown {
            assert!(rows.iter().any(|other| other == row), "{row}");
        }
    }
}

/// The energy of an atom in iron is half of that of its pairs. A vacancy has pairs in place of an
/// atom's, and the atom goes where it has as many as in the crystal.
#[test]
fn the_formation_energy_of_the_study_is_that_of_its_pairs() {
    let parameters = zobrist_lattice::model::PairParameters::iron_copper();
    let [first, second] = &parameters.pairs[..] else { panic!("expected two shells") };
    let (iron, vacancy) = (0, 1);
    let formation = 8.0 * first[iron][vacancy] + 6.0 * second[iron][vacancy]
        - (4.0 * first[iron][iron] + 3.0 * second[iron][iron]);
    let line = format!("\nformation_energy = {formation:.3} ");
    assert!(text("data/ageing.toml").contains(&line), "{line}");
}
