//! Errors of a simulation by exchanges, and of its checkpoints.

use std::error::Error;
use std::fmt::{self, Display};

use crate::configuration::Species;
use crate::kmc::{CheckpointParameter, RecallMode};
use crate::lattice::{Lattice, Site};
use crate::neighbors::OffsetError;
use crate::out_of_memory::OutOfMemory;

/// The error of a simulation by exchanges that cannot be created.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MetropolisError {
    /// The configuration is of a different lattice from the model.
    Lattice {
        /// The lattice of the model.
        expected: Lattice,
        /// The lattice of the configuration.
        got: Lattice,
    },
    /// A site has a species that the model does not know.
    Species {
        /// The site.
        site: Site,
        /// The number of species that the model knows.
        expected: usize,
        /// The species there.
        got: Species,
    },
    /// All sites have one species, so that no exchange changes anything.
    OneSpecies {
        /// The species.
        got: Species,
    },
    /// The temperature is not above zero and finite.
    Temperature {
        /// The temperature, in K.
        got: f64,
    },
    /// The recall mode is one of jumps or of whole states.
    Recall {
        /// The mode.
        got: RecallMode,
    },
    /// Flicker is to be left in one step, but there is no time that it would take.
    Flicker,
    /// The temperature is to change with time, but steps are no time.
    Ramp,
    /// There is an end, but steps are no time.
    End {
        /// The end, in s.
        got: f64,
    },
    /// A semi-grand ensemble has a number that is not finite, or one for the host or a species that
    /// the model does not know.
    Potential {
        /// The species.
        species: Species,
        /// The number of species that the model knows.
        expected: usize,
        /// The number.
        got: f64,
    },
    /// A semi-grand ensemble has no site, or no species but the host, so that no substitution can
    /// be proposed.
    NoSubstitution,
    /// The κ of an ensemble is not above zero and finite.
    Kappa {
        /// The κ.
        got: f64,
    },
    /// A stage of the annealing does not end after the one before it.
    Annealing {
        /// The stage, from 0.
        stage: usize,
        /// The step at its end.
        got: u64,
    },
    /// The lattice is too small for what the energy of a substitution depends on.
    Offset(OffsetError),
    /// The system refused memory for the state or the lists of sites.
    OutOfMemory(OutOfMemory),
}

impl Display for MetropolisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MetropolisError::Lattice { expected, got } => write!(
                f,
                "a configuration of another lattice: expected {expected}, for which the model was \
                 made, got {got}; make both for the same lattice"
            ),
            MetropolisError::Species { site: Site(site), expected, got: Species(got) } => write!(
                f,
                "species {got} on site {site}: expected a number below {expected}, the number of \
                 species of the model; give the model energies for it"
            ),
            MetropolisError::OneSpecies { got: Species(got) } => write!(
                f,
                "expected atoms of two species or more, or vacancies, got species {got} on every \
                 site; there is nothing to exchange"
            ),
            MetropolisError::Temperature { got } => {
                write!(f, "the temperature: expected a finite number of K above 0, got {got}")
            }
            MetropolisError::Recall { got } => write!(
                f,
                "recall mode {got}: expected {}, {} or {} for exchanges; the others recall the \
                 barriers of jumps",
                RecallMode::None,
                RecallMode::Environment,
                RecallMode::EnvironmentSymmetry
            ),
            MetropolisError::Flicker => write!(
                f,
                "expected no search for flicker, got one; exchanges take no time that could be \
                 passed over"
            ),
            MetropolisError::Ramp => write!(
                f,
                "expected no ramp, got one; exchanges take no time, so change the temperature between \
                 steps"
            ),
            MetropolisError::End { got } => write!(
                f,
                "expected no end, got {got} s; exchanges take no time, so count the steps"
            ),
            MetropolisError::Potential { species: Species(species), expected, got } => write!(
                f,
                "species {species} of the ensemble: expected a finite number for a species from 1 to \
                 {}, got {got}; the host has none",
                expected - 1
            ),
            MetropolisError::NoSubstitution => f.write_str(
                "expected an ensemble in which a species takes the place of the host, and sites with \
                 them, got none; list the species",
            ),
            MetropolisError::Kappa { got } => {
                write!(f, "κ of the ensemble: expected a finite number above 0, got {got}")
            }
            MetropolisError::Annealing { stage, got } => write!(
                f,
                "stage {} of the annealing: expected more steps than at the end of the one before, got \
                 {got}; sort the stages by steps",
                stage + 1
            ),
            MetropolisError::Offset(error) => error.fmt(f),
            MetropolisError::OutOfMemory(error) => error.fmt(f),
        }
    }
}

impl Error for MetropolisError {}

impl From<OffsetError> for MetropolisError {
    fn from(error: OffsetError) -> MetropolisError {
        MetropolisError::Offset(error)
    }
}

impl From<OutOfMemory> for MetropolisError {
    fn from(error: OutOfMemory) -> MetropolisError {
        MetropolisError::OutOfMemory(error)
    }
}

/// The error of an exchange that was not decided. The simulation is as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ExchangeError {
    /// The energy of a substitution is above 1,000 eV with either sign, or is not a number.
    Energy {
        /// The site.
        site: Site,
        /// The species that is put there.
        species: Species,
        /// The energy relative to the host, in eV.
        got: f64,
    },
}

impl Display for ExchangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExchangeError::Energy { site: Site(site), species: Species(species), got } => write!(
                f,
                "species {species} in place of the host on site {site}: expected an energy of at \
                 most 1000 eV with either sign, got {got} eV; check the model and its units, or \
                 the recall that it was loaded from"
            ),
        }
    }
}

impl Error for ExchangeError {}

/// The first bytes of a checkpoint.
pub(super) const MAGIC: &[u8; 8] = b"zobmetr\x1a";

/// The error of a simulation by exchanges that cannot be resumed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MetropolisResumeError {
    /// The bytes do not begin like a checkpoint of exchanges.
    NotACheckpoint {
        /// The first bytes.
        got: Vec<u8>,
    },
    /// The format is of another version.
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version of the bytes.
        got: u32,
    },
    /// There are too few bytes or too many, or they contradict each other.
    Truncated {
        /// The number of bytes present.
        got: usize,
    },
    /// The bytes are damaged.
    Checksum {
        /// The checksum of the bytes.
        expected: u64,
        /// The checksum at their end.
        got: u64,
    },
    /// The checkpoint is of another simulation.
    Mismatch {
        /// The parameter that differs.
        parameter: CheckpointParameter,
        /// Its value in the model or the settings.
        expected: String,
        /// Its value in the checkpoint.
        got: String,
    },
    /// Its configuration and the settings make no simulation.
    Metropolis(MetropolisError),
}

impl Display for MetropolisResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MetropolisResumeError::NotACheckpoint { got } => write!(
                f,
                "not a checkpoint of exchanges: expected bytes that begin with \"{}\", got \"{}\"; \
                 give one that a simulation by exchanges wrote",
                MAGIC.escape_ascii(),
                got.escape_ascii(),
            ),
            MetropolisResumeError::Version { expected, got } => write!(
                f,
                "a checkpoint of another version: expected {expected}, got {got}; resume it with \
                 the program that wrote it"
            ),
            MetropolisResumeError::Truncated { got } => write!(
                f,
                "a checkpoint that is not whole or contradicts itself: expected one as it was \
                 written, got {got} bytes; take another copy"
            ),
            MetropolisResumeError::Checksum { expected, got } => write!(
                f,
                "a damaged checkpoint: its checksum is {expected:016x}, but {got:016x} is stored \
                 in it; take another copy"
            ),
            MetropolisResumeError::Mismatch { parameter, expected, got } => write!(
                f,
                "a checkpoint of another simulation: {parameter}: expected {expected}, got {got}; \
                 resume it with the settings that it was stopped with"
            ),
            MetropolisResumeError::Metropolis(error) => error.fmt(f),
        }
    }
}

impl Error for MetropolisResumeError {}

impl From<MetropolisError> for MetropolisResumeError {
    fn from(error: MetropolisError) -> MetropolisResumeError {
        MetropolisResumeError::Metropolis(error)
    }
}
