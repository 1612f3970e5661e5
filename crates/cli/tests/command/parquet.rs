//! `--format parquet`, read by pyarrow, DuckDB and Polars.

use std::fs;
use std::process::Command;

use crate::readers::python;
#[cfg(target_os = "linux")]
use crate::tool::on_terminal;
use crate::tool::{Folder, SAMPLE, START, zobrist, zobrist_on};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers/hash_tables.py");

/// Writes rows as Parquet and as CSV and compares them.
#[track_caller]
fn agrees(python: &str, folder: &Folder, args: &[&str], csv: &[&str], about: [&str; 3]) {
    let [bits, scheme, fingerprint] = about;
    let output = ["--format", "parquet", "-o", "t.parquet", "--force"];
    folder.zobrist([args, &output].concat()).done();
    let output = ["--format", "csv", "-o", "t.csv", "--force"];
    folder.zobrist([args, csv, &output].concat()).done();
    let compared = Command::new(python)
        .args(["-B", SCRIPT, bits])
        .args([folder.path("t.parquet"), folder.path("t.csv")])
        .args([scheme, fingerprint])
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&compared.stderr);
    assert!(compared.status.success(), "{args:?}: {message}");
}

/// The fingerprint that `schemes` prints.
fn fingerprint(scheme: &str, bits: &str) -> String {
    let list = zobrist(["schemes", "--format", "csv"]).done();
    let source = format!(", {bits} bits\",");
    let mut rows = list.lines().filter(|row| row.starts_with(&format!("{scheme},")));
    let row = rows.find(|row| row.contains(&source)).unwrap_or_else(|| panic!("{list}"));
    row.rsplit(',').next().unwrap().to_owned()
}

#[test]
fn rows_of_hash_are_those_of_csv() {
    let Some(python) = python() else { return };
    let games = zobrist(["hash", SAMPLE]).done();
    let fens: String =
        games.lines().map(|row| format!("{}\n", row.split('\t').nth(3).unwrap())).collect();
    let folder = Folder::with("a.fen", &fens);
    folder.write("b.fen", format!("\n{START} c9 \"é, x\";\n"));
    let of = |scheme, bits| fingerprint(scheme, bits);
    let polyglot = of("polyglot", "64");
    agrees(&python, &folder, &["hash", SAMPLE], &[], ["64", "polyglot", &polyglot]);
    agrees(&python, &folder, &["hash", "a.fen"], &["--number"], ["64", "polyglot", &polyglot]);
    for bits in ["32", "128"] {
        let args = ["hash", "--scheme", "zobrist", "--bits", bits, "b.fen", "a.fen"];
        agrees(&python, &folder, &args, &["--number"], [bits, "zobrist", &of("zobrist", bits)]);
    }
    let fide = ["hash", "--scheme", "fide", "--unique", SAMPLE, SAMPLE];
    agrees(&python, &folder, &fide, &[], ["64", "fide", &of("fide", "64")]);
    let arguments = ["hash", "startpos", START];
    agrees(&python, &folder, &arguments, &["--number"], ["64", "polyglot", &polyglot]);
}

#[test]
fn keys_are_those_of_csv() {
    let Some(python) = python() else { return };
    let folder = Folder::new();
    let polyglot = fingerprint("polyglot", "64");
    agrees(&python, &folder, &["keys", "generate", "polyglot"], &[], ["64", "polyglot", &polyglot]);
    for bits in ["32", "64", "128"] {
        let args = ["keys", "generate", "splitmix64", "--bits", bits, "--layout", "go:19"];
        let json = [&["keys", "export"], &args[2..], &["--lang", "json"]].concat();
        let json: serde_json::Value = serde_json::from_str(&zobrist(json).done()).unwrap();
        let [name, print] = ["name", "fingerprint"].map(|field| json[field].as_str().unwrap());
        agrees(&python, &folder, &args, &[], [bits, name, print]);
    }
}

#[test]
fn a_file_is_whole_or_not_there() {
    let folder = Folder::with("a.fen", format!("{START}\nbad\n"));
    let (_, messages) =
        folder.zobrist(["hash", "a.fen", "--format", "parquet", "-o", "a.parquet"]).rejected();
    assert!(messages.ends_with("zobrist: rejected 1 of 2 lines\n"), "{messages}");
    let bytes = fs::read(folder.path("a.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let again = ["hash", "a.fen", "--format", "parquet", "-o", "a.parquet"];
    assert!(folder.zobrist(again).refused().contains("the file exists; give --force"));
    // To a pipe, with no rows.
    let output = Command::new(crate::tool::ZOBRIST)
        .args(["hash", "--format", "parquet"])
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert!(output.stdout.starts_with(b"PAR1") && output.stdout.ends_with(b"PAR1"));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn parquet_is_for_positions_and_keys() {
    for option in ["--check", "--text", "--bytes"] {
        let message = zobrist(["hash", option, "--format", "parquet"]).refused();
        let expected = "zobrist: --format parquet is for hashes of positions and games, without ";
        assert!(message.starts_with(expected), "{message}");
    }
    // Other commands do not list it.
    let message = zobrist_on("", ["explain", START, "--format", "parquet"]).refused();
    assert!(message.contains("[possible values: text, csv, jsonl]"), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_parquet() {
    let folder = Folder::with("a.fen", START);
    for command in ["hash a.fen", "keys generate polyglot"] {
        let line = format!("\"$ZOBRIST\" {command} --format parquet");
        let Some(output) = on_terminal(&folder, &line) else { return };
        let screen = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(2), "{screen}");
        let expected = "zobrist: cannot write Parquet to a terminal; give -o FILE, or redirect";
        assert!(screen.starts_with(expected), "{screen}");
    }
}
