//! `zobrist go check`: repetitions and illegal moves in games of Go.

use std::path::PathBuf;

use anyhow::Result;

use super::faults::for_each_fault;
use super::read::{self, GoLimit, Refusal, for_each_game};
use super::rules::RulesOptions;
use crate::ending::Ending;
use crate::input;
use crate::rows::{Format, Value, write_batch};
use crate::stdout::print;

/// Find every repetition and illegal move in games of Go
///
/// Reads SGF, plain or compressed by zstd, gzip, bzip2, xz or zip, and replays the main line of each game
/// and all variations. A row for each fault: the file, the game (from 1 within its file), the
/// variation (0 is the main line; the others are numbered as they stand in the file), the
/// move, the player, the point, and what is wrong: a repetition that the rules forbid, with the
/// earlier move that led to the same position and the plies since; suicide, if it is not
/// allowed; a stone on an occupied point or off the board, after which the rest of that line is
/// skipped. No position is forgotten, and each repetition is proven by the moves between. A
/// faulty move is still played if it can be. The exit status is 1 when there is a row, or a game
/// that cannot be read: that is reported with its place. A file name that would break a row of
/// text is written as by `hash --bytes`.
///
/// Cost: a file is held in memory, and each game takes up to ten
/// times its text.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go check game.sgf",
    "zobrist go check game.sgf --rules simple --suicide forbidden"
))]
pub(crate) struct Args {
    /// Files to read; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Stop at the first game that is rejected
    #[arg(long, help_heading = "Input")]
    strict: bool,
    #[command(flatten)]
    limit: GoLimit,
}

const COLUMNS: &[&str] =
    &["file", "game", "variation", "move", "player", "point", "fault", "earlier", "cycle"];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut rows = args.format.header(COLUMNS);
    let rules = args.rules.rules();
    let mut sound = true;
    let done = for_each_game(
        &args.files,
        args.strict,
        args.limit,
        input::progress_with_few_rows(&args.files),
        |read::Game { file, number, entry }| {
            let checked = for_each_fault(&entry.record, rules, |fault| {
                sound = false;
                let player = fault.player.map(|player| player.to_string());
                let point = fault.point.map(|point| point.to_string());
                let values = [
                    Value::Name(file),
                    Value::Number(number),
                    Value::Number(fault.variation),
                    Value::Number(fault.number),
                    Value::text_or_null(player.as_deref()),
                    Value::text_or_null(point.as_deref()),
                    Value::Text(&fault.what),
                    Value::number_or_null(fault.repetition.map(|repeated| repeated.earlier)),
                    Value::number_or_null(fault.repetition.map(|repeated| repeated.cycle)),
                ];
                args.format.append(&mut rows, COLUMNS, &values);
            });
            write_batch(&mut rows, print)?;
            Ok(checked.map_err(Refusal::from))
        },
    );
    let printed = print(&rows);
    let done = done.and_then(|ending| ending.when(printed));
    if sound { done } else { Ending::Rejected.when(done.map(drop)) }
}
