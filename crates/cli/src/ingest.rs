//! Reading files of games into an index, on all cores.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use indicatif::ProgressBar;
use zobrist_index::{
    BuildOptions, Built, GamesText, IndexBuilder, IndexScheme, Replayed, ResumePoint, Select,
    SourceFile,
};

use crate::chunks::{Chunk, Chunks, Unit};
use crate::counted::counted;
use crate::input::{self, Holds};
use crate::pipeline::{self, jobs, threads};
use crate::rejections::{Rejection, Tally};
use crate::schemes::SchemeName;
use crate::size::bytes;
use crate::{Ending, say};

/// Which games an index takes, and what building it may use.
#[derive(Args, Clone, Debug)]
pub struct IndexOptions {
    /// Use only the first PLIES plies of each game
    #[arg(long, value_name = "PLIES")]
    max_ply: Option<u32>,
    /// Use only games in which both players have at least this Elo
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u16>,
    /// Use identical games once: same start, moves, result, players and date
    #[arg(long)]
    dedup: bool,
    #[command(flatten)]
    pub resources: Resources,
}

/// What a command may use.
#[derive(Args, Clone, Copy, Debug)]
pub struct Resources {
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs)]
    jobs: Option<NonZeroUsize>,
    /// Memory to use, such as 512MiB; each thread needs about 25 MiB on top
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = size)]
    pub memory: usize,
}

impl Resources {
    pub fn threads(&self) -> NonZeroUsize {
        threads(self.jobs)
    }
}

/// The least memory that is of use.
const LEAST_MEMORY: usize = 16 << 20;

/// Reads a size of memory such as 512MiB, 2G or 20000000.
pub fn size(text: &str) -> Result<usize> {
    match usize::try_from(bytes(text)?) {
        Ok(size) if size >= LEAST_MEMORY => Ok(size),
        Ok(_) => bail!("expected at least 16MiB, got {text}"),
        Err(_) => bail!("expected a size that a machine can have, got {text}"),
    }
}

impl IndexOptions {
    pub fn build(&self, scheme: Option<SchemeName>) -> BuildOptions {
        let mut options = BuildOptions::default();
        options.scheme = scheme.map_or(IndexScheme::Fide, |scheme| match scheme {
            SchemeName::Polyglot => IndexScheme::Polyglot,
            SchemeName::Fide => IndexScheme::Fide,
            SchemeName::Fen => IndexScheme::Fen,
            SchemeName::Zobrist => IndexScheme::Zobrist,
        });
        options.select = self.select();
        options.memory = self.resources.memory;
        options.threads = self.resources.threads();
        options
    }

    pub fn select(&self) -> Select {
        Select { max_ply: self.max_ply, min_elo: self.min_elo, dedup: self.dedup }
    }
}

/// The names and versions of files that games are read from.
///
/// # Errors
/// When one is missing, so that nothing is begun.
pub fn sources(files: &[PathBuf]) -> Result<Vec<SourceFile>> {
    input::find_all(files, Holds::Text, &ProgressBar::hidden())?;
    Ok(files.iter().map(SourceFile::new).collect())
}

/// What became of a chunk.
struct Replay {
    source: usize,
    replayed: Replayed,
    behind: ResumePoint,
    /// What could not be replayed, and what could not be read.
    rejections: Vec<Rejection>,
    /// How many of them could not be read.
    unread: u64,
}

/// Reads files into an index and completes it.
///
/// # Errors
/// When a file is missing, or the index cannot be written.
pub fn ingest(
    mut builder: IndexBuilder,
    files: &[PathBuf],
    threads: NonZeroUsize,
) -> Result<(Ending, Built)> {
    let progress = input::progress_bar(files);
    let found = input::find_all(files, Holds::Text, &progress)?;
    let mut chunks = Chunks::from(found, Unit::Games, builder.resume_point());
    let mut tally = Tally::new("games", progress);
    let replayer = builder.replayer();
    let broken = pipeline::in_order(
        threads,
        || chunks.next(),
        |mut chunk: Chunk| {
            let behind = chunk.behind();
            let unread = std::mem::take(&mut chunk.rejections);
            let replayed = replayer.replay(GamesText {
                file: &chunk.file,
                offset: chunk.offset,
                text: &chunk.text,
                ends: &chunk.ends,
            });
            let replays = replayed.rejected.iter().map(|game| {
                let number = chunk.game + game.number as u64;
                chunk.reject(game.at, format!("game {number}: {}", game.error))
            });
            let mut rejections: Vec<Rejection> = replays.collect();
            let unread_count = unread.len() as u64;
            rejections.extend(unread);
            Replay { source: chunk.input, replayed, behind, rejections, unread: unread_count }
        },
        |Replay { source, replayed, behind, rejections, unread }| {
            tally.add(replayed.read + unread, &rejections);
            match builder.add_from_source(source, replayed, unread, behind) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        },
    );
    if let Some(error) = broken {
        return Err(error.into());
    }
    let built = builder.finish()?;
    let before = built.rejected.saturating_sub(tally.rejected());
    if before > 0 {
        let games = counted(before, "game", "games");
        say(&format!("zobrist: rejected {games} before the build was interrupted\n"));
    }
    tally.finish(false);
    for (count, why) in
        [(built.below_elo, "without the Elo that was asked for"), (built.duplicates, "seen before")]
    {
        if count > 0 {
            say(&format!("zobrist: left out {} {why}\n", counted(count, "game", "games")));
        }
    }
    let ending = if built.rejected > 0 { Ending::Rejected } else { Ending::Done };
    Ok((ending, built))
}
