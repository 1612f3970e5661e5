//! `zobrist lattice run`: files that cannot be written, that are saved during the run, and that
//! take one another's places; and numbers that are out of range.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::lattice::{Running, SMALL, refused, text, trajectory, with};
use crate::tool::{Folder, zobrist};

/// Folders have appeared during the run where pictures and rows should go; the first rows are
/// removed.
#[test]
#[cfg(unix)]
fn a_file_that_cannot_be_written_keeps_none_of_the_others_back() {
    let long = SMALL.replace("steps = 2000", "steps = 100_000_000_000");
    let long = long.replace("mode = ", "file = \"small.recall\"\nmode = ");
    for blocked in [&["small.after.svg"][..], &["small.csv", "small.after.svg"]] {
        let folder = Folder::with("small.toml", &long);
        let mut running = Running::until(&folder, &[], "small.before.svg");
        for name in blocked {
            fs::remove_file(folder.path(name)).ok();
            fs::create_dir(folder.path(name)).unwrap();
        }
        running.interrupt();
        assert_eq!(running.0.wait().unwrap().code(), Some(2));
        let summary = std::io::read_to_string(running.0.stdout.take().unwrap()).unwrap();
        assert!(summary.starts_with("steps  "), "{summary}");
        let messages = std::io::read_to_string(running.0.stderr.take().unwrap()).unwrap();
        for name in ["small.csv", "small.after.svg"] {
            let told = messages.matches(&format!("zobrist: cannot write {name}: ")).count();
            assert_eq!(told, usize::from(blocked.contains(&name)), "{messages}");
        }
        assert!(folder.path("small.checkpoint").exists());
        assert!(folder.path("small.recall").exists());

        // The checkpoint serves without the rows.
        blocked.iter().for_each(|name| fs::remove_dir(folder.path(name)).unwrap());
        let lines: Vec<&str> = summary.lines().collect();
        let steps: u64 = lines[0].rsplit(' ').next().unwrap().parse().unwrap();
        folder.write("small.toml", long.replace("100_000_000_000", &steps.to_string()));
        let again = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
        assert!(again.stdout.starts_with(&lines[..3].join("\n")), "{}", again.stdout);
        assert_eq!(again.code, 0, "{}", again.stderr);
        let told =
            again.stderr.contains("in small.csv, got no such file; the new rows begin after them");
        assert_eq!(told, blocked.contains(&"small.csv"), "{}", again.stderr);
    }
}

/// A run replaces what it has written itself, and nothing that came meanwhile.
#[test]
#[cfg(unix)]
fn a_file_that_appears_during_a_run_is_not_replaced() {
    let long = SMALL.replace("steps = 2000", "steps = 100_000_000_000");
    for force in [false, true] {
        let folder = Folder::with("small.toml", &long);
        let args: &[&str] = if force { &["--force"] } else { &[] };
        let args = [args, &["--checkpoint-every", "1"]].concat();
        let mut running = Running::until(&folder, &args, "small.before.svg");
        // The checkpoint of the start is replaced after a second.
        let checkpoint = || fs::read(folder.path("small.checkpoint")).unwrap();
        let (start, begun) = (checkpoint(), Instant::now());
        while checkpoint() == start {
            assert!(begun.elapsed() < Duration::from_secs(60), "no second checkpoint");
            sleep(Duration::from_millis(10));
        }
        folder.write("small.after.svg", "of somebody else");
        let first = checkpoint();
        // Some steps later.
        sleep(Duration::from_millis(300));
        running.interrupt();
        let code = running.0.wait().unwrap().code();
        let messages = std::io::read_to_string(running.0.stderr.take().unwrap()).unwrap();
        let kept = fs::read(folder.path("small.after.svg")).unwrap() == b"of somebody else";
        assert_eq!((code, kept), (Some(if force { 1 } else { 2 }), !force), "{messages}");
        let told = "zobrist: cannot write small.after.svg: the file exists; give --force";
        assert_eq!(messages.contains(told), !force, "{messages}");
        assert!(checkpoint() != first);
    }
}

/// The rows up to an earlier stop are beside a checkpoint when the later ones could not be written.
#[test]
fn rows_that_are_missing_are_reported() {
    let folder = Folder::with("small.toml", SMALL.replace("steps = 2000", "steps = 1000"));
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let early = text(&folder, "small.csv");
    folder.write("small.toml", SMALL);
    folder.zobrist(["lattice", "run", "small.toml", "--resume"]).done();
    folder.write("small.csv", early);
    folder.write("small.toml", SMALL.replace("steps = 2000", "steps = 3000"));
    let run = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
    assert_eq!(run.code, 0);
    let told = "expected rows up to step 2000 in small.csv, got them up to 1000";
    assert!(run.stderr.contains(told), "{}", run.stderr);
}

/// In a folder, the endings alone would be names of hidden files.
#[test]
fn a_folder_is_no_name_for_files() {
    let folder = Folder::with("small.toml", SMALL);
    fs::create_dir(folder.path("there")).unwrap();
    for (out, with) in [("there/", "there/small"), (".", "./small"), ("there/..", "there/../small")]
    {
        let message = folder.zobrist(["lattice", "run", "small.toml", "--out", out]).refused();
        let told = format!("zobrist: --out {out}: expected the name of the files");
        assert!(message.starts_with(&told), "{message}");
        assert!(message.ends_with(&format!("give {with}\n")), "{message}");
    }
    // A file may have the name of a folder and an ending.
    for out in ["there", "there/small", "./a.b"] {
        folder.zobrist(["lattice", "run", "small.toml", "--out", out]).done();
        assert!(folder.path(&format!("{out}.csv")).exists(), "{out}");
    }
}

/// A copy that was cut short: the next row would follow half a row.
#[test]
fn a_row_that_is_cut_is_left_out() {
    let whole = Folder::with("small.toml", SMALL);
    whole.zobrist(["lattice", "run", "small.toml"]).done();
    let folder = Folder::with("small.toml", SMALL.replace("steps = 2000", "steps = 1000"));
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let rows = text(&folder, "small.csv");
    let (header, start) = (rows.find("\n0,").unwrap() + 1, rows.find("\n250,").unwrap() + 1);
    folder.write("small.toml", SMALL);
    let checkpoint = fs::read(folder.path("small.checkpoint")).unwrap();
    for cut in [header + 1, start - 1, start + 1, start + 20] {
        folder.write("small.csv", &rows[..cut]);
        folder.write("small.checkpoint", &checkpoint);
        let run = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let told = "zobrist: expected rows that end with a line feed in small.csv, got \"";
        assert!(run.stderr.contains(told), "{}", run.stderr);
        let kept = text(&folder, "small.csv");
        let kept_bytes = if cut < start { header } else { start };
        assert!(kept.starts_with(&rows[..kept_bytes]), "{kept}");
        assert_eq!(kept[kept_bytes..].lines().next().unwrap().split(',').next(), Some("1500"));
        assert_eq!(trajectory(&folder).last(), trajectory(&whole).last());
    }
}

/// If a copy was cut between two rows, each row is whole.
#[test]
fn rows_that_are_missing_at_the_end_are_reported() {
    let folder = Folder::with("small.toml", SMALL);
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let rows = text(&folder, "small.csv");
    let checkpoint = fs::read(folder.path("small.checkpoint")).unwrap();
    let start = |step: &str| rows.find(&format!("\n{step},")).unwrap() + 1;
    for (cut, got) in [
        (start("0"), "none; the new rows begin after them"),
        (start("500"), "them up to 0; those between are missing"),
        (start("1500"), "them up to 1000; those between are missing"),
        (start("2000"), "them up to 1500; those between are missing"),
        (rows.len(), ""),
    ] {
        folder.write("small.csv", &rows[..cut]);
        folder.write("small.checkpoint", &checkpoint);
        let run = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
        let told = format!("zobrist: expected rows up to step 2000 in small.csv, got {got}\n");
        assert_eq!(run.stderr, if got.is_empty() { "" } else { &told });
        assert_eq!((run.code, text(&folder, "small.csv")), (0, rows[..cut].to_owned()));
    }
}

#[test]
fn a_run_that_is_killed_goes_on_from_its_last_checkpoint() {
    let whole = Folder::with("small.toml", SMALL);
    whole.zobrist(["lattice", "run", "small.toml"]).done();
    // A barrier takes a hundredth of a second: some ten seconds in all.
    let kept = SMALL.replace("mode = ", "file = \"small.recall\"\nmode = ");
    let slow = kept.replace("kind = ", "delay = 1e-2\nkind = ");
    let killed = Folder::with("small.toml", slow);
    let mut running = Running::until(&killed, &["--checkpoint-every", "1"], "small.recall");
    running.0.kill().unwrap();
    assert_eq!(running.0.wait().unwrap().code(), None);
    assert!(killed.path("small.checkpoint").exists());
    assert!(text(&killed, "small.csv").lines().count() >= 2);
    assert!(!killed.path("small.after.svg").exists());

    killed.write("small.toml", kept);
    let summary = killed.zobrist(["lattice", "run", "small.toml", "--resume"]).done();
    assert!(!summary.contains(" for 2000 steps\n"), "it began anew: {summary}");
    assert_eq!(trajectory(&killed), trajectory(&whole));
    assert_eq!(text(&killed, "small.after.svg"), text(&whole, "small.after.svg"));
}

#[test]
fn checkpoints_change_nothing_of_a_run() {
    let config = SMALL.replace("jump-symmetry", "none");
    let plain = Folder::with("small.toml", &config);
    plain.zobrist(["lattice", "run", "small.toml"]).done();
    // 16,000 barriers in two seconds or more.
    let slow = Folder::with("small.toml", config.replace("kind = ", "delay = 1.5e-4\nkind = "));
    slow.zobrist(["lattice", "run", "small.toml", "--checkpoint-every", "1"]).done();
    for name in ["small.csv", "small.before.svg", "small.after.svg", "small.checkpoint"] {
        let bytes = |folder: &Folder| fs::read(folder.path(name)).unwrap();
        assert!(bytes(&slow) == bytes(&plain), "{name}");
    }
    // No other file is left.
    assert_eq!(fs::read_dir(slow.path("")).unwrap().count(), 5);

    let message =
        plain.zobrist(["lattice", "run", "small.toml", "--checkpoint-every", "0"]).refused();
    assert!(message.contains("invalid value '0' for '--checkpoint-every"), "{message}");
}

#[test]
fn the_recall_has_a_file_of_its_own() {
    let name = "small".to_owned();
    for ending in [".checkpoint", ".csv", ".before.svg", ".after.svg", ".toml"] {
        for path in [name.clone() + ending, format!("./{name}{ending}")] {
            let folder = with("mode = ", &format!("file = \"{path}\"\nmode = "));
            let config = text(&folder, "small.toml");
            let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
            let expected = format!("cannot write the recall to {path}: expected a file of its own");
            assert!(message.contains(&expected), "{message}");
            assert!(message.contains("name another `file` in [recall]"), "{message}");
            assert_eq!(text(&folder, "small.toml"), config);
            assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 1);
        }
    }
}

/// The configuration is what is read, however it is named.
#[test]
fn what_is_read_is_not_written_over() {
    let folder = Folder::with("cc.csv", SMALL);
    let whole = folder.path("cc").to_str().unwrap().to_owned();
    fs::create_dir(folder.path("sub")).unwrap();
    for args in [
        &["./cc.csv"][..],
        &["cc.csv", "--out", "./cc"],
        &["cc.csv", "--out", "sub/../cc"],
        &["cc.csv", "--out", &whole],
    ] {
        let message = folder.zobrist([&["lattice", "run"], args].concat()).refused();
        assert!(message.contains("cc.csv: it is the configuration; give --out"), "{message}");
        assert_eq!(text(&folder, "cc.csv"), SMALL);
    }
    #[cfg(unix)]
    {
        // A link that leads to it, and a link through which it is read.
        std::os::unix::fs::symlink("cc.csv", folder.path("link.csv")).unwrap();
        for args in [["cc.csv", "--out", "link"], ["link.csv", "--out", "cc"]] {
            let message = folder.zobrist([&["lattice", "run"], &args[..]].concat()).refused();
            assert!(message.contains(".csv: it is the configuration; give --out"), "{message}");
        }
        assert_eq!(text(&folder, "cc.csv"), SMALL);
    }

    // The potential is read, too.
    let eam = "kind = \"eam\"\nfile = \"small.csv\"\nlattice_constant = 2.86\n\
               migration = { Fe = 0.65, Cu = 0.56 }";
    let folder = with("kind = \"iron-copper\"", eam);
    folder.write("small.csv", "a potential");
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("cannot write small.csv: it is the potential"), "{message}");
    assert_eq!(text(&folder, "small.csv"), "a potential");

    // So is the file of the atoms.
    let atoms = "1\nLattice=\"6 0 0 0 6 0 0 0 6\"\nX 0 0 0\n";
    let start = "start = \"small.csv\"\nmissing = \"host\"";
    let folder = with("fractions = { Fe = 0.95, Cu = 0.05 }\nvacancies = 1", start);
    folder.write("small.csv", atoms);
    let message = folder.zobrist(["lattice", "run", "small.toml", "--force"]).refused();
    assert!(message.contains("cannot write small.csv: it is the start; give --out"), "{message}");
    assert_eq!(text(&folder, "small.csv"), atoms);
    folder.zobrist(["lattice", "run", "small.toml", "--out", "other"]).done();
    assert_eq!(text(&folder, "other.csv").lines().count(), 6);
}

/// Energies of pairs, and a migration energy of copper.
fn pairs(migration: &str) -> Folder {
    let model = format!(
        "kind = \"pair\"\nmigration = {{ Fe = 0.5, Cu = {migration} }}\n[[model.shell]]\n\
         \"Fe-Fe\" = -0.6\n\"Fe-Cu\" = -0.5\n\"Cu-Cu\" = -0.8\n\"Fe-vacancy\" = -0.2\n\
         \"Cu-vacancy\" = -0.1\n\"vacancy-vacancy\" = 0.1"
    );
    with("kind = \"iron-copper\"", &model)
}

#[test]
fn migration_energies_are_not_below_zero() {
    for got in ["-0.4", "nan", "inf", "1001.0"] {
        let message = pairs(got).zobrist(["lattice", "run", "small.toml"]).refused();
        assert!(message.starts_with("zobrist: small.toml:15 (byte "), "{message}");
        let shown = got.replace("nan", "NaN").replace(".0", "");
        let expected =
            format!("`migration`: Cu: expected an energy from 0 to 1000 eV, got {shown}");
        assert!(message.contains(&expected), "{message}");
    }
    // Pairs may take more from it than it has: such a jump ends the run, unless it is allowed.
    pairs("0.5").zobrist(["lattice", "run", "small.toml"]).done();
    let folder = pairs("0.0");
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.starts_with("zobrist: step "), "{message}");
    assert!(message.contains("expected a barrier of 0 eV or more, got -"), "{message}");
    assert!(message.ends_with("`allow_negative_barriers = true` in [model] does such steps\n"));
    assert!(folder.path("small.checkpoint").exists());
    let config = text(&folder, "small.toml");
    let allowed =
        config.replace("kind = \"pair\"", "kind = \"pair\"\nallow_negative_barriers = true");
    folder.write("small.toml", allowed);
    let run = folder.zobrist(["lattice", "run", "small.toml", "--resume"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.starts_with("zobrist: expected barriers of 0 eV or more, got some down to -")
    );
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}

#[test]
fn pairs_that_are_none_are_named() {
    let message = |old: &str, new: &str| {
        let folder = pairs("0.5");
        let config = text(&folder, "small.toml");
        assert!(config.contains(old), "{config}");
        folder.write("small.toml", config.replace(old, new));
        folder.zobrist(["lattice", "run", "small.toml"]).refused()
    };
    for got in ["NaN", "-inf", "5000", "-1001"] {
        let told = message("\"Fe-Cu\" = -0.5", &format!("\"Fe-Cu\" = {}", got.to_lowercase()));
        let expected = "[[model.shell]] 1: Fe-Cu: expected an energy from -1000 to 1000 eV, got ";
        assert!(told.ends_with(&format!("{expected}{got}\n")), "{told}");
    }
    // It would be unclear which names a pair of Cu-II and Fe has.
    let told = message("Cu", "Cu-II");
    let expected = "expected elements without '-', which stands between the two of a pair, got ";
    assert!(told.ends_with(&format!("{expected}\"Cu-II\"\n")), "{told}");
}

#[test]
fn ranges_are_named() {
    for got in ["1e30", "-1.0", "nan", "inf"] {
        let message = refused("kind = ", &format!("delay = {got}\nkind = "));
        assert!(message.contains("`delay`: expected from 0 to 1e9 seconds, got "), "{message}");
    }
    let message = refused("mode = ", "entries = 0\nmode = ");
    assert!(message.contains("`entries`: expected 1 or more, got 0"), "{message}");
    for got in ["0", "0MiB"] {
        let message = refused("mode = ", &format!("size = \"{got}\"\nmode = "));
        let expected =
            format!("`size`: expected more than 0 bytes, such as \"256MiB\", got {got:?}");
        assert!(message.contains(&expected), "{message}");
    }
    let message = refused("mode = ", "file = \"\"\nmode = ");
    assert!(message.contains("`file`: expected the path of a file, got \"\""), "{message}");
}

#[test]
fn help_tells_when_files_are_written_and_what_rows_cost() {
    let help = zobrist(["lattice", "run", "--help"]).done();
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for told in [
        "also written at the start, and with the file of the recall every ten minutes \
         (--checkpoint-every)",
        "the exit status is 130",
        "the recall starts empty unless",
        "A row of the CSV takes time proportional to the number of solutes and vacancies",
        "otherwise a line every minute",
    ] {
        assert!(words.contains(told), "{help}");
    }
}
