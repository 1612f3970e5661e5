//! Rows of a game, which are held until the game is done, or printed as they come.

use std::io;

use zobrist_console::rows::write_batch;
use zobrist_console::stdout::print;

/// The rows of a game.
#[derive(Debug, Default)]
pub struct RowBuffer {
    pub rows: Vec<u8>,
    /// True if the rows are printed as they come.
    is_printing: bool,
    /// The first error of printing. Nothing is printed after it.
    failed: Option<io::Error>,
}

impl RowBuffer {
    /// Rows that are printed as they come. Those before them have been printed.
    pub fn printing() -> RowBuffer {
        RowBuffer { is_printing: true, ..RowBuffer::default() }
    }

    /// True if the rows are printed as they come: then all rows of earlier games are done.
    pub fn is_printing(&self) -> bool {
        self.is_printing
    }

    /// Prints the rows if there are many. Called after each of them.
    pub fn relieve(&mut self) {
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
    pub fn end(self) -> io::Result<Vec<u8>> {
        self.failed.map_or(Ok(self.rows), Err)
    }
}
