//! `zobrist index games`: the games of an index, of a position or that a filter keeps.

mod blocks;
mod from_source;
mod pgn;
mod rows;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::ValueEnum;
use shakmaty::variant::VariantPosition;
use zobrist_commands_input::positions::PositionOptions;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::output::{self, Output};
use zobrist_console::progress::spinning;
use zobrist_console::resources::{jobs, threads};
use zobrist_console::rows::Format;
use zobrist_console::{closing, examples};
use zobrist_explorer::filter_options::GameFilterOptions;
use zobrist_index::{Filter, Index, Question};
use zobrist_input::counted;
use zobrist_storage::remote::is_url;

use crate::by_condition::{conditions_in_words, nearest_names};
use crate::not_reached::not_reached;
use blocks::{Games, Written};

/// Write the games of an index, all or selected ones
///
/// In PGN, a game has the tags that the index keeps, the usual seven first (`?` where a game lacks
/// one, and FEN and SetUp where it does not begin at the start position), and the moves of the main
/// line. --from-source copies the text of each game from the file that it came from, with comments
/// and variations: the file must be where it was, with the bytes that it had. Games of other files
/// are reported and left out, with exit status 1.
///
/// With --moves or --fen, only the games that reached that position are written, by whatever order
/// of moves; --variant alone is the start position of a variant.
///
/// The other formats have a row for each game. Standard error says in the end how many games there
/// were and what was asked for.
///
/// Cost: of all games, or of those that reached the position, the columns that are asked for are
/// read; of those that are written, all columns, or with --from-source their files, once to compare
/// their bytes with the digest that the index has, and once from the first byte to the last game.
/// Memory: some pages of games, and 8 bytes for each game of a position.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index games my-index --result 1-0 -o won.pgn",
    r#"zobrist index games my-index --moves "e4 c5" --from-source"#
))]
pub(crate) struct Args {
    /// The folder of the index, or its URL
    dir: PathBuf,
    #[command(flatten)]
    position: PositionOptions,
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

pub(crate) fn run(args: Args) -> Result<Ending> {
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
    let line = args.position.is_given().then(|| args.position.line()).transpose()?;
    let position = line.map(|line| line.position);
    let index = Index::open(&args.dir)?;
    let mut inputs = vec![args.dir.clone()];
    inputs.extend(index.sources().iter().map(|source| PathBuf::from(&source.file)));
    output::refuse_input(&args.output, &inputs)?;
    let mut output = Output::create(&args.output, args.force)?;
    let place = output.place();
    let threads = threads(args.jobs);
    let mut written = Written::default();
    let asked =
        GamesRequest { index: &index, filter: &filter, position: position.as_ref(), threads };
    let mut reached = None;
    let mut write = || {
        let games = asked.games(&mut reached)?;
        match rows {
            Some(format) => rows::write(games, format, threads, &mut output, &mut written),
            None if args.from_source => {
                from_source::write(&index, games, &mut output, &mut written)
            }
            None => pgn::write(games, threads, &mut output, &mut written),
        }
    };
    let done = if place.is_some() { spinning("writing the games", write) } else { write() };
    let ending = Ending::done_if(written.missing == 0);
    match done.and_then(|()| output.finish()) {
        Ok(()) => {
            asked.say_what_was_written(reached, &written);
            if written.games + written.missing == 0 {
                asked.say_why(reached, !is_url(&args.dir))?;
            }
            closing::made_or_printed(&[counted(written.games, "game", "games")], place);
        }
        error => return ending.when(error),
    }
    Ok(ending)
}

/// The games that are asked for.
struct GamesRequest<'a> {
    index: &'a Index,
    filter: &'a Filter,
    position: Option<&'a VariantPosition>,
    threads: NonZeroUsize,
}

impl<'a> GamesRequest<'a> {
    fn question(&self, position: &'a VariantPosition) -> Question<'a, VariantPosition> {
        Question::new(position).filter(self.filter).threads(self.threads)
    }

    /// The games; `reached` is set to the number of those that reached the position, if there is
    /// one.
    fn games(&self, reached: &mut Option<u64>) -> Result<Games<'a>> {
        let Some(position) = self.position else {
            return Ok(Box::new(self.index.filtered_games(self.filter)?));
        };
        let games = self.index.games_of(&self.question(position))?;
        *reached = Some(games.reached());
        Ok(Box::new(games))
    }

    fn is_filtered(&self) -> bool {
        self.filter.conditions().next().is_some()
    }

    /// Says how many games were written and what was asked for.
    fn say_what_was_written(&self, reached: Option<u64>, written: &Written) {
        let all = match reached {
            Some(reached) => counted(reached, "game in this position", "games in this position"),
            None => counted(self.index.games(), "game", "games"),
        };
        let asked = if self.is_filtered() { format!(": {}", self.filter) } else { String::new() };
        say(&format!("zobrist: wrote {} of {all}{asked}\n", written.games));
        if written.missing > 0 {
            let games = counted(written.missing, "game was", "games were");
            say(&format!("zobrist: {games} not written\n"));
        }
    }

    /// Says why there are no games. With `looks_up`, other positions are looked up for it, and the
    /// names of games that did not reach the position.
    fn say_why(&self, reached: Option<u64>, looks_up: bool) -> Result<()> {
        let by_condition = match (self.position, reached) {
            (Some(position), Some(0)) => {
                let reason = not_reached(position, &[self.index], None, looks_up)?;
                say(&format!("zobrist: {reason}\n"));
                return Ok(());
            }
            _ if !self.is_filtered() || self.index.games() == 0 => return Ok(()),
            (Some(position), _) => self.index.answer(&self.question(position))?.by_condition,
            (None, _) => self.index.games_by_condition(self.filter)?,
        };
        say(&format!("zobrist: by itself, {}\n", conditions_in_words(&by_condition)));
        // Without a position, the columns of the names were read already.
        if looks_up || self.position.is_none() {
            for line in nearest_names(self.filter, &by_condition, &[self.index])? {
                say(&format!("zobrist: {line}\n"));
            }
        }
        Ok(())
    }
}
