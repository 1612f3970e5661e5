//! Files that fail while they are read, in commands that print the rows before the failure.

use std::fs;
use std::process::Command;

use crate::tool::{COMPRESSIONS, Folder, Run, START, START_ROW, ZOBRIST};

fn games() -> String {
    (1..=8_000).map(|number| format!("[White \"{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n")).collect()
}

/// Runs the command with a cache of its own.
fn explore(folder: &Folder, file: &str) -> Run {
    let mut command = Command::new(ZOBRIST);
    command.args(["explore", file, "--format", "csv"]).current_dir(folder.path("."));
    let output = command.env("XDG_CACHE_HOME", folder.path("cache")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().expect("no signal");
    Run::of(code, text(output.stdout), text(output.stderr))
}

/// The names in the cache folder of explore.
fn cached(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("cache/zobrist/explore")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn explore_uses_the_readable_part_and_caches_no_index() {
    for (end, compress) in COMPRESSIONS {
        let name = format!("cut.pgn.{end}");
        let whole = compress(games().as_bytes());
        let folder = Folder::with(&name, &whole[..whole.len() - 4]);
        for _ in 0..2 {
            let (rows, messages) = explore(&folder, &name).rejected();
            assert!(rows.contains("\ne2e4,e4,"), "{end}: {rows}");
            assert!(messages.contains("cannot be read further"), "{end}: {messages}");
            assert!(messages.contains("zobrist: rejected 1 of "), "{end}: {messages}");
            assert_eq!(cached(&folder), [""; 0], "{end}");
        }
        folder.write(&name, &whole);
        let rows = explore(&folder, &name).done();
        assert!(rows.contains("\ne2e4,e4,8000,"), "{end}: {rows}");
        assert_eq!(cached(&folder).len(), 3, "an index and its two lock files");
    }
}

/// The cached index of a file is not used after the file is truncated.
#[test]
fn explore_does_not_use_the_index_of_the_whole_file() {
    let (end, compress) = COMPRESSIONS[1];
    let name = format!("a.pgn.{end}");
    let whole = compress(games().as_bytes());
    let folder = Folder::with(&name, &whole);
    explore(&folder, &name).done();
    folder.write(&name, &whole[..whole.len() - 4]);
    explore(&folder, &name).rejected();
    assert_eq!(cached(&folder), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_input_error_does_not_affect_other_files() {
    let folder = Folder::with("next.fen", START);
    let (rows, messages) = folder.zobrist(["hash", "/proc/self/mem", "next.fen"]).rejected();
    assert_eq!(rows, START_ROW.replace('\n', "\tnext.fen\n"));
    let expected = "zobrist: /proc/self/mem:1 (byte 0): cannot be read further: Input/output error";
    assert!(messages.starts_with(expected), "{messages}");
    assert!(messages.ends_with("zobrist: rejected 1 of 2 lines\n"), "{messages}");
    let (rows, messages) = explore(&folder, "/proc/self/mem").rejected();
    assert_eq!(rows.lines().count(), 1, "{rows}");
    assert!(messages.contains("cannot be read further: Input/output error"), "{messages}");
    assert_eq!(cached(&folder), [""; 0]);
}
