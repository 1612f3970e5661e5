//! Turns counts of moves into the entries of a book.
//!
//! Weights are scaled once, over the whole book: the book then does not depend on the order of the
//! games, and weights of different positions can be compared.

use std::cmp::Reverse;
use std::num::NonZeroUsize;

use zobrist_chess::{BookEntry, PackedMove, scale_weight};

use super::move_counts::{
    Counts, FirstPlayed, MoveCountRow, MoveCounts, OutOfMemory, reserve, with_room,
};
use super::options::{BookOptions, BookScale};
use crate::parallel;

/// A book made from games, by [`BookBuilder::finish`](super::BookBuilder::finish).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuiltBook {
    /// The entries, sorted by key, then by weight, highest first, then by move.
    pub entries: Vec<BookEntry>,
    /// Number of games of the most played move, in the book or not.
    pub max_games: u64,
}

/// A move of the book, before its weight is scaled.
#[derive(Clone, Copy, Debug)]
struct Candidate<F> {
    key: u64,
    weight: u64,
    played: u16,
    first: F,
}

pub(super) fn make_book<F: FirstPlayed>(
    rows: MoveCounts<F>,
    options: &BookOptions,
    threads: NonZeroUsize,
) -> Result<BuiltBook, OutOfMemory> {
    let parts = rows.map_key_ranges(threads, |rows| candidates(rows, options))?;
    let max_games = parts.iter().map(|(_, most)| *most).max().unwrap_or(0);
    let parts: Vec<_> = parts.into_iter().map(|(candidates, _)| candidates).collect();
    let weights = parts.iter().flatten().map(|candidate| candidate.weight);
    let largest = weights.max().unwrap_or(0);
    let parts = parallel::try_map(parts, threads, |part| {
        let mut entries = with_room(part.len())?;
        for moves in part.chunk_by(|a, b| a.key == b.key) {
            append_position(&mut entries, moves, options.scale, largest);
        }
        Ok(entries)
    })?;
    let mut entries = with_room(parts.iter().map(Vec::len).sum())?;
    parts.into_iter().for_each(|part| entries.extend(part));
    Ok(BuiltBook { entries, max_games })
}

/// Returns the moves of sorted rows that belong in the book, and the number of games of the most
/// played move.
fn candidates<F: FirstPlayed>(
    rows: &[MoveCountRow<F>],
    options: &BookOptions,
) -> Result<(Vec<Candidate<F>>, u64), OutOfMemory> {
    let mut max_games = 0;
    let move_of = |row: &MoveCountRow<F>| (row.key(), row.played());
    let candidate = |rows: &[MoveCountRow<F>]| {
        let counts = rows.iter().fold(Counts::default(), |sum, row| sum.plus(row.counts()));
        let weight = counts.weight(options);
        max_games = max_games.max(counts.games());
        let is_in = counts.games() >= options.min_games
            && counts.percent() >= options.min_score
            && (weight > 0 || options.keep_zero);
        let first = rows.iter().map(|row| row.first()).min()?;
        let (key, played) = move_of(&rows[0]);
        is_in.then_some(Candidate { key, weight, played, first })
    };
    let mut candidates = Vec::new();
    let moves = rows.chunk_by(|a, b| move_of(a) == move_of(b));
    for candidate in moves.filter_map(candidate) {
        reserve(&mut candidates, 1)?;
        candidates.push(candidate);
    }
    Ok((candidates, max_games))
}

fn append_position<F: FirstPlayed>(
    entries: &mut Vec<BookEntry>,
    moves: &[Candidate<F>],
    scale: BookScale,
    largest: u64,
) {
    let largest = match scale {
        BookScale::Position => moves.iter().map(|candidate| candidate.weight).max().unwrap_or(0),
        BookScale::Book | BookScale::Uniform => largest,
    };
    let weight = |candidate: &Candidate<F>| match scale {
        BookScale::Uniform => candidate.weight.min(1) as u16,
        BookScale::Book | BookScale::Position => scale_weight(candidate.weight, largest),
    };
    let mut moves = moves.to_vec();
    moves.sort_by_key(|candidate| (Reverse(weight(candidate)), candidate.first, candidate.played));
    entries.extend(moves.iter().map(|candidate| BookEntry {
        key: candidate.key,
        played: PackedMove::from_bits(candidate.played),
        weight: weight(candidate),
        learn: 0,
    }));
}

impl Counts {
    fn plus(self, other: Counts) -> Counts {
        Counts {
            win: self.win + other.win,
            draw: self.draw + other.draw,
            loss: self.loss + other.loss,
            unknown: self.unknown + other.unknown,
        }
    }

    fn games(self) -> u64 {
        self.known() + self.unknown
    }

    fn known(self) -> u64 {
        self.win + self.draw + self.loss
    }

    fn weight(self, options: &BookOptions) -> u64 {
        u64::from(options.win) * self.win
            + u64::from(options.draw) * self.draw
            + u64::from(options.loss) * self.loss
            + u64::from(options.unknown.unwrap_or(0)) * self.unknown
    }

    /// Returns the score in percent; 0 if no result is known. Rounded only once, so that a score
    /// equal to the limit of the options reaches it.
    fn percent(self) -> f64 {
        (50 * (2 * self.win + self.draw)) as f64 / self.known().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_rounded_to_nearest_and_never_to_zero() {
        assert_eq!([0, 1, 65535].map(|weight| scale_weight(weight, 65535)), [0, 1, 65535]);
        assert_eq!([0, 1, 65536].map(|weight| scale_weight(weight, 65536)), [0, 1, 65535]);
        // 32768 · 65535 / 65536 = 32767.5
        assert_eq!([32767, 32768].map(|weight| scale_weight(weight, 65536)), [32767, 32768]);
        assert_eq!(scale_weight(1, u64::MAX), 1);
        assert_eq!(scale_weight(u64::MAX / 2, u64::MAX), 32767);
        assert_eq!(scale_weight(u64::MAX, u64::MAX), 65535);
    }

    #[test]
    fn a_score_equal_to_the_limit_reaches_it() {
        for games in 1..=1000_u64 {
            for win in 0..=games {
                if (1000 * win).is_multiple_of(games) {
                    let counts = Counts { win, loss: games - win, ..Counts::default() };
                    let tenths = 1000 * win / games;
                    let limit: f64 = format!("{}.{}", tenths / 10, tenths % 10).parse().unwrap();
                    assert!(counts.percent() >= limit, "{win} of {games}");
                    assert!(counts.percent() < limit + 1e-9, "{win} of {games}");
                }
            }
        }
    }
}
