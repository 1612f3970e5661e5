//! The rows of a file: all in batches, or the values of a column at some rows of a row group.

use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use std::fmt;

use super::file::{RowRange, TableFile, guarded};
use super::row_group::RowGroupReader;
use super::schema::{Columns, Table};
use crate::error::TableError;

/// Reads some rows of a file in batches.
pub struct RowReader<'a> {
    file: &'a TableFile,
    rows: std::vec::IntoIter<RowRange>,
    /// The row group that is being read, and those of its rows that are left.
    current: Option<(RowGroupReader<'a>, RowRange)>,
    /// Number of rows between those that were read last and those that are left.
    gap: usize,
    /// The key of all rows, if it is known.
    key: Option<i64>,
    /// True if whole row groups are read ahead of a file behind a URL, and not only the rows.
    takes_groups: bool,
}

impl<'a> RowReader<'a> {
    /// A reader of these rows, which are many.
    pub fn new(file: &'a TableFile, rows: Vec<RowRange>) -> RowReader<'a> {
        RowReader {
            file,
            rows: rows.into_iter(),
            current: None,
            gap: 0,
            key: None,
            takes_groups: true,
        }
    }

    /// A reader of the rows that were found to have a key.
    pub fn of_key(file: &'a TableFile, rows: Vec<RowRange>, key: i64) -> RowReader<'a> {
        RowReader { key: Some(key), ..RowReader::of_few(file, rows) }
    }

    /// A reader of these rows, which are few.
    pub fn of_few(file: &'a TableFile, rows: Vec<RowRange>) -> RowReader<'a> {
        RowReader { takes_groups: false, ..RowReader::new(file, rows) }
    }

    /// Appends at most `limit` rows, and at least one. Returns false if there are no more.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn read<C: Columns>(&mut self, batch: &mut C, limit: usize) -> Result<bool, TableError> {
        if self.current.is_none() {
            let Some(rows) = self.rows.next() else { return Ok(false) };
            let group = RowGroupReader::new(self.file, rows.group, rows.start, self.key);
            self.current = Some((group, rows));
        }
        let Some((group, left)) = &mut self.current else { return Ok(false) };
        let rows = limit.min(left.len);
        if self.takes_groups {
            let later = self.rows.as_slice().iter().map(|rows| rows.group);
            self.file.read_groups_ahead(left.group, later)?;
        } else {
            let first_column = usize::from(self.key.is_some());
            self.file.read_ahead(&[RowRange { len: rows, ..*left }], first_column)?;
        }
        group.next_batch(std::mem::take(&mut self.gap));
        guarded(|| batch.read(group, rows))
            .map_err(|error| TableError::parquet(self.file.path(), error))?;
        left.start += rows;
        left.len -= rows;
        if left.len == 0 {
            // Later rows of the same group go on in its open columns, so that no page is read
            // twice.
            let goes_on = |next: &&RowRange| next.group == left.group && next.start >= left.start;
            match self.rows.as_slice().first().filter(goes_on) {
                Some(next) => {
                    self.gap = next.start - left.start;
                    *left = *next;
                    self.rows.next();
                }
                None => self.current = None,
            }
        }
        Ok(true)
    }
}

impl TableFile {
    /// The texts of a column at some rows of a row group, which are in ascending order.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn texts_at<T: Table>(
        &self,
        group: usize,
        column: &str,
        rows: &[usize],
    ) -> std::result::Result<Vec<Option<ByteArray>>, TableError> {
        self.values_at::<T, ByteArrayType>(group, column, rows)
    }

    /// The INT32 numbers of a column at some rows of a row group, which are in ascending order.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn numbers_at<T: Table>(
        &self,
        group: usize,
        column: &str,
        rows: &[usize],
    ) -> std::result::Result<Vec<Option<i32>>, TableError> {
        self.values_at::<T, Int32Type>(group, column, rows)
    }

    /// The INT64 numbers of a column at some rows of a row group, which are in ascending order.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn long_numbers_at<T: Table>(
        &self,
        group: usize,
        column: &str,
        rows: &[usize],
    ) -> std::result::Result<Vec<Option<i64>>, TableError> {
        self.values_at::<T, Int64Type>(group, column, rows)
    }

    fn values_at<T: Table, D: DataType>(
        &self,
        group: usize,
        column: &str,
        rows: &[usize],
    ) -> std::result::Result<Vec<Option<D::T>>, TableError> {
        self.read_columns_ahead::<T>(group, &[column], rows)?;
        let number = T::COLUMNS.iter().position(|spec| spec.name == column);
        let number = number.expect("the table has the column");
        guarded(|| self.read_at::<D>(group, number, rows))
            .map_err(|error| TableError::parquet(self.path(), error))
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

impl fmt::Debug for RowReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowReader").field("file", &self.file).finish_non_exhaustive()
    }
}
