//! Counting different positions: seconds and memory of the whole command.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::command;

pub fn run() -> Result<()> {
    println!(
        "\ncounting: zobrist perft --unique on two threads (targets: seconds; 8 GiB for ply 7)"
    );
    let command = command::build()?;
    for (depth, expected) in [("6", "9417681"), ("7", "96400068")] {
        let start = Instant::now();
        let mut child = Command::new(&command)
            .args(["perft", depth, "--unique", "--jobs", "2"])
            .stdout(Stdio::piped())
            .spawn()?;
        // The last look is at most one pause before the end, when all is held.
        let mut peak = None;
        while child.try_wait()?.is_none() {
            peak = peak_memory(child.id()).or(peak);
            thread::sleep(Duration::from_millis(20));
        }
        let seconds = start.elapsed().as_secs_f64();
        let mut printed = String::new();
        child.stdout.take().context("the output is piped")?.read_to_string(&mut printed)?;
        let last = printed.lines().last().context("perft prints rows")?;
        ensure!(last == format!("{depth}\t{expected}"), "perft printed {last}");
        let memory = match peak {
            Some(kibibytes) => format!("{:.2} GiB", kibibytes as f64 / f64::from(1 << 20)),
            None => "memory not told by this system".to_owned(),
        };
        println!("  ply {depth}: {expected} positions in {seconds:.1} s, {memory}");
    }
    Ok(())
}

/// The largest resident set of a process so far, in KiB, where Linux tells it.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
