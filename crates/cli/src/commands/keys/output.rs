//! Output of the commands that write keys.

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
    /// Begins writing the file.
    pub fn begin(&self) -> Result<Output> {
        Output::create(self.path(), self.force)
    }

    /// Begins a second file whose name has one more extension; `None` for standard output.
    pub fn begin_sidecar(&self, extension: &str) -> Result<Option<Output>> {
        if self.path() == Path::new("-") {
            return Ok(None);
        }
        let mut sidecar = self.path().as_os_str().to_owned();
        sidecar.push(extension);
        Output::create(Path::new(&sidecar), self.force).map(Some)
    }

    fn path(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new("-"))
    }
}
