//! Questions about one position or one game, without a filter.

use shakmaty::Move;
use zobrist_chess::{PackedMove, Zobrist};
use zobrist_shakmaty::{GameVisitor, HashablePosition, Hashed, StartTags, replay_packed_moves};

use super::games_ahead::GAMES_AHEAD;
use super::index::Index;
use super::move_count::MoveCount;
use super::position_rows::moves_of;
use super::stored_game::{FoundGame, StoredGame};
use crate::error::IndexError;
use crate::format::manifest::{GamesFile, PieceBase};
use crate::format::table::{Columns, GameColumns, GameRow, Occurrence, OccurrenceColumns, Rows};
use crate::format::{NameHasher, NameKeys, PositionName};
use crate::games::{OPTIONS, StoredGames, moves, read_few_games};

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
    /// Cost: a page or two of occurrences of each segment, in the order of the segments until there are
    /// `limit` games and, for each game, a page of every column of the games. Memory: the games, and
    /// their visits.
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
    /// Of an item: when a file is missing, cannot be read, or is seen to be [damaged](Index#damage).
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
        for Rows { group, len, .. } in open.all() {
            if row < len {
                let rows = Rows { group, start: row, len: 1 };
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
