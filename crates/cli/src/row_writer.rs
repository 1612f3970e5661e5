//! Destinations of the rows of a command.

use std::io::{self, Write};

use anyhow::Result;

use crate::output::Output;
use crate::stdout::print;

/// Takes rows, and completes the output at the end.
pub trait RowWriter: Send {
    /// Writes whole rows.
    fn write_rows(&mut self, rows: &[u8]) -> io::Result<()>;

    /// Completes the output. If the command has `stopped` at a rejection, a file is not written.
    fn finish(self: Box<Self>, stopped: bool) -> Result<()>;
}

impl RowWriter for Output {
    fn write_rows(&mut self, rows: &[u8]) -> io::Result<()> {
        // A reader of a pipe may wait for them.
        if self.is_stdout() { print(rows) } else { self.write_all(rows) }
    }

    fn finish(self: Box<Self>, stopped: bool) -> Result<()> {
        if stopped && !self.is_stdout() { Ok(()) } else { Output::finish(*self) }
    }
}
