//! The checksums of the pages of a file, which its footer lists.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use bytes::buf::Reader;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::metadata::page_index::RowGroupPageIndex;
use parquet::file::page_index::offset_index::PageLocation;
use parquet::file::reader::{ChunkReader, Length};

use super::bytes_at::BytesAt;

/// The entry of the footer that lists the checksums: eight hex digits for each page, header and body,
/// in the order of the file.
pub(super) const PAGE_SUMS: &str = "zobrist.page_checksums";

const DIGITS: usize = 8;

/// The text of the list.
pub(super) fn text(sums: &[u32]) -> String {
    sums.iter().map(|sum| format!("{sum:08x}")).collect()
}

/// The checksums of all pages of a file.
pub(super) struct PageSums {
    text: String,
    /// The number of pages before each column of each row group.
    before: Vec<usize>,
}

impl PageSums {
    /// Finds the list in a footer.
    ///
    /// # Errors
    /// When it is missing, or not for as many pages as the file has: a sentence.
    pub(super) fn of(
        metadata: &ParquetMetaData,
        text: Option<&str>,
    ) -> std::result::Result<PageSums, String> {
        let mut before = Vec::new();
        let mut pages = 0;
        for (number, group) in metadata.row_groups().iter().enumerate() {
            let index = metadata.page_index_for_row_group(number);
            for (column, chunk) in group.columns().iter().enumerate() {
                before.push(pages);
                pages += index.page_locations(column).map_or(0, |locations| locations.len());
                pages += usize::from(chunk.dictionary_page_offset().is_some());
            }
        }
        let text = text.ok_or_else(|| format!("expected {PAGE_SUMS} in the footer, got none"))?;
        if text.len() != pages * DIGITS {
            let got = text.len() / DIGITS;
            return Err(format!("expected checksums of {pages} pages, got {got}"));
        }
        Ok(PageSums { text: text.to_owned(), before })
    }

    fn get(&self, page: usize) -> Option<u32> {
        let digits = self.text.get(page * DIGITS..)?.get(..DIGITS)?;
        u32::from_str_radix(digits, 16).ok()
    }
}

/// The pages of a column of a row group. Every page that is read is checked.
pub(super) struct ChunkPages {
    pub(super) bytes: Arc<BytesAt>,
    pub(super) metadata: Arc<ParquetMetaData>,
    /// The page index of the row group.
    pub(super) index: RowGroupPageIndex,
    pub(super) group: usize,
    pub(super) column: usize,
    /// The number of the column among those of all row groups.
    pub(super) number: usize,
    pub(super) sums: Option<Arc<PageSums>>,
}

/// The error of a page that is not what was written.
#[derive(Debug)]
pub(crate) struct DamagedPage(String);

impl fmt::Display for DamagedPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for DamagedPage {}

impl ChunkPages {
    /// The places of all pages, the dictionary first: offsets and lengths.
    pub(super) fn places(&self) -> impl Iterator<Item = (u64, usize)> {
        let locations = self.locations();
        let place = |page: &PageLocation| (page.offset as u64, page.compressed_page_size as usize);
        self.dictionary().into_iter().chain(locations.iter().map(place))
    }

    fn locations(&self) -> &[PageLocation] {
        self.index.page_locations(self.column).map_or(&[][..], |locations| locations)
    }

    /// The place of the dictionary, which ends where the first page of values begins.
    fn dictionary(&self) -> Option<(u64, usize)> {
        let chunk = self.metadata.row_group(self.group).column(self.column);
        let start = chunk.dictionary_page_offset()?;
        Some((start as u64, (chunk.data_page_offset() - start) as usize))
    }

    /// The number of the page at a place among those of the column; `None` if none is there.
    fn page_at(&self, place: (u64, usize)) -> Option<usize> {
        let dictionary = self.dictionary();
        if dictionary == Some(place) {
            return Some(0);
        }
        let locations = self.locations();
        let page = locations.partition_point(|page| (page.offset as u64) < place.0);
        let found = locations.get(page)?;
        let is_there = (found.offset as u64, found.compressed_page_size as usize) == place;
        is_there.then_some(page + usize::from(dictionary.is_some()))
    }

    fn check(&self, sums: &PageSums, start: u64, bytes: &Bytes) -> std::result::Result<(), String> {
        let column = self.metadata.row_group(self.group).column(self.column);
        let name = column.column_path().string();
        let group = self.group;
        let page = self.page_at((start, bytes.len())).ok_or_else(|| {
            let length = bytes.len();
            format!(
                "expected a page of the column {name} in row group {group} at byte {start}, of \
                 {length} bytes, got none there"
            )
        })?;
        let expected = sums.before.get(self.number).and_then(|before| sums.get(before + page));
        let got = crc32fast::hash(bytes);
        if expected != Some(got) {
            let expected =
                expected.map_or("that cannot be read".to_owned(), |e| format!("{e:08x}"));
            return Err(format!(
                "page {page} of the column {name} in row group {group}, at byte {start}: expected \
                 the checksum {expected}, got {got:08x}"
            ));
        }
        Ok(())
    }
}

impl Length for ChunkPages {
    fn len(&self) -> u64 {
        self.bytes.len()
    }
}

impl ChunkReader for ChunkPages {
    type T = Reader<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        // The page index gives the length of each page, so that only whole pages are read.
        match self.sums {
            None => self.bytes.get_read(start),
            Some(_) => Err(ParquetError::General("expected whole pages to be read".to_owned())),
        }
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let bytes = self.bytes.get_bytes(start, length)?;
        if let Some(sums) = &self.sums {
            self.check(sums, start, &bytes)
                .map_err(|what| ParquetError::External(Box::new(DamagedPage(what))))?;
        }
        Ok(bytes)
    }
}
