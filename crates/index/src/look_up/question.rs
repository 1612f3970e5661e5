//! Questions about a position to the games that a filter keeps, and the answers.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::num::NonZeroUsize;

use super::game_counts::GameCounts;
use super::move_count::{MoveCount, PlayerScore};
use super::stored_game::{FoundGame, GameOrder};
use crate::filter::Filter;

/// A question about a position.
///
/// ```
/// use zobrist_index::shakmaty::{Chess, Color};
/// use zobrist_index::{BuildOptions, Filter, Index, IndexBuilder, PlayerName, Question};
///
/// # let folder = std::env::temp_dir().join(format!("zobrist-question-{}", std::process::id()));
/// let games = b"[White \"Carlsen, Magnus\"]\n\n1. e4 1-0\n\n[Black \"Carlsen, Magnus\"]\n\n1. d4 0-1\n";
/// let mut builder = IndexBuilder::create(&folder, BuildOptions::default())?;
/// builder.add_pgn("games.pgn", games)?;
/// builder.finish()?;
///
/// // What did Carlsen play as White, and how did it go?
/// let mut filter = Filter::default();
/// filter.players = vec![PlayerName::new("carlsen")?];
/// filter.side = Some(Color::White);
/// let start = Chess::default();
/// let answer = Index::open(&folder)?.answer(&Question::new(&start).filter(&filter))?;
/// assert_eq!((answer.kept, answer.reached), (1, 2));
/// assert_eq!(answer.moves[0].played.to_string(), "e2e4");
/// assert_eq!(answer.moves[0].player.unwrap().score(), Some(1.0));
/// # std::fs::remove_dir_all(folder).ok();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Question<'a, P> {
    pub(super) position: &'a P,
    pub(super) filter: Filter,
    pub(super) games: usize,
    pub(super) order: GameOrder,
    pub(super) threads: NonZeroUsize,
    pub(super) each_once: bool,
    pub(super) grouped: Option<GroupedBy>,
}

/// What the games of an answer are divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GroupedBy {
    /// The year.
    Year,
    /// The mean of the known Elos of both players, by hundreds.
    Elo,
}

/// The games of a year, or of a hundred of Elos.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct GroupCounts {
    /// The year or the lowest Elo, such as 2100 for 2100 to 2199; `None` if it is not known.
    pub group: Option<i32>,
    /// The games.
    pub counts: GameCounts,
    /// The moves, the most played first.
    pub moves: Vec<MoveCount>,
}

impl GroupedBy {
    /// The group of a game; `None` if it is not known.
    pub(super) fn of(self, game: &GameCounts) -> Option<i32> {
        match self {
            GroupedBy::Year => game.last_year(),
            GroupedBy::Elo => game.average_elo().map(|elo| elo as i32 / 100 * 100),
        }
    }
}

impl<'a, P> Question<'a, P> {
    /// Asks what was played in a position, in all games.
    pub fn new(position: &'a P) -> Question<'a, P> {
        let (filter, order) = (Filter::default(), GameOrder::default());
        let threads = NonZeroUsize::MIN;
        Question { position, filter, games: 0, order, threads, each_once: true, grouped: None }
    }

    /// Asks only the games that the filter keeps.
    #[must_use]
    pub fn filter(self, filter: &Filter) -> Question<'a, P> {
        Question { filter: filter.clone(), ..self }
    }

    /// Asks for games too, at most `limit`: the first ones, or those that come first in another
    /// [order](Question::order).
    #[must_use]
    pub fn games(self, limit: usize) -> Question<'a, P> {
        Question { games: limit, ..self }
    }

    /// Lists the games in this order.
    #[must_use]
    pub fn order(self, order: GameOrder) -> Question<'a, P> {
        Question { order, ..self }
    }

    /// Counts each game once, as it does by default, or not: without a filter, a game that came
    /// back to the position and went on in another way then counts twice in
    /// [`counts`](Answer::counts), [`kept`](Answer::kept) and [`reached`](Answer::reached). That
    /// saves the requests for the occurrences of an index behind a URL.
    #[must_use]
    pub fn each_once(self, each_once: bool) -> Question<'a, P> {
        Question { each_once, ..self }
    }

    /// Divides the games into [groups](Answer::groups), too. That reads columns of all games of
    /// the position.
    #[must_use]
    pub fn grouped(self, by: GroupedBy) -> Question<'a, P> {
        Question { grouped: Some(by), ..self }
    }

    /// Sets the number of threads that compute the answer; one by default.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Question<'a, P> {
        Question { threads, ..self }
    }
}

/// The answer to a question: the moves of a position in the games that a filter keeps.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The moves, the most played first.
    pub moves: Vec<MoveCount>,
    /// The kept games, each once. Without a filter, and if more than four million reached the
    /// position or [`Question::each_once`] is off, a game that came back to it and went on in
    /// another way counts twice here, in [`kept`](Answer::kept) and in
    /// [`reached`](Answer::reached).
    pub counts: GameCounts,
    /// The results of the player in the kept games, each once; `None` if nobody was asked for.
    pub player: Option<PlayerScore>,
    /// The number of kept games that end in the position.
    pub ended: u64,
    /// The kept games by the [group](Question::grouped) that was asked for, in the order of the
    /// groups; that of games without one comes first.
    pub groups: Vec<GroupCounts>,
    /// As many games as were asked for, in the order that was asked for, each with the first
    /// ply at which it reached the position.
    pub games: Vec<FoundGame>,
    /// The number of games that reached the position. In a [sum](Answer::add), a game that stands
    /// in two indexes counts twice.
    pub reached: u64,
    /// The number of these that the filter keeps, without duplicates.
    pub kept: u64,
    /// The number of those that the filter keeps but that were left out since they had been seen
    /// before. In a [sum](Answer::add), a game that was left out in two indexes counts twice.
    pub duplicates: u64,
    /// If the filter keeps none of the games: each of its conditions, and the number of games that
    /// it keeps by itself.
    pub by_condition: Vec<(String, u64)>,
}

impl Answer {
    /// Adds the answer of another index to the same question. The lists of games are joined; each
    /// game has the number of its own index.
    ///
    /// [`reached`](Answer::reached) and [`duplicates`](Answer::duplicates) count a game twice that
    /// stands in both indexes, and so does [`kept`](Answer::kept), unless both were asked by
    /// [`answer_unseen`](crate::Index::answer_unseen) with the same games seen.
    pub fn add(&mut self, other: Answer) {
        add_moves(&mut self.moves, other.moves);
        for group in other.groups {
            match self.groups.binary_search_by_key(&group.group, |same| same.group) {
                Ok(at) => {
                    self.groups[at].counts.add(&group.counts);
                    add_moves(&mut self.groups[at].moves, group.moves);
                }
                Err(at) => self.groups.insert(at, group),
            }
        }
        self.counts.add(&other.counts);
        self.player = PlayerScore::sum(self.player, other.player);
        self.ended += other.ended;
        self.games.extend(other.games);
        self.reached += other.reached;
        self.kept += other.kept;
        self.duplicates += other.duplicates;
        if self.kept > 0 {
            self.by_condition.clear();
        }
        for (condition, games) in other.by_condition {
            match self.by_condition.iter_mut().find(|(same, _)| *same == condition) {
                Some((_, sum)) => *sum += games,
                None if self.kept == 0 => self.by_condition.push((condition, games)),
                None => {}
            }
        }
    }
}

/// Adds the counts of moves to those of the same moves.
fn add_moves(moves: &mut Vec<MoveCount>, others: Vec<MoveCount>) {
    let mut sums: HashMap<u16, MoveCount> = HashMap::new();
    for count in moves.drain(..).chain(others) {
        let sum = sums.entry(count.played.bits());
        sum.and_modify(|sum| sum.add(&count)).or_insert(count);
    }
    *moves = sums.into_values().collect();
    sort_moves(moves);
}

/// The most played first; those that were played as often in the order of their codes.
pub(super) fn sort_moves(moves: &mut [MoveCount]) {
    moves.sort_by_key(|count| (Reverse(count.games()), count.played));
}
