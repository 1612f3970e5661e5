//! One run, from its start or its checkpoint to its end.

use std::error::Error as _;

use anyhow::{Context, Error, Result, anyhow, bail};
use zobrist_console::message::say;
use zobrist_console::stop::Stop;
use zobrist_lattice::{
    CheckpointParameter, Configuration, MetropolisResumeError, RecallTable, ResumeError, Site,
    StepError,
};
use zobrist_simulation::evaluator::EvaluatorError;
use zobrist_simulation::{Advance, AdvanceError, Config, EngineModel, ResumeRunError, Run};

use super::drawing;
use super::due::Due;
use super::dump::Dump;
use super::files::{Files, LatticeLimit};
use super::rows::Rows;

/// A run and its files.
pub(super) struct SingleRun<'a> {
    config: &'a Config,
    files: &'a Files,
    /// Before each message: the seed, if there are several.
    label: String,
    pub(super) run: Run,
    pub(super) rows: Rows,
    dump: Dump,
    /// The steps that an earlier run has done.
    earlier: u64,
}

/// Where a run begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Beginning {
    Start,
    /// The checkpoint of a file that may have this size; if there is none, the start.
    Checkpoint(LatticeLimit),
}

impl<'a> SingleRun<'a> {
    /// Begins a run, and writes its first checkpoint and the picture of its start. Without `table`
    /// it recalls by itself, from the file of the recall if there is one. `label` is for messages;
    /// it is empty or ends with a space.
    pub(super) fn begin(
        config: &'a Config,
        files: &'a Files,
        model: EngineModel,
        table: Option<&RecallTable>,
        from: Beginning,
        label: String,
    ) -> Result<SingleRun<'a>> {
        let (start, settings) = config.start(config.settings.clone())?;
        let frames = config.dump_frames()?;
        let shared = |run: Run| match table {
            Some(table) => run.with_recall(table).context(config.name().to_owned()),
            None => Ok(run),
        };
        let has_clusters = files.clusters.is_some();
        let (mut run, mut rows, before);
        let mut first = None;
        let checkpoint = match from {
            Beginning::Checkpoint(limit) => Some(limit).zip(files.read_checkpoint(limit)?),
            Beginning::Start => None,
        };
        if let (Beginning::Checkpoint(limit), None) = (from, &checkpoint) {
            files.check_not_begun(limit)?;
            let checkpoint = files.checkpoint.display();
            say(&format!(
                "zobrist: {label}expected the checkpoint {checkpoint}, got no such file; the run begins \
                 at its start\n"
            ));
        }
        let resumes = checkpoint.is_some();
        match checkpoint {
            Some((limit, bytes)) => {
                before = drawing::before(&start, &others(&start), config)?;
                drop(start);
                let resumed = Run::resume(config, model, settings, &bytes);
                run = shared(resumed.map_err(|error| cannot_resume(error, files))?)?;
                rows = Rows::new(run.columns(), has_clusters);
                files.read_rows(&mut rows, &run, limit)?;
            }
            None => {
                let begun = Run::begin(config, model, start, settings);
                run = shared(begun.with_context(|| config.name().to_owned())?)?;
                let engine = run.engine();
                before = drawing::before(engine.configuration(), &engine.others(), config)?;
                rows = Rows::new(run.columns(), has_clusters);
            }
        }
        check_ends(&run, config, files)?;
        if let Some(recall) = &files.recall {
            recall.load(|reader| run.engine_mut().load_recall(reader))?;
        }
        // It may look up barriers.
        match resumes {
            true => rows.complete(&mut run),
            false => rows.append(first.insert(run.row())),
        }
        let dump = match &first {
            Some(first) => {
                // Files that are to be replaced stay if the start cannot be kept.
                let keep = || {
                    let errors = files.keep_state(&rows, run.engine());
                    errors.into_iter().next().map_or(Ok(()), Err)
                };
                Dump::begin(frames, files, &run, first, keep)?
            }
            None => Dump::resume(frames, files, &run, &rows)?,
        };
        files.before.write(before.as_bytes())?;
        let earlier = run.steps();
        Ok(SingleRun { config, files, label, run, rows, dump, earlier })
    }

    /// Does steps until the run is over or the user stops it, and writes its files when `due`.
    /// `watch` sees the run after each step, and `kept` the rows that were written.
    ///
    /// # Errors
    /// When a step cannot be done, or a frame of the dump cannot be written: the run stops.
    pub(super) fn go(
        &mut self,
        stop: &Stop,
        due: &Due,
        watch: impl FnMut(&Run),
        kept: impl FnMut(&Run, &Rows),
    ) -> Result<()> {
        let gone = self.do_steps(stop, due, watch, kept);
        let synced = self.dump.sync().map_err(|error| self.not_dumped(error));
        gone.and(synced)
    }

    fn do_steps(
        &mut self,
        stop: &Stop,
        due: &Due,
        mut watch: impl FnMut(&Run),
        mut kept: impl FnMut(&Run, &Rows),
    ) -> Result<()> {
        while !stop.was_asked() {
            match self.run.advance() {
                Ok(Advance::Step) => {}
                Ok(Advance::Due(stop)) => {
                    stop.row.iter().for_each(|row| self.rows.append(row));
                    // An error does not end the run: the disk may have room again later.
                    for time in &stop.pictures {
                        let error = drawing::draw_at(self.files, *time, &self.run, self.config);
                        error.iter().for_each(|error| self.report(error));
                    }
                    // Nor would the frames that are missing be written later.
                    if let Some(row) = stop.row {
                        let appended = self.dump.append(&self.run, &row);
                        appended.map_err(|error| self.not_dumped(error))?;
                    }
                }
                Ok(Advance::Over) => break,
                Err(error) => return Err(self.not_done(error)),
            }
            watch(&self.run);
            if due.is_now() {
                // A checkpoint must not be ahead of its frames.
                self.dump.sync().map_err(|error| self.not_dumped(error))?;
                self.keep().iter().for_each(|error| self.report(error));
                kept(&self.run, &self.rows);
                due.restart();
            }
        }
        Ok(())
    }

    /// Writes all files as they are at the end, each even if another cannot be written.
    pub(super) fn finish(&self) -> Vec<Error> {
        let mut errors = self.keep();
        errors.extend(drawing::draw(self.files, &self.run, &self.rows, self.config));
        errors
    }

    fn keep(&self) -> Vec<Error> {
        self.files.keep(&self.rows, self.run.engine())
    }

    /// The steps that were done now.
    pub(super) fn steps(&self) -> u64 {
        self.run.steps() - self.earlier
    }

    /// Reports an error after which the run goes on.
    pub(super) fn report(&self, error: &Error) {
        say(&format!("zobrist: {}{error:#}\n", self.label));
    }

    /// Says if barriers were below 0.
    pub(super) fn warn_of_negative_barriers(&self) {
        let lowest = self.run.engine().lowest_barrier();
        if let Some(lowest) = lowest.filter(|lowest| *lowest < 0.0) {
            say(&format!(
                "zobrist: {}expected barriers of 0 eV or more, got some down to {lowest} eV, whose \
                 rates exceed the attempt frequency; check the energies of [model]\n",
                self.label
            ));
        }
    }

    /// Says which pictures there are not, if the run has ended before their times.
    pub(super) fn warn_of_missed_pictures(&self) {
        let missed = self.run.missed_pictures();
        if let (false, Some(end)) = (missed.is_empty(), self.run.time()) {
            let times: Vec<String> = missed.iter().map(|time| format!("{time:e}")).collect();
            say(&format!(
                "zobrist: {}the run ended at {end:e} s: no pictures at {} s; give it more steps, or \
                 `pictures` at earlier times\n",
                self.label,
                times.join(", ")
            ));
        }
    }

    /// The progress of a run that is not over; `None` if it is.
    pub(super) fn unfinished(&self) -> Option<String> {
        let steps = self.run.steps();
        let done = match (self.config.steps, self.config.end_time(), self.run.time()) {
            (Some(all), ..) => format!("{steps} of {all} steps"),
            (None, Some(end), Some(time)) => format!("{time:e} of {end:e} s"),
            _ => format!("{steps} steps"),
        };
        (!self.run.is_over()).then_some(done)
    }

    fn not_dumped(&self, error: Error) -> Error {
        let step = self.run.steps();
        anyhow!(
            "{error:#}; the run stops after step {step}, and --resume continues it when that can be \
             written"
        )
    }

    /// Says which step cannot be done, and leaves the request that a program did not answer.
    fn not_done(&self, error: AdvanceError) -> Error {
        let step = self.run.steps() + 1;
        if let AdvanceError::Kinetic(refused) = &error
            && let Some((vacancy, to)) = refused.jump()
        {
            let mut message = format!("step {step}: {error}");
            if let StepError::Negative { .. } = refused {
                // After the error, which says what to check first.
                message += "; `allow_negative_barriers = true` in [model] does such steps";
            }
            if let Some(told) = self.leave_refused(vacancy, to) {
                message += &format!("; {told}");
            }
            return anyhow!(message);
        }
        let request = self.leave_request(&error);
        let error = Error::new(error).context(format!("step {step}"));
        match request {
            Some(told) => anyhow!("{error:#}; {told}"),
            None => error,
        }
    }

    /// Writes the request that a program did not answer, if there is one, and says where.
    fn leave_request(&self, error: &AdvanceError) -> Option<String> {
        let evaluator = error.source()?.downcast_ref::<EvaluatorError>()?;
        const GOES_ON: &str = "--resume goes on when the program answers";
        let written = evaluator.request_xyz().and_then(|xyz| self.write_request(xyz));
        Some(match written {
            Some(told) => format!("{told}; {GOES_ON}"),
            None => GOES_ON.to_owned(),
        })
    }

    /// Writes the request of a jump whose answer was refused, if the barriers are one's own, and
    /// says where.
    fn leave_refused(&self, vacancy: Site, to: Site) -> Option<String> {
        let (geometry, _) = self.config.own_barriers()?;
        let configuration = self.run.engine().configuration();
        self.write_request(&geometry.request_xyz(configuration, vacancy, to)?)
    }

    /// Writes a request to its file, if there is one, and says where; reports an error.
    fn write_request(&self, xyz: &str) -> Option<String> {
        let file = self.files.request.as_ref()?;
        match file.write(xyz.as_bytes()) {
            Ok(()) => Some(format!("the request is in {}", file.display())),
            Err(error) => {
                self.report(&error);
                None
            }
        }
    }
}

/// The sites without a host atom.
fn others(configuration: &Configuration) -> Vec<Site> {
    let sites = configuration.lattice().sites().zip(configuration.occupants());
    sites.filter(|(_, species)| !species.is_host()).map(|(site, _)| site).collect()
}

fn cannot_resume(error: ResumeRunError, files: &Files) -> Error {
    // The seed of a trajectory is drawn after the sites of the atoms.
    const WHY: &str = ", since `seed` or the composition differs";
    let parameter = match &error {
        ResumeRunError::Kinetic(ResumeError::Mismatch { parameter, .. }) => Some(parameter),
        ResumeRunError::Metropolis(MetropolisResumeError::Mismatch { parameter, .. }) => {
            Some(parameter)
        }
        _ => None,
    };
    let why = if parameter == Some(&CheckpointParameter::Seed) { WHY } else { "" };
    let checkpoint = files.checkpoint.display();
    Error::new(error).context(format!("cannot resume from {checkpoint}{why}"))
}

/// Checks that a run that resumes has not gone beyond its ends.
fn check_ends(run: &Run, config: &Config, files: &Files) -> Result<()> {
    let checkpoint = files.checkpoint.display();
    if let Some(steps) = config.steps.filter(|steps| run.steps() > *steps) {
        bail!(
            "{checkpoint}: expected {steps} steps at most, as the configuration says, got {}",
            run.steps()
        );
    }
    if let Some((end, time)) = config.end_time().zip(run.time()).filter(|(end, time)| time > end) {
        bail!("{checkpoint}: expected {end} s at most, as the configuration says, got {time}");
    }
    Ok(())
}
