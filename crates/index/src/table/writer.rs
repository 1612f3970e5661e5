//! One Parquet file of a table, written row group by row group.

use std::borrow::BorrowMut;
use std::fs::File;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crc32fast::Hasher as Crc32;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{
    DeltaBinaryPackedEncoderOptions, EnabledStatistics, WriterProperties,
};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, TypePtr};
use serde::{Deserialize, Serialize};
use zobrist_chess::SchemeId;

use super::columns::RowGroupWriter;
use super::disk::Disk;
use super::{FORMAT_VERSION, Table};
use crate::error::IndexError;
use crate::open_file::OpenFile;

/// What is known about a file that was written, so that damage can be detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileFacts {
    pub rows: u64,
    pub bytes: u64,
    pub crc32: u32,
}

/// Writes one file of a table.
pub(crate) struct TableWriter<T, C = T> {
    path: PathBuf,
    writer: SerializedFileWriter<CheckedFile>,
    /// The rows that are not yet written.
    pub columns: C,
    rows: u64,
    table: PhantomData<T>,
}

impl<T: Table> TableWriter<T> {
    /// A writer of a new file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(file: OpenFile, scheme: SchemeId) -> Result<TableWriter<T>, IndexError> {
        TableWriter::with_columns(file, scheme, T::default())
    }
}

impl<T: Table, C: BorrowMut<T>> TableWriter<T, C> {
    /// A writer that uses the memory of these columns, which must have no rows.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn with_columns(
        OpenFile { path, file }: OpenFile,
        scheme: SchemeId,
        columns: C,
    ) -> Result<TableWriter<T, C>, IndexError> {
        let file = CheckedFile::new(file);
        let writer =
            SerializedFileWriter::new(file, schema::<T>(), Arc::new(properties::<T>(scheme)))
                .map_err(|error| IndexError::writing(&path, error))?;
        Ok(TableWriter { path, writer, columns, rows: 0, table: PhantomData })
    }

    /// Writes what has been pushed to the columns if it fills a row group.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn flush_if_full(&mut self) -> Result<(), IndexError> {
        if self.columns.borrow().is_full() { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), IndexError> {
        self.rows += self.columns.borrow().len() as u64;
        let written = self.writer.next_row_group().and_then(|mut group| {
            self.columns.borrow().write(&mut RowGroupWriter(&mut group))?;
            group.close()
        });
        written.map_err(|error| IndexError::writing(&self.path, error))?;
        self.columns.borrow_mut().clear();
        Ok(())
    }

    /// Writes the rest and the footer, and leaves the file to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self, disk: &Disk) -> Result<FileFacts, IndexError> {
        if self.columns.borrow().len() > 0 {
            self.flush()?;
        }
        let finished = self.writer.into_inner();
        let mut file = finished.map_err(|error| IndexError::writing(&self.path, error))?;
        file.write_piece().map_err(|error| IndexError::io("write", &self.path, error))?;
        let CheckedFile { file, bytes, crc32, .. } = file;
        disk.leave(self.path, file);
        Ok(FileFacts { rows: self.rows, bytes, crc32: crc32.finalize() })
    }
}

/// The columns of a table.
pub(super) fn schema<T: Table>() -> TypePtr {
    Arc::new(parse_message_type(T::SCHEMA).expect("the schemas are constants"))
}

fn properties<T: Table>(scheme: SchemeId) -> WriterProperties {
    let entry = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let footer = vec![
        entry(FOOTER_VERSION, FORMAT_VERSION.to_string()),
        entry(FOOTER_TABLE, T::NAME.to_owned()),
        entry(FOOTER_SCHEME, scheme.name().to_owned()),
        entry(FOOTER_FINGERPRINT, scheme.fingerprint().to_string()),
    ];
    let sorted = (0..T::SORTED_BY as i32).map(|column_idx| SortingColumn {
        column_idx,
        descending: false,
        nulls_first: false,
    });
    let properties = WriterProperties::builder()
        .set_created_by(concat!("zobrist-index version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(footer))
        .set_sorting_columns(Some(sorted.collect()))
        .set_data_page_row_count_limit(T::PAGE_ROWS)
        .set_write_batch_size(T::PAGE_ROWS)
        // Row groups are cut only by their number of rows, and a look-up needs the bounds of pages
        // only in the first column.
        .set_max_row_group_row_count(None)
        .set_dictionary_page_size_limit(usize::MAX)
        .set_delta_binary_packed_encoder_options(blocks())
        .set_statistics_enabled(EnabledStatistics::None)
        .set_column_statistics_enabled(first_column::<T>(), EnabledStatistics::Page);
    T::encode(properties).build()
}

/// Blocks of 512 differences in eight miniblocks. The widest difference of a miniblock sets the
/// width of all of it, but the library packs 64 at once, and smaller miniblocks, if their
/// differences are wide, one by one.
fn blocks() -> DeltaBinaryPackedEncoderOptions {
    DeltaBinaryPackedEncoderOptions::try_new(512, 8).expect("the format allows such blocks")
}

fn first_column<T: Table>() -> ColumnPath {
    ColumnPath::from(schema::<T>().get_fields()[0].name())
}

/// The compression of those columns for which it pays.
pub(super) fn zstd() -> Compression {
    Compression::ZSTD(ZstdLevel::try_new(1).expect("1 is a level"))
}

/// The names under which the footer of each file says what the file is.
pub(super) const FOOTER_VERSION: &str = "zobrist.version";
pub(super) const FOOTER_TABLE: &str = "zobrist.table";
pub(super) const FOOTER_SCHEME: &str = "zobrist.scheme";
pub(super) const FOOTER_FINGERPRINT: &str = "zobrist.fingerprint";

/// A file whose bytes are counted and checksummed as they are written, in pieces that begin on
/// memory page boundaries: the system copies other pieces at half the speed.
pub(crate) struct CheckedFile {
    file: File,
    piece: Vec<u8>,
    bytes: u64,
    crc32: Crc32,
}

/// Linux keeps a piece in one folio of its page cache, if the file system has large ones. Small
/// folios fit between what is in use; large ones take memory that has not been touched for a long
/// time, and if the host of a virtual machine has to find that first, copying costs far more.
const PIECE: usize = 1 << 15;

impl CheckedFile {
    fn new(file: File) -> CheckedFile {
        CheckedFile { file, piece: Vec::with_capacity(PIECE), bytes: 0, crc32: Crc32::new() }
    }

    fn write_piece(&mut self) -> io::Result<()> {
        self.crc32.update(&self.piece);
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
        self.piece.extend_from_slice(&bytes[..taken]);
        self.bytes += taken as u64;
        Ok(taken)
    }

    /// Only whole pieces are written: [`TableWriter::finish`] writes the last.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl IndexError {
    /// The Parquet library hides the disk's error, which is the one that matters.
    fn writing(path: &Path, error: ParquetError) -> IndexError {
        match error {
            ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                Ok(error) => IndexError::io("write", path, *error),
                Err(inner) => IndexError::parquet(path, ParquetError::External(inner)),
            },
            other => IndexError::parquet(path, other),
        }
    }
}
