//! What the first node of a game says of handicap, komi, rules and result.

use zobrist_go::{Color, Ruleset, Scoring};

use super::points::Points;
use crate::commands::go::read::Game;

/// Properties of the first node, as far as they can be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Header {
    /// The handicap stones of `HA`; 0 if there are none.
    pub handicap: u32,
    /// `KM`, 0 if it is missing; `None` if it is no number of halves.
    pub komi: Option<Points>,
    /// What `RE` says by how much a player won; `None` if it says no number.
    pub result: Option<Points>,
    /// How `RU` says that the game is counted, by area if it is missing; `None` if no rules of that name
    /// are known.
    pub scoring: Option<Scoring>,
}

impl Header {
    pub(super) fn of(game: &Game<'_>) -> Header {
        Header {
            handicap: game.property("HA").and_then(|value| value.parse().ok()).unwrap_or(0),
            komi: game.property("KM").map_or(Some(Points::default()), |value| Points::read(&value)),
            result: game.property("RE").and_then(|value| result(&value)),
            scoring: match game.property("RU") {
                None => Some(Scoring::Area),
                Some(name) => Ruleset::of_sgf(&name).map(|rules| rules.scoring),
            },
        }
    }
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
