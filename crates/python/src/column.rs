//! Columns of positions, as Python gives them.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyString};
use pyo3_arrow::input::AnyArray;

use crate::position::RawPosition;

/// A column of positions or of texts.
#[derive(Debug)]
pub(crate) enum Column {
    /// Of Arrow, in chunks of text.
    Arrow(Vec<ArrayRef>),
    /// Of Python's objects; `None` for a missing one.
    Objects(Vec<Option<RawPosition>>),
}

impl Column {
    /// Takes a list, an array of NumPy, a column of Arrow, Polars or pandas, or anything that yields
    /// FENs or boards.
    ///
    /// # Errors
    /// TypeError when it is none, and when an item is neither.
    pub(crate) fn of(values: &Bound<PyAny>) -> PyResult<Column> {
        if let Some(chunks) = arrow_chunks(values)? {
            return Ok(Column::Arrow(chunks));
        }
        // An array of NumPy or a series of pandas without Arrow gives its objects at once.
        let values = match values.getattr_opt("tolist")? {
            Some(tolist) => tolist.call0()?,
            None => values.clone(),
        };
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

fn row(item: &Bound<PyAny>, row: usize) -> PyResult<Option<RawPosition>> {
    // pandas without Arrow writes NaN for a missing text.
    let is_missing = item.is_none()
        || item
            .cast::<PyFloat>()
            .is_ok_and(|number| number.extract::<f64>().is_ok_and(f64::is_nan));
    if is_missing {
        return Ok(None);
    }
    if let Ok(bytes) = item.cast::<PyBytes>() {
        let text = PyString::from_bytes(item.py(), bytes.as_bytes())?;
        return RawPosition::of(&text);
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
///
/// # Errors
/// TypeError when the column is not of text.
pub(crate) fn arrow_chunks(values: &Bound<PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    let has = |name: &str| values.hasattr(name);
    if !has("__arrow_c_stream__")? && !has("__arrow_c_array__")? {
        return Ok(None);
    }
    let array = match values.extract::<AnyArray>() {
        Ok(array) => array,
        // pandas exports objects by pyarrow alone, which may not be installed.
        Err(error) if error.is_instance_of::<PyImportError>(values.py()) => return Ok(None),
        Err(error) => return Err(error),
    };
    let column = array.into_chunked_array()?;
    let chunks = column.chunks();
    chunks.iter().map(text_chunk).collect::<PyResult<Vec<_>>>().map(Some)
}

/// A chunk as one of the three types of text.
fn text_chunk(chunk: &ArrayRef) -> PyResult<ArrayRef> {
    Ok(match chunk.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => chunk.clone(),
        DataType::Dictionary(_, values)
            if matches!(**values, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) =>
        {
            let dictionary = chunk.as_any_dictionary();
            let keys = dictionary.normalized_keys();
            let values = texts(dictionary.values());
            let rows = keys
                .iter()
                .enumerate()
                .map(|(row, key)| if chunk.is_null(row) { None } else { values[*key] });
            std::sync::Arc::new(rows.collect::<arrow_array::StringViewArray>())
        }
        // A column of nothing but nulls.
        DataType::Null => {
            let nulls = std::iter::repeat_n(None::<&str>, chunk.len());
            std::sync::Arc::new(nulls.collect::<arrow_array::StringArray>())
        }
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

/// The texts of a chunk.
pub(crate) fn texts(chunk: &ArrayRef) -> Vec<Option<&str>> {
    match chunk.data_type() {
        DataType::Utf8 => chunk.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => chunk.as_string::<i64>().iter().collect(),
        DataType::Utf8View => chunk.as_string_view().iter().collect(),
        other => unreachable!("a chunk of text, not of {other}"),
    }
}
