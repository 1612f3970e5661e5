//! `zobrist lattice compare`: simulates in every mode of recall.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_console::stop::Stop;
use zobrist_lattice::RecallMode;
use zobrist_simulation::{Config, Engine, Method};

use super::due::Due;
use super::files::LatticeLimit;
use super::log::{Log, Place};
use super::steps::{INTERVAL, Steps};
use super::warnings::Warnings;

/// Compare the modes of recall in evaluations and time
///
/// The modes: none; state, by the hash of the whole state (Mason, Hudson and Sutton, 2005);
/// environment, by what surrounds a vacancy; environment-symmetry, the same up to the symmetries
/// of the site; jump-symmetry, one jump at a time up to its symmetries. The file's own mode of
/// recall is not used, nor its audit; its bound and verification are. Only the table is written.
///
/// With Metropolis, what is recalled are the energies of the surroundings of sites: in the modes
/// none, environment and environment-symmetry. There is no final time then.
///
/// Evaluations are barriers computed, or sites whose energies were; hits are what was recalled: all
/// barriers of a state or of a vacancy, or one barrier. The final hash and time must be those of
/// mode none: the exit status is 1 when one is not.
///
/// Cost: that of `lattice run`, whose help has the figures, for each mode; recall wins where
/// barriers are costly.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist lattice compare alloy.toml",
    "zobrist lattice compare alloy.toml --format csv"
))]
pub(crate) struct Args {
    /// The simulation, in TOML (docs/lattice-config.md)
    config: PathBuf,
    /// Output format
    ///
    /// Text is an aligned table with a header.
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    limit: LatticeLimit,
}

const COLUMNS: &[&str] =
    &["mode", "steps", "evaluations", "hits", "seconds", "final_hash", "final_time"];

/// The modes that exchanges have: none of their energies belong to a jump, or to a state as a
/// whole.
const OF_EXCHANGES: [RecallMode; 3] =
    [RecallMode::None, RecallMode::Environment, RecallMode::EnvironmentSymmetry];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let config = Config::read(&args.config, args.limit.of_input())?;
    let name = || args.config.display().to_string();
    let stop = Stop::listen()?;
    let moving = Due::every(INTERVAL);
    let modes = match config.method {
        Method::Kinetic => &RecallMode::ALL[..],
        _ => &OF_EXCHANGES,
    };
    let log = Log::begin();
    let warnings = Warnings::new(&config);
    let begin = |mode| {
        let (configuration, mut settings) = config.start(config.settings.clone())?;
        (settings.recall, settings.audit) = (mode, None);
        let model = config.engine_model()?;
        warnings.tell("", model.warnings());
        Engine::begin(model, configuration, settings).with_context(name)
    };
    // A box may have room for some modes only, and half a table compares nothing.
    for mode in modes {
        begin(*mode)?;
    }
    let count = modes.len() as u64;
    let shown = match config.steps {
        Some(steps) => Steps::of(steps.saturating_mul(count), 0, moving),
        None => Steps::of_time(0, moving),
    };
    let (steps, end) = (config.steps.unwrap_or(u64::MAX), config.settings.end);
    match args.format {
        Format::Text => print(format!("{}\n", Line::HEADER).as_bytes())?,
        format => print(&format.header(COLUMNS))?,
    }
    let mut first: Option<Row> = None;
    let mut ending = Ending::Done;
    for (number, mode) in modes.iter().enumerate() {
        let mut engine = begin(*mode)?;
        let start = Instant::now();
        while engine.steps() < steps && !stop.was_asked() {
            let step = engine.step_until(end);
            let step = step.with_context(|| format!("mode {mode}, step {}", engine.steps() + 1))?;
            if !step {
                break;
            }
            shown.advance(|| match config.steps {
                Some(steps) => steps.saturating_mul(number as u64) + engine.steps(),
                // Hundredths of the time of all modes.
                None => {
                    let part = engine.time().map_or(0.0, |time| time / end);
                    ((100.0 * (number as f64 + part)) as u64) / count
                }
            });
            log.tell(|| {
                let (step, time) = (engine.steps(), engine.time());
                let place = Place { step, steps: config.steps, time, end: config.end_time() };
                format!("zobrist: mode {mode}, {}\n", place.text())
            });
        }
        let row = Row::of(*mode, &engine, start.elapsed().as_secs_f64());
        warnings.tell("", engine.warnings());
        let first = first.get_or_insert_with(|| row.clone());
        match args.format {
            Format::Text => {
                print(format!("{}\n", Line { row: &row, none: first }).as_bytes())?;
            }
            format => print(&row.in_format(format))?,
        }
        if stop.was_asked() {
            drop(shown);
            say(&format!("zobrist: stopped after {} steps of mode {mode}\n", row.steps));
            return Ok(Ending::Rejected);
        }
        if row.end() != first.end() {
            let message = format!(
                "zobrist: mode {mode} ends differently from none: expected the hash {}, got {}; \
                 verify the recall with \"content\" or \"hash128\"\n",
                first.place(),
                row.place()
            );
            say(&message);
            ending = Ending::Rejected;
        }
    }
    Ok(ending)
}

/// The results of a mode.
#[derive(Clone)]
struct Row {
    mode: RecallMode,
    steps: u64,
    evaluations: u64,
    hits: u64,
    seconds: f64,
    hash: u64,
    /// `None` if the method has no time.
    time: Option<f64>,
}

impl Row {
    fn of(mode: RecallMode, engine: &Engine, seconds: f64) -> Row {
        Row {
            mode,
            steps: engine.steps(),
            evaluations: engine.evaluations(),
            hits: engine.hits(),
            seconds: (seconds * 1000.0).round() / 1000.0,
            hash: engine.state().hash(),
            time: engine.time(),
        }
    }

    /// Returns the results that all modes must have in common, to the bit.
    fn end(&self) -> (u64, Option<u64>) {
        (self.hash, self.time.map(f64::to_bits))
    }

    /// Returns the end for people.
    fn place(&self) -> String {
        let time = self.time.map(|time| format!(" at {time} s")).unwrap_or_default();
        format!("{:016x}{time}", self.hash)
    }

    fn in_format(&self, format: Format) -> Vec<u8> {
        let mut out = Vec::new();
        let values = [
            Value::Text(self.mode.name()),
            Value::Number(self.steps),
            Value::Number(self.evaluations),
            Value::Number(self.hits),
            Value::Real(self.seconds),
            Value::hex(self.hash),
            self.time.map_or(Value::Null, Value::Real),
        ];
        format.append(&mut out, COLUMNS, &values);
        out
    }
}

/// A row for people: also evaluations as a share of those without recall.
struct Line<'a> {
    row: &'a Row,
    none: &'a Row,
}

impl Line<'_> {
    const HEADER: &'static str = "mode                   steps  evaluations    share         hits   seconds  \
                                  final hash        final time, s";
}

impl std::fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Row { mode, steps, evaluations, hits, seconds, hash, time } = self.row;
        let share = 100.0 * *evaluations as f64 / self.none.evaluations.max(1) as f64;
        write!(
            f,
            "{mode:<20} {steps:>7} {evaluations:>12} {share:>7.3}% {hits:>12} {seconds:>9.3}  \
             {hash:016x}  "
        )?;
        match time {
            Some(time) => write!(f, "{time:e}"),
            None => f.write_str("-"),
        }
    }
}
