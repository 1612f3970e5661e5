//! The counts of a build.

use pyo3::prelude::*;
use zobrist_input::counted;

use crate::table::Table;

/// The counts of what was put into an index, and of what was left out.
///
/// Attributes:
///     games: games that were added; for ``merge`` those of the index.
///     positions: positions that were added: for each game one more than its plies, unless
///         ``max_ply`` takes fewer.
///     rejected: games that could not be replayed.
///     below_elo: games that ``min_elo`` left out.
///     duplicates: games that ``dedup`` left out.
///     shortened: games with a bad move that ``keep_valid`` took up to there.
///     partial: files that ``partial`` accepted in part.
///     left_out: names of files that were named twice, or are in the index already.
///     rejections: a Table, a row a game that was rejected or shortened, the first 1,000 of this
///         call: ``file``, ``line`` from 1, ``offset`` (byte after decompression, from 0),
///         ``reason``.
///
/// >>> import zobrist
/// >>> zobrist.build_index(f"{tmp}/facts", "data/club.pgn.gz")
/// <zobrist.Built: 320 games, 34315 positions>
#[pyclass(frozen, module = "zobrist", get_all)]
#[derive(Debug)]
pub(crate) struct Built {
    games: u64,
    positions: u64,
    rejected: u64,
    below_elo: u64,
    duplicates: u64,
    shortened: u64,
    partial: u64,
    left_out: Vec<String>,
    rejections: Py<Table>,
}

impl Built {
    pub(crate) fn new(
        py: Python,
        built: Option<zobrist_index::BuildCounts>,
        left_out: Vec<String>,
        rejections: Table,
    ) -> PyResult<Built> {
        let of = |count: fn(&zobrist_index::BuildCounts) -> u64| built.as_ref().map_or(0, count);
        Ok(Built {
            games: of(|built| built.games),
            positions: of(|built| built.positions),
            rejected: of(|built| built.rejected),
            below_elo: of(|built| built.below_elo),
            duplicates: of(|built| built.duplicates),
            shortened: of(|built| built.shortened),
            partial: of(|built| built.partial),
            left_out,
            rejections: Py::new(py, rejections)?,
        })
    }

    /// Creates the counts with the messages of its tasks.
    pub(crate) fn with(
        &self,
        py: Python,
        left_out: Vec<String>,
        rejections: Table,
    ) -> PyResult<Built> {
        Ok(Built { left_out, rejections: Py::new(py, rejections)?, ..*self })
    }

    /// The contents of an index that was merged.
    pub(super) fn of_merged(py: Python, games: u64, positions: u64) -> PyResult<Built> {
        let rejections = crate::rejected::Rejections::default().table();
        Ok(Built { games, positions, ..Built::new(py, None, Vec::new(), rejections)? })
    }
}

#[pymethods]
impl Built {
    fn __repr__(&self) -> String {
        let games = counted(self.games, "game", "games");
        let positions = counted(self.positions, "position", "positions");
        let mut text = format!("<zobrist.Built: {games}, {positions}");
        text += &counts_in_words(&[
            (self.rejected, "rejected"),
            (self.below_elo, "below the Elo"),
            (self.duplicates, "duplicates"),
            (self.shortened, "shortened"),
            (self.partial, "files in part"),
            (self.left_out.len() as u64, "files left out"),
        ]);
        text + ">"
    }
}

/// The counts that are not zero, each with its word after a comma.
pub(crate) fn counts_in_words(counts: &[(u64, &str)]) -> String {
    let some = counts.iter().filter(|(count, _)| *count > 0);
    some.map(|(count, what)| format!(", {count} {what}")).collect()
}
