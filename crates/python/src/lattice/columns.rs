//! The rows of a run: as CSV, as arrays of NumPy and as a table.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, UInt64Array};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zobrist_simulation::{Cell, Column, ColumnValues, Run};

use crate::table::Table;

/// All rows of a run so far.
#[derive(Clone, Debug)]
pub(super) struct RunRows {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

/// The step, and the time in s if there is one, up to which rows of a file are kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) step: u64,
    pub(super) time: Option<f64>,
}

impl RunRows {
    pub(super) fn new(columns: &[Column]) -> RunRows {
        RunRows { columns: columns.to_vec(), rows: Vec::new() }
    }

    pub(super) fn append(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// Computes the last row of a run that resumes again if it is that of the present step and has
    /// no residence: the barriers that could not be computed then stopped the run, and may be there
    /// now.
    pub(super) fn complete(&mut self, run: &mut Run) {
        let has_residence = self.columns.last().is_some_and(|column| column.name == "residence");
        let is_incomplete = |row: &Vec<Cell>| {
            row.first() == Some(&Cell::Number(run.steps())) && row.last() == Some(&Cell::Empty)
        };
        if has_residence && self.rows.last().is_some_and(is_incomplete) {
            self.rows.pop();
            self.rows.push(run.row().cells);
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    fn header(&self) -> String {
        self.names().join(",") + "\n"
    }

    /// The rows as the command `zobrist lattice run` writes them.
    pub(super) fn csv(&self) -> String {
        let mut text = self.header();
        for row in &self.rows {
            for (at, cell) in row.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                match cell {
                    Cell::Number(number) => write!(text, "{number}"),
                    // As the command writes it: zeros alone are not written out.
                    Cell::Real(number)
                        if *number != 0.0 && !(1e-5..1e16).contains(&number.abs()) =>
                    {
                        write!(text, "{number:e}")
                    }
                    Cell::Real(number) => write!(text, "{number}"),
                    Cell::Hash(hash) => write!(text, "{hash:016x}"),
                    Cell::Empty => Ok(()),
                }
                .expect("a string takes all");
            }
            text.push('\n');
        }
        text
    }

    /// Appends the rows of a CSV up to a moment; those after it come again.
    ///
    /// # Errors
    /// When it has other columns, or a row that is none: the reason.
    pub(super) fn append_csv(&mut self, text: &str, now: Moment) -> Result<(), String> {
        let header = self.header();
        let Some(rest) = text.strip_prefix(&header) else {
            let (expected, got) = (header.trim_end(), text.lines().next().unwrap_or_default());
            if expected.strip_suffix(",residence") == Some(got) {
                return Err("expected the last column `residence`, the time in s by which a row after \
                            steps counts in means, got rows without it, which would not count; begin the \
                            run anew"
                    .to_owned());
            }
            return Err(format!("expected the header {expected}"));
        };
        for line in rest.split_inclusive('\n') {
            // A run that was killed can leave the beginning of a row.
            let Some(line) = line.strip_suffix('\n') else { break };
            let row = self.row_of(line.trim_end_matches('\r'));
            let row = row.ok_or_else(|| format!("expected a row of numbers, got {line:?}"))?;
            let step = row.first().copied().and_then(Cell::number).unwrap_or(0.0);
            let time = row.get(1).copied().and_then(Cell::number);
            let is_later = now.time.is_some_and(|now| time.is_some_and(|time| time > now));
            if step > now.step as f64 || (step == now.step as f64 && is_later) {
                break;
            }
            self.rows.push(row);
        }
        Ok(())
    }

    fn row_of(&self, line: &str) -> Option<Vec<Cell>> {
        let fields: Vec<&str> = line.split(',').collect();
        if fields.len() != self.columns.len() {
            return None;
        }
        let cells = self.columns.iter().zip(fields).map(|(column, field)| match column.values() {
            _ if field.is_empty() => Some(Cell::Empty),
            ColumnValues::Counts => field.parse().ok().map(Cell::Number),
            ColumnValues::Hashes => u64::from_str_radix(field, 16).ok().map(Cell::Hash),
            _ => field.parse().ok().map(Cell::Real),
        });
        cells.collect()
    }

    /// A dictionary of arrays, in the order of the columns.
    pub(super) fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        for (at, column) in self.columns.iter().enumerate() {
            match self.values(at) {
                Values::Whole(numbers) => {
                    arrays.set_item(&column.name, PyArray1::from_vec(py, numbers))?;
                }
                Values::Real(numbers) => {
                    let numbers = numbers.into_iter().map(|it| it.unwrap_or(f64::NAN)).collect();
                    arrays.set_item(&column.name, PyArray1::from_vec(py, numbers))?;
                }
            }
        }
        Ok(arrays)
    }

    /// A table for Arrow, where a value that is missing is null.
    pub(super) fn table(&self) -> Table {
        let columns = self.columns.iter().enumerate().map(|(at, column)| {
            let array: ArrayRef = match self.values(at) {
                Values::Whole(numbers) => Arc::new(UInt64Array::from(numbers)),
                Values::Real(numbers) => Arc::new(Float64Array::from(numbers)),
            };
            (column.name.as_str(), array)
        });
        Table::new(columns.collect())
    }

    /// The values of a column: whole numbers if it has nothing else.
    fn values(&self, at: usize) -> Values {
        let cells = || self.rows.iter().map(|row| row[at]);
        let whole = |cell| match cell {
            Cell::Number(number) | Cell::Hash(number) => Some(number),
            _ => None,
        };
        let is_whole = !matches!(self.columns[at].values(), ColumnValues::Reals);
        let numbers = is_whole.then(|| cells().map(whole).collect::<Option<Vec<u64>>>()).flatten();
        numbers.map_or_else(|| Values::Real(cells().map(Cell::number).collect()), Values::Whole)
    }
}

enum Values {
    Whole(Vec<u64>),
    Real(Vec<Option<f64>>),
}
