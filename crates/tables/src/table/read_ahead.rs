//! Reading ahead of a file behind a URL, so that a look-up takes few requests. Nothing here does
//! anything to a file of the disk.

use std::ops::Range;

use parquet::errors::Result;

use super::file::{RowRange, TableFile, guarded};
use super::schema::Table;
use crate::error::TableError;

/// Size up to which row groups that follow each other are read in one request, in bytes.
const MAX_GROUPS_AT_ONCE: u64 = 2 << 20;

/// Size up to which the pages of a row are read in one request with what is between them, in bytes:
/// about that of a row group of games.
const MAX_SPAN: u64 = 4 << 20;

/// A range that holds two.
fn both(a: Range<u64>, b: Range<u64>) -> Range<u64> {
    a.start.min(b.start)..a.end.max(b.end)
}

impl TableFile {
    /// Reads the pages of some rows, of all columns from `first_column` on.
    ///
    /// # Errors
    /// When they cannot be read, or the page index is damaged.
    pub fn read_ahead(
        &self,
        rows: &[RowRange],
        first_column: usize,
    ) -> std::result::Result<(), TableError> {
        if !self.is_remote() {
            return Ok(());
        }
        let columns = first_column..self.columns();
        self.ahead(|| {
            let mut ranges = Vec::new();
            for RowRange { group, start, len } in rows {
                let mut pages = Vec::new();
                for column in columns.clone() {
                    self.push_pages(*group, column, *start..start + len, &mut pages)?;
                }
                match pages.iter().cloned().reduce(both) {
                    Some(span) if span.end.saturating_sub(span.start) <= MAX_SPAN => {
                        ranges.push(span);
                    }
                    _ => ranges.extend(pages),
                }
            }
            Ok(ranges)
        })
    }

    /// Reads the pages of some columns at some rows of a row group, which are in ascending order.
    ///
    /// # Errors
    /// As [`read_ahead`](TableFile::read_ahead).
    pub fn read_columns_ahead<T: Table>(
        &self,
        group: usize,
        columns: &[&str],
        rows: &[usize],
    ) -> std::result::Result<(), TableError> {
        if !self.is_remote() {
            return Ok(());
        }
        let number = |name: &str| T::COLUMNS.iter().position(|spec| spec.name == name);
        self.ahead(|| {
            let mut ranges = Vec::new();
            for column in columns.iter().filter_map(|name| number(name)) {
                for row in rows {
                    self.push_pages(group, column, *row..row + 1, &mut ranges)?;
                }
                ranges.dedup();
            }
            Ok(ranges)
        })
    }

    /// Reads a row group as a whole, and those of `later` with it that fit in a request, unless it
    /// was read before.
    ///
    /// # Errors
    /// As [`read_ahead`](TableFile::read_ahead).
    pub fn read_groups_ahead(
        &self,
        group: usize,
        later: impl Iterator<Item = usize>,
    ) -> std::result::Result<(), TableError> {
        if !self.is_remote() {
            return Ok(());
        }
        self.ahead(|| {
            let first = self.group_range(group);
            if self.bytes().holds(&first) {
                return Ok(Vec::new());
            }
            // A merge reads hundreds of files at once.
            self.bytes().forget();
            let mut ranges = vec![first.clone()];
            let fits = |range: &Range<u64>| {
                range.start >= first.start && range.end <= first.start + MAX_GROUPS_AT_ONCE
            };
            ranges.extend(later.map(|group| self.group_range(group)).take_while(fits));
            Ok(ranges)
        })
    }

    fn ahead(
        &self,
        ranges: impl FnOnce() -> Result<Vec<Range<u64>>>,
    ) -> std::result::Result<(), TableError> {
        let read = guarded(|| Ok(self.bytes().prefetch(ranges()?)?));
        read.map_err(|error| TableError::parquet(self.path(), error))
    }

    /// The bytes of a row group.
    fn group_range(&self, group: usize) -> Range<u64> {
        let chunks = self.chunks(group).iter().map(|chunk| chunk.byte_range());
        let chunks = chunks.map(|(start, length)| start..start.saturating_add(length));
        chunks.reduce(both).unwrap_or_default()
    }

    /// Appends the places of the pages of a column that have some rows, and of its dictionary.
    fn push_pages(
        &self,
        group: usize,
        column: usize,
        rows: Range<usize>,
        ranges: &mut Vec<Range<u64>>,
    ) -> Result<()> {
        let pages = self.pages_of(group, column)?;
        let first_rows = self.first_rows(group, column)?;
        let first = first_rows.partition_point(|first| *first <= rows.start).saturating_sub(1);
        let end = first_rows.partition_point(|first| *first < rows.end);
        let has_dictionary = pages.len() > first_rows.len();
        let skipped = usize::from(has_dictionary);
        ranges.extend(pages.first().filter(|_| has_dictionary).cloned());
        ranges.extend(pages.get(first + skipped..end + skipped).into_iter().flatten().cloned());
        Ok(())
    }

    /// The places of the pages of a column of a row group, the dictionary first.
    fn pages_of(&self, group: usize, column: usize) -> Result<Vec<Range<u64>>> {
        let pages = self.chunk_pages(self.group(group)?, column);
        Ok(pages.places().map(|(start, length)| start..start + length as u64).collect())
    }
}
