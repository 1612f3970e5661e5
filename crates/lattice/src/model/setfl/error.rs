//! Faults for which a file is no potential, and peculiarities of one that is read all the same.

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
    /// A line or a table has more or fewer items than the file says.
    Count {
        /// The line where that shows, from 1.
        line: u64,
        /// The items: `values of F(ρ)`, for example.
        items: &'static str,
        /// The number of them that there should be.
        expected: usize,
        /// The number of them, as far as they were read.
        got: usize,
    },
    /// One of the three lines of comments, with which a file begins, is missing.
    Comments {
        /// The line with the elements, from 1, where there should be a comment.
        line: u64,
    },
    /// The first line says that the energies have another unit than eV.
    Units {
        /// The system of units, in the words of LAMMPS, such as `real`.
        got: String,
    },
    /// The first element has as many numbers as in the other form.
    Form {
        /// The form that was to be read.
        form: SetflForm,
        /// The name of the element.
        element: String,
        /// The line, from 1, of the next element.
        line: u64,
        /// The numbers that the element has in this form: F(ρ) and each ρ(r).
        expected: usize,
        /// The numbers that it has, which are those of the other form.
        got: usize,
    },
    /// The file is of a kind of potential that extends setfl, and whose energies are others.
    Kind {
        /// The line where that shows, from 1.
        line: u64,
        /// The name of the kind as a `pair_style` of LAMMPS: `adp`, `eam/cd` or `eam/he`.
        kind: &'static str,
        /// The text of the file that shows it.
        got: String,
    },
    /// Something follows the last table.
    After {
        /// The line, from 1.
        line: u64,
        /// The first word.
        got: String,
        /// The number of numbers, if there is nothing else.
        numbers: Option<usize>,
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
            SetflError::Count { line, items, expected, got } => write!(
                f,
                "not a setfl file: line {line}: expected {expected} {items}, as the head of the file \
                 says, got {got}; each table and each element begins on a line of its own"
            ),
            SetflError::Comments { line } => write!(
                f,
                "not a setfl file: line {line}: expected a comment, the first three lines are \
                 comments, got the elements; put the missing lines before them"
            ),
            SetflError::Units { got } => write!(
                f,
                "line 1: expected energies in eV and lengths in Å, \"UNITS: metal\", got \
                 \"UNITS: {got}\"; convert the file"
            ),
            SetflError::Form { form, element, line, expected, got } => write!(
                f,
                "not a setfl file of the form {form}: expected {expected} numbers for the functions \
                 of {element:?}, got {got} before line {line}, as many as in the form {other}; read \
                 it as {other}",
                other = form.other()
            ),
            SetflError::Kind { line, kind, got } => write!(
                f,
                "not a setfl file of the form eam/alloy or eam/fs: line {line}: expected no more \
                 numbers, got {got}, as files of `pair_style {kind}` have; energies without them \
                 would be wrong: take a potential of the form eam/alloy or eam/fs"
            ),
            SetflError::After { line, got, numbers: Some(numbers) } => write!(
                f,
                "not a setfl file: line {line}: expected the end of the file after the last table, \
                 got {numbers} numbers more, from {got:?} on; check the numbers of points in the head"
            ),
            SetflError::After { line, got, numbers: None } => write!(
                f,
                "not a setfl file: line {line}: expected the end of the file after the last table, \
                 got {got:?}; remove what follows, or put a # before it"
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

/// Something in a setfl file that the format does not have, and that is read as LAMMPS reads it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SetflNote {
    /// Text after a `#` below the three lines of comments is left out.
    Comment {
        /// The first line with one, from 1.
        line: u64,
        /// The number of such lines.
        lines: u64,
    },
    /// Text after the cutoff on its line is left out.
    AfterCutoff {
        /// The line, from 1.
        line: u64,
        /// The words.
        got: String,
    },
    /// The line of an element ends before the constant or the name of its lattice.
    Lattice {
        /// The line, from 1.
        line: u64,
        /// The name of the element.
        element: String,
    },
    /// Text after the name of a lattice is left out.
    AfterLattice {
        /// The line, from 1.
        line: u64,
        /// The words.
        got: String,
    },
    /// The last line of a table has a value more than the table has, which is left out.
    ValueMore {
        /// The first such line, from 1.
        line: u64,
        /// The number of such tables.
        tables: u64,
    },
}

impl Display for SetflNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetflNote::Comment { line, lines: 1 } => {
                write!(f, "line {line}: left out from the # on, as a comment")
            }
            SetflNote::Comment { line, lines } => write!(
                f,
                "line {line}: left out from the # on, as a comment; so on {lines} lines in all"
            ),
            SetflNote::AfterCutoff { line, got } => {
                write!(f, "line {line}: expected nothing after the cutoff, got {got:?}; left out")
            }
            SetflNote::Lattice { line, element } => write!(
                f,
                "line {line}: expected the lattice constant and the name of the lattice of \
                 {element:?} too; energies do not need them"
            ),
            SetflNote::AfterLattice { line, got } => write!(
                f,
                "line {line}: expected nothing after the name of the lattice, got {got:?}; left out"
            ),
            SetflNote::ValueMore { line, tables: 1 } => write!(
                f,
                "line {line}: a value more at the end of a table than the file says; left out"
            ),
            SetflNote::ValueMore { line, tables } => write!(
                f,
                "line {line}: a value more at the end of a table than the file says; left out, as in \
                 {tables} tables in all"
            ),
        }
    }
}
