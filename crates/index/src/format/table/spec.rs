//! Schema, encodings and footer of the files of a table.

use std::sync::Arc;

use parquet::schema::parser::parse_message_type;
use parquet::schema::types::TypePtr;
use serde::{Deserialize, Serialize};
use zobrist_chess::AnyScheme;

use crate::version::FORMAT_VERSION;

/// Size and checksum of a file, by which the manifest detects damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileSummary {
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    /// Where the last page ends.
    pub(crate) pages_end: u64,
    /// The CRC-32 of all bytes from there on: the page index and the footer, which has the checksum
    /// of every page.
    pub(crate) crc32: u32,
}

/// Number of rows in a row group of a table that is sorted by key: a look-up over a network reads
/// one group at once.
pub(super) const KEYED_GROUP_ROWS: usize = 1 << 15;

/// Number of rows in a page of such a table.
pub(super) const KEYED_PAGE_ROWS: usize = 5 << 10;

/// Encoding and compression of the pages of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    Plain,
    /// Differences of neighbors, in as few bits as they take.
    Delta,
    /// Indices into a dictionary.
    Dictionary,
    Zstd,
    DictionaryZstd,
}

/// A column in the schema and the properties of a file.
#[derive(Debug)]
pub(crate) struct ColumnSpec {
    pub(super) name: &'static str,
    /// Repetition and type, as a Parquet schema writes them before the name.
    pub(super) column_type: &'static str,
    /// The annotation after the name.
    pub(super) annotation: &'static str,
    pub(super) storage: Storage,
}

/// A table in the files that hold it.
#[derive(Debug)]
pub(crate) struct TableSpec {
    /// The name of the table, and of the folder that holds its files.
    pub(crate) name: &'static str,
    pub(crate) columns: &'static [ColumnSpec],
    /// Number of rows in a row group, except for the last.
    pub(crate) group_rows: usize,
    /// Number of rows in a page, except for the last: with larger pages a file is smaller and
    /// written sooner, but a look-up takes longer.
    pub(crate) page_rows: usize,
    /// About the number of bytes that a row takes in a file.
    pub(crate) row_bytes: u64,
    /// The number of columns, from the first, that the rows are sorted by.
    pub(crate) sorted_by: usize,
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
    pub(super) fn footer(&self, scheme: &AnyScheme) -> [(&'static str, String); 4] {
        [
            ("zobrist.version", FORMAT_VERSION.to_string()),
            ("zobrist.table", self.name.to_owned()),
            ("zobrist.scheme", scheme.name().to_owned()),
            ("zobrist.fingerprint", scheme.fingerprint().to_string()),
        ]
    }
}
