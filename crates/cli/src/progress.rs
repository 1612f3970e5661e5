//! Progress bars, on standard error when it is a terminal.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::terminal;

/// A bar of `count` steps; `unit` names them in the plural.
pub fn bar_of(count: u64, unit: &str) -> ProgressBar {
    bar(count, &format!("{{bar:40}} {{pos}}/{{len}} {unit} {{eta}}"))
}

/// A bar of `count` bytes.
pub fn bar_of_bytes(count: u64) -> ProgressBar {
    bar(count, "{bar:40} {bytes}/{total_bytes} {eta}")
}

/// Does `work` of unknown duration while a spinner turns.
pub fn spinning<R>(message: &str, work: impl FnOnce() -> R) -> R {
    let spinner = if io::stderr().is_terminal() {
        ProgressBar::new_spinner().with_message(terminal::stderr().field(message).into_owned())
    } else {
        ProgressBar::hidden()
    };
    tick(&spinner, Duration::from_millis(100));
    let result = work();
    spinner.finish_and_clear();
    result
}

/// Redraws a visible bar at intervals until it is finished, however long a step takes. If the system
/// refuses the thread for that, the bar is drawn only when it moves.
pub fn tick(bar: &ProgressBar, interval: Duration) {
    if bar.is_hidden() {
        return;
    }
    let bar = bar.downgrade();
    let draw = move || {
        while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            thread::sleep(interval);
        }
    };
    thread::Builder::new().spawn(draw).ok();
}

fn bar(length: u64, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) if io::stderr().is_terminal() => ProgressBar::new(length).with_style(style),
        _ => ProgressBar::hidden(),
    }
}
