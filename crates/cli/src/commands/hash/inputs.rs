//! The files that a command reads.

use std::path::PathBuf;

use anyhow::Result;
use indicatif::ProgressBar;
use zobrist_input::{FoundInput, Holds};

use super::args::Args;
use crate::input;

/// Files of text that were found, before any work begins.
pub struct Inputs {
    pub files: Vec<PathBuf>,
    pub found: Vec<FoundInput>,
    /// The progress of reading them.
    pub progress: ProgressBar,
}

impl Inputs {
    /// # Errors
    /// When a file is missing or cannot be opened.
    pub fn find(args: &Args, files: Vec<PathBuf>) -> Result<Inputs> {
        let progress = args.progress(&files);
        let found = input::find_all(&files, Holds::Text, &progress)?;
        Ok(Inputs { files, found, progress })
    }

    /// True if rows tell files apart.
    pub fn are_several(&self) -> bool {
        self.files.len() > 1
    }
}
