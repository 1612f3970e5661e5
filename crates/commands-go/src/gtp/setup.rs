//! Commands before a game: the board's size, komi, the rules, and times.

use serde_json::Value;
use zobrist_console::message::say;
use zobrist_go::GameRules;
use zobrist_go_games::katago::{self, NAMES};
use zobrist_go_games::komi::{beyond, is_beyond};

use super::arguments::{Answer, color, count, nothing, seconds, syntax};
use super::session::{Command, Session};

pub(super) const COMMANDS: &[Command] = &[
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("get_komi", get_komi),
    ("kata-get-rules", kata_get_rules),
    ("kata-set-rule", kata_set_rule),
    ("kata-set-rules", kata_set_rules),
    ("kgs-rules", kgs_rules),
    ("kgs-time_settings", kgs_time_settings),
    ("komi", komi),
    ("rectangular_boardsize", rectangular_boardsize),
    ("time_left", time_left),
    ("time_settings", time_settings),
];

fn boardsize(session: &mut Session, arguments: &[&str]) -> Answer {
    let [side] = arguments else { return Err(syntax()) };
    resize(session, side, side)
}

fn rectangular_boardsize(session: &mut Session, arguments: &[&str]) -> Answer {
    let [width, height] = arguments else { return Err(syntax()) };
    resize(session, width, height)
}

fn resize(session: &mut Session, width: &str, height: &str) -> Answer {
    let side = |text: &str| {
        text.parse().map_err(|_| {
            // It may be an integer, though no board has that size.
            let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
            let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            if is_number { "unacceptable size" } else { "boardsize not an integer" }.to_owned()
        })
    };
    let begun = session.begin(side(width)?, side(height)?);
    begun.map_err(|_| "unacceptable size".to_owned())?;
    nothing()
}

fn clear_board(session: &mut Session, arguments: &[&str]) -> Answer {
    if !arguments.is_empty() {
        return Err(syntax());
    }
    let (width, height) = (session.board().width(), session.board().height());
    session.begin(width, height).expect("there is such a board");
    nothing()
}

fn komi(session: &mut Session, arguments: &[&str]) -> Answer {
    let [komi] = arguments else { return Err(syntax()) };
    let komi = komi.parse().ok().filter(|komi: &f64| komi.is_finite());
    session.komi = komi.ok_or("komi not a float")?;
    let points = session.board().width() * session.board().height();
    if is_beyond(points, session.komi) {
        say(&format!("zobrist: komi: {}\n", beyond(&session.komi.to_string(), points)));
    }
    nothing()
}

fn get_komi(session: &mut Session, arguments: &[&str]) -> Answer {
    if arguments.is_empty() { Ok(session.komi.to_string()) } else { Err(syntax()) }
}

fn kgs_rules(session: &mut Session, arguments: &[&str]) -> Answer {
    let [name] = arguments else { return Err(syntax()) };
    session.set_rules(named(name)?);
    nothing()
}

/// The rules of a name, in capitals or not, with `_` or `-`, or in KataGo's short form.
fn named(name: &str) -> Result<GameRules, String> {
    let unknown = || format!("unknown rules {name:?}: expected one of {NAMES}");
    GameRules::of_sgf(name).ok_or_else(unknown)
}

fn kata_get_rules(session: &mut Session, arguments: &[&str]) -> Answer {
    if arguments.is_empty() { Ok(katago::to_json(session.rules())) } else { Err(syntax()) }
}

/// A name, or a JSON object with or without space in it.
fn kata_set_rules(session: &mut Session, arguments: &[&str]) -> Answer {
    let rules = match arguments {
        [] => return Err(syntax()),
        [first, ..] if first.starts_with('{') => {
            let text = arguments.join(" ");
            let rules = katago::with_json(session.rules(), &text)?;
            if katago::has_komi(&text) {
                let komi = session.komi;
                say(&format!(
                    "zobrist: kata-set-rules: the komi of the rules is not taken, and stays {komi}; the \
                     command komi sets it\n"
                ));
            }
            rules
        }
        _ => named(&arguments.join(" "))?,
    };
    session.set_rules(rules);
    nothing()
}

fn kata_set_rule(session: &mut Session, arguments: &[&str]) -> Answer {
    let [field, value] = arguments else { return Err(syntax()) };
    let value = value.parse().map_or_else(|_| Value::from(*value), Value::Bool);
    let rules = katago::with(session.rules(), field, &value)?;
    session.set_rules(rules);
    nothing()
}

/// Nobody thinks here, so that times are read and forgotten.
fn time_settings(_: &mut Session, arguments: &[&str]) -> Answer {
    let [main, byo_yomi, stones] = arguments else { return Err(syntax()) };
    seconds(main)?;
    seconds(byo_yomi)?;
    count(stones)?;
    nothing()
}

fn time_left(_: &mut Session, arguments: &[&str]) -> Answer {
    let [player, time, stones] = arguments else { return Err(syntax()) };
    color(player)?;
    seconds(time)?;
    count(stones)?;
    nothing()
}

/// Time systems of the Go server KGS.
fn kgs_time_settings(_: &mut Session, arguments: &[&str]) -> Answer {
    match arguments {
        ["none"] => {}
        ["absolute", main] => drop(seconds(main)?),
        ["byoyomi" | "canadian", main, byo_yomi, number] => {
            seconds(main)?;
            seconds(byo_yomi)?;
            count(number)?;
        }
        ["none" | "absolute" | "byoyomi" | "canadian", ..] | [] => return Err(syntax()),
        [kind, ..] => {
            let expected = "expected none, absolute, byoyomi or canadian";
            return Err(format!("unknown time system {kind:?}: {expected}"));
        }
    }
    nothing()
}
