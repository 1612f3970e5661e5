//! Standard output with errors that name it.

use std::io::{self, Write};

use crate::progress;
use crate::terminal;

/// Standard output; its write errors say that it is the one that failed.
#[derive(Debug)]
pub struct Stdout;

/// Writes and flushes bytes, with no progress bar among them on a terminal. Without the flush, an
/// error at the end of the program would be lost.
pub fn print(bytes: &[u8]) -> io::Result<()> {
    let write = || {
        Stdout.write_all(bytes)?;
        Stdout.flush()
    };
    if bytes.is_empty() { write() } else { progress::without_bars(write) }
}

/// Writes a table or a report for people. Names in it must be escaped for a terminal already.
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
