//! Errors of checkpoints of simulations by exchanges.

use std::error::Error;
use std::fmt::{self, Display};

use super::error::MetropolisError;
use crate::kmc::CheckpointParameter;

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
