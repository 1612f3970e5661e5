//! Checkpoints: a simulation as bytes; `docs/checkpoint-format.md` is the specification.

use zobrist::Fnv1a;
use zobrist::source::Xoshiro256PlusPlus;

use super::atoms::Atoms;
use super::error::KmcError;
use super::parameters::{MAGIC, ResumeError, parameters};
use super::progress::{Clock, Counts};
use super::settings::Settings;
use super::simulation::Kmc;
use super::stay::Move;
use crate::bytes::{Reader, Writer};
use crate::configuration::{Configuration, Species};
use crate::lattice::Site;
use crate::model::Model;
use crate::out_of_memory::{OutOfMemory, room};

/// The version of the format.
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
    /// A jump that was drawn and lies in the future is drawn again, to the same effect. So is the
    /// exit from a basin, with the states that were asked for before it; the barriers of the other
    /// states of the basin are looked up again, which a recall that was saved later may answer.
    ///
    /// Takes one byte for each site, about a hundred for each vacancy (twice as many if the model
    /// gives prefactors), and 28 for each atom that is followed.
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
        let of_jumps = if self.model.gives_prefactors() { 2 * jumps } else { jumps };
        let atoms = self.atoms.as_ref().map_or(0, |atoms| atoms.all().len());
        let stages = self.free_time.as_ref().map_or(0, |free_time| free_time.sums.len());
        let numbers = 8 * (of_jumps + recent) + 32 * vacancies + 28 * atoms + 16 * stages;
        let len = self.configuration().occupants().len() + numbers + MAX_FIXED_BYTES;
        Ok(self.checkpoint_in(Writer(room(len)?)))
    }

    fn checkpoint_in(&self, mut out: Writer) -> Vec<u8> {
        out.bytes(MAGIC);
        out.u32(VERSION);
        for (_, number) in parameters(&self.model, &self.settings) {
            out.u64(number);
        }
        // A stay in a basin begins again.
        let stay = self.stay.as_deref().and_then(|stay| Some((stay, stay.begun.as_ref()?)));
        let (rates, displacements) = match stay {
            Some((_, begun)) => (&begun.rates, &begun.displacements),
            None => (&self.rates, &self.displacements),
        };
        let first = out.0.len();
        out.0.extend(self.configuration().occupants().iter().map(|species| species.0));
        if let Some((stay, _)) = stay {
            for (site, _, species) in &stay.nodes[stay.here].differs {
                out.0[first + site.index()] = species.0;
            }
        }
        out.u32(rates.sites.len() as u32);
        for (vacancy, site) in rates.sites.iter().enumerate() {
            out.u32(site.0);
            displacements[vacancy].iter().for_each(|along| out.u64(*along as u64));
            out.u32(u32::from(rates.known[vacancy]));
            rates.barriers_of(vacancy).iter().for_each(|barrier| out.f64(*barrier));
            if self.model.gives_prefactors() {
                let prefactors = rates.prefactors_of(vacancy);
                prefactors.iter().for_each(|prefactor| out.f64(*prefactor));
            }
        }
        // A jump that was drawn is drawn again, to the same effect.
        let drawn = self.drawn.as_ref().map(|drawn| drawn.before);
        let random = drawn.or(stay.map(|(stay, _)| stay.before)).unwrap_or(self.random);
        random.state().into_iter().for_each(|word| out.u64(word));
        out.f64(self.clock.sum);
        out.f64(self.clock.rest);
        let counts = stay.map_or_else(|| self.totals(), |(_, begun)| begun.counts);
        counts.to_array().into_iter().for_each(|number| out.u64(number));
        if let Some(detector) = &self.detector {
            let (recent, streak) = detector.parts();
            out.u32(streak);
            out.u32(recent.len() as u32);
            recent.iter().for_each(|hash| out.u64(*hash));
        }
        if let Some(atoms) = &self.atoms {
            let back = stay.into_iter().flat_map(|(stay, _)| stay.back());
            let moved = atoms.after(back.map(|Move { jump, .. }| {
                (jump.to, jump.vacancy, self.jump_vector(jump).map(|along| -along))
            }));
            out.u32(atoms.all().len() as u32);
            for (number, place) in atoms.all().iter().zip(&atoms.displacements).enumerate() {
                let (site, displacement) = match moved.get(&number) {
                    Some((site, displacement)) => (site, displacement),
                    None => place,
                };
                out.u32(site.0);
                displacement.iter().for_each(|along| out.u64(*along as u64));
            }
        }
        if let Some(free_time) = &self.free_time {
            for sum in &free_time.sums {
                out.f64(sum.sum);
                out.f64(sum.rest);
            }
        }
        let checksum = checksum(&out.0);
        out.u64(checksum);
        out.0
    }

    /// Resumes a simulation from a checkpoint. The model and settings must be those it was made
    /// with; the recall and its bound may differ, since the trajectory does not depend on them, and
    /// so may the end: a simulation that is over goes on if its end is later now. What was to come
    /// after its end is drawn anew then: the trajectory has the same distribution as one that did
    /// not stop there, but is another one.
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
    /// or settings, or of a time after the end.
    pub fn resume(model: M, settings: Settings, bytes: &[u8]) -> Result<Kmc<M>, ResumeError> {
        let mut reader = Reader(check(bytes)?);
        let truncated = ResumeError::Truncated { got: bytes.len() };
        for (parameter, expected) in parameters(&model, &settings) {
            let got = reader.u64().ok_or(truncated.clone())?;
            if got != expected {
                let [expected, got] = [expected, got].map(|number| parameter.show(number));
                return Err(ResumeError::Mismatch { parameter, expected, got });
            }
        }
        let kmc = read_state(model, settings, &mut reader)?.ok_or(truncated)?;
        let (end, got) = (kmc.settings.end, kmc.time());
        if got > end {
            return Err(ResumeError::End { end, got });
        }
        Ok(kmc)
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
                *along = read_along(reader)?;
            }
            let known = reader.u32()? != 0;
            self.rates.place(vacancy, site);
            for barrier in self.rates.barriers_of_mut(vacancy) {
                *barrier = reader.f64()?;
            }
            if self.model.gives_prefactors() {
                for prefactor in self.rates.prefactors_of_mut(vacancy) {
                    *prefactor = reader.f64()?;
                    if known && (*prefactor <= 0.0 || prefactor.is_infinite()) {
                        return None;
                    }
                }
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
        let clock = read_clock(reader)?;
        let mut numbers = [0; 6];
        for number in &mut numbers {
            *number = reader.u64()?;
        }
        self.counts = Counts::from_array(numbers);
        let counted = Counts { skipped: 0, ..self.counts }.to_array();
        if counted.into_iter().any(|count| count > MAX_NUMBER) {
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
        if let Some(atoms) = &mut self.atoms {
            let (configuration, vacancies) = (self.state.configuration(), &self.rates.sites);
            restore_atoms(atoms, configuration, vacancies, reader)?;
        }
        if let Some(free_time) = &mut self.free_time {
            for sum in &mut free_time.sums {
                *sum = read_clock(reader)?;
                if sum.sum < 0.0 {
                    return None;
                }
            }
        }
        Some(())
    }
}

fn restore_atoms(
    atoms: &mut Atoms,
    configuration: &Configuration,
    vacancies: &[Site],
    reader: &mut Reader<'_>,
) -> Option<()> {
    if reader.u32()? as usize != atoms.all().len() {
        return None;
    }
    let mut sites = room(atoms.all().len()).ok()?;
    for displacement in &mut atoms.displacements {
        sites.push(Site(reader.u32()?));
        for along in displacement {
            *along = read_along(reader)?;
        }
    }
    atoms.restore(configuration, vacancies, &sites)
}

/// Reads a part of a displacement.
fn read_along(reader: &mut Reader<'_>) -> Option<i64> {
    let along = reader.u64()? as i64;
    (along.unsigned_abs() <= MAX_NUMBER).then_some(along)
}

/// Reads a time and what rounding has cut off from it.
fn read_clock(reader: &mut Reader<'_>) -> Option<Clock> {
    let (sum, rest) = (reader.f64()?, reader.f64()?);
    (sum.is_finite() && rest.is_finite()).then_some(Clock { sum, rest })
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
    let version = reader.u32().ok_or_else(truncated)?;
    if version != VERSION {
        return Err(ResumeError::Version { expected: VERSION, got: version });
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
