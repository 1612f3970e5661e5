//! Files of an index that others have written again: what the manifest and the footers must then
//! say, computed from the specification with nothing of the index's own code.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::Type;
use parquet::data_type::{ByteArrayType, Int32Type, Int64Type};
use parquet::file::metadata::{KeyValue, PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use serde_json::{Value, json};

use crate::tables;

pub(crate) type Rows = Vec<Vec<Field>>;

/// The entry of the footer with the checksums of all pages.
pub(crate) const PAGE_SUMS: &str = "zobrist.page_checksums";

/// The rows of a file.
pub(crate) fn rows(path: &Path) -> Rows {
    let rows = tables::rows(path);
    rows.iter().map(|row| row.get_column_iter().map(|column| column.1.clone()).collect()).collect()
}

/// Writes a file again with other rows, in one row group, and the right checksums of its pages.
pub(crate) fn rewrite(path: &Path, rows: &Rows) {
    write(path, rows, Some(String::new()));
    let pages = places(path).len();
    write(path, rows, Some("0".repeat(8 * pages)));
    sum_pages(path);
}

/// Writes a file again with other rows and this entry for the checksums of its pages, or none.
pub(crate) fn write(path: &Path, rows: &Rows, sums: Option<String>) {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let footer = reader.metadata().file_metadata();
    let mut entries = footer.key_value_metadata().cloned().unwrap();
    entries.retain(|entry| entry.key != PAGE_SUMS);
    entries.extend(sums.map(|sums| KeyValue::new(PAGE_SUMS.to_owned(), sums)));
    let properties = WriterProperties::builder().set_key_value_metadata(Some(entries)).build();
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

/// Makes the manifest and the file's own list of checksums know a file as it is, and gives back the
/// manifest of before.
pub(crate) fn accept(folder: &Path, file: &Path) -> Vec<u8> {
    sum_pages(file);
    know(folder, file)
}

/// Makes the manifest know a file as it is, with room for the games that it has, and gives back the
/// manifest of before.
pub(crate) fn know(folder: &Path, file: &Path) -> Vec<u8> {
    let before = fs::read(folder.join("manifest.json")).unwrap();
    let mut manifest: Value = serde_json::from_slice(&before).unwrap();
    let bytes = fs::read(file).unwrap();
    let end = places(file).last().map_or(4, |(start, length)| start + length);
    let name = file.strip_prefix(folder).unwrap().to_str().unwrap();
    let entry = entry(&mut manifest, name).expect("the manifest names the file");
    entry["rows"] = json!(tables::metadata(file).file_metadata().num_rows());
    entry["bytes"] = json!(bytes.len());
    entry["pages_end"] = json!(end);
    entry["crc32"] = json!(crc32fast::hash(&bytes[end..]));
    let mut next = 0;
    for file in manifest["game_files"].as_array_mut().unwrap() {
        let first = file["first"].as_u64().unwrap().max(next);
        next = file["bound"].as_u64().unwrap().max(first + file["rows"].as_u64().unwrap());
        (file["first"], file["bound"]) = (json!(first), json!(next));
    }
    tables::write_manifest(folder, &manifest);
    before
}

/// The entry of a file, wherever it stands.
pub(crate) fn entry<'a>(value: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    if value["file"] == name && value["crc32"].is_number() {
        return Some(value);
    }
    match value {
        Value::Array(values) => values.iter_mut().find_map(|value| entry(value, name)),
        Value::Object(values) => values.values_mut().find_map(|value| entry(value, name)),
        _ => None,
    }
}

/// The places of all pages in the order of the file: offsets and lengths.
pub(crate) fn places(file: &Path) -> Vec<(usize, usize)> {
    places_by_group(file).concat()
}

fn places_by_group(file: &Path) -> Vec<Vec<(usize, usize)>> {
    let metadata = with_page_index(file);
    let of_group = |number: usize| {
        let index = metadata.page_index_for_row_group(number);
        let mut places = Vec::new();
        for (column, chunk) in metadata.row_group(number).columns().iter().enumerate() {
            if let Some(start) = chunk.dictionary_page_offset() {
                places.push((start as usize, (chunk.data_page_offset() - start) as usize));
            }
            let pages = index.page_locations(column).unwrap();
            let place = |start: i64, length: i32| (start as usize, length as usize);
            places.extend(pages.iter().map(|p| place(p.offset, p.compressed_page_size)));
        }
        places
    };
    (0..metadata.num_row_groups()).map(of_group).collect()
}

fn with_page_index(file: &Path) -> ParquetMetaData {
    let reader = ParquetMetaDataReader::new().with_page_index_policy(PageIndexPolicy::Required);
    reader.parse_and_finish(&File::open(file).unwrap()).unwrap()
}

/// The list of the checksums of all pages that a file must have.
pub(crate) fn page_sums(file: &Path) -> String {
    let bytes = fs::read(file).unwrap();
    let sum = |(start, length): (usize, usize)| crc32fast::hash(&bytes[start..][..length]);
    let of_group = |places: Vec<(usize, usize)>| {
        places.into_iter().map(|place| format!("{:08x}", sum(place))).collect::<String>()
    };
    places_by_group(file).into_iter().map(of_group).collect::<Vec<_>>().join(" ")
}

/// The list of the checksums of all pages that a file has.
pub(crate) fn listed_sums(file: &Path) -> String {
    let metadata = tables::metadata(file);
    let footer = metadata.file_metadata().key_value_metadata().unwrap();
    let entry = footer.iter().find(|entry| entry.key == PAGE_SUMS);
    entry.and_then(|entry| entry.value.clone()).unwrap()
}

/// Puts the right checksums into the list of a file, which has one of the right length.
fn sum_pages(file: &Path) {
    let (old, new) = (listed_sums(file), page_sums(file));
    assert_eq!(old.len(), new.len());
    if old == new {
        return;
    }
    let mut bytes = fs::read(file).unwrap();
    let at = bytes.windows(old.len()).rposition(|window| window == old.as_bytes()).unwrap();
    bytes[at..][..new.len()].copy_from_slice(new.as_bytes());
    fs::write(file, bytes).unwrap();
}
