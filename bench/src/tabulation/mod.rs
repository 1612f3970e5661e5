//! Tabulation hashing of integers, in maps, of streams and of sets, and peers.

mod integers;
mod maps;
mod sets;
mod streams;

use anyhow::Result;

pub(crate) fn run() -> Result<()> {
    integers::run();
    maps::run();
    streams::run();
    sets::run();
    Ok(())
}
