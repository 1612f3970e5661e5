//! Memory and threads that the system refuses: an error, or the same results on fewer threads.

use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::process::Command;
use std::sync::OnceLock;

use crate::lattice::SMALL;
use crate::tool::{Folder, Run, SAMPLE, ZOBRIST, run, strace_runs};

/// The least virtual memory within which the command starts, in KiB, to a MiB: its code and
/// libraries, which differ by features and optimization.
pub fn to_start() -> u64 {
    static LEAST: OnceLock<u64> = OnceLock::new();
    *LEAST.get_or_init(|| {
        let starts = |mib: &u64| {
            let script = "ulimit -c 0; ulimit -v $0 && exec \"$1\" --version";
            let mut shell = Command::new("sh");
            shell.args(["-c", script, &(mib << 10).to_string(), ZOBRIST]);
            shell.output().unwrap().status.success()
        };
        let all: Vec<u64> = (1..1024).collect();
        let mib = all.partition_point(|mib| !starts(mib)) as u64 + 1;
        mib << 10
    })
}

/// Runs the command in a folder with `kib` KiB of virtual memory beyond what it takes to start.
#[track_caller]
pub fn within(kib: u64, folder: &Folder, args: &[&str]) -> Run {
    let limit = (to_start() + kib).to_string();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v $0 && exec \"$@\"", &limit, ZOBRIST]).args(args);
    run(assert_cmd::Command::from_std(shell).current_dir(folder.path("")))
}

/// Runs the command in a folder while strace refuses every thread; `None` without strace.
#[track_caller]
fn without_threads(folder: &Folder, args: &[&str]) -> Option<Run> {
    let trace = ["-f", "-qq", "-o", "/dev/null", "-e", "trace=clone,clone3", "-e"];
    let mut strace = Command::new("strace");
    strace.args(trace).arg("inject=clone,clone3:error=EAGAIN").arg(ZOBRIST).args(args);
    strace_runs().then(|| run(assert_cmd::Command::from_std(strace).current_dir(folder.path(""))))
}

/// Asserts that a command does the same without any thread but its own.
#[track_caller]
fn same_without_threads(folder: &Folder, args: &[&str]) {
    let Some(alone) = without_threads(folder, args) else { return };
    let expected = folder.zobrist(args.iter().copied());
    assert_eq!((alone.code, alone.stderr), (expected.code, expected.stderr), "{args:?}");
    assert!(alone.stdout == expected.stdout, "{args:?}");
}

#[test]
fn counts_need_no_threads() {
    let folder = Folder::new();
    for args in [
        &["perft", "4", "--jobs", "4"][..],
        &["perft", "4", "--jobs", "4", "--unique"],
        &["go", "count", "2x1", "--jobs", "3"],
        &["keys", "audit", "polyglot", "--weight", "5", "--jobs", "4"],
        &["keys", "collisions", "--tree", "2", "--sets", "1", "--bits", "16", "--jobs", "4"],
    ] {
        same_without_threads(&folder, args);
    }
}

#[test]
fn games_need_no_threads() {
    let folder = Folder::new();
    for args in [
        &["hash", "--input", "pgn", "--jobs", "8", SAMPLE][..],
        &["hash", "--input", "pgn", "--unique", "--jobs", "8", SAMPLE],
    ] {
        same_without_threads(&folder, args);
    }
}

#[test]
fn an_index_needs_no_threads() {
    let folder = Folder::new();
    let build = ["index", "build", "alone", SAMPLE, "--jobs", "4"];
    let Some(built) = without_threads(&folder, &build) else { return };
    assert_eq!(built.code, 0, "{}", built.stderr);
    folder.zobrist(["index", "build", "index", SAMPLE, "--jobs", "4"]);
    let alone = without_threads(&folder, &["index", "verify", "alone"]).unwrap();
    assert_eq!(alone.code, 0, "{}", alone.stderr);
    let rows = |name| folder.zobrist(["explore", name]).stdout;
    assert_eq!(rows("alone"), rows("index"));
}

/// A clock, a progress bar and Ctrl-C have threads of their own; a run without any reports it.
#[test]
fn a_simulation_needs_one_thread_for_ctrl_c() {
    let folder = Folder::with("small.toml", SMALL);
    let Some(run) = without_threads(&folder, &["lattice", "run", "small.toml"]) else { return };
    assert!(run.refused().starts_with("zobrist: cannot listen for Ctrl-C: "));
}

/// The reader of SGF has no thread, and takes no stack for a node.
#[test]
fn a_long_game_of_go_needs_no_thread_and_little_memory() {
    let long = format!("(;SZ[9]{})", ";B[];W[]".repeat(2000));
    let folder = Folder::with("long.sgf", format!("(;SZ[9];B[ee])\n{long}\n(;SZ[9];B[aa])"));
    same_without_threads(&folder, &["go", "hash", "long.sgf"]);
    let deep = format!("(;SZ[9]{}{})", "(;".repeat(200_000), ")".repeat(200_000));
    folder.write("deep.sgf", deep);
    within(54 << 10, &folder, &["go", "check", "deep.sgf"]).done();
}

#[test]
fn different_positions_beyond_memory_are_an_error() {
    let folder = Folder::new();
    for jobs in ["1", "2"] {
        let args = ["perft", "7", "--unique", "--jobs", jobs];
        let run = within(34 << 10, &folder, &args);
        assert_eq!(run.code, 2, "{}", run.stderr);
        // The plies that could be counted are.
        assert!(run.stdout.starts_with("1\t20\n2\t400\n3\t5362\n"), "{}", run.stdout);
        let what = "the system refused the memory to distinguish more than ";
        assert!(run.stderr.contains(what), "{}", run.stderr);
    }
}

/// 2^19 different positions, of two kings and six knights.
fn many_positions() -> String {
    let mut lines = String::new();
    for number in 0..1 << 19 {
        let knight = |rank: usize| {
            let file = number >> (3 * rank) & 7;
            let gap = |n: usize| if n == 0 { String::new() } else { n.to_string() };
            // One of White's would attack the king.
            let piece = if [(0, 5), (1, 6)].contains(&(rank, file)) { 'n' } else { 'N' };
            format!("{}{piece}{}", gap(file), gap(7 - file))
        };
        let ranks = [0, 1, 2, 3, 4, 5].map(knight).join("/");
        let king = if number >> 18 == 0 { "7K" } else { "4K3" };
        writeln!(lines, "7k/{ranks}/{king} w - - 0 1").unwrap();
    }
    lines
}

#[test]
fn positions_seen_beyond_memory_are_an_error() {
    let folder = Folder::with("lines.fen", many_positions());
    let args = ["hash", "--unique", "--jobs", "1", "lines.fen"];
    let run = within(3 << 10, &folder, &args);
    assert_eq!(run.code, 2, "{}", run.stderr);
    let (before, after) = run.stderr.split_once("to distinguish more than ").unwrap();
    assert_eq!(before, "zobrist: the system refuses the memory ");
    let seen: usize = after.split(' ').next().unwrap().parse().unwrap();
    // Those rows are printed.
    assert_eq!(run.stdout.lines().count(), seen, "{}", run.stderr);
    assert!(seen > 1000, "{seen}");
}

/// 400,000 sites in a plane, all of which are in the pictures.
const PLANE: &str = r#"seed = 7
temperature = 773.0
steps = 0
[lattice]
structure = "square"
cells = [800, 500, 1]
[composition]
host = "A"
fractions = { A = 1 }
vacancies = 1
[model]
kind = "pair"
migration = { A = 0.5 }
[[model.shell]]
A-A = -0.4
A-vacancy = 0
vacancy-vacancy = 0
"#;

#[test]
fn a_simulation_beyond_memory_is_an_error() {
    // 2 million sites: 2 MB for the sites, 32 MB for the keys, and two pictures of 20,000 sites.
    let large = SMALL.replace("cells = [6, 6, 6]", "cells = [100, 100, 100]");
    let large = large.replace("steps = 2000", "steps = 0");
    for config in [large.as_str(), PLANE] {
        // From barely enough for the program to enough for the run, and for the arenas of its
        // threads.
        let mut codes = Vec::new();
        for mib in (4..=364).step_by(40) {
            let folder = Folder::with("large.toml", config);
            let run = within(mib << 10, &folder, &["lattice", "run", "large.toml"]);
            let refused = run.code == 2 && run.stderr.contains("take a smaller box\n");
            assert!(run.code == 0 || refused, "{mib} MiB: {} {}", run.code, run.stderr);
            codes.push(run.code);
        }
        assert!(codes.first() == Some(&2) && codes.last() == Some(&0), "{codes:?}");
    }
}

#[test]
fn a_book_or_an_index_beyond_memory_is_an_error() {
    let folder = Folder::new();
    let mut games = String::new();
    flate2::read::GzDecoder::new(File::open(SAMPLE).unwrap()).read_to_string(&mut games).unwrap();
    folder.write("games.pgn", games.repeat(8));
    let build = ["index", "build", "folder", "games.pgn", "--jobs", "1"];
    // What is refused is one of 16 MiB. With less, it may be a few KiB that a library asks for,
    // which ends the process.
    let message = within(38 << 10, &folder, &build).refused();
    assert!(
        message.contains("the system refused ") && message.contains(" bytes of memory"),
        "{message}"
    );
}

#[test]
fn an_audit_beyond_memory_is_an_error() {
    let folder = Folder::with("kinds.toml", "[[kind]]\nname = \"many\"\nsize = 1000000\n");
    // 16 MB for the keys, twice, and up to 128 MB for their statistics.
    for (mib, message) in [
        (3, "the system refuses the memory for 1000000 keys"),
        (49, "need a table of 128000000 bytes, which does not fit in memory"),
    ] {
        let audit = [
            "keys",
            "audit",
            "splitmix64",
            "--layout",
            "kinds.toml",
            "--weight",
            "2",
            "--jobs",
            "1",
        ];
        let got = within(mib << 10, &folder, &audit).refused();
        assert!(got.contains(message), "{mib} MiB: {got}");
    }
}

#[test]
fn keys_beyond_memory_are_an_error() {
    let folder = Folder::with("kinds.toml", "[[kind]]\nname = \"many\"\nsize = 16000000\n");
    let generate = ["keys", "generate", "splitmix64", "--layout", "kinds.toml"];
    let message = within(154 << 10, &folder, &generate).refused();
    assert!(message.contains("the system refuses the memory for 16000000 keys"), "{message}");
}
