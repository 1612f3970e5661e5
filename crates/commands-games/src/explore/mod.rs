//! `zobrist explore`: the moves and games of a position.
//!
//! The default scheme is `fide`: the question "what was played in this position" is about positions
//! that are the same by the Laws of Chess, not about a table made by others.

mod args;
mod copies;
mod table;
mod tree;
mod why_empty;

use anyhow::Result;
use zobrist_commands_input::positions::Line;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::rows::Format;
use zobrist_console::stdout::print;
use zobrist_console::style::Style;
use zobrist_explorer::{
    ExploreAnswer, ExploreRequest, ExplorerSources, OpenSource, game_rows, group_rows, heading,
    may_be_mended, move_rows, refuse_mixed_schemes,
};
use zobrist_index::Index;

use crate::by_condition::nearest_names;
pub use args::Args;
use table::Table;
use tree::Node;
use why_empty::why_empty;

/// An answer, the reasons why it has no moves, and the ending of the command.
struct ExploreResult {
    root: Node,
    sources: Vec<OpenSource>,
    /// The number of the source of each game, if only the games were asked for.
    numbers: Vec<usize>,
    why_empty: Vec<String>,
    ending: Ending,
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    // The question comes first: a mistake in it should not cost an index.
    let line = args.position.line()?;
    let all_games = if args.pgn { usize::MAX } else { 0 };
    let filter = args.filter.filter()?;
    let sources = ExplorerSources::find(&args.sources)?;
    let is_complete = args.other_orders || !sources.has_url();
    let asked = ExploreRequest {
        filter,
        duplicates: args.dedup.by(),
        games: args.games.unwrap_or(all_games),
        order: args.sort_games,
        threads: args.resources.threads(),
        each_once: is_complete,
        other_orders: is_complete && args.by.is_none(),
        grouped: args.by.map(Into::into),
    };
    let ask = |again: bool| -> Result<ExploreResult> {
        let opened = sources.open(args.cache_options(), again)?;
        let ending = sources.ending(&opened);
        answer(&args, &line, &asked, opened, ending)
    };
    // Users do not maintain cached indexes: rebuild silently. An index in a folder may have been
    // replaced since its manifest was read: its files are then gone.
    let answered = match ask(false) {
        Err(error) if sources.can_be_read_again() && may_be_mended(&error) => ask(true)?,
        answer => answer?,
    };
    let ExploreResult { root, sources, numbers, why_empty, mut ending } = answered;
    let games = &root.explored.answer.games;
    let written: Result<()> = if args.from_source {
        let copied = copies::print(games, &numbers, &sources, args.sort_games);
        copied.map(|is_whole| ending = ending.max(Ending::done_if(is_whole)))
    } else if args.pgn {
        game_rows::print_pgn(games)
    } else {
        print(&output(&args, &asked, &root)).map_err(Into::into)
    };
    if written.is_ok() {
        why_empty.iter().for_each(|reason| say(&format!("zobrist: {reason}\n")));
    }
    ending.when(written)
}

/// Asks the open sources.
fn answer(
    args: &Args,
    line: &Line,
    asked: &ExploreRequest,
    sources: Vec<OpenSource>,
    ending: Ending,
) -> Result<ExploreResult> {
    refuse_mixed_schemes(
        &sources,
        "ask them one by one, or name the scheme of files with --scheme",
    )?;
    let (explored, numbers) = match args.pgn {
        true => ExploreAnswer::games_of(line, asked, &sources)?,
        false => (ExploreAnswer::of(line, asked, args.shown, &sources)?, Vec::new()),
    };
    let mut why = Vec::new();
    if !args.pgn || explored.answer.kept == 0 {
        why.extend(why_empty(&explored, asked, &sources)?);
        // Not behind a URL: the names of all games are read.
        if asked.other_orders {
            let indexes: Vec<&Index> = sources.iter().map(|source| &source.opened.index).collect();
            why.extend(nearest_names(&asked.filter, &explored.answer.by_condition, &indexes)?);
        }
    }
    let below = ExploreRequest { games: 0, ..asked.clone() };
    let root = Node::grow(explored, args.depth.into(), &below, args.shown, &sources)?;
    Ok(ExploreResult { root, sources, numbers, why_empty: why, ending })
}

/// Returns the text that is printed.
fn output(args: &Args, asked: &ExploreRequest, root: &Node) -> Vec<u8> {
    let explored = &root.explored;
    let has_score = args.filter.has_player();
    let of_tree = args.depth > 1;
    let mut out = Vec::new();
    match args.format {
        Format::Text => return text(args, asked, root, has_score).into_bytes(),
        Format::Jsonl => heading::append(&mut out, explored, asked),
        Format::Csv if asked.is_plain() => {}
        Format::Csv => say(&format!("zobrist: {}", heading::games(explored, asked))),
    }
    // A CSV file has the columns of one table.
    if let Some(by) = args.by {
        group_rows::append(args.format, &mut out, explored, by, has_score);
    } else if args.format == Format::Jsonl || args.games.is_none() {
        move_rows::append_header(args.format, &mut out, of_tree, has_score);
        root.for_each_move(&mut Vec::new(), &mut |explored, m, line| {
            let line = of_tree.then(|| line.join(" "));
            move_rows::append(args.format, &mut out, explored, m, line.as_deref(), has_score);
        });
    }
    if args.games.is_some() {
        game_rows::append(args.format, &mut out, &explored.answer.games);
    }
    out
}

/// The answer for people.
fn text(args: &Args, asked: &ExploreRequest, root: &Node, has_score: bool) -> String {
    let explored = &root.explored;
    let style = Style::of_stdout();
    let mut text = heading::text(explored, asked, style);
    if let Some(by) = args.by {
        return text + &group_rows::table(explored, by, has_score, style);
    }
    if !explored.moves.is_empty() {
        let mut table = Table::new(has_score);
        root.for_each_move(&mut Vec::new(), &mut |explored, m, line| {
            table.add(explored, m, line.len());
        });
        table.add_totals(explored);
        let columns = table.columns(style);
        text += &style.table(&columns);
        text += &table::notes(explored, &columns);
    }
    text + &game_rows::table(&explored.answer.games)
}
