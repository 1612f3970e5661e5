//! Handicap, komi, rules and result in the first node of a game.

use zobrist_go::sgf::Record;
use zobrist_go::{Color, GameRules};

use super::points::Points;
use crate::katago::rules_of_record;
use crate::komi::is_beyond;
use crate::read::Game;

/// Properties of the first node, as far as they can be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Header {
    /// The handicap stones of `HA`; 0 if there are none.
    pub named_handicap: usize,
    /// The handicap stones of `HA`, or of the stones and moves at the beginning if it is missing.
    pub handicap: usize,
    /// `KM` in points, 0 if it is missing.
    pub komi: Komi,
    /// The points by which a player won, by `RE`; `None` if it has no number.
    pub result: Option<Points>,
    /// True if `RE` says that the game has no result.
    pub is_void: bool,
    /// The rules of `RU`.
    pub rules: NamedRules,
}

/// Komi as far as it can be counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Komi {
    Points(Points),
    /// It is no number of halves.
    Unread,
    /// It is more than the board has points.
    Beyond,
}

/// The rules that a game names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NamedRules {
    Known(GameRules),
    /// None.
    Missing,
    /// Some that are not known.
    Unknown,
}

impl Header {
    pub(crate) fn of(game: &Game<'_>) -> Header {
        let record = &game.entry.record;
        let result_text = game.property("RE");
        Header {
            named_handicap: record.named_handicap().unwrap_or(0),
            handicap: record.handicap(),
            komi: komi(record),
            is_void: result_text.as_deref().is_some_and(is_void),
            result: result_text.and_then(|value| result(&value)),
            rules: match game.property("RU").as_deref() {
                None | Some("") => NamedRules::Missing,
                Some(name) => match rules_of_record(name) {
                    Some(rules) => NamedRules::Known(rules),
                    None => NamedRules::Unknown,
                },
            },
        }
    }
}

fn komi(record: &Record) -> Komi {
    if record.komi.is_none() {
        return Komi::Points(Points::default());
    }
    match record.komi_points().map(|komi| komi.points) {
        Some(points) if is_beyond(record.width * record.height, points) => Komi::Beyond,
        Some(points) if (2.0 * points).fract() == 0.0 => {
            Komi::Points(Points::of_halves((2.0 * points) as i64))
        }
        _ => Komi::Unread,
    }
}

/// True if a game has no result: it was void, as after a repetition that the rules do not decide. A
/// reason may follow.
fn is_void(text: &str) -> bool {
    // The last two are "no result" in Japanese and in Chinese.
    const NAMES: [&str; 4] = ["void", "no result", "無勝負", "无胜负"];
    let text = text.trim().to_lowercase();
    let rest = NAMES.iter().find_map(|name| text.strip_prefix(*name));
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Reads a result, such as `B+3.5` or `0`, as what Black has more than White.
fn result(text: &str) -> Option<Points> {
    if ["0", "draw", "jigo"].iter().any(|drawn| text.eq_ignore_ascii_case(drawn)) {
        return Some(Points::default());
    }
    let (winner, margin) = text.split_once('+')?;
    let winner = match winner.trim() {
        "B" | "b" => Color::Black,
        "W" | "w" => Color::White,
        _ => return None,
    };
    Points::read(margin.trim()).filter(|_| !margin.contains('-')).map(|points| points.ahead(winner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_void_result_may_have_a_reason() {
        for text in
            ["Void", "VOID", "void: triple ko", "Void (ko)", "No result", "無勝負", "无胜负"]
        {
            assert!(is_void(text), "{text}");
        }
        for text in ["", "B+R", "0", "avoid", "voided", "B+1 (void)"] {
            assert!(!is_void(text), "{text}");
        }
    }

    #[test]
    fn results_are_read_if_they_are_numbers() {
        for (text, read) in [
            ("B+3.5", "B+3.5"),
            ("W+12.50", "W+12.5"),
            ("w + 0.5", "W+0.5"),
            ("B+2.", "B+2"),
            ("0", "0"),
            ("Draw", "0"),
            ("jigo", "0"),
        ] {
            assert_eq!(result(text).unwrap().to_string(), read);
        }
        let others =
            ["", "B+", "B+R", "W+T", "Void", "?", "B+2.75", "+3", "3.5", "B+-3", "B++3", "B+1e9"];
        for text in others {
            assert_eq!(result(text), None, "{text}");
        }
    }
}
