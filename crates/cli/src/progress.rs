//! Progress on standard error while it is a terminal, from half a second on.

use std::env;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, WeakProgressBar};

use crate::loudness;
use crate::terminal;

/// Work that is done before shows nothing.
const DELAY: Duration = Duration::from_millis(500);

/// Interval at which a bar is drawn, however long a step takes.
const INTERVAL: Duration = Duration::from_millis(100);

/// True if progress is shown: on a terminal that can move its cursor, unless the user wants none.
pub fn is_shown() -> bool {
    let is_dumb = || env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stderr().is_terminal() && !loudness::is_quiet() && !is_dumb()
}

/// A bar of `count` steps; `unit` names them in the plural.
pub fn bar_of(count: u64, unit: &str) -> ProgressBar {
    bar(Some(count), &format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left"))
}

/// A bar of `count` bytes that are read, with a message; without `count`, their number and the time.
pub fn bar_of_bytes(count: Option<u64>) -> ProgressBar {
    match count {
        Some(_) => bar(count, "{bar:20} {bytes}/{total_bytes}{msg}, {eta} left"),
        None => bar(count, "{spinner} {bytes}{msg}, {elapsed}"),
    }
}

/// Does `work` of unknown duration while a spinner turns.
pub fn spinning<R>(message: &str, work: impl FnOnce() -> R) -> R {
    let spinner = spinner(message);
    let result = work();
    spinner.finish_and_clear();
    result
}

/// A spinner with what is being done and the time since.
pub fn spinner(message: &str) -> ProgressBar {
    let message = terminal::stderr().field(message).into_owned();
    bar(None, "{spinner} {msg}, {elapsed}").with_message(message)
}

/// Writes to the terminal above the bar, if one is drawn. `write` must not call this again.
pub fn above<R>(write: impl FnOnce() -> R) -> R {
    let bar = drawn().iter().rev().filter_map(WeakProgressBar::upgrade).find(|b| !b.is_finished());
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Removes all bars from the terminal, for good.
pub fn clear() {
    let bars: Vec<ProgressBar> = drawn().iter().filter_map(WeakProgressBar::upgrade).collect();
    bars.iter().for_each(ProgressBar::finish_and_clear);
}

/// Calls `prepare` when the first bar is drawn.
pub fn before_drawing(prepare: fn()) {
    PREPARE.get_or_init(|| prepare);
}

static PREPARE: OnceLock<fn()> = OnceLock::new();

/// The bars that are drawn, or were.
static DRAWN: Mutex<Vec<WeakProgressBar>> = Mutex::new(Vec::new());

fn drawn() -> MutexGuard<'static, Vec<WeakProgressBar>> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A bar that is drawn from a thread of its own. If the system refuses the thread, it is not drawn.
fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
    let Ok(style) = ProgressStyle::with_template(template) else { return bar };
    if !is_shown() {
        return bar;
    }
    let bar = bar.with_style(style);
    let weak = bar.downgrade();
    let unfinished = move || weak.upgrade().filter(|bar| !bar.is_finished());
    let draw = move || {
        thread::sleep(DELAY);
        if let Some(bar) = unfinished() {
            if let Some(prepare) = PREPARE.get() {
                prepare();
            }
            let mut drawn = drawn();
            drawn.retain(|bar| bar.upgrade().is_some());
            drawn.push(bar.downgrade());
            drop(drawn);
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        while let Some(bar) = unfinished() {
            bar.tick();
            drop(bar);
            thread::sleep(INTERVAL);
        }
    };
    thread::Builder::new().spawn(draw).ok();
    bar
}
