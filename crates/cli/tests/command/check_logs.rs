//! Logs and keys with faults of real engines, which are in `engine_logs`, and what is said of them.

use std::fs;

use crate::rookie::{Engine, folder};
use crate::tool::{Folder, Run};

/// The folder of the made-up engine with the files of `engine_logs`.
fn logs() -> Folder {
    let folder = folder(&Engine::new());
    let logs = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/command/engine_logs");
    for file in fs::read_dir(logs).unwrap() {
        let file = file.unwrap();
        folder.write(file.file_name().to_str().unwrap(), fs::read(file.path()).unwrap());
    }
    folder
}

fn check(scheme: &str, log: &str) -> Run {
    logs().zobrist(["hash", "--check", "--scheme", scheme, log])
}

/// The features of each row.
fn features(rows: &str) -> Vec<&str> {
    rows.lines().map(|row| row.split('\t').nth(3).unwrap()).collect()
}

#[test]
fn an_error_that_is_carried_on() {
    let (rows, messages) = check("rookie.toml", "carried.txt").rejected();
    assert_eq!(features(&rows)[0], "missing white pawn e4, by the move g1f3");
    assert_eq!(features(&rows)[1..], ["as in the line before"; 17]);
    assert!(rows.starts_with("4\t"), "{rows}");
    assert!(!messages.contains("constant"), "{messages}");
}

#[test]
fn a_key_where_no_capture_en_passant_counts() {
    let (_, messages) = check("rookie.toml", "no-ep-constant.txt").rejected();
    assert!(messages.contains("constant 0x71e549c8448114f5 besides, the key of en passant file h"));
}

#[test]
fn rights_that_are_never_updated() {
    let (rows, messages) = check("rookie.toml", "rights-never-updated.txt").rejected();
    assert!(messages.ends_with("  the constant is the key of castling rights KQkq\n"));
    for (row, features) in rows.lines().zip(features(&rows)) {
        let rights = row.split('\t').nth(4).unwrap().split(' ').nth(2).unwrap();
        let expected = format!("missing castling rights {rights} + surplus castling rights KQkq");
        assert!(features == expected || features.starts_with(&format!("{expected}, by")), "{row}");
    }
}

#[test]
fn features_with_equal_keys() {
    let (rows, messages) = check("equal-keys.toml", "equal-keys.txt").rejected();
    assert_eq!(features(&rows), ["missing en passant file e"]);
    assert!(messages.contains("same key: white king a3, en passant file e\n"), "{messages}");
}

#[test]
fn a_king_without_keys() {
    let folder = logs();
    let (report, _) =
        folder.zobrist(["keys", "audit", "zero-king.toml", "--legal", "--require", "6"]).rejected();
    let faults = report.split_once("\n\n").unwrap().1;
    assert!(faults.starts_with("Zero keys: 64\n   704  black king a1\n"), "{report}");
    let meaning = folder.zobrist(["schemes", "check", "zero-king.toml"]).done();
    assert!(meaning.contains("\nZero keys: 704-767 (black king a1 to black king h8).\n"));
}

#[test]
fn decimal_hashes() {
    let run = check("rookie.toml", "decimal.txt");
    assert_eq!((run.code, run.stderr.as_str()), (0, "zobrist: 2 lines, 0 wrong\n"));
}
