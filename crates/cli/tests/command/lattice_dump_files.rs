//! `zobrist lattice run`: dumps that are continued, cut, replaced and refused, and full disks.

use std::fs;
#[cfg(unix)]
use std::thread::sleep;
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::index_faults::limited;
#[cfg(unix)]
use crate::lattice::Running;
use crate::lattice::{text, trajectory};
use crate::lattice_dump::{column, dumped, numbers, values};
use crate::tool::Folder;

/// A dump with a row for each of 250 steps, however many there are.
fn every(table: &str) -> String {
    dumped(table).replace("[output]\n", "[output]\nevery = { steps = 250 }\n")
}

/// The configuration, up to a number of steps.
fn up_to(config: &str, steps: u64) -> String {
    config.replace("steps = 2000", &format!("steps = {steps}"))
}

/// The tables of all kinds of dumps, with the endings of their files.
const KINDS: [(&str, &str); 4] = [
    ("", "small.xyz"),
    ("compress = \"gz\"", "small.xyz.gz"),
    ("format = \"lammps\"", "small.dump"),
    ("format = \"lammps\"\ncompress = \"zst\"", "small.dump.zst"),
];

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.path(name)).unwrap()
}

#[test]
fn a_run_that_goes_on_has_the_dump_of_one_that_did_not_stop() {
    for (table, name) in KINDS {
        let config = every(table);
        let whole = Folder::with("small.toml", &config);
        whole.zobrist(["lattice", "run", "small.toml"]).done();
        let folder = Folder::with("small.toml", up_to(&config, 1000));
        folder.zobrist(["lattice", "run", "small.toml"]).done();
        let early = bytes(&folder, name);
        assert!(bytes(&whole, name).starts_with(&early), "{name}");
        let half = [&early[..], &bytes(&whole, name)[early.len()..][..200]].concat();
        // As it was, with the frames of later steps, and with a part of one.
        for dump in [early, bytes(&whole, name), half] {
            let folder = Folder::with("small.toml", up_to(&config, 1000));
            folder.zobrist(["lattice", "run", "small.toml"]).done();
            folder.write(name, dump);
            folder.write("small.toml", &config);
            let run = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
            assert_eq!((run.code, &*run.stderr), (0, ""), "{name}");
            assert!(bytes(&folder, name) == bytes(&whole, name), "{name}");
            assert_eq!(trajectory(&folder), trajectory(&whole));
        }
    }
}

/// Between two steps there can be several rows. Those after the checkpoint's clock come again,
/// once.
#[test]
fn a_run_by_times_goes_on_with_its_dump() {
    let config = dumped("").replace("steps = 2000", "end_time = 2e-8");
    let config = config.replace("[output]\n", "[output]\nevery = { time = 1e-10 }\n");
    let whole = Folder::with("small.toml", &config);
    whole.zobrist(["lattice", "run", "small.toml"]).done();
    let [dump, rows] = ["small.xyz", "small.csv"].map(|name| text(&whole, name));
    assert_eq!(dump.matches("\nLattice=").count(), 201);
    let steps = column(&whole, "small.csv", "step");
    let mut several = 0;
    for step in 1..50 {
        let folder = Folder::with(
            "small.toml",
            config.replace("end_time", &format!("steps = {step}\nend_time")),
        );
        folder.zobrist(["lattice", "run", "small.toml"]).done();
        folder.write("small.toml", &config);
        // As a kill leaves them, long after the checkpoint; without the row at the end of the
        // shorter run.
        folder.write("small.xyz", &dump);
        folder.write("small.csv", &rows);
        let run = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
        assert_eq!((run.code, &*run.stderr), (0, ""), "step {step}");
        assert!(text(&folder, "small.xyz") == dump, "step {step}");
        assert_eq!(trajectory(&folder), trajectory(&whole));
        several += usize::from(steps.iter().filter(|it| **it == step.to_string()).count() > 1);
    }
    assert!(several > 10, "{several}");
}

/// A run that comes to an end in time, and is given more.
#[test]
fn a_run_goes_on_beyond_its_end_with_its_dump() {
    let config = dumped("").replace("steps = 2000", "end_time = 2e-8");
    let config = config.replace("[output]\n", "[output]\nevery = { time = 1e-10 }\n");
    for end in ["3e-9", "1.2345e-8"] {
        let folder = Folder::with("small.toml", config.replace("2e-8", end));
        folder.zobrist(["lattice", "run", "small.toml"]).done();
        folder.write("small.toml", &config);
        let run = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
        assert_eq!((run.code, &*run.stderr), (0, ""), "{end}");
        let dump = text(&folder, "small.xyz");
        for (key, name) in [("Step", "step"), ("Time", "time"), ("energy", "energy")] {
            assert_eq!(values(&dump, key), numbers(&column(&folder, "small.csv", name)), "{end}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_dump_is_not_behind_the_checkpoint_of_a_run_that_is_killed() {
    for (table, name) in KINDS {
        let config = every(table).replace("steps = 250", "steps = 10");
        let whole = Folder::with("small.toml", &config);
        whole.zobrist(["lattice", "run", "small.toml"]).done();
        let slow = config.replace("kind = \"iron", "delay = 1e-3\nkind = \"iron");
        let slow = slow.replace("jump-symmetry", "none");
        let folder = Folder::with("small.toml", slow);
        let mut running = Running::until(&folder, &["--checkpoint-every", "1"], "small.checkpoint");
        // The first checkpoint is at the start, another comes after a second.
        let begun = Instant::now();
        while text(&folder, "small.csv").lines().count() < 4 {
            assert!(begun.elapsed() < Duration::from_secs(60), "no second checkpoint");
            sleep(Duration::from_millis(10));
        }
        running.0.kill().unwrap();
        assert_eq!(running.0.wait().unwrap().code(), None);
        folder.write("small.toml", &config);
        let run = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
        // Where the run was killed while it wrote a checkpoint, the next one says what it has removed.
        let removed = "zobrist: removed .small.checkpoint.";
        assert_eq!(run.code, 0, "{name}: {}", run.stderr);
        assert!(run.stderr.is_empty() || run.stderr.starts_with(removed), "{}", run.stderr);
        assert!(bytes(&folder, name) == bytes(&whole, name), "{name}");
    }
}

/// The frames before stay, the state is saved, and the frame that found no room is written when
/// there is.
#[test]
#[cfg(unix)]
fn a_full_disk_stops_the_run_and_loses_nothing() {
    for (table, name) in KINDS {
        let config = every(table).replace("[6, 6, 6]", "[16, 16, 16]");
        let whole = Folder::with("small.toml", &config);
        whole.zobrist(["lattice", "run", "small.toml"]).done();
        let all = bytes(&whole, name);
        // Room for some of the nine frames: frames of one kind are of about the same size.
        let limit = (all.len() * 5 / 9 / 1024) as u32;
        let folder = Folder::with("small.toml", &config);
        let (code, message) = limited(&folder, limit, "lattice run small.toml");
        assert_eq!(code, Some(2), "{message}");
        let told =
            format!("zobrist: cannot write {name}: File too large (os error 27); the run stops ");
        assert!(message.contains(&told), "{message}");
        assert!(message.contains("after step 1"), "{message}");
        let dump = bytes(&folder, name);
        assert!(all.starts_with(&dump) && dump.len() > all.len() / 4, "{name}");
        let rows = text(&folder, "small.csv");
        assert!(text(&whole, "small.csv").starts_with(&rows));
        assert!(rows.lines().count() >= 5, "{rows}");
        assert!(
            folder.path("small.checkpoint").exists() && folder.path("small.after.svg").exists()
        );

        // There is still no room.
        let (code, message) = limited(&folder, limit, "lattice run small.toml --resume");
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains(&format!("cannot write {name}: File too large")), "{message}");
        assert!(bytes(&folder, name) == dump);

        let run = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
        assert_eq!((run.code, &*run.stderr), (0, ""), "{name}");
        assert!(bytes(&folder, name) == all, "{name}");
        assert_eq!(trajectory(&folder), trajectory(&whole));
    }
}

/// Before any work, and without files that would be in the way.
#[test]
#[cfg(unix)]
fn a_disk_without_room_for_one_frame_is_an_error() {
    let folder = Folder::with("small.toml", every("").replace("[6, 6, 6]", "[16, 16, 16]"));
    let (code, message) = limited(&folder, 100, "lattice run small.toml");
    assert_eq!(code, Some(2), "{message}");
    assert!(message.starts_with("zobrist: cannot write small.xyz: File too large"), "{message}");
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 1, "{message}");
}

#[test]
fn frames_that_are_missing_are_reported() {
    let config = every("");
    let run = |dump: Option<&str>| {
        let folder = Folder::with("small.toml", up_to(&config, 1000));
        folder.zobrist(["lattice", "run", "small.toml"]).done();
        match dump {
            Some(dump) => folder.write("small.xyz", dump),
            None => fs::remove_file(folder.path("small.xyz")).unwrap(),
        }
        folder.write("small.toml", &config);
        let run = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
        (run.code, run.stderr, text(&folder, "small.xyz").matches("\nLattice=").count())
    };
    let whole = Folder::with("small.toml", &config);
    whole.zobrist(["lattice", "run", "small.toml"]).done();
    let dump = text(&whole, "small.xyz");
    let start = |frame: usize| dump.match_indices("432\n").nth(frame).unwrap().0;

    let (code, message, frames) = run(None);
    let told = "zobrist: expected the frames up to step 1000 in small.xyz, got no such file; the new frames begin \
                after them\n";
    assert_eq!((code, &*message, frames), (0, told, 4));
    // The last one can be written again: the run goes on from its state.
    assert_eq!(run(Some(&dump[..start(4)])), (0, String::new(), 9));
    let (code, message, frames) = run(Some(&dump[..start(3)]));
    let told = "zobrist: expected 5 frames up to step 1000 in small.xyz, one for each row, got 4; the others are \
                missing\n";
    assert_eq!((code, &*message, frames), (0, told, 8));

    let (code, message, _) = run(Some("432\nfree text\nFe 0 0 0\n"));
    assert_eq!(code, 0, "{message}");
    let (code, message, _) = run(Some("1\nfree text\nFe 0 0 0\n"));
    let told =
        "zobrist: cannot continue small.xyz: small.xyz:1 (byte 0): expected a frame with its step ";
    assert!(code == 2 && message.starts_with(told), "{message}");
}

/// A run that was killed while it replaced the files of another: its checkpoint of the start is
/// there, and the dump is still that of the other.
#[test]
fn a_run_that_goes_on_from_its_start_begins_the_dump_anew() {
    for (table, name) in KINDS {
        let config = every(table);
        let whole = Folder::with("small.toml", &config);
        whole.zobrist(["lattice", "run", "small.toml"]).done();
        let other = Folder::with("small.toml", config.replace("seed = 7", "seed = 8"));
        other.zobrist(["lattice", "run", "small.toml"]).done();
        let dump = bytes(&other, name);
        assert!(dump != bytes(&whole, name));

        let folder = Folder::with("small.toml", up_to(&config, 0));
        folder.zobrist(["lattice", "run", "small.toml"]).done();
        folder.write(name, dump);
        folder.write("small.toml", &config);
        folder.zobrist(["lattice", "run", "small.toml", "--resume"]).done();
        assert!(bytes(&folder, name) == bytes(&whole, name), "{name}");
    }
}

/// A program that is not there is an error before anything is replaced.
#[cfg(unix)]
#[test]
fn a_program_that_is_not_there_leaves_the_files_of_an_earlier_run() {
    let config = every("");
    let folder = Folder::with("small.toml", &config);
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let names =
        ["small.csv", "small.checkpoint", "small.xyz", "small.before.svg", "small.after.svg"];
    let before = names.map(|name| bytes(&folder, name));
    for program in ["./nothing", "no-such-program-of-barriers"] {
        let model = format!(
            "kind = \"command\"\ncommand = [\"{program}\"]\nlattice_constant = 2.8665\nreach = 2.87\n\
             fingerprint = \"1\""
        );
        let text = config.replace("seed = 7", "seed = 8").replace("kind = \"iron-copper\"", &model);
        folder.write("small.toml", text);
        for args in [&["--force"][..], &["--force", "--seeds", "1-2"]] {
            let run = [&["lattice", "run", "small.toml"], args].concat();
            let message = folder.zobrist(run).refused();
            let told = "`command`: expected a program";
            assert!(
                message.starts_with("zobrist: small.toml:18 (byte ") && message.contains(told),
                "{message}"
            );
            assert!(names.map(|name| bytes(&folder, name)) == before, "{message}");
        }
        assert!(!folder.path("small.seed-1.csv").exists());
    }
}

#[test]
fn a_dump_that_exists_is_not_replaced_without_leave() {
    for (table, name) in KINDS {
        let folder = Folder::with("small.toml", every(table));
        folder.write(name, "of somebody else");
        let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
        let told =
            format!("zobrist: cannot write {name}: the file exists; give --resume to continue ");
        assert!(message.starts_with(&told), "{message}");
        assert_eq!(bytes(&folder, name), b"of somebody else");
        folder.zobrist(["lattice", "run", "small.toml", "--force"]).done();
        let first = bytes(&folder, name);
        folder.zobrist(["lattice", "run", "small.toml", "--force"]).done();
        assert!(bytes(&folder, name) == first);
    }
    // A dump of another compression, under the name of this one.
    let folder = Folder::with("small.toml", every("compress = \"gz\""));
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let plain = Folder::with("small.toml", every(""));
    plain.zobrist(["lattice", "run", "small.toml"]).done();
    folder.write("small.xyz.gz", bytes(&plain, "small.xyz"));
    let message = folder.zobrist(["lattice", "run", "small.toml", "--resume"]).refused();
    let told = "zobrist: cannot continue small.xyz.gz: small.xyz.gz: expected gzip, as the name of the file says, got \
                no compression\n";
    assert_eq!(message, told);
    assert!(bytes(&folder, "small.xyz.gz") == bytes(&plain, "small.xyz"));
}

/// A run that starts from a dump does not write over it.
#[test]
fn the_start_is_not_written_over() {
    let config = every("");
    let folder = Folder::with("small.toml", &config);
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let dump = text(&folder, "small.xyz");
    let whole = "fractions = { Fe = 0.95, Cu = 0.05 }\nvacancies = 1";
    folder.write("small.toml", config.replace(whole, "start = \"./small.xyz\""));
    for option in ["--force", "--resume"] {
        let message = folder.zobrist(["lattice", "run", "small.toml", option]).refused();
        let told = "zobrist: cannot write small.xyz: it is the start; give --out\n";
        assert_eq!(message, told);
        assert_eq!(text(&folder, "small.xyz"), dump);
    }
    // An end without a picture's time is as good: nothing else is in the way.
    folder.zobrist(["lattice", "run", "small.toml", "--out", "next"]).done();
    assert!(folder.path("next.xyz").exists());
}

#[test]
fn tables_that_are_none() {
    let refused = |table: &str| {
        let folder = Folder::with("small.toml", dumped(table));
        let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
        assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 1);
        message
    };
    for (table, told) in [
        ("format = \"cif\"", "`format`: expected \"xyz\" or \"lammps\", got \"cif\""),
        (
            "compress = \"bz2\"",
            "`compress`: expected \"gz\" or \"zst\", or no such key for a plain file, got \"bz2\"",
        ),
        ("only = []", "`only`: expected one of Fe, vacancy, Cu or more, got none"),
        ("only = [\"Cu\", \"X\"]", "`only`: no species \"X\": expected some of Fe, vacancy, Cu"),
    ] {
        let message = refused(table);
        assert!(message.starts_with("zobrist: small.toml:25 (byte "), "{message}");
        assert!(message.ends_with(&format!("): {told}\n")), "{message}");
    }
    let message = refused("formats = \"xyz\"");
    assert!(message.contains("unknown field `formats`"), "{message}");

    // Names that cannot be in a file of atoms are none of elements.
    let pairs = "kind = \"pair\"\nmigration = { \"a b\" = 0.6 }\n[[model.shell]]\n\"a b-a b\" = -0.6\n\
                 \"vacancy-vacancy\" = 0.1\n\"a b-vacancy\" = -0.2";
    let config = dumped("").replace("kind = \"iron-copper\"", pairs);
    let config = config.replace("{ Fe = 0.95, Cu = 0.05 }", "{ \"a b\" = 1.0 }");
    let folder = Folder::with("small.toml", config.replace("\"Fe\"", "\"a b\""));
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    let told =
        "`host`: expected an element without white space and control characters, got \"a b\"\n";
    assert!(message.ends_with(told), "{message}");
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 1);
}
