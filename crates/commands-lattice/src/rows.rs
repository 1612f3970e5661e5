//! Rows of observables as CSV.

use zobrist_console::rows::{Format, Value};
use zobrist_simulation::{Cell, Column, Row, Run};

/// The columns of the numbers of clusters by size.
pub(super) const CLUSTER_COLUMNS: &[&str] = &["step", "time", "size", "count"];

/// The rows of a run as CSV, and the numbers of its clusters by size, if they are asked for.
pub(super) struct Rows {
    names: Vec<String>,
    pub(super) csv: Vec<u8>,
    pub(super) clusters: Option<Vec<u8>>,
}

impl Rows {
    /// No rows but the headers.
    pub(super) fn new(columns: &[Column], has_clusters: bool) -> Rows {
        let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        Rows {
            csv: header(&names),
            names,
            clusters: has_clusters.then(|| Format::Csv.header(CLUSTER_COLUMNS)),
        }
    }

    /// The header with a line feed.
    pub(super) fn header(&self) -> Vec<u8> {
        header(&self.names)
    }

    /// Appends a row.
    pub(super) fn append(&mut self, row: &Row) {
        self.append_cells(row);
        let (Some(out), Some(histogram)) = (&mut self.clusters, &row.histogram) else { return };
        let [step, time] = [&row.cells[0], &row.cells[1]].map(value);
        for (size, count) in histogram {
            let [size, count] = [size, count].map(|number| Value::Number(*number as u64));
            Format::Csv.append(out, CLUSTER_COLUMNS, &[step, time, size, count]);
        }
    }

    fn append_cells(&mut self, row: &Row) {
        let values: Vec<Value<'_>> = row.cells.iter().map(value).collect();
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        Format::Csv.append(&mut self.csv, &names, &values);
    }

    /// Writes the last row of a run that resumes again if it is that of the present step and has no
    /// residence: the barriers that could not be computed then stopped the run, and may be there
    /// now.
    pub(super) fn complete(&mut self, run: &mut Run) {
        let Some(body) = self.csv.strip_suffix(b"\n") else { return };
        let first = body.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let last = &body[first..];
        let is_present = last.starts_with(format!("{},", run.steps()).as_bytes());
        let has_residence = self.names.last().is_some_and(|name| name == "residence");
        if has_residence && is_present && last.ends_with(b",") {
            self.csv.truncate(first);
            self.append_cells(&run.row());
        }
    }

    /// The numbers of all rows, in the order of the columns; `None` for what is no number, as a
    /// hash.
    pub(super) fn numbers(&self, columns: &[Column]) -> Vec<Vec<Option<f64>>> {
        numbers(&self.csv, columns)
    }
}

/// The numbers of the rows of a CSV, as [`Rows::numbers`].
pub(super) fn numbers(csv: &[u8], columns: &[Column]) -> Vec<Vec<Option<f64>>> {
    use zobrist_simulation::ColumnValues::Hashes;
    {
        let text = String::from_utf8_lossy(csv);
        let row = |line: &str| {
            let mut fields = line.split(',');
            let number = |column: &Column| {
                let field = fields.next();
                match column.values() {
                    Hashes => None,
                    _ => field?.parse().ok(),
                }
            };
            columns.iter().map(number).collect()
        };
        text.lines().skip(1).map(row).collect()
    }
}

fn header(names: &[String]) -> Vec<u8> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Format::Csv.header(&names)
}

fn value(cell: &Cell) -> Value<'static> {
    match *cell {
        Cell::Number(number) => Value::Number(number),
        Cell::Real(number) => Value::Real(number),
        Cell::Hash(hash) => Value::hex(hash),
        Cell::Empty => Value::Null,
    }
}
