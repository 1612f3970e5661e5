//! Tables of a few rows: Arrow for those who have it, dictionaries for those who do not.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PySlice};
use pyo3_arrow::ffi::{
    ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule,
};

/// Rows with named columns: a sequence of dictionaries, and an Arrow table.
///
/// ``table[0]`` is a row, ``table["san"]`` a column as a list; ``len(table)`` is the number of
/// rows. Polars, pandas, pyarrow and DuckDB take it by the Arrow PyCapsule protocol:
/// ``polars.DataFrame(table)``, ``pandas.DataFrame.from_arrow(table)``, ``pyarrow.table(table)``.
///
/// >>> import zobrist
/// >>> for table in zobrist.visits(texts="1. e4 e5 *"):
/// ...     print(len(table), table.columns, table["move"], table[0]["ply"])
/// 3 ['key', 'check', 'file', 'game', 'ply', 'move'] ['e2e4', 'e7e5', None] 0
#[pyclass(frozen, module = "zobrist", name = "Table", sequence)]
#[derive(Debug)]
pub(crate) struct Table {
    batch: RecordBatch,
}

/// The rows that a `repr` shows.
const SHOWN: usize = 20;

/// The width of a column that a `repr` shows.
const WIDTH: usize = 40;

impl Table {
    /// A table of columns. A column may have nulls.
    ///
    /// # Panics
    /// When the columns differ in length.
    pub(crate) fn new(columns: Vec<(&str, ArrayRef)>) -> Table {
        let fields: Vec<Field> = columns
            .iter()
            .map(|(name, array)| Field::new(*name, array.data_type().clone(), true))
            .collect();
        let arrays = columns.into_iter().map(|(_, array)| array).collect();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays);
        Table { batch: batch.expect("columns of one length") }
    }

    /// A table of rows that are a batch already.
    pub(crate) fn of(batch: RecordBatch) -> Table {
        Table { batch }
    }

    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (field, column) in self.batch.schema_ref().fields().iter().zip(self.batch.columns()) {
            dict.set_item(field.name(), value(py, column, row)?)?;
        }
        Ok(dict)
    }

    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let Some(column) = self.batch.column_by_name(name) else {
            let names = self.columns().join(", ");
            return Err(PyKeyError::new_err(format!("expected one of {names}, got {name:?}")));
        };
        let values: Vec<_> =
            (0..column.len()).map(|row| value(py, column, row)).collect::<PyResult<_>>()?;
        PyList::new(py, values)
    }
}

/// The value of a column in a row.
fn value(py: Python, column: &ArrayRef, row: usize) -> PyResult<Py<PyAny>> {
    if column.is_null(row) {
        return Ok(py.None());
    }
    macro_rules! number {
        ($type:ty) => {
            column.as_primitive::<$type>().value(row).into_pyobject(py)?.into_any().unbind()
        };
    }
    Ok(match column.data_type() {
        DataType::Utf8 => {
            column.as_string::<i32>().value(row).into_pyobject(py)?.into_any().unbind()
        }
        DataType::Utf8View => {
            column.as_string_view().value(row).into_pyobject(py)?.into_any().unbind()
        }
        DataType::Boolean => {
            column.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any().unbind()
        }
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Float64 => number!(Float64Type),
        DataType::List(_) => {
            let list = column.as_list::<i32>().value(row);
            let items = (0..list.len()).map(|item| value(py, &list, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any().unbind()
        }
        other => return Err(PyTypeError::new_err(format!("no value of the type {other}"))),
    })
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The rows as a list of dictionaries.
    ///
    /// >>> import zobrist
    /// >>> rows = zobrist.games(texts="1. e4 e5 *")
    /// >>> for table in rows:
    /// ...     print(len(table.to_list()))
    /// 1
    /// >>> rows.rejected.to_list()
    /// []
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows: Vec<_> =
            (0..self.batch.num_rows()).map(|row| self.row(py, row)).collect::<PyResult<_>>()?;
        PyList::new(py, rows)
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(name) = key.extract::<String>() {
            return Ok(self.column(py, &name)?.into_any());
        }
        if let Ok(slice) = key.cast::<PySlice>() {
            return self.to_list(py)?.into_any().get_item(slice);
        }
        let length = self.batch.num_rows() as isize;
        let at: isize = key.extract()?;
        let row = if at < 0 { at + length } else { at };
        if !(0..length).contains(&row) {
            let reason = format!("row {at}: the table has {length} rows");
            return Err(PyIndexError::new_err(reason));
        }
        Ok(self.row(py, row as usize)?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.to_list(py)?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        other.cast::<Table>().is_ok_and(|other| other.get().batch == self.batch)
    }

    /// The table as text, with up to 20 rows.
    fn __repr__(&self, py: Python) -> PyResult<String> {
        let rows = self.batch.num_rows();
        let mut lines = vec![self.columns()];
        for row in 0..rows.min(SHOWN) {
            let cells = self.batch.columns().iter().map(|column| {
                let text = match column.data_type() {
                    DataType::Float64 if column.is_valid(row) => {
                        shown_number(column.as_primitive::<Float64Type>().value(row))
                    }
                    _ => value(py, column, row)?.bind(py).str()?.to_string(),
                };
                Ok(shortened(&text))
            });
            lines.push(cells.collect::<PyResult<_>>()?);
        }
        let mut text = aligned(&lines);
        if rows > SHOWN {
            text += &format!("\n… {} more rows", rows - SHOWN);
        }
        Ok(text)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.batch.schema_ref().as_ref())?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let array = StructArray::from(self.batch.clone());
        let field = Field::new_struct("", self.batch.schema_ref().fields().clone(), false);
        Ok(to_array_pycapsules(py, Arc::new(field), &array, requested_schema)?.into_any())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let field = Field::new_struct("", self.batch.schema_ref().fields().clone(), false);
        let batch: ArrayRef = Arc::new(StructArray::from(self.batch.clone()));
        let batches = ArrayIterator::new([Ok(batch)].into_iter(), Arc::new(field));
        Ok(to_stream_pycapsule(py, Box::new(batches), requested_schema)?)
    }
}

/// A number with up to three decimals.
fn shown_number(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some(_) => text.chars().take(WIDTH - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// Lines of cells, each column as wide as its widest cell.
fn aligned(lines: &[Vec<String>]) -> String {
    let count = lines.first().map_or(0, Vec::len);
    let width = |column: usize| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |cells: &Vec<String>| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}
