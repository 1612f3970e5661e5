//! Columns of positions, as Python gives them.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use pyo3_arrow::input::AnyArray;

use crate::position::RawPosition;
use crate::text_check::{check_text, keys_of};
use crate::work::guarded;

/// A column of positions or of texts.
#[derive(Debug)]
pub(crate) enum Column {
    /// Of Arrow, in chunks of text.
    Arrow(Vec<ArrayRef>),
    /// Of Python's objects; `None` for a missing one.
    Objects(Vec<Option<RawPosition>>),
}

impl Column {
    /// Takes a list, an array of NumPy, a column of Arrow, Polars or pandas, or anything that
    /// yields FENs or boards.
    ///
    /// # Errors
    /// TypeError when it is none, and when an item is neither.
    pub(crate) fn of(values: &Bound<PyAny>) -> PyResult<Column> {
        if let Some(chunks) = arrow_chunks(values)? {
            return Ok(Column::Arrow(chunks));
        }
        // An array of NumPy or a series of pandas without Arrow gives its objects at once.
        let values = &as_objects(values)?;
        let Ok(items) = values.try_iter() else {
            let got = values.get_type().name()?;
            let expected = "expected a FEN, a chess.Board, or a column of them";
            return Err(PyTypeError::new_err(format!("{expected}, got {got}")));
        };
        let mut rows = Vec::with_capacity(values.len().unwrap_or_default());
        for item in items {
            rows.push(row(&item?, rows.len())?);
        }
        Ok(Column::Objects(rows))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Column::Arrow(chunks) => chunks.iter().map(|chunk| chunk.len()).sum(),
            Column::Objects(rows) => rows.len(),
        }
    }
}

/// A column of NumPy, pandas or Polars as a list of objects; anything else as it is.
pub(crate) fn as_objects<'py>(values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    for method in ["tolist", "to_list"] {
        if let Some(method) = values.getattr_opt(method)? {
            return method.call0();
        }
    }
    Ok(values.clone())
}

/// True for None, and for NaN, which pandas without Arrow writes for a missing text.
pub(crate) fn is_missing(item: &Bound<PyAny>) -> bool {
    let is_nan = |number: &Bound<PyFloat>| number.extract::<f64>().is_ok_and(f64::is_nan);
    item.is_none() || item.cast::<PyFloat>().is_ok_and(is_nan)
}

fn row(item: &Bound<PyAny>, row: usize) -> PyResult<Option<RawPosition>> {
    if is_missing(item) {
        return Ok(None);
    }
    match RawPosition::of(item)? {
        Some(position) => Ok(Some(position)),
        None => {
            let got = item.get_type().name()?;
            let expected = format!("row {row}: expected a FEN, a chess.Board or None");
            Err(PyTypeError::new_err(format!("{expected}, got {got}")))
        }
    }
}

/// The chunks of a column of text by the Arrow PyCapsule protocol; `None` if the object has none.
/// Their offsets and bytes have been checked.
///
/// # Errors
/// TypeError when the column is not of text, and ValueError when a row is damaged.
pub(crate) fn arrow_chunks(values: &Bound<PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    let has = |name: &str| values.hasattr(name);
    if !has("__arrow_c_stream__")? && !has("__arrow_c_array__")? {
        return Ok(None);
    }
    match guarded(|| chunks_of(values)) {
        Ok(chunks) => guarded(|| text_chunks(&chunks)).map(Some),
        // A producer that does not keep to the protocol may still give its objects: pandas needs
        // pyarrow for columns of objects, and Polars exports columns of nulls with a buffer too
        // many.
        Err(_) if values.hasattr("tolist")? || values.hasattr("to_list")? => Ok(None),
        Err(error) => Err(error),
    }
}

fn chunks_of(values: &Bound<PyAny>) -> PyResult<Vec<ArrayRef>> {
    Ok(values.extract::<AnyArray>()?.into_chunked_array()?.chunks().to_vec())
}

fn text_chunks(chunks: &[ArrayRef]) -> PyResult<Vec<ArrayRef>> {
    let mut rows = 0;
    let mut text = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        text.push(text_chunk(chunk, rows)?);
        rows += chunk.len();
    }
    Ok(text)
}

/// A chunk as one of the three types of text. `first` is the number of its first row in the column.
fn text_chunk(chunk: &ArrayRef, first: usize) -> PyResult<ArrayRef> {
    let damaged = |(row, reason): (usize, String)| {
        let row = first + row;
        PyValueError::new_err(format!("row {row}: {reason}; the column is damaged: make it again"))
    };
    Ok(match chunk.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
            check_text(chunk).map_err(damaged)?;
            chunk.clone()
        }
        DataType::Dictionary(_, values)
            if matches!(
                **values,
                DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null
            ) =>
        {
            let dictionary = chunk.as_any_dictionary();
            let stored = dictionary.values();
            let keys = keys_of(dictionary.keys(), stored.len()).map_err(damaged)?;
            if **values == DataType::Null {
                return Ok(nulls(chunk.len()));
            }
            check_text(stored).map_err(|(value, reason)| {
                let reason = format!("value {value} of the dictionary: {reason}");
                // The first row that has it, if any does.
                damaged((keys.iter().position(|key| *key == Some(value)).unwrap_or(0), reason))
            })?;
            let values = texts(stored);
            let rows = keys.into_iter().map(|key| values[key?]);
            std::sync::Arc::new(rows.collect::<arrow_array::StringViewArray>())
        }
        // A column of nothing but nulls.
        DataType::Null => nulls(chunk.len()),
        DataType::Struct(fields) => {
            let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
            let names = names.join(", ");
            let expected = "expected one column, got a table: give the one of its columns that holds positions";
            return Err(PyTypeError::new_err(format!("{expected} ({names})")));
        }
        other => {
            let reason = format!("expected a column of text, got one of the type {other}");
            return Err(PyTypeError::new_err(reason));
        }
    })
}

fn nulls(rows: usize) -> ArrayRef {
    std::sync::Arc::new(std::iter::repeat_n(None::<&str>, rows).collect::<StringArray>())
}

/// The text of a row of a chunk.
pub(crate) fn text_at(chunk: &ArrayRef, row: usize) -> Option<&str> {
    if chunk.is_null(row) {
        return None;
    }
    Some(match chunk.data_type() {
        DataType::Utf8 => chunk.as_string::<i32>().value(row),
        DataType::LargeUtf8 => chunk.as_string::<i64>().value(row),
        DataType::Utf8View => chunk.as_string_view().value(row),
        other => unreachable!("a chunk of text, not of {other}"),
    })
}

/// The texts of a chunk.
pub(crate) fn texts(chunk: &ArrayRef) -> Vec<Option<&str>> {
    match chunk.data_type() {
        DataType::Utf8 => chunk.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => chunk.as_string::<i64>().iter().collect(),
        DataType::Utf8View => chunk.as_string_view().iter().collect(),
        other => unreachable!("a chunk of text, not of {other}"),
    }
}
