//! The position that is asked about, and the line to it.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use shakmaty::variant::VariantPosition;
use zobrist_game_text::play_moves;
use zobrist_index::{Opening, opening_of};

use crate::error::{Class, Failure};
use crate::position::read_one;
use crate::rules::Rules;

/// A position that is asked about.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) position: VariantPosition,
    /// The name of the last position of the line that has one.
    pub(crate) opening: Option<Opening>,
}

impl Line {
    /// Reads a position, by default the start of the variant, and plays moves from it.
    ///
    /// # Errors
    /// PositionError or MoveError when they cannot be read, TypeError for something else.
    pub(crate) fn read(
        position: Option<&Bound<PyAny>>,
        moves: Option<&Bound<PyAny>>,
        rules: Rules,
    ) -> PyResult<Line> {
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
        let mut line_of = Line { opening: opening_of(&start), position: start };
        line_of.play(&line)?;
        if let Some(moves) = moves {
            line_of.play(&text_of(moves)?)?;
        }
        Ok(line_of)
    }

    fn play(&mut self, moves: &str) -> Result<(), Failure> {
        let Line { position, opening } = self;
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
