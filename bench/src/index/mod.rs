//! Builds position indexes: time, size, and peers with similar work.

mod explore;
mod filters;
mod look_up;
mod memory;
mod peers;
mod recount;
mod runs;
mod serve;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;
use zobrist_chess::Fide;

use crate::child::{self, Finished};
use crate::paired::quartiles;
use crate::{command, games, generate, replay};
use recount::Recount;

pub(crate) use explore::run as explore;
pub(crate) use filters::run as filters;
pub(crate) use look_up::run as look_up;
pub(crate) use memory::run as memory;
pub(crate) use runs::run as by_runs;
pub(crate) use serve::run as serve;

/// Number of builds on one core and on two, in turn.
const ROUNDS: usize = 5;

pub(crate) fn run() -> Result<()> {
    let (path, made) = generate::kept(100_000)?;
    println!(
        "\nindex: {} generated games, {} plies, from file to all three tables (target: 8 million \
         plies/s on two cores)",
        made.games, made.plies
    );
    let command = command::build()?;
    let text = fs::read(&path)?;
    let expected = Recount::of(&Fide, &text)?;
    ensure!(
        (expected.games, expected.plies) == (made.games, made.plies),
        "the file has different numbers of games and plies"
    );

    let jobs = ["1", "2"];
    let mut seconds = [Vec::new(), Vec::new()];
    let mut peaks = [None, None];
    let mut processor = [Vec::new(), Vec::new()];
    let mut bare = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        ensure!(
            replay::bare(&text)? == made.plies,
            "the replayed games have a different number of plies"
        );
        bare.push(start.elapsed().as_secs_f64());
        for (index, jobs) in jobs.iter().enumerate() {
            let built = Built::new(&command, &path, &["--jobs", jobs])?;
            built.check(&expected)?;
            seconds[index].push(built.process.seconds);
            peaks[index] = peaks[index].max(built.process.peak);
            processor[index].extend(built.process.processor);
        }
    }
    let per_second = |seconds: f64| made.plies as f64 / seconds / 1e6;
    let [_, alone, _] = quartiles(seconds[0].clone());
    for (index, jobs) in jobs.iter().enumerate() {
        let [fast, median, slow] = quartiles(seconds[index].clone()).map(per_second);
        print!(
            "  zobrist index build --jobs {jobs}: {median:.2} million plies/s ({slow:.2} to \
             {fast:.2}), {}",
            child::memory(peaks[index])
        );
        if !processor[index].is_empty() {
            // Processor time does not include waiting.
            let [_, processor, _] = quartiles(processor[index].clone());
            print!(", {processor:.2} s on processors");
        }
        println!();
    }
    let [_, bare, _] = quartiles(bare);
    println!(
        "  pgn-reader and shakmaty, which replay the games in memory on one core and no more: \
         {:.2} million plies/s",
        per_second(bare)
    );
    peers::run(&path, alone)?;

    println!("\nsize: bytes a row, with everything in the files (targets: 17.4 and 10)");
    Built::new(&command, &path, &[])?.print_size("generated games")?;
    let sample = games::path();
    let built = Built::new(&command, &sample, &[])?;
    built.check(&Recount::of(&Fide, &games::text()?)?)?;
    built.print_size("the sample's games")
}

/// An index in a folder of its own, which is removed with it.
struct Built {
    folder: TempDir,
    process: Finished,
    command: PathBuf,
}

impl Built {
    /// Runs `zobrist index build`.
    fn new(command: &Path, games: &Path, options: &[&str]) -> Result<Built> {
        // Beside the games, as temporary files may be in memory.
        let folder = TempDir::new_in(generate::folder()?)?;
        let process = child::run(
            Command::new(command)
                .args(["index", "build"])
                .args(options)
                .args([folder.path().join("index").as_path(), games]),
        )?;
        Ok(Built { folder, process, command: command.to_owned() })
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    /// Returns the output of `index info`.
    fn info(&self) -> Result<String> {
        let mut command = Command::new(&self.command);
        command.args(["index", "info", "--format", "jsonl"]).arg(self.path());
        Ok(child::run(&mut command)?.stdout)
    }

    fn check(&self, expected: &Recount) -> Result<()> {
        let info = self.info()?;
        let expect = |name: &str, expected: u64| {
            let got = number(&info, name)?;
            ensure!(got == expected, "{name}: expected {expected}, the index has {got}");
            Ok(())
        };
        expect("games", expected.games)?;
        expect("positions_rows", expected.different(true))?;
        // A game that returns to a position has one row or several, as the format decides.
        let occurrences = number(&info, "occurrences_rows")?;
        ensure!(
            (expected.visits..=expected.plies + expected.games).contains(&occurrences),
            "occurrences_rows: {occurrences}, but the games visit {} different positions",
            expected.visits
        );
        Ok(())
    }

    fn print_size(&self, of: &str) -> Result<()> {
        let info = self.info()?;
        print!("  {of}:");
        for table in ["positions", "occurrences"] {
            let rows = number(&info, &format!("{table}_rows"))?;
            let bytes = number(&info, &format!("{table}_bytes"))?;
            print!(" {table} {:.2} ({rows} rows)", bytes as f64 / rows as f64);
        }
        println!();
        Ok(())
    }
}

/// Returns a number of a flat JSON object.
fn number(json: &str, name: &str) -> Result<u64> {
    let (_, value) = json
        .split_once(&format!("\"{name}\":"))
        .with_context(|| format!("no field {name:?} in {json}"))?;
    let value = value.trim_start();
    let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    value[..end].parse().with_context(|| format!("{name:?} is not a whole number in {json}"))
}
