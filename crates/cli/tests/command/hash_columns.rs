//! `zobrist hash --columns`: clocks, evaluations and glyphs behind the moves, beside python-chess.

use std::path::Path;
use std::process::Command;

use crate::readers::python;
use crate::tool::{Folder, SAMPLE, START, ZOBRIST, zobrist, zobrist_on};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers/annotations.py");

/// Made for this test: comments and glyphs before the first move, in a variation, after it and
/// after the result.
const GAME: &str = "[Event \"a\"]

$7 {[%clk 9:00:00]} 1. e4! {[%eval 0.31] [%clk 0:05:03.7]} (1. d4?? {[%clk 0:00:01]}) {[%emt 7.25]} e5
$6 $18 {[%eval #-3,20] +0.31/18 2.3s} 2. Nf3 1-0 {[%eval -23,14]}
";

/// The columns after `fen` of rows of text.
fn behind_fen(rows: &str) -> Vec<Vec<&str>> {
    rows.lines().map(|row| row.split('\t').skip(4).collect()).collect()
}

#[test]
fn the_row_of_a_position_has_what_stands_behind_its_move() {
    let columns = "--columns=clk,eval,mate,emt,nag";
    let rows = zobrist_on(GAME, ["hash", columns]).done();
    assert_eq!(
        behind_fen(&rows),
        [
            ["", "", "", "", ""],
            ["303700", "31", "", "7250", "1"],
            ["", "", "-3", "", "6 18"],
            ["", "-23", "", "", ""],
        ]
    );
    // In the order in which they are named, and before the file.
    let folder = Folder::with("a.pgn", GAME);
    let args = ["hash", "a.pgn", "a.pgn", "--columns", "nag,mate,eval", "--format", "csv"];
    let rows = folder.zobrist(args).done();
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines[0], "hash,game,ply,fen,nag,mate,eval,file");
    assert!(lines[3].ends_with(" w KQkq - 0 2,6 18,-3,,a.pgn"), "{}", lines[3]);
    assert_eq!(lines.len(), 9);
    let rows = zobrist_on(GAME, ["hash", columns, "--format", "jsonl", "--signed"]).done();
    let objects: Vec<serde_json::Value> =
        rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert!(objects[0]["hash"].is_i64() && objects[0]["nag"].is_null());
    assert_eq!(objects[1]["clk"], 303_700);
    assert_eq!(objects[2]["nag"], serde_json::json!([6, 18]));
    assert!(objects[2]["eval"].is_null() && objects[2]["mate"] == -3);
}

#[test]
fn other_columns_stay_as_they_are() {
    for options in [&["--unique"][..], &["--scheme", "zobrist", "--bits", "128"], &[]] {
        let rows = zobrist([&["hash", SAMPLE], options].concat()).done();
        let asked = [&["hash", SAMPLE, "--columns", "nag,mate,eval"], options].concat();
        let annotated = zobrist(asked).done();
        let cut = annotated.lines().map(|row| row.rsplitn(4, '\t').last().unwrap());
        assert!(cut.eq(rows.lines()), "{options:?}");
    }
}

#[test]
fn games_that_are_cut_or_left_out() {
    let bad = "1. e4! {[%clk soon]} e5 2. Ke3?? {[%clk 0:00:01]} *\n\n";
    let good = "1. d4 {[%clk 0:00:02]} *\n";
    let input = format!("{bad}{good}");
    let (rows, messages) =
        zobrist_on(&input, ["hash", "--input", "pgn", "--columns", "clk,nag"]).rejected();
    assert_eq!(behind_fen(&rows), [["", ""], ["2000", ""]]);
    assert!(!messages.contains("could not read"), "{messages}");
    let keep = ["hash", "--input", "pgn", "--columns", "clk,nag", "--keep-valid"];
    let (rows, messages) = zobrist_on(&input, keep).rejected();
    assert_eq!(behind_fen(&rows), [["", ""], ["", "1"], ["", ""], ["", ""], ["2000", ""]]);
    assert!(messages.contains("could not read"), "{messages}");
}

#[test]
fn values_that_are_left_out_are_told_once_for_each_file() {
    let folder =
        Folder::with("a.pgn", "1. e4 *\n\n1. e4 {[%clk 5:03] [%eval x]} e5!!? {[%eval #2]} *\n");
    folder.write("b.pgn", "1. e4 {[%eval x] [%eval #1]} *\n");
    let told = |columns: &str| {
        let run = folder.zobrist(["hash", "a.pgn", "b.pgn", "--columns", columns]);
        assert_eq!(run.code, 0);
        // Files are read side by side: one may be done before the other.
        let mut lines: Vec<&str> = run.stderr.split_inclusive('\n').collect();
        lines.sort_by_key(|line| line.contains(": b.pgn: "));
        lines.concat()
    };
    let unread = "zobrist: a.pgn: could not read a clock, an evaluation or a glyph behind";
    let of_b = "zobrist: b.pgn: could not read a clock, an evaluation or a glyph behind 1 move, first in game 1\n";
    assert_eq!(told("clk"), format!("{unread} 1 move, first in game 2\n"));
    assert_eq!(told("nag,clk,mate"), format!("{unread} 2 moves, first in game 2\n{of_b}"));
    let mates = |file, game| {
        format!(
            "zobrist: {file}: the column eval is empty for 1 mate, first in game {game}; they are in the column mate\n"
        )
    };
    let expected = [
        format!("{unread} 1 move, first in game 2\n"),
        mates("a.pgn", 2),
        of_b.to_owned(),
        mates("b.pgn", 1),
    ];
    assert_eq!(told("eval"), expected.concat());
    assert_eq!(told("emt"), "");
}

#[test]
fn columns_are_for_games() {
    let message = zobrist_on(START, ["hash", "--columns", "clk"]).refused();
    assert!(
        message.starts_with("zobrist: --columns is for games, and these are positions"),
        "{message}"
    );
    let message = zobrist(["hash", "startpos", "--columns", "clk"]).refused();
    assert!(
        message.starts_with("zobrist: --columns reads files, and the arguments are"),
        "{message}"
    );
    let message = zobrist(["hash", SAMPLE, "--columns", "clk,eval,clk"]).refused();
    assert_eq!(message, "zobrist: --columns: expected each column once, got clk twice\n");
    let message = zobrist(["hash", SAMPLE, "--columns", "clock"]).refused();
    assert!(message.contains("[possible values: clk, eval, mate, emt, nag]"), "{message}");
    for option in ["--text", "--bytes", "--check", "--column=fen"] {
        let message = zobrist(["hash", SAMPLE, "--columns", "clk", option]).refused();
        assert!(message.contains("cannot be used with"), "{option}: {message}");
    }
}

/// Checks a file of games against python-chess.
#[track_caller]
fn agrees(python: &str, folder: &Folder, games: &Path) {
    let args = ["hash", "--columns", "clk,eval,mate,emt,nag", "--format", "parquet", "--force"];
    let run = Command::new(ZOBRIST)
        .args(args)
        .arg("-o")
        .arg(folder.path("t.parquet"))
        .arg(games)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let checked = Command::new(python)
        .args(["-B", SCRIPT, "check"])
        .arg(games)
        .arg(folder.path("t.parquet"))
        .output()
        .unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn columns_are_those_of_python_chess() {
    let Some(python) = python() else { return };
    let folder = Folder::new();
    for seed in ["1", "2"] {
        let made =
            Command::new(&python).args(["-B", SCRIPT, "make", "300", seed]).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        folder.write("games.pgn", made.stdout);
        agrees(&python, &folder, &folder.path("games.pgn"));
    }
    agrees(&python, &folder, Path::new(SAMPLE));
}
