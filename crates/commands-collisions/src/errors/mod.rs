//! `zobrist keys errors`: searches with false matches, beside one that compares full positions.

mod chess;
mod connect_four;
mod evaluation;
mod plot;
mod positions;
mod report;
mod table;
mod trial;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use indicatif::ProgressBar;
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_commands_input::positions::read_chess;
use zobrist_commands_input::schemes::seed;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::progress::bar_of;
use zobrist_console::resources::{jobs, threads};
use zobrist_console::rows::Format;
use zobrist_game_text::in_order;
use zobrist_search::Game;

use self::chess::ChessGame;
use self::connect_four::FourGame;
use self::report::Row;
use self::trial::{Keys, Tally, trials};
use super::birthday::positive_probability;
use super::drawing::{begin_plot, print_with_plot};

/// Search with keys that collide, and count wrong moves
///
/// Wrong values are counted, too. Searches positions of chess and of Connect Four with a
/// transposition table that takes one position for another: because only some bits of the keys are
/// compared (`cut`), or because entries of other positions are returned at a given rate
/// (`injected`). The control, `exact`, is the same search with full positions compared; `none` has
/// no table. Every table keeps the full position beside the key, so that false matches are counted,
/// not estimated; their entries are used all the same.
///
/// A cut key consists of the high bits of 64. It also chooses the slot: with fewer bits than the
/// table needs, only that many slots are in use. The table has one entry a slot and always replaces
/// it.
///
/// Chess: alpha-beta, deepened ply by ply to --depth, over material and mobility, with a quiescence
/// search of captures; the scheme `zobrist`; without --fen the 24 positions of the Bratko-Kopec
/// test. Connect Four: 24 positions with 16 stones, searched to the end of the game; values are
/// exact.
///
/// A wrong value is one at the root that differs from the control's. Other moves are best moves
/// that differ. Wrong moves are those of them that are worse: a search with full positions, one ply
/// less deep, gives the position after the move a lower value than the one after the control's
/// move. False matches are also given per million probes of the table. docs/collisions.md says what
/// follows.
///
/// The output is the same on every machine, for any number of threads. A position is given the same
/// errors whatever else is searched: they depend on --seed, the rate and the position.
///
/// Cost: the defaults take half a minute on two cores, a third of it for the searches without a
/// table, which --keys leaves out. Each further ply of --depth takes some seven times as long.
/// Memory: 80 bytes per slot and thread.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist keys errors --game chess --depth 2",
    "zobrist keys errors --keys cut --bits 12,16 --depth 2 --game chess"
))]
pub struct Args {
    /// Kinds of keys beside `exact`, the control
    ///
    /// Several are separated by commas.
    #[arg(
        long = "keys",
        value_enum,
        value_delimiter = ',',
        default_value = "none,cut,injected",
        help_heading = "Keys"
    )]
    kinds: Vec<Kind>,
    /// Numbers of bits of the cut keys, 1 to 64
    ///
    /// Several are separated by commas.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "10,12,16,20,24,32,64",
        value_parser = clap::value_parser!(u32).range(1..=64),
        help_heading = "Keys"
    )]
    bits: Vec<u32>,
    /// Rates of errors, such as 1e-3, 1% or 1/1000
    ///
    /// The rate is the probability with which a probe of full keys returns the entry of another
    /// position. Several are separated by commas.
    #[arg(
        long = "rate",
        value_name = "RATE",
        value_delimiter = ',',
        default_value = "1e-1,1e-2,1e-3,1e-4,1e-5",
        value_parser = positive_probability,
        help_heading = "Keys"
    )]
    rates: Vec<f64>,
    /// Position of chess to search instead of the 24
    ///
    /// May be repeated, and leaves out Connect Four.
    #[arg(long = "fen", value_name = "FEN", help_heading = "Games")]
    fens: Vec<String>,
    /// Plies of the searches of chess, 1 to 64 [default: 4]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64), help_heading = "Games")]
    depth: Option<u32>,
    /// Games to search
    ///
    /// The default is both, or chess with --fen. Several are separated by commas.
    #[arg(long = "game", value_enum, value_delimiter = ',', help_heading = "Games")]
    games: Option<Vec<GameName>>,
    /// Number of slots of the table
    ///
    /// It is a power of two from 2 to 2^28.
    #[arg(long, default_value_t = 1 << 18, value_parser = slots, help_heading = "Keys")]
    slots: u64,
    /// Seed of the injected errors, decimal or 0x…
    #[arg(
        long,
        default_value_t = 2005,
        value_parser = seed,
        help_heading = "Keys",
        hide_short_help = true
    )]
    seed: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Plot the wrong values and moves
    ///
    /// Their shares are plotted against the rate of false matches. `-` is standard output, and the
    /// table then goes to standard error.
    #[arg(long, value_name = "OUT.svg", help_heading = "Output")]
    plot: Option<PathBuf>,
    /// Replace OUT.svg if it exists; only a regular file is ever replaced
    #[arg(long, requires = "plot", help_heading = "Output", hide_short_help = true)]
    force: bool,
}

impl Args {
    fn depth(&self) -> u32 {
        self.depth.unwrap_or(DEPTH)
    }
}

/// The kinds of keys that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// No table
    None,
    /// The high bits of 64, by --bits
    Cut,
    /// All 64 bits, and errors by --rate
    Injected,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GameName {
    Chess,
    /// Connect Four, 7 by 6
    #[value(name = "connect4")]
    ConnectFour,
}

impl GameName {
    fn name(self) -> &'static str {
        match self {
            GameName::Chess => "chess",
            GameName::ConnectFour => "connect4",
        }
    }
}

/// The depth of searches of chess by default.
const DEPTH: u32 = 4;

/// The number of positions of Connect Four.
const POSITIONS: usize = 24;

fn slots(text: &str) -> Result<u64, String> {
    let slots = text.parse().ok().filter(|slots: &u64| slots.is_power_of_two());
    let slots = slots.filter(|slots| (2..=1 << 28).contains(slots));
    slots.ok_or_else(|| "expected a power of two from 2 to 268435456".to_owned())
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    let positions = positions(&args)?;
    let plot = args.plot.as_deref().map(|path| begin_plot(path, args.force)).transpose()?;
    let rows = searched(&args, positions, &bar_of(0, "positions"));
    let table = report::table(args.format, &rows);
    let plot = plot.map(|out| (out, plot::draw(&rows)));
    print_with_plot(Ending::Done, plot, &table)
}

/// A position to search.
enum Start {
    Chess(ChessGame),
    ConnectFour(FourGame),
}

impl Start {
    fn game(&self) -> GameName {
        match self {
            Start::Chess(_) => GameName::Chess,
            Start::ConnectFour(_) => GameName::ConnectFour,
        }
    }

    /// The seed of the errors injected into the searches of this position: different for each
    /// position, and independent of the others that are searched.
    fn seed(&self, seed: u64) -> u64 {
        let hash = match self {
            Start::Chess(game) => game.hash().hash,
            Start::ConnectFour(game) => game.hash().hash,
        };
        Xoshiro256PlusPlus::new(seed).next_u64() ^ hash
    }
}

/// The positions to search, those of chess first.
///
/// # Errors
/// When a FEN is not a position in which the game goes on, or an option of chess is given without
/// it.
fn positions(args: &Args) -> Result<Vec<Start>> {
    let mut positions = Vec::new();
    let games = match &args.games {
        Some(games) => &games[..],
        None if args.fens.is_empty() => &[GameName::Chess, GameName::ConnectFour],
        None => &[GameName::Chess],
    };
    if !games.contains(&GameName::Chess) {
        for (option, is_given) in
            [("--fen", !args.fens.is_empty()), ("--depth", args.depth.is_some())]
        {
            if is_given {
                bail!("{option} is for chess, and --game leaves it out");
            }
        }
    }
    if games.contains(&GameName::Chess) {
        let given: Vec<&str> = args.fens.iter().map(String::as_str).collect();
        let fens = if given.is_empty() { &positions::BRATKO_KOPEC } else { &given[..] };
        for fen in fens {
            let game = ChessGame::new(read_chess(fen)?);
            let game = game.with_context(|| format!("cannot search the position {fen:?}"))?;
            positions.push(Start::Chess(game));
        }
    }
    if games.contains(&GameName::ConnectFour) {
        positions.extend(connect_four::positions(POSITIONS).into_iter().map(Start::ConnectFour));
    }
    Ok(positions)
}

/// Searches all positions with all kinds of keys; rows are in the order of the games, then of the
/// keys.
fn searched(args: &Args, positions: Vec<Start>, progress: &ProgressBar) -> Vec<Row> {
    let keys = all_keys(args);
    let mut rows: Vec<Row> = Vec::new();
    progress.set_length(positions.len() as u64);
    let mut positions = positions.into_iter();
    let ended: Option<()> = in_order(
        threads(args.jobs),
        || positions.next(),
        |start| (start.game(), tallies(args, &start, &keys)),
        |(game, tallies)| {
            for (keys, tally) in keys.iter().zip(tallies) {
                let is_same = |row: &&mut Row| (row.game, row.keys) == (game.name(), *keys);
                match rows.iter_mut().find(is_same) {
                    Some(row) => row.tally.add(&tally),
                    None => rows.push(Row {
                        game: game.name(),
                        keys: *keys,
                        depth: (game == GameName::Chess).then_some(args.depth()),
                        tally,
                        control_nodes: 0,
                    }),
                }
            }
            progress.inc(1);
            ControlFlow::Continue(())
        },
    );
    debug_assert!(ended.is_none());
    progress.finish_and_clear();
    let controls: Vec<(&str, u64)> = rows
        .iter()
        .filter(|row| row.keys == Keys::Exact)
        .map(|row| (row.game, row.tally.nodes))
        .collect();
    for row in &mut rows {
        let control = controls.iter().find(|(game, _)| *game == row.game);
        row.control_nodes = control.expect("each game has its control").1;
    }
    rows
}

fn tallies(args: &Args, start: &Start, keys: &[Keys]) -> Vec<Tally> {
    let (log_slots, seed) = (args.slots.ilog2(), start.seed(args.seed));
    match start {
        Start::Chess(game) => trials(game, args.depth(), keys, log_slots, seed),
        Start::ConnectFour(game) => trials(game, game.squares_left(), keys, log_slots, seed),
    }
}

/// The keys that are asked for and the control, each once: no table, exact matching, cut keys by
/// bits, and injected errors by rate.
fn all_keys(args: &Args) -> Vec<Keys> {
    let (mut bits, mut rates) = (args.bits.clone(), args.rates.clone());
    bits.sort_unstable();
    bits.dedup();
    rates.sort_by(|a, b| b.total_cmp(a));
    rates.dedup();
    let of = |kind: Kind, keys: Vec<Keys>| if args.kinds.contains(&kind) { keys } else { vec![] };
    let none = of(Kind::None, vec![Keys::None]);
    let cut = of(Kind::Cut, bits.into_iter().map(Keys::Cut).collect());
    let injected = of(Kind::Injected, rates.into_iter().map(Keys::Injected).collect());
    [none, vec![Keys::Exact], cut, injected].concat()
}
