//! One Parquet file of a table, written row group by row group.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use zobrist_chess::AnyScheme;

use super::checked_file::CheckedFile;
use super::disk::Disk;
use super::encoded_group::EncodedGroup;
use super::page_sums::{self, PAGE_SUMS};
use super::schema::Table;
use super::spec::{FileSummary, TableSpec};
use crate::dir::OpenFile;
use crate::error::IndexError;

/// Writes one file of a table.
pub(crate) struct TableWriter {
    path: PathBuf,
    writer: SerializedFileWriter<CheckedFile>,
    /// The list of the checksums of the pages so far.
    sums: String,
    rows: u64,
    /// The number of bytes that were on their way to the disk at its last notice.
    begun: u64,
}

/// Number of bytes between two notices to the disk.
const BEGIN: u64 = 16 << 20;

impl TableWriter {
    /// Creates a writer of a new file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn create<T: Table>(
        OpenFile { path, file }: OpenFile,
        scheme: &AnyScheme,
    ) -> Result<TableWriter, IndexError> {
        let file = CheckedFile::new(file);
        let writer =
            SerializedFileWriter::new(file, T::SPEC.schema(), properties(&T::SPEC, scheme))
                .map_err(|error| writing(&path, error))?;
        Ok(TableWriter { path, writer, sums: String::new(), rows: 0, begun: 0 })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a row group, and notifies the disk, if there is one.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn append(
        &mut self,
        group: EncodedGroup,
        disk: Option<&Disk>,
    ) -> Result<(), IndexError> {
        self.rows += group.rows as u64;
        let sums: Vec<u32> =
            group.columns.iter().flat_map(|column| &column.checksums).copied().collect();
        page_sums::append(&mut self.sums, &sums);
        let written = self.writer.next_row_group().and_then(|mut writer| {
            for column in group.columns {
                writer.append_column(&column.bytes, column.close)?;
            }
            writer.close()
        });
        written.map_err(|error| writing(&self.path, error))?;
        let file = self.writer.inner();
        if let Some(disk) = disk.filter(|_| file.bytes() - self.begun >= BEGIN) {
            disk.begin(&self.path, file.file());
            self.begun = file.bytes();
        }
        Ok(())
    }

    /// Writes the footer, and leaves the file to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn finish(self, disk: &Disk) -> Result<FileSummary, IndexError> {
        let TableWriter { path, mut writer, sums, rows, .. } = self;
        let begin_tail = |writer: &mut SerializedFileWriter<CheckedFile>| {
            let sums = KeyValue::new(PAGE_SUMS.to_owned(), sums);
            writer.append_key_value_metadata(sums);
            writer.flush()?;
            writer.inner_mut().begin_tail();
            Ok(())
        };
        begin_tail(&mut writer).map_err(|error| writing(&path, error))?;
        let file = writer.into_inner().map_err(|error| writing(&path, error))?;
        let written = file.finish().map_err(|error| IndexError::io("write", &path, error))?;
        disk.leave(path, written.file);
        Ok(FileSummary {
            rows,
            bytes: written.bytes,
            pages_end: written.tail,
            crc32: written.crc32,
        })
    }
}

fn properties(table: &TableSpec, scheme: &AnyScheme) -> WriterPropertiesPtr {
    let footer = table.footer(scheme);
    let footer = footer.map(|(key, value)| KeyValue::new(key.to_owned(), value));
    let sorted = (0..table.sorted_by as i32).map(|column_idx| SortingColumn {
        column_idx,
        descending: false,
        nulls_first: false,
    });
    let properties = WriterProperties::builder()
        .set_created_by(concat!("zobrist-index version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(footer.into()))
        .set_sorting_columns(Some(sorted.collect()));
    Arc::new(properties.build())
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
