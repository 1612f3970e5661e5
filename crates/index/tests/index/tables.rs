//! The Parquet files of an index, read row by row with nothing of the index's own code.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::Value;

use crate::recount::{Counts, Stored, Tables};

/// The manifest of an index.
pub(crate) fn manifest(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap()
}

/// The names of the files of a table, segment by segment.
pub(crate) fn files(folder: &Path, table: &str) -> Vec<Vec<String>> {
    let manifest = manifest(folder);
    let name = |file: &Value| file["file"].as_str().unwrap().to_owned();
    let names = |files: &Value| files.as_array().unwrap().iter().map(name).collect();
    match table {
        "games" => vec![names(&manifest["game_files"])],
        _ => manifest["segments"].as_array().unwrap().iter().map(|s| names(&s[table])).collect(),
    }
}

/// The rows of a file.
pub(crate) fn rows(path: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let rows = reader.get_row_iter(None).unwrap();
    rows.map(Result::unwrap).collect()
}

fn fields(row: &Row) -> Vec<&Field> {
    row.get_column_iter().map(|column| column.1).collect()
}

fn int(field: &Field) -> Option<i32> {
    match field {
        Field::Int(number) => Some(*number),
        Field::Null => None,
        other => panic!("expected INT32, got {other:?}"),
    }
}

fn long(field: &Field) -> i64 {
    match field {
        Field::Long(number) => *number,
        other => panic!("expected INT64, got {other:?}"),
    }
}

fn text(field: &Field) -> Option<String> {
    match field {
        Field::Str(text) => Some(text.clone()),
        Field::Null => None,
        other => panic!("expected text, got {other:?}"),
    }
}

/// The rows of an index, all segments together. Each must be sorted, and every file say
/// in its footer what it is.
pub(crate) fn read(folder: &Path) -> Tables {
    let mut tables = Tables::default();
    for segment in files(folder, "positions") {
        let mut last = None;
        for file in segment {
            for row in rows(&folder.join(file)) {
                let (order, counts) = position(&row);
                assert!(last < Some(order), "{last:?} stands before {order:?}");
                last = Some(order);
                add(&mut tables.positions, order, counts);
            }
        }
    }
    for segment in files(folder, "occurrences") {
        let mut last = None;
        for file in segment {
            for row in rows(&folder.join(file)) {
                let row = fields(&row);
                let order = (long(row[0]), int(row[1]).unwrap(), int(row[2]).unwrap());
                assert!(last < Some(order), "{last:?} stands before {order:?}");
                last = Some(order);
                assert!(tables.occurrences.insert(order), "{order:?} is in two segments");
            }
        }
    }
    for file in files(folder, "games").concat() {
        tables.games.extend(rows(&folder.join(file)).iter().map(game));
    }
    check_footers(folder);
    tables
}

fn position(row: &Row) -> ((i64, i32, i32), Counts) {
    let row = fields(row);
    assert_eq!(row.len(), 12);
    let results = [3, 4, 5, 6].map(|column| int(row[column]).unwrap());
    let counts = Counts {
        results,
        elo_sum: long(row[7]),
        elo_count: long(row[8]),
        first_year: int(row[9]),
        last_year: int(row[10]),
        first_game: int(row[11]).unwrap(),
    };
    ((long(row[0]), int(row[1]).unwrap(), int(row[2]).unwrap()), counts)
}

fn add(rows: &mut BTreeMap<(i64, i32, i32), Counts>, order: (i64, i32, i32), other: Counts) {
    let Some(row) = rows.get_mut(&order) else {
        rows.insert(order, other);
        return;
    };
    for (sum, other) in row.results.iter_mut().zip(other.results) {
        *sum += other;
    }
    row.elo_sum += other.elo_sum;
    row.elo_count += other.elo_count;
    row.first_year = row.first_year.into_iter().chain(other.first_year).min();
    row.last_year = row.last_year.into_iter().chain(other.last_year).max();
    row.first_game = row.first_game.min(other.first_game);
}

fn game(row: &Row) -> Stored {
    let row = fields(row);
    assert_eq!(row.len(), 19);
    let tags = text(row[13]).unwrap();
    Stored {
        game: int(row[0]).unwrap(),
        texts: [1, 2, 6, 8, 9, 10, 11, 12].map(|column| text(row[column])),
        elos: [3, 4].map(|column| int(row[column]).map(i64::from)),
        result: text(row[5]).unwrap(),
        year: int(row[7]),
        tags: serde_json::from_str(&tags).unwrap_or_else(|error| panic!("{tags}: {error}")),
        moves: match row[14] {
            Field::Bytes(bytes) => bytes.data().to_vec(),
            other => panic!("expected bytes, got {other:?}"),
        },
        plies: int(row[15]).unwrap(),
        indexed: int(row[16]).unwrap(),
        file: text(row[17]).unwrap(),
    }
}

/// Where each game begins in its file.
pub(crate) fn offsets(folder: &Path) -> Vec<i64> {
    let files = files(folder, "games").concat();
    let rows = files.iter().flat_map(|file| rows(&folder.join(file)));
    rows.map(|row| long(fields(&row)[18])).collect()
}

fn check_footers(folder: &Path) {
    let manifest = manifest(folder);
    for table in ["positions", "occurrences", "games"] {
        for file in files(folder, table).concat() {
            let reader =
                SerializedFileReader::new(File::open(folder.join(&file)).unwrap()).unwrap();
            let footer = reader.metadata().file_metadata().key_value_metadata().unwrap();
            let of = |key: &str| {
                let entry = footer.iter().find(|entry| entry.key == format!("zobrist.{key}"));
                entry.and_then(|entry| entry.value.clone()).unwrap()
            };
            assert_eq!(of("version"), manifest["version"].to_string());
            assert_eq!(of("table"), table);
            assert_eq!(of("scheme"), manifest["scheme"].as_str().unwrap());
            assert_eq!(of("fingerprint"), manifest["fingerprint"].as_str().unwrap());
        }
    }
}

/// Fails with the first row that is not as it should be, for whole tables are long.
#[track_caller]
pub(crate) fn assert_equal(got: &Tables, expected: &Tables) {
    fn first<T: PartialEq + std::fmt::Debug>(
        got: impl Iterator<Item = T>,
        expected: impl Iterator<Item = T>,
    ) -> Option<(T, T)> {
        got.zip(expected).find(|(got, expected)| got != expected)
    }
    if got == expected {
        return;
    }
    let rows =
        |tables: &Tables| (tables.positions.len(), tables.occurrences.len(), tables.games.len());
    panic!(
        "(got, expected): rows {:?}, games {:?}, positions {:?}, occurrences {:?}",
        (rows(got), rows(expected)),
        first(got.games.iter(), expected.games.iter()),
        first(got.positions.iter(), expected.positions.iter()),
        first(got.occurrences.iter(), expected.occurrences.iter()),
    );
}
