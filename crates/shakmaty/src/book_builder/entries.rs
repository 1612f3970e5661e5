//! From counts to the entries of a book.

use std::cmp::Reverse;
use std::num::NonZeroUsize;

use zobrist_chess::{BookEntry, PackedMove, scale_weight};

use super::options::{BookOptions, BookScale};
use super::rows::{Counts, First, Refused, Row, Rows, reserve, room};
use crate::parallel;

/// The entries of a book that was made from games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MadeBook {
    /// The entries, sorted by key, then by weight, highest first, then by move.
    pub entries: Vec<BookEntry>,
    /// The number of games in which the most played move was played, be it in the book or not.
    pub most_games: u64,
}

/// A move that is in the book, before its weight is scaled.
#[derive(Clone, Copy, Debug)]
struct Candidate<F> {
    key: u64,
    weight: u64,
    played: u16,
    first: F,
}

pub(super) fn make_book<F: First>(
    rows: Rows<F>,
    options: &BookOptions,
    threads: NonZeroUsize,
) -> Result<MadeBook, Refused> {
    let parts = rows.by_parts(threads, |rows| candidates(rows, options))?;
    let most_games = parts.iter().map(|(_, most)| *most).max().unwrap_or(0);
    let parts: Vec<_> = parts.into_iter().map(|(candidates, _)| candidates).collect();
    let weights = parts.iter().flatten().map(|candidate| candidate.weight);
    let largest = weights.max().unwrap_or(0);
    let parts = parallel::try_map(parts, threads, |part| {
        let mut entries = room(part.len())?;
        for moves in part.chunk_by(|a, b| a.key == b.key) {
            append_position(&mut entries, moves, options.scale, largest);
        }
        Ok(entries)
    })?;
    let mut entries = room(parts.iter().map(Vec::len).sum())?;
    parts.into_iter().for_each(|part| entries.extend(part));
    Ok(MadeBook { entries, most_games })
}

/// The moves of sorted rows that are in the book, and the most games in which any move was played.
fn candidates<F: First>(
    rows: &[Row<F>],
    options: &BookOptions,
) -> Result<(Vec<Candidate<F>>, u64), Refused> {
    let mut most_games = 0;
    let place = |row: &Row<F>| (row.key(), row.played());
    let of_move = |rows: &[Row<F>]| {
        let counts = rows.iter().fold(Counts::default(), |sum, row| sum.plus(row.counts()));
        let weight = counts.weight(options);
        most_games = most_games.max(counts.games());
        let is_in = counts.games() >= options.min_games
            && counts.percent() >= options.min_score
            && (weight > 0 || options.keep_zero);
        let first = rows.iter().map(|row| row.first()).min()?;
        let (key, played) = place(&rows[0]);
        is_in.then_some(Candidate { key, weight, played, first })
    };
    let mut candidates = Vec::new();
    let moves = rows.chunk_by(|a, b| place(a) == place(b));
    for candidate in moves.filter_map(of_move) {
        reserve(&mut candidates, 1)?;
        candidates.push(candidate);
    }
    Ok((candidates, most_games))
}

fn append_position<F: First>(
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

    /// The score; 0 if no result is known. Rounded only once, so that a limit that can be reached
    /// is reached.
    fn percent(self) -> f64 {
        (50 * (2 * self.win + self.draw)) as f64 / self.known().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_scaled_to_the_nearest_and_never_to_nothing() {
        assert_eq!([0, 1, 65535].map(|weight| scale_weight(weight, 65535)), [0, 1, 65535]);
        assert_eq!([0, 1, 65536].map(|weight| scale_weight(weight, 65536)), [0, 1, 65535]);
        // 32768 · 65535 / 65536 = 32767.5
        assert_eq!([32767, 32768].map(|weight| scale_weight(weight, 65536)), [32767, 32768]);
        assert_eq!(scale_weight(1, u64::MAX), 1);
        assert_eq!(scale_weight(u64::MAX / 2, u64::MAX), 32767);
        assert_eq!(scale_weight(u64::MAX, u64::MAX), 65535);
    }

    #[test]
    fn a_score_that_is_the_limit_reaches_it() {
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
