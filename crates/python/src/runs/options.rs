//! The options of planning, and what of them cannot be had.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use zobrist_index::TextEncoding;
use zobrist_index::runs::PlanOptions;
use zobrist_shakmaty::pgn::Language;

use crate::arguments::{elo_of, files_per_table, plies_of};
use crate::scheme::scheme_of;

/// The options that Python's caller gives.
#[derive(Debug)]
pub(super) struct Given<'a, 'py> {
    pub(super) scheme: Option<&'a Bound<'py, PyAny>>,
    pub(super) add: bool,
    pub(super) replace: bool,
    pub(super) again: bool,
    pub(super) max_ply: Option<i64>,
    pub(super) min_elo: Option<i64>,
    pub(super) keep_valid: bool,
    pub(super) partial: bool,
    pub(super) encoding: Option<TextEncoding>,
    pub(super) language: Language,
    pub(super) files_per_table: Option<usize>,
}

impl Given<'_, '_> {
    /// The options of a plan.
    ///
    /// # Errors
    /// ValueError for options that exclude each other, SchemeError when there is no such scheme.
    pub(super) fn options(&self, py: Python) -> PyResult<PlanOptions> {
        let excluded = [
            (
                "replace",
                self.add && self.replace,
                "without add=True: games are added, or replace those",
            ),
            ("scheme", self.add && self.scheme.is_some(), "without add=True: the index has one"),
            ("again", self.again && !self.add, "with add=True alone"),
        ];
        for (name, is_wrong, expected) in excluded {
            if is_wrong {
                return Err(PyValueError::new_err(format!("{name}: expected it {expected}")));
            }
        }
        let mut options = PlanOptions::default();
        options.add = self.add;
        let fide = PyString::new(py, "fide").into_any();
        let build = &mut options.build;
        build.scheme = scheme_of(self.scheme.unwrap_or(&fide), None)?;
        (build.replace, build.again) = (self.replace, self.again);
        (build.keep_valid, build.partial) = (self.keep_valid, self.partial);
        (build.encoding, build.select.language) = (self.encoding, self.language);
        (build.select.max_ply, build.select.min_elo) =
            (plies_of(self.max_ply)?, elo_of(self.min_elo)?);
        build.files = files_per_table(self.files_per_table)?;
        Ok(options)
    }
}

/// Refuses other options by name.
///
/// # Errors
/// ValueError for `dedup`, which says what to do, and TypeError for others. Both name the function.
pub(super) fn refuse_others(function: &str, others: Option<&Bound<PyDict>>) -> PyResult<()> {
    let Some(others) = others else { return Ok(()) };
    for (name, value) in others {
        let name: String = name.extract()?;
        if name != "dedup" {
            let reason = format!("{function}() got an unexpected keyword argument {name:?}");
            return Err(pyo3::exceptions::PyTypeError::new_err(reason.replace('"', "'")));
        }
        if value.is_truthy()? {
            return Err(PyValueError::new_err(
                "dedup: expected none, since no task sees all games; build on one machine by \
                 zobrist.build_index(folder, paths, dedup=True), or build with duplicates and list \
                 them by the command `zobrist index duplicates`",
            ));
        }
    }
    Ok(())
}
