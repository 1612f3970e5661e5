//! The Parquet files of an index, read row by row with nothing of the index's own code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;

use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::Value;

use crate::recount::{Counts, Stored, TEXTS, Tables};

/// The manifest of an index.
pub(crate) fn manifest(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap()
}

/// Writes another manifest, with the checksum that it must have. What is no object has none.
pub(crate) fn write_manifest(folder: &Path, manifest: &Value) {
    fs::write(folder.join("manifest.json"), with_sum(manifest)).unwrap();
}

/// The text of a manifest or a journal.
pub(crate) fn with_sum(manifest: &Value) -> String {
    let mut manifest = manifest.clone();
    match manifest.as_object_mut() {
        Some(fields) => {
            fields.remove("crc32");
            let text = manifest.to_string();
            let (start, comma) = match text.trim_end_matches('}') {
                "{" => ("{", ""),
                _ => (&text[..text.len() - 1], ","),
            };
            let text = format!("{start}{comma}\"crc32\": \"00000000\"}}");
            let sum = format!("{:08x}\"}}", crc32fast::hash(text.as_bytes()));
            text.replace("00000000\"}", &sum)
        }
        None => manifest.to_string(),
    }
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

/// The columns of a table with their types; `?` marks those that may be missing.
fn columns(table: &str) -> &'static str {
    match table {
        "positions" => {
            "key INT64, check INT32, move INT32, white INT64, draws INT64, black INT64, \
             unknown INT64, elo_sum INT64, elo_count INT64, first_year INT32?, last_year INT32?, \
             first_game_id INT64"
        }
        "occurrences" => "key INT64, game_id INT64, ply INT32, move INT32",
        "games" => {
            "game_id INT64, game INT64, white_name BYTE_ARRAY?, black_name BYTE_ARRAY?, \
             white_elo INT32?, black_elo INT32?, result BYTE_ARRAY, date BYTE_ARRAY?, \
             utc_date BYTE_ARRAY?, year INT32?, event BYTE_ARRAY?, site BYTE_ARRAY?, \
             round BYTE_ARRAY?, time_control BYTE_ARRAY?, variant BYTE_ARRAY?, fen BYTE_ARRAY?, \
             tags BYTE_ARRAY, moves BYTE_ARRAY, plies INT32, indexed INT32, file BYTE_ARRAY, \
             offset INT64"
        }
        other => panic!("{other:?}"),
    }
}

/// The metadata of a file.
pub(crate) fn metadata(path: &Path) -> ParquetMetaData {
    SerializedFileReader::new(File::open(path).unwrap()).unwrap().metadata().clone()
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

fn long(field: &Field) -> Option<i64> {
    match field {
        Field::Long(number) => Some(*number),
        Field::Null => None,
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

/// The rows of an index, all segments together. Each must be sorted, and every file have its
/// columns and say in its footer what it is.
pub(crate) fn read(folder: &Path) -> Tables {
    check_files(folder);
    Tables {
        positions: read_positions(folder),
        occurrences: read_occurrences(folder),
        games: files(folder, "games")
            .concat()
            .iter()
            .flat_map(|file| rows(&folder.join(file)))
            .map(|row| game(&row))
            .collect(),
    }
}

fn read_positions(folder: &Path) -> BTreeMap<(i64, i32, i32), Counts> {
    let mut positions = BTreeMap::new();
    for segment in files(folder, "positions") {
        let mut last = None;
        for file in segment {
            for row in rows(&folder.join(file)) {
                let (order, counts) = position(&row);
                assert!(last < Some(order), "{last:?} stands before {order:?}");
                last = Some(order);
                add(&mut positions, order, counts);
            }
        }
    }
    positions
}

fn read_occurrences(folder: &Path) -> BTreeSet<(i64, i64, i32, i32)> {
    let mut occurrences = BTreeSet::new();
    for segment in files(folder, "occurrences") {
        let mut last = None;
        for file in segment {
            for row in rows(&folder.join(file)) {
                let row = fields(&row);
                let order = (long(row[0]).unwrap(), long(row[1]).unwrap(), int(row[2]).unwrap());
                assert!(last < Some(order), "{last:?} stands before {order:?}");
                last = Some(order);
                let (key, game, ply) = order;
                let played = int(row[3]).unwrap();
                let is_new = occurrences.insert((key, game, ply, played));
                assert!(is_new, "{order:?} is in two segments");
            }
        }
    }
    occurrences
}

fn position(row: &Row) -> ((i64, i32, i32), Counts) {
    let row = fields(row);
    let results = [3, 4, 5, 6].map(|column| long(row[column]).unwrap());
    let counts = Counts {
        results,
        elo_sum: long(row[7]).unwrap(),
        elo_count: long(row[8]).unwrap(),
        first_year: int(row[9]),
        last_year: int(row[10]),
        first_game_id: long(row[11]).unwrap(),
    };
    ((long(row[0]).unwrap(), int(row[1]).unwrap(), int(row[2]).unwrap()), counts)
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
    row.first_game_id = row.first_game_id.min(other.first_game_id);
}

fn game(row: &Row) -> Stored {
    let row: BTreeMap<&str, &Field> =
        row.get_column_iter().map(|(name, field)| (&**name, field)).collect();
    let tags = text(row["tags"]).unwrap();
    let of_tag = |tag: &str| match tag {
        "White" => "white_name",
        "Black" => "black_name",
        "Date" => "date",
        "UTCDate" => "utc_date",
        "Event" => "event",
        "Site" => "site",
        "Round" => "round",
        "TimeControl" => "time_control",
        "Variant" => "variant",
        "FEN" => "fen",
        other => panic!("{other} has no column"),
    };
    Stored {
        game_id: long(row["game_id"]).unwrap(),
        game: long(row["game"]).unwrap(),
        texts: TEXTS.map(|tag| text(row[of_tag(tag)])),
        elos: ["white_elo", "black_elo"].map(|column| int(row[column]).map(i64::from)),
        result: text(row["result"]).unwrap(),
        year: int(row["year"]),
        tags: serde_json::from_str(&tags).unwrap_or_else(|error| panic!("{tags}: {error}")),
        moves: match row["moves"] {
            Field::Bytes(bytes) => bytes.data().to_vec(),
            other => panic!("expected bytes, got {other:?}"),
        },
        plies: int(row["plies"]).unwrap(),
        indexed: int(row["indexed"]).unwrap(),
        file: text(row["file"]).unwrap(),
    }
}

/// Where each game begins in its file.
pub(crate) fn offsets(folder: &Path) -> Vec<i64> {
    let files = files(folder, "games").concat();
    let rows = files.iter().flat_map(|file| rows(&folder.join(file)));
    rows.map(|row| long(fields(&row).last().unwrap()).unwrap()).collect()
}

fn check_files(folder: &Path) {
    let manifest = manifest(folder);
    for table in ["positions", "occurrences", "games"] {
        for file in files(folder, table).concat() {
            let metadata = metadata(&folder.join(&file));
            let schema = metadata.file_metadata().schema_descr().columns().iter().map(|column| {
                let optional = if column.max_def_level() > 0 { "?" } else { "" };
                format!("{} {}{optional}", column.name(), column.physical_type())
            });
            assert_eq!(schema.collect::<Vec<_>>().join(", "), columns(table), "{file}");
            let footer = metadata.file_metadata().key_value_metadata().unwrap();
            let of = |key: &str| {
                let entry = footer.iter().find(|entry| entry.key == format!("zobrist.{key}"));
                entry.and_then(|entry| entry.value.clone()).unwrap()
            };
            assert_eq!(of("version"), "1");
            assert_eq!(of("table"), table);
            assert_eq!(of("scheme"), manifest["scheme"].as_str().unwrap());
            assert_eq!(of("fingerprint"), manifest["fingerprint"].as_str().unwrap());
            if table != "games" {
                let groups: Vec<_> =
                    metadata.row_groups().iter().map(|group| group.num_rows()).collect();
                let full = groups.iter().take(groups.len().saturating_sub(1));
                assert!(full.into_iter().all(|rows| *rows == 1 << 15), "{file}: {groups:?}");
                assert!(groups.iter().all(|rows| (1..=1 << 15).contains(rows)), "{file}");
            }
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
