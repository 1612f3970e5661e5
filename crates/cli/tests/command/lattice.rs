//! `zobrist lattice`: runs that can be stopped, modes that agree, and configurations that are none.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::tool::{Folder, ZOBRIST};

const SMALL: &str = r#"seed = 7
temperature = 773.0
steps = 2000
samples = 4

[lattice]
structure = "bcc"
cells = [6, 6, 6]

[composition]
host = "Fe"
fractions = { Fe = 0.95, Cu = 0.05 }
vacancies = 1

[model]
kind = "iron-copper"

[recall]
mode = "jump-symmetry"
"#;

/// A folder with the small simulation, changed in one place.
fn with(old: &str, new: &str) -> Folder {
    assert!(SMALL.contains(old));
    Folder::with("small.toml", SMALL.replace(old, new))
}

#[track_caller]
fn refused(old: &str, new: &str) -> String {
    let message = with(old, new).zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.starts_with("zobrist: "), "{message}");
    message
}

fn text(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path(name)).unwrap()
}

#[test]
fn a_run_leaves_observables_pictures_and_a_checkpoint() {
    let folder = Folder::with("small.toml", SMALL);
    let summary = folder.zobrist(["lattice", "run", "small.toml"]).done();
    assert!(summary.starts_with("steps        2000\n"), "{summary}");

    let csv = text(&folder, "small.csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), HEADER);
    let steps: Vec<&str> = rows[1..].iter().map(|row| row[0]).collect();
    assert_eq!(steps, ["0", "500", "1000", "1500", "2000"]);
    let times: Vec<f64> = rows[1..].iter().map(|row| row[1].parse().unwrap()).collect();
    assert!(times[0] == 0.0 && times.is_sorted_by(|a, b| a < b), "{times:?}");
    assert!(summary.contains(rows[5][8]), "the last hash is that of the summary");

    let (before, after) = (text(&folder, "small.before.svg"), text(&folder, "small.after.svg"));
    assert!(before.starts_with("<svg") && after.starts_with("<svg"));
    assert_ne!(before, after);
    // A cell of 6 by 6 by 1 has 72 sites; three species stand in the legend.
    assert_eq!(before.matches("<circle").count(), 72 + 3);
    assert!(folder.path("small.checkpoint").exists());
}

const HEADER: &str =
    "step,time,energy,squared_displacement,solute_pairs,lone_solutes,evaluations,hits,hash";

#[test]
fn all_modes_end_alike() {
    let folder = Folder::with("small.toml", SMALL);
    let table = folder.zobrist(["lattice", "compare", "small.toml", "--format", "csv"]).done();
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), "mode,steps,evaluations,hits,seconds,final_hash,final_time");
    let modes: Vec<&str> = rows[1..].iter().map(|row| row[0]).collect();
    let all = ["none", "state", "environment", "environment-symmetry", "jump-symmetry"];
    assert_eq!(modes, all);
    for row in &rows[1..] {
        assert_eq!((row[1], row[5], row[6]), ("2000", rows[1][5], rows[1][6]));
    }
    let evaluations: Vec<u64> = rows[1..].iter().map(|row| row[2].parse().unwrap()).collect();
    assert_eq!(evaluations[0], 16_000);
    assert!(evaluations.is_sorted_by(|a, b| a >= b), "{evaluations:?}");
    assert!(evaluations[4] < evaluations[0] / 4, "{evaluations:?}");
    assert_eq!(rows[1][3], "0");

    let people = folder.zobrist(["lattice", "compare", "small.toml"]).done();
    assert_eq!(people.lines().count(), 6);
    assert!(people.contains(rows[1][5]) && people.contains("100.000%"), "{people}");
}

#[test]
fn a_run_goes_on_where_it_stopped() {
    let whole = Folder::with("small.toml", SMALL);
    whole.zobrist(["lattice", "run", "small.toml"]).done();
    // The same with a stop after 1,000 steps: as if the configuration had asked for no more.
    let parts = with("steps = 2000\nsamples = 4", "steps = 1000\nsamples = 2");
    parts.zobrist(["lattice", "run", "small.toml"]).done();
    parts.write("small.toml", SMALL);
    parts.zobrist(["lattice", "run", "small.toml", "--resume"]).done();
    // All but what was recalled, which begins anew.
    let trajectory = |folder: &Folder| -> Vec<String> {
        let csv = text(folder, "small.csv");
        csv.lines()
            .map(|row| {
                let mut fields: Vec<&str> = row.split(',').collect();
                fields.drain(6..8);
                fields.join(",")
            })
            .collect()
    };
    assert_eq!(trajectory(&parts), trajectory(&whole));
    assert_eq!(text(&parts, "small.after.svg"), text(&whole, "small.after.svg"));

    // A checkpoint of another simulation is none of this.
    parts.write("small.toml", SMALL.replace("773.0", "600.0"));
    let message = parts.zobrist(["lattice", "run", "small.toml", "--resume"]).refused();
    assert!(message.contains("small.checkpoint"), "{message}");
    assert!(message.contains("expected") && message.contains("got"), "{message}");
    let none = Folder::with("small.toml", SMALL);
    let message = none.zobrist(["lattice", "run", "small.toml", "--resume"]).refused();
    assert!(message.contains("cannot read small.checkpoint"), "{message}");
}

/// Ends with its process.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_writes_the_state() {
    let long = SMALL.replace("steps = 2000", "steps = 100_000_000_000");
    let folder = Folder::with("small.toml", &long);
    let child = Command::new(ZOBRIST)
        .args(["lattice", "run", "small.toml"])
        .current_dir(folder.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let mut running = Running(child.unwrap());
    // The picture of the start is there once it listens.
    let start = Instant::now();
    while !folder.path("small.before.svg").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "it did not begin");
        sleep(Duration::from_millis(10));
    }
    let id = running.0.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let status = running.0.wait().unwrap();
    assert_eq!(status.code(), Some(1));
    let csv = text(&folder, "small.csv");
    assert!(csv.starts_with(HEADER), "{csv}");

    // What it left is enough to go on: to the same end as a run that nobody stopped.
    let steps = resumed_steps(&folder, &long);
    assert!(steps > 0);
}

/// Goes on for a while from the checkpoint, and counts the steps behind it then.
fn resumed_steps(folder: &Folder, config: &str) -> u64 {
    let message = {
        folder.write("small.toml", config.replace("100_000_000_000", "0"));
        folder.zobrist(["lattice", "run", "small.toml", "--resume"]).refused()
    };
    // Expected 0 steps at most, got those of the checkpoint.
    let got = message.trim_end().rsplit(' ').next().unwrap();
    let steps: u64 = got.parse().unwrap_or_else(|_| panic!("{message}"));
    folder.write("small.toml", config.replace("100_000_000_000", &(steps + 10).to_string()));
    let summary = folder.zobrist(["lattice", "run", "small.toml", "--resume"]).done();
    assert!(summary.starts_with(&format!("steps        {}\n", steps + 10)), "{summary}");
    steps
}

#[test]
fn the_recall_serves_the_next_run() {
    let folder = with("mode = ", "file = \"iron.recall\"\nmode = ");
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let again = folder.zobrist(["lattice", "run", "small.toml"]).done();
    assert!(again.contains("evaluations  0\n"), "{again}");

    // Another temperature has the same barriers, another potential or lattice has not.
    let config = text(&folder, "small.toml");
    folder.write("small.toml", config.replace("773.0", "900.0"));
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let pair = "kind = \"pair\"\nmigration = { Fe = 0.65, Cu = 0.56 }\n[[model.shell]]\n\
                \"Fe-Fe\" = -0.6\n\"Fe-Cu\" = -0.5\n\"Cu-Cu\" = -0.4\n\"Fe-vacancy\" = -0.2\n\
                \"vacancy-Cu\" = -0.1\n\"vacancy-vacancy\" = 0.1";
    for (old, new) in [("kind = \"iron-copper\"", pair), ("\"jump-symmetry\"", "\"environment\"")] {
        folder.write("small.toml", config.replace(old, new));
        let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
        assert!(message.contains("cannot use the recall iron.recall"), "{message}");
        assert!(message.contains("expected") && message.contains("got"), "{message}");
    }
    // One that is cut.
    folder.write("small.toml", &config);
    let bytes = fs::read(folder.path("iron.recall")).unwrap();
    folder.write("iron.recall", &bytes[..bytes.len() - 9]);
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("cannot use the recall iron.recall"), "{message}");
}

#[test]
fn an_audit_finds_nothing_where_all_is_right() {
    let folder = with("mode = ", "audit_one_in = 3\nverify = \"content\"\nentries = 50\nmode = ");
    let summary = folder.zobrist(["lattice", "run", "small.toml"]).done();
    let audit = summary.lines().find(|line| line.starts_with("audit")).unwrap();
    assert!(audit.ends_with("0 of them otherwise, by 0e0 eV at most"), "{audit}");
    assert!(!audit.contains(" 0 hits"), "{audit}");
    assert!(summary.contains("recalled     50 entries"), "{summary}");
}

#[test]
fn a_configuration_that_is_none_says_what_was_expected() {
    let message = refused("steps = ", "stepz = ");
    assert!(message.contains("small.toml:3") && message.contains("`stepz`"), "{message}");
    assert!(message.contains("expected one of"), "{message}");

    let message = refused("Cu = 0.05", "Cu = 0.06");
    assert!(message.contains("expected fractions that add up to 1, got 1.01"), "{message}");
    assert!(message.contains("small.toml:12"), "{message}");

    let message = refused("[6, 6, 6]", "[1, 6, 6]");
    assert!(message.contains("expected") && message.contains("got"), "{message}");

    let message = refused("\"jump-symmetry\"", "\"jump\"");
    assert!(message.contains("no recall mode \"jump\": expected one of none, state"), "{message}");

    let message = refused("\"bcc\"", "\"fcc\"");
    assert!(message.contains("iron is bcc; expected that, got fcc"), "{message}");

    let message = refused("\"bcc\"", "\"diamond\"");
    assert!(message.contains("diamond") && message.contains("expected"), "{message}");

    let message = refused("temperature = 773.0", "temperature = -1.0");
    assert!(message.contains("`temperature`: expected a number above 0, got -1"), "{message}");

    let message = refused("vacancies = 1", "vacancies = 1000");
    assert!(message.contains("the 432 sites, got 1022"), "{message}");

    let message = refused("vacancies = 1", "vacancies = 0");
    assert!(message.contains("vacanc"), "{message}");

    let message = refused("kind = \"iron-copper\"", "kind = \"eam\"\nfile = \"none.setfl\"");
    assert!(message.contains("expected `lattice_constant`"), "{message}");

    let eam = "kind = \"eam\"\nfile = \"none.setfl\"\nlattice_constant = 2.86\n\
               migration = { Fe = 0.65, Cu = 0.56 }";
    let message = refused("kind = \"iron-copper\"", eam);
    assert!(message.contains("cannot read the potential none.setfl"), "{message}");

    let message = refused("kind = \"iron-copper\"", "kind = \"iron-copper\"\nfile = \"x\"");
    assert!(message.contains("it has no `file`"), "{message}");

    let message = Folder::new().zobrist(["lattice", "run", "none.toml"]).refused();
    assert!(message.starts_with("zobrist: cannot read none.toml: "), "{message}");
}
