//! `zobrist.lattice.Run`: what a simulation has done.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use zobrist_input::counted;

use super::outcome::Outcome;
use super::pickled::Values;
use crate::table::Table;

/// A simulation that has come to its end.
///
/// Attributes:
///     rows: the observables, a dictionary of arrays by the names of the columns, which are those of the CSV that
///         ``zobrist lattice run`` writes. ``docs/lattice-config.md`` describes them. Counts and hashes are uint64,
///         the others float64, NaN where there is no value.
///     table: the same as a Table, which Polars, pandas and DuckDB take.
///     steps: the number of steps done.
///     time: the time in s; None with ``[method] kind = "metropolis"``.
///     evaluations: how many barriers were computed.
///     hits: how many look-ups were answered from memory.
///     hash: the hash of the state at the end, as in the last row.
///     recall: the memory that recall takes: a Recall; None if nothing is recalled.
///     audit: what was computed again: an Audit; None without an audit.
///     cell: the axes of the box in Å, an array of shape (3, 3).
///
/// >>> import zobrist
/// >>> run = zobrist.lattice.run("data/iron-copper.toml")
/// >>> run
/// <zobrist.lattice.Run: 300000 steps, ... s, ... barriers computed, ... recalled>
/// >>> list(run.rows)[:3], len(run.rows["energy"])
/// (['step', 'time', 'energy'], 101)
#[pyclass(frozen, module = "zobrist.lattice")]
#[derive(Debug)]
pub(crate) struct Run {
    outcome: Outcome,
    #[pyo3(get)]
    rows: Py<PyDict>,
    #[pyo3(get)]
    table: Py<Table>,
    #[pyo3(get)]
    recall: Option<Py<PyAny>>,
    #[pyo3(get)]
    audit: Option<Py<PyAny>>,
}

impl Run {
    pub(super) fn new(py: Python, outcome: Outcome) -> PyResult<Run> {
        let module = py.import("zobrist._lattice")?;
        let made = |name: &str, numbers| module.getattr(name)?.call1(numbers).map(Bound::unbind);
        let recall = outcome.recall;
        let recall =
            recall.map(|numbers| made("Recall", numbers.into_pyobject(py)?)).transpose()?;
        let audit = outcome.audit;
        let audit = audit.map(|numbers| made("Audit", numbers.into_pyobject(py)?)).transpose()?;
        Ok(Run {
            rows: outcome.rows.arrays(py)?.unbind(),
            table: Py::new(py, outcome.rows.table())?,
            recall,
            audit,
            outcome,
        })
    }
}

#[pymethods]
impl Run {
    #[getter]
    fn steps(&self) -> u64 {
        self.outcome.steps
    }

    #[getter]
    fn time(&self) -> Option<f64> {
        self.outcome.time
    }

    #[getter]
    fn evaluations(&self) -> u64 {
        self.outcome.evaluations
    }

    #[getter]
    fn hits(&self) -> u64 {
        self.outcome.hits
    }

    #[getter]
    fn hash(&self) -> u64 {
        self.outcome.hash
    }

    #[getter]
    fn cell<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        PyArray1::from_vec(py, self.outcome.atoms.cell()).reshape([3, 3])
    }

    /// The elements at the end, in the order of the sites.
    ///
    /// With ``cell`` and ``positions``, ASE has its atoms in a line: ``Atoms(run.symbols(), run.positions(),
    /// cell=run.cell, pbc=True)``.
    ///
    /// Args:
    ///     vacancies: False leaves vacancies out, which are ``"X"``.
    ///
    /// >>> import zobrist
    /// >>> symbols = zobrist.lattice.run("data/iron-copper.toml").symbols()
    /// >>> len(symbols), symbols.count("Cu"), symbols.count("X")
    /// (65536, 655, 1)
    #[pyo3(signature = (*, vacancies = true))]
    fn symbols<'py>(&self, py: Python<'py>, vacancies: bool) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.outcome.atoms.symbols(vacancies))
    }

    /// The positions at the end in Å, in the order of the sites: an array of shape (n, 3).
    ///
    /// They are in units of the lattice constant if the configuration has none.
    ///
    /// Args:
    ///     vacancies: False leaves vacancies out.
    ///
    /// >>> import zobrist
    /// >>> run = zobrist.lattice.run("data/iron-copper.toml")
    /// >>> run.positions(vacancies=False).shape
    /// (65535, 3)
    #[pyo3(signature = (*, vacancies = true))]
    fn positions<'py>(
        &self,
        py: Python<'py>,
        vacancies: bool,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let numbers = self.outcome.atoms.positions(vacancies);
        let rows = numbers.len() / 3;
        PyArray1::from_vec(py, numbers).reshape([rows, 3])
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Values,))> {
        let made = py.import("zobrist._zobrist")?.getattr("_run_of")?;
        Ok((made, (Values::of(&self.outcome),)))
    }

    fn __repr__(&self) -> String {
        let Outcome { steps, time, evaluations, hits, .. } = &self.outcome;
        let steps = counted(*steps, "step", "steps");
        let time = time.map_or(String::new(), |time| format!(", {time:.3e} s"));
        format!(
            "<zobrist.lattice.Run: {steps}{time}, {evaluations} barriers computed, {hits} recalled>"
        )
    }
}

/// The result that was made of these values, in another process.
#[pyfunction]
#[pyo3(name = "_run_of")]
pub(crate) fn run_of(py: Python, values: Values) -> PyResult<Run> {
    Run::new(py, values.outcome()?)
}
