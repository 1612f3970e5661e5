//! `zobrist book make`: makes an opening book from games.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Error, Result};
use clap::ValueEnum;
use shakmaty::Color;
use zobrist_commands_input::game_files::{Wanted, expand};
use zobrist_commands_input::other_kind::refuse_files_without_games;
use zobrist_commands_input::reading_options::{
    EncodingOption, KeepValidOption, LanguageOption, PARTIAL, PartialOption,
};
use zobrist_commands_input::rejections::Tally;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::progress::spinning;
use zobrist_console::resources::{jobs, threads};
use zobrist_console::{closing, examples, output};
use zobrist_explorer::filter_options::CommonFilterOptions;
use zobrist_ingest::BrokenFile;
use zobrist_ingest::book::{CountError, CountOptions, Counting, GameSource, Sieve};
use zobrist_input::counted;
use zobrist_shakmaty::{BookOptions, BookScale};

use super::output::OutputOptions;
use crate::by_condition::conditions_in_words;

/// Make a book from games
///
/// Reads games in PGN, plain or compressed by zstd, gzip, bzip2, xz or zip, or the games stored in
/// a position index, and writes the moves that were played to OUT.bin, a book in Polyglot's format.
/// The weight of a move is 2 for each game that its side won and 1 for each draw; a game counts
/// once for a move, even if it repeats it. The result is taken from the Result tag or, if that is
/// missing or `*`, from the end of the moves. The order of the games does not change a byte of the
/// book.
///
/// A game that cannot be read is reported, skipped and counted, with exit status 1; with --strict
/// it ends the run with exit status 1, and nothing is written. If OUT.bin exists, the command
/// refuses to run unless --force is given, and replaces it once the book is complete.
///
/// --player, --as, --since, --until, --min-elo and --result take only the games that meet all that
/// is asked for, and standard error says how many of how many. A game that cannot be read is
/// reported in any case. For a book of the player's own moves, add --as and --only of the same
/// color.
///
/// A file that fails while it is read, such as a truncated archive, ends the run with exit status
/// 2, and no book is written, unless --partial accepts it.
///
/// Cost: bench/README.md compares the time for 100,000 games with Polyglot's. Memory: 16 bytes for
/// each different move, and about three times that at the end.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist book make games.pgn -o new.bin",
    "zobrist book make my-index --player stockfish --min-games 2 -o new.bin"
))]
pub(crate) struct Args {
    /// Files of games, indexes or their URLs, or `-`
    ///
    /// Patterns and folders of games, too. `-` is standard input.
    #[arg(value_name = "FILE|DIR", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputOptions,
    /// Weight of a game that the side to move won
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        conflicts_with = "compat",
        help_heading = "Weights",
        hide_short_help = true
    )]
    win: u32,
    /// Weight of a draw
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        conflicts_with = "compat",
        help_heading = "Weights",
        hide_short_help = true
    )]
    draw: u32,
    /// Weight of a lost game
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        conflicts_with = "compat",
        help_heading = "Weights",
        hide_short_help = true
    )]
    loss: u32,
    /// Weight of a game whose result is `*` or missing [default: such games are left out]
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "compat",
        help_heading = "Weights",
        hide_short_help = true
    )]
    unknown: Option<u32>,
    /// Minimum number of games of a move
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Moves")]
    min_games: u64,
    /// Minimum score of a move
    ///
    /// The score is that of wins and half the draws, of the games with a result.
    #[arg(
        long,
        value_name = "PERCENT",
        default_value_t = 0.0,
        value_parser = percent,
        help_heading = "Moves"
    )]
    min_score: f64,
    /// Take only the moves of one side
    #[arg(long, value_enum, help_heading = "Moves")]
    only: Option<Side>,
    /// Number of plies taken of each game
    #[arg(long, value_name = "N", default_value_t = 1024, help_heading = "Moves")]
    max_ply: usize,
    /// How weights are scaled to 16 bits when the largest is above 65535
    #[arg(
        long,
        value_enum,
        default_value = "book",
        conflicts_with = "compat",
        help_heading = "Weights",
        hide_short_help = true
    )]
    scale: Scale,
    /// Give each move the weight 1
    #[arg(long, conflicts_with = "scale", help_heading = "Weights")]
    uniform: bool,
    /// Keep moves of weight 0, which programs never play and `book check` reports as faults
    #[arg(long, conflicts_with = "compat", help_heading = "Weights", hide_short_help = true)]
    keep_zero: bool,
    /// Reproduce `polyglot make-book`, to the byte if no move was played 16384 times: repeated
    /// moves count each time, `*` counts as a draw, equal weights come in the order of the games
    #[arg(long, help_heading = "Weights", hide_short_help = true)]
    compat: bool,
    /// Stop at the first game that is rejected: no book is written, OUT.bin stays as it was, and
    /// the exit status is 1
    #[arg(long, conflicts_with = "keep_valid", help_heading = "Input", hide_short_help = true)]
    strict: bool,
    #[command(flatten)]
    filter: CommonFilterOptions,
    #[command(flatten)]
    keep_valid: KeepValidOption,
    #[command(flatten)]
    encoding: EncodingOption,
    #[command(flatten)]
    language: LanguageOption,
    #[command(flatten)]
    partial: PartialOption,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scale {
    /// All weights by the same factor
    Book,
    /// The weights of each position by a factor of their own
    Position,
}

impl Args {
    fn counting(&self, threads: NonZeroUsize) -> CountOptions {
        let mut options = CountOptions::default();
        options.book = self.options();
        options.keep_valid = self.keep_valid.keep_valid;
        options.partial = self.partial.partial;
        options.strict = self.strict;
        options.encoding = self.encoding.encoding;
        options.language = self.language.language;
        options.threads = threads;
        options
    }

    fn options(&self) -> BookOptions {
        let mut options = BookOptions::default();
        options.win = self.win;
        options.draw = self.draw;
        options.loss = self.loss;
        options.unknown = self.unknown;
        options.min_games = self.min_games;
        options.min_score = self.min_score;
        options.only = self.only.map(|side| Color::from_white(side == Side::White));
        options.max_ply = self.max_ply;
        options.scale = match self.scale {
            _ if self.uniform => BookScale::Uniform,
            Scale::Book => BookScale::Book,
            Scale::Position => BookScale::Position,
        };
        options.keep_zero = self.keep_zero;
        options.compat = self.compat;
        options
    }
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("expected a number from 0 to 100".to_owned()),
    }
}

pub(crate) fn run(mut args: Args) -> Result<Ending> {
    let filter = args.filter.filter()?;
    args.files = expand(&args.files, Wanted::GAMES)?;
    output::refuse_input(&args.output.output, &args.files)?;
    refuse_files_without_games(&args.files)?;
    let mut output = args.output.begin()?;
    let threads = threads(args.jobs);
    let progress = terminal_listener::progress_with_few_rows(&args.files);
    let sources =
        GameSource::find(&args.files, &terminal_listener::shown(&progress)).map_err(error)?;
    let mut tally = Tally::new("games", progress);
    let mut counting = Counting::new(args.counting(threads), &filter);
    for source in sources {
        counting.count(source, &mut tally).map_err(error)?;
    }
    let games = counting.games();
    let (book, sieve) = counting.finish();
    if args.strict && tally.any_rejected() {
        let ending = tally.finish_reading(true);
        let kept = match output.is_stdout() {
            true => String::new(),
            false => format!("; what was at {} is unchanged", output.name()),
        };
        say(&format!("zobrist: no book was written{kept}\n"));
        return Ok(ending);
    }
    tally.end_progress();
    let book = spinning("making the book", || book.finish(threads))?;
    let place = output.place();
    for entry in &book.entries {
        output.write_all(&entry.to_bytes())?;
    }
    output.finish()?;
    let read = games.saturating_sub(tally.rejected());
    let mut counts = tally.counts();
    counts.insert(1, counted(book.entries.len(), "entry", "entries"));
    let ending = tally.finish_reading(false);
    if !sieve.keeps_all() {
        let (kept, all) = sieve.kept_of();
        let all = counted(all, "game", "games");
        say(&format!("zobrist: took {kept} of {all}: {filter}\n"));
    }
    if book.entries.is_empty() {
        let reason = why_empty(&args, games, read, &sieve, book.max_games);
        say(&format!("zobrist: the book is empty: {reason}\n"));
    }
    if args.compat && book.max_games >= POLYGLOT_HALVES {
        say(&format!(
            "zobrist: a move was played {} times, and from {POLYGLOT_HALVES} on Polyglot halves weights, \
             depending on the order of the games; these are not halved\n",
            book.max_games
        ));
    }
    closing::made_or_printed(&counts, place);
    Ok(ending)
}

/// The error of a command that could not count the games.
fn error(error: CountError) -> Error {
    match error {
        CountError::Files(error) => error.into(),
        CountError::Index(error) => error.into(),
        CountError::Source(failure) => {
            Error::msg(BrokenFile::of_book(&failure, PARTIAL).to_string())
        }
        error => error.into(),
    }
}

/// The reason why the book has no moves. `read` of `games` games were read, and a move was played
/// in at most `max` of the games that count.
fn why_empty(args: &Args, games: u64, read: u64, sieve: &Sieve, max: u64) -> String {
    let requested = args.min_games;
    let reason = if games == 0 {
        "there is no game in the input"
    } else if read == 0 {
        "every game was rejected"
    } else if !sieve.keeps_all() && sieve.kept_of().0 == 0 {
        let by_condition = conditions_in_words(&sieve.by_condition());
        return format!("no game meets all that is asked for; by itself, {by_condition}");
    } else if args.max_ply == 0 {
        "--max-ply 0 takes no ply of any game"
    } else if max == 0 && !args.compat && args.unknown.is_none() {
        "no game with a result has a move to take; see --unknown, --only and --max-ply"
    } else if max == 0 {
        "no game has a move to take; see --only and --max-ply"
    } else if max < requested {
        return format!(
            "no move was played often enough: expected {requested} games, got {max} at most; see \
             --min-games"
        );
    } else {
        "no move that was played often enough scored enough and weighs more than 0; see \
         --min-score and --keep-zero"
    };
    reason.to_owned()
}

/// Number of games of a move from which on Polyglot halves the counts of its position.
const POLYGLOT_HALVES: u64 = 16384;
