//! Positions, as Python gives them: FEN, moves, or a board of python-chess.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use shakmaty::fen::Fen;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, EnPassantMode};
use zobrist_files::play_moves;
use zobrist_shakmaty::{Strictness, read_variant_position_with};

use crate::board::BoardState;
use crate::error::{Class, Failure};

/// The variants by name, with the reading of castling rights; `None` when the position decides.
const VARIANTS: [(&str, Variant, Option<CastlingMode>); 11] = [
    ("chess", Variant::Chess, Some(CastlingMode::Standard)),
    ("chess960", Variant::Chess, Some(CastlingMode::Chess960)),
    ("atomic", Variant::Atomic, None),
    ("antichess", Variant::Antichess, None),
    ("kingofthehill", Variant::KingOfTheHill, None),
    ("koth", Variant::KingOfTheHill, None),
    ("3check", Variant::ThreeCheck, None),
    ("threecheck", Variant::ThreeCheck, None),
    ("crazyhouse", Variant::Crazyhouse, None),
    ("racingkings", Variant::RacingKings, None),
    ("horde", Variant::Horde, None),
];

/// The rules by which positions are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) variant: Variant,
    pub(crate) mode: Option<CastlingMode>,
    /// True if the caller chose a variant: boards must be of it.
    pub(crate) is_asked: bool,
}

impl Rules {
    /// The rules of a variant's name, in any case.
    pub(crate) fn named(name: Option<&str>) -> PyResult<Rules> {
        let Some(name) = name else { return Ok(Rules::default()) };
        let wanted = name.to_lowercase();
        match VARIANTS.iter().find(|(known, ..)| *known == wanted) {
            Some((_, variant, mode)) => {
                Ok(Rules { variant: *variant, mode: *mode, is_asked: true })
            }
            None => {
                let names: Vec<&str> = VARIANTS.iter().map(|(name, ..)| *name).collect();
                let names = names.join(", ");
                Err(PyValueError::new_err(format!(
                    "variant: expected one of {names}, got {name:?}"
                )))
            }
        }
    }
}

/// A position that was read on the Python side: its text, or the state of its board.
#[derive(Debug)]
pub(crate) enum RawPosition {
    Text(PyBackedStr),
    Board(Box<BoardState>),
}

impl RawPosition {
    /// Takes a FEN or a board; `None` for anything else.
    pub(crate) fn of(value: &Bound<PyAny>) -> PyResult<Option<RawPosition>> {
        if let Ok(text) = value.extract::<PyBackedStr>() {
            return Ok(Some(RawPosition::Text(text)));
        }
        Ok(BoardState::of(value)?.map(|board| RawPosition::Board(Box::new(board))))
    }
}

/// Reads one position: FEN, `startpos`, moves from the start such as `e4 e5 Nf3`, or a board.
pub(crate) fn read_one(value: &Bound<PyAny>, rules: Rules) -> PyResult<VariantPosition> {
    match RawPosition::of(value)? {
        Some(RawPosition::Text(text)) => Ok(read_text(&text, rules)?),
        Some(RawPosition::Board(board)) => Ok(board.position(rules)?),
        None => {
            let got = value.get_type().name()?;
            let expected = "position: expected a FEN or a chess.Board";
            Err(PyTypeError::new_err(format!("{expected}, got {got}")))
        }
    }
}

/// Reads a FEN, whose fields may be missing at the end, `startpos`, or moves from the start position.
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
