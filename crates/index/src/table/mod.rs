//! The three tables as columns in memory and as Parquet files.

mod columns;
mod disk;
mod file;
mod games;
mod occurrences;
mod pages;
mod positions;
mod rows;
mod writer;

use parquet::errors::Result;
use parquet::file::properties::WriterPropertiesBuilder;

pub(crate) use columns::{RowGroupReader, RowGroupWriter};
pub(crate) use disk::Disk;
pub use file::catches_panics;
pub(crate) use file::{Rows, TableFile};
pub(crate) use games::{GameRow, Games};
pub(crate) use occurrences::{Occurrence, Occurrences};
pub(crate) use positions::{PositionRow, Positions};
pub(crate) use rows::RowReader;
pub(crate) use writer::{FileFacts, TableWriter};

/// The version of the format that is written, and the only one that is read.
pub const FORMAT_VERSION: u32 = 1;

/// Some rows of a table, column by column.
pub(crate) trait Table: Default + Send {
    /// The name of the table, and of the folder that holds its files.
    const NAME: &'static str;
    /// The columns, as Parquet writes a schema.
    const SCHEMA: &'static str;
    /// The most rows that a row group has.
    const GROUP_ROWS: usize;
    /// The most rows that a page has: with larger pages a file is smaller and written sooner, but a
    /// look-up takes longer.
    const PAGE_ROWS: usize;
    /// How many of the first columns the rows are sorted by.
    const SORTED_BY: usize;

    /// How each column is encoded.
    fn encode(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder;

    /// How many rows there are.
    fn len(&self) -> usize;

    /// Whether there is enough for a row group.
    fn is_full(&self) -> bool {
        self.len() >= Self::GROUP_ROWS
    }

    /// Forgets all rows but keeps their memory.
    fn clear(&mut self);

    /// Writes all rows as a row group.
    fn write(&self, group: &mut RowGroupWriter) -> Result<()>;

    /// Reads `rows` rows and appends them to those that are there.
    fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()>;
}
