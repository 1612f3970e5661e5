//! The table `positions`: one row for each position and move.

use parquet::basic::Encoding;
use parquet::data_type::{Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterPropertiesBuilder;

use super::Table;
use super::columns::{Optional, RowGroupReader, RowGroupWriter};
use super::writer::zstd;

/// Some rows of the table, column by column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    pub key: Vec<i64>,
    pub check: Vec<i32>,
    pub played: Vec<i32>,
    pub white: Vec<i32>,
    pub draws: Vec<i32>,
    pub black: Vec<i32>,
    pub unknown: Vec<i32>,
    pub elo_sum: Vec<i64>,
    pub elo_count: Vec<i64>,
    pub first_year: Optional<i32>,
    pub last_year: Optional<i32>,
    pub first_game: Vec<i32>,
}

/// One row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionRow {
    pub key: i64,
    pub check: u32,
    pub played: u16,
    pub white: u32,
    pub draws: u32,
    pub black: u32,
    pub unknown: u32,
    pub elo_sum: i64,
    pub elo_count: i64,
    /// The first and the last of the known years.
    pub years: Option<(i32, i32)>,
    pub first_game: u32,
}

impl PositionRow {
    /// A row without games.
    pub const NOTHING: PositionRow = PositionRow {
        key: 0,
        check: 0,
        played: 0,
        white: 0,
        draws: 0,
        black: 0,
        unknown: 0,
        elo_sum: 0,
        elo_count: 0,
        years: None,
        first_game: 0,
    };

    /// What rows are sorted by and told apart by: the check is signed, as the column is.
    #[inline]
    pub fn order(&self) -> (i64, i32, u16) {
        (self.key, self.check as i32, self.played)
    }

    /// Adds what other games say about the same position and move.
    pub fn add(&mut self, other: &PositionRow) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.unknown += other.unknown;
        self.elo_sum += other.elo_sum;
        self.elo_count += other.elo_count;
        self.years = match (self.years, other.years) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (a, b) => a.or(b),
        };
        self.first_game = self.first_game.min(other.first_game);
    }
}

impl Positions {
    /// Adds rows, column by column.
    pub fn extend(&mut self, rows: &[PositionRow]) {
        self.key.extend(rows.iter().map(|row| row.key));
        self.check.extend(rows.iter().map(|row| row.check as i32));
        self.played.extend(rows.iter().map(|row| i32::from(row.played)));
        self.white.extend(rows.iter().map(|row| row.white as i32));
        self.draws.extend(rows.iter().map(|row| row.draws as i32));
        self.black.extend(rows.iter().map(|row| row.black as i32));
        self.unknown.extend(rows.iter().map(|row| row.unknown as i32));
        self.elo_sum.extend(rows.iter().map(|row| row.elo_sum));
        self.elo_count.extend(rows.iter().map(|row| row.elo_count));
        self.first_year.extend(rows.iter().map(|row| row.years.map(|years| years.0)));
        self.last_year.extend(rows.iter().map(|row| row.years.map(|years| years.1)));
        self.first_game.extend(rows.iter().map(|row| row.first_game as i32));
    }

    /// The rows.
    pub fn iter(&self) -> impl Iterator<Item = PositionRow> {
        let years = self.first_year.iter().zip(self.last_year.iter());
        years.enumerate().map(|(i, (first, last))| PositionRow {
            key: self.key[i],
            check: self.check[i] as u32,
            played: self.played[i] as u16,
            white: self.white[i] as u32,
            draws: self.draws[i] as u32,
            black: self.black[i] as u32,
            unknown: self.unknown[i] as u32,
            elo_sum: self.elo_sum[i],
            elo_count: self.elo_count[i],
            years: first.copied().zip(last.copied()),
            first_game: self.first_game[i] as u32,
        })
    }
}

impl Table for Positions {
    const NAME: &'static str = "positions";
    const SCHEMA: &'static str = "message positions {
        required int64 key;
        required int32 check;
        required int32 move;
        required int32 white;
        required int32 draws;
        required int32 black;
        required int32 unknown;
        required int64 elo_sum;
        required int64 elo_count;
        optional int32 first_year;
        optional int32 last_year;
        required int32 first_game;
    }";
    const GROUP_ROWS: usize = 1 << 18;
    const PAGE_ROWS: usize = 5 << 10;
    const SORTED_BY: usize = 3;

    fn encode(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder {
        // Measured on 100,000 games (bench/README.md): of the encodings that all readers know
        // (Spark's refuse BYTE_STREAM_SPLIT), none is smaller than differences for sorted keys, nor
        // than a dictionary for a few numbers that keep recurring.
        let mut properties = properties.set_dictionary_enabled(false);
        for column in ["key", "first_game"] {
            properties =
                properties.set_column_encoding(column.into(), Encoding::DELTA_BINARY_PACKED);
        }
        for column in ["move", "first_year", "last_year"] {
            properties = properties.set_column_dictionary_enabled(column.into(), true);
        }
        for column in ["white", "draws", "black", "elo_sum", "elo_count"] {
            properties = properties
                .set_column_dictionary_enabled(column.into(), true)
                .set_column_compression(column.into(), zstd());
        }
        properties.set_column_compression("unknown".into(), zstd())
    }

    fn len(&self) -> usize {
        self.key.len()
    }

    fn clear(&mut self) {
        self.key.clear();
        self.check.clear();
        self.played.clear();
        self.white.clear();
        self.draws.clear();
        self.black.clear();
        self.unknown.clear();
        self.elo_sum.clear();
        self.elo_count.clear();
        self.first_year.clear();
        self.last_year.clear();
        self.first_game.clear();
    }

    fn write(&self, group: &mut RowGroupWriter) -> Result<()> {
        group.required::<Int64Type>(&self.key)?;
        group.required::<Int32Type>(&self.check)?;
        group.required::<Int32Type>(&self.played)?;
        group.required::<Int32Type>(&self.white)?;
        group.required::<Int32Type>(&self.draws)?;
        group.required::<Int32Type>(&self.black)?;
        group.required::<Int32Type>(&self.unknown)?;
        group.required::<Int64Type>(&self.elo_sum)?;
        group.required::<Int64Type>(&self.elo_count)?;
        group.optional::<Int32Type>(&self.first_year)?;
        group.optional::<Int32Type>(&self.last_year)?;
        group.required::<Int32Type>(&self.first_game)
    }

    fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()> {
        group.key(&mut self.key, rows)?;
        group.required::<Int32Type>(&mut self.check, rows)?;
        group.required::<Int32Type>(&mut self.played, rows)?;
        group.required::<Int32Type>(&mut self.white, rows)?;
        group.required::<Int32Type>(&mut self.draws, rows)?;
        group.required::<Int32Type>(&mut self.black, rows)?;
        group.required::<Int32Type>(&mut self.unknown, rows)?;
        group.required::<Int64Type>(&mut self.elo_sum, rows)?;
        group.required::<Int64Type>(&mut self.elo_count, rows)?;
        group.optional::<Int32Type>(&mut self.first_year, rows)?;
        group.optional::<Int32Type>(&mut self.last_year, rows)?;
        group.required::<Int32Type>(&mut self.first_game, rows)
    }
}
