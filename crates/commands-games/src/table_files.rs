//! The number of files that the tables of an index are divided into.

use std::num::NonZeroUsize;

use anyhow::{Result, bail};
use clap::Args;

/// The number of files of a table.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct TableFilesOption {
    /// Number of files of the tables of positions and occurrences, up to 65536 [default: 128 to 256
    /// MB each]
    #[arg(
        long = "files",
        value_name = "N",
        value_parser = number,
        help_heading = "Index",
        hide_short_help = true
    )]
    pub(crate) files_per_table: Option<NonZeroUsize>,
}

/// Each file has keys of its own, by their first 16 bits.
const MAX: usize = 1 << 16;

fn number(text: &str) -> Result<NonZeroUsize> {
    match text.parse::<NonZeroUsize>() {
        Ok(files) if files.get() <= MAX => Ok(files),
        _ => bail!("expected a number of files from 1 to {MAX}"),
    }
}
