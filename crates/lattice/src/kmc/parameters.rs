//! The parameters on which a checkpoint depends, and the error of one that is refused.

use std::error::Error;
use std::fmt::{self, Display};

use zobrist::Fnv1a;

use super::error::KmcError;
use super::settings::{Settings, Tracking};
use crate::bytes::{Fnv1aExt, Writer};
use crate::configuration::Species;
use crate::model::Model;

/// A parameter on which a checkpoint and the simulation that resumes it must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointParameter {
    /// The fingerprint of the model.
    Model,
    /// The fingerprint of the structure.
    Structure,
    /// The number of cells along an axis, from 0.
    Cells(usize),
    /// The number of species.
    Species,
    /// The temperature.
    Temperature,
    /// The attempt frequency.
    AttemptFrequency,
    /// The seed of the trajectory.
    Seed,
    /// The seed of the keys.
    KeySeed,
    /// The window of [`Flicker`](crate::Flicker), or 0.
    FlickerWindow,
    /// The states of [`Flicker`](crate::Flicker), or 0.
    FlickerStates,
    /// The fingerprint of the prefactors by species.
    Prefactors,
    /// 1 if barriers come with a prefactor of their own, else 0.
    ModelPrefactors,
    /// The fingerprint of the ramp.
    Ramp,
    /// The [`Tracking`](crate::Tracking).
    Tracking,
    /// 1 if free time is added up, else 0.
    FreeTime,
    /// The fingerprint of the [`Ensemble`](crate::Ensemble) of a simulation by exchanges.
    Ensemble,
    /// The fingerprint of the annealing of a simulation by exchanges.
    Annealing,
}

impl CheckpointParameter {
    /// Returns a value of the parameter as text, from its bits in a checkpoint.
    pub(crate) fn show(self, bits: u64) -> String {
        match self {
            CheckpointParameter::Model | CheckpointParameter::Structure => format!("{bits:016x}"),
            CheckpointParameter::Temperature => format!("{} K", f64::from_bits(bits)),
            CheckpointParameter::AttemptFrequency => format!("{} 1/s", f64::from_bits(bits)),
            CheckpointParameter::Ensemble => match bits {
                0 => "fixed composition".to_owned(),
                _ => format!("{bits:016x}"),
            },
            CheckpointParameter::Prefactors
            | CheckpointParameter::Ramp
            | CheckpointParameter::Annealing => match bits {
                0 => "none".to_owned(),
                _ => format!("{bits:016x}"),
            },
            CheckpointParameter::ModelPrefactors | CheckpointParameter::FreeTime => match bits {
                0 => "no".to_owned(),
                1 => "yes".to_owned(),
                _ => bits.to_string(),
            },
            CheckpointParameter::Tracking => {
                let names = ["vacancies", "vacancies and solutes", "vacancies and all atoms"];
                let name = usize::try_from(bits).ok().and_then(|at| names.get(at));
                name.map_or_else(|| bits.to_string(), |name| (*name).to_owned())
            }
            _ => bits.to_string(),
        }
    }
}

impl Display for CheckpointParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckpointParameter::Model => "fingerprint of the model",
            CheckpointParameter::Structure => "fingerprint of the structure",
            CheckpointParameter::Cells(0) => "cells along the first axis",
            CheckpointParameter::Cells(1) => "cells along the second axis",
            CheckpointParameter::Cells(_) => "cells along the third axis",
            CheckpointParameter::Species => "number of species",
            CheckpointParameter::Temperature => "temperature",
            CheckpointParameter::AttemptFrequency => "attempt frequency",
            CheckpointParameter::Seed => "seed",
            CheckpointParameter::KeySeed => "seed of the keys",
            CheckpointParameter::FlickerWindow => "window of flicker (0: none)",
            CheckpointParameter::FlickerStates => "states of flicker (0: none)",
            CheckpointParameter::Prefactors => "fingerprint of the prefactors by species",
            CheckpointParameter::ModelPrefactors => "prefactors by the model",
            CheckpointParameter::Ramp => "fingerprint of the ramp",
            CheckpointParameter::Tracking => "what is followed",
            CheckpointParameter::FreeTime => "free time that is added up",
            CheckpointParameter::Ensemble => "fingerprint of the ensemble",
            CheckpointParameter::Annealing => "fingerprint of the annealing",
        })
    }
}

/// The parameters of a simulation as bits, in their order in a checkpoint.
pub(super) fn parameters<M: Model>(
    model: &M,
    settings: &Settings,
) -> [(CheckpointParameter, u64); 17] {
    let lattice = model.lattice();
    let [x, y, z] = lattice.cells().map(|count| count as u64);
    let mut fnv = Fnv1a::new();
    fnv.text(lattice.structure().name());
    let (window, states) =
        settings.flicker.map_or((0, 0), |flicker| (flicker.window.into(), flicker.states as u64));
    let prefactors = settings.prefactors.iter();
    let prefactors: Vec<u64> =
        prefactors.flat_map(|(Species(species), of)| [(*species).into(), of.to_bits()]).collect();
    let stages = settings.ramp.iter();
    let stages: Vec<u64> =
        stages.flat_map(|stage| [stage.until.to_bits(), stage.temperature.to_bits()]).collect();
    let tracking = match settings.tracking {
        Tracking::Vacancies => 0,
        Tracking::Solutes => 1,
        Tracking::All => 2,
    };
    [
        (CheckpointParameter::Model, model.fingerprint()),
        (CheckpointParameter::Structure, fnv.finish()),
        (CheckpointParameter::Cells(0), x),
        (CheckpointParameter::Cells(1), y),
        (CheckpointParameter::Cells(2), z),
        (CheckpointParameter::Species, model.species_count() as u64),
        (CheckpointParameter::Temperature, settings.temperature.to_bits()),
        (CheckpointParameter::AttemptFrequency, settings.attempt_frequency.to_bits()),
        (CheckpointParameter::Seed, settings.seed),
        (CheckpointParameter::KeySeed, settings.key_seed),
        (CheckpointParameter::FlickerWindow, window),
        (CheckpointParameter::FlickerStates, states),
        (CheckpointParameter::Prefactors, fingerprint(&prefactors)),
        (CheckpointParameter::ModelPrefactors, model.gives_prefactors().into()),
        (CheckpointParameter::Ramp, fingerprint(&stages)),
        (CheckpointParameter::Tracking, tracking),
        (CheckpointParameter::FreeTime, settings.track_free_time.into()),
    ]
}

/// FNV-1a of the bytes of numbers; 0 if there are none.
pub(crate) fn fingerprint(numbers: &[u64]) -> u64 {
    let mut bytes = Writer::default();
    numbers.iter().for_each(|number| bytes.u64(*number));
    if numbers.is_empty() { 0 } else { Fnv1a::new().bytes(&bytes.0).finish() }
}

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
