//! A row group, ready to be appended to a file.

use std::ops::Range;

use parquet::errors::Result;

use super::encode::EncodedColumn;
use super::row_group::RowGroupWriter;
use super::schema::Table;

/// A row group, encoded column by column.
pub(crate) struct EncodedGroup {
    pub(crate) rows: usize,
    pub(crate) columns: Vec<EncodedColumn>,
}

impl EncodedGroup {
    /// Encodes some rows as a row group.
    ///
    /// # Errors
    /// When a column cannot be encoded.
    pub(crate) fn new<T: Table>(columns: &T, rows: Range<usize>) -> Result<EncodedGroup> {
        let len = rows.len();
        let mut writer = RowGroupWriter::new(&T::SPEC);
        columns.write(rows, &mut writer)?;
        Ok(EncodedGroup { rows: len, columns: writer.finish() })
    }
}
