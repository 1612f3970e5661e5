//! An engine that searches, one position at a time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde::Serialize;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Position};
use zobrist_console::engine_process::{MAX_ANSWER, NoLine, Process, supervisor};
use zobrist_console::message::say;

use super::super::line::{PlayedLine, WrittenMove, fen};
use super::options::EngineSettings;
use super::uci::{self, EngineLine};

/// The lines that are asked for.
const LINES: usize = 3;

/// The time that an engine gets to start, and to end a search that was stopped.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time between two looks at whether a search is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// Breakdowns after which the engine is not started again.
const MAX_BREAKDOWNS: u32 = 3;

/// An engine that runs, or is started again when it is asked.
#[derive(Debug)]
pub(crate) struct Engine {
    settings: EngineSettings,
    name: String,
    state: Mutex<State>,
    /// The number of the last question.
    last: AtomicU64,
    has_ended: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    running: Option<Running>,
    breakdowns: u32,
}

#[derive(Debug)]
struct Running {
    process: Process,
    name: String,
    has_chess960: bool,
}

/// The outcome of a search.
#[derive(Debug, Serialize)]
pub(crate) struct Analysis {
    engine: String,
    /// The best lines, the best one first.
    lines: Vec<EngineLine>,
    /// True if it was stopped by another question.
    stopped: bool,
}

impl Engine {
    /// Starts an engine, so that one that does not work is told at once.
    ///
    /// # Errors
    /// When it cannot be started, or is no UCI engine.
    pub(crate) fn start(settings: EngineSettings) -> Result<Engine> {
        let running = Running::start(&settings)?;
        let name = running.name.clone();
        let state = State { running: Some(running), ..State::default() };
        let (last, has_ended) = (AtomicU64::new(0), AtomicBool::new(false));
        Ok(Engine { settings, name, state: Mutex::new(state), last, has_ended })
    }

    /// The name by which it calls itself.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The most time for a position.
    pub(crate) fn time(&self) -> Duration {
        self.settings.time
    }

    /// Searches a position for some time, at most that of the settings.
    ///
    /// # Errors
    /// When the engine breaks down, or does not know the rules.
    pub(crate) fn analyze(&self, line: &PlayedLine, time: Duration) -> Result<Analysis> {
        let position = line.position();
        if position.variant() != Variant::Chess {
            bail!("expected a position of chess for the engine, got one of another variant");
        }
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let is_wanted = || self.last.load(Ordering::Relaxed) == number;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = self.name.clone();
        // Another question came while this one waited.
        if !is_wanted() || position.legal_moves().is_empty() {
            return Ok(Analysis { engine, lines: Vec::new(), stopped: !is_wanted() });
        }
        if self.has_ended() {
            bail!("the engine has been ended");
        }
        if state.running.is_none() {
            if state.breakdowns >= MAX_BREAKDOWNS {
                bail!(
                    "the engine has broken down {MAX_BREAKDOWNS} times, and is not started again"
                );
            }
            state.running = Some(Running::start(&self.settings)?);
        }
        let running = state.running.as_mut().expect("it was started");
        let time = time.min(self.settings.time);
        match running.search(line, time, is_wanted, || self.has_ended()) {
            Ok(lines) => Ok(Analysis { engine, lines, stopped: !is_wanted() }),
            Err(reason) => {
                state.breakdowns += 1;
                let reason = state.running.take().map_or(String::new(), |run| run.end(&reason));
                say(&format!("zobrist: the engine has broken down: {reason}\n"));
                bail!("the engine has broken down: {reason}");
            }
        }
    }

    /// Ends the engine, and any search.
    pub(crate) fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
        self.state.lock().unwrap_or_else(PoisonError::into_inner).running = None;
    }

    fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }
}

impl Running {
    fn start(settings: &EngineSettings) -> Result<Running> {
        let program = settings.program.to_string_lossy().into_owned();
        let process = Process::start(std::slice::from_ref(&program), &supervisor())?;
        let mut running = Running { process, name: program, has_chess960: false };
        if let Err(reason) = running.begin(settings) {
            let reason = running.end(&reason);
            bail!("expected a UCI engine that answers `uci` with `uciok`, got none: {reason}");
        }
        Ok(running)
    }

    fn begin(&mut self, settings: &EngineSettings) -> Result<(), NoLine> {
        let (mut name, mut options) = (None, Vec::new());
        self.send("uci\n")?;
        self.until("uciok", PATIENCE, |line| {
            if let Some(found) = line.strip_prefix("id name ") {
                let printable = found.chars().filter(|letter| !letter.is_control());
                name = Some(printable.take(80).collect());
            }
            let option = line.strip_prefix("option name ");
            options.extend(option.and_then(|line| line.split(" type ").next()).map(str::to_owned));
        })?;
        self.name = name.unwrap_or_else(|| self.name.clone());
        let has = |name: &str| options.iter().any(|option| option.eq_ignore_ascii_case(name));
        self.has_chess960 = has("UCI_Chess960");
        let mut set = String::new();
        if has("MultiPV") {
            set += &format!("setoption name MultiPV value {LINES}\n");
        }
        for (name, value) in &settings.options {
            set += &format!("setoption name {name} value {value}\n");
        }
        self.send(&(set + "ucinewgame\nisready\n"))?;
        self.until("readyok", PATIENCE, |_| ())
    }

    fn search(
        &mut self,
        line: &PlayedLine,
        time: Duration,
        is_wanted: impl Fn() -> bool,
        has_ended: impl Fn() -> bool,
    ) -> Result<Vec<EngineLine>, NoLine> {
        let position = line.position();
        let mode = position.castles().mode();
        let mut text = String::new();
        if self.has_chess960 {
            let is_chess960 = mode == CastlingMode::Chess960;
            text += &format!("setoption name UCI_Chess960 value {is_chess960}\n");
        }
        text += &format!("position fen {}", fen(&line.start));
        for (at, (before, played, _)) in line.steps().enumerate() {
            text += if at == 0 { " moves " } else { " " };
            text += &WrittenMove::of(before, played).uci;
        }
        self.send(&format!("{text}\ngo movetime {}\n", time.as_millis().max(1)))?;
        let mut lines: [Option<EngineLine>; LINES] = [const { None }; LINES];
        let deadline = Instant::now() + time + PATIENCE;
        let (mut is_stopped, mut bytes) = (false, 0);
        loop {
            if has_ended() {
                return Err(NoLine::Ended);
            }
            if !is_stopped && !is_wanted() {
                self.send("stop\n")?;
                is_stopped = true;
            }
            let look = (Instant::now() + LOOK).min(deadline);
            let read = self.process.line(look, |line| {
                bytes += line.len() + 1;
                take_line(&String::from_utf8_lossy(line), position, &mut lines)
            });
            match read {
                Ok(true) => return Ok(lines.into_iter().map_while(|line| line).collect()),
                Ok(false) if bytes > MAX_ANSWER => return Err(NoLine::TooLong),
                Ok(false) => {}
                Err(NoLine::TimedOut) if Instant::now() < deadline => {}
                Err(reason) => return Err(reason),
            }
        }
    }

    fn send(&mut self, text: &str) -> Result<(), NoLine> {
        self.process.send(text).map_err(|_| NoLine::Ended)
    }

    /// Reads lines until one begins with a word.
    fn until(
        &mut self,
        word: &str,
        time: Duration,
        mut each: impl FnMut(&str),
    ) -> Result<(), NoLine> {
        let (deadline, mut bytes) = (Instant::now() + time, 0);
        loop {
            let is_last = self.process.line(deadline, |line| {
                bytes += line.len() + 1;
                let line = String::from_utf8_lossy(line);
                let is_last = line.split(' ').next() == Some(word);
                if !is_last {
                    each(&line);
                }
                is_last
            })?;
            if is_last {
                return Ok(());
            }
            if bytes > MAX_ANSWER {
                return Err(NoLine::TooLong);
            }
        }
    }

    /// Ends an engine that gave no line, and returns the reason.
    fn end(self, reason: &NoLine) -> String {
        let (status, errors) = self.process.last_words();
        let reason = match (reason, status) {
            (NoLine::Ended, Some(status)) => format!("it ended, {status}"),
            (NoLine::Ended, None) => "it ended".to_owned(),
            (NoLine::TimedOut, _) => "no answer in time".to_owned(),
            (NoLine::TooLong, _) => format!("an answer of more than {MAX_ANSWER} bytes"),
        };
        let last = errors.lines().next_back().unwrap_or_default();
        let last: String = last.chars().filter(|letter| !letter.is_control()).take(200).collect();
        if last.is_empty() { reason } else { format!("{reason}; its last error: {last}") }
    }
}

/// Takes a line of output; true if the search has ended.
fn take_line(
    text: &str,
    position: &VariantPosition,
    lines: &mut [Option<EngineLine>; LINES],
) -> bool {
    if let Some((number, line)) = uci::read_info(text, position)
        && let Some(kept) = number.checked_sub(1).and_then(|at| lines.get_mut(at))
    {
        *kept = Some(line);
    }
    text.split(' ').next() == Some("bestmove")
}
