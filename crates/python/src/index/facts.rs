//! Facts about an index, and about a position in it, as dictionaries.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use zobrist_index::{Answer, Index, IndexInfo, Opening};

use super::asked::Asked;
use super::line::Line;
use crate::position::fen;

/// The facts about an index.
pub(crate) fn of_index<'py>(py: Python<'py>, index: &Index) -> PyResult<Bound<'py, PyDict>> {
    let IndexInfo { version, part_bits, segments, positions, occurrences, games, .. } =
        index.info();
    let (scheme, sources) = (index.scheme(), index.sources());
    let facts = PyDict::new(py);
    facts.set_item("version", version)?;
    facts.set_item("scheme", scheme.name())?;
    facts.set_item("fingerprint", scheme.fingerprint().to_string())?;
    facts.set_item("sources", sources.len())?;
    facts.set_item("games", index.games())?;
    facts.set_item("rejected", sources.iter().map(|source| source.rejected).sum::<u64>())?;
    facts.set_item("partial", sources.iter().filter(|source| source.partial).count())?;
    facts.set_item("shortened", sources.iter().map(|source| source.shortened).sum::<u64>())?;
    facts.set_item("segments", segments)?;
    facts.set_item("part_bits", part_bits)?;
    facts.set_item("positions_files", positions.files)?;
    facts.set_item("positions_rows", positions.rows)?;
    facts.set_item("positions_bytes", positions.bytes)?;
    facts.set_item("occurrences_files", occurrences.files)?;
    facts.set_item("occurrences_rows", occurrences.rows)?;
    facts.set_item("occurrences_bytes", occurrences.bytes)?;
    facts.set_item("games_files", games.files)?;
    facts.set_item("games_bytes", games.bytes)?;
    Ok(facts)
}

/// The totals of a position.
pub(crate) fn of_position<'py>(
    py: Python<'py>,
    line: &Line,
    asked: &Asked,
    answer: &Answer,
) -> PyResult<Bound<'py, PyDict>> {
    let counts = &answer.counts;
    let facts = PyDict::new(py);
    facts.set_item("fen", fen(&line.position))?;
    facts.set_item("opening", line.opening.map(|opening| of_opening(py, opening)).transpose()?)?;
    facts.set_item("filter", (!asked.is_plain()).then(|| asked.filter.to_string()))?;
    facts.set_item("games", answer.kept)?;
    facts.set_item("reached", answer.reached)?;
    facts.set_item("duplicates", answer.duplicates)?;
    facts.set_item("white", counts.white)?;
    facts.set_item("draws", counts.draws)?;
    facts.set_item("black", counts.black)?;
    facts.set_item("unknown", counts.unknown)?;
    facts.set_item("average_elo", counts.average_elo())?;
    facts.set_item("last_year", counts.last_year())?;
    facts.set_item("ended", answer.ended)?;
    Ok(facts)
}

fn of_opening(py: Python<'_>, opening: Opening) -> PyResult<Bound<'_, PyDict>> {
    let names = PyDict::new(py);
    names.set_item("eco", opening.eco)?;
    names.set_item("name", opening.name)?;
    Ok(names)
}
