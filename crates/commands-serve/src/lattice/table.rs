//! The rows of a run: read from CSV, checked, and thinned.

use serde::Serialize;
use zobrist_game_text::Rejection;
use zobrist_simulation::{Column, ColumnValues};

/// Largest number of rows that are served of a run.
const MAX_ROWS: usize = 2000;

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Cell {
    Count(u64),
    Real(f64),
    Unknown,
    Hash(String),
}

/// Values in the order of the columns.
pub(super) type Row = Vec<Cell>;

/// Rows that are evenly spread over those of the file, the first and the last among them.
#[derive(Debug)]
pub(super) struct Table {
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Row>,
    /// The number of sound rows of the file.
    pub(crate) all: usize,
}

/// The columns that every run has, with which the first line of its CSV begins.
const HEADER: &str =
    "step,time,energy,squared_displacement,solute_pairs,lone_solutes,evaluations,hits,hash";

/// The columns that a first line names; `None` if a run has no such ones.
fn columns(line: &[u8]) -> Option<Vec<Column>> {
    let line = str::from_utf8(line).ok()?.trim_end();
    let rest = line.strip_prefix(HEADER)?;
    if !(rest.is_empty() || rest.starts_with(',')) {
        return None;
    }
    line.split(',').map(Column::of_name).collect()
}

impl Table {
    /// Reads the text of a CSV, and hands rows that cannot be read to `reject`.
    ///
    /// # Errors
    /// When its header is not that of a run, or no row can be read; the text says what was
    /// expected.
    pub(super) fn read(
        text: &[u8],
        file: &str,
        mut reject: impl FnMut(Rejection),
    ) -> Result<Table, String> {
        let mut lines = text.split_inclusive(|byte| *byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let columns = columns(first).ok_or_else(|| {
            format!(
                "expected the columns {HEADER} as `zobrist lattice run` writes them, got {}",
                shown(first)
            )
        })?;
        let mut starts = Vec::new();
        let (mut offset, mut before) = (first.len(), None);
        for (index, line) in lines.enumerate() {
            match row(&columns, line).and_then(|row| later(&row, before)) {
                Ok(this) => {
                    starts.push(offset);
                    before = Some(this);
                }
                Err(reason) => {
                    let line = index as u64 + 2;
                    reject(Rejection::new(file.into(), line, offset as u64, reason));
                }
            }
            offset += line.len();
        }
        if starts.is_empty() {
            return Err("expected a row for the start of the run, got none".to_owned());
        }
        let kept = kept(starts.len(), MAX_ROWS).map(|index| {
            let rest = &text[starts[index]..];
            let end = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
            row(&columns, &rest[..end]).expect("the row was read before")
        });
        Ok(Table { rows: kept.collect(), all: starts.len(), columns })
    }
}

/// Numbers of the rows that are kept of `all`: `most` at most, evenly spread.
fn kept(all: usize, most: usize) -> impl Iterator<Item = usize> {
    let count = all.min(most);
    (0..count).map(move |index| match count {
        1 => 0,
        _ => (index as u128 * (all - 1) as u128 / (count - 1) as u128) as usize,
    })
}

fn row(columns: &[Column], line: &[u8]) -> Result<Row, String> {
    let Some(line) = line.strip_suffix(b"\n") else {
        return Err(format!("expected a row that ends with a line feed, got {}", shown(line)));
    };
    let text = str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line));
    let fields: Vec<&str> = text.unwrap_or_default().split(',').collect();
    if fields.len() != columns.len() {
        return Err(format!("expected {} fields, got {}", columns.len(), shown(line)));
    }
    columns.iter().zip(fields).map(|(column, field)| cell(column, field)).collect()
}

fn cell(column: &Column, field: &str) -> Result<Cell, String> {
    let (cell, expected) = match column.values() {
        ColumnValues::Counts => (field.parse().ok().map(Cell::Count), "a whole number"),
        ColumnValues::Reals if field.is_empty() => (Some(Cell::Unknown), ""),
        ColumnValues::Reals => {
            let number = field.parse::<f64>().ok().filter(|number| number.is_finite());
            (number.map(Cell::Real), "a number")
        }
        ColumnValues::Hashes => {
            let is_hash = field.len() == 16 && field.bytes().all(|byte| byte.is_ascii_hexdigit());
            (is_hash.then(|| Cell::Hash(field.to_owned())), "16 hex digits")
        }
    };
    cell.ok_or_else(|| {
        format!("{}: expected {expected}, got {}", column.name, shown(field.as_bytes()))
    })
}

/// The step and the time of a row, which is later than the row before: the step if there is no
/// time; several rows can show one step at different times.
fn later(row: &Row, before: Option<(u64, Option<f64>)>) -> Result<(u64, Option<f64>), String> {
    let [Cell::Count(step), time, ..] = row.as_slice() else {
        unreachable!("a row begins with its step")
    };
    let time = match time {
        Cell::Real(time) => Some(*time),
        _ => None,
    };
    match before {
        Some((before, at)) if *step < before || *step == before && time <= at => {
            Err(format!("expected a step after {before}, got {step}"))
        }
        _ => Ok((*step, time)),
    }
}

/// The beginning of a line, for messages.
fn shown(line: &[u8]) -> String {
    const MAX_CHARS: usize = 80;
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * MAX_CHARS)]);
    let text = text.trim_end();
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rows: &str) -> (Result<Table, String>, Vec<String>) {
        let mut rejections = Vec::new();
        let text = format!("{HEADER}\n{rows}");
        let table = Table::read(text.as_bytes(), "run.csv", |rejection| {
            rejections.push(rejection.to_string());
        });
        (table, rejections)
    }

    #[test]
    fn values_are_those_of_the_fields() {
        let (table, rejections) = read(
            "0,0,,0,22,611,0,0,576058d938e56cc1\n3,1.5e-9,-2.25,0.75,23,610,9,12,d38902cfb3511378\n",
        );
        let table = table.unwrap();
        assert_eq!((table.all, rejections.len()), (2, 0));
        let json = serde_json::to_string(&table.rows).unwrap();
        assert_eq!(
            json,
            "[[0,0.0,null,0.0,22,611,0,0,\"576058d938e56cc1\"],\
             [3,1.5e-9,-2.25,0.75,23,610,9,12,\"d38902cfb3511378\"]]"
        );
    }

    #[test]
    fn bad_rows_are_named_and_the_rest_is_kept() {
        let hash = "576058d938e56cc1";
        let (table, rejections) = read(&format!(
            "0,0,1,0,0,0,0,0,{hash}\n1,inf,1,0,0,0,0,0,{hash}\n2,0,1\n-1,0,1,0,0,0,0,0,{hash}\n\
             3,0,1,0,0,0,0,0,xyz\n4,0,1,0,0,0,0,0,{hash}\n4,0,1,0,0,0,0,0,{hash}\n5,0,1,0,0,0,0,0,{hash}"
        ));
        assert_eq!(table.unwrap().all, 2);
        let places: Vec<&str> =
            rejections.iter().map(|text| text.split_once(": ").unwrap().1).collect();
        assert_eq!(
            places,
            [
                "time: expected a number, got \"inf\"",
                "expected 9 fields, got \"2,0,1\"",
                "step: expected a whole number, got \"-1\"",
                "hash: expected 16 hex digits, got \"xyz\"",
                "expected a step after 4, got 4",
                "expected a row that ends with a line feed, got \"5,0,1,0,0,0,0,0,576058d938e56cc1\"",
            ]
        );
        assert!(rejections[0].starts_with("run.csv:3 (byte "), "{}", rejections[0]);
    }

    #[test]
    fn columns_of_observables_follow_and_rows_by_time_share_steps() {
        let hash = "576058d938e56cc1";
        let text = format!(
            "{HEADER},physical_time,clusters,order_Cu_Fe_1\n0,0,1,0,0,0,0,0,{hash},0,3,\n\
             4,1e-9,1,0,0,0,0,0,{hash},2.5,2,0.25\n4,2e-9,1,0,0,0,0,0,{hash},3,2,0.25\n"
        );
        let table = Table::read(text.as_bytes(), "run.csv", |rejection| panic!("{rejection}"));
        let table = table.unwrap();
        assert_eq!((table.all, table.columns.len()), (3, 12));
        assert_eq!(table.rows[1][9..], [Cell::Real(2.5), Cell::Count(2), Cell::Real(0.25)]);
        assert_eq!(table.rows[0][11], Cell::Unknown);
        for other in ["order_Cu", "hash2"] {
            let text = format!("{HEADER},{other}\n0,0,1,0,0,0,0,0,{hash},0\n");
            let error = Table::read(text.as_bytes(), "run.csv", |_| {}).unwrap_err();
            assert!(error.starts_with("expected the columns step,time,"), "{error}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        let other = Table::read(b"a,b\n1,2\n", "run.csv", |_| {}).unwrap_err();
        assert!(other.starts_with("expected the columns step,time,"), "{other}");
        assert!(other.ends_with("got \"a,b\""), "{other}");
        assert_eq!(read("").0.unwrap_err(), "expected a row for the start of the run, got none");
    }

    #[test]
    fn thinned_rows_are_evenly_spread_with_both_ends() {
        for (all, most) in [(1, 2000), (2, 2000), (2000, 2000), (2001, 2000), (123_456, 2000)] {
            let kept: Vec<usize> = kept(all, most).collect();
            assert_eq!(kept.len(), all.min(most));
            assert_eq!((kept[0], *kept.last().unwrap()), (0, all - 1));
            let gaps: Vec<usize> = kept.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let (least, largest) = (gaps.iter().min(), gaps.iter().max());
            assert!(least.is_none_or(|least| *least > 0 && largest.unwrap() - least <= 1));
        }
    }
}
