//! Checkpoints: a simulation as bytes; `docs/checkpoint-format.md` is the specification.

use std::error::Error;
use std::fmt::{self, Display};

use zobrist::Fnv1a;
use zobrist::source::Xoshiro256PlusPlus;

use super::bytes::{Reader, Writer};
use super::clock::Clock;
use super::counts::Counts;
use super::error::KmcError;
use super::settings::Settings;
use super::simulation::Kmc;
use crate::configuration::Configuration;
use crate::fnv::Fnv1aExt;
use crate::lattice::Site;
use crate::model::Model;
use crate::out_of_memory::{OutOfMemory, room};
use crate::species::Species;

const MAGIC: &[u8; 8] = b"zobkmc \x1a";
const VERSION: u32 = 1;
/// Upper bound on counts and displacements, beyond any simulation: from larger ones, counting on
/// would overflow.
const MAX_NUMBER: u64 = 1 << 62;
/// Upper bound on the bytes of a checkpoint besides its sites, vacancies and hashes.
const MAX_FIXED_BYTES: usize = 512;

impl<M: Model> Kmc<M> {
    /// Returns the simulation as bytes, from which [`resume`](Kmc::resume) continues as if it had
    /// not stopped: with the same trajectory, and with the same counts if the recall is saved and
    /// loaded too. The bytes contain neither the recall nor what an audit has found.
    ///
    /// Takes one byte for each site, and about a hundred for each vacancy.
    pub fn checkpoint(&self) -> Vec<u8> {
        self.checkpoint_in(Writer::default())
    }

    /// Returns the bytes of [`checkpoint`](Kmc::checkpoint), unless there is no memory for them.
    ///
    /// # Errors
    /// When the system refuses the memory.
    pub fn try_checkpoint(&self) -> Result<Vec<u8>, OutOfMemory> {
        let vacancies = self.rates.sites.len();
        let jumps = self.rates.barriers.len();
        let recent = self.detector.as_ref().map_or(0, |detector| detector.parts().0.len());
        let numbers = 8 * (jumps + recent) + 32 * vacancies;
        let len = self.configuration().occupants().len() + numbers + MAX_FIXED_BYTES;
        Ok(self.checkpoint_in(Writer(room(len)?)))
    }

    fn checkpoint_in(&self, mut out: Writer) -> Vec<u8> {
        out.bytes(MAGIC);
        out.u32(VERSION);
        for (_, number) in parameters(&self.model, &self.settings) {
            out.u64(number);
        }
        out.0.extend(self.configuration().occupants().iter().map(|species| species.0));
        out.u32(self.rates.sites.len() as u32);
        for (vacancy, site) in self.rates.sites.iter().enumerate() {
            out.u32(site.0);
            self.displacements[vacancy].iter().for_each(|along| out.u64(*along as u64));
            out.u32(u32::from(self.rates.known[vacancy]));
            self.rates.barriers_of(vacancy).iter().for_each(|barrier| out.f64(*barrier));
        }
        // A jump that was drawn is drawn again, to the same effect.
        let random = self.drawn.as_ref().map_or(self.random, |drawn| drawn.before);
        random.state().into_iter().for_each(|word| out.u64(word));
        out.f64(self.clock.sum);
        out.f64(self.clock.rest);
        self.totals().to_array().into_iter().for_each(|number| out.u64(number));
        if let Some(detector) = &self.detector {
            let (recent, streak) = detector.parts();
            out.u32(streak);
            out.u32(recent.len() as u32);
            recent.iter().for_each(|hash| out.u64(*hash));
        }
        let checksum = checksum(&out.0);
        out.u64(checksum);
        out.0
    }

    /// Resumes a simulation from a checkpoint. The model and settings must be those it was made
    /// with; the recall and its bound may differ, since the trajectory does not depend on them.
    ///
    /// ```
    /// use zobrist_lattice::model::PairModel;
    /// use zobrist_lattice::{Configuration, Kmc, Lattice, Settings, Site, Species, Structure};
    ///
    /// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
    /// let mut iron = Configuration::new(lattice);
    /// iron.set(Site(5), Species::VACANCY);
    /// let model = PairModel::iron_copper(lattice)?;
    /// let mut kmc = Kmc::new(&model, iron, Settings::new(600.0, 1))?;
    /// kmc.run(100)?;
    ///
    /// let mut again = Kmc::resume(&model, Settings::new(600.0, 1), &kmc.checkpoint())?;
    /// kmc.run(100)?;
    /// again.run(100)?;
    /// assert_eq!((again.state().hash(), again.time()), (kmc.state().hash(), kmc.time()));
    ///
    /// let warmer = Kmc::resume(&model, Settings::new(700.0, 1), &kmc.checkpoint());
    /// assert!(warmer.unwrap_err().to_string().contains("expected 700 K, got 600 K"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the bytes are not a checkpoint, are damaged, or are of another version, model, lattice
    /// or settings.
    pub fn resume(model: M, settings: Settings, bytes: &[u8]) -> Result<Kmc<M>, ResumeError> {
        let body = check(bytes)?;
        let mut reader = Reader(body);
        let truncated = ResumeError::Truncated { got: bytes.len() };
        for (parameter, expected) in parameters(&model, &settings) {
            let got = reader.u64().ok_or(truncated.clone())?;
            if got != expected {
                let [expected, got] = [expected, got].map(|number| parameter.show(number));
                return Err(ResumeError::Mismatch { parameter, expected, got });
            }
        }
        read_state(model, settings, &mut reader)?.ok_or(truncated)
    }
}

/// Reads a simulation after its parameters; `None` if the bytes end too soon or contradict each
/// other.
fn read_state<M: Model>(
    model: M,
    settings: Settings,
    reader: &mut Reader<'_>,
) -> Result<Option<Kmc<M>>, ResumeError> {
    let lattice = model.lattice();
    let Some(occupants) = reader.bytes(lattice.len()) else { return Ok(None) };
    let mut configuration = Configuration::try_new(lattice).map_err(KmcError::from)?;
    for (site, species) in lattice.sites().zip(occupants) {
        configuration.set(site, Species(*species));
    }
    let mut kmc = Kmc::new(model, configuration, settings)?;
    Ok(kmc.restore(reader).filter(|()| reader.0.is_empty()).map(|()| kmc))
}

impl<M: Model> Kmc<M> {
    fn restore(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        if reader.u32()? as usize != self.rates.sites.len() {
            return None;
        }
        let mut sites = Vec::new();
        for vacancy in 0..self.rates.sites.len() {
            let site = Site(reader.u32()?);
            if site.index() >= self.configuration().occupants().len() {
                return None;
            }
            sites.push(site);
            for along in &mut self.displacements[vacancy] {
                *along = reader.u64()? as i64;
                if along.unsigned_abs() > MAX_NUMBER {
                    return None;
                }
            }
            let known = reader.u32()? != 0;
            self.rates.place(vacancy, site);
            for barrier in self.rates.barriers_of_mut(vacancy) {
                *barrier = reader.f64()?;
            }
            if known {
                let (configuration, neighbors) =
                    (self.state.configuration(), &self.evaluator.neighbors);
                let barriers = self.rates.barriers_of(vacancy).to_vec();
                self.rates.block_vacancies(vacancy, configuration, neighbors);
                if barriers != self.rates.barriers_of(vacancy) {
                    return None;
                }
                self.rates.settle(vacancy, configuration, neighbors);
            }
        }
        sites.sort_unstable();
        sites.dedup();
        if !self.configuration().sites_of(Species::VACANCY).eq(sites) {
            return None;
        }
        let words = [reader.u64()?, reader.u64()?, reader.u64()?, reader.u64()?];
        if words == [0; 4] {
            return None;
        }
        self.random = Xoshiro256PlusPlus::from_state(words);
        let clock = Clock { sum: reader.f64()?, rest: reader.f64()? };
        let mut numbers = [0; 6];
        for number in &mut numbers {
            *number = reader.u64()?;
        }
        let Clock { sum, rest } = clock;
        self.counts = Counts::from_array(numbers);
        let counted = Counts { skipped: 0, ..self.counts }.to_array();
        if !(sum.is_finite() && rest.is_finite())
            || counted.into_iter().any(|count| count > MAX_NUMBER)
        {
            return None;
        }
        self.set_clock(clock);
        if let Some(detector) = &mut self.detector {
            let streak = reader.u32()?;
            let count = reader.u32()? as usize;
            let recent = (0..count).map(|_| reader.u64()).collect::<Option<Vec<u64>>>()?;
            if count > self.settings.flicker?.states {
                return None;
            }
            detector.restore(recent, streak);
        }
        Some(())
    }
}

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
}

impl CheckpointParameter {
    /// Returns a value of the parameter as text, from its bits in a checkpoint.
    fn show(self, bits: u64) -> String {
        match self {
            CheckpointParameter::Model | CheckpointParameter::Structure => format!("{bits:016x}"),
            CheckpointParameter::Temperature => format!("{} K", f64::from_bits(bits)),
            CheckpointParameter::AttemptFrequency => format!("{} 1/s", f64::from_bits(bits)),
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
        })
    }
}

/// The parameters of a simulation as bits, in their order in a checkpoint.
fn parameters<M: Model>(model: &M, settings: &Settings) -> [(CheckpointParameter, u64); 12] {
    let lattice = model.lattice();
    let [x, y, z] = lattice.cells().map(|count| count as u64);
    let mut fnv = Fnv1a::new();
    fnv.text(lattice.structure().name());
    let (window, states) =
        settings.flicker.map_or((0, 0), |flicker| (flicker.window.into(), flicker.states as u64));
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
    ]
}

fn checksum(bytes: &[u8]) -> u64 {
    Fnv1a::new().bytes(bytes).finish()
}

/// Returns the bytes between the header and the checksum, if both are good.
fn check(bytes: &[u8]) -> Result<&[u8], ResumeError> {
    let mut reader = Reader(bytes);
    let magic = reader.bytes(MAGIC.len()).unwrap_or(bytes);
    if magic != MAGIC {
        return Err(ResumeError::NotACheckpoint { got: magic.to_vec() });
    }
    let truncated = || ResumeError::Truncated { got: bytes.len() };
    match reader.u32().ok_or_else(truncated)? {
        VERSION => {}
        got => return Err(ResumeError::Version { expected: VERSION, got }),
    }
    let split = reader.0.len().checked_sub(8).ok_or_else(truncated)?;
    let (body, stored) = reader.0.split_at(split);
    let got = Reader(stored).u64().ok_or_else(truncated)?;
    let expected = checksum(&bytes[..bytes.len() - 8]);
    if got != expected {
        return Err(ResumeError::Checksum { expected, got });
    }
    Ok(body)
}

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
    /// Its configuration and the settings make no simulation.
    Kmc(KmcError),
}

impl Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::NotACheckpoint { got } => write!(
                f,
                "not a checkpoint: expected bytes that begin with \"{}\", got \"{}\"",
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
