//! Games that reach the position after a move by other moves.

use std::ops::Range;

use shakmaty::Move;
use zobrist_shakmaty::{HashablePosition, pack_move, parallel};

use super::game_counts::GameCounts;
use super::index::Index;
use super::question::Question;
use super::unfiltered::{MAX_GAMES, RowsByMove};
use super::visits::Visits;
use crate::error::IndexError;
use crate::filter::Condition;
use crate::format::PositionName;
use crate::format::manifest::Segment;
use crate::format::table::Occurrence;
use crate::games::SeenGames;

impl Index {
    /// Returns, for each of some moves, the number of games that reach the position after it, but
    /// never by this move from the position of the question. A game counts once, and only if the
    /// filter keeps it. `None` if more than four million games reached either position: they are
    /// not read.
    ///
    /// So a move that was played in n games, with m by other orders, leads to a position of n + m
    /// games. That holds for moves that nobody played in this position, too.
    ///
    /// ```
    /// use zobrist_index::shakmaty::{Chess, Position, san::San};
    /// use zobrist_index::{BuildOptions, Index, IndexBuilder, Question};
    ///
    /// # let folder = std::env::temp_dir().join(format!("zobrist-orders-{}", std::process::id()));
    /// let games = b"1. d4 Nf6 2. c4 *\n\n1. c4 Nf6 2. d4 *\n\n1. d4 Nf6 2. Nf3 *\n";
    /// let mut builder = IndexBuilder::create(&folder, BuildOptions::default())?;
    /// builder.add_pgn("games.pgn", games)?;
    /// builder.finish()?;
    ///
    /// // After 1. d4 Nf6, one game went on with 2. c4; another reached the same position by 1. c4.
    /// let mut position = Chess::default();
    /// for san in ["d4", "Nf6"] {
    ///     let san: San = san.parse()?;
    ///     position.play_unchecked(san.to_move(&position)?);
    /// }
    /// let c4 = "c4".parse::<San>()?.to_move(&position)?;
    /// let index = Index::open(&folder)?;
    /// let others = index.other_orders(&Question::new(&position), &[c4], &mut [])?;
    /// assert_eq!(others, [Some(1)]);
    /// # std::fs::remove_dir_all(folder).ok();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// With `seen`, one for each move, games that were seen before do not count, and those that
    /// count are added: the counts of several indexes then make a sum. Without it (empty), every
    /// game counts.
    ///
    /// Cost: a look-up for each move; if games came back or other games reached the position after
    /// it, the occurrences of both, and of the latter games what the filter needs. Moves are
    /// divided among the threads of the question.
    ///
    /// # Errors
    /// When the filter cannot be met, a file is missing, cannot be read or is
    /// [damaged](Index#damage), or the system refuses memory for the games seen.
    ///
    /// # Panics
    /// When `seen` is neither empty nor one for each move, or a move is not legal.
    pub fn other_orders<P: HashablePosition + Sync>(
        &self,
        question: &Question<P>,
        moves: &[Move],
        seen: &mut [SeenGames],
    ) -> Result<Vec<Option<u64>>, IndexError> {
        assert!(seen.is_empty() || seen.len() == moves.len(), "one for each move");
        question.filter.check().map_err(IndexError::Filter)?;
        let conditions: Vec<Condition> = question.filter.conditions().collect();
        let counts_all_plies = question.filter.max_ply.is_none();
        // Games that are cut off may play a move and not be in the position after it.
        let is_cut = self.manifest.sources.iter().any(|source| source.select.max_ply.is_some());
        let mut seen = seen.iter_mut();
        let before = PositionName::of(question.position, &self.scheme);
        let rows = self.rows_of(before)?;
        let mut tasks = Vec::new();
        let mut others = Vec::new();
        for m in moves {
            let mut next = question.position.clone();
            next.play_unchecked(*m);
            let name = PositionName::of(&next, &self.scheme);
            let played = rows.get(&pack_move(*m).bits());
            let played = played.map_or(0, |row| GameCounts::from(row).games());
            let games = games_in(&self.rows_of(name)?);
            let seen = seen.next();
            others.push(match games {
                0 => Some(0),
                // All that played the move are in the position after it, so there is no other game.
                games if games == played && !is_cut && counts_all_plies => Some(0),
                games if games.max(games_in(&rows)) > MAX_GAMES => None,
                _ => {
                    let (number, played) = (others.len(), pack_move(*m).bits());
                    tasks.push(Task { number, played, name, games: 0, seen });
                    Some(0)
                }
            });
        }
        for segment in &self.manifest.segments {
            if tasks.is_empty() {
                break;
            }
            let departures = self.departures(segment, before, question)?;
            tasks = parallel::try_map(tasks, question.threads, |mut task| {
                self.visits_in(segment, task.name, question.threads, |visits| {
                    let others = visits.of_games_without(&departures, task.played);
                    task.count(self, question, others, &conditions)
                })?;
                Ok::<_, IndexError>(task)
            })?;
        }
        for task in tasks {
            others[task.number] = Some(task.games);
        }
        Ok(others)
    }

    /// The visits of a segment to a position at plies that the filter counts, in their order.
    fn departures<P>(
        &self,
        segment: &Segment,
        name: PositionName,
        question: &Question<P>,
    ) -> Result<Vec<Occurrence>, IndexError> {
        let mut departures = Vec::new();
        self.visits_in(segment, name, question.threads, |visits| {
            let counts = |row: &Occurrence| question.filter.counts_ply(row.ply);
            departures.extend(visits.rows.into_iter().filter(counts));
            Ok(())
        })?;
        Ok(departures)
    }
}

/// The games of a position to count.
struct Task<'a> {
    /// The number of the move that leads to it.
    number: usize,
    /// The move as it is stored.
    played: u16,
    name: PositionName,
    games: u64,
    seen: Option<&'a mut SeenGames>,
}

impl Task<'_> {
    /// Counts the games of some visits to the position.
    fn count<P>(
        &mut self,
        index: &Index,
        question: &Question<P>,
        visits: Visits,
        conditions: &[Condition],
    ) -> Result<(), IndexError> {
        let counts = |game: &Range<usize>| {
            let rows = &visits.rows[game.clone()];
            rows.iter().any(|row| question.filter.counts_ply(row.ply))
        };
        if conditions.is_empty() && self.seen.is_none() {
            self.games += visits.games.iter().filter(|game| counts(game)).count() as u64;
            return Ok(());
        }
        let by = self.seen.as_deref().map(SeenGames::by);
        for (games, kept) in index.kept_of(question, &visits, conditions, by)? {
            for game in kept.games {
                let is_new = counts(&visits.games[games.start + game.number])
                    && match (&mut self.seen, game.identity) {
                        (Some(seen), Some(identity)) => seen.insert(identity)?,
                        _ => true,
                    };
                self.games += u64::from(is_new);
            }
        }
        Ok(())
    }
}

/// The number of games of some rows; one that stands in several counts in each.
fn games_in(rows: &RowsByMove) -> u64 {
    rows.values().map(|row| GameCounts::from(row).games()).sum()
}
