//! The transposition table beside the memory's limit and beside concurrent maps.

mod ceiling;
mod cluster;
mod memory_bound;
mod nodes;
mod peers;
mod policies;
mod stream;

use anyhow::Result;

pub fn run() -> Result<()> {
    memory_bound::run()?;
    peers::run()
}

pub fn clusters() -> Result<()> {
    cluster::run()
}

pub fn nodes() -> Result<()> {
    nodes::run()
}

pub fn policies() -> Result<()> {
    policies::run()
}
