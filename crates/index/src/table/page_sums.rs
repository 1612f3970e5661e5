//! The checksums of the pages of a file, which its footer lists.

use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use bytes::buf::Reader;
use parquet::errors::{ParquetError, Result};
use parquet::file::page_index::offset_index::PageLocation;
use parquet::file::reader::{ChunkReader, Length};

use super::bytes_at::BytesAt;
use super::group_pages::GroupPages;

/// The entry of the footer that lists the checksums: eight hex digits for each page, header and body,
/// in the order of the file, with a space between row groups.
pub(super) const PAGE_SUMS: &str = "zobrist.page_checksums";

const DIGITS: usize = 8;

/// Appends those of a row group to the text of the list.
pub(super) fn append(text: &mut String, sums: &[u32]) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.extend(sums.iter().map(|sum| format!("{sum:08x}")));
}

/// The checksums of all pages of a file.
pub(super) struct PageSums {
    text: Arc<str>,
    /// Where those of each row group stand.
    groups: Vec<Range<usize>>,
}

/// The checksums of the pages of a row group.
pub(super) struct GroupSums {
    text: Arc<str>,
    place: Range<usize>,
}

impl PageSums {
    /// Finds the list in a footer.
    ///
    /// # Errors
    /// When it is missing, or not for as many row groups as the file has: a sentence.
    pub(super) fn of(groups: usize, text: Option<&str>) -> std::result::Result<PageSums, String> {
        let text = text.ok_or_else(|| format!("expected {PAGE_SUMS} in the footer, got none"))?;
        let mut places = Vec::with_capacity(groups);
        let mut start = 0;
        for end in memchr::memchr_iter(b' ', text.as_bytes()).chain([text.len()]) {
            places.push(start..end);
            start = end + 1;
        }
        if groups == 0 && text.is_empty() {
            places.clear();
        }
        if places.len() != groups {
            let got = places.len();
            return Err(format!("expected checksums of {groups} row groups, got {got}"));
        }
        Ok(PageSums { text: text.into(), groups: places })
    }

    /// Those of a row group of so many pages.
    ///
    /// # Errors
    /// When there are more or fewer.
    pub(super) fn of_group(&self, group: usize, pages: usize) -> Result<GroupSums> {
        let place = self.groups[group].clone();
        if place.len() != pages * DIGITS {
            let got = place.len() / DIGITS;
            return Err(DamagedPage::error(format!(
                "expected checksums of {pages} pages, got {got}, in row group {group}"
            )));
        }
        Ok(GroupSums { text: Arc::clone(&self.text), place })
    }
}

impl GroupSums {
    fn get(&self, page: usize) -> Option<u32> {
        let digits = self.text.get(self.place.clone())?.get(page * DIGITS..)?.get(..DIGITS)?;
        u32::from_str_radix(digits, 16).ok()
    }
}

/// The pages of a column of a row group. Every page that is read is checked.
pub(super) struct ChunkPages {
    pub(super) bytes: Arc<BytesAt>,
    pub(super) group: Arc<GroupPages>,
    pub(super) column: usize,
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

impl DamagedPage {
    /// The library's error for a page that is not what was written, or a list of pages.
    pub(super) fn error(what: String) -> ParquetError {
        ParquetError::External(Box::new(DamagedPage(what)))
    }
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

    fn check(&self, sums: &GroupSums, start: u64, bytes: &Bytes) -> Result<()> {
        let name = self.group.chunk(self.column).column_path().string();
        let group = self.group.number;
        let Some(page) = self.page_at((start, bytes.len())) else {
            let length = bytes.len();
            return Err(DamagedPage::error(format!(
                "expected a page of the column {name} in row group {group} at byte {start}, of \
                 {length} bytes, got none there"
            )));
        };
        let expected = sums.get(self.group.before(self.column) + page);
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

    fn get_read(&self, start: u64) -> Result<Self::T> {
        // The page index gives the length of each page, so that only whole pages are read.
        match self.group.sums {
            None => self.bytes.get_read(start),
            Some(_) => Err(ParquetError::General("expected whole pages to be read".to_owned())),
        }
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let bytes = self.bytes.get_bytes(start, length)?;
        if let Some(sums) = &self.group.sums {
            self.check(sums, start, &bytes)?;
        }
        Ok(bytes)
    }
}
