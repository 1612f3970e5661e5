//! Numbers of games that are kept free, and sources that are read in pieces.

use std::path::Path;

use parquet::record::Field;
use serde_json::json;
use shakmaty::Chess;
use zobrist_index::{BuildOptions, Index, IndexBuilder, IndexError};

use crate::rewritten;
use crate::tables;
use crate::tool::{Folder, faults, merge};

const FIRST: &[u8] = b"1. e4 e5 1-0\n\n1. d4 *\n";
const SECOND: &[u8] = b"1. e4 e5 0-1\n\n1. e4 c5 *\n\n1. Nf3 *\n";

/// The number of the first game of the second segment.
const AFTER_GAP: u64 = 1 << 40;

/// An index of two segments, as two machines would make it: the numbers of the second one begin
/// after a gap, and its games are a piece of a source, with others before it.
fn index() -> Folder {
    let folder = Folder::new();
    let mut builder = IndexBuilder::create(folder.index(), BuildOptions::default()).unwrap();
    builder.add_pgn("games.pgn", FIRST).unwrap();
    builder.finish().unwrap();
    add(&folder.index(), SECOND);
    for (table, columns) in [
        ("positions", &["first_game_id"][..]),
        ("occurrences", &["game_id"]),
        ("games", &["game_id"]),
    ] {
        let path = folder.index().join(format!("{table}/000002-0000.parquet"));
        let mut rows = rewritten::rows(&path);
        let metadata = tables::metadata(&path);
        for (column, kind) in metadata.file_metadata().schema_descr().columns().iter().enumerate() {
            if columns.contains(&kind.name()) {
                for row in &mut rows {
                    let Field::Long(number) = &mut row[column] else { panic!("{:?}", row[column]) };
                    *number += AFTER_GAP as i64 - 2;
                }
            }
        }
        rewritten::rewrite(&path, &rows);
        rewritten::know(&folder.index(), &path);
    }
    let mut manifest = tables::manifest(&folder.index());
    let files = &mut manifest["game_files"];
    files[0]["bound"] = json!(100);
    (files[1]["first"], files[1]["bound"]) = (json!(AFTER_GAP), json!(AFTER_GAP + 50));
    (files[1]["before"], files[1]["offset"]) = (json!(1000), json!(77_777));
    tables::write_manifest(&folder.index(), &manifest);
    folder
}

fn add(folder: &Path, text: &[u8]) {
    let mut builder = IndexBuilder::append(folder, BuildOptions::default()).unwrap();
    builder.add_pgn("games.pgn", text).unwrap();
    builder.finish().unwrap();
}

/// The number in the index and in the source of each game.
fn numbers(index: &Index) -> Vec<(u64, u64)> {
    let games = index.game_batches().flat_map(Result::unwrap);
    games.map(|game| (game.game_id, game.game)).collect()
}

#[track_caller]
fn check(folder: &Path, more: u64) {
    assert_eq!(faults(folder), Vec::<String>::new());
    let index = Index::open(folder).unwrap();
    assert_eq!(index.games(), 5 + more);
    let mut expected =
        vec![(0, 1), (1, 2), (AFTER_GAP, 1001), (AFTER_GAP + 1, 1002), (AFTER_GAP + 2, 1003)];
    // After what is kept free.
    expected.extend((0..more).map(|number| (AFTER_GAP + 50 + number, number + 1)));
    assert_eq!(numbers(&index), expected);
    for (number, in_source) in expected {
        let game = index.game(number).unwrap();
        assert_eq!((game.game_id, game.game), (number, in_source));
    }
    for number in [2, 3, 99, 100, AFTER_GAP - 1, AFTER_GAP + 3, AFTER_GAP + 49, u64::MAX] {
        let error = index.game(number).unwrap_err();
        assert!(matches!(error, IndexError::NoGame(n) if n == number), "{error:?}");
    }
    let start = Chess::default();
    let counts: Vec<_> = index
        .moves(&start)
        .unwrap()
        .iter()
        .map(|count| (count.played.to_string(), count.games(), count.first_game_id))
        .collect();
    let of = |m: &str, games, first| (m.to_owned(), games, first);
    assert_eq!(counts[0], of("e2e4", 3 + more, 0));
    assert_eq!(counts[1..], [of("g1f3", 1, AFTER_GAP + 2), of("d2d4", 1, 1)]);
    let found = index.games_with(&start, 99).unwrap();
    let found: Vec<_> = found.iter().map(|found| found.game.game_id).collect();
    assert_eq!(found, numbers(&index).iter().map(|(number, _)| *number).collect::<Vec<_>>());
}

#[test]
fn games_around_a_gap_keep_their_numbers() {
    let folder = index();
    check(&folder.index(), 0);
    add(&folder.index(), b"1. e4 *\n\n1. e4 e6 *\n");
    check(&folder.index(), 2);
    merge(folder.index(), 1 << 24, 2).unwrap();
    assert_eq!(Index::open(folder.index()).unwrap().info().segments, 1);
    check(&folder.index(), 2);
}
