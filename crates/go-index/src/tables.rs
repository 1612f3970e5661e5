//! The tables of an index: `games`, and `occurrences`, which has the keys of their positions,
//! corners and sides.

use std::ops::Range;

use zobrist_go::GoScheme;
use zobrist_tables::parquet::errors::Result;
use zobrist_tables::{
    Column, ColumnSpec, Columns, Format, Numbers, OptionalTexts, RowGroupReader, RowGroupWriter,
    Storage, Table, TableSpec, Texts, columns,
};

use crate::version::FORMAT_VERSION;

columns! {
    /// Some rows of the table, column by column.
    //
    // Lines are packed as tightly as a compressor would pack them. Pages are small, since a question
    // needs a few games of each.
    GameColumns,
    /// One row.
    GameRow {
        game_id: Numbers<u64>, Delta;
        file: Texts, DictionaryZstd;
        /// The number of the game in its file, from 1.
        game: Numbers<u64>, Delta;
        black: OptionalTexts, Zstd;
        white: OptionalTexts, Zstd;
        result: OptionalTexts, Dictionary;
        date: OptionalTexts, Zstd;
        width: Numbers<u32>, Dictionary;
        height: Numbers<u32>, Dictionary;
        moves: Numbers<u32>, Delta;
        /// 1 if the game can be replayed to its end, else 0.
        whole: Numbers<u32>, Dictionary;
        line: Texts<false>, Plain;
    }
}

impl Table for GameColumns {
    const SPEC: TableSpec = TableSpec {
        name: "games",
        columns: Self::COLUMNS,
        group_rows: 1 << 13,
        page_rows: 1 << 6,
        row_bytes: 400,
        sorted_by: 1,
    };
}

columns! {
    /// Some rows of the table, column by column.
    OccurrenceColumns,
    /// One row; no two are equal.
    #[derive(Copy, PartialOrd, Ord)]
    Occurrence {
        key: Numbers<i64>, Delta;
        game_id: Numbers<u64>, Delta;
    }
}

impl Table for OccurrenceColumns {
    const SPEC: TableSpec = TableSpec {
        name: "occurrences",
        columns: Self::COLUMNS,
        group_rows: 1 << 17,
        page_rows: 1 << 12,
        row_bytes: 5,
        sorted_by: 2,
    };
}

/// The footer of all files.
pub(crate) fn format() -> Format {
    Format {
        writer: concat!("zobrist-go-index version ", env!("CARGO_PKG_VERSION")),
        version: FORMAT_VERSION,
        scheme: GoScheme::NAME.to_owned(),
        fingerprint: GoScheme::fingerprint::<u64>().to_string(),
    }
}
