//! Writes what the searches came to as rows or as a table for people.

use std::fmt::Write;

use zobrist_console::rows::{Format, Value};

use super::trial::{Keys, Tally};

/// All positions of one game, searched with one kind of keys.
pub(crate) struct Row {
    pub(crate) game: &'static str,
    pub(crate) keys: Keys,
    /// The depth of the searches in plies; `None` if they went to the end of the game.
    pub(crate) depth: Option<u32>,
    pub(crate) tally: Tally,
    /// The nodes of the search with exact matching.
    pub(crate) control_nodes: u64,
}

impl Row {
    /// False matches in a million probes; `None` without probes.
    pub(crate) fn per_million(&self) -> Option<f64> {
        let counts = self.tally.counts;
        (counts.probes > 0).then(|| counts.false_matches as f64 * 1e6 / counts.probes as f64)
    }

    /// A number of positions in percent of all.
    pub(crate) fn percent(&self, positions: u64) -> f64 {
        positions as f64 * 100.0 / self.tally.positions as f64
    }

    fn nodes_ratio(&self) -> f64 {
        self.tally.nodes as f64 / self.control_nodes as f64
    }

    fn bits(&self) -> Option<u32> {
        match self.keys {
            Keys::Cut(bits) => Some(bits),
            Keys::Injected(_) => Some(64),
            Keys::None | Keys::Exact => None,
        }
    }

    fn rate(&self) -> Option<f64> {
        if let Keys::Injected(rate) = self.keys { Some(rate) } else { None }
    }
}

impl Keys {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Keys::None => "none",
            Keys::Exact => "exact",
            Keys::Cut(_) => "cut",
            Keys::Injected(_) => "injected",
        }
    }
}

const COLUMNS: &[&str] = &[
    "game",
    "keys",
    "bits",
    "rate",
    "depth",
    "positions",
    "nodes",
    "nodes_ratio",
    "probes",
    "matches",
    "false_matches",
    "false_per_million",
    "wrong_values",
    "other_moves",
    "wrong_moves",
];

/// All rows in a format.
pub(crate) fn table(format: Format, rows: &[Row]) -> Vec<u8> {
    if format == Format::Text {
        return for_people(rows).into_bytes();
    }
    let mut out = format.header(COLUMNS);
    for row in rows {
        let real = |number: Option<f64>| number.map_or(Value::Null, Value::Real);
        let Tally { positions, nodes, counts, wrong_values, other_moves, wrong_moves } = row.tally;
        let values = [
            Value::Text(row.game),
            Value::Text(row.keys.name()),
            Value::number_or_null(row.bits()),
            real(row.rate()),
            Value::number_or_null(row.depth),
            Value::Number(positions),
            Value::Number(nodes),
            Value::Real(row.nodes_ratio()),
            Value::Number(counts.probes),
            Value::Number(counts.matches),
            Value::Number(counts.false_matches),
            real(row.per_million()),
            Value::Number(wrong_values),
            Value::Number(other_moves),
            Value::Number(wrong_moves),
        ];
        format.append(&mut out, COLUMNS, &values);
    }
    out
}

fn for_people(rows: &[Row]) -> String {
    let mut table = String::new();
    let mut line = |cells: [&str; 12]| {
        let [game, keys, numbers @ ..] = cells;
        write!(table, "{game:<10}{keys:<9}").expect("a string takes all");
        for (cell, width) in numbers.iter().zip([5, 6, 11, 12, 7, 12, 12, 13, 13, 12]) {
            write!(table, "{cell:>width$}").expect("a string takes all");
        }
        table.push('\n');
    };
    line([
        "game",
        "keys",
        "bits",
        "rate",
        "positions",
        "nodes",
        "ratio",
        "false",
        "per million",
        "wrong values",
        "other moves",
        "wrong moves",
    ]);
    for row in rows {
        let dash = || "-".to_owned();
        let Tally { positions, nodes, counts, wrong_values, other_moves, wrong_moves } = row.tally;
        line([
            row.game,
            row.keys.name(),
            &row.bits().map_or_else(dash, |bits| bits.to_string()),
            &row.rate().map_or_else(dash, |rate| format!("{rate:e}")),
            &positions.to_string(),
            &nodes.to_string(),
            &format!("{:.3}", row.nodes_ratio()),
            &counts.false_matches.to_string(),
            &row.per_million().map_or_else(dash, |number| format!("{number:.1}")),
            &wrong_values.to_string(),
            &other_moves.to_string(),
            &wrong_moves.to_string(),
        ]);
    }
    table
}
