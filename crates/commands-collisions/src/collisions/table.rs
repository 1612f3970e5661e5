//! Writes the counts as rows, or as tables for people.

use std::fmt::Write;

use zobrist_console::rows::{Format, Value};
use zobrist_console::terminal::Sink;

use super::measure::{Closest, Row, SetCount};

const SET_COLUMNS: [&str; 12] = [
    "source",
    "keys",
    "bits",
    "seed",
    "states",
    "pairs",
    "birthday",
    "ratio",
    "expected",
    "expected_ratio",
    "guaranteed",
    "closest",
];

const SUMMARY_COLUMNS: [&str; 15] = [
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

/// All rows in a format: those of the sets of keys, then their summary. CSV has one of them, since
/// their columns differ: the summary if only that is asked for.
pub(crate) fn table(format: Format, states: u64, rows: &[Row], only_summary: bool) -> Vec<u8> {
    match format {
        Format::Text if only_summary => summary_for_people(rows).into_bytes(),
        Format::Text => format!("{}\n{}", sets_for_people(rows), summary_for_people(rows)).into(),
        Format::Csv if only_summary => summary(format, states, rows),
        Format::Csv => sets(format, states, rows),
        Format::Jsonl if only_summary => summary(format, states, rows),
        Format::Jsonl => [sets(format, states, rows), summary(format, states, rows)].concat(),
    }
}

fn sets(format: Format, states: u64, rows: &[Row]) -> Vec<u8> {
    let mut out = format.header(&SET_COLUMNS);
    for (row, set) in rows.iter().flat_map(|row| row.sets.iter().map(move |set| (row, set))) {
        let values = [
            Value::Text(&row.source),
            Value::Text(row.width.name()),
            Value::Number(row.bits.into()),
            Value::number_or_null(set.seed),
            Value::Number(states),
            Value::Number(set.pairs),
            Value::Real(row.birthday),
            real_or_null(set.ratio_to(row.birthday)),
            Value::Real(set.expected),
            real_or_null(set.ratio_to(set.expected)),
            Value::Number(row.guaranteed.into()),
            features_or_null(set.closest),
        ];
        append(format, &mut out, "set", &SET_COLUMNS, &values);
    }
    out
}

fn summary(format: Format, states: u64, rows: &[Row]) -> Vec<u8> {
    let mut out = format.header(&SUMMARY_COLUMNS);
    for row in rows {
        let values = [
            Value::Text(&row.source),
            Value::Text(row.width.name()),
            Value::Number(row.bits.into()),
            Value::Number(states),
            Value::Number(row.sets.len() as u64),
            Value::Real(row.mean()),
            Value::Number(row.min()),
            Value::Number(row.max()),
            real_or_null(row.deviation()),
            Value::Real(row.birthday),
            real_or_null(row.ratio_to(row.birthday)),
            Value::Real(row.expected()),
            real_or_null(row.ratio_to(row.expected())),
            Value::Number(row.guaranteed.into()),
            features_or_null(row.closest()),
        ];
        append(format, &mut out, "summary", &SUMMARY_COLUMNS, &values);
    }
    out
}

/// Appends a row; an object begins with its type.
fn append(format: Format, out: &mut Vec<u8>, kind: &str, columns: &[&str], values: &[Value]) {
    if format != Format::Jsonl {
        return format.append(out, columns, values);
    }
    let columns = [&["type"], columns].concat();
    let values = [&[Value::Text(kind)], values].concat();
    format.append(out, &columns, &values);
}

fn real_or_null(number: Option<f64>) -> Value<'static> {
    number.map_or(Value::Null, Value::Real)
}

fn features_or_null(closest: Closest) -> Value<'static> {
    match closest {
        Closest::Features(features) => Value::Number(features.into()),
        Closest::NoPair | Closest::Unsearched => Value::Null,
    }
}

fn sets_for_people(rows: &[Row]) -> String {
    let header = [
        "source", "keys", "bits", "seed", "pairs", "birthday", "ratio", "expected", "ratio",
        "closest",
    ];
    let seeds = rows.iter().flat_map(|row| &row.sets).filter_map(|set| set.seed);
    let seed = seeds.max().map_or(0, |seed| seed.to_string().len() + 2).max(6);
    let widths = [5, seed, 10, 10, 7, 10, 7, 9];
    let mut table = Table::new(rows, &widths);
    table.line(header);
    for (row, set) in rows.iter().flat_map(|row| row.sets.iter().map(move |set| (row, set))) {
        let SetCount { seed, pairs, expected, closest } = *set;
        table.line([
            &shown(&row.source),
            row.width.name(),
            &row.bits.to_string(),
            &seed.map_or("-".into(), |seed| seed.to_string()),
            &pairs.to_string(),
            &short(row.birthday),
            &ratio(set.ratio_to(row.birthday)),
            &short(expected),
            &ratio(set.ratio_to(expected)),
            &features(closest),
        ]);
    }
    table.text
}

fn summary_for_people(rows: &[Row]) -> String {
    let mut table = Table::new(rows, &[5, 10, 9, 9, 10, 10, 7, 10, 7, 11, 9]);
    table.line([
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
        let guarantee = match row.guaranteed {
            0 => "-".into(),
            features => features.to_string(),
        };
        table.line([
            &shown(&row.source),
            row.width.name(),
            &row.bits.to_string(),
            &short(row.mean()),
            &row.min().to_string(),
            &row.max().to_string(),
            &row.deviation().map_or("-".into(), short),
            &short(row.birthday),
            &ratio(row.ratio_to(row.birthday)),
            &short(row.expected()),
            &ratio(row.ratio_to(row.expected())),
            &guarantee,
            &features(row.closest()),
        ]);
    }
    table.text
}

/// A table with the source and the keys on the left, and numbers in columns of given widths.
struct Table<'a> {
    text: String,
    source: usize,
    widths: &'a [usize],
}

impl Table<'_> {
    fn new<'a>(rows: &[Row], widths: &'a [usize]) -> Table<'a> {
        let longest = rows.iter().map(|row| shown(&row.source).chars().count() + 1).max();
        Table { text: String::new(), source: longest.unwrap_or_default().max(13), widths }
    }

    fn line<const N: usize>(&mut self, cells: [&str; N]) {
        let [source, keys, numbers @ ..] = &cells[..] else { unreachable!("there are two names") };
        let column = self.source;
        write!(self.text, "{source:<column$}{keys:<5}").expect(TAKES_ALL);
        for (cell, width) in numbers.iter().zip(self.widths) {
            write!(self.text, "{cell:>width$}").expect(TAKES_ALL);
        }
        self.text.push('\n');
    }
}

const TAKES_ALL: &str = "a string takes all";

/// The name of a source without line ends and tabs, which the name of a file may contain.
fn shown(source: &str) -> String {
    Sink::Terminal.field(source).into_owned()
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or("-".into(), |ratio| format!("{ratio:.3}"))
}

fn features(closest: Closest) -> String {
    match closest {
        Closest::NoPair => "-".into(),
        Closest::Features(features) => features.to_string(),
        Closest::Unsearched => "?".into(),
    }
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
