//! Schema, encodings and footer of the files of a table.

use std::sync::Arc;

use parquet::schema::parser::parse_message_type;
use parquet::schema::types::TypePtr;
use serde::{Deserialize, Serialize};

/// Size and checksum of a file, by which the manifest detects damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSummary {
    /// Number of rows.
    pub rows: u64,
    /// Size of the file, in bytes.
    pub bytes: u64,
    /// Where the last page ends.
    pub pages_end: u64,
    /// The CRC-32 of all bytes from there on: the page index and the footer, which has the checksum
    /// of every page.
    pub crc32: u32,
}

/// Number of rows in a row group of a table that is sorted by key: a look-up over a network reads
/// one group at once.
pub const KEYED_GROUP_ROWS: usize = 1 << 15;

/// Number of rows in a page of such a table.
pub const KEYED_PAGE_ROWS: usize = 5 << 10;

/// Encoding and compression of the pages of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// The values as they are.
    Plain,
    /// Differences of neighbors, in as few bits as they take.
    Delta,
    /// Indices into a dictionary.
    Dictionary,
    /// The values as they are, compressed.
    Zstd,
    /// Indices into a dictionary, both compressed.
    DictionaryZstd,
}

/// A column in the schema and the properties of a file.
#[derive(Debug)]
pub struct ColumnSpec {
    /// The name of the column.
    pub name: &'static str,
    /// Repetition and type, as a Parquet schema writes them before the name.
    pub column_type: &'static str,
    /// The annotation after the name.
    pub annotation: &'static str,
    /// Encoding and compression.
    pub storage: Storage,
}

/// A table in the files that hold it.
#[derive(Debug)]
pub struct TableSpec {
    /// The name of the table, and of the folder that holds its files.
    pub name: &'static str,
    /// The columns in the order of the files.
    pub columns: &'static [ColumnSpec],
    /// Number of rows in a row group, except for the last.
    pub group_rows: usize,
    /// Number of rows in a page, except for the last: with larger pages a file is smaller and
    /// written sooner, but a look-up takes longer.
    pub page_rows: usize,
    /// About the number of bytes that a row takes in a file.
    pub row_bytes: u64,
    /// The number of columns, from the first, that the rows are sorted by.
    pub sorted_by: usize,
}

impl TableSpec {
    pub(super) fn schema(&self) -> TypePtr {
        let column = |column: &ColumnSpec| {
            format!("{} {} {};", column.column_type, column.name, column.annotation)
        };
        let columns: String = self.columns.iter().map(column).collect();
        let schema = format!("message {} {{ {columns} }}", self.name);
        Arc::new(parse_message_type(&schema).expect("the schemas are constants"))
    }

    /// The entries of a file's footer that say what the file is.
    pub(super) fn footer(&self, format: &Format) -> [(&'static str, String); 4] {
        [
            ("zobrist.version", format.version.to_string()),
            ("zobrist.table", self.name.to_owned()),
            ("zobrist.scheme", format.scheme.clone()),
            ("zobrist.fingerprint", format.fingerprint.clone()),
        ]
    }
}

/// The format of an index and the scheme of its keys, as the footer of every file names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// The program that writes, for `created_by`.
    pub writer: &'static str,
    /// The version of the format.
    pub version: u32,
    /// The name of the scheme.
    pub scheme: String,
    /// The fingerprint of the scheme.
    pub fingerprint: String,
}
