//! The games of an index that are duplicates of earlier ones.

use std::collections::HashMap;

use super::index::Index;
use super::stored_game::StoredGame;
use crate::error::IndexError;
use crate::format::manifest::PieceBase;
use crate::format::table::GameRow;
use crate::games::{GameIdentity, SeenPlayers, StoredGames};
use crate::options::Duplicates;

/// A game that is a duplicate of an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DuplicateGame {
    /// The number of the earlier game in the index, from 0.
    pub first_game_id: u64,
    /// The name of the source of the earlier game.
    pub first_file: String,
    /// The number of the earlier game in its file, from 1.
    pub first_game: u64,
    /// The duplicate.
    pub game: StoredGame,
}

impl Index {
    /// Yields the games that are duplicates of an earlier one, in the order of their numbers, some
    /// at a time. After an error, the rest cannot be given. These are the games that
    /// [`Select::dedup`](crate::Select::dedup) leaves out of an index of all these games.
    ///
    /// Cost: all games are read. Memory: 38 to 76 bytes for each game that is no duplicate.
    ///
    /// # Errors
    /// Of an item: when a file is missing, cannot be read, or is seen to be
    /// [damaged](Index#damage), or the system refuses memory.
    pub fn duplicates(
        &self,
        by: Duplicates,
    ) -> impl Iterator<Item = Result<Vec<DuplicateGame>, IndexError>> + Send {
        let open = |file: &str, bytes| self.folder.open_sized(file, bytes);
        let games = StoredGames::new(open, &self.manifest, &self.scheme);
        let mut firsts = Firsts::of(by);
        let mut places = Places::default();
        games.map(move |games| {
            let (games, base) = games?;
            let mut found = Vec::new();
            for row in games {
                let first = firsts.first(&row, by)?;
                places.push(&row, base);
                if let Some(first_game_id) = first {
                    let (first_file, first_game) = places.of(first_game_id);
                    let game = StoredGame::of(row, base);
                    found.push(DuplicateGame { first_game_id, first_file, first_game, game });
                }
            }
            Ok(found)
        })
    }
}

/// The first of the games that count as the same.
enum Firsts {
    Exact(HashMap<u128, u64>),
    Players(SeenPlayers),
}

impl Firsts {
    fn of(by: Duplicates) -> Firsts {
        match by {
            Duplicates::Exact => Firsts::Exact(HashMap::new()),
            Duplicates::Players => Firsts::Players(SeenPlayers::default()),
        }
    }

    /// The earlier game of which a game is a duplicate.
    fn first(&mut self, row: &GameRow, by: Duplicates) -> Result<Option<u64>, IndexError> {
        let identity = GameIdentity::of_stored(row, by);
        match self {
            Firsts::Players(seen) => seen.first(identity, row.game_id),
            Firsts::Exact(seen) => {
                let all = seen.len() + 1;
                let refused = |_| IndexError::refused::<(u128, u64)>(all);
                seen.try_reserve(1).map_err(refused)?;
                let first = *seen.entry(identity.key).or_insert(row.game_id);
                Ok(Some(first).filter(|first| *first != row.game_id))
            }
        }
    }
}

/// Where games are in their files, as runs of games that follow each other.
#[derive(Default)]
pub(super) struct Places(Vec<Run>);

struct Run {
    first_id: u64,
    file: Vec<u8>,
    first_game: u64,
}

impl Run {
    fn game(&self, game_id: u64) -> u64 {
        self.first_game.saturating_add(game_id.saturating_sub(self.first_id))
    }
}

impl Places {
    /// Takes the game that comes next.
    pub(super) fn push(&mut self, row: &GameRow, base: PieceBase) {
        let game = base.game(row.game);
        let goes_on = |run: &Run| run.file == row.file && run.game(row.game_id) == game;
        if !self.0.last().is_some_and(goes_on) {
            self.0.push(Run { first_id: row.game_id, file: row.file.clone(), first_game: game });
        }
    }

    /// The file of a game, and its number in the file.
    pub(super) fn of(&self, game_id: u64) -> (String, u64) {
        let run = self.0.partition_point(|run| run.first_id <= game_id);
        let run = &self.0[run - 1];
        (String::from_utf8_lossy(&run.file).into_owned(), run.game(game_id))
    }
}
