//! Counting what kept games played in a position.

use std::collections::HashMap;
use std::ops::Range;

use zobrist_chess::PackedMove;

use super::kept_games::{Kept, KeptGame};
use super::move_count::{MoveCount, PlayerScore};
use super::question::{Answer, sort_moves};
use super::seen_games::SeenGames;
use super::visits::Visits;
use crate::error::IndexError;
use crate::filter::Filter;
use crate::game_stats::GameResult;

/// The counts so far.
pub(super) struct Tally<'a> {
    filter: &'a Filter,
    moves: HashMap<u16, MoveCount>,
    answer: Answer,
    /// The first games, each with its first ply.
    first: Vec<(u64, u32)>,
    limit: usize,
}

impl Tally<'_> {
    pub(super) fn new(filter: &Filter, limit: usize) -> Tally<'_> {
        let (moves, answer, first) = (HashMap::new(), Answer::default(), Vec::new());
        Tally { filter, moves, answer, first, limit }
    }

    /// Counts the kept ones of the games `games` of some visits.
    ///
    /// # Errors
    /// When the system refuses memory for the games seen.
    pub(super) fn count(
        &mut self,
        visits: &Visits,
        games: Range<usize>,
        kept: Kept,
        mut seen: Option<&mut SeenGames>,
    ) -> Result<(), IndexError> {
        self.answer.reached += kept.reached;
        for game in kept.games {
            let rows = &visits.rows[visits.games[games.start + game.number].clone()];
            let mut rows = rows.iter().filter(|row| self.filter.counts_ply(row.ply)).peekable();
            let Some(first) = rows.peek() else { continue };
            if let Some(seen) = seen.as_deref_mut()
                && let Some(identity) = game.identity
                && !seen.insert(identity)?
            {
                self.answer.duplicates += 1;
                continue;
            }
            self.answer.kept += 1;
            if self.first.len() < self.limit {
                self.first.push((first.game_id, first.ply));
            }
            // A game counts once for a move, even if it played it again later.
            let mut played: Vec<u16> = Vec::new();
            for row in rows {
                if row.played != 0 && !played.contains(&row.played) {
                    played.push(row.played);
                    self.count_move(row.played, row.game_id, &game);
                }
            }
        }
        Ok(())
    }

    fn count_move(&mut self, played: u16, game_id: u64, game: &KeptGame) {
        let count = self.moves.entry(played).or_insert_with(|| MoveCount {
            played: PackedMove::from_bits(played),
            white: 0,
            draws: 0,
            black: 0,
            unknown: 0,
            elo_sum: 0,
            elo_count: 0,
            years: None,
            first_game_id: game_id,
            player: game.side.map(|_| PlayerScore::default()),
        });
        *match game.result {
            GameResult::White => &mut count.white,
            GameResult::Draw => &mut count.draws,
            GameResult::Black => &mut count.black,
            GameResult::Unknown => &mut count.unknown,
        } += 1;
        count.elo_sum += game.elo_sum;
        count.elo_count += game.elo_count;
        if let Some(year) = game.year {
            let (first, last) = count.years.unwrap_or((year, year));
            count.years = Some((first.min(year), last.max(year)));
        }
        // Numbers of segments need not be in order.
        count.first_game_id = count.first_game_id.min(game_id);
        if let (Some(player), Some(side)) = (&mut count.player, game.side) {
            player.count(side, game.result);
        }
    }

    /// The answer, and the first games.
    pub(super) fn finish(mut self) -> (Answer, Vec<(u64, u32)>) {
        self.answer.moves = self.moves.into_values().collect();
        sort_moves(&mut self.answer.moves);
        (self.answer, self.first)
    }
}
