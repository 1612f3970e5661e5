//! Ctrl-C and other requests to stop: what a command does then, and what it says.
//!
//! SIGINT, SIGTERM and SIGHUP end a command as the system does, unless it has something to save or
//! to say. In any case bars are removed from the terminal, and temporary files from the disk.

use std::fmt::{self, Display};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::message::say_beside_bars;
use crate::progress;

/// Flag that is set when the user asks a run to stop, so that it can save its results.
#[derive(Debug)]
pub struct Stop {
    /// The signal; 0 before there is one.
    asked: Arc<AtomicI32>,
    _reaction: SignalMessage,
}

impl Stop {
    /// From now on, a signal sets the flag. A second one ends the program at once.
    ///
    /// # Errors
    /// When the system does not tell about signals.
    pub fn listen() -> Result<Stop> {
        listen()?;
        Ok(Stop::note())
    }

    /// As [`listen`](Stop::listen); if the system does not tell about signals, they end the
    /// program.
    pub fn listen_if_possible() -> Stop {
        listen().ok();
        Stop::note()
    }

    fn note() -> Stop {
        let asked = Arc::new(AtomicI32::new(0));
        Stop { _reaction: SignalMessage::choose(Reaction::Note(asked.clone())), asked }
    }

    /// True after the first signal.
    pub fn was_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed) != 0
    }

    /// The error of a command that has stopped.
    pub fn stopped(&self, what_stands: String) -> Stopped {
        Stopped { signal: self.asked.load(Ordering::Relaxed), what_stands }
    }
}

/// While this exists, a signal ends the program at once, and `what_stands` says what is left.
pub fn message_on_signal(what_stands: impl Fn() -> String + Send + 'static) -> SignalMessage {
    listen().ok();
    SignalMessage::choose(Reaction::Tell(Box::new(what_stands)))
}

/// As [`message_on_signal`], unless something else was chosen before.
pub fn message_on_signal_by_default(
    what_stands: impl Fn() -> String + Send + 'static,
) -> Option<SignalMessage> {
    let is_free = matches!(reaction().1, Reaction::End);
    is_free.then(|| message_on_signal(what_stands))
}

/// From now on, a signal removes the bars from the terminal before it ends the program.
pub fn clear_bars() {
    listen().ok();
}

/// Does a step that changes the outcome, such as a rename: a signal ends the program before it or
/// after it, and prints nothing then.
pub fn committed<R>(step: impl FnOnce() -> R) -> R {
    let mut reaction = reaction();
    let result = step();
    if matches!(reaction.1, Reaction::Tell(_)) {
        reaction.1 = Reaction::End;
    }
    result
}

/// A temporary file or folder that a signal removes, as long as this exists.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// A signal removes what is at this path from now on.
    pub fn new(path: &Path) -> Temporary {
        temporary().push(path.to_owned());
        Temporary(path.to_owned())
    }
}

/// Removes all temporary files and folders, as a signal does: for a program that ends while other
/// threads still hold some.
pub fn remove_temporary() {
    temporary().drain(..).for_each(|path| remove(&path));
}

impl Drop for Temporary {
    fn drop(&mut self) {
        temporary().retain(|path| *path != self.0);
    }
}

/// A command that was stopped by a signal: the error with which it ends.
#[derive(Debug)]
pub struct Stopped {
    signal: i32,
    what_stands: String,
}

impl Stopped {
    /// As shells give it for a program that a signal has ended.
    pub fn exit_status(&self) -> u8 {
        exit_status(self.signal) as u8
    }
}

impl Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stopped; {}", self.what_stands)
    }
}

impl std::error::Error for Stopped {}

fn exit_status(signal: i32) -> i32 {
    128 + signal
}

/// The reaction to a signal.
enum Reaction {
    /// Ends the program, as the system does.
    End,
    /// Notes itself; the second one ends the program.
    Note(Arc<AtomicI32>),
    /// Ends the program with a message.
    Tell(Box<dyn Fn() -> String + Send>),
}

/// A choice of a reaction, which lasts until this is dropped or another is made.
#[derive(Debug)]
pub struct SignalMessage(u64);

impl SignalMessage {
    fn choose(new: Reaction) -> SignalMessage {
        let mut reaction = reaction();
        *reaction = (reaction.0 + 1, new);
        SignalMessage(reaction.0)
    }
}

impl Drop for SignalMessage {
    fn drop(&mut self) {
        let mut reaction = reaction();
        if reaction.0 == self.0 {
            reaction.1 = Reaction::End;
        }
    }
}

/// The reaction, and its number among those that were chosen.
static REACTION: Mutex<(u64, Reaction)> = Mutex::new((0, Reaction::End));

fn reaction() -> MutexGuard<'static, (u64, Reaction)> {
    REACTION.lock().unwrap_or_else(PoisonError::into_inner)
}

static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Called when a signal has come, on a thread of its own.
fn react(signal: i32) {
    // Nothing is settled meanwhile.
    let reaction = reaction();
    if let Reaction::Note(asked) = &reaction.1
        && asked.swap(signal, Ordering::Relaxed) == 0
    {
        return;
    }
    in_time(progress::clear);
    temporary().drain(..).for_each(|path| remove(&path));
    match &reaction.1 {
        Reaction::End => end_by(signal),
        Reaction::Note(_) => {}
        Reaction::Tell(what_stands) => {
            let message = format!("zobrist: stopped; {}\n", what_stands());
            in_time(move || say_beside_bars(&message));
        }
    }
    std::process::exit(exit_status(signal));
}

/// Time that a step which writes to the terminal gets after a signal.
const PATIENCE: Duration = Duration::from_millis(500);

/// Does a step that may have to wait for a terminal that takes nothing; goes on without it after
/// some time.
fn in_time(step: impl FnOnce() + Send + 'static) {
    let (tell, told) = mpsc::channel();
    let stepping = move || {
        step();
        tell.send(()).ok();
    };
    if thread::Builder::new().spawn(stepping).is_ok() {
        told.recv_timeout(PATIENCE).ok();
    }
}

/// Removes a file or a folder, into which other threads may still be writing.
fn remove(path: &Path) {
    const ATTEMPTS: usize = 5;
    for _ in 0..ATTEMPTS {
        fs::remove_file(path).or_else(|_| fs::remove_dir_all(path)).ok();
        if path.symlink_metadata().is_err() {
            return;
        }
    }
}

/// Asks the system to tell about signals.
fn listen() -> Result<()> {
    static LISTENING: OnceLock<Result<(), String>> = OnceLock::new();
    let listening = LISTENING.get_or_init(|| listen_now().map_err(|error| format!("{error:#}")));
    listening.clone().map_err(anyhow::Error::msg).context("cannot listen for Ctrl-C")
}

#[cfg(unix)]
fn listen_now() -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let (tell, told) = mpsc::channel();
    let listening = move || {
        // On this thread: without it, a signal would have no effect.
        let ignored = ignored();
        let heard = [SIGINT, SIGTERM, SIGHUP];
        let heard = heard.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        match Signals::new(heard) {
            Ok(mut signals) => {
                tell.send(Ok(())).ok();
                signals.forever().for_each(react);
            }
            Err(error) => {
                tell.send(Err(error)).ok();
            }
        }
    };
    thread::Builder::new().spawn(listening)?;
    Ok(told.recv()??)
}

#[cfg(unix)]
fn end_by(signal: i32) {
    signal_hook::low_level::emulate_default_handler(signal).ok();
}

/// The signals that the program was started to ignore, as by `nohup`, a bit for each from 1.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn listen_now() -> Result<()> {
    const SIGINT: i32 = 2;
    Ok(ctrlc::set_handler(|| react(SIGINT))?)
}

#[cfg(not(unix))]
fn end_by(_: i32) {}
