//! Progress bars, on standard error when it is a terminal.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of so many of what `unit` names.
pub fn bar_of(count: u64, unit: &str) -> ProgressBar {
    bar(count, &format!("{{bar:40}} {{pos}}/{{len}} {unit} {{eta}}"))
}

/// A bar of so many bytes.
pub fn bar_of_bytes(count: u64) -> ProgressBar {
    bar(count, "{bar:40} {bytes}/{total_bytes} {eta}")
}

fn bar(length: u64, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) if io::stderr().is_terminal() => ProgressBar::new(length).with_style(style),
        _ => ProgressBar::hidden(),
    }
}
