//! The games of an index that are the beginning of a longer one.

use super::beginnings::{Lines, Longer};
use super::duplicated::Places;
use super::index::Index;
use super::stored_game::StoredGame;
use crate::dir::ReadFile;
use crate::error::IndexError;
use crate::games::StoredGames;

/// Games that are read at once: those of a page.
const BATCH: usize = 1 << 9;

/// A game that is the beginning of a longer one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BeginningGame {
    /// The number of the longer game in the index, from 0.
    pub longer_game_id: u64,
    /// The name of the source of the longer game.
    pub longer_file: String,
    /// The number of the longer game in its file, from 1.
    pub longer_game: u64,
    /// The number of moves of the longer game, in plies.
    pub longer_plies: u32,
    /// The beginning.
    pub game: StoredGame,
}

impl Index {
    /// Yields the games that are the beginning of a longer one, in the order of their numbers, some at a time.
    /// After an error, the rest cannot be given.
    ///
    /// A game is the beginning of another if it has moves, the other has these and more, and the players and the
    /// dates are the same by [`Duplicates::Players`](crate::Duplicates::Players): the tags `Variant` and `FEN`
    /// are equal as text, and so are the surnames of the players, case and accents aside, and the
    /// dates [agree](crate::GameDate::agrees_with). Results do not count, since that of a game that breaks off is
    /// often unknown. Of several longer games, it is the longest, and of those the first. Games with the same
    /// moves are not the beginning of each other: they are [duplicates](Index::duplicates).
    ///
    /// Players and moves are compared by 64 bits each.
    ///
    /// Cost: all games are read twice, and the pages of those that are found once more. Memory: 24 to 48 bytes
    /// for each game with moves, and 32 more for each of players who have games of several lengths.
    ///
    /// # Errors
    /// When a file is missing, cannot be read, or is seen to be [damaged](Index#damage), or the system refuses
    /// memory.
    pub fn beginnings(
        &self,
    ) -> Result<impl Iterator<Item = Result<Vec<BeginningGame>, IndexError>> + Send, IndexError>
    {
        let mut lines = Lines::default();
        let mut places = Places::default();
        for games in self.stored_games() {
            let (games, base) = games?;
            for row in games {
                lines.push(&row)?;
                places.push(&row, base);
            }
        }
        let mut beginnings = lines.sorted()?;
        let mut found: Vec<(u64, usize)> = Vec::new();
        for games in self.stored_games() {
            for row in games?.0 {
                if let Some(place) = beginnings.take(&row) {
                    let all = found.len() + 1;
                    let reserved = found.try_reserve(1);
                    reserved.map_err(|_| IndexError::refused::<(u64, usize)>(all))?;
                    found.push((row.game_id, place));
                }
            }
        }
        found.retain(|(_, place)| beginnings.longest(*place).is_some());
        let mut next = 0;
        Ok(std::iter::from_fn(move || {
            let rest = &found[next..];
            let batch = &rest[..rest.len().min(BATCH)];
            next += batch.len();
            let ids: Vec<u64> = batch.iter().map(|(game_id, _)| *game_id).collect();
            let longer = batch.iter().filter_map(|(_, place)| beginnings.longest(*place));
            let pair = |(game, longer): (StoredGame, Longer)| {
                let (longer_file, longer_game) = places.of(longer.game_id);
                BeginningGame {
                    longer_game_id: longer.game_id,
                    longer_file,
                    longer_game,
                    longer_plies: longer.plies,
                    game,
                }
            };
            (!ids.is_empty())
                .then(|| Ok(self.games_in_order(&ids)?.into_iter().zip(longer).map(pair).collect()))
        }))
    }

    /// All rows of the table of games, some at a time.
    fn stored_games(&self) -> StoredGames<'_, impl Fn(&str, u64) -> Result<ReadFile, IndexError>> {
        let open = |file: &str, bytes| self.folder.open_sized(file, bytes);
        StoredGames::new(open, &self.manifest, &self.scheme)
    }
}
