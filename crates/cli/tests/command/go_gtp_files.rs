//! `zobrist go gtp`: games from SGF and to SGF.

use std::fs;

use crate::go_gtp::told;
use crate::tool::{Folder, ZOBRIST, run};
use assert_cmd::Command;

const GAME: &str =
    "(;GM[1]FF[4]SZ[5]KM[2.5]AB[bc][cb][cd]AW[db][dd][ec]PL[B];B[dc];W[cc](;B[])(;B[aa]))";

/// The answers to commands in a folder with a game, and what is said on standard error.
fn answers_in(folder: &Folder, commands: &str) -> (Vec<String>, String) {
    let run = run(Command::new(ZOBRIST)
        .args(["go", "gtp"])
        .current_dir(folder.path("."))
        .write_stdin(commands));
    (run.stdout.split_terminator("\n\n").map(str::to_owned).collect(), run.stderr)
}

#[track_caller]
fn last_in(folder: &Folder, commands: &str) -> String {
    let (mut answers, messages) = answers_in(folder, commands);
    assert_eq!(messages, "");
    answers.pop().unwrap()
}

/// To the end of the main line, or to the position before a move.
#[test]
fn a_file_is_loaded() {
    let folder = Folder::with("game.sgf", GAME);
    folder.write("my game.sgf", GAME);
    let whole = "= (;GM[1]FF[4]SZ[5]KM[2.5]AB[cd][bc][cb]AW[dd][ec][db]PL[B];B[dc];W[cc];B[])";
    for (load, expected) in [
        ("loadsgf game.sgf", whole.to_owned()),
        ("loadsgf my game.sgf", whole.to_owned()),
        ("loadsgf game.sgf 4", whole.to_owned()),
        ("loadsgf game.sgf 99", whole.to_owned()),
        ("loadsgf my game.sgf 3", whole.replace(";B[])", ")")),
        ("loadsgf game.sgf 2", whole.replace(";W[cc];B[])", ")")),
        ("loadsgf game.sgf 1", whole.replace(";B[dc];W[cc];B[])", ")")),
    ] {
        let commands = format!("boardsize 9\nplay b a1\nzobrist-dead a1\n{load}\nprintsgf\n");
        assert_eq!(last_in(&folder, &commands), expected, "{load}");
    }
    for (then, expected) in [
        ("get_komi", "= 2.5"),
        ("final_status_list dead", "="),
        // The ko is known, and so is whose turn it is.
        ("gg-undo 1\nis_legal b d3", "= 0"),
        ("gg-undo 4", "? cannot undo"),
        ("gg-undo 3\nlist_stones b", "= C2 B3 C4"),
    ] {
        let commands = format!("play b a1\nzobrist-dead a1\nloadsgf game.sgf\n{then}\n");
        assert_eq!(last_in(&folder, &commands), expected, "{then}");
    }
}

/// Komi and the rules stay if the file does not say, and a handicap is known as one. Komi that is
/// no number is told.
#[test]
fn a_file_without_komi_leaves_it() {
    let folder = Folder::with("a.sgf", "(;SZ[9]AB[cc][gg])");
    folder.write("b.sgf", "(;SZ[9]KM[];B[cc])");
    for file in ["a.sgf", "b.sgf"] {
        let commands = format!("komi 0.5\nloadsgf {file}\nget_komi\n");
        assert_eq!(last_in(&folder, &commands), "= 0.5");
    }
    for komi in ["none", "6.5目", "abc", "7 1/2"] {
        folder.write("c.sgf", format!("(;SZ[9]KM[{komi}];B[cc])"));
        let (answers, messages) = answers_in(&folder, "komi 0.5\nloadsgf c.sgf\nget_komi\n");
        assert_eq!(answers[1..], ["=", "= 0.5"]);
        let note = format!("KM[{komi}] is no decimal number, such as KM[6.5]; komi stays 0.5");
        assert_eq!(messages, format!("zobrist: loadsgf: c.sgf: {note}\n"));
    }
    let commands = "komi 0\nkata-set-rules chinese\nloadsgf a.sgf\nzobrist-dead\nfinal_score\n";
    assert_eq!(last_in(&folder, commands), "= B+79");
}

/// It is compressed, has several games, or stones that are set up in the middle.
#[test]
fn other_files_are_loaded() {
    let folder = Folder::with("two.sgf", format!("{GAME}\n(;SZ[9];B[cc])"));
    folder.write("set.sgf", "(;SZ[3];B[aa];AW[bb]AE[aa]PL[W];W[cc])");
    let zipped = Command::new("gzip").arg("-k").arg(folder.path("two.sgf")).output().unwrap();
    assert!(zipped.status.success());
    for file in ["two.sgf", "two.sgf.gz"] {
        let commands = format!("loadsgf {file}\nlist_stones w\n");
        assert_eq!(last_in(&folder, &commands), "= D2 C3 E3 D4");
    }
    let printed = last_in(&folder, "loadsgf set.sgf\nprintsgf\n");
    assert_eq!(printed, "= (;GM[1]FF[4]SZ[3]KM[7.5];B[aa];AW[bb]AE[aa]PL[W];W[cc])");
    let undone = last_in(&folder, "loadsgf set.sgf\ngg-undo 2\nlist_stones b\n");
    assert_eq!(undone, "=");
    let undone = last_in(&folder, "loadsgf set.sgf\ngg-undo 1\nlist_stones w\n");
    assert_eq!(undone, "= B2");
}

/// The game of before stays.
#[test]
fn what_cannot_be_loaded_is_refused() {
    let folder = Folder::with("text.sgf", "no game");
    folder.write("occupied.sgf", "(;SZ[5];B[cc];W[cc])");
    folder.write("large.sgf", "(;SZ[52];B[cc])");
    folder.write("chess.sgf", "(;GM[3];B[cc])");
    folder.write("fault.sgf", "(;SZ[5];B[cc];W[zz])");
    folder.write("dead.sgf", "(;SZ[3]AB[aa]AW[ab][ba])");
    for (load, why) in [
        ("loadsgf", "syntax error"),
        ("loadsgf text.sgf 0", "syntax error: expected a move from 1, got 0"),
        (
            "loadsgf none.sgf",
            "cannot load file: cannot open none.sgf: No such file or directory (os error 2)",
        ),
        ("loadsgf .", "cannot load file: cannot read .: it is a directory; name its files"),
        ("loadsgf -", "cannot load file: expected a file; the commands come from standard input"),
        (
            "loadsgf text.sgf",
            "cannot load file: text.sgf: line 1, column 1: no game in SGF: expected `(;`",
        ),
        (
            "loadsgf occupied.sgf",
            "cannot load file: occupied.sgf: node 2: C3 already has a Black stone",
        ),
        (
            "loadsgf fault.sgf",
            "cannot load file: fault.sgf: line 1, column 16: W[zz] is off the board",
        ),
        (
            "loadsgf dead.sgf",
            "cannot load file: dead.sgf: node 0: the chain of the stone on A3 has no liberty",
        ),
    ] {
        let commands = format!("boardsize 3\nplay b b2\n{load}\nlist_stones b\n");
        let (answers, _) = answers_in(&folder, &commands);
        assert_eq!(answers[2..], [format!("? {why}"), "= B2".to_owned()], "{load}");
    }
    for file in ["large.sgf", "chess.sgf"] {
        let answer = last_in(&folder, &format!("loadsgf {file}\n"));
        assert!(answer.starts_with(&format!("? cannot load file: {file}: ")), "{answer}");
    }
    // Moves after the position that is asked for do not matter.
    assert_eq!(last_in(&folder, "loadsgf occupied.sgf 2\nlist_stones b\n"), "= C3");
}

#[test]
fn illegal_moves_of_a_file_are_played_and_reported() {
    let folder = Folder::with("ko.sgf", GAME.replace("(;B[])", "(;B[dc])"));
    let (answers, messages) = answers_in(&folder, "loadsgf ko.sgf\nzobrist-repetitions\n");
    assert_eq!(answers, ["=", "= move 3, Black D3: the board after move 1"]);
    let why = "D3 repeats the position after move 1";
    assert_eq!(messages, format!("zobrist: loadsgf: move 3 is played, but illegal: {why}\n"));
    // `KO` says that a move is to be made, legal or not.
    folder.write("forced.sgf", GAME.replace("(;B[])", "(;B[dc]KO[])"));
    assert_eq!(last_in(&folder, "loadsgf forced.sgf\nlist_stones w\n"), "= D2 E3 D4");
}

/// A written game is read as the same game, and no file is overwritten.
#[test]
fn a_game_is_written() {
    let folder = Folder::with("there.sgf", "mine");
    let game =
        "boardsize 9\nfixed_handicap 3\nplay w e5\nplay b pass\ngogui-setup w a1\nplay b b1\n";
    let text = "(;GM[1]FF[4]SZ[9]KM[7.5]AB[cg][cc][gc]PL[W];W[ee];B[];AW[ai]PL[W];B[bi])";
    for name in ["out.sgf", "my out.sgf"] {
        let commands = format!("{game}printsgf {name}\nloadsgf {name}\nprintsgf -\n");
        assert_eq!(last_in(&folder, &commands), format!("= {text}"));
        assert_eq!(fs::read_to_string(folder.path(name)).unwrap(), format!("{text}\n"));
    }
    for (name, why) in [
        ("there.sgf", "there.sgf: expected a new name, and this file exists"),
        (".", ".: expected a new name, and this file exists"),
        ("none/a.sgf", "cannot write none/a.sgf"),
    ] {
        let answer = last_in(&folder, &format!("printsgf {name}\n"));
        assert!(answer.starts_with(&format!("? cannot write file: {why}")), "{answer}");
    }
    assert_eq!(fs::read_to_string(folder.path("there.sgf")).unwrap(), "mine");
    // The first turn is reported where the first move does not show it.
    let (answers, _) = told(&[], "play w d4\nprintsgf\n");
    assert_eq!(answers[1], "= (;GM[1]FF[4]SZ[19]KM[7.5]PL[B];W[dp])");
    let (answers, _) = told(&[], "printsgf\n");
    assert_eq!(answers, ["= (;GM[1]FF[4]SZ[19]KM[7.5])"]);
}
