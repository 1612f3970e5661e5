//! The keys that a command writes.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::output::Output;

/// The options of a command that writes keys.
#[derive(Args, Clone, Debug)]
pub struct OutputOptions {
    /// File to write, whole or not at all; `-` is standard output [default: `-`]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists; only a regular file is ever replaced
    #[arg(long, requires = "output")]
    force: bool,
}

impl OutputOptions {
    /// Begins the file.
    ///
    /// # Errors
    /// When it exists and --force is not given, or cannot be written.
    pub fn begin(&self) -> Result<Output> {
        Output::create(self.path(), self.force)
    }

    /// Begins the file beside it whose name is longer by an ending; standard output has none.
    ///
    /// # Errors
    /// When that exists and --force is not given, or cannot be written.
    pub fn begin_beside(&self, ending: &str) -> Result<Option<Output>> {
        if self.path() == Path::new("-") {
            return Ok(None);
        }
        let mut beside = self.path().as_os_str().to_owned();
        beside.push(ending);
        Output::create(Path::new(&beside), self.force).map(Some)
    }

    fn path(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new("-"))
    }
}
