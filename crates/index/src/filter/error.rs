//! Errors of filters.

use std::error::Error;
use std::fmt::{self, Display};

use shakmaty::Color;

use super::date::PartialDate;
use super::outcome::PlayerOutcome;

/// The error of a filter that cannot be read, or that no game can pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilterError {
    /// A text is no date.
    Date {
        /// The date or part of one that was expected.
        expected: String,
        /// The text.
        got: String,
    },
    /// A text is no range of Elos.
    Elo {
        /// The text.
        got: String,
    },
    /// A text to be searched for has no letter, digit or sign.
    NoText {
        /// The text.
        got: String,
    },
    /// The first date is after the last.
    NoDates {
        /// The first date.
        since: PartialDate,
        /// The last date.
        until: PartialDate,
    },
    /// The lowest Elo is above the highest.
    NoElos {
        /// The lowest Elo.
        min: u16,
        /// The highest Elo.
        max: u16,
    },
    /// The games of a color are asked for, but not whose.
    SideOfNobody(Color),
    /// The games of an outcome are asked for, but not whose.
    OutcomeOfNobody(PlayerOutcome),
    /// Only positions before ply 0 are asked for, and there are none.
    NoPlies,
}

impl Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            FilterError::Date { expected, got } => write!(f, "expected {expected}, got {got:?}"),
            FilterError::Elo { got } => write!(
                f,
                "expected Elos as 2000..2400, 2400.. (or more) or ..2000 (or less), each from 1 to \
                 9999, got {got:?}"
            ),
            FilterError::NoText { got } => {
                write!(f, "expected a text to search for, got {got:?}, which every text has")
            }
            FilterError::NoDates { since, until } => write!(
                f,
                "no date is in the range: expected a first date before the last, got since {since} \
                 and until {until}"
            ),
            FilterError::NoElos { min, max } => {
                write!(f, "no Elo is in the range: expected the lower one first, got {min}..{max}")
            }
            FilterError::SideOfNobody(color) => write!(
                f,
                "expected the name of a player with the games as {}, got none",
                color.fold_wb("White", "Black")
            ),
            FilterError::OutcomeOfNobody(outcome) => write!(
                f,
                "expected the name of the player for whom the games were {}, got none",
                outcome.as_str()
            ),
            FilterError::NoPlies => {
                write!(f, "no position is before ply 0: expected at least 1 ply, got 0")
            }
        }
    }
}

impl Error for FilterError {}
