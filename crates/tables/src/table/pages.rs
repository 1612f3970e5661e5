//! Pages of a column, decompressed with working memory that each thread keeps.
//!
//! The Parquet library allocates such memory for each column that it reads: this takes most of the
//! time of a look-up, which reads one page from each of a dozen.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use parquet::basic::{Compression, CompressionCodec};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::ChunkReader;
use parquet::file::serialized_reader::SerializedPageReader;
use zstd::bulk::Decompressor;
use zstd::zstd_safe::get_frame_content_size;

/// The pages of a column chunk, whose compressed bytes the library hands over as they are.
pub(super) struct Pages<R: ChunkReader> {
    pages: SerializedPageReader<R>,
    is_compressed: bool,
    dictionary: Option<KeptDictionary>,
}

/// The decompressed dictionary of a column chunk, once it was read.
pub(super) type KeptDictionary = Arc<OnceLock<Page>>;

/// Returns the metadata of a column chunk for the library, as if its pages were not compressed, and
/// whether they are.
pub(super) fn as_plain(chunk: &ColumnChunkMetaData) -> Result<(ColumnChunkMetaData, bool)> {
    let is_compressed = match chunk.compression_codec() {
        CompressionCodec::UNCOMPRESSED => false,
        CompressionCodec::ZSTD => true,
        other => {
            return Err(ParquetError::General(format!(
                "expected ZSTD or no compression, got {other:?}"
            )));
        }
    };
    let builder = chunk.clone().into_builder();
    Ok((builder.set_compression(Compression::UNCOMPRESSED).build()?, is_compressed))
}

impl<R: ChunkReader> Pages<R> {
    pub(super) fn new(
        pages: SerializedPageReader<R>,
        is_compressed: bool,
        dictionary: Option<KeptDictionary>,
    ) -> Pages<R> {
        Pages { pages, is_compressed, dictionary }
    }

    fn decompress(&self, mut page: Page) -> Result<Page> {
        let (Page::DataPage { buf, .. } | Page::DictionaryPage { buf, .. }) = &mut page else {
            return Err(ParquetError::General("expected pages of version 1".to_owned()));
        };
        if self.is_compressed && !buf.is_empty() {
            *buf = decompress(buf)?;
        }
        Ok(page)
    }
}

/// Size above which a page is damaged, in bytes: it must not fill the memory.
const MAX_PAGE_BYTES: u64 = 1 << 30;

thread_local! {
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

fn decompress(frame: &[u8]) -> Result<Bytes> {
    let damaged = |what: &str| ParquetError::General(format!("a page {what}"));
    let size = get_frame_content_size(frame).ok().flatten();
    let size = size.filter(|size| *size <= MAX_PAGE_BYTES);
    let size = size.ok_or_else(|| damaged("does not give its size"))? as usize;
    DECOMPRESSOR.with_borrow_mut(|decompressor| {
        let decompressor = match decompressor {
            Some(decompressor) => decompressor,
            None => decompressor.insert(Decompressor::new()?),
        };
        let bytes = decompressor.decompress(frame, size)?;
        if bytes.len() != size {
            return Err(damaged("does not have the size that it gives"));
        }
        Ok(bytes.into())
    })
}

impl<R: ChunkReader> Iterator for Pages<R> {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

impl<R: ChunkReader> PageReader for Pages<R> {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        page.map(|page| self.decompress(page)).transpose()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.pages.at_record_boundary()
    }

    fn supports_deferred_dictionary(&self) -> bool {
        self.pages.supports_deferred_dictionary()
    }

    fn take_deferred_dictionary(&mut self) -> Result<Option<Page>> {
        let Some(page) = self.pages.take_deferred_dictionary()? else { return Ok(None) };
        let Some(kept) = self.dictionary.take() else { return self.decompress(page).map(Some) };
        if let Some(page) = kept.get() {
            return Ok(Some(page.clone()));
        }
        let page = self.decompress(page)?;
        kept.set(page.clone()).ok();
        Ok(Some(page))
    }
}
