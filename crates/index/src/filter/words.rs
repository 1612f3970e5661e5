//! Filters in words.

use std::fmt::{self, Display};

use shakmaty::Color;

use super::elo_range::EloRange;
use super::query::{Condition, Filter};
use super::text_part::TextPart;

/// The order in which people say conditions.
const ORDER: [Condition; 6] = [
    Condition::Players,
    Condition::Dates,
    Condition::Elo,
    Condition::Result,
    Condition::Event,
    Condition::TimeControl,
];

impl Filter {
    /// Returns a condition in words, such as `carlsen as White against caruana` or `since 2023`; an
    /// empty text if it is not given.
    #[must_use]
    pub fn words(&self, condition: Condition) -> String {
        match condition {
            Condition::Players => self.player_words(),
            Condition::Dates => match (self.since, self.until) {
                (Some(since), Some(until)) => format!("since {since} and until {until}"),
                (Some(since), None) => format!("since {since}"),
                (None, Some(until)) => format!("until {until}"),
                (None, None) => String::new(),
            },
            Condition::Elo => {
                let both = self.elo.iter().map(|range| range_words("both Elos", *range));
                let means: Vec<String> =
                    self.mean_elos.iter().map(|range| range_words("mean Elo", *range)).collect();
                let means = (!means.is_empty()).then(|| means.join(" or "));
                both.chain(means).collect::<Vec<_>>().join(", ")
            }
            Condition::Result => {
                self.result.map_or(String::new(), |result| format!("result {}", result.as_str()))
            }
            Condition::Event => {
                self.event.as_ref().map_or(String::new(), |event| format!("event \"{event}\""))
            }
            Condition::TimeControl => {
                let exact = self.time_control.as_ref();
                let exact = exact.map(|control| format!("time control {}", control.trim()));
                let speeds: Vec<&str> = self.speeds.iter().map(|speed| speed.as_str()).collect();
                let speeds = (!speeds.is_empty()).then(|| speeds.join(" or "));
                exact.into_iter().chain(speeds).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// The number of plies that count, in words.
    pub(crate) fn words_of_plies(&self) -> Option<String> {
        self.max_ply.map(|ply| format!("before ply {ply}"))
    }

    fn player_words(&self) -> String {
        let names: Vec<&str> = self.players.iter().map(TextPart::as_str).collect();
        let mut words = names.join(" or ");
        let mut append = |text: &str| {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(text);
        };
        match self.side.filter(|_| self.conditions().any(|given| given == Condition::Players)) {
            Some(Color::White) => append("as White"),
            Some(Color::Black) => append("as Black"),
            None => {}
        }
        if let Some(opponent) = &self.opponent {
            append(&format!("against {opponent}"));
        }
        if let Some(outcome) = self.outcome.filter(|_| !words.is_empty()) {
            words += &format!(", {}", outcome.as_str());
        }
        words
    }
}

/// A range of Elos in words.
fn range_words(what: &str, range: EloRange) -> String {
    match (range.min(), range.max()) {
        (Some(min), Some(max)) => format!("{what} from {min} to {max}"),
        (Some(min), None) => format!("{what} {min} or more"),
        (None, Some(max)) => format!("{what} {max} or less"),
        (None, None) => String::new(),
    }
}

impl Display for Filter {
    /// Writes what is asked for as a list; `all games` if nothing is.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let words = ORDER.into_iter().map(|condition| self.words(condition));
        let words = words.chain(self.words_of_plies());
        let words: Vec<String> = words.filter(|words| !words.is_empty()).collect();
        f.write_str(if words.is_empty() { "all games" } else { "" })?;
        f.write_str(&words.join("; "))
    }
}
