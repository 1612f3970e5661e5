//! One Parquet file of a table, read from any row.

use std::cell::Cell;
use std::fmt;
use std::iter;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use parquet::column::reader::ColumnReaderImpl;
use parquet::data_type::{DataType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{
    ColumnChunkMetaData, PageIndexPolicy, ParquetMetaData, ParquetMetaDataOptions,
    ParquetMetaDataReader, ParquetStatisticsPolicy,
};
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::page_index::offset_index::PageLocation;
use parquet::file::properties::{ReaderProperties, ReaderPropertiesPtr};
use parquet::file::reader::ChunkReader;
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::file::statistics::Statistics;

use super::bytes_at::{BytesAt, Tail};
use super::checked_pages::{ChunkPages, GroupPages, PAGE_SUMS, PageSums};
use super::pages::{Pages, as_plain};
use super::spec::{FileSummary, Format, TableSpec};
use crate::dir::ReadFile;
use crate::error::TableError;

/// The first bytes of a file.
const MAGIC: &[u8] = b"PAR1";

/// Some consecutive rows of one row group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRange {
    /// Number of the row group, from 0.
    pub group: usize,
    /// First row within the group, from 0.
    pub start: usize,
    /// Number of rows.
    pub len: usize,
}

/// An open file of a table.
pub struct TableFile {
    path: PathBuf,
    bytes: Arc<BytesAt>,
    /// The footer and the page index before it.
    tail: Tail,
    metadata: ParquetMetaData,
    /// The checksums of the pages.
    sums: PageSums,
    properties: ReaderPropertiesPtr,
    /// The pages of the row groups that were read.
    groups: Vec<OnceLock<Arc<GroupPages>>>,
    keeps_dictionaries: bool,
}

impl TableFile {
    /// Reads the footer of a file of a table.
    ///
    /// # Errors
    /// When it is damaged, or is not what an index of this scheme holds.
    pub fn open(
        ReadFile { path, bytes }: ReadFile,
        table: &TableSpec,
        summary: &FileSummary,
        format: &Format,
    ) -> std::result::Result<TableFile, TableError> {
        let length = bytes.len();
        if length != summary.bytes {
            let what = format!("expected {} bytes, got {length}", summary.bytes);
            return Err(TableError::damaged(&path, what));
        }
        let bytes = BytesAt::new(bytes);
        let options = ParquetMetaDataOptions::new()
            .with_encoding_stats_policy(ParquetStatisticsPolicy::SkipAll);
        let reader = ParquetMetaDataReader::new()
            .with_page_index_policy(PageIndexPolicy::Skip)
            .with_metadata_options(Some(options));
        let pages_end = summary.pages_end;
        if pages_end > length {
            let what = format!("expected pages up to byte {pages_end}, got {length} bytes");
            return Err(TableError::damaged(&path, what));
        }
        let tail = Tail::read(&bytes, pages_end).map_err(|error| TableError::read(&path, error))?;
        tail.check(summary.crc32).map_err(|what| TableError::damaged(&path, what))?;
        let metadata = guarded(|| reader.parse_and_finish(&tail))
            .map_err(|error| TableError::parquet(&path, error))?;
        let damaged = |what: String| TableError::damaged(&path, what);
        check_footer(&metadata, table, format).map_err(damaged)?;
        check_rows(&metadata, summary.rows).map_err(damaged)?;
        let sums = PageSums::of(metadata.num_row_groups(), entry(&metadata, PAGE_SUMS));
        let sums = sums.map_err(damaged)?;
        let properties = Arc::new(ReaderProperties::builder().build());
        let groups = (0..metadata.num_row_groups()).map(|_| OnceLock::new()).collect();
        Ok(TableFile {
            path,
            bytes: Arc::new(bytes),
            tail,
            metadata,
            sums,
            properties,
            groups,
            keeps_dictionaries: false,
        })
    }

    /// Keeps the dictionaries that are read, some ten thousand bytes each, for the next reader.
    pub fn keep_dictionaries(&mut self) {
        self.keeps_dictionaries = true;
    }

    /// The path, or the URL without secrets.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.metadata.file_metadata().schema_descr().num_columns()
    }

    /// All rows, by row group.
    pub fn all(&self) -> impl Iterator<Item = RowRange> {
        let rows = |group: usize| self.metadata.row_group(group).num_rows() as usize;
        (0..self.metadata.num_row_groups()).map(move |group| RowRange {
            group,
            start: 0,
            len: rows(group),
        })
    }

    /// Creates a reader of one column of a row group, from its first row on.
    pub fn column<T: DataType>(&self, group: usize, column: usize) -> Result<ColumnReaderImpl<T>> {
        let rows = self.metadata.row_group(group).num_rows() as usize;
        let group = self.group(group)?;
        let (chunk, is_compressed) = as_plain(group.chunk(column))?;
        let kept = group.dictionaries.get(column).cloned();
        let locations = group.locations(column).to_vec();
        let pages = SerializedPageReader::new_with_properties(
            Arc::new(self.chunk_pages(group, column)),
            &chunk,
            rows,
            Some(locations),
            Arc::clone(&self.properties),
        )?;
        let pages = Pages::new(pages, is_compressed, kept);
        Ok(ColumnReaderImpl::new(chunk.column_descr_ptr(), Box::new(pages)))
    }

    /// True if each read is a request.
    pub(super) fn is_remote(&self) -> bool {
        self.bytes.is_remote()
    }

    pub(super) fn bytes(&self) -> &BytesAt {
        &self.bytes
    }

    /// The columns of a row group.
    pub(super) fn chunks(&self, group: usize) -> &[ColumnChunkMetaData] {
        self.metadata.row_group(group).columns()
    }

    /// The pages of a row group.
    pub(super) fn group(&self, number: usize) -> Result<&Arc<GroupPages>> {
        if let Some(group) = self.groups[number].get() {
            return Ok(group);
        }
        let (metadata, tail, keeps) = (&self.metadata, &self.tail, self.keeps_dictionaries);
        let group = Arc::new(GroupPages::read(metadata, number, tail, &self.sums, keeps)?);
        Ok(self.groups[number].get_or_init(|| group))
    }

    /// The pages of a column of a row group, as bytes.
    pub(super) fn chunk_pages(&self, group: &Arc<GroupPages>, column: usize) -> ChunkPages {
        let (bytes, group) = (Arc::clone(&self.bytes), Arc::clone(group));
        ChunkPages { bytes, group, column }
    }

    /// Checks every byte of the file.
    ///
    /// # Errors
    /// When one is not what was written, or cannot be read.
    pub fn check_all_pages(&self, summary: &FileSummary) -> std::result::Result<(), TableError> {
        let magic = self.bytes.get_bytes(0, MAGIC.len());
        let magic = magic.map_err(|error| TableError::parquet(&self.path, error))?;
        if *magic != *MAGIC {
            let what = format!("expected a file that begins with PAR1, got {magic:?}");
            return Err(TableError::damaged(&self.path, what));
        }
        let mut end = MAGIC.len() as u64;
        for group in 0..self.groups.len() {
            self.read_groups_ahead(
                group,
                iter::once(group + 1).filter(|next| *next < self.groups.len()),
            )?;
            let group = guarded(|| self.group(group))
                .map_err(|error| TableError::parquet(&self.path, error))?;
            for column in 0..self.columns() {
                let pages = self.chunk_pages(group, column);
                for (start, length) in pages.places() {
                    if start != end {
                        let what = format!("expected a page at byte {end}, got one at {start}");
                        return Err(TableError::damaged(&self.path, what));
                    }
                    end = start.saturating_add(length as u64);
                    pages
                        .get_bytes(start, length)
                        .map_err(|error| TableError::parquet(&self.path, error))?;
                }
            }
        }
        if summary.pages_end != end {
            let what = format!("expected pages up to byte {}, got {end}", summary.pages_end);
            return Err(TableError::damaged(&self.path, what));
        }
        Ok(())
    }

    /// The first row of each page of a column of a row group.
    ///
    /// # Errors
    /// When the page index is damaged.
    pub(super) fn first_rows(&self, group: usize, column: usize) -> Result<Vec<usize>> {
        let pages = self.group(group)?.locations(column);
        Ok(pages.iter().map(|page| page.first_row_index as usize).collect())
    }

    /// True if rows may lack a value of the column.
    pub(super) fn is_optional(&self, column: usize) -> bool {
        let schema = self.metadata.file_metadata().schema_descr();
        schema.column(column).max_def_level() > 0
    }

    /// Finds the rows whose key, the first column, lies in a range. Reads the key's pages at both
    /// ends of the range.
    pub fn find(&self, keys: &RangeInclusive<i64>) -> Result<Vec<RowRange>> {
        guarded(|| self.find_pages(keys))
    }

    /// True if a row group may have keys in a range, by its statistics.
    fn may_have(&self, group: usize, keys: &RangeInclusive<i64>) -> bool {
        match self.metadata.row_group(group).columns().first().and_then(|key| key.statistics()) {
            Some(Statistics::Int64(bounds)) => {
                let (min, max) = (bounds.min_opt(), bounds.max_opt());
                min.is_none_or(|min| min <= keys.end()) && max.is_none_or(|max| max >= keys.start())
            }
            _ => true,
        }
    }

    fn find_pages(&self, keys: &RangeInclusive<i64>) -> Result<Vec<RowRange>> {
        let mut found = Vec::new();
        for RowRange { group, len, .. } in self.all() {
            if !self.may_have(group, keys) {
                continue;
            }
            let pages = self.group(group)?;
            let missing = || ParquetError::General("no page index".to_owned());
            let bounds = match pages.index.column_index(0).ok_or_else(missing)? {
                ColumnIndexMetaData::INT64(bounds) => bounds,
                _ => return Err(ParquetError::General("the key is not INT64".to_owned())),
            };
            let (min, max) = (bounds.min_values(), bounds.max_values());
            let first = max.partition_point(|max| max < keys.start());
            let end = min.partition_point(|min| min <= keys.end());
            if first >= end {
                continue;
            }
            let locations = pages.locations(0);
            let rows = |page: usize| {
                let first = |page: &PageLocation| (page.first_row_index as usize).min(len);
                locations.get(page).map_or(len, first)
            };
            let len = |page: usize| rows(page + 1).saturating_sub(rows(page));
            let page = |page: usize| PageKeys::new(self, group, rows(page), len(page));
            let last = end - 1;
            if self.is_remote() {
                let place = |page: usize| {
                    let page = locations.get(page)?;
                    let start = page.offset as u64;
                    Some(start..start.saturating_add(page.compressed_page_size as u64))
                };
                self.bytes.prefetch([first, last].into_iter().filter_map(place))?;
            }
            let mut page_keys = page(first)?;
            let start = rows(first) + page_keys.count_while(|key| key < keys.start())?;
            if last > first {
                page_keys = page(last)?;
            }
            let end = rows(last) + page_keys.count_while(|key| key <= keys.end())?;
            if start < end {
                found.push(RowRange { group, start, len: end - start });
            }
        }
        Ok(found)
    }
}

/// The value of an entry of a footer.
fn entry<'a>(metadata: &'a ParquetMetaData, name: &str) -> Option<&'a str> {
    let entries = metadata.file_metadata().key_value_metadata();
    let mut entries = entries.into_iter().flatten().filter(|entry| entry.key == name);
    entries.find_map(|entry| entry.value.as_deref())
}

/// Checks that a footer is that of a file of a table, in an index of a scheme.
///
/// # Errors
/// When it is not: a sentence.
fn check_footer(
    metadata: &ParquetMetaData,
    table: &TableSpec,
    format: &Format,
) -> std::result::Result<(), String> {
    for (name, expected) in table.footer(format) {
        let got = entry(metadata, name);
        if got != Some(&expected) {
            let got = got.unwrap_or("nothing");
            return Err(format!("expected {name} to be {expected:?}, got {got:?}"));
        }
    }
    if metadata.file_metadata().schema() != &*table.schema() {
        return Err(format!("expected the columns of the table {}, got others", table.name));
    }
    Ok(())
}

/// Checks the number of rows: readers rely on that of the row groups.
///
/// # Errors
/// When it is another one: a sentence.
fn check_rows(metadata: &ParquetMetaData, expected: u64) -> std::result::Result<(), String> {
    let groups = metadata.row_groups().iter();
    let counts = groups.map(|group| u64::try_from(group.num_rows()).ok());
    let got = counts.reduce(|sum, count| sum?.checked_add(count?)).unwrap_or(Some(0));
    if got != Some(expected) {
        let got = got.map_or("others".to_owned(), |rows| rows.to_string());
        return Err(format!("expected {expected} rows, got {got}"));
    }
    Ok(())
}

/// The ascending keys of a page, read as far as they are asked for.
struct PageKeys {
    reader: ColumnReaderImpl<Int64Type>,
    keys: Vec<i64>,
    /// The number of keys of the page.
    len: usize,
}

impl PageKeys {
    /// Number of keys read at once.
    const BATCH: usize = 256;

    fn new(file: &TableFile, group: usize, start: usize, len: usize) -> Result<PageKeys> {
        let mut reader = file.column::<Int64Type>(group, 0)?;
        reader.skip_records(start)?;
        Ok(PageKeys { reader, keys: Vec::with_capacity(len), len })
    }

    /// Counts the first keys that satisfy `is_such`.
    fn count_while(&mut self, is_such: impl Fn(&i64) -> bool) -> Result<usize> {
        while self.keys.len() < self.len && self.keys.last().is_none_or(&is_such) {
            let batch = Self::BATCH.min(self.len - self.keys.len());
            let (read, ..) = self.reader.read_records(batch, None, None, &mut self.keys)?;
            if read == 0 {
                break;
            }
        }
        Ok(self.keys.partition_point(is_such))
    }
}

thread_local! {
    /// Depth of the calls of [`guarded`] on this thread.
    static GUARDS: Cell<u32> = const { Cell::new(0) };
}

/// Returns true if a panic of this thread would now be caught and reported as damage to a file: the
/// Parquet library panics at some damaged files. For the panic hook of a program that reports
/// errors to the user itself.
#[must_use]
pub fn catches_panics() -> bool {
    GUARDS.get() > 0
}

/// Reads with the Parquet library, and returns its panics at damaged files as errors.
pub(super) fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    let panicked = |_| Err(ParquetError::General("its contents cannot be right".to_owned()));
    GUARDS.set(GUARDS.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(read));
    GUARDS.set(GUARDS.get() - 1);
    result.unwrap_or_else(panicked)
}

impl fmt::Debug for TableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableFile").field(&self.path).finish()
    }
}
