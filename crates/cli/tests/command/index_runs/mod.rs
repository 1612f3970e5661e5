//! Indexes that many tasks build: `index plan`, `run`, `combine` and `commit`, and
//! `index build --plan`.

mod added;
mod attempts;
mod equality;
mod options;
mod pieces;
mod refused;
mod room;

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::readers::python;
use crate::tool::{Folder, Run, SAMPLE};

/// The text of the sample.
pub fn sample() -> String {
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(SAMPLE).unwrap()).read_to_string(&mut text).unwrap();
    text
}

/// The games of the sample from one to another, counted from 0.
pub fn games(from: usize, to: usize) -> String {
    let text = sample();
    let starts = text.match_indices("[Event ").map(|(at, _)| at).chain([text.len()]);
    let starts: Vec<usize> = starts.collect();
    text[starts[from]..starts[to]].to_owned()
}

/// A folder with 60 games in two files and one that has none: `a.pgn`, `b.pgn`, `empty.pgn`.
pub fn two_files() -> Folder {
    let folder = Folder::with("a.pgn", games(0, 20));
    folder.write("b.pgn", games(20, 60));
    folder.write("empty.pgn", "\n");
    folder
}

/// Runs `zobrist index` with arguments that have no spaces.
#[track_caller]
pub fn index(folder: &Folder, line: &str) -> Run {
    folder.zobrist(["index"].into_iter().chain(line.split(' ')))
}

/// Plans with these arguments, and returns the number of runs.
#[track_caller]
pub fn plan(folder: &Folder, line: &str) -> u32 {
    let rows = index(folder, &format!("plan {line}")).done();
    rows.strip_suffix('\n').unwrap().parse().unwrap()
}

/// Builds these runs, whatever is rejected.
#[track_caller]
pub fn run_all(folder: &Folder, dir: &str, runs: impl IntoIterator<Item = u32>) {
    for number in runs {
        let run = index(folder, &format!("run {dir} {number}"));
        assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
    }
}

/// Merges all ranges, the last one first.
#[track_caller]
pub fn combine_all(folder: &Folder, dir: &str, of: u32) {
    for range in (1..=of).rev() {
        index(folder, &format!("combine {dir} {range}/{of}")).done();
    }
}

/// Builds what these arguments plan, by tasks in the opposite order, and returns the result of the
/// commit.
#[track_caller]
pub fn build_planned(folder: &Folder, line: &str, of: u32) -> Run {
    let runs = plan(folder, line);
    let dir = line.split(' ').next().unwrap();
    run_all(folder, dir, (1..=runs).rev());
    combine_all(folder, dir, of);
    index(folder, &format!("commit {dir}"))
}

pub fn manifest(folder: &Folder, dir: &str) -> Value {
    serde_json::from_slice(&fs::read(folder.path(dir).join("manifest.json")).unwrap()).unwrap()
}

/// Bytes, CRC-32 and number of rows of every file of a keyed table, in the order of the segments.
pub fn keyed_files(folder: &Folder, dir: &str) -> Vec<[u64; 3]> {
    let manifest = manifest(folder, dir);
    let segments = manifest["segments"].as_array().unwrap().iter();
    let tables = segments.flat_map(|all| [&all["positions"], &all["occurrences"]]);
    let files = tables.flat_map(|files| files.as_array().unwrap());
    files.map(|file| ["bytes", "crc32", "rows"].map(|name| file[name].as_u64().unwrap())).collect()
}

/// The rows of all games.
#[track_caller]
pub fn games_rows(folder: &Folder, dir: &str) -> Vec<String> {
    let run = index(folder, &format!("games {dir} --format jsonl"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout.lines().map(str::to_owned).collect()
}

/// The rows of all games without the index's own numbers.
#[track_caller]
pub fn unnumbered(folder: &Folder, dir: &str) -> Vec<String> {
    let cut = |row: String| match row.split_once("\"game_id\":") {
        Some((before, rest)) => format!("{before}{}", rest.split_once(',').unwrap().1),
        None => panic!("no number: {row}"),
    };
    games_rows(folder, dir).into_iter().map(cut).collect()
}

/// Compares two indexes by another program, if there is one: `rows` of all tables, which must be
/// equal, or those that are equal once games are `renumbered` by the places that they come from.
#[track_caller]
pub fn same_by_duckdb(folder: &Folder, how: &str, dirs: [&str; 2]) {
    let Some(python) = python() else { return };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/command/index_runs/same_index.py");
    let output = Command::new(python)
        .args(["-B", script, how])
        .args(dirs)
        .current_dir(folder.path("."))
        .output()
        .unwrap();
    let [out, err] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{how} {dirs:?}: {out}{err}");
}

/// The paths of all files below a folder, within it, but for the lock.
pub fn files_below(folder: &Path) -> Vec<String> {
    fn find(folder: &Path, root: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                find(&path, root, found);
            } else if !path.ends_with(".lock") {
                found.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    let mut found = Vec::new();
    if folder.exists() {
        find(folder, folder, &mut found);
    }
    found.sort();
    found
}

/// Checks that a folder holds what its manifest names and nothing else, and that `index verify`
/// finds no fault.
#[track_caller]
pub fn check_whole(folder: &Folder, dir: &str) {
    let manifest = manifest(folder, dir);
    let mut expected = vec!["manifest.json".to_owned()];
    let mut add = |files: &Value| {
        let names = files.as_array().unwrap().iter().map(|file| file["file"].as_str().unwrap());
        expected.extend(names.map(str::to_owned));
    };
    add(&manifest["game_files"]);
    for segment in manifest["segments"].as_array().unwrap() {
        add(&segment["positions"]);
        add(&segment["occurrences"]);
    }
    expected.sort();
    assert_eq!(files_below(&folder.path(dir)), expected);
    let run = index(folder, &format!("verify {dir}"));
    assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
}

/// A file as `pzstd` writes it, of these frames.
pub fn pzstd<'a>(frames: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let frame = |text: &[u8]| {
        let packed = zstd::encode_all(text, 1).unwrap();
        let size = u32::try_from(packed.len()).unwrap().to_le_bytes();
        [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0], &size[..], &packed].concat()
    };
    frames.into_iter().flat_map(frame).collect()
}
