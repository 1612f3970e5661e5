//! Output formats of commands that write tables: those of rows, and Parquet.

use clap::ValueEnum;

use crate::rows::Format;

/// Output format of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Columns separated by tabs, unless the help of the command describes another form
    #[default]
    Text,
    /// Comma-separated values with a header (RFC 4180)
    Csv,
    /// One JSON object per line
    Jsonl,
    /// A Parquet file, compressed by zstd
    Parquet,
}

impl TableFormat {
    /// The format of rows; `None` for Parquet.
    pub fn rows(self) -> Option<Format> {
        match self {
            TableFormat::Text => Some(Format::Text),
            TableFormat::Csv => Some(Format::Csv),
            TableFormat::Jsonl => Some(Format::Jsonl),
            TableFormat::Parquet => None,
        }
    }
}
