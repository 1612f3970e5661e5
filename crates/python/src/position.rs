//! Positions, as Python gives them: FEN, moves, or a board of python-chess.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyString};
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use zobrist_game_text::play_moves;
use zobrist_shakmaty::{Strictness, read_variant_position_with};

use crate::board::BoardState;
use crate::error::{Class, Failure};
use crate::rules::Rules;

/// A position that was read on the Python side: its text, or the state of its board.
#[derive(Debug)]
pub(crate) enum RawPosition {
    Text(PyBackedStr),
    Board(Box<BoardState>),
    /// A text or a board that is no position.
    Wrong(Failure),
}

impl RawPosition {
    /// Takes a FEN, as text or bytes, or a board; `None` for anything else.
    pub(crate) fn of(value: &Bound<PyAny>) -> PyResult<Option<RawPosition>> {
        let wrong = |got: &str| {
            let reason = format!("expected a position as text in UTF-8, got {got}");
            Ok(Some(RawPosition::Wrong(Failure::new(Class::Position, reason))))
        };
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return match PyString::from_bytes(value.py(), bytes.as_bytes()) {
                Ok(text) => Ok(Some(RawPosition::Text(PyBackedStr::try_from(text)?))),
                Err(_) => wrong("other bytes"),
            };
        }
        if let Ok(text) = value.cast::<PyString>() {
            return match PyBackedStr::try_from(text.clone()) {
                Ok(text) => Ok(Some(RawPosition::Text(text))),
                Err(_) => wrong("half of a surrogate pair"),
            };
        }
        match BoardState::of(value) {
            Ok(board) => Ok(board.map(|board| RawPosition::Board(Box::new(board)))),
            Err(error) => match Failure::of_position(value.py(), &error) {
                Some(failure) => Ok(Some(RawPosition::Wrong(failure))),
                None => Err(error),
            },
        }
    }
}

/// Reads one position: FEN, `startpos`, moves from the start such as `e4 e5 Nf3`, or a board.
pub(crate) fn read_one(value: &Bound<PyAny>, rules: Rules) -> PyResult<VariantPosition> {
    match RawPosition::of(value)? {
        Some(RawPosition::Text(text)) => Ok(read_text(&text, rules)?),
        Some(RawPosition::Board(board)) => Ok(board.position(rules)?),
        Some(RawPosition::Wrong(failure)) => Err(failure.into()),
        None => {
            let got = value.get_type().name()?;
            let expected = "position: expected a FEN or a chess.Board";
            Err(PyTypeError::new_err(format!("{expected}, got {got}")))
        }
    }
}

/// Reads a FEN, whose fields may be missing at the end, `startpos`, or moves from the start
/// position.
pub(crate) fn read_text(text: &str, rules: Rules) -> Result<VariantPosition, Failure> {
    let line = text.trim();
    if !line.contains('/') {
        let mut position = VariantPosition::new(rules.variant);
        if line != "startpos" {
            play(line, &mut position)?;
        }
        return Ok(position);
    }
    let before = text.len() - text.trim_start().len();
    read_variant_position_with(line.as_bytes(), rules.variant, rules.mode, Strictness::AllowMissing)
        .map_err(|error| {
            let error = error.after_prefix(before);
            Failure::new(Class::Position, format!("cannot read the position {text:?}: {error}"))
        })
}

/// Plays moves in SAN or UCI notation, with or without numbers.
pub(crate) fn play(moves: &str, position: &mut VariantPosition) -> Result<(), Failure> {
    play_moves(moves, position, |_| {}).map_err(|error| Failure::new(Class::Move, error))
}

/// The FEN of a position; an en passant square is there if the capture is legal.
pub(crate) fn fen(position: &VariantPosition) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}
