//! Games that could not be taken, as a table.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, StringArray};
use zobrist_game_text::Rejection;

use crate::table::Table;

/// The first rejections of some work, and the number of all.
#[derive(Debug, Default)]
pub(crate) struct Rejections {
    first: Vec<Rejection>,
    pub(crate) rejected: u64,
    pub(crate) shortened: u64,
}

/// The number of rejections that are kept.
const KEPT: usize = 1000;

impl Rejections {
    pub(crate) fn add(&mut self, rejections: &[Rejection]) {
        let shortened = rejections.iter().filter(|rejection| rejection.shortens).count() as u64;
        self.shortened += shortened;
        self.rejected += rejections.len() as u64 - shortened;
        let room = KEPT - self.first.len();
        self.first.extend(rejections.iter().take(room).cloned());
    }

    /// The table of those that are kept.
    pub(crate) fn table(&self) -> Table {
        table_of(&self.first)
    }

    /// That table, and the pieces of files that were read.
    pub(crate) fn table_with_pieces(&self) -> Table {
        table_with_pieces(&self.first)
    }
}

/// Rejections as a table.
pub(crate) fn table_of(rows: &[Rejection]) -> Table {
    Table::new(columns(rows))
}

/// Rejections as a table with the pieces of files in which they are.
pub(crate) fn table_with_pieces(rows: &[Rejection]) -> Table {
    let pieces = rows.iter().map(|row| row.piece.and_then(|piece| i64::try_from(piece).ok()));
    let pieces: ArrayRef = Arc::new(pieces.collect::<Int64Array>());
    let mut columns = columns(rows);
    columns.push(("piece", pieces));
    Table::new(columns)
}

fn columns(rows: &[Rejection]) -> Vec<(&'static str, ArrayRef)> {
    let number = |of: fn(&Rejection) -> u64| -> ArrayRef {
        Arc::new(rows.iter().map(|row| i64::try_from(of(row)).ok()).collect::<Int64Array>())
    };
    let text = |of: fn(&Rejection) -> &str| -> ArrayRef {
        Arc::new(rows.iter().map(|row| Some(of(row))).collect::<StringArray>())
    };
    vec![
        ("file", text(|row| &row.file)),
        ("line", number(|row| row.line)),
        ("offset", number(|row| row.offset)),
        ("reason", text(|row| &row.reason)),
    ]
}
