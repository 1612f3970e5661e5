//! Output of the commands that write a book.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use zobrist_console::output::Output;

/// The options of a command that writes a book.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputOptions {
    /// The book to write; `-` is standard output
    ///
    /// It is written whole or not at all.
    #[arg(short, long, value_name = "OUT.bin", help_heading = "Output")]
    pub(crate) output: PathBuf,
    /// Replace OUT.bin if it exists
    ///
    /// Only a regular file is ever replaced.
    #[arg(long, help_heading = "Output")]
    force: bool,
}

impl OutputOptions {
    /// Begins writing the book.
    pub(crate) fn begin(&self) -> Result<Output> {
        let output = Output::create(&self.output, self.force)?;
        if output.is_stdout() && io::stdout().is_terminal() {
            bail!("a book is not for a terminal; name a file with --output");
        }
        Ok(output)
    }
}
