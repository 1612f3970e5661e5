//! `zobrist book probe`: prints the moves of a book in a position.

use std::path::PathBuf;

use anyhow::{Result, bail};
use shakmaty::san::SanPlus;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Move, Position};
use zobrist_chess::{BookEntry, PackedMove, Polyglot};
use zobrist_shakmaty::{hash, unpack_move};

use super::read::{BookFile, BookLimit};
use crate::ending::Ending;
use crate::positions::PositionOptions;
use crate::rows::{Format, Value};
use crate::stdout::print;

/// Print the moves of a book in a position
///
/// A row for each move, by descending weight: the move in UCI notation (castling as e1g1, except
/// in Chess960) and in SAN, its weight, its share of the position's weights in percent, and the
/// learn field. A position that is not in the book has no rows, and the exit status is 0. Null moves
/// are left out. An illegal move is reported, and the exit status is 1.
///
/// Cost: that of reading the book.
#[derive(clap::Args)]
pub struct Args {
    /// The book, plain or compressed; `-` is standard input
    book: PathBuf,
    #[command(flatten)]
    position: PositionOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    limit: BookLimit,
}

const COLUMNS: &[&str] = &["uci", "san", "weight", "percent", "learn"];

pub fn run(args: Args) -> Result<Ending> {
    let variant = args.position.variant.rules();
    if variant != Variant::Chess {
        bail!(
            "Polyglot's books have standard chess and Chess960, not {variant}; \
             leave --variant out"
        );
    }
    let position = args.position.read()?;
    // The start position is the same in both variants.
    let chess960 = args.position.variant.is_chess960();
    let mode = if chess960 { CastlingMode::Chess960 } else { position.castles().mode() };
    let file = BookFile::read(&args.book, args.limit)?;
    file.refuse_unsorted()?;
    let (book, mut sound) = file.whole();
    let first = book.header_bytes() / BookEntry::SIZE;
    let found = book.find(hash(&Polyglot, &position));
    let mut moves: Vec<(BookEntry, Move)> = Vec::new();
    for (index, entry) in found.clone().zip(book.entries().iter().skip(found.start)) {
        match unpack_move(&position, entry.played) {
            Some(m) => moves.push((entry, m)),
            None if entry.played == PackedMove::NONE => {}
            None => {
                sound = false;
                let reason = format!("expected a legal move, got {}; left out", entry.played);
                file.report(first + index, &reason);
            }
        }
    }
    moves.sort_by_key(|(entry, _)| u16::MAX - entry.weight);
    let total: u64 = moves.iter().map(|(entry, _)| u64::from(entry.weight)).sum();
    let mut rows = args.format.header(COLUMNS);
    for (entry, m) in moves {
        let weight = u64::from(entry.weight);
        // Rounded to the nearest tenth of a percent; 0 if all weights are 0.
        let share = (2000 * weight + total).checked_div(2 * total).unwrap_or(0);
        let values = [
            Value::Text(&m.to_uci(mode).to_string()),
            Value::Text(&SanPlus::from_move(position.clone(), m).to_string()),
            Value::Number(weight),
            Value::Tenths(share),
            Value::Number(entry.learn.into()),
        ];
        args.format.append(&mut rows, COLUMNS, &values);
    }
    Ending::done_if(sound).when(print(&rows))
}
