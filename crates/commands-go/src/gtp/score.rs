//! The end of a game: dead stones and the score.

use std::collections::BTreeSet;

use zobrist_console::message::say;
use zobrist_go::{Board, Color, Move, OnRepetition, Point, Repetition, Rule, Rules, Scoring, Tax};

use super::arguments::{Answer, names, nothing, stone, syntax};
use super::chains::{chain, chains, region};
use super::session::{Command, Event, Session};

pub(super) const COMMANDS: &[Command] = &[
    ("final_score", final_score),
    ("final_status_list", final_status_list),
    ("zobrist-area", area),
    ("zobrist-dead", name_dead),
];

/// Names whole chains dead; without arguments, none.
fn name_dead(session: &mut Session, arguments: &[&str]) -> Answer {
    let mut dead = BTreeSet::new();
    for name in arguments {
        let at = stone(name, session.board())?;
        dead.extend(chain(session.board(), at));
    }
    session.name_dead(dead);
    nothing()
}

/// The stones of a status, one chain a line. Nothing is known of seki.
fn final_status_list(session: &mut Session, arguments: &[&str]) -> Answer {
    if matches!(arguments, ["alive" | "dead"]) {
        session.ask_for_dead()?;
    }
    let is_dead = |chain: &BTreeSet<Point>| {
        session.dead().is_some_and(|dead| chain.iter().all(|point| dead.contains(point)))
    };
    let listed = |wanted: bool| {
        let chains = chains(session.board()).into_iter().filter(|chain| is_dead(chain) == wanted);
        chains.map(names).collect::<Vec<_>>().join("\n")
    };
    match arguments {
        ["alive"] => Ok(listed(false)),
        ["dead"] => Ok(listed(true)),
        ["seki"] => nothing(),
        _ => Err(syntax()),
    }
}

/// The board without the stones that are named dead.
fn cleaned(session: &Session) -> Board {
    let mut board = session.board().clone();
    let is_left = |point: &Point| session.dead().is_none_or(|dead| !dead.contains(point));
    let left = session.board().stones().filter(|(_, point)| is_left(point));
    board.set_up(left).expect("chains keep their liberties when others go");
    board
}

fn final_score(session: &mut Session, arguments: &[&str]) -> Answer {
    if !arguments.is_empty() {
        return Err(syntax());
    }
    if let Some(color) = session.resigned() {
        return Err(format!("cannot score: {color} has resigned"));
    }
    let uncounted = match session.rules() {
        rules if rules.tax == Tax::All => "the tax on groups",
        rules if rules.has_button => "the button",
        _ => "",
    };
    if !uncounted.is_empty() {
        return Err(format!("cannot score: {uncounted} of these rules is not counted"));
    }
    let Past { repetition, captured } = past(session);
    if session.rules().repetition == OnRepetition::NoResult
        && let Some(Repetition { earlier, .. }) = repetition
    {
        let again = format!("the board is again as after move {earlier}");
        return Err(format!("cannot score: {again}, which gives no result"));
    }
    session.ask_for_dead().map_err(|error| format!("cannot score: {error}"))?;
    let board = cleaned(session);
    if session.dead().is_none() && board.stone_count() > 0 {
        say(
            "zobrist: final_score: no stones were named dead by zobrist-dead: all count as alive\n",
        );
    }
    let mut points = board.area().difference();
    let bonus = session.rules().handicap_bonus;
    let bonus = bonus.points(session.handicap()) as isize;
    if session.rules().scoring == Scoring::Territory {
        // A stone counts for nothing itself, and as a prisoner for the other player.
        let count = |board: &Board, counted: Color| {
            board.stones().filter(|(color, _)| *color == counted).count() as isize
        };
        let lost = |color: Color| {
            let dead = count(session.board(), color) - count(&board, color);
            captured[color.index()] + dead + count(&board, color)
        };
        points += lost(Color::White) - lost(Color::Black);
    }
    Ok(text((points - bonus) as f64, session.komi))
}

/// The score less komi. It has as many decimals as komi, the only one of the two that has any:
/// binary fractions would add some of their own.
fn text(points: f64, komi: f64) -> String {
    let score = points - komi;
    let komi = komi.to_string();
    let decimals = komi.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    match score {
        score if score > 0.0 => format!("B+{score:.decimals$}"),
        score if score < 0.0 => format!("W+{:.decimals$}", -score),
        _ => "0".to_owned(),
    }
}

/// The parts of a game's past that matter to its score.
struct Past {
    /// The repetition that the last play made: the board stands as after an earlier ply.
    repetition: Option<Repetition>,
    /// The stones of each color that moves have taken off.
    captured: [isize; 2],
}

fn past(session: &Session) -> Past {
    let mut past = Past { repetition: None, captured: [0; 2] };
    let rules = Rules::new(Rule::Positional, session.rules().rules.suicide);
    session.replay(rules, |event, removed, repetition| match event {
        Event::Move(_, Move::Pass) => {}
        Event::SetUp { .. } => past.repetition = None,
        Event::Move(color, Move::Play(_)) => {
            past.captured[(!*color).index()] += removed.captured as isize;
            past.captured[color.index()] += removed.suicide as isize;
            past.repetition = repetition;
        }
    });
    past
}

/// The owner of each point, row by row from the top, as GoGui shows areas.
fn area(session: &mut Session, arguments: &[&str]) -> Answer {
    if !arguments.is_empty() {
        return Err(syntax());
    }
    session.ask_for_dead()?;
    let board = cleaned(session);
    let owner = |point: Point| {
        if let Some(color) = board.stone(point) {
            return Some(color);
        }
        let region = region(&board, point);
        let around = region
            .iter()
            .flat_map(|point| board.neighbors(*point).filter_map(|beside| board.stone(beside)));
        let reached: BTreeSet<Color> = around.collect();
        if reached.len() == 1 { reached.first().copied() } else { None }
    };
    let name = |point: Point| match owner(point) {
        Some(Color::Black) => "b",
        Some(Color::White) => "w",
        None => "\"\"",
    };
    let row = |row: usize| {
        let points = (0..board.width()).filter_map(|column| Point::new(column, row));
        points.map(name).collect::<Vec<_>>().join(" ")
    };
    Ok(format!("\n{}", (0..board.height()).rev().map(row).collect::<Vec<_>>().join("\n")))
}
