//! `zobrist index`.

use std::fs;

use crate::tool::{COMPRESSIONS, Folder, SAMPLE};

const A: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n1. d4 *\n";
const B: &str = "[White \"B\"]\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n";

/// A fact that `index info` prints.
fn fact(folder: &Folder, name: &str) -> String {
    let facts = folder.zobrist(["index", "info", "idx"]).done();
    let line = facts.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('\t'));
    line.unwrap_or_else(|| panic!("{name} is not in {facts}")).to_owned()
}

/// The moves of the start position and how often they were played.
#[track_caller]
pub fn moves(folder: &Folder) -> Vec<(String, u64)> {
    let run = folder.zobrist(["explore", "idx", "--format", "csv"]);
    let is_empty = run.stdout.lines().count() == 1;
    let message = if is_empty { "zobrist: no game reached this position\n" } else { "" };
    assert_eq!((run.code, &*run.stderr), (0, message), "{}", run.stdout);
    let rows = run.stdout;
    let fields = rows.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    fields.map(|fields| (fields[1].to_owned(), fields[2].parse().unwrap())).collect()
}

fn counts<const N: usize>(moves: [(&str, u64); N]) -> Vec<(String, u64)> {
    moves.map(|(san, games)| (san.to_owned(), games)).to_vec()
}

#[test]
fn build_add_merge_info_verify() {
    let folder = Folder::with("a.pgn", A);
    folder.write("b.pgn", B);
    assert_eq!(folder.zobrist(["index", "build", "idx", "a.pgn"]).done(), "");
    assert_eq!(moves(&folder), counts([("d4", 1), ("e4", 1)]));
    assert_eq!(folder.zobrist(["index", "verify", "idx"]).done(), "");
    assert_eq!((fact(&folder, "games"), fact(&folder, "segments")), ("2".into(), "1".into()));

    assert_eq!(folder.zobrist(["index", "add", "idx", "b.pgn"]).done(), "");
    assert_eq!(moves(&folder), counts([("e4", 2), ("d4", 1)]));
    assert_eq!(folder.zobrist(["index", "verify", "idx"]).done(), "");
    assert_eq!((fact(&folder, "games"), fact(&folder, "segments")), ("3".into(), "2".into()));
    assert_eq!((fact(&folder, "sources"), fact(&folder, "rejected")), ("2".into(), "0".into()));

    assert_eq!(folder.zobrist(["index", "merge", "idx"]).done(), "");
    assert_eq!(moves(&folder), counts([("e4", 2), ("d4", 1)]));
    assert_eq!(folder.zobrist(["index", "verify", "idx"]).done(), "");
    assert_eq!((fact(&folder, "games"), fact(&folder, "segments")), ("3".into(), "1".into()));
}

#[test]
fn several_files_compressed_or_not_and_standard_input() {
    let folder = Folder::with("a.pgn", A);
    let mut args = vec!["index", "build", "idx", "a.pgn"];
    for (end, compress) in COMPRESSIONS {
        folder.write(&format!("b.pgn.{end}"), compress(B.as_bytes()));
    }
    args.extend(["b.pgn.zst", "b.pgn.gz", "b.pgn.bz2"]);
    folder.zobrist(args.clone()).done();
    assert_eq!(moves(&folder), counts([("e4", 4), ("d4", 1)]));
    assert_eq!(fact(&folder, "sources"), "4");

    args.extend(["-", "--replace"]);
    let output = folder.zobrist_on("1. d4 *\n\n1. c4 *\n", args);
    output.done();
    assert_eq!(moves(&folder), counts([("e4", 4), ("d4", 2), ("c4", 1)]));
    folder.zobrist(["index", "verify", "idx"]).done();
    let message = folder.zobrist(["index", "build", "idx", "-", "-"]).refused();
    assert!(message.contains("standard input can be read only once"), "{message}");
    assert_eq!(moves(&folder).len(), 3);
}

#[test]
fn bad_games_are_reported_and_counted() {
    let bad = "1. e4 e5 2. Ke3 *\n";
    let folder = Folder::with("a.pgn", format!("{A}\n{bad}\n{B}"));
    let (rows, messages) = folder.zobrist(["index", "build", "idx", "a.pgn"]).rejected();
    assert_eq!(rows, "");
    let line = A.lines().count() + 2;
    assert_eq!(
        messages,
        format!(
            "zobrist: a.pgn:{line} (byte {}): game 3: illegal move Ke3 at ply 3; --keep-valid keeps \
             the moves before it\n\
             zobrist: rejected 1 of 4 games\n",
            A.len() + "\n1. e4 e5 2. ".len()
        )
    );
    assert_eq!(moves(&folder), counts([("e4", 2), ("d4", 1)]));
    let (_, messages) = folder.zobrist(["index", "add", "idx", "a.pgn", "--again"]).rejected();
    assert!(messages.ends_with("zobrist: rejected 1 of 4 games\n"), "{messages}");
    assert_eq!((fact(&folder, "games"), fact(&folder, "rejected")), ("6".into(), "2".into()));
    folder.zobrist(["index", "verify", "idx"]).done();
}

#[test]
fn games_that_are_left_out_are_counted() {
    let games = format!("{A}\n{A}\n[WhiteElo \"2500\"]\n[BlackElo \"2500\"]\n\n1. c4 *\n");
    let folder = Folder::with("a.pgn", games);
    let run = folder.zobrist(["index", "build", "idx", "a.pgn", "--dedup"]);
    assert_eq!((run.code, &*run.stderr), (0, "zobrist: left out 2 games seen before\n"));
    assert_eq!(fact(&folder, "games"), "3");
    let run = folder.zobrist(["index", "build", "idx", "a.pgn", "--min-elo", "2500", "--replace"]);
    let expected = "zobrist: left out 4 games without the Elo that was asked for\n";
    assert_eq!((run.code, &*run.stderr), (0, expected));
    assert_eq!(moves(&folder), counts([("c4", 1)]));
    folder.zobrist(["index", "build", "idx", "a.pgn", "--max-ply", "1", "--replace"]).done();
    assert_eq!(fact(&folder, "positions_rows"), "3");
}

#[test]
fn the_sample_is_found_without_fault() {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "idx", SAMPLE, "--jobs", "2", "--memory", "16MiB"]).done();
    folder.zobrist(["index", "verify", "idx", "--memory", "16MiB"]).done();
    assert_eq!(fact(&folder, "games"), "2000");
    let games: u64 = moves(&folder).iter().map(|row| row.1).sum();
    assert_eq!(games, 2000);
}

#[test]
fn threads_change_no_byte() {
    let folder = Folder::new();
    let build = |name: &str, jobs: &str| {
        folder.zobrist(["index", "build", name, SAMPLE, "--jobs", jobs]).done();
        ["positions", "occurrences", "games"].map(|table| {
            fs::read(folder.path(&format!("{name}/{table}/000001-0000.parquet"))).unwrap()
        })
    };
    assert!(build("one", "1") == build("three", "3"));
}

#[test]
fn mistakes_are_told_before_anything_is_done() {
    let folder = Folder::with("a.pgn", A);
    fs::create_dir(folder.path("empty")).unwrap();
    for (args, expected) in [
        (&["index", "build", "idx"][..], "required"),
        (&["index", "build", "idx", "a.pgn", "--memory", "1MiB"], "expected at least 16MiB"),
        (&["index", "build", "idx", "a.pgn", "--memory", "3X"], "the unit \"x\""),
        (&["index", "build", "idx", "a.pgn", "--scheme", "mine"], "polyglot"),
        (&["index", "build", "idx", "missing.pgn"], "cannot open missing.pgn"),
        (&["index", "build", "idx", "empty"], "expected files of games in PGN in empty, got none"),
        (&["index", "add", "idx", "a.pgn"], "idx holds no index"),
        (&["index", "merge", "idx"], "idx holds no index"),
        (&["index", "info", "idx"], "idx holds no index"),
        (&["index", "verify", "idx"], "idx holds no index"),
        (&["index", "info", "a.pgn"], "a.pgn holds no index; `zobrist index build` makes one"),
        (&["index", "build", "a.pgn", "a.pgn"], "cannot create a.pgn"),
        (&["index", "add", "idx", "a.pgn", "--scheme", "fide"], "--scheme"),
    ] {
        let message = folder.zobrist(args.iter().copied()).refused();
        assert!(message.contains(expected), "{args:?}: {message}");
        assert!(!folder.path("idx").exists(), "{args:?} made a folder");
    }
}

/// A build from standard input must not be taken for one from a file of the same name.
#[test]
fn a_dash_is_standard_input_whatever_files_there_are() {
    let folder = Folder::with("-", B);
    folder.zobrist_on(A, ["index", "build", "idx", "-", "./-", "--relative"]).done();
    let manifest = fs::read(folder.path("idx/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    let sizes = [0, 1].map(|source| manifest["sources"][source]["bytes"].clone());
    assert_eq!(sizes, [serde_json::Value::Null, B.len().into()]);
    let rows = folder.zobrist(["explore", "idx", "--games", "9", "--format", "csv"]).done();
    assert!(rows.contains("0,standard input,1,0,A,") && rows.contains("2,./-,1,0,B,"), "{rows}");
}
