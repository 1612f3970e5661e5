//! `zobrist index games`: the games of an index that a filter keeps.

mod blocks;
mod from_source;
mod pgn;
mod rows;
mod source;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::ValueEnum;
use zobrist_files::counted;
use zobrist_index::{Filter, Index};

use crate::by_condition::conditions_in_words;
use crate::closing;
use crate::ending::Ending;
use crate::filter_options::GameFilterOptions;
use crate::message::say;
use crate::output::{self, Output};
use crate::pipeline::{jobs, threads};
use crate::progress::spinning;
use crate::rows::Format;
use blocks::Written;

/// Write the games of an index, all or selected ones
///
/// In PGN, a game has the tags that the index keeps, the usual seven first (`?` where a game lacks
/// one, and FEN and SetUp where it does not begin at the start position), and the moves of the main
/// line. --from-source copies the text of each game from the file that it came from, with comments
/// and variations: the file must be where it was, with the bytes that it had. Games of other files are
/// reported and left out, with exit status 1.
///
/// The other formats have a row for each game. Standard error says in the end how many games there
/// were and what was asked for.
///
/// An index of version 1 of the format gives all games; filters need version 2, which `zobrist index
/// merge` writes.
///
/// Cost: of all games, the columns that are asked for are read; of those that are written, all
/// columns, or with --from-source their files, once to compare their bytes with the digest that the
/// index has, and once from the first byte to the last game.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index games my-index --result 1-0 -o won.pgn",
    "zobrist index games my-index --elo 2000..2200 --format csv"
))]
pub struct Args {
    /// The folder of the index, or its URL
    dir: PathBuf,
    /// File to write; `-` is standard output
    ///
    /// It is written whole or not at all.
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = "Output")]
    output: PathBuf,
    /// Replace FILE if it exists; only a regular file is ever replaced
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    force: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "pgn", help_heading = "Output")]
    format: GamesFormat,
    /// Copy the games from their files, with comments
    ///
    /// Variations are copied, too.
    #[arg(long, help_heading = "Output")]
    from_source: bool,
    #[command(flatten)]
    filter: GameFilterOptions,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GamesFormat {
    /// The games
    Pgn,
    /// A row for each game, its columns separated by tabs
    Text,
    /// Comma-separated values with a header (RFC 4180)
    Csv,
    /// One JSON object per line
    Jsonl,
}

pub fn run(args: Args) -> Result<Ending> {
    let filter = args.filter.filter()?;
    let rows = match args.format {
        GamesFormat::Pgn => None,
        GamesFormat::Text => Some(Format::Text),
        GamesFormat::Csv => Some(Format::Csv),
        GamesFormat::Jsonl => Some(Format::Jsonl),
    };
    if args.from_source && rows.is_some() {
        bail!("--from-source copies games, which only --format pgn writes");
    }
    let index = Index::open(&args.dir)?;
    let mut inputs = vec![args.dir.clone()];
    inputs.extend(index.sources().iter().map(|source| PathBuf::from(&source.file)));
    output::refuse_input(&args.output, &inputs)?;
    let mut output = Output::create(&args.output, args.force)?;
    let place = output.place();
    let threads = threads(args.jobs);
    let mut written = Written::default();
    let mut write = || match rows {
        Some(format) => rows::write(&index, &filter, format, threads, &mut output, &mut written),
        None if args.from_source => from_source::write(&index, &filter, &mut output, &mut written),
        None => pgn::write(&index, &filter, threads, &mut output, &mut written),
    };
    let done = if place.is_some() { spinning("writing the games", write) } else { write() };
    let ending = Ending::done_if(written.missing == 0);
    match done.and_then(|()| output.finish()) {
        Ok(()) => {
            say_what_was_written(&index, &filter, &written)?;
            closing::made_or_printed(&[counted(written.games, "game", "games")], place);
        }
        error => return ending.when(error),
    }
    Ok(ending)
}

/// Says how many games were written and what was asked for, and why there are none.
fn say_what_was_written(index: &Index, filter: &Filter, written: &Written) -> Result<()> {
    let all = counted(index.games(), "game", "games");
    let is_filtered = filter.conditions().next().is_some();
    let asked = if is_filtered { format!(": {filter}") } else { String::new() };
    say(&format!("zobrist: wrote {} of {all}{asked}\n", written.games));
    if written.missing > 0 {
        let games = counted(written.missing, "game was", "games were");
        say(&format!("zobrist: {games} not written\n"));
    }
    if written.games + written.missing == 0 && is_filtered && index.games() > 0 {
        let by_condition = conditions_in_words(&index.games_by_condition(filter)?);
        say(&format!("zobrist: by itself, {by_condition}\n"));
    }
    Ok(())
}
