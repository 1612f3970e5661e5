//! The heading above the moves: the name of the position, its FEN, its games and the filter.

use zobrist_commands_input::openings;
use zobrist_console::rows::{Format, Value};
use zobrist_console::style::Style;
use zobrist_console::terminal;
use zobrist_input::counted;

use super::explore_answer::ExploreAnswer;
use super::explore_request::ExploreRequest;

/// The lines for people.
pub fn text(explored: &ExploreAnswer, asked: &ExploreRequest, style: Style) -> String {
    explored.line.heading(style) + &games(explored, asked)
}

/// The line of the games.
pub fn games(explored: &ExploreAnswer, asked: &ExploreRequest) -> String {
    let answer = &explored.answer;
    let games = counted(answer.reached, "game", "games");
    if asked.is_plain() {
        return format!("{games} in this position\n");
    }
    let filter = terminal::stdout().name(&asked.filter.to_string()).into_owned();
    let left_out = match answer.duplicates {
        0 => String::new(),
        duplicates => format!("; left out {} seen before", counted(duplicates, "game", "games")),
    };
    format!("{filter}: {} of {games} in this position{left_out}\n", answer.kept)
}

/// Appends the JSON object.
pub fn append(out: &mut Vec<u8>, explored: &ExploreAnswer, asked: &ExploreRequest) {
    let answer = &explored.answer;
    let (fen, filter) = (explored.line.fen(), asked.filter.to_string());
    let counts = &answer.counts;
    let opening = explored.line.opening.map(openings::fields);
    let (names, values): (Vec<&str>, Vec<Value>) = [
        ("type", Value::Text("position")),
        ("fen", Value::Text(&fen)),
        ("opening", opening.as_ref().map_or(Value::Null, |fields| Value::Object(fields))),
        ("filter", if asked.is_plain() { Value::Null } else { Value::Text(&filter) }),
        ("games", Value::Number(answer.kept)),
        ("reached", Value::Number(answer.reached)),
        ("duplicates", Value::Number(answer.duplicates)),
        ("white", Value::Number(counts.white)),
        ("draws", Value::Number(counts.draws)),
        ("black", Value::Number(counts.black)),
        ("unknown", Value::Number(counts.unknown)),
        ("average_elo", counts.average_elo().map_or(Value::Null, Value::Real)),
        ("last_year", Value::number_or_null(counts.last_year().map(i32::unsigned_abs))),
        ("ended", Value::Number(answer.ended)),
        ("score", counts.white_score().map_or(Value::Null, Value::Real)),
    ]
    .into_iter()
    .chain(player_fields(explored, asked))
    .unzip();
    Format::Jsonl.append(out, &names, &values);
}

/// The score of the player who was asked for, and his performance rating by FIDE's table.
fn player_fields<'a>(
    explored: &'a ExploreAnswer,
    asked: &ExploreRequest,
) -> impl Iterator<Item = (&'static str, Value<'a>)> {
    let player = explored.answer.player.filter(|_| !asked.filter.players.is_empty());
    player.into_iter().flat_map(|player| {
        let performance = player.performance();
        [
            ("player_score", player.score().map_or(Value::Null, Value::Real)),
            ("performance", performance.map_or(Value::Null, Value::Signed)),
        ]
    })
}
