//! Questions about lines, and pairs of answers.

use shakmaty::uci::UciMove;
use shakmaty::{Move, Position};

use crate::fact::{EnPassantRule, fen};
use crate::fault::Example;
use crate::rules::Game;
use crate::word::{Answer, Question, Word};

/// UCI moves with spaces between them.
fn uci(start: &Game, moves: &[Move]) -> String {
    let castling = start.castles().mode();
    let text = moves.iter().map(|m| UciMove::from_move(*m, castling).to_string());
    text.collect::<Vec<_>>().join(" ")
}

/// The questions at a ply of a line: by moves, and by the FEN of the position.
pub(crate) fn questions_at(
    start: &Game,
    moves: &[Move],
    end: &Game,
    counts: EnPassantRule,
) -> [Question; 2] {
    [Question::moves(fen(start, counts), uci(start, moves)), Question::fen(fen(end, counts))]
}

/// The difference of two answers.
pub(crate) fn difference(pair: &[Answer]) -> Option<Word> {
    match pair {
        [Ok(one), Ok(other)] => Some(one ^ other),
        _ => None,
    }
}

/// An example of two answers.
pub(crate) fn example(questions: [Question; 2], pair: &[Answer]) -> Option<Example> {
    let [Ok(one), Ok(other)] = pair else { return None };
    let [by_moves, by_fen] = questions;
    Some(Example { by_moves, by_fen, keys: (*one, *other) })
}
