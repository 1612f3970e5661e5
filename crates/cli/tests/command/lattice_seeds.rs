//! `zobrist lattice run --seeds`: runs that share a recall, and the means over them.

use std::fs;
use std::process::Command;

use crate::lattice::{SMALL, text, with};
use crate::lattice_dump::column;
use crate::readers::python_with;
use crate::tool::Folder;

/// The columns that do not depend on what was recalled.
fn rows(folder: &Folder, csv: &str) -> Vec<String> {
    let row = |row: &str| {
        let mut fields: Vec<&str> = row.split(',').collect();
        fields.drain(6..8);
        fields.join(",")
    };
    text(folder, csv).lines().map(row).collect()
}

fn run(folder: &Folder, args: &[&str]) -> String {
    folder.zobrist([&["lattice", "run", "small.toml"], args].concat()).done()
}

const OUTPUT: &str = "\n[output]\nevery = { per_decade = 5 }\nobservables = [\"clusters\"]\n\
                      [output.clusters]\nhistogram = true\n[output.dump]\n";

fn with_output() -> Folder {
    let config = SMALL.replace("steps = 2000\nsamples = 4", "end_time = 3e-7");
    Folder::with("small.toml", config + OUTPUT)
}

#[test]
fn each_seed_is_the_run_that_it_is_alone() {
    for (mode, jobs) in [("jump-symmetry", "2"), ("environment", "3"), ("none", "1")] {
        let folder = with_output();
        let config = text(&folder, "small.toml").replace("jump-symmetry", mode);
        folder.write("small.toml", config);
        let lines = run(&folder, &["--seeds", "1-2,9", "--jobs", jobs]);
        for seed in ["1", "2", "9"] {
            run(&folder, &["--seed", seed, "--out", "alone"]);
            let name = |ending: &str| format!("small.seed-{seed}{ending}");
            assert_eq!(rows(&folder, &name(".csv")), rows(&folder, "alone.csv"), "{seed}");
            for ending in [".clusters.csv", ".before.svg", ".after.svg", ".xyz"] {
                let alone = text(&folder, &format!("alone{ending}"));
                assert_eq!(text(&folder, &name(ending)), alone, "{seed}{ending}");
            }
            for ending in [".checkpoint", ".curves.svg"] {
                assert!(folder.path(&name(ending)).is_file());
            }
            let hash = column(&folder, "alone.csv", "hash").pop().unwrap();
            let line = lines.lines().find(|line| line.starts_with(&format!("seed {seed} ")));
            assert!(line.unwrap().contains(&format!("hash {hash}")), "{lines}");
            for file in fs::read_dir(folder.path("")).unwrap() {
                let path = file.unwrap().path();
                if path.file_name().unwrap().to_str().unwrap().starts_with("alone") {
                    fs::remove_file(path).unwrap();
                }
            }
        }
        assert_eq!(lines.matches("recalled ").count(), usize::from(mode != "none"), "{lines}");
        assert_eq!(lines.matches("audit ").count(), usize::from(mode != "none"), "{lines}");
        assert_eq!(lines.lines().last().unwrap().matches("steps of 3 seeds").count(), 1);
    }
}

/// The barriers that seeds compute are computed once.
#[test]
fn one_table_serves_all_seeds_and_its_file_the_next() {
    let folder = with("mode = ", "file = \"iron.recall\"\nmode = ");
    run(&folder, &["--seeds", "1-3", "--jobs", "1"]);
    let evaluations =
        |csv: &str| -> u64 { column(&folder, csv, "evaluations").last().unwrap().parse().unwrap() };
    let shared = evaluations("small.seed-3.csv");
    run(&folder, &["--seed", "3", "--out", "again"]);
    assert_eq!(evaluations("again.csv"), 0);
    fs::remove_file(folder.path("iron.recall")).unwrap();
    run(&folder, &["--seed", "3", "--out", "alone"]);
    assert!(0 < shared && shared < evaluations("alone.csv"), "{shared}");
    // The file is read.
    run(&folder, &["--seeds", "3", "--out", "more"]);
    assert_eq!(evaluations("more.seed-3.csv"), 0);
}

#[test]
fn exchanges_have_recalls_of_their_own_and_one_file() {
    let config = SMALL
        .replace("jump-symmetry", "environment-symmetry\"\nfile = \"sites.recall")
        .replace("[lattice]", "[method]\nkind = \"metropolis\"\n\n[lattice]");
    let folder = Folder::with("small.toml", config);
    let lines = run(&folder, &["--seeds", "1-3"]);
    assert_eq!(lines.matches("audit ").count(), 1, "{lines}");
    for seed in ["1", "2", "3"] {
        let out = format!("alone{seed}");
        run(&folder, &["--seed", seed, "--out", &out]);
        // All that each seed has computed is in the file.
        assert_eq!(column(&folder, &format!("{out}.csv"), "evaluations").last().unwrap(), "0");
        let (one, alone) = (format!("small.seed-{seed}.csv"), format!("{out}.csv"));
        assert_eq!(rows(&folder, &one), rows(&folder, &alone));
    }
    let header = text(&folder, "small.summary.csv");
    assert!(header.starts_with("step,seeds,time,time_error,energy,energy_error,"), "{header}");
    assert!(header.contains(",accepted,accepted_error"), "{header}");
}

#[test]
fn lists_are_checked_before_any_work() {
    let folder = Folder::with("small.toml", SMALL);
    for (args, told) in [
        (&["--seeds", "1-2", "--seed", "3"][..], "cannot be used with"),
        (&["--seeds", "2-1"], "expected a range from its lower to its higher end, got \"2-1\""),
        (&["--seeds", "1,1"], "expected each seed once, got 1 twice"),
        (&["--seeds", "x"], "expected seeds such as 3, 1-8 or 1-4,9"),
        (&["--jobs", "2"], "--seeds"),
        (&["--seeds", "1", "--jobs", "0"], "expected a number of threads"),
    ] {
        let message = folder.zobrist([&["lattice", "run", "small.toml"], args].concat()).refused();
        assert!(message.contains(told), "{message}");
    }
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 1);
    for there in ["small.seed-2.after.svg", "small.summary.svg"] {
        folder.write(there, "mine");
        let message = folder.zobrist(["lattice", "run", "small.toml", "--seeds", "1-2"]).refused();
        assert!(message.contains(&format!("cannot write {there}: the file exists")), "{message}");
        assert_eq!(text(&folder, there), "mine");
        fs::remove_file(folder.path(there)).unwrap();
    }
    folder.write("x.summary.csv", SMALL);
    let args = ["lattice", "run", "x.summary.csv", "--seeds", "1", "--out", "x", "--force"];
    let message = folder.zobrist(args).refused();
    assert!(message.contains("x.summary.csv: it is the configuration"), "{message}");
}

#[test]
fn one_that_fails_does_not_stop_the_others() {
    let folder = with("steps = 2000\nsamples = 4", "steps = 1000\nsamples = 2");
    run(&folder, &["--seeds", "1-2"]);
    folder.write("small.toml", SMALL);
    let checkpoint = fs::read(folder.path("small.seed-2.checkpoint")).unwrap();
    folder.write("small.seed-2.checkpoint", &checkpoint[..checkpoint.len() - 1]);
    // The third begins.
    let resume = ["lattice", "run", "small.toml", "--seeds", "1-3", "--resume"];
    let resumed = folder.zobrist(resume);
    assert_eq!(resumed.code, 2, "{}", resumed.stderr);
    let told = "zobrist: seed 2: cannot resume from small.seed-2.checkpoint";
    assert!(resumed.stderr.contains(told), "{}", resumed.stderr);
    let last = "zobrist: expected 3 seeds without an error, got errors with 2\n";
    assert!(resumed.stderr.ends_with(last), "{}", resumed.stderr);
    assert!(!resumed.stdout.contains("seed 2"), "{}", resumed.stdout);
    for seed in ["1", "3"] {
        assert_eq!(column(&folder, &format!("small.seed-{seed}.csv"), "step").len(), 5);
    }
    assert_eq!(column(&folder, "small.summary.csv", "seeds"), ["2"; 5]);
    // Runs that have ended are left as they are.
    folder.write("small.seed-2.checkpoint", &checkpoint);
    let modified = || folder.path("small.seed-1.csv").metadata().unwrap().modified().unwrap();
    let before = modified();
    let lines = folder.zobrist(resume).done();
    assert!(lines.ends_with(" for 1000 steps of 3 seeds\n"), "{lines}");
    assert_eq!(modified(), before);
    assert_eq!(column(&folder, "small.summary.csv", "seeds"), ["3"; 5]);
    let whole = Folder::with("small.toml", SMALL);
    run(&whole, &["--seeds", "1-3"]);
    for seed in ["1", "2", "3"] {
        let csv = format!("small.seed-{seed}.csv");
        assert_eq!(rows(&folder, &csv), rows(&whole, &csv));
    }
    assert_eq!(text(&folder, "small.summary.csv"), text(&whole, "small.summary.csv"));
    assert_eq!(text(&folder, "small.summary.svg"), text(&whole, "small.summary.svg"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_all_seeds_and_resume_continues_them() {
    use crate::lattice::Running;

    let slow = SMALL.replace("kind = ", "delay = 1e-2\nkind = ");
    let folder = Folder::with("small.toml", slow);
    let args = ["--seeds", "1-3", "--jobs", "2", "--checkpoint-every", "1"];
    // The means are written for the first time after a second.
    let mut running = Running::until(&folder, &args, "small.summary.csv");
    running.interrupt();
    assert_eq!(running.0.wait().unwrap().code(), Some(1));
    assert!(folder.path("small.seed-2.after.svg").exists());
    assert!(!folder.path("small.seed-3.csv").exists());
    folder.write("small.toml", SMALL);
    run(&folder, &["--seeds", "1-3", "--resume"]);
    let whole = Folder::with("small.toml", SMALL);
    run(&whole, &["--seeds", "1-3"]);
    for seed in ["1", "2", "3"] {
        let csv = format!("small.seed-{seed}.csv");
        assert_eq!(rows(&folder, &csv), rows(&whole, &csv));
    }
    assert_eq!(text(&folder, "small.summary.csv"), text(&whole, "small.summary.csv"));
}

#[test]
fn a_recall_file_is_locked_by_all_seeds_together() {
    let folder = with("mode = ", "file = \"iron.recall\"\nmode = ");
    folder.write("iron.recall.lock", "");
    let held = fs::File::open(folder.path("iron.recall.lock")).unwrap();
    held.lock().unwrap();
    let message = folder.zobrist(["lattice", "run", "small.toml", "--seeds", "1-2"]).refused();
    assert!(message.contains("give --wait to wait until it ends"), "{message}");
    assert!(!folder.path("small.seed-1.csv").exists());
}

/// The slow definition of the means.
const CHECK: &str = r#"
import csv, math, statistics, sys

clock, period, seeds = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
read = lambda name: list(csv.DictReader(open(name)))
runs = [read(f"small.seed-{seed}.csv") for seed in seeds]
number = lambda row: float(row[clock])

def is_scheduled(moment):
    if clock == "step":
        return all(any(number(row) == moment for row in run) for run in runs)
    if period < 0:  # by decades
        part = math.log10(moment) * -period if moment else 0
        return abs(part - round(part)) < 1e-9
    return abs(moment / period - round(moment / period)) < 1e-9

reached = min(number(run[-1]) for run in runs)
moments = sorted({number(row) for run in runs for row in run if number(row) <= reached})
moments = [moment for moment in moments if is_scheduled(moment)]
summary = read("small.summary.csv")
assert [number(row) for row in summary] == moments, moments
assert len(moments) > 3
checked = 0
for row in summary:
    assert int(row["seeds"]) == len(seeds)
    states = [[it for it in run if number(it) <= number(row)][-1] for run in runs]
    names = [name for name in row if name + "_error" in row]
    assert "energy" in names and not {"hits", "evaluations", "hash", "step", "residence"} & set(names)
    assert set(names) | {name + "_error" for name in names} | {clock, "seeds"} == set(row)
    for name in names:
        values = [float(state[name]) for state in states if state[name]]
        if not values:
            assert row[name] == row[name + "_error"] == ""
            continue
        weights = [float(state.get("residence", 1)) for state in states if state[name]]
        expected = sum(w * x for w, x in zip(weights, values)) / sum(weights)
        assert math.isclose(float(row[name]), expected, rel_tol=1e-11, abs_tol=1e-30), (name, row)
        if len(values) == 1:
            assert row[name + "_error"] == ""
            continue
        if clock == "step":
            assert all("residence" in state for state in states)
            n = len(values)
            squares = sum((w * (x - expected)) ** 2 for w, x in zip(weights, values))
            error = math.sqrt(squares * n / (n - 1)) / sum(weights)
        else:
            error = statistics.stdev(values) / math.sqrt(len(values))
        assert math.isclose(float(row[name + "_error"]), error, rel_tol=1e-9, abs_tol=1e-12 * abs(expected)), (name, row)
        checked += error > 0
print(checked)
"#;

#[test]
fn means_and_errors_are_those_of_their_definition() {
    let Some(python) = python_with("import csv, statistics") else { return };
    let flicker = "\n[flicker]\nwindow = 4\nstates = 16\n";
    let ended = |every: &str| {
        SMALL.replace("steps = 2000\nsamples = 4", "end_time = 5e-7")
            + flicker
            + &format!("\n[vacancy]\nformation_energy = 1.7\n[output]\nevery = {every}\n")
            + "observables = [\"clusters\", \"order\", \"around\", \"displacement\"]\n\
               [output.clusters]\nat_least = 3\n"
    };
    // By steps, some seeds end before the others.
    let by_steps = ended("{ steps = 100 }").replace("end_time = 5e-7", "end_time = 1e-7");
    for (config, clock, period) in [
        (SMALL.to_owned(), "step", "0"),
        (by_steps, "step", "0"),
        (ended("{ time = 5e-8 }"), "time", "5e-8"),
        (ended("{ per_decade = 5 }").replace("end_time = 5e-7", "end_time = 1e-6"), "time", "-5"),
        (ended("{ time = 1e-8 }").replace("end_time = 5e-7", "steps = 800"), "time", "1e-8"),
    ] {
        let folder = Folder::with("small.toml", &config);
        run(&folder, &["--seeds", "1-4,9"]);
        let mut check = Command::new(&python);
        let seeds = ["1", "2", "3", "4", "9"];
        check.args(["-c", CHECK, clock, period]).args(seeds).current_dir(folder.path(""));
        let output = check.output().unwrap();
        assert!(output.status.success(), "{}\n{config}", String::from_utf8_lossy(&output.stderr));
        let checked: u64 = String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
        assert!(checked > 10, "{checked}");
        // An error bar for each panel.
        let svg = text(&folder, "small.summary.svg");
        let weights = if clock == "step" { ", weighted by residence" } else { "" };
        let title = format!("Means of small.toml over 5 seeds, with standard errors{weights}\n");
        assert!(svg.contains(&title), "{svg}");
        assert!(svg.matches("fill=\"none\" stroke=\"#0072b2\"/>").count() >= 3, "{svg}");
        // The definition finds a mean that is wrong.
        let csv = text(&folder, "small.summary.csv");
        let row = csv.lines().nth(2).unwrap();
        let wrong = row.replacen(",5,", ",5,1", 1);
        folder.write("small.summary.csv", csv.replace(row, &wrong));
        assert!(!check.output().unwrap().status.success(), "{wrong}");
    }
}
