//! The table `occurrences`: one row for each ply of each game.

use parquet::errors::Result;

use super::column::{Column, Numbers};
use super::row_group::{RowGroupReader, RowGroupWriter};
use super::schema::{Columns, Table, columns};
use super::spec::{ColumnSpec, Storage, TableSpec};

columns! {
    /// Some rows of the table, column by column.
    OccurrenceColumns,
    /// One row; rows are sorted by all of it.
    #[derive(Copy, PartialOrd, Ord)]
    Occurrence {
        key: Numbers<i64>, Delta;
        game: Numbers<u32>, Delta;
        ply: Numbers<u32>, Dictionary;
    }
}

impl Table for OccurrenceColumns {
    const SPEC: TableSpec = TableSpec {
        name: "occurrences",
        columns: Self::COLUMNS,
        group_rows: 1 << 18,
        page_rows: 5 << 10,
        sorted_by: 3,
    };
}
