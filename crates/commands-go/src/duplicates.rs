//! `zobrist go duplicates`: games of Go that repeat other ones.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use zobrist_commands_input::game_inputs::{GameInputs, RelativeOption};
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::rows::{Format, Value, write_batch};
use zobrist_console::stdout::print;
use zobrist_go_games::read::{Game, ReadOptions, Reading};
use zobrist_go_games::sources::sgf_files;

use super::near::{Near, Signature, near};
use super::sequence::Sequence;
use zobrist_go_index::Symmetry;

/// List the games of Go that repeat other ones
///
/// Two games are the same if their main lines are, move by move, and the stones that are set up: as
/// they stand, rotated or reflected, with the colors swapped, or both. Of games that are the same,
/// each has a row but the first; a game that is the beginning of another has one, too, with the
/// first that goes on from it. What is left without the games that have rows is every game once.
/// Players, results and variations play no part. FILE is a file, a folder or a pattern, as for
/// `zobrist go hash`; one that is named twice is read once.
///
/// With --near, a game has a row as well if it is nearly an earlier one: after 20, 40 or 60 moves
/// both stand alike up to the symmetries, and of the stones played in the shorter game at most one
/// in ten is not in the other, in whatever order. So are games with a few other moves, with faults
/// of transcription after move 20, or with another end. Of several such games, the one with the
/// fewest differences is named, among the first 1,000 that share each position.
///
/// A row has the file and the game, the file and the game that it repeats, the kind (`same`,
/// `beginning` or `near`), what turns that game into this one (as in the rows of `zobrist go find`), true if
/// the colors are swapped, and the number of moves of both; with --near, then the number of stones
/// that differ.
///
/// Cost: about as long as reading the games; 2 bytes of memory for each move, and some 200 for each
/// game. --near replays each game, too, and compares it with those that share one of three positions.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go duplicates games.sgf",
    "zobrist go duplicates games.sgf --near --format csv"
))]
pub(crate) struct Args {
    /// Files, folders or patterns; standard input if none or `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Find games only that are the same as they stand
    #[arg(long, help_heading = "Games")]
    exact: bool,
    /// Find games, too, that are the same but for some moves
    #[arg(long, help_heading = "Games")]
    near: bool,
    /// Leave out games with fewer moves
    ///
    /// Short games are the beginnings of many others.
    #[arg(long, value_name = "N", default_value = "10", help_heading = "Games")]
    min_moves: u64,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    reading: ReadOptions,
}

const COLUMNS: &[&str] = &[
    "file",
    "game",
    "of_file",
    "of_game",
    "kind",
    "symmetry",
    "colors_swapped",
    "moves",
    "of_moves",
    "differences",
];

/// A game with enough moves.
struct Known {
    file: Arc<str>,
    number: u64,
    line: Sequence,
    signature: Signature,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let files = sgf_files(&args.files)?;
    let sources = GameInputs::find(&files, RelativeOption::default())?;
    let symmetries = |size| Symmetry::all(size, !args.exact, !args.exact);
    let mut games: Vec<Known> = Vec::new();
    let reading =
        Reading::of(sources.files(), args.reading, terminal_listener::progress_with_few_rows)?;
    let ending = reading.for_each_game(
        |Game { file, number, entry, .. }, _| {
            let record = &entry.record;
            let size = (record.width, record.height);
            match Sequence::of(record, symmetries(size)) {
                Ok(line) => {
                    let signature = match args.near {
                        true => Signature::of(record, symmetries(size)),
                        false => Signature::default(),
                    };
                    (Some((Arc::<str>::from(*file), *number, line, signature)), Ok(()))
                }
                Err(refusal) => (None, Err(refusal)),
            }
        },
        |game, _| {
            let long = game.filter(|(_, _, line, _)| line.moves >= args.min_moves);
            games.extend(long.map(|(file, number, line, signature)| {
                // One name for all games of a file.
                let known = games.last().filter(|last| last.file == file);
                let file = known.map_or(file, |last| last.file.clone());
                Known { file, number, line, signature }
            }));
            Ok(())
        },
    )?;

    let repeated = repeated(&games);
    let near = if args.near { nearly_repeated(&games, &repeated, !args.exact) } else { Vec::new() };
    let mut found: Vec<Near> = repeated
        .into_iter()
        .map(|(game, of)| {
            let (line, other) = (&games[game].line, &games[of].line);
            let symmetry = line.symmetry_from(other, symmetries(line.size));
            let symmetry = symmetry.expect("both are images of the same");
            Near { game, of, symmetry, differences: 0 }
        })
        .collect();
    let exact = found.len();
    found.extend(near);
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_unstable_by_key(|at| found[*at].game);

    // The last column is that of --near.
    let columns = &COLUMNS[..COLUMNS.len() - usize::from(!args.near)];
    let mut rows = args.format.header(columns);
    for at in order {
        let Near { game, of, symmetry, differences } = &found[at];
        let (game, of) = (&games[*game], &games[*of]);
        let kind = match game.line.equals(&of.line) {
            _ if at >= exact => "near",
            true => "same",
            false => "beginning",
        };
        let values = [
            Value::Name(&game.file),
            Value::Number(game.number),
            Value::Name(&of.file),
            Value::Number(of.number),
            Value::Text(kind),
            Value::Text(symmetry.turn()),
            Value::Flag(symmetry.swaps_colors()),
            Value::Number(game.line.moves),
            Value::Number(of.line.moves),
            Value::Number(*differences),
        ];
        args.format.append(&mut rows, columns, &values[..columns.len()]);
        write_batch(&mut rows, print)?;
    }
    sources.ending(ending).when(print(&rows))
}

/// The games that nearly repeat others, but for those that repeat others as they are.
fn nearly_repeated(games: &[Known], repeated: &[(usize, usize)], turned: bool) -> Vec<Near> {
    let mut left_out = vec![false; games.len()];
    repeated.iter().for_each(|(game, _)| left_out[*game] = true);
    near(games.iter().map(|game| (&game.line, &game.signature)), &left_out, turned)
}

/// The numbers of the games that repeat others, in order, each with that of the other.
fn repeated(games: &[Known]) -> Vec<(usize, usize)> {
    let mut sorted: Vec<usize> = (0..games.len()).collect();
    sorted.sort_unstable_by(|a, b| games[*a].line.order(&games[*b].line).then(a.cmp(b)));
    let mut found = Vec::new();
    // Games that may begin those that come, each the beginning of the next; with the first game
    // that goes on from it.
    let mut open: Vec<(usize, Option<usize>)> = Vec::new();
    let mut close = |open: &mut Vec<(usize, Option<usize>)>| {
        let Some((number, longer)) = open.pop() else { return };
        if let Some((_, first)) = open.last_mut() {
            let earliest = longer.map_or(number, |longer| longer.min(number));
            *first = Some(first.map_or(earliest, |first| first.min(earliest)));
        }
        found.extend(longer.map(|longer| (number, longer)));
    };
    let mut same = Vec::new();
    for number in sorted {
        let line = &games[number].line;
        while open.last().is_some_and(|(last, _)| !games[*last].line.begins(line)) {
            close(&mut open);
        }
        match open.last() {
            Some((last, _)) if games[*last].line.equals(line) => same.push((number, *last)),
            _ => open.push((number, None)),
        }
    }
    while !open.is_empty() {
        close(&mut open);
    }
    found.append(&mut same);
    found.sort_unstable();
    found
}
