//! `zobrist go check`: repetitions and illegal moves in games of Go.

use std::path::PathBuf;

use anyhow::Result;

use super::faults::for_each_fault;
use super::read::{Game, GoLimit, Reading, Refusal};
use super::rules::RulesOptions;
use crate::ending::Ending;
use crate::input;
use crate::rows::{Format, Value};
use crate::stdout::print;

/// Find every repetition and illegal move in games of Go
///
/// Reads SGF, plain or compressed by zstd, gzip, bzip2, xz or zip, and replays the main line of each game
/// and all variations. FILE may also be a folder (its files in SGF, but for hidden ones and those in
/// folders within) or a pattern such as 'games/**/*.sgf'. A row for each fault: the file, the game (from 1
/// within its file; a file of an archive is one, named as in `games.zip/first.sgf`), the
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
    /// Files, folders or patterns; standard input if none or `-`
    #[arg(value_name = "FILE")]
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
    print(&args.format.header(COLUMNS))?;
    let rules = args.rules.rules();
    let mut sound = true;
    let reading = Reading::of(&args.files, args.strict, args.limit, input::progress_with_few_rows)?;
    let done = reading.for_each_game(
        |Game { file, number, entry }, rows| {
            let mut is_sound = true;
            let checked = for_each_fault(&entry.record, rules, |fault| {
                is_sound = false;
                let player = fault.player.map(|player| player.to_string());
                let point = fault.point.map(|point| point.to_string());
                let values = [
                    Value::Name(file),
                    Value::Number(*number),
                    Value::Number(fault.variation),
                    Value::Number(fault.number),
                    Value::text_or_null(player.as_deref()),
                    Value::text_or_null(point.as_deref()),
                    Value::Text(&fault.what),
                    Value::number_or_null(fault.repetition.map(|repeated| repeated.earlier)),
                    Value::number_or_null(fault.repetition.map(|repeated| repeated.cycle)),
                ];
                args.format.append(&mut rows.rows, COLUMNS, &values);
                rows.relieve();
            });
            (is_sound, checked.map_err(Refusal::from))
        },
        |is_sound, _| {
            sound &= is_sound;
            Ok(())
        },
    );
    if sound { done } else { Ending::Rejected.when(done.map(drop)) }
}
