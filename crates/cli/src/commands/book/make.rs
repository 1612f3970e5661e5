//! `zobrist book make`: a book made of games.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use shakmaty::Color;
use zobrist::Hasher;
use zobrist_chess::SchemeKeys;
use zobrist_shakmaty::{
    BookBuilder, BookOptions, BookScale, GameOptions, fault_offset, replay_game,
};

use crate::chunks::{Chunk, Chunks, Unit};
use crate::commands::hash::threads;
use crate::output::Output;
use crate::rejections::{Rejection, Tally};
use crate::{Ending, input, pipeline, say};

/// Make a book of games
///
/// Reads games in PGN, plain or compressed by zstd, gzip or bzip2, and writes the moves that
/// were played to OUT, a book in Polyglot's format. A move weighs 2 for each game that its
/// side won and 1 for each draw; a game counts once for a move, even if it repeats it. The
/// result is that of the Result tag, or behind the moves where the tag says nothing. The book
/// is the same to the byte whatever the order of the games. A game that cannot be read is
/// reported, skipped and counted, and the exit status is 1. What stood at OUT before stays
/// until the book is whole.
///
/// Cost: bench/README.md has the time of 100,000 games beside Polyglot's. Memory grows with the
/// number of different moves: 16 bytes for each, and at the end about three times that.
#[derive(clap::Args)]
pub struct Args {
    /// The book to write
    #[arg(value_name = "OUT.bin")]
    out: PathBuf,
    /// Files of games; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// What a game weighs that the side to move won
    #[arg(long, value_name = "N", default_value_t = 2, conflicts_with = "compat")]
    win: u32,
    /// What a draw weighs
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "compat")]
    draw: u32,
    /// What a lost game weighs
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "compat")]
    loss: u32,
    /// Take games whose result is `*` or none, and let each weigh so much [default: leave out]
    #[arg(long, value_name = "N", conflicts_with = "compat")]
    unknown: Option<u32>,
    /// In how many games a move must have been played
    #[arg(long, value_name = "N", default_value_t = 3)]
    min_games: u64,
    /// What a move must have scored: wins and half the draws, of the games with a result
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = percent)]
    min_score: f64,
    /// Take the moves of one side only
    #[arg(long, value_enum)]
    only: Option<Side>,
    /// How many plies of each game to take
    #[arg(long, value_name = "N", default_value_t = 1024)]
    max_ply: usize,
    /// How weights are brought to 16 bits, when the largest is beyond 65535
    #[arg(long, value_enum, default_value = "book", conflicts_with = "compat")]
    scale: Scale,
    /// Give each move the weight 1
    #[arg(long, conflicts_with = "scale")]
    uniform: bool,
    /// Keep moves of weight 0, which a program never plays [default: leave out]
    #[arg(long, conflicts_with = "compat")]
    keep_zero: bool,
    /// Count as `polyglot make-book` does, to the byte where no move was played 16384
    /// times: repeated moves each time, `*` as a draw, equal weights in the order of the games
    #[arg(long)]
    compat: bool,
    /// Stop at the first game that is rejected, and write no book
    #[arg(long)]
    strict: bool,
    /// Threads [default: one a core]
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scale {
    /// All by the same factor
    Book,
    /// Those of each position by a factor of their own
    Position,
}

impl Args {
    fn options(&self) -> BookOptions {
        BookOptions {
            win: self.win,
            draw: self.draw,
            loss: self.loss,
            unknown: self.unknown,
            min_games: self.min_games,
            min_score: self.min_score,
            only: self.only.map(|side| Color::from_white(side == Side::White)),
            max_ply: self.max_ply,
            scale: match self.scale {
                _ if self.uniform => BookScale::Uniform,
                Scale::Book => BookScale::Book,
                Scale::Position => BookScale::Position,
            },
            keep_zero: self.keep_zero,
            compat: self.compat,
        }
    }
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("expected a number from 0 to 100".to_owned()),
    }
}

pub fn run(args: Args) -> Result<Ending> {
    let threads = threads(args.jobs);
    // An index would be found here, by its directory, and its stored games replayed.
    let progress = input::progress_bar(&args.files);
    let found = input::find_all(&args.files, &progress)?;
    refuse_to_replace_input(&args)?;
    let mut output = Output::create(&args.out)?;
    let mut tally = Tally::new("games", progress);
    let book = count(Chunks::new(found, Unit::Games), &args, threads, &mut tally);
    if args.strict && tally.any_rejected() {
        return Ok(tally.finish(true));
    }
    let book = book.finish(threads);
    for entry in &book.entries {
        output
            .write_all(&entry.to_bytes())
            .with_context(|| format!("cannot write {}", args.out.display()))?;
    }
    output.finish()?;
    let ending = tally.finish(false);
    if book.entries.is_empty() {
        say("zobrist: the book is empty: no move was played often enough; see --min-games\n");
    }
    if args.compat && book.most_games >= HALVED {
        say(&format!(
            "zobrist: a move was played {} times, and from {HALVED} on Polyglot halves weights by \
             the order of the games; these are whole\n",
            book.most_games
        ));
    }
    Ok(ending)
}

/// In so many games Polyglot halves the counts of a position.
const HALVED: u64 = 16384;

fn refuse_to_replace_input(args: &Args) -> Result<()> {
    let Ok(out) = args.out.canonicalize() else { return Ok(()) };
    if args.files.iter().any(|file| file.canonicalize().is_ok_and(|file| file == out)) {
        bail!("{} is to be read; name another file for the book", args.out.display());
    }
    Ok(())
}

/// Counts the moves of all games, each thread by itself.
fn count(mut chunks: Chunks, args: &Args, threads: NonZeroUsize, tally: &mut Tally) -> BookBuilder {
    let options = args.options();
    let idle = Mutex::new(Vec::new());
    let _: Option<()> = pipeline::in_order(
        threads,
        || chunks.next(),
        |mut chunk| {
            let builder = idle.lock().expect(UNPOISONED).pop();
            let mut builder = builder.unwrap_or_else(|| BookBuilder::new(options));
            let behind = std::mem::take(&mut chunk.rejections);
            let (mut read, mut rejections) = count_chunk(&chunk, args.strict, &mut builder);
            idle.lock().expect(UNPOISONED).push(builder);
            if rejections.is_empty() || !args.strict {
                read += behind.len() as u64;
                rejections.extend(behind);
            }
            (read, rejections)
        },
        |(read, rejections): (u64, Vec<Rejection>)| {
            tally.add(read, &rejections);
            if args.strict && tally.any_rejected() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    let mut book = BookBuilder::new(options);
    for builder in idle.into_inner().expect(UNPOISONED) {
        book.join(builder);
    }
    book
}

const UNPOISONED: &str = "no thread panics with the lock held";

/// How many games were read, and those that were rejected.
fn count_chunk(chunk: &Chunk, strict: bool, builder: &mut BookBuilder) -> (u64, Vec<Rejection>) {
    let options = GameOptions::default();
    let hasher = Hasher::new(SchemeKeys::new());
    let mut rejections = Vec::new();
    let mut start = 0;
    for (number, end) in (chunk.game..).zip(&chunk.ends) {
        let text = &chunk.text[start..*end];
        builder.begin_game(number);
        match replay_game(text, options, hasher, builder) {
            Ok(_) => builder.end_game(),
            Err(error) => {
                let leading = text.len() - text.trim_ascii_start().len();
                let at = start + fault_offset(text, options, &error).max(leading);
                rejections.push(chunk.reject(at, format!("game {number}: {error}")));
                if strict {
                    return (number - chunk.game + 1, rejections);
                }
            }
        }
        start = *end;
    }
    (chunk.ends.len() as u64, rejections)
}
