//! Reading the rows of a file in batches.

use super::file::{Rows, TableFile, guarded};
use super::row_group::RowGroupReader;
use super::schema::Columns;
use crate::error::IndexError;

/// Reads some rows of a file in batches.
pub(crate) struct RowReader<'a> {
    file: &'a TableFile,
    rows: std::vec::IntoIter<Rows>,
    /// The row group that is being read, and those of its rows that are left.
    current: Option<(RowGroupReader<'a>, Rows)>,
    /// Number of rows between those that were read last and those that are left.
    gap: usize,
    /// The key of all rows, if it is known.
    key: Option<i64>,
    /// True if whole row groups are read ahead of a file behind a URL, and not only the rows.
    takes_groups: bool,
}

impl<'a> RowReader<'a> {
    /// A reader of these rows, which are many.
    pub(crate) fn new(file: &'a TableFile, rows: Vec<Rows>) -> RowReader<'a> {
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
    pub(crate) fn of_key(file: &'a TableFile, rows: Vec<Rows>, key: i64) -> RowReader<'a> {
        RowReader { key: Some(key), ..RowReader::of_few(file, rows) }
    }

    /// A reader of these rows, which are few.
    pub(crate) fn of_few(file: &'a TableFile, rows: Vec<Rows>) -> RowReader<'a> {
        RowReader { takes_groups: false, ..RowReader::new(file, rows) }
    }

    /// Appends at most `limit` rows, and at least one. Returns false if there are no more.
    ///
    /// # Errors
    /// When the file is damaged.
    pub(crate) fn read<C: Columns>(
        &mut self,
        batch: &mut C,
        limit: usize,
    ) -> Result<bool, IndexError> {
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
            self.file.read_ahead(&[Rows { len: rows, ..*left }], first_column)?;
        }
        group.next_batch(std::mem::take(&mut self.gap));
        guarded(|| batch.read(group, rows))
            .map_err(|error| IndexError::parquet(self.file.path(), error))?;
        left.start += rows;
        left.len -= rows;
        if left.len == 0 {
            // Later rows of the same group go on in its open columns, so that no page is read twice.
            let goes_on = |next: &&Rows| next.group == left.group && next.start >= left.start;
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
