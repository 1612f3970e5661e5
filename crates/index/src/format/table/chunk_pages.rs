//! The pages of a column of a row group, as bytes that are checked.

use std::sync::Arc;

use bytes::Bytes;
use bytes::buf::Reader;
use parquet::errors::{ParquetError, Result};
use parquet::file::page_index::offset_index::PageLocation;
use parquet::file::reader::{ChunkReader, Length};

use super::bytes_at::BytesAt;
use super::group_pages::GroupPages;
use crate::error::DamagedPage;

/// The pages of a column of a row group. Every page that is read is checked.
pub(super) struct ChunkPages {
    pub(super) bytes: Arc<BytesAt>,
    pub(super) group: Arc<GroupPages>,
    pub(super) column: usize,
}

impl ChunkPages {
    /// The places of all pages, the dictionary first: offsets and lengths.
    pub(super) fn places(&self) -> impl Iterator<Item = (u64, usize)> {
        let place = |page: &PageLocation| (page.offset as u64, page.compressed_page_size as usize);
        let locations = self.group.locations(self.column);
        self.dictionary().into_iter().chain(locations.iter().map(place))
    }

    /// The place of the dictionary, which ends where the first page of values begins.
    fn dictionary(&self) -> Option<(u64, usize)> {
        let chunk = self.group.chunk(self.column);
        let start = chunk.dictionary_page_offset()?;
        Some((start as u64, (chunk.data_page_offset() - start) as usize))
    }

    /// The number of the page at a place among those of the column; `None` if none is there.
    fn page_at(&self, place: (u64, usize)) -> Option<usize> {
        let dictionary = self.dictionary();
        if dictionary == Some(place) {
            return Some(0);
        }
        let locations = self.group.locations(self.column);
        let page = locations.partition_point(|page| (page.offset as u64) < place.0);
        let found = locations.get(page)?;
        let is_there = (found.offset as u64, found.compressed_page_size as usize) == place;
        is_there.then_some(page + usize::from(dictionary.is_some()))
    }

    fn check(&self, start: u64, bytes: &Bytes) -> Result<()> {
        let name = self.group.chunk(self.column).column_path().string();
        let group = self.group.number;
        let Some(page) = self.page_at((start, bytes.len())) else {
            let length = bytes.len();
            return Err(DamagedPage::error(format!(
                "expected a page of the column {name} in row group {group} at byte {start}, of \
                 {length} bytes, got none there"
            )));
        };
        let expected = self.group.sums.get(self.group.before(self.column) + page);
        let got = crc32fast::hash(bytes);
        if expected != Some(got) {
            let expected =
                expected.map_or("that cannot be read".to_owned(), |e| format!("{e:08x}"));
            return Err(DamagedPage::error(format!(
                "page {page} of the column {name} in row group {group}, at byte {start}: expected \
                 the checksum {expected}, got {got:08x}"
            )));
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

    /// Not called: the page index gives the length of each page, so that only whole pages are read.
    fn get_read(&self, _: u64) -> Result<Self::T> {
        Err(ParquetError::General("expected whole pages to be read".to_owned()))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let bytes = self.bytes.get_bytes(start, length)?;
        self.check(start, &bytes)?;
        Ok(bytes)
    }
}
