//! The transposition table beside the memory's limit and beside concurrent maps.

mod ceiling;
mod memory_bound;
mod peers;
mod stream;

use anyhow::Result;

pub fn run() -> Result<()> {
    memory_bound::run()?;
    peers::run()
}
