//! A k-way merge of the rows of a sorted table in several segments.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::ops::RangeInclusive;

use crate::error::IndexError;
use crate::format::table::{
    Occurrence, OccurrenceColumns, PositionColumns, PositionRow, RowRange, RowReader, Table,
    TableFile,
};
use zobrist_tables::TableError;

/// A table that is sorted by key.
pub(crate) trait Sorted: Table<Row: Copy> {
    type Order: Ord + Copy;

    /// The sort key of a row.
    fn order(row: &Self::Row) -> Self::Order;

    /// Adds to a row what another one of the same sort key counts.
    fn join(row: &mut Self::Row, other: &Self::Row);
}

impl Sorted for PositionColumns {
    type Order = (i64, i32, u16);

    fn order(row: &PositionRow) -> Self::Order {
        row.order()
    }

    fn join(row: &mut PositionRow, other: &PositionRow) {
        row.add(other);
    }
}

impl Sorted for OccurrenceColumns {
    type Order = (i64, u64, u32);

    fn order(row: &Occurrence) -> Self::Order {
        (row.key, row.game_id, row.ply)
    }

    /// Adds nothing: segments share no games, so that equal rows are one visit.
    fn join(_: &mut Occurrence, _: &Occurrence) {}
}

/// Number of rows of a file in memory at once.
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
    pub(crate) fn new(
        files: impl IntoIterator<Item = &'a TableFile>,
        keys: &RangeInclusive<i64>,
    ) -> Result<Self, IndexError> {
        let mut merge = Merge { inputs: Vec::new(), heap: BinaryHeap::new() };
        for file in files {
            let rows = if *keys == (i64::MIN..=i64::MAX) {
                file.all().collect::<Vec<RowRange>>()
            } else {
                file.find(keys).map_err(|error| TableError::parquet(file.path(), error))?
            };
            let reader = RowReader::new(file, rows);
            let (batch, rows) = (T::default(), Vec::new().into_iter());
            let mut input = Input { reader, batch, rows, next: None };
            if let Some(order) = input.advance()? {
                merge.heap.push(Reverse((order, merge.inputs.len())));
            }
            merge.inputs.push(input);
        }
        Ok(merge)
    }

    /// Returns the next row, joined with those of other files that have the same sort key.
    ///
    /// # Errors
    /// When a file is damaged.
    pub(crate) fn next(&mut self) -> Result<Option<T::Row>, IndexError> {
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
        let Some(mut first) = self.heap.peek_mut() else { return Ok(None) };
        let input = &mut self.inputs[first.0.1];
        let row = input.next.take();
        match input.advance()? {
            // The heap is put in order once, for the row that goes and the one that comes.
            Some(order) => first.0.0 = order,
            None => drop(PeekMut::pop(first)),
        }
        Ok(row)
    }
}

impl<T: Sorted> Input<'_, T> {
    /// Goes to the next row, and returns its sort key.
    fn advance(&mut self) -> Result<Option<T::Order>, IndexError> {
        self.next = self.rows.next();
        if self.next.is_none() {
            self.batch.clear();
            if self.reader.read(&mut self.batch, BATCH)? {
                self.rows = self.batch.rows().into_iter();
                self.next = self.rows.next();
            }
        }
        Ok(self.next.as_ref().map(T::order))
    }
}
