//! The rows of a position, and an answer from them alone.

use std::collections::HashMap;

use zobrist_shakmaty::HashablePosition;

use super::game_counts::GameCounts;
use super::index::Index;
use super::move_count::MoveCount;
use super::question::{Answer, Question, sort_moves};
use crate::error::IndexError;
use crate::format::PositionName;
use crate::format::table::{Columns, GameRow, PositionColumns, PositionRow};
use crate::games::moves;
use crate::tags::GameResult;

/// The largest number of games of a position whose visits are all read: the time grows with them, and
/// counts of more games are worth little to people.
pub(super) const MAX_GAMES: u64 = 1 << 22;

/// The games of a position by the move that they played there; 0 is its end.
pub(super) type RowsByMove = HashMap<u16, PositionRow>;

impl Index {
    /// The rows of a position, of all segments in one.
    pub(super) fn rows_of(&self, name: PositionName) -> Result<RowsByMove, IndexError> {
        let mut rows = RowsByMove::new();
        for segment in &self.manifest.segments {
            let Some(file) = self.file_of::<PositionColumns>(&segment.positions, name)? else {
                continue;
            };
            let mut found = PositionColumns::default();
            self.read_key(&file, name, usize::MAX, &mut found)?;
            for row in found.rows().into_iter().filter(|row| row.check == name.check) {
                rows.entry(row.played).and_modify(|sum| sum.add(&row)).or_insert(row);
            }
        }
        Ok(rows)
    }

    /// The answer to a question without a filter: only games that came back to the position are looked
    /// at one by one.
    pub(super) fn answer_from_rows<P: HashablePosition>(
        &self,
        question: &Question<P>,
    ) -> Result<Answer, IndexError> {
        let name = PositionName::of(question.position, &self.scheme);
        let mut rows = self.rows_of(name)?;
        let mut answer = Answer {
            counts: rows.values().map(GameCounts::from).sum(),
            ended: rows.remove(&0).map_or(0, |row| GameCounts::from(&row).games()),
            moves: moves_of(rows),
            ..Answer::default()
        };
        answer.games = if answer.counts.games() > MAX_GAMES || !question.each_once {
            self.games_with(question.position, question.games)?
        } else {
            let listed = self.count_each_once(name, question, &mut answer.counts)?;
            self.listed_games(&listed)?
        };
        (answer.reached, answer.kept) = (answer.counts.games(), answer.counts.games());
        Ok(answer)
    }

    /// Takes games away that several rows count, so that each counts once. Returns the first games that
    /// the question asks for, each with its first ply.
    fn count_each_once<P>(
        &self,
        name: PositionName,
        question: &Question<P>,
        counts: &mut GameCounts,
    ) -> Result<Vec<(u64, u32)>, IndexError> {
        let mut listed = Vec::new();
        self.visits(name, question.threads, |visits| {
            let left = question.games - listed.len();
            listed.extend(visits.games.iter().take(left).map(|game| {
                let first = &visits.rows[game.start];
                (first.game_id, first.ply)
            }));
            for game in visits.games.iter().filter(|game| game.len() > 1) {
                let rows = &visits.rows[game.clone()];
                if rows.iter().all(|row| row.played == rows[0].played) {
                    continue;
                }
                let (row, _) = self.game_row(rows[0].game_id)?;
                let played: Vec<u16> =
                    rows.iter().map(|visit| played_at(&row, visit.ply)).collect();
                let different =
                    (0..played.len()).filter(|at| !played[..*at].contains(&played[*at])).count();
                let elos = [row.white_elo, row.black_elo].into_iter().flatten();
                let result = GameResult::from_stored(&row.result);
                counts.uncount(&GameCounts::of_game(result, elos, row.year), different as u64 - 1);
            }
            Ok(())
        })?;
        // Numbers of segments need not be in order.
        listed.sort_unstable();
        Ok(listed)
    }
}

/// The move of a game at a ply, as occurrences store it; 0 at its end.
pub(super) fn played_at(game: &GameRow, ply: u32) -> u16 {
    moves(&game.moves).nth(ply as usize).map_or(0, |played| played.bits())
}

/// The moves of some rows, the most played first.
pub(super) fn moves_of(mut rows: RowsByMove) -> Vec<MoveCount> {
    rows.remove(&0);
    let mut moves: Vec<MoveCount> = rows.into_values().map(MoveCount::from).collect();
    sort_moves(&mut moves);
    moves
}
