//! Kinetic Monte Carlo by the residence-time algorithm.

mod bytes;
mod checkpoint;
mod clock;
mod error;
mod escape;
mod evaluate;
mod flicker;
mod memory;
mod rates;
mod remembered;
mod settings;

pub use checkpoint::ResumeError;
pub use error::{KmcError, StepError};
pub use flicker::Flicker;
pub use rates::BOLTZMANN;
pub use settings::{Bound, ParseRecallModeError, RecallMode, Settings};

use zobrist::source::Xoshiro256PlusPlus;

use crate::configuration::Configuration;
use crate::lattice::Site;
use crate::model::{Jump, Model};
use crate::neighbours::Neighbours;
use crate::out_of_memory::{collected, filled};
use crate::species::Species;
use crate::state::State;
use crate::structure::Offset;
use crate::variates::{exponential, uniform};
use clock::Clock;
use evaluate::Evaluator;
use flicker::Detector;
use rates::Rates;
use remembered::Remembered;

/// A simulation of vacancies that exchange places with their neighbours, by the residence-time
/// algorithm, also called the n-fold way (W. M. Young and E. W. Elcock, Proceedings of the Physical
/// Society 89, 1966, pp. 735–746; A. B. Bortz, M. H. Kalos and J. L. Lebowitz, Journal of
/// Computational Physics 17, 1975, pp. 10–18): a jump is chosen with the probability of its rate,
/// and the time until it happens is exponential with the sum of all rates.
///
/// A step draws two numbers, one for the jump and one for the time, whatever is recalled: with
/// the same seed every [`RecallMode`] has the same trajectory, to the last bit of the clock. Two
/// vacancies do not exchange places.
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
    model: M,
    settings: Settings,
    state: State,
    evaluator: Evaluator,
    memory: Remembered,
    rates: Rates,
    /// The displacement of each vacancy from where it began, in fine units, as if the box had no
    /// end.
    displacements: Vec<[i64; 3]>,
    random: Xoshiro256PlusPlus,
    clock: Clock,
    counts: Counts,
    detector: Option<Detector>,
}

/// What has been done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    steps: u64,
    evaluations: u64,
    hits: u64,
    misses: u64,
    exits: u64,
    skipped: u64,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// The number of the vacancy that jumped.
    pub vacancy: usize,
    /// Its jump; the last one, if the step left a basin.
    pub jump: Jump,
    /// The time that passed, in s.
    pub time: f64,
    /// The number of jumps that it stands for: 1, or all those on the way out of a basin.
    pub jumps: f64,
}

impl<M: Model> Kmc<M> {
    /// Creates a simulation that begins with `configuration`. The vacancies are numbered in the
    /// order of their sites.
    ///
    /// # Errors
    /// When the configuration is of a different lattice from the model, has a species that the
    /// model does not know, or has no vacancy; when the temperature or the attempt frequency is not
    /// above zero and finite; when flicker has no window or not from 2 to 256 states; when the box is
    /// too small for what the recall mode reads around a vacancy; or when the system refuses memory
    /// for the keys of all sites, or for the jumps of all vacancies.
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
        for (what, got) in [
            ("the temperature", settings.temperature),
            ("the attempt frequency", settings.attempt_frequency),
        ] {
            if !(got > 0.0 && got.is_finite()) {
                return Err(KmcError::Setting { what, got });
            }
        }
        if let Some(Flicker { window, states: got }) = settings.flicker
            && (window == 0 || !(2..=256).contains(&got))
        {
            return Err(KmcError::Basin { got });
        }
        for (site, got) in lattice.sites().zip(configuration.occupants()) {
            if got.index() >= species {
                return Err(KmcError::Species { site, expected: species, got: *got });
            }
        }
        let count = configuration.count(Species::VACANCY);
        if count == 0 {
            return Err(KmcError::NoVacancy);
        }
        let vacancies = collected(configuration.sites_of(Species::VACANCY), count)?;
        let displacements = filled([0; 3], count)?;
        let Settings { temperature, attempt_frequency, .. } = settings;
        let rates = Rates::new(lattice, vacancies, model.reach(), temperature, attempt_frequency)?;
        let memory = Remembered::new(&model, &settings, &configuration)?;
        let state =
            State::try_from_configuration_with_keys(configuration, species, settings.key_seed)?;
        let ways = Neighbours::new(lattice, &lattice.structure().directions())?;
        Ok(Kmc {
            evaluator: Evaluator::new(ways),
            memory,
            rates,
            displacements,
            random: Xoshiro256PlusPlus::new(settings.seed),
            clock: Clock::default(),
            counts: Counts::default(),
            detector: settings.flicker.map(Detector::new),
            state,
            model,
            settings,
        })
    }

    /// Performs one step: a jump, or the exit from a basin.
    ///
    /// # Errors
    /// When there is no jump to make, the model returns something other than a barrier, or a rate
    /// is too large for a double. The state is then as it was.
    ///
    /// # Panics
    /// When the model does not append as many barriers as it was asked for.
    pub fn step(&mut self) -> Result<Event, StepError> {
        let event = match &self.detector {
            Some(detector) if detector.flickers() => self.escape()?,
            _ => None,
        };
        let event = match event {
            Some(event) => event,
            None => self.plain()?,
        };
        self.counts.steps += 1;
        if let Some(detector) = &mut self.detector {
            detector.visit(self.state.hash());
        }
        Ok(event)
    }

    /// A step of one jump.
    #[inline]
    fn plain(&mut self) -> Result<Event, StepError> {
        self.refresh()?;
        let total = self.rates.total();
        if total <= 0.0 {
            return Err(StepError::Stuck);
        }
        let (vacancy, direction) = self.rates.choose(uniform(&mut self.random));
        let time = exponential(&mut self.random) / total;
        let from = self.rates.sites[vacancy];
        let jump = Jump { vacancy: from, to: self.evaluator.ways.site(from, direction), direction };
        self.clock.advance(time);
        self.jump(vacancy, jump);
        Ok(Event { vacancy, jump, time, jumps: 1.0 })
    }

    /// Performs `steps` steps.
    ///
    /// # Errors
    /// As [`step`](Kmc::step). The steps before the error have been performed.
    pub fn run(&mut self, steps: u64) -> Result<(), StepError> {
        (0..steps).try_for_each(|_| self.step().map(drop))
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
    /// of neighbours took more from the migration energy than it has.
    pub fn lowest_barrier(&self) -> f64 {
        self.rates.lowest
    }

    /// Returns the number of names that were found in the recall.
    pub fn hits(&self) -> u64 {
        self.counts.hits
    }

    /// Returns the number of names that were not found in the recall.
    pub fn misses(&self) -> u64 {
        self.counts.misses
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

    /// Returns the sites of the vacancies, by their numbers.
    pub fn vacancies(&self) -> &[Site] {
        &self.rates.sites
    }

    /// Returns the displacement of a vacancy from where it began, in fine units, as if the box had
    /// no end. Within a basin that is left in one step, whole turns around the box are not counted,
    /// and it is not known whether two vacancies have exchanged places.
    ///
    /// # Panics
    /// When there is no such vacancy.
    pub fn displacement(&self, vacancy: usize) -> [i64; 3] {
        self.displacements[vacancy]
    }

    /// Performs a jump: state, vacancy and displacement.
    #[inline]
    fn jump(&mut self, vacancy: usize, jump: Jump) {
        let way = self.way(jump);
        self.shift(vacancy, jump.to, way);
    }

    /// Moves a vacancy by a way as it lies in the box.
    #[inline]
    fn shift(&mut self, vacancy: usize, to: Site, way: Offset) {
        let from = self.rates.sites[vacancy];
        self.state.exchange(from, to);
        self.memory.exchange(from, to);
        self.rates.moved(vacancy, to);
        let displacement = &mut self.displacements[vacancy];
        (0..3).for_each(|axis| displacement[axis] += i64::from(way[axis]));
    }

    /// The way that a jump goes, as it lies in the box.
    #[inline]
    fn way(&self, jump: Jump) -> Offset {
        let lattice = self.evaluator.ways.lattice();
        let way = self.evaluator.ways.offsets()[jump.direction];
        let inverted = lattice.structure().is_inverted(lattice.point_of(jump.vacancy));
        if inverted { way.map(|x| -x) } else { way }
    }
}
