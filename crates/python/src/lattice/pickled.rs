//! A result on its way to another process.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zobrist_lattice::{Configuration, Lattice, Species};
use zobrist_simulation::Column;

use super::atoms::Atoms;
use super::columns::{Moment, Rows};
use super::outcome::Outcome;

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
        let mut rows = Rows::new(&columns.ok_or_else(|| wrong("an unknown column".to_owned()))?);
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
