//! The three tables as columns in memory; `zobrist-tables` has their files.

mod tables;

use zobrist_chess::AnyScheme;
pub use zobrist_tables::catches_panics;
pub(crate) use zobrist_tables::{
    Columns, Disk, EncodedGroup, FileSummary, Format, RowRange, RowReader, Table, TableFile,
    TableSpec, TableWriter,
};

use crate::version::FORMAT_VERSION;
pub(crate) use tables::{
    GameColumns, GameRow, Occurrence, OccurrenceColumns, PositionColumns, PositionRow,
};

/// The footer of the files of an index that is keyed by a scheme.
pub(crate) fn format_of(scheme: &AnyScheme) -> Format {
    Format {
        writer: concat!("zobrist-index version ", env!("CARGO_PKG_VERSION")),
        version: FORMAT_VERSION,
        scheme: scheme.name().to_owned(),
        fingerprint: scheme.fingerprint().to_string(),
    }
}
