//! Where the pages of a column begin.

use std::ops::Range;

use super::strings::ByteStrings;

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
