//! The three tables as columns in memory and as Parquet files.

mod bytes_at;
mod checked_pages;
mod column;
mod disk;
mod encode;
mod file;
mod pages;
mod read_ahead;
mod row_group;
mod rows;
mod schema;
mod spans;
mod spec;
mod tables;
mod writer;

pub(crate) use disk::Disk;
pub use file::catches_panics;
pub(crate) use file::{RowRange, TableFile};
pub(crate) use rows::RowReader;
pub(crate) use schema::{Columns, Table};
pub(crate) use spec::{FileSummary, TableSpec};
pub(crate) use tables::{
    GameColumns, GameRow, Occurrence, OccurrenceColumns, PositionColumns, PositionRow,
};
pub(crate) use writer::{EncodedGroup, TableWriter};
