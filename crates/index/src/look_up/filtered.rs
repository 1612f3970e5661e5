//! Games that a filter keeps: all of them, or those that reached a position; and the names of an
//! index that are nearest to those of a filter.

use std::sync::Arc;
use std::{iter, slice, vec};

use zobrist_shakmaty::HashablePosition;

use super::index::Index;
use super::matching_games::Candidates;
use super::question::Question;
use super::stored_game::{GameOrder, StoredGame};
use crate::error::IndexError;
use crate::filter::{Condition, Filter, NearestNames};
use crate::format::PositionName;
use crate::format::manifest::{GamesFile, PieceBase};
use crate::format::table::{GameColumns, RowRange, TableFile};
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

    /// Returns, for each condition of a filter, the condition in words and the number of games that
    /// it keeps by itself: it shows why a filter keeps none.
    ///
    /// # Errors
    /// As [`filtered_games`](Index::filtered_games), and when a file is missing, cannot be read or
    /// is [damaged](Index#damage).
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
    current: Option<(Arc<TableFile>, PieceBase, vec::IntoIter<RowRange>)>,
}

/// A row group of games.
pub(super) struct GameGroup {
    pub(super) file: Arc<TableFile>,
    pub(super) rows: RowRange,
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
            let groups: Vec<RowRange> = file.all().collect();
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
                let read = RowRange { group: group.rows.group, start: first, len };
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

/// The games of a question, in the order of their numbers, some hundred at a time:
/// [`Index::games_of`].
#[derive(Debug)]
pub struct GamesOf<'a> {
    index: &'a Index,
    ids: Vec<u64>,
    next: usize,
    reached: u64,
}

impl GamesOf<'_> {
    /// Returns the number of games that reached the position, whatever the filter.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// Returns the number of games that the filter keeps of these.
    #[must_use]
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
    /// Cost: finding them costs what an [answer](Index::answer) costs; then the pages of the games
    /// are read, each about once. Memory: 8 bytes for each game, and those of a page.
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

impl Index {
    /// Takes the names of the players and events of all games that are
    /// [wanted](NearestNames::is_wanted).
    ///
    /// Cost: reads the columns of these names, until each name asked for fits one. Memory: those of
    /// 8,192 games.
    ///
    /// # Errors
    /// When a file is missing, cannot be read or is [damaged](Index#damage).
    pub fn nearest_names(&self, nearest: &mut NearestNames) -> Result<(), IndexError> {
        let mut groups = self.game_groups();
        let columns = [
            (Condition::Players, "white_name"),
            (Condition::Players, "black_name"),
            (Condition::Event, "event"),
        ];
        let is_wanted = |nearest: &NearestNames| {
            columns.iter().any(|(condition, _)| nearest.is_wanted(*condition))
        };
        while is_wanted(nearest)
            && let Some(group) = groups.next()?
        {
            for (condition, column) in columns {
                if !nearest.is_wanted(condition) {
                    continue;
                }
                let rows: Vec<usize> = (0..group.rows.len).collect();
                let names = group.file.texts_at::<GameColumns>(group.rows.group, column, &rows)?;
                for name in names.iter().flatten() {
                    nearest.take(condition, name.data());
                }
            }
        }
        Ok(())
    }
}
