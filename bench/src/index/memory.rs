//! Builds an index of many games in little memory.

use anyhow::{Result, ensure};

use super::{Built, number};
use crate::{child, command, generate};

const GAMES: u64 = 2_000_000;

pub(crate) fn run() -> Result<()> {
    let (path, made) = generate::kept(GAMES)?;
    println!(
        "\nmemory: {GAMES} generated games, {} plies, {} MB of PGN, with --memory 512MiB (target: \
         no more resident)",
        made.plies,
        made.bytes / 1_000_000
    );
    let built = Built::new(&command::build()?, &path, &["--memory", "512MiB"])?;
    let info = built.info()?;
    ensure!(number(&info, "games")? == GAMES, "games are missing: {info}");
    // In a game of random moves, fewer than one position in a thousand recurs.
    let positions = made.plies + GAMES;
    let occurrences = number(&info, "occurrences_rows")?;
    ensure!(
        (positions - positions / 1000..=positions).contains(&occurrences),
        "{occurrences} occurrences of {positions} positions"
    );
    println!(
        "  zobrist index build: {}, {:.1} s, {:.2} million plies/s",
        child::memory(built.process.peak),
        built.process.seconds,
        made.plies as f64 / built.process.seconds / 1e6
    );
    built.print_size("2,000,000 games")
}
