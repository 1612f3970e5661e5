//! The moves of a position as rows.

use shakmaty::Position;
use zobrist_commands_input::openings;
use zobrist_console::rows::{Format, Value};
use zobrist_index::{GameCounts, Opening};

use super::explore_answer::{ExploreAnswer, ExploredMove};

/// The columns of a move. In JSON, the type of the object comes first.
const COLUMNS: [&str; 10] = [
    "uci",
    "san",
    "games",
    "white",
    "draws",
    "black",
    "unknown",
    "average_elo",
    "last_year",
    "other_orders",
];

/// The names of the columns. `of_tree` adds the line up to the move.
fn columns(format: Format, of_tree: bool, has_score: bool) -> Vec<&'static str> {
    let mut columns = Vec::new();
    if format == Format::Jsonl {
        columns.push("type");
    }
    if of_tree {
        columns.push("line");
    }
    columns.extend(COLUMNS);
    columns.extend(openings::columns(format));
    if has_score {
        columns.push("player_score");
    }
    columns
}

/// Appends the line before the first row, if the format has one.
pub fn append_header(format: Format, out: &mut Vec<u8>, of_tree: bool, has_score: bool) {
    out.extend(format.header(&columns(format, of_tree, has_score)));
}

/// Appends the row of a move. In a tree, `line` has the moves before it.
pub fn append(
    format: Format,
    out: &mut Vec<u8>,
    explored: &ExploreAnswer,
    m: &ExploredMove,
    line: Option<&str>,
    has_score: bool,
) {
    let uci = m.played.to_uci(explored.line.position.castles().mode()).to_string();
    let score = m.count.player.and_then(|player| player.score());
    let row = Row {
        uci: &uci,
        san: &m.san,
        counts: &m.count.counts,
        other_orders: m.other_orders,
        opening: m.opening,
        score: has_score.then_some(score),
    };
    row.append(format, out, line);
}

/// The facts about a move in a row.
#[derive(Debug)]
pub struct Row<'a> {
    /// The move in UCI.
    pub uci: &'a str,
    /// The move in SAN.
    pub san: &'a str,
    /// Results of the games.
    pub counts: &'a GameCounts,
    /// Number of games that reach the next position by other moves.
    pub other_orders: Option<u64>,
    /// Name of the next position.
    pub opening: Option<Opening>,
    /// The score of a player, if one was asked for.
    pub score: Option<Option<f64>>,
}

impl Row<'_> {
    /// Appends the row. In a tree, `line` has the moves before it.
    pub fn append(&self, format: Format, out: &mut Vec<u8>, line: Option<&str>) {
        let counts = self.counts;
        let opening = self.opening.map(openings::fields);
        let mut values = Vec::new();
        if format == Format::Jsonl {
            values.push(Value::Text("move"));
        }
        values.extend(line.map(Value::Text));
        values.extend([
            Value::Text(self.uci),
            Value::Text(self.san),
            Value::Number(counts.games()),
            Value::Number(counts.white),
            Value::Number(counts.draws),
            Value::Number(counts.black),
            Value::Number(counts.unknown),
            counts.average_elo().map_or(Value::Null, Value::Real),
            Value::number_or_null(counts.last_year().map(i32::unsigned_abs)),
            Value::number_or_null(self.other_orders),
        ]);
        openings::push(format, &mut values, opening.as_ref());
        values.extend(self.score.map(|score| score.map_or(Value::Null, Value::Real)));
        format.append(out, &columns(format, line.is_some(), self.score.is_some()), &values);
    }
}
