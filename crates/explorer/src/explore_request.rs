//! The answers of several indexes in one.

use std::num::NonZeroUsize;

use anyhow::{Context, Error, Result, bail};
use shakmaty::Move;
use shakmaty::variant::VariantPosition;
use zobrist_chess::PackedMove;
use zobrist_index::{
    Answer, Duplicates, Filter, GameOrder, GroupedBy, IndexError, MoveCount, Question, SeenGames,
};
use zobrist_shakmaty::unpack_move;
use zobrist_storage::remote::is_url;

use super::sources::OpenSource;

/// A question to all sources, about any position.
#[derive(Clone, Debug)]
pub struct ExploreRequest {
    /// Condition on the games that count.
    pub filter: Filter,
    /// Rule by which games count once; `None` if all count.
    pub duplicates: Option<Duplicates>,
    /// The most games that are listed.
    pub games: usize,
    /// Order of the games that are listed.
    pub order: GameOrder,
    /// Number of threads that answer.
    pub threads: NonZeroUsize,
    /// True if each game counts once, also one that came back to the position. That takes many
    /// requests of an index behind a URL.
    pub each_once: bool,
    /// True if games by other orders are counted, which takes a look-up for each move.
    pub other_orders: bool,
    /// Groups into which the games are divided, too.
    pub grouped: Option<GroupedBy>,
}

impl ExploreRequest {
    /// A question about all games, without a list of them.
    pub fn all(threads: NonZeroUsize) -> ExploreRequest {
        ExploreRequest {
            filter: Filter::default(),
            duplicates: None,
            games: 0,
            order: GameOrder::default(),
            threads,
            each_once: true,
            other_orders: false,
            grouped: None,
        }
    }

    /// True if all games were asked for.
    pub fn is_plain(&self) -> bool {
        self.filter == Filter::default() && self.duplicates.is_none()
    }

    fn question<'a>(&self, position: &'a VariantPosition) -> Question<'a, VariantPosition> {
        let question = Question::new(position)
            .filter(&self.filter)
            .order(self.order)
            .threads(self.threads)
            .each_once(self.each_once);
        match self.grouped {
            Some(by) => question.grouped(by),
            None => question,
        }
    }

    /// Returns the moves that were played in a position, in all sources together.
    ///
    /// # Errors
    /// When a source cannot answer.
    pub fn answer(&self, sources: &[OpenSource], position: &VariantPosition) -> Result<Answer> {
        Ok(self.answer_with_sources(sources, position)?.0)
    }

    /// As [`answer`](ExploreRequest::answer), with the number of the source of each game that is
    /// listed.
    ///
    /// # Errors
    /// When a source cannot answer.
    pub fn answer_with_sources(
        &self,
        sources: &[OpenSource],
        position: &VariantPosition,
    ) -> Result<(Answer, Vec<usize>)> {
        let mut seen = self.duplicates.map(SeenGames::new);
        let mut sum = Answer::default();
        let mut games = Vec::new();
        for (number, source) in sources.iter().enumerate() {
            // Only of the first in the order of the sources is it known how many are still wanted.
            let wanted = match self.order {
                GameOrder::First => self.games.saturating_sub(games.len()),
                _ => self.games,
            };
            let question = self.question(position).games(wanted);
            let index = &source.opened.index;
            let mut answer = match &mut seen {
                Some(seen) => index.answer_unseen(&question, seen)?,
                None => index.answer(&question)?,
            };
            games.extend(answer.games.drain(..).map(|found| (number, found)));
            sum.add(answer);
        }
        if sources.len() > 1 {
            self.order.sort_by(&mut games, |(_, found)| &found.game);
            games.truncate(self.games);
        }
        let numbers;
        (numbers, sum.games) = games.into_iter().unzip();
        Ok((sum, numbers))
    }

    /// For each of some moves, the number of games that reach the position after it by other moves;
    /// `None` if there are too many games to count, or they are not asked for.
    ///
    /// # Errors
    /// When a source cannot answer.
    pub fn other_orders(
        &self,
        sources: &[OpenSource],
        position: &VariantPosition,
        moves: &[Move],
    ) -> Result<Vec<Option<u64>>> {
        if !self.other_orders {
            return Ok(vec![None; moves.len()]);
        }
        let seen = self.duplicates.map(|by| moves.iter().map(|_| SeenGames::new(by)).collect());
        let mut seen: Vec<SeenGames> = seen.unwrap_or_default();
        let mut sum = vec![Some(0); moves.len()];
        for source in sources {
            let question = self.question(position);
            let others = source.opened.index.other_orders(&question, moves, &mut seen)?;
            for (sum, others) in sum.iter_mut().zip(others) {
                *sum = sum.zip(others).map(|(sum, others)| sum + others);
            }
        }
        Ok(sum)
    }
}

/// The moves of a position with their counts, as legal moves.
///
/// # Errors
/// When one is not legal, which only damage brings about.
pub fn legal(position: &VariantPosition, counts: Vec<MoveCount>) -> Result<Vec<(Move, MoveCount)>> {
    let legal = |count: MoveCount| Ok((legal_move(position, count.played)?, count));
    counts.into_iter().map(legal).collect()
}

/// A move of a position as a legal one.
///
/// # Errors
/// When it is not legal, which only damage brings about.
pub fn legal_move(position: &VariantPosition, played: PackedMove) -> Result<Move> {
    let m = unpack_move(position, played);
    m.with_context(|| format!("the index has {played}, which is no legal move here"))
}

/// Positions by different schemes are not the same positions. `advice` says what the user can do.
///
/// # Errors
/// When two sources have different schemes.
pub fn refuse_mixed_schemes(sources: &[OpenSource], advice: &str) -> Result<()> {
    let label = |source: &OpenSource| {
        let scheme = source.opened.index.scheme();
        (scheme.name().to_owned(), scheme.fingerprint().to_string())
    };
    let Some(first) = sources.first() else { return Ok(()) };
    let expected = label(first);
    for source in sources {
        let got = label(source);
        if got != expected {
            bail!(
                "expected sources of one scheme, got {} by {} ({}) and {} by {} ({}): {advice}",
                first.name,
                expected.0,
                expected.1,
                source.name,
                got.0,
                got.1
            );
        }
    }
    Ok(())
}

/// True if the same question may be answered by indexes that are opened or built again.
pub fn may_be_mended(error: &Error) -> bool {
    let error = error.chain().find_map(|cause| cause.downcast_ref::<IndexError>());
    error.is_some_and(|error| match error {
        IndexError::Filter(_) => false,
        // The request was repeated already.
        IndexError::Io { path, .. } => !is_url(path),
        _ => true,
    })
}
