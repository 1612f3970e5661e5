//! An index that is already there is replaced only when asked to, and a source that is already in
//! an index is added only when asked to.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::index::moves;
use crate::tool::{Folder, Run, gz, with_sum};

const A: &str = "[White \"A\"]\n\n1. e4 e5 1-0\n\n1. d4 *\n";
const B: &str = "[White \"B\"]\n\n1. e4 c5 0-1\n";

/// All files of an index and their bytes.
fn bytes(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(bytes(&path));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

fn counts<const N: usize>(moves: [(&str, u64); N]) -> Vec<(String, u64)> {
    moves.map(|(san, games)| (san.to_owned(), games)).to_vec()
}

/// The index `idx` of `a.pgn`.
fn index_of_a() -> Folder {
    let folder = Folder::with("a.pgn", A);
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    folder
}

fn run<const N: usize>(folder: &Folder, args: [&str; N]) -> Run {
    folder.zobrist(["index"].into_iter().chain(args))
}

fn sources(folder: &Folder) -> Vec<Value> {
    let manifest = fs::read(folder.path("idx/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    manifest["sources"].as_array().unwrap().clone()
}

#[test]
fn an_index_that_is_there_is_replaced_only_with_the_option() {
    let folder = index_of_a();
    folder.write("b.pgn", B);
    let before = bytes(&folder.path("idx"));
    for files in [&["b.pgn"][..], &["a.pgn"], &["b.pgn", "a.pgn"], &["-"]] {
        let args = ["index", "build", "idx"].into_iter().chain(files.iter().copied());
        let message = folder.zobrist_on(B, args).refused();
        assert_eq!(
            message,
            "zobrist: idx holds an index already; `zobrist index add` adds games to it, and \
             --replace builds another in its place\n"
        );
        assert!(bytes(&folder.path("idx")) == before, "{files:?}");
    }
    run(&folder, ["build", "idx", "b.pgn", "--replace"]).done();
    assert_eq!(moves(&folder), counts([("e4", 1)]));
    // Where there is none, the option changes nothing.
    run(&folder, ["build", "new", "b.pgn", "--replace"]).done();
    let tables = |name: &str| {
        let files = bytes(&folder.path(name));
        files.into_iter().filter(|file| file.0.ends_with("manifest.json")).count()
    };
    assert_eq!(tables("new"), 1);
}

/// A source cannot be read before it is known that the index may be replaced: this one never ends.
#[cfg(unix)]
#[test]
fn an_index_that_is_there_is_refused_before_any_source_is_read() {
    let folder = index_of_a();
    let pipe = folder.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let message = run(&folder, ["build", "idx", "pipe"]).refused();
    assert!(message.contains("idx holds an index already"), "{message}");
}

#[test]
fn a_source_that_is_already_in_is_left_out() {
    let folder = index_of_a();
    let before = bytes(&folder.path("idx"));
    let (_, messages) = run(&folder, ["add", "idx", "a.pgn"]).rejected();
    assert_eq!(
        messages,
        "zobrist: a.pgn is in the index already (same name, size and time); it is left out \
         (--again adds it all the same)\n"
    );
    assert!(bytes(&folder.path("idx")) == before);
    // The others are added.
    folder.write("b.pgn", B);
    let (_, messages) = run(&folder, ["add", "idx", "a.pgn", "b.pgn"]).rejected();
    assert_eq!(messages.lines().count(), 1, "{messages}");
    assert_eq!(moves(&folder), counts([("e4", 2), ("d4", 1)]));
    assert_eq!(sources(&folder).len(), 2);
    run(&folder, ["add", "idx", "a.pgn", "--again"]).done();
    assert_eq!(moves(&folder), counts([("e4", 3), ("d4", 2)]));
    run(&folder, ["verify", "idx"]).done();
}

#[test]
fn a_source_is_recognized_by_its_bytes() {
    let folder = Folder::new();
    folder.write("a.pgn.gz", gz(A));
    run(&folder, ["build", "idx", "a.pgn.gz", "--relative"]).done();
    fs::copy(folder.path("a.pgn.gz"), folder.path("copy.gz")).unwrap();
    let before = bytes(&folder.path("idx"));
    let (_, messages) = run(&folder, ["add", "idx", "copy.gz"]).rejected();
    assert_eq!(
        messages,
        "zobrist: copy.gz is in the index already (the bytes are those of a.pgn.gz); it is left \
         out (--again adds it all the same)\n"
    );
    // Written again, it has another time.
    folder.write("a.pgn.gz", gz(A));
    let (_, messages) = run(&folder, ["add", "idx", "a.pgn.gz"]).rejected();
    assert!(messages.contains("the bytes are those of a.pgn.gz"), "{messages}");
    assert!(bytes(&folder.path("idx")) == before);
    // The size alone makes no copy.
    let mut other = gz(A);
    other[4..8].copy_from_slice(&[1, 2, 3, 4]); // the time in its header
    folder.write("copy.gz", &other);
    run(&folder, ["add", "idx", "copy.gz"]).done();
    assert_eq!(moves(&folder), counts([("d4", 2), ("e4", 2)]));
    run(&folder, ["add", "idx", "a.pgn.gz", "--again"]).done();
    assert_eq!(moves(&folder), counts([("d4", 3), ("e4", 3)]));
}

/// A source without a digest, such as one that changed while it was read, is recognized by name,
/// size and time.
#[test]
fn a_source_without_a_digest_is_not_recognized_by_its_bytes() {
    let folder = index_of_a();
    let path = folder.path("idx/manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    let digest = |line: &str| line.contains("\"digest\": \"");
    assert_eq!(manifest.lines().filter(|line| digest(line)).count(), 1);
    let without = |line| if digest(line) { "\"digest\": null," } else { line };
    let text: Vec<&str> = manifest.lines().map(without).collect();
    fs::write(&path, with_sum(&text.join("\n"))).unwrap();
    fs::copy(folder.path("a.pgn"), folder.path("copy.pgn")).unwrap();
    let (_, messages) = run(&folder, ["add", "idx", "a.pgn"]).rejected();
    assert!(messages.contains("same name, size and time"), "{messages}");
    run(&folder, ["add", "idx", "copy.pgn"]).done();
    assert_eq!(moves(&folder), counts([("d4", 2), ("e4", 2)]));
}

#[test]
fn copies_that_are_added_together_count_once() {
    let folder = index_of_a();
    folder.write("b.pgn", B);
    folder.write("copy.pgn", B);
    let (_, messages) = run(&folder, ["add", "idx", "b.pgn", "copy.pgn"]).rejected();
    assert_eq!(
        messages,
        "zobrist: copy.pgn has the same bytes as b.pgn; it is left out (--again adds it all the \
         same)\n"
    );
    assert_eq!(moves(&folder), counts([("e4", 2), ("d4", 1)]));
}

#[test]
fn a_file_that_is_named_twice_counts_once() {
    let folder = Folder::with("a.pgn", A);
    folder.write("b.pgn", B);
    fs::hard_link(folder.path("a.pgn"), folder.path("hard.pgn")).unwrap();
    let mut names = vec!["a.pgn", "./a.pgn", "hard.pgn"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.pgn", folder.path("link.pgn")).unwrap();
        names.push("link.pgn");
    }
    for name in names {
        let again = match name {
            "a.pgn" => "a.pgn is named twice".to_owned(),
            name => format!("{name} is the file a.pgn"),
        };
        let expected = format!("zobrist: {again}; its games count once\n");
        let build = ["build", "idx", "a.pgn", "b.pgn", name, "--replace"];
        let (_, messages) = run(&folder, build).rejected();
        assert_eq!(messages, expected);
        assert_eq!(moves(&folder), counts([("e4", 2), ("d4", 1)]));
        assert_eq!(sources(&folder).len(), 2);

        folder.write("more.pgn", "1. c4 *\n");
        run(&folder, ["build", "idx", "more.pgn", "--replace"]).done();
        // Nor with the option, which is about what is in the index.
        let (_, messages) = run(&folder, ["add", "idx", "a.pgn", name, "--again"]).rejected();
        assert_eq!(messages, expected);
        assert_eq!(moves(&folder), counts([("c4", 1), ("d4", 1), ("e4", 1)]));
    }
}

/// Standard input has no name, size or time.
#[test]
fn standard_input_is_added_as_often_as_it_is_read() {
    let folder = index_of_a();
    for games in [2, 3] {
        folder.zobrist_on(B, ["index", "add", "idx", "-"]).done();
        assert_eq!(moves(&folder)[0].1, games);
    }
}
