//! Answers of a function: a barrier for each jump, and prefactors if it likes.

use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use zobrist_lattice::model::Barrier;

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
