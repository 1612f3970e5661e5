//! Counts different positions: seconds and memory of the whole command.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{child, command};

pub(crate) fn run() -> Result<()> {
    println!(
        "\ncounting: zobrist perft --unique on two threads (targets: seconds; 8 GiB for ply 7)"
    );
    let command = command::build()?;
    for (depth, expected) in [("6", "9417681"), ("7", "96400068")] {
        let perft =
            child::run(Command::new(&command).args(["perft", depth, "--unique", "--jobs", "2"]))?;
        let last = perft.stdout.lines().last().context("perft prints rows")?;
        ensure!(last == format!("{depth}\t{expected}"), "perft printed {last}");
        let (seconds, memory) = (perft.seconds, child::memory(perft.peak));
        println!("  ply {depth}: {expected} positions in {seconds:.1} s, {memory}");
    }
    Ok(())
}
