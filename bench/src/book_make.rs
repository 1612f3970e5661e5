//! Makes books from generated games: the command against Debian's polyglot, as processes.

use std::fs;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::child::{self, Finished};
use crate::paired::quartiles;
use crate::{command, generate, peers};

/// Number of runs of each, in turn.
const ROUNDS: usize = 5;

/// The key of the start position. One of its moves is played more than 16,384 times, whereupon
/// polyglot halves weights, depending on the order of the games.
const START: [u8; 8] = 0x463b_9618_1691_fc9c_u64.to_be_bytes();

pub(crate) fn run() -> Result<()> {
    let (games, made) = generate::kept(100_000)?;
    println!(
        "\nbook_make: {} generated games, {} plies, from file to book (target: 8 times polyglot)",
        made.games, made.plies
    );
    let zobrist = command::build()?;
    let polyglot = peers::installed("polyglot");
    let folder = tempfile::tempdir_in(generate::folder()?)?;
    let book = |name: &str| folder.path().join(name);
    let ours = |options: &[&str]| -> Result<(Finished, Vec<u8>)> {
        let out = book("zobrist.bin");
        let finished = child::run(
            Command::new(&zobrist)
                .args(["book", "make", "--force", "-o"])
                .arg(&out)
                .arg(&games)
                .args(options),
        )?;
        Ok((finished, fs::read(out)?))
    };

    let expected = ours(&["--jobs", "1"])?.1;
    let compat = ours(&["--jobs", "1", "--compat"])?.1;
    ensure!(!expected.is_empty() && compat != expected, "the two ways of counting differ");

    let mut rows = [("2", Row::default()), ("1", Row::default())];
    let mut theirs = Row::default();
    for _ in 0..ROUNDS {
        if let Some(polyglot) = &polyglot {
            let out = book("polyglot.bin");
            theirs.add(child::run(
                Command::new(polyglot)
                    .arg("make-book")
                    .arg("-pgn")
                    .arg(&games)
                    .arg("-bin")
                    .arg(&out),
            )?);
            let their_book = fs::read(&out)?;
            ensure!(
                without_start(&their_book) == without_start(&compat),
                "polyglot's book differs"
            );
        }
        for (jobs, row) in &mut rows {
            let (finished, made) = ours(&["--jobs", jobs])?;
            ensure!(made == expected, "the book depends on the number of threads");
            row.add(finished);
        }
    }
    for (jobs, row) in &rows {
        row.print(&format!("zobrist book make --jobs {jobs}"), made.plies, &theirs);
    }
    if polyglot.is_some() {
        theirs.print("polyglot make-book", made.plies, &theirs);
    } else {
        println!("  polyglot: left out, not installed (apt-get install polyglot)");
    }
    Ok(())
}

/// Returns the entries of a book except those of the start position.
fn without_start(book: &[u8]) -> Vec<&[u8]> {
    book.chunks(16).filter(|entry| !entry.starts_with(&START)).collect()
}

/// Times and peak memory of one contestant.
#[derive(Default)]
struct Row {
    seconds: Vec<f64>,
    peak: Option<u64>,
}

impl Row {
    fn add(&mut self, finished: Finished) {
        self.seconds.push(finished.seconds);
        self.peak = self.peak.max(finished.peak);
    }

    /// Prints the median time, and the speed relative to polyglot's in the same rounds.
    fn print(&self, name: &str, plies: u64, theirs: &Row) {
        let [_, median, _] = quartiles(self.seconds.clone());
        print!(
            "  {name:<30} {median:>6.2} s, {:>4.0} ns a ply, {}",
            median * 1e9 / plies as f64,
            child::memory(self.peak)
        );
        if theirs.seconds.is_empty() {
            println!();
        } else {
            let ratios = theirs.seconds.iter().zip(&self.seconds).map(|(t, o)| t / o);
            let [low, ratio, high] = quartiles(ratios.collect());
            println!(", {ratio:.1} times polyglot ({low:.1} to {high:.1})");
        }
    }
}
