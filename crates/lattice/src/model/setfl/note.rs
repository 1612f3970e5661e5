//! Peculiarities of a file that is read all the same.

use std::fmt::{self, Display};

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
