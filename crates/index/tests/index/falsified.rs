//! Indexes with false rows, in files that are sound and that the manifest names.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::Type;
use parquet::data_type::{ByteArrayType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use serde_json::{Value, json};
use zobrist_index::BuildOptions;

use crate::tables;
use crate::tool::{Folder, faults};

type Rows = Vec<Vec<Field>>;

/// Makes the manifest know a file as it is, and gives back the manifest of before.
pub(crate) fn accept(folder: &Path, file: &Path) -> Vec<u8> {
    let before = fs::read(folder.join("manifest.json")).unwrap();
    let mut manifest: Value = serde_json::from_slice(&before).unwrap();
    let bytes = fs::read(file).unwrap();
    let rows = SerializedFileReader::new(File::open(file).unwrap());
    let rows = rows.unwrap().metadata().file_metadata().num_rows();
    let name = file.strip_prefix(folder).unwrap().to_str().unwrap();
    let entry = find(&mut manifest, name).expect("the manifest names the file");
    entry["rows"] = json!(rows);
    entry["bytes"] = json!(bytes.len());
    entry["crc32"] = json!(crc32fast::hash(&bytes));
    fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
    before
}

/// The entry of a file, wherever it stands.
fn find<'a>(value: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    if value["file"] == name && value["crc32"].is_number() {
        return Some(value);
    }
    match value {
        Value::Array(values) => values.iter_mut().find_map(|value| find(value, name)),
        Value::Object(values) => values.values_mut().find_map(|value| find(value, name)),
        _ => None,
    }
}

/// Writes a file again with other rows.
fn rewrite(path: &Path, rows: &Rows) {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let footer = reader.metadata().file_metadata();
    let properties = WriterProperties::builder()
        .set_key_value_metadata(footer.key_value_metadata().cloned())
        .build();
    let schema = footer.schema_descr().root_schema_ptr();
    let columns = footer.schema_descr().columns().to_vec();
    let new = path.with_extension("new");
    let file = File::create(&new).unwrap();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    for (index, kind) in columns.iter().enumerate() {
        let mut column = group.next_column().unwrap().unwrap();
        let fields = || rows.iter().map(|row| &row[index]);
        let levels: Vec<i16> = fields().map(|field| (*field != Field::Null).into()).collect();
        let levels = (kind.max_def_level() > 0).then_some(&*levels);
        match kind.physical_type() {
            Type::INT32 => {
                let values = fields().filter_map(|field| match field {
                    Field::Int(value) => Some(*value),
                    _ => None,
                });
                let values: Vec<i32> = values.collect();
                column.typed::<Int32Type>().write_batch(&values, levels, None).unwrap();
            }
            Type::INT64 => {
                let values = fields().filter_map(|field| match field {
                    Field::Long(value) => Some(*value),
                    _ => None,
                });
                let values: Vec<i64> = values.collect();
                column.typed::<Int64Type>().write_batch(&values, levels, None).unwrap();
            }
            _ => {
                let values = fields().filter_map(|field| match field {
                    Field::Str(value) => Some(value.as_str().into()),
                    Field::Bytes(value) => Some(value.clone()),
                    _ => None,
                });
                let values: Vec<_> = values.collect();
                column.typed::<ByteArrayType>().write_batch(&values, levels, None).unwrap();
            }
        }
        column.close().unwrap();
    }
    group.close().unwrap();
    writer.close().unwrap();
    fs::rename(new, path).unwrap();
}

const GAMES: &str = "[Result \"1-0\"]\n[WhiteElo \"2000\"]\n[Date \"1990.01.01\"]\n\n1. e4 e5 1-0\n\n\
                     1. e4 c5 2. Nf3 *\n\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n";

/// The faults that are found when the rows of a table are changed.
#[track_caller]
fn falsify(table: &str, change: impl FnOnce(&mut Rows)) -> Vec<String> {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), GAMES);
    let path = folder.index().join(&tables::files(&folder.index(), table)[0][0]);
    let rows = tables::rows(&path);
    let fields = rows.iter().map(|row| row.get_column_iter().map(|c| c.1.clone()).collect());
    let mut rows: Rows = fields.collect();
    rewrite(&path, &rows);
    accept(&folder.index(), &path);
    assert_eq!(faults(&folder.index()), Vec::<String>::new(), "written again, all is as it was");
    change(&mut rows);
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
        (11, "first_game"),
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
        let at = rows.iter().position(|row| row[3] == Field::Int(1) && row[6] == Field::Int(1));
        let mut rest = rows[at.unwrap()].clone();
        rows[at.unwrap()][3] = Field::Int(0);
        for column in [6, 7, 8] {
            rest[column] = match rest[column] {
                Field::Long(_) => Field::Long(0),
                _ => Field::Int(0),
            };
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
        (0, Field::Int(7)),
        (3, Field::Int(2001)),
        (4, Field::Int(2001)),
        (5, Field::Str("1/2-1/2".to_owned())),
        (7, Field::Int(1800)),
        (11, Field::Str("Atomic".to_owned())),
        (11, Field::Str("Bughouse".to_owned())),
        (12, Field::Str("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1".to_owned())),
        (14, Field::Bytes(vec![0, 0, 0, 0].into())),
        (14, Field::Bytes(vec![0x1c, 0x03].into())),
        (15, Field::Int(3)),
        (16, Field::Int(2)),
        (16, Field::Int(4)),
    ] {
        let faults = falsify("games", |rows| rows[0][column] = value.clone());
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
        |manifest| manifest["game_files"][0]["first"] = json!(1),
        |manifest| manifest["segments"][0]["positions"][0]["parts"] = json!([0, 128]),
        |manifest| manifest["segments"][0]["occurrences"][0]["rows"] = json!(3),
        |manifest| manifest["game_files"][0]["rows"] = json!(2),
    ];
    for (number, change) in changes.iter().enumerate() {
        let folder = Folder::new();
        folder.build(BuildOptions::default(), GAMES);
        let mut manifest = tables::manifest(&folder.index());
        change(&mut manifest);
        fs::write(folder.index().join("manifest.json"), manifest.to_string()).unwrap();
        assert!(!faults(&folder.index()).is_empty(), "change {number}");
    }
}

#[test]
fn a_hundred_faults_are_reported_at_most_and_all_are_counted() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &crate::tool::sample(20));
    let path = folder.index().join(&tables::files(&folder.index(), "occurrences")[0][0]);
    let rows = tables::rows(&path);
    let first = rows[0].get_column_iter().map(|column| column.1.clone()).collect();
    rewrite(&path, &vec![first]);
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
        for at in (4..whole.len() / 3).step_by(5) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xff;
            fs::write(&path, &damaged).unwrap();
            accept(&folder.index(), &path);
            found += usize::from(!faults(&folder.index()).is_empty());
        }
        assert!(found > 10, "{table}: {found}");
    }
}
