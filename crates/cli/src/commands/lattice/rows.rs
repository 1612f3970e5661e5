//! Rows of observables as CSV.

use zobrist_files::simulation::Cell;

use crate::rows::{Format, Value};

/// Appends a row.
pub(crate) fn append(out: &mut Vec<u8>, columns: &[&str], row: &[Cell]) {
    let value = |cell: &Cell| match *cell {
        Cell::Number(number) => Value::Number(number),
        Cell::Real(number) => Value::Real(number),
        Cell::Hash(hash) => Value::hex(hash),
        Cell::Empty => Value::Null,
    };
    let values: Vec<Value<'_>> = row.iter().map(value).collect();
    Format::Csv.append(out, columns, &values);
}
