//! Temporary files that killed runs have left beside their output.

use std::fs::{self, File};
use std::process::Command;

use crate::lattice_merge::recalls;
use crate::tool::{Folder, ZOBRIST, strace_runs};

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path(".")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The message of a run that removes a file.
fn removed(name: &str) -> String {
    format!("zobrist: removed {name}, which a run that was killed has left\n")
}

/// Runs the command and kills it at its first rename.
fn kill_before_rename(folder: &Folder, args: &[&str]) {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=rename,renameat,renameat2", "-e"]);
    strace.arg("inject=rename,renameat,renameat2:signal=SIGKILL:when=1").arg(ZOBRIST).args(args);
    let output = strace.current_dir(folder.path("")).output().unwrap();
    assert!(!output.status.success());
}

#[test]
fn the_next_run_removes_what_a_killed_one_has_left() {
    if !strace_runs() {
        return;
    }
    let folder = recalls();
    folder.write("a.pgn", "1. e4 e5 1-0\n\n".repeat(3));
    folder.zobrist(["book", "make", "a.pgn", "-o", "a.bin"]).done();
    fs::create_dir(folder.path("sub")).unwrap();
    for (args, output) in [
        (&["book", "make", "a.pgn", "-o"][..], "o.bin"),
        (&["book", "merge", "a.bin", "-o"], "merged.bin"),
        (&["book", "fix", "a.bin", "-o"], "sub/fixed.bin"),
        (&["lattice", "recall", "merge", "a.recall", "b.recall", "-o"], "both.recall"),
        (&["keys", "generate", "polyglot", "-o"], "keys"),
        (&["keys", "export", "polyglot", "--lang", "c", "-o"], "keys.c"),
    ] {
        let args: Vec<&str> = args.iter().copied().chain([output]).collect();
        kill_before_rename(&folder, &args);
        kill_before_rename(&folder, &args);
        let (place, name) = output.rsplit_once('/').unwrap_or((".", output));
        let of = Folder::path(&folder, place);
        let left = || -> Vec<String> {
            let names = fs::read_dir(&of).unwrap().map(|entry| entry.unwrap().file_name());
            let names = names.map(|name| name.into_string().unwrap());
            names.filter(|other| other.starts_with(&format!(".{name}."))).collect()
        };
        // The second run has removed the file of the first one, and left its own.
        let [only] = &left()[..] else { panic!("{output}: {:?}", left()) };
        let run = folder.zobrist(args.iter().copied().chain(["--quiet"]));
        let shown = if place == "." { only.clone() } else { format!("{place}/{only}") };
        assert_eq!(run.code, 0, "{args:?}");
        assert!(run.stderr.starts_with(&removed(&shown)), "{args:?}: {}", run.stderr);
        assert!(left().is_empty() && folder.path(output).exists(), "{output}");
    }
    assert!(names(&folder).iter().all(|name| !name.starts_with('.')));
}

/// A file of the same shape stays while a process holds its lock, and files of other shapes stay.
#[test]
fn files_of_living_processes_and_of_others_stay() {
    let folder = Folder::with(".keys.held00000000.tmp", "held");
    folder.write(".keys.mine.tmp", "mine");
    folder.write(".keys.backup.tmp", "mine");
    folder.write(".other.held00000000.tmp", "mine");
    let held = File::open(folder.path(".keys.held00000000.tmp")).unwrap();
    held.lock().unwrap();
    let generate = ["keys", "generate", "polyglot", "--output", "keys", "--force"];
    let before = names(&folder);
    let run = folder.zobrist(generate);
    assert_eq!((run.code, &*run.stderr), (0, ""));
    assert_eq!(names(&folder), [&before[..], &["keys".to_owned()]].concat());
    drop(held);
    let run = folder.zobrist(generate);
    assert_eq!((run.code, run.stderr), (0, removed(".keys.held00000000.tmp")));
    assert_eq!(
        names(&folder),
        [".keys.backup.tmp", ".keys.mine.tmp", ".other.held00000000.tmp", "keys"]
    );
}
