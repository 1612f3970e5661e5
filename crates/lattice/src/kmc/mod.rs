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
mod settings;

pub use checkpoint::ResumeError;
pub use error::{KmcError, StepError};
pub use flicker::Flicker;
pub use rates::BOLTZMANN;
pub use settings::{Bound, RecallMode, RecallModeNameError, Settings, Verification};

use std::io::{self, Read, Write};

use zobrist::source::Xoshiro256PlusPlus;

use crate::configuration::Configuration;
use crate::lattice::Site;
use crate::model::{Jump, Model};
use crate::neighbours::Neighbours;
use crate::recall::{AuditReport, LoadError, Statistics};
use crate::species::Species;
use crate::state::State;
use crate::structure::Offset;
use crate::variates::{exponential, uniform};
use clock::Clock;
use evaluate::Evaluator;
use flicker::Detector;
use memory::{Memory, Parts};
use rates::Rates;

/// A simulation of vacancies that exchange places with their neighbours, by the residence-time
/// algorithm, also called n-fold way (W. M. Young and E. W. Elcock, Proceedings of the Physical
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
/// use zobrist_lattice::{Kmc, Lattice, Settings, Species, State, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// let mut state: State = State::new(lattice, 3, 1);
/// let mut random = Xoshiro256PlusPlus::new(1);
/// state.scatter(Species::VACANCY, 1, &mut random)?;
/// state.scatter(Species(2), 10, &mut random)?;
///
/// let model = PairModel::iron_copper(lattice)?;
/// let configuration = state.configuration().clone();
/// let mut kmc = Kmc::new(model, configuration, Settings::new(773.0, 42))?;
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
    /// Where each vacancy is from where it began, in fine units and without the turns around
    /// the box.
    displacements: Vec<[i64; 3]>,
    random: Xoshiro256PlusPlus,
    clock: Clock,
    counts: Counts,
    detector: Option<Detector>,
}

/// What is remembered, by the width of the keys.
#[derive(Debug)]
enum Remembered {
    Nothing,
    Narrow(Memory<u64>),
    Wide(Memory<u128>),
}

/// What was done so far.
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
    /// Its jump; the last one, where the step left a basin.
    pub jump: Jump,
    /// The time that passed, in s.
    pub time: f64,
    /// How many jumps it stands for: 1, or all those of the way out of a basin.
    pub jumps: f64,
}

/// The answer of the memory, where there is one.
macro_rules! ask {
    ($kmc:expr, $memory:ident => $answer:expr) => {
        match &$kmc.memory {
            Remembered::Nothing => None,
            Remembered::Narrow($memory) => Some($answer),
            Remembered::Wide($memory) => Some($answer),
        }
    };
}

impl<M: Model> Kmc<M> {
    /// A simulation that begins with `configuration`. Its vacancies are numbered by their sites.
    ///
    /// # Errors
    /// When the configuration is of another lattice than the model or has a species that it
    /// does not know or no vacancy, a number of the settings is not above zero, or the box is
    /// too small for what the recall mode reads around a vacancy.
    pub fn new(
        model: M,
        configuration: Configuration,
        settings: Settings,
    ) -> Result<Kmc<M>, KmcError> {
        let (lattice, species) = (model.lattice(), model.species());
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
            && (window == 0 || !(2..=1024).contains(&got))
        {
            return Err(KmcError::Basin { got });
        }
        let mut state = State::new(lattice, species, settings.key_seed);
        for (site, got) in lattice.sites().zip(configuration.occupants()) {
            if got.index() >= species {
                return Err(KmcError::Species { site, expected: species, got: *got });
            }
            if !got.is_host() {
                state.set(site, *got);
            }
        }
        let vacancies: Vec<Site> = configuration.sites_of(Species::VACANCY).collect();
        if vacancies.is_empty() {
            return Err(KmcError::NoVacancy);
        }
        let displacements = vec![[0; 3]; vacancies.len()];
        let Settings { temperature, attempt_frequency, .. } = settings;
        let rates = Rates::new(lattice, vacancies, model.reach(), temperature, attempt_frequency);
        let memory = match settings.verification {
            Verification::Hash128 => {
                Memory::new(&model, &settings, &configuration)?.map(Remembered::Wide)
            }
            _ => Memory::new(&model, &settings, &configuration)?.map(Remembered::Narrow),
        };
        let ways = Neighbours::new(lattice, &lattice.structure().directions())?;
        Ok(Kmc {
            evaluator: Evaluator::new(ways),
            memory: memory.unwrap_or(Remembered::Nothing),
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

    /// One step.
    ///
    /// # Errors
    /// When there is no jump to do, or the model gives something else than a barrier. The
    /// state is then as it was.
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
        if !(total > 0.0) {
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

    /// So many steps.
    ///
    /// # Errors
    /// As [`step`](Kmc::step). The steps before are done.
    pub fn run(&mut self, steps: u64) -> Result<(), StepError> {
        (0..steps).try_for_each(|_| self.step().map(drop))
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What stands where.
    pub fn configuration(&self) -> &Configuration {
        self.state.configuration()
    }

    /// The model.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The simulated time in s.
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// The steps done. The exit from a basin is one.
    pub fn steps(&self) -> u64 {
        self.counts.steps
    }

    /// The barriers that the model has computed; those of an audit are not among them.
    pub fn evaluations(&self) -> u64 {
        self.counts.evaluations
    }

    /// The names that were found in what is remembered.
    pub fn hits(&self) -> u64 {
        self.counts.hits
    }

    /// The names that were not.
    pub fn misses(&self) -> u64 {
        self.counts.misses
    }

    /// What came of the questions to the recall, since it was made or loaded; `None` where nothing
    /// is recalled.
    pub fn statistics(&self) -> Option<Statistics> {
        ask!(self, memory => memory.statistics())
    }

    /// How many entries the recall has, and how many bytes they take; `None` where nothing is
    /// recalled.
    pub fn recall_size(&self) -> Option<(usize, usize)> {
        ask!(self, memory => memory.size())
    }

    /// What the audit has found since the recall was made or loaded; `None` where there is none.
    pub fn audit_report(&self) -> Option<AuditReport> {
        ask!(self, memory => memory.audit_report()).flatten()
    }

    /// Writes what is recalled, for simulations with any temperature and seed:
    /// [`Recall::save`](crate::Recall::save). Nothing is written where nothing is recalled.
    ///
    /// # Errors
    /// When the system says no.
    pub fn save_recall(&self, writer: impl Write) -> io::Result<()> {
        let potential = self.model.fingerprint();
        ask!(self, memory => memory.save(writer, memory.origin(potential, &self.state)))
            .unwrap_or(Ok(()))
    }

    /// Puts what was saved in the place of what is recalled. Statistics and audit begin anew.
    /// Where nothing is recalled, nothing is read.
    ///
    /// # Errors
    /// When it is of another model, lattice, seed of keys, recall mode or verification, or
    /// damaged. What is recalled is then as it was.
    pub fn load_recall(&mut self, reader: impl Read) -> Result<(), LoadError> {
        let potential = self.model.fingerprint();
        let Kmc { memory, state, settings, .. } = self;
        match memory {
            Remembered::Nothing => Ok(()),
            Remembered::Narrow(memory) => {
                memory.load(reader, memory.origin(potential, state), settings)
            }
            Remembered::Wide(memory) => {
                memory.load(reader, memory.origin(potential, state), settings)
            }
        }
    }

    /// How many steps have left a basin.
    pub fn exits(&self) -> u64 {
        self.counts.exits
    }

    /// The jumps that were not done one by one, since a basin was left in one step. Counted up
    /// to 2^64.
    pub fn skipped(&self) -> u64 {
        self.counts.skipped
    }

    /// Where the vacancies are, by their numbers.
    pub fn vacancies(&self) -> &[Site] {
        &self.rates.sites
    }

    /// How far a vacancy is from where it began, in fine units, as if the box had no end. Within a
    /// basin that reaches around the box, whole turns are not counted.
    ///
    /// # Panics
    /// When there is no such vacancy.
    pub fn displacement(&self, vacancy: usize) -> [i64; 3] {
        self.displacements[vacancy]
    }

    /// Sees to it that the barriers and rates of all vacancies are known.
    #[inline]
    fn refresh(&mut self) -> Result<(), StepError> {
        let Kmc { model, state, rates, evaluator, counts, .. } = self;
        match &mut self.memory {
            Remembered::Nothing => {
                for vacancy in 0..rates.sites.len() {
                    if !rates.known[vacancy] {
                        let site = rates.sites[vacancy];
                        let barriers = evaluator.all(model, state.configuration(), site);
                        rates.barriers_of_mut(vacancy).copy_from_slice(barriers);
                        counts.evaluations += evaluator.computed();
                        rates.settle(vacancy);
                    }
                }
            }
            Remembered::Narrow(memory) => {
                memory.refresh(Parts { model, state, rates, evaluator, counts });
            }
            Remembered::Wide(memory) => {
                memory.refresh(Parts { model, state, rates, evaluator, counts });
            }
        }
        if self.rates.total().is_nan() || self.rates.total() == f64::INFINITY {
            return Err(self.bad());
        }
        Ok(())
    }

    /// What is wrong with barriers whose rates have no sum.
    #[cold]
    fn bad(&mut self) -> StepError {
        self.rates.known.fill(false);
        for (vacancy, from) in self.rates.sites.iter().enumerate() {
            for (direction, barrier) in self.rates.barriers_of(vacancy).iter().enumerate() {
                if !(*barrier > f64::NEG_INFINITY) {
                    let to = self.evaluator.ways.site(*from, direction);
                    return StepError::Barrier { vacancy: *from, to, got: *barrier };
                }
            }
        }
        StepError::Rate { got: self.rates.total() }
    }

    /// Does a jump: state, vacancy and displacement.
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
        match &mut self.memory {
            Remembered::Nothing => {}
            Remembered::Narrow(memory) => memory.exchange(from, to),
            Remembered::Wide(memory) => memory.exchange(from, to),
        }
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
