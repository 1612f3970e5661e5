//! The pages of a row group: their places, read when the group is first needed, since most
//! questions need one of some hundred groups, and their bytes, checked against the checksums in the
//! footer.
//!
//! Parquet's own checksum covers the body of a page only, few programs check it, and its absence is
//! no fault by the format. The list in the footer covers headers, is compared before a header is
//! read, and has every page, so that a missing one is noticed. It has a part for each row group,
//! since a look-up reads the page index of one group alone.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use bytes::buf::Reader;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::page_index::RowGroupPageIndex;
use parquet::file::metadata::{
    ColumnChunkMask, ColumnChunkMetaData, FileMetaData, PageIndexPolicy, ParquetMetaData,
    ParquetMetaDataReader,
};
use parquet::file::page_index::offset_index::PageLocation;
use parquet::file::reader::{ChunkReader, Length};

use super::bytes_at::BytesAt;
use super::pages::KeptDictionary;
use crate::error::DamagedPage;

/// The entry of the footer that lists the checksums: eight hex digits for each page, header and
/// body, in the order of the file, with a space between row groups.
pub(super) const PAGE_SUMS: &str = "zobrist.page_checksums";

const DIGITS: usize = 8;

/// Appends those of a row group to the text of the list.
pub(super) fn append_sums(text: &mut String, sums: &[u32]) {
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

    /// The checksums of a row group of `pages` pages.
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
    pub(super) fn get(&self, page: usize) -> Option<u32> {
        let digits = self.text.get(self.place.clone())?.get(page * DIGITS..)?.get(..DIGITS)?;
        u32::from_str_radix(digits, 16).ok()
    }
}

/// The pages of a row group.
pub(super) struct GroupPages {
    /// The number of the group in its file.
    pub(super) number: usize,
    /// The metadata of this group alone.
    metadata: ParquetMetaData,
    pub(super) index: RowGroupPageIndex,
    /// The number of pages before each column.
    before: Vec<usize>,
    /// The checksums of its pages.
    pub(super) sums: GroupSums,
    /// The dictionaries of the columns, once they were read, if they are kept.
    pub(super) dictionaries: Vec<KeptDictionary>,
}

impl GroupPages {
    /// Reads the page index of a group. `footer` has the footer of the file and what stands before
    /// it.
    ///
    /// # Errors
    /// When it is damaged, or the checksums are not those of as many pages.
    pub(super) fn read(
        file: &ParquetMetaData,
        number: usize,
        footer: &impl ChunkReader,
        sums: &PageSums,
        keep_dictionaries: bool,
    ) -> Result<GroupPages> {
        let of_file = file.file_metadata();
        let (version, schema) = (of_file.version(), of_file.schema_descr_ptr());
        let group = file.row_group(number).clone();
        let (rows, columns) = (group.num_rows(), group.num_columns());
        let alone = FileMetaData::new(version, rows, None, None, schema, None);
        // The kinds of the pages are needed only for the first column.
        let mut reader =
            ParquetMetaDataReader::new_with_metadata(ParquetMetaData::new(alone, vec![group]))
                .with_page_index_policy(PageIndexPolicy::Required)
                .with_column_index_mask(ColumnChunkMask::columns([0]));
        reader.read_page_indexes(footer)?;
        let metadata = reader.finish()?;
        let index = metadata.page_index_for_row_group(0);
        check(&metadata, &index, number)?;
        let mut pages = 0;
        let mut before = Vec::with_capacity(columns);
        for column in 0..columns {
            before.push(pages);
            pages += locations(&index, column).len();
            let chunk = metadata.row_group(0).column(column);
            pages += usize::from(chunk.dictionary_page_offset().is_some());
        }
        let sums = sums.of_group(number, pages)?;
        let mut group =
            GroupPages { number, metadata, index, before, sums, dictionaries: Vec::new() };
        if keep_dictionaries {
            group.dictionaries.resize_with(columns, KeptDictionary::default);
        }
        Ok(group)
    }

    pub(super) fn chunk(&self, column: usize) -> &ColumnChunkMetaData {
        self.metadata.row_group(0).column(column)
    }

    /// The places of the pages of values of a column.
    pub(super) fn locations(&self, column: usize) -> &[PageLocation] {
        locations(&self.index, column)
    }

    /// The number of pages of the group before a column.
    pub(super) fn before(&self, column: usize) -> usize {
        self.before[column]
    }
}

/// The places of the pages of values of a column.
fn locations(index: &RowGroupPageIndex, column: usize) -> &[PageLocation] {
    index.page_locations(column).map_or(&[][..], |locations| locations)
}

/// Checks that the pages of a group are in order, which the library takes for granted. `metadata`
/// is that of the group alone.
fn check(metadata: &ParquetMetaData, index: &RowGroupPageIndex, number: usize) -> Result<()> {
    let sound = (0..metadata.row_group(0).num_columns()).all(|column| {
        let chunk = metadata.row_group(0).column(column);
        let data = chunk.data_page_offset();
        let start = chunk.dictionary_page_offset().unwrap_or(data);
        let pages = locations(index, column);
        let rows = |page: &PageLocation| page.first_row_index;
        let first = pages.first().map(|page| (page.offset, rows(page)));
        (0..=data).contains(&start)
            && chunk.compressed_size() >= 0
            && first == Some((data, 0))
            && pages.is_sorted_by(|a, b| a.offset < b.offset && rows(a) < rows(b))
    });
    if !sound {
        return Err(DamagedPage::error(format!(
            "expected pages of row group {number} in order, got some that are not"
        )));
    }
    Ok(())
}

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
