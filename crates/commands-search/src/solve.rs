//! `zobrist solve`: who wins, and how.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::progress::spinning;
use zobrist_console::resources::{bytes, jobs, threads};
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_search::connect_four::ConnectFour;
use zobrist_search::{PackedEntry, Search, SearchTable, Solution, plies_to_end};
use zobrist_transposition::{Small, Table, TwoTier};

/// Solve a game: value, best move and line of best play
///
/// Connect Four on seven columns and six rows. The value is for the player to move, with best
/// play by both: win, draw or loss, and in how many plies. Nodes are the positions searched,
/// those of the line of best play included; with --jobs 1 their number is the same every time.
/// --compare also solves the position without a table, and prints both counts.
///
/// --format text is for people; the other formats print a row per search.
///
/// Cost: minutes for the empty board, less with a larger table (bench/README.md); seconds for a
/// position after eight stones, less after sixteen.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist solve connect4 --moves 4444442222226",
    "zobrist solve connect4 --moves 44444422222266 --compare"
))]
pub struct Args {
    /// The game
    game: GameName,
    /// Moves so far, one digit each: the column from 1
    ///
    /// The columns count from the left.
    #[arg(long, default_value = "", hide_default_value = true, help_heading = "Position")]
    moves: String,
    /// Size of the transposition table
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "64MiB",
        value_parser = bytes,
        help_heading = "Search"
    )]
    table: u64,
    /// Also search without the table
    ///
    /// Up to a billion nodes are searched, to show what the table is worth.
    #[arg(long, help_heading = "Search")]
    compare: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum GameName {
    /// Connect Four, 7 by 6
    #[value(name = "connect4")]
    ConnectFour,
}

type Board = ConnectFour<7, 6>;

/// Limit of nodes of the search without a table.
const MAX_NODES_WITHOUT_TABLE: u64 = 1_000_000_000;

const COLUMNS: &[&str] = &["table", "value", "plies", "best", "line", "nodes", "seconds"];

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    let GameName::ConnectFour = args.game;
    let game = Board::with_moves(&args.moves)
        .with_context(|| format!("cannot read the moves {:?}", args.moves))?;
    if game.is_over() {
        bail!("the game is over after {} moves: there is nothing to solve", game.stones());
    }
    // Values of at most 42 plies and seven moves: a slot of 64 bits keeps 40 of the hash.
    let table = Table::<u64, PackedEntry<8, 0, 3>, TwoTier, Small>::new(args.table)?;
    let threads = threads(args.jobs);

    print(&args.format.header(COLUMNS))?;
    let with = timed(Search::new(&table).threads(threads), &game);
    print(&with.shown(args.format, args.table))?;
    if args.compare {
        let without = timed(Search::new(&()).max_nodes(MAX_NODES_WITHOUT_TABLE), &game);
        match args.format {
            Format::Text => print(without.compared().as_bytes())?,
            format => print(&without.shown(format, 0))?,
        }
    }
    Ok(Ending::Done)
}

struct Timed {
    solution: Solution<u8>,
    time: Duration,
}

fn timed<T: SearchTable<u64>>(search: Search<T>, game: &Board) -> Timed {
    spinning("searching", || {
        let start = Instant::now();
        let solution = search.solve(game);
        Timed { solution, time: start.elapsed() }
    })
}

impl Timed {
    fn value(&self) -> Option<&'static str> {
        self.solution.is_solved().then_some(match self.solution.value {
            0 => "draw",
            1.. => "win",
            _ => "loss",
        })
    }

    fn plies(&self) -> Option<u64> {
        let plies = plies_to_end(self.solution.value)?;
        self.solution.is_solved().then_some(plies as u64)
    }

    fn line(&self) -> String {
        let digits = self.solution.line.iter().map(|column| char::from(b'1' + column));
        digits.collect()
    }

    fn shown(&self, format: Format, table: u64) -> Vec<u8> {
        let line = self.line();
        let seconds = (self.time.as_secs_f64() * 1000.0).round() / 1000.0;
        if format == Format::Text {
            let value = match (self.value(), self.plies()) {
                (Some(value), Some(1)) => format!("{value} in 1 ply"),
                (Some(value), Some(plies)) => format!("{value} in {plies} plies"),
                (value, _) => value.unwrap_or("unknown").to_owned(),
            };
            let best = line.get(..1).unwrap_or("unknown");
            let nodes = self.solution.nodes;
            return format!(
                "value    {value}\nbest     {best}\nline     {line}\nnodes    {nodes}\n\
                 seconds  {seconds:.3}\n"
            )
            .into_bytes();
        }
        let mut row = Vec::new();
        let values = [
            Value::Number(table),
            Value::text_or_null(self.value()),
            Value::number_or_null(self.plies()),
            Value::text_or_null(line.get(..1)),
            Value::text_or_null(Some(line.as_str()).filter(|line| !line.is_empty())),
            Value::Number(self.solution.nodes),
            Value::Real(seconds),
        ];
        format.append(&mut row, COLUMNS, &values);
        row
    }

    /// The lines printed for a search without a table.
    fn compared(&self) -> String {
        let (nodes, seconds) = (self.solution.nodes, self.time.as_secs_f64());
        let nodes = match self.value() {
            Some(_) => nodes.to_string(),
            None => format!("more than {nodes}: given up"),
        };
        format!("without the table\nnodes    {nodes}\nseconds  {seconds:.3}\n")
    }
}
