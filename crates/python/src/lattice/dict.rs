//! A dictionary of Python as the text of a configuration.

use std::fmt::Write;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};

/// The largest depth of nested dictionaries and lists: far deeper than those of any configuration,
/// so that one that contains itself is an error.
const MAX_DEPTH: usize = 16;

/// A configuration in TOML that was made of a dictionary. Each value has a line of its own.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) toml: String,
    /// The place of each line, as one would look it up: `config["model"]["reach"]`.
    places: Vec<String>,
}

impl Text {
    /// # Errors
    /// TypeError when a value or a key has a type that TOML does not know.
    pub(super) fn of(config: &Bound<PyAny>) -> PyResult<Text> {
        let mut text = Text::default();
        // For errors of the whole, such as a table that is missing.
        text.line("#", "config");
        text.table(config, "", "config", 0)?;
        Ok(text)
    }

    /// Returns the place of a line, counted from 1.
    pub(super) fn place(&self, line: usize) -> Option<&str> {
        self.places.get(line.checked_sub(1)?).map(String::as_str)
    }

    fn line(&mut self, line: &str, place: &str) {
        self.toml += line;
        self.toml.push('\n');
        self.places.push(place.to_owned());
    }

    /// Appends the values of a table, then the tables in it, as TOML wants it.
    fn table(
        &mut self,
        table: &Bound<PyAny>,
        header: &str,
        place: &str,
        depth: usize,
    ) -> PyResult<()> {
        let mut tables = Vec::new();
        for (key, value, place) in items(table, place, depth)? {
            let key = quoted(&key);
            if is_table(&value) || is_list_of_tables(&value)? {
                tables.push((key, value, place));
            } else {
                let line = format!("{key} = {}", inline(&value, &place, depth + 1)?);
                self.line(&line, &place);
            }
        }
        for (key, value, place) in tables {
            let header = if header.is_empty() { key } else { format!("{header}.{key}") };
            if is_table(&value) {
                self.line(&format!("[{header}]"), &place);
                self.table(&value, &header, &place, depth + 1)?;
                continue;
            }
            for (number, table) in value.try_iter()?.enumerate() {
                let place = format!("{place}[{number}]");
                self.line(&format!("[[{header}]]"), &place);
                self.table(&table?, &header, &place, depth + 1)?;
            }
        }
        Ok(())
    }
}

/// The keys and values of a table, with the place of each.
fn items<'py>(
    table: &Bound<'py, PyAny>,
    place: &str,
    depth: usize,
) -> PyResult<Vec<(String, Bound<'py, PyAny>, String)>> {
    if depth > MAX_DEPTH {
        let reason = format!("{place}: expected at most {MAX_DEPTH} levels, got more");
        return Err(PyValueError::new_err(reason));
    }
    let mut items = Vec::new();
    for pair in table.cast::<PyMapping>()?.items()?.iter() {
        let (key, value): (Bound<PyAny>, Bound<PyAny>) = pair.extract()?;
        let Ok(key) = key.extract::<String>() else {
            let got = key.repr()?;
            let reason = format!("{place}: expected keys that are texts, got {got}");
            return Err(PyTypeError::new_err(reason));
        };
        let place = format!("{place}[{key:?}]");
        items.push((key, value, place));
    }
    Ok(items)
}

fn is_table(value: &Bound<PyAny>) -> bool {
    value.cast::<PyDict>().is_ok() || value.cast::<PyMapping>().is_ok()
}

fn is_list(value: &Bound<PyAny>) -> bool {
    value.cast::<PyList>().is_ok() || value.cast::<PyTuple>().is_ok()
}

fn is_list_of_tables(value: &Bound<PyAny>) -> PyResult<bool> {
    if !is_list(value) || value.len()? == 0 {
        return Ok(false);
    }
    for item in value.try_iter()? {
        if !is_table(&item?) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A value within a line.
fn inline(value: &Bound<PyAny>, place: &str, depth: usize) -> PyResult<String> {
    if value.cast::<PyBool>().is_ok() {
        return Ok(if value.is_truthy()? { "true" } else { "false" }.to_owned());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(quoted(&text.extract::<String>()?));
    }
    if value.cast::<PyInt>().is_ok() {
        return Ok(value.str()?.to_string());
    }
    if value.cast::<PyFloat>().is_ok() {
        let number: f64 = value.extract()?;
        return Ok(if number.is_nan() { "nan".to_owned() } else { format!("{number:?}") });
    }
    if is_table(value) {
        let items = items(value, place, depth)?.into_iter().map(|(key, value, place)| {
            Ok(format!("{} = {}", quoted(&key), inline(&value, &place, depth + 1)?))
        });
        return Ok(format!("{{ {} }}", items.collect::<PyResult<Vec<_>>>()?.join(", ")));
    }
    if is_list(value) {
        if depth > MAX_DEPTH {
            let reason = format!("{place}: expected at most {MAX_DEPTH} levels, got more");
            return Err(PyValueError::new_err(reason));
        }
        let items = value.try_iter()?.enumerate();
        let items =
            items.map(|(number, item)| inline(&item?, &format!("{place}[{number}]"), depth + 1));
        return Ok(format!("[{}]", items.collect::<PyResult<Vec<_>>>()?.join(", ")));
    }
    if let Some(path) = value.getattr_opt("__fspath__")? {
        return inline(&path.call0()?, place, depth + 1);
    }
    // Numbers and arrays of NumPy.
    if let (Some(_), Some(plain)) = (value.getattr_opt("dtype")?, value.getattr_opt("tolist")?) {
        return inline(&plain.call0()?, place, depth + 1);
    }
    let got = value.get_type().name()?;
    let advice = if value.is_none() { "; leave the key out" } else { "" };
    Err(PyTypeError::new_err(format!(
        "{place}: expected a text, a number, a bool, a list or a dict, got {got}{advice}"
    )))
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(c)).expect("a string takes all");
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
