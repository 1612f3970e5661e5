//! `zobrist go count`: exhaustive counts of small boards.

use std::num::NonZeroUsize;
use std::str::FromStr;

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::progress::spinning;
use zobrist_console::resources::{jobs, threads};
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_console::{closing, examples};
use zobrist_go::count::{classes, games};
use zobrist_go::{Board, MAX_SIDE};
use zobrist_input::counted;

/// Count the positions and the games of a small board
///
/// A row for each count: the legal positions; the legal positions up to rotation and reflection,
/// and up to a swap of the colors, too; the games under positional superko with suicide allowed,
/// that is, the sequences of moves by either color from the empty board, the empty sequence
/// included, in which no position occurs twice.
///
/// Cost: positions of up to 20 points, 3 to the power of that number to look at: a second for
/// 4x4, a minute or so for 5x4. Games of up to 4 points: for 2x2, 70 seconds of processor time,
/// shared among the cores. A count that would never end is refused.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go count 3x3",
    "zobrist go count 2x2 --only positions --format csv"
))]
pub(crate) struct Args {
    /// Size of the board, columns by rows, such as 3x2
    size: Size,
    /// What to count [default: all that is feasible]
    #[arg(long, value_enum, help_heading = "Count")]
    only: Option<What>,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Positions, and positions up to symmetry
    Positions,
    /// Games
    Games,
}

/// Columns and rows.
#[derive(Clone, Copy, Debug)]
struct Size(usize, usize);

impl FromStr for Size {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Size> {
        let sides = text.split_once(['x', 'X']);
        let sides =
            sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        let (width, height) = sides
            .ok_or_else(|| anyhow!("expected columns and rows from 1 to {MAX_SIDE}, as in 2x2"))?;
        Board::new(width, height)?;
        Ok(Size(width, height))
    }
}

const COLUMNS: &[&str] = &["what", "count"];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let Size(width, height) = args.size;
    let mut counts = 0_u64;
    let mut rows = args.format.header(COLUMNS);
    let mut append = |what, count| {
        counts += 1;
        args.format.append(&mut rows, COLUMNS, &[Value::Text(what), Value::Number(count)]);
    };
    if args.only != Some(What::Games) {
        let classes = spinning("counting positions", || classes(width, height))?;
        append("positions", classes.positions);
        append("classes", classes.rotated);
        // Programs read the rows by these names, so the spelling stays.
        append("classes with colours swapped", classes.swapped);
    }
    if args.only != Some(What::Positions) {
        match spinning("counting games", || games(width, height, threads(args.jobs))) {
            Ok(count) => append("games", count),
            Err(error) if args.only == Some(What::Games) => bail!(error),
            Err(error) => say(&format!("zobrist: {error}\n")),
        }
    }
    print(&rows)?;
    closing::printed(&[counted(counts, "count", "counts")]);
    Ok(Ending::Done)
}
