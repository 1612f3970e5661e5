//! The games that a filter keeps of those that reached a position.

use zobrist_shakmaty::HashablePosition;

use super::filtered::conditions;
use super::index::Index;
use super::question::Question;
use super::stored_game::StoredGame;
use crate::error::IndexError;
use crate::format::PositionName;

/// Games that are read at once: those of a page.
const BATCH: usize = 1 << 9;

/// The games of a question, in the order of their numbers, some hundred at a time: [`Index::games_of`].
#[derive(Debug)]
pub struct GamesOf<'a> {
    index: &'a Index,
    ids: Vec<u64>,
    next: usize,
    reached: u64,
}

impl GamesOf<'_> {
    /// Returns the number of games that reached the position, whatever the filter.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// Returns the number of games that the filter keeps of these.
    pub fn kept(&self) -> u64 {
        self.ids.len() as u64
    }
}

impl Iterator for GamesOf<'_> {
    type Item = Result<Vec<StoredGame>, IndexError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.ids[self.next..];
        let batch = &rest[..rest.len().min(BATCH)];
        self.next += batch.len();
        (!batch.is_empty()).then(|| self.index.games_in_order(batch))
    }
}

impl Index {
    /// Finds the games that a question keeps, and yields them in the order of their numbers, each
    /// once. The limit and the order of the question do not count.
    ///
    /// Cost: finding them costs what an [answer](Index::answer) costs; then the pages of the games are read, each
    /// about once. Memory: 8 bytes for each game, and those of a page.
    ///
    /// # Errors
    /// As [`answer`](Index::answer). An item is an error when a file is missing, cannot be read or
    /// is [damaged](Index#damage); the rest cannot be given then.
    pub fn games_of<P: HashablePosition>(
        &self,
        question: &Question<P>,
    ) -> Result<GamesOf<'_>, IndexError> {
        let filter = &question.filter;
        let conditions = conditions(filter)?;
        let mut found = GamesOf { index: self, ids: Vec::new(), next: 0, reached: 0 };
        let name = PositionName::of(question.position, &self.scheme);
        self.visits(name, question.threads, |visits| {
            let mut kept: Vec<usize> = (0..visits.games.len()).collect();
            found.reached += kept.len() as u64;
            if !conditions.is_empty() {
                let groups = self.kept_of(question, &visits, &conditions, None)?;
                let games = groups.into_iter().flat_map(|(games, kept)| {
                    kept.games.into_iter().map(move |game| games.start + game.number)
                });
                kept = games.collect();
            }
            let is_early = |game: &usize| {
                visits.rows[visits.games[*game].clone()]
                    .iter()
                    .any(|row| filter.counts_ply(row.ply))
            };
            found.ids.extend(kept.into_iter().filter(is_early).map(|game| visits.game_id(game)));
            Ok(())
        })?;
        // Numbers of segments need not be in order.
        found.ids.sort_unstable();
        Ok(found)
    }
}
