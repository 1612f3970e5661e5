//! Games that answers have counted, so that a game that stands in two indexes counts once.

use std::collections::HashMap;

use zobrist_shakmaty::HashSet128;

use crate::duplicates::{Duplicates, PlayersKey, first_agreeing};
use crate::error::IndexError;
use crate::filter::GameDate;

/// The games that earlier answers have counted: a game that stands in two indexes, or twice in one,
/// counts once.
#[derive(Debug, Default)]
pub struct SeenGames {
    by: Duplicates,
    exact: HashSet128,
    players: HashMap<PlayersKey, Vec<GameDate>>,
}

/// What is remembered of a game.
#[derive(Clone, Copy, Debug)]
pub(super) enum Identity {
    Exact(u128),
    Players(PlayersKey, GameDate),
}

impl SeenGames {
    /// No games yet; `by` says which ones count as the same.
    pub fn new(by: Duplicates) -> SeenGames {
        SeenGames { by, ..SeenGames::default() }
    }

    pub(super) fn by(&self) -> Duplicates {
        self.by
    }

    /// Adds a game; false if it had been seen.
    ///
    /// # Errors
    /// When the system refuses memory.
    pub(super) fn insert(&mut self, identity: Identity) -> Result<bool, IndexError> {
        match identity {
            Identity::Exact(identity) => {
                let len = self.exact.len() + 1;
                let reserved = self.exact.try_reserve(1);
                reserved.map_err(|_| IndexError::refused::<u128>(len))?;
                Ok(self.exact.insert(identity))
            }
            Identity::Players(key, date) => {
                let len = self.players.len() + 1;
                let reserved = self.players.try_reserve(1);
                reserved.map_err(|_| IndexError::refused::<(PlayersKey, Vec<GameDate>)>(len))?;
                let kept = self.players.entry(key).or_default();
                let is_new = first_agreeing(kept, date).is_none();
                if is_new {
                    kept.push(date);
                }
                Ok(is_new)
            }
        }
    }
}
