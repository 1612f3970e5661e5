//! Standard output, whose errors say that it is what could not be written.

use std::io::{self, Write};

/// What rows are written to.
pub struct Stdout;

/// Writes all of it, and at once: nobody is told of errors when the program ends.
///
/// # Errors
/// When it cannot be written.
pub fn print(bytes: &[u8]) -> io::Result<()> {
    Stdout.write_all(bytes)?;
    Stdout.flush()
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
