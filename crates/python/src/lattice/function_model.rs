//! A model whose barriers come from a function of Python.
//!
//! The function gets all jumps at once, so that a neural network or a pool of workers takes the
//! misses of a step together. It is called in the thread that called `zobrist.lattice.run`, so that
//! Ctrl-C reaches it.

use std::error::Error;
use std::fmt::{self, Display};

use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyList;
use zobrist::Fnv1a;
use zobrist_lattice::model::{Barrier, EvaluationError, Jump, Model};
use zobrist_lattice::{Configuration, Lattice, Offset};
use zobrist_simulation::evaluator::{Geometry, Request};

use super::views::Views;

/// A function that is asked for the barriers of all jumps that are not known, as one list.
#[derive(Debug)]
pub(super) struct FunctionModel {
    function: Py<PyAny>,
    geometry: Geometry,
    views: Views,
    names: Vec<String>,
    fingerprint: u64,
    allows_negative: bool,
}

/// Why a function gave no barriers.
#[derive(Debug)]
pub(super) enum FunctionFailure {
    /// It raised an exception, asked for these jumps.
    Raised { error: PyErr, jumps: String },
    /// It returned something else.
    Wrong { reason: String },
}

impl Display for FunctionFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FunctionFailure::Raised { error, jumps } => write!(f, "{error}, asked for {jumps}"),
            FunctionFailure::Wrong { reason } => f.write_str(reason),
        }
    }
}

impl Error for FunctionFailure {}

impl FunctionModel {
    /// `names` are those of the species, by number. The fingerprint of the model is made of
    /// `fingerprint`, a text that is to change whenever the function gives other barriers, and of
    /// what its jumps depend on.
    pub(super) fn new(
        function: &Bound<PyAny>,
        geometry: Geometry,
        names: &[String],
        fingerprint: &str,
        allows_negative: bool,
    ) -> PyResult<FunctionModel> {
        let all = Fnv1a::new()
            .bytes(b"function\0")
            .bytes(&geometry.fingerprint().to_le_bytes())
            .bytes(fingerprint.as_bytes());
        Ok(FunctionModel {
            function: function.clone().unbind(),
            views: Views::new(function.py(), &geometry, names)?,
            geometry,
            names: names.to_vec(),
            fingerprint: all.finish(),
            allows_negative,
        })
    }

    fn ask(&self, py: Python, requests: &[Request]) -> Result<Vec<Barrier>, FunctionFailure> {
        let raised = |error| FunctionFailure::Raised { error, jumps: self.described(requests) };
        let jumps = requests.iter().map(|request| self.views.jump(py, request));
        let jumps = jumps.collect::<PyResult<Vec<_>>>().and_then(|jumps| PyList::new(py, jumps));
        let values = jumps.and_then(|jumps| self.function.bind(py).call1((jumps,)));
        let values = values.map_err(raised)?;
        let count = requests.len();
        barriers(&values, count, self.allows_negative).map_err(|error| match error {
            NoAnswers::Raised(error) => raised(error),
            NoAnswers::All(reason) => {
                FunctionFailure::Wrong { reason: format!("{}: {reason}", self.described(requests)) }
            }
            NoAnswers::One(at, reason) => FunctionFailure::Wrong {
                reason: format!(
                    "jump {} of {count}, {}: {reason}",
                    at + 1,
                    self.described_one(&requests[at])
                ),
            },
        })
    }

    /// The jumps of a call, for messages.
    fn described(&self, requests: &[Request]) -> String {
        let first = self.described_one(&requests[0]);
        match requests.len() {
            1 => format!("the barrier of {first}"),
            count => format!("the barriers of {count} jumps, the first of {first}"),
        }
    }

    fn described_one(&self, request: &Request) -> String {
        let [x, y, z] = self.geometry.view(request.view()).start();
        format!("{} from ({x}, {y}, {z})", self.names[request.atom().index()])
    }
}

impl Model for FunctionModel {
    fn lattice(&self) -> Lattice {
        self.geometry.lattice()
    }

    fn species_count(&self) -> usize {
        self.geometry.species_count()
    }

    fn reach(&self) -> &[Offset] {
        self.geometry.reach()
    }

    /// Any call may return them.
    fn gives_prefactors(&self) -> bool {
        true
    }

    fn barrier(
        &mut self,
        configuration: &Configuration,
        jump: Jump,
    ) -> Result<Barrier, EvaluationError> {
        let mut barriers = Vec::with_capacity(1);
        self.barriers(configuration, &[jump], &mut barriers)?;
        Ok(barriers[0])
    }

    fn barriers(
        &mut self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) -> Result<(), EvaluationError> {
        if jumps.is_empty() {
            return Ok(());
        }
        let requests = self.geometry.requests(configuration, jumps);
        barriers.extend(Python::attach(|py| self.ask(py, &requests))?);
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

/// Why what came are no barriers.
#[derive(Debug)]
pub(super) enum NoAnswers {
    /// Something that is no exception, such as KeyboardInterrupt, came in between.
    Raised(PyErr),
    /// They are of another number or type.
    All(String),
    /// The value of one jump, from 0, is none.
    One(usize, String),
}

/// Reads a barrier in eV for each jump, or a pair of a barrier and a prefactor in 1/s.
pub(super) fn barriers(
    values: &Bound<PyAny>,
    count: usize,
    allows_negative: bool,
) -> Result<Vec<Barrier>, NoAnswers> {
    let py = values.py();
    let expected = format!("expected {count} numbers in eV, or an array of shape ({count}, 2)");
    let wrong = |got: String| NoAnswers::All(format!("{expected}, got {got}"));
    let numpy = py.import("numpy").map_err(NoAnswers::Raised)?;
    let array = numpy.call_method1("asarray", (values,)).map_err(|error| {
        match error.is_instance_of::<PyException>(py) {
            true => wrong(format!("{}, which is no array: {error}", type_of(values))),
            false => NoAnswers::Raised(error),
        }
    })?;
    let text = |name: &str| array.getattr(name).and_then(|it| it.str()).map(|it| it.to_string());
    let kind = array.getattr("dtype").and_then(|dtype| dtype.getattr("kind"));
    let kind: String = kind.and_then(|kind| kind.extract()).map_err(NoAnswers::Raised)?;
    if !["f", "i", "u"].contains(&kind.as_str()) {
        let dtype = text("dtype").map_err(NoAnswers::Raised)?;
        return Err(wrong(format!("{} of the type {dtype}", type_of(values))));
    }
    let array = array.call_method1("astype", ("float64",)).map_err(NoAnswers::Raised)?;
    let array: PyReadonlyArrayDyn<f64> =
        array.extract().map_err(|error: PyErr| wrong(error.to_string()))?;
    let has_prefactors = match *array.shape() {
        [got] if got == count => false,
        [got, 2] if got == count => true,
        [got] => return Err(wrong(format!("{got} numbers"))),
        _ => {
            let shape = text("shape").map_err(NoAnswers::Raised)?;
            return Err(wrong(format!("the shape {shape}")));
        }
    };
    let numbers: Vec<f64> = array.as_array().iter().copied().collect();
    let columns = if has_prefactors { 2 } else { 1 };
    let rows = numbers.chunks_exact(columns).enumerate();
    rows.map(|(jump, row)| {
        barrier(row, allows_negative).map_err(|reason| NoAnswers::One(jump, reason))
    })
    .collect()
}

fn barrier(row: &[f64], allows_negative: bool) -> Result<Barrier, String> {
    let energy = row[0];
    if !energy.is_finite() {
        return Err(format!("expected a finite barrier in eV, got {}", shown(energy)));
    }
    if energy < 0.0 && !allows_negative {
        return Err(format!(
            "expected a barrier of 0 eV or more, got {energy}; check the function, or set \
             `allow_negative_barriers = true` in [model]"
        ));
    }
    match row.get(1) {
        None => Ok(Barrier::new(energy)),
        Some(prefactor) if *prefactor > 0.0 && prefactor.is_finite() => {
            Ok(Barrier::with_prefactor(energy, *prefactor))
        }
        Some(got) => {
            Err(format!("expected a finite prefactor above 0 in 1/s, got {}", shown(*got)))
        }
    }
}

/// A number as Python writes it.
fn shown(number: f64) -> String {
    if number.is_nan() { "nan".to_owned() } else { number.to_string() }
}

fn type_of(values: &Bound<PyAny>) -> String {
    values.get_type().name().map_or_else(|_| "another object".to_owned(), |name| name.to_string())
}
