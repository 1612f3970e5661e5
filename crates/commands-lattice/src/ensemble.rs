//! Several runs of one simulation, each with a seed of its own, in as many threads as there are
//! cores.

use std::io::BufWriter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, anyhow};
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::stdout::print_lines;
use zobrist_console::stop::Stop;
use zobrist_console::verbosity;
use zobrist_input::counted;
use zobrist_lattice::{AuditReport, RecallMode, RecallTable};
use zobrist_simulation::{Column, Config, EngineModel, Method, Models, Run};

use super::audit;
use super::due::Due;
use super::files::{Files, LatticeLimit};
use super::lock::lock;
use super::log::{Log, Place};
use super::means::Means;
use super::one::{Beginning, SingleRun};
use super::recall_file::RecallFile;
use super::rows::{self, Rows};
use super::seeds::Seeds;
use super::steps::{self, Steps};
use super::warnings::Warnings;

/// The request: the runs that are asked for.
pub(super) struct Order<'a> {
    pub(super) config: &'a Config,
    /// The files that the runs read: the configuration and others.
    pub(super) read: &'a [(&'static str, Option<&'a Path>)],
    /// The files without `.seed-N` and their endings.
    pub(super) name: PathBuf,
    pub(super) seeds: &'a Seeds,
    pub(super) jobs: NonZeroUsize,
    pub(super) resume: bool,
    pub(super) force: bool,
    pub(super) checkpoint_every: Duration,
    pub(super) wait: bool,
    pub(super) limit: LatticeLimit,
}

/// Time between two looks at the threads.
const PAUSE: Duration = Duration::from_millis(20);

/// One seed of several.
struct Member {
    seed: u64,
    config: Config,
    files: Files,
    from: Beginning,
    /// The steps done, or the hundredths of the time that have passed.
    done: AtomicU64,
}

/// The state that the threads share.
struct Shared<'a> {
    members: Vec<Member>,
    /// The number of those that have begun.
    begun: AtomicUsize,
    /// `None` if the method has no jumps.
    models: Option<Models>,
    /// The recall of all, if there is one.
    table: Option<RecallTable>,
    stop: &'a Stop,
    checkpoint_every: Duration,
    columns: OnceLock<Vec<Column>>,
    warnings: Warnings,
    results: Mutex<Results>,
}

/// The results so far, by member.
struct Results {
    /// The rows as CSV; `None` if it has none, or failed.
    rows: Vec<Option<Vec<u8>>>,
    /// The closing lines.
    lines: Vec<Option<String>>,
    failed: Vec<bool>,
    /// True for the members that have come to their ends.
    over: Vec<bool>,
    /// Steps that were done now.
    steps: u64,
    /// The findings of all recalls that are not shared.
    audit: Option<AuditReport>,
    gives_prefactors: bool,
}

/// Runs all seeds.
///
/// # Errors
/// When nothing can be done, or a seed has failed: it does not stop the others.
pub(super) fn run(order: &Order<'_>) -> Result<Ending> {
    let &Order { config, resume, force, checkpoint_every, limit, .. } = order;
    let means = Means::new(&order.name, resume || force);
    let mut members: Vec<Member> =
        order.seeds.all().iter().map(|seed| member(order, *seed)).collect();
    for (number, Member { files, .. }) in members.iter().enumerate() {
        let more = means.all();
        // Once is enough.
        let more = if number == 0 { &more[..] } else { &[] };
        files.check_places(order.read, more)?;
        files.try_places(more)?;
    }
    let recall = config.recall_file.clone();
    let _lock = recall.as_ref().map(|path| lock(path, order.wait)).transpose()?;
    if resume {
        for member in &mut members {
            if member.files.checkpoint.path().exists() {
                member.from = Beginning::Checkpoint(limit);
            } else {
                member.files.check_not_begun(limit)?;
            }
        }
    }
    let stop = Stop::listen()?;
    let log = Log::begin();
    let moving = Due::every(steps::INTERVAL);

    let models = (config.method == Method::Kinetic).then(|| config.models()).transpose()?;
    let recalls = config.settings.recall != RecallMode::None;
    let table = match models.as_ref().filter(|_| recalls) {
        Some(models) => {
            let table = RecallTable::new(&*models.one(), &config.settings);
            Some(table.with_context(|| config.name().to_owned())?)
        }
        None => None,
    };
    // The table has one writer; recalls that are not shared are added to the file one by one.
    let (of_table, of_members) = match &table {
        Some(_) => (recall.map(RecallFile::of_one_run), None),
        None => (None, recall.map(RecallFile::of_several_runs)),
    };
    members.iter_mut().for_each(|member| member.files.recall = of_members.clone());
    if let Some((file, table)) = of_table.as_ref().zip(table.as_ref()) {
        file.load(|reader| table.load(reader))?;
    }
    let count = members.len();
    let results = Results {
        rows: vec![None; count],
        lines: vec![None; count],
        failed: vec![false; count],
        over: vec![false; count],
        steps: 0,
        audit: None,
        gives_prefactors: models.as_ref().is_some_and(|models| models.one().gives_prefactors()),
    };
    let shared = Shared {
        members,
        begun: AtomicUsize::new(0),
        models,
        table,
        stop: &stop,
        checkpoint_every,
        columns: OnceLock::new(),
        warnings: Warnings::new(config),
        results: Mutex::new(results),
    };
    let tell = || {
        let model = shared.models.as_ref().map(Models::one);
        shared.warnings.tell("", model.map_or_else(Vec::new, |model| model.warnings()));
    };
    tell();
    let shown = match config.steps {
        Some(steps) => Steps::of(steps.saturating_mul(count as u64), 0, moving),
        None => Steps::of_time(0, moving),
    };
    let clock = Instant::now();
    let keep = || {
        let mut errors = shared.write_means(&means, config);
        errors.extend(shared.save_table(of_table.as_ref()).err());
        errors
    };
    let mut kept = Instant::now();
    thread::scope(|scope| -> Result<()> {
        let mut workers = Vec::new();
        for _ in 0..order.jobs.get().min(count) {
            match thread::Builder::new().spawn_scoped(scope, || shared.work()) {
                Ok(worker) => workers.push(worker),
                // Fewer threads do the same.
                Err(_) if !workers.is_empty() => break,
                Err(error) => return Err(error).context("the system refuses a thread"),
            }
        }
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::park_timeout(PAUSE);
            shown.advance(|| shared.done(config));
            log.tell(|| shared.line(config));
            if kept.elapsed() >= checkpoint_every {
                keep().iter().for_each(report);
                kept = Instant::now();
            }
        }
        Ok(())
    })?;
    let seconds = clock.elapsed().as_secs_f64();
    drop(shown);
    tell();
    let errors = keep();
    errors.iter().for_each(report);
    let printed = match verbosity::is_quiet() {
        true => Ok(()),
        false => print_lines(&shared.closing_lines(seconds)),
    };
    shared.ending(config, !errors.is_empty())?.when(printed)
}

/// A seed, from its start.
fn member(order: &Order<'_>, seed: u64) -> Member {
    let mut config = order.config.clone();
    config.set_seed(seed);
    let mut name = order.name.clone().into_os_string();
    name.push(format!(".seed-{seed}"));
    let files = Files::new(Path::new(&name), &config, order.resume || order.force);
    Member { seed, config, files, from: Beginning::Start, done: AtomicU64::new(0) }
}

impl Member {
    /// Notes how far the run is.
    fn note(&self, run: &Run) {
        let done = match self.config.steps {
            Some(_) => run.steps(),
            None => (100.0 * Place::of(run, &self.config).part()) as u64,
        };
        self.done.store(done, Ordering::Relaxed);
    }
}

impl Shared<'_> {
    /// Runs one member after another, until none is left or the user stops.
    fn work(&self) {
        let due = Due::every(self.checkpoint_every);
        let moving = Due::every(steps::INTERVAL);
        while !self.stop.was_asked() {
            let number = self.begun.fetch_add(1, Ordering::Relaxed);
            let Some(member) = self.members.get(number) else { break };
            if let Err(error) = self.run_one(number, &due, &moving) {
                say(&format!("zobrist: seed {}: {error:#}\n", member.seed));
                self.results().failed[number] = true;
            }
        }
    }

    /// Runs a member.
    ///
    /// # Errors
    /// When it cannot begin or go on, or a file cannot be written at its end.
    fn run_one(&self, number: usize, due: &Due, moving: &Due) -> Result<()> {
        let member = &self.members[number];
        let Member { seed, config, files, from, .. } = member;
        let model = match &self.models {
            Some(models) => EngineModel::Kinetic(models.one()),
            None => config.engine_model()?,
        };
        self.warnings.tell("", model.warnings());
        let label = format!("seed {seed}: ");
        let mut one = SingleRun::begin(config, files, model, self.table.as_ref(), *from, label)?;
        self.columns.get_or_init(|| one.run.columns().to_vec());
        member.note(&one.run);
        let was_over = one.run.is_over() && files.are_there();
        due.restart();
        let watch = |run: &Run| {
            if moving.is_now() {
                member.note(run);
                moving.restart();
            }
        };
        let gone = one.go(self.stop, due, watch, |_, rows| self.note_rows(number, rows));
        let mut errors = if was_over { Vec::new() } else { one.finish() };
        if self.models.is_none() {
            self.warnings.tell(&format!("seed {seed}: "), one.run.engine().warnings());
        }
        one.warn_of_negative_barriers();
        one.warn_of_missed_pictures();
        member.note(&one.run);
        self.note_rows(number, &one.rows);
        let mut results = self.results();
        results.steps += one.steps();
        match gone {
            Ok(()) => {
                results.over[number] = one.run.is_over();
                results.lines[number] = Some(line(*seed, &one));
            }
            // Where it stopped would be the last moment of all.
            Err(_) => results.rows[number] = None,
        }
        if self.table.is_none() {
            results.add_audit(one.run.engine().audit_report());
        }
        drop(results);
        errors.extend(gone.err());
        let Some(last) = errors.pop() else { return Ok(()) };
        errors.iter().for_each(|error| one.report(error));
        Err(last)
    }

    fn note_rows(&self, number: usize, rows: &Rows) {
        self.results().rows[number] = Some(rows.csv.clone());
    }

    fn results(&self) -> MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the means over what there is.
    fn write_means(&self, means: &Means, config: &Config) -> Vec<Error> {
        let Some(columns) = self.columns.get() else { return Vec::new() };
        // So that no run waits while they are read.
        let texts: Vec<Vec<u8>> = self.results().rows.iter().flatten().cloned().collect();
        let runs: Vec<_> = texts.iter().map(|text| rows::numbers(text, columns)).collect();
        means.write(config, columns, &runs)
    }

    fn save_table(&self, file: Option<&RecallFile>) -> Result<()> {
        let Some((file, table)) = file.zip(self.table.as_ref()) else { return Ok(()) };
        file.save(|out| table.save(BufWriter::new(out)))
    }

    /// The steps that are done, or the mean of the hundredths.
    fn done(&self, config: &Config) -> u64 {
        let each = self.members.iter().map(|member| member.done.load(Ordering::Relaxed));
        let sum = each.fold(0_u64, u64::saturating_add);
        if config.steps.is_some() { sum } else { sum / self.members.len() as u64 }
    }

    /// The line of progress.
    fn line(&self, config: &Config) -> String {
        let (count, done) = (self.members.len(), self.done(config));
        let percent = match config.steps {
            Some(steps) => {
                let all = u128::from(steps.max(1)) * count as u128;
                (100 * u128::from(done) / all).min(100) as u64
            }
            None => done,
        };
        format!("zobrist: {} of {count} seeds ended, {percent} %\n", self.results().ended())
    }

    /// The results, for people.
    fn closing_lines(&self, seconds: f64) -> String {
        let results = self.results();
        let mut text: String = results.lines.iter().flatten().map(String::as_str).collect();
        let table = self.table.as_ref();
        let size = table.and_then(|table| table.recall_size().zip(table.statistics()));
        text += &audit::lines_of(size, self.audit(&results), results.gives_prefactors);
        let seeds = counted(self.members.len(), "seed", "seeds");
        text + &format!("seconds      {seconds:.3} for {} steps of {seeds}\n", results.steps)
    }

    /// The findings of the shared recall, or of all others together.
    fn audit(&self, results: &Results) -> Option<AuditReport> {
        match &self.table {
            Some(table) => table.audit_report(),
            None => results.audit,
        }
    }

    /// Says what went wrong, or was left undone.
    ///
    /// # Errors
    /// When a seed has failed, or a file of all seeds could not be written.
    fn ending(&self, config: &Config, not_written: bool) -> Result<Ending> {
        let results = self.results();
        let mut ending = Ending::Done;
        let complaint = self.audit(&results);
        let complaint = complaint.and_then(|it| audit::complaint(it, config));
        if let Some(complaint) = complaint {
            say(&complaint);
            ending = Ending::Rejected;
        }
        let count = self.members.len();
        let seeds = self.members.iter().zip(&results.failed).filter(|(_, failed)| **failed);
        let failed: Vec<String> = seeds.map(|(member, _)| member.seed.to_string()).collect();
        let mut each = results.over.iter().zip(&results.failed);
        if each.any(|(is_over, has_failed)| !is_over && !has_failed) {
            say(&format!(
                "zobrist: stopped after {} of {count} seeds; --resume continues the others\n",
                results.ended()
            ));
            ending = Ending::Rejected;
        }
        if !failed.is_empty() {
            let seeds = counted(count, "seed", "seeds");
            let failed = failed.join(", ");
            return Err(anyhow!("expected {seeds} without an error, got errors with {failed}"));
        }
        match not_written {
            true => Err(anyhow!("expected to write all files of the seeds, but could not")),
            false => Ok(ending),
        }
    }
}

impl Results {
    /// The number of those that have come to their ends.
    fn ended(&self) -> usize {
        self.over.iter().filter(|is_over| **is_over).count()
    }

    /// Adds the findings of another recall.
    fn add_audit(&mut self, report: Option<AuditReport>) {
        if let Some(report) = report {
            self.audit.get_or_insert_default().add(&report);
        }
    }
}

/// The closing line of a seed.
fn line(seed: u64, one: &SingleRun<'_>) -> String {
    let (run, engine) = (&one.run, one.run.engine());
    let mut text = format!("{:<12} {} steps", format!("seed {seed}"), run.steps());
    if let Some(time) = run.time() {
        text += &format!(", {time:e} s");
    }
    let (evaluations, hits) = (engine.evaluations(), engine.hits());
    let hash = engine.state().hash();
    text += &format!(", hash {hash:016x}, {evaluations} evaluations, {hits} hits");
    if let (exits @ 1.., skipped) = engine.exits() {
        text += &format!(", {exits} basins left, {skipped} jumps skipped");
    }
    text + "\n"
}

/// Reports an error after which the runs go on.
fn report(error: &Error) {
    say(&format!("zobrist: {error:#}\n"));
}
