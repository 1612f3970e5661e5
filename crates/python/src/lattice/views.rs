//! Jumps as Python sees them.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use zobrist_simulation::evaluator::{Geometry, Request};

use crate::arguments::need_numpy;

/// The name of a vacancy in jumps, as in ASE.
pub(super) const VACANCY: &str = "X";

/// Makes objects of `zobrist.lattice.Jump`. Those in one direction share their arrays.
#[derive(Debug)]
pub(super) struct Views {
    jump: Py<PyAny>,
    /// By number of the species.
    symbols: Vec<Py<PyString>>,
    /// By view.
    arrays: Vec<Arrays>,
}

#[derive(Debug)]
struct Arrays {
    start: Py<PyArray1<f64>>,
    positions: Py<PyArray2<f64>>,
}

impl Views {
    pub(super) fn new(py: Python, geometry: &Geometry, names: &[String]) -> PyResult<Views> {
        need_numpy(py)?;
        let symbols = names.iter().enumerate().map(|(number, name)| {
            let is_vacancy = number == zobrist_lattice::Species::VACANCY.index();
            PyString::new(py, if is_vacancy { VACANCY } else { name }).unbind()
        });
        let arrays = (0..geometry.view_count()).map(|view| {
            let view = geometry.view(view);
            let start = PyArray1::from_slice(py, &view.start());
            let positions: Vec<f64> = view.sites().concat();
            let positions = PyArray1::from_vec(py, positions).reshape([view.sites().len(), 3])?;
            Ok(Arrays { start: read_only(start), positions: read_only(positions) })
        });
        Ok(Views {
            jump: py.import("zobrist._lattice")?.getattr("Jump")?.unbind(),
            symbols: symbols.collect(),
            arrays: arrays.collect::<PyResult<_>>()?,
        })
    }

    /// The jump of a request.
    pub(super) fn jump<'py>(
        &self,
        py: Python<'py>,
        request: &Request,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Arrays { start, positions } = &self.arrays[request.view()];
        let symbol = |species: &zobrist_lattice::Species| self.symbols[species.index()].bind(py);
        let symbols = PyList::new(py, request.sites().iter().map(symbol))?;
        let jump = self.jump.bind(py);
        jump.call1((symbol(&request.atom()), start.bind(py), symbols, positions.bind(py)))
    }
}

/// An array that nobody can change, since other jumps have it too.
fn read_only<D: numpy::ndarray::Dimension>(
    array: Bound<numpy::PyArray<f64, D>>,
) -> Py<numpy::PyArray<f64, D>> {
    drop(array.readwrite().make_nonwriteable());
    array.unbind()
}
