//! Answers under filters, recounted by python-chess, and the queries of docs/index-format.md.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use crate::readers::python;
use crate::tool::{Folder, SAMPLE, ZOBRIST};

const READERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers");
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");

fn script(python: &str, name: &str) -> Command {
    let mut command = Command::new(python);
    command.arg("-B").arg(Path::new(READERS).join(name));
    command
}

fn recount(python: &str, list: &str, index: &Path, files: &[&Path]) -> Output {
    script(python, "filters.py")
        .args(["--zobrist", ZOBRIST, "--list", list])
        .arg(index)
        .args(files)
        .output()
        .unwrap()
}

#[track_caller]
fn done(output: Output) -> String {
    let [out, err] =
        [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
    assert!(output.status.success(), "{out}{err}");
    out
}

/// A file of games with odd tags.
fn write_odd_games(python: &str, folder: &Folder, name: &str, seed: &str) {
    let games = script(python, "odd_games.py").args(["300", seed]).output().unwrap();
    assert!(games.status.success());
    folder.write(name, games.stdout);
}

#[test]
fn answers_under_filters_of_the_sample_match_a_recount() {
    let Some(python) = python() else { return };
    let folder = Folder::new();
    folder.zobrist(["index", "build", "index", SAMPLE]).done();
    done(recount(&python, "sample", &folder.path("index"), &[Path::new(SAMPLE)]));
}

#[test]
fn answers_under_filters_of_odd_games_match_a_recount() {
    let Some(python) = python() else { return };
    let folder = Folder::new();
    write_odd_games(&python, &folder, "one.pgn", "1");
    write_odd_games(&python, &folder, "two.pgn", "2");
    let (one, two) = (folder.path("one.pgn"), folder.path("two.pgn"));
    let encoding = ["--encoding", "windows-1252"];
    for scheme in ["fide", "polyglot"] {
        let build = ["index", "build", scheme, "one.pgn", "--scheme", scheme];
        folder.zobrist(build.into_iter().chain(encoding)).done();
        let add = ["index", "add", scheme, "two.pgn", "--max-ply", "6"];
        folder.zobrist(add.into_iter().chain(encoding)).done();
        if scheme == "polyglot" {
            folder.zobrist(["index", "merge", scheme]).done();
        }
        done(recount(&python, "odd", &folder.path(scheme), &[&one, &two]));
    }
}

/// The recount itself can fail: by a name, a date, an Elo or a move of one game.
#[test]
fn a_recount_of_other_games_under_filters_differs() {
    let Some(python) = python() else { return };
    let folder = Folder::new();
    write_odd_games(&python, &folder, "games.pgn", "1");
    let build = ["index", "build", "index", "games.pgn", "--encoding", "windows-1252"];
    folder.zobrist(build).done();
    let games = fs::read(folder.path("games.pgn")).unwrap();
    for (old, new) in [
        ("[White \"Carlsen, Magnus\"]", "[White \"Carlson, Magnus\"]"),
        ("[Date \"2022.06.30\"]", "[Date \"2022.05.30\"]"),
        ("[WhiteElo \"2401\"]", "[WhiteElo \"2400\"]"),
        ("1. e4 c5", "1. e4 c6"),
    ] {
        let at = games.windows(old.len()).position(|window| window == old.as_bytes()).unwrap();
        let mut other = games.clone();
        other[at..at + old.len()].copy_from_slice(new.as_bytes());
        folder.write("other.pgn", other);
        let output = recount(&python, "odd", &folder.path("index"), &[&folder.path("other.pgn")]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains("explore --"), "{old}: {message}");
    }
}

#[test]
fn queries_of_the_specification_give_what_explore_gives() {
    let Some(python) = python() else { return };
    let folder = Folder::new();
    symlink(DATA, folder.path("data")).unwrap();
    let mut page = script(&python, "page.py");
    page.args(["--zobrist", ZOBRIST]).arg(folder.path("."));
    let out = done(page.output().unwrap());
    assert!(out.contains("filters"), "{out}");
}

/// The comparison of queries can fail: by a condition of the table, and by a query.
#[test]
fn other_queries_differ_from_what_explore_gives() {
    let Some(python) = python() else { return };
    let text = fs::read_to_string(Path::new(READERS).join("../../docs/index-format.md")).unwrap();
    for (old, new) in [
        ("| `year >= 2023` |", "| `year > 2023` |"),
        ("SELECT DISTINCT game_id, move, result", "SELECT game_id, move, result"),
    ] {
        assert!(text.contains(old), "{old}");
        let folder = Folder::with("page.md", text.replace(old, new));
        symlink(DATA, folder.path("data")).unwrap();
        let mut page = script(&python, "page.py");
        page.args(["--zobrist", ZOBRIST, "--page"]).arg(folder.path("page.md"));
        let output = page.arg(folder.path(".")).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains("expected"), "{old}: {message}");
    }
}
