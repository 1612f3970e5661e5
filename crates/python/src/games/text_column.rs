//! A column of text that grows row by row, and from whose end rows are taken back.

use arrow_array::StringArray;
use arrow_buffer::{NullBuffer, OffsetBuffer};

/// A column of text that grows row by row, and from whose end rows are taken back.
pub(super) struct TextColumn {
    text: Vec<u8>,
    /// The end of each row, after a first 0.
    ends: Vec<i32>,
}

impl TextColumn {
    /// Creates an empty column with memory for `rows` rows and `bytes` bytes of text.
    pub(super) fn new(rows: usize, bytes: usize) -> TextColumn {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        TextColumn { text: Vec::with_capacity(bytes), ends }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Appends a row.
    ///
    /// # Panics
    /// When the column would have 2 GiB of text. Pieces of games are far smaller.
    #[inline]
    pub(super) fn push(&mut self, row: &[u8]) {
        self.push_with(|text| text.extend_from_slice(row));
    }

    /// Appends what `write` appends as a row.
    ///
    /// # Panics
    /// As [`push`](TextColumn::push).
    #[inline]
    pub(super) fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.text);
        self.ends.push(i32::try_from(self.text.len()).expect("a piece of games below 2 GiB"));
    }

    /// Leaves the first rows, if there are more.
    pub(super) fn truncate(&mut self, rows: usize) {
        if rows < self.len() {
            self.ends.truncate(rows + 1);
            self.text.truncate(self.ends[rows] as usize);
        }
    }

    /// The column; rows may be null.
    ///
    /// # Panics
    /// When a row is not UTF-8.
    pub(super) fn finish(self, nulls: Option<NullBuffer>) -> StringArray {
        let ends = OffsetBuffer::new(self.ends.into());
        StringArray::try_new(ends, self.text.into(), nulls).expect("rows of text in UTF-8")
    }
}
