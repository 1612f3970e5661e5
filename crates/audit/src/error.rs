//! Errors of planning and preparing a search.

use core::error::Error;
use core::fmt::{self, Display};

/// The highest weight that can be searched for.
pub const MAX_WEIGHT: u32 = 12;

/// The reason why a search cannot be planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The weight is zero or above [`MAX_WEIGHT`].
    Weight {
        /// The requested weight.
        weight: u32,
    },
    /// Keys of this type do not combine by XOR.
    NotLinear,
    /// There are more than 65,535 different keys for a weight from 3 to 8, or for a higher weight
    /// more than 2,954, the largest number whose sums of three can be numbered.
    TooManyKeys {
        /// The number of different keys.
        keys: usize,
        /// The largest number for this weight.
        max: usize,
    },
    /// Memory to sort the keys could not be allocated.
    OutOfMemory(OutOfMemory),
}

impl Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Weight { weight } => {
                write!(f, "expected a weight from 1 to {MAX_WEIGHT}, got {weight}")
            }
            SearchError::NotLinear => f.write_str(
                "expected keys that combine by XOR; independence says nothing about keys that add",
            ),
            SearchError::TooManyKeys { keys, max } => write!(
                f,
                "expected at most {max} different keys for this weight, got {keys}; \
                 take a smaller weight or fewer keys"
            ),
            SearchError::OutOfMemory(error) => error.fmt(f),
        }
    }
}

/// No source: [`SearchError::OutOfMemory`] prints the text of the error that it holds.
impl Error for SearchError {}

impl From<OutOfMemory> for SearchError {
    fn from(error: OutOfMemory) -> SearchError {
        SearchError::OutOfMemory(error)
    }
}

/// The error that memory for a table of the search could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutOfMemory {
    /// The size of the table in bytes.
    pub bytes: u128,
}

impl Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a table of {} bytes does not fit in memory; take a smaller weight or fewer keys",
            self.bytes
        )
    }
}

impl Error for OutOfMemory {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn a_text_is_printed_once_along_the_chain() {
        let error = OutOfMemory { bytes: 5 };
        assert!(error.to_string().starts_with("a table of 5 bytes"));
        let outer = SearchError::from(error);
        assert_eq!(outer.to_string(), error.to_string());
        assert!(outer.source().is_none());
    }
}
