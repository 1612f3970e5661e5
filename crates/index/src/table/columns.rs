//! Columns between memory and the Parquet library.

use std::any::Any;

use parquet::column::reader::ColumnReaderImpl;
use parquet::data_type::{DataType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::writer::SerializedRowGroupWriter;

use super::file::TableFile;
use super::writer::CheckedFile;

/// A column whose values may be missing.
#[derive(Clone, Debug)]
pub(crate) struct Optional<T> {
    /// The values that are present.
    pub values: Vec<T>,
    /// For each row, 1 if it has a value and 0 if not, as Parquet counts.
    pub levels: Vec<i16>,
}

impl<T> Default for Optional<T> {
    fn default() -> Self {
        Optional { values: Vec::new(), levels: Vec::new() }
    }
}

impl<T> Optional<T> {
    #[inline]
    pub fn push(&mut self, value: Option<T>) {
        self.levels.push(value.is_some().into());
        self.values.extend(value);
    }

    /// Adds rows.
    pub fn extend(&mut self, rows: impl Iterator<Item = Option<T>> + Clone) {
        self.levels.extend(rows.clone().map(|value| i16::from(value.is_some())));
        self.values.extend(rows.flatten());
    }

    pub fn clear(&mut self) {
        self.values.clear();
        self.levels.clear();
    }

    /// The value of each row.
    pub fn iter(&self) -> impl Iterator<Item = Option<&T>> {
        let mut values = self.values.iter();
        self.levels.iter().map(move |level| if *level == 0 { None } else { values.next() })
    }
}

/// Writes the columns of a row group, one after the other.
pub(crate) struct RowGroupWriter<'a, 'b>(pub &'a mut SerializedRowGroupWriter<'b, CheckedFile>);

impl RowGroupWriter<'_, '_> {
    /// Writes the next column, all of whose values are present.
    pub fn required<T: DataType>(&mut self, values: &[T::T]) -> Result<()> {
        self.column::<T>(values, None)
    }

    /// Writes the next column, some of whose values may be missing.
    pub fn optional<T: DataType>(&mut self, column: &Optional<T::T>) -> Result<()> {
        self.column::<T>(&column.values, Some(&column.levels))
    }

    fn column<T: DataType>(&mut self, values: &[T::T], levels: Option<&[i16]>) -> Result<()> {
        let missing = || ParquetError::General("the schema has fewer columns".to_owned());
        let mut column = self.0.next_column()?.ok_or_else(missing)?;
        column.typed::<T>().write_batch(values, levels, None)?;
        column.close()
    }
}

/// Reads the columns of a row group, from some row on, a batch of rows at a time.
pub(crate) struct RowGroupReader<'a> {
    file: &'a TableFile,
    group: usize,
    start: usize,
    /// The open readers, by column, each of the column's type.
    open: Vec<Option<Box<dyn Any + Send>>>,
    /// The column that is read next.
    column: usize,
    /// The key of all rows, if it is known.
    key: Option<i64>,
}

impl<'a> RowGroupReader<'a> {
    /// A reader of the rows of `group` from `start` on.
    pub fn new(
        file: &'a TableFile,
        group: usize,
        start: usize,
        key: Option<i64>,
    ) -> RowGroupReader<'a> {
        let open = (0..file.columns()).map(|_| None).collect();
        RowGroupReader { file, group, start, open, column: 0, key }
    }

    /// Reads the column of keys, which is the first.
    pub fn key(&mut self, keys: &mut Vec<i64>, rows: usize) -> Result<()> {
        match self.key {
            None => self.required::<Int64Type>(keys, rows),
            Some(key) => {
                keys.resize(keys.len() + rows, key);
                self.column += 1;
                Ok(())
            }
        }
    }

    /// Goes back to the first column, for the next batch of rows.
    pub fn next_batch(&mut self) {
        self.column = 0;
    }

    /// Reads the next column, all of whose values are present.
    pub fn required<T: DataType>(&mut self, values: &mut Vec<T::T>, rows: usize) -> Result<()> {
        self.column::<T>(values, None, rows)
    }

    /// Reads the next column, some of whose values may be missing.
    pub fn optional<T: DataType>(
        &mut self,
        column: &mut Optional<T::T>,
        rows: usize,
    ) -> Result<()> {
        self.column::<T>(&mut column.values, Some(&mut column.levels), rows)
    }

    fn column<T: DataType>(
        &mut self,
        values: &mut Vec<T::T>,
        levels: Option<&mut Vec<i16>>,
        rows: usize,
    ) -> Result<()> {
        let column = self.column;
        self.column += 1;
        let open = match &mut self.open[column] {
            Some(open) => open,
            closed => {
                let mut reader = self.file.column::<T>(self.group, column)?;
                reader.skip_records(self.start)?;
                closed.insert(Box::new(reader))
            }
        };
        let reader = open.downcast_mut::<ColumnReaderImpl<T>>().expect("a column has one type");
        let (read, ..) = reader.read_records(rows, levels, None, values)?;
        if read < rows {
            return Err(ParquetError::EOF(format!(
                "expected {rows} rows in column {column}, got {read}"
            )));
        }
        Ok(())
    }
}
