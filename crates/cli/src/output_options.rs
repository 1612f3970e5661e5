//! Output of the commands that write rows or keys to standard output or a file.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::output::{self, Output};

/// The file that a command writes.
#[derive(Args, Clone, Debug)]
pub struct OutputOptions {
    /// File to write [default: `-`, standard output]
    ///
    /// It is written whole or not at all.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists; only a regular file is ever replaced
    #[arg(long, requires = "output", help_heading = "Output", hide_short_help = true)]
    force: bool,
}

impl OutputOptions {
    /// Begins writing the file.
    pub fn begin(&self) -> Result<Output> {
        Output::create(self.path(), self.force)
    }

    /// Begins writing a file that is not one of the inputs.
    pub fn begin_apart_from(&self, inputs: &[PathBuf]) -> Result<Output> {
        output::refuse_input(self.path(), inputs)?;
        self.begin()
    }

    /// Begins a second file whose name has one more extension; `None` for standard output.
    pub fn begin_sidecar(&self, extension: &str) -> Result<Option<Output>> {
        if !self.is_file() {
            return Ok(None);
        }
        let mut sidecar = self.path().as_os_str().to_owned();
        sidecar.push(extension);
        Output::create(Path::new(&sidecar), self.force).map(Some)
    }

    /// True if a file is named, not standard output.
    pub fn is_file(&self) -> bool {
        self.path() != Path::new("-")
    }

    fn path(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new("-"))
    }
}
