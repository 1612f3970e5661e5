//! A simulation and its steps.

use std::io::{self, Read, Write};

use zobrist::source::Xoshiro256PlusPlus;

use super::atoms::Atoms;
use super::cache::{self, BarrierCache, KmcContext};
use super::error::{KmcError, StepError};
use super::evaluate::Evaluator;
use super::flicker::Detector;
use super::free_time::FreeTime;
use super::progress::{Clock, Counts, NextJump};
use super::rates::Rates;
use super::settings::{RampPosition, Settings, check};
use super::stay::Stay;
use super::table::RecallTable;
use crate::configuration::{Configuration, Species};
use crate::ensemble::Ensemble;
use crate::lattice::Site;
use crate::model::{Jump, Model};
use crate::neighbors::Neighbors;
use crate::out_of_memory::{collected, filled};
use crate::recall::{AuditReport, LoadError, Statistics};
use crate::state::State;
use crate::structure::Offset;

/// A simulation of vacancies that exchange places with their neighbors, by the residence-time
/// algorithm, also called the n-fold way (W. M. Young and E. W. Elcock, Proceedings of the Physical
/// Society 89, 1966, pp. 735–746; A. B. Bortz, M. H. Kalos and J. L. Lebowitz, Journal of
/// Computational Physics 17, 1975, pp. 10–18): a jump is chosen with the probability of its rate,
/// and the time until it happens is exponential with the sum of all rates.
///
/// A step draws two numbers, one for the jump and one for the time, whatever is recalled: with
/// one seed, every [`RecallMode`](crate::RecallMode) has the same trajectory, to the last bit of
/// the clock. Two vacancies do not exchange places.
///
/// ```
/// use zobrist::source::Xoshiro256PlusPlus;
/// use zobrist_lattice::model::PairModel;
/// use zobrist_lattice::{Configuration, Kmc, Lattice, Settings, Species, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// let mut alloy = Configuration::new(lattice); // iron everywhere
/// let mut random = Xoshiro256PlusPlus::new(1);
/// alloy.scatter(Species::VACANCY, 1, &mut random)?;
/// alloy.scatter(Species(2), 10, &mut random)?; // copper
///
/// let model = PairModel::iron_copper(lattice)?;
/// let mut kmc = Kmc::new(model, alloy, Settings::new(773.0, 42))?;
/// kmc.run(1000)?;
/// assert_eq!((kmc.steps(), kmc.evaluations()), (1000, 8000));
/// assert!(kmc.time() > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Kmc<M> {
    pub(super) model: M,
    pub(super) settings: Settings,
    pub(super) state: State,
    pub(super) evaluator: Evaluator,
    cache: Box<dyn BarrierCache>,
    pub(super) rates: Rates,
    /// The displacement of each vacancy from where it began, in fine units, as if the box had no
    /// end.
    pub(super) displacements: Vec<[i64; 3]>,
    pub(super) random: Xoshiro256PlusPlus,
    pub(super) clock: Clock,
    /// Hits and misses are those before the present recall was created or loaded.
    pub(super) counts: Counts,
    pub(super) detector: Option<Detector>,
    /// The next jump, if it has been drawn; all barriers are then known.
    pub(super) drawn: Option<NextJump>,
    /// The stay in a basin that has begun; the clock is at its beginning.
    pub(super) stay: Option<Box<Stay>>,
    pub(super) place: RampPosition,
    pub(super) atoms: Option<Atoms>,
    pub(super) free_time: Option<FreeTime>,
}

/// The outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// The number of the vacancy that jumped.
    pub vacancy: usize,
    /// Its jump; if the step left a basin, the last one.
    pub jump: Jump,
    /// The time that passed, in s.
    pub time: f64,
    /// The number of jumps made: 1, or more if the step left a basin.
    pub jumps: f64,
}

impl<M: Model> Kmc<M> {
    /// Creates a simulation that begins with `configuration`. The vacancies are numbered in the
    /// order of their sites.
    ///
    /// # Errors
    /// When the configuration is of a different lattice from the model, has a species that the
    /// model does not know, or has no vacancy; when a temperature or a prefactor is not above zero
    /// and finite; when the stages of the ramp do not end one after the other, or the end is not
    /// after 0; when flicker has no window or not from 2 to 256 states; when the box is too small
    /// for what the recall mode reads around a vacancy, or for two shells around it if free time is
    /// added up; or when the system refuses memory for the keys of all sites, for the jumps of all
    /// vacancies, or for the atoms that are followed.
    ///
    /// # Panics
    /// When the model does not have from 2 to 256 species, or (species − 1) · sites is 2³² or more.
    pub fn new(
        model: M,
        configuration: Configuration,
        settings: Settings,
    ) -> Result<Kmc<M>, KmcError> {
        let (lattice, species) = (model.lattice(), model.species_count());
        let got = configuration.lattice();
        if got != lattice {
            return Err(KmcError::Lattice { expected: lattice, got });
        }
        check(&settings)?;
        for (site, got) in lattice.sites().zip(configuration.occupants()) {
            if got.index() >= species {
                return Err(KmcError::Species { site, expected: species, got: *got });
            }
        }
        let count = configuration.count(Species::VACANCY);
        if count == 0 {
            return Err(KmcError::NoVacancy);
        }
        if settings.ensemble != Ensemble::Canonical || !settings.annealing.is_empty() {
            return Err(KmcError::Ensemble);
        }
        let vacancies = collected(configuration.sites_of(Species::VACANCY), count)?;
        let displacements = filled([0; 3], count)?;
        let rates = Rates::new(&model, vacancies, &settings)?;
        let cache = cache::new(&model, &settings, &configuration)?;
        let atoms = Atoms::new(&configuration, &rates.sites, settings.tracking)?;
        let free_time = FreeTime::new(&configuration, &settings)?;
        let state =
            State::try_from_configuration_with_keys(configuration, species, settings.key_seed)?;
        let neighbors = Neighbors::new(lattice, &lattice.structure().directions())?;
        Ok(Kmc {
            evaluator: Evaluator::new(neighbors, settings.allow_negative_barriers),
            cache,
            rates,
            displacements,
            random: Xoshiro256PlusPlus::new(settings.seed),
            clock: Clock::default(),
            counts: Counts::default(),
            detector: settings.flicker.map(Detector::new),
            drawn: None,
            stay: None,
            place: RampPosition::at(&settings, 0.0),
            atoms,
            free_time,
            state,
            model,
            settings,
        })
    }

    /// Recalls from a table that other simulations share, in any thread. Whatever is in it and
    /// whoever fills it, the trajectory is the same. The bound and the audit are the table's; what
    /// was recalled so far is left behind, so do this before the first step.
    ///
    /// # Errors
    /// When the table is for another model, lattice, seed of keys, recall mode or verification.
    pub fn with_recall(mut self, table: &RecallTable) -> Result<Kmc<M>, KmcError> {
        table.check(&self.model, &self.settings)?;
        let totals = self.totals();
        let origin = self.cache.origin(self.model.fingerprint(), &self.state);
        table.join(self.cache.recall_mut().zip(origin))?;
        self.counts = totals;
        Ok(self)
    }

    /// Returns the state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the species on every site.
    pub fn configuration(&self) -> &Configuration {
        self.state.configuration()
    }

    /// Returns the model.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the simulated time in s.
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// Returns the number of steps performed. The exit from a basin counts as one.
    pub fn steps(&self) -> u64 {
        self.counts.steps
    }

    /// Returns the number of barriers that the model has computed, not counting those of an audit.
    pub fn evaluations(&self) -> u64 {
        self.counts.evaluations
    }

    /// Returns the lowest barrier seen since the simulation was created or resumed, in eV; infinite
    /// before any. If it is below zero, a jump had a rate above the attempt frequency: the energies
    /// of neighbors took more from the migration energy than it has.
    pub fn lowest_barrier(&self) -> f64 {
        self.rates.lowest
    }

    /// Returns the number of names that were found in the recall.
    pub fn hits(&self) -> u64 {
        self.totals().hits
    }

    /// Returns the number of names that were not found in the recall.
    pub fn misses(&self) -> u64 {
        self.totals().misses
    }

    /// Returns the number of steps that left a basin.
    pub fn exits(&self) -> u64 {
        self.counts.exits
    }

    /// Returns the number of jumps that were not performed one by one because a basin was left in
    /// one step. Counted up to 2^64.
    pub fn skipped(&self) -> u64 {
        self.counts.skipped
    }

    /// Returns the statistics of the recall since it was created or loaded; `None` if nothing is
    /// recalled. With a [`RecallTable`] they are this simulation's part.
    pub fn statistics(&self) -> Option<Statistics> {
        self.cache.recall().map(|recall| recall.report().statistics)
    }

    /// Returns the number of entries of the recall and the bytes that they take; `None` if nothing
    /// is recalled. With a [`RecallTable`] both are of the whole.
    pub fn recall_size(&self) -> Option<(usize, usize)> {
        let report = self.cache.recall()?.report();
        Some((report.entries, report.bytes))
    }

    /// Returns the findings of the audit since the recall was created or loaded; `None` if there is
    /// none. With a [`RecallTable`] they are of the whole.
    pub fn audit_report(&self) -> Option<AuditReport> {
        self.cache.recall()?.report().audit
    }

    /// Saves the recall, for simulations with any temperature and seed:
    /// [`Recall::save`](crate::Recall::save). Writes nothing if nothing is recalled. A
    /// [`RecallTable`] is saved as a whole.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save_recall(&self, mut writer: impl Write) -> io::Result<()> {
        let origin = self.cache.origin(self.model.fingerprint(), &self.state);
        match self.cache.recall().zip(origin) {
            Some((recall, origin)) => recall.save(&mut writer, origin),
            None => Ok(()),
        }
    }

    /// Replaces the recall by a saved one. Statistics and audit start over. If nothing is recalled,
    /// nothing is read. A [`RecallTable`] is replaced for all simulations.
    ///
    /// # Errors
    /// When the saved recall is damaged, or is of another model, lattice, seed of keys, recall mode
    /// or verification. The recall is then as it was.
    pub fn load_recall(&mut self, mut reader: impl Read) -> Result<(), LoadError> {
        let totals = self.totals();
        let origin = self.cache.origin(self.model.fingerprint(), &self.state);
        if let Some((recall, origin)) = self.cache.recall_mut().zip(origin) {
            recall.load(&mut reader, origin, &self.settings)?;
        }
        self.counts = totals;
        Ok(())
    }

    /// The counts of the whole simulation.
    pub(super) fn totals(&self) -> Counts {
        let Statistics { hits, misses, .. } = self.statistics().unwrap_or_default();
        let before = self.counts;
        Counts { hits: before.hits + hits, misses: before.misses + misses, ..before }
    }

    /// Ensures that the barriers and rates of all vacancies are known.
    #[inline]
    pub(super) fn refresh(&mut self) -> Result<(), StepError> {
        let lowest = self.rates.lowest;
        let Kmc { model, state, rates, evaluator, counts, .. } = self;
        self.cache.refresh(KmcContext { model, state, rates, evaluator, counts })?;
        if self.rates.total().is_nan() || self.rates.total() == f64::INFINITY {
            return Err(self.fault(lowest));
        }
        if self.rates.lowest < 0.0 && !self.settings.allow_negative_barriers {
            return self.negative(lowest).map_or(Ok(()), Err);
        }
        Ok(())
    }

    /// Finds the barrier at fault when the rates have no sum. Minus infinity is not a barrier: the
    /// lowest one is then reset to `lowest`, or to the lowest of the others.
    #[cold]
    fn fault(&mut self, lowest: f64) -> StepError {
        self.rates.known.fill(false);
        if self.rates.lowest == f64::NEG_INFINITY {
            let others = self.rates.barriers.iter().filter(|barrier| barrier.is_finite());
            self.rates.lowest = others.copied().fold(lowest, f64::min);
        }
        for (vacancy, from) in self.rates.sites.iter().enumerate() {
            for (direction, barrier) in self.rates.barriers_of(vacancy).iter().enumerate() {
                if barrier.is_nan() || *barrier == f64::NEG_INFINITY {
                    let to = self.evaluator.neighbors.site(*from, direction);
                    return StepError::Barrier { vacancy: *from, to, got: *barrier };
                }
            }
        }
        StepError::Rate { got: self.rates.total() }
    }

    /// Finds the first barrier below zero; none if it was that of a jump that a checkpoint held and
    /// that is no longer possible. The lowest barrier is reset, so that the step can be tried
    /// again.
    #[cold]
    fn negative(&mut self, lowest: f64) -> Option<StepError> {
        self.rates.lowest = lowest.max(0.0);
        let at = self.rates.barriers.iter().position(|barrier| *barrier < 0.0)?;
        self.rates.known.fill(false);
        let directions = self.rates.directions();
        let vacancy = self.rates.sites[at / directions];
        let to = self.evaluator.neighbors.site(vacancy, at % directions);
        Some(StepError::Negative { vacancy, to, got: self.rates.barriers[at] })
    }

    #[inline]
    pub(super) fn jump(&mut self, vacancy: usize, jump: Jump) {
        self.shift(vacancy, jump.to, self.jump_vector(jump));
    }

    /// Moves a vacancy to a site, along a vector as it lies in the box.
    #[inline]
    pub(super) fn shift(&mut self, vacancy: usize, to: Site, vector: Offset) {
        let from = self.rates.sites[vacancy];
        self.state.exchange(from, to);
        self.cache.exchange(from, to);
        self.rates.moved(vacancy, to);
        let displacement = &mut self.displacements[vacancy];
        (0..3).for_each(|axis| displacement[axis] += i64::from(vector[axis]));
        if let Some(atoms) = &mut self.atoms {
            atoms.exchange(from, to, vector);
        }
        if let Some(free_time) = &mut self.free_time {
            if self.state.configuration().occupant(from) > Species::VACANCY {
                free_time.moved(to, from);
            }
        }
    }

    /// The vector of a jump as it lies in the box.
    #[inline]
    pub(super) fn jump_vector(&self, jump: Jump) -> Offset {
        let lattice = self.evaluator.neighbors.lattice();
        let vector = self.evaluator.neighbors.offsets()[jump.direction];
        let inverted = lattice.structure().is_inverted(lattice.point_of(jump.vacancy));
        if inverted { vector.map(|x| -x) } else { vector }
    }
}
