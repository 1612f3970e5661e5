//! Streams of rows, as Python sees them.

use std::sync::{Arc, Mutex};

use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{ArrowError, Field, SchemaRef};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};

use super::pass::{MakeRows, Pass, Reading, Rejections, lock};
use super::source::GameInput;
use crate::error::Failure;
use crate::rejected::table_of;
use crate::table::Table;
use crate::work::Progress;

/// Rows of games, as an Arrow stream: ``visits``, ``games`` and ``check`` return it.
///
/// Polars, pandas, pyarrow and DuckDB take it by the Arrow PyCapsule protocol:
/// ``polars.DataFrame(rows)``, ``pandas.DataFrame.from_arrow(rows)`` (the constructor of pandas
/// does not know Arrow), ``pyarrow.table(rows)``, or by the name of its variable in a query of
/// DuckDB. Iterating gives a Table for some games at a time. Each of these reads the games anew, in
/// the background, and holds a few batches in memory.
///
/// >>> import zobrist
/// >>> rows = zobrist.visits(texts=["1. e4 e5 *", "1. e4 e4 *"])
/// >>> sum(len(table) for table in rows)
/// 3
/// >>> rows.rejected["file"]
/// ['texts[1]']
#[pyclass(frozen, module = "zobrist", name = "GameStream")]
pub(crate) struct GameStream {
    pub(crate) name: &'static str,
    pub(crate) source: Arc<GameInput>,
    pub(crate) reading: Reading,
    pub(crate) make: Arc<dyn MakeRows>,
    pub(crate) schema: SchemaRef,
    /// The rejections of the pass that began last; `None` before one has.
    pub(crate) rejections: Mutex<Option<Rejections>>,
    pub(crate) progress: Option<Py<PyAny>>,
}

impl GameStream {
    fn begin(&self, py: Python) -> PyResult<Pass> {
        let asked = self.progress.as_ref().map(|progress| progress.bind(py));
        let total = self.source.bytes();
        let progress = Progress::new(py, asked, "reading games", "B", total)?;
        let (source, make) = (self.source.clone(), self.make.clone());
        let rejections = Rejections::default();
        *self.rejections.lock().unwrap_or_else(|lock| lock.into_inner()) = Some(rejections.clone());
        Ok(Pass::begin(source, self.reading, make, rejections, progress)?)
    }
}

#[pymethods]
impl GameStream {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The games that cannot be replayed, as a Table with the columns ``file``, ``line`` and
    /// ``offset`` of the fault, and ``reason``, which begins with the number of the game. It is
    /// complete once the rows have been read to their end.
    ///
    /// Raises RuntimeError before anything has read the rows.
    #[getter]
    fn rejected(&self) -> PyResult<Table> {
        let last = self.rejections.lock().unwrap_or_else(|lock| lock.into_inner()).clone();
        let Some(rejections) = last else {
            let reason =
                "expected that the rows were read before, got a stream that nobody has read";
            return Err(PyRuntimeError::new_err(reason));
        };
        Ok(table_of(&lock(&rejections)))
    }

    fn __iter__(&self, py: Python) -> PyResult<Batches> {
        Ok(Batches { pass: Mutex::new(self.begin(py)?) })
    }

    fn __repr__(&self) -> String {
        let (name, columns) = (self.name, self.columns().join(", "));
        format!("<zobrist.{name} of {}: {columns}>", self.source.words())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.schema.as_ref())?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let mut pass = self.begin(py)?;
        let batches = std::iter::from_fn(move || {
            let batch = pass.next()?;
            if let Some(raised) = pass.take_raised() {
                interrupt_later(&raised);
            }
            Some(batch.map(as_struct).map_err(ArrowError::from))
        });
        let field = Field::new_struct("", self.schema.fields().clone(), false);
        let stream = ArrayIterator::new(batches, Arc::new(field));
        Ok(to_stream_pycapsule(py, Box::new(stream), requested_schema)?)
    }
}

/// Whoever reads a stream of Arrow raises an error of its own; an interrupt comes after it.
fn interrupt_later(raised: &PyErr) {
    Python::attach(|py| {
        if raised.is_instance_of::<PyKeyboardInterrupt>(py) {
            let thread = py.import("_thread");
            thread.and_then(|thread| thread.call_method0("interrupt_main")).ok();
        }
    });
}

fn as_struct(batch: RecordBatch) -> ArrayRef {
    Arc::new(StructArray::from(batch))
}

impl From<Failure> for ArrowError {
    fn from(failure: Failure) -> ArrowError {
        ArrowError::ExternalError(failure.to_string().into())
    }
}

/// The rows of a stream, a Table at a time.
#[pyclass(frozen, module = "zobrist")]
pub(crate) struct Batches {
    pass: Mutex<Pass>,
}

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__(&self, py: Python) -> PyResult<Option<Table>> {
        let (batch, raised) = py.detach(|| {
            let mut pass = self.pass.lock().unwrap_or_else(|lock| lock.into_inner());
            (pass.next(), pass.take_raised())
        });
        if let Some(raised) = raised {
            return Err(raised);
        }
        py.check_signals()?;
        batch.transpose().map(|batch| batch.map(Table::of)).map_err(PyErr::from)
    }
}
