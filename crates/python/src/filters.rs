//! Filters of games, from keyword arguments.

use std::fmt::Display;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use shakmaty::Color;
use zobrist_game_text::{did_you_mean, most_similar};
use zobrist_index::{EloRange, Filter, GameResult, PartialDate, PlayerName, TextPart};

use crate::error::{Class, Failure};

/// The filters that all commands have.
const COMMON: [&str; 6] = ["player", "color", "since", "until", "min_elo", "result"];

/// The filters of questions to an index.
const ALL: [&str; 11] = [
    "player",
    "color",
    "opponent",
    "since",
    "until",
    "elo",
    "min_elo",
    "result",
    "event",
    "time_control",
    "max_ply",
];

/// Reads the filters of a question to an index.
///
/// # Errors
/// TypeError for one that does not exist or is of another type, FilterError for one that cannot be
/// read or that no game can meet.
pub(crate) fn all_filters(function: &str, given: Option<&Bound<PyDict>>) -> PyResult<Filter> {
    filter_of(function, given, &ALL)
}

/// Reads the filters that all commands have.
///
/// # Errors
/// As [`all_filters`].
pub(crate) fn common_filters(function: &str, given: Option<&Bound<PyDict>>) -> PyResult<Filter> {
    filter_of(function, given, &COMMON)
}

fn filter_of(function: &str, given: Option<&Bound<PyDict>>, known: &[&str]) -> PyResult<Filter> {
    let mut filter = Filter::default();
    let Some(given) = given else { return Ok(filter) };
    for (name, value) in given {
        let name: String = name.extract()?;
        if !known.contains(&&*name) {
            return Err(unknown(function, &name, known));
        }
        if !value.is_none() {
            set(&mut filter, &name, &value)?;
        }
    }
    let has = |name: &str| given.get_item(name).map(|value| value.is_some_and(|v| !v.is_none()));
    if has("elo")? && has("min_elo")? {
        return Err(fault("min_elo", "expected it without elo, which has both ends").into());
    }
    if let (Some(color), true) = (filter.side, filter.players.is_empty()) {
        let color = color.fold_wb("White", "Black");
        return Err(fault(
            "color",
            format!("expected a player with the games as {color}, got none"),
        )
        .into());
    }
    filter.check().map_err(Failure::from)?;
    Ok(filter)
}

fn unknown(function: &str, name: &str, known: &[&str]) -> PyErr {
    let similar = most_similar(name, known.iter().copied());
    let hint = did_you_mean(&similar.into_iter().map(String::from).collect::<Vec<_>>());
    let reason = format!("{function}() got an unexpected keyword argument '{name}'{hint}");
    PyTypeError::new_err(reason)
}

fn set(filter: &mut Filter, name: &str, value: &Bound<PyAny>) -> PyResult<()> {
    match name {
        "player" => filter.players = players(value)?,
        "color" => filter.side = Some(color(value)?),
        "opponent" => filter.opponent = Some(part(name, value)?),
        "since" => filter.since = Some(date(name, value)?),
        "until" => filter.until = Some(date(name, value)?),
        "elo" => filter.elo = Some(elos(value)?),
        "min_elo" => {
            let min = number(name, value, 1..=9999)?;
            filter.elo = Some(EloRange::at_least(min as u16).map_err(|error| fault(name, error))?);
        }
        "result" => filter.result = Some(result(value)?),
        "event" => filter.event = Some(part(name, value)?),
        "time_control" => filter.time_control = Some(text(name, value)?),
        "max_ply" => filter.max_ply = Some(number(name, value, 1..=u32::MAX.into())? as u32),
        _ => unreachable!("the name is known"),
    }
    Ok(())
}

fn fault(name: &str, reason: impl Display) -> Failure {
    Failure::new(Class::Filter, format!("{name}: {reason}"))
}

fn wrong_type(name: &str, expected: &str, value: &Bound<PyAny>) -> PyErr {
    let got =
        value.get_type().name().map_or_else(|_| "another object".to_owned(), |n| n.to_string());
    PyTypeError::new_err(format!("{name}: expected {expected}, got {got}"))
}

fn text(name: &str, value: &Bound<PyAny>) -> PyResult<String> {
    value.extract().map_err(|_| wrong_type(name, "a text", value))
}

fn part(name: &str, value: &Bound<PyAny>) -> PyResult<TextPart> {
    let text = text(name, value)?;
    Ok(TextPart::new(&text).map_err(|error| fault(name, error))?)
}

fn players(value: &Bound<PyAny>) -> PyResult<Vec<PlayerName>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![part("player", value)?]);
    }
    let Ok(names) = value.try_iter() else {
        return Err(wrong_type("player", "a name or a list of names", value));
    };
    names.map(|name| part("player", &name?)).collect()
}

fn color(value: &Bound<PyAny>) -> PyResult<Color> {
    match &*text("color", value)? {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        got => Err(fault("color", format!("expected \"white\" or \"black\", got {got:?}")).into()),
    }
}

/// A date: a text such as `2024.05`, a year, or an object with a year, a month and a day.
fn date(name: &str, value: &Bound<PyAny>) -> PyResult<PartialDate> {
    if let Ok(text) = value.extract::<String>() {
        return Ok(text.parse::<PartialDate>().map_err(|error| fault(name, error))?);
    }
    let read = |value: &Bound<PyAny>| value.extract::<i64>().ok();
    let number = |part: &str| value.getattr_opt(part).ok().flatten().and_then(|part| read(&part));
    let (year, month, day) = match read(value) {
        Some(year) => (Some(year), None, None),
        None => (number("year"), number("month"), number("day")),
    };
    let Some(year) = year else {
        let expected = "a text such as \"2024.05\", a year or a datetime.date";
        return Err(wrong_type(name, expected, value));
    };
    let small = |number: Option<i64>| number.map(|number| u8::try_from(number).unwrap_or(0));
    let date = u16::try_from(year).ok();
    let date = date.and_then(|year| PartialDate::new(year, small(month), small(day)));
    Ok(date.ok_or_else(|| fault(name, format!("expected a year from 1 to 9999, got {year}")))?)
}

/// A range of Elos: a text such as `2000..2400`, or a pair, either part of which may be `None`.
fn elos(value: &Bound<PyAny>) -> PyResult<EloRange> {
    let text = if let Ok(pair) = value.cast::<PyTuple>() {
        let end = |end: Bound<PyAny>| match end.is_none() {
            true => Ok(String::new()),
            false => Ok::<String, PyErr>(end.str()?.to_string()),
        };
        if pair.len() != 2 {
            return Err(fault("elo", format!("expected a pair, got {}", value.repr()?)).into());
        }
        format!("{}..{}", end(pair.get_item(0)?)?, end(pair.get_item(1)?)?)
    } else {
        let expected = "a text such as \"2000..2400\" or a pair such as (2000, 2400)";
        value.extract::<String>().map_err(|_| wrong_type("elo", expected, value))?
    };
    Ok(text.parse::<EloRange>().map_err(|error| fault("elo", error))?)
}

fn result(value: &Bound<PyAny>) -> PyResult<GameResult> {
    let got = text("result", value)?;
    let found = GameResult::ALL.into_iter().find(|result| result.as_str() == got);
    let names = GameResult::ALL.map(GameResult::as_str).join(", ");
    Ok(found.ok_or_else(|| fault("result", format!("expected one of {names}, got {got:?}")))?)
}

fn number(name: &str, value: &Bound<PyAny>, range: std::ops::RangeInclusive<i64>) -> PyResult<i64> {
    let number = match value.extract::<i64>() {
        Ok(number) => number,
        Err(_) => return Err(wrong_type(name, "a number", value)),
    };
    if range.contains(&number) {
        return Ok(number);
    }
    let (first, last) = (range.start(), range.end());
    Err(fault(name, format!("expected a number from {first} to {last}, got {number}")).into())
}
