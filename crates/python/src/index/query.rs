//! The position that an index is asked about, the line to it, and the answer.

use std::num::NonZeroUsize;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move, Position};
use zobrist_game_text::play_moves;
use zobrist_index::zobrist_shakmaty::unpack_move;
use zobrist_index::{
    Answer, Duplicates, Filter, GameOrder, Index, MoveCount, MoveOrder, Opening, Question,
    SeenGames, opening_of,
};

use crate::error::{Class, Failure};
use crate::position::read_one;
use crate::rules::Rules;

/// A question about any position.
#[derive(Clone, Debug)]
pub(crate) struct IndexQuery {
    pub(crate) filter: Filter,
    pub(crate) duplicates: Option<Duplicates>,
    pub(crate) threads: NonZeroUsize,
}

/// A move that was played.
#[derive(Debug)]
pub(crate) struct PlayedMove {
    pub(crate) uci: String,
    pub(crate) san: String,
    pub(crate) count: MoveCount,
    /// The number of games that reach the next position by other moves; `None` if it was not asked
    /// for, or there are too many games to count.
    pub(crate) other_orders: Option<u64>,
    /// The name of the next position, if it has one and that is not the name of the line so far.
    pub(crate) opening: Option<Opening>,
}

/// The moves that are shown, and their order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    pub(crate) top: Option<usize>,
    pub(crate) min_games: u64,
    pub(crate) sort: MoveOrder,
    /// True if games are counted that reach the next positions by other moves.
    pub(crate) other_orders: bool,
}

impl IndexQuery {
    /// True if all games are asked for.
    pub(crate) fn is_plain(&self) -> bool {
        self.filter == Filter::default() && self.duplicates.is_none()
    }

    fn question<'a>(&self, position: &'a VariantPosition) -> Question<'a, VariantPosition> {
        Question::new(position).filter(&self.filter).threads(self.threads)
    }

    /// Returns the moves of a position, with a limited number of games in this order.
    ///
    /// # Errors
    /// When the index cannot answer.
    pub(crate) fn answer(
        &self,
        index: &Index,
        position: &VariantPosition,
        games: usize,
        order: GameOrder,
    ) -> Result<Answer, Failure> {
        let question = self.question(position).games(games).order(order);
        Ok(match self.duplicates {
            Some(by) => index.answer_unseen(&question, &mut SeenGames::new(by))?,
            None => index.answer(&question)?,
        })
    }

    /// The moves that were played in a position.
    ///
    /// # Errors
    /// When the index cannot answer.
    pub(crate) fn moves(
        &self,
        index: &Index,
        line: &PositionLine,
        shown: Shown,
    ) -> Result<Vec<PlayedMove>, Failure> {
        let position = &line.position;
        let answer = self.answer(index, position, 0, GameOrder::First)?;
        let mut counts = legal(position, answer.moves)?;
        shown.sort(&mut counts, position.turn());
        let moves: Vec<Move> = counts.iter().map(|(m, _)| *m).collect();
        let mut seen: Vec<SeenGames> = match self.duplicates {
            Some(by) => moves.iter().map(|_| SeenGames::new(by)).collect(),
            None => Vec::new(),
        };
        let others = match shown.other_orders {
            true => index.other_orders(&self.question(position), &moves, &mut seen)?,
            false => vec![None; moves.len()],
        };
        let mode = position.castles().mode();
        let played = counts.into_iter().zip(others).map(|((played, count), other_orders)| {
            let mut next = position.clone();
            next.play_unchecked(played);
            PlayedMove {
                uci: played.to_uci(mode).to_string(),
                san: SanPlus::from_move(position.clone(), played).to_string(),
                count,
                other_orders,
                opening: opening_of(&next).filter(|opening| line.opening != Some(*opening)),
            }
        });
        Ok(played.collect())
    }
}

/// The moves of a position with their counts, as legal moves.
///
/// # Errors
/// When one is not legal, which only damage brings about.
fn legal(
    position: &VariantPosition,
    counts: Vec<MoveCount>,
) -> Result<Vec<(Move, MoveCount)>, Failure> {
    let legal = |count: MoveCount| match unpack_move(position, count.played) {
        Some(played) => Ok((played, count)),
        None => {
            let reason = format!(
                "the index has {}, which is no legal move here: it is damaged; build it again",
                count.played
            );
            Err(Failure::new(Class::Data, reason))
        }
    };
    counts.into_iter().map(legal).collect()
}

impl Shown {
    /// Sorts the moves, which are in the order of their games, and leaves out those that are not
    /// shown.
    fn sort(self, counts: &mut Vec<(Move, MoveCount)>, turn: Color) {
        counts.retain(|(_, count)| count.games() >= self.min_games);
        self.sort.sort(counts, turn, |(_, count)| count);
        if let Some(top) = self.top {
            counts.truncate(top);
        }
    }
}

/// A position that is asked about.
#[derive(Clone, Debug)]
pub(crate) struct PositionLine {
    pub(crate) position: VariantPosition,
    /// The name of the last position of the line that has one.
    pub(crate) opening: Option<Opening>,
}

impl PositionLine {
    /// Reads a position, by default the start of the variant, and plays moves from it.
    ///
    /// # Errors
    /// PositionError or MoveError when they cannot be read, TypeError for something else.
    pub(crate) fn read(
        position: Option<&Bound<PyAny>>,
        moves: Option<&Bound<PyAny>>,
        rules: Rules,
    ) -> PyResult<PositionLine> {
        // Moves in place of a position, so that openings on their way are known.
        let text = position.map(|position| position.extract::<String>());
        let (start, line) = match text {
            None => (VariantPosition::new(rules.variant), String::new()),
            Some(Ok(text)) if !text.contains('/') => {
                let line = if text.trim() == "startpos" { String::new() } else { text };
                (VariantPosition::new(rules.variant), line)
            }
            _ => (read_one(position.expect("it was given"), rules)?, String::new()),
        };
        let mut line_of = PositionLine { opening: opening_of(&start), position: start };
        line_of.play(&line)?;
        if let Some(moves) = moves {
            line_of.play(&text_of(moves)?)?;
        }
        Ok(line_of)
    }

    fn play(&mut self, moves: &str) -> Result<(), Failure> {
        let PositionLine { position, opening } = self;
        play_moves(moves, position, |position| *opening = opening_of(position).or(*opening))
            .map_err(|error| Failure::new(Class::Move, error))
    }
}

/// Moves as a text, or as a list of texts.
fn text_of(moves: &Bound<PyAny>) -> PyResult<String> {
    let wrong = |got: &Bound<PyAny>| -> PyResult<PyErr> {
        let got = got.get_type().name()?;
        let expected = "moves: expected a text such as \"e4 c5\" or a list of moves";
        Ok(PyTypeError::new_err(format!("{expected}, got {got}")))
    };
    if moves.is_instance_of::<PyString>() {
        return moves.extract();
    }
    let Ok(items) = moves.try_iter() else { return Err(wrong(moves)?) };
    let mut words: Vec<String> = Vec::new();
    for item in items {
        let item = item?;
        match item.extract() {
            Ok(word) => words.push(word),
            // A move of python-chess has one.
            Err(_) if item.hasattr("uci")? => words.push(item.call_method0("uci")?.extract()?),
            Err(_) => return Err(wrong(&item)?),
        }
    }
    Ok(words.join(" "))
}
