//! `zobrist lattice run --resume`: rows that are damaged, and runs that were killed at any moment.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::lattice::{SMALL, text, trajectory};
use crate::tool::{Folder, with_signals};

const RESUME: [&str; 4] = ["lattice", "run", "small.toml", "--resume"];

/// Damage to the rows of a run.
type Damage = fn(&mut Vec<String>);

/// Rows at steps 0, 500, 1000, 1500 and 2000, on lines 2 to 6; the checkpoint is at step 2000.
#[test]
fn rows_that_are_damaged_are_refused_by_name() {
    const COLUMNS: &str = "step,time,energy,squared_displacement,solute_pairs,lone_solutes,\
                           evaluations,hits,hash,residence";
    fn field(lines: &mut [String], line: usize, column: usize, value: &str) {
        let mut fields: Vec<&str> = lines[line - 1].split(',').collect();
        fields[column] = value;
        lines[line - 1] = fields.join(",");
    }
    let damages: &[(Damage, &str)] = &[
        // As the first of them, without its residence.
        (
            |lines| lines[2] = lines[2].rsplit_once(',').unwrap().0.to_owned(),
            "small.csv:3: expected 10 columns, COLUMNS, got 9: \"500,",
        ),
        (
            |lines| lines[5] = lines[5].split_once(',').unwrap().0.to_owned(),
            "small.csv:6: expected 10 columns, COLUMNS, got 1: \"2000\"",
        ),
        (|lines| lines[1] += ",1", "small.csv:2: expected 10 columns, COLUMNS, got 11: \"0,"),
        (
            |lines| lines.insert(3, String::new()),
            "small.csv:4: expected 10 columns, COLUMNS, got 1",
        ),
        (
            |lines| lines[3] = lines[3..5].concat(),
            "small.csv:4: expected 10 columns, COLUMNS, got 19",
        ),
        (
            |lines| field(lines, 3, 2, "-1e"),
            "small.csv:3: column energy: expected a number, got \"-1e\"",
        ),
        (
            |lines| field(lines, 4, 4, "1.5"),
            "small.csv:4: column solute_pairs: expected a whole number",
        ),
        (
            |lines| field(lines, 5, 8, "abc"),
            "small.csv:5: column hash: expected 16 hex digits, got",
        ),
        (
            |lines| field(lines, 5, 0, ""),
            "small.csv:5: column step: expected a whole number, got \"\"",
        ),
        (
            |lines| field(lines, 3, 1, "NaN"),
            "small.csv:3: column time: expected a number, got \"NaN\"",
        ),
        (
            |lines| lines[2] = lines[2].rsplit_once(',').unwrap().0.to_owned() + ",-1",
            "small.csv:3: column residence: expected a number above 0, got \"-1\"",
        ),
        (
            |lines| lines.insert(3, lines[2].clone()),
            "small.csv:4: expected a row after that of step 500, got one again",
        ),
        (|lines| lines.swap(2, 3), "small.csv:4: expected a step of 1000 or more, got 500"),
        (
            |lines| lines[0] = lines[0].replace("hits", "hit"),
            "small.csv: expected the header COLUMNS",
        ),
        (|lines| drop(lines.remove(0)), "small.csv: expected the header COLUMNS"),
        (|lines| lines.clear(), "small.csv: expected the header COLUMNS"),
    ];
    for table in ["", "[output]\n", "[output]\nobservables = [\"around\"]\n"] {
        let config = format!("{SMALL}{table}");
        let folder = Folder::with("small.toml", &config);
        folder.zobrist(["lattice", "run", "small.toml"]).done();
        let [rows, checkpoint] =
            ["small.csv", "small.checkpoint"].map(|name| fs::read(folder.path(name)).unwrap());
        folder.write("small.toml", config.replace("steps = 2000", "steps = 2500"));
        let rows = String::from_utf8(rows).unwrap();
        let columns = rows.lines().next().unwrap();
        for (number, (damage, told)) in damages.iter().enumerate() {
            // With more columns, the numbers of the messages are others.
            if columns != COLUMNS && told.contains("got 1") {
                continue;
            }
            let mut lines: Vec<String> = rows.lines().map(str::to_owned).collect();
            damage(&mut lines);
            let damaged: String = lines.iter().map(|line| format!("{line}\n")).collect();
            folder.write("small.csv", &damaged);
            let message = folder.zobrist(RESUME).refused();
            let told = match columns {
                COLUMNS => told.replace("COLUMNS", COLUMNS),
                _ => told.split("COLUMNS").next().unwrap().replace("10 columns", "12 columns"),
            };
            assert!(message.contains(&told), "{number} {table}: {message}\n{told}");
            // Nothing was written.
            assert_eq!(text(&folder, "small.csv"), damaged);
            assert!(fs::read(folder.path("small.checkpoint")).unwrap() == checkpoint);
        }
        folder.write("small.csv", &rows);
        folder.zobrist(RESUME).done();
    }
    // The numbers of clusters by size.
    let output = "[output]\nobservables = [\"clusters\"]\n[output.clusters]\nhistogram = true\n";
    let config = format!("{SMALL}{output}");
    let folder = Folder::with("small.toml", &config);
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let rows = text(&folder, "small.clusters.csv");
    let mut lines: Vec<&str> = rows.lines().collect();
    lines[1] = lines[1].rsplit_once(',').unwrap().0;
    folder.write("small.clusters.csv", lines.join("\n") + "\n");
    let message = folder.zobrist(RESUME).refused();
    let told = "small.clusters.csv:2: expected 4 columns, step,time,size,count, got 3: \"0,0,";
    assert!(message.contains(told), "{message}");
}

/// The rows without what was recalled, which seeds share.
fn states(csv: &str) -> Vec<String> {
    let row = |row: &str| {
        let mut fields: Vec<&str> = row.split(',').collect();
        fields.drain(6..8);
        fields.join(",")
    };
    csv.lines().map(row).collect()
}

/// A run begins where there is no checkpoint: the picture of the start may be all that is there, or
/// the first row.
#[test]
fn a_run_without_a_checkpoint_begins() {
    let whole = Folder::with("small.toml", SMALL);
    whole.zobrist(["lattice", "run", "small.toml"]).done();
    let rows = text(&whole, "small.csv");
    let first: String = rows.split_inclusive('\n').take(2).collect();
    for there in [&[][..], &[("small.before.svg", "")], &[("small.csv", &first)]] {
        let folder = Folder::with("small.toml", SMALL);
        there.iter().for_each(|(name, content)| folder.write(name, content));
        let run = folder.zobrist(RESUME);
        let told = "zobrist: expected the checkpoint small.checkpoint, got no such file; the run begins at \
                    its start\n";
        assert_eq!((run.code, &*run.stderr), (0, told));
        for name in ["small.csv", "small.before.svg", "small.after.svg", "small.checkpoint"] {
            let bytes = |folder: &Folder| fs::read(folder.path(name)).unwrap();
            assert!(bytes(&folder) == bytes(&whole), "{name}");
        }
    }
    // Rows of a run that has lost its checkpoint are not replaced unasked.
    for seeds in [false, true] {
        let folder = Folder::with("small.toml", SMALL);
        let (args, name) = match seeds {
            true => (&["--seeds", "6-7"][..], "small.seed-7"),
            false => (&[][..], "small"),
        };
        let run = |more: &[&str]| {
            folder.zobrist([&["lattice", "run", "small.toml"], args, more].concat())
        };
        run(&[]).done();
        fs::remove_file(folder.path(&format!("{name}.checkpoint"))).unwrap();
        let message = run(&["--resume"]).refused();
        let told = format!(
            "zobrist: cannot resume: expected the checkpoint {name}.checkpoint beside the rows up to step \
             2000 in {name}.csv, got no such file; give --force to begin anew\n"
        );
        assert_eq!(message, told);
        let kept = text(&folder, &format!("{name}.csv"));
        assert_eq!(states(&kept), states(&rows));
        run(&["--force"]).done();
        assert_eq!(states(&text(&folder, &format!("{name}.csv"))), states(&rows));
    }
    // Seeds that have not begun begin, all of them too.
    let folder = Folder::with("small.toml", SMALL);
    folder.zobrist([&RESUME[..], &["--seeds", "6-7"]].concat()).done();
    assert_eq!(states(&text(&folder, "small.seed-7.csv")), states(&rows));
}

/// Killed after more and more time, from before its first file to the middle of its steps, a run
/// resumes; what it then comes to is that of a run that was not killed.
#[test]
#[cfg(unix)]
fn a_run_that_is_killed_at_any_time_resumes() {
    let config = SMALL.replace("steps = 2000", "steps = 40_000");
    let whole = Folder::with("small.toml", &config);
    whole.zobrist(["lattice", "run", "small.toml"]).done();
    whole.zobrist(["lattice", "run", "small.toml", "--seeds", "6-7"]).done();
    for args in [&[][..], &["--seeds", "6-7"]] {
        for time in (0..20).map(|i| Duration::from_millis(i * i)) {
            let folder = Folder::with("small.toml", &config);
            let run = [&["lattice", "run", "small.toml"], args].concat();
            let child = with_signals()
                .args(&run)
                .current_dir(folder.path(""))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            let mut child = child.unwrap();
            sleep(time);
            child.kill().unwrap();
            child.wait().unwrap();
            let name = if args.is_empty() { "small" } else { "small.seed-7" };
            let resumed = folder.zobrist([&run[..], &["--resume"]].concat());
            assert_eq!(resumed.code, 0, "{time:?}: {}", resumed.stderr);
            fs::rename(folder.path(&format!("{name}.csv")), folder.path("small.csv")).unwrap();
            assert_eq!(trajectory(&folder), trajectory(&whole), "{time:?}");
        }
    }
}

/// The first checkpoint is there as soon as the run is at work, long before the next one.
#[test]
#[cfg(unix)]
fn the_first_checkpoint_is_written_at_the_start() {
    use crate::lattice::Running;

    for (args, name) in [(&[][..], "small"), (&["--seeds", "7"], "small.seed-7")] {
        let folder = Folder::with("small.toml", SMALL.replace("kind = ", "delay = 0.5\nkind = "));
        let mut running = Running::until(&folder, args, &format!("{name}.before.svg"));
        running.0.kill().unwrap();
        running.0.wait().unwrap();
        for ending in ["csv", "checkpoint"] {
            assert!(folder.path(&format!("{name}.{ending}")).exists(), "{ending}");
        }
        folder.write("small.toml", SMALL);
        let message = folder.zobrist([&["lattice", "run", "small.toml"], args].concat()).refused();
        assert!(
            message.contains("the file exists; give --resume to continue that run"),
            "{message}"
        );
        folder.zobrist([&RESUME[..], args].concat()).done();
        assert_eq!(text(&folder, &format!("{name}.csv")).lines().count(), 6);
    }
}
