//! One Parquet file of a table, written row group by row group: its bytes are counted, and those of
//! the footer checksummed.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crc32fast::Hasher;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;

use super::checked_pages::{PAGE_SUMS, append_sums};
use super::disk::Disk;
use super::encode::EncodedColumn;
use super::row_group::RowGroupWriter;
use super::schema::Table;
use super::spec::{FileSummary, Format, TableSpec};
use crate::dir::OpenFile;
use crate::error::TableError;

/// Writes one file of a table.
pub struct TableWriter {
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
    pub fn create<T: Table>(
        OpenFile { path, file }: OpenFile,
        format: &Format,
    ) -> Result<TableWriter, TableError> {
        let file = CheckedFile::new(file);
        let writer =
            SerializedFileWriter::new(file, T::SPEC.schema(), properties(&T::SPEC, format))
                .map_err(|error| writing(&path, error))?;
        Ok(TableWriter { path, writer, sums: String::new(), rows: 0, begun: 0 })
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a row group, and notifies the disk, if there is one.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, group: EncodedGroup, disk: Option<&Disk>) -> Result<(), TableError> {
        self.rows += group.rows as u64;
        let sums: Vec<u32> =
            group.columns.iter().flat_map(|column| &column.checksums).copied().collect();
        append_sums(&mut self.sums, &sums);
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
    pub fn finish(self, disk: &Disk) -> Result<FileSummary, TableError> {
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
        let written = file.finish().map_err(|error| TableError::io("write", &path, error))?;
        disk.leave(path, written.file);
        Ok(FileSummary {
            rows,
            bytes: written.bytes,
            pages_end: written.tail,
            crc32: written.crc32,
        })
    }
}

fn properties(table: &TableSpec, format: &Format) -> WriterPropertiesPtr {
    let footer = table.footer(format);
    let footer = footer.map(|(key, value)| KeyValue::new(key.to_owned(), value));
    let sorted = (0..table.sorted_by as i32).map(|column_idx| SortingColumn {
        column_idx,
        descending: false,
        nulls_first: false,
    });
    let properties = WriterProperties::builder()
        .set_created_by(format.writer.to_owned())
        .set_key_value_metadata(Some(footer.into()))
        .set_sorting_columns(Some(sorted.collect()));
    Arc::new(properties.build())
}

/// The error of a file that cannot be written. The Parquet library wraps the disk's error, which is
/// the one that matters.
fn writing(path: &Path, error: ParquetError) -> TableError {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => TableError::io("write", path, *error),
            Err(inner) => TableError::parquet(path, ParquetError::External(inner)),
        },
        other => TableError::parquet(path, other),
    }
}

/// A row group, encoded column by column.
#[derive(Debug)]
pub struct EncodedGroup {
    /// Number of rows.
    pub rows: usize,
    pub(crate) columns: Vec<EncodedColumn>,
}

impl EncodedGroup {
    /// Encodes some rows as a row group.
    ///
    /// # Errors
    /// When a column cannot be encoded.
    pub fn new<T: Table>(columns: &T, rows: Range<usize>) -> Result<EncodedGroup> {
        let len = rows.len();
        let mut writer = RowGroupWriter::new(&T::SPEC);
        columns.write(rows, &mut writer)?;
        Ok(EncodedGroup { rows: len, columns: writer.finish() })
    }
}

/// A file that is written in pieces that begin on memory page boundaries: the system copies other
/// pieces at half the speed.
pub(super) struct CheckedFile {
    file: File,
    piece: Vec<u8>,
    bytes: u64,
    /// Where the bytes that are checksummed begin, and their checksum.
    tail: Option<(u64, Hasher)>,
}

/// A file of which everything was written.
pub(super) struct Written {
    pub file: File,
    pub bytes: u64,
    /// Where its tail begins.
    pub tail: u64,
    /// The CRC-32 of the tail.
    pub crc32: u32,
}

/// Linux keeps a piece in one folio of its page cache, if the file system has large ones. Small
/// folios fit between what is in use; large ones take memory that has not been touched for a long
/// time, and if the host of a virtual machine has to find that first, copying costs far more.
const PIECE: usize = 1 << 15;

impl CheckedFile {
    pub(super) fn new(file: File) -> CheckedFile {
        CheckedFile { file, piece: Vec::with_capacity(PIECE), bytes: 0, tail: None }
    }

    /// The file, in which the last piece may be missing.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// The number of bytes so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Begins the tail: all that is written from now on is checksummed.
    pub(super) fn begin_tail(&mut self) {
        self.tail = Some((self.bytes, Hasher::new()));
    }

    /// Writes the last piece.
    pub(super) fn finish(mut self) -> io::Result<Written> {
        self.write_piece()?;
        let (tail, sum) = self.tail.unwrap_or((self.bytes, Hasher::new()));
        Ok(Written { file: self.file, bytes: self.bytes, tail, crc32: sum.finalize() })
    }

    fn write_piece(&mut self) -> io::Result<()> {
        self.file.write_all(&self.piece)?;
        self.piece.clear();
        Ok(())
    }
}

impl Write for CheckedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.piece.len() == PIECE {
            self.write_piece()?;
        }
        let taken = bytes.len().min(PIECE - self.piece.len());
        let taken = &bytes[..taken];
        self.piece.extend_from_slice(taken);
        self.bytes += taken.len() as u64;
        if let Some((_, sum)) = &mut self.tail {
            sum.update(taken);
        }
        Ok(taken.len())
    }

    /// Does nothing: only whole pieces are written before [`CheckedFile::finish`].
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Debug for TableWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableWriter").field(&self.path).finish()
    }
}
