//! `zobrist go hash`: the hash of every position of games of Go.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use zobrist::{Canonical, Hasher, Lanes};
use zobrist_go::sgf::Record;
use zobrist_go::{Board, GoKey, GoScheme, Move};

use super::read::{Game, GoLimit, Refusal, for_each_game, unread_move};
use crate::ending::Ending;
use crate::input;
use crate::message::say;
use crate::rows::{Format, Value};
use crate::stdout::Stdout;

/// Print the hash of every position of games of Go
///
/// Reads SGF, plain or compressed by zstd, gzip, bzip2, xz or zip, and follows the main line of each game;
/// variations have no rows, and the number of games that have any is printed on standard error.
/// A row has a hash, the game (from 1 within its file), the move (0 is the position before the
/// first) and, with several files, the file. The hash is by the scheme `go` (docs/schemes.md): the
/// stones and the size of the board, but not whose turn it is.
/// Stones that are set up before the first move are in row 0; those set up later show in the rows
/// of the moves after them, and have no row of their own. Passes count as moves. Illegal moves
/// are played as they stand; see `go check`. A game that cannot be read is reported with its
/// place, and the exit status is 1.
///
/// Cost: a file is held in memory, and each game takes up to ten
/// times its text.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go hash game.sgf",
    "zobrist go hash game.sgf --canonical --format csv"
))]
pub(crate) struct Args {
    /// Files to read; standard input if none or `-`
    files: Vec<PathBuf>,
    /// Print the least hash among rotations and reflections
    ///
    /// It is the same for all of them.
    #[arg(long, help_heading = "Hash")]
    canonical: bool,
    /// Width of the hash in bits
    #[arg(long, value_enum, default_value = "64", help_heading = "Hash")]
    bits: Bits,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Stop at the first game that is rejected
    #[arg(long, help_heading = "Input")]
    strict: bool,
    #[command(flatten)]
    limit: GoLimit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Bits {
    #[value(name = "64")]
    B64,
    #[value(name = "128")]
    B128,
}

/// The last one stands in rows of several files only.
const COLUMNS: &[&str] = &["hash", "game", "move", "file"];

/// Bytes of rows that are held before they are written.
const MAX_HELD: usize = 1 << 16;

pub(crate) fn run(args: Args) -> Result<Ending> {
    match args.bits {
        Bits::B64 => run_in::<u64>(&args),
        Bits::B128 => run_in::<u128>(&args),
    }
}

fn run_in<K: GoKey>(args: &Args) -> Result<Ending> {
    let mut stdout = io::BufWriter::new(Stdout);
    let columns = &COLUMNS[..COLUMNS.len() - usize::from(args.files.len() < 2)];
    stdout.write_all(&args.format.header(columns))?;
    let (mut games, mut branched) = (0, 0);
    let mut names: Names<K> = Names { canonical: args.canonical, sizes: HashMap::new() };
    let progress = input::progress_bar(&args.files);
    let ending = for_each_game(
        &args.files,
        args.strict,
        args.limit,
        progress,
        |Game { file, number, entry }| {
            let mut rows = Vec::new();
            let mut written = Ok(());
            let done = names.for_each_position(&entry.record, |hash, moves| {
                let values = [
                    Value::hex(hash),
                    Value::Number(number),
                    Value::Number(moves),
                    Value::Name(file),
                ];
                args.format.append(&mut rows, columns, &values[..columns.len()]);
                if rows.len() > MAX_HELD && written.is_ok() {
                    written = stdout.write_all(&rows);
                    rows.clear();
                }
            });
            games += 1;
            branched += u64::from(has_variations(&entry.record));
            written.and_then(|()| stdout.write_all(&rows))?;
            Ok(done)
        },
    )?;
    let written = stdout.flush();
    if branched > 0 && written.is_ok() {
        say(&format!(
            "zobrist: {branched} of {games} games have variations; rows are of main lines only\n"
        ));
    }
    ending.when(written)
}

/// Names of boards: their own hash, or the least hash of their images.
struct Names<K: GoKey> {
    canonical: bool,
    /// The keys of all images, for each board size. A rectangle has its four twice.
    sizes: HashMap<(usize, usize), Lanes<K, 8>>,
}

impl<K: GoKey> Names<K> {
    fn for_each_position(
        &mut self,
        record: &Record,
        mut visit: impl FnMut(K, u64),
    ) -> Result<(), Refusal> {
        let size = (record.width, record.height);
        let lanes = self.canonical.then(|| &*self.sizes.entry(size).or_insert_with(|| lanes(size)));
        let mut board = Board::<K>::with_keys(size.0, size.1).map_err(|error| error.to_string())?;
        let mut images = lanes.map(|lanes| Hasher::of(lanes, GoScheme::size(size.0, size.1)));
        let mut moves = 0;
        // Row 0 is written after the set-up nodes before the first move.
        let mut begun = false;
        let mut line = record.main_line().peekable();
        while let Some(number) = line.next() {
            let node = record.node(number);
            // The position before a move is known even if the move cannot be read.
            let unread = node.fault.and_then(unread_move);
            if let Some(fault) = node.fault
                && unread.is_none()
            {
                return Err(fault.into());
            }
            if !node.set_up.is_empty() {
                let stones = node.stones_after(&board);
                board.set_up(stones).map_err(|error| format!("node {number}: {error}"))?;
                images = lanes.map(|lanes| {
                    let stones = board.stones().map(|(color, at)| GoScheme::stone(color, at));
                    Hasher::of(lanes, GoScheme::size(size.0, size.1).into_iter().chain(stones))
                });
            }
            let name = |board: &Board<K>, images: &Option<Hasher<_>>| match images {
                Some(images) => Canonical::of(&Hasher::hash(images)).hash,
                None => board.hash(),
            };
            let is_last = line.peek().is_none();
            if !begun && (is_last || unread.is_some() || !node.moves.is_empty()) {
                visit(name(&board, &images), 0);
                begun = true;
            }
            if let Some(fault) = node.fault {
                return Err(fault.into());
            }
            for (color, played) in node.moves {
                moves += 1;
                if let Move::Play(point) = played {
                    board
                        .place_recording(*color, *point, &mut images)
                        .map_err(|error| format!("move {moves}: {error}"))?;
                }
                visit(name(&board, &images), moves);
            }
        }
        Ok(())
    }
}

fn lanes<K: GoKey>((width, height): (usize, usize)) -> Lanes<K, 8> {
    if width == height {
        return Lanes::new(K::table(), &GoScheme::symmetries(width, height));
    }
    let four = GoScheme::symmetries::<4>(width, height);
    let eight = zobrist::Symmetries::new(four.slots(), |element, slot| {
        four.image(element % 4, zobrist::Feature::from_slot(slot)).slot()
    });
    Lanes::new(K::table(), &eight.expect("a group twice over is one"))
}

/// True if a game has more than one line.
fn has_variations(record: &Record) -> bool {
    record.main_line().count() < record.nodes().len()
}
