//! The error of a checkpoint that is refused.

use std::error::Error;
use std::fmt::{self, Display};

use super::error::KmcError;
use super::parameters::CheckpointParameter;

/// The first bytes of a checkpoint.
pub(super) const MAGIC: &[u8; 8] = b"zobkine\x1a";

/// The error of a simulation that cannot be resumed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ResumeError {
    /// The bytes do not begin like a checkpoint.
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
    /// It is of a time after the end of the simulation.
    End {
        /// The end, in s.
        end: f64,
        /// The time of the checkpoint, in s.
        got: f64,
    },
    /// Its configuration and the settings make no simulation.
    Kmc(KmcError),
}

impl Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::NotACheckpoint { got } => write!(
                f,
                "not a checkpoint: expected bytes that begin with \"{}\", got \"{}\"; give one that \
                 this version wrote, or begin the simulation again",
                MAGIC.escape_ascii(),
                got.escape_ascii(),
            ),
            ResumeError::Version { expected, got } => write!(
                f,
                "a checkpoint of another version: expected {expected}, got {got}; resume it with \
                 the program that wrote it"
            ),
            ResumeError::Truncated { got } => write!(
                f,
                "a checkpoint that is not whole or contradicts itself: expected one as it was \
                 written, got {got} bytes; take another copy"
            ),
            ResumeError::Checksum { expected, got } => write!(
                f,
                "a damaged checkpoint: its checksum is {expected:016x}, but {got:016x} is stored \
                 in it; take another copy"
            ),
            ResumeError::Mismatch { parameter, expected, got } => write!(
                f,
                "a checkpoint of another simulation: {parameter}: expected {expected}, got {got}; \
                 resume it with the settings that it was begun with"
            ),
            ResumeError::End { end, got } => write!(
                f,
                "a checkpoint after the end: expected a time up to {end} s, got {got} s; set a later \
                 end"
            ),
            ResumeError::Kmc(error) => error.fmt(f),
        }
    }
}

impl Error for ResumeError {}

impl From<KmcError> for ResumeError {
    fn from(error: KmcError) -> ResumeError {
        ResumeError::Kmc(error)
    }
}
