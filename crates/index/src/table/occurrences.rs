//! The table `occurrences`: every game that reached a position, and when.

use parquet::basic::Encoding;
use parquet::data_type::{Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterPropertiesBuilder;

use super::Table;
use super::columns::{RowGroupReader, RowGroupWriter};

/// Some rows of the table, column by column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occurrences {
    pub key: Vec<i64>,
    pub game: Vec<i32>,
    pub ply: Vec<i32>,
}

/// One row; rows are sorted by all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Occurrence {
    pub key: i64,
    pub game: u32,
    pub ply: u32,
}

impl Occurrences {
    /// Adds rows, column by column.
    pub fn extend(&mut self, rows: &[Occurrence]) {
        self.key.extend(rows.iter().map(|row| row.key));
        self.game.extend(rows.iter().map(|row| row.game as i32));
        self.ply.extend(rows.iter().map(|row| row.ply as i32));
    }

    /// The rows.
    pub fn iter(&self) -> impl Iterator<Item = Occurrence> {
        self.key.iter().zip(&self.game).zip(&self.ply).map(|((key, game), ply)| Occurrence {
            key: *key,
            game: *game as u32,
            ply: *ply as u32,
        })
    }
}

impl Table for Occurrences {
    const NAME: &'static str = "occurrences";
    const SCHEMA: &'static str = "message occurrences {
        required int64 key;
        required int32 game;
        required int32 ply;
    }";
    const GROUP_ROWS: usize = 1 << 18;
    const PAGE_ROWS: usize = 5 << 10;
    const SORTED_BY: usize = 3;

    fn encode(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder {
        properties
            .set_dictionary_enabled(false)
            .set_column_encoding("key".into(), Encoding::DELTA_BINARY_PACKED)
            .set_column_encoding("game".into(), Encoding::DELTA_BINARY_PACKED)
            .set_column_dictionary_enabled("ply".into(), true)
    }

    fn len(&self) -> usize {
        self.key.len()
    }

    fn clear(&mut self) {
        self.key.clear();
        self.game.clear();
        self.ply.clear();
    }

    fn write(&self, group: &mut RowGroupWriter) -> Result<()> {
        group.required::<Int64Type>(&self.key)?;
        group.required::<Int32Type>(&self.game)?;
        group.required::<Int32Type>(&self.ply)
    }

    fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()> {
        group.key(&mut self.key, rows)?;
        group.required::<Int32Type>(&mut self.game, rows)?;
        group.required::<Int32Type>(&mut self.ply, rows)
    }
}
