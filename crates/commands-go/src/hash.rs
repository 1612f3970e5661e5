//! `zobrist go hash`: the hash of every position of games of Go.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use clap::ValueEnum;
use zobrist::{Canonical, Feature, Hasher, Lanes, Symmetries};
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_go::sgf::Record;
use zobrist_go::{Board, GoKey, GoScheme};
use zobrist_go_games::read::{Game, ReadOptions, Reading};

use super::lines::{At, all_lines, main_line};

/// Print the hash of every position of games of Go
///
/// Reads SGF, plain or compressed by zstd, gzip, bzip2, xz or zip, and follows the main line of
/// each game; variations have no rows without --all, and the number of games that have any is
/// printed on standard error. FILE may also be a folder (its files in SGF, but for hidden ones and
/// those in folders within) or a pattern such as 'games/**/*.sgf'. A row has a hash, the file, the
/// game (from 1 within its file; a file of an archive is one, named as in `games.zip/first.sgf`),
/// with --all the variation, and the move (0 is the position before the first). The hash is by the
/// scheme `go` (docs/schemes.md): the stones and the size of the board, but not whose turn it is.
/// Stones that are set up before the first move are in row 0; those set up later show in the rows
/// of the moves after them, and have no row of their own. Passes count as moves. Illegal moves are
/// played as they stand; see `go check`. A game that cannot be read is reported with its place, and
/// the exit status is 1.
///
/// Cost: a file is held in memory, and each game takes up to ten
/// times its text; with --unique, up to 40 bytes for each position.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go hash game.sgf",
    "zobrist go hash game.sgf --canonical --format csv"
))]
pub(crate) struct Args {
    /// Files, folders or patterns; standard input if none or `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print the least hash among rotations and reflections
    ///
    /// It is the same for all of them.
    #[arg(long, help_heading = "Hash")]
    canonical: bool,
    /// With --canonical, also among those with the colors swapped
    #[arg(long, requires = "canonical", help_heading = "Hash")]
    colors: bool,
    /// Width of the hash in bits
    #[arg(long, value_enum, default_value = "64", help_heading = "Hash")]
    bits: Bits,
    /// Print the positions of all variations
    ///
    /// The column `variation` has the number of the line: 0 is the main line, and the others are
    /// numbered as they stand in the file. A position that several of them have in common has one
    /// row, in the first. A fault ends its line, and the others go on.
    #[arg(long, help_heading = "Output")]
    all: bool,
    /// Print only the first occurrence of each position
    ///
    /// In all files. Positions are compared by 128 bits; with --canonical, one that is a rotation
    /// or a reflection of an earlier one is none of its own.
    #[arg(long, help_heading = "Output")]
    unique: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    reading: ReadOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Bits {
    #[value(name = "64")]
    B64,
    #[value(name = "128")]
    B128,
}

/// The variation stands in rows of all variations only.
const COLUMNS: &[&str] = &["hash", "file", "game", "variation", "move"];
const MAIN_LINE_COLUMNS: &[&str] = &["hash", "file", "game", "move"];

pub(crate) fn run(args: Args) -> Result<Ending> {
    match (args.bits, args.colors) {
        (Bits::B64, false) => run_in::<u64, 8>(&args),
        (Bits::B64, true) => run_in::<u64, 16>(&args),
        (Bits::B128, false) => run_in::<u128, 8>(&args),
        (Bits::B128, true) => run_in::<u128, 16>(&args),
    }
}

/// The result of a game besides its rows.
struct Hashed {
    has_variations: bool,
    /// With --unique, the name of each position and the end of its row.
    names: Vec<(u128, usize)>,
}

fn run_in<K: GoKey, const N: usize>(args: &Args) -> Result<Ending> {
    let columns = if args.all { COLUMNS } else { MAIN_LINE_COLUMNS };
    print(&args.format.header(columns))?;
    let reading = Reading::of(&args.files, args.reading, terminal_listener::progress_bar)?;
    let names: Names<K, N> = Names::new(args.canonical);
    // Positions are told apart by more bits than are printed.
    let wide: Names<u128, N> = Names::new(args.canonical);
    let (mut games, mut branched) = (0, 0);
    let mut seen = HashSet::new();
    let ending = reading.for_each_game(
        |Game { file, number, entry, .. }, rows| {
            let record = &entry.record;
            let mut hashed = Hashed { has_variations: has_variations(record), names: Vec::new() };
            let mut row = |hash: K, at: At, board: &Board<K>| {
                if at.set_up {
                    return;
                }
                let values = [
                    Value::hex(hash),
                    Value::Name(file),
                    Value::Number(*number),
                    Value::Number(at.variation),
                    Value::Number(at.moves),
                ];
                let [hash, file, game, _, moves] = values;
                match args.all {
                    true => args.format.append(&mut rows.rows, columns, &values),
                    false => {
                        args.format.append(&mut rows.rows, columns, &[hash, file, game, moves])
                    }
                }
                if args.unique {
                    hashed.names.push((wide.of(board), rows.rows.len()));
                } else {
                    rows.relieve();
                }
            };
            let done = if args.all {
                all_lines(record, |at, board| row(names.of(board), at, board))
            } else {
                let lanes = names.lanes(record.width, record.height);
                let hasher = |board: &Board<K>| lanes.as_deref().map(|lanes| hasher(lanes, board));
                main_line(record, hasher, |at, board, images| {
                    let hash = images.as_ref().map(|images| Canonical::of(&images.hash()).hash);
                    row(hash.unwrap_or(board.hash()), at, board);
                })
            };
            (hashed, done)
        },
        |hashed, rows| {
            games += 1;
            branched += u64::from(hashed.has_variations);
            if args.unique {
                keep_new(&hashed.names, &mut seen, rows);
            }
            Ok(())
        },
    )?;
    if branched > 0 && !args.all {
        say(&format!(
            "zobrist: {branched} of {games} games have variations; rows are of main lines only, and \
             --all has those of variations\n"
        ));
    }
    Ok(ending)
}

/// Removes the rows of positions that were seen before. Each row ends where its position says.
fn keep_new(names: &[(u128, usize)], seen: &mut HashSet<u128>, rows: &mut Vec<u8>) {
    let (mut begin, mut kept) = (0, 0);
    for (name, end) in names {
        if seen.insert(*name) {
            rows.copy_within(begin..*end, kept);
            kept += end - begin;
        }
        begin = *end;
    }
    rows.truncate(kept);
}

/// Names of boards: their own hash, or the least hash of their `N` images.
struct Names<K: GoKey, const N: usize> {
    canonical: bool,
    /// The keys of all images, for each board size.
    sizes: Mutex<LanesBySize<K, N>>,
}

type LanesBySize<K, const N: usize> = HashMap<(usize, usize), Arc<Lanes<K, N>>>;

impl<K: GoKey, const N: usize> Names<K, N> {
    fn new(canonical: bool) -> Self {
        Names { canonical, sizes: Mutex::default() }
    }

    /// The keys of the images of a board, if they are asked for.
    fn lanes(&self, width: usize, height: usize) -> Option<Arc<Lanes<K, N>>> {
        self.canonical.then(|| {
            let mut sizes = self.sizes.lock().expect("a panic ends the command");
            sizes.entry((width, height)).or_insert_with(|| lanes(width, height).into()).clone()
        })
    }

    /// The name of a board, counted anew from its stones.
    fn of<B: GoKey>(&self, board: &Board<B>) -> K {
        match self.lanes(board.width(), board.height()) {
            Some(lanes) => Canonical::of(&hasher(&lanes, board).hash()).hash,
            None => Hasher::of(K::table(), features(board)).hash(),
        }
    }
}

fn features<K: GoKey>(board: &Board<K>) -> impl Iterator<Item = Feature> {
    let stones = board.stones().map(|(color, at)| GoScheme::stone(color, at));
    GoScheme::size(board.width(), board.height()).into_iter().chain(stones)
}

/// A hasher of all images of a board.
fn hasher<'a, K: GoKey, B: GoKey, const N: usize>(
    lanes: &'a Lanes<K, N>,
    board: &Board<B>,
) -> Hasher<&'a Lanes<K, N>> {
    Hasher::of(lanes, features(board))
}

/// The keys of `N` images of a board: 8, or 16 with the colors swapped. A rectangle has its four
/// twice.
fn lanes<K: GoKey, const N: usize>(width: usize, height: usize) -> Lanes<K, N> {
    let four = GoScheme::symmetries::<4>(width, height);
    let eight = (width == height).then(|| GoScheme::symmetries::<8>(width, height));
    let image = |element: usize, slot: usize| {
        let feature = Feature::from_slot(slot);
        let turned = match &eight {
            Some(eight) => eight.image(element % 8, feature),
            None => four.image(element % 4, feature),
        };
        if element < 8 { turned.slot() } else { GoScheme::other_color(turned.slot()) }
    };
    let group = Symmetries::new(four.slots(), image);
    Lanes::new(K::table(), &group.expect("symmetries with the colors swapped are a group"))
}

/// True if a game has more than one line.
fn has_variations(record: &Record) -> bool {
    record.main_line().count() < record.nodes().len()
}
