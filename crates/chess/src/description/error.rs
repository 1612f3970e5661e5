//! Errors in a file that describes a scheme, with their places.

use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt::{self, Display};

/// The error of a file that describes no scheme. It does not name the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DescriptionError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The text or value that was expected there.
    pub expected: String,
    /// The text or value that the file has.
    pub got: String,
}

impl DescriptionError {
    /// An error at a byte of the text.
    pub(super) fn new(
        text: &str,
        offset: usize,
        expected: impl Display,
        got: impl Display,
    ) -> DescriptionError {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        DescriptionError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            expected: expected.to_string(),
            got: got.to_string(),
        }
    }
}

impl Display for DescriptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DescriptionError { line, column, expected, got } = self;
        write!(f, "line {line}, column {column}: expected {expected}, got {got}")
    }
}

impl Error for DescriptionError {}
