//! Games that answers have counted, so that a game that stands in two indexes counts once.

use std::fmt;

use crate::error::IndexError;
use crate::games::{GameIdentity, Seen};
use crate::options::Duplicates;

/// The games that earlier answers have counted: a game that stands in two indexes, or twice in one,
/// counts once.
///
/// Memory: 20 to 39 bytes for each game that was counted and, by [`Duplicates::Players`], 38 to 76. There
/// is no bound: as many as the filters keep.
pub struct SeenGames {
    by: Duplicates,
    seen: Seen,
}

impl fmt::Debug for SeenGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeenGames").field("by", &self.by).finish_non_exhaustive()
    }
}

impl SeenGames {
    /// No games yet; `by` says which ones count as the same.
    pub fn new(by: Duplicates) -> SeenGames {
        SeenGames { by, seen: Seen::of(Some(by)) }
    }

    pub(super) fn by(&self) -> Duplicates {
        self.by
    }

    /// Adds a game; false if it had been seen.
    ///
    /// # Errors
    /// When the system refuses memory.
    pub(super) fn insert(&mut self, game: GameIdentity) -> Result<bool, IndexError> {
        Ok(self.seen.keep(&[game])?[0])
    }
}
