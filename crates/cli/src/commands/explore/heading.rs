//! What was asked for, and how many games are left.

use zobrist_index::{Duplicates, Filter};

use super::sum::Counts;
use crate::by_condition::conditions_in_words;
use crate::counted::counted;
use crate::rows::{Format, Value};
use crate::terminal;

/// The line above the table of an answer with a filter.
pub struct Heading<'a> {
    /// What was asked for, in words.
    filter: String,
    counts: &'a Counts,
}

impl<'a> Heading<'a> {
    /// `None` if all games were asked for.
    pub fn of(
        filter: &Filter,
        duplicates: Option<Duplicates>,
        counts: &'a Counts,
    ) -> Option<Heading<'a>> {
        let is_plain = *filter == Filter::default() && duplicates.is_none();
        (!is_plain).then(|| Heading { filter: filter.to_string(), counts })
    }

    /// The line for people.
    pub fn text(&self) -> String {
        let Counts { reached, kept, duplicates, .. } = self.counts;
        let filter = terminal::stdout().field(&self.filter).into_owned();
        let left_out = match duplicates {
            0 => String::new(),
            duplicates => {
                format!("; left out {} seen before", counted(*duplicates, "game", "games"))
            }
        };
        let games = counted(*reached, "game", "games");
        format!("{filter}: {kept} of {games} in this position{left_out}\n")
    }

    /// Appends the JSON object.
    pub fn append(&self, out: &mut Vec<u8>) {
        let Counts { reached, kept, duplicates, .. } = self.counts;
        let (names, values): (Vec<&str>, Vec<Value>) = [
            ("type", Value::Text("position")),
            ("filter", Value::Text(&self.filter)),
            ("games", Value::Number(*kept)),
            ("reached", Value::Number(*reached)),
            ("duplicates", Value::Number(*duplicates)),
        ]
        .into_iter()
        .unzip();
        Format::Jsonl.append(out, &names, &values);
    }

    /// The message for a table without moves.
    pub fn why_empty(&self) -> String {
        let Counts { reached, kept, by_condition, .. } = self.counts;
        let games = counted(*reached, "game", "games");
        let reason = if *reached == 0 {
            "no game reached this position".to_owned()
        } else if *kept > 0 {
            "no move was played in this position".to_owned()
        } else {
            let by_condition = conditions_in_words(by_condition);
            format!(
                "none of {games} in this position meets all that is asked for; by itself, {by_condition}"
            )
        };
        format!("zobrist: {reason}\n")
    }
}
