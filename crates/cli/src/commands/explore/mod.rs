//! `zobrist explore`: the moves and games of a position.

mod games;
mod heading;
mod moves;
mod sources;
mod sum;

use std::path::PathBuf;

use anyhow::{Context, Result};
use shakmaty::Move;
use shakmaty::variant::VariantPosition;
use zobrist_index::MoveCount;
use zobrist_shakmaty::unpack_move;

use crate::duplicates_option::DuplicatesOption;
use crate::ending::Ending;
use crate::filter_options::FilterOptions;
use crate::ingest::{KeepValidOption, Resources};
use crate::message::say;
use crate::positions::PositionOptions;
use crate::rows::Format;
use crate::schemes::{SchemeArgument, scheme_parser};
use crate::size::bytes;
use crate::stdout::{print, print_lines};
use heading::Heading;
use sum::Sum;

/// Show what was played in a position, how often and with what result
///
/// Reads indexes made by `zobrist index build`, and files of games: their index is built first, kept
/// in the user's cache folder and used again while the files are unchanged. SOURCE may also be a
/// folder of PGN files (those that end in .pgn, .pgn.zst, .pgn.gz or .pgn.bz2, but for hidden ones and
/// those in folders within), a pattern such as 'games/*.pgn' or 'games/**/*.pgn', or `-` for standard
/// input. The games of all sources count together; a game that
/// stands in two of them counts twice, unless --dedup is given. A file that fails while it is read,
/// such as a truncated archive, is answered from what could be read, with exit status 1, and its index
/// is not kept.
///
/// The cache folder is $XDG_CACHE_HOME/zobrist/explore; without that variable, zobrist\explore in
/// %LOCALAPPDATA%, or ~/.cache/zobrist/explore. `zobrist cache` shows and clears it. While another
/// process builds the index of the same file, this one waits for it.
///
/// Transpositions are merged: a position is the same however it was reached. Moves are listed
/// most played first; with --games the games follow: those of indexes first, then those of files,
/// then those of standard input and pipes, each in the order of the index.
///
/// game_id is the number of a game in its index, so with several sources it can occur twice; the file and
/// the number of the game in it are its place.
///
/// With filters, a line above the table says what was asked for, and how many of the games that
/// reached the position are left. With --player, the table has the score of that player, whichever
/// color he had: wins and half the draws, of the games whose result is known.
///
/// --format text prints an aligned table for people, with percentages of the games whose result
/// is known; the other formats count games. --format csv prints one table: the games with
/// --games, the moves without it. Every object of --format jsonl has a type: with filters, a
/// `position` comes first, then each `move` and each `game`.
///
/// Cost: a few milliseconds once there is an index; with filters, a fraction of a second
/// for a million games.
#[derive(clap::Args)]
pub struct Args {
    /// Files of games, folders of them, or folders of indexes; `-` is standard input
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    filter: FilterOptions,
    #[command(flatten)]
    dedup: DuplicatesOption,
    /// List up to N of the games as well
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    games: usize,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// When two positions count as the same, for the index of files [default: fide]
    #[arg(long, value_parser = scheme_parser())]
    scheme: Option<SchemeArgument>,
    /// Space for the indexes of files, such as 500MB or 10GiB
    ///
    /// After an index was built, those that were not used for the longest time are removed until all
    /// fit. One that alone is larger is kept for this answer, and is the first to go next time.
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = bytes)]
    cache_size: u64,
    #[command(flatten)]
    keep_valid: KeepValidOption,
    #[command(flatten)]
    resources: Resources,
}

pub fn run(args: Args) -> Result<Ending> {
    // The question comes first: a mistake in it should not cost an index.
    let position = args.position.read()?;
    let filter = args.filter.filter()?;
    let sources = sources::find(&args.sources)?;
    let ask = |again: bool| -> Result<(Sum, Ending)> {
        let opened = sources.open(&args, again)?;
        let sum = Sum::of(&opened, &position, &filter, &args)?;
        Ok((sum, sources.ending(&opened)))
    };
    // Nobody is asked to look after an index that is kept for files. One in a folder may have been
    // replaced since its manifest was read: its files are then gone.
    let (sum, ending) = match ask(false) {
        Err(error) if sources.can_be_read_again() && sum::may_be_mended(&error) => ask(true)?,
        answer => answer?,
    };
    let moves = moves_of(&position, sum.moves)?;
    let heading = Heading::of(&filter, args.dedup.by(), &sum.counts);
    let has_score = args.filter.has_player();
    let written = if args.format == Format::Text {
        let heading = heading.as_ref().map_or(String::new(), Heading::text);
        let moves = moves::table(&position, &moves, has_score);
        print_lines(&(heading + &moves + &games::table(&sum.games)))
    } else {
        let mut out = Vec::new();
        match (&heading, args.format) {
            (Some(heading), Format::Jsonl) => heading.append(&mut out),
            (Some(heading), _) => say(&format!("zobrist: {}", heading.text())),
            (None, _) => {}
        }
        // A CSV file has the columns of one table.
        if args.format == Format::Jsonl || args.games == 0 {
            moves::append(args.format, &mut out, &position, &moves, has_score);
        }
        if args.games > 0 {
            games::append(args.format, &mut out, &sum.games);
        }
        print(&out)
    };
    if moves.is_empty() && written.is_ok() {
        match &heading {
            Some(heading) => say(&heading.why_empty()),
            None if args.format == Format::Text => {
                say("zobrist: no move was played in this position\n");
            }
            None => {}
        }
    }
    ending.when(written)
}

/// The moves of a position with their counts, as legal moves.
fn moves_of(position: &VariantPosition, counts: Vec<MoveCount>) -> Result<Vec<(Move, MoveCount)>> {
    let legal = |count: MoveCount| {
        let m = unpack_move(position, count.played).with_context(|| {
            format!("the index has {}, which is no legal move here", count.played)
        })?;
        Ok((m, count))
    };
    counts.into_iter().map(legal).collect()
}
