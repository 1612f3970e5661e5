//! The error of observables that cannot be prepared.

use core::error::Error;
use core::fmt::{self, Display};

use crate::neighbors::OffsetError;
use crate::out_of_memory::OutOfMemory;

/// The error of an observable that cannot be prepared for a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObservableError {
    /// The number of shells is zero or above [`Shells::MAX`](super::Shells::MAX).
    Shells {
        /// The number asked for.
        got: usize,
        /// The largest number allowed.
        max: usize,
    },
    /// The shells cannot be used on the lattice: the box is so small that a site is its own
    /// neighbor.
    Offset(OffsetError),
    /// The system refused the memory for a number on every site.
    OutOfMemory(OutOfMemory),
}

impl Display for ObservableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObservableError::Shells { got, max } => {
                write!(f, "shells of neighbors: expected 1 to {max}, got {got}")
            }
            ObservableError::Offset(error) => error.fmt(f),
            ObservableError::OutOfMemory(error) => error.fmt(f),
        }
    }
}

impl Error for ObservableError {}

impl From<OffsetError> for ObservableError {
    fn from(error: OffsetError) -> ObservableError {
        ObservableError::Offset(error)
    }
}

impl From<OutOfMemory> for ObservableError {
    fn from(error: OutOfMemory) -> ObservableError {
        ObservableError::OutOfMemory(error)
    }
}
