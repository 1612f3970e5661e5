//! Counting different positions: seconds and memory of the whole command.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

pub fn run() -> Result<()> {
    println!("\ncounting: zobrist perft --unique on two threads (targets: seconds; 8 GiB for ply 7)");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--package", "zobrist-cli"])
        .current_dir(&root)
        .status()?;
    ensure!(built.success(), "the command does not build");
    for (depth, expected) in [("6", "9417681"), ("7", "96400068")] {
        let start = Instant::now();
        let output = Command::new(root.join("target/release/zobrist"))
            .args(["perft", depth, "--unique", "--jobs", "2"])
            .output()?;
        let seconds = start.elapsed().as_secs_f64();
        let printed = String::from_utf8(output.stdout)?;
        let last = printed.lines().last().context("perft prints rows")?;
        ensure!(last == format!("{depth}\t{expected}"), "perft printed {last}");
        println!("  ply {depth}: {expected} positions in {seconds:.1} s");
    }
    Ok(())
}
