//! Where the pages of a row group are, read when the group is first needed: most questions need one
//! of some hundred groups.

use parquet::errors::Result;
use parquet::file::metadata::page_index::RowGroupPageIndex;
use parquet::file::metadata::{
    ColumnChunkMask, ColumnChunkMetaData, FileMetaData, PageIndexPolicy, ParquetMetaData,
    ParquetMetaDataReader,
};
use parquet::file::page_index::offset_index::PageLocation;
use parquet::file::reader::ChunkReader;

use super::page_sums::{GroupSums, PageSums};
use super::pages::KeptDictionary;
use crate::error::DamagedPage;

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
    /// Reads the page index of a group. `footer` has the footer of the file and what stands before it.
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

/// Checks that the pages of a group are in order, which the library takes for granted. `metadata` is that of
/// the group alone.
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
