//! The table `positions`: one row for each position and move.

use std::ops::Range;

use parquet::errors::Result;

use super::column::{Column, Numbers, OptionalNumbers};
use super::row_group::{RowGroupReader, RowGroupWriter};
use super::schema::{Columns, Table, columns};
use super::spec::{ColumnSpec, KEYED_GROUP_ROWS, KEYED_PAGE_ROWS, Storage, TableSpec};

columns! {
    /// Some rows of the table, column by column.
    //
    // Measured on 100,000 games (bench/README.md): of the encodings that all readers know (Spark's
    // refuse BYTE_STREAM_SPLIT), none is smaller than differences for sorted keys, nor than a
    // dictionary for a few numbers that keep recurring.
    PositionColumns,
    /// One row.
    #[derive(Copy)]
    PositionRow {
        key: Numbers<i64>, Delta;
        check: Numbers<u32>, Plain;
        /// The packed move, or 0 at the end of a game.
        played as "move": Numbers<u16>, Dictionary;
        white: Numbers<u64>, DictionaryZstd;
        draws: Numbers<u64>, DictionaryZstd;
        black: Numbers<u64>, DictionaryZstd;
        unknown: Numbers<u64>, Zstd;
        elo_sum: Numbers<i64>, DictionaryZstd;
        elo_count: Numbers<i64>, DictionaryZstd;
        /// The first of the known years.
        first_year: OptionalNumbers<i32>, Dictionary;
        /// The last of the known years.
        last_year: OptionalNumbers<i32>, Dictionary;
        /// The lowest of the games' own numbers.
        first_game_id: Numbers<u64>, Delta;
    }
}

impl PositionRow {
    /// The sort key, which is unique in a file: the check is signed, as the column is.
    #[inline]
    pub(crate) fn order(&self) -> (i64, i32, u16) {
        (self.key, self.check as i32, self.played)
    }

    /// Adds the games of another row of the same position and move.
    pub(crate) fn add(&mut self, other: &PositionRow) {
        fn merge(one: Option<i32>, other: Option<i32>, of: fn(i32, i32) -> i32) -> Option<i32> {
            one.zip(other).map(|(one, other)| of(one, other)).or(one).or(other)
        }
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.unknown += other.unknown;
        self.elo_sum += other.elo_sum;
        self.elo_count += other.elo_count;
        self.first_year = merge(self.first_year, other.first_year, i32::min);
        self.last_year = merge(self.last_year, other.last_year, i32::max);
        self.first_game_id = self.first_game_id.min(other.first_game_id);
    }
}

impl Table for PositionColumns {
    const SPEC: TableSpec = TableSpec {
        name: "positions",
        columns: Self::COLUMNS,
        group_rows: KEYED_GROUP_ROWS,
        page_rows: KEYED_PAGE_ROWS,
        row_bytes: 17,
        sorted_by: 3,
    };
}
