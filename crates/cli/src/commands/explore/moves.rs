//! The moves of a position: a table for people, and rows.

use std::fmt::Write as _;

use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};
use zobrist_index::{MoveCount, PlayerScore};

use crate::rows::{Format, Value};

/// The type of the objects, in JSON alone.
const TYPE: &str = "type";

const COLUMNS: [&str; 10] = [
    TYPE,
    "uci",
    "san",
    "games",
    "white",
    "draws",
    "black",
    "unknown",
    "average_elo",
    "player_score",
];

/// Appends the moves as rows.
pub fn append(
    format: Format,
    out: &mut Vec<u8>,
    position: &VariantPosition,
    moves: &[(Move, MoveCount)],
    has_score: bool,
) {
    let first = usize::from(format != Format::Jsonl);
    let end = COLUMNS.len() - usize::from(!has_score);
    let columns = &COLUMNS[first..end];
    out.extend(format.header(columns));
    for (m, count) in moves {
        let uci = m.to_uci(position.castles().mode()).to_string();
        let san = SanPlus::from_move(position.clone(), *m).to_string();
        let score = count.player.and_then(|player| player.score());
        let values = [
            Value::Text("move"),
            Value::Text(&uci),
            Value::Text(&san),
            Value::Number(count.games()),
            Value::Number(count.white),
            Value::Number(count.draws),
            Value::Number(count.black),
            Value::Number(count.unknown),
            count.average_elo().map_or(Value::Null, Value::Real),
            score.map_or(Value::Null, Value::Real),
        ];
        format.append(out, columns, &values[first..end]);
    }
}

/// The moves as a table for people: percentages of the games whose result is known.
pub fn table(position: &VariantPosition, moves: &[(Move, MoveCount)], has_score: bool) -> String {
    let mut table = format!(
        "{:<8}{:>9}{:>9}{:>9}{:>9}{:>7}",
        "move", "games", "white", "draws", "black", "elo"
    );
    table.push_str(if has_score { "    score\n" } else { "\n" });
    for (m, count) in moves {
        let known = count.games() - count.unknown;
        let share = |games: u64| match known {
            0 => "-".to_owned(),
            known => format!("{:.1}%", 100.0 * games as f64 / known as f64),
        };
        let elo = count.average_elo().map_or("-".to_owned(), |elo| format!("{elo:.0}"));
        write!(
            table,
            "{:<8}{:>9}{:>9}{:>9}{:>9}{:>7}",
            SanPlus::from_move(position.clone(), *m).to_string(),
            count.games(),
            share(count.white),
            share(count.draws),
            share(count.black),
            elo
        )
        .expect("a string takes all");
        if has_score {
            let score = count.player.and_then(|player: PlayerScore| player.score());
            let score = score.map_or("-".to_owned(), |score| format!("{:.1}%", 100.0 * score));
            write!(table, "{score:>9}").expect("a string takes all");
        }
        table.push('\n');
    }
    table
}
