//! Checkpoints: a simulation by exchanges as bytes; `docs/checkpoint-format.md` is the
//! specification.

use zobrist::Fnv1a;
use zobrist::source::Xoshiro256PlusPlus;

use super::error::{MAGIC, MetropolisError, MetropolisResumeError};
use super::proposal::SiteLists;
use super::simulation::{Counts, Metropolis};
use crate::bytes::{Fnv1aExt, Reader, Writer};
use crate::configuration::{Configuration, Species};
use crate::kmc::{CheckpointParameter, Settings, fingerprint};
use crate::lattice::{Lattice, Site};
use crate::model::SubstitutionEnergy;
use crate::out_of_memory::{OutOfMemory, filled, room};

const VERSION: u32 = 1;
/// Upper bound on counts, beyond any simulation: from larger ones, counting on would overflow.
const MAX_COUNT: u64 = 1 << 62;
/// Upper bound on the bytes of a checkpoint besides its lists of sites.
const MAX_FIXED_BYTES: usize = 256;

impl<M: SubstitutionEnergy> Metropolis<M> {
    /// Returns the simulation as bytes, from which [`resume`](Metropolis::resume) continues as if
    /// it had not stopped: with the same chain of states, and with the same counts if the recall is
    /// saved and loaded too. The bytes contain neither the recall nor what an audit has found.
    ///
    /// Takes four bytes for each site.
    pub fn checkpoint(&self) -> Vec<u8> {
        self.checkpoint_in(Writer::default())
    }

    /// Returns the bytes of [`checkpoint`](Metropolis::checkpoint), unless there is no memory for
    /// them.
    ///
    /// # Errors
    /// When the system refuses the memory.
    pub fn try_checkpoint(&self) -> Result<Vec<u8>, OutOfMemory> {
        let numbers = self.configuration().occupants().len() + self.sites.lists().len();
        Ok(self.checkpoint_in(Writer(room(4 * numbers + MAX_FIXED_BYTES)?)))
    }

    fn checkpoint_in(&self, mut out: Writer) -> Vec<u8> {
        out.bytes(MAGIC);
        out.u32(VERSION);
        parameters(&self.model, &self.settings).iter().for_each(|(_, number)| out.u64(*number));
        for sites in self.sites.lists() {
            out.u32(sites.len() as u32);
            sites.iter().for_each(|site| out.u32(site.0));
        }
        self.random.state().into_iter().for_each(|word| out.u64(word));
        self.totals().to_array().into_iter().for_each(|number| out.u64(number));
        let later = later_parameters(&self.settings);
        if later.iter().any(|(_, number)| *number != 0) {
            later.iter().for_each(|(_, number)| out.u64(*number));
        }
        let checksum = Fnv1a::new().bytes(&out.0).finish();
        out.u64(checksum);
        out.0
    }

    /// Resumes a simulation from a checkpoint. The model and settings must be those it was stopped
    /// with; the recall and its bound may differ, since the chain does not depend on them.
    ///
    /// ```
    /// use zobrist_lattice::model::PairModel;
    /// use zobrist_lattice::{Configuration, Lattice, Metropolis, Settings, Site, Species, Structure};
    ///
    /// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
    /// let mut iron = Configuration::new(lattice);
    /// iron.set(Site(5), Species(2));
    /// iron.set(Site(50), Species(2));
    /// let model = PairModel::iron_copper(lattice)?;
    /// let mut metropolis = Metropolis::new(&model, iron, Settings::new(600.0, 1))?;
    /// metropolis.run(100)?;
    ///
    /// let settings = Settings::new(600.0, 1);
    /// let mut again = Metropolis::resume(&model, settings, &metropolis.checkpoint())?;
    /// metropolis.run(100)?;
    /// again.run(100)?;
    /// assert_eq!(again.state().hash(), metropolis.state().hash());
    ///
    /// let settings = Settings::new(700.0, 1);
    /// let warmer = Metropolis::resume(&model, settings, &metropolis.checkpoint());
    /// assert!(warmer.unwrap_err().to_string().contains("expected 700 K, got 600 K"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the bytes are not a checkpoint of exchanges, are damaged, or are of another version,
    /// model, lattice or settings.
    pub fn resume(
        model: M,
        settings: Settings,
        bytes: &[u8],
    ) -> Result<Metropolis<M>, MetropolisResumeError> {
        let mut body = Reader(check(bytes)?);
        let truncated = MetropolisResumeError::Truncated { got: bytes.len() };
        for (parameter, expected) in parameters(&model, &settings) {
            let got = body.u64().ok_or(truncated.clone())?;
            compare(parameter, expected, got)?;
        }
        let lists = lists_of(&mut body, model.lattice(), model.species_count());
        let lists = lists.map_err(MetropolisError::from)?.ok_or(truncated.clone())?;
        let (random, counts, later) = end_of(body).ok_or(truncated)?;
        for ((parameter, expected), got) in later_parameters(&settings).into_iter().zip(later) {
            compare(parameter, expected, got)?;
        }
        let mut configuration =
            Configuration::try_new(model.lattice()).map_err(MetropolisError::from)?;
        for (species, sites) in lists.iter().enumerate() {
            sites.iter().for_each(|site| {
                configuration.set(*site, Species(species as u8));
            });
        }
        let mut metropolis = Metropolis::new(model, configuration, settings)?;
        metropolis.sites = SiteLists::of(lists);
        (metropolis.random, metropolis.counts) = (random, counts);
        Ok(metropolis)
    }
}

/// Reads the sites of each species; `None` if they are not each site once.
fn lists_of(
    body: &mut Reader<'_>,
    lattice: Lattice,
    species: usize,
) -> Result<Option<Vec<Vec<Site>>>, OutOfMemory> {
    let mut is_listed = filled(false, lattice.len())?;
    let mut lists = Vec::new();
    for _ in 0..species {
        let count = body.u32().map(|count| count as usize);
        let Some((count, numbers)) =
            count.and_then(|count| Some((count, body.bytes(count.checked_mul(4)?)?)))
        else {
            return Ok(None);
        };
        let mut sites = room(count)?;
        for number in numbers.chunks_exact(4) {
            let site = Site(u32::from_le_bytes(number.try_into().expect("four bytes")));
            match is_listed.get_mut(site.index()) {
                Some(listed) if !*listed => *listed = true,
                _ => return Ok(None),
            }
            sites.push(site);
        }
        lists.push(sites);
    }
    Ok(is_listed.iter().all(|listed| *listed).then_some(lists))
}

/// Compares a parameter with that of a checkpoint, both as bits.
fn compare(
    parameter: CheckpointParameter,
    expected: u64,
    got: u64,
) -> Result<(), MetropolisResumeError> {
    if got == expected {
        return Ok(());
    }
    let [expected, got] = [expected, got].map(|number| parameter.show(number));
    Err(MetropolisResumeError::Mismatch { parameter, expected, got })
}

/// Reads the generator, the counts and the later parameters, with which the bytes end.
fn end_of(mut body: Reader<'_>) -> Option<(Xoshiro256PlusPlus, Counts, [u64; 2])> {
    let (mut words, mut numbers) = ([0; 4], [0; 5]);
    for number in words.iter_mut().chain(&mut numbers) {
        *number = body.u64()?;
    }
    let later = match body.0.is_empty() {
        true => [0; 2],
        false => {
            let later = [body.u64()?, body.u64()?];
            // They are left out if both are 0.
            Some(later).filter(|later| *later != [0; 2])?
        }
    };
    let is_good = body.0.is_empty()
        && words != [0; 4]
        && numbers.iter().all(|count| *count <= MAX_COUNT)
        // The exchanges that were made are among those that were proposed.
        && numbers[1] <= numbers[0];
    is_good.then(|| (Xoshiro256PlusPlus::from_state(words), Counts::from_array(numbers), later))
}

/// Returns the bytes between the header and the checksum, if both are good.
fn check(bytes: &[u8]) -> Result<&[u8], MetropolisResumeError> {
    let Some(body) = bytes.strip_prefix(MAGIC) else {
        let got = bytes[..bytes.len().min(MAGIC.len())].to_vec();
        return Err(MetropolisResumeError::NotACheckpoint { got });
    };
    let truncated = MetropolisResumeError::Truncated { got: bytes.len() };
    let mut body = Reader(body);
    match body.u32().ok_or(truncated.clone())? {
        VERSION => {}
        got => return Err(MetropolisResumeError::Version { expected: VERSION, got }),
    }
    let (body, stored) = body.0.split_last_chunk().ok_or(truncated)?;
    let got = u64::from_le_bytes(*stored);
    let expected = Fnv1a::new().bytes(&bytes[..bytes.len() - 8]).finish();
    if got != expected {
        return Err(MetropolisResumeError::Checksum { expected, got });
    }
    Ok(body)
}

/// The parameters of a simulation as bits, in their order in a checkpoint.
fn parameters<M: SubstitutionEnergy>(
    model: &M,
    settings: &Settings,
) -> [(CheckpointParameter, u64); 9] {
    let lattice = model.lattice();
    let [x, y, z] = lattice.cells().map(|count| count as u64);
    let mut fnv = Fnv1a::new();
    fnv.text(lattice.structure().name());
    [
        (CheckpointParameter::Model, model.fingerprint()),
        (CheckpointParameter::Structure, fnv.finish()),
        (CheckpointParameter::Cells(0), x),
        (CheckpointParameter::Cells(1), y),
        (CheckpointParameter::Cells(2), z),
        (CheckpointParameter::Species, model.species_count() as u64),
        (CheckpointParameter::Temperature, settings.temperature.to_bits()),
        (CheckpointParameter::Seed, settings.seed),
        (CheckpointParameter::KeySeed, settings.key_seed),
    ]
}

/// The parameters at the end of a checkpoint, which is there if one of them is not 0.
fn later_parameters(settings: &Settings) -> [(CheckpointParameter, u64); 2] {
    let stages = settings.annealing.iter();
    let stages: Vec<u64> =
        stages.flat_map(|stage| [stage.until, stage.temperature.to_bits()]).collect();
    [
        (CheckpointParameter::Ensemble, fingerprint(&settings.ensemble.numbers())),
        (CheckpointParameter::Annealing, fingerprint(&stages)),
    ]
}
