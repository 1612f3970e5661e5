//! `zobrist.lattice.Run`: what a simulation has done.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use zobrist_input::counted;
use zobrist_lattice::{Configuration, Lattice, Species};
use zobrist_simulation::Column;

use super::columns::{Moment, RunRows};
use super::outcome::{Atoms, Outcome};
use crate::table::Table;

/// A simulation that has come to its end.
///
/// Attributes:
///     rows: the observables, a dictionary of arrays by the names of the columns, which are those
///         of the CSV that ``zobrist lattice run`` writes. ``docs/lattice-config.md`` in
///         the repository of this package describes them. Counts and hashes are uint64, the others
///         float64, NaN where there is no value.
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
    /// With ``cell`` and ``positions``, ASE has its atoms in a line: ``Atoms(run.symbols(),
    /// run.positions(), cell=run.cell, pbc=True)``.
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

/// The values that a result is made of.
#[derive(Clone, Debug, FromPyObject, IntoPyObject)]
pub(crate) struct Values {
    #[pyo3(item)]
    columns: Vec<String>,
    #[pyo3(item)]
    csv: String,
    #[pyo3(item)]
    steps: u64,
    #[pyo3(item)]
    time: Option<f64>,
    #[pyo3(item)]
    evaluations: u64,
    #[pyo3(item)]
    hits: u64,
    #[pyo3(item)]
    hash: u64,
    #[pyo3(item)]
    recall: Option<(usize, usize, u64)>,
    #[pyo3(item)]
    audit: Option<(u64, u64, f64, f64)>,
    #[pyo3(item)]
    tolerance: f64,
    #[pyo3(item)]
    structure: String,
    #[pyo3(item)]
    cells: [usize; 3],
    #[pyo3(item)]
    species: Vec<u8>,
    #[pyo3(item)]
    constant: f64,
    #[pyo3(item)]
    names: Vec<String>,
}

impl Values {
    pub(super) fn of(outcome: &Outcome) -> Values {
        let atoms = &outcome.atoms;
        let lattice = atoms.configuration.lattice();
        Values {
            columns: outcome.rows.names(),
            csv: outcome.rows.csv(),
            steps: outcome.steps,
            time: outcome.time,
            evaluations: outcome.evaluations,
            hits: outcome.hits,
            hash: outcome.hash,
            recall: outcome.recall,
            audit: outcome.audit,
            tolerance: outcome.tolerance,
            structure: lattice.structure().name().to_owned(),
            cells: lattice.cells(),
            species: atoms.configuration.occupants().iter().map(|species| species.0).collect(),
            constant: atoms.constant,
            names: atoms.names.clone(),
        }
    }

    /// # Errors
    /// ValueError when they were not made by [`of`](Values::of).
    pub(super) fn outcome(self) -> PyResult<Outcome> {
        let wrong = |reason: String| PyValueError::new_err(format!("no result: {reason}"));
        let columns: Option<Vec<Column>> =
            self.columns.iter().map(|name| Column::of_name(name)).collect();
        let mut rows = RunRows::new(&columns.ok_or_else(|| wrong("an unknown column".to_owned()))?);
        let all = Moment { step: u64::MAX, time: None };
        rows.append_csv(&self.csv, all).map_err(wrong)?;
        let structure = self.structure.parse();
        let structure = structure.map_err(|_| wrong("an unknown structure".to_owned()))?;
        let lattice = Lattice::new(structure, self.cells);
        let lattice = lattice.map_err(|error| wrong(error.to_string()))?;
        let is_known = |species: &u8| usize::from(*species) < self.names.len();
        if self.species.len() != lattice.len() || !self.species.iter().all(is_known) {
            return Err(wrong("other sites than its lattice has".to_owned()));
        }
        let mut configuration = Configuration::new(lattice);
        for (site, species) in lattice.sites().zip(&self.species) {
            configuration.set(site, Species(*species));
        }
        Ok(Outcome {
            rows,
            steps: self.steps,
            time: self.time,
            evaluations: self.evaluations,
            hits: self.hits,
            hash: self.hash,
            recall: self.recall,
            audit: self.audit,
            tolerance: self.tolerance,
            differs: [false; 2],
            warnings: Vec::new(),
            atoms: Atoms::new(configuration, self.constant, &self.names),
        })
    }
}
