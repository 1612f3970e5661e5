//! The rows of `zobrist check`, compared with the verdicts of python-chess.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::game_check::PLANTED;
use crate::readers::python;
use crate::tool::{Folder, SAMPLE};

const READERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers");

fn script(python: &str, name: &str) -> Command {
    let mut command = Command::new(python);
    command.arg("-B").arg(Path::new(READERS).join(name));
    command
}

fn compare(python: &str, folder: &Folder, rows: &str, file: &str) -> Output {
    folder.write("rows.jsonl", rows);
    let mut command = script(python, "check.py");
    command.args(["--rows", "rows.jsonl", file]).current_dir(folder.path("."));
    command.output().unwrap()
}

/// The rows of a file, which python-chess confirms, and the counts of their types.
#[track_caller]
fn confirmed(python: &str, folder: &Folder, file: &str) -> (String, serde_json::Value) {
    let run = folder.zobrist(["check", file, "--format", "jsonl"]);
    assert_eq!(run.stderr, "");
    let is_fault = |row: &str| {
        ["illegal-move", "after-the-end", "wrong-result"]
            .iter()
            .any(|fault| row.starts_with(&format!("{{\"type\":\"{fault}\"")))
    };
    assert_eq!(run.code, i32::from(run.stdout.lines().any(is_fault)));
    let output = compare(python, folder, &run.stdout, file);
    let [out, err] =
        [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
    assert!(output.status.success(), "{out}{err}");
    (run.stdout, serde_json::from_str(&out).unwrap())
}

/// Writes random games, always the same ones of a seed.
fn write_long_games(python: &str, folder: &Folder, name: &str, games: u32, seed: u32) {
    let mut command = script(python, "long_games.py");
    let output = command.args([games.to_string(), seed.to_string()]).output().unwrap();
    assert!(output.status.success());
    folder.write(name, output.stdout);
}

#[test]
fn python_chess_finds_the_same_in_the_sample() {
    let Some(python) = python() else { return };
    let (rows, counts) = confirmed(&python, &Folder::new(), SAMPLE);
    assert_eq!(rows, "");
    assert_eq!(counts["games"], 2000);
}

/// The games of the sample, with results and last moves changed.
#[test]
fn python_chess_finds_the_same_in_a_sample_with_faults() {
    let Some(python) = python() else { return };
    let folder = Folder::new();
    let mut games = String::new();
    let mut text = String::new();
    let file = std::fs::File::open(PathBuf::from(SAMPLE)).unwrap();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(file), &mut text).unwrap();
    for (number, game) in text.split("\n\n[Event").enumerate().take(900) {
        let game = match number % 3 {
            0 => game.replace("[Result \"0-1\"]", "[Result \"1-0\"]"),
            1 => game.replace(" 1-0", " Ra1 Nf3 1-0").replace(" 0-1", " Qd1 0-1"),
            // Knights go out and back before the other moves.
            _ => game.replacen("\n1. ", "\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb1 Nb8 5. ", 1),
        };
        games += if number == 0 { "" } else { "\n\n[Event" };
        games += &game;
    }
    folder.write("games.pgn", games);
    let (_, counts) = confirmed(&python, &folder, "games.pgn");
    for finding in ["threefold", "illegal-move", "after-the-end", "wrong-result"] {
        assert!(counts[finding].as_u64() > Some(50), "{finding}: {counts}");
    }
}

#[test]
fn python_chess_finds_the_same_in_random_games() {
    let Some(python) = python() else { return };
    let folder = Folder::new();
    for seed in 1..=2 {
        write_long_games(&python, &folder, "games.pgn", 700, seed);
        let (_, counts) = confirmed(&python, &folder, "games.pgn");
        let counts = counts.as_object().unwrap();
        assert_eq!(counts.len(), 8, "all types, and games: {counts:?}");
        assert!(counts.values().all(|count| count.as_u64() > Some(30)), "{counts:?}");
    }
}

/// The comparison can fail: by a row that is missing, added, or has another ply, type or detail.
#[test]
fn python_chess_finds_other_rows_wrong() {
    let Some(python) = python() else { return };
    // Without the games that cannot be read.
    let (before, after) = PLANTED.split_once("[Event \"unread\"]").unwrap();
    let sound = &after[after.find("[Event \"sound\"]").unwrap()..];
    let folder = Folder::with("games.pgn", format!("{before}{sound}"));
    let (rows, counts) = confirmed(&python, &folder, "games.pgn");
    assert_eq!(counts["games"], 5);
    for row in rows.lines() {
        for (old, new) in [
            ("{\"type\":\"", "{\"type\":\"un"),
            ("\"ply\":", "\"ply\":1"),
            ("\"game\":", "\"game\":1"),
            ("\"detail\":\"", "\"detail\":\"9"),
        ] {
            assert!(row.contains(old), "{row}");
            let other = rows.replace(row, &row.replace(old, new));
            let output = compare(&python, &folder, &other, "games.pgn");
            assert!(!output.status.success(), "{row}: {new}");
        }
        let fewer = rows.replace(&format!("{row}\n"), "");
        assert!(!compare(&python, &folder, &fewer, "games.pgn").status.success(), "{row}");
    }
}
