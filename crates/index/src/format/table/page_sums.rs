//! The checksums of the pages of a file, which its footer lists.
//!
//! Parquet's own checksum covers the body of a page only, few programs check it, and its absence is
//! no fault by the format. This list covers headers, is compared before a header is read, and has
//! every page, so that a missing one is noticed. It has a part for each row group, since a look-up
//! reads the page index of one group alone.

use std::ops::Range;
use std::sync::Arc;

use parquet::errors::Result;

use crate::error::DamagedPage;

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
