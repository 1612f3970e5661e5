//! The closing line of commands that write something, and `--quiet`.

use std::process::Command;

use crate::tool::{Folder, SAMPLE, START, ZOBRIST};

/// Three games, of which two can be read, with 3 and 2 positions.
const GAMES: &str = "1. e4 e5 1-0\n\n1. Ke3 *\n\n1. d4 0-1\n";

#[test]
fn an_index_says_what_it_holds() {
    let folder = Folder::with("a.pgn", GAMES);
    folder.write("b.pgn", "1. c4 c5 2. Nf3 1-0\n");
    folder.write("a.fen", format!("{START}\n{START}\n"));
    folder.write("a.csv", format!("fen\n{START}\n{START}\n"));
    let closing = |line: &str| {
        let run = folder.zobrist(line.split(' '));
        assert!(run.code < 2, "{line}: {}", run.stderr);
        run.closing
    };
    for (line, expected) in [
        ("index build idx a.pgn", "2 games, 5 positions, 1 rejected in … s: idx"),
        ("index add idx b.pgn", "1 game, 4 positions, 0 rejected in … s: idx"),
        ("index merge idx", "3 games, 9 positions in … s: idx"),
        ("index verify idx", "3 games, 9 positions, 0 faults in … s: idx"),
        ("index games idx -o out.pgn", "3 games in … s: out.pgn"),
        ("book make a.pgn -o a.bin --min-games 1", "2 games, 1 entry, 1 rejected in … s: a.bin"),
        ("book make idx -o b.bin --min-games 1", "3 games, 3 entries, 0 rejected in … s: b.bin"),
        ("book merge a.bin b.bin -o c.bin", "3 entries in … s: c.bin"),
        ("book fix c.bin -o d.bin", "3 entries, 0 unreached in … s: d.bin"),
        ("hash a.pgn -o a.rows", "2 games, 1 rejected in … s: a.rows"),
        ("hash a.fen -o fen.rows", "2 lines, 0 rejected in … s: fen.rows"),
        (
            "hash a.fen --unique --format parquet -o a.parquet",
            "2 lines, 0 rejected in … s: a.parquet",
        ),
        ("hash --column fen a.csv -o b.csv", "2 rows, 0 rejected in … s: b.csv"),
        ("hash --text a.csv -o text.rows", "3 lines, 0 rejected in … s: text.rows"),
        ("hash --bytes a.csv a.fen -o bytes.rows", "2 files, 0 rejected in … s: bytes.rows"),
        ("hash startpos -o start.rows", "1 position in … s: start.rows"),
        ("keys generate polyglot -o keys.txt", "781 keys in … s: keys.txt"),
        ("keys export polyglot --lang c -o keys.c", "781 keys in … s: keys.c"),
    ] {
        assert_eq!(closing(line), format!("zobrist: {expected}\n"), "{line}");
        if line.contains(" -o ") {
            assert_eq!(closing(&format!("{line} -q --force")), "", "{line}");
        }
    }
    let removed = closing("index remove idx b.pgn --quiet");
    assert_eq!(removed, "");
    folder.zobrist(["index", "add", "idx", "b.pgn"]);
    let b = folder.path("b.pgn").canonicalize().unwrap();
    let expected =
        format!("zobrist: 1 game removed, 2 games left in … s: idx, without {}\n", b.display());
    assert_eq!(closing("index remove idx b.pgn"), expected);
}

/// A file that --strict leaves out was not made.
#[test]
fn what_was_not_written_is_not_said() {
    let folder = Folder::with("a.pgn", GAMES);
    let run = folder.zobrist(["hash", "a.pgn", "--strict", "-o", "rows"]);
    assert_eq!((run.code, run.closing.as_str()), (1, ""));
    assert!(!folder.path("rows").exists());
}

#[test]
fn rows_on_standard_output_have_none() {
    let folder = Folder::with("a.pgn", "1. e4 e5 1-0\n");
    folder.zobrist(["index", "build", "idx", "a.pgn"]);
    for line in [
        "hash a.pgn",
        "index games idx",
        "index info idx",
        "explore idx",
        "keys generate polyglot",
        "go count 2x1",
        "perft 2",
    ] {
        let run = folder.zobrist(line.split(' '));
        assert_eq!((run.code, run.closing.as_str()), (0, ""), "{line}");
    }
}

/// An answer from an index that was built before makes nothing.
#[test]
fn explore_says_what_it_has_built() {
    let folder = Folder::with("a.pgn", GAMES);
    let explore = |more: &[&str]| {
        let mut command = Command::new(ZOBRIST);
        command.args(["explore", "a.pgn"]).args(more).current_dir(folder.path("."));
        let output = command.env("XDG_CACHE_HOME", folder.path("cache")).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let first = explore(&[]);
    let line = first.lines().last().unwrap();
    assert!(line.starts_with("zobrist: 2 games, 5 positions, 1 rejected in "), "{first}");
    let cache = folder.path("cache/zobrist/explore").join("a.pgn-");
    assert!(line.contains(&format!(" s: {}", cache.display())), "{first}");
    assert!(!explore(&[]).contains("positions"));
    folder.write("a.pgn", "1. e4 *\n");
    assert_eq!(explore(&["--quiet"]), "");
}

#[test]
fn quiet_runs_report_errors() {
    let folder = Folder::with("a.pgn", GAMES);
    let run = folder.zobrist(["--quiet", "index", "build", "idx", "a.pgn"]);
    assert_eq!((run.code, run.closing.as_str()), (1, ""));
    assert!(run.stderr.contains("illegal move Ke3"), "{}", run.stderr);
    assert!(run.stderr.ends_with("zobrist: rejected 1 of 3 games\n"), "{}", run.stderr);
}

/// The line is the last one, with the time that passed.
#[test]
fn the_line_comes_last() {
    let folder = Folder::new();
    let begun = std::time::Instant::now();
    let output = Command::new(ZOBRIST)
        .args(["index", "build", "idx", SAMPLE])
        .current_dir(folder.path("."))
        .output()
        .unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    let (before, after) = messages.split_once(" rejected in ").unwrap();
    assert_eq!(before, "zobrist: 2000 games, 219452 positions, 0");
    let seconds: f64 = after.strip_suffix(" s: idx\n").unwrap().parse().unwrap();
    assert!(seconds <= begun.elapsed().as_secs_f64() + 0.05, "{messages}");
}
