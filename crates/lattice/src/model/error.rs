//! Errors of the parameters of a model.

use std::error::Error;
use std::fmt::{self, Display};

use super::barrier::units;
use crate::configuration::Species;
use crate::neighbors::OffsetError;
use crate::structure::Offset;

/// The error of a model that cannot be created.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ModelError {
    /// A list does not have the length that the others require.
    Length {
        /// The items of the list.
        what: &'static str,
        /// The number of entries that it should have.
        expected: usize,
        /// The number of entries that it has.
        got: usize,
    },
    /// A number is not finite, or is too large to be an energy in eV (above 1,000) or a length.
    Value {
        /// The name of the number.
        what: &'static str,
        /// The number.
        got: f64,
    },
    /// A migration energy is below 0, so that atoms would jump more often than they attempt to.
    Migration {
        /// The species, from 0.
        species: usize,
        /// Its migration energy, in eV.
        got: f64,
    },
    /// The energy of a pair of species depends on their order.
    Asymmetric {
        /// The shell, from 0.
        shell: usize,
        /// The species.
        species: [usize; 2],
        /// Their energies, in eV.
        got: [f64; 2],
    },
    /// A potential has no such element.
    NoElement {
        /// The number of elements that it has.
        elements: usize,
        /// The number of the one that was asked for, from 0.
        got: usize,
    },
    /// No neighbor is within the cutoff.
    Cutoff {
        /// The cutoff, in lattice constants.
        got: f64,
    },
    /// A point of a cluster is no site, is there twice, or is farther than 2²⁰ fine units.
    Point {
        /// The point, in fine coordinates.
        got: Offset,
    },
    /// The lattice is too small for the range of the energy.
    Offset(OffsetError),
}

impl Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::Length { what, expected, got } => {
                write!(f, "{what}: expected {expected} entries, got {got}; give one for each")
            }
            ModelError::Value { what, got } => write!(
                f,
                "{what}: expected a finite number of a sensible size (energies in eV, lengths in Å), \
                 got {got}; check its unit"
            ),
            ModelError::Migration { species, got } => write!(
                f,
                "the migration energy of species {species}: expected 0 eV or more, got {got}; below 0 \
                 the rates exceed the attempt frequency"
            ),
            ModelError::Asymmetric { shell, species: [a, b], got: [ab, ba] } => write!(
                f,
                "shell {shell}: expected the same energy of species {a} with {b} and {b} with {a}, \
                 got {ab} and {ba} eV; give a symmetric table"
            ),
            ModelError::NoElement { elements, got } => write!(
                f,
                "the potential has {elements} elements: expected a number below that, got {got}; \
                 count from 0 in the order of the file"
            ),
            ModelError::Cutoff { got } => write!(
                f,
                "a cutoff of {got} lattice constants: expected one from the nearest neighbors to \
                 10 lattice constants; check the lattice constant"
            ),
            ModelError::Point { got } => write!(
                f,
                "a cluster: expected points that are sites of the structure, each once and at most \
                 2^20 fine units away, got {got:?}"
            ),
            ModelError::Offset(error) => error.fmt(f),
        }
    }
}

impl Error for ModelError {}

impl From<OffsetError> for ModelError {
    fn from(error: OffsetError) -> ModelError {
        ModelError::Offset(error)
    }
}

/// The migration energies of all species in units, from those in eV; that of
/// the vacancy, which does not jump, is not used.
pub(super) fn migration(energies: &[f64], species: usize) -> Result<Vec<i64>, ModelError> {
    if energies.len() != species {
        let (what, got) = ("migration energies", energies.len());
        return Err(ModelError::Length { what, expected: species, got });
    }
    let migration = |(species, energy): (usize, &f64)| match *energy {
        got if got < 0.0 && species != Species::VACANCY.index() => {
            Err(ModelError::Migration { species, got })
        }
        energy => checked("a migration energy", energy),
    };
    energies.iter().enumerate().map(migration).collect()
}

/// An energy in units.
pub(super) fn checked(what: &'static str, energy: f64) -> Result<i64, ModelError> {
    match energy.abs() <= 1000.0 {
        true => Ok(units(energy)),
        false => Err(ModelError::Value { what, got: energy }),
    }
}
