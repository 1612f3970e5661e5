//! Indexes with false rows, in files that are sound and that the manifest names.

use std::fs;

use parquet::record::Field;
use serde_json::{Value, json};
use zobrist_index::BuildOptions;

use crate::rewritten::{self, Rows, accept, rewrite};
use crate::tables;
use crate::tool::{Folder, faults};

const GAMES: &str = "[Result \"1-0\"]\n[WhiteElo \"2000\"]\n[Date \"1990.01.01\"]\n\n1. e4 e5 1-0\n\n\
                     1. e4 c5 2. Nf3 *\n\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n";

/// The faults that are found when the rows of a table are changed.
#[track_caller]
fn falsify(table: &str, change: impl FnOnce(&mut Rows)) -> Vec<String> {
    falsify_of(table, |rows, _| change(rows))
}

/// The faults after a change that needs the names of the columns.
#[track_caller]
fn falsify_of(table: &str, change: impl FnOnce(&mut Rows, &[String])) -> Vec<String> {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), GAMES);
    let path = folder.index().join(&tables::files(&folder.index(), table)[0][0]);
    let mut rows = rewritten::rows(&path);
    rewrite(&path, &rows);
    accept(&folder.index(), &path);
    assert_eq!(faults(&folder.index()), Vec::<String>::new(), "written again, all is as it was");
    let metadata = tables::metadata(&path);
    let columns = metadata.file_metadata().schema_descr().columns().iter();
    change(&mut rows, &columns.map(|column| column.name().to_owned()).collect::<Vec<_>>());
    rewrite(&path, &rows);
    accept(&folder.index(), &path);
    faults(&folder.index())
}

#[test]
fn a_false_number_is_found_in_every_column_of_positions() {
    for (column, name) in [
        (1, "check"),
        (2, "played"),
        (3, "white"),
        (4, "draws"),
        (5, "black"),
        (6, "unknown"),
        (7, "elo_sum"),
        (8, "elo_count"),
        (11, "first_game_id"),
    ] {
        let faults = falsify("positions", |rows| match &mut rows[0][column] {
            Field::Int(value) => *value ^= 1 << 3,
            Field::Long(value) => *value += 1,
            other => panic!("{other:?}"),
        });
        assert!(!faults.is_empty(), "{name}");
        assert!(faults[0].starts_with("positions: "), "{faults:?}");
    }
    for column in [9, 10] {
        let change = |rows: &mut Rows| {
            let row = rows.iter_mut().find(|row| row[column] != Field::Null).unwrap();
            row[column] = Field::Int(1989);
        };
        assert_eq!(falsify("positions", change).len(), 1);
    }
}

#[test]
fn a_false_number_is_found_in_every_column_of_occurrences() {
    for (column, name) in [(0, "key"), (1, "game_id"), (2, "ply"), (3, "move")] {
        let faults = falsify("occurrences", |rows| match &mut rows[0][column] {
            Field::Int(value) => *value ^= 1 << 3,
            Field::Long(value) => *value -= 1,
            other => panic!("{other:?}"),
        });
        assert!(!faults.is_empty(), "{name}");
        assert!(faults[0].starts_with("occurrences: "), "{faults:?}");
    }
}

#[test]
fn rows_too_many_or_too_few_are_found() {
    for table in ["positions", "occurrences"] {
        let removed = falsify(table, |rows| drop(rows.remove(2)));
        assert!(removed.len() == 1 && removed[0].contains("missing: "), "{removed:?}");
        let added = falsify(table, |rows| {
            let mut row = rows[2].clone();
            row[2] = Field::Int(77);
            rows.insert(3, row);
        });
        assert!(added[0].contains("not in any game: "), "{added:?}");
    }
}

#[test]
fn rows_twice_and_rows_in_disorder_are_found() {
    // A row cut into two that are together what it was.
    let cut = falsify("positions", |rows| {
        let at = rows.iter().position(|row| row[3] == Field::Long(1) && row[6] == Field::Long(1));
        let mut rest = rows[at.unwrap()].clone();
        rows[at.unwrap()][3] = Field::Long(0);
        for column in [6, 7, 8] {
            rest[column] = Field::Long(0);
        }
        rows.insert(at.unwrap() + 1, rest);
    });
    assert!(!cut.is_empty());
    let twice = falsify("occurrences", |rows| rows.insert(1, rows[0].clone()));
    assert!(!twice.is_empty());
    for table in ["positions", "occurrences"] {
        assert!(!falsify(table, |rows| rows.swap(1, 2)).is_empty());
    }
}

#[test]
fn false_games_are_found() {
    for (column, value) in [
        ("game_id", Field::Long(7)),
        ("game", Field::Long(0)),
        ("game", Field::Long(-1)),
        ("white_elo", Field::Int(2001)),
        ("black_elo", Field::Int(2001)),
        ("result", Field::Str("1/2-1/2".to_owned())),
        ("year", Field::Int(1800)),
        ("variant", Field::Str("Atomic".to_owned())),
        ("variant", Field::Str("Bughouse".to_owned())),
        ("fen", Field::Str("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1".to_owned())),
        ("moves", Field::Bytes(vec![0, 0, 0, 0].into())),
        ("moves", Field::Bytes(vec![0x1c, 0x03].into())),
        ("plies", Field::Int(3)),
        ("indexed", Field::Int(2)),
        ("indexed", Field::Int(4)),
    ] {
        let faults = falsify_of("games", |rows, columns| {
            let column = columns.iter().position(|name| name == column).unwrap();
            rows[0][column] = value.clone();
        });
        assert!(!faults.is_empty(), "{value:?} in column {column}");
    }
    let removed = falsify("games", |rows| drop(rows.pop()));
    assert!(!removed.is_empty());
    let swapped = falsify("games", |rows| rows.swap(0, 1));
    assert!(!swapped.is_empty());
}

#[test]
fn a_false_manifest_is_found() {
    type Change = fn(&mut Value);
    let changes: [Change; 5] = [
        |manifest| manifest["games"] = json!(4),
        |manifest| {
            let file = &mut manifest["game_files"][0];
            (file["first"], file["bound"]) = (json!(1), json!(4));
        },
        |manifest| manifest["segments"][0]["positions"][0]["parts"] = json!([0, 128]),
        |manifest| manifest["segments"][0]["occurrences"][0]["rows"] = json!(3),
        |manifest| manifest["game_files"][0]["rows"] = json!(2),
    ];
    for (number, change) in changes.iter().enumerate() {
        let folder = Folder::new();
        folder.build(BuildOptions::default(), GAMES);
        let mut manifest = tables::manifest(&folder.index());
        change(&mut manifest);
        tables::write_manifest(&folder.index(), &manifest);
        assert!(!faults(&folder.index()).is_empty(), "change {number}");
    }
}

#[test]
fn a_hundred_faults_are_reported_at_most_and_all_are_counted() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &crate::tool::sample(20));
    let path = folder.index().join(&tables::files(&folder.index(), "occurrences")[0][0]);
    let rows = rewritten::rows(&path);
    rewrite(&path, &rows[..1].to_vec());
    accept(&folder.index(), &path);
    let mut reported = 0;
    let count =
        zobrist_index::verify(folder.index(), 1 << 24, crate::tool::threads(1), &mut |_| {
            reported += 1
        });
    assert_eq!((count.unwrap(), reported), (rows.len() as u64 - 1, 100));
}

/// A page that cannot be read, of a file whose sum is right, is a fault and does not end the check.
#[test]
fn pages_that_cannot_be_read_are_faults() {
    for table in ["positions", "occurrences", "games"] {
        let folder = Folder::new();
        folder.build(BuildOptions::default(), GAMES);
        let path = folder.index().join(&tables::files(&folder.index(), table)[0][0]);
        let whole = fs::read(&path).unwrap();
        let mut found = 0;
        let (last, length) = *rewritten::places(&path).last().unwrap();
        for at in (4..last + length).step_by(5) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xff;
            fs::write(&path, &damaged).unwrap();
            accept(&folder.index(), &path);
            found += usize::from(!faults(&folder.index()).is_empty());
        }
        assert!(found > 10, "{table}: {found}");
    }
}
