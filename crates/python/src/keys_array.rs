//! Keys as columns and arrays, with nulls and without.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, StringArray, UInt32Array, UInt64Array};
use arrow_schema::{DataType, Field};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};
use pyo3_arrow::ffi::{to_array_pycapsules, to_schema_pycapsule};
use zobrist::Key;
use zobrist_chess::{AnyScheme, Scheme, with_any_scheme};

use crate::arguments::need_numpy;

/// An Arrow array of keys, in which rows without a key are null.
///
/// Polars and pyarrow take it by the Arrow PyCapsule protocol, without a copy:
/// ``polars.Series(keys)``, ``pyarrow.array(keys)``, and from there DuckDB and pandas do.
/// (``pandas.Series.from_arrow`` makes floats of a column with nulls, which lose bits of keys: take
/// ``pandas.array(keys, dtype="UInt64")``.) It is also a sequence of ``int`` and ``None``.
///
/// >>> import zobrist
/// >>> keys = zobrist.hash(["4k3/8/8/8/8/8/8/4K3 w - - 0 1", None], errors="null")
/// >>> keys
/// <zobrist.KeyArray of 2 rows, 1 null, UInt64>
/// >>> hex(keys[0]), keys[1]
/// ('0x5e854d7a97eb14c6', None)
#[pyclass(frozen, module = "zobrist", name = "KeyArray", sequence)]
#[derive(Debug)]
pub(crate) struct KeyArray {
    pub(crate) array: ArrayRef,
}

impl KeyArray {
    fn value<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        if self.array.is_null(row) {
            return Ok(py.None().into_bound(py));
        }
        let array = &self.array;
        Ok(match array.data_type() {
            DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into_pyobject(py)?,
            DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into_pyobject(py)?,
            DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into_pyobject(py)?,
            DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).into_pyobject(py)?,
            _ => {
                let halves = array.as_fixed_size_list().value(row);
                let halves = halves.as_primitive::<UInt64Type>();
                let key = u128::from(halves.value(0)) << 64 | u128::from(halves.value(1));
                key.into_pyobject(py)?
            }
        }
        .into_any())
    }
}

#[pymethods]
impl KeyArray {
    /// The number of rows without a key.
    #[getter]
    fn null_count(&self) -> usize {
        self.array.null_count()
    }

    /// The keys as a list of ``int`` and ``None``.
    ///
    /// >>> import zobrist
    /// >>> zobrist.hash(["no position"], errors="null").to_list()
    /// [None]
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let values: Vec<_> =
            (0..self.array.len()).map(|row| self.value(py, row)).collect::<PyResult<_>>()?;
        PyList::new(py, values)
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: isize) -> PyResult<Bound<'py, PyAny>> {
        let length = self.array.len() as isize;
        let row = if at < 0 { at + length } else { at };
        if !(0..length).contains(&row) {
            return Err(PyIndexError::new_err(format!("row {at}: there are {length} rows")));
        }
        self.value(py, row as usize)
    }

    fn __repr__(&self) -> String {
        let (rows, nulls) = (self.array.len(), self.array.null_count());
        format!("<zobrist.KeyArray of {rows} rows, {nulls} null, {}>", self.array.data_type())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.array.data_type())?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let field = Arc::new(Field::new("key", self.array.data_type().clone(), true));
        Ok(to_array_pycapsules(py, field, &self.array, requested_schema)?.into_any())
    }
}

/// The keys of a scheme in slot order, as numbers.
pub(crate) fn words_of(scheme: &AnyScheme) -> Vec<u128> {
    with_any_scheme!(scheme, scheme => scheme.keys().iter().map(|key| key.to_word()).collect())
}

/// The keys of a scheme as an array of NumPy.
pub(crate) fn key_array<'py>(py: Python<'py>, scheme: &AnyScheme) -> PyResult<Bound<'py, PyAny>> {
    need_numpy(py)?;
    let keys = words_of(scheme).into_iter();
    Ok(match scheme.bits() {
        ..=32 => PyArray1::from_vec(py, keys.map(|key| key as u32).collect()).into_any(),
        33..=64 => PyArray1::from_vec(py, keys.map(|key| key as u64).collect()).into_any(),
        _ => {
            let halves = keys.flat_map(|key| [(key >> 64) as u64, key as u64]);
            let halves: Vec<u64> = halves.collect();
            let rows = halves.len() / 2;
            PyArray1::from_vec(py, halves).reshape([rows, 2])?.into_any()
        }
    })
}

/// A column of keys: UInt64, UInt32 for up to 32 bits, and above 64 bits text of hex digits.
pub(crate) fn key_column(words: &[u128], bits: u32) -> ArrayRef {
    let words = words.iter().copied();
    match bits {
        ..=32 => Arc::new(words.map(|word| Some(word as u32)).collect::<UInt32Array>()),
        33..=64 => Arc::new(words.map(|word| Some(word as u64)).collect::<UInt64Array>()),
        _ => {
            let digits = bits.div_ceil(4) as usize;
            let texts = words.map(|word| Some(format!("{word:0digits$x}")));
            Arc::new(texts.collect::<StringArray>())
        }
    }
}
