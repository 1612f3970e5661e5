//! Counting what kept games played in a position.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use zobrist_chess::PackedMove;

use super::game_counts::GameCounts;
use super::matching_games::{MatchingGame, MatchingGames};
use super::move_count::{MoveCount, PlayerScore};
use super::question::{Answer, GroupCounts, GroupedBy, Question, sort_moves};
use super::stored_game::GameOrder;
use super::visits::Visits;
use crate::error::IndexError;
use crate::filter::{Condition, Filter};
use crate::games::SeenGames;

/// The counts so far.
pub(super) struct Tally<'a> {
    filter: &'a Filter,
    moves: HashMap<u16, MoveCount>,
    grouped: Option<GroupedBy>,
    groups: BTreeMap<Option<i32>, (GameCounts, HashMap<u16, MoveCount>)>,
    answer: Answer,
    /// The games that come first so far, and some more.
    first: Vec<Listed>,
    limit: usize,
    order: GameOrder,
}

/// A game that may be listed.
struct Listed {
    rank: u64,
    game_id: u64,
    /// The first ply at which it reached the position.
    ply: u32,
}

impl Tally<'_> {
    pub(super) fn new<'a, P>(question: &'a Question<P>) -> Tally<'a> {
        let (moves, first) = (HashMap::new(), Vec::new());
        let has_player = question.filter.conditions().any(|given| given == Condition::Players);
        let player = has_player.then(PlayerScore::default);
        let answer = Answer { player, ..Answer::default() };
        let (limit, order) = (question.games, question.order);
        let (filter, grouped) = (&question.filter, question.grouped);
        let groups = BTreeMap::new();
        Tally { filter, moves, grouped, groups, answer, first, limit, order }
    }

    /// Counts the kept ones of the games `games` of some visits.
    ///
    /// # Errors
    /// When the system refuses memory for the games seen.
    pub(super) fn count(
        &mut self,
        visits: &Visits,
        games: Range<usize>,
        kept: MatchingGames,
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
            self.answer.counts.add(&game.counts);
            if let (Some(player), Some(side)) = (&mut self.answer.player, game.side) {
                player.count(side, game.result, game.opponent_elo);
            }
            if self.limit > 0 {
                let (game_id, ply) = (first.game_id, first.ply);
                self.first.push(Listed { rank: game.rank, game_id, ply });
                if self.first.len() >= self.limit.saturating_mul(2).max(1024) {
                    self.shorten();
                }
            }
            let group = self.grouped.map(|by| by.of(&game.counts));
            if let Some(group) = group {
                self.groups.entry(group).or_default().0.add(&game.counts);
            }
            // A game counts once for a move, even if it played it again later.
            let mut played: Vec<u16> = Vec::new();
            for row in rows {
                // Only the last visit can be that of the last position.
                self.answer.ended += u64::from(row.played == 0);
                if row.played != 0 && !played.contains(&row.played) {
                    played.push(row.played);
                    count_move(&mut self.moves, row.played, row.game_id, &game);
                    if let Some((_, moves)) = group.and_then(|group| self.groups.get_mut(&group)) {
                        count_move(moves, row.played, row.game_id, &game);
                    }
                }
            }
        }
        Ok(())
    }

    /// Keeps only games that may be listed.
    fn shorten(&mut self) {
        let order = self.order;
        self.first.sort_by_key(|game| (Reverse(game.rank), order.place(game.game_id)));
        self.first.truncate(self.limit);
    }

    /// The answer, and the games to list: their numbers and first plies.
    pub(super) fn finish(mut self) -> (Answer, Vec<(u64, u32)>) {
        self.shorten();
        let sorted = |moves: HashMap<u16, MoveCount>| {
            let mut moves: Vec<MoveCount> = moves.into_values().collect();
            sort_moves(&mut moves);
            moves
        };
        self.answer.moves = sorted(self.moves);
        self.answer.groups = self
            .groups
            .into_iter()
            .map(|(group, (counts, moves))| GroupCounts { group, counts, moves: sorted(moves) })
            .collect();
        (self.answer, self.first.into_iter().map(|game| (game.game_id, game.ply)).collect())
    }
}

/// Counts a game for a move.
fn count_move(moves: &mut HashMap<u16, MoveCount>, played: u16, game_id: u64, game: &MatchingGame) {
    let count = moves.entry(played).or_insert_with(|| MoveCount {
        played: PackedMove::from_bits(played),
        counts: GameCounts::default(),
        first_game_id: game_id,
        player: game.side.map(|_| PlayerScore::default()),
    });
    count.counts.add(&game.counts);
    // Numbers of segments need not be in order.
    count.first_game_id = count.first_game_id.min(game_id);
    if let (Some(player), Some(side)) = (&mut count.player, game.side) {
        player.count(side, game.result, game.opponent_elo);
    }
}
