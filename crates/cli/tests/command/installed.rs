//! The command without the repository: its file alone in a folder, with an empty environment.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};

#[cfg(target_os = "linux")]
use crate::tool::strace_runs;
use crate::tool::{Folder, ZOBRIST, split_closing};

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A folder with the command and a file of games, and nothing else.
fn elsewhere() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("home")).unwrap();
    fs::copy(ZOBRIST, folder.path("zobrist")).unwrap();
    let games = Path::new(REPOSITORY).join("data/club.pgn.gz");
    fs::copy(games, folder.path("club.pgn.gz")).unwrap();
    folder
}

fn command(folder: &Folder, program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder.path(".")).env_clear();
    command.env("PATH", "/usr/bin:/bin").env("HOME", folder.path("home"));
    command
}

#[track_caller]
fn done(output: Output) -> String {
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let (err, _) = split_closing(&err);
    assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{out}");
    out
}

/// Commands that must run, each with a text of what it prints.
const COMMANDS: [(&[&str], &str); 8] = [
    (
        &["explore", "club.pgn.gz", "--moves", "e4 c5 c3"],
        "B22 Sicilian Defense: Alapin Variation\n",
    ),
    (&["explore", "club.pgn.gz", "--moves", "e4 c5", "--top", "1"], "B27 Sicilian Defense\n"),
    (&["index", "build", "index", "club.pgn.gz"], ""),
    (&["index", "verify", "index"], ""),
    (&["hash", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"], "463b96181691fc9c\t"),
    (&["book", "make", "index", "-o", "book.bin"], ""),
    (&["book", "tree", "book.bin", "--depth", "1"], "B00 King's Pawn Game\n"),
    (&["check", "club.pgn.gz", "--only", "illegal-move,after-the-end,wrong-result"], ""),
];

#[test]
fn an_installed_command_needs_no_repository() {
    let folder = elsewhere();
    for (args, expected) in COMMANDS {
        let output = loop {
            // Another test that has just forked may still hold the copy open for writing.
            match command(&folder, &folder.path("zobrist")).args(args).output() {
                Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {}
                output => break output.unwrap(),
            }
        };
        let out = done(output);
        assert!(out.contains(expected), "{args:?}: {out}");
        assert!(!expected.is_empty() || args[0] != "check" || out.is_empty(), "{out}");
    }
    assert!(folder.path("home/.cache/zobrist/explore").is_dir());
}

/// No file of the repository is opened or looked at.
#[cfg(target_os = "linux")]
#[test]
fn an_installed_command_looks_for_no_file_of_the_repository() {
    if !strace_runs() {
        return;
    }
    let folder = elsewhere();
    let repository = fs::canonicalize(REPOSITORY).unwrap();
    let repository = repository.to_str().unwrap();
    for (args, _) in COMMANDS {
        let mut traced = command(&folder, Path::new("strace"));
        traced.args(["-f", "-e", "trace=%file", "-o", "trace", "./zobrist"]).args(args);
        done(traced.output().unwrap());
        let trace = fs::read_to_string(folder.path("trace")).unwrap();
        assert!(trace.contains("execve("), "{trace}");
        let touched = trace.lines().find(|line| line.contains(repository));
        assert_eq!(touched, None, "{args:?}");
    }
}
