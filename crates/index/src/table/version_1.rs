//! The columns of version 1, which are only read.

use std::ops::Range;

use parquet::errors::Result;

use super::column::{Column, Numbers, OptionalNumbers, OptionalTexts, Texts};
use super::row_group::{RowGroupReader, RowGroupWriter};
use super::schema::{Columns, columns};
use super::spec::{ColumnSpec, Storage};

columns! {
    /// The table `positions`.
    PositionColumns1,
    /// One row.
    PositionRow1 {
        key: Numbers<i64>, Delta;
        check: Numbers<u32>, Plain;
        played as "move": Numbers<u16>, Dictionary;
        white: Numbers<u32>, DictionaryZstd;
        draws: Numbers<u32>, DictionaryZstd;
        black: Numbers<u32>, DictionaryZstd;
        unknown: Numbers<u32>, Zstd;
        elo_sum: Numbers<i64>, DictionaryZstd;
        elo_count: Numbers<i64>, DictionaryZstd;
        first_year: OptionalNumbers<i32>, Dictionary;
        last_year: OptionalNumbers<i32>, Dictionary;
        first_game: Numbers<u32>, Delta;
    }
}

columns! {
    /// The table `occurrences`.
    OccurrenceColumns1,
    /// One row.
    OccurrenceRow1 {
        key: Numbers<i64>, Delta;
        game: Numbers<u32>, Delta;
        ply: Numbers<u32>, Dictionary;
    }
}

columns! {
    /// The table `games`.
    GameColumns1,
    /// One row.
    GameRow1 {
        game: Numbers<u32>, Delta;
        white: OptionalTexts, Zstd;
        black: OptionalTexts, Zstd;
        white_elo: OptionalNumbers<i32>, Delta;
        black_elo: OptionalNumbers<i32>, Delta;
        result: Texts, Dictionary;
        date: OptionalTexts, Zstd;
        year: OptionalNumbers<i32>, Dictionary;
        event: OptionalTexts, DictionaryZstd;
        site: OptionalTexts, Zstd;
        round: OptionalTexts, Zstd;
        variant: OptionalTexts, Dictionary;
        fen: OptionalTexts, Zstd;
        tags: Texts, Zstd;
        moves: Texts<false>, Plain;
        plies: Numbers<u32>, Delta;
        indexed: Numbers<u32>, Delta;
        file: Texts, Dictionary;
        offset: Numbers<u64>, Delta;
    }
}
