//! The values that results are made of, as they go to another process.

use std::sync::Arc;

use pyo3::prelude::*;
use zobrist_game_text::Rejection;

/// The numbers of a run.
#[derive(Clone, Copy, Debug, FromPyObject, IntoPyObject)]
pub(crate) struct Counts {
    #[pyo3(item)]
    pub(super) run: u32,
    #[pyo3(item)]
    pub(super) games: u64,
    #[pyo3(item)]
    pub(super) positions: u64,
    #[pyo3(item)]
    pub(super) rejected: u64,
    #[pyo3(item)]
    pub(super) below_elo: u64,
    #[pyo3(item)]
    pub(super) shortened: u64,
    #[pyo3(item)]
    pub(super) partial: u64,
}

/// A row of rejections.
#[derive(Clone, Debug, FromPyObject, IntoPyObject)]
pub(crate) struct Row {
    #[pyo3(item)]
    file: String,
    #[pyo3(item)]
    line: u64,
    #[pyo3(item)]
    offset: u64,
    #[pyo3(item)]
    reason: String,
    #[pyo3(item)]
    piece: Option<u64>,
}

impl Row {
    pub(super) fn of(row: &Bound<PyAny>) -> PyResult<Row> {
        row.extract()
    }
}

impl From<Row> for Rejection {
    fn from(row: Row) -> Rejection {
        let Row { file, line, offset, reason, piece } = row;
        Rejection::new(Arc::from(file), line, offset, reason).of_piece(piece)
    }
}
