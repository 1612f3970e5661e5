//! Progress on standard error while it is a terminal, from half a second on.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, WeakProgressBar};

use crate::terminal;
use crate::verbosity;

/// Work that is done before shows nothing.
const DELAY: Duration = Duration::from_millis(500);

/// Interval at which a bar is drawn, however long a step takes.
const INTERVAL: Duration = Duration::from_millis(100);

/// True if progress is shown: on a terminal that can move its cursor, unless the user wants none.
pub fn is_shown() -> bool {
    io::stderr().is_terminal() && !verbosity::is_quiet() && !terminal::is_dumb()
}

/// A bar of `count` steps; `unit` names them in the plural.
pub fn bar_of(count: u64, unit: &str) -> ProgressBar {
    bar(Some(count), &format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left"))
}

/// A bar of `count` bytes that are read, with a message; without `count`, their number and the
/// time.
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
    let bar = drawn().bars().into_iter().rev().find(|bar| !bar.is_finished());
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Writes rows to standard output. If that is a terminal, no bar is drawn there meanwhile. Unlike
/// with [`above`], no lock is held: whoever reads the rows may be slow, or stop reading.
pub fn without_bars<R>(write: impl FnOnce() -> R) -> R {
    if !io::stdout().is_terminal() {
        return write();
    }
    take_down();
    let result = write();
    put_up();
    result
}

fn take_down() {
    let mut drawn = drawn();
    drawn.are_down = true;
    for bar in drawn.bars().into_iter().filter(|bar| !bar.is_finished()) {
        bar.set_style(nothing());
        bar.force_draw();
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
}

fn put_up() {
    let mut drawn = drawn();
    drawn.are_down = false;
    for (bar, style) in drawn.styled_bars() {
        bar.set_style(style);
        if !bar.is_finished() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.force_draw();
        }
    }
}

/// The style of a bar that cannot be seen.
fn nothing() -> ProgressStyle {
    ProgressStyle::with_template("").expect("nothing is a template")
}

/// Removes all bars from the terminal, for good. Waits while something is written above one.
pub fn clear() {
    let bars = drawn().bars();
    bars.iter().for_each(ProgressBar::finish_and_clear);
}

/// Calls `prepare` when the first bar is drawn.
pub fn before_drawing(prepare: fn()) {
    PREPARE.get_or_init(|| prepare);
}

static PREPARE: OnceLock<fn()> = OnceLock::new();

/// The bars that are drawn, or were.
struct Drawn {
    /// Each with its style.
    bars: Vec<(WeakProgressBar, ProgressStyle)>,
    /// True while rows are written in their place.
    are_down: bool,
}

impl Drawn {
    fn styled_bars(&self) -> Vec<(ProgressBar, ProgressStyle)> {
        let bars = self.bars.iter();
        bars.filter_map(|(bar, style)| Some((bar.upgrade()?, style.clone()))).collect()
    }

    fn bars(&self) -> Vec<ProgressBar> {
        self.bars.iter().filter_map(|(bar, _)| bar.upgrade()).collect()
    }
}

static DRAWN: Mutex<Drawn> = Mutex::new(Drawn { bars: Vec::new(), are_down: false });

fn drawn() -> MutexGuard<'static, Drawn> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A bar that is drawn from a thread of its own. If the system refuses the thread, it is not drawn.
fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
    let Ok(style) = ProgressStyle::with_template(template) else { return bar };
    if !is_shown() {
        return bar;
    }
    let bar = bar.with_style(style.clone());
    let weak = bar.downgrade();
    let unfinished = move || weak.upgrade().filter(|bar| !bar.is_finished());
    let draw = move || {
        thread::sleep(DELAY);
        if let Some(bar) = unfinished() {
            if let Some(prepare) = PREPARE.get() {
                prepare();
            }
            let mut drawn = drawn();
            drawn.bars.retain(|(bar, _)| bar.upgrade().is_some());
            drawn.bars.push((bar.downgrade(), style));
            if !drawn.are_down {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
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
