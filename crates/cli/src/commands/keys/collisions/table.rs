//! Writes the counts as rows or as a table for people.

use std::fmt::Write;

use super::measure::Row;
use crate::rows::{Format, Value};

const COLUMNS: &[&str] = &[
    "source",
    "keys",
    "bits",
    "states",
    "sets",
    "mean",
    "min",
    "max",
    "deviation",
    "birthday",
    "ratio",
    "expected",
    "expected_ratio",
    "guaranteed",
    "closest",
];

/// All rows in a format.
pub fn table(format: Format, states: u64, rows: &[Row]) -> Vec<u8> {
    if format == Format::Text {
        return for_people(rows).into_bytes();
    }
    let mut out = format.header(COLUMNS);
    for row in rows {
        let real = |number: Option<f64>| number.map_or(Value::Null, Value::Real);
        let values = [
            Value::Text(&row.source),
            Value::Text(row.width.name()),
            Value::Number(row.bits.into()),
            Value::Number(states),
            Value::Number(row.counts.len() as u64),
            Value::Real(row.mean()),
            Value::Number(row.min()),
            Value::Number(row.max()),
            real(row.deviation()),
            Value::Real(row.birthday),
            real(row.ratio_to(row.birthday)),
            Value::Real(row.expected),
            real(row.ratio_to(row.expected)),
            Value::Number(row.guaranteed.into()),
            Value::number_or_null(row.closest.filter(|_| !row.unsearched)),
        ];
        format.append(&mut out, COLUMNS, &values);
    }
    out
}

fn for_people(rows: &[Row]) -> String {
    let mut table = String::new();
    let longest = rows.iter().map(|row| row.source.len() + 1).max();
    let column = longest.unwrap_or_default().max(13);
    let mut line = |cells: [&str; 13]| {
        let [source, keys, numbers @ ..] = cells;
        write!(table, "{source:<column$}{keys:<5}").expect("a string takes all");
        for (cell, width) in numbers.iter().zip([5, 10, 9, 9, 10, 10, 7, 10, 7, 11, 9]) {
            write!(table, "{cell:>width$}").expect("a string takes all");
        }
        table.push('\n');
    };
    line([
        "source",
        "keys",
        "bits",
        "mean",
        "min",
        "max",
        "deviation",
        "birthday",
        "ratio",
        "expected",
        "ratio",
        "guarantee",
        "closest",
    ]);
    for row in rows {
        let ratio = |expected| row.ratio_to(expected).map_or("-".into(), |r| format!("{r:.3}"));
        let guarantee = match row.guaranteed {
            0 => "-".into(),
            features => features.to_string(),
        };
        let closest = match row.closest {
            _ if row.unsearched => "?".into(),
            Some(closest) => closest.to_string(),
            None => "-".into(),
        };
        line([
            &row.source,
            row.width.name(),
            &row.bits.to_string(),
            &short(row.mean()),
            &row.min().to_string(),
            &row.max().to_string(),
            &row.deviation().map_or("-".into(), short),
            &short(row.birthday),
            &ratio(row.birthday),
            &short(row.expected),
            &ratio(row.expected),
            &guarantee,
            &closest,
        ]);
    }
    table
}

/// A number with about three significant digits.
fn short(number: f64) -> String {
    match number {
        0.0 => "0".into(),
        small if small < 0.01 => format!("{small:.1e}"),
        small if small < 100.0 => format!("{small:.2}"),
        large if large < 1e9 => format!("{large:.0}"),
        large => format!("{large:.3e}"),
    }
}
