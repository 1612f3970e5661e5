//! The table `occurrences`: one row for each ply of each game.
//!
//! Each row has the move that was played next, so that the moves of a player or of a year are a
//! join with `games`, for anybody's SQL as for ours, and no game is replayed.

use std::ops::Range;

use parquet::errors::Result;

use super::column::{Column, Numbers};
use super::row_group::{RowGroupReader, RowGroupWriter};
use super::schema::{Columns, Table, columns};
use super::spec::{ColumnSpec, KEYED_GROUP_ROWS, KEYED_PAGE_ROWS, Storage, TableSpec};

columns! {
    /// Some rows of the table, column by column.
    OccurrenceColumns,
    /// One row; rows are sorted by key, game and ply, which no two have in common.
    #[derive(Copy, PartialOrd, Ord)]
    Occurrence {
        key: Numbers<i64>, Delta;
        game_id: Numbers<u64>, Delta;
        ply: Numbers<u32>, Dictionary;
        /// The packed move, or 0 at the end of a game.
        played as "move": Numbers<u16>, Dictionary;
    }
}

impl Table for OccurrenceColumns {
    const SPEC: TableSpec = TableSpec {
        name: "occurrences",
        columns: Self::COLUMNS,
        group_rows: KEYED_GROUP_ROWS,
        page_rows: KEYED_PAGE_ROWS,
        row_bytes: 10,
        sorted_by: 3,
    };
}
