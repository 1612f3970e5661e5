//! Progress of reading files.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::ProgressBar;
use zobrist_console::message::say;
use zobrist_console::progress::bar_of_bytes;
use zobrist_input::{Content, FoundInput, Listener, Result};

use crate::reading_options::WAY_OUT;

/// Finds all files, as [`zobrist_input::find_all`] does, with the progress of reading them.
pub fn find_all(
    files: &[PathBuf],
    holds: Content,
    progress: &ProgressBar,
) -> Result<Vec<FoundInput>> {
    zobrist_input::find_all(files, holds, &shown(progress))
}

/// Finds one file, which is read without a progress bar, as [`zobrist_input::find_one`] does.
pub fn find_one(file: &Path, holds: Content) -> Result<FoundInput> {
    zobrist_input::find_one(file, holds, &teller())
}

/// Returns the listener that reports the reading of files to the user, without a progress bar.
pub fn teller() -> Arc<dyn Listener> {
    shown(&ProgressBar::hidden())
}

/// Shows how the reading goes on: its progress, and notices.
pub fn shown(progress: &ProgressBar) -> Arc<dyn Listener> {
    Arc::new(Shown(progress.clone()))
}

/// Shows how the reading goes on.
struct Shown(ProgressBar);

impl Listener for Shown {
    fn read(&self, bytes: u64) {
        self.0.inc(bytes);
    }

    fn notice(&self, text: &str) {
        say(&format!("zobrist: {text}\n"));
    }

    fn assumed_encoding(&self, text: &str) {
        self.notice(&format!("{text}{WAY_OUT}"));
    }
}

/// Progress of reading these files while many rows go to standard output: none if that is a
/// terminal, where they show it.
pub fn progress_bar(files: &[PathBuf]) -> ProgressBar {
    if io::stdout().is_terminal() { ProgressBar::hidden() } else { progress_with_few_rows(files) }
}

/// Progress of reading these files while few rows are printed, or none: a bar of their bytes, or
/// the number of bytes if there is a pipe among them. There is none while a user may be typing.
pub fn progress_with_few_rows(files: &[PathBuf]) -> ProgressBar {
    let is_typed = files.is_empty() || files.iter().any(|file| *file == Path::new("-"));
    if is_typed && io::stdin().is_terminal() {
        return ProgressBar::hidden();
    }
    let sizes = files.iter().map(|file| file.metadata().ok().filter(|meta| meta.is_file()));
    let total: Option<u64> = sizes.map(|meta| meta.map(|meta| meta.len())).sum();
    bar_of_bytes(total.filter(|_| !files.is_empty()))
}
