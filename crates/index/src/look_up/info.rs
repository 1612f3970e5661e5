//! The version and the sizes of an index.

use crate::format::table::FileSummary;

/// The version of an index, the number of its segments and the sizes of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexInfo {
    /// The version of the format.
    pub version: u32,
    /// The number of bits of a key that say which of the parts of a table it belongs to: 8 to 16.
    pub part_bits: u32,
    /// The number of segments: a look-up reads a file of each.
    pub segments: usize,
    /// The table of positions: one row for each position and move.
    pub positions: TableInfo,
    /// The table of occurrences: one row for each ply of each game.
    pub occurrences: TableInfo,
    /// The table of games: one row for each game.
    pub games: TableInfo,
}

/// The size of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableInfo {
    /// The number of files.
    pub files: usize,
    /// The number of rows.
    pub rows: u64,
    /// The size of the files on the disk, in bytes.
    pub bytes: u64,
}

impl TableInfo {
    pub(super) fn of(files: impl Iterator<Item = FileSummary>) -> TableInfo {
        files.fold(TableInfo::default(), |sum, file| TableInfo {
            files: sum.files + 1,
            rows: sum.rows + file.rows,
            bytes: sum.bytes + file.bytes,
        })
    }
}
