//! Standard output, whose errors say that it could not be written to.

use std::io::{self, Write};

use crate::terminal;

/// Where rows are written.
pub struct Stdout;

/// Writes all of it, and at once: errors when the program ends would go unreported.
///
/// # Errors
/// When it cannot be written.
pub fn print(bytes: &[u8]) -> io::Result<()> {
    Stdout.write_all(bytes)?;
    Stdout.flush()
}

/// Writes a table or a report for people; names in it are written for a terminal already.
///
/// # Errors
/// When it cannot be written.
pub fn print_lines(lines: &str) -> io::Result<()> {
    print(terminal::stdout().lines(lines).as_bytes())
}

fn named(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes).map_err(|error| named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush().map_err(|error| named(&error))
    }
}
