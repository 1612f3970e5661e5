//! The columns of the three tables: `games` (tags, result, moves and origin of each game),
//! `positions` (one row for each position and move) and `occurrences` (one row for each ply of each
//! game).
//!
//! Each occurrence has the move that was played next, so that the moves of a player or of a year
//! are a join with `games`, for anybody's SQL as for ours, and no game is replayed.

use std::ops::Range;

use parquet::errors::Result;

use zobrist_tables::{
    Column, ColumnSpec, Columns, KEPT_BYTES, KEYED_GROUP_ROWS, KEYED_PAGE_ROWS, Numbers,
    OptionalNumbers, OptionalTexts, RowGroupReader, RowGroupWriter, Storage, Table, TableSpec,
    Texts, columns,
};

columns! {
    /// Some rows of the table, column by column.
    //
    // Dictionaries are for columns with few values. Compression is for texts: packed numbers would
    // grow, and saving a sixth of the moves, which are as good as noise, is not worth the time.
    GameColumns,
    /// One row.
    GameRow {
        game_id: Numbers<u64>, Delta;
        /// The number of the game in its file or piece of a file, from 1.
        game: Numbers<i64>, Delta;
        white_name: OptionalTexts, Zstd;
        black_name: OptionalTexts, Zstd;
        white_elo: OptionalNumbers<i32>, Delta;
        black_elo: OptionalNumbers<i32>, Delta;
        result: Texts, Dictionary;
        date: OptionalTexts, Zstd;
        utc_date: OptionalTexts, Zstd;
        year: OptionalNumbers<i32>, Dictionary;
        event: OptionalTexts, DictionaryZstd;
        site: OptionalTexts, Zstd;
        round: OptionalTexts, Zstd;
        time_control: OptionalTexts, Dictionary;
        variant: OptionalTexts, Dictionary;
        fen: OptionalTexts, Zstd;
        /// The other tags as a JSON object.
        tags: Texts, Zstd;
        /// Two bytes per ply, little-endian.
        moves: Texts<false>, Plain;
        plies: Numbers<u32>, Delta;
        /// The number of positions of the game in the index, from ply 0 on.
        indexed: Numbers<u32>, Delta;
        file: Texts, Dictionary;
        offset: Numbers<u64>, Delta;
    }
}

/// Size at which a row group is written, in bytes of its longest columns: what a column keeps when
/// it is cleared, so that its memory serves the next group.
const GROUP_BYTES: usize = KEPT_BYTES;

impl GameColumns {
    /// Appends the rows of others for which `keep` is true, numbered from `first` on.
    pub(crate) fn append_numbered(&mut self, other: &GameColumns, keep: &[bool], first: u64) {
        let start = self.len();
        let is_all = keep.iter().all(|keep| *keep);
        self.append(other, (!is_all).then_some(keep));
        let numbers = self.game_id.0[start..].iter_mut().zip(first as i64..);
        numbers.for_each(|(game_id, number)| *game_id = number);
    }
}

impl Table for GameColumns {
    const SPEC: TableSpec = TableSpec {
        name: "games",
        columns: Self::COLUMNS,
        group_rows: 1 << 13,
        page_rows: 1 << 9,
        row_bytes: 200,
        sorted_by: 1,
    };

    fn is_full(&self) -> bool {
        let texts = [
            &self.white_name,
            &self.black_name,
            &self.date,
            &self.utc_date,
            &self.event,
            &self.site,
            &self.round,
            &self.time_control,
            &self.variant,
            &self.fen,
        ];
        let bytes: usize = texts.iter().map(|texts| texts.bytes()).sum();
        let bytes = bytes + self.tags.bytes() + self.moves.bytes() + self.file.bytes();
        self.len() >= Self::SPEC.group_rows || bytes >= GROUP_BYTES
    }
}

columns! {
    /// Some rows of the table, column by column.
    //
    // Measured on 100,000 games (bench/README.md): of the encodings that all readers know (Spark's
    // refuse BYTE_STREAM_SPLIT), none is smaller than differences for sorted keys, nor than a
    // dictionary for a few numbers that keep recurring.
    PositionColumns,
    /// One row.
    #[derive(Copy)]
    PositionRow {
        key: Numbers<i64>, Delta;
        check: Numbers<u32>, Plain;
        /// The packed move, or 0 at the end of a game.
        played as "move": Numbers<u16>, Dictionary;
        white: Numbers<u64>, DictionaryZstd;
        draws: Numbers<u64>, DictionaryZstd;
        black: Numbers<u64>, DictionaryZstd;
        unknown: Numbers<u64>, Zstd;
        elo_sum: Numbers<i64>, DictionaryZstd;
        elo_count: Numbers<i64>, DictionaryZstd;
        /// The first of the known years.
        first_year: OptionalNumbers<i32>, Dictionary;
        /// The last of the known years.
        last_year: OptionalNumbers<i32>, Dictionary;
        /// The lowest of the games' own numbers.
        first_game_id: Numbers<u64>, Delta;
    }
}

impl PositionRow {
    /// The sort key, which is unique in a file: the check is signed, as the column is.
    #[inline]
    pub(crate) fn order(&self) -> (i64, i32, u16) {
        (self.key, self.check as i32, self.played)
    }

    /// Adds the games of another row of the same position and move.
    pub(crate) fn add(&mut self, other: &PositionRow) {
        fn merge(one: Option<i32>, other: Option<i32>, of: fn(i32, i32) -> i32) -> Option<i32> {
            one.zip(other).map(|(one, other)| of(one, other)).or(one).or(other)
        }
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.unknown += other.unknown;
        self.elo_sum += other.elo_sum;
        self.elo_count += other.elo_count;
        self.first_year = merge(self.first_year, other.first_year, i32::min);
        self.last_year = merge(self.last_year, other.last_year, i32::max);
        self.first_game_id = self.first_game_id.min(other.first_game_id);
    }
}

impl Table for PositionColumns {
    const SPEC: TableSpec = TableSpec {
        name: "positions",
        columns: Self::COLUMNS,
        group_rows: KEYED_GROUP_ROWS,
        page_rows: KEYED_PAGE_ROWS,
        row_bytes: 17,
        sorted_by: 3,
    };
}

columns! {
    /// Some rows of the table, column by column.
    OccurrenceColumns,
    /// One row; rows are sorted by key, game and ply, which no two have in common.
    #[derive(Copy, PartialOrd, Ord)]
    Occurrence {
        key: Numbers<i64>, Delta;
        game_id: Numbers<u64>, Delta;
        ply: Numbers<u32>, Dictionary;
        /// The packed move, or 0 at the end of a game.
        played as "move": Numbers<u16>, Dictionary;
    }
}

impl Table for OccurrenceColumns {
    const SPEC: TableSpec = TableSpec {
        name: "occurrences",
        columns: Self::COLUMNS,
        group_rows: KEYED_GROUP_ROWS,
        page_rows: KEYED_PAGE_ROWS,
        row_bytes: 10,
        sorted_by: 3,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Replayer;
    use crate::options::BuildOptions;

    fn games(text: &str) -> GameColumns {
        Replayer::new(BuildOptions::default()).replay_text("a.pgn", text.as_bytes()).games
    }

    #[test]
    fn columns_that_were_cleared_are_as_new() {
        let some = games("[White \"A\"]\n[WhiteElo \"2000\"]\n[X \"y\"]\n\n1. e4 e5 1-0\n");
        let others = games("[Black \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n[Site \"\"]\n\n1. c4 1-0\n");
        for keep in [[true, true], [false, true], [true, false]] {
            let (mut new, mut used) = (GameColumns::default(), GameColumns::default());
            used.append_numbered(&some, &[true], 0);
            used.clear();
            for columns in [&mut new, &mut used] {
                columns.append_numbered(&others, &keep, 7);
                columns.append_numbered(&some, &[true], 9);
            }
            assert_eq!(used.rows(), new.rows());
            assert_eq!(new.len(), 1 + keep.iter().filter(|keep| **keep).count());
            assert_eq!((new.rows()[0].game_id, new.rows().last().unwrap().game_id), (7, 9));
        }
    }
}
