//! Messages to the user, on standard error.

use std::io::{self, Write};

use crate::terminal;

/// Writes a message of one line to standard error. A failed write is ignored.
pub fn say(line: &str) {
    io::stderr().write_all(terminal::stderr().message(line).as_bytes()).ok();
}

/// Writes several lines to standard error. Names in them must be escaped for a terminal already.
pub fn say_lines(lines: &str) {
    io::stderr().write_all(terminal::stderr().lines(lines).as_bytes()).ok();
}
