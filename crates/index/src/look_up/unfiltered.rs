//! Questions about one position or one game without a filter, answered from the rows of the
//! position.

use std::collections::HashMap;

use shakmaty::Move;
use zobrist_chess::{PackedMove, Zobrist};
use zobrist_shakmaty::{GameVisitor, HashablePosition, Hashed, StartTags, replay_packed_moves};

use super::game_counts::GameCounts;
use super::index::Index;
use super::listed_games::GAMES_AHEAD;
use super::move_count::MoveCount;
use super::question::{Answer, Question, sort_moves};
use super::stored_game::{FoundGame, StoredGame};
use crate::error::IndexError;
use crate::format::manifest::{GamesFile, PieceBase};
use crate::format::table::{
    Columns, GameColumns, GameRow, Occurrence, OccurrenceColumns, PositionColumns, PositionRow,
    RowRange,
};
use crate::format::{NameHasher, NameKeys, PositionName};
use crate::games::{OPTIONS, StoredGames, moves, read_few_games};
use crate::tags::GameResult;

impl Index {
    /// Returns the moves that were played in a position, the most played first.
    ///
    /// Cost: a page or two of one file per segment; bench/README.md has figures.
    ///
    /// # Errors
    /// When a file is missing, cannot be read, or is seen to be [damaged](Index#damage).
    pub fn moves<P: HashablePosition>(&self, position: &P) -> Result<Vec<MoveCount>, IndexError> {
        let name = PositionName::of(position, &self.scheme);
        Ok(moves_of(self.rows_of(name)?))
    }

    /// Returns the games that reached a position, at most `limit`, in the order of their numbers,
    /// each with the first ply at which it did. Each is replayed to make sure.
    ///
    /// Cost: a page or two of occurrences of each segment, in the order of the segments until there
    /// are `limit` games and, for each game, a page of every column of the games. Memory: the
    /// games, and their visits.
    ///
    /// # Errors
    /// When a file is missing, cannot be read, or is seen to be [damaged](Index#damage).
    pub fn games_with<P: HashablePosition>(
        &self,
        position: &P,
        limit: usize,
    ) -> Result<Vec<FoundGame>, IndexError> {
        let name = PositionName::of(position, &self.scheme);
        let mut games = Vec::new();
        for segment in &self.manifest.segments {
            if games.len() >= limit {
                break;
            }
            let Some(file) = self.file_of::<OccurrenceColumns>(&segment.occurrences, name)? else {
                continue;
            };
            let mut found = OccurrenceColumns::default();
            let mut last = None;
            // Enough if no game returns to the position and no other position has the key.
            let mut wanted = (limit - games.len()).saturating_mul(2).max(64);
            let mut looked_at = 0;
            while games.len() < limit {
                found.clear();
                self.read_key(&file, name, wanted, &mut found)?;
                let rows = found.rows();
                let mut ahead = looked_at;
                for (number, Occurrence { game_id: game, ply, .. }) in
                    rows.iter().copied().enumerate().skip(looked_at)
                {
                    if number >= ahead && games.len() < limit {
                        ahead = rows.len().min(number + GAMES_AHEAD.min(limit - games.len()));
                        self.read_games_ahead(rows[number..ahead].iter().map(|row| row.game_id))?;
                    }
                    if last == Some(game) || games.len() == limit {
                        continue;
                    }
                    let row = self.game_row(game);
                    let (row, base) = row.map_err(|e| e.or_damage_of(file.path()))?;
                    if self.name_at(&row, ply) == Some(name) {
                        last = Some(game);
                        games.push(FoundGame { ply, game: StoredGame::of(row, base) });
                    }
                }
                if found.len() < wanted {
                    break;
                }
                looked_at = found.len();
                wanted = wanted.saturating_mul(4);
            }
        }
        games.sort_by_key(|found: &FoundGame| found.game.game_id);
        Ok(games)
    }

    /// Returns a game by its number in the index.
    ///
    /// Cost: a page of every column of the games.
    ///
    /// # Errors
    /// When there is no such game, or a file is missing, cannot be read, or is seen to be
    /// [damaged](Index#damage).
    pub fn game(&self, game_id: u64) -> Result<StoredGame, IndexError> {
        let (row, base) = self.game_row(game_id)?;
        Ok(StoredGame::of(row, base))
    }

    /// Yields all games in the order of their numbers, a few hundred at a time. After an error, the
    /// rest cannot be given.
    ///
    /// # Errors
    /// Of an item: when a file is missing, cannot be read, or is seen to be
    /// [damaged](Index#damage).
    pub fn game_batches(&self) -> impl Iterator<Item = Result<Vec<StoredGame>, IndexError>> + Send {
        let open = |file: &str, bytes| self.folder.open_sized(file, bytes);
        let games = StoredGames::new(open, &self.manifest, &self.scheme);
        games.map(|games| {
            let (games, base) = games?;
            Ok(games.into_iter().map(|game| StoredGame::of(game, base)).collect())
        })
    }

    /// The file of a game.
    ///
    /// # Errors
    /// When there is no such game.
    pub(super) fn games_file_of(&self, game_id: u64) -> Result<&GamesFile, IndexError> {
        let files = &self.manifest.game_files;
        let file = files.partition_point(|file| file.first <= game_id).checked_sub(1);
        let file = file.map(|file| &files[file]);
        file.filter(|file| game_id - file.first < file.summary.rows)
            .ok_or(IndexError::NoGame(game_id))
    }

    /// The row of a game, and what stands before the piece of its source that it is from.
    pub(super) fn game_row(&self, number: u64) -> Result<(GameRow, PieceBase), IndexError> {
        let file = self.games_file_of(number)?;
        let mut row = (number - file.first) as usize;
        let open = self.open_file::<GameColumns>(&file.file, &file.summary)?;
        for RowRange { group, len, .. } in open.all() {
            if row < len {
                let rows = RowRange { group, start: row, len: 1 };
                let game =
                    read_few_games(&open, vec![rows])?.pop().ok_or(IndexError::NoGame(number))?;
                return Ok((game, file.base()));
            }
            row -= len;
        }
        Err(IndexError::NoGame(number))
    }

    /// Names the position of a game at a ply, by replaying it.
    fn name_at(&self, game: &GameRow, ply: u32) -> Option<PositionName> {
        let start = StartTags { variant: game.variant.clone(), fen: game.fen.clone() };
        self.name_after(&start, moves(&game.moves), ply)
    }

    /// Names the position after the first `ply` of some moves.
    pub(super) fn name_after(
        &self,
        start: &StartTags,
        moves: impl Iterator<Item = PackedMove>,
        ply: u32,
    ) -> Option<PositionName> {
        struct At {
            ply: usize,
            keys: NameKeys,
            name: Option<PositionName>,
        }
        impl GameVisitor<Zobrist<u64>, NameHasher> for At {
            fn position<P: HashablePosition>(
                &mut self,
                ply: usize,
                _: Option<Move>,
                position: &Hashed<Zobrist<u64>, P, NameHasher>,
            ) {
                if ply == self.ply {
                    self.name = Some(self.keys.name(position));
                }
            }
        }
        let keys = NameKeys::of(&self.scheme);
        let hasher = keys.hasher();
        let mut at = At { ply: ply as usize, keys, name: None };
        let played = moves.take(ply as usize);
        replay_packed_moves(&Zobrist::new(), start, played, OPTIONS, hasher, &mut at).ok()?;
        at.name
    }
}

/// The largest number of games of a position whose visits are all read: the time grows with them,
/// and counts of more games are worth little to people.
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

    /// The answer to a question without a filter: only games that came back to the position are
    /// looked at one by one.
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

    /// Takes games away that several rows count, so that each counts once. Returns the first games
    /// that the question asks for, each with its first ply.
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
