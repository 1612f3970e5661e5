//! Row groups of a file, column by column.

use std::any::Any;
use std::fmt;

use parquet::column::reader::ColumnReaderImpl;
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result};
use parquet::schema::types::SchemaDescriptor;

use super::encode::{
    ByteStrings, ColumnPlan, EncodedColumn, Integer, encode_bytes, encode_integers,
};
use super::file::TableFile;
use super::spec::TableSpec;

/// Encodes the columns of a row group, one after the other.
pub struct RowGroupWriter {
    schema: SchemaDescriptor,
    table: &'static TableSpec,
    columns: Vec<EncodedColumn>,
}

impl RowGroupWriter {
    /// An encoder of the columns of a table.
    pub(super) fn new(table: &'static TableSpec) -> RowGroupWriter {
        let schema = SchemaDescriptor::new(table.schema());
        RowGroupWriter { schema, table, columns: Vec::new() }
    }

    /// The columns, once all were encoded.
    pub(super) fn finish(self) -> Vec<EncodedColumn> {
        self.columns
    }

    /// Encodes the next column, of integers: the values that are present and, if some may be
    /// missing, the definition level of each row.
    pub fn integers<I: Integer>(&mut self, values: &[I], levels: Option<&[i16]>) -> Result<()> {
        self.encode(|plan| encode_integers(plan, values, levels))
    }

    /// Adds a column of byte strings.
    pub fn bytes(&mut self, strings: ByteStrings, levels: Option<&[i16]>) -> Result<()> {
        self.encode(|plan| encode_bytes(plan, strings, levels))
    }

    fn encode(&mut self, encode: impl Fn(ColumnPlan) -> Result<EncodedColumn>) -> Result<()> {
        let number = self.columns.len();
        let mut columns = self.schema.columns().iter().zip(self.table.columns);
        let missing = || ParquetError::General("the schema has fewer columns".to_owned());
        let (descr, column) = columns.nth(number).ok_or_else(missing)?;
        self.columns.push(encode(ColumnPlan {
            descr,
            storage: column.storage,
            page_rows: self.table.page_rows,
            // A look-up needs the bounds of pages only in the first column.
            has_bounds: number == 0,
        })?);
        Ok(())
    }
}

/// Reads the columns of a row group, from some row on, a batch of rows at a time.
pub struct RowGroupReader<'a> {
    file: &'a TableFile,
    group: usize,
    start: usize,
    /// The open readers, by column, each of the column's type.
    open: Vec<Option<Box<dyn Any + Send>>>,
    /// The column that is read next.
    column: usize,
    /// Number of rows between the last batch and this one.
    gap: usize,
    /// The key of all rows, if it is known.
    key: Option<i64>,
}

impl<'a> RowGroupReader<'a> {
    /// Creates a reader of the rows of `group` from `start` on.
    pub fn new(
        file: &'a TableFile,
        group: usize,
        start: usize,
        key: Option<i64>,
    ) -> RowGroupReader<'a> {
        let open = (0..file.columns()).map(|_| None).collect();
        RowGroupReader { file, group, start, open, column: 0, gap: 0, key }
    }

    /// Goes back to the first column, for the next batch of rows, which begins `gap` rows after the
    /// end of the last one.
    pub fn next_batch(&mut self, gap: usize) {
        (self.column, self.gap) = (0, gap);
    }

    /// Reads the next column: appends the values that are present and, if some may be missing, the
    /// definition level of each row. Keys, the first column, are not read if they are known.
    pub fn column<T: DataType>(
        &mut self,
        values: &mut Vec<T::T>,
        levels: Option<&mut Vec<i16>>,
        rows: usize,
    ) -> Result<()> {
        let column = self.column;
        self.column += 1;
        if column == 0
            && let Some(key) = self.key
            && let Some(keys) = (values as &mut dyn Any).downcast_mut::<Vec<i64>>()
        {
            keys.resize(keys.len() + rows, key);
            return Ok(());
        }
        let (open, skipped) = match &mut self.open[column] {
            Some(open) => (open, self.gap),
            closed => {
                let reader = self.file.column::<T>(self.group, column)?;
                let opened: Box<dyn Any + Send> = Box::new(reader);
                (closed.insert(opened), self.start)
            }
        };
        let reader = open.downcast_mut::<ColumnReaderImpl<T>>().expect("a column has one type");
        if skipped > 0 {
            reader.skip_records(skipped)?;
        }
        let (read, ..) = reader.read_records(rows, levels, None, values)?;
        if read < rows {
            return Err(ParquetError::EOF(format!(
                "expected {rows} rows in column {column}, got {read}"
            )));
        }
        Ok(())
    }
}

impl fmt::Debug for RowGroupReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowGroupReader").field("group", &self.group).finish_non_exhaustive()
    }
}

impl fmt::Debug for RowGroupWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowGroupWriter").field("table", &self.table.name).finish_non_exhaustive()
    }
}
