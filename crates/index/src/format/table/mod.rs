//! The three tables as columns in memory and as Parquet files.

mod at_rows;
mod bytes_at;
mod checked_file;
mod chunk_pages;
mod column;
mod disk;
mod encode;
mod encoded_group;
mod file;
mod games;
mod group_pages;
mod occurrences;
mod page_sums;
mod pages;
mod positions;
mod read_ahead;
mod row_group;
mod rows;
mod schema;
mod spans;
mod spec;
mod writer;

pub(crate) use disk::Disk;
pub(crate) use encoded_group::EncodedGroup;
pub use file::catches_panics;
pub(crate) use file::{Rows, TableFile};
pub(crate) use games::{GameColumns, GameRow};
pub(crate) use occurrences::{Occurrence, OccurrenceColumns};
pub(crate) use positions::{PositionColumns, PositionRow};
pub(crate) use rows::RowReader;
pub(crate) use schema::{Columns, Table};
pub(crate) use spec::{FileSummary, TableSpec};
pub(crate) use writer::TableWriter;
