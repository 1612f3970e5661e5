//! The number of files that a table is divided into: the same rows, the same answers.

use std::path::Path;

use serde_json::Value;
use shakmaty::{Chess, Position};
use zobrist_index::{BuildOptions, Index, IndexBuilder, MergeOptions, SchemeId, Select};

use crate::recount::{Tables, games};
use crate::tables;
use crate::tool::{Folder, faults, sample, threads};

/// The numbers of files, and the bits of a key that are then enough.
const FILES: [(usize, u64); 3] = [(1, 8), (3, 8), (300, 9)];

fn options(files: usize) -> BuildOptions {
    let mut options = BuildOptions::default();
    (options.files, options.threads) = (Some(threads(files)), threads(2));
    options
}

/// Checks that each segment has `files` files of each table, which hold all keys in order, each in
/// the file that its name says.
#[track_caller]
fn check_files(folder: &Path, files: usize, bits: u64) {
    let manifest = tables::manifest(folder);
    assert_eq!(manifest["part_bits"], bits);
    for segment in manifest["segments"].as_array().unwrap() {
        for table in ["positions", "occurrences"] {
            let entries = segment[table].as_array().unwrap();
            assert_eq!(entries.len(), files, "{table}");
            let mut next = 0;
            for entry in entries {
                let part = |number: usize| entry["parts"][number].as_u64().unwrap();
                assert!(part(0) == next && part(1) > next, "{entry}");
                next = part(1);
                check_keys(folder, entry, bits, table, &segment["number"]);
            }
            assert_eq!(next, 1 << bits, "{table}");
        }
    }
}

fn check_keys(folder: &Path, entry: &Value, bits: u64, table: &str, segment: &Value) {
    let part = |number: usize| entry["parts"][number].as_u64().unwrap();
    let name = entry["file"].as_str().unwrap();
    let first = part(0) << (16 - bits);
    assert_eq!(name, format!("{table}/{:06}-{first:04x}.parquet", segment.as_u64().unwrap()));
    let rows = tables::rows(&folder.join(name));
    assert_eq!(entry["rows"], rows.len());
    for row in rows {
        let key = match row.get_column_iter().next().unwrap().1 {
            parquet::record::Field::Long(key) => *key,
            other => panic!("{other:?}"),
        };
        let part_of_key = (i128::from(key) + (1 << 63)) >> (64 - bits);
        assert!((part(0).into()..part(1).into()).contains(&part_of_key), "{key} in {name}");
    }
}

/// Checks that two indexes of the same games give the same answers.
#[track_caller]
fn check_answers(folder: &Path, other: &Path, text: &str) {
    let [one, other] = [folder, other].map(|folder| Index::open(folder).unwrap());
    for game in games(text).iter().step_by(9) {
        for (position, _) in game.positions().iter().step_by(5) {
            assert_eq!(one.moves(position).unwrap(), other.moves(position).unwrap());
            let found = |index: &Index| index.games_with(position, 3).unwrap();
            assert_eq!(found(&one), found(&other));
        }
    }
    let unknown = Chess::default().play(Chess::default().legal_moves()[0]).unwrap();
    assert_eq!(one.moves(&unknown).unwrap(), other.moves(&unknown).unwrap());
}

/// Builds the index of some games, or adds them to one. Games are named alike, wherever they are.
fn add(folder: &Folder, options: BuildOptions, text: &str) {
    let builder = match folder.index().exists() {
        true => IndexBuilder::append(folder.index(), options),
        false => IndexBuilder::create(folder.index(), options),
    };
    let mut builder = builder.unwrap();
    assert!(builder.add_pgn("games.pgn", text.as_bytes()).unwrap().is_empty());
    builder.finish().unwrap();
}

fn recounted(text: &str) -> Tables {
    Tables::of([("games.pgn", text)], SchemeId::Fide, Select::default())
}

#[test]
fn a_build_has_as_many_files_as_it_is_asked_for() {
    let text = sample(60);
    let other = Folder::new();
    add(&other, BuildOptions::default(), &text);
    check_files(&other.index(), 1, 8);
    for (files, bits) in FILES {
        // In one segment, or in several that are merged.
        for memory in [1 << 30, 1 << 16] {
            let folder = Folder::new();
            let mut options = options(files);
            options.memory = memory;
            add(&folder, options, &text);
            check_files(&folder.index(), files, bits);
            let info = Index::open(folder.index()).unwrap().info();
            assert_eq!((info.positions.files, info.occurrences.files), (files, files));
            tables::assert_equal(&tables::read(&folder.index()), &recounted(&text));
            check_answers(&folder.index(), &other.index(), &text);
            assert_eq!(faults(&folder.index()), Vec::<String>::new());
        }
    }
}

/// The files of the segments that are there stay as they are; their parts are divided.
#[test]
fn what_is_added_has_as_many_files_as_it_is_asked_for() {
    let text = sample(40);
    let (first, second) = text.split_at(text.match_indices("[Event ").nth(30).unwrap().0);
    let other = Folder::new();
    add(&other, BuildOptions::default(), first);
    add(&other, BuildOptions::default(), second);
    for (files, more, bits) in [(3, 300, 9), (300, 3, 9), (1, 2, 8)] {
        let folder = Folder::new();
        add(&folder, options(files), first);
        add(&folder, options(more), second);
        let manifest = tables::manifest(&folder.index());
        assert_eq!(manifest["part_bits"], bits);
        for table in ["positions", "occurrences"] {
            let numbers: Vec<usize> =
                tables::files(&folder.index(), table).iter().map(Vec::len).collect();
            assert_eq!(numbers, [files, more], "{table}");
        }
        check_answers(&folder.index(), &other.index(), &text);
        assert_eq!(faults(&folder.index()), Vec::<String>::new());
    }
}

#[test]
fn a_merge_has_as_many_files_as_it_is_asked_for() {
    let text = sample(40);
    let (first, second) = text.split_at(text.match_indices("[Event ").nth(30).unwrap().0);
    let other = Folder::new();
    add(&other, BuildOptions::default(), first);
    add(&other, BuildOptions::default(), second);
    let expected = tables::read(&other.index());
    for (before, files, bits) in [(1, 1, 8), (1, 3, 8), (3, 300, 9), (300, 3, 9), (1, 256, 8)] {
        let folder = Folder::new();
        add(&folder, options(before), first);
        add(&folder, options(before), second);
        for memory in [1, 1 << 30] {
            let mut options = MergeOptions::default();
            (options.memory, options.threads) = (memory, threads(2));
            options.files = Some(threads(files));
            zobrist_index::merge(folder.index(), options).unwrap();
            check_files(&folder.index(), files, bits);
            tables::assert_equal(&tables::read(&folder.index()), &expected);
            check_answers(&folder.index(), &other.index(), &text);
            assert_eq!(faults(&folder.index()), Vec::<String>::new());
        }
        // One segment is written again if another number is asked for, and only then.
        let before = tables::manifest(&folder.index());
        for (again, is_same) in [(Some(files), true), (None, true), (Some(files + 1), false)] {
            let mut options = MergeOptions::default();
            options.files = again.map(threads);
            zobrist_index::merge(folder.index(), options).unwrap();
            assert_eq!(tables::manifest(&folder.index()) == before, is_same);
        }
        tables::assert_equal(&tables::read(&folder.index()), &expected);
    }
}
