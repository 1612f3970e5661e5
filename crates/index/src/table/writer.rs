//! One Parquet file of a table, written row group by row group.

use std::borrow::BorrowMut;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{
    DeltaBinaryPackedEncoderOptions, EnabledStatistics, WriterProperties,
};
use parquet::file::writer::SerializedFileWriter;
use zobrist_chess::AnyScheme;

use super::checked_file::CheckedFile;
use super::disk::Disk;
use super::row_group::RowGroupWriter;
use super::schema::Table;
use super::spec::{FileSummary, TableSpec};
use crate::error::IndexError;
use crate::open_file::OpenFile;

/// Writes one file of a table.
pub(crate) struct TableWriter<T, C = T> {
    path: PathBuf,
    writer: SerializedFileWriter<CheckedFile>,
    /// The rows that are not yet written.
    pub(crate) columns: C,
    rows: u64,
    table: PhantomData<T>,
}

/// Number of rows that go into their columns at once: few enough to stay in the L1 cache.
const ROWS_AT_ONCE: usize = 256;

impl<T: Table> TableWriter<T> {
    /// Creates a writer of a new file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn create(file: OpenFile, scheme: &AnyScheme) -> Result<TableWriter<T>, IndexError> {
        TableWriter::with_columns(file, scheme, T::default())
    }
}

impl<T: Table, C: BorrowMut<T>> TableWriter<T, C> {
    /// Creates a writer that uses the memory of these columns, which must have no rows.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn with_columns(
        OpenFile { path, file }: OpenFile,
        scheme: &AnyScheme,
        columns: C,
    ) -> Result<TableWriter<T, C>, IndexError> {
        let properties = Arc::new(properties(&T::SPEC, scheme));
        let file = CheckedFile::new(file);
        let writer = SerializedFileWriter::new(file, T::SPEC.schema(), properties)
            .map_err(|error| writing(&path, error))?;
        Ok(TableWriter { path, writer, columns, rows: 0, table: PhantomData })
    }

    /// Writes rows in their order.
    ///
    /// # Errors
    /// When a row cannot be obtained, or the file cannot be written.
    pub(crate) fn write(
        &mut self,
        rows: impl Iterator<Item = Result<T::Row, IndexError>>,
    ) -> Result<(), IndexError> {
        let mut rows = rows.fuse();
        let mut some = Vec::with_capacity(ROWS_AT_ONCE);
        loop {
            let room = T::SPEC.group_rows - self.columns.borrow().len();
            debug_assert!(room > 0, "full columns have been written");
            for row in rows.by_ref().take(room.min(ROWS_AT_ONCE)) {
                some.push(row?);
            }
            if some.is_empty() {
                return Ok(());
            }
            self.columns.borrow_mut().extend(&some);
            self.flush_if_full()?;
            some.clear();
        }
    }

    /// Writes the rows of the columns if they fill a row group.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn flush_if_full(&mut self) -> Result<(), IndexError> {
        if self.columns.borrow().is_full() { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), IndexError> {
        self.rows += self.columns.borrow().len() as u64;
        let written = self.writer.next_row_group().and_then(|mut group| {
            self.columns.borrow().write(&mut RowGroupWriter(&mut group))?;
            group.close()
        });
        written.map_err(|error| writing(&self.path, error))?;
        self.columns.borrow_mut().clear();
        Ok(())
    }

    /// Writes the rest and the footer, and leaves the file to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn finish(mut self, disk: &Disk) -> Result<FileSummary, IndexError> {
        if self.columns.borrow().len() > 0 {
            self.flush()?;
        }
        let file = self.writer.into_inner().map_err(|error| writing(&self.path, error))?;
        let finished = file.finish();
        let (file, bytes, crc32) =
            finished.map_err(|error| IndexError::io("write", &self.path, error))?;
        disk.leave(self.path, file);
        Ok(FileSummary { rows: self.rows, bytes, crc32 })
    }
}

fn properties(table: &TableSpec, scheme: &AnyScheme) -> WriterProperties {
    let footer = table.footer(scheme).map(|(key, value)| KeyValue::new(key.to_owned(), value));
    let sorted = (0..table.sorted_by as i32).map(|column_idx| SortingColumn {
        column_idx,
        descending: false,
        nulls_first: false,
    });
    let properties = WriterProperties::builder()
        .set_created_by(concat!("zobrist-index version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(footer.into()))
        .set_sorting_columns(Some(sorted.collect()))
        .set_data_page_row_count_limit(table.page_rows)
        .set_write_batch_size(table.page_rows)
        // Row groups are cut only by their number of rows, and a look-up needs the bounds of pages
        // only in the first column.
        .set_max_row_group_row_count(None)
        .set_dictionary_page_size_limit(usize::MAX)
        .set_delta_binary_packed_encoder_options(delta_blocks())
        .set_statistics_enabled(EnabledStatistics::None)
        .set_column_statistics_enabled(table.columns[0].name.into(), EnabledStatistics::Page);
    table.encode(properties).build()
}

/// Blocks of 512 differences in eight miniblocks. The widest difference of a miniblock sets the
/// width of all of it, but the library packs 64 at once, and smaller miniblocks, if their
/// differences are wide, one by one.
fn delta_blocks() -> DeltaBinaryPackedEncoderOptions {
    DeltaBinaryPackedEncoderOptions::try_new(512, 8).expect("the format allows such blocks")
}

/// The error of a file that cannot be written. The Parquet library wraps the disk's error, which is
/// the one that matters.
fn writing(path: &Path, error: ParquetError) -> IndexError {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => IndexError::io("write", path, *error),
            Err(inner) => IndexError::parquet(path, ParquetError::External(inner)),
        },
        other => IndexError::parquet(path, other),
    }
}
