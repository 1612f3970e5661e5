//! A run: steps, and the rows and pictures that are due between them.

use zobrist_lattice::observables::ObservableError;
use zobrist_lattice::{Configuration, KmcError, RecallTable, Settings, Tracking};

use crate::columns::Column;
use crate::config::Config;
use crate::dump_table::DumpOutput;
use crate::engine::{Engine, EngineModel};
use crate::engine_error::{AdvanceError, BeginError, ResumeRunError};
use crate::observer::{Observer, Row};
use crate::schedule::Schedule;

/// A run of a simulation. It does one step after another and tells when rows and pictures are due;
/// what becomes of them, when it is stopped and what is shown meanwhile is the caller's.
///
/// ```
/// use zobrist_simulation::{Advance, Config, Limits, Run};
///
/// let text = r#"
///     seed = 7
///     temperature = 773.0
///     end_time = 1e-7
///     lattice = { structure = "bcc", cells = [6, 6, 6] }
///     composition = { host = "Fe", fractions = { Fe = 0.95, Cu = 0.05 }, vacancies = 1 }
///     model = { kind = "iron-copper" }
///     output = { every = { time = 2e-8 }, observables = ["clusters"] }
/// "#;
/// let config = Config::of_text(text, "alloy.toml", "".into(), Limits::default())?;
/// let (start, settings) = config.start(config.settings.clone())?;
/// let mut run = Run::begin(&config, config.engine_model()?, start, settings)?;
/// let mut rows = vec![run.row()];
/// loop {
///     match run.advance()? {
///         Advance::Step => {}
///         Advance::Due(due) => rows.extend(due.row),
///         Advance::Over => break,
///     }
/// }
/// assert_eq!(rows.len(), 6);
/// assert_eq!(run.time(), Some(1e-7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Run {
    engine: Engine,
    observer: Observer,
    schedule: Schedule,
    /// The time in s of the last moment, if the clock of the simulation is behind it.
    shown: f64,
    is_over: bool,
    /// The error of the barriers after a row whose residence they are needed for, which the next
    /// step needs, too.
    failed: Option<AdvanceError>,
}

/// The event at which a run has stopped.
///
/// Closed: the loop that runs a simulation has to handle every event.
#[derive(Clone, Debug, PartialEq)]
pub enum Advance {
    /// A step was done.
    Step,
    /// Something is due in the present state, after a step or at a time between two.
    Due(Due),
    /// The run is over; nothing was done.
    Over,
}

/// The work that is due in the present state.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Due {
    /// The row, if one is due.
    pub row: Option<Row>,
    /// The times in s of the pictures that are due.
    pub pictures: Vec<f64>,
}

impl Run {
    /// Begins a run. The first row is that of [`row`](Run::row).
    ///
    /// # Errors
    /// When the simulation cannot be created, or the box is too small for an observable.
    pub fn begin(
        config: &Config,
        model: EngineModel,
        start: Configuration,
        settings: Settings,
    ) -> Result<Run, BeginError> {
        let engine = Engine::begin(model, start, observed(config, settings))?;
        Ok(Run::of(engine, config)?)
    }

    /// Resumes a run from the bytes of a checkpoint. Rows of later times than its clock come again.
    ///
    /// # Errors
    /// When the bytes are no checkpoint of this simulation, or the box is too small for an
    /// observable.
    pub fn resume(
        config: &Config,
        model: EngineModel,
        settings: Settings,
        bytes: &[u8],
    ) -> Result<Run, ResumeRunError> {
        let engine = Engine::resume(model, observed(config, settings), bytes)?;
        let mut run = Run::of(engine, config)?;
        let (step, time) = (run.steps(), run.engine.time().unwrap_or(0.0));
        run.schedule.begin_after(step, time);
        run.is_over |= run.schedule.ends_at(time);
        Ok(run)
    }

    fn of(engine: Engine, config: &Config) -> Result<Run, ObservableError> {
        let (observer, schedule) = (Observer::new(config)?, Schedule::new(config));
        let is_over = schedule.ends_with(engine.steps());
        Ok(Run { engine, observer, schedule, shown: 0.0, is_over, failed: None })
    }

    /// Recalls from a table that other runs share, in any thread, in place of a recall of its own.
    /// Rows differ only in their numbers of evaluations and hits. Exchanges have no such table: a
    /// run by them keeps its own.
    ///
    /// # Errors
    /// When the table is for another model, lattice, seed of keys, recall mode or verification.
    pub fn with_recall(self, table: &RecallTable) -> Result<Run, KmcError> {
        Ok(Run { engine: self.engine.with_recall(table)?, ..self })
    }

    /// Does one step, or goes to the next time at which something is due.
    ///
    /// # Errors
    /// When the step cannot be done. The state is as it was, and it can be tried again.
    #[inline]
    pub fn advance(&mut self) -> Result<Advance, AdvanceError> {
        if self.is_over || self.failed.is_some() {
            return self.do_nothing();
        }
        let until = self.schedule.until();
        let (step, time) = match &mut self.engine {
            Engine::Kinetic(kmc) => {
                if kmc.step_until(until)?.is_none() {
                    return Ok(self.stop(until));
                }
                (kmc.steps(), kmc.time())
            }
            Engine::Metropolis(metropolis) => {
                metropolis.step()?;
                (metropolis.steps(), 0.0)
            }
        };
        if self.schedule.is_quiet(step, time) {
            return Ok(Advance::Step);
        }
        Ok(self.stop(time))
    }

    /// The run is over, or the next step failed when a row looked ahead.
    #[cold]
    fn do_nothing(&mut self) -> Result<Advance, AdvanceError> {
        self.engine.show_present();
        match self.failed.take().filter(|_| !self.is_over) {
            Some(error) => Err(error),
            None => Ok(Advance::Over),
        }
    }

    /// Returns the work that is due after a step, or at a time.
    #[cold]
    fn stop(&mut self, time: f64) -> Advance {
        let step = self.engine.steps();
        self.shown = time;
        self.is_over = self.schedule.ends_with(step) || self.schedule.ends_at(time);
        let (is_row, pictures) = self.schedule.take(step, time);
        if !is_row && pictures.is_empty() {
            return Advance::Step;
        }
        Advance::Due(Due { row: is_row.then(|| self.row()), pictures })
    }

    /// Returns the row of the present state, at its [`time`](Run::time).
    ///
    /// If rows are due after steps, the barriers of the next step are computed for their residence,
    /// and where that step leaves a basin, the row and the simulation show a state that is drawn
    /// from it, until the next [`advance`](Run::advance)
    /// ([`Kmc::residence`](zobrist_lattice::Kmc::residence)). If these barriers cannot be computed,
    /// the residence is empty, and [`advance`](Run::advance) returns the error.
    pub fn row(&mut self) -> Row {
        let time = self.time();
        let work = [self.engine.evaluations(), self.engine.hits()];
        let mut residence = None;
        if self.observer.has_residence {
            match self.engine.residence() {
                Ok(time) => residence = time,
                Err(error) => self.failed = Some(error),
            }
        }
        self.observer.row(&self.engine, time, work, residence)
    }

    /// Returns the columns of the rows.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        self.observer.columns()
    }

    /// Returns the simulation. Its state is the one that holds at [`time`](Run::time).
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns the simulation, to load its recall.
    pub fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Returns the number of steps done.
    #[inline]
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.engine.steps()
    }

    /// Returns the time in s: of the last step, or of the last row or picture if that is later;
    /// `None` if the method has no time.
    #[must_use]
    pub fn time(&self) -> Option<f64> {
        self.engine.time().map(|time| time.max(self.shown))
    }

    /// Returns true if the run has come to its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the times in s of the pictures that are not due any more, since the run ended before
    /// them; none as long as it goes on.
    #[must_use]
    pub fn missed_pictures(&self) -> &[f64] {
        if self.is_over { self.schedule.pictures_to_come() } else { &[] }
    }

    /// Returns the last step, and the last time in s, up to the present step and the clock of the
    /// simulation, at which a row is due by the schedule alone; one of them is `None`.
    #[must_use]
    pub fn last_due(&self) -> (Option<u64>, Option<f64>) {
        self.schedule.last_due(self.steps(), self.engine.time().unwrap_or(0.0))
    }
}

/// The settings with all that the rows need to know.
fn observed(config: &Config, mut settings: Settings) -> Settings {
    let has_host = config.output.as_ref().is_some_and(|output| {
        output.host_displacement || output.dump.as_ref().is_some_and(DumpOutput::follows_host)
    });
    settings.tracking = if has_host { Tracking::All } else { Tracking::Solutes };
    settings.track_free_time = config.formation.is_some();
    settings
}
