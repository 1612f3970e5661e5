//! Options for the resources of a command: threads, memory and sizes in bytes.

use std::num::NonZeroUsize;
use std::thread;

use anyhow::{Result, anyhow, bail};
use clap::Args;
pub use zobrist_input::bytes_of_size as bytes;
use zobrist_shakmaty::parallel::MAX_THREADS;

/// Resources that a command may use.
#[derive(Args, Clone, Copy, Debug)]
pub struct Resources {
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
    /// Memory to use, such as 512MiB; each thread needs about 25 MiB on top
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1GiB",
        value_parser = size,
        help_heading = "Resources",
        hide_short_help = true
    )]
    pub memory: usize,
}

impl Resources {
    /// Number of threads.
    pub fn threads(&self) -> NonZeroUsize {
        threads(self.jobs)
    }
}

/// Smallest amount of memory that is accepted, in bytes.
const MIN_MEMORY: usize = 16 << 20;

/// Reads a size of memory such as 512MiB, 2G or 20000000.
pub fn size(text: &str) -> Result<usize> {
    match usize::try_from(bytes(text)?) {
        Ok(size) if size >= MIN_MEMORY => Ok(size),
        Ok(_) => bail!("expected at least 16MiB, got {text}"),
        Err(_) => bail!("expected a size that a machine can have, got {text}"),
    }
}

/// Reads a number of threads.
///
/// # Errors
/// When it is not one, or is 0.
pub fn jobs(text: &str) -> Result<NonZeroUsize> {
    text.parse().map_err(|_| anyhow!("expected a number of threads, 1 or more"))
}

/// One thread per core, unless the user says otherwise; never more than a system can have.
pub fn threads(jobs: Option<NonZeroUsize>) -> NonZeroUsize {
    const MAX: NonZeroUsize = NonZeroUsize::new(MAX_THREADS).unwrap();
    jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN).min(MAX)
}
