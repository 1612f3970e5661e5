//! The error of a geometry.

use std::error::Error;
use std::fmt::{self, Display};

use zobrist_lattice::{Offset, OffsetError};

/// The largest reach, in lattice constants.
pub(super) const MAX_REACH: f64 = 10.0;

/// The error of a geometry that cannot be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum GeometryError {
    /// The lattice constant is not above zero, or not finite.
    LatticeConstant {
        /// The lattice constant, in Å.
        got: f64,
    },
    /// The reach has no neighbor, or exceeds ten lattice constants.
    Reach {
        /// The reach, in Å.
        got: f64,
        /// The distance of the nearest neighbors, in Å.
        nearest: f64,
        /// The lattice constant, in Å.
        lattice_constant: f64,
    },
    /// There are fewer than two species, or more than 256.
    SpeciesCount {
        /// Their number.
        got: usize,
    },
    /// The name of a species is empty, `X` or given twice, or has white space or a control
    /// character.
    Species {
        /// The number of the species.
        number: usize,
        /// Its name.
        got: String,
    },
    /// The box is so small that an image of the jumping atom is within reach.
    Box {
        /// The cells of the box.
        cells: [usize; 3],
        /// The offset of the image.
        offset: Offset,
    },
    /// The box is so small that an image of the vacancy is within reach.
    Offset(OffsetError),
}

impl Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GeometryError::LatticeConstant { got } => {
                write!(f, "the lattice constant: expected a number of Å above 0, got {got}")
            }
            GeometryError::Reach { got, nearest, lattice_constant } => write!(
                f,
                "the reach: expected from {nearest:.3} Å, the distance of the nearest neighbors, \
                 to {:.3} Å, ten lattice constants, got {got} Å; check its unit",
                MAX_REACH * lattice_constant
            ),
            GeometryError::SpeciesCount { got } => write!(
                f,
                "species: expected 2 to 256 names (the host, the vacancy and the solutes), got \
                 {got}"
            ),
            GeometryError::Species { number, got } => write!(
                f,
                "the name of species {number}: expected one of its own, other than X, which is \
                 the vacancy, and without spaces, got {got:?}; choose another name"
            ),
            GeometryError::Box { cells: [x, y, z], offset } => write!(
                f,
                "a box of {x} x {y} x {z} cells is too small: expected no image of the jumping \
                 atom within reach of the jump, got one at offset {offset:?}; take more cells or \
                 a shorter reach"
            ),
            GeometryError::Offset(error) => error.fmt(f),
        }
    }
}

impl Error for GeometryError {}

impl From<OffsetError> for GeometryError {
    fn from(error: OffsetError) -> GeometryError {
        GeometryError::Offset(error)
    }
}
