//! Tables as columns in memory and as Parquet files.

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
mod writer;

pub use column::{Column, KEPT_BYTES, Number, Numbers, OptionalNumbers, OptionalTexts, Texts};
pub use disk::Disk;
pub use file::{RowRange, TableFile, catches_panics};
pub use row_group::{RowGroupReader, RowGroupWriter};
pub use rows::RowReader;
pub use schema::{Columns, Table};
pub use spec::{
    ColumnSpec, FileSummary, Format, KEYED_GROUP_ROWS, KEYED_PAGE_ROWS, Storage, TableSpec,
};
pub use writer::{EncodedGroup, TableWriter};
