//! Searching Polyglot's 781 keys for dependencies: seconds and memory.

use std::env;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, ensure};
use zobrist_audit::{Findings, SearchPlan};
use zobrist_chess::POLYGLOT_RANDOM64;

use crate::child;

/// The name under which this program runs itself.
pub const SEARCH: &str = "audit-search";

pub fn run() -> Result<()> {
    println!(
        "\naudit: all dependencies of 781 keys (targets: weight 8 on one core in 5 s, weight 9 on \
         two in 180 s, 4 GiB)"
    );
    for (weight, threads, expected) in [("8", "1", EIGHT), ("9", "2", NINE)] {
        let mut command = Command::new(env::current_exe()?);
        let search = child::run(command.args([SEARCH, weight, threads]))?;
        ensure!(search.stdout == expected, "weight {weight}: found {}", search.stdout);
        let found = expected.lines().count();
        let processor = search.processor.map(|seconds| format!(", {seconds:.1} s of processors"));
        println!(
            "  weight {weight}, threads {threads}: {found} found in {:.1} s{}, {}",
            search.seconds,
            processor.unwrap_or_default(),
            child::memory(search.peak)
        );
    }
    Ok(())
}

/// Searches to a weight on a number of threads, and prints what is found.
pub fn search(arguments: &[String]) -> Result<()> {
    let [weight, threads] = arguments else { anyhow::bail!("expected a weight and threads") };
    let threads: usize = threads.parse().context("threads")?;
    let plan = SearchPlan::new(POLYGLOT_RANDOM64.as_slice(), weight.parse()?)?;
    let sums = plan.sums();
    let search = plan.prepare()?;
    let (next, findings) = (AtomicUsize::new(0), Mutex::new(Findings::new()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut worker = search.worker();
                loop {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    if part >= search.parts() {
                        return;
                    }
                    let found = worker.run(part);
                    findings.lock().expect("merging does not panic").merge(found);
                }
            });
        }
    });
    let findings = findings.into_inner().expect("merging does not panic");
    ensure!(findings.sums == sums, "{} sums of {sums}", findings.sums);
    findings.dependencies.iter().for_each(|found| println!("{found}"));
    Ok(())
}

const EIGHT: &str = "62 64 141 366 370 480 598 731\n";
const NINE: &str = include_str!("../../crates/chess/tests/vectors/polyglot-weight9.txt");
