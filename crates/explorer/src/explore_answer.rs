//! A position with what was played in it.

use anyhow::Result;
use shakmaty::san::SanPlus;
use shakmaty::{Move, Position};
use zobrist_commands_input::positions::Line;
use zobrist_index::{Answer, MoveCount, Opening, opening_of};

use super::explore_request::{ExploreRequest, legal};
use super::shown_moves::ShownMoves;
use super::sources::OpenSource;

/// A position, the moves that are shown, and all that is known of its games.
#[derive(Debug)]
pub struct ExploreAnswer {
    /// The position, and the line to it.
    pub line: Line,
    /// The moves that are shown.
    pub moves: Vec<ExploredMove>,
    /// The number of moves that are not shown, and of their games.
    pub hidden: (usize, u64),
    /// Counts and games of the position.
    pub answer: Answer,
}

/// A move that was played.
#[derive(Debug)]
pub struct ExploredMove {
    /// The move.
    pub played: Move,
    /// The move in SAN.
    pub san: String,
    /// Counts of the games in which it was played.
    pub count: MoveCount,
    /// The number of games that reach the next position by other moves; `None` if there are too
    /// many games to count, or they were not asked for.
    pub other_orders: Option<u64>,
    /// The name of the next position, if it has one and that is not the name of the line so far.
    pub opening: Option<Opening>,
}

impl ExploreAnswer {
    /// Asks the sources about a position.
    ///
    /// # Errors
    /// When a source cannot answer.
    pub fn of(
        line: &Line,
        asked: &ExploreRequest,
        shown: ShownMoves,
        sources: &[OpenSource],
    ) -> Result<ExploreAnswer> {
        let answer = asked.answer(sources, &line.position)?;
        ExploreAnswer::with(line, asked, shown, sources, answer)
    }

    /// As [`of`](ExploreAnswer::of), with an answer that the sources have given already.
    ///
    /// # Errors
    /// When a source cannot answer what is asked beyond that.
    pub fn with(
        line: &Line,
        asked: &ExploreRequest,
        shown: ShownMoves,
        sources: &[OpenSource],
        mut answer: Answer,
    ) -> Result<ExploreAnswer> {
        let position = &line.position;
        let mut counts = legal(position, std::mem::take(&mut answer.moves))?;
        let all = sum_of(&counts);
        shown.sort(&mut counts, position.turn());
        let hidden = (all.0 - counts.len(), all.1 - sum_of(&counts).1);
        let moves: Vec<Move> = counts.iter().map(|(m, _)| *m).collect();
        let others = asked.other_orders(sources, position, &moves)?;
        let moves = counts.into_iter().zip(others).map(|((played, count), other_orders)| {
            let mut next = position.clone();
            next.play_unchecked(played);
            ExploredMove {
                played,
                san: SanPlus::from_move(position.clone(), played).to_string(),
                count,
                other_orders,
                opening: opening_of(&next).filter(|opening| line.opening != Some(*opening)),
            }
        });
        Ok(ExploreAnswer { line: line.clone(), moves: moves.collect(), hidden, answer })
    }

    /// Asks the sources only for the games of a position. Returns the number of the source of each,
    /// too.
    ///
    /// # Errors
    /// When a source cannot answer.
    pub fn games_of(
        line: &Line,
        asked: &ExploreRequest,
        sources: &[OpenSource],
    ) -> Result<(ExploreAnswer, Vec<usize>)> {
        let (answer, numbers) = asked.answer_with_sources(sources, &line.position)?;
        let explored =
            ExploreAnswer { line: line.clone(), moves: Vec::new(), hidden: (0, 0), answer };
        Ok((explored, numbers))
    }

    /// The line that goes on with a move.
    pub fn next(&self, m: &ExploredMove) -> Line {
        let mut position = self.line.position.clone();
        position.play_unchecked(m.played);
        Line { position, opening: m.opening.or(self.line.opening) }
    }
}

/// The number of moves, and of their games.
fn sum_of(counts: &[(Move, MoveCount)]) -> (usize, u64) {
    (counts.len(), counts.iter().map(|(_, count)| count.games()).sum())
}
