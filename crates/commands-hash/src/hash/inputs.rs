//! The files that a command reads.

use std::path::PathBuf;

use anyhow::Result;
use indicatif::ProgressBar;
use zobrist_commands_input::terminal_listener;
use zobrist_input::{Content, FoundInput};

use super::args::Args;

/// Files of text that were found, before any work begins.
pub(crate) struct Inputs {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) found: Vec<FoundInput>,
    /// The progress of reading them.
    pub(crate) progress: ProgressBar,
}

impl Inputs {
    /// # Errors
    /// When a file is missing or cannot be opened.
    pub(crate) fn find(args: &Args, files: Vec<PathBuf>) -> Result<Inputs> {
        let progress = args.progress(&files);
        let found = terminal_listener::find_all(&files, Content::Text, &progress)?;
        Ok(Inputs { files, found, progress })
    }

    /// True if rows tell files apart.
    pub(crate) fn are_several(&self) -> bool {
        self.files.len() > 1
    }
}
