//! Counting different positions: seconds and memory of the whole command.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::command;

pub fn run() -> Result<()> {
    println!(
        "\ncounting: zobrist perft --unique on two threads (targets: seconds; 8 GiB for ply 7)"
    );
    let command = command::build()?;
    for (depth, expected) in [("6", "9417681"), ("7", "96400068")] {
        let start = Instant::now();
        let output =
            Command::new(&command).args(["perft", depth, "--unique", "--jobs", "2"]).output()?;
        let seconds = start.elapsed().as_secs_f64();
        let printed = String::from_utf8(output.stdout)?;
        let last = printed.lines().last().context("perft prints rows")?;
        ensure!(last == format!("{depth}\t{expected}"), "perft printed {last}");
        println!("  ply {depth}: {expected} positions in {seconds:.1} s");
    }
    Ok(())
}
