//! Generates games in PGN: openings of the sample games, then random legal moves.
//!
//! The bytes depend on the seed and the number of games, not on the number of threads.

mod game;
pub(crate) mod random;
mod tags;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use shakmaty::Move;
use zobrist_chess::Polyglot;
use zobrist_shakmaty::pgn::replay_game;
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, Hashed};

use crate::games;
use random::Random;

/// Seed of the files of the benchmarks.
pub(crate) const SEED: u64 = 2026;
/// Number of first plies of a sample game that a generated game may take.
const OPENING: usize = 16;
/// Number of games that a thread makes at a time.
const BATCH: u64 = 500;

/// The size of a file of generated games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    pub games: u64,
    pub plies: u64,
    pub bytes: u64,
}

/// Runs `generate FILE [GAMES]`, with 100,000 games by default.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let (path, games) = match arguments {
        [path] => (path, 100_000),
        [path, games] => (path, games.parse().context("GAMES is not a number")?),
        _ => bail!("expected generate FILE [GAMES]"),
    };
    let start = Instant::now();
    let Summary { games, plies, bytes } = write_games(Path::new(path), games, SEED)?;
    let seconds = start.elapsed().as_secs_f64();
    println!("{games} games, {plies} plies, {bytes} bytes in {seconds:.1} s");
    Ok(())
}

/// Writes `games` games to a file beside `path`, and renames it when complete.
pub(crate) fn write_games(path: &Path, games: u64, seed: u64) -> Result<Summary> {
    let part = path.with_extension("part");
    let file = File::create(&part).with_context(|| format!("creating {}", part.display()))?;
    let mut file = BufWriter::with_capacity(1 << 20, file);
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let summary = write_with(threads, games, seed, &mut file)?;
    file.flush()?;
    fs::rename(&part, path)?;
    Ok(summary)
}

/// Returns a file of generated games, which is kept for the next run.
pub(crate) fn kept(games: u64) -> Result<(PathBuf, Summary)> {
    let folder = folder()?;
    let path = folder.join(format!("{games}.pgn"));
    let note = folder.join(format!("{games}.txt"));
    // The first games differ if the generator has changed, the size if the file is truncated.
    let mut first = Vec::new();
    write_with(1, 100, SEED, &mut first)?;
    let first = first.iter().fold(0_u64, |hash, byte| hash.wrapping_mul(31) + u64::from(*byte));
    if let Some(summary) = noted(&note, first)
        && summary.games == games
        && fs::metadata(&path).is_ok_and(|file| file.len() == summary.bytes)
    {
        return Ok((path, summary));
    }
    let summary = write_games(&path, games, SEED)?;
    let Summary { games, plies, bytes } = summary;
    fs::write(&note, format!("{games} {plies} {bytes} {first}\n"))?;
    Ok((path, summary))
}

/// Returns the folder of generated games, which is not under version control.
pub(crate) fn folder() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/games");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Reads the summary of a note, if it is of the games with this hash.
fn noted(note: &Path, first: u64) -> Option<Summary> {
    let note = fs::read_to_string(note).ok()?;
    let numbers: Option<Vec<u64>> = note.split_whitespace().map(|n| n.parse().ok()).collect();
    match numbers?[..] {
        [games, plies, bytes, begins] if begins == first => Some(Summary { games, plies, bytes }),
        _ => None,
    }
}

/// A batch of games as text, and the number of their plies.
type Batch = (Vec<u8>, u64);

fn write_with(threads: u64, games: u64, seed: u64, out: &mut impl Write) -> Result<Summary> {
    let openings = openings()?;
    let batches = games.div_ceil(BATCH);
    let make = |batch: u64| -> Batch {
        let mut text = Vec::new();
        let last = games.min((batch + 1) * BATCH);
        let plies = (batch * BATCH..last)
            .map(|index| game::write(&mut text, &mut Random::of_game(seed, index), &openings))
            .sum();
        (text, plies)
    };
    thread::scope(|scope| {
        let queues: Vec<Receiver<Batch>> = (0..threads)
            .map(|thread| {
                let (sender, receiver) = sync_channel(4);
                let mut mine = (thread..batches).step_by(threads as usize);
                // A thread that cannot send stops: the writer has failed.
                scope.spawn(move || mine.all(|batch| sender.send(make(batch)).is_ok()));
                receiver
            })
            .collect();
        let mut summary = Summary { games, plies: 0, bytes: 0 };
        for batch in 0..batches {
            let (text, plies) = queues[(batch % threads) as usize].recv()?;
            out.write_all(&text)?;
            summary.plies += plies;
            summary.bytes += text.len() as u64;
        }
        Ok(summary)
    })
}

/// Returns the first moves of every sample game.
fn openings() -> Result<Vec<Vec<Move>>> {
    struct First(Vec<Move>);
    impl GameVisitor<Polyglot, ()> for First {
        fn position<P: HashablePosition>(
            &mut self,
            ply: usize,
            played: Option<Move>,
            _: &Hashed<Polyglot, P, ()>,
        ) {
            if ply <= OPENING {
                self.0.extend(played);
            }
        }
    }
    let text = games::text()?;
    let mut openings = Vec::new();
    for game in games::split(&text) {
        let mut first = First(Vec::new());
        replay_game(&Polyglot, game, GameOptions::default(), (), &mut first)?;
        openings.push(first.0);
    }
    ensure!(openings.len() == 2000, "the sample has {} games", openings.len());
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(threads: u64, games: u64) -> (Vec<u8>, Summary) {
        let mut text = Vec::new();
        let summary = write_with(threads, games, SEED, &mut text).expect("memory takes all");
        (text, summary)
    }

    #[test]
    fn threads_do_not_matter() {
        let alone = text(1, 2 * BATCH + 7);
        assert_eq!(alone, text(3, 2 * BATCH + 7));
        assert!(alone.0.starts_with(&text(1, 3).0));
    }

    struct Nothing;

    impl GameVisitor<Polyglot, ()> for Nothing {
        fn position<P: HashablePosition>(
            &mut self,
            _: usize,
            _: Option<Move>,
            _: &Hashed<Polyglot, P, ()>,
        ) {
        }
    }

    #[test]
    fn games_replay() {
        let (text, summary) = text(2, 2000);
        let (mut games, mut plies) = (0, 0);
        for game in games::split(&text) {
            let options = GameOptions::default();
            let replayed = replay_game(&Polyglot, game, options, (), &mut Nothing);
            plies += replayed.expect("moves are legal").expect("a game") as u64;
            games += 1;
        }
        assert_eq!((games, plies), (summary.games, summary.plies));
        assert_eq!(text.len() as u64, summary.bytes);
        assert!(text.split(|byte| *byte == b'\n').all(|line| line.len() < 80));
    }
}
