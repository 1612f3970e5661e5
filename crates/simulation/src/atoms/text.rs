//! A file whose lines are all in memory.

use zobrist_input::{FileError, Result};

use super::lines::{Line, Place};
use super::scan::shortened;

/// The lines of a file.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) file: &'a str,
    pub(super) lines: &'a [Line],
    /// Where it ends.
    pub(super) end: Place,
}

impl<'a> Text<'a> {
    /// The line with this number from 0.
    ///
    /// # Errors
    /// When the file ends before; `expected` says what is missing.
    pub(super) fn line(&self, number: usize, expected: &str) -> Result<&'a Line> {
        self.lines.get(number).ok_or_else(|| {
            self.end.error(self.file, format!("expected {expected}; the file ends here"))
        })
    }

    /// An error about a line.
    pub(super) fn wrong(&self, line: &Line, expected: &str) -> FileError {
        let got = shortened(line.text.trim());
        line.place.error(self.file, format!("expected {expected}, got {got:?}"))
    }
}
