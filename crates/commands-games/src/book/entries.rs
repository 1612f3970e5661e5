//! The moves of a book in a position.

use anyhow::{Result, bail};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Move, Position};
use zobrist_chess::{Book, BookEntry, PackedMove, Polyglot};
use zobrist_commands_input::positions::{Line, PositionOptions};
use zobrist_shakmaty::{hash, pack_move, unpack_book_move};

use super::read::BookFile;

/// The moves of a position, the heaviest first.
pub(super) struct Entries {
    pub(super) moves: Vec<(BookEntry, Move)>,
    /// The sum of their weights.
    total: u64,
}

impl Entries {
    /// Finds the moves of a position. Null moves are left out; a move that is not legal is
    /// reported, left out, and makes `sound` false. Castling as two squares of the king is reported
    /// and read.
    pub(super) fn of(
        file: &BookFile,
        book: &Book<&[u8]>,
        position: &VariantPosition,
        sound: &mut bool,
    ) -> Entries {
        let first = book.header_bytes() / BookEntry::SIZE;
        let found = book.find(hash(&Polyglot, position));
        let mut moves: Vec<(BookEntry, Move)> = Vec::new();
        for (index, entry) in found.clone().zip(book.entries().iter().skip(found.start)) {
            match unpack_book_move(position, entry.played) {
                Some(m) => {
                    let expected = pack_move(m);
                    if expected != entry.played {
                        file.tell_castling(first + index, entry.played, expected);
                    }
                    match moves.iter_mut().find(|(_, other)| *other == m) {
                        // Castling in both encodings, or a duplicate.
                        Some((same, _)) => {
                            same.weight = same.weight.saturating_add(entry.weight);
                            same.learn = same.learn.max(entry.learn);
                        }
                        None => moves.push((entry, m)),
                    }
                }
                None if entry.played == PackedMove::NONE => {}
                None => {
                    *sound = false;
                    let reason = format!("expected a legal move, got {}; left out", entry.played);
                    file.report(first + index, &reason);
                }
            }
        }
        moves.sort_by_key(|(entry, _)| u16::MAX - entry.weight);
        let total = moves.iter().map(|(entry, _)| u64::from(entry.weight)).sum();
        Entries { moves, total }
    }

    /// The share of a move in the weights of the position, in tenths of a percent, rounded to the
    /// nearest; 0 if all weights are 0.
    pub(super) fn share(&self, entry: BookEntry) -> u64 {
        let weight = u64::from(entry.weight);
        (2000 * weight + self.total).checked_div(2 * self.total).unwrap_or(0)
    }
}

/// The position that is asked about, and how castling is written in UCI notation.
///
/// # Errors
/// When it is none, or of a variant that books do not have.
pub(super) fn line(options: &PositionOptions) -> Result<(Line, CastlingMode)> {
    let variant = options.variant.rules();
    if variant != Variant::Chess {
        bail!(
            "Polyglot's books have standard chess and Chess960, not {variant}; \
             leave --variant out"
        );
    }
    let line = options.line()?;
    // The start position is the same in both variants.
    let is_chess960 = options.variant.is_chess960();
    let mode = if is_chess960 { CastlingMode::Chess960 } else { line.position.castles().mode() };
    Ok((line, mode))
}
