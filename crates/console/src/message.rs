//! Messages to the user, on standard error, and texts of the user in them.

use std::io::{self, Write};

use crate::progress;
use crate::terminal;

/// Writes a message of one line to standard error. A failed write is ignored.
pub fn say(line: &str) {
    write(terminal::stderr().message(line).as_bytes());
}

/// As [`say`], without regard to progress bars.
pub fn say_beside_bars(line: &str) {
    io::stderr().write_all(terminal::stderr().message(line).as_bytes()).ok();
}

/// Writes several lines to standard error. Names in them must be escaped for a terminal already.
pub fn say_lines(lines: &str) {
    write(terminal::stderr().lines(lines).as_bytes());
}

/// Writes above the progress bar, if there is one.
fn write(bytes: &[u8]) {
    progress::above(|| io::stderr().write_all(bytes)).ok();
}

/// Largest number of characters of a text in quotes.
const MAX_QUOTED: usize = 60;

/// A text in quotes, shortened if it is long.
pub fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
