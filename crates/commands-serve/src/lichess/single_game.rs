//! The game of a move that a single one played.

use anyhow::Result;
use shakmaty::variant::VariantPosition;
use zobrist_chess::PackedMove;
use zobrist_explorer::{ExploreRequest, OpenSource};
use zobrist_index::{Answer, GameCounts, GameResult, MoveCount};

use super::game::Game;
use super::listed::known;

/// Finds the games of moves of a position.
pub(crate) struct SingleGames<'a> {
    asked: &'a ExploreRequest,
    sources: &'a [OpenSource],
    position: &'a VariantPosition,
    /// Answers of single sources, about the games of one result or of all.
    answers: Vec<((usize, Option<GameResult>), Answer)>,
}

impl SingleGames<'_> {
    /// Finds games among those that a question is about; `answer` is that of all sources together.
    pub(crate) fn new<'a>(
        asked: &'a ExploreRequest,
        sources: &'a [OpenSource],
        position: &'a VariantPosition,
        answer: &Answer,
    ) -> SingleGames<'a> {
        let mut answers = Vec::new();
        if sources.len() == 1 {
            answers.push(((0, None), answer.clone()));
        }
        SingleGames { asked, sources, position, answers }
    }

    /// The game that played a move, if it is the only one with a known result.
    ///
    /// # Errors
    /// When a source cannot answer.
    pub(crate) fn of(&mut self, played: PackedMove, counts: &GameCounts) -> Result<Option<Game>> {
        if known(counts) != 1 {
            return Ok(None);
        }
        for source in 0..self.sources.len() {
            let here = self.count(source, None, played)?;
            let Some(here) = here.filter(|count| known(&count.counts) == 1) else { continue };
            let first = self.sources[source].opened.index.game(here.first_game_id)?;
            if first.result != GameResult::Unknown {
                return Ok(Game::of(&first, source));
            }
            // The first game has no result. The other one is the first of its result.
            let other = self.count(source, Some(result_of(&here.counts)), played)?;
            let Some(other) = other else { continue };
            let game = self.sources[source].opened.index.game(other.first_game_id)?;
            return Ok(Game::of(&game, source));
        }
        Ok(None)
    }

    /// Returns the counts of a move in a source, by the games of one result or of all. It is asked
    /// once.
    fn count(
        &mut self,
        source: usize,
        result: Option<GameResult>,
        played: PackedMove,
    ) -> Result<Option<MoveCount>> {
        let name = (source, result);
        let at = match self.answers.iter().position(|(other, _)| *other == name) {
            Some(at) => at,
            None => {
                // The moves alone are wanted, and those count each game once in any case.
                let mut asked = ExploreRequest { each_once: false, ..self.asked.clone() };
                asked.filter.result = result;
                let answer = asked.answer(&self.sources[source..=source], self.position)?;
                self.answers.push((name, answer));
                self.answers.len() - 1
            }
        };
        let moves = &self.answers[at].1.moves;
        Ok(moves.iter().find(|count| count.played == played).copied())
    }
}

/// The result of a single game.
fn result_of(counts: &GameCounts) -> GameResult {
    match (counts.white, counts.draws) {
        (1, _) => GameResult::White,
        (_, 1) => GameResult::Draw,
        _ => GameResult::Black,
    }
}
