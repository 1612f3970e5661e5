//! The pages of a column chunk: where they begin, and the facts about them in the footer.

use std::ops::Range;

use bytes::Bytes;
use crc32fast::Hasher;
use parquet::basic::{BoundaryOrder, Compression, Encoding, EncodingMask, PageType, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{
    ColumnChunkMetaData, ColumnIndexBuilder, OffsetIndexBuilder, PageEncodingStats,
};
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::statistics::Statistics;
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;
use zstd::zstd_safe::compress_bound;

use super::dictionary::ByteStrings;
use super::integer::Integer;
use super::thrift::{PageHeader, PageKind};
use crate::table::spec::Storage;

/// One column of one row group, encoded.
#[derive(Debug)]
pub(crate) struct EncodedColumn {
    /// Its pages, the dictionary first.
    pub bytes: Bytes,
    /// The metadata that the library needs to append it: offsets count from the start of `bytes`.
    pub close: ColumnCloseResult,
    /// The CRC-32 of each page, header and body, in their order, the dictionary first.
    pub checksums: Vec<u32>,
}

/// The encoding of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnPlan<'a> {
    pub descr: &'a ColumnDescPtr,
    pub(in crate::table) storage: Storage,
    /// Number of rows in a page, except for the last and for pages of long byte strings.
    pub page_rows: usize,
    /// True if the footer has the bounds of the column and of each of its pages: only for columns
    /// of integers that are required.
    pub has_bounds: bool,
}

/// Largest page, in bytes: readers take a larger one for damage.
const MAX_PAGE_BYTES: usize = 1 << 30;

/// The pages of a column chunk as they are made.
pub(super) struct ChunkWriter<'a> {
    plan: ColumnPlan<'a>,
    zstd: &'a mut Zstd,
    bytes: Vec<u8>,
    checksums: Vec<u32>,
    rows: usize,
    /// Size with pages that are not compressed, in bytes.
    uncompressed: usize,
    /// Where the first data page begins.
    data: Option<usize>,
    has_dictionary: bool,
    encoding: Encoding,
    offsets: OffsetIndexBuilder,
}

impl<'a> ChunkWriter<'a> {
    /// Creates a writer of a chunk whose data pages have an encoding.
    pub(super) fn new(plan: ColumnPlan<'a>, encoding: Encoding, zstd: &'a mut Zstd) -> Self {
        ChunkWriter {
            plan,
            zstd,
            bytes: Vec::new(),
            checksums: Vec::new(),
            rows: 0,
            uncompressed: 0,
            data: None,
            has_dictionary: false,
            encoding,
            offsets: OffsetIndexBuilder::new(),
        }
    }

    /// Appends the dictionary, before all other pages.
    pub(super) fn dictionary(&mut self, values: usize, body: &[u8]) -> Result<()> {
        self.has_dictionary = true;
        self.page(PageKind::Dictionary, values, body)
    }

    /// Appends a page of some rows.
    pub(super) fn data(&mut self, rows: usize, body: &[u8]) -> Result<()> {
        let start = self.bytes.len();
        self.page(PageKind::Data(self.encoding), rows, body)?;
        self.data.get_or_insert(start);
        self.rows += rows;
        self.offsets.append_row_count(rows as i64);
        self.offsets.append_offset_and_size(start as i64, (self.bytes.len() - start) as i32);
        Ok(())
    }

    fn page(&mut self, kind: PageKind, values: usize, body: &[u8]) -> Result<()> {
        if body.len() > MAX_PAGE_BYTES {
            return Err(ParquetError::General(format!(
                "expected pages of at most {MAX_PAGE_BYTES} bytes, got {} in column {}",
                body.len(),
                self.plan.descr.name(),
            )));
        }
        let stored = match self.plan.storage {
            Storage::Zstd | Storage::DictionaryZstd => self.zstd.compress(body)?,
            Storage::Plain | Storage::Delta | Storage::Dictionary => body,
        };
        let mut of_body = Hasher::new();
        of_body.update(stored);
        let start = self.bytes.len();
        let header = PageHeader {
            kind,
            values: values as i32,
            uncompressed_size: body.len() as i32,
            compressed_size: stored.len() as i32,
            crc: of_body.clone().finalize(),
        };
        header.write(&mut self.bytes);
        self.uncompressed += self.bytes.len() - start + body.len();
        let mut of_page = Hasher::new();
        of_page.update(&self.bytes[start..]);
        // Takes less than another pass over the body.
        of_page.combine(&of_body);
        self.checksums.push(of_page.finalize());
        self.bytes.extend_from_slice(stored);
        Ok(())
    }

    /// Gives back memory of the compressor's last frame beyond some bytes.
    pub(super) fn shrink_to(&mut self, bytes: usize) {
        self.zstd.frame.clear();
        self.zstd.frame.shrink_to(bytes);
    }

    /// Describes the chunk, with its bounds and those of its pages if it has any.
    pub(super) fn finish(
        self,
        bounds: Option<(Statistics, ColumnIndexMetaData)>,
    ) -> Result<EncodedColumn> {
        let zstd = Compression::ZSTD(ZstdLevel::try_new(LEVEL)?);
        let compression = match self.plan.storage {
            Storage::Zstd | Storage::DictionaryZstd => zstd,
            Storage::Plain | Storage::Delta | Storage::Dictionary => Compression::UNCOMPRESSED,
        };
        // `RLE` is that of the levels, which the library names for required columns, too.
        let mut encodings = vec![Encoding::RLE, self.encoding];
        let mut pages = Vec::with_capacity(2);
        let stats = |page_type, encoding, count| PageEncodingStats { page_type, encoding, count };
        if self.has_dictionary {
            encodings.push(Encoding::PLAIN);
            pages.push(stats(PageType::DICTIONARY_PAGE, Encoding::PLAIN, 1));
        }
        let data_pages = self.checksums.len() - usize::from(self.has_dictionary);
        pages.push(stats(PageType::DATA_PAGE, self.encoding, data_pages as i32));
        let (statistics, column_index) = bounds.unzip();
        let mut metadata = ColumnChunkMetaData::builder(self.plan.descr.clone())
            .set_compression(compression)
            .set_encodings_mask(EncodingMask::new_from_encodings(encodings.iter()))
            .set_page_encoding_stats(pages)
            .set_total_compressed_size(self.bytes.len() as i64)
            .set_total_uncompressed_size(self.uncompressed as i64)
            .set_num_values(self.rows as i64)
            .set_data_page_offset(self.data.unwrap_or(0) as i64)
            .set_dictionary_page_offset(self.has_dictionary.then_some(0));
        if let Some(statistics) = statistics {
            metadata = metadata.set_statistics(statistics);
        }
        let close = ColumnCloseResult {
            bytes_written: self.bytes.len() as u64,
            rows_written: self.rows as u64,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index,
            offset_index: Some(self.offsets.build()),
        };
        Ok(EncodedColumn { bytes: self.bytes.into(), close, checksums: self.checksums })
    }
}

/// The bounds of a column of at least one value, and of each of its pages.
pub(super) fn bounds<I: Integer>(
    values: &[I],
    pages: &[PageRange],
) -> Result<(Statistics, ColumnIndexMetaData)> {
    let bounds_of = |page: &PageRange| {
        let values = &values[page.values.clone()];
        let first = (values[0], values[0]);
        values.iter().fold(first, |(min, max), value| (min.min(*value), max.max(*value)))
    };
    let bounds: Vec<(I, I)> = pages.iter().map(bounds_of).collect();
    let mut index = ColumnIndexBuilder::new(I::TYPE);
    for (min, max) in &bounds {
        index.append(false, min.bound(), max.bound(), 0, None);
    }
    index.set_boundary_order(if bounds.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1) {
        BoundaryOrder::ASCENDING
    } else if bounds.is_sorted_by(|a, b| a.0 >= b.0 && a.1 >= b.1) {
        BoundaryOrder::DESCENDING
    } else {
        BoundaryOrder::UNORDERED
    });
    let all = bounds.iter().copied().reduce(|all, page| (all.0.min(page.0), all.1.max(page.1)));
    let (min, max) = all.ok_or_else(|| ParquetError::General("no rows to write".to_owned()))?;
    Ok((I::statistics(min, max), index.build()?))
}

/// Level of compression.
const LEVEL: i32 = 1;

/// A compressor and the memory of its frames.
#[derive(Default)]
pub(super) struct Zstd {
    compressor: Option<Compressor<'static>>,
    frame: Vec<u8>,
}

impl Zstd {
    /// Compresses a page into a frame that gives its size, without which pages are not read.
    fn compress(&mut self, body: &[u8]) -> Result<&[u8]> {
        let compressor = match &mut self.compressor {
            Some(compressor) => compressor,
            none => none.insert(Compressor::new(LEVEL)?),
        };
        self.frame.clear();
        self.frame.reserve(compress_bound(body.len()));
        compressor.compress_to_buffer(body, &mut self.frame)?;
        Ok(&self.frame)
    }
}

/// The rows of a page, and which of the values that are present are in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageRange {
    pub(super) rows: Range<usize>,
    pub(super) values: Range<usize>,
}

/// Pages of `page_rows` rows each.
pub(super) fn pages(rows: usize, page_rows: usize, levels: Option<&[i16]>) -> Vec<PageRange> {
    let mut value = 0;
    let starts = (0..rows).step_by(page_rows);
    let page = |start: usize| {
        let rows = start..rows.min(start + page_rows);
        let first = value;
        value += levels.map_or(rows.len(), |levels| count(&levels[rows.clone()]));
        PageRange { rows, values: first..value }
    };
    starts.map(page).collect()
}

/// The number of values that are present.
pub(super) fn count(levels: &[i16]) -> usize {
    levels.iter().map(|level| *level as usize).sum()
}

/// Size at which a page of byte strings ends, in bytes: whoever reads a row has all of its page in
/// memory.
const PAGE_BYTES: usize = 1 << 20;

/// Divides pages whose strings take more bytes than a page should have.
pub(super) fn divide(
    pages: Vec<PageRange>,
    levels: Option<&[i16]>,
    strings: ByteStrings,
) -> Vec<PageRange> {
    let mut divided = Vec::with_capacity(pages.len());
    for mut page in pages {
        if strings.plain_bytes_of(page.values.clone()) > PAGE_BYTES {
            let (mut row, mut value) = (page.rows.start, page.values.start);
            while row < page.rows.end {
                let next = value + levels.map_or(1, |levels| levels[row] as usize);
                let is_over = strings.plain_bytes_of(page.values.start..next) > PAGE_BYTES;
                if is_over && row > page.rows.start {
                    divided.push(PageRange {
                        rows: page.rows.start..row,
                        values: page.values.start..value,
                    });
                    (page.rows.start, page.values.start) = (row, value);
                }
                (row, value) = (row + 1, next);
            }
        }
        divided.push(page);
    }
    divided
}
