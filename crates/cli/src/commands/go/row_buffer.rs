//! Rows of a game, which are held until the game is done, or printed as they come.

use std::io;

use crate::rows::write_batch;
use crate::stdout::print;

/// The rows of a game.
#[derive(Default)]
pub(crate) struct RowBuffer {
    pub rows: Vec<u8>,
    /// True if the rows are printed as they come.
    is_printing: bool,
    /// The first error of printing. Nothing is printed after it.
    failed: Option<io::Error>,
}

impl RowBuffer {
    /// Rows that are printed as they come. Those before them have been printed.
    pub(crate) fn printing() -> RowBuffer {
        RowBuffer { is_printing: true, ..RowBuffer::default() }
    }

    /// Prints the rows if there are many. Called after each of them.
    pub(crate) fn relieve(&mut self) {
        if self.is_printing && self.failed.is_none() {
            self.failed = write_batch(&mut self.rows, print).err();
        }
        if self.failed.is_some() {
            self.rows.clear();
        }
    }

    /// The rows that were not printed.
    ///
    /// # Errors
    /// When rows could not be printed.
    pub(crate) fn end(self) -> io::Result<Vec<u8>> {
        self.failed.map_or(Ok(self.rows), Err)
    }
}
