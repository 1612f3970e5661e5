//! Answers from the games that a filter keeps.
//!
//! The occurrences of a position say which games reached it and what they played there; of these
//! games, only the columns that the filter needs are read.
//!
//! Conditions are checked one after the other, the cheapest first, so that most games fall before a
//! name is read. `positions` has sums over all games, and answers only questions about all of them.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::Range;

use zobrist_shakmaty::{HashablePosition, parallel};

use super::index::Index;
use super::matching_games::{Candidates, MatchingGames};
use super::question::{Answer, Question};
use super::stored_game::GameOrder;
use super::tally::Tally;
use super::visits::{Group, Visits};
use crate::error::IndexError;
use crate::filter::{Condition, Filter};
use crate::format::PositionName;
use crate::format::manifest::Segment;
use crate::format::table::{Columns, Occurrence, OccurrenceColumns, PositionColumns, RowReader};
use crate::games::SeenGames;
use crate::options::Duplicates;
use zobrist_tables::TableError;

/// Number of occurrences in memory at once, but for those of one game.
const BATCH: usize = 1 << 18;

impl Index {
    /// Answers a question. For the moves alone, of all games, [`moves`](Index::moves) answers
    /// sooner.
    ///
    /// Cost: reads the occurrences of the position and, with a filter or an order other than the
    /// first, the columns that these need of each of its games; without, only games that came back
    /// to the position, and no occurrences if there are more than four million. bench/README.md has
    /// figures. Memory: some 20 MB, and some bytes for each game that is asked for.
    ///
    /// # Errors
    /// When the filter cannot be met ([`Filter::check`](crate::Filter::check)), or a file is
    /// missing, cannot be read or is [damaged](Index#damage).
    pub fn answer<P: HashablePosition>(
        &self,
        question: &Question<P>,
    ) -> Result<Answer, IndexError> {
        self.answer_with(question, None)
    }

    /// Answers a question without the games that were seen before, and adds those that the answer
    /// counts.
    ///
    /// Cost: that of [`answer`](Index::answer), and the columns by which games are told apart, of
    /// those that the filter keeps. Memory: also what the [games seen](SeenGames) take.
    ///
    /// # Errors
    /// As [`answer`](Index::answer), and when the system refuses memory for the games seen.
    pub fn answer_unseen<P: HashablePosition>(
        &self,
        question: &Question<P>,
        seen: &mut SeenGames,
    ) -> Result<Answer, IndexError> {
        self.answer_with(question, Some(seen))
    }

    fn answer_with<P: HashablePosition>(
        &self,
        question: &Question<P>,
        mut seen: Option<&mut SeenGames>,
    ) -> Result<Answer, IndexError> {
        let is_plain = question.filter == Filter::default() && seen.is_none();
        let is_in_order = question.order == GameOrder::First || question.games == 0;
        if is_plain && is_in_order && question.grouped.is_none() {
            return self.answer_from_rows(question);
        }
        let filter = &question.filter;
        filter.check().map_err(IndexError::Filter)?;
        let conditions: Vec<Condition> = filter.conditions().collect();
        let name = PositionName::of(question.position, &self.scheme);
        let mut tally = Tally::new(question);
        self.visits(name, question.threads, |visits| {
            let by = seen.as_deref().map(SeenGames::by);
            for (games, kept) in self.kept_of(question, &visits, &conditions, by)? {
                tally.count(&visits, games, kept, seen.as_deref_mut())?;
            }
            Ok(())
        })?;
        let (mut answer, first) = tally.finish();
        answer.games = self.listed_games(&first)?;
        // Nobody asks why if all had been seen before.
        if answer.kept == 0 && answer.duplicates == 0 && answer.reached > 0 {
            answer.by_condition = self.by_condition(question, name, &conditions)?;
        }
        Ok(answer)
    }

    /// For each condition, and for the number of plies, the number of games that it keeps by
    /// itself.
    fn by_condition<P: HashablePosition>(
        &self,
        question: &Question<P>,
        name: PositionName,
        conditions: &[Condition],
    ) -> Result<Vec<(String, u64)>, IndexError> {
        let filter = &question.filter;
        let mut by_condition: Vec<(String, u64)> =
            conditions.iter().map(|condition| (filter.words(*condition), 0)).collect();
        by_condition.extend(filter.words_of_plies().map(|words| (words, 0)));
        self.visits(name, question.threads, |visits| {
            for (condition, (_, games)) in conditions.iter().zip(&mut by_condition) {
                let kept = self.kept_of(question, &visits, &[*condition], None)?;
                *games += kept.iter().map(|(_, kept)| kept.games.len() as u64).sum::<u64>();
            }
            if filter.max_ply.is_some() {
                let kept = self.kept_of(question, &visits, &[], None)?;
                let early = kept.iter().map(|(games, kept)| {
                    let is_early = |number: usize| {
                        let first = visits.games[games.start + number].start;
                        filter.counts_ply(visits.rows[first].ply)
                    };
                    kept.games.iter().filter(|game| is_early(game.number)).count() as u64
                });
                by_condition[conditions.len()].1 += early.sum::<u64>();
            }
            Ok(())
        })?;
        Ok(by_condition)
    }

    /// Calls `each` with all visits to the position of this name, some at a time.
    pub(super) fn visits(
        &self,
        name: PositionName,
        threads: NonZeroUsize,
        mut each: impl FnMut(Visits) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let mut segments = self.manifest.segments.iter();
        segments.try_for_each(|segment| self.visits_in(segment, name, threads, &mut each))
    }

    /// Calls `each` with all visits of the games of a segment, in the order of the games, some at a
    /// time.
    pub(super) fn visits_in(
        &self,
        segment: &Segment,
        name: PositionName,
        threads: NonZeroUsize,
        mut each: impl FnMut(Visits) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let key = name.key as i64;
        let Some(positions) = self.file_of::<PositionColumns>(&segment.positions, name)? else {
            return Ok(());
        };
        let mut rows = PositionColumns::default();
        self.read_key(&positions, name, usize::MAX, &mut rows)?;
        let checks: HashSet<u32> = rows.rows().iter().map(|row| row.check).collect();
        if !checks.contains(&name.check) {
            return Ok(());
        }
        let Some(file) = self.file_of::<OccurrenceColumns>(&segment.occurrences, name)? else {
            return Ok(());
        };
        let found = file.find(&(key..=key)).map_err(|e| TableError::parquet(file.path(), e))?;
        let mut reader = RowReader::of_key(&file, found, key);
        let mut columns = OccurrenceColumns::default();
        let mut rows: Vec<Occurrence> = Vec::new();
        loop {
            columns.clear();
            while let left @ 1.. = BATCH - columns.len()
                && reader.read(&mut columns, left)?
            {}
            let is_last = columns.len() == 0;
            rows.extend(columns.rows());
            // The last game may go on in the next batch.
            let last = rows.last().filter(|_| !is_last).map(|row| row.game_id);
            let whole = rows.partition_point(|row| last.is_none_or(|last| row.game_id < last));
            let rest = rows.split_off(whole);
            let whole = std::mem::replace(&mut rows, rest);
            let mut visits = Visits::of(whole);
            // Other positions have the key, too.
            if checks.len() > 1 {
                visits = self.only_in_position(visits, name, threads)?;
            }
            if !visits.games.is_empty() {
                each(visits)?;
            }
            if is_last {
                break;
            }
        }
        Ok(())
    }

    /// The games of some visits that meet some conditions, by row group of the table of games:
    /// which of the games were candidates, and those that are kept.
    pub(super) fn kept_of<P>(
        &self,
        Question { filter, threads, order, .. }: &Question<P>,
        visits: &Visits,
        conditions: &[Condition],
        duplicates: Option<Duplicates>,
    ) -> Result<Vec<(Range<usize>, MatchingGames)>, IndexError> {
        let groups = self.groups_of(visits)?;
        parallel::try_map(groups, *threads, |Group { file, group, games, rows }| {
            let candidates = Candidates { file: &file, group, rows };
            let kept = candidates.keep(filter, conditions, duplicates, *order)?;
            Ok((games, kept))
        })
    }
}
