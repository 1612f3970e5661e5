//! The games that a filter keeps, whatever positions they reached.

use std::iter;
use std::slice;
use std::sync::Arc;
use std::vec;

use super::game_order::GameOrder;
use super::index::Index;
use super::kept_games::Candidates;
use super::stored_game::StoredGame;
use crate::error::IndexError;
use crate::filter::{Condition, Filter};
use crate::format::manifest::{GamesFile, PieceBase};
use crate::format::table::{GameColumns, Rows, TableFile};
use crate::games::read_games;

/// Games that are read at once: those of a page.
const BATCH: usize = 1 << 9;

impl Index {
    /// Yields the games that a filter keeps, in the order of their numbers, some hundred at a time.
    /// After an error, the rest cannot be given. [`Filter::max_ply`] does not count.
    ///
    /// Cost: of each game the columns that the filter asks for are read, one condition after the
    /// other; of the games that are kept, all columns, and so are those of the other games of their
    /// pages. Memory: the numbers of 8,192 games, and a page of games.
    ///
    /// # Errors
    /// When the filter cannot be met ([`Filter::check`]).
    pub fn filtered_games(
        &self,
        filter: &Filter,
    ) -> Result<impl Iterator<Item = Result<Vec<StoredGame>, IndexError>> + Send, IndexError> {
        let conditions = conditions(filter)?;
        let games: Box<dyn Iterator<Item = _> + Send> = match conditions.is_empty() {
            true => Box::new(self.game_batches()),
            false => Box::new(Filtered {
                filter: filter.clone(),
                conditions,
                groups: self.game_groups(),
                current: None,
            }),
        };
        Ok(games)
    }

    /// Returns, for each condition of a filter, the condition in words and the number of games that it
    /// keeps by itself: it shows why a filter keeps none.
    ///
    /// # Errors
    /// As [`filtered_games`](Index::filtered_games), and when a file is missing, cannot be read or is
    /// [damaged](Index#damage).
    pub fn games_by_condition(&self, filter: &Filter) -> Result<Vec<(String, u64)>, IndexError> {
        let conditions = conditions(filter)?;
        let mut counts = vec![0; conditions.len()];
        let mut groups = self.game_groups();
        while let Some(group) = groups.next()? {
            for (condition, count) in conditions.iter().zip(&mut counts) {
                *count += groups.kept(&group, filter, slice::from_ref(condition))?.len() as u64;
            }
        }
        let words = conditions.iter().map(|condition| filter.words(*condition));
        Ok(words.zip(counts).collect())
    }

    pub(super) fn game_groups(&self) -> GameGroups<'_> {
        GameGroups { index: self, files: self.manifest.game_files.iter(), current: None }
    }
}

/// The conditions of a filter.
///
/// # Errors
/// When no game can meet it.
pub(super) fn conditions(filter: &Filter) -> Result<Vec<Condition>, IndexError> {
    filter.check().map_err(IndexError::Filter)?;
    Ok(filter.conditions().collect())
}

/// The row groups of the games, in their order.
pub(super) struct GameGroups<'a> {
    index: &'a Index,
    files: slice::Iter<'a, GamesFile>,
    current: Option<(Arc<TableFile>, PieceBase, vec::IntoIter<Rows>)>,
}

/// A row group of games.
pub(super) struct GameGroup {
    pub(super) file: Arc<TableFile>,
    pub(super) rows: Rows,
    /// The games and bytes before the piece of the source that they are from.
    base: PieceBase,
}

impl GameGroups<'_> {
    pub(super) fn next(&mut self) -> Result<Option<GameGroup>, IndexError> {
        loop {
            if let Some((file, base, groups)) = &mut self.current {
                if let Some(rows) = groups.next() {
                    return Ok(Some(GameGroup { file: Arc::clone(file), rows, base: *base }));
                }
                self.current = None;
            }
            let Some(of) = self.files.next() else { return Ok(None) };
            let file = self.index.open_file::<GameColumns>(&of.file, &of.summary)?;
            let groups: Vec<Rows> = file.all().collect();
            self.current = Some((file, of.base(), groups.into_iter()));
        }
    }

    /// The rows of a group that meet some conditions.
    fn kept(
        &self,
        group: &GameGroup,
        filter: &Filter,
        conditions: &[Condition],
    ) -> Result<Vec<usize>, IndexError> {
        let candidates = Candidates {
            file: &group.file,
            group: group.rows.group,
            rows: (0..group.rows.len).collect(),
        };
        let kept = candidates.keep(filter, conditions, None, GameOrder::First)?;
        Ok(kept.games.iter().map(|game| game.number).collect())
    }
}

struct Filtered<'a> {
    filter: Filter,
    conditions: Vec<Condition>,
    groups: GameGroups<'a>,
    /// A group, and those of its rows that are kept and not yet read.
    current: Option<(GameGroup, iter::Peekable<vec::IntoIter<usize>>)>,
}

impl Filtered<'_> {
    fn read(&mut self) -> Result<Option<Vec<StoredGame>>, IndexError> {
        loop {
            if let Some((group, kept)) = &mut self.current
                && let Some(first) = kept.next()
            {
                let end = (first / BATCH + 1) * BATCH;
                let mut rows = vec![first];
                rows.extend(iter::from_fn(|| kept.next_if(|row| *row < end)));
                let len = rows.last().map_or(1, |last| last - first + 1);
                let read = Rows { group: group.rows.group, start: first, len };
                let mut games = read_games(&group.file, read)?;
                let (mut rows, mut row) = (rows.into_iter().peekable(), first..);
                games.retain(|_| row.next().is_some_and(|row| rows.next_if_eq(&row).is_some()));
                let base = group.base;
                return Ok(Some(games.into_iter().map(|g| StoredGame::of(g, base)).collect()));
            }
            let Some(group) = self.groups.next()? else { return Ok(None) };
            let kept = self.groups.kept(&group, &self.filter, &self.conditions)?;
            self.current = Some((group, kept.into_iter().peekable()));
        }
    }
}

impl Iterator for Filtered<'_> {
    type Item = Result<Vec<StoredGame>, IndexError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
