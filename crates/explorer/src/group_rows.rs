//! The moves of a position by year or by Elo, as rows and as a table for people.

use clap::ValueEnum;
use zobrist_console::rows::{Format, Value};
use zobrist_console::style::Style;
use zobrist_console::text_table::Column;
use zobrist_index::{GroupCounts, GroupedBy, MoveCount};

use super::explore_answer::{ExploreAnswer, ExploredMove};

/// What the rows are divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GroupName {
    /// The year of the game
    Year,
    /// The mean Elo of both players, by hundreds: 2100 is 2100 to 2199
    Elo,
}

impl From<GroupName> for GroupedBy {
    fn from(name: GroupName) -> GroupedBy {
        match name {
            GroupName::Year => GroupedBy::Year,
            GroupName::Elo => GroupedBy::Elo,
        }
    }
}

impl GroupName {
    fn column(self) -> &'static str {
        match self {
            GroupName::Year => "year",
            GroupName::Elo => "elo",
        }
    }
}

/// A move in a group.
struct Cell<'a> {
    group: &'a GroupCounts,
    m: &'a ExploredMove,
    count: &'a MoveCount,
}

/// The moves that are shown, group by group. A move has no row where nobody played it.
fn cells(explored: &ExploreAnswer) -> impl Iterator<Item = Cell<'_>> {
    explored.answer.groups.iter().flat_map(|group| {
        explored.moves.iter().filter_map(move |m| {
            let same = |count: &&MoveCount| count.played == m.count.played;
            group.moves.iter().find(same).map(|count| Cell { group, m, count })
        })
    })
}

/// Appends a row for each group and move: its games, those of all moves in the group (`of`), its
/// share of them, the results, White's score and, if a player was asked for, that player's.
pub fn append(
    format: Format,
    out: &mut Vec<u8>,
    explored: &ExploreAnswer,
    by: GroupName,
    has_score: bool,
) {
    let columns = columns(format, by, has_score);
    out.extend(format.header(&columns));
    for row in cells(explored) {
        append_row(format, out, explored, &columns, &row, has_score);
    }
}

/// Returns the rows as JSON objects, each with a line end.
pub fn objects(explored: &ExploreAnswer, by: GroupName, has_score: bool) -> Vec<Vec<u8>> {
    let columns = columns(Format::Jsonl, by, has_score);
    let object = |cell: Cell| {
        let mut out = Vec::new();
        append_row(Format::Jsonl, &mut out, explored, &columns, &cell, has_score);
        out
    };
    cells(explored).map(object).collect()
}

fn columns(format: Format, by: GroupName, has_score: bool) -> Vec<&'static str> {
    let mut columns = Vec::new();
    if format == Format::Jsonl {
        columns.push("type");
    }
    columns.extend([by.column(), "uci", "san", "games", "of", "share"]);
    columns.extend(["white", "draws", "black", "unknown", "score"]);
    if has_score {
        columns.push("player_score");
    }
    columns
}

fn append_row(
    format: Format,
    out: &mut Vec<u8>,
    explored: &ExploreAnswer,
    columns: &[&str],
    Cell { group, m, count }: &Cell,
    has_score: bool,
) {
    let real = |value: Option<f64>| value.map_or(Value::Null, Value::Real);
    let uci = m.played.to_uci(castling(explored)).to_string();
    let counts = &count.counts;
    let of = group.counts.games();
    let mut values = Vec::new();
    if format == Format::Jsonl {
        values.push(Value::Text("group"));
    }
    values.extend([
        Value::number_or_null(group.group.map(i32::unsigned_abs)),
        Value::Text(&uci),
        Value::Text(&m.san),
        Value::Number(counts.games()),
        Value::Number(of),
        Value::Real(counts.games() as f64 / of as f64),
        Value::Number(counts.white),
        Value::Number(counts.draws),
        Value::Number(counts.black),
        Value::Number(counts.unknown),
        real(counts.white_score()),
    ]);
    if has_score {
        values.push(real(count.player.and_then(|player| player.score())));
    }
    format.append(out, columns, &values);
}

fn castling(explored: &ExploreAnswer) -> shakmaty::CastlingMode {
    use shakmaty::Position;
    explored.line.position.castles().mode()
}

/// The rows for people: `score` is White's, `player` that of the player who was asked for.
pub fn table(explored: &ExploreAnswer, by: GroupName, has_score: bool, style: Style) -> String {
    let percent = |part: Option<f64>| part.map_or("-".to_owned(), |p| format!("{:.1}%", 100.0 * p));
    let mut name = Column::right(by.column());
    let mut san = Column::left("move");
    let [mut games, mut share] = ["games", "share"].map(Column::right);
    let [mut score, mut of_player] = ["score", "player"].map(Column::right);
    let mut last = None;
    for Cell { group, m, count } in cells(explored) {
        // A group is named once.
        let is_first = last != Some(group.group);
        last = Some(group.group);
        let group_name = group.group.map_or("?".to_owned(), |group| group.to_string());
        name.cells.push(if is_first { group_name } else { String::new() });
        san.cells.push(m.san.clone());
        games.cells.push(count.games().to_string());
        share.cells.push(percent(Some(count.games() as f64 / group.counts.games() as f64)));
        score.cells.push(percent(count.counts.white_score()));
        of_player.cells.push(percent(count.player.and_then(|player| player.score())));
    }
    let mut columns = vec![name, san, games, share, score];
    if has_score {
        columns.push(of_player);
    }
    style.table(&columns)
}
