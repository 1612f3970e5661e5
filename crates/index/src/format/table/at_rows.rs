//! The values of a column at some rows of a row group.

use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type};
use parquet::errors::{ParquetError, Result};

use super::file::{TableFile, guarded};
use super::schema::Table;
use crate::error::IndexError;

impl TableFile {
    /// The texts of a column at some rows of a row group, which are in ascending order.
    ///
    /// # Errors
    /// When the file is damaged.
    pub(crate) fn texts_at<T: Table>(
        &self,
        group: usize,
        column: &str,
        rows: &[usize],
    ) -> std::result::Result<Vec<Option<ByteArray>>, IndexError> {
        self.values_at::<T, ByteArrayType>(group, column, rows)
    }

    /// The INT32 numbers of a column at some rows of a row group, which are in ascending order.
    ///
    /// # Errors
    /// When the file is damaged.
    pub(crate) fn numbers_at<T: Table>(
        &self,
        group: usize,
        column: &str,
        rows: &[usize],
    ) -> std::result::Result<Vec<Option<i32>>, IndexError> {
        self.values_at::<T, Int32Type>(group, column, rows)
    }

    fn values_at<T: Table, D: DataType>(
        &self,
        group: usize,
        column: &str,
        rows: &[usize],
    ) -> std::result::Result<Vec<Option<D::T>>, IndexError> {
        self.read_columns_ahead::<T>(group, &[column], rows)?;
        let number = T::COLUMNS.iter().position(|spec| spec.name == column);
        let number = number.expect("the table has the column");
        guarded(|| self.read_at::<D>(group, number, rows))
            .map_err(|error| IndexError::parquet(self.path(), error))
    }

    /// Reads each page that has a row from the first of these rows to the last.
    fn read_at<D: DataType>(
        &self,
        group: usize,
        column: usize,
        rows: &[usize],
    ) -> Result<Vec<Option<D::T>>> {
        let mut reader = self.column::<D>(group, column)?;
        let pages = self.first_rows(group, column)?;
        let is_optional = self.is_optional(column);
        let mut found = Vec::with_capacity(rows.len());
        let (mut values, mut levels) = (Vec::new(), Vec::new());
        let mut place = 0;
        let mut rest = rows;
        while let Some(first) = rest.first().copied() {
            let page = pages.partition_point(|start| *start <= first);
            let end = pages.get(page).copied().unwrap_or(usize::MAX);
            let (here, later) = rest.split_at(rest.partition_point(|row| *row < end));
            let last = here[here.len() - 1];
            let wanted = last - first + 1;
            let skipped = reader.skip_records(first - place)?;
            values.clear();
            levels.clear();
            let (read, ..) = reader.read_records(
                wanted,
                is_optional.then_some(&mut levels),
                None,
                &mut values,
            )?;
            if skipped < first - place || read < wanted {
                return Err(ParquetError::EOF(format!(
                    "expected row {last} in column {column} of row group {group}, got fewer rows"
                )));
            }
            if is_optional {
                let (mut row, mut value) = (first, 0);
                for wanted in here {
                    let before = &levels[row - first..wanted - first];
                    value += before.iter().filter(|level| **level != 0).count();
                    let is_there = levels[wanted - first] != 0;
                    found.push(is_there.then(|| values[value].clone()));
                    row = *wanted;
                }
            } else {
                found.extend(here.iter().map(|row| Some(values[row - first].clone())));
            }
            place = last + 1;
            rest = later;
        }
        Ok(found)
    }
}
