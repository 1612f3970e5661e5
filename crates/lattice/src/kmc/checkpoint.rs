//! A simulation as bytes; `docs/checkpoint-format.md` is the specification.

use std::error::Error;
use std::fmt::{self, Display};

use zobrist::Fnv1a;
use zobrist::source::Xoshiro256PlusPlus;

use super::bytes::{Reader, Writer};
use super::clock::Clock;
use super::{Counts, Kmc, KmcError, Settings};
use crate::configuration::Configuration;
use crate::fnv::Fnv1aExt;
use crate::lattice::Site;
use crate::model::Model;
use crate::out_of_memory::{OutOfMemory, room};
use crate::species::Species;

const MAGIC: &[u8; 8] = b"zobkmc \x1a";
const VERSION: u32 = 1;
/// No simulation counts beyond this, or gets this far. From larger numbers, counting on would
/// overflow.
const MOST: u64 = 1 << 62;
/// No less than the bytes of a checkpoint that do not grow with its sites, vacancies and hashes.
const HEAD_AND_COUNTS: usize = 512;

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
        let len = self.configuration().occupants().len() + numbers + HEAD_AND_COUNTS;
        Ok(self.checkpoint_in(Writer(room(len)?)))
    }

    fn checkpoint_in(&self, mut out: Writer) -> Vec<u8> {
        out.bytes(MAGIC);
        out.u32(VERSION);
        for (_, number) in belongings(&self.model, &self.settings) {
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
        self.random.state().into_iter().for_each(|word| out.u64(word));
        out.f64(self.clock.sum);
        out.f64(self.clock.rest);
        self.counts.numbers().into_iter().for_each(|number| out.u64(number));
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
        for (what, expected) in belongings(&model, &settings) {
            let got = reader.u64().ok_or(truncated.clone())?;
            if got != expected {
                return Err(ResumeError::Other {
                    what: what.name,
                    expected: what.show(expected),
                    got: what.show(got),
                });
            }
        }
        parts(model, settings, &mut reader).and_then(|kmc| kmc.ok_or(truncated))
    }
}

/// What follows the header and the numbers that must agree; `None` if it ends too soon or does not
/// fit together.
fn parts<M: Model>(
    model: M,
    settings: Settings,
    reader: &mut Reader<'_>,
) -> Result<Option<Kmc<M>>, ResumeError> {
    let lattice = model.lattice();
    let Some(occupants) = reader.bytes(lattice.len()) else { return Ok(None) };
    let refused = |error| ResumeError::Kmc(KmcError::OutOfMemory(error));
    let mut configuration = Configuration::try_new(lattice).map_err(refused)?;
    for (site, species) in lattice.sites().zip(occupants) {
        configuration.set(site, Species(*species));
    }
    let mut kmc = Kmc::new(model, configuration, settings).map_err(ResumeError::Kmc)?;
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
                if along.unsigned_abs() > MOST {
                    return None;
                }
            }
            let known = reader.u32()? != 0;
            self.rates.place(vacancy, site);
            for barrier in self.rates.barriers_of_mut(vacancy) {
                *barrier = reader.f64()?;
            }
            if known {
                let mut barriers = self.rates.barriers_of(vacancy).to_vec();
                self.evaluator.keep_apart(self.state.configuration(), site, &mut barriers);
                if barriers != self.rates.barriers_of(vacancy) {
                    return None;
                }
                self.rates.settle(vacancy);
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
        self.clock = Clock { sum: reader.f64()?, rest: reader.f64()? };
        let mut numbers = [0; 6];
        for number in &mut numbers {
            *number = reader.u64()?;
        }
        let Clock { sum, rest } = self.clock;
        self.counts = Counts::from_numbers(numbers);
        let counted = Counts { skipped: 0, ..self.counts }.numbers();
        if !(sum.is_finite() && rest.is_finite()) || counted.into_iter().any(|count| count > MOST) {
            return None;
        }
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

impl Counts {
    fn numbers(self) -> [u64; 6] {
        let Counts { steps, evaluations, hits, misses, exits, skipped } = self;
        [steps, evaluations, hits, misses, exits, skipped]
    }

    fn from_numbers(numbers: [u64; 6]) -> Counts {
        let [steps, evaluations, hits, misses, exits, skipped] = numbers;
        Counts { steps, evaluations, hits, misses, exits, skipped }
    }
}

/// A number on which a checkpoint must agree.
#[derive(Clone, Copy)]
struct Belonging {
    name: &'static str,
    form: Form,
}

#[derive(Clone, Copy)]
enum Form {
    Hex,
    Whole,
    Real(&'static str),
}

impl Belonging {
    fn show(self, number: u64) -> String {
        match self.form {
            Form::Hex => format!("{number:016x}"),
            Form::Whole => number.to_string(),
            Form::Real(unit) => format!("{} {unit}", f64::from_bits(number)),
        }
    }
}

/// The numbers of a simulation on which a checkpoint must agree, in their order in the bytes.
fn belongings<M: Model>(model: &M, settings: &Settings) -> [(Belonging, u64); 12] {
    let lattice = model.lattice();
    let [x, y, z] = lattice.cells().map(|count| count as u64);
    let mut fnv = Fnv1a::new();
    fnv.text(lattice.structure().name());
    let (window, states) =
        settings.flicker.map_or((0, 0), |flicker| (flicker.window.into(), flicker.states as u64));
    [
        ("fingerprint of the model", Form::Hex, model.fingerprint()),
        ("fingerprint of the structure", Form::Hex, fnv.finish()),
        ("cells along the first axis", Form::Whole, x),
        ("cells along the second axis", Form::Whole, y),
        ("cells along the third axis", Form::Whole, z),
        ("number of species", Form::Whole, model.species_count() as u64),
        ("temperature", Form::Real("K"), settings.temperature.to_bits()),
        ("attempt frequency", Form::Real("1/s"), settings.attempt_frequency.to_bits()),
        ("seed", Form::Whole, settings.seed),
        ("seed of the keys", Form::Whole, settings.key_seed),
        ("window of flicker (0: none)", Form::Whole, window),
        ("states of flicker (0: none)", Form::Whole, states),
    ]
    .map(|(name, form, number)| (Belonging { name, form }, number))
}

fn checksum(bytes: &[u8]) -> u64 {
    Fnv1a::new().bytes(bytes).finish()
}

/// What is between the head and the checksum, if both are good.
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
    let (body, stands) = reader.0.split_at(split);
    let got = Reader(stands).u64().ok_or_else(truncated)?;
    let expected = checksum(&bytes[..bytes.len() - 8]);
    if got != expected {
        return Err(ResumeError::Checksum { expected, got });
    }
    Ok(body)
}

/// Why a simulation cannot be resumed from some bytes.
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
    /// There are too few bytes or too many, or what they say does not fit together.
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
    Other {
        /// What differs.
        what: &'static str,
        /// What the model or the settings have.
        expected: String,
        /// What the checkpoint has.
        got: String,
    },
    /// No simulation can begin with its configuration.
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
            ResumeError::Other { what, expected, got } => write!(
                f,
                "a checkpoint of another simulation: {what}: expected {expected}, got {got}; \
                 resume it with the settings that it was begun with"
            ),
            ResumeError::Kmc(source) => source.fmt(f),
        }
    }
}

impl Error for ResumeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ResumeError::Kmc(source) => Some(source),
            _ => None,
        }
    }
}
