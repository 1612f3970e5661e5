//! Why a file is no potential.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;

use super::form::SetflForm;

/// The error of a file that cannot be read as setfl.
#[derive(Debug)]
#[non_exhaustive]
pub enum SetflError {
    /// Reading failed, or what follows the comments is not UTF-8.
    Io {
        /// The line that was to be read, from 1.
        line: u64,
        /// The system's error.
        source: io::Error,
    },
    /// Something else is where a number or a name was expected.
    Word {
        /// The line, from 1.
        line: u64,
        /// The offset in the file of the word's first byte, from 0.
        byte: u64,
        /// The expected item.
        expected: &'static str,
        /// The word.
        got: String,
    },
    /// The first element has as many numbers as in the other form.
    Form {
        /// The form that was to be read.
        form: SetflForm,
        /// The name of the element.
        element: String,
        /// The line, from 1, with the lattice of the next element.
        line: u64,
        /// The numbers that the element has in this form: F(ρ) and each ρ(r).
        expected: usize,
        /// The numbers that it has, which are those of the other form.
        got: usize,
    },
    /// The file ends too early.
    End {
        /// Its last line, from 1.
        line: u64,
        /// Its length in bytes.
        byte: u64,
        /// The expected item.
        expected: &'static str,
    },
}

impl Display for SetflError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetflError::Io { line, .. } => write!(f, "line {line} cannot be read"),
            SetflError::Word { line, byte, expected, got } => write!(
                f,
                "not a setfl file: line {line}, byte {byte}: expected {expected}, got {got:?}; give \
                 a potential in the form that is to be read, eam/alloy or eam/fs (single-element \
                 funcfl differs from both)"
            ),
            SetflError::Form { form, element, line, expected, got } => write!(
                f,
                "not a setfl file of the form {form}: expected {expected} numbers for the functions \
                 of {element:?}, got {got} before line {line}, as many as in the form {other}; read \
                 it as {other}",
                other = form.other()
            ),
            SetflError::End { line, byte, expected } => write!(
                f,
                "a truncated setfl file: expected {expected}, got the end after line {line}, byte \
                 {byte}; take another copy"
            ),
        }
    }
}

impl Error for SetflError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SetflError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
