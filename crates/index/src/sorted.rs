//! The rows of a sorted table from several segments, as one sorted stream.

use std::borrow::BorrowMut;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::RangeInclusive;

use crate::error::IndexError;
use crate::table::{
    Occurrence, Occurrences, PositionRow, Positions, RowReader, Rows, Table, TableFile, TableWriter,
};

/// A table that is sorted by key.
pub(crate) trait Sorted: Table {
    type Row: Copy;
    type Order: Ord + Copy;

    /// The rows that were read.
    fn rows(&self) -> Vec<Self::Row>;
    /// What rows are sorted by.
    fn order(row: &Self::Row) -> Self::Order;
    /// Makes one row that says what two of the same order say.
    fn join(row: &mut Self::Row, other: &Self::Row);
    /// Adds rows, column by column.
    fn extend(&mut self, rows: &[Self::Row]);
}

/// This many rows stay in cache on their way to their columns.
const AT_ONCE: usize = 256;

impl<T: Sorted, C: BorrowMut<T>> TableWriter<T, C> {
    /// Writes rows in their order.
    ///
    /// # Errors
    /// When a row cannot be obtained, or the file cannot be written.
    pub fn write(
        &mut self,
        rows: impl Iterator<Item = Result<T::Row, IndexError>>,
    ) -> Result<(), IndexError> {
        let mut rows = rows.fuse();
        let mut some = Vec::with_capacity(AT_ONCE);
        loop {
            let room = T::GROUP_ROWS - self.columns.borrow().len();
            debug_assert!(room > 0, "full columns have been written");
            for row in rows.by_ref().take(room.min(AT_ONCE)) {
                some.push(row?);
            }
            if some.is_empty() {
                return Ok(());
            }
            self.columns.borrow_mut().extend(&some);
            self.flush_if_full()?;
            some.clear();
        }
    }
}

impl Sorted for Positions {
    type Row = PositionRow;
    type Order = (i64, i32, u16);

    fn rows(&self) -> Vec<PositionRow> {
        self.iter().collect()
    }
    fn order(row: &PositionRow) -> Self::Order {
        row.order()
    }
    fn join(row: &mut PositionRow, other: &PositionRow) {
        row.add(other);
    }
    fn extend(&mut self, rows: &[PositionRow]) {
        self.extend(rows);
    }
}

impl Sorted for Occurrences {
    type Row = Occurrence;
    type Order = Occurrence;

    fn rows(&self) -> Vec<Occurrence> {
        self.iter().collect()
    }
    fn order(row: &Occurrence) -> Occurrence {
        *row
    }
    /// The same visit: segments share no games.
    fn join(_: &mut Occurrence, _: &Occurrence) {}
    fn extend(&mut self, rows: &[Occurrence]) {
        self.extend(rows);
    }
}

/// How many rows of a file are in memory at once.
pub(crate) const BATCH: usize = 1 << 12;

/// Merges the rows of sorted files whose keys are in a range.
pub(crate) struct Merge<'a, T: Sorted> {
    inputs: Vec<Input<'a, T>>,
    /// The next row of each input that has one, by order and then by input.
    heap: BinaryHeap<Reverse<(T::Order, usize)>>,
}

struct Input<'a, T: Sorted> {
    reader: RowReader<'a>,
    batch: T,
    rows: std::vec::IntoIter<T::Row>,
    next: Option<T::Row>,
}

impl<'a, T: Sorted> Merge<'a, T> {
    /// Merges what these files hold of a range of keys.
    ///
    /// # Errors
    /// When a file is damaged.
    pub fn new(
        files: impl IntoIterator<Item = &'a TableFile>,
        keys: &RangeInclusive<i64>,
    ) -> Result<Self, IndexError> {
        let mut merge = Merge { inputs: Vec::new(), heap: BinaryHeap::new() };
        for file in files {
            let rows = if *keys == (i64::MIN..=i64::MAX) {
                file.all().collect::<Vec<Rows>>()
            } else {
                file.find(keys).map_err(|error| IndexError::parquet(file.path(), error))?
            };
            let reader = RowReader::new(file, rows);
            let (batch, rows) = (T::default(), Vec::new().into_iter());
            merge.inputs.push(Input { reader, batch, rows, next: None });
            merge.advance(merge.inputs.len() - 1)?;
        }
        Ok(merge)
    }

    /// The next row, with what other files say about the same.
    ///
    /// # Errors
    /// When a file is damaged.
    pub fn next(&mut self) -> Result<Option<T::Row>, IndexError> {
        let Some(mut row) = self.pop()? else { return Ok(None) };
        while let Some(Reverse((order, _))) = self.heap.peek()
            && *order == T::order(&row)
            && let Some(other) = self.pop()?
        {
            T::join(&mut row, &other);
        }
        Ok(Some(row))
    }

    fn pop(&mut self) -> Result<Option<T::Row>, IndexError> {
        let Some(Reverse((_, input))) = self.heap.pop() else { return Ok(None) };
        let row = self.inputs[input].next.take();
        self.advance(input)?;
        Ok(row)
    }

    fn advance(&mut self, number: usize) -> Result<(), IndexError> {
        let input = &mut self.inputs[number];
        input.next = input.rows.next();
        if input.next.is_none() {
            input.batch.clear();
            if input.reader.read(&mut input.batch, BATCH)? {
                input.rows = input.batch.rows().into_iter();
                input.next = input.rows.next();
            }
        }
        if let Some(row) = &input.next {
            self.heap.push(Reverse((T::order(row), number)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_file::OpenFile;
    use crate::table::Disk;
    use std::fs::File;
    use zobrist_chess::SchemeId;

    fn new(path: &std::path::Path) -> OpenFile {
        OpenFile { path: path.to_owned(), file: File::create(path).unwrap() }
    }

    #[test]
    fn rows_are_cut_into_row_groups_wherever_they_are_handed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.parquet");
        let most = Occurrences::GROUP_ROWS as u32;
        let row = |game: u32| Occurrence { key: (game / 3).into(), game, ply: game % 80 };
        let rows: Vec<Occurrence> = (0..2 * most + 300).map(row).collect();
        let mut writer = TableWriter::<Occurrences>::create(new(&path), SchemeId::Fide).unwrap();
        let mut rest = &rows[..];
        for len in [1, 255, 0, 256, 1000, most as usize - 1512, 7, most as usize - 7, 300] {
            let (some, others) = rest.split_at(len);
            writer.write(some.iter().map(|row| Ok(*row))).unwrap();
            rest = others;
        }
        assert!(rest.is_empty());
        let facts = Disk::with(|disk| writer.finish(disk)).unwrap();
        assert_eq!(facts.rows, rows.len() as u64);

        let file = OpenFile { file: File::open(&path).unwrap(), path };
        let file = TableFile::open::<Occurrences>(file, &facts, SchemeId::Fide).unwrap();
        let groups: Vec<usize> = file.all().map(|rows| rows.len).collect();
        assert_eq!(groups, [most as usize, most as usize, 300]);
        let mut merge = Merge::<Occurrences>::new([&file], &(i64::MIN..=i64::MAX)).unwrap();
        let read: Vec<Occurrence> = std::iter::from_fn(|| merge.next().unwrap()).collect();
        assert!(read == rows);
    }

    #[test]
    fn a_row_that_cannot_be_had_ends_the_writing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.parquet");
        let mut writer = TableWriter::<Occurrences>::create(new(&path), SchemeId::Fide).unwrap();
        let row = Occurrence { key: 0, game: 0, ply: 0 };
        let rows = [Ok(row), Err(IndexError::TooManyGames), Ok(row)];
        assert!(matches!(writer.write(rows.into_iter()), Err(IndexError::TooManyGames)));
    }
}
